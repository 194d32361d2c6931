"""The analysis of a played hand: tricks card by card, and who gave what away. No numbers are made here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from whistsolve.show.glyphs import Glyphs, glyphs_for
from whistsolve.show.results import BEST_PLAY, Facts, Part, tricks_of
from whistsolve.values import Hand, seat_name

if TYPE_CHECKING:
    from whistsolve.analysis import CardValue, ContractValue, PlayAnalysis

__all__ = ["PlayTrace"]

_GAP = 2
#: A card that cost its side something.
_LOSS = "bold yellow"


class PlayTrace:
    """A played hand: a row for each trick, its cards in the order played, then what it came to.

    Parameters
    ----------
    analysis : PlayAnalysis
    """

    def __init__(self, analysis: PlayAnalysis) -> None:
        self._analysis = analysis

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        found = self._analysis
        if found.cards:
            yield self._tricks(glyphs_for(options))
            yield Text(
                f"tricks of the declarer's side, {self._named(found.side)}, won and still to win after each"
                f" trick; {BEST_PLAY}",
                style="dim",
            )
            yield Text()
        yield Facts(self._lines())

    def _tricks(self, glyphs: Glyphs) -> Table:
        cards, seats = self._analysis.cards, self._analysis.hand.seats
        grid = Table.grid(padding=(0, _GAP, 0, 0))
        grid.add_column(justify="right", no_wrap=True)
        for _ in range(seats + 1):
            grid.add_column(no_wrap=True)
        grid.add_column(justify="right", no_wrap=True)
        heads = ("trick", "leader", "cards", *[""] * (seats - 1), "tricks")
        grid.add_row(*(Text(head, style="bold") for head in heads))
        for first in range(0, len(cards), seats):
            trick = cards[first : first + seats]
            grid.add_row(
                str(trick[0].trick),
                Text(self._name(trick[0].seat), style="bold"),
                *(_played(card, glyphs) for card in trick),
                *[""] * (seats - len(trick)),
                str(trick[-1].after),
            )
        return grid

    def _lines(self) -> list[tuple[str, Sequence[Part]]]:
        found = self._analysis
        us, them = self._named(found.side), self._named(self._defence())
        lines: list[tuple[str, Sequence[Part]]] = []
        if found.hand.contract is not None:
            contract = found.hand.contract
            by = f" by {self._name(contract.declarer)}"
            lines.append(("contract", [str(contract.level), contract.strain, by]))
        lines += [*self._discard(), ("first loss", self._first_loss())]
        ours, theirs = found.given_by_declarer, found.given_by_defence
        lines.append(
            ("given away", [f"{tricks_of(ours, ours)} by {us}, {tricks_of(theirs, theirs)} by {them}"])
        )
        lines += self._blame()
        discard = "" if found.discard is None else f" - {found.discard.lost} (discard)"
        end = tricks_of(found.end, found.end)
        lines.append(("balance", [f"{found.best}{discard} - {ours} ({us}) + {theirs} ({them}) = {end}"]))
        now = "taken" if found.finished else "to be had with best play from here on"
        so_far = "" if found.finished else f", {found.taken} taken so far"
        lines.append(("", [f"{end} {now}{so_far}"]))
        return lines + self._points()

    def _blame(self) -> list[tuple[str, Sequence[Part]]]:
        """Each seat that gave tricks away, by which cards, and who discarded at a cost; the most first."""
        found = self._analysis
        blamed: list[tuple[int, Sequence[Part]]] = []
        for seat, lost in enumerate(found.given_by_seat):
            cards = [card for card in found.losses if card.seat == seat]
            parts: list[Part] = [f"{self._name(seat)} {tricks_of(lost, lost)}: "]
            for number, card in enumerate(cards):
                parts += [", " if number else "", card.card, f" in trick {card.trick}"]
            if cards:
                blamed.append((lost, parts))
        if found.discard is not None and found.discard.lost:
            cost = tricks_of(found.discard.lost, found.discard.lost)
            blamed.append((found.discard.lost, [f"{self._name(found.discard.seat)} {cost}: the discard"]))
        blamed.sort(key=lambda each: -each[0])
        return [("" if number else "by seat", parts) for number, (_, parts) in enumerate(blamed)]

    def _discard(self) -> list[tuple[str, Sequence[Part]]]:
        discard = self._analysis.discard
        if discard is None:
            return []
        made: list[Part] = [Hand(discard.cards), f" by {self._name(discard.seat)}: "]
        if not discard.lost:
            return [("discard", [*made, f"as good as any, {tricks_of(discard.tricks, discard.tricks)}"])]
        cost = tricks_of(discard.lost, discard.lost)
        return [
            ("discard", [*made, f"costs {cost}, {discard.tricks} in place of {discard.best}"]),
            ("", ["best, among others, is ", Hand(discard.best_cards)]),
        ]

    def _first_loss(self) -> Sequence[Part]:
        card = self._analysis.first_loss
        if card is None:
            return ["none"]
        cost = tricks_of(card.lost, card.lost)
        where = f"trick {card.trick}, {self._name(card.seat)}: "
        return [where, card.card, f" costs {cost}, better ", card.better]

    def _points(self) -> list[tuple[str, Sequence[Part]]]:
        verdict = self._analysis.contract
        if verdict is None:
            return []
        if not verdict.lost:
            said = ": no contract by the same declarer scores more"
            return [("points", [*self._scored(verdict.played), said])]
        lines: list[tuple[str, Sequence[Part]]] = [
            ("points", [*self._scored(verdict.played), f": {verdict.lost} less than the best"])
        ]
        return lines + [("", self._scored(value)) for value in verdict.best]

    def _scored(self, value: ContractValue) -> list[Part]:
        contract = value.contract
        return [
            str(contract.level),
            contract.strain,
            f" {value.points:+d} with {tricks_of(value.tricks, value.tricks)}",
        ]

    def _defence(self) -> list[int]:
        return [seat for seat in range(self._analysis.hand.seats) if seat not in self._analysis.side]

    def _named(self, seats: Iterable[int]) -> str:
        return "-".join(map(self._name, seats))

    def _name(self, seat: int) -> str:
        return seat_name(seat, self._analysis.hand.seats)


def _played(value: CardValue, glyphs: Glyphs) -> Text:
    card = glyphs.card(value.card)
    return Text.assemble(card, (f" (-{value.lost})", _LOSS)) if value.lost else card
