"""Worked examples of the rules, by their numbers, through hands played and matches that count them."""

import itertools

import pytest
from tests.support.hands_played import (
    played_hand,
    played_out,
    pushed,
    started,
    sure_deal,
    texts,
    to_declare,
    to_play,
    trick_with_reneges,
)

from whistsolve.game import HandResult, HandState, Match, beats, read_call
from whistsolve.rules import Rules
from whistsolve.values import Card, Deal, Hand

SEED = Rules.preset("bid_whist_seed")
NORTH, EAST = frozenset({0, 2}), frozenset({1, 3})


def standing(match: Match) -> tuple[tuple[int, ...], frozenset[int], str]:
    """The score of players 0 and 1, who has won, and why."""
    return match.scores[:2], match.winners, match.standing.reason


def test_t12_a_seven_that_wins_from_nothing_counts_two_games() -> None:
    match = Match(SEED, dealer=3)
    result = played_hand(match, 12, "7+")
    assert (result.books, result.made) == ((13, 0), True)
    assert standing(match) == ((7, 0), NORTH, "target")
    assert match.standing.games == (2, 0, 2, 0)


def test_t13_a_seven_that_is_set_at_nothing_loses_the_game() -> None:
    match = Match(SEED, dealer=3)
    result = played_hand(match, 11, "7+")
    assert (result.books, result.made) == ((12, 1), False)
    assert standing(match) == ((-7, 0), EAST, "negative_target")
    assert match.standing.games == (0, 1, 0, 1)


def test_t14_a_bid_of_seven_made_from_below_is_no_double_game() -> None:
    match = Match(SEED, dealer=3, scores=(-3, 0, -3, 0))
    played_hand(match, 12, "7+")
    assert standing(match) == ((4, 0), frozenset(), "")
    assert match.standing.games == (0, 0, 0, 0)


def test_t15_thirteen_books_on_a_bid_of_four_win_a_single_game() -> None:
    match = Match(SEED, dealer=3, scores=(5, 0, 5, 0))
    result = played_hand(match, 12, "4+")
    assert result.score.boston
    assert standing(match) == ((12, 0), NORTH, "target")
    assert match.standing.games == (1, 0, 1, 0)


def test_t16_the_back_door() -> None:
    match = Match(Rules.preset("bid_whist_seed", set_scoring="both"), dealer=0, scores=(3, 0, 3, 0))
    result = played_hand(match, 8, "4+", declarer=1)
    assert (result.books, result.points) == ((4, 9), (4, -4, 4, -4))
    assert standing(match) == ((7, -4), NORTH, "target")


@pytest.mark.parametrize(("lies_limit", "winners"), [(2, EAST), (None, frozenset())])
def test_t17_the_second_missed_bid_loses_the_game(lies_limit: int | None, winners: frozenset[int]) -> None:
    match = Match(Rules.preset("bid_whist_seed", lies_limit=lies_limit), dealer=3)
    for declarer in (0, 2):
        assert not match.is_over
        played_hand(match, 7, "3+", declarer=declarer)
    assert standing(match) == ((-6, 0), winners, "lies_limit" if winners else "")
    assert match.standing.sets == (2, 0, 2, 0)


def test_t18_a_score_below_the_negative_target_loses_too() -> None:
    match = Match(SEED, dealer=3, scores=(-4, 0, -4, 0))
    played_hand(match, 8, "4+")
    assert standing(match) == ((-8, 0), EAST, "negative_target")


def with_a_call(reneging: tuple[int, ...], call: str) -> HandResult:
    """North bids five and has eleven books with the kitty's; a renege is called in trick 1 of the hand."""
    rules = Rules.preset("bid_whist_seed", renege_mode="detect_and_call")
    state = to_play(HandState(sure_deal(10, rules), rules, dealer=3), "S+", level=5)
    played_out(trick_with_reneges(state, *reneging))
    assert state.stage == "settlement" and [trick.winner for trick in state.tricks].count(0) == 10
    return pushed(state, call, "settle").result()


def test_t20_a_renege_of_the_bidders_costs_them_three_books() -> None:
    result = with_a_call((2,), "renege 1 by 1")
    assert result.penalties[0].called.right and result.penalties[0].called.accused == 2
    assert (result.books, result.points, result.made) == ((8, 5), (-5, 0, -5, 0), False)
    assert result.revoked == NORTH


def test_t21_the_defenders_lose_no_more_books_than_they_have() -> None:
    result = with_a_call((1,), "renege 1 by 2")
    assert result.penalties[0].tricks == 2
    assert (result.books, result.points, result.made) == ((13, 0), (7, 0, 7, 0), True)
    assert result.revoked == EAST


def test_t22_bidders_who_name_the_wrong_book_lose_three() -> None:
    for reneging in ((), (1,)):  # there was none, or it was in another book
        result = with_a_call(reneging, "renege 2 by 0")
        assert not result.penalties[0].called.right
        assert (result.books, result.points) == ((8, 5), (-5, 0, -5, 0))
        assert result.revoked == frozenset()


def wins(better: Card, worse: Card, strain: str) -> bool:
    """Whether one card beats another, whichever of them is led."""
    winners = []
    for led, other in ((better, worse), (worse, better)):
        deal = Deal([[led], [other], ["S2"], ["S3"]], ["S4"])
        state = to_play(started(deal, dealer=3), strain)
        winners.append(pushed(state, led, other, "S2", "S3").tricks[0].winner)
    return winners == [0, 1]


@pytest.mark.parametrize(
    ("row", "strain", "ranks"),
    [("T23", "H+", "AKQJT98765432"), ("T24", "H-", "A23456789TJQK")],
)
def test_t23_t24_the_ranks_of_trumps(row: str, strain: str, ranks: str) -> None:
    assert sorted(ranks) == sorted("23456789TJQKA")
    order = [Card.from_text(text) for text in ("BJ", "LJ", *("H" + rank for rank in ranks))]
    for better, worse in itertools.pairwise(order):
        assert wins(better, worse, strain), (row, better, worse)


def test_t25_no_trump_takes_out_both_of_its_number_and_these_are_equal() -> None:
    for other in ("4+", "4-"):
        assert beats(read_call("4NT"), read_call(other), SEED)
        state = pushed(started(Deal.random(1), dealer=3), other)
        better = texts(state.legal_calls)
        assert "4NT" in better and "4+" not in better and "4-" not in better


def test_t26_the_number_comes_first() -> None:
    state = pushed(started(Deal.random(1), dealer=3), "4NT", "5+", "pass", "pass")
    assert str(state.calls[1][1]) == "5+" and state.declarer == 1


def test_t27_a_low_trump_takes_the_ace_of_another_suit() -> None:
    state = started("N:A.2.. ..A2. .K.K. .J.J. | ...2", dealer=0)
    to_play(state, "S+", 1)  # East declares and leads
    pushed(state, "DA", "DK", "DJ")
    assert texts(state.legal_cards) == ["H2", "SA"]
    state = to_play(started("N:2.2.. ..A2. .K.K. .J.J. | ...2", dealer=0), "S+", 1)
    assert pushed(state, "DA", "DK", "DJ", "S2").tricks[0].winner == 0


def test_t28_the_order_of_bids_in_cutthroat() -> None:
    state = HandState.random(1, Rules.preset("cutthroat_3"), dealer=2)
    order = ["1", "1NT", "2", "2NT", "3", "3NT"]
    assert [str(call) for call in state.legal_calls[1:7]] == order
    for better, call in enumerate(order[:-1], 1):
        state.push(call)
        assert str(state.legal_calls[1]) == order[better]
        assert not {call, *order[:better]} & set(texts(state.legal_calls))


def test_t33_who_reaches_thirty_wins_cutthroat() -> None:
    match = Match(Rules.preset("cutthroat_4"), dealer=3, scores=(18, 29, 0, 0))
    result = played_hand(match, 10, "5")
    assert result.points == (11, 0, 0, 2)
    assert not match.is_over
    played_hand(match, 11, "7NT", declarer=1, strain="NT+")
    assert match.winners == {1} and match.scores == (30, 41, 0, 2)


def test_t43_suit_must_be_followed_with_any_card_of_it() -> None:
    deal = "N:2.2.A6.3 .A.T9.AK .3.K87.5 .4.QJ5.Q"
    state = started(Deal.from_text(deal), "whist_seed", dealer=2, turned="H3")
    pushed(state, "DK", "DT")  # from South to the right: East, North, West
    assert state.hand_to_play == 0
    assert texts(state.legal_cards) == ["D6", "DA"]


def test_t47_the_dummy_before_and_after_cards_are_thrown_out() -> None:
    state = HandState.random(1, Rules.preset("dummy_seed", jokers=2), dealer=2)
    assert [len(hand) for hand in state.hands] == [13, 13, 13, 15]
    to_declare(state, "S+", 0)
    assert (state.stage, state.hand_to_play, state.to_act, state.discard_number) == ("discard", 3, 0, 2)
    state.push(Hand(list(state.hands[3])[:2]))
    assert [len(hand) for hand in state.hands] == [13, 13, 13, 13]


def test_t48_of_two_who_reach_twenty_one_the_higher_wins() -> None:
    match = Match(Rules.preset("dummy_seed"), dealer=2, scores=(0, 16, 17))
    played_hand(match, 10, "5+", roles=(0, 1, 3, 2))
    assert (match.scores, match.winners) == ((0, 21, 22), {2})
