"""Legal cards and trick winners of HandState are those of the engine, throughout random play."""

import itertools
import random
from collections.abc import Sequence

import pytest
from tests.support.hands_played import to_play

import whistsolve as ws
from whistsolve.game import HandState
from whistsolve.rules import Rules
from whistsolve.solving import legal_cards

CLOCKWISE, COUNTERCLOCKWISE = "clockwise", "counterclockwise"
#: Hands in play, preset, and options with which short deals of that game have jokers and a pile to exchange.
TABLES = {
    "two hands": (2, "humbug", {"jokers": 2}),
    "three alone": (3, "cutthroat_3", {}),
    "partners": (4, "bid_whist_seed", {}),
    "partners to the right": (4, "bid_whist_seed", {"direction_of_play": COUNTERCLOCKWISE}),
    "four alone": (4, "cutthroat_4", {}),
    "a dummy": (4, "dummy_seed", {"jokers": 2}),
    "a dummy to the right": (4, "dummy_seed", {"jokers": 2, "direction_of_play": COUNTERCLOCKWISE}),
    "two dummies": (4, "double_dummy_seed", {"jokers": 2}),
    "two dummies facing": (4, "double_dummy_seed", {"jokers": 2, "seating": "facing"}),
    "five alone": (5, "cutthroat_5", {"direction_of_play": COUNTERCLOCKWISE}),
    "six alone": (6, "cutthroat_6", {}),
}
KINDS = ("must_discard_first_void", "free_discard", "exchanged", "removed", "high_no_suit")
LEADS = ("first_suited_card", "free_play", "forbidden_unless_only_jokers", "leader_names_suit")
RANKINGS = ("+", "-", "~")


def short_deal(hands: int, draw: random.Random) -> ws.Deal:
    """Three or four cards each and a kitty of two, both jokers among them, of few ranks."""
    size = 4 if hands <= 4 else 3
    dealt = max(hands, 4) if hands == 2 else hands
    number = dealt * size + 2
    cards = [ws.Card(index) for index in (*draw.sample(range(52), number - 2), 52, 53)]
    draw.shuffle(cards)
    return ws.Deal([cards[seat * size : (seat + 1) * size] for seat in range(dealt)], cards[dealt * size :])


def at_the_first_lead(table: str, kind: str, lead: str, strain: str, draw: random.Random) -> HandState:
    hands, preset, options = TABLES[table]
    chosen = {"joker_no_trump": kind, "downtown_ace": "declarer_choice"}
    if kind == "removed":
        chosen["hand_size"] = None
    if kind not in ("removed", "exchanged"):  # then no joker stays in play
        chosen |= {"joker_lead_no_trump": lead, "joker_any_time": draw.random() < 0.5}
    rules = Rules.preset(preset, **options, **chosen)
    dealer, declarer = draw.randrange(rules.players), draw.randrange(rules.players)
    return to_play(HandState(short_deal(hands, draw), rules, dealer=dealer), strain, declarer)


def chairs(state: HandState) -> Sequence[int]:
    """The hands as the engine counts them."""
    return state.seating.chairs if len(state.seating.order) == 4 else tuple(range(len(state.seating.order)))


def whole_hands(state: HandState) -> ws.Deal:
    """The hands before the first lead, with the jokers that two hands lay aside at once."""
    if state.snapshot.aside:
        assert len(state.seating.order) == 2
        return ws.Deal(state.deal.hands[:2])
    return ws.Deal([state.hands[hand] for hand in chairs(state)])


def check_play(state: HandState, draw: random.Random) -> None:
    """Play legal cards at random to the end, and compare with the engine before and after every card."""
    deal, seat_of = whole_hands(state), chairs(state).index
    leader, rules, played, won = seat_of(state.hand_to_play), state.rules, [], []
    # Each hand a side of its own, so that the tricks of the leader alone are counted.
    names = ("joker_no_trump", "joker_lead_no_trump", "joker_any_time", "direction_of_play")
    same = {name: getattr(rules, name) for name in names}
    alone = Rules.preset("cutthroat_4", **same, **({"hand_size": None} if rules.hand_size is None else {}))
    while state.stage == "play":
        found = legal_cards(deal, state.strain, leader, played=played, rules=rules)
        assert found == state.legal_cards, (state.deal, state.acts)
        act = draw.choice(list(state.legal_acts()))
        played.append(str(act))
        state.push(act)
        if not state.trick:
            won.append(seat_of(state.tricks[-1].winner))
            solution = ws.solve(
                deal, state.strain, leader, declarer=won[-1], played=played, rules=alone, node_limit=1
            )
            assert solution.won == won.count(won[-1]), (state.deal, state.acts)
    assert legal_cards(deal, state.strain, leader, played=played, rules=rules) == ()


@pytest.mark.parametrize("table", TABLES)
def test_hands_follow_the_engine(table: str) -> None:
    led, ruffed = dict.fromkeys(KINDS, 0), 0
    for kind in KINDS:
        if (table, kind) == ("two hands", "exchanged"):
            continue  # without their dummies they have no discards to exchange jokers for
        draw = random.Random(f"{table} {kind}")
        for lead, trump in itertools.product(LEADS, ("NT", "NT", draw.choice("SHDC"))):
            state = at_the_first_lead(table, kind, lead, trump + draw.choice(RANKINGS), draw)
            check_play(state, draw)
            jokers = [[card.is_joker for card in trick.cards] for trick in state.tricks]
            if trump == "NT":
                led[kind] += sum(trick[0] for trick in jokers)
            else:
                ruffed += sum(any(trick) and not trick[0] for trick in jokers)
    assert led.pop("exchanged") == 0 and sum(led.values()) > 2, "jokers were led where there were any"
    assert ruffed > 0, "jokers took part in tricks that others led"
