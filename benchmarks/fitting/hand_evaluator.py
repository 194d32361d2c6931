"""Fits the weights of `Evaluator`; ``python -m benchmarks.fitting.hand_evaluator`` prints them.

Best play of random deals is what is fitted to: see `benchmarks.fitting.training_sample`. One seed gives the
same numbers again.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Sequence
from typing import Final

import numpy as np
from benchmarks.fitting.training_sample import GAMES, Sample, draw_sample
from numpy.typing import NDArray

from whistsolve.encoding import strain_code
from whistsolve.evaluation.hand_evaluator import MIDDLE, START, Evaluator, Weights, kind_of, normal_below
from whistsolve.evaluation.suit_features import (
    NO_TRUMP_FEATURES,
    SIDE_FEATURES,
    TRUMP_FEATURES,
    features_of_plain,
    features_of_trumps,
)
from whistsolve.evaluation.suit_patterns import ORDERED, suit_patterns
from whistsolve.rules import Rules
from whistsolve.values.strains import STRAINS

__all__ = ["KINDS", "fit", "main", "report"]

SEED: Final = 20261122
DEALS: Final = 17_000


def _both_kinds(rules: Rules) -> tuple[str, str]:
    """The kinds of weights of a game with a trump suit and without."""
    return kind_of(rules, no_trump=False), kind_of(rules, no_trump=True)


_IS_NO_TRUMP: Final = np.array([strain.is_no_trump for strain in STRAINS])
#: Kinds of weights, each fitted to its own rows alone.
KINDS: Final = tuple(dict.fromkeys(kind for rules, _ in GAMES.values() for kind in _both_kinds(rules)))
_JOKERS: Final = np.array([rules.jokers for rules, _ in GAMES.values()])
#: Of so many deals one is held out and judged by the numbers fitted to the others.
_HELD_OUT: Final = 5
#: Keeps features that hardly ever occur near 0: as much as so many rows say.
_RIDGE: Final = 5.0
#: How strongly the logarithm of the spread is kept near that of 2, and the narrowing near 0: so that a few
#: rows have an answer too.
_SHAPE_RIDGE: Final = np.array([2.0, 40.0])
_USUAL_SHAPE: Final = np.array([math.log(2), 0.0])
_ROUNDS: Final = 40
#: Points, in tricks, that change by less between two rounds are found.
_FOUND: Final = 1e-5


def fit(sample: Sample) -> dict[str, Weights]:
    """The weights that make the sample likely; the same sample gives the same.

    A better card is never worth less than one below it: features that would say so are left out.

    Parameters
    ----------
    sample : Sample
        Some rows of each of the `KINDS` that are wanted.
    """
    found = {}
    for kind in KINDS:
        rows = sample.where(_kinds_of(sample) == kind)
        if not len(rows):
            continue
        features, names = _features(rows, kind)
        most = next(rules.dealt_hand_size for rules, _ in GAMES.values() if kind in _both_kinds(rules))
        found[kind] = _fit_kind(features, names, rows.tricks.astype(np.int64), most)
    return found


def report(weights: dict[str, Weights], sample: Sample) -> list[str]:
    """How well weights predict a sample that they were not fitted to: lines of text.

    The log score is the mean natural logarithm of the chance given to what came; beside it that of the
    distribution of the sample itself, which knows no cards. Coverage is how often the tricks lie in the
    middle 80 per cent. Kinds that the sample has no rows of are left out.
    """
    evaluator = Evaluator(weights)
    lines = [f"{'kind':<23} rows   bias   rmse (alone)   log score (alone)   coverage of 80%"]
    for kind in KINDS:
        rows = sample.where(_kinds_of(sample) == kind)
        if not len(rows):
            continue
        chances = chances_of(evaluator, rows)
        tricks = rows.tricks.astype(np.int64)
        error = chances @ np.arange(chances.shape[1]) - tricks
        shares = np.bincount(tricks, minlength=chances.shape[1]) / len(tricks)
        score = np.log(chances[np.arange(len(tricks)), tricks]).mean()
        alone = np.log(shares[tricks]).mean()
        lines.append(
            f"{kind:<23}{len(rows):5}{error.mean():+7.2f}{np.sqrt((error**2).mean()):7.2f}"
            f" ({tricks.std():.2f}){score:11.3f} ({alone:.3f}){_coverage(chances, tricks):16.3f}"
        )
    return lines


def chances_of(evaluator: Evaluator, rows: Sample) -> NDArray[np.float64]:
    """What an evaluator says of each row in its own strain and game: float64, shape (rows, 17)."""
    found = np.zeros((len(rows), 1 + max(rules.dealt_hand_size for rules, _ in GAMES.values())))
    for game, (rules, _) in enumerate(GAMES.values()):
        some = np.nonzero(rows.games == game)[0]
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


def _kinds_of(sample: Sample) -> NDArray[np.str_]:
    """The kind of each row."""
    kinds = np.array([_both_kinds(rules) for rules, _ in GAMES.values()])
    found: NDArray[np.str_] = kinds[sample.games, _IS_NO_TRUMP[sample.strains].astype(np.intp)]
    return found


def _features(rows: Sample, kind: str) -> tuple[NDArray[np.float64], tuple[str, ...]]:
    """What counts in each row of a kind, and what the columns are called."""
    codes = np.array([strain_code(strain) for strain in STRAINS])[rows.strains]
    patterns = suit_patterns(rows.hands)
    ordered = ORDERED[codes[:, 1], patterns[:4]].astype(np.int64)
    plain = features_of_plain()[ordered]
    in_deck = _JOKERS[rows.games]
    start = np.column_stack([np.ones(len(rows)), in_deck])
    jokers = patterns[4].astype(np.int64)
    if kind.startswith("no_trump"):
        held = (jokers & 1) + (jokers >> 1)
        columns, names = [start, plain.sum(axis=0), held], [*START, *NO_TRUMP_FEATURES, "joker"]
        if kind.startswith("no_trump_high"):
            columns, names = [*columns, jokers >> 1], [*names, "the best joker"]
        return np.column_stack(columns).astype(np.float64), tuple(names)
    is_side = codes[:, 0] != np.arange(4)[:, np.newaxis]
    side = (plain[:, :, : len(SIDE_FEATURES)] * is_side[:, :, np.newaxis]).sum(axis=0)
    own = ordered[codes[:, 0], np.arange(len(rows))] << 2 | (jokers & 1) << 1 | jokers >> 1
    trumps = np.zeros((len(rows), len(TRUMP_FEATURES)), dtype=np.int64)
    for each in range(3):
        some = in_deck == each
        trumps[some] = features_of_trumps(each)[own[some]]
    return np.column_stack([start, trumps, side]).astype(np.float64), (
        *START,
        *TRUMP_FEATURES,
        *SIDE_FEATURES,
    )


def _fit_kind(
    features: NDArray[np.float64], names: tuple[str, ...], tricks: NDArray[np.int64], most: int
) -> Weights:
    """The likeliest weights without negative ones where a better card would be worth less."""
    kept = np.ones(len(names), dtype=np.bool_)
    # Where predictions start from is not small.
    ridge = np.array([1e-6 if name == START[0] else _RIDGE for name in names])
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
    shape = _USUAL_SHAPE
    for _ in range(_ROUNDS):
        slope, bend = _slopes(features @ points, shape, tricks, most)
        step = np.linalg.solve((features.T * bend) @ features + ridge, features.T @ slope - ridge @ points)
        points = points + step
        better = _better_shape(features @ points, shape, tricks, most)
        found = max(abs(step).max(), abs(better - shape).max()) < _FOUND
        shape = better
        if found:
            break
    return points, math.exp(shape[0] - shape[1] * (MIDDLE - tricks.mean())), float(shape[1])


def _ends(
    predictions: NDArray[np.float64], shape: NDArray[np.float64], tricks: NDArray[np.int64], most: int
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Between which numbers of standard deviations the tricks of each row lie, and these deviations.

    The spread is that where the prediction is the mean of all tricks, so that it can be found of a few rows
    and whatever the game.
    """
    deviation = np.exp(shape[0] - shape[1] * (predictions - tricks.mean()))
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
        tried = shape + np.array([step_0, step_1])
        low, high, _ = _ends(predictions, tried, tricks, most)
        return float(np.log(_between(low, high)).sum() - _SHAPE_RIDGE @ (tried - _USUAL_SHAPE) ** 2)

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
        f"Made by ``python -m benchmarks.fitting.hand_evaluator --deals {deals} --seed {seed}``.",
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
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.fitting.hand_evaluator", description=main.__doc__
    )
    parser.add_argument("--deals", type=int, default=DEALS, help="about how many; one or two solves each")
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
