"""What the solver found, as tables and lines. The numbers come from the results; none is made here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from whistsolve.show.glyphs import Glyphs, glyphs_for
from whistsolve.values import Card, Hand, Strain

if TYPE_CHECKING:
    from whistsolve.solving import Solution, TrickTable

__all__ = [
    "BEST_PLAY",
    "NOT_EXACT",
    "CardTricks",
    "Facts",
    "Part",
    "SolutionLines",
    "TrickGrid",
    "parts_text",
    "tricks_of",
]

#: What every number here supposes.
BEST_PLAY = "both sides' best play, all hands open"

#: What is said of bounds.
NOT_EXACT = "not exact: the limit was reached"

#: What a line of facts is put together from.
Part: TypeAlias = str | Strain | Card | Hand | tuple[Card, ...]

_LEADER = "leader"
#: Blanks between columns.
_GAP = 2


class TrickGrid:
    """A trick table: a row for each leader, a column for each strain.

    Columns that do not fit into the console's width follow below the others.

    Parameters
    ----------
    table : TrickTable
    """

    def __init__(self, table: TrickTable) -> None:
        self._table = table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        glyphs = glyphs_for(options)
        heads = {strain: glyphs.strain(strain) for strain in self._table.strains}
        widest = max(map(len, heads.values()))
        if not self._table.exact:
            cells = zip(self._table.low.flat, self._table.high.flat, strict=True)
            widest = max(widest, *(len(_span(int(low), int(high))) for low, high in cells))
        per_block = max(1, (options.max_width - len(_LEADER)) // (_GAP + widest))
        strains = list(heads)
        for start in range(0, len(strains), per_block):
            block = strains[start : start + per_block]
            grid = Table.grid(padding=(0, _GAP, 0, 0))
            grid.add_column(style="bold", no_wrap=True)
            for _ in block:
                grid.add_column(justify="right", no_wrap=True)
            grid.add_row(_LEADER, *(heads[strain] for strain in block))
            for leader in self._table.leaders:
                grid.add_row(leader, *(_span(*self._table.bounds(leader, strain)) for strain in block))
            yield grid
        limit = "" if self._table.exact else f" ({NOT_EXACT})"
        yield Text(f"tricks of the leader's side{limit}; {BEST_PLAY}", style="dim")


class CardTricks:
    """The tricks that each legal card leads to, best for the declarer's side first.

    Parameters
    ----------
    cards : mapping from Card to (int, int)
        As `card_bounds` gives them; cards with the same tricks are shown in its order, the cheapest first.
    seat : str
        Who is to play.
    side : str
        Whose tricks they are.
    """

    def __init__(
        self, cards: Mapping[Card, tuple[int, int]], *, seat: str, side: str = "the declarer's side"
    ) -> None:
        self._cards = cards
        self._seat = seat
        self._side = side

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        glyphs = glyphs_for(options)
        grid = Table.grid(padding=(0, _GAP, 0, 0))
        grid.add_column(justify="right", no_wrap=True)
        grid.add_column()
        grid.add_row(Text("tricks", style="bold"), Text(f"if {self._seat} plays", style="bold"))
        for tricks in sorted(set(self._cards.values()), reverse=True):
            same = [card for card, value in self._cards.items() if value == tricks]
            grid.add_row(_span(*tricks), glyphs.cards_in_order(same))
        yield grid
        limit = "" if all(low == high for low, high in self._cards.values()) else f" ({NOT_EXACT})"
        yield Text(f"tricks of {self._side}, this one counted{limit}; {BEST_PLAY}", style="dim")


class Facts:
    """Lines of a label and what stands behind it; strains and cards are shown with symbols where possible.

    Parameters
    ----------
    lines : sequence of (str, parts)
        A part is text, a Strain, a Card, several cards as a Hand, or as a tuple where their order matters.
    """

    def __init__(self, lines: Sequence[tuple[str, Sequence[Part]]]) -> None:
        self._lines = lines

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        glyphs = glyphs_for(options)
        grid = Table.grid(padding=(0, 2))
        grid.add_column(style="bold", no_wrap=True)
        grid.add_column()
        for label, parts in self._lines:
            grid.add_row(label, parts_text(parts, glyphs))
        yield grid


class SolutionLines:
    """A solution in a few lines.

    Parameters
    ----------
    solution : Solution
    strain : Strain
    leader : str
        Who leads first.
    side : str
        Who the declarer's side is, such as ``N-S``.
    """

    def __init__(self, solution: Solution, *, strain: Strain, leader: str, side: str) -> None:
        self._solution = solution
        self._strain = strain
        self._leader = leader
        self._side = side

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        solution = self._solution
        number = _span(solution.low, solution.high, " to ")
        limit = "" if solution.exact else f"{NOT_EXACT}; "
        lines: list[tuple[str, Sequence[str | Strain]]] = [
            ("strain", [self._strain, f", {self._leader} leads first"]),
            ("tricks", [f"{number} for the declarer's side, {self._side} ({limit}{BEST_PLAY})"]),
        ]
        if solution.won:
            lines.append(("won before", [str(solution.won)]))
        if solution.kitty_books:
            before = solution.won + solution.kitty_books
            books = _span(before + solution.low, before + solution.high, " to ")
            lines.append(("books", [f"{books} with the kitty's"]))
        yield Facts(lines)


def tricks_of(low: float, high: float) -> str:
    """A number of tricks or its bounds, in words: ``1 trick``, ``6.5 tricks``, ``6 to 8 tricks``."""
    return f"{_span(low, high, ' to ')} {'trick' if high == 1 else 'tricks'}"


def parts_text(parts: Iterable[Part], glyphs: Glyphs) -> Text:
    """Parts of a line one after another."""
    return Text.assemble(*(_shown(part, glyphs) for part in parts))


def _shown(part: Part, glyphs: Glyphs) -> Text:
    if isinstance(part, Strain):
        return glyphs.strain(part)
    if isinstance(part, Card):
        return glyphs.card(part)
    if isinstance(part, tuple):
        return glyphs.cards_in_order(part)
    return glyphs.cards(part) if isinstance(part, Hand) else Text(part)


def _span(low: float, high: float, between: str = "-") -> str:
    return f"{low:.4g}" if low == high else f"{low:.4g}{between}{high:.4g}"
