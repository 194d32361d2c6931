"""Scores of hands with a contract: the worked ones of the rules, by their numbers, and every option."""

from typing import Any

import pytest

import whistsolve as ws

BID_WHIST = "bid_whist_seed"


def points(
    preset: str, contract: str, tricks: int | tuple[int, ...], *, kept: int = 0, **options: object
) -> tuple[int, ...]:
    return ws.score_hand(contract, tricks, rules=ws.Rules.preset(preset, **options), kept=kept).points


@pytest.mark.parametrize(("score", "preset"), [(ws.score_hand, "bid_whist"), (ws.score_whist_hand, "whist")])
def test_rules_may_be_text(score: Any, preset: Any) -> None:
    given = ("4NT- by S", 10) if preset == "bid_whist" else ([7, 6],)
    assert score(*given, rules=preset) == score(*given, rules=ws.Rules.preset(preset))


@pytest.mark.parametrize(
    ("row", "preset", "options", "contract", "tricks", "expected"),
    [
        ("T2", BID_WHIST, {}, "5S+ by N", 9, (-5, 0, -5, 0)),
        ("T3", BID_WHIST, {}, "5S+ by N", 11, (6, 0, 6, 0)),
        ("T4", BID_WHIST, {}, "5S+ by E", 10, (0, 5, 0, 5)),
        ("T5", BID_WHIST, {"nt_multiplier": 2}, "4NT- by N", 8, (-8, 0, -8, 0)),
        ("T6", BID_WHIST, {"nt_multiplier": 2}, "4NT+ by N", 9, (8, 0, 8, 0)),
        ("T7", BID_WHIST, {"nt_multiplier": 2}, "4NT+ by N", 10, (10, 0, 10, 0)),
        ("T7", BID_WHIST, {"nt_multiplier": 2, "nt_doubles": "bid_only"}, "4NT+ by N", 10, (9, 0, 9, 0)),
        ("T8", BID_WHIST, {}, "4NT+ by N", 8, (-4, 0, -4, 0)),
        ("T11", BID_WHIST, {}, "4C- by N", 12, (7, 0, 7, 0)),
        ("T12", BID_WHIST, {}, "7C- by S", 12, (7, 0, 7, 0)),
        ("T13", BID_WHIST, {}, "7C- by S", 11, (-7, 0, -7, 0)),
        ("T16", BID_WHIST, {"set_scoring": "both"}, "4H+ by W", 8, (4, -4, 4, -4)),
        ("T20", BID_WHIST, {}, "5S+ by N", 7, (-5, 0, -5, 0)),
        ("T21", BID_WHIST, {}, "5S+ by N", 12, (7, 0, 7, 0)),
        ("T30", "cutthroat_4", {}, "5H+ by 0", (5, 3, 2, 2), (6, 3, 2, 2)),
        ("T31", "cutthroat_4", {}, "5H+ by 0", (3, 4, 3, 2), (-5, 4, 3, 2)),
        ("T45", "dummy_seed", {}, "5H+ by N", 10, (0, 5, 0, 5)),
        ("T46", "dummy_seed", {}, "5H+ by N", 12, (6, 0, 0, 0)),
    ],
)
def test_worked_scores(
    row: str,
    preset: str,
    options: dict[str, object],
    contract: str,
    tricks: int | tuple[int, ...],
    expected: tuple[int, ...],
) -> None:
    assert points(preset, contract, tricks, **options) == expected, row


@pytest.mark.parametrize(("kept", "expected"), [(0, 4), (1, 8), (2, 16)])
def test_hands_that_are_kept_double_the_score_t49_t50(kept: int, expected: int) -> None:
    assert points("double_dummy", "4S+ by N", 10, kept=kept) == (expected, 0, 0, 0)
    assert points("double_dummy", "5S+ by S", 10, kept=kept) == (5 * 2**kept, 0, 0, 0)
    assert points("double_dummy", "5S+ by E", 10, kept=kept, seating="alternating")[0] == 5 * 2**kept


@pytest.mark.parametrize(("level", "setting"), [(3, 5), (4, 4), (5, 3), (6, 2), (7, 1)])
def test_books_that_set_a_bid_t1_t9_t10(level: int, setting: int) -> None:
    rules = ws.Rules.preset(BID_WHIST)
    for books in range(1, 14):
        score = ws.score_hand(ws.Contract(level, "S+", "N"), books - 1, rules=rules)
        assert (score.books, score.needed) == (books, 6 + level)
        assert score.made == (rules.books - books < setting)
        assert score.boston == (books == 13)


def test_cutthroat_needs_the_books_that_were_bid_t29() -> None:
    score = ws.score_hand("4S+ by 2", (3, 3, 3, 3), rules=ws.Rules.preset("cutthroat_4"))
    assert (score.needed, score.books, score.made, score.points) == (4, 4, True, (3, 3, 4, 3))


def test_the_kitty_of_who_won_the_first_trick() -> None:
    rules = ws.Rules.preset("bid_whist_52_whistportal")
    assert ws.score_hand("4S+ by N", 9, rules=rules, first_trick="S").points == (4, 0, 4, 0)
    assert ws.score_hand("4S+ by N", 9, rules=rules, first_trick="W").points == (-4, 0, -4, 0)
    with pytest.raises(ws.WhistError, match="first_trick is missing"):
        ws.score_hand("4S+ by N", 9, rules=rules)
    with pytest.raises(ws.NotationError, match="first_trick"):
        ws.score_hand("4S+ by N", 9, rules=rules, first_trick="X")


@pytest.mark.parametrize("preset", [name for name in ws.Rules.preset_names() if "classic" not in name])
def test_scores_of_all_presets_follow_the_contract(preset: str) -> None:
    rules = ws.Rules.preset(preset)
    if rules.trump_rule != "declared":
        with pytest.raises(ws.RulesError, match="has no contracts"):
            ws.score_hand("4S+ by 0", 7, rules=rules)
        return
    seats, played = rules.dealt_hands, rules.dealt_hand_size
    for level in range(max(rules.min_bid, 1), rules.max_bid + 1):
        for own in range(played + 1):
            tricks = own if rules.nonbidders_score == "none" else (own, played - own, *[0] * (seats - 2))
            score = ws.score_hand(ws.Contract(level, "H+", 0), tricks, rules=rules, first_trick=int(not own))
            assert score.made == (score.books >= level + rules.bid_base)
            assert len(score.points) == seats
            assert (score.points[0] > 0) == score.made


@pytest.mark.parametrize(
    ("contract", "tricks", "preset", "options", "error", "message"),
    [
        ("2S+ by N", 9, BID_WHIST, {}, ws.NotationError, "level 2 is wrong: expected 3 to 7"),
        ("4S+ by N", 13, BID_WHIST, {}, ws.WhistError, "tricks 13"),
        ("4S+ by N", (9, 1, 1, 0), BID_WHIST, {}, ws.WhistError, "4 numbers with the sum 12"),
        ("4S+ by 0", 9, "cutthroat_4", {}, ws.WhistError, "one for each seat"),
        ("4S+ by E", 9, "double_dummy", {}, ws.NotationError, "declarer 1 is a dummy: expected 0 or 2"),
        ("4S+ by N", 9, BID_WHIST, {"kept": 1}, ws.WhistError, "no hand option"),
        ("4S+ by N", 9, "double_dummy_seed", {"kept": 3}, ws.WhistError, "kept 3"),
    ],
)
def test_wrong_calls(
    contract: str,
    tricks: int,
    preset: str,
    options: dict[str, int],
    error: type[Exception],
    message: str,
) -> None:
    with pytest.raises(error, match=message):
        ws.score_hand(contract, tricks, rules=ws.Rules.preset(preset), **options)


def test_tricks_by_seat_are_those_of_the_side() -> None:
    rules = ws.Rules.preset(BID_WHIST)
    assert ws.score_hand("4S+ by N", (5, 1, 5, 1), rules=rules) == ws.score_hand("4S+ by N", 10, rules=rules)
