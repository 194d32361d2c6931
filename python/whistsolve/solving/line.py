"""`best_line`: one line of best play, card by card, from a position to the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from whistsolve._internal.shown import Shown
from whistsolve.cancelling import Cancellation, cancellable
from whistsolve.game.hand.trick_rules import CardPlayed
from whistsolve.rules import Rules
from whistsolve.solving.position import PlayedCard, Position
from whistsolve.solving.solver import Solver
from whistsolve.values import Card, Deal, Strain, Suit, seat_name
from whistsolve.values.seats import seat_value


@dataclass(frozen=True, slots=True)
class BestLine(Shown):
    """A line of best play of both sides, all hands open; iterating gives its cards.

    Attributes
    ----------
    position : Position
        Where it begins.
    tricks : int
        Tricks of the declarer's side from there on, as from `solve`.
    cards : tuple of CardPlayed
        The cards to the end in order, each with ``hand`` (the seat), ``card``, and the suit ``named``.
    after : tuple of int
        Tricks that the declarer's side still wins after each card, including the trick in progress.
    """

    position: Position
    tricks: int
    cards: tuple[CardPlayed, ...]
    after: tuple[int, ...]

    @classmethod
    def of(cls, position: Position, solver: Solver) -> BestLine:
        """The line from a `Position`; the solver's table keeps what is found for further questions."""
        cards, values, at = [], [], position
        while bounds := solver.bound_cards(at):
            worth = next(iter(bounds.values()))
            equal = [card for card, tricks in bounds.items() if tricks == worth]
            seat, leads = at.seat_of(equal[0]), len(at.played) % at.deal.seats == 0
            best = equal[-1 if leads and seat in at.side else 0]
            played = CardPlayed(seat, best)
            if leads and best.is_joker and at.engine_rules.names_suit(at.strain):
                each = [replace(played, named=suit) for suit in Suit]
                named = [solver.solve_position(at.followed_by(str(suit))).tricks for suit in each]
                played = each[named.index((max if seat in at.side else min)(named))]
            cards.append(played)
            values.append(worth[0])
            at = at.followed_by(str(played))
        return cls(position, values[0] if values else 0, tuple(cards), (*values[1:], 0)[: len(cards)])

    @property
    def by_trick(self) -> tuple[tuple[CardPlayed, ...], ...]:
        """The cards trick by trick; those of a trick in progress are the rest of it."""
        seats = self.position.deal.seats
        ends = range(-len(self.position.played) % seats, len(self.cards) + 1, seats)
        return tuple(self.cards[start:end] for start, end in pairwise(sorted({0, *ends})))

    def refuting(self, claimed: int, left: int) -> tuple[tuple[CardPlayed, ...], ...]:
        """The tricks up to where the declarer's side can no longer win ``claimed`` of the ``left`` tricks."""
        end, tricks = 0, self.by_trick
        for number, trick in enumerate(tricks, 1):
            end += len(trick)
            if self.tricks - self.after[end - 1] + left - number < claimed:
                return tricks[:number]
        return tricks

    def as_dict(self) -> dict[str, object]:
        """Where the line begins, its tricks, and [seat, card, tricks after it] of each card, for JSON."""
        seats = self.position.deal.seats
        return {
            **self.position.as_dict(),
            "tricks": self.tricks,
            "line": [
                [seat_value(each.hand, seats), str(each), after]
                for each, after in zip(self.cards, self.after, strict=True)
            ],
        }

    def __iter__(self) -> Iterator[CardPlayed]:
        return iter(self.cards)

    def __str__(self) -> str:
        seats = self.position.deal.seats
        return line_text(self.by_trick, [seat_name(seat, seats) for seat in range(seats)])


def line_text(tricks: Iterable[Iterable[CardPlayed]], names: Sequence[str]) -> str:
    """Cards with the names of their hands, trick by trick: ``N SA E S3; N S2 E SK``."""
    return "; ".join(" ".join(f"{names[played.hand]} {played}" for played in trick) for trick in tricks)


@cancellable
def best_line(
    deal: Deal | str,
    strain: Strain | str,
    leader: int | str,
    *,
    declarer: int | str | None = None,
    played: Iterable[Card | str | PlayedCard] = (),
    rules: Rules | None = None,
    cancel: Cancellation | None = None,
) -> BestLine:
    """One line of best play of both sides from a position to the end, with the value after each card.

    Parameters and errors are those of `solve`.

    Returns
    -------
    BestLine
        Every card keeps the value. Of equally good cards it has the first in the order of `solve_cards`, the
        cheapest; where the declarer's side leads the last, so that it cashes its winners first.

    Examples
    --------
    >>> line = best_line("N:A2... K3... Q4... J5...", "NT+", "N")
    >>> print(line)
    N SA E S3 S S4 W S5; N S2 E SK S SQ W SJ
    >>> line.tricks, line.after
    (1, (1, 1, 1, 0, 0, 0, 0, 0))
    """
    return BestLine.of(Position.read(deal, strain, leader, declarer, played, rules), Solver())
