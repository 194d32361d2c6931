"""The fixed bench: the same work every time, whatever the number of threads, and what it reports."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest

import whistsolve as ws
from whistsolve import cli
from whistsolve.solving.bench import BENCH_DEALS, BenchResult, run_bench

#: The fields of ``whistsolve bench --json``.
FIELDS = {"deals", "nodes", "tricks_checksum", "seconds", "peak_memory_mb", "architecture"}


@pytest.fixture(scope="module")
def once() -> BenchResult:
    return run_bench(deals=1)


def test_the_same_work_and_the_same_answers_again(once: BenchResult) -> None:
    for threads in (1, 2, 3):
        again = run_bench(deals=1, threads=threads)
        assert (again.nodes, again.tricks_checksum) == (once.nodes, once.tricks_checksum)
        assert (again.deals, again.architecture) == (once.deals, once.architecture)


def test_more_deals_are_more_work(once: BenchResult) -> None:
    two = run_bench(deals=2, threads=2)
    assert two.deals == 2 * once.deals
    assert two.nodes > once.nodes and two.tricks_checksum > once.tricks_checksum


def test_what_a_bench_reports(once: BenchResult) -> None:
    assert {field.name for field in dataclasses.fields(once)} == FIELDS
    assert once.deals >= 5, "one deal of each kind"
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
    run_bench(deals=1, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(done, once.deals) for done in range(1, once.deals + 1)]


@pytest.mark.parametrize("number", [0, -1, 1.5, "1", None, True])
def test_numbers_that_are_wrong(number: Any) -> None:
    with pytest.raises(ws.WhistError, match=r"^deals .* expected a whole number from 1"):
        run_bench(deals=number)
    with pytest.raises(ws.WhistError, match=r"^threads .* expected a whole number from 1"):
        run_bench(deals=1, threads=number)


def test_the_command_prints_the_fields(once: BenchResult, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", "--deals", "1", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert set(said) == FIELDS
    assert {name: said[name] for name in ("deals", "nodes", "tricks_checksum", "architecture")} == {
        "deals": once.deals,
        "nodes": once.nodes,
        "tricks_checksum": once.tricks_checksum,
        "architecture": once.architecture,
    }


def test_the_command_prints_the_signature(once: BenchResult, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bench", "--deals", "1"]) == 0
    assert f"{once.nodes} nodes" in capsys.readouterr().out


def test_the_signature_is_that_of_several_deals_of_each_kind() -> None:
    assert BENCH_DEALS >= 2
    assert run_bench.__kwdefaults__ == {"deals": BENCH_DEALS, "threads": 1, "progress": None}
