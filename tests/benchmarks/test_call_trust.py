"""The fit of the trust in the model of calls: calls tell of hands as far as they depend on them."""

from __future__ import annotations

import numpy as np
import pytest
from benchmarks.fitting import call_trust
from benchmarks.fitting.call_trust import main, ratios_of

from whistsolve.players import RandomPlayer
from whistsolve.rules import Rules

RULES = Rules.preset("bid_whist")


def nats(player: str, deals: int, trust: float) -> float:
    """Mean logarithm of the mixture likelihood of bids, over that of random hands."""
    found = [each for seed in range(deals) for each in ratios_of(player, RULES, seed)]
    bids = np.array([ratio for kind, ratio in found if kind == "bid"])
    return float(np.log(trust * bids + 1 - trust).mean())


def test_bids_of_a_player_who_looks_at_his_cards_tell_of_them() -> None:
    assert nats("heuristic", 30, 0.9) > nats("heuristic", 30, 0.5) > 0.3


def test_calls_at_random_tell_nothing_and_trust_in_them_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(call_trust.PLAYERS, "random", RandomPlayer(seed=1))
    assert nats("random", 60, 0.9) < nats("random", 60, 0.5) < 0


def test_it_prints_a_row_a_player_and_kind(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(call_trust.PLAYERS, "sampling")
    assert main(["--deals", "6"]) == 0
    rows = [line.split()[:2] for line in capsys.readouterr().out.splitlines()[1:]]
    assert rows == [[name, kind] for name in ("heuristic", "modelled") for kind in ("bid", "pass")]
