"""``memory_mb`` holds for all threads together, and small caps give the answers of large ones."""

import pytest
from tests.memory.capped_calls import CALLS
from tests.memory.process import needs_proc
from tests.memory.test_growth import measured
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve._internal.arguments import Resources
from whistsolve.runs.rows import QuestionOptions

#: MiB beside the tables, 3.9 as measured: stacks and pools of threads, lists of discards, rows of layouts.
MOST_BESIDE = 6.0
#: The least that tables may take, where that is more than the cap.
LEAST = {"alpha_mu, 64 layouts": 64 * 192 / 1024}


def test_there_is_a_mib_for_each_thread() -> None:
    for threads, memory, used, each in ((8, 1, 1, 1), (8, 4, 4, 1), (2, 5, 2, 2), (1, 64, 1, 64)):
        resources = Resources.read(threads, memory)
        assert (resources.threads, resources.memory_mb) == (used, memory)
        assert resources.of_one_thread() == Resources(1, each)
        options = QuestionOptions(ws.Rules.preset("bid_whist"), (), {}, threads, memory)
        assert options.resources == resources


@pytest.mark.parametrize("seed", range(3))
def test_the_smallest_cap_gives_the_answers_of_the_largest(seed: int) -> None:
    rules = ws.Rules.preset("bid_whist", hand_size=5, kitty_size=2, lowest_rank=10, bid_base=0)
    deal, hands = ws.Deal.random(seed, rules), ws.Deal(ws.Deal.random(seed, rules).hands)
    found = []
    for memory in (1, 256):
        solver = ws.Solver(memory_mb=memory)
        more = {"rules": rules, "memory_mb": memory}
        found.append(
            (
                [solver.solve(hands, strain, "N", rules=rules).tricks for strain in ("S+", "NT-")],
                solver.solve_cards(hands, "S+", "E", rules=rules),
                ws.table(hands, threads=8, **more),
                ws.table(deal, kitty="optimal", strains=["S+"], threads=8, **more).to_numpy().tolist(),
                ws.optimal_discards(deal, "NT+", "N", **more),
                ws.Discards(deal, "H-", "E", **more).count(),
                ws.Discards(deal, "S+", "N", **more).values([list(deal.hands[0])[:2]]),
                ws.solve_many([hands] * 3, ["S+", "NT+"], threads=8, **more).tolist(),
                str(ws.par(deal, "N", threads=8, **more)),
            )
        )
    assert found[0] == found[1]


@needs_proc
@pytest.mark.parametrize("name", by_default(lambda name: name == "table(kitty)", sorted(CALLS)))
def test_the_process_grows_by_little_beyond_the_cap(name: str) -> None:
    """Eight threads with 4 MiB once took 8 MiB for their tables."""
    (found,) = measured("call", name, "--threads", "8", "--mb", "4")
    assert found["mib"] <= max(4, LEAST.get(name, 0)) + MOST_BESIDE, found
