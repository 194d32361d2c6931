"""Files of results, by which long runs are resumed: a line of JSON for the setup, then one a result."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

__all__ = ["add_line", "read_lines"]


def add_line(path: Path, result: dict[str, Any]) -> None:
    """Adds a result to a file."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(result) + "\n")


def read_lines(path: Path, setup: dict[str, Any]) -> list[dict[str, Any]]:
    """The results in a file, which is created where it does not exist.

    Raises
    ------
    ValueError
        Where it is of another setup, or no file of results.
    """
    head = json.dumps({"setup": setup})
    text = path.read_text("utf-8") if path.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    if not whole:
        whole = head + "\n"
    if whole != text:
        path.write_text(whole, "utf-8")  # without a line that was not written to its end
    first, *lines = whole.splitlines()
    if first != head:
        raise ValueError(f"{path} has results of something else: {first[:200]}; expected {head}")
    return [json.loads(line) for line in lines]
