"""What is shown of any result, described once as blocks, which `terminal` and `html` render."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import groupby
from typing import Final, Literal, TypeAlias

from whistsolve.show.diagram import Diagram
from whistsolve.values import Card, Hand, Strain, Suit

#: ``best`` marks the chosen candidate, ``loss`` what cost tricks or points.
Style: TypeAlias = Literal["bold", "dim", "title", "best", "loss"]


@dataclass(frozen=True, slots=True)
class Styled:
    content: Content
    style: Style


@dataclass(frozen=True, slots=True)
class Bar:
    """A number with its interval: a bar filled up to it if from 0 to 1, else a mark; a terminal has none."""

    value: float
    low: float
    high: float
    least: float = 0.0
    most: float = 1.0


@dataclass(frozen=True, slots=True)
class Shaded:
    """Text on a background of an intensity from 0 to 1, with a tooltip; a terminal shows the text alone."""

    text: str
    share: float
    title: str = ""


Part: TypeAlias = str | Suit | Strain | Card | Hand | Styled | Bar | Shaded
#: A part, or a list of several one after another.
Content: TypeAlias = Part | Sequence[Part]


#: The lines of `Facts`: a label and its content; an empty label continues the line above.
Lines: TypeAlias = list[tuple[str, Content]]


@dataclass(frozen=True, slots=True)
class Line:
    content: Content = ""
    style: Style | None = None
    indent: int = 0


@dataclass(frozen=True, slots=True)
class Facts:
    lines: Sequence[tuple[str, Content]]


@dataclass(frozen=True, slots=True)
class Table:
    """A table whose first column names the rows; on a narrow screen it is repeated beside further columns.

    ``align`` has ``l`` or ``r`` for each column, the last also for further ones; ``best`` the rows to mark;
    ``narrow`` the order of the columns on a narrow screen; ``caption`` the title in HTML.
    """

    rows: Sequence[Sequence[Content]]
    heads: Sequence[Content] = ()
    align: str = "l"
    best: Collection[int] = ()
    narrow: Sequence[int] = ()
    caption: str = ""
    indent: int = 0

    def side(self, column: int) -> Literal["left", "right"]:
        return "right" if self.align[min(column, len(self.align) - 1)] == "r" else "left"


Block: TypeAlias = Line | Facts | Table | Diagram
#: A block or several.
View: TypeAlias = Block | Sequence[Block]

BLANK = Line()


def blocks_of(*views: View) -> Iterator[Block]:
    """The blocks of views, one after another."""
    for view in views:
        if isinstance(view, (Line, Facts, Table, Diagram)):
            yield view
        else:
            yield from view


def runs_of(cards: Iterable[Card]) -> Iterator[tuple[Suit | None, str]]:
    """Cards in the order given, as text; the suit once for consecutive cards of it: ``♦2 ♠3A BJ``."""
    for suit, run in groupby(cards, key=lambda card: card.suit):
        names = list(map(str, run))
        yield suit, " ".join(names) if suit is None else "".join(name[1] for name in names)


def bold(*parts: Part) -> Styled:
    return Styled(parts, "bold")


def dim(text: str) -> Line:
    return Line(text, "dim")


#: The modules of this package with the classes that they describe. The function for a class has its name in
#: snake case: ``trick_table`` describes `TrickTable`. Derived classes are described like their bases.
_DESCRIBED: Final = {
    "advice": "AdviceReport AdviceRow",
    "analysis": "CardValue CardValues ClaimCheck ContractValue ContractVerdict DiscardVerdict Par ParContract"
    " PerfectMoment PlayAnalysis",
    "game": "Auction HandResult HandScore HandState HandView Match PlayedHand Session WhistScore",
    "hands_report": "HandsReport ReportedHand",
    "phrases": "Card Contract Deal Hand Strain Suit",
    "rules": "Rules",
    "solving": "BestDiscard BestLine DealFrame KittyTable PartialBatch Solution TrickFrame TrickTable",
    "statistics": "BatchSummary DealAverage DealCount DealFrequency DealsResult MatchesResult"
    " RoundRobinResult",
}
_MODULE_OF: Final = {name: module for module, names in _DESCRIBED.items() for name in names.split()}


def describe(value: object) -> Sequence[Block]:
    """The blocks that show a value or result; raises `TypeError` if its class is not described."""
    for base in type(value).__mro__:
        if base.__name__ in _MODULE_OF and base.__module__.startswith("whistsolve."):
            module = import_module(f"whistsolve.show.{_MODULE_OF[base.__name__]}")
            function = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", base.__name__).lower()
            blocks: Sequence[Block] = getattr(module, function)(value)
            return blocks
    raise TypeError(f"{type(value).__name__} has no HTML form")
