"""What a view says ready made, views as JSON, copies, and records that go back to hands act by act."""

import copy
import pickle
import random
from collections.abc import Iterator
from itertools import islice

import pytest
from tests.support.hands_played import played_out

import whistsolve as ws
from whistsolve.game import HandView, Match, PlayedHand, record_hand
from whistsolve.values import Suit

WAYS = {
    "copy": lambda each: each.copy(),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": lambda each: pickle.loads(pickle.dumps(each)),
}
RULES = ws.Rules.preset("whist", lowest_rank=10, hand_size=5)


def states(name: str, seed: int, **options: str) -> Iterator[ws.HandState]:
    """The states of a random hand of a match, before every act."""
    draw, match = random.Random(seed), Match(ws.Rules.preset(name, **options))
    state = match.new_hand(seed=seed)
    while not state.is_over:
        yield state
        state.push(draw.choice(list(islice(state.legal_acts(), 40)) or ["settle"]))


def test_partner_winner_and_voids() -> None:
    state = ws.HandState("N:A4... K3... Q.2.. J5...", ws.Rules.preset("bid_whist_no_kitty"), dealer="W")
    for act in ("2+", "pass", "pass", "pass", "S+", "SA", "SK", "SQ", "SJ", "S4", "S3", "H2"):
        state.push(act)
    view = state.view("N")
    assert (view.partner, state.view("W").winning, view.unseen & state.hands[3]) == (2, 0, state.hands[3])
    assert view.voids == (frozenset(), frozenset(), frozenset({Suit.SPADES}), frozenset())
    assert ws.HandState.random(1, ws.Rules.preset("cutthroat_4")).view(0).partner is None


def test_a_wrong_view_names_its_field() -> None:
    good = ws.HandState.random(1).view(0).as_dict()
    for field, value, message in (
        ("hands", 3, r"view.hands 3 is wrong: expected a list"),
        ("strain", "X+", r"view.strain: strain 'X\+' is wrong"),
        ("stage", "lunch", r"view.stage 'lunch' is wrong: expected 'hand_option'"),
        ("sizes", ["a"], r"view.sizes\[0\] 'a' is wrong: expected int"),
        ("trick", [{"hand": 1}], r"view.trick\[0\] .* expected hand, card, named"),
        ("rules", {"jokers": 9}, "view.rules: "),
    ):
        with pytest.raises(ws.WhistError, match=message):
            HandView.from_dict({**good, field: value})
        with pytest.raises(ws.WhistError, match=f"view .*{field}"):
            HandView.from_dict({name: each for name, each in good.items() if name != field})


def test_a_record_that_ended_early_or_has_no_calls_goes_back_too() -> None:
    for end in (("claim 3 by 1", "accept", "accept"), ("resign",)):
        hand = states("bid_whist", 3, resigning="after_kitty")
        state = next(each for each in hand if each.stage == "play" and len(each.tricks) == 2)
        for act in end:
            state.push(act)
        again = record_hand(state).state()
        assert again.is_over and again.result().points == state.result().points
    # A contract without calls is bid by its declarer.
    deal, rules = "N:A4... K3... Q2... J5...", ws.Rules.preset("bid_whist_no_kitty")
    state = PlayedHand(deal, contract="1S+ by S", leader="S", plays="S2 SJ", rules=rules).state()
    assert state.contract == ws.Contract(1, "S+", 2) and list(map(str, state.trick)) == ["S2", "SJ"]


def test_copies_of_hands_and_matches_are_independent() -> None:
    for way, copied in WAYS.items():
        state = ws.HandState.random(1, RULES)
        state.push(state.legal_cards[0])
        other = copied(state)
        assert other == state and other.snapshot == state.snapshot, way
        other.push(other.legal_cards[0])
        assert (len(state.acts), len(state.trick), len(other.acts), len(other.trick)) == (1, 1, 2, 2), way
        state.pop()
        assert not state.acts and len(other.trick) == 2, way
        match = Match(RULES, dealer=0)
        for seed in range(2):
            result = played_out(match.new_hand(seed)).result()
            other = copied(match)
            assert other.standing == match.standing and other.results == match.results, way
            match.add(result)
            assert (len(other.results), len(match.results)) == (seed, seed + 1), way
            assert other.standing != match.standing
            other.add(result)
            assert other.standing == match.standing, way
        other.pop()
        assert len(match.results) == 2 and other.dealer != match.dealer, way
