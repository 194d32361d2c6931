"""Scores by seat of the table, and numbered as a hand in play numbers its hands."""

import random

import pytest
from tests.support.random_matches import random_act

import whistsolve as ws
from whistsolve.game import HandResult, HandState, Seating
from whistsolve.game.match.single_hand import outcome_of
from whistsolve.rules import Rules

TABLES = [
    ("dummy_seed", {}),
    ("dummy_seed", {"direction_of_play": "counterclockwise", "jokers": 2, "set_scoring": "both"}),
    ("dummy_seed", {"nonbidders_score": "per_trick", "nt_multiplier": 2}),
    *(
        ("double_dummy_seed", {"seating": seating, "direction_of_play": direction, **more})
        for seating in ("alternating", "facing")
        for direction in ("clockwise", "counterclockwise")
        for more in ({}, {"jokers": 2, "set_scoring": "both"})
    ),
    ("double_dummy", {"double_dummy_mode": "two_hands"}),
    ("double_dummy", {"double_dummy_mode": "two_hands", "direction_of_play": "counterclockwise"}),
    ("humbug", {}),
]
WITHOUT_DUMMIES = [
    ("bid_whist_seed", {}),
    ("bid_whist_52_whistportal", {}),
    ("bid_whist_seed", {"nonbidders_score": "per_trick"}),
    *((f"cutthroat_{players}", {}) for players in (3, 4, 5, 6)),
]


def played(rules: Rules, seed: int) -> tuple[HandState, HandResult] | None:
    """A hand played at random to its end; ``None`` where it was thrown in."""
    draw = random.Random(seed)
    state = HandState.random(seed, rules, dealer=seed % rules.players)
    while not state.is_over:
        state.push(random_act(state, draw))
    result = state.result()
    return None if result.void else (state, result)


@pytest.mark.parametrize(("preset", "options"), [*TABLES, *WITHOUT_DUMMIES], ids=str)
def test_by_hands_the_score_is_that_of_the_hand_played(preset: str, options: dict[str, object]) -> None:
    rules = Rules.preset(preset, **options)
    declarers = set()
    for seed in range(12):
        found = played(rules, seed)
        if found is None:
            continue
        state, result = found
        contract, seating = result.contract, state.seating
        assert contract is not None
        declarers.add(contract.declarer)
        first = state.tricks[0].winner
        kept = state.snapshot.kept.count(True)
        score = ws.score_hand(contract, result.tricks, rules=rules, first_trick=first, kept=kept, by="hands")
        assert score == result.score
        assert (score.points, score.contract, score.made) == (result.points, contract, result.made)
        # The same, hands put on the seats of the table by another way.
        seats = {hand: seat for seat, hand in enumerate(seating.chairs)}
        seated = ws.Contract(contract.level, contract.strain, seats[contract.declarer])
        tricks = [result.tricks[hand] for hand in seating.chairs]
        by_seat = ws.score_hand(seated, tricks, rules=rules, first_trick=seats[first], kept=kept)
        assert [by_seat.points[seats[player]] for player in range(rules.players)] == [*result.points]
        if rules.nonbidders_score == "none" and rules.kitty_book != "first_trick_winner":
            own = [
                hand for hand, side in enumerate(seating.sides) if side == seating.sides[contract.declarer]
            ]
            total = sum(result.tricks[hand] for hand in own)
            assert score == ws.score_hand(contract, total, rules=rules, kept=kept, by="hands")
            assert outcome_of(state.setup, contract, total, kept).points == result.points
        elif (
            rules.nonbidders_score == "per_trick"
            and rules.kitty_book == "bidder"
            and rules.game != "cutthroat"
        ):
            own = result.books[seating.sides[contract.declarer]] - 1
            assert outcome_of(state.setup, contract, own, kept).points == result.points
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


@pytest.mark.parametrize(("preset", "options"), WITHOUT_DUMMIES, ids=str)
def test_without_dummies_both_are_the_same(preset: str, options: dict[str, object]) -> None:
    rules = Rules.preset(preset, **options)
    tricks = [rules.dealt_hand_size - rules.players + 1, *[1] * (rules.players - 1)]
    for declarer in range(rules.players):
        contract = ws.Contract(4, "NT-", declarer)
        by_hand = ws.score_hand(contract, tricks, rules=rules, first_trick=1, by="hands")
        assert by_hand == ws.score_hand(contract, tricks, rules=rules, first_trick=1)


@pytest.mark.parametrize(
    ("preset", "contract", "by", "error", "message"),
    [
        (
            "dummy_seed",
            "5S+ by 3",
            "hands",
            ws.NotationError,
            "declarer 3 is wrong: expected a player below 3",
        ),
        ("double_dummy_seed", "5S+ by 2", "hands", ws.NotationError, "expected a player below 2"),
        (
            "double_dummy_seed",
            "5S+ by 2",
            "seats",
            ws.NotationError,
            "declarer 2 is a dummy: expected 0 or 1",
        ),
        ("dummy_seed", "5S+ by 4", "seats", ws.NotationError, "declarer 4 is wrong: expected a seat below 4"),
        (
            "dummy_seed",
            "5S+ by 0",
            "chairs",
            ws.WhistError,
            "by 'chairs' is wrong: expected 'seats' or 'hands'",
        ),
        ("dummy_seed", "5S+ by 0", None, ws.WhistError, "by None is wrong"),
        ("dummy_seed", "5S+ by 0", [], ws.WhistError, "by .* is wrong"),
    ],
)
def test_wrong_numbers(preset: str, contract: str, by: str, error: type[Exception], message: str) -> None:
    options = {"seating": "alternating"} if preset == "double_dummy_seed" else {}
    with pytest.raises(error, match=message):
        ws.score_hand(contract, 9, rules=Rules.preset(preset, **options), by=by)
