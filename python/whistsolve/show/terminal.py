"""Views as text: in colour on a terminal, with symbols if the encoding allows. Nothing is truncated."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import IO, Final

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from whistsolve._internal.reading import printable
from whistsolve.show.diagram import Diagram
from whistsolve.show.document import (
    Bar,
    Block,
    Content,
    Facts,
    Line,
    Shaded,
    Style,
    Styled,
    Table,
    View,
    blocks_of,
    runs_of,
)
from whistsolve.values import Card, Hand, Strain, Suit

#: Width if there is no screen, so large that nothing is wrapped.
_UNBOUNDED: Final = 1000
_Console: Final = partial(Console, markup=False, emoji=False, highlight=False, force_jupyter=False)
#: Blanks between columns.
_GAP: Final = 2
_STYLES: Final[dict[Style, str]] = {
    "bold": "bold",
    "dim": "dim",
    "title": "bold underline",
    "best": "green",
    "loss": "bold yellow",
}


def to_text(*views: View, width: int | None = None, ascii_only: bool = False) -> str:
    """Views as plain text, wrapped to a width if given; ``ascii_only`` writes symbols as letters."""
    stream = io.StringIO()
    # Plain in notebooks too, and where the environment asks for colour.
    console = _Console(file=stream, width=width or _UNBOUNDED, force_terminal=False)
    _print(console, views, ascii_only)
    return "".join(line.rstrip() + "\n" for line in stream.getvalue().splitlines())


def show(stream: IO[str], *views: View) -> None:
    console = console_for(stream)
    if console.is_terminal:
        _print(console, views, console.options.ascii_only)
    else:
        stream.write(to_text(*views, ascii_only=console.options.ascii_only))


def console_for(stream: IO[str]) -> Console:
    """A console on a stream that prints text as it is, without interpreting markup."""
    return _Console(file=stream)


def _print(console: Console, views: Sequence[View], ascii_only: bool) -> None:
    glyphs = Glyphs(symbols=not ascii_only)
    for block in blocks_of(*views):
        for renderable in _rendered(block, glyphs, console.width):
            console.print(renderable)


def _rendered(block: Block, glyphs: Glyphs, width: int) -> Iterator[RenderableType]:
    if isinstance(block, Line):
        line = _text(block.content, glyphs)
        line.style = "" if block.style is None else _STYLES[block.style]
        yield Padding(line, (0, 0, 0, block.indent)) if block.indent else line
    elif isinstance(block, Facts):
        grid = Grid.grid(padding=(0, _GAP))
        grid.add_column(style="bold", no_wrap=True)
        grid.add_column()
        for label, content in block.lines:
            grid.add_row(_plain(label), _text(content, glyphs))
        yield grid
    elif isinstance(block, Table):
        yield from _grids(block, glyphs, width - block.indent)
    else:
        yield _compass(block, glyphs) if len(block.hands) == 4 else _list(block, glyphs)
        if len(block.hands) == 4 and block.middle is not None:
            yield Text.assemble(f"{block.middle_name}: ", glyphs.cards(block.middle))


def _plain(text: str, style: str = "") -> Text:
    """Text on its lines, with escapes for what would command the terminal, as names in files may."""
    return Text("\n".join(map(printable, text.split("\n"))), style)


def _text(content: Content, glyphs: Glyphs) -> Text:
    if isinstance(content, (Strain, Suit)):
        return glyphs.strain(content) if isinstance(content, Strain) else glyphs.suit(content)
    if isinstance(content, Card):
        return glyphs.cards([content])
    if isinstance(content, (str, Shaded)):
        return _plain(content if isinstance(content, str) else content.text)
    if isinstance(content, Bar):
        return Text()
    if isinstance(content, Styled):
        inside = _text(content.content, glyphs)
        inside.stylize_before(_STYLES[content.style])
        return inside
    if isinstance(content, Hand):
        return glyphs.cards(content)
    return Text.assemble(*(_text(part, glyphs) for part in content))


# Tables.


def _grids(table: Table, glyphs: Glyphs, width: int) -> Iterator[RenderableType]:
    """The columns of a table in grids that fit into the width, each with the first column on its left."""
    rows = [*([table.heads] if table.heads else []), *table.rows]
    columns = [[_text(row[at], glyphs) for row in rows] for at in range(len(rows[0]) if rows else 0)]
    widths = [max(cell.cell_len for cell in column) for column in columns]
    shown = [at for at in range(1, len(columns)) if widths[at]]
    if sum(widths) + _GAP * len(shown) > width and table.narrow:
        shown = list(table.narrow)
    for number, block in enumerate(_blocks(shown, widths, width)):
        if number:
            yield Text()
        grid = Grid.grid(padding=(0, _GAP, 0, 0), pad_edge=False)
        for at in (0, *block):
            grid.add_column(style="" if at else "bold", justify=table.side(at), overflow="fold")
        for index in range(len(rows)):
            number_of_row = index - bool(table.heads)
            style = "bold" if number_of_row < 0 else "green" if number_of_row in table.best else ""
            grid.add_row(*(columns[at][index] for at in (0, *block)), style=style)
        yield Padding(grid, (0, 0, 0, table.indent)) if table.indent else grid


def _blocks(shown: Sequence[int], widths: Sequence[int], width: int) -> Iterator[list[int]]:
    """Groups of as many columns as fit beside the first, which is folded if it is very wide."""
    first = min(widths[0], width // 2) if widths else 0
    block: list[int] = []
    used = first
    for at in shown:
        if block and used + _GAP + widths[at] > width:
            yield block
            block, used = [], first
        block.append(at)
        used += _GAP + widths[at]
    if block or widths:
        yield block


# Diagrams.


def _compass(diagram: Diagram, glyphs: Glyphs) -> RenderableType:
    north, east, south, west = (_column(diagram, seat, glyphs) for seat in range(4))
    grid = Grid.grid(padding=(0, 3))
    for _ in range(3):
        grid.add_column(no_wrap=True)
    grid.add_row("", north, "")
    grid.add_row(west, "", east)
    grid.add_row("", south, "")
    return grid


def _column(diagram: Diagram, seat: int, glyphs: Glyphs) -> RenderableType:
    lines, held = [_plain(diagram.names[seat], "bold")], diagram.hands[seat]
    if held is None:
        return Group(*lines, Text(diagram.size_text(seat)))
    lines += [glyphs.holding(held, suit) for suit in reversed(Suit)]
    return Group(*lines, *([Text(" ".join(map(str, held.jokers)))] if held.jokers else []))


def _list(diagram: Diagram, glyphs: Glyphs) -> RenderableType:
    rows = list(zip(diagram.names, diagram.hands, strict=True))
    if diagram.middle is not None:
        rows.append((diagram.middle_name, diagram.middle))
    has_jokers = any(hand is not None and hand.jokers for _, hand in rows)
    grid = Grid.grid(padding=(0, _GAP))
    for _ in range(6 if has_jokers else 5):
        grid.add_column(no_wrap=True)
    for seat, (name, hand) in enumerate(rows):
        if hand is None:
            grid.add_row(_plain(name, "bold"), diagram.size_text(seat))
            continue
        jokers = [" ".join(map(str, hand.jokers))] if has_jokers else []
        suits = [glyphs.holding(hand, suit) for suit in reversed(Suit)]
        grid.add_row(_plain(name, "bold"), *suits, *jokers)
    return grid


#: Red suits are shown in red; the others in the colour of the text.
_RED_SUITS = {Suit.HEARTS: "red", Suit.DIAMONDS: "red"}


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One way to write suits and rankings: symbols and arrows, or letters and ``+ - ~``."""

    symbols: bool

    def suit(self, suit: Suit) -> Text:
        """``♠`` or ``S``."""
        return Text(suit.symbol if self.symbols else suit.letter, style=_RED_SUITS.get(suit, ""))

    def strain(self, strain: Strain) -> Text:
        """``♠↑`` or ``S+``, ``NT↓`` or ``NT-``."""
        mark = strain.symbol[-1] if self.symbols else str(strain)[-1]
        trump = Text("NT") if strain.is_no_trump else self.suit(Suit.of(strain.trump))
        return Text.assemble(trump, mark)

    def holding(self, hand: Hand, suit: Suit) -> Text:
        """A suit and its ranks, in uptown order, best first; a dash for a void."""
        ranks = "".join(str(card)[1] for card in hand.of_suit(suit)) or ("—" if self.symbols else "-")
        return Text.assemble(self.suit(suit), " ", ranks)

    def cards(self, cards: Iterable[Card]) -> Text:
        """``♦2 ♠3A BJ`` or ``D2 S3A BJ``."""
        return Text(" ").join(
            Text(text) if suit is None else Text.assemble(self.suit(suit), (text, _RED_SUITS.get(suit, "")))
            for suit, text in runs_of(cards)
        )
