"""Calibration of the probabilities of `evaluate_bids`, and coverage of its intervals, as markdown.

``python benchmarks/strength/calibration.py`` evaluates the calls of fresh random deals and plays every bid
out with the real cards: of all bids forecast at 30 %, are some 30 % made? Then it evaluates them again with
many more layouts: do the intervals from few cover those estimates? `predictions` makes the forecasts,
`reliability` has the statistics.
"""

from __future__ import annotations

import argparse
import functools
import statistics
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final, TypeAlias, get_args

# Run as a file it finds its neighbours, and the package of this checkout or the installed one.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.long_runs import add_run_options, finished, positive
from benchmarks.speed.sections import markdown_table
from benchmarks.strength.predictions import (
    Answer,
    Asked,
    Check,
    Discards,
    Estimate,
    Prediction,
    Setup,
    ask,
    refusal,
)
from benchmarks.strength.reliability import (
    BINS,
    Forecast,
    bin_of,
    brier_parts,
    coverage_table,
    mean_interval,
    off_by,
    reliability_table,
)

from whistsolve.rules import PRESETS, Rules

#: Bids made in a smaller or a larger share of the reference's layouts are listed apart.
_VARIES: Final = (0.02, 0.98)
#: The number of a deal, and a prediction in it.
_Numbered: TypeAlias = tuple[int, Prediction]
#: Rows of the table of coverage.
_COVERED: Final = (
    "chance to make",
    "- same strain named",
    "- best call",
    "- hardly varies",
    "points",
    "- of the best call",
    "chance to win",
    "- by the best call",
)

# ------------------------------------------------------------------------------------------------ the tables


def report(setup: Setup, results: Iterable[Answer | Check]) -> str:
    """The tables of all results so far, as markdown."""
    done = sorted(results, key=lambda each: each.number)
    answers = [each for each in done if isinstance(each, Answer)]
    checks = [each for each in done if isinstance(each, Check)]
    parts = [_chances(setup, answers)] if any(each.predictions for each in answers) else []
    if checks:
        parts.append(_coverage(setup, checks))
    return "\n".join(parts) or "Nothing is known yet.\n"


def _head(setup: Setup, what: str, discards: Discards, done: Sequence[Answer | Check]) -> str:
    layouts = statistics.fmean(each.samples for each in done)
    seconds = statistics.fmean(each.seconds for each in done)
    return (
        f"{what}: {len(done):,} deals of {setup.preset}, seed {setup.seed}; discards {discards}, "
        f"up to {setup.samples} layouts, {layouts:.1f} on average; {seconds:.2f} s a deal.\n\n"
    )


def _chances(setup: Setup, answers: Sequence[Answer]) -> str:
    """Reliability tables of the probabilities to make."""
    rows = [(answer, each) for answer in answers for each in answer.predictions]
    pairs = [(answer.number, each) for answer, each in rows]
    stated = [(BINS[bin_of(pair[1].stated)], pair) for pair in pairs]
    bids = [(name, pair) for pair in pairs for name in _kinds(pair[1])]
    calls = [(f"after {len(answer.calls)}", (answer.number, each)) for answer, each in rows]
    levels = [f"{level} {kind}" for level in range(14) for kind in ("suit", "no-trump")]
    parts = [
        _grouped("stated", stated, BINS),
        _scores(pairs),
        _grouped("bid", bids, (*levels, "any suit", "any no-trump", "all")),
        _grouped("other calls", calls, [f"after {number}" for number in range(setup.rules.players)]),
        _best_calls(answers),
    ]
    return _head(setup, "Chances to make", setup.discards, answers) + "\n".join(parts)


def _kinds(each: Prediction) -> tuple[str, str, str]:
    kind = "no-trump" if each.no_trump else "suit"
    return f"{each.level} {kind}", f"any {kind}", "all"


def _grouped(head: str, rows: Iterable[tuple[str, _Numbered]], names: Sequence[str]) -> str:
    """A reliability table: a row for each group that has predictions."""
    found = ((name, Forecast(number, each.stated, each.made)) for name, (number, each) in rows)
    return reliability_table(head, found, names)


def _scores(pairs: Sequence[_Numbered]) -> str:
    """Brier scores, with those of simpler forecasts for comparison."""
    deals, rows = [number for number, _ in pairs], [each for _, each in pairs]
    made = [each.made for each in rows]
    levels: dict[int, list[bool]] = {}
    for each in rows:
        levels.setdefault(each.level, []).append(each.made)
    base_rates = {level: statistics.fmean(some) for level, some in levels.items()}
    stated = [each.stated for each in rows]
    lines = []
    for name, forecasts in (
        ("evaluate_bids", stated),
        ("the evaluator alone", [each.quick for each in rows]),
        ("the share of each number made", [base_rates[each.level] for each in rows]),
    ):
        parts = brier_parts(forecasts, made)
        more = [
            (other - true) ** 2 - (own - true) ** 2
            for other, own, true in zip(forecasts, stated, made, strict=True)
        ]
        mean, off = mean_interval(deals, more)
        numbers = parts.score, parts.reliability, parts.resolution, parts.uncertainty, parts.within
        worse = "" if forecasts is stated else off_by(mean, off, 4)
        lines.append([name, *(f"{number:.4f}" for number in numbers), worse])
    head = ["forecast", "Brier score", "reliability", "resolution", "uncertainty", "within bins", "worse by"]
    chance = statistics.fmean(each.error**2 for each in rows)
    return (
        markdown_table(head, lines)
        + f"\nMonte Carlo error of the forecasts accounts for {chance:.4f} of the first score.\n"
    )


def _best_calls(answers: Sequence[Answer]) -> str:
    """Forecasts and outcomes of the best calls."""
    pairs = [("points", each.number, each.best.points, each.best.points_came) for each in answers]
    for each in answers:
        if each.best.win is not None and each.best.win_came is not None:
            pairs.append(("chance to win", each.number, each.best.win, each.best.win_came))
    lines = []
    for name in dict.fromkeys(pair[0] for pair in pairs):
        some = [pair[1:] for pair in pairs if pair[0] == name]
        stated, came = (statistics.fmean(pair[column] for pair in some) for column in (1, 2))
        mean, off = mean_interval([pair[0] for pair in some], [pair[2] - pair[1] for pair in some])
        lines.append([name, f"{stated:+.3f}", f"{came:+.3f}", off_by(mean, off, 3)])
    return markdown_table(["the best call", "stated", "came", "more came"], lines)


def _coverage(setup: Setup, checks: Sequence[Check]) -> str:
    """How often intervals cover the estimates from more layouts."""
    rows = ((name, each.number, row) for each in checks for row in each.estimates for name in _names(row))
    return (
        _head(setup, "95 % intervals", setup.coverage_discards, checks)
        + f"The reference is from {setup.samples * setup.reference} other layouts.\n\n"
        + coverage_table(rows, _COVERED)
    )


def _names(row: Estimate) -> list[str]:
    """The rows of the table that an interval counts in."""
    low, high = _VARIES
    make, make_same, make_best, rare, points, points_best, win, win_best = _COVERED
    if row.what == "make":
        if not low < row.reference < high:
            return [rare]
        return [make, *[make_same] * row.same, *[make_best] * row.best]
    if not row.reference_error:
        return []
    return [points, *[points_best] * row.best] if row.what == "points" else [win, *[win_best] * row.best]


# ----------------------------------------------------------------------------------------------- the command


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print the tables, and return the exit status: 130 after an interrupt, with the results so far.

    Parameters
    ----------
    arguments : sequence of str or None
        Of the command line; those of the process where they are left out.
    """
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        setup = Setup(
            options.preset,
            options.seed,
            options.samples,
            options.discards,
            options.coverage_discards,
            options.coverage_deals,
            options.reference,
        )
        work = functools.partial(ask, setup)
        done, status = finished(
            "deals", Asked, work, options.deals, asdict(setup), workers=options.processes, save=options.resume
        )
    except (OSError, ValueError) as error:
        parser.error(str(error))
    results = [each for asked in done for each in (asked.answer, asked.check) if each is not None]
    print(report(setup, results), end="", flush=True)
    return status


def _parser() -> argparse.ArgumentParser:
    defaults = Setup()
    games = [name for name in PRESETS if refusal(Rules.preset(name)) is None]
    kinds = get_args(Discards)
    parser = argparse.ArgumentParser(description="Calibration of the probabilities of evaluate_bids.")
    add = parser.add_argument
    add("--deals", type=positive, default=2000, help="deals with forecasts and outcomes [2000]")
    add("--samples", type=positive, default=defaults.samples, help=f"layouts a forecast [{defaults.samples}]")
    add("--discards", choices=kinds, default=defaults.discards, help=f"of the kitty [{defaults.discards}]")
    add("--coverage-deals", type=int, default=400, help="of the deals, the first so many; 0: none [400]")
    add("--coverage-discards", choices=kinds, default=defaults.coverage_discards, help="[heuristic]")
    add("--reference", type=positive, default=defaults.reference, help="times as many layouts there [8]")
    add("--preset", default=defaults.preset, help=f"of the rules: {', '.join(games)} [{defaults.preset}]")
    add("--seed", type=int, default=defaults.seed, help=f"of deals, calls and layouts [{defaults.seed}]")
    add_run_options(parser)
    return parser


if __name__ == "__main__":
    sys.exit(main())
