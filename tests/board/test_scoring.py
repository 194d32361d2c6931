"""The score of a hand on the board and its match equity, compared with the library."""

from fractions import Fraction
from typing import Any

import pytest
from tests.support.board_answers import ask, real_hand, refused

import whistsolve as ws
from whistsolve.advice.calls.self_play import quick_equity
from whistsolve.equity import MatchState
from whistsolve.equity.score_table import ScoreTable
from whistsolve.errors import ActError, NotationError, RulesError, WhistError
from whistsolve.game import score_hand, score_whist_hand
from whistsolve.game.record.record import winners_under
from whistsolve.rules.reading import rules_to_text
from whistsolve_board.hands import BoardHand


def fresh(preset: str, **fields: str) -> dict[str, str]:
    """A random hand of a preset with a contract."""
    rules = ws.Rules.preset(preset)  # type: ignore[arg-type]
    level = {"level": str(rules.min_bid + 1)} if rules.trump_rule == "declared" else {}
    seats = "NESW" if rules.dealt_hands == 4 else "012345"
    hand = {"rules": preset, "deal": str(ws.Deal.random(2, rules)), "strain": "S+", "declarer": seats[1]}
    return {**hand, **level, **fields}


def test_the_tricks_of_a_whole_hand_are_counted() -> None:
    parts: list[dict[str, Any]] = []
    played = real_hand(rules="bid_whist jokers=0")
    found = ask("score", parts, hand=played)
    hand = BoardHand.read(played)
    winners = winners_under(hand.record(), hand.rules)
    tricks = sum(winner in (0, 2) for winner in winners)
    score = score_hand("3NT+ by S", tricks, rules=hand.rules)
    assert found["tricks"] == tricks and found["points"] == list(score.points)
    assert (found["books"], found["needed"], found["made"]) == (score.books, score.needed, score.made)
    assert found["over"] == score.books - score.needed and found["boston"] is False
    assert found == ask("score", hand=played, tricks=tricks)
    assert found == ask("score", hand=played, tricks=[winners.count(seat) for seat in range(4)])
    assert parts == [{name: value for name, value in found.items() if name != "equity"}]


def test_every_number_of_tricks_scores_as_in_the_table_of_the_rules() -> None:
    for preset in ("bid_whist", "cardsharks", "bid_whist_52_whistportal", "cutthroat_3", "cutthroat_6"):
        fields = {**fresh(preset), "dealer": ""}
        rules, level = ws.Rules.preset(preset), int(fields["level"])  # type: ignore[arg-type]
        table, side = ScoreTable.of(rules), set(BoardHand.read(fields).position().side)
        for tricks in range(table.tricks + 1):
            found = ask("score", hand=fields, tricks=tricks)
            own, others = (float(each[level, 0, tricks]) for each in (table.own, table.others))
            expected = [own if seat in side else others for seat in range(rules.players)]
            assert found["points"] == pytest.approx(expected) and found["equity"] is None, (preset, tricks)
            assert found["made"] == table.made[level, tricks], (preset, tricks)
            assert found["boston"] == table.boston[level, tricks], (preset, tricks)


def test_teams_share_what_they_take() -> None:
    rules = ws.Rules.preset("bid_whist", players=6, teams=3, nonbidders_score="per_trick")
    deal = str(ws.Deal.random(2, rules))
    fields = {"rules": rules_to_text(rules), "deal": deal, "strain": "S+", "level": "3", "declarer": "1"}
    by_seat = [2, 1, 0, 1, 3, 1]
    found, shared = (ask("score", hand=fields, tricks=tricks) for tricks in (by_seat, 4))
    assert found["points"] == list(score_hand("3S+ by 1", by_seat, rules=rules).points)
    assert shared["tricks"] == found["tricks"] == 4 and shared["points"][1] == found["points"][1]
    assert sum(map(Fraction, shared["points"])) == sum(found["points"])
    assert len({shared["points"][seat] for seat in (0, 2, 3, 5)}) == 1


def test_tricks_by_seat_are_scored_by_seat_with_the_kittys_book_in_the_first() -> None:
    rules = ws.Rules.preset("bid_whist_52_whistportal")
    found = ask("score", hand=fresh("bid_whist_52_whistportal", level="3"), tricks=[2, 6, 1, 4])
    score = score_hand("3S+ by E", 9, rules=rules, first_trick="W")
    assert (found["points"], found["books"]) == (list(score.points), 10) == ([0, 4, 0, 4], score.books)


def test_dummies_score_nothing() -> None:
    for preset in ("dummy", "double_dummy"):
        rules = ws.Rules.preset(preset)  # type: ignore[arg-type]
        found = ask("score", hand=fresh(preset, declarer="N", dealer="0"), tricks=8)
        assert found["points"] == list(score_hand("2S+ by N", 8, rules=rules).points), preset
        after = found["equity"]["after"]
        assert len(after) == rules.players and sum(after) == pytest.approx(1), preset


def test_whist_has_odd_tricks_and_honours() -> None:
    rules = ws.Rules.preset("whist_portland")
    deal = "N:AKQ2.432.432.432 J43.AKQ.765.8765 T65.J65.AKQ.QJT9 987.T987.JT98.AK"
    fields = {"rules": "whist_portland", "deal": deal, "strain": "S+", "declarer": "E", "scores": "1 3"}
    found = ask("score", hand=fields, tricks=5)
    score = score_whist_hand(8, rules=rules, honours=(3, 1), scores=(1, 3))
    assert found["points"] == list(score.points) and found["odd_tricks"] == [2, 0]
    assert found["honours"] == list(score.honours) == [2, 0]
    assert (found["tricks"], found["books"], found["made"], found["equity"]) == (5, None, None, None)


def test_equity_is_that_before_the_hand_and_after_its_points() -> None:
    for preset, scores, dealer, tricks, named in (
        ("bid_whist", (2, -3), "S", [1, 9, 2, 0], [["N", "S"], ["E", "W"]]),
        ("cutthroat_3", (10, 4, 0), "2", [3, 5, 8], [["0"], ["1"], ["2"]]),
    ):
        equity = quick_equity(ws.Rules.preset(preset))  # type: ignore[arg-type]
        assert equity is not None
        found = ask(
            "score", hand=fresh(preset, dealer=dealer, scores=" ".join(map(str, scores))), tricks=tricks
        )
        sides = len(scores)
        state = MatchState(scores, (0,) * sides, (0,) * sides, 0)
        points = found["points"][:sides]
        after = equity.after_hand(state, points, dealer=3 % sides, declarer=1, made=found["made"])
        before = list(equity.win(scores, 2 % sides))
        assert found["equity"] == {"before": before, "after": list(after.win), "sides": named}
        assert sum(found["equity"]["after"]) == pytest.approx(1)


def test_what_cannot_be_scored_is_named() -> None:
    fields = fresh("bid_whist")
    refused(ActError, "12 tricks are left", "score", hand=fields)
    few = {**fields, "deal": "N:A... K... Q... J..."}
    refused(RulesError, "expected 4 of 1", "score", hand=few, tricks=1)
    refused(NotationError, "no strain and declarer", "score", hand={"deal": fields["deal"]}, tricks=5)
    for tricks, message in (
        (13, "tricks 13"),
        ([1, 2, 3, 4], "expected 4 with the sum 12"),
        ([1, 2, 3], "expected 4 with the sum 12"),
    ):
        refused(WhistError, message, "score", hand=fields, tricks=tricks)
    for changes, error, message in (
        ({"level": ""}, NotationError, "no level"),
        ({"level": "9"}, NotationError, "level 9"),
        ({"dealer": "N", "scores": "9 0"}, WhistError, "it ends the game"),
    ):
        refused(error, message, "score", hand={**fields, **changes}, tricks=5)
