"""Measures this process and prints JSON; each measurement is a process of its own.

How much it grows under a cap during one call, and from turn to turn of a loop:

python -m tests.memory call "solve_many" --threads 8 --mb 4
python -m tests.memory loop solve --turns 100000
"""

import argparse
import ctypes
import gc
import json
import sys
from array import array
from pathlib import Path
from statistics import median

from tests.memory.capped_calls import CALLS
from tests.memory.loops import LOOPS

_STATUS = Path("/proc/self/status")
#: Lets the peak begin anew.
CLEAR = Path("/proc/self/clear_refs")
#: Looks at the process, evenly spread over a loop.
_LOOKS = 15
#: Gives free memory back to the system, which glibc does when it likes: what is free has not grown.
TRIM = getattr(ctypes.CDLL(None) if _STATUS.exists() else None, "malloc_trim", int)


def of_call(name, threads, memory_mb):
    """What a call takes at most beside what the process had, in MiB.

    The same call is made before with the smallest cap, so that models and modules that it needs are there.
    """
    call = CALLS[name]
    call(1, 1)
    gc.collect()
    before = _mib_of("VmRSS")
    CLEAR.write_text("5")
    call(threads, memory_mb)
    return {"mib": _mib_of("VmHWM") - before}


def of_loop(name, turns, cycle=None):
    """What a loop took more in the last third of its turns than in the middle one, medians of each.

    MiB, blocks that Python's allocator has given out, and objects that its collector knows; what is taken
    once, such as tables when they are first asked for, is taken before. Turns repeat after a cycle, or never.
    """
    loop = LOOPS[name]
    seen = {kind: array("d", bytes(8 * _LOOKS)) for kind in ("mib", "blocks", "tracked")}
    gc.collect()
    gc.freeze()  # what is there now is not looked through again and again
    for look in range(_LOOKS):
        for number in range(turns * look // _LOOKS, turns * (look + 1) // _LOOKS):
            loop(number if cycle is None else number % cycle)
        gc.collect()
        seen["blocks"][look], seen["tracked"][look] = sys.getallocatedblocks(), len(gc.get_objects())
        TRIM(0)
        seen["mib"][look] = _mib_of("VmRSS")
    third = _LOOKS // 3
    return {
        kind: median(values[2 * third :]) - median(values[third : 2 * third]) for kind, values in seen.items()
    }


def _mib_of(name):
    (line,) = (line for line in _STATUS.read_text("ascii").splitlines() if line.startswith(name + ":"))
    return int(line.split()[1]) / 1024


def main():
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.memory")
    parser.add_argument("what", choices=("call", "loop"))
    parser.add_argument("names", nargs="*", help="all of them where none is given")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--mb", type=int, default=4, help="the cap of a call")
    parser.add_argument("--turns", type=int, default=300, help="of a loop")
    parser.add_argument("--cycle", type=int, help="turns after which a loop begins anew")
    asked = parser.parse_args()
    for name in asked.names or (CALLS if asked.what == "call" else LOOPS):
        if asked.what == "call":
            found = of_call(name, asked.threads, asked.mb)
        else:
            found = of_loop(name, asked.turns, asked.cycle)
        print(
            json.dumps({"name": name, **{kind: round(each, 2) for kind, each in found.items()}}), flush=True
        )


if __name__ == "__main__":
    main()
