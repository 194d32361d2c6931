"""A disk that gives way at the n-th call that changes something on it, for every n."""

from __future__ import annotations

import builtins
import errno
import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

#: What disks say when they fail: full, over the quota, broken, made read-only, without permission.
ERRORS: Final = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.EACCES)
_CHANGING: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC


class Disk:
    """Counts calls, and fails from the ``at``-th on: all later ones too where it ``stays``, or it alone."""

    def __init__(self, at: int | None, error: int, *, stays: bool) -> None:
        self.at, self.error, self.stays = at, error, stays
        self.calls = self.failed = 0

    def touch(self, name: object) -> None:
        """A call that changes something."""
        number = self.calls
        self.calls += 1
        if self.at is not None and (number == self.at or (self.stays and number > self.at)):
            self.failed += 1
            raise OSError(self.error, os.strerror(self.error), str(name))


class _File:
    """An open file of Python whose writes are counted."""

    def __init__(self, disk: Disk, file: Any) -> None:
        self._disk, self._file = disk, file

    def write(self, data: Any) -> Any:
        self._disk.touch(self._file.name)
        return self._file.write(data)

    def truncate(self, size: int) -> Any:
        self._disk.touch(self._file.name)
        return self._file.truncate(size)

    def __enter__(self) -> _File:
        return self

    def __exit__(self, *how: object) -> None:
        self._file.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


@contextmanager
def failing_disk(folder: Path, at: int | None, error: int = errno.ENOSPC, *, stays: bool) -> Iterator[Disk]:
    """A block in which a folder is on such a disk. A write that fails has written its first half before."""
    disk = Disk(at, error, stays=stays)
    inside = str(folder)
    real = {name: getattr(os, name) for name in ("open", "write", "replace", "unlink", "mkdir", "ftruncate")}
    real_open = builtins.open
    ours: set[int] = set()

    def is_there(path: Any) -> bool:
        return not isinstance(path, int) and os.fspath(path).startswith(inside)

    def named(name: str) -> Any:
        def call(path: Any, *args: Any, **options: Any) -> Any:
            if is_there(path):
                disk.touch(path)
            return real[name](path, *args, **options)

        return call

    def open_file(path: Any, flags: int, *args: Any, **options: Any) -> int:
        if is_there(path) and flags & _CHANGING:
            disk.touch(path)
        file: int = real["open"](path, flags, *args, **options)
        ours.add(file) if is_there(path) else ours.discard(file)
        return file

    def write(file: int, data: Any) -> int:
        if file not in ours:
            return int(real["write"](file, data))
        half = memoryview(data)[: max(1, len(data) // 2)]
        if disk.at is not None and disk.calls == disk.at and len(half) < len(data):
            disk.at += 1  # the rest is what there is no room for
        else:
            half = memoryview(data)
        disk.touch(file)
        return int(real["write"](file, half))

    def fsync(file: int) -> None:
        if file in ours:
            disk.touch(file)  # and nothing else: that power goes is not tried here

    def ftruncate(file: int, size: int) -> None:
        disk.touch(file)
        real["ftruncate"](file, size)

    def open_stream(path: Any, mode: str = "r", *args: Any, **options: Any) -> Any:
        if not is_there(path) or not set(mode) & set("wax+"):
            return real_open(path, mode, *args, **options)
        disk.touch(path)
        file = real_open(path, mode, *args, **options)
        ours.add(file.fileno())
        return _File(disk, file)

    with pytest.MonkeyPatch.context() as patch:
        for name in ("replace", "unlink", "mkdir"):
            patch.setattr(os, name, named(name))
        patch.setattr(os, "open", open_file)
        patch.setattr(os, "write", write)
        patch.setattr(os, "fsync", fsync)
        patch.setattr(os, "ftruncate", ftruncate)
        patch.setattr(builtins, "open", open_stream)
        patch.setattr(io, "open", open_stream)  # by which paths are opened
        yield disk


def every(calls: int, step: int, first: int = 0) -> Iterator[tuple[int, int, bool]]:
    """Which call fails, with which error, and whether all after it do: every ``step``-th call."""
    for number in range(first % step, calls, step):
        yield number, ERRORS[number // step % len(ERRORS)], number // step % 3 != 2
