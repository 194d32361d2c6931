"""What cannot depend on names: seats turned, suits renamed, ranks mirrored; and what the two sides share."""

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


def renamed(problem: Problem, suits: dict[str, str], ranks: dict[str, str], strain: str) -> Problem:
    """The problem with other suits and ranks."""

    def card(play: str) -> str:
        if is_joker(play):
            return play[:2] + (":" + suits[play[3]] if ":" in play else "")
        return suits[play[0]] + ranks[play[1]]

    hands = tuple(hand_text(map(card, cards_of(hand))) for hand in problem.hands)
    return replace(problem, hands=hands, played=tuple(map(card, problem.played)), strain=strain)


SAME_SUITS = {suit: suit for suit in SUITS}
SAME_RANKS = {rank: rank for rank in UPTOWN}


@pytest.mark.parametrize("seats", SIZES)
def test_turning_the_table(seats: int) -> None:
    for seed in range(6):
        problem = problem_of(seed, seats, partners=seed % 3 > 0)
        assert problem.declarer is not None
        step = 1 + seed % (seats - 1)
        turned = replace(
            problem,
            hands=problem.hands[-step:] + problem.hands[:-step],
            leader=(problem.leader + step) % seats,
            declarer=(problem.declarer + step) % seats,
        )
        assert asking.solve(turned) == asking.solve(problem), (problem, turned)
        assert asking.solve_cards(turned) == asking.solve_cards(problem), (problem, turned)


def check_renamed(problem: Problem, suits: dict[str, str], ranks: dict[str, str], strain: str) -> None:
    other = renamed(problem, suits, ranks, strain)
    assert asking.solve(other) == asking.solve(problem), (problem, other)
    cards = {
        card if is_joker(card) else suits[card[0]] + ranks[card[1]]: tricks
        for card, tricks in asking.solve_cards(problem).items()
    }
    assert asking.solve_cards(other) == cards, (problem, other)


@pytest.mark.parametrize("seats", SIZES)
def test_renaming_the_suits(seats: int) -> None:
    for seed in range(6):
        problem = problem_of(1000 + seed, seats, partners=seed % 3 > 0)
        order = random.Random(seed).sample(SUITS, 4)
        suits = dict(zip(SUITS, order, strict=True))
        trump = problem.strain[:-1]
        check_renamed(problem, suits, SAME_RANKS, suits.get(trump, trump) + problem.strain[-1])


@pytest.mark.parametrize("seats", SIZES)
def test_mirroring_the_ranks(seats: int) -> None:
    """Uptown and downtown are one game with other names: A and A, 2 and K, 3 and Q change places."""
    for seed, (marks, ranks) in product(range(3), MIRRORS.items()):
        problem = problem_of(2000 + seed, seats, marks[0], partners=seed % 3 > 0)
        check_renamed(problem, SAME_SUITS, ranks, problem.strain[:-1] + marks[1])


@pytest.mark.parametrize("seats", [2, 4])
def test_two_sides_share_all_tricks(seats: int) -> None:
    for seed in range(10):
        problem = problem_of(3000 + seed, seats)
        if problem.options["joker_no_trump"] == "removed":
            problem = replace(
                problem, options=dict(problem.options, joker_no_trump="free_discard"), played=()
            )
        sides = [asking.solve(replace(problem, declarer=declarer)) for declarer in range(seats)]
        assert sides == sides[:2] * (seats // 2), problem
        in_all = SIZES[seats] + (problem.options["kitty_book"] == "first_trick_winner")
        assert sum(sides[0]) + sum(sides[1]) == in_all, problem


@pytest.mark.parametrize("seats", SIZES)
def test_the_best_card_is_worth_what_the_position_is(seats: int) -> None:
    for seed in range(8):
        problem = problem_of(5000 + seed, seats, partners=seed % 2 > 0)
        choose = max if problem.position().to_play in problem.side else min
        tricks = asking.solve(problem)
        assert choose(asking.solve_cards(problem).values()) == tricks[0], problem
        if problem.partners:  # alone is never better than with a partner
            assert sum(asking.solve(replace(problem, partners=False))) <= sum(tricks), problem


def test_where_no_joker_is_without_a_suit_their_rules_do_not_matter() -> None:
    ways = ("must_discard_first_void", "free_discard", "high_no_suit", "removed", "exchanged")
    leads = ("first_suited_card", "free_play", "forbidden_unless_only_jokers", "leader_names_suit")
    for seed in range(5):
        problem = replace(problem_of(7000 + seed, 4), played=())
        trumps = replace(problem, strain=SUITS[seed % 4] + problem.strain[-1])
        none = random_hands(random.Random(seed), 4, SIZES[4], 0)
        for asked in (trumps, replace(problem, strain="NT" + "+-~"[seed % 3], hands=none)):
            options = [{"joker_no_trump": way, "joker_lead_no_trump": lead} for way in ways for lead in leads]
            assert len({asking.solve(replace(asked, options=each)) for each in options}) == 1, asked
