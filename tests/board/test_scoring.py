"""The score of a hand on the board and its match equity, compared with the library."""

from fractions import Fraction
from typing import Any

import pytest
from tests.support.board_answers import ask, ptn_fields, real_hands

import whistsolve as ws
from whistsolve.advice.calls.self_play import quick_equity
from whistsolve.equity import MatchState
from whistsolve.equity.score_table import ScoreTable
from whistsolve.errors import ActError, NotationError, RulesError, WhistError
from whistsolve.game import score_hand, score_whist_hand
from whistsolve.game.record.record import winners_under
from whistsolve.rules.reading import rules_to_text
from whistsolve_board.hands import BoardHand

PLAYED = ptn_fields(real_hands()[0])


def fresh(preset: str, **fields: str) -> dict[str, str]:
    """A random hand of a preset with a contract."""
    rules = ws.Rules.preset(preset)
    level = {"level": str(rules.min_bid + 1)} if rules.trump_rule == "declared" else {}
    seats = "NESW" if rules.dealt_hands == 4 else "012345"
    hand = {"rules": preset, "deal": str(ws.Deal.random(2, rules)), "strain": "S+", "declarer": seats[1]}
    return {**hand, **level, **fields}


def test_the_tricks_of_a_whole_hand_are_counted() -> None:
    parts: list[dict[str, Any]] = []
    found = ask("score", parts, hand=PLAYED)
    hand = BoardHand.read(PLAYED)
    winners = winners_under(hand.record(), hand.rules)
    tricks = sum(winner in (0, 2) for winner in winners)
    score = score_hand("3NT+ by S", tricks, rules=hand.rules)
    assert found["tricks"] == tricks and found["points"] == list(score.points)
    assert (found["books"], found["needed"], found["made"]) == (score.books, score.needed, score.made)
    assert found["over"] == score.books - score.needed and found["boston"] is False
    assert found == ask("score", hand=PLAYED, tricks=tricks)
    assert found == ask("score", hand=PLAYED, tricks=[winners.count(seat) for seat in range(4)])
    assert parts == [{name: value for name, value in found.items() if name != "equity"}]


@pytest.mark.parametrize(
    "preset",
    ["bid_whist", "cardsharks", "bid_whist_52_whistportal", "cutthroat_3", "cutthroat_4", "cutthroat_6"],
)
def test_every_number_of_tricks_scores_as_in_the_table_of_the_rules(preset: str) -> None:
    fields = {**fresh(preset), "dealer": ""}
    rules = ws.Rules.preset(preset)
    table, level = ScoreTable.of(rules), int(fields["level"])
    hand = BoardHand.read(fields)
    side = set(hand.position().side)
    for tricks in range(table.tricks + 1):
        found = ask("score", hand=fields, tricks=tricks)
        own, others = (float(each[level, 0, tricks]) for each in (table.own, table.others))
        expected = [own if seat in side else others for seat in range(rules.players)]
        assert found["points"] == pytest.approx(expected) and found["equity"] is None
        assert found["made"] == table.made[level, tricks]
        assert found["boston"] == table.boston[level, tricks]


def test_teams_share_what_they_take() -> None:
    options = {"players": 6, "teams": 3, "nonbidders_score": "per_trick"}
    rules = ws.Rules.preset("bid_whist", **options)
    deal = str(ws.Deal.random(2, rules))
    fields = {"rules": rules_to_text(rules), "deal": deal, "strain": "S+", "level": "3", "declarer": "1"}
    by_seat = [2, 1, 0, 1, 3, 1]
    found = ask("score", hand=fields, tricks=by_seat)
    assert found["points"] == list(score_hand("3S+ by 1", by_seat, rules=rules).points)
    shared = ask("score", hand=fields, tricks=4)
    assert shared["tricks"] == found["tricks"] == 4 and shared["points"][1] == found["points"][1]
    assert sum(map(Fraction, shared["points"])) == sum(found["points"])
    assert len({shared["points"][seat] for seat in (0, 2, 3, 5)}) == 1


def test_tricks_by_seat_are_scored_by_seat_with_the_kittys_book_in_the_first() -> None:
    rules = ws.Rules.preset("bid_whist_52_whistportal")
    fields = fresh("bid_whist_52_whistportal", level="3")
    found = ask("score", hand=fields, tricks=[2, 6, 1, 4])
    score = score_hand("3S+ by E", 9, rules=rules, first_trick="W")
    assert (found["points"], found["books"]) == (list(score.points), 10) == ([0, 4, 0, 4], score.books)


@pytest.mark.parametrize("preset", ["dummy", "double_dummy"])
def test_dummies_score_nothing(preset: str) -> None:
    rules = ws.Rules.preset(preset)
    fields = fresh(preset, declarer="N", dealer="0")
    found = ask("score", hand=fields, tricks=8)
    assert found["points"] == list(score_hand("2S+ by N", 8, rules=rules).points)
    equity = found["equity"]
    assert len(equity["after"]) == rules.players and sum(equity["after"]) == pytest.approx(1)


def test_whist_has_odd_tricks_and_honours() -> None:
    rules = ws.Rules.preset("whist_portland")
    deal = "N:AKQ2.432.432.432 J43.AKQ.765.8765 T65.J65.AKQ.QJT9 987.T987.JT98.AK"
    fields = {"rules": "whist_portland", "deal": deal, "strain": "S+", "declarer": "E", "scores": "1 3"}
    found = ask("score", hand=fields, tricks=5)
    score = score_whist_hand(8, rules=rules, honours=(3, 1), scores=(1, 3))
    assert found["points"] == list(score.points) and found["odd_tricks"] == [2, 0]
    assert found["honours"] == list(score.honours) == [2, 0]
    assert (found["tricks"], found["books"], found["made"], found["equity"]) == (5, None, None, None)


@pytest.mark.parametrize(("preset", "scores"), [("bid_whist", (2, -3)), ("cutthroat_3", (10, 4, 0))])
def test_equity_is_that_before_the_hand_and_after_its_points(preset: str, scores: tuple[int, ...]) -> None:
    rules = ws.Rules.preset(preset)
    equity = quick_equity(rules)
    assert equity is not None
    dealer = "NESW"[2] if rules.players == 4 else "2"
    fields = fresh(preset, dealer=dealer, scores=" ".join(map(str, scores)))
    tricks = [1, 9, 2, 0] if rules.players == 4 else [3, 5, 8]
    found = ask("score", hand=fields, tricks=tricks)
    sides = len(scores)
    assert found["equity"]["before"] == list(equity.win(scores, 2 % sides))
    points = found["points"][:sides]
    state = MatchState(scores, (0,) * sides, (0,) * sides, 0)
    after = equity.after_hand(state, points, dealer=3 % sides, declarer=1, made=found["made"])
    assert found["equity"]["after"] == list(after.win)
    assert sum(found["equity"]["after"]) == pytest.approx(1)
    named = [["N", "S"], ["E", "W"]] if sides == 2 else [["0"], ["1"], ["2"]]
    assert found["equity"]["sides"] == named


def test_what_cannot_be_scored_is_named() -> None:
    fields = fresh("bid_whist")
    with pytest.raises(ActError, match="12 tricks are left"):
        ask("score", hand=fields)
    with pytest.raises(WhistError, match="tricks 13"):
        ask("score", hand=fields, tricks=13)
    with pytest.raises(WhistError, match="expected 4 with the sum 12"):
        ask("score", hand=fields, tricks=[1, 2, 3, 4])
    with pytest.raises(WhistError, match="expected 4 with the sum 12"):
        ask("score", hand=fields, tricks=[1, 2, 3])
    with pytest.raises(NotationError, match="no level"):
        ask("score", hand={**fields, "level": ""}, tricks=5)
    with pytest.raises(NotationError, match="level 9"):
        ask("score", hand={**fields, "level": "9"}, tricks=5)
    with pytest.raises(NotationError, match="no strain and declarer"):
        ask("score", hand={"deal": fields["deal"]}, tricks=5)
    with pytest.raises(RulesError, match="expected 4 of 1"):
        ask("score", hand={**fields, "deal": "N:A... K... Q... J..."}, tricks=1)
    with pytest.raises(WhistError, match="it ends the game"):
        ask("score", hand={**fields, "dealer": "N", "scores": "9 0"}, tricks=5)
