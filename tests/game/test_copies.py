"""Copies of hands and matches: independent, also those of `copy.copy`, which others make."""

import copy
import pickle
from collections.abc import Callable

import pytest

from whistsolve.game import HandState, Match
from whistsolve.rules import Rules

WAYS = pytest.mark.parametrize(
    "copied",
    [
        lambda each: each.copy(),
        copy.copy,
        copy.deepcopy,
        lambda each: pickle.loads(pickle.dumps(each)),
    ],
    ids=["copy", "copy.copy", "copy.deepcopy", "pickle"],
)
RULES = Rules.preset("whist", lowest_rank=10, hand_size=5)


@WAYS
def test_a_copy_of_a_hand_is_independent(copied: Callable[[HandState], HandState]) -> None:
    state = HandState.random(1, RULES)
    state.push(state.legal_cards[0])
    other = copied(state)
    assert other == state and other.snapshot == state.snapshot
    other.push(other.legal_cards[0])
    assert (len(state.acts), len(state.trick), len(other.acts), len(other.trick)) == (1, 1, 2, 2)
    state.pop()
    assert not state.acts and len(other.trick) == 2


@WAYS
def test_a_copy_of_a_match_is_independent(copied: Callable[[Match], Match]) -> None:
    match = Match(RULES, dealer=0)
    for seed in range(2):
        state = match.new_hand(seed)
        while not state.is_over:
            state.push(state.legal_cards[0])
        other = copied(match)
        assert other.standing == match.standing and other.results == match.results
        match.add(state.result())
        assert (len(other.results), len(match.results)) == (seed, seed + 1)
        assert other.standing != match.standing
        other.add(state.result())
        assert other.standing == match.standing
    other.pop()
    assert len(match.results) == 2 and other.dealer != match.dealer
