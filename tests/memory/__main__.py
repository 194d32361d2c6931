"""Measures this process and prints JSON; each measurement is a process of its own.

python -m tests.memory call "solve_many" --threads 8 --mb 4
python -m tests.memory loop solve --turns 100000
python -m tests.memory list
"""

import argparse
import json

from tests.memory.capped_calls import CALLS
from tests.memory.loops import LOOPS
from tests.memory.measuring import of_call, of_loop


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.memory")
    parser.add_argument("what", choices=("call", "loop", "list"))
    parser.add_argument("names", nargs="*", help="all of them where none is given")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--mb", type=int, default=4, help="the cap of a call")
    parser.add_argument("--turns", type=int, default=300, help="of a loop")
    parser.add_argument("--cycle", type=int, help="turns after which a loop begins anew")
    asked = parser.parse_args()
    every = {"call": [*CALLS], "loop": [*LOOPS]}
    if asked.what == "list":
        print(json.dumps(every, indent=1))
        return
    for name in asked.names or every[asked.what]:
        if asked.what == "call":
            found = {"mib": of_call(name, asked.threads, asked.mb)}
        else:
            found = of_loop(name, asked.turns, asked.cycle)._asdict()
        rounded = {key: round(value, 2) for key, value in found.items()}
        print(json.dumps({"name": name, **rounded}), flush=True)


if __name__ == "__main__":
    main()
