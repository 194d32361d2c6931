"""The puzzles of the board's page: hands in which one card, or one discard, alone is best.

``python -m benchmarks.numbers.puzzles FILE`` writes them as JSON, each after its difficulty from 1 to 5. A
card is as hard as the share of random layouts, dealt from what its player sees, in which it is not best; a
discard as the tricks that the heuristic one loses and the cards in which it differs.
"""

import json
import random
import sys
from pathlib import Path
from typing import TypeAlias

import numpy as np

import whistsolve as ws
from whistsolve._internal.files import write_whole
from whistsolve.encoding import strain_code
from whistsolve.evaluation.discard_heuristics import heuristic_discards
from whistsolve.game import Settle, record_hand
from whistsolve.game.auction.calls import all_strains
from whistsolve.inference.trick_in_progress import TrickInProgress
from whistsolve.players import HeuristicPlayer
from whistsolve.rules.reading import rules_from_text, rules_to_text
from whistsolve.solving.results import CardTricks
from whistsolve_board.hands import BoardHand, fields_of_record

_SEED, _KITTY = 2026, ("trickster", "cardsharks", "bid_whist jokers=0")
#: Of a point of the play: tricks left, cards to choose from at least, and layouts that measure it.
_LEFT, _LEAST_CARDS, _LAYOUTS = (5, 8), 4, 32
_SOLVER, _PLAYER = ws.Solver(memory_mb=64), HeuristicPlayer()
#: How hard it is, and the fields of the hand.
Puzzle: TypeAlias = tuple[float, dict[str, str]]


def card(draw: random.Random) -> Puzzle | None:
    """A point of a hand that heuristic players bid and played."""
    rules = rules_from_text(draw.choice((*_KITTY, *_KITTY, "whist", "cutthroat_4")))
    state = ws.HandState.random(draw.getrandbits(32), rules, dealer=draw.randrange(rules.players))
    while not state.is_over:
        state.push(Settle() if state.to_act is None else _PLAYER.act(state.view(state.to_act)))
    if not state.snapshot.plays:  # nobody bid
        return None
    fields = fields_of_record(record_hand(state), rules)
    last, found = BoardHand.read(fields).position(), []
    for left in range(_LEFT[0] * last.deal.seats, _LEFT[1] * last.deal.seats + 1):
        values = CardTricks(_SOLVER.bound_cards(last.after(len(last.played) - left)))
        if len(values) >= _LEAST_CARDS and len(values.best) == 1:
            found.append((len(last.played) - left, values.best[0]))
    if not found:
        return None
    count, best = draw.choice(found)
    while len(state.snapshot.plays) > count:
        state.pop()
    trick = TrickInProgress.of_view(state.view(state.to_act))
    deals = trick.draw(_LAYOUTS, draw.getrandbits(32))
    missed = sum(best not in _SOLVER.solve_cards(deal, **trick.arguments).best for deal in deals)
    fields |= {"played": " ".join(fields["played"].split()[:count])}
    return missed / _LAYOUTS, {name: fields[name] for name in fields if name not in ("calls", "tags")}


def discard(draw: random.Random) -> Puzzle | None:
    """A random deal in a random strain, before the discard."""
    rules, declarer = rules_from_text(draw.choice(_KITTY)), draw.choice("NESW")
    deal, strain = ws.Deal.random(draw.getrandbits(32), rules), draw.choice(all_strains(rules))
    discards = ws.Discards(deal, strain, declarer, rules=rules, memory_mb=64)
    found, best = discards.best(), ws.Hand(discards.best().cards)
    # With one card exchanged most are as good: that is known long before all discards are counted.
    near = ([*(best - [out]), other] for out in best for other in found.hand)
    if any(discards.values([each])[0] == found.tricks for each in near) or discards.count() > 1:
        return None
    masks = np.array([(found.hand | best).mask], dtype=np.uint64)
    quick = ws.Hand.from_mask(int(heuristic_discards(masks, *strain_code(strain), len(best))[0]))
    fields = {"rules": rules_to_text(rules), "deal": str(deal), "strain": str(strain), "declarer": declarer}
    return found.tricks - discards.values([quick])[0] + len(best - quick) / len(best), fields


if __name__ == "__main__":
    puzzles = []
    for kind, of_level in ((card, 56), (discard, 24)):
        found, tried = list[Puzzle](), 0
        while len(found) < 31 * of_level:
            found += filter(None, [kind(random.Random(f"{_SEED} {kind.__name__} {tried}"))])
            print(f"\r{kind.__name__}: {len(found)} of {(tried := tried + 1)}", end="", file=sys.stderr)
        found.sort(key=lambda each: -each[0])
        for level, step in zip(range(5, 0, -1), (1, 2, 4, 8, 16), strict=True):
            puzzles += [(level, fields) for _, fields in found[: step * of_level : step]]
            del found[: step * of_level]
    random.Random(_SEED).shuffle(puzzles)
    write_whole(Path(sys.argv[1]), ("[\n" + ",\n".join(map(json.dumps, puzzles)) + "\n]\n").encode())
