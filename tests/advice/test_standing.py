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


def chances(rules: ws.Rules, scores: object) -> dict[str, float]:
    """The chance to win the match after each call of North, who calls first."""
    report = ws.evaluate_bids(
        HAND, rules=rules, seat="N", dealer="W", scores=scores, discards="estimated", samples=40
    )  # type: ignore[arg-type]
    return {str(row.call): row.equity for row in report.rows if row.equity is not None}


def test_missed_bids_of_the_match_count() -> None:
    rules = ws.Rules.preset("bid_whist_no_kitty")
    alone, lied, other = (
        chances(rules, scores)
        for scores in ((0, 0), replace(START, sets=(1, 0, 1, 0)), replace(START, sets=(0, 1, 0, 1)))
    )
    assert chances(rules, START) == alone
    for call in ("2+", "3+", "4+"):
        assert lied[call] < alone[call] < other[call]
    # A seven that is set loses the game anyway, and one that is made wins it.
    assert lied["7+"] == pytest.approx(alone["7+"])


def test_hands_and_games_of_the_match_count() -> None:
    rules = ws.Rules.preset("bid_whist_no_kitty", match="best_of", hand_limit=4)
    alone = chances(rules, START)
    behind = chances(rules, replace(START, games=(0, 1, 0, 1)))
    assert all(behind[call] < alone[call] for call in alone)
    last = chances(rules, replace(START, games=(0, 1, 0, 1), hands=3))
    assert last["1+"] != pytest.approx(behind["1+"], abs=1e-3)


@pytest.mark.parametrize(
    ("two_games_for", "suit", "boston", "no_trump"),
    [("boston_bid", 1, 1, 1), ("boston_taken", 1, 2, 1), ("no_trump_made", 1, 1, 2)],
)
def test_games_of_two_are_those_of_the_rules(
    two_games_for: str, suit: int, boston: int, no_trump: int
) -> None:
    rules = ws.Rules.preset("bid_whist_no_kitty", two_games_for=two_games_for)
    state = MatchState.of(replace(START, scores=(4, 0, 4, 0)), rules)
    table = PayoffTable(rules, 0, 3, state, default_equity(rules))
    games = [table.of(0, 4, *played).games for played in ((False, 10), (False, 13), (True, 10), (True, 9))]
    assert games == [suit, boston, no_trump, 0]
    seven = 1 if two_games_for == "no_trump_made" else 2
    assert [table.of(0, 7, False, tricks).games for tricks in (13, 12)] == [seven, 0]
    assert table.of(1, 7, False, 12).games == 1


def test_the_standing_is_of_this_hand() -> None:
    with pytest.raises(ws.WhistError, match="dealer 2 is wrong: expected 3, who deals by the standing"):
        ws.evaluate_bids(
            HAND, rules=ws.Rules.preset("bid_whist_no_kitty"), seat="W", dealer="S", scores=START
        )
    state = MatchState.of(replace(START, scores=(1, 2, 1, 2), hands=3), ws.Rules.preset("whist_seed"))
    assert (state.scores, state.hands) == ((1, 2), 3)
