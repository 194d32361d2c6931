"""A `HandState` under random rules: acts of any kind, undo and copies, against a list of acts played anew."""

import copy
import pickle
import random
from collections.abc import Callable
from typing import Final, NamedTuple

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.support.machines import runs
from tests.support.other_layouts import replayed
from tests.support.random_matches import (
    Counts,
    check_cards,
    check_hidden,
    check_result,
    random_act,
    random_end,
)
from tests.support.random_rules import random_rules

from whistsolve.errors import ActError, WhistError
from whistsolve.game import (
    Act,
    Answer,
    Bid,
    CallRenege,
    Claim,
    Correct,
    Declare,
    Discard,
    Exchange,
    HandChoice,
    HandState,
    Misdeal,
    Pass,
    Play,
    Redeal,
    Resign,
    Settle,
)
from whistsolve.game.hand.snapshot import HandSnapshot
from whistsolve.values import Hand, Strain, Suit

#: Acts that may be pushed though `HandState.legal_acts` does not have them.
RARER: Final = (CallRenege, Claim, Misdeal, Redeal, Resign)
COPIES: Final[dict[str, Callable[[HandState], HandState]]] = {
    "copy": HandState.copy,
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),
}
WRONG_TEXTS: Final = ("", "?", "S99", "99NT", "pass pass", "claim 99", "renege 1", "correct", "\0", "é")
SEEDS = st.integers(0, 2**32 - 1)


class Model(NamedTuple):
    """What was done, and what the hand was after each act."""

    acts: tuple[Act, ...]
    snapshots: tuple[HandSnapshot, ...]


def any_bid(draw: random.Random) -> Bid:
    """A bid, which names a ranking, a trump suit, both or neither."""
    trump, ranking = draw.choice((None, "S", "D", "NT")), draw.choice((None, "uptown", "downtown"))
    return Bid(draw.randint(0, 9), trump, ranking)


def any_act(draw: random.Random, state: HandState) -> Act:
    """An act of any kind, mostly not a legal one."""
    players = state.rules.players
    own = [] if state.hand_to_play is None else list(state.hands[state.hand_to_play])
    cards = (
        own
        if own and draw.random() < 0.7
        else [card for hand in (*state.deal.hands, state.deal.kitty or Hand()) for card in hand]
    )
    card = draw.choice(cards)
    strain = Strain.of(draw.choice(("S+", "H-", "D~", "NT+", "NT-")))
    suit = draw.choice((None, *Suit))
    acts: list[Act] = [
        *(HandChoice(draw.random() < 0.5), Pass(), any_bid(draw)),
        *(Declare(strain), Discard(Hand(draw.sample(cards, min(len(cards), draw.randint(0, 6)))))),
        *(Exchange(card), Play(card), Play(card, suit), Answer(draw.random() < 0.5), Settle(), Resign()),
        CallRenege(draw.randrange(players), draw.randint(0, 13), draw.randrange(players), None),
        *(Correct(card), Claim(draw.randrange(14), draw.choice((None, draw.randrange(players))))),
        *(Misdeal(), Redeal(draw.choice((None, draw.randrange(players))))),
    ]
    return draw.choice(acts)


def is_ordinary(state: HandState, act: Act) -> bool:
    """Whether an act is among those that `legal_acts` has; of discards it has thousands."""
    if isinstance(act, Discard) and state.stage == "discard" and state.hand_to_play is not None:
        held = state.hands[state.hand_to_play].mask
        right_number = len(act.cards) == state.discard_number
        return (
            right_number and not act.cards.mask & ~held and not state.forced_discards.mask & ~act.cards.mask
        )
    return state.stage != "discard" and act in set(state.legal_acts())


class HandMachine(RuleBasedStateMachine):
    """The model: the acts, and the snapshot after each; of every copy as well."""

    state: HandState
    model: Model

    @initialize(seed=st.integers(0, 9999))
    def deal(self, seed: int) -> None:
        draw, rules = random.Random(seed), random_rules(seed)
        self.state = HandState.random(
            seed,
            rules,
            dealer=draw.randrange(rules.players),
            first_hand=draw.random() < 0.5,
        )
        self.model = Model((), (self.state.snapshot,))
        self.copies: list[tuple[HandState, Model]] = []

    def done(self, act: Act) -> None:
        self.model = Model((*self.model.acts, act), (*self.model.snapshots, self.state.snapshot))

    def push(self, draw: random.Random) -> None:
        act = random_end(self.state, draw) or random_act(self.state, draw)
        given: Act | str = act
        if draw.random() < 0.5 and self.state.read(str(act)) == act:
            given = str(act)
        self.state.push(given)
        self.done(act)

    # --------------------------------------------------------------------------------------------------- acts

    @precondition(lambda self: not self.state.is_over)
    @rule(seed=SEEDS, count=st.integers(1, 30))
    def acts(self, seed: int, count: int) -> None:
        draw = random.Random(seed)
        for _ in range(count):
            if not self.state.is_over:
                self.push(draw)

    @rule(seed=SEEDS)
    def any_acts(self, seed: int) -> None:
        """What is legal can be done, what is not is refused and changes nothing."""
        draw = random.Random(seed)
        for _ in range(8):
            self.any_act(any_act(draw, self.state))

    def any_act(self, act: Act) -> None:
        state = self.state
        ordinary = is_ordinary(state, act)
        renege = isinstance(act, Play) and state.rules.renege_mode == "detect_and_call"
        try:
            state.push(act)
        except WhistError as error:
            assert not ordinary, f"{act} is legal and was refused: {error}"
            self.is_as_the_model()
        else:
            assert ordinary or renege or isinstance(act, RARER), f"{act} is not legal and was done"
            self.done(act)

    @rule(text=st.sampled_from(WRONG_TEXTS))
    def wrong_text(self, text: str) -> None:
        with pytest.raises(WhistError):
            self.state.push(text)

    @rule(count=st.integers(1, 20))
    def pop(self, count: int) -> None:
        for _ in range(min(count, len(self.model.acts))):
            assert self.state.pop() == self.model.acts[-1]
            self.model = Model(self.model.acts[:-1], self.model.snapshots[:-1])
            assert self.state.snapshot == self.model.snapshots[-1]
        if not self.model.acts:
            with pytest.raises(ActError, match="nothing to take back"):
                self.state.pop()

    # ------------------------------------------------------------------------------------------------- copies

    @rule(how=st.sampled_from(sorted(COPIES)), go_on=st.booleans())
    def copy(self, how: str, go_on: bool) -> None:
        """The copy goes on, or the hand that was copied; the other waits, and nothing changes it."""
        other = COPIES[how](self.state)
        assert other == self.state and other.snapshot == self.state.snapshot
        assert other.setup == self.state.setup
        if go_on:
            self.state, other = other, self.state
        self.copies.append((other, self.model))

    @precondition(lambda self: self.copies)
    @rule(number=st.integers(0, 99))
    def go_on_with_a_copy(self, number: int) -> None:
        at = number % len(self.copies)
        waiting = self.copies[at]
        self.copies[at] = (self.state, self.model)
        self.state, self.model = waiting

    @rule()
    def play_anew(self) -> None:
        """The acts lead to the same hand from a new one, also to the same views."""
        state, again = self.state, replayed(self.state, self.model.acts)
        assert again == state and again.snapshot == state.snapshot
        assert (again.to_act, again.legal_cards) == (state.to_act, state.legal_cards)
        assert (again.may_call_renege, again.may_claim_redeal) == (
            state.may_call_renege,
            state.may_claim_redeal,
        )
        for player in range(state.rules.players):
            assert again.view(player) == state.view(player)
        if self.model.acts:
            assert replayed(state, self.model.acts[:-1]) != state

    @rule(seed=SEEDS)
    def unseen_cards_change_no_view(self, seed: int) -> None:
        draw = random.Random(seed)
        check_hidden(self.state, draw.randrange(self.state.rules.players), draw, Counts())

    # ------------------------------------------------------------------------------------------------- always

    @invariant()
    def is_as_the_model(self) -> None:
        for state, model in ((self.state, self.model), *self.copies):
            assert state.acts == model.acts and state.snapshot == model.snapshots[-1]
        check_cards(self.state)

    @invariant()
    def has_a_result_at_the_end_alone(self) -> None:
        state = self.state
        if state.is_over:
            check_result(state, state.result())
            assert state.result() == state.copy().result() and state.to_act is None
            with pytest.raises(ActError, match="the hand is over"):
                state.push(Pass())
        else:
            with pytest.raises(ActError, match="expected it to be over"):
                state.result()
            assert next(state.legal_acts(), None) is not None, "nothing can be done"

    def teardown(self) -> None:
        if hasattr(self, "state"):
            draw = random.Random(len(self.model.acts))
            while not self.state.is_over:
                self.push(draw)
            self.has_a_result_at_the_end_alone()
            self.play_anew()
            self.is_as_the_model()


class TestHand(HandMachine.TestCase):
    settings = runs(20, 20)
