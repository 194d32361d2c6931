"""Fits the weights of `TablePlay`; ``python -m benchmarks.fitting.table_play FILE`` prints them.

The file is one of `benchmarks.strength.table_tricks`: double-dummy tricks and tricks at the table. Tricks
that are nearly certain of the declarer's cards with the kitty (`certain_of`) are not at stake. A multinomial
logit model of the others (`TableWeights`) is fitted by penalised maximum likelihood; the difference between
trumps and no-trump is shrunk toward nothing (ridge). How likely the tricks are in deals that had no part in
the fit, in five folds, says whether it is better than simpler and richer models.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
from benchmarks.speed.sections import markdown_table
from benchmarks.strength.reliability import mean_interval
from benchmarks.strength.table_tricks import Played, Setup, read_played
from numpy.typing import NDArray

from whistsolve.dealing import random_deals
from whistsolve.equity.payoffs import ScoreTable
from whistsolve.evaluation.suit_features import certain_of
from whistsolve.evaluation.table_play import TablePlay, TableWeights, table_features
from whistsolve.rules import Rules
from whistsolve.values import Strain

#: Precisions of the normal priors of the weights, which are about 0: of those that all strains share, and of
#: the difference between two kinds of strains. The second expects one of 0.3 or less.
_SHARED_RIDGE: Final = 0.1
_KIND_RIDGE: Final = 11.0
#: Features that `table_features` gives.
_FEATURES: Final = 4
#: Deals are held out in so many parts, one after another.
_FOLDS: Final = 5
#: Newton steps at most; the likelihood is concave, and so few suffice.
_STEPS: Final = 30
#: Rounding error of a log-likelihood, and of the weights.
_NEARLY: Final = 1e-9

_Matrix: TypeAlias = NDArray[np.float64]
#: Features of some contracts: float64, shape (contracts, tricks + 1, features), not a number where so few
#: tricks are impossible; and the ridge of each.
_Design: TypeAlias = tuple[_Matrix, _Matrix]


def design(rows: Sequence[Played], rules: Rules) -> _Design:
    """The features of the packaged model: those of every strain, and what no-trump has more than trumps."""
    of_all = _one_for_all(rows, rules, certain(rows, rules))
    return _with_kind(of_all, [_is_no_trump(row) for row in rows])


def certain(rows: Sequence[Played], rules: Rules) -> list[int]:
    """The tricks of each contract that are not at stake: none that a player threw away all the same."""
    found = []
    for row in rows:
        deal = random_deals(1, row.seed, rules, first=row.deal)[0]
        held = np.array([deal[row.declarer] | deal[-1]], dtype=np.uint64)
        sure = int(certain_of(held, Strain.of(row.strain), rules, leads=True, nearly=True)[0])
        found.append(min(sure, row.double_dummy, row.tricks))
    return found


def _one_for_all(rows: Sequence[Played], rules: Rules, sure: Sequence[int]) -> _Design:
    tricks = ScoreTable.of(rules).tricks
    features = np.full((len(rows), tricks + 1, _FEATURES), np.nan)
    for each, row, number in zip(features, rows, sure, strict=True):
        at_stake = max(tricks - number, 1)
        each[tricks - at_stake :] = table_features(at_stake)[row.double_dummy - tricks + at_stake]
    return features, np.full(_FEATURES, _SHARED_RIDGE)


def _is_no_trump(row: Played) -> bool:
    return Strain.of(row.strain).is_no_trump


def _with_kind(of_all: _Design, kind: Sequence[bool]) -> _Design:
    """And the first features again, with half of the weight for rows of a kind and against it for others."""
    features, ridge = of_all
    sign = np.where(np.array(kind), 0.5, -0.5)[:, np.newaxis, np.newaxis]
    more = sign * features[:, :, :_FEATURES]
    return np.concatenate([features, more], axis=2), np.append(ridge, np.full(_FEATURES, _KIND_RIDGE))


def log_chances(features: _Matrix, weights: _Matrix) -> _Matrix:
    """Logarithms of the chance of each number of tricks: float64, shape (contracts, tricks + 1)."""
    powers = features @ weights
    powers = np.where(np.isnan(powers), -np.inf, powers)
    powers = powers - powers.max(axis=1, keepdims=True)
    found: _Matrix = powers - np.log(np.exp(powers).sum(axis=1, keepdims=True))
    return found


def fit(features: _Matrix, ridge: _Matrix, tricks: NDArray[np.intp]) -> _Matrix:
    """The weights of the highest penalised likelihood, by Newton's method.

    Parameters
    ----------
    features : ndarray
        float64, shape (contracts, tricks + 1, features).
    ridge : ndarray
        float64, shape (features,): the precision of the prior of each weight.
    tricks : ndarray
        intp, shape (contracts,): at the table.
    """
    number = np.arange(len(tricks))
    given = np.nan_to_num(features)

    def objective(weights: _Matrix) -> float:
        likelihood = log_chances(features, weights)[number, tricks].sum()
        return float(likelihood - 0.5 * (ridge * weights**2).sum())

    weights = np.zeros(features.shape[2])
    observed = given[number, tricks].sum(axis=0)
    for _ in range(_STEPS):
        chances = np.exp(log_chances(features, weights))
        means = np.einsum("nt,ntf->nf", chances, given)
        slope = observed - means.sum(axis=0) - ridge * weights
        rooted = (given * np.sqrt(chances)[:, :, np.newaxis]).reshape(-1, features.shape[2])
        curvature = rooted.T @ rooted - means.T @ means
        step = np.linalg.solve(curvature + np.diag(ridge), slope)
        while objective(weights + step) < objective(weights) - _NEARLY:
            step = step / 2  # far from the maximum a whole step may go beyond it
        weights = weights + step
        if np.abs(step).max() < _NEARLY:
            break
    return weights


def fit_weights(rows: Sequence[Played], rules: Rules) -> dict[str, TableWeights]:
    """The weights of trumps and of no-trump."""
    features, ridge = design(rows, rules)
    shared, more = fit(features, ridge, _taken(rows)).reshape(2, _FEATURES)
    return {
        "trump": TableWeights(*(shared - more / 2).round(4).tolist()),
        "no_trump": TableWeights(*(shared + more / 2).round(4).tolist()),
    }


def _taken(rows: Sequence[Played]) -> NDArray[np.intp]:
    return np.array([row.tricks for row in rows], dtype=np.intp)


# ---------------------------------------------------------------------------------------------- the judgement


def _judged(rows: Sequence[Played], setup: Setup) -> str:
    """A table of models: how likely the tricks of held-out deals are, and what is said of the contracts."""
    made = ScoreTable.of(setup.rules).made[[row.level for row in rows]]
    rules = setup.rules
    all_features = _one_for_all(rows, rules, certain(rows, rules))
    packaged = design(rows, rules)
    downtown = [Strain.of(row.strain).ranking != "uptown" for row in rows]
    models: dict[str, _Design] = {
        "double dummy, and any other number alike": (all_features[0][:, :, 3:], np.full(1, _SHARED_RIDGE)),
        "one shift and spread": (all_features[0][:, :, [0, 2]], np.full(2, _SHARED_RIDGE)),
        "one for all strains": all_features,
        "all tricks at stake": _with_kind(
            _one_for_all(rows, rules, [0] * len(rows)), [_is_no_trump(row) for row in rows]
        ),
        "trumps and no-trump (packaged)": packaged,
        "and uptown and downtown": _with_kind(packaged, downtown),
        "and whether the contract is made": (
            np.concatenate([packaged[0], made[:, :, np.newaxis].astype(np.float64)], axis=2),
            np.append(packaged[1], _KIND_RIDGE),
        ),
    }
    taken, deals = _taken(rows), np.array([row.deal for row in rows])
    found = {name: _held_out(each, taken, deals) for name, each in models.items()}
    reference = found["trumps and no-trump (packaged)"]
    came = made[np.arange(len(rows)), taken].astype(np.float64)
    lines = []
    for name, chances in found.items():
        logs = np.log(chances[np.arange(len(rows)), taken])
        than = logs - np.log(reference[np.arange(len(rows)), taken])
        mean, off = mean_interval(deals.tolist(), than.tolist())
        stated = (chances * made).sum(axis=1)
        more = "" if chances is reference else f"{mean:+.4f} ± {off:.4f}"
        brier = float(((stated - came) ** 2).mean())
        lines.append(
            [name, f"{logs.mean():.4f}", more, f"{stated.mean():.1%}", f"{came.mean():.1%}", f"{brier:.4f}"]
        )
    titles = [
        "model",
        "log-likelihood a contract",
        "more than packaged",
        "made: stated",
        "came",
        "Brier score",
    ]
    return markdown_table(titles, lines)


def _held_out(each: _Design, taken: NDArray[np.intp], deals: NDArray[np.intp]) -> _Matrix:
    """The chances of every number of tricks by weights that were fitted to other deals."""
    features, ridge = each
    chances = np.empty(features.shape[:2])
    for fold in range(_FOLDS):
        out = deals % _FOLDS == fold
        chances[out] = np.exp(log_chances(features[out], fit(features[~out], ridge, taken[~out])))
    return chances


def _shown(weights: dict[str, TableWeights], tricks: int) -> str:
    """Mean and standard deviation of the difference by double-dummy tricks."""
    play = TablePlay(weights)
    lines = []
    for number in range(tricks + 1):
        line = [str(number)]
        for no_trump in (False, True):
            line.append(f"{play.mean(no_trump, tricks)[number] - number:+.2f}")
            line.append(f"{play.standard_deviation(no_trump, tricks)[number]:.2f}")
        lines.append(line)
    titles = ["double dummy", "trumps: more", "standard deviation", "no-trump: more", "standard deviation"]
    return markdown_table(titles, lines)


def _source(weights: dict[str, TableWeights], setup: Setup, rows: Sequence[Played]) -> str:
    """What `whistsolve.evaluation.table_play` says of its weights."""
    deals = len({row.deal for row in rows})
    return "\n".join(
        [
            f"# Fitted to {len(rows):,} contracts in {deals:,} deals of {setup.preset}, seed {setup.seed},",
            f"# that four {setup.player!r} sampling players played.",
            *(f'"{kind}": TableWeights{tuple(each.as_array().tolist())},' for kind, each in weights.items()),
        ]
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit; print the weights to standard output, held-out figures to standard error."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fitting.table_play", description=main.__doc__)
    parser.add_argument("file", type=Path, help="of benchmarks.strength.table_tricks")
    options = parser.parse_args(arguments)
    try:
        setup, found = read_played(options.file)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    rows = [row for row in found if row.declarer >= 0]
    if len({row.deal % _FOLDS for row in rows}) < _FOLDS:
        parser.error(f"{options.file} has {len(rows)} contracts: expected some of every fold of the deals")
    tricks = ScoreTable.of(setup.rules).tricks
    weights = fit_weights(rows, setup.rules)
    print(_source(weights, setup, rows))
    print(_judged(rows, setup), _shown(weights, tricks), sep="\n", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
