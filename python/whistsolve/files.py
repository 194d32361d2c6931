"""How files are written: whole or not at all, every byte or an error, and by one process at a time."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

# Whole rooms first, as threads that load several at once need one order.
import whistsolve.values  # noqa: F401
from whistsolve.errors import WhistError
from whistsolve.values.reading import shown

__all__ = ["only_run", "read_path", "sync_folder", "write_all", "write_whole"]


def read_path(path: object, what: str) -> Path:
    """The name of a file, checked to be one that a system can be asked for.

    Raises
    ------
    WhistError
        Where it is no text or path, empty, or holds what no name may.
    """
    if isinstance(path, (str, os.PathLike)):
        with suppress(TypeError, UnicodeError):  # of a path of bytes, and of half a character
            found = Path(path)
            if found.name and b"\0" not in os.fsencode(found):
                return found
    raise WhistError(f"{what} {shown(path)} is wrong: expected the name of a file")


def write_all(file: int, data: bytes, path: Path) -> None:
    """Write bytes to an open file: the system may take a part of them at a time.

    Raises
    ------
    OSError
        Where there is no room, with the name of the file; a part of the bytes may be in it then.
    """
    rest = memoryview(data)
    try:
        while rest:
            rest = rest[os.write(file, rest) :]
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is there as a whole or not at all, also if the power goes.

    What is no regular file, such as a terminal or a pipe, is written to as it is.

    Raises
    ------
    OSError
        Where it cannot be written; then what was there before still is.
    """
    path = Path(os.path.realpath(path))  # a link stays one
    if path.exists() and not path.is_file():
        file = _open(path)
        try:
            write_all(file, data, path)
        finally:
            os.close(file)
        return
    beside = path.with_name(f"{path.name}.new")
    file = _open(beside, os.O_CREAT | os.O_TRUNC)
    try:
        try:
            write_all(file, data, path)
            os.fsync(file)
        finally:
            os.close(file)
        os.replace(beside, path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    sync_folder(path.parent)


def _open(path: Path, flags: int = 0) -> int:
    return os.open(path, os.O_WRONLY | getattr(os, "O_BINARY", 0) | flags, 0o666)


def sync_folder(folder: Path) -> None:
    """Make new names in a folder safe on the disk, where the system can."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def only_run(output: Path) -> Iterator[None]:
    """A block that no two processes are in at once for the same output.

    Raises
    ------
    WhistError
        Where another run is in it.
    OSError
        Where the lock file beside the output cannot be made.
    """
    path = output.with_name(f"{output.name}.lock")
    while True:
        try:
            file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(output)) from None
        try:
            if not _locked(file):
                raise WhistError(
                    f"another run is writing to {shown(str(output))}: expected to begin once it has ended"
                )
            # The run before may have taken the file away between the two calls.
            if _is_same(file, path):
                break
        except BaseException:
            os.close(file)
            raise
        os.close(file)
    try:
        yield
    finally:
        if sys.platform == "win32":  # where nobody can take away what is open
            os.close(file)
            with suppress(OSError):
                path.unlink()
        else:
            with suppress(OSError):
                path.unlink()
            os.close(file)


def _is_same(file: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file), os.stat(path))
    except OSError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _locked(file: int) -> bool:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _locked(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
