"""Jokers in play: what they are worth, when they may be led or played, what that shows, and the solver."""

import pytest
from tests.support.hands_played import follow, played_out, pushed, refused, started, texts, to_play

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
    hands, other = "A4... ...3.B K2... Q3... | ..5.", "A4.2.. K...3.B 532... ...QJ9 | ..6."
    for kind, script in (
        ("must_discard_first_void", "SA ?BJ BJ S2 S3 !0"),
        ("free_discard", "SA ?BJ,C3 BJ S2 S3 !0"),
        ("high_no_suit", "SA ?BJ,C3 BJ S2 S3 !1"),
        ("removed", "SA ?C3 C3 S2 S3 !0"),
        ("exchanged", "SA ?C3,D5 C3 S2 S3 !0"),
    ):
        follow(at_the_lead(hands, joker_no_trump=kind), script)
        # With a trump suit it is the best of all, and a joker never follows another suit.
        follow(at_the_lead(hands, "S+", joker_no_trump=kind), "SA ?BJ BJ S2 S3 !1")
        follow(at_the_lead(other, joker_no_trump=kind), "SA ?SK")


def test_two_hands_lay_a_joker_aside_each_so_that_they_stay_equal() -> None:
    options = {"dealer": 1, "jokers": 2, "joker_no_trump": "removed", "hand_size": None}
    state = to_play(started("N:A2....B K3....L ..AKQ. .AKQ.. | ...32", "humbug", **options), "NT+")
    assert follow(state, "?S2,SA SA ?S3,SK SK !0 S2 S3 !1").is_over


def test_j1_a_void_hand_throws_its_joker() -> None:
    hands = "..A2. ...7.L ..KQ. ..JT. | ...2"
    state = follow(at_the_lead(hands), "DA ?LJ")
    refused(state, "C7", r"must_discard_first_void.* cannot follow plays a joker: LJ")
    state = at_the_lead(hands, renege_mode="detect_and_call")
    pushed(played_out(pushed(state, "DA", "C7")), "renege 1 by 0")
    assert state.reneges_called[0].right and state.reneges_called[0].accused == 1


def test_j6_the_big_joker_beats_the_little_one_and_that_the_ace() -> None:
    for strain in ("H+", "H-", "H~"):
        for hands, script in (
            (".A3.. Q....B K....L .2.A. | ...2", "HA BJ LJ H2 !1"),
            (".A3.. Q....L K....B .2.A. | ...2", "HA LJ BJ H2 !2"),
            (".A2.. Q....L .3.A. K.4.. | ...2", "HA ?LJ LJ H3 H4 !1"),
        ):
            follow(at_the_lead(hands, strain, downtown_ace="declarer_choice"), script)


def test_option_joker_lead_no_trump_says_what_is_to_be_followed() -> None:
    """North has a joker and a club, East hearts and a club, South spades and a heart, West no spade."""
    led = "...K2.B .92..3 A5.3.. .A.K4. | ..2."
    for kind, script in (
        ("first_suited_card", "?BJ,C2,CK BJ ?C3,H2,H9 H9 ?H3 H3 ?HA HA !3"),
        ("free_play", "?BJ,C2,CK BJ ?C3,H2,H9 H9 ?H3,S5,SA H3 ?D4,DK,HA D4 !1"),
        ("leader_names_suit", "?BJ,C2,CK BJ:S ?C3,H2,H9 H9 ?S5,SA S5 ?D4,DK,HA D4 !2"),
    ):
        follow(at_the_lead(led, joker_lead_no_trump=kind), script)
    none = "...K2.B .92..3 A5.3.. .A..Q4 | ..2."  # who has no card of the suit named
    follow(at_the_lead(none, joker_lead_no_trump="leader_names_suit"), "BJ:D ?C3,H2,H9 H9 H3 HA !3")
    options = {"joker_no_trump": "high_no_suit", "joker_lead_no_trump": "free_play"}
    follow(at_the_lead(led, **options), "BJ C3 S5 D4 !0")
    # A joker is led from jokers only.
    state = follow(at_the_lead("K....B .9.3. 5.2.. A...A | ...2", **FORBIDDEN), "?SK")
    refused(state, "BJ", r"joker_lead_no_trump='forbidden_un.*led last; expected one of SK")
    follow(at_the_lead("....BL .9.3. 5.2.. A...A | ...2", **FORBIDDEN), "?BJ,LJ BJ ?D3,H9 H9 ?H2")


def test_j3_j4_the_next_card_with_a_suit_fixes_the_suit() -> None:
    for kind in PLAYED[:2]:
        for hands, script in (
            ("2....B .9.3. 5.2.. A...A | ...2", "BJ H9 ?H2 H2 ?CA,SA SA !1"),
            ("2..3..B A.3...L 5.2.K. K.A.A. | ...2", "BJ ?H3,LJ,SA"),  # nobody is void yet
            ("2....B A....L 5.2.. K.A.. | ...2", "BJ LJ ?H2,S5 S5 ?SK SK !3"),
            ("2....B A....L 5.2.. K.A.. | ...2", "BJ LJ ?H2,S5 H2 ?HA HA !3"),
        ):
            if kind == PLAYED[0] or "!3" not in script:
                follow(at_the_lead(hands, joker_no_trump=kind), script)


def test_option_joker_any_time_says_who_may_play_one() -> None:
    """The king that a joker saves beats the next spade; where jokers win, it wins the trick itself."""
    for kind, lead, script in (
        (PLAYED[0], "first_suited_card", "BJ S2 ?LJ LJ !0 S4"),
        (PLAYED[1], "free_play", "BJ S2 ?CJ,CQ,LJ CQ !0 S4"),
        (PLAYED[2], "leader_names_suit", "BJ S2 ?CJ,CQ,LJ CQ !1 SK"),
    ):
        options = {"joker_no_trump": kind, "joker_lead_no_trump": lead}
        for any_time, legal in ((False, "SK"), (True, "BJ,SK")):
            state = follow(at_the_lead(joker_any_time=any_time, **options), f"SA ?{legal}")
            assert texts(state.view(1).legal_cards) == legal.split(","), (kind, any_time)
            assert texts(act.card for act in state.legal_acts()) == legal.split(",")
            refused(state, "C3", r"it must follow suit( or play a joker)?; expected ")
        follow(state, script)


def test_option_joker_any_time_changes_neither_leads_nor_trump_contracts() -> None:
    hands = "A4....B K.5.3. 532... ..4.QJ | ..6."
    for deal, strain, options, script in (
        (hands, "NT+", FORBIDDEN, "?S4,SA"),
        (hands, "NT+", {"joker_lead_no_trump": "leader_names_suit"}, "BJ:D ?D3"),
        (hands, "NT+", {}, "BJ SK ?S2,S3,S5"),
        (DEAL, "C+", {}, "SA ?SK SK S2 ?CJ,CQ,LJ"),
    ):
        follow(at_the_lead(deal, strain, joker_any_time=True, **options), script)


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
