"""The self-test of an installation: it passes, and says what is wrong where something is."""

import json

import pytest
from tests.support.command import done, run

import whistsolve as ws
from whistsolve.cli import selftest as verb
from whistsolve.solving.bench import fixed, self_test
from whistsolve.solving.bench.self_test import SelfTestResult, run_self_test


def test_this_installation_gives_the_known_answers() -> None:
    found = json.loads(done("selftest", "--json"))
    assert found["wrong"] == [] and found["version"] == ws.__version__
    assert found["checks"] == ["random deals", "a bridge table", "the fixed bench", "8 threads"]


def test_each_check_sees_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = self_test._BRIDGE_DEAL
    tricks = ((13, *deal.tricks[0][1:]), *deal.tricks[1:])
    monkeypatch.setattr(self_test, "_DEALS_CHECKSUM", 1)
    monkeypatch.setattr(self_test, "_TRICKS_CHECKSUM", 1089)
    monkeypatch.setattr(self_test, "_BRIDGE_DEAL", type(deal)(deal.name, deal.deal, tricks))

    def run_bench(*, threads: int = 1, deals: int = 2) -> fixed.BenchResult:
        """Other deals with several threads, so other answers."""
        return fixed.run_bench(deals=deals if threads == 1 else 1, threads=threads)

    monkeypatch.setattr(self_test, "run_bench", run_bench)
    steps: list[tuple[int, int]] = []
    wrong = run_self_test(progress=lambda count, total: steps.append((count, total))).wrong
    assert steps == [(1, 4), (2, 4), (3, 4), (4, 4)]
    deals, bridge, bench, threads = wrong
    assert deals.startswith("random deals have the checksum ") and deals.endswith(": expected 1")
    assert bridge == "bridge, S+, N leads: 5 tricks, 13 known"
    assert bench.startswith("the fixed bench has ") and bench.endswith(" tricks: expected 1089")
    assert threads.startswith("8 threads find ") and threads.endswith(", as with one")


@pytest.mark.parametrize(
    ("wrong", "status", "said"), [((), 0, "as known"), (("one is two",), 1, "not as known")]
)
def test_what_the_verb_prints(
    wrong: tuple[str, ...], status: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = SelfTestResult(("one", "two"), wrong, 1.25, "portable")
    monkeypatch.setattr(verb, "run_self_test", lambda progress: result)
    found, out, err = run("selftest")
    assert found == status
    assert out == f"whistsolve {ws.__version__}, portable\none, two\n{said}, 1.2 s\n"
    assert err == ("whistsolve: error: wrong answers: one is two\n" if wrong else "")
