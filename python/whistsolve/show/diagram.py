"""Hands as a diagram, and its SVG: four hands round a table, any other number side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Final

from whistsolve.values import Card, Deal, Hand, Suit, seat_name

#: Readable on white and on black.
RED: Final = "#e0413f"
_SUITS: Final = tuple(reversed(Suit))
_SIZE: Final = 15
_LINE: Final = 20
#: Width of a rank. Ranks are placed one by one, so that marks lie under them in any font.
_RANK: Final = 10
_INDENT: Final = 19
_GAP: Final = 26
_EDGE: Final = 8
_FONTS: Final = "ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace"
#: For a picture in a file of its own; inside a page, which has its own colours, `svg:root` matches nothing.
_ALONE: Final = "svg:root{color-scheme:light dark;color:CanvasText}"


@dataclass(frozen=True, slots=True)
class Diagram:
    """Hands, or their sizes if not known, and kitty or discards; ``marks`` are tooltips of marked cards."""

    names: tuple[str, ...]
    hands: tuple[Hand | None, ...]
    sizes: tuple[int, ...]
    middle: Hand | None = None
    middle_name: str = "kitty"
    marks: Mapping[Card, str] = field(default_factory=dict)

    @classmethod
    def of_deal(cls, deal: Deal, middle_name: str = "kitty") -> Diagram:
        names = tuple(seat_name(seat, deal.seats) for seat in range(deal.seats))
        return cls(names, deal.hands, (deal.hand_size,) * deal.seats, deal.kitty, middle_name)

    def size_text(self, seat: int) -> str:
        """The text for a hand whose cards are not known: ``12 cards``."""
        size = self.sizes[seat]
        return "1 card" if size == 1 else f"{size} cards"

    def svg(self) -> str:
        """The picture, for a file or a page. It is as wide as its cards need, but not wider than the page."""
        width, height, inside = self._compass() if len(self.hands) == 4 else self._side_by_side()
        label = escape("; ".join(self._label()))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
            f' height="{height}" role="img" aria-label="{label}" fill="currentColor" font-size="{_SIZE}"'
            f' font-family="{_FONTS}" style="max-width:100%;height:auto"><style>{_ALONE}</style>'
            f"{''.join(inside)}</svg>"
        )

    def _label(self) -> Iterator[str]:
        for seat, held in enumerate(self.hands):
            yield f"{self.names[seat]} {self.size_text(seat) if held is None else held}"
        if self.middle:
            yield f"{self.middle_name} {self.middle}"

    def _compass(self) -> tuple[int, int, list[str]]:
        blocks = [self._lines(seat) for seat in range(4)]
        heap = self._middle_lines()
        widths = [max(map(_width, lines), default=0) for lines in (*blocks, heap)]
        # North, South and the middle share a column.
        left, right = widths[3], widths[1]
        between = max(widths[0], widths[2], widths[4] + _GAP)
        tops = [_EDGE, 0, 0, 0]
        tops[1] = tops[3] = _EDGE + _LINE * len(blocks[0]) + _LINE // 2
        rows = max(len(blocks[1]), len(blocks[3]), len(heap))
        tops[2] = tops[1] + _LINE * rows + _LINE // 2
        column = _EDGE + left + _GAP
        lefts = [column, column + between + _GAP, column, _EDGE]
        inside = [part for seat in range(4) for part in self._drawn(blocks[seat], lefts[seat], tops[seat])]
        if heap:
            inside += self._heap(heap, column, tops[1] + _LINE * (rows - len(heap)) // 2, widths[4])
        width = lefts[1] + right + _EDGE
        return width, tops[2] + _LINE * len(blocks[2]) + _EDGE, inside

    def _lines(self, seat: int) -> list[_Line]:
        """The lines of a hand: its name, its suits, its jokers."""
        held = self.hands[seat]
        lines = [_Line(self.names[seat])]
        if held is None:
            return [*lines, _Line(self.size_text(seat), plain=True)]
        lines += [_Line("", suit, tuple(held.of_suit(suit))) for suit in _SUITS]
        if any(each is not None and each.jokers for each in self.hands):
            lines.append(_Line("", None, tuple(held.jokers), empty=""))
        return lines

    def _middle_lines(self) -> list[_Line]:
        if not self.middle:
            return []
        suits = [_Line("", suit, tuple(held)) for suit in _SUITS if (held := self.middle.of_suit(suit))]
        jokers = [_Line("", None, tuple(self.middle.jokers))] if self.middle.jokers else []
        return [_Line(self.middle_name), *suits, *jokers]

    def _heap(self, lines: list[_Line], left: int, top: int, width: int) -> Iterator[str]:
        yield (
            f'<rect x="{left - 8}" y="{top}" width="{width + 16}" height="{_LINE * len(lines) + 6}" rx="6"'
            ' fill-opacity=".07" stroke="currentColor" stroke-opacity=".35"/>'
        )
        yield from self._drawn(lines, left, top + 2)

    def _drawn(self, lines: Sequence[_Line], left: int, top: int) -> Iterator[str]:
        for index, line in enumerate(lines):
            yield from line.drawn(left, top + _LINE * index + _SIZE, self.marks)

    def _side_by_side(self) -> tuple[int, int, list[str]]:
        blocks, heap = [self._lines(seat) for seat in range(len(self.hands))], self._middle_lines()
        inside: list[str] = []
        left = _EDGE
        for block in blocks:
            inside += self._drawn(block, left, _EDGE)
            left += max(map(_width, block)) + _GAP
        if heap:
            width = max(map(_width, heap))
            inside += self._heap(heap, left, _EDGE, width)
            left += width + _GAP
        rows = max(map(len, [*blocks, heap]))
        return left, _LINE * rows + 2 * _EDGE, inside


@dataclass(frozen=True, slots=True)
class _Line:
    name: str
    suit: Suit | None = None
    cards: tuple[Card, ...] = ()
    empty: str = "—"
    plain: bool = False

    def drawn(self, left: int, below: int, marks: Mapping[Card, str]) -> Iterator[str]:
        """The line as SVG; ``below`` is the y coordinate of its baseline."""
        if self.name:
            weight = "" if self.plain else ' font-weight="bold"'
            yield f'<text x="{left}" y="{below}"{weight}>{escape(self.name)}</text>'
            return
        colour = RED if self.suit in (Suit.HEARTS, Suit.DIAMONDS) else "currentColor"
        if self.suit is not None:
            yield f'<text x="{left}" y="{below}" fill="{colour}">{self.suit.symbol}\ufe0e</text>'
        for start, wide, each in _places(self.cards, left + (_INDENT if self.suit is not None else 0)):
            if each in marks:  # a line too, so that the mark does not depend on colour alone
                x, width = start - 1, wide + 1
                yield (
                    f'<g><title>{escape(marks[each])}</title><rect x="{x}" y="{below - _SIZE + 1}"'
                    f' width="{width}" height="{_SIZE + 3}" fill="#f0a020" fill-opacity=".45"/>'
                    f'<rect x="{x}" y="{below + 2}" width="{width}" height="2" fill="#f0a020"/></g>'
                )
        letters = [(x, str(each)) for x, _, each in _places(self.cards, left)]
        if self.suit is None:
            for x, name in letters:
                yield f'<text x="{x}" y="{below}">{name}</text>'
        else:
            xs = " ".join(str(x + _INDENT) for x, _ in letters) or str(left + _INDENT)
            ranks = "".join(name[1] for _, name in letters) or self.empty
            yield f'<text x="{xs}" y="{below}">{ranks}</text>'


def _places(cards: Sequence[Card], left: int) -> Iterator[tuple[int, int, Card]]:
    """Each card with its x coordinate and its width: jokers have two letters and a blank."""
    for index, card in enumerate(cards):
        wide = 2 * _RANK if card.is_joker else _RANK
        yield left + index * (wide + _RANK if card.is_joker else wide), wide, card


def _width(line: _Line) -> int:
    if line.name:
        return round(_SIZE * 0.62 * len(line.name))
    if line.suit is None:
        return 3 * _RANK * len(line.cards)
    return _INDENT + _RANK * max(1, len(line.cards))
