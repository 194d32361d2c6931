"""A `Match` of hands added, refused, taken back and copied, against plain sums; a `Session` of them."""

import copy
import random
from collections import Counter, deque
from dataclasses import replace

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule
from tests.support.machines import SEEDS, CopiedMachine, runs
from tests.support.random_matches import check_match, random_act, random_end
from tests.support.random_rules import random_rules

from whistsolve.errors import ActError, WhistError
from whistsolve.game import Match, Session
from whistsolve.rules import Rules

#: Rules under which scores are sums of points and nothing else, and the first side to have so many wins.
PLAIN = (
    Rules.preset("whist", lowest_rank=10, hand_size=5, target=1, honours=False),
    Rules.preset("cutthroat_3", hand_size=5, kitty_size=39, bid_base=0, target=7),
    Rules.preset("whist", lowest_rank=7, hand_size=8, target=2, honours=False),
    Rules.preset("bid_whist_seed", hand_size=5, kitty_size=34, bid_base=0, target=7, negative_target=None),
)
SIDES = ("Ann", "Bob", "Cy", "Di")


def result_of(match, seed):
    """That of the next hand, played to its end at random."""
    draw, state = random.Random(seed), match.new_hand(seed)
    while not state.is_over:
        state.push(random_end(state, draw) or random_act(state, draw))
    return state.result()


class MatchMachine(CopiedMachine):
    """The model: results, and the standing after each; of every copy as well."""

    def rules_of(self, seed):
        return random_rules(seed)

    @initialize(seed=st.integers(0, 9999))
    def begin(self, seed):
        rules = self.rules_of(seed)
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
            replace(result, rules=next(rules for rules in PLAIN if rules != match.rules)),
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


class PlainMatchMachine(MatchMachine):
    """Matches whose scores are sums, and a session in which the losers give up their seats."""

    def rules_of(self, seed):
        rules = PLAIN[seed % len(PLAIN)]
        losers_leave = rules.players == 4 and seed % 2 == 1
        return rules.with_options(rise_and_fly="on_game_loss") if losers_leave else rules

    @initialize()
    def sit_down(self):
        self.session, self.games = Session.of(SIDES), Counter()
        self.table, self.waiting = list(SIDES[:2]), deque(SIDES[2:])

    @invariant()
    def scores_are_sums(self):
        match, (results, _) = self.subject, self.model
        players = range(match.rules.players)
        sums = [sum(result.points[player] for result in results) for player in players]
        best = frozenset(player for player in players if sums[player] == max(sums))
        alone = best == frozenset(match.side_of(min(best)))  # where not, a tie is played on
        assert list(match.scores) == sums
        assert match.winners == (best if alone and max(sums) >= match.rules.target else frozenset())
        assert match.standing.hands == sum(not result.void for result in results)

    @precondition(lambda self: self.subject.is_over)
    @rule(seed=SEEDS)
    def next_match(self, seed):
        self.count()
        self.begin(seed)

    @rule()
    def count(self):
        """The match counts where it is over and one of two sides."""
        match, before = self.subject, self.session
        if not match.is_over or match.rules.players != 4:
            with pytest.raises(ActError, match="cannot be counted"):
                before.after(match)
            return
        self.session = before.after(match)
        side = min(match.winners) % 2
        self.games[self.table[side]] += 1
        if match.rules.rise_and_fly != "off":
            self.waiting.append(self.table[1 - side])
            self.table[1 - side] = self.waiting.popleft()
        assert self.session != before and before.after(match) == self.session

    @invariant()
    def session_is_as_the_model(self):
        assert (list(self.session.table), deque(self.session.waiting)) == (self.table, self.waiting)
        assert dict(self.session.games) == {name: self.games[name] for name in SIDES}
        assert self.session.matches == self.games.total()


class TestMatch(MatchMachine.TestCase):
    settings = runs(5, 15)


class TestPlainMatch(PlainMatchMachine.TestCase):
    settings = runs(10, 25)
