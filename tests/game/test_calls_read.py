"""Calls, strains, discards and reneges as people write them; errors that show what these rules accept."""

import pytest
from tests.support.hands_played import pushed, refused, to_declare

from whistsolve.errors import ActError, NotationError, WhistError
from whistsolve.game import HandState, Pass, read_call
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import all_bids, read_calls
from whistsolve.game.hand.acts import read_act
from whistsolve.game.record.record import record_hand
from whistsolve.rules import Rules
from whistsolve.values import Hand

SEED = "bid_whist_seed"
CALLS = {
    "Pass": ("pass", "PASS", "Pass", "P", "p", " pass "),
    "4+": ("4+", "4 +", "4↑", "4 HIGH", "4 up", "4uptown", "4 straight", "four high"),
    "4-": ("4-", "4↓", "4 low", "4 Down", "4 downtown", "FOURSPECIAL", "4_low"),
    "4NT": ("4NT", "4 nt", "4no", "4 no-trump", "4 No Trump", "4notrump"),
    "4NT-": ("4NT-", "4 no trump low", "4 no-trump -", "4 low no trump", "four no special"),
    "4NT+": ("4 no high", "4 no-trumps uptown", "4 nt↑"),
    "4": ("4", " 4 ", "four", "Four"),
    "4S": ("4S", "4♠", "4 spades", "4 spade", "4 s", "4 ♠\ufe0f", "four Spades"),
    "4S-": ("4S-", "4♠↓", "4 spades down", "4 s low", "4 low spades", "4spadeslow", "4 S -"),
    "5-": ("5↓", "five down"),
    "4H": ("4H", "4 h", "4 heart"),
    "4D+": ("4D+", "4 diamonds high", "4 d up"),
    "12": ("12", "twelve"),
    "17NT": ("seventeen no trump",),
}


def test_calls():
    assert {call: {str(read_call(text)) for text in texts} for call, texts in CALLS.items()} == {
        call: {call} for call in CALLS
    }
    for text in ["", "4N", "4 high low", "4-S", "4-low", "4 5", "NT", "4 S H", "100", "4~", "\uff14"]:
        with pytest.raises(ActError, match=r"call .*(expected pass or a bid such as|holds the character)"):
            read_call(text)


def test_every_call_is_read_from_what_is_printed():
    for options in (
        {},
        {"nt_direction_in_bid": True},
        *({"bid_form": form} for form in ("level_nt_only", "number_only", "named_suit", "named_strain")),
    ):
        rules = Rules.preset(SEED, min_bid=0, **options)
        for bid in all_bids(rules):
            assert read_call(str(bid)) == read_call(str(bid).lower()) == bid
            state = HandState.random(1, rules, dealer="North")
            state.push(str(bid))
            [(_, call)] = state.calls
            assert call == bid
            written = record_hand(state).calls[0].text  # as sites write it: 4♠↓, 4NT↑
            assert read_call(written) == bid
    assert read_call(str(read_call("pass"))) == Pass()


def test_calls_one_after_another():
    for text, calls in (
        ("", []),
        ("p P PASS", ["Pass"] * 3),
        ("pass,3+,,4NT", ["Pass", "3+", "4NT"]),
        ("pass, 3 low, four no trump", ["Pass", "3-", "4NT"]),
        ("pass 3 low 4 no trump five spades down p", ["Pass", "3-", "4NT", "5S-", "Pass"]),
        ("4 5 6NT", ["4", "5", "6NT"]),
        ("\n pass\n 3+ \n", ["Pass", "3+"]),
    ):
        assert [str(read_call(each)) for each in read_calls(text)] == calls, text
    for text in ("x", "x pass", "3+ please pass", "pass 3+-", "3+; pass"):
        with pytest.raises(ActError, match="is wrong: expected pass or a bid"):
            [read_call(each) for each in read_calls(text)]


def opened(*calls, **options):
    return pushed(HandState.random(1, Rules.preset(SEED, **options), dealer="W"), *calls)


#: Calls before, a call that is refused, options, and the end of the message.
REFUSED = [
    ("", "2NT", {}, "call 2NT of N is not legal: expected a number from min_bid, 3, to 7"),
    ("", "8+", {}, "to 7"),
    ("4no", "4 low", {}, "does not beat 4NT of N; expected pass or a bid such as 5+, 5-, 5NT"),
    ("pass pass pass", "pass", {"all_pass": "dealer_stuck_at_minimum"}, "such as 3+, 3-, 3NT"),
    ("pass pass pass", "4 low", {"all_pass": "dealer_stuck_at_minimum"}, "such as 3+, 3-, 3NT"),
    ("", "4", {}, "or no-trump, and no suit; expected pass or a bid such as 4+, 4-, 4NT"),
    ("4no", "4 spades", {}, "expected pass or a bid such as 5+, 5-, 5NT"),
    ("4high", "4", {}, "expected pass or a bid such as 4NT"),
    ("7no", "7 S", {}, "expected pass"),
    ("pass pass pass", "4", {}, "expected a bid such as 4+, 4-, 4NT"),
    ("pass pass pass", "pass", {}, "the dealer bids; expected a bid such as 3+, 3-, 3NT"),
    ("4high", "4 low", {}, "does not beat 4+ of N; expected pass or a bid such as 4NT"),
    ("", "4 no", {"nt_direction_in_bid": True}, "such as 4+, 4-, 4NT+, 4NT-"),
    ("", "4 high", {"bid_form": "number_only"}, "expected pass or a bid such as 4"),
    ("", "4 high", {"bid_form": "level_nt_only"}, "expected pass or a bid such as 4, 4NT"),
    ("", "4 high", {"bid_form": "named_suit"}, "such as 4C, 4D, 4H, 4S, 4NT"),
    ("", "4 spades", {"bid_form": "named_strain"}, "such as 4C+, 4C-, ..., 4S-, 4NT+, 4NT-"),
    ("", "hello", {}, "call 'hello' is wrong: expected pass or a bid such as 3+, 3-, 3NT"),
    ("", "hello", {"bid_form": "number_only"}, "expected pass or a bid such as 3"),
]


def test_an_error_shows_calls_that_these_rules_accept():
    for before, call, options, words in REFUSED:
        state = opened(*before.split(), **options)
        with pytest.raises(ActError) as caught:
            state.push(call)
        assert str(caught.value).endswith(words), (before, call, options)
        shown = str(caught.value).partition("such as ")[2].replace("...,", "")
        for each in filter(None, (part.strip() for part in shown.split(","))):
            assert read_call(each) in state.legal_calls, (before, call, options)
        auction = Auction.start(state.rules, "West")
        for each in before.split():
            auction = auction.after(each)
        with pytest.raises(ActError, match="expected"):
            auction.after(call)


#: What is named after a bid, and the strain that it is; `None` where it may be several.
NAMED = [
    ("4 low", "spades", {}, "S-"),
    ("4 low", "♥", {}, "H-"),
    ("4 low", "hearts low", {}, "H-"),
    ("4 high", "Clubs", {}, "C+"),
    ("4 no", "low", {}, "NT-"),
    ("4 no", "no trump up", {}, "NT+"),
    ("4 low", "spades", {"downtown_ace": "bad"}, "S~"),
    ("4 low", "spades down", {"downtown_ace": "bad"}, "S~"),
    ("4 low", "♠~", {"downtown_ace": "declarer_choice"}, "S~"),
    ("4 low", "♠-", {"downtown_ace": "declarer_choice"}, "S-"),
    ("4 low", "spades, aces bad downtown", {"downtown_ace": "declarer_choice"}, None),
    ("4 low", "spades downtown aces good", {"downtown_ace": "declarer_choice"}, "S-"),
    ("4 low", "spades low", {"downtown_ace": "declarer_choice"}, None),
    ("4", "spades", {"bid_form": "number_only"}, None),
    ("4", "low", {"bid_form": "number_only"}, None),
    ("4", "spades low", {"bid_form": "number_only"}, "S-"),
]


def test_a_strain_is_named_as_far_as_the_bid_left_it_open():
    for bid, named, options, strain in NAMED:
        state = opened(bid, "pass", "pass", "pass", **options)
        assert state.stage == "declaration"
        if strain is None:
            with pytest.raises(WhistError, match="expected"):
                state.push(named)
        else:
            assert str(pushed(state, named).strain) == strain, (bid, named, options)


def test_strains_that_were_not_bid_are_answered_by_those_that_were():
    state = opened("4 low", "pass", "pass", "pass")
    for text in ("spades high", "S+", "no trump", "NT-", "high", "up"):
        refused(state, text, r"is not what was bid.*expected one of S-, H-, D-, C-")
    refused(state, "low", "strain 'low' may be several: expected one of S-, H-, D-, C-")
    refused(state, "trump", "strain 'trump' is wrong", error=NotationError)


def test_discards_are_read_as_they_are_printed():
    deal = "N:AK..32. Q..54..L JT..76. 98..QJ. | ...2.B"
    for text in ("C2 BJ", "♣2 BJ", "♣2, BJ", "BJ C2", "...2.B", "♣2 B"):
        state = HandState(deal, Rules.preset(SEED), dealer="W")
        pushed(to_declare(state, "S+", 0), "spades", text)
        assert state.discards[0] == Hand("...2.B")
    state = pushed(to_declare(HandState(deal, Rules.preset(SEED), dealer="W"), "S+", 0), "♠")
    state.push("♠AK")
    assert state.discards[0] == Hand("AK")
    state.pop()
    refused(state, "♠A", r"expected 2, which N has too many, such as SA SK$")
    for text, words in (("AK", "'AK' is no card"), ("♠AK ♥X", "'♠AK' is no card"), ("AX", "is no card")):
        with pytest.raises(WhistError, match=words):
            state.push(text)


def test_players_of_reneges_and_suits_of_jokers_have_names():
    rules = Rules.preset(SEED)
    assert str(read_act("Renege 3 by East of south", "play", rules)) == "renege 3 by 1 of 2"
    assert str(read_act("renege 3 by 1", "settlement", rules)) == "renege 3 by 1"
    assert str(read_act("correct ♠ A of North", "play", rules)) == "correct SA of 0"
    assert str(read_act("bj : hearts", "play", rules)) == str(read_act("BJ:♥", "play", rules)) == "BJ:H"
    with pytest.raises(ActError, match="player 'east' is wrong: expected a whole number from 0 to 2"):
        read_act("renege 3 by East", "play", Rules.preset("cutthroat_3"))
    state = HandState.random(1, Rules.preset("double_dummy_seed"))
    assert str(state.read(" KEEP ")) == "keep"
    refused(state, "hold", "expected 'keep' or 'swap'")
