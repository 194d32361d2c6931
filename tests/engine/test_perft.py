"""The engine counts the same sequences of plays as the reference, and as a closed form where there is one."""

from dataclasses import replace
from math import factorial, prod

import pytest
from tests.oracle import asking
from tests.oracle.minimax import sequences
from tests.oracle.position import SUITS, card_of
from tests.oracle.positions import Problem, hand_text, random_problem
from tests.support.thorough import by_default

RANKS = "AKQJT98765432"
SIZES = ((2, 4), (3, 3), (4, 2), (4, 3), (5, 2), (6, 2))


@pytest.mark.parametrize(("seats", "left"), SIZES)
@pytest.mark.parametrize("seed", by_default(15, range(40)))
def test_counts_equal_the_twin(seats: int, left: int, seed: int) -> None:
    problem = random_problem(1000 + seed, seats, left=left)
    position = problem.position()
    assert asking.perft(problem) == sequences(position), problem
    left = sum(map(len, position.hands))
    for depth in range(min(left, 4) + 1):
        assert asking.perft(problem, depth) == sequences(position, depth), (depth, problem)


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("seed", by_default(20, range(60)))
def test_legal_cards_equal_the_twin(seats: int, seed: int) -> None:
    problem = random_problem(2000 + seed, seats, left=5 if seats < 5 else 3)
    position = problem.position()
    played = problem.played
    while not position.finished:  # down one line to the last card
        asked = replace(problem, played=played)
        assert asking.legal_cards(asked) == {card_of(play) for play in position.legal()}, asked
        play = position.legal()[(seed + len(played)) % len(position.legal())]
        position, played = position.play(play), (*played, play)


def one_suit_each(size: int) -> tuple[str, ...]:
    return tuple(hand_text(suit + rank for rank in RANKS[:size]) for suit in SUITS)


def all_in_one_suit(size: int, suit: str) -> tuple[str, ...]:
    return tuple(hand_text(suit + rank for rank in RANKS[seat : 4 * size : 4]) for seat in range(4))


@pytest.mark.parametrize("trump", [*SUITS, "NT"])
@pytest.mark.parametrize("mark", "+-~")
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_every_hand_of_one_suit(trump: str, mark: str, size: int) -> None:
    """Whatever is led, each hand may always play all that it holds: (n!)^4 sequences."""
    want = factorial(size) ** 4
    problem = Problem(one_suit_each(size), trump + mark, leader=size % 4)
    assert asking.perft(problem) == want
    if size < 4:  # four cards of one suit each need sixteen of it
        for suit in "SC":
            assert asking.perft(replace(problem, hands=all_in_one_suit(size, suit))) == want


@pytest.mark.parametrize("depth", range(6))
def test_every_hand_of_one_suit_at_full_size(depth: int) -> None:
    problem = Problem(one_suit_each(13), "H-", leader=1)
    assert asking.perft(problem, depth) == prod(13 - played // 4 for played in range(depth))
