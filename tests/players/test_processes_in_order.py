"""Work shared among processes whose results come in order."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.support.tasks import dies_at_five, double

from whistsolve.players.processes import WorkerDied, in_order


@pytest.mark.parametrize("processes", [1, 3])
def test_results_in_order_and_never_too_many_ahead(processes: int) -> None:
    taken = 0

    def tasks() -> Iterator[int]:
        nonlocal taken
        for number in range(12):
            taken += 1
            assert taken - len(found) <= 4
            yield number

    found: list[int] = []
    for result in in_order(double, tasks(), processes, 4):
        found.append(result)
    assert found == [2 * number for number in range(12)]


def test_a_task_over_which_processes_die_is_named() -> None:
    with pytest.raises(WorkerDied) as caught:
        list(in_order(dies_at_five, range(9), 2, 4))
    assert caught.value.task == 5
