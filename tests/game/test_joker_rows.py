"""The rows about jokers of the worked examples, by their numbers, in short hands and a whole one."""

import pytest
from tests.support.hands_played import played_out, pushed, started, texts, to_play

from whistsolve.errors import ActError
from whistsolve.game import HandState
from whistsolve.rules import Rules
from whistsolve.values import Deal, Hand

KINDS = ("must_discard_first_void", "free_discard", "removed", "high_no_suit")


def at_the_lead(hands: str, strain: str = "NT+", **options: object) -> HandState:
    """North is declarer and leads; the kitty is a club of no use, or a club and a joker to bury."""
    if options.get("joker_no_trump") == "removed":
        options["hand_size"] = None
    return to_play(started(f"N:{hands}", dealer=3, **options), strain)


@pytest.mark.parametrize(
    ("kind", "legal"),
    [
        ("must_discard_first_void", ["LJ"]),
        ("free_discard", ["C7", "LJ"]),
        ("high_no_suit", ["C7", "LJ"]),
        ("removed", ["C7"]),
    ],
)
def test_j1_a_void_hand_throws_its_joker(kind: str, legal: list[str]) -> None:
    state = at_the_lead("..A2. ...7.L ..KQ. ..JT. | ...2", joker_no_trump=kind)
    pushed(state, "DA")
    assert texts(state.legal_cards) == legal


def test_j1_not_to_throw_it_is_a_renege() -> None:
    with pytest.raises(ActError, match=r"must_discard_first_void.*plays a joker: LJ"):
        pushed(at_the_lead("..A2. ...7.L ..KQ. ..JT. | ...2"), "DA", "C7")
    state = at_the_lead("..A2. ...7.L ..KQ. ..JT. | ...2", renege_mode="detect_and_call")
    played_out(pushed(state, "DA", "C7"))
    pushed(state, "renege 1 by 0")
    assert state.reneges_called[0].right and state.reneges_called[0].accused == 1


@pytest.mark.parametrize("kind", KINDS)
def test_j2_a_joker_does_not_follow_suit(kind: str) -> None:
    state = at_the_lead("..A2. ..7..L ..KQ. ..JT. | ...2", joker_no_trump=kind)
    assert texts(pushed(state, "DA").legal_cards) == ["D7"]


@pytest.mark.parametrize("kind", KINDS[:2])
def test_j3_the_next_card_after_a_joker_fixes_the_suit(kind: str) -> None:
    state = at_the_lead("2....B .9.3. 5.2.. A...A | ...2", joker_no_trump=kind)
    pushed(state, "BJ", "H9")
    assert texts(state.legal_cards) == ["H2"]
    assert texts(pushed(state, "H2").legal_cards) == ["CA", "SA"]
    assert pushed(state, "SA").tricks[0].winner == 1


@pytest.mark.parametrize("third", ["S5", "H2"])
def test_j4_after_two_jokers_the_third_hand_fixes_the_suit(third: str) -> None:
    state = at_the_lead("2....B A....L 5.2.. K.A.. | ...2")
    pushed(state, "BJ", "LJ")
    assert texts(state.legal_cards) == ["H2", "S5"]
    pushed(state, third)
    follows = {"S5": "SK", "H2": "HA"}[third]
    assert texts(state.legal_cards) == [follows]
    assert pushed(state, follows).tricks[0].winner == 3


@pytest.mark.parametrize("kind", KINDS[:2])
def test_j4b_a_hand_whose_suit_is_not_fixed_is_not_void(kind: str) -> None:
    state = at_the_lead("2..3..B A.3...L 5.2.K. K.A.A. | ...2", joker_no_trump=kind)
    assert texts(pushed(state, "BJ").legal_cards) == ["H3", "LJ", "SA"]


def test_j4c_a_joker_is_led_from_jokers_only() -> None:
    forbidden = {"joker_lead_no_trump": "forbidden_unless_only_jokers"}
    state = at_the_lead("K....B .9.3. 5.2.. A...A | ...2", **forbidden)
    assert texts(state.legal_cards) == ["SK"]
    with pytest.raises(ActError, match=r"forbidden_unless_only_jokers.*led last; expected one of SK"):
        state.push("BJ")
    state = at_the_lead("....BL .9.3. 5.2.. A...A | ...2", **forbidden)
    assert texts(state.legal_cards) == ["BJ", "LJ"]
    assert texts(pushed(state, "BJ").legal_cards) == ["D3", "H9"]
    assert texts(pushed(state, "H9").legal_cards) == ["H2"]


@pytest.mark.parametrize("strain", ["H+", "H-", "H~"])
def test_j5_a_joker_follows_trumps(strain: str) -> None:
    state = at_the_lead(".K3.. A....L .5.2. K.A.. | ...2", strain, downtown_ace="declarer_choice")
    assert texts(pushed(state, "HK").legal_cards) == ["LJ"]
    assert pushed(state, "LJ", "H5", "HA").tricks[0].winner == 1


@pytest.mark.parametrize("strain", ["H+", "H-", "H~"])
@pytest.mark.parametrize("big_first", [True, False])
def test_j6_the_big_joker_beats_the_little_one_and_that_the_ace(strain: str, big_first: bool) -> None:
    jokers = ("B", "L") if big_first else ("L", "B")
    hands = ".A3.. {}....{} {}....{} .2.A.".format("Q", jokers[0], "K", jokers[1])
    state = at_the_lead(f"{hands} | ...2", strain, downtown_ace="declarer_choice")
    pushed(state, "HA", f"{jokers[0]}J", f"{jokers[1]}J", "H2")
    assert state.tricks[0].winner == (1 if big_first else 2)
    state = at_the_lead(".A2.. Q....L .3.A. K.4.. | ...2", strain, downtown_ace="declarer_choice")
    assert pushed(state, "HA", "LJ", "H3", "H4").tricks[0].winner == 1


def test_j7_exchanged_jokers_leave_hands_and_pile_as_many_cards() -> None:
    rules = Rules.preset("bid_whist_seed", joker_no_trump="exchanged")
    whole = Deal.random(1)
    rest = [card for cards in (*whole.hands, whole.kitty) for card in cards if not card.is_joker]
    deal = Deal([rest[:12], [*rest[12:23], "BJ"], rest[23:35], [*rest[35:46], "LJ"]], rest[46:])
    state = HandState(deal, rules, dealer=3)
    to_play(state, "NT+", level=3)
    assert [(done.hand, str(done.joker)) for done in state.snapshot.exchanges] == [(1, "BJ"), (3, "LJ")]
    assert [len(hand) for hand in state.hands] == [12] * 4
    assert not any(hand.jokers for hand in state.hands)
    given = Hand([done.card for done in state.snapshot.exchanges])
    assert state.hands[1] == deal.hands[1] - Hand(["BJ"]) | Hand([state.snapshot.exchanges[0].card])
    assert len(state.discards[0]) == 6 and given - state.discards[0] == Hand()
    result = played_out(state).result()
    assert sum(result.tricks) == 12 and sum(result.books) == 13
    assert result.books[0] == result.tricks[0] + result.tricks[2] + 1
