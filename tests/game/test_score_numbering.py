"""Scores by seat of the table, and numbered as a hand in play numbers its hands."""

import random

import pytest
from tests.support.random_matches import play_on

import whistsolve as ws
from whistsolve.game import HandState, Seating
from whistsolve.game.match.single_hand import outcome_of
from whistsolve.rules import Rules

TO_THE_RIGHT = {"direction_of_play": "counterclockwise"}
TABLES = [
    ("dummy_seed", {"jokers": 2, "set_scoring": "both"} | TO_THE_RIGHT),
    ("dummy_seed", {"nonbidders_score": "per_trick", "nt_multiplier": 2}),
    ("double_dummy_seed", {"seating": "alternating"}),
    ("double_dummy_seed", {"seating": "facing"} | TO_THE_RIGHT),
    ("double_dummy_seed", {"seating": "facing", "jokers": 2, "set_scoring": "both"}),
    ("double_dummy", {"double_dummy_mode": "two_hands"} | TO_THE_RIGHT),
    ("humbug", {}),
]
WITHOUT_DUMMIES = [
    ("bid_whist_seed", {}),
    ("bid_whist_52_whistportal", {}),
    ("bid_whist_seed", {"nonbidders_score": "per_trick"}),
    *((f"cutthroat_{players}", {}) for players in (3, 5)),
]


@pytest.mark.parametrize(("preset", "options"), [*TABLES, *WITHOUT_DUMMIES], ids=str)
def test_by_hands_the_score_is_that_of_the_hand_played(preset: str, options: dict[str, object]) -> None:
    rules = Rules.preset(preset, **options)
    declarers = set()
    for seed in range(6):
        state = play_on(HandState.random(seed, rules, dealer=seed % rules.players), seed)
        result, seating = state.result(), state.seating
        if result.void:
            continue
        contract = result.contract
        assert contract is not None
        declarers.add(contract.declarer)
        first, kept = state.tricks[0].winner, state.snapshot.kept.count(True)
        given = {"rules": rules, "kept": kept}
        score = ws.score_hand(contract, result.tricks, first_trick=first, by="hands", **given)
        assert score == result.score
        assert (score.points, score.contract, score.made) == (result.points, contract, result.made)
        # The same, hands put on the seats of the table by another way.
        seats = {hand: seat for seat, hand in enumerate(seating.chairs)}
        seated = ws.Contract(contract.level, contract.strain, seats[contract.declarer])
        tricks = [result.tricks[hand] for hand in seating.chairs]
        by_seat = ws.score_hand(seated, tricks, first_trick=seats[first], **given)
        assert [by_seat.points[seats[player]] for player in range(rules.players)] == [*result.points]
        side = seating.sides[contract.declarer]
        total = sum(result.tricks[hand] for hand, own in enumerate(seating.sides) if own == side)
        counted = rules.kitty_book == "bidder" or not rules.kitty_size
        if rules.nonbidders_score == "none" and rules.kitty_book != "first_trick_winner":
            assert score == ws.score_hand(contract, total, by="hands", **given)
        if counted and rules.game != "cutthroat":
            assert outcome_of(state.setup, contract, total, kept).points == result.points
    assert len(declarers) > 1


def test_where_the_dummy_is() -> None:
    rules = Rules.preset("dummy_seed")
    for declarer in range(3):
        seating = Seating.of(rules, declarer)
        assert seating.chairs[(declarer + 2) % 4] == 3 and seating.chairs[declarer] == declarer
        contract = ws.Contract(5, "S+", declarer)
        points = ws.score_hand(contract, 9, rules=rules).points
        assert points[declarer] == points[(declarer + 2) % 4] == 0 and sum(points) == 10
        points = ws.score_hand(contract, 9, rules=rules, by="hands").points
        assert points == tuple(5 * (player != declarer) for player in range(3))
    for preset, options in WITHOUT_DUMMIES:  # both are the same
        rules = Rules.preset(preset, **options)
        tricks = [rules.dealt_hand_size - rules.players + 1, *[1] * (rules.players - 1)]
        contract = ws.Contract(4, "NT-", random.Random(preset).randrange(rules.players))
        by_hand = ws.score_hand(contract, tricks, rules=rules, first_trick=1, by="hands")
        assert by_hand == ws.score_hand(contract, tricks, rules=rules, first_trick=1), preset


def test_wrong_numbers() -> None:
    double = "double_dummy_seed"
    for preset, contract, by, error, message in (
        ("dummy_seed", "5S+ by 3", "hands", ws.NotationError, "declarer 3 is wrong: expected a player below"),
        (double, "5S+ by 2", "hands", ws.NotationError, "expected a player below 2"),
        (double, "5S+ by 2", "seats", ws.NotationError, "declarer 2 is a dummy: expected 0 or 1"),
        ("dummy_seed", "5S+ by 4", "seats", ws.NotationError, "declarer 4 is wrong: expected a seat below 4"),
        ("dummy_seed", "5S+ by 0", "chairs", ws.WhistError, "by 'chairs' is wrong: expected 'seats' or 'h"),
        ("dummy_seed", "5S+ by 0", None, ws.WhistError, "by None is wrong"),
        ("dummy_seed", "5S+ by 0", [], ws.WhistError, "by .* is wrong"),
    ):
        options = {"seating": "alternating"} if preset == double else {}
        with pytest.raises(error, match=message):
            ws.score_hand(contract, 9, rules=Rules.preset(preset, **options), by=by)
