"""What a process takes: pages of memory now and at most so far, and the objects of Python."""

import gc
import sys
from pathlib import Path
from typing import Final, NamedTuple

import pytest

MIB: Final = 1024.0
_STATUS: Final = Path("/proc/self/status")
_CLEAR: Final = Path("/proc/self/clear_refs")

needs_proc = pytest.mark.skipif(not _CLEAR.exists(), reason="the system has no /proc/self/clear_refs")


class Objects(NamedTuple):
    """What is left after a collection.

    Attributes
    ----------
    blocks : int
        Blocks that Python's allocator has given out.
    tracked : int
        Objects that its collector knows.
    """

    blocks: int
    tracked: int


def resident() -> float:
    """Memory of this process in MiB."""
    return _status("VmRSS")


def peak() -> float:
    """The most that it has been since `forget_peak`, in MiB."""
    return _status("VmHWM")


def forget_peak() -> None:
    """Lets `peak` begin anew."""
    _CLEAR.write_text("5")


def kept_objects() -> Objects:
    """What is alive, once all garbage is collected."""
    gc.collect()
    return Objects(sys.getallocatedblocks(), len(gc.get_objects()))


def _status(name: str) -> float:
    for line in _STATUS.read_text("ascii").splitlines():
        if line.startswith(name + ":"):
            return int(line.split()[1]) / MIB
    raise AssertionError(f"there is no {name} in {_STATUS}")
