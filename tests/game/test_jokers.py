"""Jokers in play: what they are worth, when they may be led or played, what that shows, and the solver."""

import pytest
from tests.support.hands_played import played_out, pushed, refused, started, texts, to_play

import whistsolve as ws
from whistsolve.errors import ActError, NotationError
from whistsolve.game import HandState
from whistsolve.game.record import PlayedHand
from whistsolve.game.record.record import record_hand, winners_under
from whistsolve.inference import Knowledge
from whistsolve.notation import parse_ptn
from whistsolve.rules import Rules
from whistsolve.solving import legal_cards
from whistsolve.values import Card, Hand

PLAYED = ("must_discard_first_void", "free_discard", "high_no_suit")
FORBIDDEN = {"joker_lead_no_trump": "forbidden_unless_only_jokers"}
#: East can follow spades, and holds the big joker and a club; West the little joker and no spade.
DEAL = "A4.2.. K...3.B 532... ...QJ.L | ..6."


def at_the_lead(hands: str = DEAL, strain: str = "NT+", **options: object) -> HandState:
    """North is declarer and leads."""
    if options.get("joker_no_trump") == "removed":
        options["hand_size"] = None
    return to_play(started(f"N:{hands}", dealer=3, **options), strain)


def test_option_joker_no_trump_says_what_one_is_worth() -> None:
    for kind, legal, winner in (
        ("must_discard_first_void", ["BJ"], 0),
        ("free_discard", ["BJ", "C3"], 0),
        ("high_no_suit", ["BJ", "C3"], 1),
        ("removed", ["C3"], 0),
        ("exchanged", ["C3", "D5"], 0),
    ):
        hands = "A4... ...3.B K2... Q3... | ..5."
        state = pushed(at_the_lead(hands, joker_no_trump=kind), "SA")
        assert texts(state.legal_cards) == legal, kind
        pushed(state, "BJ" if "BJ" in legal else "C3", "S2", "S3")
        assert state.tricks[0].winner == winner, kind
        # With a trump suit it is the best of all, and a joker never follows another suit.
        state = pushed(at_the_lead(hands, "S+", joker_no_trump=kind), "SA")
        assert texts(state.legal_cards) == ["BJ"], kind
        assert pushed(state, "BJ", "S2", "S3").tricks[0].winner == 1, kind
        state = at_the_lead("A4.2.. K...3.B 532... ...QJ9 | ..6.", joker_no_trump=kind)
        assert texts(pushed(state, "SA").legal_cards) == ["SK"], kind


def test_j1_a_void_hand_throws_its_joker() -> None:
    hands = "..A2. ...7.L ..KQ. ..JT. | ...2"
    with pytest.raises(ActError, match=r"must_discard_first_void.* cannot follow plays a joker: LJ"):
        pushed(at_the_lead(hands), "DA", "C7")
    state = at_the_lead(hands, renege_mode="detect_and_call")
    pushed(played_out(pushed(state, "DA", "C7")), "renege 1 by 0")
    assert state.reneges_called[0].right and state.reneges_called[0].accused == 1


def test_j6_the_big_joker_beats_the_little_one_and_that_the_ace() -> None:
    for strain in ("H+", "H-", "H~"):
        choice = {"downtown_ace": "declarer_choice"}
        for one, other, winner in (("B", "L", 1), ("L", "B", 2)):
            state = at_the_lead(f".A3.. Q....{one} K....{other} .2.A. | ...2", strain, **choice)
            pushed(state, "HA", f"{one}J", f"{other}J", "H2")
            assert state.tricks[0].winner == winner, strain
        state = at_the_lead(".A2.. Q....L .3.A. K.4.. | ...2", strain, **choice)
        assert texts(pushed(state, "HA").legal_cards) == ["LJ"], "it follows trumps"
        assert pushed(state, "LJ", "H3", "H4").tricks[0].winner == 1, strain


# A joker that is led.


def test_option_joker_lead_no_trump_says_what_is_to_be_followed() -> None:
    """North has a joker and a club, East hearts and a club, South spades and a heart, West no spade."""
    led = "...K2.B .92..3 A5.3.. .A.K4. | ..2."
    for kind, first, follows, last, winner in (
        ("first_suited_card", "BJ", ["H3"], ["HA"], 3),
        ("free_play", "BJ", ["H3", "S5", "SA"], ["D4", "DK", "HA"], 1),
        ("leader_names_suit", "BJ:S", ["S5", "SA"], ["D4", "DK", "HA"], 2),
    ):
        state = at_the_lead(led, joker_lead_no_trump=kind)
        assert texts(state.legal_cards) == ["BJ", "C2", "CK"], kind
        assert texts(pushed(state, first).legal_cards) == ["C3", "H2", "H9"], kind
        assert texts(pushed(state, "H9").legal_cards) == follows, kind
        assert texts(pushed(state, follows[0]).legal_cards) == last, kind
        assert pushed(state, last[0]).tricks[0].winner == winner, kind
    options = {"joker_no_trump": "high_no_suit", "joker_lead_no_trump": "free_play"}
    assert pushed(at_the_lead(led, **options), "BJ", "C3", "S5", "D4").tricks[0].winner == 0


def test_j3_j4_the_next_card_with_a_suit_fixes_the_suit() -> None:
    for kind in PLAYED[:2]:
        state = at_the_lead("2....B .9.3. 5.2.. A...A | ...2", joker_no_trump=kind)
        assert texts(pushed(state, "BJ", "H9").legal_cards) == ["H2"]
        assert texts(pushed(state, "H2").legal_cards) == ["CA", "SA"]
        assert pushed(state, "SA").tricks[0].winner == 1
        state = at_the_lead("2..3..B A.3...L 5.2.K. K.A.A. | ...2", joker_no_trump=kind)
        assert texts(pushed(state, "BJ").legal_cards) == ["H3", "LJ", "SA"], "nobody is void yet"
    for third, fourth in (("S5", "SK"), ("H2", "HA")):
        state = pushed(at_the_lead("2....B A....L 5.2.. K.A.. | ...2"), "BJ", "LJ")
        assert texts(state.legal_cards) == ["H2", "S5"]
        assert texts(pushed(state, third).legal_cards) == [fourth]
        assert pushed(state, fourth).tricks[0].winner == 3


def test_j4c_a_joker_is_led_from_jokers_only() -> None:
    state = at_the_lead("K....B .9.3. 5.2.. A...A | ...2", **FORBIDDEN)
    assert texts(state.legal_cards) == ["SK"]
    refused(state, "BJ", r"joker_lead_no_trump='forbidden_un.*led last; expected one of SK")
    state = at_the_lead("....BL .9.3. 5.2.. A...A | ...2", **FORBIDDEN)
    assert texts(state.legal_cards) == ["BJ", "LJ"]
    assert texts(pushed(state, "BJ").legal_cards) == ["D3", "H9"]
    assert texts(pushed(state, "H9").legal_cards) == ["H2"]


# Jokers that may be played at any time.


def test_option_joker_any_time_says_who_may_play_one() -> None:
    leads = ("first_suited_card", "free_play", "leader_names_suit")
    for kind, lead, winner in zip(PLAYED, leads, (0, 0, 1), strict=True):
        options = {"joker_no_trump": kind, "joker_lead_no_trump": lead}
        for any_time, legal in ((False, ["SK"]), (True, ["BJ", "SK"])):
            state = pushed(at_the_lead(joker_any_time=any_time, **options), "SA")
            assert texts(state.legal_cards) == texts(state.view(1).legal_cards) == legal, (kind, any_time)
            assert texts(act.card for act in state.legal_acts()) == legal
            refused(state, "C3", r"it must follow suit( or play a joker)?; expected ")
        # The king that it saves beats the next spade; where jokers win, it wins the trick itself.
        pushed(state, "BJ", "S2", "LJ" if kind == PLAYED[0] else "CQ")
        assert state.tricks[0].winner == winner, kind
        assert pushed(state, "S4" if winner == 0 else "SK").trick
        state = pushed(at_the_lead(joker_any_time=True, **options), "SA", "SK", "S2")
        assert texts(state.legal_cards) == (["LJ"] if kind == PLAYED[0] else ["CJ", "CQ", "LJ"]), kind


def test_option_joker_any_time_changes_neither_leads_nor_trump_contracts() -> None:
    hands = "A4....B K.5.3. 532... ..4.QJ | ..6."
    alone = at_the_lead(hands, joker_any_time=True, **FORBIDDEN)
    assert texts(alone.legal_cards) == ["S4", "SA"]
    named = at_the_lead(hands, joker_any_time=True, joker_lead_no_trump="leader_names_suit")
    assert texts(pushed(named, "BJ:D").legal_cards) == ["D3"]
    first = pushed(at_the_lead(hands, joker_any_time=True), "BJ", "SK")
    assert texts(first.legal_cards) == ["S2", "S3", "S5"]
    state = pushed(at_the_lead(strain="C+", joker_any_time=True), "SA")
    assert texts(state.legal_cards) == ["SK"]
    assert texts(pushed(state, "SK", "S2").legal_cards) == ["CJ", "CQ", "LJ"]


def test_option_joker_any_time_says_what_is_a_renege() -> None:
    for any_time in (False, True):
        state = at_the_lead(joker_any_time=any_time, renege_mode="detect_and_call")
        pushed(played_out(pushed(state, "SA", "BJ")), "renege 1 by 0")
        assert state.reneges_called[0].right is not any_time


def barred(state: HandState, player: int, *cards: str) -> tuple[frozenset[Card], ...]:
    """What a player knows after some cards that the others cannot hold."""
    deck = Hand([card for hand in (*state.deal.hands, state.deal.kitty or Hand()) for card in hand])
    return Knowledge.of_view(pushed(state, *cards).view(player), deck=deck).barred


def test_option_joker_any_time_a_joker_shows_no_void_and_a_suited_card_does() -> None:
    for kind in PLAYED:
        could = at_the_lead(joker_any_time=True, joker_no_trump=kind)
        assert not barred(could, 0, "SA", "BJ")[1] & Hand("K532"), kind
        void = at_the_lead("A4.2.. ..4.3.B 532... ...QJ.L | ..6.", joker_no_trump=kind)
        assert not Hand("532") - barred(void, 0, "SA", "BJ")[1], kind
    # West has no spade, and where it had to be thrown, no joker.
    for kind, jokers in ((PLAYED[0], True), (PLAYED[1], False)):
        options = {"joker_any_time": True, "joker_no_trump": kind}
        state = at_the_lead("A4.2.. K...3.B 532... ...QJ9 | ....L", **options)
        west = barred(state, 2, "SA", "BJ", "S2", "C9")[3]
        assert (Card.from_text("SK") in west, Card.from_text("LJ") in west) == (True, jokers), kind


def test_option_joker_any_time_is_written_and_read() -> None:
    """Without rules a joker is read at any time; rules by which a record is replayed check it."""
    state = played_out(pushed(at_the_lead(joker_any_time=True), "SA", "BJ"))
    hand = record_hand(state)
    assert parse_ptn(str(hand)).tricks == hand.tricks
    assert winners_under(hand, state.rules) == tuple(trick.winner for trick in state.tricks)
    refused = "E plays BJ to trick 1 in spades: it must follow suit; expected one of SK"
    with pytest.raises(ActError, match=refused):
        winners_under(hand, Rules.preset("bid_whist_seed"))
    high = Rules.preset("bid_whist_seed", joker_any_time=True, joker_no_trump="high_no_suit")
    with pytest.raises((ActError, NotationError), match=r"E won it by a rule about jokers|E plays BJ"):
        winners_under(hand, high)
    refused = "E plays C3 to trick 1 in spades: it must follow suit or play a joker; expected one of SK BJ"
    with pytest.raises(ActError, match=refused):
        PlayedHand("N:A42 K...3.B 653 987", contract="3NT+ by N", leader="N", plays="SA C3")


def test_option_joker_any_time_reaches_the_solver() -> None:
    deal = "N:AQ K....B 54 76"
    for any_time, values, words in (
        (False, {"SK": 2}, "expected one of them$"),
        (True, {"SK": 2, "BJ": 1}, "expected one of them or a joker"),
    ):
        rules = Rules.preset("bid_whist_seed", joker_any_time=any_time)
        assert ws.solve(deal, "NT+", "N", rules=rules).tricks == min(values.values())
        cards = legal_cards(ws.Deal.from_text(deal), "NT+", "N", played="SA", rules=rules)
        assert texts(cards) == sorted(values)
        found = ws.solve_cards(deal, "NT+", "N", declarer="N", played="SA", rules=rules)
        assert {str(card): tricks for card, tricks in found.items()} == values
        with pytest.raises(ActError, match=words):
            ws.solve("N:AQ4 K.3...B 532 876", "NT+", "N", played="SA H3", rules=rules)
