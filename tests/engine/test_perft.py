"""The engine counts the same sequences of plays as the reference, and as a closed form where there is one."""

from dataclasses import replace
from itertools import product
from math import factorial, prod

import pytest
from tests.oracle import asking
from tests.oracle.minimax import sequences
from tests.oracle.position import SUITS, card_of
from tests.oracle.positions import Problem, hand_text, random_problem
from tests.support.thorough import by_default

RANKS = "AKQJT98765432"


@pytest.mark.parametrize("seed", by_default(6, range(40)))
def test_counts_equal_the_twin(seed: int) -> None:
    for seats, left in ((2, 4), (3, 3), (4, 2), (4, 3), (5, 2), (6, 2)):
        problem = random_problem(1000 + seed, seats, left=left)
        position = problem.position()
        assert asking.perft(problem) == sequences(position), problem
        for depth in range(min(sum(map(len, position.hands)), 4) + 1):
            assert asking.perft(problem, depth) == sequences(position, depth), (depth, problem)


@pytest.mark.parametrize("seed", by_default(8, range(60)))
def test_legal_cards_equal_the_twin(seed: int) -> None:
    for seats in range(2, 7):
        problem = random_problem(2000 + seed, seats, left=5 if seats < 5 else 3)
        position, played = problem.position(), problem.played
        while not position.finished:  # down one line to the last card
            asked = replace(problem, played=played)
            assert asking.legal_cards(asked) == {card_of(play) for play in position.legal()}, asked
            play = position.legal()[(seed + len(played)) % len(position.legal())]
            position, played = position.play(play), (*played, play)


def test_every_hand_of_one_suit() -> None:
    """Whatever is led, each hand may always play all that it holds: (n!)^4 sequences."""
    for size, trump, mark in product((1, 2, 3), (*SUITS, "NT"), "+-~"):
        each_its_own = tuple(hand_text(suit + rank for rank in RANKS[:size]) for suit in SUITS)
        hands = [each_its_own]
        for suit in "SC":
            hands.append(
                tuple(hand_text(suit + rank for rank in RANKS[seat : 4 * size : 4]) for seat in range(4))
            )
        for dealt in hands:
            problem = Problem(dealt, trump + mark, leader=size % 4)
            assert asking.perft(problem) == factorial(size) ** 4, problem


def test_every_hand_of_one_suit_at_full_size() -> None:
    problem = Problem(tuple(hand_text(suit + rank for rank in RANKS) for suit in SUITS), "H-", leader=1)
    for depth in range(6):
        assert asking.perft(problem, depth) == prod(13 - played // 4 for played in range(depth))
