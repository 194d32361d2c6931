"""Fits the weights of `Evaluator`; ``python -m benchmarks.fitting.hand_evaluator`` prints them.

A normal linear regression with interval-censored outcomes: the number of tricks is the rounded value of a
normal variable whose mean is linear in the suit features and whose standard deviation is log-linear in the
mean. It is fitted by penalised maximum likelihood (ridge) to double-dummy tricks of random deals, see
`benchmarks.fitting.training_sample`. The same seed gives the same weights.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
import sys
import time
from collections.abc import Sequence
from typing import Final

import numpy as np
from benchmarks.fitting.training_sample import GAMES, Sample, draw_sample
from numpy.typing import NDArray

from whistsolve.encoding import strain_code
from whistsolve.evaluation.hand_evaluator import (
    INTERCEPT,
    REFERENCE_PREDICTION,
    Evaluator,
    Weights,
    kind_of,
    normal_cdf,
)
from whistsolve.evaluation.suit_features import (
    BEST_FIRST,
    NO_TRUMP_FEATURES,
    SIDE_FEATURES,
    TRUMP_FEATURES,
    plain_suit_features,
    suit_patterns,
    trump_features,
)
from whistsolve.rules import Rules
from whistsolve.values.strains import STRAINS

SEED: Final = 20261122
DEALS: Final = 17_000


def _both_kinds(rules: Rules) -> tuple[str, str]:
    """The kinds of weights of a game with a trump suit and without."""
    return kind_of(rules, no_trump=False), kind_of(rules, no_trump=True)


_IS_NO_TRUMP: Final = np.array([strain.is_no_trump for strain in STRAINS])
#: Kinds of weights, each a regression on its own rows.
KINDS: Final = tuple(dict.fromkeys(kind for rules, _ in GAMES.values() for kind in _both_kinds(rules)))
_JOKERS: Final = np.array([rules.jokers for rules, _ in GAMES.values()])
#: One row of so many is held out, to score the weights fitted to the others.
_HELD_OUT: Final = 5
#: Ridge penalty of a coefficient in tricks: shrinks features that are rare in the sample toward 0.
_RIDGE: Final = 5.0
#: Quadratic penalties that shrink the logarithm of the residual standard deviation toward log 2, and its
#: decay toward 0, so that a few rows determine them too.
_SHAPE_RIDGE: Final = np.array([2.0, 40.0])
_PRIOR_SHAPE: Final = np.array([math.log(2), 0.0])
_MOST_ITERATIONS: Final = 40
#: Convergence: no parameter changes by this much between two iterations; coefficients are in tricks.
_TOLERANCE: Final = 1e-5


def fit(sample: Sample) -> dict[str, Weights]:
    """The weights of greatest penalised likelihood; the same sample gives the same.

    Coefficients of high cards are constrained not to be negative, so that a better card never lowers a
    prediction: the feature with the most negative one is dropped until there is none.

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
    """Bias, root mean square error, log score and coverage on a held-out sample: lines of text.

    The log score is the mean natural logarithm of the probability of the outcome. In brackets stand the
    figures of the marginal distribution of the sample, which knows no cards. Coverage is the share of
    outcomes within the central 80 per cent interval. Kinds that the sample has no rows of are left out.
    """
    evaluator = Evaluator(weights)
    lines = [f"{'kind':<23} rows   bias   rmse (marginal)   log score (marginal)   coverage of 80%"]
    for kind in KINDS:
        rows = sample.where(_kinds_of(sample) == kind)
        if not len(rows):
            continue
        predicted = distributions_of(evaluator, rows)
        tricks = rows.tricks.astype(np.int64)
        error = predicted @ np.arange(predicted.shape[1]) - tricks
        marginal = np.bincount(tricks, minlength=predicted.shape[1]) / len(tricks)
        log_score = np.log(predicted[np.arange(len(tricks)), tricks]).mean()
        marginal_score = np.log(marginal[tricks]).mean()
        lines.append(
            f"{kind:<23}{len(rows):5}{error.mean():+7.2f}{np.sqrt((error**2).mean()):7.2f}"
            f" ({tricks.std():.2f}){log_score:14.3f} ({marginal_score:.3f})"
            f"{_coverage(predicted, tricks):19.3f}"
        )
    return lines


def distributions_of(evaluator: Evaluator, rows: Sample) -> NDArray[np.float64]:
    """The distribution predicted for each row in its own strain and game: float64, shape (rows, 17)."""
    found = np.zeros((len(rows), 1 + max(rules.dealt_hand_size for rules, _ in GAMES.values())))
    for game, (rules, _) in enumerate(GAMES.values()):
        some = np.nonzero(rows.games == game)[0]
        if some.size:
            predicted = evaluator.distributions(rows.hands[some], STRAINS, rules)
            found[some, : predicted.shape[2]] = predicted[np.arange(some.size), rows.strains[some]]
    return found


def _coverage(predicted: NDArray[np.float64], tricks: NDArray[np.int64]) -> float:
    """How often tricks lie between the 10 % and the 90 % quantile.

    An outcome that a quantile cuts in two counts by the share of its probability that is inside: the expected
    coverage under the randomised probability integral transform.
    """
    rows = np.arange(len(tricks))
    upper = predicted.cumsum(axis=1)[rows, tricks]
    lower = upper - predicted[rows, tricks]
    inside = np.clip(np.minimum(upper, 0.9) - np.maximum(lower, 0.1), 0, None)
    return float((inside / (upper - lower)).mean())


def _kinds_of(sample: Sample) -> NDArray[np.str_]:
    """The kind of each row."""
    kinds = np.array([_both_kinds(rules) for rules, _ in GAMES.values()])
    found: NDArray[np.str_] = kinds[sample.games, _IS_NO_TRUMP[sample.strains].astype(np.intp)]
    return found


def _features(rows: Sample, kind: str) -> tuple[NDArray[np.float64], tuple[str, ...]]:
    """The design matrix of the rows of a kind, and the names of its columns."""
    codes = np.array([strain_code(strain) for strain in STRAINS])[rows.strains]
    patterns = suit_patterns(rows.hands)
    best_first = BEST_FIRST[codes[:, 1], patterns[:4]].astype(np.int64)
    plain = plain_suit_features()[best_first]
    in_deck = _JOKERS[rows.games]
    intercept = np.column_stack([np.ones(len(rows)), in_deck])
    jokers = patterns[4].astype(np.int64)
    if kind.startswith("no_trump"):
        held = (jokers & 1) + (jokers >> 1)
        columns, names = [intercept, plain.sum(axis=0), held], [*INTERCEPT, *NO_TRUMP_FEATURES, "joker"]
        if kind.startswith("no_trump_high"):
            columns, names = [*columns, jokers >> 1], [*names, "the best joker"]
        return np.column_stack(columns).astype(np.float64), tuple(names)
    is_side = codes[:, 0] != np.arange(4)[:, np.newaxis]
    side = (plain[:, :, : len(SIDE_FEATURES)] * is_side[:, :, np.newaxis]).sum(axis=0)
    own = best_first[codes[:, 0], np.arange(len(rows))] << 2 | (jokers & 1) << 1 | jokers >> 1
    trumps = np.zeros((len(rows), len(TRUMP_FEATURES)), dtype=np.int64)
    for each in range(3):
        some = in_deck == each
        trumps[some] = trump_features(each)[own[some]]
    return np.column_stack([intercept, trumps, side]).astype(np.float64), (
        *INTERCEPT,
        *TRUMP_FEATURES,
        *SIDE_FEATURES,
    )


def _fit_kind(
    features: NDArray[np.float64], names: tuple[str, ...], tricks: NDArray[np.int64], most: int
) -> Weights:
    """The regression of one kind, by backward elimination of high cards with negative coefficients."""
    kept = np.ones(len(names), dtype=np.bool_)
    # The constant is not shrunk; the tiny penalty only keeps the matrix regular.
    penalties = np.array([1e-6 if name == INTERCEPT[0] else _RIDGE for name in names])
    never_negative = np.array(["best" in name for name in names])
    while True:
        estimates, residual_sd, sd_decay = _maximum_likelihood(
            features[:, kept], penalties[kept], tricks, most
        )
        coefficients = np.zeros(len(names))
        coefficients[kept] = estimates
        worst = np.where(never_negative, coefficients, 0).argmin()
        if not (never_negative[worst] and coefficients[worst] < 0):
            break
        kept[worst] = False
    hundredths = {name: round(100 * float(each)) for name, each in zip(names, coefficients, strict=True)}
    return Weights(hundredths, round(residual_sd, 3), round(sd_decay, 3))


def _maximum_likelihood(
    features: NDArray[np.float64], penalties: NDArray[np.float64], tricks: NDArray[np.int64], most: int
) -> tuple[NDArray[np.float64], float, float]:
    """Coefficients in tricks, residual standard deviation and decay of greatest penalised likelihood.

    Starts from the ridge regression (Hoerl and Kennard 1970) of the tricks themselves; then coordinate ascent
    by blocks, one Newton step for the coefficients and one for the two parameters of the standard deviation.
    """
    ridge = np.diag(penalties)
    coefficients = np.linalg.solve(features.T @ features + ridge, features.T @ tricks.astype(float)).astype(
        float
    )
    shape = _PRIOR_SHAPE
    for _ in range(_MOST_ITERATIONS):
        score, information = _score_and_information(features @ coefficients, shape, tricks, most)
        step = np.linalg.solve(
            (features.T * information) @ features + ridge, features.T @ score - ridge @ coefficients
        )
        coefficients = coefficients + step
        next_shape = _newton_step_of_shape(features @ coefficients, shape, tricks, most)
        converged = max(abs(step).max(), abs(next_shape - shape).max()) < _TOLERANCE
        shape = next_shape
        if converged:
            break
    residual_sd = math.exp(shape[0] - shape[1] * (REFERENCE_PREDICTION - tricks.mean()))
    return coefficients, residual_sd, float(shape[1])


def _standardised_bounds(
    predictions: NDArray[np.float64], shape: NDArray[np.float64], tricks: NDArray[np.int64], most: int
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Ends of the interval that rounds to the tricks of each row, in standard deviations, and the latter.

    `shape` is the logarithm of the standard deviation where the prediction is the mean of all tricks, and its
    decay for each trick more. Centred so, the two are nearly uncorrelated, and a few rows of any game do.
    """
    deviation = np.exp(shape[0] - shape[1] * (predictions - tricks.mean()))
    low = np.where(tricks == 0, -40.0, (tricks - 0.5 - predictions) / deviation)
    high = np.where(tricks == most, 40.0, (tricks + 0.5 - predictions) / deviation)
    return low, high, deviation


def _interval_probability(low: NDArray[np.float64], high: NDArray[np.float64]) -> NDArray[np.float64]:
    """The probability that a standard normal variable lies between, kept above 0 for its logarithm."""
    return np.maximum(normal_cdf(high) - normal_cdf(low), 1e-12)


def _score_and_information(
    predictions: NDArray[np.float64], shape: NDArray[np.float64], tricks: NDArray[np.int64], most: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """First and negative second derivative of each row's log likelihood by its prediction."""
    low, high, deviation = _standardised_bounds(predictions, shape, tricks, most)
    probability = _interval_probability(low, high)
    density_low, density_high = (np.exp(-(each**2) / 2) / math.sqrt(2 * math.pi) for each in (low, high))
    score = (density_low - density_high) / probability
    information = (high * density_high - low * density_low) / probability + score**2
    return score / deviation, np.maximum(information, 1e-6) / deviation**2


def _newton_step_of_shape(
    predictions: NDArray[np.float64], shape: NDArray[np.float64], tricks: NDArray[np.int64], most: int
) -> NDArray[np.float64]:
    """The shape after one step of Newton's method, with central differences for derivatives."""

    def log_likelihood(step_0: float, step_1: float) -> float:
        tried = shape + np.array([step_0, step_1])
        low, high, _ = _standardised_bounds(predictions, tried, tricks, most)
        penalty = _SHAPE_RIDGE @ (tried - _PRIOR_SHAPE) ** 2
        return float(np.log(_interval_probability(low, high)).sum() - penalty)

    size = 1e-2
    values = {(i, j): log_likelihood(i * size, j * size) for i in (-1, 0, 1) for j in (-1, 0, 1)}
    gradient = np.array([values[1, 0] - values[-1, 0], values[0, 1] - values[0, -1]]) / (2 * size)
    mixed = (values[1, 1] - values[1, -1] - values[-1, 1] + values[-1, -1]) / 4
    second = [
        values[1, 0] + values[-1, 0] - 2 * values[0, 0],
        values[0, 1] + values[0, -1] - 2 * values[0, 0],
    ]
    hessian = np.array([[second[0], mixed], [mixed, second[1]]]) / size**2
    step: NDArray[np.float64] = np.clip(np.linalg.solve(hessian, -gradient), -0.1, 0.1)
    return shape + step


def _as_json(weights: dict[str, Weights], deals: int, seed: int) -> str:
    """The text of weights.json of `whistsolve.evaluation`."""
    made_by = f"python -m benchmarks.fitting.hand_evaluator --deals {deals} --seed {seed}"
    kinds = {kind: dataclasses.asdict(each) for kind, each in weights.items()}
    return json.dumps({"made by": made_by, "weights": kinds}, indent=1)


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw a sample and fit; print the weights to standard output, held-out errors to standard error."""
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
    print(_as_json(weights, options.deals, options.seed))
    said = [
        f"{len(sample)} rows solved in {drawn - begin:.0f} s, fitted in {time.monotonic() - drawn:.0f} s",
        f"fitted to {int((~held_out).sum())} rows, scored on the others:",
        *report(trial, sample.where(held_out)),
    ]
    print("\n".join(said), file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
