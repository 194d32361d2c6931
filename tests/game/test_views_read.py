"""`HandView.from_dict`: a view that is read can be acted on, and one that contradicts itself is refused."""

import json
import random
from contextlib import suppress
from itertools import islice

import pytest
from tests.support.random_matches import random_act, random_end
from tests.support.thorough import by_default, every_second
from tests.support.variants import VARIANTS

import whistsolve as ws
from whistsolve.errors import WhistError
from whistsolve.game import HandView, Match
from whistsolve.inference import Knowledge, Layouts
from whistsolve.players import HeuristicPlayer, RandomPlayer
from whistsolve.players.named import PLAYERS

GAMES = [*((preset, {}) for preset in ws.Rules.preset_names()), *VARIANTS]
#: Values that belong to some field.
_TEXTS = ("SA", "BJ", "AK.T9.32.B", "Pass", "4+", "NT+", "discard", "play", "claim", "over", "redeal")
#: What a reader of a view may ask of it.
_DERIVED = [name for name, value in vars(HandView).items() if isinstance(value, property)]


def views(rules, seed):
    """Views of all players at random moments of two hands of a match."""
    draw, match = random.Random(seed), Match(rules, seed=seed, clock=lambda: 0.0)
    while not match.is_over and len(match.results) < 2:
        state = match.new_hand(seed=draw.randrange(2**32))
        while not state.is_over:
            if draw.random() < 0.05:
                yield from map(state.view, range(rules.players))
            state.push(random_end(state, draw) or random_act(state, draw))
        yield from map(state.view, range(rules.players))
        match.add(state.result())


def broken(value, draw, other):
    """A value that is changed somewhere, perhaps to what another view has there."""
    if isinstance(value, dict) and value and draw.random() < 0.9:
        key = draw.choice(list(value))
        return {**value, key: broken(value[key], draw, other.get(key) if isinstance(other, dict) else None)}
    if isinstance(value, list) and value and draw.random() < 0.7:
        i = draw.randrange(len(value))
        one = broken(value[i], draw, other[i] if isinstance(other, list) and i < len(other) else None)
        return value[:i] + draw.choice([[], [value[i]] * 2, [one]]) + value[i + 1 :]
    number = value if isinstance(value, int) else 0
    return draw.choice([other, None, number + 1, number - 1, draw.randrange(6), [], draw.choice(_TEXTS)])


def act_on(view):
    """Ask a view everything, and for acts; only `WhistError` may be raised, and not for a random act."""
    assert bool(list(islice(view.legal_acts(), 50))) or not view.is_turn
    for name in _DERIVED:
        getattr(view, name)
    if view.is_turn:
        RandomPlayer(1).act(view)
    sampling = PLAYERS["sampling_quick"]()
    for ask in (HeuristicPlayer().act, sampling.act, layout):
        with suppress(WhistError):
            ask(view)


def layout(view):
    return Layouts(Knowledge.of_view(view)).draw(1, 1)


@pytest.mark.parametrize(("preset", "changes"), every_second(GAMES), ids=str)
@pytest.mark.parametrize("most", by_default(1, [3, 200]))
def test_a_view_is_read_back_and_one_with_a_broken_field_is_refused_or_acted_on(preset, changes, most):
    draw = random.Random(f"{preset} {changes}")
    found = list(views(ws.Rules.preset(preset, **changes), most))
    for view in draw.sample(found, min(most, len(found))):
        values = json.loads(json.dumps(view.as_dict()))
        assert HandView.from_dict(values) == view
        for _ in range(4):
            field = draw.choice(list(values))
            other = draw.choice(found).as_dict()[field]
            wrong = values | {field: broken(values[field], draw, other)}
            try:
                read = HandView.from_dict(json.loads(json.dumps(wrong)))
            except WhistError:
                continue
            act_on(read)


def test_a_contradiction_names_its_field():
    rules = ws.Rules("bid_whist_no_kitty")
    state = ws.HandState("N:A4... K3... Q.2.. J5...", rules, dealer="W")
    for act in ("2+", "pass", "pass", "pass", "S+", "SA", "SK", "SQ", "SJ"):
        state.push(act)
    good = json.loads(json.dumps(state.view(0).as_dict()))
    [trick] = good["tricks"]
    played = [{**each, "hand": 3 - each["hand"]} for each in trick["plays"]]
    for field, value, message in (
        ("hands", ["A...", None, None, None], r"view.tricks .* nowhere else, not A"),
        ("hands", ["4.3..", None, None, None], "view.hands .* 1 cards in a hand"),
        ("sizes", [1, 1, 2, 1], "view.sizes .* wrong"),
        ("calls", good["calls"][1:], "view.calls: .*not legal|view.calls .* in turn"),
        ("declarer", 1, "view.declarer 1 is wrong: expected 0"),
        ("strain", "S-", r"view.strain 'S-' is wrong: expected S\+"),
        ("tricks", [{**trick, "winner": 1}], r"view.tricks\[0\].winner 1 is wrong: expected 0"),
        ("tricks", [{**trick, "plays": played}], r"view.tricks\[0\] .* cards of the hands \[0, 1, 2, 3\]"),
        ("trick", [{"hand": 0, "card": "S4", "named": None}], "view.trick .* nowhere else"),
        ("to_act", 1, "view.to_act 1 is wrong: expected 0"),
        ("hand_to_play", 2, "view.hand_to_play 2 is wrong: expected 0"),
        ("legal_cards", ["S4", "S2"], "view.legal_cards .* expected 4..."),
        ("stage", "discard", "view.stage 'discard' is wrong: expected play"),
        ("player", 4, "view.player 4 is wrong"),
    ):
        with pytest.raises(WhistError, match=message):
            HandView.from_dict({**good, field: value})
    other = state.view(1).as_dict()  # who holds the three of spades, and so had to follow suit
    plays = [{**each, "card": "D7"} if each["hand"] == 1 else each for each in trick["plays"]]
    with pytest.raises(WhistError, match=r"view.tricks\[0\] 'D7' is wrong: expected a card of 3..."):
        HandView.from_dict({**other, "tricks": [{**trick, "plays": plays}]})
