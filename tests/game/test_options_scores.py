"""Every option of scoring has an effect, shown by hands played to their end."""

import pytest
from tests.support.hands_played import (
    played_hand,
    played_out,
    pushed,
    sure_deal,
    to_play,
    trick_with_reneges,
)

from whistsolve.errors import RulesError
from whistsolve.game import HandResult, HandState, Match, score_whist_hand
from whistsolve.rules import Rules
from whistsolve.values import Deal

SEED = "bid_whist_seed"


def points(
    tricks: int, bid: str, strain: str = "S+", preset: str = SEED, **options: object
) -> tuple[int, ...]:
    """What North and East score where North bids and takes so many tricks at the table."""
    match = Match(Rules.preset(preset, **options), dealer=3)
    return played_hand(match, tricks, bid, strain=strain).points[:2]


@pytest.mark.parametrize(
    ("kitty_book", "books", "expected"),
    [("bidder", (10, 3), (4, 0)), ("none", (9, 3), (-4, 0)), ("first_trick_winner", (9, 4), (-4, 0))],
)
def test_option_kitty_book_says_whose_it_is(
    kitty_book: str, books: tuple[int, int], expected: tuple[int, int]
) -> None:
    """The declarer's left hand leads and wins the first trick, the declarer's side nine."""
    rules = Rules.preset(SEED, kitty_book=kitty_book, first_leader="left_of_dealer")
    deal = sure_deal(3, rules, (1, 2, 3, 0))
    state = to_play(HandState(deal, rules, dealer=0), "NT+", 0, level=4)
    result = played_out(state).result()
    assert state.tricks[0].winner == 1 and result.tricks == (9, 3, 0, 0)
    assert (result.books, result.points[:2]) == (books, expected)
    # A first trick that the declarer wins.
    if kitty_book != "none":
        assert points(9, "4+", kitty_book=kitty_book) == (4, 0)


@pytest.mark.parametrize(
    ("made_scoring", "expected"), [("books_over_six", 6), ("bid_only", 4), ("per_trick", 12)]
)
def test_option_made_scoring_of_overtricks(made_scoring: str, expected: int) -> None:
    assert points(11, "4+", made_scoring=made_scoring) == (expected, 0)
    assert points(8, "4+", made_scoring=made_scoring) == (-4, 0)


@pytest.mark.parametrize(
    ("nonbidders_score", "made", "down"), [("none", (9, 0), (-9, 0)), ("per_trick", (9, 4), (-9, 5))]
)
def test_option_nonbidders_score_of_their_tricks(
    nonbidders_score: str, made: tuple[int, int], down: tuple[int, int]
) -> None:
    for tricks, expected in ((8, made), (7, down)):
        match = Match(Rules.preset("cutthroat_4", nonbidders_score=nonbidders_score), dealer=3)
        result = played_hand(match, tricks, "9")
        assert (result.points[0], result.points[3]) == expected


@pytest.mark.parametrize(
    ("set_scoring", "one_down", "far_down"),
    [
        ("bidder_loses", (-4, 0), (-4, 0)),
        ("opponents_gain", (0, 4), (0, 4)),
        ("both", (-4, 4), (-4, 4)),
        ("opponents_odd_tricks", (0, 0), (0, 2)),
        ("both_odd", (-4, 0), (-4, 2)),
    ],
)
def test_option_set_scoring_says_who_gains_and_loses(
    set_scoring: str, one_down: tuple[int, int], far_down: tuple[int, int]
) -> None:
    """The bidders have nine books on a bid of four, the others four; then five against eight."""
    assert points(8, "4+", set_scoring=set_scoring) == one_down
    rules = Rules.preset(SEED, set_scoring=set_scoring, first_leader="left_of_dealer")
    state = to_play(HandState(sure_deal(8, rules, (1, 2, 3, 0)), rules, dealer=0), "NT+", 0, level=4)
    result = played_out(state).result()
    assert result.books == (5, 8) and result.points[:2] == far_down


@pytest.mark.parametrize("set_scoring", ["opponents_odd_tricks", "both_odd"])
def test_opponents_who_play_alone_have_no_odd_tricks_together(set_scoring: str) -> None:
    with pytest.raises(RulesError, match=f"set_scoring '{set_scoring}' is wrong in cutthroat"):
        Rules.preset("cutthroat_5", set_scoring=set_scoring)


@pytest.mark.parametrize(
    ("boston_bonus", "taken", "bid", "no_trump"),
    [("none", 7, 7, 14), ("fixed_13", 13, 13, 26), ("double", 7, 14, 14), ("quadruple", 28, 28, 56)],
)
def test_option_boston_bonus_for_all_books(boston_bonus: str, taken: int, bid: int, no_trump: int) -> None:
    assert points(12, "4+", boston_bonus=boston_bonus) == (taken, 0)
    assert points(12, "7+", boston_bonus=boston_bonus) == (bid, 0)
    assert points(12, "4NT", "NT+", boston_bonus=boston_bonus, nt_multiplier=2) == (no_trump, 0)
    assert points(11, "4+", boston_bonus=boston_bonus) == (6, 0)


def called(
    reneging: tuple[int, ...], calls: tuple[str, ...], preset: str = SEED, **options: object
) -> HandResult:
    """North bids five and takes ten tricks; reneges in the first trick, and what is called at the end."""
    rules = Rules.preset(preset, renege_mode="detect_and_call", **options)
    state = to_play(HandState(sure_deal(10, rules), rules, dealer=3), "S+", level=5)
    played_out(trick_with_reneges(state, *reneging))
    return pushed(state, *calls, "settle").result()


PENALTIES = [
    # Of the bidders, who have eleven books on a bid of five: books, points; of the defenders, who have two.
    ("transfer_tricks:3", (8, 5), (-5, 0), (13, 0), (7, 0)),
    ("transfer_tricks:1", (10, 3), (-5, 0), (12, 1), (6, 0)),
    ("remove_tricks:3", (8, 2), (-5, 0), (11, 0), (5, 0)),
    ("minus_points:2", (11, 2), (3, 0), (11, 2), (5, -2)),
    ("plus_points_opp:2", (11, 2), (5, 2), (11, 2), (7, 0)),
    ("lose_game", (11, 2), (5, 0), (11, 2), (5, 0)),
]


@pytest.mark.parametrize(("penalty", "books", "score", "their_books", "their_score"), PENALTIES)
def test_option_renege_penalty_of_either_side(
    penalty: str,
    books: tuple[int, int],
    score: tuple[int, int],
    their_books: tuple[int, int],
    their_score: tuple[int, int],
) -> None:
    result = called((2,), ("renege 1 by 1",), renege_penalty=penalty)
    assert (result.books, result.points[:2]) == (books, score)
    assert result.loses_game == (frozenset({0, 2}) if penalty == "lose_game" else frozenset())
    result = called((1,), ("renege 1 by 2",), renege_penalty=penalty)
    assert (result.books, result.points[:2]) == (their_books, their_score)
    assert result.loses_game == (frozenset({1, 3}) if penalty == "lose_game" else frozenset())
    match = Match(result.rules, dealer=3)
    match.add(result)
    assert match.winners == (
        frozenset({0, 2}) if penalty == "lose_game" or their_score[0] >= 7 else frozenset()
    )


@pytest.mark.parametrize(
    ("penalty", "books", "score", "their_books", "their_score"),
    [*PENALTIES, ("none", (11, 2), (5, 0), (11, 2), (5, 0))],
)
def test_option_false_call_penalty_of_either_side(
    penalty: str,
    books: tuple[int, int],
    score: tuple[int, int],
    their_books: tuple[int, int],
    their_score: tuple[int, int],
) -> None:
    result = called((), ("renege 1 by 0",), false_call_penalty=penalty)
    assert (result.books, result.points[:2]) == (books, score)
    result = called((), ("renege 1 by 3",), false_call_penalty=penalty)
    assert (result.books, result.points[:2]) == (their_books, their_score)
    assert result.revoked == frozenset()


@pytest.mark.parametrize(("immune", "books"), [(False, (8, 5)), (True, (11, 2))])
def test_option_dummy_renege_immune_leaves_reneges_of_the_dummy(immune: bool, books: tuple[int, int]) -> None:
    """Left of the declarer leads and wins two tricks, the declarer's side the others, from either hand."""
    rules = Rules.preset(
        "dummy_seed",
        renege_mode="detect_and_call",
        dummy_renege_immune=immune,
        first_leader="left_of_bidder",
    )
    for reneging, expected in ((3, books), (0, (8, 5))):
        state = HandState(sure_deal(2, rules, (1, reneging, 2, 3 - reneging)), rules, dealer=2)
        played_out(trick_with_reneges(to_play(state, "NT+", level=5), reneging))
        result = pushed(state, "renege 1 by 1", "settle").result()
        assert result.books == expected
        assert result.points == ((5, 0, 0) if expected == (11, 2) else (0, 5, 5))


def at_whist(dealt: int = 4, **options: object) -> tuple[int, ...]:
    """What is scored for seven tricks of player 0's side, dealt so many honours in spades, the trumps."""
    rules = Rules.preset("whist_seed", **{"honours": True, **options})
    hands = [[str(card) for card in hand] for hand in sure_deal(7, rules).hands]
    if dealt == 3:  # the jack falls to the queen
        low = max(card for card in hands[1] if card[0] == "S")
        hands[0][hands[0].index("SJ")], hands[1][hands[1].index(low)] = low, "SJ"
    state = played_out(HandState(Deal(hands), rules, dealer=0, turned="SA"))
    assert state.result().tricks[0] == 7
    return state.result().points


@pytest.mark.parametrize(("honours", "expected"), [(False, (1, 0, 1, 0)), (True, (5, 0, 5, 0))])
def test_option_honours_says_whether_they_score(honours: bool, expected: tuple[int, ...]) -> None:
    assert at_whist(honours=honours) == expected


@pytest.mark.parametrize(("three", "expected"), [(3, (4, 0, 4, 0)), (2, (3, 0, 3, 0))])
def test_option_honours_three_says_what_three_score(three: int, expected: tuple[int, ...]) -> None:
    assert at_whist(dealt=3, honours_three=three) == expected
    assert at_whist(honours_three=three) == (5, 0, 5, 0)


def honours(
    scores: tuple[int, int], tricks: int = 7, held: tuple[int, int] = (4, 0), **options: object
) -> tuple[int, int]:
    rules = Rules.preset("whist_seed", **{"honours": True, **options})
    return score_whist_hand(tricks, rules=rules, honours=held, scores=scores).honours


@pytest.mark.parametrize(
    ("bar", "target", "last_that_counts"),
    [(4, 5, 2), ("target_minus_1", 5, 2), (4, 10, 2), ("target_minus_1", 10, 7), (9, 10, 7), (0, 5, -2)],
)
def test_option_honours_bar_is_the_score_from_which_none_count(
    bar: int | str, target: int, last_that_counts: int
) -> None:
    for score in range(-3, target):
        expected = (4, 0) if score <= last_that_counts else (0, 0)
        assert honours((score, 0), honours_bar=bar, target=target) == expected, score


@pytest.mark.parametrize(("when", "at_three", "at_four"), [("after_tricks", 0, 0), ("start_of_deal", 4, 0)])
def test_option_honours_bar_when_looks_before_or_after_the_tricks(
    when: str, at_three: int, at_four: int
) -> None:
    assert honours((3, 0), honours_bar_when=when) == (at_three, 0)
    assert honours((4, 0), honours_bar_when=when) == (at_four, 0)
    assert honours((2, 0), honours_bar_when=when) == (4, 0)


@pytest.mark.parametrize(("void", "expected"), [(True, (0, 0)), (False, (0, 4))])
def test_option_honours_void_if_both_reach(void: bool, expected: tuple[int, int]) -> None:
    assert honours((2, 3), 9, (0, 4), honours_void_if_both_reach=void) == expected
    assert honours((1, 3), 9, (0, 4), honours_void_if_both_reach=void) == (0, 4), "one side reaches it"
