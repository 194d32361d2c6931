"""How much a process grows: under a cap during one call, and from turn to turn of a loop."""

import gc
import sys
from array import array
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from tests.memory.capped_calls import CALLS
from tests.memory.loops import LOOPS

_MIB: Final = 1024.0
_STATUS: Final = Path("/proc/self/status")
#: Lets the peak begin anew.
CLEAR: Final = Path("/proc/self/clear_refs")
#: Looks at the process, evenly spread over a loop.
_LOOKS: Final = 15


class Growth(NamedTuple):
    """What a loop took more in the last third of its turns than in the middle one, medians of each.

    What is taken once, such as tables that are made when they are first asked for, is taken before that.
    """

    mib: float
    blocks: float  #: that Python's allocator has given out
    tracked: float  #: objects that its collector knows


def of_call(name: str, threads: int, memory_mb: int) -> float:
    """What a call takes at most beside what the process had, in MiB.

    The same call is made before with the smallest cap, so that models and modules that it needs are there.
    """
    call = CALLS[name]
    call(1, 1)
    gc.collect()
    before = _status("VmRSS")
    CLEAR.write_text("5")
    call(threads, memory_mb)
    return _status("VmHWM") - before


def of_loop(name: str, turns: int, cycle: int | None = None) -> Growth:
    """What a loop of so many turns takes; turns repeat after so many, or never."""
    loop = LOOPS[name]
    memory, blocks, tracked = (array("d", bytes(8 * _LOOKS)) for _ in range(3))
    gc.collect()
    gc.freeze()  # what is there now is not looked through again and again
    for look in range(_LOOKS):
        for number in range(turns * look // _LOOKS, turns * (look + 1) // _LOOKS):
            loop(number if cycle is None else number % cycle)
        gc.collect()
        blocks[look], tracked[look] = sys.getallocatedblocks(), len(gc.get_objects())
        memory[look] = _status("VmRSS")
    return Growth(_risen(memory), _risen(blocks), _risen(tracked))


def _risen(values: "array[float]") -> float:
    third = len(values) // 3
    return median(values[2 * third :]) - median(values[third : 2 * third])


def _status(name: str) -> float:
    """A number of MiB of this process."""
    for line in _STATUS.read_text("ascii").splitlines():
        if line.startswith(name + ":"):
            return int(line.split()[1]) / _MIB
    raise AssertionError(f"there is no {name} in {_STATUS}")
