"""One run at a time on an output: a lock that the system lets go when its process ends, however it does."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from whistsolve.errors import WhistError
from whistsolve.values.reading import shown

__all__ = ["only_run"]


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
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
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
