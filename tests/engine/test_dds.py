"""The engine equals DDS, through endplay, on random deals that can be told as bridge deals.

A whist deal is a bridge deal where every suit holds at most thirteen cards in play, jokers counted with the
trumps: the order within each suit is kept and ranks are dealt again from the ace down. In no-trump the jokers
have no place in bridge.
"""

import random
from itertools import product

import pytest
from tests.oracle import asking
from tests.oracle.position import BEST_FIRST, SUITS, strength, suit_of
from tests.oracle.positions import RANKINGS, Problem, cards_of, random_hands, random_play
from tests.support.thorough import by_default

STRAINS = [trump + mark for trump in (*SUITS, "NT") for mark in RANKINGS]


def to_bridge(problem):
    """For every card of the deal its bridge card, suit first; None where a suit has more than thirteen."""
    terms = problem.terms
    told = {}
    cards = [card for hand in problem.hands for card in cards_of(hand)]
    for suit in SUITS:
        of_suit = [card for card in cards if suit_of(card, terms) == suit]
        if len(of_suit) > 13:
            return None
        best_first = sorted(of_suit, key=lambda card: strength(card, terms), reverse=True)
        told.update(zip(best_first, (suit + rank for rank in BEST_FIRST["uptown"]), strict=False))
    return told if len(told) == len(cards) else None


def bridge_hand(cards):
    return ".".join("".join(rank for rank in BEST_FIRST["uptown"] if suit + rank in cards) for suit in SUITS)


def ask_dds(problem, told):
    """For every legal card, the tricks of the side of the hand to play from here on."""
    dds, types = pytest.importorskip("endplay.dds"), pytest.importorskip("endplay.types")
    hands = [bridge_hand({told[card] for card in cards_of(hand)}) for hand in problem.hands]
    deal = types.Deal("N:" + " ".join(hands))
    deal.trump = types.Denom.nt if problem.terms.no_trump else types.Denom.find(problem.terms.trump)
    deal.first = types.Player.find("NESW"[problem.leader])
    for card in problem.played:
        deal.play(told[card])
    back = {bridge: card for card, bridge in told.items()}
    return {
        back[card.suit.name[0].upper() + card.rank.abbr]: tricks for card, tricks in dds.solve_board(deal)
    }


def told_problem(seed, size, strain, *, played=0):
    """A random deal of the size that can be told, with the leader as declarer, and its telling."""
    rng = random.Random(31_000 + seed)
    jokers = 0 if strain.startswith("NT") or size == 13 else rng.choice((0, 1, 2, 2))
    while True:
        hands = random_hands(rng, 4, size, jokers, narrow=rng.random() < 0.3)
        problem = Problem(hands, strain, rng.randrange(4))
        told = to_bridge(problem)
        if told is not None:
            break
    plays = random_play(rng, problem.start(), played)
    return Problem(hands, strain, problem.leader, played=plays), told


def check_every_card(problem, told):
    theirs = ask_dds(problem, told)
    position = problem.position()
    left = sum(map(len, position.hands)) + len(position.table)
    if position.to_play not in problem.side:
        theirs = {card: left // 4 - tricks for card, tricks in theirs.items()}
    assert asking.solve_cards(problem) == theirs, problem
    best = max if position.to_play in problem.side else min
    assert asking.solve(problem)[0] == best(theirs.values()), problem


@pytest.mark.parametrize("strain", STRAINS)
def test_short_deals(strain):
    for size, seed in product(range(2, 11), range(3)):
        check_every_card(*told_problem(100 * size + seed, size, strain))


@pytest.mark.parametrize("strain", STRAINS)
@pytest.mark.parametrize("seed", by_default(1, range(3)))
def test_whole_deals(strain, seed):
    check_every_card(*told_problem(5000 + seed, 12, strain))
    check_every_card(*told_problem(6000 + seed, 13, strain))


@pytest.mark.parametrize("strain", STRAINS)
@pytest.mark.parametrize("first", by_default(1, (0, 7)))
def test_play_in_progress(strain, first):
    for seed in range(first, first + 7):
        size = 5 + seed % 7
        check_every_card(*told_problem(7000 + seed, size, strain, played=1 + 3 * seed % (4 * size - 5)))
