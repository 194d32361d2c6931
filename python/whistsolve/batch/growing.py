"""A file of lines that grows, and can be cut back to any earlier state."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from whistsolve.errors import WhistError
from whistsolve.files import write_all
from whistsolve.values.reading import shown

__all__ = ["GrowingFile"]

_BLOCK = 1 << 20


class GrowingFile:
    """Lines that are only ever added; nothing of them waits in this process.

    Parameters
    ----------
    path : Path
    lazy : bool
        Whether the file is made with its first line, and no file stands for one without lines.
    """

    def __init__(self, path: Path, *, lazy: bool = False) -> None:
        self.path: Path = path
        self._lazy = lazy
        self._file: int | None = None
        self._bytes = self._sum = 0
        #: Lines that `recover` kept.
        self.lines: int = 0

    def begin(self) -> None:
        """Make it empty."""
        self.close()
        self._bytes = self._sum = 0
        if self._lazy:
            self.path.unlink(missing_ok=True)
        else:
            self._open()
            self._cut(0)

    def restore(self, state: Mapping[str, Any]) -> bool:
        """Cut it back to a state that `sync` gave; whether it still had all that it held then.

        Raises
        ------
        WhistError
            Where it holds something else.
        """
        self.close()
        size, total = int(state["bytes"]), int(state["crc32"])
        if self._lazy and not size:
            self.begin()
            return True
        self._open()
        assert self._file is not None
        have, found = 0, 0
        while have < size and (block := os.read(self._file, min(_BLOCK, size - have))):
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
        """Keep the whole lines of items with numbers below one; the number after the last one kept."""
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
        """Add lines, without their ends.

        Raises
        ------
        OSError
            Where there is no room; a part of the lines may be in the file then.
        """
        if not lines:
            return
        if self._file is None:
            self._open()
            self._cut(0)
        assert self._file is not None
        data = "".join(f"{line}\n" for line in lines).encode("ascii")
        write_all(self._file, data, self.path)
        self._bytes += len(data)
        self._sum = zlib.crc32(data, self._sum)

    def sync(self) -> dict[str, int]:
        """Make all lines safe on the disk; the state that they are in."""
        if self._file is not None:
            os.fsync(self._file)
        return {"bytes": self._bytes, "crc32": self._sum}

    def close(self) -> None:
        """Close it."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _open(self) -> None:
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
        self._file = os.open(self.path, flags, 0o666)

    def _cut(self, size: int) -> None:
        assert self._file is not None
        os.ftruncate(self._file, size)
        os.lseek(self._file, size, os.SEEK_SET)


def _number_of(line: bytes) -> int | None:
    """The number of the item of a line, where it is a whole one."""
    try:
        number = json.loads(line)["number"] if line.endswith(b"\n") else None
    except (ValueError, KeyError, TypeError):
        return None
    return number if isinstance(number, int) else None
