"""Fits the numbers of the evaluator: ``python -m whistsolve.bidding.fit`` prints them and how good they are.

Best play of random deals is what is fitted to: see `whistsolve.bidding.sample`. One seed gives the same
numbers again.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.bidding.evaluator import Evaluator, Weights, normal_below
from whistsolve.bidding.holdings import (
    NO_TRUMP_FEATURES,
    SIDE_FEATURES,
    TRUMP_FEATURES,
    features_of_plain,
    features_of_trumps,
)
from whistsolve.bidding.places import ORDERED, suit_patterns
from whistsolve.bidding.sample import GAMES, Sample, draw_sample
from whistsolve.encoding import strain_code
from whistsolve.values.strains import STRAINS

__all__ = ["KINDS", "fit", "main", "report"]

SEED: Final = 20261122
DEALS: Final = 14_000
#: Kinds of weights: whether there is a trump suit, and the sizes of the kitty.
KINDS: Final = {
    "trump": (True, (6, 5, 4)),
    "no_trump": (False, (6, 5, 4)),
    "trump_no_kitty": (True, (0,)),
    "no_trump_no_kitty": (False, (0,)),
}
#: Of so many deals one is held out and judged by the numbers fitted to the others.
_HELD_OUT: Final = 5
#: Keeps features that hardly ever occur near 0: as much as so many rows say.
_RIDGE: Final = 5.0
_ROUNDS: Final = 12
_NO_TRUMP: Final = 4


def fit(sample: Sample) -> dict[str, Weights]:
    """The weights that make the sample likely; the same sample gives the same.

    A better card is never worth less than one below it: features that would say so are left out.

    Parameters
    ----------
    sample : Sample
        Some rows of each of the `KINDS`.
    """
    found = {}
    for kind, (with_trumps, kitties) in KINDS.items():
        rows = sample.where(_rows_of(sample, with_trumps, kitties))
        features, names = _features(rows, with_trumps, kitties)
        found[kind] = _fit_kind(features, names, rows.tricks.astype(np.int64), 12 if kitties[0] else 13)
    return found


def report(weights: dict[str, Weights], sample: Sample) -> list[str]:
    """How well weights predict a sample that they were not fitted to: lines of text.

    The log score is the mean natural logarithm of the chance given to what came; beside it that of the
    distribution of the sample itself, which knows no cards. Coverage is how often the tricks lie in the
    middle 80 per cent.
    """
    evaluator = Evaluator(weights)
    lines = ["kind               rows   bias   rmse (alone)   log score (alone)   coverage of 80%"]
    for kind, (with_trumps, kitties) in KINDS.items():
        rows = sample.where(_rows_of(sample, with_trumps, kitties))
        chances = chances_of(evaluator, rows)
        tricks = rows.tricks.astype(np.int64)
        error = chances @ np.arange(chances.shape[1]) - tricks
        shares = np.bincount(tricks, minlength=chances.shape[1]) / len(tricks)
        score = np.log(chances[np.arange(len(tricks)), tricks]).mean()
        alone = np.log(shares[tricks]).mean()
        lines.append(
            f"{kind:<18}{len(rows):5}{error.mean():+7.2f}{np.sqrt((error**2).mean()):7.2f}"
            f" ({tricks.std():.2f}){score:11.3f} ({alone:.3f}){_coverage(chances, tricks):16.3f}"
        )
    return lines


def chances_of(evaluator: Evaluator, rows: Sample) -> NDArray[np.float64]:
    """What an evaluator says of each row in its own strain and game: float64, shape (rows, 14)."""
    found = np.zeros((len(rows), 14))
    for kitty, (rules, _) in GAMES.items():
        some = np.nonzero(rows.kitties == kitty)[0]
        if some.size:
            chances = evaluator.distributions(rows.hands[some], STRAINS, rules)
            found[some, : chances.shape[2]] = chances[np.arange(some.size), rows.strains[some]]
    return found


def _coverage(chances: NDArray[np.float64], tricks: NDArray[np.int64]) -> float:
    """How often tricks lie in the middle 80 per cent; where only part of their chance does, that part."""
    rows = np.arange(len(tricks))
    above = chances.cumsum(axis=1)[rows, tricks]
    below = above - chances[rows, tricks]
    inside = np.clip(np.minimum(above, 0.9) - np.maximum(below, 0.1), 0, None)
    return float((inside / (above - below)).mean())


def _rows_of(sample: Sample, with_trumps: bool, kitties: tuple[int, ...]) -> NDArray[np.bool_]:
    no_trump = np.array([strain.is_no_trump for strain in STRAINS])[sample.strains]
    chosen: NDArray[np.bool_] = np.isin(sample.kitties, kitties) & (no_trump != with_trumps)
    return chosen


def _features(
    rows: Sample, with_trumps: bool, kitties: tuple[int, ...]
) -> tuple[NDArray[np.float64], tuple[str, ...]]:
    """What counts in each row, and what the columns are called."""
    codes = np.array([strain_code(strain) for strain in STRAINS])[rows.strains]
    patterns = suit_patterns(rows.hands)
    ordered = ORDERED[codes[:, 1], patterns[:4]].astype(np.int64)
    plain = features_of_plain()[ordered]
    start = rows.kitties[:, np.newaxis] == np.array(kitties)
    starts = tuple(f"kitty of {kitty}" for kitty in kitties)
    jokers = patterns[4].astype(np.int64)
    if not with_trumps:
        held = (jokers & 1) + (jokers >> 1)
        return np.column_stack([start, plain.sum(axis=0), held]).astype(np.float64), (
            *starts,
            *NO_TRUMP_FEATURES,
            "joker",
        )
    is_side = codes[:, 0] != np.arange(4)[:, np.newaxis]
    side = (plain[:, :, : len(SIDE_FEATURES)] * is_side[:, :, np.newaxis]).sum(axis=0)
    own = ordered[codes[:, 0], np.arange(len(rows))] << 2 | (jokers & 1) << 1 | jokers >> 1
    trumps = np.zeros((len(rows), len(TRUMP_FEATURES)), dtype=np.int64)
    for kitty in kitties:
        some = rows.kitties == kitty
        trumps[some] = features_of_trumps(GAMES[kitty][0].jokers)[own[some]]
    return np.column_stack([start, trumps, side]).astype(np.float64), (
        *starts,
        *TRUMP_FEATURES,
        *SIDE_FEATURES,
    )


def _fit_kind(
    features: NDArray[np.float64], names: tuple[str, ...], tricks: NDArray[np.int64], most: int
) -> Weights:
    """The likeliest weights without negative ones where a better card would be worth less."""
    kept = np.ones(len(names), dtype=np.bool_)
    # Where predictions start from is not small.
    ridge = np.array([1e-6 if name.startswith("kitty") else _RIDGE for name in names])
    never_negative = np.array(["best" in name for name in names])
    while True:
        points, spread, narrowing = _likeliest(features[:, kept], ridge[kept], tricks, most)
        all_points = np.zeros(len(names))
        all_points[kept] = points
        worst = np.where(never_negative, all_points, 0).argmin()
        if not (never_negative[worst] and all_points[worst] < 0):
            break
        kept[worst] = False
    hundredths = {name: round(100 * float(point)) for name, point in zip(names, all_points, strict=True)}
    return Weights(hundredths, round(spread, 3), round(narrowing, 3))


def _likeliest(
    features: NDArray[np.float64], pull: NDArray[np.float64], tricks: NDArray[np.int64], most: int
) -> tuple[NDArray[np.float64], float, float]:
    """Points in tricks, spread and narrowing by maximum likelihood, in turns of Newton's method.

    `pull` is how strongly each column is kept near 0.
    """
    ridge = np.diag(pull)
    points = np.linalg.solve(features.T @ features + ridge, features.T @ tricks.astype(float)).astype(float)
    shape = np.array([math.log(float((features @ points - tricks).std())), 0.0])
    for _ in range(_ROUNDS):
        slope, bend = _slopes(features @ points, shape, tricks, most)
        points = points + np.linalg.solve(
            (features.T * bend) @ features + ridge, features.T @ slope - ridge @ points
        )
        shape = _better_shape(features @ points, shape, tricks, most)
    return points, math.exp(shape[0]), float(shape[1])


def _ends(
    predictions: NDArray[np.float64], shape: NDArray[np.float64], tricks: NDArray[np.int64], most: int
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Between which numbers of standard deviations the tricks of each row lie, and these deviations."""
    deviation = Weights({}, math.exp(shape[0]), float(shape[1])).deviation(predictions)
    low = np.where(tricks == 0, -40.0, (tricks - 0.5 - predictions) / deviation)
    high = np.where(tricks == most, 40.0, (tricks + 0.5 - predictions) / deviation)
    return low, high, deviation


def _between(low: NDArray[np.float64], high: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chance of lying between, never quite 0."""
    return np.maximum(normal_below(high) - normal_below(low), 1e-12)


def _slopes(
    predictions: NDArray[np.float64], shape: NDArray[np.float64], tricks: NDArray[np.int64], most: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How the log likelihood of each row changes with its prediction: slope, and how fast that falls."""
    low, high, deviation = _ends(predictions, shape, tricks, most)
    chance = _between(low, high)
    at_low, at_high = (np.exp(-(each**2) / 2) / math.sqrt(2 * math.pi) for each in (low, high))
    slope = (at_low - at_high) / chance
    bend = (high * at_high - low * at_low) / chance + slope**2
    return slope / deviation, np.maximum(bend, 1e-6) / deviation**2


def _better_shape(
    predictions: NDArray[np.float64], shape: NDArray[np.float64], tricks: NDArray[np.int64], most: int
) -> NDArray[np.float64]:
    """One step of Newton's method for the spread and the narrowing, with differences for derivatives."""

    def likelihood(step_0: float, step_1: float) -> float:
        low, high, _ = _ends(predictions, shape + np.array([step_0, step_1]), tricks, most)
        return float(np.log(_between(low, high)).sum())

    size = 1e-2
    values = {(i, j): likelihood(i * size, j * size) for i in (-1, 0, 1) for j in (-1, 0, 1)}
    slope = np.array([values[1, 0] - values[-1, 0], values[0, 1] - values[0, -1]]) / (2 * size)
    mixed = (values[1, 1] - values[1, -1] - values[-1, 1] + values[-1, -1]) / 4
    bends = [values[1, 0] + values[-1, 0] - 2 * values[0, 0], values[0, 1] + values[0, -1] - 2 * values[0, 0]]
    curve = np.array([[bends[0], mixed], [mixed, bends[1]]]) / size**2
    step: NDArray[np.float64] = np.clip(np.linalg.solve(curve, -slope), -0.1, 0.1)
    return shape + step


def _source(weights: dict[str, Weights], deals: int, seed: int) -> str:
    """The module `evaluator_numbers`."""
    lines = [
        '"""Numbers of the evaluator: hundredths of a trick, then the spread in tricks and its narrowing.',
        "",
        f"Made by ``python -m whistsolve.bidding.fit --deals {deals} --seed {seed}``.",
        '"""',
        "",
        "from __future__ import annotations",
        "",
        "from typing import Final",
        "",
        '__all__ = ["NUMBERS"]',
        "",
        "NUMBERS: Final[dict[str, tuple[dict[str, int], float, float]]] = {",
    ]
    for kind, each in weights.items():
        lines += [f'    "{kind}": (', "        {"]
        lines += [f'            "{name}": {points},' for name, points in each.points.items()]
        lines += ["        },", f"        {each.spread},", f"        {each.narrowing},", "    ),"]
    return "\n".join([*lines, "}"])


def main(arguments: Sequence[str] | None = None) -> int:
    """Draws, fits and judges. The numbers go to standard output, what they are worth to standard error."""
    parser = argparse.ArgumentParser(prog="python -m whistsolve.bidding.fit", description=main.__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, help="a multiple of ten; two solves each")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--threads", type=int, default=None)
    options = parser.parse_args(arguments)
    begin = time.monotonic()
    sample = draw_sample(options.deals, options.seed, options.threads)
    drawn = time.monotonic()
    held_out = np.arange(len(sample)) % _HELD_OUT == 0
    trial = fit(sample.where(~held_out))
    weights = fit(sample)
    print(_source(weights, options.deals, options.seed))
    said = [
        f"{len(sample)} rows solved in {drawn - begin:.0f} s, fitted in {time.monotonic() - drawn:.0f} s",
        f"fitted to {int((~held_out).sum())} rows and judged by the others:",
        *report(trial, sample.where(held_out)),
    ]
    print("\n".join(said), file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
