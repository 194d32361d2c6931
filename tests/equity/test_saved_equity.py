"""Match equity on disk."""

import json
from pathlib import Path

import numpy as np
import pytest

import whistsolve as ws
from whistsolve.advice import default_equity
from whistsolve.equity import HandOutcomes, MatchEquity, load_equity, save_equity
from whistsolve.errors import WhistError


@pytest.mark.parametrize("changes", [{}, {"lies_limit": 2}])
@pytest.mark.parametrize("preset", ["bid_whist", "cutthroat_4"])
def test_what_was_saved_is_the_same(tmp_path: Path, preset: str, changes: dict[str, object]) -> None:
    rules = ws.Rules.preset(preset).with_options(**changes)
    outcomes = default_equity(ws.Rules.preset(preset)).outcomes  # type: ignore[union-attr]
    equity = MatchEquity(rules, outcomes, seed=4, matches=50)
    scores = (3, 1, 2, 0)[: outcomes.points.shape[1]]
    chances = equity.win(scores, 1)
    save_equity(equity, tmp_path / "equity.json")
    loaded = load_equity(str(tmp_path / "equity.json"))
    assert loaded.rules == rules and (loaded.seed, loaded.matches) == (4, 50)
    assert loaded.simulated == equity.simulated and loaded.simulated.keys() == equity.simulated.keys()
    assert bool(loaded.simulated) == (not equity.is_exact)
    assert loaded.win(scores, 1) == chances
    assert loaded.win(scores[::-1], 0) == equity.win(scores[::-1], 0)  # not simulated before


def test_a_report_takes_what_was_saved(tmp_path: Path) -> None:
    rules = ws.Rules.preset("bid_whist")
    equity = default_equity(rules)
    assert equity is not None
    save_equity(equity, tmp_path / "equity.json")
    asked = [
        ws.evaluate_bids(
            "AKQJ.T9.32.9876",
            seat="S",
            dealer="W",
            calls="pass 3+",
            samples=20,
            discards="estimated",
            equity=each,
        )
        for each in (None, load_equity(tmp_path / "equity.json"))
    ]
    assert asked[0] == asked[1]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "whistsolve match equity 1"}', "\x00"])
def test_other_files_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "equity.json"
    path.write_text(text)
    with pytest.raises(
        WhistError, match=r"equity\.json' holds no match equity: expected a file that save_equity"
    ):
        load_equity(path)


def test_files_that_were_changed_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "equity.json"
    save_equity(MatchEquity(ws.Rules.preset("bid_whist"), HandOutcomes(np.array([[3, 0]]), np.ones(1))), path)
    given = json.loads(path.read_text())
    for name, value in (
        ("rules", {"game": "chess"}),
        ("points", [[1, 2, 3]]),
        ("matches", 0),
        ("simulated", [1]),
    ):
        path.write_text(json.dumps({**given, name: value}))
        with pytest.raises(WhistError, match="holds no match equity"):
            load_equity(path)
    with pytest.raises(WhistError, match="expected a MatchEquity"):
        save_equity("equity", path)  # type: ignore[arg-type]
    with pytest.raises(OSError, match="missing"):
        load_equity(tmp_path / "missing.json")
