"""A disk that gives way at the n-th call that changes something on it, for every n."""

import builtins
import errno
import io
import os
from contextlib import contextmanager

import pytest

#: What disks say when they fail: full, over the quota, broken, made read-only, without permission.
ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.EACCES)
_CHANGING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC


class Disk:
    """Counts calls, and fails from the ``at``-th on: all later ones too where it ``stays``, or it alone."""

    def __init__(self, at, error, *, stays):
        self.at, self.error, self.stays = at, error, stays
        self.calls = self.failed = 0

    def touch(self, name):
        """A call that changes something."""
        number = self.calls
        self.calls += 1
        if self.at is not None and (number == self.at or (self.stays and number > self.at)):
            self.failed += 1
            raise OSError(self.error, os.strerror(self.error), str(name))


class _File:
    """An open file of Python whose writes are counted."""

    def __init__(self, disk, file):
        self._disk, self._file = disk, file

    def write(self, data):
        self._disk.touch(self._file.name)
        return self._file.write(data)

    def truncate(self, size):
        self._disk.touch(self._file.name)
        return self._file.truncate(size)

    def __enter__(self):
        return self

    def __exit__(self, *how):
        self._file.close()

    def __getattr__(self, name):
        return getattr(self._file, name)


@contextmanager
def failing_disk(folder, at, error=errno.ENOSPC, *, stays):
    """A block in which a folder is on such a disk. A write that fails has written its first half before."""
    disk = Disk(at, error, stays=stays)
    inside = str(folder)
    real = {name: getattr(os, name) for name in ("open", "write", "replace", "unlink", "mkdir", "ftruncate")}
    real_open = builtins.open
    ours = set()

    def is_there(path):
        return not isinstance(path, int) and os.fspath(path).startswith(inside)

    def named(name):
        def call(path, *args, **options):
            if is_there(path):
                disk.touch(path)
            return real[name](path, *args, **options)

        return call

    def open_file(path, flags, *args, **options):
        if is_there(path) and flags & _CHANGING:
            disk.touch(path)
        file = real["open"](path, flags, *args, **options)
        ours.add(file) if is_there(path) else ours.discard(file)
        return file

    def write(file, data):
        if file not in ours:
            return int(real["write"](file, data))
        half = memoryview(data)[: max(1, len(data) // 2)]
        if disk.at is not None and disk.calls == disk.at and len(half) < len(data):
            disk.at += 1  # the rest is what there is no room for
        else:
            half = memoryview(data)
        disk.touch(file)
        return int(real["write"](file, half))

    def fsync(file):
        if file in ours:
            disk.touch(file)  # and nothing else: that power goes is not tried here

    def ftruncate(file, size):
        disk.touch(file)
        real["ftruncate"](file, size)

    def open_stream(path, mode="r", *args, **options):
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


def every(calls, step, first=0):
    """Which call fails, with which error, and whether all after it do: every ``step``-th call."""
    for number in range(first % step, calls, step):
        yield number, ERRORS[number // step % len(ERRORS)], number // step % 3 != 2
