"""What a batch keeps on disk: a manifest, and files of lines that can be cut back to an earlier state."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from whistsolve._internal.files import write_all, write_whole
from whistsolve._internal.reading import shown
from whistsolve.errors import WhistError

#: Version of the format of manifests and outputs.
_FORMAT: Final = 1
_KIND: Final = "whistsolve_batch"
_BLOCK: Final = 1 << 20


def check_same_run(name: str, before: Any, now: Any) -> None:
    """Check that a file was begun with the values that the run has now, both as JSON types."""
    difference = _first_difference(before, now, "")
    if difference:
        raise WhistError(f"{name} was begun with {difference}: expected the same to go on with it")


def _first_difference(before: Any, now: Any, name: str) -> str:
    if isinstance(before, dict) and isinstance(now, dict):
        for key in [*now, *(key for key in before if key not in now)]:
            found = _first_difference(before.get(key), now.get(key), f"{name}.{key}" if name else key)
            if found:
                return found
        return ""
    return "" if before == now else f"{name} {shown(before)} and not {shown(now)}"


class Manifest:
    """A JSON file beside an output, replaced as a whole each time more of the output is flushed to disk.

    `question` is everything that the output depends on, as JSON types.
    """

    def __init__(self, output: Path, question: Mapping[str, object]) -> None:
        self._output = output
        self.path: Path = output.with_name(f"{output.name}.manifest.json")
        self.errors: Path = output.with_name(f"{output.name}.errors.jsonl")
        self._question: dict[str, Any] = json.loads(json.dumps({_KIND: _FORMAT, **question}))

    def write(self, state: Mapping[str, object]) -> None:
        """Write the manifest with the state of the output, which must already be on disk."""
        text = json.dumps({**self._question, "state": state}, indent=1)
        write_whole(self.path, f"{text}\n".encode())

    def read(self) -> dict[str, Any]:
        """The state of the output; a `WhistError` if it belongs to another run."""
        try:
            found = json.loads(self.path.read_bytes())
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict) or _KIND not in found or not isinstance(found.get("state"), dict):
            raise WhistError(
                f"{shown(str(self.path))} is no manifest of a batch: expected one that was written"
            )
        state: dict[str, Any] = found.pop("state")
        check_same_run(shown(self._output.name), found, self._question)
        return state


class GrowingFile:
    """A file that grows line by line; no line is buffered in this process.

    A `lazy` file is created with its first line, not before.
    """

    def __init__(self, path: Path, *, lazy: bool = False) -> None:
        self.path: Path = path
        self._lazy = lazy
        self._file: int | None = None
        self._bytes = self._sum = 0
        #: Number of lines that `recover` kept.
        self.lines: int = 0

    def begin(self) -> None:
        """Empty the file, or remove a lazy one."""
        self.close()
        self._bytes = self._sum = 0
        if self._lazy:
            self.path.unlink(missing_ok=True)
        else:
            self._cut(0)

    def restore(self, state: Mapping[str, Any]) -> bool:
        """Cut the file back to a state that `sync` returned; false if it has become shorter since."""
        self.close()
        size, total = int(state["bytes"]), int(state["crc32"])
        if self._lazy and not size:
            self.begin()
            return True
        file = self._opened()
        have, found = 0, 0
        while have < size and (block := os.read(file, min(_BLOCK, size - have))):
            found = zlib.crc32(block, found)
            have += len(block)
        if have < size:
            return False
        if found != total:
            self.close()
            raise WhistError(
                f"{shown(str(self.path))} was changed since it was written: expected its first {size} bytes"
                " as they were; to overwrite it begins anew"
            )
        self._cut(size)
        self._bytes, self._sum = size, total
        return True

    def recover(self, below: int) -> int:
        """Keep whole lines from the start, of items before `below`; returns the number after the last."""
        self.close()
        after = size = total = lines = 0
        if self.path.exists():
            with open(self.path, "rb") as file:
                for line in file:
                    number = _number_of(line)
                    if number is None or not after <= number < below:
                        break
                    after, size, total = number + 1, size + len(line), zlib.crc32(line, total)
                    lines += 1
        self.lines = lines
        self.restore({"bytes": size, "crc32": total})
        return after

    def add(self, lines: Sequence[str]) -> None:
        """Append lines, given without line ends. After an `OSError` the file may have some of them."""
        if not lines:
            return
        if self._file is None:
            self._cut(0)
        data = "".join(f"{line}\n" for line in lines).encode("ascii")
        write_all(self._opened(), data, self.path)
        self._bytes += len(data)
        self._sum = zlib.crc32(data, self._sum)

    def sync(self) -> dict[str, Any]:
        """Flush all lines to disk; returns the state for `restore`."""
        if self._file is not None:
            os.fsync(self._file)
        return {"bytes": self._bytes, "crc32": self._sum}

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _opened(self) -> int:
        if self._file is None:
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
            self._file = os.open(self.path, flags, 0o666)
        return self._file

    def _cut(self, size: int) -> None:
        os.ftruncate(self._opened(), size)
        os.lseek(self._opened(), size, os.SEEK_SET)


def _number_of(line: bytes) -> int | None:
    """The number of the item of a line; ``None`` if the line is not whole."""
    try:
        number = json.loads(line)["number"] if line.endswith(b"\n") else None
    except (ValueError, KeyError, TypeError):
        return None
    return number if isinstance(number, int) else None
