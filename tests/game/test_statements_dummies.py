"""What the seed rules of dummy and double dummy whist say, where no other test shows it."""

import pytest
from tests.support.hands_played import (
    counted,
    knows,
    played_hand,
    played_out,
    pushed,
    started,
    texts,
    to_declare,
    to_play,
)

from whistsolve.errors import ActError
from whistsolve.game import HandState, Match, Seating
from whistsolve.rules import Rules
from whistsolve.values import Hand

DUMMY = Rules.preset("dummy")


@pytest.mark.parametrize("declarer", range(3))
def test_the_dummy_lies_face_down_until_the_auction_is_over(declarer: int) -> None:
    state = HandState.random(1, DUMMY, dealer=2)
    assert [len(hand) for hand in state.hands] == [13] * 4 and state.deal.kitty is None
    for player in range(3):
        assert [knows(state.view(player), hand) for hand in range(4)] == [hand == player for hand in range(4)]
    to_declare(state, "H-", declarer)
    assert (state.stage, state.to_act) == ("declaration", declarer), "the dummy is turned up first"
    for player in range(3):
        assert [knows(state.view(player), hand) for hand in range(4)] == [
            hand in (player, 3) for hand in range(4)
        ]


@pytest.mark.parametrize("declarer", range(3))
def test_the_dummy_plays_opposite_the_declarer_who_leads_first(declarer: int) -> None:
    left, right = (declarer + 1) % 3, (declarer + 2) % 3
    state = to_play(HandState.random(1, DUMMY, dealer=2), "S+", declarer)
    for hand, player in ((declarer, declarer), (left, left), (3, declarer), (right, right)):
        assert (state.hand_to_play, state.to_act) == (hand, player)
        assert len(state.tricks) == 0
        state.push(state.legal_cards[0])
    chairs = state.seating.chairs
    assert (chairs.index(declarer) - chairs.index(3)) % 4 == 2, "across the table"
    assert state.hand_to_play == state.tricks[0].winner
    assert len(played_out(state).tricks) == 13
    result = state.result()
    assert sum(result.books) == 13
    assert result.books[0] == result.tricks[declarer] + result.tricks[3]


def test_the_dummy_leads_follows_suit_and_throws_as_any_hand() -> None:
    state = to_play(started("N:A32... K4.5.. Q.A2.. 5.K.3.", "dummy", dealer=2), "NT+")
    assert texts(pushed(state, "SA", "SK").legal_cards) == ["S5"], "the dummy follows suit"
    pushed(state, "S5", "SQ", "S3", "S4")
    assert texts(state.legal_cards) == ["D3", "HK"], "it is void"
    assert pushed(state, "D3", "H2").hand_to_play == 1
    state = to_play(started("N:A32... K4.5.. Q.A2.. .9.K3.", "dummy", dealer=2), "H+")
    assert texts(pushed(state, "SA", "SK").legal_cards) == ["D3", "DK", "H9"], "it need not ruff"
    state = to_play(started("N:32.2.. K4.5.. Q.A4.. 5.K.3.", "dummy", dealer=2), "H+")
    pushed(state, "H2", "H5", "HK", "H4")
    assert (state.hand_to_play, state.to_act) == (3, 0), "it took the trick, and the declarer leads from it"


def test_the_last_trick_is_looked_at_until_declarer_or_dummy_has_played_to_the_next() -> None:
    state = to_play(started("N:A2... K3... Q4... J5...", "dummy", dealer=2), "NT+", 1)
    pushed(state, "SK", "SQ", "SJ", "SA")  # East, South, the dummy, North
    assert [state.view(player).review for player in range(3)] == [(1,)] * 3
    pushed(state, "S2")
    assert [state.view(player).review for player in range(3)] == [(), (1,), ()]
    pushed(state, "S3")
    assert [state.view(player).review for player in range(3)] == [(), (), ()]


def with_a_joker(**options: object) -> HandState:
    """North declares no-trump; the little joker is in South's hand, the big one was dealt to the dummy."""
    deal = "N:A2... K3... .3...L Q4... | ..6..B"
    return started(deal, "dummy", dealer=2, jokers=2, **options)


def test_two_cards_leave_the_dummy_before_it_is_turned_up() -> None:
    state = to_declare(with_a_joker(), "NT+", 0)
    assert (state.stage, state.to_act, state.hand_to_play) == ("discard", 0, 3)
    assert [knows(state.view(player), 3) for player in range(3)] == [True, False, False]
    with pytest.raises(ActError, match="expected 2"):
        state.push("D6")
    pushed(state, "S4 D6")
    assert state.stage == "declaration" and state.hands[3] == Hand("Q....B")
    assert [knows(state.view(player), 3) for player in range(3)] == [True, True, True]
    assert [state.view(player).discards[3] for player in range(3)] == [Hand("4..6."), None, None]


def test_a_void_hand_throws_its_joker_in_no_trump_and_so_does_the_dummy() -> None:
    state = pushed(to_declare(with_a_joker(), "NT+", 0), "S4 SQ", "NT+")
    assert state.hands[3] == Hand("..6..B")
    assert texts(pushed(state, "SA", "S3").legal_cards) == ["BJ"]
    assert texts(pushed(state, "BJ").legal_cards) == ["LJ"]
    assert pushed(state, "LJ").tricks[0].winner == 0, "worthless"


def test_jokers_are_exchanged_for_cards_thrown_out_of_the_dummy() -> None:
    state = pushed(to_declare(with_a_joker(joker_no_trump="exchanged"), "NT+", 0), "BJ D6", "NT+")
    assert (state.stage, state.hand_to_play, texts(state.legal_picks)) == ("exchange", 2, ["D6"])
    assert pushed(state, "D6").stage == "play"
    assert [len(hand) for hand in state.hands] == [2] * 4 and state.hands[2] == Hand(".3.6.")


def test_twenty_one_points_win_dummy_whist_and_none_are_too_few() -> None:
    match = Match(DUMMY, dealer=2)
    counted(match, (20, 0, -50))
    assert not match.is_over
    counted(match, (1, 0, 0))
    assert match.winners == {0} and match.scores == (21, 0, -50)


@pytest.mark.parametrize(
    ("tricks", "points"), [(10, (0, 5, 5)), (11, (5, 0, 0)), (12, (6, 0, 0)), (6, (0, 5, 5))]
)
def test_five_high_in_dummy_whist(tricks: int, points: tuple[int, ...]) -> None:
    result = played_hand(Match(DUMMY, dealer=2), tricks, "5+", roles=(0, 1, 3, 2))
    assert (result.score.needed, result.books, result.points) == (11, (tricks, 13 - tricks), points)


@pytest.mark.parametrize(
    ("set_scoring", "score"),
    [("opponents_gain", (0, 5, 5)), ("bidder_loses", (-5, 0, 0)), ("both", (-5, 5, 5))],
)
def test_a_set_in_dummy_whist_pays_the_opponents_or_costs_the_declarer(
    set_scoring: str, score: tuple[int, ...]
) -> None:
    match = Match(Rules.preset("dummy_seed", set_scoring=set_scoring), dealer=2)
    assert played_hand(match, 10, "5+", roles=(0, 1, 3, 2)).points == score


@pytest.mark.parametrize("direction", ["clockwise", "counterclockwise"])
def test_players_of_double_dummy_whist_are_opposite_and_each_dummy_at_its_players_right(
    direction: str,
) -> None:
    seating = Seating.of(Rules.preset("double_dummy", direction_of_play=direction))
    chair = [seating.chair_of(hand) for hand in range(4)]
    assert (chair[0] - chair[1]) % 4 == 2
    for player in (0, 1):
        assert chair[2 + player] == (chair[player] - 1) % 4, "seats are numbered to the left"
        assert seating.controllers[2 + player] == player
        assert seating.side_hands(player) == (player, 2 + player)


def test_double_dummy_whist_is_bid_and_won_as_dummy_whist() -> None:
    state = pushed(HandState.random(1, Rules.preset("double_dummy"), dealer=0), "keep", "keep")
    assert texts(state.legal_calls)[0] == "1+" and "Pass" in texts(state.legal_calls)
    pushed(state, "1-", "pass")
    assert state.stage == "declaration", "after both dummies are turned up"
    assert all(knows(state.view(player), dummy) for player in (0, 1) for dummy in (2, 3))
    match = Match(Rules.preset("double_dummy"), dealer=0)
    counted(match, (20, 3))
    assert not match.is_over
    counted(match, (1, 0))
    assert match.winners == {0}


def test_there_is_no_misdeal_in_double_dummy_whist() -> None:
    state = HandState.random(1, Rules.preset("double_dummy"))
    with pytest.raises(ActError, match="misdeal='none' allows it to nobody"):
        state.push("misdeal")
    allowed = HandState.random(1, Rules.preset("double_dummy", misdeal="same_dealer"))
    assert pushed(allowed, "misdeal").is_over


def test_both_dummies_stay_face_down_until_the_auction_is_over() -> None:
    state = HandState.random(1, Rules.preset("double_dummy"), dealer=1)
    assert [len(hand) for hand in state.hands] == [13] * 4
    for choice in ("keep", "keep"):
        assert state.stage == "hand_option" and texts(state.legal_acts()) == ["keep", "swap"]
        for player in (0, 1):
            assert [knows(state.view(player), hand) for hand in range(4)] == [
                hand == player for hand in range(4)
            ]
        state.push(choice)
    to_declare(state, "S+", 0)
    assert state.stage == "declaration", "both lie open when the strain is named"
    assert [knows(state.view(0), hand) for hand in range(4)] == [True, False, True, True]
    assert [knows(state.view(1), hand) for hand in range(4)] == [False, True, True, True]


@pytest.mark.parametrize("player", [0, 1])
def test_a_player_who_throws_a_hand_in_plays_the_one_that_was_the_dummys(player: int) -> None:
    state = HandState.random(1, Rules.preset("double_dummy"), dealer=1)
    dealt = state.hands
    pushed(state, *("swap" if each == player else "keep" for each in (0, 1)))
    assert state.view(player).hand == dealt[2 + player]
    assert state.hands[2 + player] == dealt[player], "their old hand is the dummy now"
    assert state.view(1 - player).hand == dealt[1 - player]
