"""What the seed rules say of tricks, ranks, reneges and matches, where no other test shows it."""

import itertools

import pytest
from tests.support.hands_played import (
    counted,
    played_hand,
    played_out,
    pushed,
    started,
    sure_deal,
    texts,
    to_play,
    trick_with_reneges,
)

from whistsolve.game import HandState, Match, Session
from whistsolve.rules import Rules
from whistsolve.values import Deal

UPTOWN, DOWNTOWN = "AKQJT98765432", "A23456789TJQK"


@pytest.mark.parametrize(
    ("strain", "ranks"), [("S+", UPTOWN), ("NT+", UPTOWN), ("S-", DOWNTOWN), ("NT-", DOWNTOWN)]
)
def test_the_ranks_of_a_suit_that_is_not_trumps(strain: str, ranks: str) -> None:
    for better, worse in itertools.pairwise(f"H{rank}" for rank in ranks):
        for led, other, winner in ((better, worse, 0), (worse, better, 1)):
            deal = Deal([[led], [other], ["D2"], ["C2"]], ["S4"])
            state = to_play(started(deal, "bid_whist", dealer=3), strain)
            assert pushed(state, led, other, "D2", "C2").tricks[0].winner == winner, (better, worse)


def test_a_trick_is_a_card_of_each_hand_and_its_winner_leads_to_the_next() -> None:
    deal = "N:A2... K3... Q4... J5... | 76..."
    state = to_play(started(deal, "bid_whist", dealer=3), "NT+", 1)
    for hand, card in ((1, "SK"), (2, "SQ"), (3, "SJ"), (0, "SA")):
        assert state.hand_to_play == hand and len(state.tricks) == 0
        state.push(card)
    assert (len(state.tricks), state.trick, state.tricks[0].winner) == (1, (), 0)
    for hand, card in ((0, "S2"), (1, "S3"), (2, "S4"), (3, "S5")):
        assert state.hand_to_play == hand
        state.push(card)
    assert state.tricks[1].winner == 3


def test_the_play_ends_after_twelve_tricks() -> None:
    state = HandState.random(1, Rules.preset("bid_whist"), dealer=3)
    assert [len(hand) for hand in state.hands] == [12] * 4
    played_out(to_play(state, "S+"))
    assert state.is_over and len(state.tricks) == 12 and sum(state.result().books) == 13


@pytest.mark.parametrize(
    ("east", "legal"), [("7.A..3", ["S7"]), (".A2..3", ["C3", "H2", "HA"]), (".A..43", ["C3", "C4", "HA"])]
)
def test_suit_is_followed_if_possible_and_otherwise_any_card_is_played(east: str, legal: list[str]) -> None:
    """Clubs are trumps: nobody has to ruff, or to beat a card."""
    state = to_play(started(f"N:A52... {east} .KQ4.. .JT3.. | ...2", "bid_whist", dealer=3), "C+")
    assert texts(pushed(state, "SA").legal_cards) == legal


@pytest.mark.parametrize(("preset", "roles"), [("bid_whist", (0, 1, 2, 3)), ("dummy", (0, 1, 3, 2))])
def test_a_renege_is_for_the_opponents_to_notice(preset: str, roles: tuple[int, ...]) -> None:
    """The hand left of the declarer reneges in the first trick; nobody calls it, or the declarer does."""
    rules = Rules.preset(preset, renege_mode="detect_and_call")
    size = rules.dealt_hand_size
    tricks = size - 2

    def reneged() -> HandState:
        dealer = rules.players - 1
        state = to_play(HandState(sure_deal(tricks, rules, roles), rules, dealer=dealer), "S+", level=5)
        return played_out(trick_with_reneges(state, 1))

    quiet = pushed(reneged(), "settle").result()
    assert quiet.books == (11, 2) and quiet.penalties == ()
    named = pushed(reneged(), "renege 1 by 0", "settle").result()
    assert named.books == (13, 0), "three, but no more than they have"
    wrong = pushed(reneged(), "renege 2 by 0", "settle").result()
    assert wrong.books == (8, 5), "it was another book"
    own = reneged()
    assert not pushed(own, "renege 1 by 1").reneges_called[0].right, "a side does not call its own"


@pytest.mark.parametrize("preset", ["bid_whist", "cutthroat_4", "whist", "dummy", "double_dummy"])
def test_everybody_begins_with_a_score_of_nothing(preset: str) -> None:
    assert set(Match(Rules.preset(preset), seed=1).scores) == {0}


def test_rise_and_fly_at_the_first_set_keeps_no_score() -> None:
    match = Match(Rules.preset("bid_whist", rise_and_fly="on_set"), dealer=3)
    session = Session.of(["one", "two", "three"])
    for declarer in range(4):  # contracts made win nothing, however many
        played_hand(match, 12, "6+", declarer=declarer)
        assert not match.is_over and match.scores == (0, 0, 0, 0)
    played_hand(match, 8, "4+")
    assert match.is_over and match.leaving == {0, 2}
    after = session.after(match)
    assert (after.table, after.waiting) == (("three", "two"), ("one",))


@pytest.mark.parametrize(
    ("kitty_book", "bid", "points"),
    [("bidder", "6", (6, 0, 0, 7)), ("none", "6", (-6, 0, 0, 7)), ("none", "5", (5, 0, 0, 7))],
)
def test_the_book_of_the_kitty_in_cutthroat(
    kitty_book: str, bid: str, points: tuple[int, int, int, int]
) -> None:
    """The bidder takes five tricks at the table; the kitty's book, where there is one, counts as another."""
    match = Match(Rules.preset("cutthroat_4", kitty_book=kitty_book), dealer=3)
    assert played_hand(match, 5, bid).points == points


def test_the_first_with_thirty_points_wins_cutthroat_and_a_low_score_loses_nothing() -> None:
    match = Match(Rules.preset("cutthroat_4"), dealer=3)
    counted(match, (29, -100, 20, 0))
    assert not match.is_over
    counted(match, (0, 0, 10, 0))
    assert (match.winners, match.scores) == ({2}, (29, -100, 30, 0))
