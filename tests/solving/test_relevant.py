"""`Solution.relevant`: layouts that agree in these cards have the same value, by minimax and the engine."""

import random
from dataclasses import replace

import pytest
from tests.oracle import asking
from tests.oracle.minimax import value
from tests.oracle.positions import random_problem
from tests.support.thorough import by_default

import whistsolve as ws


def dealt_anew(draw, deal, strain, fixed):
    """Every other card with a suit goes to a hand at random, so that each hand keeps its lengths."""
    masks = [0] * deal.seats
    loose = {}
    for seat, hand in enumerate(deal.hands):
        for card in hand:
            suit = "joker" if card.suit is None else card.suit.letter
            if suit == "joker" and not strain.startswith("NT"):
                suit = strain[0]
            if card in fixed or suit == "joker":
                masks[seat] |= 1 << card.index
            else:
                loose.setdefault(suit, []).append((seat, card))
    for held in loose.values():
        seats = [seat for seat, _ in held]
        draw.shuffle(seats)
        for seat, (_, card) in zip(seats, held, strict=True):
            masks[seat] |= 1 << card.index
    return ws.Deal([ws.Hand.from_mask(mask) for mask in masks])


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seeds", by_default(1, [range(8), range(8, 800)]))
def test_the_other_cards_may_lie_anywhere(seeds, seats):
    """Any rules and strains, from any point of the play; searched, found in the table, and as bounds."""
    for seed in seeds:
        problem = random_problem(seed, seats, left={2: 5, 3: 4, 4: 3, 5: 2, 6: 2}[seats])
        deal, draw, solver = ws.Deal(problem.hands), random.Random(seed), ws.Solver(memory_mb=1)
        in_play = {"declarer": problem.declarer, "played": problem.played, "rules": asking.rules_of(problem)}
        played = ws.Hand([card.partition(":")[0] for card in problem.played])
        for limit in (1, None, None):
            found = solver.solve(deal, problem.strain, problem.leader, **in_play, node_limit=limit)
            other = dealt_anew(draw, deal, problem.strain, found.relevant | played)
            asked = replace(problem, hands=tuple(map(str, other.hands)))
            assert found.low <= value(asked.position(), asked.side) <= found.high, (str(problem), str(asked))


def test_small_cards_do_not_matter():
    top = ws.solve("N:AK... QJ... T9... 87...", "NT+", "N")
    assert top.relevant == ws.Hand("SA SK") and top.as_dict()["relevant"] == ["SA", "SK"]
