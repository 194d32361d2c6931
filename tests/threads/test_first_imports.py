"""Threads that load rooms at once, each in an order of its own: all of them, once, and no deadlock."""

from __future__ import annotations

from typing import Final

import pytest
from tests.repository.test_front_doors import LIBRARY
from tests.support.programs import run_program

#: What a program imports: the rooms, and the modules that are rooms of their own.
ROOMS: Final = [module for module in LIBRARY if module.count(".") == 1 and "._" not in module]

PROGRAM: Final = """
import random, sys, threading
from importlib import import_module

seed, *rooms = sys.argv[1:]
sys.setswitchinterval(1e-6)
together, found, errors = threading.Barrier(16), [None] * 16, []


def load(thread):
    order = random.Random(f"{seed} {thread}").sample(rooms, len(rooms))
    together.wait()
    try:
        found[thread] = {room: id(import_module(room)) for room in order}
    except BaseException as error:
        errors.append(repr(error))


threads = [threading.Thread(target=load, args=(thread,)) for thread in range(16)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(errors, all(each == found[0] for each in found))
"""


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.thorough) for n in range(1, 60))])
def test_sixteen_threads_import_rooms_in_random_orders(seed: int) -> None:
    assert len(ROOMS) > 15
    assert run_program(PROGRAM, seed, *ROOMS) == ["[] True"]
