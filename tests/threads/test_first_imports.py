"""Threads that use public names for the first time at once, each in an order of its own: no deadlock."""

from typing import Final

import pytest
from tests.support.programs import run_program
from tests.support.thorough import by_default

import whistsolve

PROGRAM: Final = """
import random, sys, threading
import whistsolve

seed, *names = sys.argv[1:]
sys.setswitchinterval(1e-6)
together, found, errors = threading.Barrier(16), [None] * 16, []


def load(thread):
    order = random.Random(f"{seed} {thread}").sample(names, len(names))
    together.wait()
    try:
        found[thread] = {name: id(getattr(whistsolve, name)) for name in order}
    except BaseException as error:
        errors.append(repr(error))


threads = [threading.Thread(target=load, args=(thread,)) for thread in range(16)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(errors, all(each == found[0] for each in found))
"""


@pytest.mark.parametrize("seed", by_default(1, range(60)))
def test_sixteen_threads_use_names_in_random_orders(seed: int) -> None:
    assert run_program(PROGRAM, seed, *whistsolve.__all__) == ["[] True"]
