"""Calibration of the chances of `evaluate_cards`, and coverage of its intervals, as markdown.

``python benchmarks/strength/card_calibration.py`` plays random deals: of all contracts that a player at the
lead gives a chance of 30 %, do some 30 % come home when four such players play on? `card_forecasts` asks and
plays, `reliability` has the statistics. ``--resume FILE`` appends results to a file and skips what it has.
"""

from __future__ import annotations

import argparse
import functools
import statistics
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

# Run as a file it finds its neighbours, and the package of this checkout or the installed one.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.speed.sections import markdown_table
from benchmarks.strength.card_forecasts import MOMENTS, Played, Setup, Stated, play_deal, read_played
from benchmarks.strength.predictions import Estimate, refusal
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
from benchmarks.strength.result_files import add_line, keep_results, read_lines

from whistsolve.players.processes import in_processes
from whistsolve.rules import PRESETS, Rules

__all__ = ["main", "report"]

_SIDES: Final = ("declarer's side", "defenders")
_LEADS: Final = ("first lead", *(f"after trick {number}" for number in MOMENTS[1:]))
#: Rows of the table of coverage.
_COVERED: Final = ("chance to make", "- of the best card", "- hardly varies", "tricks", "- for the best card")
#: Chances of the reference nearer to 0 or 1 are listed apart.
_VARIES: Final = (0.02, 0.98)


def report(setup: Setup, results: Iterable[Played]) -> str:
    """The tables of all results so far, as markdown."""
    done = sorted(results, key=lambda each: each.number)
    rows = [(each, stated) for each in done for stated in each.stated]
    if not rows:
        return "Nothing is known yet.\n"
    played = [each for each in done if each.made is not None]
    forecasts = [_forecast(each, stated) for each, stated in rows]
    pairs = list(zip(rows, forecasts, strict=True))
    made = statistics.fmean(bool(each.made) for each in played)
    seconds = statistics.fmean(each.seconds for each in done)
    head = (
        f"Chances to make: {len(played):,} deals of {setup.preset}, {made:.1%} made, seed {setup.seed};"
        f" {setup.samples} layouts a forecast, {setup.table_samples} a card at the table; {seconds:.2f} s a"
        " deal.\n\n"
    )
    by_bin = [(BINS[bin_of(each.stated)], each) for each in forecasts]
    by_lead = [(_lead(stated), each) for (_, stated), each in pairs]
    alike = [("all", each) for each in forecasts]
    by_side = [(_side(stated), each) for (_, stated), each in pairs]
    both = [(f"{_side(stated)}, {_lead(stated)}", each) for (_, stated), each in pairs]
    names = [f"{side}, {lead}" for side in _SIDES for lead in _LEADS]
    parts = [
        reliability_table("stated", by_bin, BINS, "forecasts"),
        reliability_table("at", by_lead, _LEADS, "forecasts"),
        reliability_table("by", [*by_side, *alike], (*_SIDES, "all"), "forecasts"),
        reliability_table("by, at", both, names, "forecasts"),
        _scores([*by_side, *by_lead, *alike]),
        _tricks(rows),
    ]
    if any(each.estimates for each in done):
        parts.append(_coverage(setup, done))
    return head + "\n".join(parts)


def _forecast(played: Played, stated: Stated) -> Forecast:
    return Forecast(played.number, stated.make, bool(played.made))


def _lead(stated: Stated) -> str:
    return _LEADS[MOMENTS.index(stated.tricks_before)]


def _side(stated: Stated) -> str:
    return _SIDES[not stated.declares]


def _scores(rows: Sequence[tuple[str, Forecast]]) -> str:
    """Brier scores and their parts, by who states and when."""
    lines = []
    for name in (*_SIDES, *_LEADS, "all"):
        some = [each for key, each in rows if key == name]
        if some:
            parts = brier_parts([each.stated for each in some], [each.came for each in some])
            numbers = parts.score, parts.reliability, parts.resolution, parts.uncertainty, parts.within
            lines.append([name, *(f"{number:.4f}" for number in numbers)])
    head = ["forecasts", "Brier score", "reliability", "resolution", "uncertainty", "within bins"]
    return markdown_table(head, lines)


def _tricks(rows: Sequence[tuple[Played, Stated]]) -> str:
    """Tricks that the player's side still wins, stated and won."""
    lines = []
    for side in _SIDES:
        for lead in _LEADS:
            some = [(each, stated) for each, stated in rows if (_side(stated), _lead(stated)) == (side, lead)]
            if some:
                deals = [each.number for each, _ in some]
                mean, off = mean_interval(deals, [stated.tricks - stated.tricks_came for _, stated in some])
                said = statistics.fmean(stated.tricks for _, stated in some)
                came = statistics.fmean(stated.tricks_came for _, stated in some)
                numbers = f"{said:.2f}", f"{came:.2f}", off_by(mean, off, 2)
                lines.append([f"{side}, {lead}", f"{len(some):,}", *numbers])
    return markdown_table(["tricks to come", "forecasts", "stated", "won", "too high by"], lines)


def _coverage(setup: Setup, done: Sequence[Played]) -> str:
    """How often intervals hold the estimates from more layouts."""
    rows = ((name, each.number, row) for each in done for row in each.estimates for name in _names(row))
    many = sum(bool(each.estimates) for each in done)
    return (
        f"95 % intervals, of every card at one lead of {many:,} deals; the reference is from"
        f" {setup.samples * setup.reference} other layouts.\n\n"
    ) + coverage_table(rows, _COVERED)


def _names(row: Estimate) -> list[str]:
    """The rows of the table that an interval counts in."""
    make, make_best, rare, tricks, tricks_best = _COVERED
    if row.what == "tricks":
        return [tricks, *[tricks_best] * row.best] if row.reference_error else []
    low, high = _VARIES
    return [make, *[make_best] * row.best] if low < row.reference < high else [rare]


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
    results: dict[int, Played] = {}
    try:
        setup = Setup(
            options.preset, options.seed, options.samples, options.table_samples, options.reference,
            options.checked,
        )  # fmt: skip
        if options.resume is not None:
            lines = read_lines(options.resume, asdict(setup))
            results = {each.number: each for each in map(read_played, lines) if each.number < options.deals}
    except (OSError, ValueError) as error:
        parser.error(str(error))
    tasks = [number for number in range(options.deals) if number not in results]

    def keep(result: Played) -> None:
        results[result.number] = result
        if options.resume is not None:
            add_line(options.resume, asdict(result))

    found = in_processes(functools.partial(play_deal, setup), tasks, options.processes)
    status = keep_results(found, keep, lambda: f"{len(results)} of {options.deals} deals")
    print(report(setup, results.values()), end="", flush=True)
    return status


def _parser() -> argparse.ArgumentParser:
    defaults = Setup()
    games = [name for name in PRESETS if refusal(Rules.preset(name)) is None]
    parser = argparse.ArgumentParser(description="Calibration of the chances of evaluate_cards.")
    add = parser.add_argument
    add("--deals", type=int, default=2000, help="how many are played [2000]")
    add("--samples", type=int, default=defaults.samples, help=f"layouts a forecast [{defaults.samples}]")
    add("--table-samples", type=int, default=defaults.table_samples, help="layouts a card at the table [8]")
    add("--checked", type=int, default=defaults.checked, help="deals with intervals checked [400]")
    add("--reference", type=int, default=defaults.reference, help="times as many layouts there [8]")
    add("--preset", default=defaults.preset, help=f"of the rules: {', '.join(games)} [{defaults.preset}]")
    add("--seed", type=int, default=defaults.seed, help=f"of deals and layouts [{defaults.seed}]")
    add("--processes", type=int, default=1, help="that share the deals [1]")
    add("--resume", type=Path, metavar="FILE", help="append results to FILE; skip what it has")
    return parser


if __name__ == "__main__":
    sys.exit(main())
