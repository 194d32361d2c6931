"""Long lists of cases: some run by default, all others where ``-m thorough`` asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def by_default(chosen: int | Callable[[Any], bool], cases: Iterable[Any]) -> list[Any]:
    """The cases for ``parametrize``, all but the chosen ones marked ``thorough``.

    Chosen are the first so many, or those of which the function says so. A case is what ``parametrize``
    takes: a value, a tuple of values, or a ``pytest.param``.
    """
    found, kept = [], 0
    for number, case in enumerate(cases):
        if number < chosen if isinstance(chosen, int) else chosen(case):
            found.append(case)
            kept += 1
        elif hasattr(case, "marks"):
            found.append(pytest.param(*case.values, id=case.id, marks=[*case.marks, pytest.mark.thorough]))
        else:
            values = case if isinstance(case, tuple) else (case,)
            found.append(pytest.param(*values, marks=pytest.mark.thorough))
    assert kept, "a test without any case by default"
    return found
