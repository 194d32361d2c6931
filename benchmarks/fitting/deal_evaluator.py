"""Fits the weights of `DealEvaluator`; ``python -m benchmarks.fitting.deal_evaluator`` prints them.

In random deals one hand takes the kitty, discards by rule of thumb and leads, in its best strain; what is
left of its tricks, once its own hand is known, is put down to what the other hands would take themselves.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.bidding.discarding.heuristic import heuristic_discards
from whistsolve.dealing import random_deals
from whistsolve.encoding import strain_code
from whistsolve.evaluation.deal_evaluator import Share
from whistsolve.evaluation.hand_evaluator import Evaluator
from whistsolve.rules import Rules
from whistsolve.rules.sides import plays_with_partners
from whistsolve.solving import solve_rows
from whistsolve.values.strains import STRAINS

__all__ = ["main", "shares_of"]

SEED: Final = 31337
#: Games by what `TOGETHER` calls them, and how many deals of each: cards of three take long to solve.
GAMES: Final = {
    (4, True, True): ("bid_whist_seed", 4000),
    (4, True, False): ("bid_whist_no_kitty", 3000),
    (3, False, True): ("cutthroat_3", 1000),
    (4, False, True): ("cutthroat_4", 1500),
    (5, False, True): ("cutthroat_5", 2000),
    (6, False, True): ("cutthroat_6", 2000),
}


def shares_of(
    rules: Rules, deals: int, seed: int, *, no_trump: bool, threads: int | None = None
) -> tuple[Share, float]:
    """The numbers of one game, and the standard deviation where only the declarer's hand is known."""
    players = rules.players
    hands = random_deals(deals, seed, rules)
    columns = [strain for strain in STRAINS if strain.is_no_trump == no_trump]
    evaluator = Evaluator()
    means = np.stack([evaluator.means(hands[:, seat], columns, rules) for seat in range(players)], axis=1)
    best = means[:, 0].argmax(axis=1)
    held = hands[:, :players].copy()
    if rules.kitty_size:
        codes = np.array([strain_code(columns[place]) for place in best])
        taken = hands[:, 0] | hands[:, players]
        held[:, 0] = taken & ~heuristic_discards(taken, codes[:, 0], codes[:, 1], rules.kitty_size)
    tricks = solve_rows(held, best, 0, 0, columns=columns, rules=rules, threads=threads).astype(np.float64)
    known = means[np.arange(deals), :, best]
    own = known[:, 0]
    partners = plays_with_partners(rules)
    others = [known[:, 1] + known[:, 3], known[:, 2]] if partners else [known[:, 1:].sum(axis=1)]
    left = _beyond(own, tricks)
    columns_of_others = np.column_stack([_beyond(own, each) for each in others])
    slopes = np.linalg.lstsq(columns_of_others, left, rcond=None)[0]
    spread = float((left - columns_of_others @ slopes).std())
    partner = float(slopes[1]) if partners else 0.0
    return Share(round(partner, 2), round(float(slopes[0]), 2), round(spread, 2)), float(left.std())


def _beyond(own: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """What a line through the declarer's own tricks leaves of values."""
    columns = np.column_stack([np.ones(len(own)), own])
    found: NDArray[np.float64] = values - columns @ np.linalg.lstsq(columns, values, rcond=None)[0]
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """The numbers go to standard output, how good they are to standard error."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.fitting.deal_evaluator", description=main.__doc__
    )
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--threads", type=int, default=None)
    options = parser.parse_args(arguments)
    for key, (preset, deals) in GAMES.items():
        found = [
            shares_of(Rules.preset(preset), deals, options.seed, no_trump=no_trump, threads=options.threads)
            for no_trump in (False, True)
        ]
        texts = [f"Share({share.partner}, {share.opponents}, {share.spread})" for share, _ in found]
        print(f"    {key}: ({', '.join(texts)}),")
        said = ", ".join(f"{share.spread} tricks in place of {alone:.2f}" for share, alone in found)
        print(f"{preset}: left with trumps and without: {said}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
