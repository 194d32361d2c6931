"""A `HandState` under random rules: acts of any kind, undo and copies, against a list of acts played anew."""

import random

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule
from tests.support.machines import SEEDS, CopiedMachine, runs
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

from whistsolve import game
from whistsolve.errors import ActError, WhistError
from whistsolve.values import Hand, Strain, Suit

#: Acts that may be pushed though `HandState.legal_acts` does not have them.
RARER = (game.CallRenege, game.Claim, game.Misdeal, game.Redeal, game.Resign)
WRONG_TEXTS = ("", "?", "S99", "99NT", "pass pass", "claim 99", "renege 1", "correct", "\0", "é")


def any_act(draw, state):
    """An act of any kind, mostly not a legal one."""
    own = [] if state.hand_to_play is None else list(state.hands[state.hand_to_play])
    dealt = [card for hand in (*state.deal.hands, state.deal.kitty or Hand()) for card in hand]
    cards = own if own and draw.random() < 0.7 else dealt
    card, player = draw.choice(cards), draw.randrange(state.rules.players)
    # A bid names a ranking, a trump suit, both or neither.
    trump, ranking = draw.choice((None, *"SD", "NT")), draw.choice((None, "uptown", "downtown"))
    strain = Strain.of(draw.choice(("S+", "H-", "D~", "NT+", "NT-")))
    yes, somebody = draw.random() < 0.5, draw.choice((None, player))
    discard = game.Discard(Hand(draw.sample(cards, min(len(cards), draw.randint(0, 6)))))
    calls = (game.HandChoice(yes), game.Pass(), game.Bid(draw.randint(0, 9), trump, ranking))
    cards = (discard, game.Play(card), game.Play(card, draw.choice((None, *Suit))), game.Exchange(card))
    renege = game.CallRenege(player, draw.randint(0, 13), draw.randrange(state.rules.players), None)
    claims = (game.Claim(draw.randrange(14), somebody), game.Redeal(somebody), game.Misdeal(), game.Resign())
    rest = (renege, game.Correct(card), game.Declare(strain), game.Answer(yes), game.Settle())
    return draw.choice([*calls, *cards, *claims, *rest])


def is_ordinary(state, act):
    """Whether an act is among those that `legal_acts` has; of discards it has thousands."""
    if not isinstance(act, game.Discard) or state.stage != "discard" or state.hand_to_play is None:
        return state.stage != "discard" and act in set(state.legal_acts())
    held, given = state.hands[state.hand_to_play].mask, act.cards.mask
    held_and_forced = not given & ~held and not state.forced_discards.mask & ~given
    return len(act.cards) == state.discard_number and held_and_forced


class HandMachine(CopiedMachine):
    """The model: the acts, and the snapshot after each; of every copy as well."""

    @initialize(seed=st.integers(0, 9999))
    def deal(self, seed):
        draw, rules = random.Random(seed), random_rules(seed)
        dealer, first = draw.randrange(rules.players), draw.random() < 0.5
        state = game.HandState.random(seed, rules, dealer=dealer, first_hand=first)
        self.begin_with(state, ((), (state.snapshot,)))

    def done(self, act):
        acts, snapshots = self.model
        self.model = ((*acts, act), (*snapshots, self.subject.snapshot))

    def push(self, draw):
        act = random_end(self.subject, draw) or random_act(self.subject, draw)
        as_text = draw.random() < 0.5 and self.subject.read(str(act)) == act
        self.subject.push(str(act) if as_text else act)
        self.done(act)

    @precondition(lambda self: not self.subject.is_over)
    @rule(seed=SEEDS, count=st.integers(1, 30))
    def acts(self, seed, count):
        draw = random.Random(seed)
        for _ in range(count):
            if not self.subject.is_over:
                self.push(draw)

    @rule(seed=SEEDS)
    def any_acts(self, seed):
        """What is legal can be done, what is not is refused and changes nothing."""
        draw, state = random.Random(seed), self.subject
        for _ in range(8):
            act = any_act(draw, state)
            ordinary = is_ordinary(state, act)
            renege = isinstance(act, game.Play) and state.rules.renege_mode == "detect_and_call"
            try:
                state.push(act)
            except WhistError as error:
                assert not ordinary, f"{act} is legal and was refused: {error}"
                self.is_as_the_model()
            else:
                assert ordinary or renege or isinstance(act, RARER), f"{act} is not legal and was done"
                self.done(act)

    @rule(text=st.sampled_from(WRONG_TEXTS))
    def wrong_text(self, text):
        with pytest.raises(WhistError):
            self.subject.push(text)

    @rule(count=st.integers(1, 20))
    def pop(self, count):
        for _ in range(min(count, len(self.model[0]))):
            acts, snapshots = self.model
            assert self.subject.pop() == acts[-1]
            self.model = (acts[:-1], snapshots[:-1])
            assert self.subject.snapshot == snapshots[-2]
        if not self.model[0]:
            with pytest.raises(ActError, match="nothing to take back"):
                self.subject.pop()

    @rule()
    def play_anew(self):
        """The acts lead to the same hand from a new one, also to the same views."""
        state, acts = self.subject, self.model[0]
        again = replayed(state, acts)
        for name in ("snapshot", "setup", "to_act", "legal_cards", "may_call_renege", "may_claim_redeal"):
            assert getattr(again, name) == getattr(state, name), name
        assert again == state and (not acts or replayed(state, acts[:-1]) != state)
        for player in range(state.rules.players):
            assert again.view(player) == state.view(player)

    @rule(seed=SEEDS)
    def unseen_cards_change_no_view(self, seed):
        draw = random.Random(seed)
        check_hidden(self.subject, draw.randrange(self.subject.rules.players), draw, Counts())

    @invariant()
    def is_as_the_model(self):
        for state, (acts, snapshots) in ((self.subject, self.model), *self.copies):
            assert state.acts == acts and state.snapshot == snapshots[-1]
        check_cards(self.subject)

    @invariant()
    def has_a_result_at_the_end_alone(self):
        state = self.subject
        if state.is_over:
            check_result(state, state.result())
            assert state.result() == state.copy().result() and state.to_act is None
            with pytest.raises(ActError, match="the hand is over"):
                state.push(game.Pass())
        else:
            with pytest.raises(ActError, match="expected it to be over"):
                state.result()
            assert next(state.legal_acts(), None) is not None, "nothing can be done"

    def teardown(self):
        if hasattr(self, "subject"):
            draw = random.Random(len(self.model[0]))
            while not self.subject.is_over:
                self.push(draw)
            self.has_a_result_at_the_end_alone()
            self.play_anew()
            self.is_as_the_model()


class TestHand(HandMachine.TestCase):
    settings = runs(10, 20)
