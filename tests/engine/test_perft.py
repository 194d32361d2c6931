"""The engine counts the same sequences of plays as the reference."""

from dataclasses import replace

import pytest
from tests.oracle import asking
from tests.oracle.minimax import sequences
from tests.oracle.position import card_of
from tests.oracle.positions import random_problem
from tests.support.thorough import by_default


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
