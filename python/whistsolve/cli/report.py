"""``whistsolve report``: what every player lost in the hands of files and folders."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import click

from whistsolve._internal.reading import path_text
from whistsolve.analysis import HandsReport, report_hands
from whistsolve.cli import options
from whistsolve.cli.completion import complete_files
from whistsolve.cli.output import Working, print_answer
from whistsolve.cli.sources import write_text
from whistsolve.errors import Interrupted, NotationError
from whistsolve.runs.sources import played_hands
from whistsolve.show import describe
from whistsolve.show.hands_report import report_page


@options.command(
    """What players lost in many hands: by bid, strain, discard and cards played, with all hands open.

    FILE is a file of hands in PTN, PBN or LIN, or a folder with such files in it or below.
    Players are named by the tags North, East, South and West, or else by their seats. Hands that cannot be
    analysed are listed with the reason: they were not played to the end, or not by the rules.

    OUT is a page of HTML, also for paper, with the totals that are printed and every hand. Rules are
    those that a hand names, or with its jokers. After an interrupt, what was done is written and printed.
    """,
    "whistsolve report hand.ptn",
    "whistsolve report hands/ -o club.html --csv club.csv",
)
@click.argument("sources", metavar="FILE...", nargs=-1, required=True, shell_complete=complete_files)
@options.file("-o", "--output", "page", metavar="OUT", help="Page of HTML to write.")
@options.file("--csv", "table_file", help="Table to write: a row for each player of each hand.")
@options.rules
@options.json()
def report(
    sources: tuple[str, ...],
    page: str | None,
    table_file: str | None,
    rules: options.RulesOptions,
    as_json: bool,
) -> None:
    rules.or_default()  # its errors are not those of a hand
    hands = list(played_hands(map(Path, sources)))
    places = {id(hand): place for place, hand in hands}
    given: dict[str, Any] = {"sources": [place for place, _ in hands]}
    given["rules"] = lambda hand: rules.for_hand(hand, places.get(id(hand), ""))
    early: Interrupted[HandsReport] | None = None
    try:
        with Working("hands") as working:
            found = report_hands([hand for _, hand in hands], progress=working, **given)
    except Interrupted as interrupted:
        early, found = interrupted, interrupted.partial
    if found.hands:
        if page is not None:
            title = path_text(", ".join(Path(each).resolve().name for each in sources))
            write_text(page, report_page(found, title))
        if table_file is not None:
            text, rows = io.StringIO(), found.to_dicts()
            cells = [map(_as_text, row.values()) for row in rows]
            csv.writer(text, lineterminator="\n").writerows([rows[0], *cells])
            write_text(table_file, text.getvalue())
        print_answer(as_json, found.as_dict(), describe(found))
    if early is not None:
        raise early
    if not found.hands:
        first = [f"; {place}: {reason}" for _, place, reason in found.refused[:1]]
        raise NotationError(f"none of {len(hands)} hands can be analysed{''.join(first)}")


def _as_text(cell: object) -> object:
    """A cell of a CSV file, with an apostrophe before text that a spreadsheet would take for a formula."""
    is_formula = isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r"))
    return f"'{cell}" if is_formula else cell
