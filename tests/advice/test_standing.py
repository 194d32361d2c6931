"""Advice at a standing of a match: missed bids, hands and games change the chances to win it."""

from dataclasses import replace

import pytest

import whistsolve as ws
from whistsolve.advice.calls.self_play import default_equity
from whistsolve.equity import MatchState
from whistsolve.equity.payoffs import PayoffTable
from whistsolve.game import Standing

HAND = "AKQJT9.AK.32.432"
START = Standing((0,) * 4, 3, (0,) * 4, (0,) * 4, (0,) * 4)
NO_KITTY = ws.Rules.preset("bid_whist_no_kitty")


def chances(rules, scores):
    """The chance to win the match after each call of North, who calls first."""
    report = ws.evaluate_bids(
        HAND, rules=rules, seat="N", dealer="W", scores=scores, discards="estimated", samples=40
    )
    return {str(row.call): row.equity for row in report.rows}


def test_missed_bids_of_the_match_count():
    standings = ((0, 0), START, replace(START, sets=(1, 0, 1, 0)), replace(START, sets=(0, 1, 0, 1)))
    alone, again, lied, other = (chances(NO_KITTY, scores) for scores in standings)
    assert again == alone
    for call in ("2+", "3+", "4+"):
        assert lied[call] < alone[call] < other[call]
    # A seven that is set loses the game anyway, and one that is made wins it.
    assert lied["7+"] == pytest.approx(alone["7+"])


def test_hands_and_games_of_the_match_count():
    rules = ws.Rules.preset("bid_whist_no_kitty", match="best_of", hand_limit=2, target=5, negative_target=-5)
    behind = replace(START, games=(0, 1, 0, 1))
    level, later, last = (chances(rules, each) for each in (START, behind, replace(behind, hands=1)))
    assert all(later[call] < level[call] for call in level)
    assert last["1+"] != pytest.approx(later["1+"], abs=1e-3)


def test_games_of_two_are_those_of_the_rules():
    for two_games_for, suit, boston, no_trump, seven in (
        ("boston_bid", 1, 1, 1, 2),
        ("boston_taken", 1, 2, 1, 2),
        ("no_trump_made", 1, 1, 2, 1),
    ):
        rules = NO_KITTY.with_options(two_games_for=two_games_for)
        state = MatchState.of(replace(START, scores=(4, 0, 4, 0)), rules)
        table = PayoffTable(rules, 0, 3, state, default_equity(rules))
        played = (4, False, 10), (4, False, 13), (4, True, 10), (4, True, 9), (7, False, 13), (7, False, 12)
        games = [suit, boston, no_trump, 0, seven, 0]
        assert [table.of(0, *each).games for each in played] == games, two_games_for
        assert table.of(1, 7, False, 12).games == 1


def test_the_standing_is_of_this_hand():
    with pytest.raises(ws.WhistError, match="dealer 2 is wrong: expected 3, who deals by the standing"):
        ws.evaluate_bids(HAND, rules=NO_KITTY, seat="W", dealer="S", scores=START)
    state = MatchState.of(replace(START, scores=(1, 2, 1, 2), hands=3), ws.Rules.preset("whist_seed"))
    assert (state.scores, state.hands) == ((1, 2), 3)
