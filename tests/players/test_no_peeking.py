"""Players and advice decide by the view: other cards where a player sees none change nothing.

`tests.support.no_peeking` looks at thousands of views.
"""

import itertools

import pytest
from tests.support.no_peeking import Counts, differences, makers, moments
from tests.support.other_layouts import with_other_layout
from tests.support.thorough import by_default

from whistsolve.rules import Rules

#: Presets of every kind whose chances to win are not simulated, and the least number of views that differ.
LOOKED_AT = {
    "bid_whist": 5,
    "bid_whist_no_kitty": 5,
    "whist": 5,
    "dummy": 5,
    "dummy_classic": 5,
    "double_dummy": 2,
    "humbug": 2,
}


@pytest.mark.parametrize(
    "preset", by_default(lambda preset: preset in ("bid_whist", "double_dummy"), LOOKED_AT)
)
def test_nobody_peeks(preset: str) -> None:
    counts, rules = Counts(), Rules.preset(preset)
    for number, state in enumerate(itertools.islice(moments(rules, 7), 5)):
        asked = makers(every=number == 4 and preset != "bid_whist")
        assert not differences(state, asked, number, counts)
    assert counts["changed"] >= LOOKED_AT[preset] - 1
    assert counts["random"] == counts["heuristic"] == 10
    assert bool(counts["open hand"]) == rules.has_dummies


def test_whatever_cannot_be_seen_lies_elsewhere() -> None:
    """Hands, the kitty before it is taken and after, discards; what the player has seen stays."""
    moved = {"hands": 0, "kitty": 0, "discards": 0}
    for number, state in enumerate(itertools.islice(moments(Rules.preset("bid_whist"), 1), 15)):
        player = state.to_act
        assert player is not None
        other = with_other_layout(state, player, number)
        assert other.view(player) == state.view(player) and other.stage == state.stage
        assert other.hands[player] == state.hands[player]
        moved["hands"] += other.hands != state.hands
        moved["kitty"] += other.deal.kitty != state.deal.kitty
        moved["discards"] += other.discards != state.discards
        if player == state.declarer:
            assert other.discards == state.discards
    assert all(moved.values())
