"""Results of long runs as they come, and the files by which such runs are resumed.

A file has a line of JSON for the setup, then one a result.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, TypeVar

__all__ = ["add_line", "keep_results", "read_lines"]

#: Seconds between two lines of progress.
_SAID_EVERY: Final = 10.0

_Result = TypeVar("_Result")


def keep_results(
    found: Iterable[_Result], keep: Callable[[_Result], object], so_far: Callable[[], str]
) -> int:
    """Keep results as they come, and say now and then how many there are.

    Parameters
    ----------
    found : iterable
    keep : callable
        Takes each result.
    so_far : callable
        What is said, such as ``"12 of 100 deals"``.

    Returns
    -------
    int
        The exit status: 130 after an interrupt, otherwise 0.
    """
    said = time.monotonic()
    try:
        for result in found:
            keep(result)
            if time.monotonic() - said >= _SAID_EVERY:
                said = time.monotonic()
                print(so_far(), file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    return 0


def add_line(path: Path, result: dict[str, Any] | list[Any]) -> None:
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
