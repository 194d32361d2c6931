"""Match equity on disk."""

import json

import numpy as np
import pytest

import whistsolve as ws
from whistsolve.advice import default_equity
from whistsolve.equity import HandOutcomes, MatchEquity, load_equity, save_equity
from whistsolve.errors import WhistError

BID_WHIST = ws.Rules.preset("bid_whist")


def test_what_was_saved_is_the_same(tmp_path):
    for preset, changes in (("bid_whist", {"lies_limit": 2}), ("cutthroat_4", {})):
        rules = ws.Rules.preset(preset).with_options(**changes)
        outcomes = default_equity(ws.Rules.preset(preset)).outcomes
        equity = MatchEquity(rules, outcomes, seed=4, matches=50)
        scores = (3, 1, 2, 0)[: outcomes.points.shape[1]]
        chances = equity.win(scores, 1)
        save_equity(equity, tmp_path / "equity.json")
        loaded = load_equity(str(tmp_path / "equity.json"))
        assert (loaded.rules, loaded.seed, loaded.matches) == (rules, 4, 50)
        assert loaded.simulated == equity.simulated and bool(loaded.simulated) == (not equity.is_exact)
        assert loaded.win(scores, 1) == chances
        assert loaded.win(scores[::-1], 0) == equity.win(scores[::-1], 0)  # not simulated before


def test_a_report_takes_what_was_saved(tmp_path):
    save_equity(default_equity(BID_WHIST), tmp_path / "equity.json")
    asked = {"seat": "S", "dealer": "W", "calls": "pass 3+", "samples": 20, "discards": "estimated"}
    usual, saved = (
        ws.evaluate_bids("AKQJ.T9.32.9876", equity=equity, **asked)
        for equity in (None, load_equity(tmp_path / "equity.json"))
    )
    assert usual == saved


def test_other_files_are_refused(tmp_path):
    path = tmp_path / "equity.json"
    save_equity(MatchEquity(BID_WHIST, HandOutcomes(np.array([[3, 0]]), np.ones(1))), path)
    given = json.loads(path.read_text())
    changed = {"rules": {"game": "chess"}, "points": [[1, 2, 3]], "matches": 0, "simulated": [1]}
    texts = [json.dumps({**given, name: value}) for name, value in changed.items()]
    for text in (*texts, "", "[]", "{}", '{"format": "whistsolve match equity 1"}', "\x00"):
        path.write_text(text)
        with pytest.raises(
            WhistError, match=r"equity\.json' holds no match equity: expected a file that save_equity"
        ):
            load_equity(path)
    with pytest.raises(WhistError, match="expected a MatchEquity"):
        save_equity("equity", path)
    with pytest.raises(OSError, match="missing"):
        load_equity(tmp_path / "missing.json")
