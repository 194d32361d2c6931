"""A `Match` of hands added, refused, taken back and copied, against results and standings kept aside."""

import copy
import random
from dataclasses import replace

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule
from tests.support.machines import SEEDS, CopiedMachine, runs
from tests.support.random_matches import check_match, random_act, random_end
from tests.support.random_rules import random_rules

from whistsolve.errors import ActError, WhistError
from whistsolve.game import Match
from whistsolve.rules import Rules

OTHERS = (Rules.preset("whist"), Rules.preset("cutthroat_3"))


def result_of(match, seed):
    """That of the next hand, played to its end at random."""
    draw, state = random.Random(seed), match.new_hand(seed)
    while not state.is_over:
        state.push(random_end(state, draw) or random_act(state, draw))
    return state.result()


class MatchMachine(CopiedMachine):
    """The model: results, and the standing after each; of every copy as well."""

    @initialize(seed=st.integers(0, 9999))
    def begin(self, seed):
        rules = random_rules(seed)
        match = Match(rules, seed=seed, partner=seed % rules.players)
        self.begin_with(match, ((), (match.standing,)))

    @precondition(lambda self: not self.subject.is_over)
    @rule(seed=SEEDS, count=st.integers(1, 4))
    def add(self, seed, count):
        for number in range(seed, seed + count):
            if not self.subject.is_over:
                self.add_one(number)

    def add_one(self, seed):
        result, before = result_of(self.subject, seed), self.subject.standing
        minutes = before.minutes + seed % 30
        self.subject.add(result, minutes=minutes)
        after = self.subject.standing
        assert after.minutes == minutes
        if result.void:
            kept = {"dealer": before.dealer, "minutes": before.minutes, "history": before.history}
            assert replace(after, **kept) == before
        results, standings = self.model
        self.model = ((*results, result), (*standings, after))

    @rule(count=st.integers(1, 4))
    def pop(self, count):
        for _ in range(min(count, len(self.model[0]))):
            results, standings = self.model
            assert self.subject.pop() == results[-1]
            self.model = (results[:-1], standings[:-1])
            assert self.subject.standing == standings[-2]
        if not self.model[0]:
            with pytest.raises(ActError, match="nothing to take back"):
                self.subject.pop()

    @precondition(lambda self: not self.subject.is_over)
    @rule(seed=SEEDS)
    def add_wrongly(self, seed):
        """A hand of other rules, another dealer's or at other scores; a time before that of the last."""
        match, result = self.subject, result_of(self.subject, seed)
        for wrong in (
            replace(result, rules=next(rules for rules in OTHERS if rules != match.rules)),
            replace(result, dealer=(result.dealer + 1) % match.rules.players),
            replace(result, scores=tuple(score + 1 for score in match.scores)),
            replace(result, target=(match.target or 0) + 1),
            "a result",
        ):
            with pytest.raises(ActError, match="expected"):
                match.add(wrong)
        for minutes in (float("nan"), -1, "soon"):
            with pytest.raises(ActError, match="minutes"):
                match.add(result, minutes=minutes)
        with pytest.raises(ActError, match="seed and deal"):
            match.new_hand(1, deal=match.new_hand(seed).deal)

    @precondition(lambda self: self.subject.is_over)
    @rule()
    def go_on_after_the_end(self):
        match = self.subject
        assert match.winners and match.standing.reason
        for go_on in (lambda: match.new_hand(1), lambda: match.add(self.model[0][-1])):
            with pytest.raises(ActError, match="the match is over"):
                go_on()
        with pytest.raises(WhistError, match="over"):
            Match.from_standing(match.standing, match.rules)
        check_match(copy.copy(match))

    @rule(at=st.integers(0, 9))
    def add_anew(self, at):
        """From any standing the same results lead to the same standings."""
        results, standings = self.model
        begin = at % len(standings)
        if standings[begin].winners:
            return
        again = Match.from_standing(standings[begin], self.subject.rules, partner=self.subject.partner)
        for result, standing in zip(results[begin:], standings[begin + 1 :], strict=True):
            again.add(result, minutes=standing.minutes)
            assert again.standing == standing

    @invariant()
    def is_as_the_model(self):
        for match, (results, standings) in ((self.subject, self.model), *self.copies):
            assert match.results == results and match.standing == standings[-1]
            assert match.is_over == bool(match.winners)

    def teardown(self):
        if hasattr(self, "subject"):
            self.add_anew(0)


class TestMatch(MatchMachine.TestCase):
    settings = runs(5, 15)
