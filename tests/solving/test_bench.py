"""The fixed bench, hard deals and the self-test: the same work every time, what is said, what is wrong."""

import json

import numpy as np
from tests.support.command import done, run

import whistsolve as ws
from whistsolve import _core
from whistsolve._internal.arguments import DEFAULT_MEMORY_MB
from whistsolve.cli import checking
from whistsolve.solving.bench import fixed, self_test
from whistsolve.solving.bench.fixed import HARD_STRAINS, HardDeal, run_bench, run_hard_bench
from whistsolve.solving.bench.self_test import SelfTestResult, run_self_test
from whistsolve.solving.bench.timing import Percentiles

#: The fields of ``whistsolve bench --json``, and of one deal of ``--hard``.
FIELDS = {
    "deals", "cells", "nodes", "tricks_checksum", "seconds", "cell_ms", "threads", "memory_mb",
    "peak_memory_mb", "architecture", "nodes_per_second"
}  # fmt: skip
HARD_FIELDS = {
    "name", "deal", "nodes", "seconds", "nodes_per_second", "strain_seconds", "peak_memory_mb", "wrong"
}  # fmt: skip


def test_the_fixed_bench():
    """Any number of threads does the same work and finds the same answers; the command prints them."""
    once = run_bench(deals=1)
    assert once.deals >= 5 and once.cells == 2 * once.deals, "one deal of each kind, two strains"
    assert (once.threads, once.memory_mb) == (1, DEFAULT_MEMORY_MB)
    assert once.nodes > 1000 and once.nodes_per_second == once.nodes / once.seconds
    spread = once.cell_ms
    assert 0 < spread.p50 <= spread.p90 <= spread.p99 <= spread.max <= 1e3 * once.seconds
    # Two strains a deal, with every hand leading: some tricks for each deal, and no more than there are.
    assert once.deals < once.tricks_checksum < once.deals * 2 * 5 * 13
    assert once.peak_memory_mb >= 0 and once.architecture in ("avx2", "portable")
    assert Percentiles.of_seconds(np.arange(200, 0, -1) / 1000) == Percentiles(100, 180, 198, 200)
    assert Percentiles.of_seconds([0.5, 0.25]) == Percentiles(250, 500, 500, 500)
    seen = []
    again = run_bench(deals=1, threads=2, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(done, once.deals) for done in range(1, once.deals + 1)]
    said = json.loads(done("bench", "--deals", "1", "--json"))
    assert set(said) == FIELDS and set(said["cell_ms"]) == {"p50", "p90", "p99", "max"}
    for name in ("deals", "nodes", "tricks_checksum", "architecture"):
        assert getattr(once, name) == getattr(again, name) == said[name], name


#: Easy at that: every hand has all cards of one suit. Trumps take all; without trumps the leader's suit does.
EASY = HardDeal(
    "easy",
    "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432",
    ((13, 0, 13, 0, 13), (0, 13, 0, 13, 13), (13, 0, 13, 0, 13), (0, 13, 0, 13, 13)),
)
#: The same with two answers changed.
WRONG = HardDeal("wrong", EASY.deal, (EASY.tricks[0], (0, 13, 1, 13, 13), (13, 0, 13, 0, 12), EASY.tricks[3]))
WORDS = ("wrong, D+, E leads: 0 tricks, 1 known", "wrong, NT+, S leads: 13 tricks, 12 known")


def test_hard_deals_are_held_against_what_is_known(monkeypatch):
    seen = []
    found = run_hard_bench(
        [EASY, WRONG], threads=2, memory_mb=2, progress=lambda done, total: seen.append((done, total))
    )
    assert seen == [(done, 10) for done in range(1, 11)]
    easy, wrong = found.deals
    assert (easy.name, easy.deal, easy.wrong) == ("easy", EASY.deal, ())
    assert wrong.wrong == WORDS and found.wrong == WORDS
    assert easy.nodes == wrong.nodes, "a deal begins with empty tables"
    assert found.nodes == easy.nodes + wrong.nodes and found.seconds == easy.seconds + wrong.seconds > 0
    assert len(easy.strain_seconds) == len(HARD_STRAINS) and 0 < max(easy.strain_seconds) <= easy.seconds
    assert found.peak_memory_mb == wrong.peak_memory_mb >= easy.peak_memory_mb
    assert (found.threads, found.memory_mb, found.architecture) == (2, 2, _core.architecture())

    monkeypatch.setattr(checking, "HARD_DEALS", (EASY, WRONG))
    head, line = done("bench", "--hard", "--only", "easy", "--memory-mb", "2").splitlines()
    assert head.split() == ["deal", "seconds", "nodes", "nodes/second", "peak", "MiB", "wrong"]
    assert [line.split()[place] for place in (0, 2, -1)] == ["easy", str(easy.nodes), "0"]
    status, out, error = run("bench", "--hard", "--threads", "2", "--memory-mb", "2", "--json")
    assert (status, error) == (1, f"whistsolve: error: wrong answers: {'; '.join(WORDS)}\n")
    said = json.loads(out)
    assert (said["threads"], said["memory_mb"], said["nodes"]) == (2, 2, found.nodes)
    assert [(each["name"], each["wrong"]) for each in said["deals"]] == [("easy", []), ("wrong", list(WORDS))]
    assert all(set(each) == HARD_FIELDS for each in said["deals"])
    assert list(said["deals"][0]["strain_seconds"]) == list(HARD_STRAINS)


def test_this_installation_gives_the_known_answers():
    found = json.loads(done("selftest", "--json"))
    assert found["wrong"] == [] and found["version"] == ws.__version__
    assert found["checks"] == ["random deals", "a bridge table", "the fixed bench", "8 threads"]


def test_each_check_sees_what_is_wrong(monkeypatch):
    deal = self_test._BRIDGE_DEAL
    tricks = ((13, *deal.tricks[0][1:]), *deal.tricks[1:])
    monkeypatch.setattr(self_test, "_DEALS_CHECKSUM", 1)
    monkeypatch.setattr(self_test, "_TRICKS_CHECKSUM", 1089)
    monkeypatch.setattr(self_test, "_BRIDGE_DEAL", type(deal)(deal.name, deal.deal, tricks))

    def run_bench(*, threads=1, deals=2):
        """Other deals with several threads, so other answers."""
        return fixed.run_bench(deals=deals if threads == 1 else 1, threads=threads)

    monkeypatch.setattr(self_test, "run_bench", run_bench)
    steps = []
    wrong = run_self_test(progress=lambda count, total: steps.append((count, total))).wrong
    assert steps == [(1, 4), (2, 4), (3, 4), (4, 4)]
    deals, bridge, bench, threads = wrong
    assert deals.startswith("random deals have the checksum ") and deals.endswith(": expected 1")
    assert bridge == "bridge, S+, N leads: 5 tricks, 13 known"
    assert bench.startswith("the fixed bench has ") and bench.endswith(" tricks: expected 1089")
    assert threads.startswith("8 threads find ") and threads.endswith(", as with one")


def test_what_the_self_test_prints(monkeypatch):
    for wrong, status, said in (((), 0, "as known"), (("one is two",), 1, "not as known")):
        result = SelfTestResult(("one", "two"), wrong, 1.25, "portable")
        monkeypatch.setattr(checking, "run_self_test", lambda progress, result=result: result)
        out = f"{said}, 1.2 s\nwhistsolve {ws.__version__}, portable\none, two\n"
        error = "whistsolve: error: wrong answers: one is two\n" if wrong else ""
        assert run("selftest") == (status, out, error)
