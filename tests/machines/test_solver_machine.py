"""One `Solver` called in any order, cancelled, interrupted, emptied and shared: always what minimax says."""

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Barrier, Timer
from typing import NamedTuple

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from tests.oracle.asking import rules_of
from tests.oracle.minimax import card_values, value
from tests.oracle.positions import Problem, random_problem
from tests.support.alarm import alarm_ends_it, needs_timer
from tests.support.machines import runs

import whistsolve as ws

#: Hands, and cards of each at most, so that minimax takes some milliseconds.
SIZES = ((2, 5), (3, 3), (4, 3), (5, 2), (6, 2))
#: Cutthroat with a led joker that nobody need follow takes minutes: an alarm finds the search at work.
FREE_PLAY = ws.Rules.preset("cutthroat_3", joker_no_trump="free_discard", joker_lead_no_trump="free_play")
LONG = (ws.Deal.random(29, FREE_PLAY), "NT+", 0)


class Question(NamedTuple):
    """A position with what minimax says of it: tricks to come, tricks won, and the tricks of every card."""

    problem: Problem
    tricks: int
    won: int
    cards: dict

    def call(self, ask, **options):
        """A method of a solver called with the position."""
        problem = self.problem
        given = {"declarer": problem.declarer, "played": problem.played, "rules": rules_of(problem)}
        return ask(ws.Deal(problem.hands), problem.strain, problem.leader, **given, **options)

    def check(self, found):
        assert (found.low, found.high, found.won) == (self.tricks, self.tricks, self.won), self.problem

    def check_cards(self, found):
        assert {str(card): tricks for card, tricks in found.items()} == self.cards, self.problem


@cache
def asked(size, seed):
    problem = random_problem(seed, size[0], left=size[1])
    position = problem.position()
    cards = {} if position.finished else card_values(position, problem.side)
    won = sum(position.won[seat] for seat in problem.side)
    return Question(problem, value(position, problem.side), won, cards)


POSITIONS = st.builds(asked, st.sampled_from(SIZES), st.integers(0, 49))
LIMITS = st.sampled_from([1, 10, 100, 1000, 10**6])


class SolverMachine(RuleBasedStateMachine):
    """The model: what minimax says of each position."""

    def __init__(self):
        super().__init__()
        self.solver = ws.Solver(memory_mb=1)
        self.nodes = 0

    @rule(position=POSITIONS)
    def solve(self, position):
        position.check(position.call(self.solver.solve))

    @rule(position=POSITIONS)
    def solve_cards(self, position):
        position.check_cards(position.call(self.solver.solve_cards))

    @rule(position=POSITIONS, nodes=LIMITS)
    def solve_within(self, position, nodes):
        found = position.call(self.solver.solve, node_limit=nodes)
        assert found.low <= position.tricks <= found.high and found.won == position.won, position
        assert found.exact or found.nodes >= nodes, "it gave up before the limit"

    @rule(position=POSITIONS, nodes=LIMITS)
    def bound_cards(self, position, nodes):
        found = position.call(self.solver.solve_cards, node_limit=nodes)
        assert {str(card) for card in found} == set(position.cards)
        for card in found:
            assert found.low[card] <= position.cards[str(card)] <= found.high[card], (position, card)

    @rule(position=POSITIONS)
    def solve_emptied(self, position):
        """An empty table is that of a new solver, to the node."""
        self.solver.clear()
        found = position.call(self.solver.solve)
        position.check(found)
        assert found == position.call(ws.Solver(memory_mb=1).solve)

    @rule(
        position=POSITIONS, wrong=st.sampled_from(["leader", "declarer", "played", "strain", "limit", "deal"])
    )
    def ask_wrongly(self, position, wrong):
        problem = position.problem
        given = {"deal": ws.Deal(problem.hands), "strain": problem.strain, "leader": 0}
        given |= {
            "leader": {"leader": problem.seats},
            "declarer": {"declarer": problem.seats},
            "played": {"played": (*problem.played, "S2", "S2"), "leader": problem.leader},
            "strain": {"strain": "X+"},
            "limit": {"node_limit": 0},
            "deal": {"deal": "N:A... K..."},
        }[wrong]
        with pytest.raises(ws.WhistError):
            self.solver.solve(rules=rules_of(problem), **given)

    @rule(position=POSITIONS)
    def ask_cancelled(self, position):
        cancellation = ws.Cancellation()
        cancellation.cancel()
        for ask in (self.solver.solve, self.solver.solve_cards):
            with pytest.raises(ws.Stopped):
                position.call(ask, cancel=cancellation)

    @rule(how=st.sampled_from([copy.copy, copy.deepcopy, pickle.dumps]))
    def copied(self, how):
        with pytest.raises(TypeError, match="a Solver cannot be copied or pickled"):
            how(self.solver)

    @rule(positions=st.lists(POSITIONS, min_size=1, max_size=2))
    def solve_in_threads(self, positions):
        """Each gets its own answer, or is refused while the other is answered."""
        together = Barrier(len(positions))

        def ask(position):
            together.wait()
            try:
                found = position.call(self.solver.solve_cards)
            except ws.WhistError as error:
                assert "at work in another thread" in str(error)
                return False
            position.check_cards(found)
            return True

        with ThreadPoolExecutor(2) as pool:
            assert any(pool.map(ask, positions)), "all were refused"

    @invariant()
    def work_is_counted(self):
        assert self.solver.nodes == self.solver.stats["nodes"] >= self.nodes
        assert self.solver.memory_mb == 1
        self.nodes = self.solver.nodes


class InterruptedSolverMachine(SolverMachine):
    """The same with calls that an interrupt or a cancellation ends."""

    @rule(cards=st.booleans(), delay=st.sampled_from([None, 0.0005, 0.005]))
    def end(self, cards, delay):
        ask = self.solver.solve_cards if cards else self.solver.solve
        self.solver.clear()  # after some such calls the answer is in the table
        if delay is None:
            with alarm_ends_it(0.005):
                ask(*LONG, rules=FREE_PLAY)
            return
        cancellation = ws.Cancellation()
        timer = Timer(delay, cancellation.cancel)
        timer.start()
        with pytest.raises(ws.Stopped):
            ask(*LONG, rules=FREE_PLAY, cancel=cancellation)
        timer.join()


class TestSolver(SolverMachine.TestCase):
    settings = runs(6, 30)


@needs_timer
class TestInterruptedSolver(InterruptedSolverMachine.TestCase):
    settings = runs(3, 30)
