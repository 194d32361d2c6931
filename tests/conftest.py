"""Hypothesis profiles, and how random cards, hands, deals, strains and contracts are made.

Tests get them with ``st.from_type(Deal)`` and so on. ``HYPOTHESIS_PROFILE=thorough`` draws more of them,
and others each time.
"""

import os

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from whistsolve.values.cards import DECK_SIZE, Card
from whistsolve.values.contracts import MAX_LEVEL, Contract
from whistsolve.values.deals import MAX_HAND_SIZE, Deal
from whistsolve.values.hands import Hand
from whistsolve.values.strains import RANKINGS, TRUMPS, Strain

_SLOW = [HealthCheck.too_slow]
settings.register_profile("ci", derandomize=True, deadline=None, suppress_health_check=_SLOW)
settings.register_profile("thorough", deadline=None, max_examples=5000, suppress_health_check=_SLOW)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@st.composite
def _deals(draw):
    seats = draw(st.integers(2, 6))
    size = draw(st.integers(1, min(MAX_HAND_SIZE, DECK_SIZE // seats)))
    kitty = draw(st.integers(0, DECK_SIZE - seats * size))
    cards = [Card.from_index(i) for i in draw(st.permutations(range(DECK_SIZE)))]
    hands = [Hand(cards[i * size : (i + 1) * size]) for i in range(seats)]
    return Deal(hands, Hand(cards[seats * size : seats * size + kitty]))


st.register_type_strategy(Card, st.builds(Card.from_index, st.integers(0, DECK_SIZE - 1)))
st.register_type_strategy(Hand, st.builds(Hand.from_mask, st.integers(0, 2**DECK_SIZE - 1)))
st.register_type_strategy(Deal, _deals())
st.register_type_strategy(Strain, st.builds(Strain, st.sampled_from(TRUMPS), st.sampled_from(RANKINGS)))
st.register_type_strategy(
    Contract, st.builds(Contract, st.integers(0, MAX_LEVEL), st.from_type(Strain), st.integers(0, 5))
)


def pytest_terminal_summary(terminalreporter):
    """Prints what tests state and hold to nothing, such as times: their properties called ``stated``."""
    stated = [
        text
        for report in terminalreporter.getreports("passed")
        for name, text in report.user_properties
        if name == "stated" and report.when == "call"
    ]
    if stated:
        terminalreporter.section("stated")
        terminalreporter.write_line("\n".join(stated))
