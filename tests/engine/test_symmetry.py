"""What cannot depend on names, in deals too large for minimax: seats, suits and ranks of another name."""

import random
from dataclasses import replace
from itertools import product

import pytest
from tests.oracle import asking
from tests.oracle.position import SUITS, is_joker
from tests.oracle.positions import (
    Problem,
    cards_of,
    hand_text,
    random_hands,
    random_options,
    random_play,
)

#: Cards a hand, so that each side of the comparison is a real search and still quick.
SIZES = {2: 9, 3: 7, 4: 8, 5: 5, 6: 4}
UPTOWN = "AKQJT98765432"
#: Which rank stands where each rank stood, best card for best card.
MIRRORS = {
    ("+", "-"): dict(zip(UPTOWN, "A23456789TJQK", strict=True)),
    ("+", "~"): dict(zip(UPTOWN, "23456789TJQKA", strict=True)),
    ("-", "~"): dict(zip("A23456789TJQK", "23456789TJQKA", strict=True)),
}


def problem_of(seed: int, seats: int, mark: str | None = None, *, partners: bool = True) -> Problem:
    """A problem of some size with a few cards played."""
    rng = random.Random(77_000 + 10 * seed + seats)
    jokers = rng.choice((0, 1, 2))
    strain = rng.choice((*SUITS, "NT", "NT")) + (mark or rng.choice("+-~"))
    problem = Problem(
        random_hands(rng, seats, SIZES[seats], jokers),
        strain,
        rng.randrange(seats),
        rng.randrange(seats),
        partners=partners and seats == 4,
        options=random_options(rng, strain, jokers),
    )
    return replace(
        problem, played=random_play(rng, problem.start(), rng.choice((0, 0, seed % seats, seed % 11)))
    )


@pytest.mark.parametrize("seats", SIZES)
def test_seats_suits_and_ranks_are_names(seats: int) -> None:
    """The table turned, suits renamed, and ranks mirrored: A and A, 2 and K, 3 and Q change places."""
    for seed, (marks, ranks) in product(range(5), MIRRORS.items()):
        problem = problem_of(seed, seats, marks[0], partners=seed % 3 > 0)
        suits = dict(zip(SUITS, random.Random(seed).sample(SUITS, 4), strict=True))

        def named(play: str, suits: dict[str, str] = suits, ranks: dict[str, str] = ranks) -> str:
            if is_joker(play):
                return play[:2] + (":" + suits[play[3]] if ":" in play else "")
            return suits[play[0]] + ranks[play[1]]

        hands = tuple(hand_text(map(named, cards_of(hand))) for hand in problem.hands)
        trump, step = problem.strain[:-1], seed % seats
        assert problem.declarer is not None
        other = replace(
            problem,
            hands=hands[-step:] + hands[:-step],
            strain=suits.get(trump, trump) + marks[1],
            leader=(problem.leader + step) % seats,
            declarer=(problem.declarer + step) % seats,
            played=tuple(map(named, problem.played)),
        )
        assert asking.solve(other) == asking.solve(problem), (problem, other)
        cards = {named(card): tricks for card, tricks in asking.solve_cards(problem).items()}
        assert asking.solve_cards(other) == cards, (problem, other)
