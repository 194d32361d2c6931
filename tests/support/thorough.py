"""Long tests and long lists of cases: they are made only where ``-m`` asks for them.

`conftest.py` sets ``wanted``. By default it is false, and what is marked ``thorough`` is neither generated
nor collected; with ``-m thorough`` these tests run alone, and with ``-m ""`` beside all others.
"""

import itertools
from collections.abc import Callable, Iterable
from typing import Any

import pytest

#: Whether thorough cases are to be made: unless ``-m`` says "not thorough", as it does by default.
wanted = True


def by_default(chosen: int | Callable[[Any], bool], cases: Iterable[Any]) -> list[Any]:
    """The cases for ``parametrize`` that always run and, where wanted, all others, marked ``thorough``.

    Chosen are the first cases, by their number, or those for which a function is true. A case is what
    ``parametrize`` takes: a value, a tuple of values, or a ``pytest.param``.
    """
    found, kept = [], 0
    for number, case in enumerate(cases):
        if number < chosen if isinstance(chosen, int) else chosen(case):
            found.append(case)
            kept += 1
        elif not wanted:
            if isinstance(chosen, int):
                break
        elif hasattr(case, "marks"):
            found.append(pytest.param(*case.values, id=case.id, marks=[*case.marks, pytest.mark.thorough]))
        else:
            values = case if isinstance(case, tuple) else (case,)
            found.append(pytest.param(*values, marks=pytest.mark.thorough))
    assert kept, "a test without any case by default"
    return found


def every_second(cases: Iterable[Any]) -> list[Any]:
    """The cases of which the first, third and so on always run, and the others where wanted."""
    turns = itertools.cycle((True, False))
    return by_default(lambda _: next(turns), cases)
