"""Play: who leads, which cards follow and win, what may be seen, and cards against the rules."""

import itertools

import pytest
from tests.support.hands_played import (
    follow,
    played_out,
    pushed,
    refused,
    settled,
    started,
    sure_deal,
    to_declare,
    to_play,
)

from whistsolve.errors import ActError
from whistsolve.game import HandState
from whistsolve.rules import Rules
from whistsolve.values import Deal, Hand

SEED = "bid_whist_seed"
#: Two cards each, and a kitty of two.
SMALL = "N:AK... .AK.. ..AK. ...AK | 65..."
DETECT = {"renege_mode": "detect_and_call"}
#: East can follow the ace of spades, and holds a heart.
RENEGING = "N:A4... Q.3.. K2... 76... | 5..."


def at_the_lead(deal, strain="NT+", declarer=0, **options):
    return to_play(started(deal, dealer=3, **options), strain, declarer)


def test_option_first_leader():
    bid_whist = {"bidder": 1, "left_of_bidder": 2, "left_of_dealer": 0, "dealer": 3}
    for rule, leader in bid_whist.items():
        state = at_the_lead(SMALL, "S+", 1, first_leader=rule)
        assert state.hand_to_play == state.to_act == leader, rule
    for rule, leader in (("dealer", 2), ("left_of_dealer", 1)):  # play of whist goes to the right
        deal = "N:AK... .AK.. ..AK. ...AK"
        state = started(deal, "whist_seed", dealer=2, turned="DK", first_leader=rule)
        assert state.hand_to_play == leader, rule


def test_a_trick_is_a_card_of_each_hand_and_its_winner_leads_to_the_next():
    state = at_the_lead("N:A2... K3... Q4... J5... | 76...", declarer=1)
    follow(state, "@1 SK @2 SQ @3 SJ @0")
    assert len(state.tricks) == 0 and len(state.trick) == 3
    follow(state, "SA !0 @0 S2 @1 S3 @2 S4 @3")
    assert len(state.tricks) == 1 and len(state.trick) == 3
    assert follow(state, "S5 !3").is_over


def test_suit_is_followed_if_possible_and_otherwise_any_card_is_played():
    """Clubs are trumps: nobody has to ruff, or to beat a card; and a low trump takes an ace."""
    for east, script in (
        (".A2..3", "SA ?C3,H2,HA"),
        (".A..43", "SA ?C3,C4,HA C3 DK DJ !1"),
        ("7.A..3", "SA ?S7"),
    ):
        follow(at_the_lead(f"N:A52... {east} ..KQ4. ..JT3. | ...2", "C+"), script)
    deal = "N:2.2.A6.3 .A.T9.AK .3.K87.5 .4.QJ5.Q"
    follow(started(deal, "whist_seed", dealer=2, turned="H3"), "@2 DK @1 DT @0 ?D6,DA")


def test_the_ranks_of_trumps_and_of_other_suits():
    """Whichever card of two is led, the better wins."""
    uptown, downtown = "AKQJT98765432", "A23456789TJQK"
    suits = {strain: uptown if strain[-1] == "+" else downtown for strain in ("S+", "NT+", "S-", "NT-")}
    ladders = [(strain, [f"H{rank}" for rank in ranks]) for strain, ranks in suits.items()]
    for strain, ranks in (("H+", uptown), ("H-", downtown)):
        ladders.append((strain, ["BJ", "LJ", *(f"H{rank}" for rank in ranks)]))
    for strain, ladder in ladders:
        for better, worse in itertools.pairwise(ladder):
            for led, other, winner in ((better, worse, 0), (worse, better, 1)):
                deal = Deal([[led], [other], ["D2"], ["C2"]], ["S4"])
                state = pushed(to_play(started(deal, dealer=3), strain), led, other, "D2", "C2")
                assert state.tricks[0].winner == winner, (strain, better, worse)


def test_option_sport_kitty_says_when_all_see_it():
    for rule, shown in (("never", []), ("trump_only", ["S+"]), ("always", ["S+", "NT+"])):
        for strain in ("S+", "NT+"):
            state = pushed(to_declare(started(SMALL, dealer=3, sport_kitty=rule), strain, 0), strain)
            seen = [state.view(player).kitty for player in range(4)]
            assert seen == [Hand("65...") if strain in shown else None] * 4, (rule, strain)
            assert state.view(0).taken == Hand("65...") and state.view(1).taken is None
    state = started(SMALL, dealer=3, sport_kitty="always", declare_timing="after_kitty")
    to_declare(state, "S+", 0)  # before it is taken and a strain named
    assert all(state.view(player).kitty == Hand("65...") for player in range(4))


def test_option_reveal_discards_at_end_shows_them_to_all():
    for reveal in (False, True):
        state = at_the_lead(SMALL, "S+", reveal_discards_at_end=reveal)
        assert [state.view(player).discards[0] for player in range(4)] == [Hand("65..."), None, None, None]
        played_out(state)
        end = Hand("65...") if reveal else None
        assert [state.view(player).discards[0] for player in range(4)] == [Hand("65..."), end, end, end]


def test_option_trick_review_says_which_tricks_may_be_seen():
    for rule, before, after, second in (
        ("last", (1,), (), (2,)),
        ("all", (1,), (1,), (1, 2)),
        ("none", (), (), ()),
    ):
        state = at_the_lead("N:AK4... .AK4.. ..AK4. ...AK4 | 65...", "S+", trick_review=rule)
        assert state.view(0).review == ()
        pushed(state, "SA", "H4", "D4", "C4")
        assert [state.view(player).review for player in range(4)] == [before] * 4, rule
        pushed(state, "SK")  # with that North and South have played to the next
        assert [state.view(player).review for player in range(4)] == [after, before] * 2, rule
        pushed(state, "HK", "DK", "CK")
        assert [state.view(player).review for player in range(4)] == [second] * 4, rule


def test_option_renege_mode_says_whether_wrong_cards_stand():
    state = pushed(at_the_lead(RENEGING, renege_mode="enforce"), "SA")
    refused(state, "H3", "hand 1 may not play H3: it must follow suit; expected one of SQ")
    assert played_out(state).is_over and not state.may_call_renege
    state = pushed(at_the_lead(RENEGING, **DETECT), "SA", "H3")
    assert not state.may_call_renege, "the trick is not complete"
    pushed(state, "S2", "S6")
    assert state.may_call_renege and state.tricks[0].winner == 0
    assert [str(renege.card) for renege in state.snapshot.reneges] == ["H3"]
    assert played_out(state).stage == "settlement"


def test_option_renege_correction_says_until_when():
    for rule, same_trick, until_next_lead in (
        ("never", False, False),
        ("before_trick_complete", True, False),
        ("before_quitted", True, True),
    ):
        state = pushed(at_the_lead(RENEGING, renege_correction=rule, **DETECT), "SA", "H3")
        for possible in (same_trick, until_next_lead):
            if possible:
                trial = pushed(state.copy(), "correct SQ")
                assert trial.hands[1].of_suit("H") == Hand(".3..") and not trial.snapshot.reneges, rule
                assert [trial.view(player).lying_open for player in range(4)] == [Hand(".3..")] * 4
            else:
                refused(state, "correct SQ", f"corrects nothing: .* under renege_correction='{rule}'")
            if not state.tricks:
                pushed(state, "S2", "S6")
        with pytest.raises(ActError, match="corrects nothing"):
            pushed(state, "S4").push("correct SQ")  # the next trick has been led to
    # A wrong lead is corrected until the next card.
    options = {"renege_correction": "before_quitted", "joker_lead_no_trump": "forbidden_unless_only_jokers"}
    state = pushed(at_the_lead("N:A....B Q3... K2... 76... | 5...", **options, **DETECT), "BJ")
    assert not pushed(state.copy(), "correct SA").snapshot.reneges
    refused(pushed(state, "SQ"), "correct SA", "corrects nothing")


def test_a_revoke_put_right_in_its_trick_costs_nothing_and_the_wrong_card_stays_open():
    deal = "N:AK4... J95... Q8.3.. T72..."
    state = started(deal, "whist", dealer=0, turned="S4", **DETECT)
    pushed(state, "SA", "S2", "H3", "correct S8")
    assert state.hands[2] == Hand("Q.3..") and state.trick[-1].rank == 8
    for act in ("S5", "SK", "S7", "SQ", "S9", "S4", "ST"):
        assert [state.view(player).lying_open for player in range(4)] == [Hand(".3..")] * 4
        state.push(act)
    pushed(state, "H3", "SJ", "settle")
    assert not state.view(0).lying_open
    result = state.result()
    assert (result.points, result.penalties, result.revoked) == ((0, 0, 0, 0), (), frozenset())


def test_a_renege_is_for_the_opponents_to_notice():
    """The hand left of the declarer, or a partner, reneges in the first of ten tricks; books of each call.

    A right call costs three, but no more than they have; a wrong one names another book, or one's own side.
    """
    for preset, roles in (("bid_whist", (0, 1, 2, 3)), ("dummy", (0, 1, 3, 2))):
        rules = Rules.preset(preset, **DETECT)
        deal = sure_deal(rules.dealt_hand_size - 2, rules, roles)
        for call, books in (
            ((), (11, 2)),
            (("renege 1 by 0",), (13, 0)),
            (("renege 2 by 0",), (8, 5)),
            (("renege 1 by 1",), (13, 0)),
        ):
            state = to_play(HandState(deal, rules, dealer=rules.players - 1), "S+", level=5)
            result = settled(state, 1, calls=call)
            assert (result.books, len(result.penalties)) == (books, len(call)), (preset, call)
            right = call == ("renege 1 by 0",)
            assert [paid.called.right for paid in result.penalties] == [right] * len(call), (preset, call)
            assert result.revoked == (set(state.seating.side_hands(1)) if right else set()), (preset, call)
