"""The manifest beside an output: what was asked of what input, and how far the output has come."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from whistsolve.errors import WhistError
from whistsolve.files import write_whole
from whistsolve.values.reading import shown

__all__ = ["Manifest"]

#: Of the form of manifests and outputs.
_FORMAT: Final = 1
_KIND: Final = "whistsolve_batch"


class Manifest:
    """A file of JSON beside an output, replaced as a whole whenever more of the output is safe on the disk.

    Parameters
    ----------
    output : Path
        What it belongs to; its own name ends in ``.manifest.json``.
    question : mapping
        Everything that the output depends on, as plain values.
    """

    def __init__(self, output: Path, question: Mapping[str, object]) -> None:
        self._output = output
        self.path: Path = output.with_name(f"{output.name}.manifest.json")
        self._question: dict[str, Any] = json.loads(json.dumps({_KIND: _FORMAT, **question}))

    def exists(self) -> bool:
        """Whether the output has one."""
        return self.path.exists()

    def remove(self) -> None:
        """Take it away, where there is one."""
        self.path.unlink(missing_ok=True)

    def write(self, state: Mapping[str, object]) -> None:
        """Write it with the state of the output, which is safe on the disk by now."""
        text = json.dumps({**self._question, "state": state}, indent=1)
        write_whole(self.path, f"{text}\n".encode())

    def read(self) -> dict[str, Any]:
        """The state of the output.

        Raises
        ------
        WhistError
            Where it is that of another run: names the first difference.
        """
        try:
            found = json.loads(self.path.read_bytes())
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict) or _KIND not in found or not isinstance(found.get("state"), dict):
            raise WhistError(
                f"{shown(str(self.path))} is no manifest of a batch: expected one that was written"
            )
        state: dict[str, Any] = found.pop("state")
        difference = _first_difference(found, self._question, "")
        if difference:
            raise WhistError(
                f"{shown(self._output.name)} was begun with {difference}:"
                " expected the same to go on with it; to overwrite it begins anew"
            )
        return state


def _first_difference(before: Any, now: Any, name: str) -> str:
    """In words, empty where there is none."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key in [*now, *(key for key in before if key not in now)]:
            found = _first_difference(before.get(key), now.get(key), f"{name}.{key}" if name else key)
            if found:
                return found
        return ""
    return "" if before == now else f"{name} {shown(before)} and not {shown(now)}"
