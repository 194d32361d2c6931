"""Whist without an auction: the card turned up, trumps in turn, honours, tricks as points, no target."""

import pytest
from tests.support.hands_played import (
    counted,
    follow,
    knows,
    of_whist,
    played_out,
    pushed,
    refused,
    settled,
    started,
    sure_deal,
    texts,
)

from whistsolve.errors import DealError
from whistsolve.game import CallHonours, HandState, Match, score_whist_hand
from whistsolve.rules import Rules
from whistsolve.values import Deal, Strain

WHIST = Rules.preset("whist")


def played(match, seed):
    """A hand of a match, played to its end and counted."""
    state = played_out(match.new_hand(seed=seed))
    match.add(state.result())
    return state


def test_thirteen_cards_each_face_down_and_the_dealers_last_is_shown():
    for dealer in range(4):
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
    declared = HandState.random(1, Rules.preset("whist", trump_rule="declared"))
    assert (declared.stage, declared.strain, declared.setup.turned) == ("auction", None, None)


def test_whist_goes_round_either_way_and_the_dealer_leads():
    for direction, step in (("counterclockwise", -1), ("clockwise", 1)):
        match = Match(Rules.preset("whist", direction_of_play=direction), dealer=2)
        for dealer in (2, (2 + step) % 4, (2 + 2 * step) % 4):
            assert match.dealer == dealer
            state = match.new_hand(1)
            for turn in range(4):
                assert state.hand_to_play == (dealer + step * turn) % 4
                state.push(state.legal_cards[0])
            winner = state.tricks[0].winner
            assert state.hand_to_play == winner, "who takes the trick leads to the next"
            assert pushed(state, state.legal_cards[0]).hand_to_play == (winner + step) % 4
            assert len(played_out(state).tricks) == 13 and state.is_over
            counted(match, (0, 0, 0, 0))
            assert state.result().dealer == dealer


def test_the_highest_trump_takes_the_trick_or_the_highest_card_of_the_suit_led():
    """North leads a heart; West, South and East follow. Spades are trumps."""
    for hands, script in (
        ("N:5.3.. .A2.. 3..A. 2.K..", "H3 HK S3 ?H2,HA HA !2"),
        ("N:5.3.. .A2.. 3..A. 2.K..", "H3 HK DA ?H2,HA HA !1"),
        ("N:5.3.. 4...2 3..A. 2.K..", "H3 HK S3 ?C2,S4 S4 !1"),
    ):
        follow(started(hands, "whist", dealer=0, turned="S5"), script)


def test_the_first_session_ends_at_five_with_a_bonus_and_the_second_at_ten():
    for theirs, bonus in ((0, 3), (1, 2), (2, 2), (3, 1), (4, 1)):
        match = Match(Rules.preset("whist", match="two_sessions"), dealer=0, scores=(4, theirs, 4, theirs))
        for point, score in ((1, 5 + bonus), (4 - bonus, 9)):
            counted(match, (point, 0, point, 0))
            assert match.scores == (score, theirs) * 2, (theirs, bonus)
            assert match.standing.session == 2 and not match.is_over
        counted(match, (1, 0, 1, 0))
        assert match.winners == {0, 2}


def test_a_revoke_costs_two_points_if_opponents_point_it_out_after_the_hand():
    """Seven tricks are a point; or the others gain the two, where it does not cost its side."""
    for calls, penalty, scores in (
        ((), {}, (1, 0)),
        (("renege 1 by 1",), {}, (-1, 0)),
        (("renege 2 by 1",), {}, (1, 0)),
        (("renege 1 by 1",), {"renege_penalty": "plus_points_opp:2"}, (1, 2)),
    ):
        rules = Rules.preset("whist", renege_mode="detect_and_call", **penalty)
        assert settled(of_whist(rules), 2, calls=calls).points == scores * 2, (calls, penalty)


def test_option_trump_order_by_hand_of_a_game():
    fixed = {"trump_rule": "fixed_order"}
    for order, trumps in (
        ("NT,S,H,D,C", "NT S H D C NT"),
        ("hearts, clubs no-trump", "H C NT H C NT"),
        ("D", "D D D D D D"),
    ):
        match = Match(Rules.preset("whist", trump_order=order, target=1000, **fixed), dealer=0)
        for number, trump in enumerate(trumps.split()):
            state = match.new_hand(seed=number)
            assert (str(state.strain), state.setup.turned, state.stage) == (f"{trump}+", None, "play"), order
            assert state.view(1).strain == state.strain
            match.add(played_out(state).result())
    # A new game begins with the first again, and void hands keep their trumps.
    match = Match(Rules.preset("whist_portland", trump_order="S,H", target=1, **fixed), dealer=0)
    played(match, 1)
    assert str(match.new_hand(seed=2).strain) == "S+"
    match = Match(Rules.preset("whist", misdeal="next_dealer", **fixed), dealer=0)
    played(match, 1)
    match.add(pushed(match.new_hand(seed=2), "misdeal").result())
    assert str(match.new_hand(seed=3).strain) == "S+"


def test_trumps_of_one_hand():
    rules = Rules.preset("whist", trump_rule="fixed_order", trump_order="NT,S")
    deal = HandState.random(1, rules).deal
    assert HandState(deal, rules).strain == Strain("NT", "uptown")
    assert HandState(deal, rules, turned="spades").strain == Strain("S", "uptown")
    with pytest.raises(DealError, match="turned 'H' is wrong: expected trumps of trump_order, NT, S"):
        HandState(deal, rules, turned="H")
    # Without trumps nobody lacks them, and there are no honours.
    assert not HandState(deal, rules.with_options(redeal_claim="no_trump_card")).may_claim_redeal
    for honours in (True, "won"):
        assert played_out(HandState(deal, rules.with_options(honours=honours))).result().honours == (0,) * 4


def test_a_game_of_bid_whist_without_a_target_ends_by_its_hands_alone():
    rules = Rules.preset("bid_whist", target=None, hand_limit=2)
    assert rules.negative_target is None and not rules.warnings()
    match = Match(rules, dealer=0, scores=(50, -50, 50, -50))
    for _ in range(2):
        assert not match.is_over
        counted(match, (0, 3, 0, 3))
    assert (match.winners, match.standing.reason) == ({0, 2}, "hand_limit")


def test_option_game_points_of_american_whist():
    """The value is the target less the losers' score, however far the winners passed the target."""
    rules = Rules.preset("whist", target=7, game_points="target_less_losers")
    for theirs, value in ((0, 7), (4, 3), (6, 1), (-2, 9)):
        match = Match(rules, dealer=0, scores=(6, theirs, 6, theirs))
        counted(match, (3, 0, 3, 0))
        assert (match.scores[0], match.winners, match.standing.ledger) == (9, {0, 2}, (value, 0, value, 0))


def test_honours_dealt_to_both_partners_count_together():
    """Ace, king, queen and jack of trumps lie with these hands; the tricks of the side are counted first."""
    rules = Rules.preset("whist", honours=True)
    for places, scored in (("0000", 4), ("0002", 4), ("0022", 4), ("0001", 3), ("0021", 3), ("0011", 0)):
        hands = [[str(card) for card in hand] for hand in sure_deal(7, rules).hands]
        for honour, hand in zip(("SA", "SK", "SQ", "SJ"), map(int, places), strict=True):
            if hand:
                low = next(card for card in hands[hand] if card[0] == "S" and card[1] in "234567")
                hands[0][hands[0].index(honour)] = low
                hands[hand][hands[hand].index(low)] = honour
        result = played_out(HandState(Deal(hands), rules, dealer=0, turned="SA")).result()
        odd = result.tricks[0] + result.tricks[2] - 6
        assert 0 < odd < 4, "below the score that bars honours"
        assert result.points == (odd + scored, 0, odd + scored, 0), places


def won_honours():
    """A hand of four cards with spades for trumps, two honours of North and of East; North leads."""
    options = {"honours": "won", "direction_of_play": "clockwise", "made_scoring": "per_trick"}
    deal = "N:AK87... QJ54... T932... .AKQJ.."
    return HandState(deal, Rules.preset("whist", **options), dealer=0, turned="SA")


def test_option_honours_for_who_wins_them():
    """North's ace takes East's queen, the king the jack: all four are the side's that was dealt two."""
    result = played_out(pushed(won_honours(), "SA", "SQ", "S2", "HA", "SK", "SJ", "S3", "HK")).result()
    assert result.honours == (4, 0, 4, 0) and result.points[0] == result.books[0] + 4
    state = won_honours()
    pushed(state, *["S7", "SQ", "S2", "HA", "S4", "S3", "HK", "SK", "SA", "SJ", "S9", "HQ"])
    assert played_out(state).result().honours == (3, 1, 3, 1)
    assert score_whist_hand(7, rules=state.rules, honours=(1, 3)).honours == (1, 3)
    # Those in claimed tricks are of who gets these.
    state = pushed(won_honours(), "SA", "S4", "S2", "HA", "SK")
    refused(state, "claim 1 by 0", "under honours='won' nobody says who wins the honours")
    conceded = pushed(state.copy(), "concede by 0", "accept", "accept").result()
    assert (conceded.tricks, conceded.honours) == ((1, 3, 0, 0), (1, 3, 1, 3))
    assert pushed(state, "claim by 0", "accept", "accept").result().honours == (4, 0, 4, 0)
    # The cards of dead hands are nobody's.
    rules = Rules.preset("double_dummy_classic", double_dummy_mode="two_hands", honours="won")
    state = HandState("N:AK... 32... QJ... T9...", rules, dealer=1, turned="S3")
    assert pushed(state, "claim", "accept").result().honours == (2, 0)


def test_option_honours_called():
    """North and South were dealt all four, and score them only if one of the two calls them."""
    rules = Rules.preset("whist", honours=True, honours_called=True)
    for calls, points in (((), 0), ((0,), 4), ((2,), 4), ((1,), 0), ((3, 2), 4)):
        state = played_out(HandState("N:AKQ2... ...5432 J543... ...9876", rules, turned="SA"))
        assert (state.stage, state.to_act) == ("settlement", None)
        for player in calls:
            state.push(f"honours by {player}")
            refused(state, CallHonours(player ^ 2), "their side has called them; expected 'settle'")
        assert ("honours by 0" in map(str, state.legal_acts())) == (not {0, 2} & {*calls})
        assert pushed(state, "settle").result().honours == (points, 0, points, 0), calls
    state = HandState.random(1, Rules.preset("whist", honours=True, renege_mode="detect_and_call"))
    refused(played_out(state), "honours by 0", "honours_called is False; expected 'settle'")
    assert texts(state.legal_acts()) == ["settle"]
