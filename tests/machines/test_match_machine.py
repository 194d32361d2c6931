"""A `Match` of hands added, refused, taken back and copied, against plain sums; a `Session` of them."""

import copy
import pickle
import random
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.support.machines import runs
from tests.support.random_matches import check_match, random_act, random_end
from tests.support.random_rules import random_rules

from whistsolve.errors import ActError, WhistError
from whistsolve.game import HandResult, HandState, Match, Session, Standing
from whistsolve.rules import Rules

COPIES: Final[dict[str, Callable[[Match], Match]]] = {
    "copy": Match.copy,
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": lambda match: pickle.loads(pickle.dumps(match)),
}
#: Rules under which scores are sums of points and nothing else, and the first side to have so many wins.
PLAIN: Final = (
    Rules.preset("whist", lowest_rank=10, hand_size=5, target=1, honours=False),
    Rules.preset("cutthroat_3", hand_size=5, kitty_size=39, bid_base=0, target=7),
    Rules.preset("whist", lowest_rank=7, hand_size=8, target=2, honours=False),
    Rules.preset("bid_whist_seed", hand_size=5, kitty_size=34, bid_base=0, target=7, negative_target=None),
)
SIDES: Final = ("Ann", "Bob", "Cy", "Di")
SEEDS = st.integers(0, 2**32 - 1)


def played(match: Match, seed: int) -> HandState:
    """The next hand, played to its end at random."""
    draw = random.Random(seed)
    state = match.new_hand(seed)
    while not state.is_over:
        state.push(random_end(state, draw) or random_act(state, draw))
    return state


class MatchMachine(RuleBasedStateMachine):
    """The model: results, and the standing after each; of every copy as well."""

    match: Match

    def rules_of(self, seed: int) -> Rules:
        return random_rules(seed)

    @initialize(seed=st.integers(0, 9999))
    def begin(self, seed: int) -> None:
        rules = self.rules_of(seed)
        self.match = Match(rules, seed=seed, partner=seed % rules.players)
        self.results: tuple[HandResult, ...] = ()
        self.standings = (self.match.standing,)
        self.copies: list[tuple[Match, tuple[HandResult, ...], tuple[Standing, ...]]] = []

    # ---------------------------------------------------------------------------------------------- hands

    @precondition(lambda self: not self.match.is_over)
    @rule(seed=SEEDS, count=st.integers(1, 4))
    def add(self, seed: int, count: int) -> None:
        for number in range(count):
            if not self.match.is_over:
                self.add_one(seed + number)

    def add_one(self, seed: int) -> None:
        result = played(self.match, seed).result()
        minutes = self.match.standing.minutes + seed % 30
        self.match.add(result, minutes=minutes)
        self.results += (result,)
        self.standings += (self.match.standing,)
        before, after = self.standings[-2:]
        assert after.minutes == minutes
        if result.void:
            kept = {"dealer": before.dealer, "minutes": before.minutes, "history": before.history}
            assert replace(after, **kept) == before

    @rule(count=st.integers(1, 4))
    def pop(self, count: int) -> None:
        for _ in range(min(count, len(self.results))):
            assert self.match.pop() == self.results[-1]
            self.results, self.standings = self.results[:-1], self.standings[:-1]
            assert self.match.standing == self.standings[-1]
        if not self.results:
            with pytest.raises(ActError, match="nothing to take back"):
                self.match.pop()

    @precondition(lambda self: not self.match.is_over)
    @rule(seed=SEEDS)
    def add_wrongly(self, seed: int) -> None:
        """A hand of other rules, another dealer's or at other scores; a time before that of the last."""
        match, result = self.match, played(self.match, seed).result()
        players = match.rules.players
        other_rules = next(rules for rules in PLAIN if rules != match.rules)
        wrong = [
            replace(result, rules=other_rules),
            replace(result, dealer=(result.dealer + 1) % players),
            replace(result, scores=tuple(score + 1 for score in match.scores)),
            replace(result, target=(match.target or 0) + 1),
            "a result",
        ]
        for each in wrong:
            with pytest.raises(ActError, match="expected"):
                match.add(each)
        for minutes in (float("nan"), -1, "soon"):
            with pytest.raises(ActError, match="minutes"):
                match.add(result, minutes=minutes)
        with pytest.raises(ActError, match="seed and deal"):
            match.new_hand(1, deal=played(match, seed).deal)

    @precondition(lambda self: self.match.is_over)
    @rule()
    def go_on_after_the_end(self) -> None:
        assert self.match.winners and self.match.standing.reason
        with pytest.raises(ActError, match="the match is over"):
            self.match.new_hand(1)
        with pytest.raises(ActError, match="the match is over"):
            self.match.add(self.results[-1])
        with pytest.raises(WhistError, match="over"):
            Match.from_standing(self.match.standing, self.match.rules)
        check_match(copy.copy(self.match))

    # ------------------------------------------------------------------------------------------------- copies

    @rule(how=st.sampled_from(sorted(COPIES)), go_on=st.booleans())
    def copy(self, how: str, go_on: bool) -> None:
        """The copy goes on, or the match that was copied; the other waits, and nothing changes it."""
        other = COPIES[how](self.match)
        if go_on:
            self.match, other = other, self.match
        self.copies.append((other, self.results, self.standings))

    @precondition(lambda self: self.copies)
    @rule(number=st.integers(0, 99))
    def go_on_with_a_copy(self, number: int) -> None:
        at = number % len(self.copies)
        waiting = self.copies[at]
        self.copies[at] = (self.match, self.results, self.standings)
        self.match, self.results, self.standings = waiting

    @rule(at=st.integers(0, 9))
    def add_anew(self, at: int) -> None:
        """From any standing the same results lead to the same standings."""
        begin = at % len(self.standings)
        if self.standings[begin].winners:
            return
        again = Match.from_standing(self.standings[begin], self.match.rules, partner=self.match.partner)
        for result, standing in zip(self.results[begin:], self.standings[begin + 1 :], strict=True):
            again.add(result, minutes=standing.minutes)
            assert again.standing == standing

    @invariant()
    def is_as_the_model(self) -> None:
        for match, results, standings in ((self.match, self.results, self.standings), *self.copies):
            assert match.results == results and match.standing == standings[-1]
            assert match.is_over == bool(match.winners)

    def teardown(self) -> None:
        if hasattr(self, "copies"):
            self.add_anew(0)


class PlainMatchMachine(MatchMachine):
    """Matches whose scores are sums, and a session in which the losers give up their seats."""

    def rules_of(self, seed: int) -> Rules:
        rules = PLAIN[seed % len(PLAIN)]
        losers_leave = rules.players == 4 and seed % 2 == 1
        return rules.with_options(rise_and_fly="on_game_loss") if losers_leave else rules

    @initialize()
    def sit_down(self) -> None:
        self.session = Session.of(SIDES)
        self.table, self.waiting = list(SIDES[:2]), deque(SIDES[2:])
        self.games: Counter[str] = Counter()

    @invariant()
    def scores_are_sums(self) -> None:
        if not hasattr(self, "results"):
            return
        rules = self.match.rules
        sums = [sum(result.points[player] for result in self.results) for player in range(rules.players)]
        assert list(self.match.scores) == sums
        best = frozenset(player for player in range(rules.players) if sums[player] == max(sums))
        alone = best == frozenset(self.match.side_of(min(best)))  # where not, a tie is played on
        assert self.match.winners == (best if alone and max(sums) >= rules.target else frozenset())
        assert self.match.standing.hands == sum(not result.void for result in self.results)

    @precondition(lambda self: self.match.is_over)
    @rule(seed=SEEDS)
    def next_match(self, seed: int) -> None:
        self.count()
        self.begin(seed)

    @rule()
    def count(self) -> None:
        """The match counts where it is over and one of two sides."""
        match = self.match
        if not match.is_over or match.rules.players != 4:
            with pytest.raises(ActError, match="cannot be counted"):
                self.session.after(match)
            return
        before = self.session
        self.session = before.after(match)
        side = min(match.winners) % 2
        self.games[self.table[side]] += 1
        if match.rules.rise_and_fly != "off":
            self.waiting.append(self.table[1 - side])
            self.table[1 - side] = self.waiting.popleft()
        assert self.session != before and before.after(match) == self.session

    @invariant()
    def session_is_as_the_model(self) -> None:
        if hasattr(self, "session"):
            assert (list(self.session.table), deque(self.session.waiting)) == (self.table, self.waiting)
            assert dict(self.session.games) == {name: self.games[name] for name in SIDES}
            assert self.session.matches == self.games.total()


class TestMatch(MatchMachine.TestCase):
    settings = runs(10, 15)


class TestPlainMatch(PlainMatchMachine.TestCase):
    settings = runs(10, 25)
