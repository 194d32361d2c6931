"""Jokers that may be played at any time in no-trump: legal cards, reneges, what others learn, the record."""

import pytest
from tests.support.hands_played import played_out, pushed, started, texts, to_play

import whistsolve as ws
from whistsolve.errors import ActError, NotationError, RulesError
from whistsolve.game import HandState
from whistsolve.game.record import PlayedHand
from whistsolve.game.record.record import record_hand, winners_under
from whistsolve.inference import Knowledge
from whistsolve.notation import parse_ptn
from whistsolve.rules import Rules
from whistsolve.solving import legal_cards
from whistsolve.values import Hand

PLAYED = ("must_discard_first_void", "free_discard", "high_no_suit")
LEADS = ("first_suited_card", "free_play", "forbidden_unless_only_jokers", "leader_names_suit")
#: East can follow spades, and holds the big joker and a club; West the little joker and no spade.
DEAL = "N:A4.2.. K...3.B 532... ...QJ.L | ..6."


def at_the_lead(any_time: bool, strain: str = "NT+", deal: str = DEAL, **options: object) -> HandState:
    """North is declarer and leads."""
    return to_play(started(deal, dealer=3, joker_any_time=any_time, **options), strain)


@pytest.mark.parametrize(("kind", "lead"), list(zip(PLAYED, LEADS, strict=False)))
def test_option_joker_any_time_says_who_may_play_one(kind: str, lead: str) -> None:
    for any_time, legal in ((False, ["SK"]), (True, ["BJ", "SK"])):
        state = at_the_lead(any_time, joker_no_trump=kind, joker_lead_no_trump=lead)
        pushed(state, "SA")
        assert texts(state.legal_cards) == legal
        assert texts(act.card for act in state.legal_acts()) == legal
        assert texts(state.view(1).legal_cards) == legal


@pytest.mark.parametrize(("kind", "winner"), [(PLAYED[0], 0), (PLAYED[1], 0), (PLAYED[2], 1)])
def test_option_joker_any_time_a_joker_has_no_suit(kind: str, winner: int) -> None:
    """The king that it saves beats the next spade; where jokers win, it wins the trick itself."""
    state = pushed(at_the_lead(True, joker_no_trump=kind), "SA", "BJ", "S2")
    pushed(state, "LJ" if kind == PLAYED[0] else "CQ")
    assert state.tricks[0].winner == winner
    leader = pushed(state, "S4" if winner == 0 else "SK")
    assert leader.trick[0] == ws.Card.from_text("S4" if winner == 0 else "SK")


def test_option_joker_any_time_it_must_still_be_thrown_at_the_first_void() -> None:
    state = pushed(at_the_lead(True), "SA", "SK", "S2")
    assert texts(state.legal_cards) == ["LJ"]
    with pytest.raises(
        ActError, match=r"must_discard_first_void.* a hand that cannot follow plays a joker: LJ"
    ):
        state.push("CQ")
    for kind in PLAYED[1:]:
        state = pushed(at_the_lead(True, joker_no_trump=kind), "SA", "SK", "S2")
        assert texts(state.legal_cards) == ["CJ", "CQ", "LJ"]


def test_option_joker_any_time_other_cards_still_follow_suit() -> None:
    state = pushed(at_the_lead(True), "SA")
    with pytest.raises(
        ActError, match=r"it must follow suit or play a joker; expected one of (BJ SK|SK BJ)$"
    ):
        state.push("C3")
    without = pushed(at_the_lead(False), "SA")
    with pytest.raises(ActError, match="it must follow suit; expected one of SK"):
        without.push("BJ")


def test_option_joker_any_time_leads_stay_as_they_are() -> None:
    deal = "N:A4....B K.5.3. 532... ..4.QJ | ..6."
    alone = at_the_lead(True, deal=deal, joker_lead_no_trump="forbidden_unless_only_jokers")
    assert texts(alone.legal_cards) == ["S4", "SA"]
    named = pushed(at_the_lead(True, deal=deal, joker_lead_no_trump="leader_names_suit"), "BJ:D")
    assert texts(named.legal_cards) == ["D3"]
    first = pushed(at_the_lead(True, deal=deal), "BJ", "SK")
    assert texts(first.legal_cards) == ["S2", "S3", "S5"]


def test_option_joker_any_time_does_not_change_trump_contracts() -> None:
    for any_time in (False, True):
        state = pushed(at_the_lead(any_time, "C+"), "SA")
        assert texts(state.legal_cards) == ["SK"]
        assert texts(pushed(state, "SK", "S2").legal_cards) == ["CJ", "CQ", "LJ"]


@pytest.mark.parametrize("any_time", [False, True])
def test_option_joker_any_time_says_what_is_a_renege(any_time: bool) -> None:
    state = at_the_lead(any_time, renege_mode="detect_and_call")
    played_out(pushed(state, "SA", "BJ"))
    pushed(state, "renege 1 by 0")
    call = state.reneges_called[0]
    assert call.right is not any_time


@pytest.mark.parametrize("kind", PLAYED)
def test_option_joker_any_time_a_joker_shows_no_void(kind: str) -> None:
    """Without the option who throws one is void of the suit led."""
    could = at_the_lead(True, joker_no_trump=kind)
    known = Knowledge.of_view(pushed(could, "SA", "BJ").view(0), deck=_dealt(could))
    assert not known.barred[1] & Hand("K532")
    void = at_the_lead(False, deal="N:A4.2.. ..4.3.B 532... ...QJ.L | ..6.", joker_no_trump=kind)
    known = Knowledge.of_view(pushed(void, "SA", "BJ").view(0), deck=_dealt(void))
    assert not Hand("532") - known.barred[1]


def test_option_joker_any_time_a_suited_card_shows_voids_all_the_same() -> None:
    """West has no spade, and where it had to be thrown, no joker."""
    for kind, jokers in ((PLAYED[0], True), (PLAYED[1], False)):
        deal = "N:A4.2.. K...3.B 532... ...QJ9 | ....L"
        state = at_the_lead(True, deal=deal, joker_no_trump=kind)
        known = Knowledge.of_view(pushed(state, "SA", "BJ", "S2", "C9").view(2), deck=_dealt(state))
        assert ws.Card.from_text("SK") in known.barred[3]
        assert (ws.Card.from_text("LJ") in known.barred[3]) == jokers


def _dealt(state: HandState) -> Hand:
    deal = state.deal
    return Hand([card for hand in (*deal.hands, deal.kitty or Hand()) for card in hand])


def test_option_joker_any_time_is_written_and_read() -> None:
    """Without rules a joker is read at any time; rules by which a record is replayed check it."""
    state = played_out(pushed(at_the_lead(True), "SA", "BJ"))
    hand = record_hand(state)
    assert parse_ptn(str(hand)).tricks == hand.tricks
    winners = tuple(trick.winner for trick in state.tricks)
    assert winners_under(hand, state.rules) == winners
    usual = Rules.preset("bid_whist_seed")
    with pytest.raises(
        ActError, match="E plays BJ to trick 1 in spades: it must follow suit; expected one of SK"
    ):
        winners_under(hand, usual)
    high = Rules.preset("bid_whist_seed", joker_any_time=True, joker_no_trump="high_no_suit")
    with pytest.raises((ActError, NotationError), match=r"E won it by a rule about jokers|E plays BJ"):
        winners_under(hand, high)


def test_a_suited_card_that_does_not_follow_is_not_read() -> None:
    refused = "E plays C3 to trick 1 in spades: it must follow suit or play a joker; expected one of SK BJ"
    with pytest.raises(ActError, match=refused):
        PlayedHand("N:A42 K...3.B 653 987", contract="3NT+ by N", leader="N", plays="SA C3")


@pytest.mark.parametrize("any_time", [False, True])
def test_option_joker_any_time_reaches_the_solver(any_time: bool) -> None:
    rules = Rules.preset("bid_whist_seed", joker_any_time=any_time)
    deal = "N:AQ K....B 54 76"
    assert ws.solve(deal, "NT+", "N", rules=rules).tricks == (1 if any_time else 2)
    cards = legal_cards(ws.Deal.from_text(deal), "NT+", "N", played="SA", rules=rules)
    assert texts(cards) == (["BJ", "SK"] if any_time else ["SK"])
    values = ws.solve_cards(deal, "NT+", "N", declarer="N", played="SA", rules=rules)
    assert {str(card): tricks for card, tricks in values.items()} == (
        {"SK": 2, "BJ": 1} if any_time else {"SK": 2}
    )
    refused = "expected one of them or a joker" if any_time else "expected one of them$"
    with pytest.raises(ActError, match=refused):
        ws.solve("N:AQ4 K.3...B 532 876", "NT+", "N", played="SA H3", rules=rules)


@pytest.mark.parametrize("kind", ["exchanged", "removed"])
def test_option_joker_any_time_needs_jokers_in_play(kind: str) -> None:
    sizes = {"hand_size": None} if kind == "removed" else {}
    with pytest.raises(
        RulesError, match=rf"joker_any_time True is wrong with joker_no_trump '{kind}'.*'free_"
    ):
        Rules.preset("bid_whist_seed", joker_no_trump=kind, joker_any_time=True, **sizes)
    for kind in PLAYED:
        assert Rules.preset(
            "bid_whist_seed", joker_no_trump=kind, jokers=1, joker_any_time=True
        ).joker_any_time
