"""What cannot depend on names: seats turned, suits renamed, ranks mirrored; and what the two sides share."""

import random
from dataclasses import replace

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
EVERY_TABLE = [(seats, seed) for seats in SIZES for seed in range(12 if seats == 4 else 6)]


@pytest.mark.parametrize(("seats", "seed"), EVERY_TABLE)
def test_turning_the_table(seats: int, seed: int) -> None:
    problem = problem_of(seed, seats, partners=seed % 3 > 0)
    assert problem.declarer is not None
    want, cards = asking.solve(problem), asking.solve_cards(problem)
    step = 1 + seed % (seats - 1)
    turned = replace(
        problem,
        hands=problem.hands[-step:] + problem.hands[:-step],
        leader=(problem.leader + step) % seats,
        declarer=(problem.declarer + step) % seats,
    )
    assert (asking.solve(turned), asking.solve_cards(turned)) == (want, cards), (problem, turned)


@pytest.mark.parametrize(("seats", "seed"), EVERY_TABLE)
def test_renaming_the_suits(seats: int, seed: int) -> None:
    problem = problem_of(1000 + seed, seats, partners=seed % 3 > 0)
    order = random.Random(seed).sample(SUITS, 4)
    suits = dict(zip(SUITS, order, strict=True))
    trump, mark = problem.strain[:-1], problem.strain[-1]
    other = renamed(problem, suits, SAME_RANKS, suits.get(trump, trump) + mark)
    assert asking.solve(other) == asking.solve(problem), (problem, other)
    cards = {
        card if is_joker(card) else suits[card[0]] + card[1]: tricks
        for card, tricks in asking.solve_cards(problem).items()
    }
    assert asking.solve_cards(other) == cards, (problem, other)


@pytest.mark.parametrize("marks", list(MIRRORS))
@pytest.mark.parametrize(("seats", "seed"), EVERY_TABLE[::2])
def test_mirroring_the_ranks(marks: tuple[str, str], seats: int, seed: int) -> None:
    """Uptown and downtown are one game with other names: A and A, 2 and K, 3 and Q change places."""
    problem = problem_of(2000 + seed, seats, marks[0], partners=seed % 3 > 0)
    ranks = MIRRORS[marks]
    other = renamed(problem, SAME_SUITS, ranks, problem.strain[:-1] + marks[1])
    assert asking.solve(other) == asking.solve(problem), (problem, other)
    cards = {
        card if is_joker(card) else card[0] + ranks[card[1]]: tricks
        for card, tricks in asking.solve_cards(problem).items()
    }
    assert asking.solve_cards(other) == cards, (problem, other)


def test_the_mirror_is_the_one_of_the_rules() -> None:
    ranks = MIRRORS["+", "-"]
    assert [ranks[rank] for rank in "A23QKT5"] == ["A", "K", "Q", "3", "2", "5", "T"]
    assert all(ranks[ranks[rank]] == rank for rank in UPTOWN)


@pytest.mark.parametrize("seed", range(30))
def test_two_partnerships_share_all_tricks(seed: int) -> None:
    problem = problem_of(3000 + seed, 4)
    sides = [asking.solve(replace(problem, declarer=declarer)) for declarer in range(4)]
    assert sides[0] == sides[2] and sides[1] == sides[3], problem
    in_all = SIZES[4] + (problem.options["kitty_book"] == "first_trick_winner")
    assert sum(sides[0]) + sum(sides[1]) == in_all, problem


@pytest.mark.parametrize("seed", range(20))
def test_two_hands_share_all_tricks(seed: int) -> None:
    problem = problem_of(4000 + seed, 2)
    if problem.strain.startswith("NT") and problem.options["joker_no_trump"] == "removed":
        problem = replace(problem, options=dict(problem.options, joker_no_trump="free_discard"), played=())
    sides = [asking.solve(replace(problem, declarer=declarer)) for declarer in range(2)]
    in_all = SIZES[2] + (problem.options["kitty_book"] == "first_trick_winner")
    assert sum(map(sum, sides)) == in_all, problem


@pytest.mark.parametrize("seed", range(30))
def test_the_best_card_is_worth_what_the_position_is(seed: int) -> None:
    for seats in SIZES:
        problem = problem_of(5000 + seed, seats, partners=seed % 2 > 0)
        choose = max if problem.position().to_play in problem.side else min
        assert choose(asking.solve_cards(problem).values()) == asking.solve(problem)[0], problem


@pytest.mark.parametrize("seed", range(30))
def test_alone_is_never_better_than_with_a_partner(seed: int) -> None:
    problem = problem_of(6000 + seed, 4)
    alone = asking.solve(replace(problem, partners=False))
    together = asking.solve(problem)
    assert sum(alone) <= sum(together), problem


@pytest.mark.parametrize("seed", range(20))
def test_joker_rules_do_not_matter_with_a_trump_suit(seed: int) -> None:
    problem = problem_of(7000 + seed, 4)
    strain = SUITS[seed % 4] + problem.strain[-1]
    asked = replace(problem, strain=strain, played=())
    values = {
        asking.solve(replace(asked, options={"joker_no_trump": way, "joker_lead_no_trump": lead}))
        for way in ("must_discard_first_void", "free_discard", "high_no_suit", "removed", "exchanged")
        for lead in ("first_suited_card", "free_play", "forbidden_unless_only_jokers", "leader_names_suit")
    }
    assert len(values) == 1, asked


@pytest.mark.parametrize("seed", range(20))
def test_without_jokers_the_joker_rules_do_not_matter(seed: int) -> None:
    problem = replace(problem_of(8000 + seed, 4), strain="NT" + "+-~"[seed % 3], played=())
    hands = random_hands(random.Random(seed), 4, SIZES[4], 0)
    values = {
        asking.solve(replace(problem, hands=hands, options={"joker_no_trump": way}))
        for way in ("must_discard_first_void", "free_discard", "high_no_suit", "removed", "exchanged")
    }
    assert len(values) == 1, (hands, problem)
