"""Many single questions at once: the answers of `solve`, wrong arrays, early ends."""

import pickle
from typing import Any

import numpy as np
import pytest
from tests.support.alarm import alarm_ends_it, needs_timer

import whistsolve as ws
from whistsolve import _core
from whistsolve.dealing import random_deals
from whistsolve.encoding import array_to_deals
from whistsolve.errors import Interrupted, Stopped
from whistsolve.solving import solve_rows
from whistsolve.values.strains import RANKINGS, STRAINS, TRUMPS

ALL = [ws.Strain(trump, ranking) for ranking in RANKINGS for trump in TRUMPS]
SHORT = ws.Rules.preset("bid_whist_seed", hand_size=4, kitty_size=38)
#: With the smallest table the third deal takes minutes.
FREE_PLAY = ws.Rules.preset("cutthroat_3", joker_no_trump="free_discard", joker_lead_no_trump="free_play")


def rows_of(rules: ws.Rules, seats: int, count: int, seed: int = 1) -> tuple[np.ndarray, ...]:
    """Hands, strains of all fifteen, leaders and declarers, drawn for each row; some hands twice in a row."""
    draw = np.random.default_rng(seed)
    hands = random_deals(count, seed, rules)[:, :seats].copy()
    hands[1::3] = hands[: len(hands[1::3]) * 3 : 3]
    return hands, draw.integers(0, 15, count), draw.integers(0, seats, count), draw.integers(0, seats, count)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("direction", ["clockwise", "counterclockwise"])
@pytest.mark.parametrize(
    ("preset", "seats", "options"),
    [
        ("bid_whist_seed", 4, {"kitty_size": 38}),
        ("bid_whist_seed", 4, {"kitty_size": 38, "kitty_book": "first_trick_winner"}),
        ("bid_whist_seed", 4, {"kitty_size": 38, "joker_no_trump": "high_no_suit"}),
        ("bid_whist_seed", 4, {"kitty_size": 38, "joker_no_trump": "free_discard"}),
        ("bid_whist_seed", 4, {"kitty_size": 38, "joker_lead_no_trump": "free_play"}),
        ("bid_whist_seed", 4, {"kitty_size": 38, "joker_lead_no_trump": "leader_names_suit"}),
        ("cutthroat_3", 3, {"kitty_size": 42}),
        ("cutthroat_5", 5, {"kitty_size": 34}),
        ("cutthroat_6", 6, {"kitty_size": 30}),
    ],
)
def test_rows_are_what_solve_says(
    preset: str, seats: int, options: dict[str, Any], direction: str, threads: int
) -> None:
    rules = ws.Rules.preset(preset, hand_size=4, direction_of_play=direction, **options)
    hands, strains, leaders, declarers = rows_of(rules, seats, 90)
    found = solve_rows(hands, strains, leaders, declarers, columns=ALL, rules=rules, threads=threads)
    solver = ws.Solver()
    want = [
        solver.solve(deal, ALL[strain], leader, declarer=declarer, rules=rules).tricks
        for deal, strain, leader, declarer in zip(
            array_to_deals(hands), strains.tolist(), leaders.tolist(), declarers.tolist(), strict=True
        )
    ]
    assert found.dtype == np.uint8 and found.tolist() == want


@pytest.mark.parametrize("seats", [2, 3, 5, 6])
def test_any_number_of_hands_may_play(seats: int) -> None:
    """The rules need not be those of so many players, as for `solve`."""
    hands, strains, leaders, declarers = rows_of(
        ws.Rules.preset("cutthroat_6", hand_size=4, kitty_size=30), 6, 40
    )
    hands, leaders, declarers = hands[:, :seats].copy(), leaders % seats, declarers % seats
    found = solve_rows(hands, strains, leaders, declarers, columns=ALL)
    for row, deal in enumerate(array_to_deals(hands)):
        solution = ws.solve(deal, ALL[strains[row]], int(leaders[row]), declarer=int(declarers[row]))
        assert solution.tricks == found[row]


def test_one_strain_or_seat_does_for_all_rows() -> None:
    hands, _, leaders, _ = rows_of(SHORT, 4, 30)
    want = solve_rows(hands, np.full(30, 4), np.full(30, 1), np.full(30, 2))
    for strain in (4, "NT+", STRAINS[4], np.int64(4)):
        assert np.array_equal(solve_rows(hands, strain, "E", 2), want)
    assert np.array_equal(
        solve_rows(hands, "H~", leaders, "S"), solve_rows(hands, 0, leaders, 2, columns=["H~"])
    )
    turned = np.asfortranarray(hands)
    assert np.array_equal(solve_rows(turned, np.full(60, 4)[::2], 1, np.full(30, 2, dtype=np.int8)), want)


def test_no_rows_have_no_tricks() -> None:
    none = np.zeros(0, dtype=np.int64)
    found = solve_rows(np.zeros((0, 4), dtype=np.uint64), none, none, none)
    assert found.shape == (0,) and found.dtype == np.uint8


# -------------------------------------------------------------------------------------------- wrong arguments

HANDS = random_deals(8, 3, SHORT)[:, :4].copy()
GOOD: dict[str, Any] = {"hands": HANDS, "strains": np.arange(8), "leaders": 0, "declarers": np.arange(8) % 4}


def changed(array: np.ndarray, row: Any, value: Any) -> np.ndarray:
    copy = array.copy()
    copy[row] = value
    return copy


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"hands": HANDS.astype(np.int64)}, ws.DealError, "dtype int64"),
        ({"hands": changed(HANDS, (5, 1), HANDS[5, 0])}, ws.DealError, "deal 5"),
        ({"strains": np.arange(7)}, ws.WhistError, r"strains of dtype int64 and shape \(7,\)"),
        ({"strains": np.arange(3, 11)}, ws.NotationError, "row 7 of strains is 10: .* 0 to 9"),
        ({"strains": np.arange(8) - 1}, ws.NotationError, "row 0 of strains is -1"),
        ({"strains": np.full(8, 2**64 - 1, dtype=np.uint64)}, ws.NotationError, "row 0 of strains"),
        ({"strains": 10}, ws.NotationError, "strains 10 is wrong"),
        ({"strains": "X+"}, ws.NotationError, "strain 'X[+]' is wrong"),
        ({"strains": "S+", "columns": ["S+"]}, ws.NotationError, "expected no columns"),
        ({"columns": ["S+"]}, ws.NotationError, "row 1 of strains is 1: expected a number from 0 to 0"),
        ({"columns": []}, ws.NotationError, "no strains"),
        ({"leaders": np.arange(8)}, ws.NotationError, "row 4 of leaders is 4"),
        ({"leaders": "X"}, ws.NotationError, "leaders 'X' is no seat"),
        ({"declarers": np.full(8, 256)}, ws.NotationError, "row 0 of declarers is 256"),
        ({"declarers": np.zeros(9, dtype=int)}, ws.WhistError, r"declarers .* shape \(9,\)"),
    ],
)
def test_what_is_wrong_is_named(wrong: dict[str, Any], error: type[Exception], message: str) -> None:
    assert solve_rows(**GOOD).shape == (8,)
    with pytest.raises(error, match=message):
        solve_rows(**{**GOOD, **wrong})


def test_a_joker_that_should_have_been_exchanged_is_named() -> None:
    rules = ws.Rules.preset("bid_whist_seed", joker_no_trump="exchanged")
    hands = random_deals(3, 1, ws.Rules.preset("whist_seed"))[:, :4].copy()
    assert solve_rows(hands, np.array([0, 4, 9]), 0, 0, rules=rules).shape == (3,)
    hands[1, 2] = hands[1, 2] & (hands[1, 2] - np.uint64(1)) | np.uint64(1 << 53)
    with pytest.raises(ws.DealError, match=r"deal 1: S holds BJ in NT[+]"):
        solve_rows(hands, np.array([0, 4, 9]), 0, 0, rules=rules)
    assert solve_rows(hands, np.array([4, 3, 9]), 0, 0, rules=rules).shape == (3,)


#: The fields of `_core.GameRules`.
RULES = ("first_trick_weight", "joker_kind", "joker_lead", "must_throw", "any_time")


@pytest.mark.parametrize(
    "wrong",
    [
        {"trumps": np.zeros(7, dtype=np.uint8)},
        {"trumps": np.full(8, 9, dtype=np.uint8)},
        {"rankings": np.full(8, 3, dtype=np.uint8)},
        {"leaders": np.full(8, 4, dtype=np.uint8)},
        {"sides": np.full(8, 255, dtype=np.uint8)},
        {"low": np.zeros(9, dtype=np.uint8)},
        {"done": np.zeros((8, 1), dtype=np.uint8)},
        {"hands": np.zeros((8, 7), dtype=np.uint64)},
        {"hands": np.zeros(8, dtype=np.uint64)},
        {"joker_kind": 3},
        {"joker_lead": 4},
        {"first_trick_weight": 3},
    ],
)
def test_the_engine_itself_refuses_what_does_not_fit(wrong: dict[str, Any]) -> None:
    zeros = {
        name: np.zeros(8, dtype=np.uint8) for name in ("trumps", "rankings", "leaders", "low", "high", "done")
    }
    sides = np.full(8, 5, dtype=np.uint8)
    batch = _core.Batch(2, 1 << 20)
    assert batch.run_rows(**{"hands": HANDS, "sides": sides, **zeros, "rules": _core.GameRules()})
    zeros["done"][:] = 0
    with pytest.raises(ws.WhistError):
        rules = _core.GameRules(**{name: wrong[name] for name in wrong if name in RULES})
        arrays = {name: wrong[name] for name in wrong if name not in RULES}
        batch.run_rows(**{"hands": HANDS, "sides": sides, **zeros, "rules": rules, **arrays})


# ---------------------------------------------------------------------------------------------- early ends

FULL = rows_of(ws.Rules.preset("bid_whist_seed"), 4, 3000, 9)


class Enough(Exception):
    pass


@pytest.mark.parametrize("error", [KeyboardInterrupt, Enough, ws.WhistError])
def test_what_progress_raises_comes_through_with_what_is_done(error: type[BaseException]) -> None:
    hands, strains, leaders, declarers = FULL
    arguments = (hands, strains % 10, leaders, declarers)

    def progress(done: int, total: int | None) -> None:
        assert total == len(hands) and 0 <= done <= total
        if done > 4:
            raise error("stop here")

    with pytest.raises(error, match="stop here") as caught:
        solve_rows(*arguments, threads=2, progress=progress)
    partial = caught.value.partial  # type: ignore[attr-defined]
    assert 4 < partial.count() < len(hands)
    if error is KeyboardInterrupt:
        assert type(caught.value) is Interrupted
    some = np.nonzero(~partial.mask)[0][:20]
    again = solve_rows(*(array[some] for array in arguments))
    assert np.array_equal(partial[some], again)


def test_the_end_of_the_time_loses_nothing() -> None:
    hands, strains, leaders, declarers = FULL
    with pytest.raises(Stopped, match=r"time limit of 0.2 seconds was reached: \d+ of 3000 rows") as caught:
        solve_rows(hands, strains % 10, leaders, declarers, threads=2, time_limit=0.2)
    assert isinstance(caught.value, ws.WhistError)
    partial = caught.value.partial
    assert 0 < partial.count() < 3000
    copy = pickle.loads(pickle.dumps(caught.value))
    assert str(copy) == str(caught.value) and np.ma.allequal(copy.partial, partial)


def test_progress_rises_to_the_end() -> None:
    seen: list[tuple[int, int | None]] = []
    solve_rows(**GOOD, progress=lambda done, total: seen.append((done, total)))
    assert seen == sorted(seen, key=lambda pair: pair[0]) and seen[-1] == (8, 8)


@needs_timer
def test_what_a_signal_handler_raises_ends_the_call() -> None:
    hands = random_deals(4, 3, FREE_PLAY)[:, :3].copy()

    with alarm_ends_it():
        while True:
            solve_rows(hands, "NT+", 0, 0, rules=FREE_PLAY, memory_mb=1, threads=2)
