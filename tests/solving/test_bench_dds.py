"""The bench beside DDS: ratios with an interval, answers compared, and what is said without DDS."""

from __future__ import annotations

import json
import math
from contextlib import nullcontext
from typing import Any

import numpy as np
import pytest
from tests.support.command import done, refused, run

from whistsolve.dealing import random_deals
from whistsolve.errors import WhistError
from whistsolve.solving.bench import beside_dds
from whistsolve.solving.bench.beside_dds import run_bench_beside_dds, time_bridge_deals
from whistsolve.solving.bench.dds import BRIDGE_RULES, WHY_NOT, has_dds

needs_dds = pytest.mark.skipif(not has_dds(), reason=WHY_NOT)


@needs_dds
def test_deals_beside_dds() -> None:
    seen: list[tuple[int, int]] = []
    found = run_bench_beside_dds(deals=6, seed=8, progress=lambda *each: seen.append(each))
    assert seen == [(number, 6) for number in range(1, 7)]
    low, high = found.interval
    assert 0 < low <= found.ratio <= high and low <= found.ratio_of_totals <= high
    assert (found.deals, found.seed, found.wrong) == (6, 8, ())
    for times in (found.ours_ms, found.theirs_ms):
        assert 0 < times.p50 <= times.p90 <= times.p99 <= times.max


@needs_dds
def test_the_command_beside_dds() -> None:
    told = json.loads(done("bench", "--against", "dds", "--deals", 6, "--json"))
    assert set(told) == {
        *("against", "deals", "seed", "ratio", "interval", "ratio_of_totals", "ours_ms", "theirs_ms"),
        *("memory_mb", "architecture", "wrong"),
    }
    assert (told["against"], told["deals"], told["wrong"]) == ("dds", 6, [])
    text = done("bench", "--against", "dds", "--deals", 6)
    for words in ("DDS / whistsolve", "95% interval", "all agree", "seed 20261121"):
        assert words in text


def test_without_endplay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside_dds, "has_dds", lambda: False)
    with pytest.raises(WhistError, match=r"^endplay, which brings DDS, is not installed: pip install"):
        run_bench_beside_dds(deals=6)
    assert refused("bench", "--against", "dds") == WHY_NOT


def test_another_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A DDS that says nobody takes a trick is wrong of every deal; the exit status is 1."""
    monkeypatch.setattr(beside_dds, "has_dds", lambda: True)
    monkeypatch.setattr(beside_dds, "dds_alone", nullcontext)
    monkeypatch.setattr(beside_dds, "dds_tables", _no_tricks)
    found = run_bench_beside_dds(deals=6, seed=3)
    assert len(found.wrong) == 6
    status, out, err = run("bench", "--against", "dds", "--deals", 6, "--seed", 3)
    assert status == 1 and "6 deals differ" in out
    assert err.startswith(f"whistsolve: error: our answers and those of DDS differ: {found.wrong[0]}; ")


def _no_tricks(deals: list[str]) -> Any:
    sum(number & 7 for number in range(10_000))  # takes a time that can be told from none
    return np.zeros((len(deals), 4, 5), dtype=np.uint8)


def test_alone_there_is_nothing_to_differ_from() -> None:
    rows = random_deals(2, 1, BRIDGE_RULES)[:, :4]
    times = time_bridge_deals(rows, beside=False)
    assert (times.ours > 0).all() and not times.theirs.any() and times.wrong == ()


@pytest.mark.parametrize("count", [6, 7, 20, 60, 1000])
def test_the_interval_is_the_narrowest_of_95_percent(count: int) -> None:
    def outside(below: int) -> float:
        """The probability that the median lies outside the values left, so many at each end put aside."""
        return 2 * sum(math.comb(count, number) for number in range(below + 1)) / 2**count

    rank = beside_dds._rank_of_interval(count)
    assert outside(rank) <= 0.05 < outside(rank + 1)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--deals", "5"], "deals 5 is wrong: expected a whole number from 6"),
        (["--hard"], "--against is given"),
        (["--threads", "2"], "--against is given"),
        (["--memory-mb", "0"], "memory_mb 0"),
    ],
)
def test_what_does_not_go_together(args: list[str], words: str) -> None:
    assert words in refused("bench", "--against", "dds", *args)


def test_words_about_the_command() -> None:
    assert "--seed is given without --against" in refused("bench", "--seed", "3")
    assert "'dds'" in refused("bench", "--against", "gib")
