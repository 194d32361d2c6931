"""The instruction set that WHISTSOLVE_INSTRUCTIONS chooses: the same answers by the same nodes."""

import json
import os
import subprocess
import sys

import pytest
from tests.support.command import SMALL, process

from whistsolve import _core
from whistsolve.solving.bench.fixed import run_bench

#: Solvers of every kind, with the nodes that they played.
PROGRAM = """
import json, sys
sys.path[:0] = {path!r}
import numpy as np, whistsolve as ws
from whistsolve import _core
from whistsolve.dealing import random_deals
from whistsolve.solving import alpha_mu
from whistsolve.solving.bench.fixed import run_bench

rules = ws.Rules.preset("bid_whist_seed", hand_size=5, kitty_size=34, bid_base=0)
deal = random_deals(1, 3, rules)[0, :4]
found = alpha_mu(np.array([deal, deal[[0, 2, 1, 3]]]), "S+", 0, target=2, rules=rules, memory_mb=4)
kitty = ws.best_discard("N:AK... QJ... T9... 87... | 65...", "NT+", "N")
bench = run_bench(deals=1, threads=2)
print(json.dumps([_core.architecture(), found.nodes, [card.value for card in found.cards], kitty.tricks,
                  bench.nodes, bench.tricks_checksum]))
"""


def printed(instructions: str) -> tuple[int, str, str]:
    """Status, output and errors of the program in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.replace("{path!r}", repr(sys.path))],
        env=os.environ | {"WHISTSOLVE_INSTRUCTIONS": instructions},
        capture_output=True,
        text=True,
        timeout=600,
    )
    return done.returncode, done.stdout, done.stderr


def test_the_portable_search_plays_the_same_nodes() -> None:
    """Also on a machine whose own search is another: that one is asked by name."""
    status, out, err = printed("portable")
    assert (status, err) == (0, "")
    name, *portable = json.loads(out)
    assert name == "portable"
    bench = run_bench(deals=1)
    assert portable[-2:] == [bench.nodes, bench.tricks_checksum]
    status, out, err = printed(bench.architecture)
    assert (status, err) == (0, "") and json.loads(out) == [bench.architecture, *portable]


@pytest.mark.thorough
def test_the_signature_is_the_same() -> None:
    mine = run_bench()
    status, out, _ = process("bench", "--json", WHISTSOLVE_INSTRUCTIONS="portable")
    found = json.loads(out)
    assert (status, found["architecture"]) == (0, "portable")
    assert (found["nodes"], found["tricks_checksum"]) == (mine.nodes, mine.tricks_checksum)


def test_an_unknown_one_is_refused() -> None:
    """By what solves, with the names that this machine has; what needs no search goes on."""
    status, out, err = process("table", SMALL, WHISTSOLVE_INSTRUCTIONS="sse9")
    assert (status, out) == (2, "") and err.count("\n") == 1
    assert err.startswith(
        "whistsolve: error: the environment variable WHISTSOLVE_INSTRUCTIONS names no instruction set"
    )
    assert err.endswith("portable\n") and _core.architecture() in err
    assert process("score", "5S+ by N", 11, WHISTSOLVE_INSTRUCTIONS="sse9")[0] == 0
