"""Errors of HandState(...) and HandState.push: class, what the message names, and that nothing changes."""

import pytest
from tests.support.hands_played import (
    played_out,
    pushed,
    refused,
    started,
    to_declare,
    to_play,
    trick_with_reneges,
)

from whistsolve.errors import ActError, DealError, NotationError, WhistError
from whistsolve.game import PASS, CallRenege, Correct, Discard, Exchange, HandChoice, HandState, Play, Settle
from whistsolve.rules import Rules
from whistsolve.values import Card, Hand, Strain, Suit

SEED = "bid_whist_seed"
#: Four cards each and a kitty of two, with jokers for East and the kitty.
DEAL = "N:AK..32. Q..54..L JT..76. 98..QJ. | ...2.B"
RENEGES = {"renege_mode": "detect_and_call"}
NAMES_SUIT = {"joker_lead_no_trump": "leader_names_suit"}
SMALL = "N:A2... K3... Q4... J5..."


def fresh(**options):
    return started(DEAL, **{"dealer": 3, **options})


#: A state at each stage, and how to make it.
STAGES = {
    "hand_option": lambda: HandState.random(1, Rules.preset("double_dummy_seed")),
    "auction": fresh,
    "declaration": lambda: to_declare(fresh(), "S+", 0),
    "discard": lambda: pushed(to_declare(fresh(), "S+", 0), "S+"),
    "exchange": lambda: pushed(
        to_declare(fresh(joker_no_trump="exchanged"), "NT+", 0), "NT+", Hand("...2.B")
    ),
    "play": lambda: to_play(fresh(), "S+"),
    "settlement": lambda: played_out(to_play(fresh(**RENEGES), "S+")),
}


def test_an_act_of_another_stage():
    acts = [
        (HandChoice(True), {"hand_option"}),
        (PASS, {"auction"}),
        (Strain.from_text("S+"), {"declaration"}),
        (Discard(Hand("32...")), {"discard"}),
        (Exchange(Card.from_text("C2")), {"exchange"}),
        (Play(Card.from_text("SA")), {"play", "exchange"}),  # a card alone may be one to exchange for
        (Settle(), {"settlement"}),
    ]
    for stage, made in STAGES.items():
        state = made()
        assert state.stage == stage
        for act, stages in acts:
            if stage not in stages:
                refused(state, act, "is not of this stage of the hand", stage)
        if stage not in ("play", "settlement"):
            for renege in (CallRenege(0, 1), Correct(Card.from_text("SA"))):
                refused(state, renege, str(renege), stage)
        with pytest.raises(ActError, match=f"the hand is at the stage '{stage}': expected it to be over"):
            state.result()


def test_text_that_is_no_act_of_the_stage():
    for stage, text, error, words in (
        ("hand_option", "3+", ActError, "expected 'keep' or 'swap'"),
        ("auction", "S+", ActError, "call 'S+' is wrong: expected pass or a bid such as 3+, 3-, 3NT"),
        ("auction", "3+ please", ActError, "'3+ please'"),
        ("auction", 7, ActError, "7"),
        ("declaration", "3+", NotationError, "strain '3+' is wrong"),
        ("discard", "S1 S2", NotationError, "'S1' is no card"),
        ("exchange", "pass", NotationError, "'pass' is no card"),
        ("play", "3+", NotationError, "'3+' is no card"),
        ("play", "settle", ActError, "not of this stage of the hand, play: expected a card"),
        ("play", "BJ:X", NotationError, "suit 'X' is wrong"),
        ("settlement", "SA", ActError, "settlement: expected a renege or honours called, or 'settle'"),
    ):
        refused(STAGES[stage](), text, words, error=error)


def test_strains_that_were_not_bid():
    for bid, strain, options in (
        ("4+", "S-", {}),
        ("4+", "NT+", {}),
        ("4-", "S~", {}),
        ("4-", "S-", {"downtown_ace": "bad"}),
        ("4NT", "S+", {}),
        ("4NT-", "NT+", {"nt_direction_in_bid": True, "downtown_ace": "declarer_choice"}),
        ("4H", "S+", {"bid_form": "named_suit"}),
        ("4", "NT-", {"bid_form": "level_nt_only"}),
    ):
        state = pushed(fresh(**options), bid, "pass", "pass", "pass")
        refused(state, strain, f"strain {strain} is not what was bid: after {bid}", "expected one of")


def test_discards_that_cannot_be():
    for cards, words in (
        ("SA", "1 cards are discarded: expected 2, which hand 0 has too many"),
        ("SA SK C2", "3 cards are discarded: expected 2"),
        ("SA S9", "S9 cannot be discarded: hand 0 does not hold it"),
        ("LJ BJ", "LJ cannot be discarded: hand 0 does not hold it"),
    ):
        for act in (cards, Discard(Hand(cards.split()))):
            refused(STAGES["discard"](), act, words)
    state = pushed(to_declare(fresh(joker_no_trump="exchanged"), "NT+", 0), "NT+")
    refused(state, "SA C2", "BJ is kept: under exchange_bidder_must_bury")
    state = pushed(to_declare(fresh(joker_no_trump="exchanged"), "S+", 0), "S+")
    assert pushed(state, "SA C2").stage == "play", "with a trump suit they may keep it"
    for card in ("SA", "BJ", "LJ"):
        refused(STAGES["exchange"](), card, f"{card} is not among the discards", "exchanged for: C2")


def test_cards_that_may_not_be_played():
    state = to_play(fresh(), "NT+")
    refused(state, "SQ", "hand 0 plays SQ and does not hold it")
    pushed(state, "SA")
    for card in ("D5", "LJ"):
        refused(state, card, f"hand 1 may not play {card}: it must follow suit", "one of SQ")
    refused(pushed(state, "SQ"), "SA", "hand 2 plays SA and does not hold it")


def test_jokers_led_against_the_rules():
    def led(strain="NT+", **options):
        return to_play(started("N:A2..3..B K..54..L JT..76. 98..QJ. | ...2", dealer=3, **options), strain)

    forbidden = led(joker_lead_no_trump="forbidden_unless_only_jokers")
    refused(forbidden, "BJ", "hand 0 may not play BJ", "joker_lead_no_trump='forbidden_unless_only")
    state = led(**NAMES_SUIT)
    refused(state, "BJ", "a joker that is led names the suit", "'BJ:H'")
    refused(state, "SA:H", "SA:H names a suit: only a led joker does", "leader_names_suit")
    refused(pushed(state, "BJ:H"), Play(Card.from_text("LJ"), Suit.HEARTS), "LJ:H names a suit")
    for state in (led(), led("S+", **NAMES_SUIT)):
        refused(state, "BJ:H", "BJ:H names a suit: only a led joker does")
    removed = led(joker_no_trump="removed", hand_size=None)
    refused(removed, "BJ", "joker_no_trump='removed'", "expected one of SA S2 D3")


def test_corrections_with_another_wrong_card():
    options = {"renege_correction": "before_quitted", **RENEGES}
    state = pushed(to_play(fresh(**options), "NT+"), "SA", "D5")
    for card in ("D4", "LJ", "SA"):
        refused(state, f"correct {card}", f"hand 1 may not play {card} instead: expected one of SQ")
    pushed(state, "D6")
    refused(state, "correct SQ", "may mean hand 1 or 2: say which")
    refused(state, "correct SQ of 3", "corrects nothing")
    refused(state, "correct SQ of 2", "hand 2 may not play SQ instead", "SJ ST")
    assert not pushed(state, "correct SQ of 1", "correct SJ of 2").snapshot.reneges
    # A renege is paid for or put right, but not both.
    state = pushed(to_play(fresh(**options), "NT+"), "SA", "D5", "SJ", "S9", "renege 1 by 0")
    refused(state, "correct SQ of 1", "corrects nothing")


def reneged(preset=SEED, **options):
    """North leads the ace of spades, East reneges on it, and all is played."""
    state = started(DEAL, preset, dealer=3, **RENEGES, **options)
    return played_out(trick_with_reneges(to_play(state, "NT+"), 1))


def test_reneges_called_too_early():
    state = to_play(fresh(**RENEGES), "NT+")
    refused(state, "renege 1 by 0", "cannot be called now: expected a trick that is complete")
    pushed(state, "SA", "D5", "SJ")
    refused(state, "renege 1 by 0", "expected a trick that is complete")
    refused(pushed(state, "S9"), "renege 2 by 0", "trick 2")
    state = HandState(SMALL, Rules.preset("whist_seed", **RENEGES), dealer=0, turned="SA")
    pushed(state, "SA", "S5", "S4", "S3")
    refused(state, "renege 1 by 0", "cannot be called now: expected at the end of the hand")


def test_calls_of_reneges_that_cannot_be():
    state = reneged()
    for call, words in (
        ("renege 9 by 0", "trick 9"),
        ("renege 0 by 0", "trick 0"),
        ("renege 1 by 4", "player 4"),
        ("renege 1 by 0 of 0", "accused 0 is wrong: expected a hand that player 0 plays against"),
        ("renege 1 by 0 of 2", "accused 2 is wrong"),
        ("renege 1 by 3 of 1", "accused 1 is wrong"),
        ("renege 1 by 0 of 5", "accused 5 is wrong"),
    ):
        refused(state, call, words)
    assert pushed(state, "renege 1 by 0").reneges_called[0].right
    for call in ("renege 1 by 0", "renege 1 by 2", "renege 1 by 0 of 1"):
        refused(state, call, "the renege in trick 1 was called already")
    # Where all play alone somebody is accused.
    state = reneged("cutthroat_4")
    refused(state, "renege 1 by 0", "nobody is accused")
    refused(state, "renege 1 by 0 of 0", "accused 0 is wrong")
    pushed(state, "renege 1 by 0 of 1", "renege 1 by 0 of 2")
    assert [called.right for called in state.reneges_called] == [True, False]


def test_deals_that_do_not_fit():
    jokers = "N:A2... K....L Q4... J....B"
    exchanged = {"joker_no_trump": "exchanged"}
    for preset, options, deal, words in (
        (SEED, {}, "0:A2... K3... Q4... | 5", "the deal has 3 hands: expected 4 in bid_whist"),
        ("dummy_seed", {}, "0:A2... K3... Q4...", "the deal has 3 hands: expected 4 in dummy"),
        (SEED, {}, SMALL, "the deal has no kitty: expected one, for .* kitty_size above 0"),
        ("bid_whist_no_kitty", {}, f"{SMALL} | ..2.", "kitty of 1: expected none, for kitty_size is 0"),
        ("dummy_seed", {"jokers": 2}, f"{SMALL} | ..2.", "kitty of 1: expected 2 cards that the dummies"),
        ("bid_whist_no_kitty", {}, jokers, "2 jokers: expected no more than jokers=0"),
        (SEED, {"jokers": 0}, f"{SMALL} | ....B", "1 jokers: expected no more than jokers=0"),
        (SEED, exchanged, f"{jokers} | ..2.", "the kitty has 1 cards: expected at least as many as jokers"),
        (SEED, {}, 7, "deal 7"),
    ):
        with pytest.raises(DealError, match=words):
            HandState(deal, Rules.preset(preset, **options))
    for preset, deal, turned, words in (
        ("whist_seed", SMALL, None, "turned is missing: expected the card of the dealer's that makes trumps"),
        ("whist_seed", SMALL, "SA", "turned SA is wrong: expected a card of a suit in hand 1, the dealer's"),
        ("whist_seed", SMALL, "C9", "turned C9 is wrong: .* hand 1"),
        (SEED, f"{SMALL} | ..2.", "SA", "turned 'SA' is wrong: trumps are declared"),
    ):
        with pytest.raises(DealError, match=words):
            HandState(deal, Rules.preset(preset), dealer=1, turned=turned)
    # What the dummies have too many is the kitty.
    rules, deal = Rules.preset("double_dummy_seed", jokers=2), f"{SMALL} | ..32."
    for extra in (["D3"], [["D3"], ["D3"]], [["D3", "D2"], []], [["D3"], ["S9"]]):
        with pytest.raises(WhistError, match=r"extra|hand|card"):
            HandState(deal, rules, extra=extra)
    assert HandState(deal, rules, extra=[["D2"], ["D3"]]).hands[2:] == (Hand("Q4..2."), Hand("J5..3."))


def test_other_arguments_that_no_hand_has():
    three = "0:A2... K3... Q4... | 5"
    for preset, deal, given, words in (
        (SEED, f"{SMALL} | ..2.", {"dealer": 4}, "dealer 4"),
        ("cutthroat_3", three, {"dealer": 3}, "dealer 3"),
        ("cutthroat_3", three, {"dealer": "N"}, "dealer 'N'"),
        ("dummy_classic", SMALL, {"dealer": 4, "turned": "S5"}, "dealer 4"),
        ("dummy_seed", SMALL, {"partner": 3}, "partner"),
        ("dummy_seed", SMALL, {"target": 0}, "target"),
        (SEED, f"{SMALL} | ..2.", {"scores": (0, 0)}, "score"),
        (SEED, f"{SMALL} | ..2.", {"scores": (0, 0, 0, "x")}, "score"),
    ):
        with pytest.raises(WhistError, match=words):
            HandState(deal, Rules.preset(preset), **given)
    assert HandState(SMALL, Rules.preset("dummy_classic"), dealer=3, turned="S5").dealer == 3
    with pytest.raises(ActError, match="player"):
        HandState(f"{SMALL} | ..2.").view(4)
