"""Errors of HandState.push: class, what the message names, and that the state does not change."""

from collections.abc import Callable

import pytest
from tests.support.hands_played import played_out, pushed, started, to_declare, to_play, trick_with_reneges

from whistsolve.errors import ActError, NotationError, WhistError
from whistsolve.game import PASS, CallRenege, Correct, Discard, Exchange, HandChoice, HandState, Play, Settle
from whistsolve.rules import Rules
from whistsolve.values import Card, Hand, Strain, Suit

SEED = "bid_whist_seed"
#: Four cards each and a kitty of two, with jokers for East and the kitty.
DEAL = "N:AK..32. Q..54..L JT..76. 98..QJ. | ...2.B"
BOTH_SIDES = {"renege_mode": "detect_and_call"}


def refused(state: HandState, act: object, error: type[WhistError], *words: str) -> None:
    """Pushing the act raises this very error, which names these, and changes nothing."""
    before, acts, stage = state.snapshot, state.acts, state.stage
    with pytest.raises(error) as caught:
        state.push(act)
    assert type(caught.value) is error
    assert not [word for word in words if word not in str(caught.value)], str(caught.value)
    assert state.snapshot == before and state.acts == acts and state.stage == stage


def fresh(**options: object) -> HandState:
    return started(DEAL, **{"dealer": 3, **options})


# --------------------------------------------------------------------------------------------- every stage

#: A state at each stage, and how to make it.
STAGES: dict[str, Callable[[], HandState]] = {
    "hand_option": lambda: HandState.random(1, Rules.preset("double_dummy_seed")),
    "auction": fresh,
    "declaration": lambda: to_declare(fresh(), "S+", 0),
    "discard": lambda: pushed(to_declare(fresh(), "S+", 0), "S+"),
    "exchange": lambda: pushed(
        to_declare(fresh(joker_no_trump="exchanged"), "NT+", 0), "NT+", Hand("...2.B")
    ),
    "play": lambda: to_play(fresh(), "S+"),
    "settlement": lambda: played_out(to_play(fresh(**BOTH_SIDES), "S+")),
}
#: Acts as values, each with the stages that it belongs to.
ACTS = [
    (HandChoice(True), {"hand_option"}),
    (PASS, {"auction"}),
    (Strain.from_text("S+"), {"declaration"}),
    (Discard(Hand("32...")), {"discard"}),
    (Exchange(Card.from_text("C2")), {"exchange"}),
    (Play(Card.from_text("SA")), {"play", "exchange"}),  # a card alone may be one to exchange for
    (Settle(), {"settlement"}),
]


@pytest.mark.parametrize(
    ("stage", "act"),
    [
        pytest.param(stage, act, id=f"{stage}-{type(act).__name__}")
        for stage in STAGES
        for act, stages in ACTS
        if stage not in stages
    ],
)
def test_an_act_of_another_stage(stage: str, act: object) -> None:
    state = STAGES[stage]()
    assert state.stage == stage
    refused(state, act, ActError, "is not of this stage of the hand", stage)


@pytest.mark.parametrize("stage", [stage for stage in STAGES if stage not in ("play", "settlement")])
def test_reneges_belong_to_play(stage: str) -> None:
    for act in (CallRenege(0, 1), Correct(Card.from_text("SA"))):
        refused(STAGES[stage](), act, ActError, str(act), stage)


@pytest.mark.parametrize(
    ("stage", "text", "error", "words"),
    [
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
    ],
)
def test_text_that_is_no_act_of_the_stage(
    stage: str, text: object, error: type[WhistError], words: str
) -> None:
    refused(STAGES[stage](), text, error, words)


def test_nothing_more_once_the_hand_is_over() -> None:
    for options in ({}, BOTH_SIDES):
        state = played_out(to_play(fresh(**options), "S+"))
        if options:
            state.push("settle")
        assert state.is_over
        for act in ("SA", "settle", "renege 1 by 0", PASS, Settle()):
            refused(state, act, ActError, "the hand is over")


def test_no_result_before_the_end() -> None:
    for stage, made in STAGES.items():
        with pytest.raises(ActError, match=f"the hand is at the stage '{stage}': expected it to be over"):
            made().result()


def test_nothing_to_take_back_at_the_start() -> None:
    state = fresh()
    with pytest.raises(ActError, match="no act was done yet"):
        state.pop()
    pushed(state, "3+").pop()
    with pytest.raises(ActError, match="nothing to take back"):
        state.pop()
    assert state == fresh()


@pytest.mark.parametrize(
    ("calls", "call", "options", "words"),
    [
        ((), "2NT", {}, ("call 2NT of player 0", "min_bid, 3, to 7")),
        ((), "8+", {}, ("call 8+ of player 0", "to 7")),
        (("4+",), "4-", {}, ("call 4- of player 1", "does not beat 4+ of player 0")),
        (("4+",), "4+", {}, ("call 4+ of player 1", "does not beat 4+ of player 0")),
        (("4NT",), "4+", {}, ("call 4+ of player 1", "does not beat 4NT of player 0")),
        (("4+",), "3NT", {}, ("does not beat 4+ of player 0",)),
        (("4-",), "4+", {"low_beats_high": "downtown_over_uptown"}, ("does not beat 4- of player 0",)),
        (("4+",), "4NT", {"nt_beats_suit": False}, ("does not beat 4+ of player 0",)),
        (("pass",) * 3, "pass", {}, ("call Pass of player 3", "all_pass='dealer_must_bid'")),
        (("pass",) * 3, "pass", {"all_pass": "dealer_stuck_at_minimum"}, ("player 3", "stuck_at_minimum")),
        (("pass",) * 3, "4+", {"all_pass": "dealer_stuck_at_minimum"}, ("the dealer bids 3",)),
        ((), "4", {}, ("bid_form='level_strain'", "pass or a bid such as 4+, 4-, 4NT")),
        ((), "4NT+", {}, ("nt_direction_in_bid=False", "a bid such as 4+, 4-, 4NT")),
        ((), "4NT", {"nt_direction_in_bid": True}, ("4NT+, 4NT-",)),
        ((), "4+", {"bid_form": "number_only"}, ("bid_form='number_only'", "a bid such as 4")),
        ((), "4NT", {"bid_form": "number_only"}, ("bid_form='number_only'",)),
        ((), "4-", {"bid_form": "level_nt_only"}, ("pass or a bid such as 4, 4NT",)),
        (("4H",), "4D", {"bid_form": "named_suit"}, ("4D of player 1", "does not beat 4H of player 0")),
        (("pass", "4+", "pass"), "4-", {"dealer_may_equal": "number_and_strain"}, ("does not beat 4+",)),
    ],
)
def test_calls_that_are_not_legal(
    calls: tuple[str, ...], call: str, options: dict[str, object], words: tuple[str, ...]
) -> None:
    refused(pushed(fresh(**options), *calls), call, ActError, "is not legal", *words)


@pytest.mark.parametrize(
    ("bid", "strain", "options"),
    [
        ("4+", "S-", {}),
        ("4+", "NT+", {}),
        ("4-", "S+", {}),
        ("4-", "S~", {}),
        ("4-", "S-", {"downtown_ace": "bad"}),
        ("4NT", "S+", {}),
        ("4NT-", "NT+", {"nt_direction_in_bid": True, "downtown_ace": "declarer_choice"}),
        ("4H", "S+", {"bid_form": "named_suit"}),
        ("4", "NT-", {"bid_form": "level_nt_only"}),
    ],
)
def test_strains_that_were_not_bid(bid: str, strain: str, options: dict[str, object]) -> None:
    state = pushed(fresh(**options), bid, "pass", "pass", "pass")
    refused(state, strain, ActError, f"strain {strain} is not what was bid: after {bid}", "expected one of")


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("SA", "1 cards are discarded: expected 2, which hand 0 has too many"),
        ("SA SK C2", "3 cards are discarded: expected 2"),
        ("SA S9", "S9 cannot be discarded: hand 0 does not hold it"),
        ("LJ BJ", "LJ cannot be discarded: hand 0 does not hold it"),
    ],
)
def test_discards_that_cannot_be(cards: str, words: str) -> None:
    refused(STAGES["discard"](), cards, ActError, words)
    refused(STAGES["discard"](), Discard(Hand(cards.split())), ActError, words)


def test_a_joker_kept_that_must_be_buried() -> None:
    state = pushed(to_declare(fresh(joker_no_trump="exchanged"), "NT+", 0), "NT+")
    refused(state, "SA C2", ActError, "BJ is kept: under exchange_bidder_must_bury")
    state = pushed(to_declare(fresh(joker_no_trump="exchanged"), "S+", 0), "S+")
    assert pushed(state, "SA C2").stage == "play", "with a trump suit they may keep it"


def test_exchanges_for_what_is_no_discard() -> None:
    state = STAGES["exchange"]()
    for card in ("SA", "BJ", "LJ"):
        refused(state, card, ActError, f"{card} is not among the discards", "exchanged for: C2")


def test_cards_that_may_not_be_played() -> None:
    state = to_play(fresh(), "NT+")
    refused(state, "SQ", ActError, "hand 0 plays SQ and does not hold it")
    pushed(state, "SA")
    for card in ("D5", "LJ"):
        refused(state, card, ActError, f"hand 1 may not play {card}: it must follow suit", "one of SQ")
    refused(pushed(state, "SQ"), "SA", ActError, "hand 2 plays SA and does not hold it")
    # A hand that is void must throw its joker.
    state = pushed(to_play(started("N:A2..3. ..54..L JT..7. 98..Q. | ...2", dealer=3), "NT+"), "SA")
    refused(state, "D4", ActError, "hand 1 may not play D4", "must_discard_first_void", "plays a joker: LJ")


def test_jokers_led_against_the_rules() -> None:
    deal = "N:A2..3..B K..54..L JT..76. 98..QJ. | ...2"
    state = to_play(started(deal, dealer=3, joker_lead_no_trump="forbidden_unless_only_jokers"), "NT+")
    refused(state, "BJ", ActError, "hand 0 may not play BJ", "joker_lead_no_trump='forbidden_unless_only")
    state = to_play(started(deal, dealer=3, joker_lead_no_trump="leader_names_suit"), "NT+")
    refused(state, "BJ", ActError, "a joker that is led names the suit", "'BJ:H'")
    refused(state, "SA:H", ActError, "SA:H names a suit: only a led joker does", "leader_names_suit")
    refused(pushed(state, "BJ:H"), Play(Card.from_text("LJ"), Suit.HEARTS), ActError, "LJ:H names a suit")
    for options, strain in (({}, "NT+"), ({"joker_lead_no_trump": "leader_names_suit"}, "S+")):
        state = to_play(started(deal, dealer=3, **options), strain)
        refused(state, "BJ:H", ActError, "BJ:H names a suit: only a led joker does")
    removed = started(deal, dealer=3, joker_no_trump="removed", hand_size=None)
    refused(to_play(removed, "NT+"), "BJ", ActError, "joker_no_trump='removed'", "expected one of SA S2 D3")


def test_corrections_with_another_wrong_card() -> None:
    options = {"renege_correction": "before_quitted", **BOTH_SIDES}
    state = pushed(to_play(fresh(**options), "NT+"), "SA", "D5")
    for card in ("D4", "LJ", "SA"):
        refused(state, f"correct {card}", ActError, f"hand 1 may not play {card} instead: expected one of SQ")
    pushed(state, "D6")
    refused(state, "correct SQ", ActError, "may mean hand 1 or 2: say which")
    refused(state, "correct SQ of 3", ActError, "corrects nothing")
    refused(state, "correct SQ of 2", ActError, "hand 2 may not play SQ instead", "SJ ST")
    assert not pushed(state, "correct SQ of 1", "correct SJ of 2").snapshot.reneges


def reneged(**options: object) -> HandState:
    """North leads the ace of spades, East reneges on it, and all is played."""
    state = to_play(fresh(**{**BOTH_SIDES, **options}), "NT+")
    return played_out(trick_with_reneges(state, 1))


def test_reneges_called_too_early() -> None:
    state = to_play(fresh(**BOTH_SIDES), "NT+")
    refused(state, "renege 1 by 0", ActError, "cannot be called now: expected a trick that is complete")
    pushed(state, "SA", "D5", "SJ")
    refused(state, "renege 1 by 0", ActError, "expected a trick that is complete")
    refused(pushed(state, "S9"), "renege 2 by 0", ActError, "trick 2")
    rules = Rules.preset("whist_seed", **BOTH_SIDES)
    state = HandState("N:A2... K3... Q4... J5...", rules, dealer=0, turned="SA")
    pushed(state, "SA", "S5", "S4", "S3")
    refused(state, "renege 1 by 0", ActError, "cannot be called now: expected at the end of the hand")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("renege 9 by 0", "trick 9"),
        ("renege 0 by 0", "trick 0"),
        ("renege 1 by 4", "player 4"),
        ("renege 1 by 0 of 0", "accused 0 is wrong: expected a hand that player 0 plays against"),
        ("renege 1 by 0 of 2", "accused 2 is wrong"),
        ("renege 1 by 3 of 1", "accused 1 is wrong"),
        ("renege 1 by 0 of 5", "accused 5 is wrong"),
    ],
)
def test_calls_of_reneges_that_cannot_be(call: str, words: str) -> None:
    refused(reneged(), call, ActError, words)


def test_a_renege_is_called_once() -> None:
    state = pushed(reneged(), "renege 1 by 0")
    assert state.reneges_called[0].right
    for call in ("renege 1 by 0", "renege 1 by 2", "renege 1 by 0 of 1"):
        refused(state, call, ActError, "the renege in trick 1 was called already")


def test_a_renege_is_paid_for_or_put_right_but_not_both() -> None:
    options = {"renege_correction": "before_quitted", **BOTH_SIDES}
    state = pushed(to_play(fresh(**options), "NT+"), "SA", "D5", "SJ", "S9", "renege 1 by 0")
    try:
        state.push("correct SQ of 1")
    except ActError:
        return
    result = pushed(played_out(state), "settle").result()
    assert result.penalties == ()


def test_where_all_play_alone_somebody_is_accused() -> None:
    state = started(DEAL, "cutthroat_4", dealer=3, **BOTH_SIDES)
    played_out(trick_with_reneges(to_play(state, "NT+"), 1))
    refused(state, "renege 1 by 0", ActError, "nobody is accused")
    refused(state, "renege 1 by 0 of 0", ActError, "accused 0 is wrong")
    assert pushed(state, "renege 1 by 0 of 1").reneges_called[0].right
    assert not pushed(state, "renege 1 by 0 of 2").reneges_called[1].right
