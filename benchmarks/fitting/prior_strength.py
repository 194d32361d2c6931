"""Fits the prior strength of `evaluate_bids`, and measures the winner's curse, on solved layouts.

``python -m benchmarks.fitting.prior_strength`` asks in random deals, as `benchmarks.strength.predictions`
does, from 16 layouts and from 48 others: each of the two samples is the test of the other. The strength has
the highest likelihood of the bids made in the layouts (beta-binomial model), in deals of even numbers; the
others say what the best call was stated to bring, and what it brought in layouts that had no part in it.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import numpy as np
from benchmarks.strength.predictions import Question, Setup
from benchmarks.strength.reliability import mean_interval

from whistsolve.bidding.bid_sampler import BidSampler
from whistsolve.bidding.request import BidRequest, SimulationOptions
from whistsolve.bidding.shrinkage import PRIOR_STRENGTH, posterior_mean
from whistsolve.game.auction.calls import Bid

__all__ = ["SEED", "main"]

#: Seed of the deals, other than those of every other fit and test.
SEED: Final = 20270601
#: Layouts of the two samples.
_SIZES: Final = (16, 48)
#: How near to 0 and 1 a prior is taken to be.
_LEAST: Final = 1e-3


def ask(setup: Setup, number: int) -> list[dict[str, Any]]:
    """Rows of one deal: of each call the prior, the mean of one sample and that of the other."""
    question = Question(setup, number)
    calls = [call for _, call in question.auction.calls]
    request = BidRequest.read(question.hand, question.rules, question.seat, question.dealer, calls, (0, 0))
    samplers = []
    for size in _SIZES:
        options = SimulationOptions.read(
            samples=size, seed=question.stream(size), discards=setup.discards, threads=1, memory_mb=32
        )
        samplers.append(BidSampler(request, options))
        samplers[-1].sample(size)
    return [
        {"deal": number, "layouts": size, **row}
        for size, sampler, other in zip(_SIZES, samplers, samplers[::-1], strict=True)
        for row in _rows(sampler, other)
    ]


def _rows(sampler: BidSampler, other: BidSampler) -> list[dict[str, Any]]:
    """Each call with the strain that one sample names, in both samples."""
    known = sampler._values().own
    prior = sampler._prior_sampler()
    assert prior is not None
    if not set(sampler._indices) <= set(other._indices):
        return []  # seldom: one sample has left out a strain as far behind, by another prior
    found = []
    several = (prior, sampler, other)
    tricks = [each._in_strains(known, sampler) for each in several]
    payoffs = [each._payoffs_by_call(own.__getitem__) for each, own in zip(several, tricks, strict=True)]
    for index, call in enumerate(sampler._calls):
        row: dict[str, Any] = {"call": str(call)}
        for name, of, own, paid in zip(("prior", "mean", "fresh"), several, tricks, payoffs, strict=True):
            points, wins, _ = paid[index].T
            made = None
            if isinstance(call, Bid):
                made = of.statistics.mean(own[call].chances @ of._table.made[call.level])[0]
            row[name] = [made, of.statistics.mean(points)[0], of.statistics.mean(wins)[0]]
        row["size"] = sampler.statistics.effective_sample_size
        found.append(row)
    return found


def fit(rows: Sequence[dict[str, Any]]) -> float:
    """The strength of the highest likelihood of how many layouts are made, in a beta-binomial model."""
    bids = [row for row in rows if row["mean"][0] is not None]
    grid = np.exp(np.linspace(0, np.log(1000), 200))
    return float(grid[int(np.argmax([sum(_log_likelihood(row, each) for row in bids) for each in grid]))])


def _log_likelihood(row: dict[str, Any], strength: float) -> float:
    """Of one bid, less what does not depend on the strength."""
    prior = min(max(row["prior"][0], _LEAST), 1 - _LEAST)
    number, made = row["size"], row["mean"][0] * row["size"]
    a, b = strength * prior, strength * (1 - prior)
    before, after = math.lgamma(a) + math.lgamma(b), math.lgamma(a + made) + math.lgamma(b + number - made)
    return after - before + math.lgamma(strength) - math.lgamma(strength + number)


def _difference(row: dict[str, Any], what: int, strength: float) -> float:
    """Stated less fresh."""
    mean, prior = row["mean"][what], row["prior"][what]
    return posterior_mean(mean, prior, strength, row["size"]) - float(row["fresh"][what])


def curse(rows: Sequence[dict[str, Any]], what: int, strength: float) -> tuple[float, float]:
    """Stated less fresh of the best call of each deal: mean, and half its 95 % interval."""
    deals: dict[int, list[dict[str, Any]]] = {}
    for row in rows:
        deals.setdefault(row["deal"], []).append(row)
    best = [
        max(some, key=lambda row: posterior_mean(row["mean"][2], row["prior"][2], strength, row["size"]))
        for some in deals.values()
    ]
    return mean_interval([row["deal"] for row in best], [_difference(row, what, strength) for row in best])


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit, and print the strengths and the winner's curse before and after."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fitting.prior_strength", description=__doc__)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--discards", choices=("sampled", "heuristic"), default="heuristic")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--json", type=Path, help="of every row; read again where it exists")
    options = parser.parse_args(arguments)
    setup = Setup(seed=options.seed, samples=max(_SIZES), discards=options.discards)
    rows: list[dict[str, Any]] = []
    if options.json is not None and options.json.exists():
        rows = [json.loads(line) for line in options.json.read_text("utf-8").splitlines()]
    else:
        with get_context("spawn").Pool(options.processes) as pool:
            for some in pool.imap(partial(ask, setup), range(options.deals)):
                rows += some
                if options.json is not None:
                    with options.json.open("a", encoding="utf-8") as file:
                        file.writelines(json.dumps(row) + "\n" for row in some)
    for size in _SIZES:
        some = [row for row in rows if row["layouts"] == size]
        fitted, fresh = ([row for row in some if row["deal"] % 2 == odd] for odd in (0, 1))
        print(f"{size} layouts, {len(some)} calls: strength {fit(fitted):.0f}")
        for what, name in ((1, "points"), (2, "chance to win")):
            for strength in (0.0, PRIOR_STRENGTH):
                mean, off = curse(fresh, what, strength)
                print(
                    f"  {name} of the best call, strength {strength:.0f}: too high by {mean:+.3f} ± {off:.3f}"
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
