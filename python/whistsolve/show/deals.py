"""Deals as diagrams."""

from __future__ import annotations

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from whistsolve.show.glyphs import Glyphs, glyphs_for
from whistsolve.values import Deal, Hand, Suit, seat_name

__all__ = ["DealDiagram"]

_SUITS = tuple(reversed(Suit))


class DealDiagram:
    """A deal for people: four hands round a table, other numbers one below the other.

    Parameters
    ----------
    deal : Deal
    kitty : str
        What the cards out of the hands are called.
    """

    def __init__(self, deal: Deal, *, kitty: str = "kitty") -> None:
        self._deal = deal
        self._kitty = kitty

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        glyphs = glyphs_for(options)
        yield self._compass(glyphs) if self._deal.seats == 4 else self._list(glyphs)
        if self._deal.kitty is not None and self._deal.seats == 4:
            yield Text.assemble(f"{self._kitty}: ", glyphs.cards(self._deal.kitty))

    def _compass(self, glyphs: Glyphs) -> RenderableType:
        north, east, south, west = (_column(hand, seat, glyphs) for seat, hand in enumerate(self._deal.hands))
        table = Table.grid(padding=(0, 3))
        for _ in range(3):
            table.add_column(no_wrap=True)
        table.add_row("", north, "")
        table.add_row(west, "", east)
        table.add_row("", south, "")
        return table

    def _list(self, glyphs: Glyphs) -> RenderableType:
        rows = [(seat_name(seat, self._deal.seats), hand) for seat, hand in enumerate(self._deal.hands)]
        if self._deal.kitty is not None:
            rows.append((self._kitty, self._deal.kitty))
        has_jokers = any(hand.jokers for _, hand in rows)
        table = Table.grid(padding=(0, 2))
        for _ in range(6 if has_jokers else 5):
            table.add_column(no_wrap=True)
        for name, hand in rows:
            suits = [_suit_line(hand, suit, glyphs) for suit in _SUITS]
            table.add_row(Text(name, style="bold"), *suits, *([_jokers(hand)] if has_jokers else []))
        return table


def _column(hand: Hand, seat: int, glyphs: Glyphs) -> RenderableType:
    lines = [Text(seat_name(seat, 4), style="bold")]
    lines += [_suit_line(hand, suit, glyphs) for suit in _SUITS]
    if hand.jokers:
        lines.append(_jokers(hand))
    return Group(*lines)


def _suit_line(hand: Hand, suit: Suit, glyphs: Glyphs) -> Text:
    return Text.assemble(glyphs.suit(suit), " ", glyphs.ranks(hand, suit))


def _jokers(hand: Hand) -> Text:
    return Text(" ".join(map(str, hand.jokers)))
