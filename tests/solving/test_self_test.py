"""The self-test of an installation: it passes, and says what is wrong where something is."""

from __future__ import annotations

import json

import pytest
from tests.support.command import done, run

import whistsolve as ws
from whistsolve.solving.bench import fixed, self_test
from whistsolve.solving.bench.self_test import run_self_test


def test_the_verb_says_that_all_is_as_known() -> None:
    assert done("selftest").startswith(f"whistsolve {ws.__version__}, ")
    found = json.loads(done("selftest", "--json"))
    assert found["wrong"] == []
    assert found["checks"] == ["random deals", "a bridge table", "the fixed bench", "8 threads"]


def test_each_check_sees_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = self_test._BRIDGE_DEAL
    monkeypatch.setattr(self_test, "_DEALS_CHECKSUM", 1)
    monkeypatch.setattr(self_test, "_TRICKS_CHECKSUM", 1089)
    monkeypatch.setattr(
        self_test, "_BRIDGE_DEAL", type(deal)(deal.name, deal.deal, ((13,) * 5, *deal.tricks[1:]))
    )
    whole_bench = fixed.run_bench

    def run_bench(*, threads: int = 1, **options: int) -> fixed.BenchResult:
        """Another answer for every number of threads."""
        return whole_bench(deals=min(options.get("deals", 6), 6 if threads == 1 else 1), threads=threads)

    monkeypatch.setattr(self_test, "run_bench", run_bench)
    steps: list[tuple[int, int]] = []
    wrong = "; ".join(run_self_test(progress=lambda count, total: steps.append((count, total))).wrong)
    assert steps == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert "random deals have the checksum" in wrong and "expected 1;" in wrong
    assert "bridge, S+, N leads: 5 tricks, 13 known" in wrong
    assert "the fixed bench has 1088 tricks: expected 1089" in wrong
    assert "8 threads find" in wrong
    status, out, err = run("selftest")
    assert status == 1 and "not as known" in out and "wrong answers: random deals" in err
