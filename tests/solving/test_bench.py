"""The fixed bench: the same work every time, whatever the number of threads; what it reports; hard deals."""

import dataclasses
import json
from itertools import permutations, product

import numpy as np
import pytest

import whistsolve as ws
from whistsolve import _core, cli
from whistsolve._internal.arguments import DEFAULT_MEMORY_MB, Resources, read_strains
from whistsolve.cli import bench as verb
from whistsolve.dealing import random_deals
from whistsolve.solving.batch.cells import CellBounds, solve_cells
from whistsolve.solving.bench.fixed import (
    BENCH_KINDS,
    BenchResult,
    run_bench,
    run_hard_bench,
)
from whistsolve.solving.bench.hard_deals import HARD_DEALS, HARD_STRAINS, HardDeal
from whistsolve.solving.bench.timing import Percentiles, solvers_for, time_cells
from whistsolve.solving.engine_rules import EngineRules

#: The fields of ``whistsolve bench --json``; all but the last are those of the result.
FIELDS = {
    "deals", "cells", "nodes", "tricks_checksum", "seconds", "cell_ms", "threads", "memory_mb",
    "peak_memory_mb", "architecture", "nodes_per_second",
}  # fmt: skip


@pytest.fixture(scope="module")
def once() -> BenchResult:
    return run_bench(deals=1)


def test_the_same_work_and_the_same_answers_again(once: BenchResult) -> None:
    for threads in (1, 2, 3):
        again = run_bench(deals=1, threads=threads)
        assert (again.nodes, again.tricks_checksum) == (once.nodes, once.tricks_checksum)
        assert (again.deals, again.architecture) == (once.deals, once.architecture)


def test_what_a_bench_reports(once: BenchResult) -> None:
    assert {field.name for field in dataclasses.fields(once)} == FIELDS - {"nodes_per_second"}
    assert once.deals >= 5, "one deal of each kind"
    assert once.cells == 2 * once.deals
    assert (once.threads, once.memory_mb) == (1, DEFAULT_MEMORY_MB)
    assert once.nodes_per_second == once.nodes / once.seconds
    spread = once.cell_ms
    assert 0 < spread.p50 <= spread.p90 <= spread.p99 <= spread.max <= 1e3 * once.seconds
    assert once.nodes > 1000
    # Two strains a deal, with every hand leading: some tricks for each deal, and no more than there are.
    assert once.deals < once.tricks_checksum < once.deals * 2 * 5 * 13
    assert 0 < once.seconds < 600
    assert once.peak_memory_mb >= 0
    assert once.architecture in ("avx2", "portable")
    with pytest.raises(dataclasses.FrozenInstanceError):
        once.nodes = 0  # type: ignore[misc]


def test_progress_counts_the_deals_of_every_kind(once: BenchResult) -> None:
    seen: list[tuple[int, int]] = []
    for threads in (1, 2):
        seen.clear()
        run_bench(deals=1, threads=threads, progress=lambda done, total: seen.append((done, total)))
        assert seen == [(done, once.deals) for done in range(1, once.deals + 1)]


def test_the_command_prints_the_fields(once: BenchResult, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", "--deals", "1", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert set(said) == FIELDS
    assert set(said["cell_ms"]) == {"p50", "p90", "p99", "max"}
    assert said["nodes_per_second"] > 0
    assert {name: said[name] for name in ("deals", "nodes", "tricks_checksum", "architecture")} == {
        "deals": once.deals,
        "nodes": once.nodes,
        "tricks_checksum": once.tricks_checksum,
        "architecture": once.architecture,
    }


# -------------------------------------------------------------------------------------- cells and their times


@pytest.mark.parametrize("kind", range(len(BENCH_KINDS)))
def test_cells_one_by_one_are_those_of_a_batch(kind: int) -> None:
    preset, options, names = BENCH_KINDS[kind]
    rules = ws.Rules.preset(preset, **options)
    strains = read_strains(names)
    hands = random_deals(2, 7, rules)[:, : rules.dealt_hands]
    engine_rules = EngineRules(rules, hands.shape[1])
    batch = _core.Batch(1, DEFAULT_MEMORY_MB << 20)
    cells = CellBounds.unknown(2, engine_rules.seats, len(strains))
    solve_cells(batch, engine_rules, hands, strains, cells)
    for threads in (1, 2):
        timed = time_cells(solvers_for(Resources(threads, DEFAULT_MEMORY_MB)), engine_rules, hands, strains)
        assert np.array_equal(timed.tricks, cells.low)
        assert timed.nodes.sum() == batch.nodes
        assert timed.seconds.shape == timed.nodes.shape == (2, len(strains))
        assert (timed.seconds > 0).all()
        assert timed.elapsed * threads >= timed.seconds.sum()


def test_percentiles_are_times_that_were_measured() -> None:
    times = np.arange(1, 201)[::-1] / 1000
    assert Percentiles.of_seconds(times.reshape(2, 100)) == Percentiles(100, 180, 198, 200)
    assert Percentiles.of_seconds([0.25]) == Percentiles(250, 250, 250, 250)
    assert Percentiles.of_seconds([0.5, 0.25]) == Percentiles(250, 500, 500, 500)


# ------------------------------------------------------------------------------------------------- hard deals

#: Easy at that: every hand has all cards of one suit. Trumps take all; without trumps the leader's suit does.
EASY = HardDeal(
    "easy",
    "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432",
    ((13, 0, 13, 0, 13), (0, 13, 0, 13, 13), (13, 0, 13, 0, 13), (0, 13, 0, 13, 13)),
)
#: The same with two answers changed.
WRONG = HardDeal("wrong", EASY.deal, (EASY.tricks[0], (0, 13, 1, 13, 13), (13, 0, 13, 0, 12), EASY.tricks[3]))
WORDS = ("wrong, D+, E leads: 0 tricks, 1 known", "wrong, NT+, S leads: 13 tricks, 12 known")


@pytest.mark.parametrize("threads", [1, 2])
def test_hard_deals_are_held_against_what_is_known(threads: int) -> None:
    seen: list[tuple[int, int]] = []
    found = run_hard_bench(
        [EASY, WRONG], threads=threads, memory_mb=2, progress=lambda done, total: seen.append((done, total))
    )
    assert seen == [(done, 10) for done in range(1, 11)]
    easy, wrong = found.deals
    assert (easy.name, easy.deal, easy.wrong) == ("easy", EASY.deal, ())
    assert wrong.wrong == WORDS and found.wrong == WORDS
    assert easy.nodes == wrong.nodes, "a deal begins with empty tables"
    assert found.nodes == easy.nodes + wrong.nodes
    assert found.seconds == easy.seconds + wrong.seconds > 0
    assert len(easy.strain_seconds) == len(HARD_STRAINS)
    assert 0 < max(easy.strain_seconds) <= easy.seconds
    assert found.peak_memory_mb == wrong.peak_memory_mb >= easy.peak_memory_mb
    assert (found.threads, found.memory_mb, found.architecture) == (threads, 2, _core.architecture())


@pytest.mark.parametrize("hard", HARD_DEALS, ids=lambda hard: hard.name)
def test_known_answers_turn_as_their_deal_does(hard: HardDeal) -> None:
    deal = ws.Deal.from_text(hard.deal)
    assert (deal.seats, deal.hand_size) == (4, 13)
    suits = [text.split(".") for text in hard.deal[2:].split()]
    turns = 0
    for turn, order in product(range(4), permutations(range(4))):
        # The hand a turn further has the suits of this one in another order: so have its answers.
        if all(suits[(seat + turn) % 4][order[s]] == suits[seat][s] for seat in range(4) for s in range(4)):
            turns += 1
            for seat, (row, other) in enumerate(
                (hard.tricks[n], hard.tricks[(n + turn) % 4]) for n in range(4)
            ):
                assert [other[s] for s in (*order, 4)] == list(row), (turn, seat)
    assert turns == 4
    assert len({each.name for each in HARD_DEALS}) == len(HARD_DEALS) == 3


def test_the_command_solves_hard_deals(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(verb, "HARD_DEALS", (EASY, WRONG))
    assert cli.main(["bench", "--hard", "--only", "easy", "--memory-mb", "2"]) == 0
    head, line = capsys.readouterr().out.splitlines()
    assert head.split() == ["deal", "seconds", "nodes", "nodes/second", "peak", "MiB", "wrong"]
    nodes = run_hard_bench([EASY], memory_mb=2).nodes
    assert line.split()[0] == "easy" and line.split()[2] == str(nodes) and line.split()[-1] == "0"

    assert cli.main(["bench", "--hard", "--threads", "2", "--memory-mb", "2", "--json"]) == 1
    said, error = capsys.readouterr()
    assert error == f"whistsolve: error: wrong answers: {'; '.join(WORDS)}\n"
    found = json.loads(said)
    assert set(found) == {
        "deals", "nodes", "seconds", "threads", "memory_mb", "peak_memory_mb", "architecture"
    }  # fmt: skip
    assert (found["threads"], found["memory_mb"], found["nodes"]) == (2, 2, 2 * nodes)
    assert [each["name"] for each in found["deals"]] == ["easy", "wrong"]
    assert [each["wrong"] for each in found["deals"]] == [[], list(WORDS)]
    for each in found["deals"]:
        assert set(each) == {
            "name", "deal", "nodes", "seconds", "nodes_per_second", "strain_seconds", "peak_memory_mb",
            "wrong",
        }  # fmt: skip
        assert list(each["strain_seconds"]) == list(HARD_STRAINS)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--hard", "--deals", "1"], "--deals and --hard"),
        (["--only", "two-suits"], "--only is given without --hard"),
        (["--hard", "--only", "three"], "--only 'three' is no hard deal: expected four-voids or"),
        (["--hard", "--memory-mb", "0"], "memory_mb 0"),
        (["--threads", "0"], "threads 0"),
    ],
)
def test_arguments_that_do_not_go_together(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["bench", *arguments]) == 2
    said, error = capsys.readouterr()
    assert said == "" and words in error
