"""What a contract comes to double dummy, and what it came to at the table, in a few lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderResult

from whistsolve.show.results import BEST_PLAY, NOT_EXACT, Facts, Part, tricks_of
from whistsolve.values import Contract

if TYPE_CHECKING:
    from whistsolve.solving import Solution

__all__ = ["ContractLines"]

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True, slots=True)
class ContractLines:
    """A contract with the double-dummy value of its play, as lines of a label and what stands behind it.

    Attributes
    ----------
    contract : Contract
    solution : Solution
    declarer, side : str
        How the declarer's seat is called, and the declarer's side, such as ``N-S``.
    needed : int
        Books that the contract needs.
    after_trick : int
        The trick after which it was solved, 0 for the beginning.
    has_plays : bool
        Whether cards had been played before the position that was solved.
    taken : int
        Tricks of the declarer's side at the table, counted as in the solution.
    played, size : int
        Tricks played at the table, and those of a whole hand.
    """

    contract: Contract
    solution: Solution
    declarer: str
    side: str
    needed: int
    after_trick: int
    has_plays: bool
    taken: int
    played: int
    size: int

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        contract, solution = self.contract, self.solution
        here = f"after trick {self.after_trick}: " if self.after_trick else ""
        before = f", {solution.won} won before" if self.has_plays else ""
        limit = "" if solution.exact else f"{NOT_EXACT}; "
        tricks = tricks_of(solution.low, solution.high)
        least, most = (solution.won + solution.kitty_books + n for n in (solution.low, solution.high))
        by = f" by {self.declarer}, {self.needed} books needed"
        value = f"{here}{tricks} for the declarer's side, {self.side}{before} ({limit}{BEST_PLAY})"
        lines: list[tuple[str, Sequence[Part]]] = [
            ("contract", [str(contract.level), contract.strain, by]),
            ("double dummy", [value]),
            ("", [self._outcome(least, most)]),
        ]
        taken = tricks_of(self.taken, self.taken)
        if self.played == self.size:
            books = self.taken + solution.kitty_books
            lines.append(("at the table", [f"{taken} of {self.played}"]))
            lines.append(("", [self._outcome(books, books)]))
        elif self.played:
            lines.append(("at the table", [f"{taken} of the {self.played} played"]))
        yield Facts(lines)

    def _outcome(self, least: int, most: int) -> str:
        """Books, and whether they make the contract."""
        needed = self.needed
        kitty = " with the kitty's" if self.solution.kitty_books else ""
        if least < most:
            verdict = "made" if least >= needed else "short" if most < needed else "made or short"
            return f"{least} to {most} books{kitty}: {verdict}"
        if most == needed:
            return f"{most} books{kitty}: just made"
        count = abs(most - needed)
        number = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
        return f"{most} books{kitty}: {number} {'short' if most < needed else 'over'}"
