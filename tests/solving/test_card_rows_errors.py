"""Every card of the hand to play in many layouts: wrong arguments, early ends."""

import pickle
import random
from typing import Any

import numpy as np
import pytest

import whistsolve as ws
from whistsolve import _core
from whistsolve.dealing import random_deals
from whistsolve.encoding import deal_to_masks
from whistsolve.errors import Interrupted, Stopped
from whistsolve.solving import solve_card_rows

RULES = ws.Rules.preset("bid_whist")
#: East has led the queen of spades; South plays.
HANDS = np.array(
    [
        deal_to_masks(ws.Deal.from_text(text))
        for text in ("N:A2..3. Q3..4. 54..5. J6..6.", "N:J6..6. Q3..4. 54..5. A2..3.")
    ],
    dtype=np.uint64,
)
HANDS[:, 1] &= ~np.uint64(1 << ws.Card.from_text("SQ").index)
GOOD: dict[str, Any] = {
    "hands": HANDS,
    "strain": "NT+",
    "hand_to_play": "S",
    "declarer": "E",
    "first_trick": False,
    "trick": ["SQ"],
    "rules": RULES,
}


def mask(*cards: str) -> int:
    return sum(1 << ws.Card.from_text(card).index for card in cards)


def changed(row: int, column: int, *cards: str) -> np.ndarray:
    copy = HANDS.copy()
    copy[row, column] = mask(*cards)
    return copy


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"hands": HANDS.astype(np.int64)}, ws.DealError, "dtype int64"),
        ({"hands": HANDS[:0]}, ws.DealError, "no rows"),
        (
            {"hands": changed(1, 2, "S5", "S4", "HT")},
            ws.DealError,
            "row 1: S, who is to play, holds .* row 0",
        ),
        (
            {"hands": changed(1, 0, "S6", "SJ", "S4")},
            ws.DealError,
            "trick SQ put back into the hands, deal 1",
        ),
        ({"hands": changed(1, 0, "S6", "SJ")}, ws.DealError, "deal 1"),
        (
            {"hands": changed(1, 0, "S6", "SJ", "SQ")},
            ws.DealError,
            "row 1: N holds SQ, which is in the trick",
        ),
        ({"hands": HANDS | np.uint64(1 << 60)}, ws.DealError, "deal 0"),
        ({"trick": []}, ws.DealError, "deal 0"),
        ({"trick": ["SQ", "SK"]}, ws.DealError, "trick SQ SK put back"),
        ({"trick": ["SQ", "S2", "S3", "S7"]}, ws.ActError, "trick has 4 cards .* at most 3 before S plays"),
        (
            {"trick": ["SQ:H"]},
            ws.ActError,
            "row 0: card 1 of those played, SQ by E, .* only a led joker names",
        ),
        ({"hand_to_play": "X"}, ws.NotationError, "hand_to_play 'X'"),
        ({"declarer": None}, ws.NotationError, "declarer None"),
        ({"first_trick": 1}, ws.WhistError, "first_trick 1 is wrong: expected True or False"),
    ],
)
def test_what_is_wrong_is_named(wrong: dict[str, Any], error: type[Exception], message: str) -> None:
    assert solve_card_rows(**GOOD)[1].shape == (2, 2)
    with pytest.raises(error, match=message):
        solve_card_rows(**{**GOOD, **wrong})


def test_a_trick_that_was_not_legal_in_some_row_is_named() -> None:
    """West could not have thrown the six of diamonds where West still holds a spade."""
    arguments = ("NT+", "N", "N")
    options: dict[str, Any] = {"first_trick": True, "trick": ["SQ", "S6", "D6"], "rules": RULES}
    hands = np.array(
        [
            [mask("SA", "S2"), mask("S3"), mask("S4"), mask("D7")],
            [mask("SA", "S2"), mask("D7"), mask("S4"), mask("S3")],
        ],
        dtype=np.uint64,
    )
    assert solve_card_rows(hands[:1], *arguments, **options)[1].shape == (1, 2)
    with pytest.raises(ws.ActError, match="row 1: card 3 of those played, D6 by W, is not legal: W holds"):
        solve_card_rows(hands, *arguments, **options)
    with pytest.raises(ws.ActError, match="row 0: card 3 of those played, D6 by W"):
        solve_card_rows(hands[1:], *arguments, **options)


def test_a_joker_that_should_have_been_exchanged_is_named() -> None:
    hands = changed(1, 0, "S6", "SJ", "BJ")
    rules = ws.Rules.preset("bid_whist", joker_no_trump="exchanged")
    with pytest.raises(ws.DealError, match=r"deal 1: N holds BJ in NT[+]"):
        solve_card_rows(**{**GOOD, "hands": hands, "rules": rules})
    assert solve_card_rows(**{**GOOD, "hands": hands, "rules": rules, "strain": "S+"})[1].shape == (2, 2)


@pytest.mark.parametrize(
    "wrong",
    [
        {"cards": 1},
        {"cards": 0},
        {"tricks": np.zeros((3, 2), dtype=np.uint8)},
        {"done": np.zeros(3, dtype=np.uint8)},
        {"hands": np.zeros((2, 3), dtype=np.uint64)},
        {"hands": np.zeros((2, 4), dtype=np.uint64)},
        {"hands": np.zeros(4, dtype=np.uint64)},
    ],
)
def test_the_engine_itself_refuses_what_does_not_fit(wrong: dict[str, Any]) -> None:
    hands = random_deals(2, 1, RULES)[:, :4].copy()
    hands[1] = hands[0, [0, 2, 1, 3]]
    good: dict[str, Any] = {
        "hands": hands,
        "situation": _core.Problem(hands[0].tolist(), 4, 0, 0, 5),
        "cards": int(hands[0, 0]),
        "tricks": np.zeros((2, 12), dtype=np.uint8),
        "done": np.ones(2, dtype=np.uint8),
    }
    batch = _core.Batch(1, 1 << 20)
    assert batch.run_cards(**good)
    with pytest.raises(ws.WhistError):
        batch.run_cards(**{**good, **wrong})


# ---------------------------------------------------------------------------------------------- early ends


def full_hands(rows: int) -> dict[str, Any]:
    """Layouts of whole hands that North leads from; all take many seconds."""
    deals = random_deals(1, 9, RULES)[:, :4]
    rng = random.Random(5)
    others = [card for card in range(54) if any(int(hand) >> card & 1 for hand in deals[0, 1:])]
    hands = np.zeros((rows, 4), dtype=np.uint64)
    for row in hands:
        rng.shuffle(others)
        row[:] = [deals[0, 0], *(sum(1 << card for card in others[i : i + 12]) for i in (0, 12, 24))]
    return {**GOOD, "hands": hands, "strain": "S+", "hand_to_play": "N", "trick": [], "first_trick": True}


class Enough(Exception):
    pass


@pytest.mark.parametrize("error", [KeyboardInterrupt, Enough])
def test_what_progress_raises_comes_through_with_what_is_done(error: type[BaseException]) -> None:
    arguments = full_hands(2000)

    def progress(done: int, total: int | None) -> None:
        assert total == 2000 and 0 <= done <= total
        if done > 2:
            raise error("stop here")

    with pytest.raises(error, match="stop here") as caught:
        solve_card_rows(**arguments, threads=2, progress=progress)
    legal, partial = caught.value.partial  # type: ignore[attr-defined]
    done = ~partial.mask.all(axis=1)
    assert 2 < done.sum() < 2000 and np.array_equal(done, ~partial.mask.any(axis=1))
    if error is KeyboardInterrupt:
        assert type(caught.value) is Interrupted
    some = np.nonzero(done)[0][:3]
    cards, tricks = solve_card_rows(**{**arguments, "hands": arguments["hands"][some]})
    assert legal == cards and np.array_equal(partial[some], tricks)


def test_the_end_of_the_time_loses_nothing() -> None:
    with pytest.raises(Stopped, match=r"time limit of 0.3 seconds was reached: \d+ of 2000 rows") as caught:
        solve_card_rows(**full_hands(2000), threads=2, time_limit=0.3)
    cards, tricks = caught.value.partial
    assert 0 < tricks.count() < tricks.size and tricks.shape == (2000, len(cards))
    copy = pickle.loads(pickle.dumps(caught.value))
    assert np.ma.allequal(copy.partial[1], tricks) and copy.partial[0] == cards


def test_progress_rises_to_the_end_and_enough_time_changes_nothing() -> None:
    seen: list[tuple[int, int | None]] = []
    cards, tricks = solve_card_rows(
        **GOOD, time_limit=60, progress=lambda done, total: seen.append((done, total))
    )
    assert seen == sorted(seen, key=lambda pair: pair[0]) and seen[-1] == (2, 2)
    again = solve_card_rows(**GOOD)
    assert again[0] == cards and np.array_equal(again[1], tricks)
