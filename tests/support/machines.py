"""How long the machines of ``tests/machines`` run, and how they copy what they are about."""

import copy
import pickle

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

SEEDS = st.integers(0, 2**32 - 1)
_COPIES = {
    "copy": lambda each: each.copy(),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": lambda each: pickle.loads(pickle.dumps(each)),
}


def runs(count, steps):
    """Settings for a number of runs and steps; more in proportion where a profile has over 100 examples."""
    return settings(max_examples=max(1, count * settings().max_examples // 100), stateful_step_count=steps)


class CopiedMachine(RuleBasedStateMachine):
    """One thing and its model, which may be swapped with those of a copy."""

    def begin_with(self, subject, model):
        self.subject, self.model = subject, model
        self.copies = []

    @rule(how=st.sampled_from(sorted(_COPIES)), go_on=st.booleans())
    def copy(self, how: str, go_on: bool) -> None:
        """The copy goes on, or what was copied; the other waits, and nothing changes it."""
        other = _COPIES[how](self.subject)
        if go_on:
            self.subject, other = other, self.subject
        self.copies.append((other, self.model))

    @precondition(lambda self: self.copies)
    @rule(number=st.integers(0, 99))
    def go_on_with_a_copy(self, number: int) -> None:
        at = number % len(self.copies)
        waiting, self.copies[at] = self.copies[at], (self.subject, self.model)
        self.subject, self.model = waiting
