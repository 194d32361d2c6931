"""The fit of what declarers choose: hands are written and read, choices found, errors of every role."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from benchmarks.fitting.declarer_choices import RULES, choice_of, errors_of, hands_of, play_hand

from whistsolve.game import HandState, strains_of
from whistsolve.inference.declarer_choices import discard_likelihoods


def test_hands_are_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "declared.jsonl"
    first = list(hands_of([4], False, 1, path))
    assert list(hands_of([4], False, 1, path)) == first
    assert play_hand(4, False)["acts"] == [str(act) for act in first[0].acts]
    assert first[0].stage == "play"


def test_choices_of_a_heuristic_declarer_are_those_expected() -> None:
    (state,) = hands_of([4], False, 1, None)
    choice = choice_of(state)
    assert choice is not None and choice.kept == RULES.kitty_size
    auction = state.view(0).auction
    assert auction is not None and auction.high is not None
    strains = len(strains_of(auction.high[1], RULES))
    assert 1 < choice.strain(0.01) <= strains + 1e-9 and choice.strain(1e6) == pytest.approx(1, abs=1e-3)
    thrown_in = HandState.random(1, RULES, dealer=0)
    assert choice_of(thrown_in) is None


def test_errors_are_told_by_role() -> None:
    (state,) = hands_of([0], True, 1, None)
    rows = errors_of(state, 0, (0.0, 0.9), 2)
    assert {row["role"] for row in rows} >= {"declarer", "defender"}
    most = float(np.log(discard_likelihoods(18, 6, 0.01)[-1]))
    for row in rows:
        assert len(row["errors"]) == len(row["sizes"]) == 2 and max(map(abs, row["errors"])) <= 13
        assert (row["gain"] is None) == (row["role"] == "declarer")
        if row["gain"] is not None:
            strain, discard = row["gain"]
            assert strain < np.log(4) + 0.1 and discard < most + 1
        else:
            assert row["errors"][0] == row["errors"][1]  # his own choices tell him nothing
