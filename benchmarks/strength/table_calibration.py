"""Chances of ``evaluate_bids(play="table")`` against what four sampling players then take, as markdown.

``python -m benchmarks.strength.table_calibration`` asks in fresh deals as `calibration` does, states the
chances of two bids, the best one and any other, and has the real deal played in each: the seat bids it, the
others pass, and all play by what they see. Deals of the seed that the correction is fitted to are refused.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Literal

# Run as a file it finds its neighbours, and the package of this checkout or the installed one.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.speed.sections import markdown_table
from benchmarks.strength.predictions import Discards, Question
from benchmarks.strength.predictions import Setup as AskedSetup
from benchmarks.strength.reliability import brier_parts, mean_interval, share
from benchmarks.strength.result_files import add_line, keep_results
from benchmarks.strength.table_tricks import PLAYERS, SEED, Played, Wanted, kind_of_strain, play_out
from benchmarks.strength.table_tricks import Setup as PlayedSetup

from whistsolve.bidding import evaluate_bids
from whistsolve.bidding.reports.bid_report import BidReport, BidRow
from whistsolve.game import Bid
from whistsolve.players.processes import in_processes
from whistsolve.values import Strain

__all__ = ["Setup", "Stated", "ask", "main", "report"]

_MEMORY_MB: Final = 32
#: The stream of the seed of a deal that its layouts are drawn from.
_LAYOUTS: Final = 6


@dataclass(frozen=True, slots=True)
class Setup:
    """The settings of a run: rules, seed, layouts of a question, discards in them, and who plays the cards.

    Raises
    ------
    ValueError
        Where one is wrong, or the seed is that of the fit.
    """

    preset: str = "bid_whist"
    seed: int = 20270806
    samples: int = 48
    discards: Discards = "heuristic"
    player: str = next(iter(PLAYERS))

    def __post_init__(self) -> None:
        if self.seed == SEED:
            raise ValueError(f"seed {self.seed} is wrong: the correction is fitted to its deals")
        self.played()
        self.asked()

    def played(self) -> PlayedSetup:
        """The settings of the play."""
        return PlayedSetup(self.preset, self.seed, self.player)

    def asked(self) -> AskedSetup:
        """The settings of the questions."""
        return AskedSetup(self.preset, self.seed, self.samples, self.discards)


@dataclass(frozen=True, slots=True)
class Stated:
    """A stated chance to make a bid at the table, and what came of it.

    Attributes
    ----------
    deal : int
    best : bool
        Whether it is of the best call, or of any other bid.
    level, strain : int, str
        Of the bid, and what was named.
    at_table, double_dummy : float
        Chances to make it as stated with either play; the second in the strain that is named there.
    played : Played
        The real deal in this contract.
    """

    deal: int
    best: bool
    level: int
    strain: str
    at_table: float
    double_dummy: float
    played: Played


def ask(task: tuple[Setup, int]) -> list[Stated]:
    """Two bids of one deal, or one where there is no other, stated and played."""
    setup, number = task
    question = Question(setup.asked(), number)
    at_table, double_dummy = _report(question, setup, "table"), _report(question, setup, "double_dummy")
    bids = [index for index, row in enumerate(at_table.rows) if isinstance(row.call, Bid)]
    if not bids:
        return []
    best = max(bids, key=lambda index: at_table.rows[index].value)
    others = [index for index in bids if index != best]
    chosen = [best, *others[int(question.draw.random() * len(others)) :][:1]]
    found = []
    for index in chosen:
        row, other = at_table.rows[index], double_dummy.rows[index]
        assert isinstance(row.call, Bid) and row.strain is not None and row.make is not None
        assert other.make is not None
        played = _played(setup, question, row, number)
        head = number, index == best, row.call.level, str(row.strain)
        found.append(Stated(*head, row.make, other.make, played))
    return found


def _report(question: Question, setup: Setup, play: Literal["table", "double_dummy"]) -> BidReport:
    return evaluate_bids(
        question.hand, rules=question.rules, seat=question.seat, dealer=question.dealer,
        calls=[call for _, call in question.auction.calls], samples=setup.samples,
        discards=setup.discards, seed=question.stream(_LAYOUTS), threads=1, memory_mb=_MEMORY_MB, play=play,
    )  # fmt: skip


def _played(setup: Setup, question: Question, row: BidRow, number: int) -> Played:
    """The real deal, in which the seat wins the auction with a bid after the calls so far."""
    assert isinstance(row.call, Bid) and row.strain is not None
    calls = tuple(call for _, call in question.auction.calls)
    wanted = Wanted(question.seat, row.strain, row.call.level, (*calls, row.call))
    return play_out(setup.played(), number, question.deal[0], question.dealer, wanted)


# ------------------------------------------------------------------------------------------------ the tables


def report(setup: Setup, rows: Sequence[Stated]) -> str:
    """Reliability of the stated chances, of both kinds, and Brier scores."""
    if not rows:
        return "Nothing is known yet.\n"
    deals = len({row.deal for row in rows})
    head = (
        f"{len(rows):,} bids in {deals:,} deals of {setup.preset}, seed {setup.seed}; {setup.samples}"
        f" layouts, discards {setup.discards}; played by {setup.player}.\n\n"
    )
    tenths = {f"{10 * low}-{10 * low + 10}%": low for low in range(10)}
    groups = {
        name: [row for row in rows if min(int(10 * row.at_table), 9) == low] for name, low in tenths.items()
    }
    more: dict[str, list[Stated]] = {}
    for row in rows:
        for name in ("best bids" if row.best else "other bids", kind_of_strain(Strain.of(row.strain))):
            more.setdefault(name, []).append(row)
    by_level = {f"bids of {level}": [row for row in rows if row.level == level] for level in range(14)}
    parts = [
        _table("stated at the table", groups),
        _table("bids", {**dict(sorted(more.items())), **by_level, "all": list(rows)}),
        _scores(rows),
    ]
    return head + "\n".join(parts)


def _table(title: str, groups: dict[str, list[Stated]]) -> str:
    lines = []
    for name, some in groups.items():
        if not some:
            continue
        deals, made = [row.deal for row in some], [row.played.made for row in some]
        came, low, high = share(deals, made)
        off = [row.at_table - row.played.made for row in some]
        mean, half = mean_interval(deals, off)
        stated = [
            statistics.fmean(getattr(row, what) for row in some) for what in ("at_table", "double_dummy")
        ]
        numbers = *(f"{each:.1%}" for each in stated), f"{came:.1%}", f"{100 * low:.1f}-{100 * high:.1f}%"
        lines.append([name, f"{len(some):,}", *numbers, f"{100 * mean:+.1f} ± {100 * half:.1f}"])
    return markdown_table(
        [title, "bids", "stated at the table", "double dummy", "made", "95 %", "too high by"], lines
    )


def _scores(rows: Sequence[Stated]) -> str:
    made, deals = [row.played.made for row in rows], [row.deal for row in rows]
    lines = []
    for name, what in (("table", "at_table"), ("double dummy", "double_dummy")):
        forecasts = [getattr(row, what) for row in rows]
        parts = brier_parts(forecasts, made)
        numbers = parts.score, parts.reliability, parts.resolution, parts.uncertainty
        worse = [
            (forecast - came) ** 2 - (row.at_table - came) ** 2
            for forecast, came, row in zip(forecasts, made, rows, strict=True)
        ]
        mean, half = mean_interval(deals, worse)
        line = "" if what == "at_table" else f"{mean:+.4f} ± {half:.4f}"
        lines.append([name, *(f"{number:.4f}" for number in numbers), line])
    return markdown_table(
        ["play", "Brier score", "reliability", "resolution", "uncertainty", "worse by"], lines
    )


# ----------------------------------------------------------------------------------------------- the command


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask and play, print the tables, and return the exit status: 130 after an interrupt."""
    parser = _parser()
    options = parser.parse_args(arguments)
    done: dict[int, list[Stated]] = {}
    try:
        setup = Setup(options.preset, options.seed, options.samples, options.discards, options.player)
        if options.json is not None:
            done = _read(options.json, setup)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    tasks = [(setup, number) for number in range(options.deals) if number not in done]

    def keep(result: tuple[int, list[Stated]]) -> None:
        number, found = result
        done[number] = found
        if options.json is not None:
            add_line(options.json, [number, [asdict(each) for each in found]])

    found = in_processes(_ask_task, tasks, options.processes)
    status = keep_results(found, keep, lambda: f"{len(done)} of {options.deals} deals")
    wanted = sorted(number for number in done if number < options.deals)
    print(report(setup, [each for number in wanted for each in done[number]]), end="", flush=True)
    return status


def _ask_task(task: tuple[Setup, int]) -> tuple[int, list[Stated]]:
    return task[1], ask(task)


def _read(path: Path, setup: Setup) -> dict[int, list[Stated]]:
    """The results in a file, by deal; the file is made where it does not exist."""
    head = json.dumps({"setup": asdict(setup)})
    text = path.read_text("utf-8") if path.exists() else ""
    whole = text[: text.rfind("\n") + 1] or head + "\n"  # without a line that was not written to its end
    if whole != text:
        path.write_text(whole, "utf-8")
    first, *lines = whole.splitlines()
    if first != head:
        raise ValueError(f"{path} has results of something else: {first[:200]}; expected {head}")
    found = {}
    for line in lines:
        number, rows = json.loads(line)
        found[number] = [Stated(**{**row, "played": Played(**row["played"])}) for row in rows]
    return found


def _parser() -> argparse.ArgumentParser:
    defaults = Setup()
    parser = argparse.ArgumentParser(description="Calibration of the chances of evaluate_bids at the table.")
    add = parser.add_argument
    add("--deals", type=int, default=2000, help="with two bids each [2000]")
    add("--samples", type=int, default=defaults.samples, help=f"layouts of a question [{defaults.samples}]")
    add(
        "--discards",
        choices=("heuristic", "sampled", "estimated"),
        default=defaults.discards,
        help="[heuristic]",
    )
    add("--preset", default=defaults.preset, help=f"of the rules [{defaults.preset}]")
    add("--seed", type=int, default=defaults.seed, help=f"of deals, calls and layouts [{defaults.seed}]")
    add("--player", choices=list(PLAYERS), default=defaults.player, help=f"of the cards [{defaults.player}]")
    add("--processes", type=int, default=1, help="that share the deals [1]")
    add("--json", type=Path, metavar="FILE", help="append results to FILE; skip what it has")
    return parser


if __name__ == "__main__":
    sys.exit(main())
