"""Every option of play, jokers and dummies has an effect: on legal cards, order, or views."""

import pytest
from tests.support.hands_played import (
    knows,
    played_out,
    pushed,
    started,
    sure_deal,
    texts,
    to_declare,
    to_play,
)

from whistsolve.errors import ActError
from whistsolve.game import HandState
from whistsolve.rules import Rules
from whistsolve.values import Hand

SEED = "bid_whist_seed"
#: Two cards each, and a kitty of two.
SMALL = "N:AK... .AK.. ..AK. ...AK | 65..."


def detecting(deal: str, strain: str = "NT+", preset: str = SEED, **options: object) -> HandState:
    """A hand at the first lead in which cards against the rules stand until they are called."""
    return to_play(started(deal, preset, dealer=3, renege_mode="detect_and_call", **options), strain)


@pytest.mark.parametrize(
    ("sport_kitty", "trumps", "no_trump"),
    [("never", False, False), ("trump_only", True, False), ("always", True, True)],
)
def test_option_sport_kitty_says_when_all_see_it(sport_kitty: str, trumps: bool, no_trump: bool) -> None:
    for strain, shown in (("S+", trumps), ("NT+", no_trump)):
        state = pushed(to_declare(started(SMALL, dealer=3, sport_kitty=sport_kitty), strain, 0), strain)
        for player in range(4):
            assert state.view(player).kitty == (Hand("65...") if shown else None)
        assert state.view(0).taken == Hand("65...") and state.view(1).taken is None


def test_a_kitty_is_turned_up_before_it_is_taken_and_a_strain_named() -> None:
    state = to_declare(started(SMALL, dealer=3, sport_kitty="always", declare_timing="after_kitty"), "S+", 0)
    assert all(state.view(player).kitty == Hand("65...") for player in range(4))


@pytest.mark.parametrize("reveal", [False, True])
def test_option_reveal_discards_at_end_shows_them_to_all(reveal: bool) -> None:
    state = to_play(started(SMALL, dealer=3, reveal_discards_at_end=reveal), "S+")
    assert [state.view(player).discards[0] for player in range(4)] == [Hand("65..."), None, None, None]
    played_out(state)
    hidden = Hand("65...") if reveal else None
    assert [state.view(player).discards[0] for player in range(4)] == [Hand("65..."), hidden, hidden, hidden]


@pytest.mark.parametrize(
    ("kind", "legal", "winner"),
    [
        ("must_discard_first_void", ["BJ"], 0),
        ("free_discard", ["BJ", "C3"], 0),
        ("high_no_suit", ["BJ", "C3"], 1),
        ("removed", ["C3"], 0),
        ("exchanged", ["C3", "D5"], 0),
    ],
)
def test_option_joker_no_trump_says_what_one_is_worth(kind: str, legal: list[str], winner: int) -> None:
    size = {"hand_size": None} if kind == "removed" else {}
    state = started("N:A4... ...3.B K2... Q3... | ..5.", dealer=3, joker_no_trump=kind, **size)
    to_play(state, "NT+")
    pushed(state, "SA")
    assert texts(state.legal_cards) == legal
    pushed(state, "BJ" if "BJ" in legal else "C3", "S2", "S3")
    assert state.tricks[0].winner == winner
    # With a trump suit it is the best of all, whatever the option.
    state = started("N:A4... ...3.B K2... Q3... | ..5.", dealer=3, joker_no_trump=kind, **size)
    assert texts(pushed(to_play(state, "S+"), "SA").legal_cards) == ["BJ"]
    assert pushed(state, "BJ", "S2", "S3").tricks[0].winner == 1


def exchanging(exchange_pick: str) -> HandState:
    """East has a joker to be given up for one of two diamonds that North discarded."""
    deal = "N:A4... ...3.B K2... Q3... | ..65."
    state = started(deal, dealer=3, joker_no_trump="exchanged", exchange_pick=exchange_pick)
    pushed(to_declare(state, "NT+", 0), "NT+", Hand("..65."))
    assert (state.stage, state.hand_to_play, texts(state.legal_picks)) == ("exchange", 1, ["D5", "D6"])
    return state


@pytest.mark.parametrize(
    ("exchange_pick", "chooser", "seen_by"),
    [("random", None, [1]), ("bidder_chooses", 0, [0, 1]), ("holder_chooses_face_up", 1, [0, 1, 2, 3])],
)
def test_option_exchange_pick_says_who_chooses_and_who_sees(
    exchange_pick: str, chooser: int | None, seen_by: list[int]
) -> None:
    state = exchanging(exchange_pick)
    assert state.to_act == chooser
    pushed(state, "D5")
    assert state.hands[1] == Hand("..5.3")
    seen = [state.view(player).exchanges[0].card for player in range(4)]
    assert [player for player in range(4) if seen[player] is not None] == seen_by
    assert {str(card) for card in seen if card is not None} == {"D5"}


@pytest.mark.parametrize(
    ("north", "east", "order"),
    [("A....L", "...3.B", [(1, "BJ"), (0, "LJ")]), ("A4...", "....BL", [(1, "BJ"), (1, "LJ")])],
)
def test_jokers_are_exchanged_from_the_declarers_left_the_big_one_first(
    north: str, east: str, order: list[tuple[int, str]]
) -> None:
    deal = f"N:{north} {east} K2... Q3... | ..65."
    state = started(deal, dealer=3, joker_no_trump="exchanged", exchange_bidder_must_bury=False)
    pushed(to_declare(state, "NT+", 0), "NT+", Hand("..65."), "D5", "D6")
    assert [(done.hand, str(done.joker)) for done in state.snapshot.exchanges] == order


@pytest.mark.parametrize("bury", [True, False])
def test_option_exchange_bidder_must_bury_a_joker(bury: bool) -> None:
    deal = "N:A4... 76... K2... Q3... | ..6..B"
    state = started(deal, dealer=3, joker_no_trump="exchanged", exchange_bidder_must_bury=bury)
    pushed(to_declare(state, "NT+", 0), "NT+")
    assert texts(state.forced_discards) == (["BJ"] if bury else [])
    if bury:
        with pytest.raises(ActError, match="BJ is kept: under exchange_bidder_must_bury"):
            state.push("S4 D6")
        assert pushed(state, "BJ D6").stage == "play"
    else:
        assert pushed(state, "S4 D6").stage == "exchange"
        assert pushed(state, "D6").hands[0] == Hand("A..6.")


#: North has a joker and a club, East hearts and a club, South spades and a heart, West a heart and diamonds.
LED = "N:...K2.B .92..3 A5.3.. .A.K4. | ..2."


@pytest.mark.parametrize(
    ("kind", "first", "follows", "last", "winner"),
    [
        ("first_suited_card", "BJ", ["H3"], ["HA"], 3),
        ("free_play", "BJ", ["H3", "S5", "SA"], ["D4", "DK", "HA"], 1),
        ("leader_names_suit", "BJ:S", ["S5", "SA"], ["D4", "DK", "HA"], 2),
        ("forbidden_unless_only_jokers", None, [], [], None),
    ],
)
def test_option_joker_lead_no_trump_says_what_is_to_be_followed(
    kind: str, first: str | None, follows: list[str], last: list[str], winner: int | None
) -> None:
    state = to_play(started(LED, dealer=3, joker_lead_no_trump=kind), "NT+")
    if first is None:
        assert texts(state.legal_cards) == ["C2", "CK"]
        with pytest.raises(ActError, match="joker_lead_no_trump='forbidden_unless_only_jokers'"):
            state.push("BJ")
        return
    assert texts(state.legal_cards) == ["BJ", "C2", "CK"]
    assert texts(pushed(state, first).legal_cards) == ["C3", "H2", "H9"]
    assert texts(pushed(state, "H9").legal_cards) == follows
    assert texts(pushed(state, follows[0]).legal_cards) == last
    assert pushed(state, last[0]).tricks[0].winner == winner


def test_option_joker_lead_no_trump_free_play_of_high_jokers() -> None:
    options = {"joker_no_trump": "high_no_suit", "joker_lead_no_trump": "free_play"}
    state = to_play(started(LED, dealer=3, **options), "NT+")
    assert pushed(state, "BJ", "C3", "S5", "D4").tricks[0].winner == 0


@pytest.mark.parametrize(
    ("first_leader", "leader"), [("bidder", 1), ("left_of_bidder", 2), ("left_of_dealer", 0), ("dealer", 3)]
)
def test_option_first_leader_of_bid_whist(first_leader: str, leader: int) -> None:
    state = to_play(started(SMALL, dealer=3, first_leader=first_leader), "S+", 1)
    assert state.hand_to_play == state.to_act == leader


@pytest.mark.parametrize(("first_leader", "leader"), [("dealer", 2), ("left_of_dealer", 1)])
def test_option_first_leader_of_whist(first_leader: str, leader: int) -> None:
    deal = "N:AK... .AK.. ..AK. ...AK"
    state = started(deal, "whist_seed", dealer=2, turned="DK", first_leader=first_leader)
    assert state.hand_to_play == leader  # play goes to the right


@pytest.mark.parametrize(
    ("trick_review", "before", "after", "second"),
    [("last", (1,), (), (2,)), ("all", (1,), (1,), (1, 2)), ("none", (), (), ())],
)
def test_option_trick_review_says_which_tricks_may_be_seen(
    trick_review: str, before: tuple[int, ...], after: tuple[int, ...], second: tuple[int, ...]
) -> None:
    deal = "N:AK4... .AK4.. ..AK4. ...AK4 | 65..."
    state = to_play(started(deal, dealer=3, trick_review=trick_review), "S+")
    assert state.view(0).review == ()
    pushed(state, "SA", "H4", "D4", "C4")
    assert [state.view(player).review for player in range(4)] == [before] * 4
    pushed(state, "SK")  # with that North and South have played to the next
    assert [state.view(player).review for player in range(4)] == [after, before, after, before]
    pushed(state, "HK", "DK", "CK")
    assert [state.view(player).review for player in range(4)] == [second] * 4


@pytest.mark.parametrize("renege_mode", ["enforce", "detect_and_call"])
def test_option_renege_mode_says_whether_wrong_cards_stand(renege_mode: str) -> None:
    state = to_play(started("N:A4... Q.3.. K2... 76... | 5...", dealer=3, renege_mode=renege_mode), "NT+")
    pushed(state, "SA")
    if renege_mode == "enforce":
        with pytest.raises(ActError, match="hand 1 may not play H3: it must follow suit; expected one of SQ"):
            state.push("H3")
        played_out(state)
        assert state.is_over and not state.may_call_renege
        return
    pushed(state, "H3")
    assert not state.may_call_renege, "the trick is not complete"
    pushed(state, "S2", "S6")
    assert state.may_call_renege and state.tricks[0].winner == 0
    assert played_out(state).stage == "settlement"


CORRECTED = "N:A4... Q.3.. K2... 76... | 5..."


@pytest.mark.parametrize(
    ("rule", "same_trick", "until_next_lead"),
    [("never", False, False), ("before_trick_complete", True, False), ("before_quitted", True, True)],
)
def test_option_renege_correction_says_until_when(rule: str, same_trick: bool, until_next_lead: bool) -> None:
    state = pushed(detecting(CORRECTED, renege_correction=rule), "SA", "H3")
    for possible in (same_trick, until_next_lead):
        if possible:
            trial = pushed(state.copy(), "correct SQ")
            assert trial.hands[1].of_suit("H") == Hand(".3..") and not trial.snapshot.reneges
            assert [trial.view(player).lying_open for player in range(4)] == [Hand(".3..")] * 4
        else:
            with pytest.raises(ActError, match=f"corrects nothing: .* under renege_correction='{rule}'"):
                state.push("correct SQ")
        if not state.tricks:
            pushed(state, "S2", "S6")
    with pytest.raises(ActError, match="corrects nothing"):
        pushed(state, "S4").push("correct SQ")  # the next trick has been led to


def test_a_wrong_lead_is_corrected_until_the_next_card() -> None:
    options = {"renege_correction": "before_quitted", "joker_lead_no_trump": "forbidden_unless_only_jokers"}
    state = pushed(detecting("N:A....B Q3... K2... 76... | 5...", **options), "BJ")
    assert not pushed(state.copy(), "correct SA").snapshot.reneges
    with pytest.raises(ActError, match="corrects nothing"):
        pushed(state, "SQ").push("correct SA")


@pytest.mark.parametrize(("when", "at_once"), [("after_auction", False), ("from_start", True)])
def test_option_dummy_exposed_when(when: str, at_once: bool) -> None:
    deal = "N:AK... .AK.. ..AK. ...AK"
    state = started(deal, "dummy_seed", dealer=2, dummy_exposed_when=when)
    assert [knows(state.view(player), 3) for player in range(3)] == [at_once] * 3
    to_declare(state, "S+", 0)
    assert state.stage == "declaration"
    assert [knows(state.view(player), 3) for player in range(3)] == [True] * 3
    assert not knows(state.view(1), 0), "the declarer's own hand stays hidden"


@pytest.mark.parametrize(("mode", "order", "tricks"), [("four_hands", 4, 2), ("two_hands", 2, 2)])
def test_option_double_dummy_mode_says_how_many_hands_play(mode: str, order: int, tricks: int) -> None:
    deal = "N:A2... K3... ..AK. .AK.."
    state = to_play(started(deal, "double_dummy_seed", dealer=1, double_dummy_mode=mode), "NT+")
    assert len(state.seating.order) == order
    assert knows(state.view(0), 2) == knows(state.view(1), 2) == (mode == "four_hands")
    pushed(state, "SA", "HA" if mode == "four_hands" else "S3")
    assert len(state.tricks) == (1 if mode == "two_hands" else 0)
    assert len(played_out(state).tricks) == tricks


@pytest.mark.parametrize(
    ("seating", "order", "leads_next"), [("alternating", (0, 1, 2, 3), 1), ("facing", (0, 3, 1, 2), 3)]
)
def test_option_seating_says_in_what_order_hands_play(
    seating: str, order: tuple[int, ...], leads_next: int
) -> None:
    deal = "N:A2... K3... Q4... J5..."
    state = to_play(started(deal, "double_dummy_seed", dealer=1, seating=seating), "NT+")
    assert state.seating.order == order
    assert pushed(state, "S2").hand_to_play == leads_next
    assert state.to_act == {0: 0, 1: 1, 2: 0, 3: 1}[leads_next]
    # Whoever sits where, a player and their own dummy are a side.
    assert state.seating.side_hands(0) == (0, 2) and state.seating.side_hands(1) == (1, 3)


def test_option_hand_option_says_whether_and_how_one_chooses() -> None:
    deal = "N:AK... .AK.. ..AK. ...AK"
    state = started(deal, "double_dummy_seed", dealer=1, hand_option="off")
    assert state.stage == "auction"
    state = started(deal, "double_dummy_seed", dealer=1, hand_option="sequential")
    assert (state.stage, state.to_act) == ("hand_option", 0), "who did not deal is first"
    pushed(state, "swap")
    assert state.to_act == state.view(1).to_act == 1
    assert state.view(1).kept == (False, None)
    assert pushed(state, "keep").hands[0] == Hand("..AK.") and state.hands[1] == Hand(".AK..")
    state = pushed(started(deal, "double_dummy_seed", dealer=1, hand_option="simultaneous"), "swap")
    assert state.view(0).kept == (False, None)
    assert state.view(1).kept == (None, None), "the other does not know it yet"
    assert pushed(state, "keep").view(1).kept == (False, True)


@pytest.mark.parametrize(
    ("hand_option", "choices", "points"),
    [
        ("off", (), 7),
        ("sequential", ("swap", "swap"), 7),
        ("sequential", ("keep", "swap"), 14),
        ("simultaneous", ("keep", "keep"), 28),
    ],
)
def test_option_hand_option_doubles_scores(hand_option: str, choices: tuple[str, ...], points: int) -> None:
    rules = Rules.preset("double_dummy_seed", hand_option=hand_option)
    own = 2 if choices[:1] == ("swap",) else 0
    state = HandState(sure_deal(13, rules, (own, 1, 2 - own, 3)), rules, dealer=1)
    pushed(state, *choices, "4+", "pass", "S+")
    assert played_out(state).result().points == (points, 0)


def test_option_double_dummy_mode_says_what_becomes_of_the_hand_given_up() -> None:
    deal = "N:A2... K3... ..AK. .AK.."
    # Swapped, it lies open as one's dummy and plays.
    state = pushed(started(deal, "double_dummy_seed", dealer=1), "swap", "keep")
    to_play(state, "NT+")
    assert state.hands[2] == Hand("A2...") and knows(state.view(1), 2)
    assert state.hand_to_play == 0 and pushed(state, "DA", "HA", "S3").hand_to_play == 2
    # Thrown away, it is out of play: nobody else ever sees it.
    state = pushed(started(deal, "humbug", dealer=1), "swap", "keep")
    to_play(state, "NT+")
    assert not knows(state.view(1), 2)
    assert played_out(state).is_over and state.hands[2] == Hand("A2...") and not knows(state.view(1), 2)
