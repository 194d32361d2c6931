"""Fits the coefficients of `DealEvaluator`; ``python -m benchmarks.fitting.deal_evaluator`` prints them.

In random deals one hand takes the kitty, discards by the heuristic and leads, in the strain of its highest
mean. Its double-dummy tricks are regressed on the means of the other hands and on the tricks that it is
certain of with the kitty, given its own mean: by the theorem of Frisch, Waugh and Lovell the partial
coefficients are those of the ordinary least squares regression of residuals on residuals, all taken from
regressions on the declarer's own mean.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.dealing import random_deals
from whistsolve.encoding import strain_code
from whistsolve.evaluation.deal_evaluator import Coefficients, with_kitty
from whistsolve.evaluation.discard_heuristics import heuristic_discards
from whistsolve.evaluation.hand_evaluator import Evaluator
from whistsolve.evaluation.suit_features import certain_of
from whistsolve.rules import Rules, preset_name
from whistsolve.rules.sides import plays_with_partners
from whistsolve.solving import solve_rows
from whistsolve.values.strains import STRAINS

SEED: Final = 31337
#: Games by their key in `COEFFICIENTS`, and how many deals of each; hands of 16 cards take long to solve.
GAMES: Final = {
    (4, True, True): ("bid_whist", 4000),
    (4, True, False): ("bid_whist_no_kitty", 3000),
    (3, False, True): ("cutthroat_3", 1000),
    (4, False, True): ("cutthroat_4", 1500),
    (5, False, True): ("cutthroat_5", 2000),
    (6, False, True): ("cutthroat_6", 2000),
}


def fit(
    rules: Rules, deals: int, seed: int, *, no_trump: bool, threads: int | None = None
) -> tuple[Coefficients, float]:
    """The coefficients of one game, and the residual standard deviation given the declarer's hand alone."""
    players = rules.players
    hands = random_deals(deals, seed, rules)
    columns = [strain for strain in STRAINS if strain.is_no_trump == no_trump]
    evaluator = Evaluator()
    means = np.stack([evaluator.means(hands[:, seat], columns, rules) for seat in range(players)], axis=1)
    best = means[:, 0].argmax(axis=1)
    held = hands[:, :players].copy()
    taken = with_kitty(hands, 0, rules)
    every = [certain_of(taken, strain, rules, leads=True) for strain in columns]
    certain = np.stack(every, axis=1)[np.arange(deals), best].astype(np.float64)
    if rules.kitty_size:
        codes = np.array([strain_code(columns[index]) for index in best])
        held[:, 0] = taken & ~heuristic_discards(taken, codes[:, 0], codes[:, 1], rules.kitty_size)
    tricks = solve_rows(held, best, 0, 0, columns=columns, rules=rules, threads=threads).astype(np.float64)
    by_seat = means[np.arange(deals), :, best]
    own = by_seat[:, 0]
    partners = plays_with_partners(rules)
    others = [by_seat[:, 1] + by_seat[:, 3], by_seat[:, 2]] if partners else [by_seat[:, 1:].sum(axis=1)]
    residuals = _residuals(own, tricks)
    design = np.column_stack([_residuals(own, each) for each in (*others, certain)])
    slopes = np.linalg.lstsq(design, residuals, rcond=None)[0]
    residual_sd = float((residuals - design @ slopes).std())
    partner = float(slopes[1]) if partners else 0.0
    found = Coefficients(
        round(partner, 2), round(float(slopes[0]), 2), round(residual_sd, 2), round(float(slopes[-1]), 2)
    )
    return found, float(residuals.std())


def _residuals(own: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Residuals of the least squares regression of values on the declarer's own mean, with an intercept."""
    design = np.column_stack([np.ones(len(own)), own])
    found: NDArray[np.float64] = values - design @ np.linalg.lstsq(design, values, rcond=None)[0]
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit, print the coefficients to standard output, residual standard deviations to standard error."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.fitting.deal_evaluator", description=main.__doc__
    )
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--deals", type=int, default=None, help="of each game; their own numbers by default")
    parser.add_argument("--threads", type=int, default=None)
    options = parser.parse_args(arguments)
    for key, (preset, deals) in GAMES.items():
        number = deals if options.deals is None else options.deals
        rules = Rules.preset(preset_name(preset))
        found = [
            fit(rules, number, options.seed, no_trump=no_trump, threads=options.threads)
            for no_trump in (False, True)
        ]
        texts = [f"Coefficients({c.partner}, {c.opponents}, {c.residual_sd}, {c.certain})" for c, _ in found]
        print(f"    {key}: ({', '.join(texts)}),")
        given = ", ".join(f"{c.residual_sd} (own hand alone: {own:.2f})" for c, own in found)
        print(f"{preset}: residual standard deviation with trumps, without: {given}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
