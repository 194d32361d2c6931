"""What the seed rules of whist say, where no test of an option or a worked row shows it."""

import itertools

import pytest
from tests.support.hands_played import (
    counted,
    knows,
    played_out,
    pushed,
    started,
    sure_deal,
    texts,
    trick_with_reneges,
)

from whistsolve.errors import ActError
from whistsolve.game import HandState, Match
from whistsolve.rules import Rules
from whistsolve.values import Deal, Hand

WHIST = Rules.preset("whist")


@pytest.mark.parametrize("dealer", range(4))
def test_thirteen_cards_each_face_down_and_the_dealers_last_is_shown(dealer: int) -> None:
    state = HandState.random(dealer, WHIST, dealer=dealer)
    cards = [card for hand in state.hands for card in hand]
    assert [len(hand) for hand in state.hands] == [13] * 4 and state.deal.kitty is None
    assert len(set(cards)) == 52 and not any(card.is_joker for card in cards)
    turned = state.view(0).turned
    assert turned is not None and turned in state.hands[dealer]
    for player in range(4):
        view = state.view(player)
        assert [knows(view, hand) for hand in range(4)] == [hand == player for hand in range(4)]
        assert (view.turned, view.strain) == (turned, state.strain)
    assert turned.suit is not None and str(state.strain) == f"{turned.suit.letter}+"


@pytest.mark.parametrize(("direction", "step"), [("counterclockwise", -1), ("clockwise", 1)])
def test_whist_goes_round_either_way_and_the_dealer_leads(direction: str, step: int) -> None:
    rules = Rules.preset("whist", direction_of_play=direction)
    match = Match(rules, dealer=2)
    for dealer in (2, (2 + step) % 4, (2 + 2 * step) % 4):
        assert match.dealer == dealer
        state = match.new_hand(1)
        for turn in range(4):
            assert state.hand_to_play == (dealer + step * turn) % 4
            state.push(state.legal_cards[0])
        winner = state.tricks[0].winner
        assert state.hand_to_play == winner, "who takes the trick leads to the next"
        assert pushed(state, state.legal_cards[0]).hand_to_play == (winner + step) % 4
        played_out(state)
        assert state.is_over and len(state.tricks) == 13
        result = state.result()
        counted(match, (0, 0, 0, 0))
        assert result.dealer == dealer


@pytest.mark.parametrize("suit", ["S", "H"])
def test_the_ranks_of_whist_in_trumps_and_other_suits(suit: str) -> None:
    """Spades are trumps."""
    for better, worse in itertools.pairwise(f"{suit}{rank}" for rank in "AKQJT98765432"):
        for led, other, winner in ((better, worse, 0), (worse, better, 3)):
            # The next hand is that of the right; each has a card more, the dealer's the one turned up.
            trumps = [f"S{rank}" for rank in "AK" if f"S{rank}" not in (led, other)]
            spare = trumps[0] if trumps else "SQ"
            deal = Deal([[led, spare], ["C2", "C3"], ["D2", "D3"], [other, "C4"]])
            state = started(deal, "whist", dealer=0, turned=spare)
            assert pushed(state, led, other, "D2", "C2").tricks[0].winner == winner, (better, worse)


def test_the_highest_trump_takes_the_trick_or_the_highest_card_of_the_suit_led() -> None:
    """North leads a heart; West, South and East follow. Spades are trumps."""
    hands = "N:5.3.. .A2.. 3..A. 2.K.."
    state = started(hands, "whist", dealer=0, turned="S5")
    assert pushed(state, "H3", "HK", "S3", "HA").tricks[0].winner == 2
    state = started(hands, "whist", dealer=0, turned="S5")
    assert pushed(state, "H3", "HK", "DA", "HA").tricks[0].winner == 1
    state = started("N:5.3.. 4...2 3..A. 2.K..", "whist", dealer=0, turned="S5")
    pushed(state, "H3", "HK", "S3")
    assert texts(state.legal_cards) == ["C2", "S4"], "a void hand may ruff, or play another card"
    assert pushed(state, "S4").tricks[0].winner == 1


@pytest.mark.parametrize(("options", "target"), [({}, 5), ({"target": 7}, 7)])
def test_five_points_win_or_seven(options: dict[str, int], target: int) -> None:
    match = Match(Rules.preset("whist", **options), dealer=0)
    for _ in range(target - 1):
        counted(match, (0, 1, 0, 1))
        assert not match.is_over
    counted(match, (0, 1, 0, 1))
    assert (match.winners, match.scores) == ({1, 3}, (0, target, 0, target))


@pytest.mark.parametrize(
    ("places", "scored"),
    [
        ((0, 0, 0, 0), 4),
        ((0, 0, 0, 2), 4),
        ((0, 0, 2, 2), 4),
        ((0, 0, 0, 1), 3),
        ((0, 0, 2, 1), 3),
        ((0, 0, 1, 1), 0),
    ],
)
def test_honours_dealt_to_both_partners_count_together(places: tuple[int, ...], scored: int) -> None:
    """Ace, king, queen and jack of trumps lie with these hands; the tricks of the side are counted first."""
    rules = Rules.preset("whist", honours=True)
    hands = [[str(card) for card in hand] for hand in sure_deal(7, rules).hands]
    for honour, hand in zip(("SA", "SK", "SQ", "SJ"), places, strict=True):
        if hand:
            low = next(card for card in hands[hand] if card[0] == "S" and card[1] in "234567")
            hands[0][hands[0].index(honour)] = low
            hands[hand][hands[hand].index(low)] = honour
    result = played_out(HandState(Deal(hands), rules, dealer=0, turned="SA")).result()
    odd = result.tricks[0] + result.tricks[2] - 6
    assert 0 < odd < 4, "below the score that bars honours"
    assert result.points == (odd + scored, 0, odd + scored, 0)


@pytest.mark.parametrize(("theirs", "bonus"), [(0, 3), (1, 2), (2, 2), (3, 1), (4, 1)])
def test_the_first_session_ends_at_five_with_a_bonus_and_the_second_at_ten(theirs: int, bonus: int) -> None:
    match = Match(Rules.preset("whist", match="two_sessions"), dealer=0, scores=(4, theirs, 4, theirs))
    counted(match, (1, 0, 1, 0))
    assert match.standing.session == 2 and not match.is_over
    assert match.scores == (5 + bonus, theirs, 5 + bonus, theirs)
    counted(match, (4 - bonus, 0, 4 - bonus, 0))
    assert match.scores[0] == 9 and not match.is_over
    counted(match, (1, 0, 1, 0))
    assert match.winners == {0, 2}


def test_a_revoke_put_right_in_its_trick_costs_nothing_and_the_wrong_card_stays_open() -> None:
    deal = "N:AK4... J95... Q8.3.. T72..."
    state = started(deal, "whist", dealer=0, turned="S4", renege_mode="detect_and_call")
    pushed(state, "SA", "S2", "H3", "correct S8")
    assert state.hands[2] == Hand("Q.3..") and state.trick[-1].rank == 8
    for act in ("S5", "SK", "S7", "SQ", "S9", "S4", "ST"):
        assert [state.view(player).lying_open for player in range(4)] == [Hand(".3..")] * 4
        state.push(act)
    pushed(state, "H3", "SJ", "settle")
    assert not state.view(0).lying_open
    result = state.result()
    assert (result.points, result.penalties, result.revoked) == ((0, 0, 0, 0), (), frozenset())
    state = started(deal, "whist", dealer=0, turned="S4", renege_mode="detect_and_call")
    with pytest.raises(ActError, match="corrects nothing"):
        pushed(state, "SA", "S2", "H3", "S5", "correct S8")


@pytest.mark.parametrize(
    ("calls", "scores"), [((), (1, 0)), (("renege 1 by 1",), (-1, 0)), (("renege 2 by 1",), (1, 0))]
)
def test_a_revoke_costs_two_points_if_opponents_point_it_out_after_the_hand(
    calls: tuple[str, ...], scores: tuple[int, int]
) -> None:
    rules = Rules.preset("whist", renege_mode="detect_and_call")
    state = played_out(trick_with_reneges(HandState(sure_deal(7, rules), rules, dealer=0, turned="SA"), 2))
    assert pushed(state, *calls, "settle").result().points == scores * 2


def test_two_points_for_the_others_where_a_revoke_does_not_cost_its_side() -> None:
    options = {"renege_mode": "detect_and_call", "renege_penalty": "plus_points_opp:2"}
    rules = Rules.preset("whist", **options)
    state = played_out(trick_with_reneges(HandState(sure_deal(7, rules), rules, dealer=0, turned="SA"), 2))
    assert pushed(state, "renege 1 by 1", "settle").result().points == (1, 2, 1, 2)


def test_a_revoke_is_impossible_unless_it_is_to_be_called() -> None:
    deal = "N:A2... K.3.. Q3... J4..."
    with pytest.raises(ActError, match="E may not play H3"):
        pushed(started(deal, "whist", dealer="N", turned="SA", direction_of_play="clockwise"), "SA", "H3")
    options = {"direction_of_play": "clockwise", "renege_mode": "detect_and_call"}
    state = pushed(started(deal, "whist", turned="SA", **options), "SA", "H3")
    assert [str(renege.card) for renege in state.snapshot.reneges] == ["H3"]
