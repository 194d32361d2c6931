"""The instruction set that WHISTSOLVE_INSTRUCTIONS chooses: the same answers by the same nodes."""

import json
import os
import subprocess
import sys

import numpy as np
from tests.support.command import SMALL, process

import whistsolve as ws
from whistsolve import _core
from whistsolve.dealing import random_deals
from whistsolve.solving import alpha_mu
from whistsolve.solving.bench.fixed import run_bench


def answers():
    """What solvers of every kind say, with the nodes that they played."""
    rules = ws.Rules.preset("bid_whist_seed", hand_size=5, kitty_size=34, bid_base=0)
    deal = random_deals(1, 3, rules)[0, :4]
    deals = np.array([deal, deal[[0, 2, 1, 3]]])
    found = alpha_mu(deals, "S+", 0, target=2, rules=rules, memory_mb=4)
    kitty = ws.best_discard("N:AK... QJ... T9... 87... | 65...", "NT+", "N")
    bench = run_bench(deals=1, threads=2)
    cards = [card.value for card in found.cards]
    return [bench.architecture, found.nodes, cards, kitty.tricks, bench.nodes, bench.tricks_checksum]


PROGRAM = """
import json, sys
sys.path[:0] = {path!r}
from tests.environments.test_instructions import answers
print(json.dumps(answers()))
"""


def test_the_portable_search_plays_the_same_nodes():
    """Also on a machine whose own search is another: that one is asked by name."""
    mine, *same = json.loads(json.dumps(answers()))
    for instructions in ("portable", mine):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM.replace("{path!r}", repr(sys.path))],
            env=os.environ | {"WHISTSOLVE_INSTRUCTIONS": instructions},
            capture_output=True, text=True, timeout=600,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "")
        assert json.loads(done.stdout) == [instructions, *same]


def test_an_unknown_one_is_refused():
    """By what solves, with the names that this machine has; what needs no search goes on."""
    status, out, err = process("table", SMALL, WHISTSOLVE_INSTRUCTIONS="sse9")
    assert (status, out) == (2, "") and err.count("\n") == 1
    words = "the environment variable WHISTSOLVE_INSTRUCTIONS names no instruction set"
    assert err.startswith(f"whistsolve: error: {words}")
    assert err.endswith("portable\n") and _core.architecture() in err
    assert process("score", "5S+ by N", 11, WHISTSOLVE_INSTRUCTIONS="sse9")[0] == 0
