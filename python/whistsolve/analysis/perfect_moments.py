"""`perfect_moments`: the positions of a hand in which one card alone keeps the value, as puzzles."""

from __future__ import annotations

import os
from dataclasses import dataclass

from whistsolve._internal.arguments import DEFAULT_MEMORY_MB, Progress, Resources, read_progress
from whistsolve._internal.shown import Shown
from whistsolve.analysis.play_analysis import CheckedPlay
from whistsolve.cancelling import Cancellation, cancellable
from whistsolve.game.hand.trick_rules import TrickRules
from whistsolve.game.record import PlayedHand
from whistsolve.rules import RulesLike
from whistsolve.solving import CardTricks, Position, Solver
from whistsolve.values import Card
from whistsolve.values.seats import seat_value


@dataclass(frozen=True, slots=True)
class PerfectMoment(Shown):
    """A position in which one card keeps the value, and every other one costs its side tricks.

    Attributes
    ----------
    position : Position
    seat : int
        Who is to play.
    cards : tuple of Card
        The card, and its neighbours in the hand, which are worth the same.
    tricks, left : int
        Tricks that the side to play wins with it, of those left, the trick in progress included.
    losses : tuple of (Card, int)
        Every other legal card with the tricks that it costs, in the order of `solve_cards`.
    played : Card or None
        What was played; ``None`` where the hand ends here.
    """

    position: Position
    seat: int
    cards: tuple[Card, ...]
    tricks: int
    left: int
    losses: tuple[tuple[Card, int], ...]
    played: Card | None

    @property
    def missed(self) -> bool:
        """Whether another card was played."""
        return self.played is not None and self.played not in self.cards

    def as_dict(self) -> dict[str, object]:
        """The attributes by name, for JSON; ``played`` has the cards before it, ``next`` what was played."""
        return {
            **self.position.as_dict(),
            "seat": seat_value(self.seat, self.position.deal.seats),
            "cards": [str(card) for card in self.cards],
            "tricks": self.tricks,
            "left": self.left,
            "losses": {str(card): lost for card, lost in self.losses},
            "next": None if self.played is None else str(self.played),
        }


@cancellable
def perfect_moments(
    hand: PlayedHand | Position | str | os.PathLike[str],
    *,
    rules: RulesLike | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    progress: Progress | None = None,
    cancel: Cancellation | None = None,
) -> tuple[PerfectMoment, ...]:
    """The positions of a hand in which one card alone keeps the double-dummy value, for puzzles.

    Parameters and errors are those of `analyse_play`; a `Position` with the cards played has its own rules.
    The most surprising come first: those that the player missed, then those in which the other cards together
    lose most; equal ones in the order of play.

    Examples
    --------
    >>> from whistsolve.game.record import PlayedHand
    >>> hand = PlayedHand("N:AQ... T9... 76... K3...", contract="1NT+ by S", leader="S", plays="S6 S3 SA")
    >>> moment, = perfect_moments(hand)
    >>> moment.cards, moment.losses, moment.missed
    ((Card.from_text('SQ'),), ((Card.from_text('SA'), 1),), True)
    """
    read_progress(progress)
    last = hand if isinstance(hand, Position) else CheckedPlay(hand, rules).last
    solver = Solver(memory_mb=Resources.read(memory_mb=memory_mb).memory_mb)
    found: list[PerfectMoment] = []
    in_all, seats = len(last.played) + 1, last.deal.seats
    for count in reversed(range(in_all)):  # so that each builds on the table of those after it
        position = last.after(count)
        values = CardTricks(solver.bound_cards(position))
        cards = values.best
        if len(cards) < len(values) and _are_neighbours(position, cards):
            seat, worth = position.seat_of(cards[0]), values[cards[0]]
            left = position.cards_in_play // seats - count // seats
            if position.first_trick and count < seats:
                left += position.rules.first_trick_weight - 1
            tricks = worth if seat in position.side else left - worth
            losses = tuple((card, abs(worth - tricks)) for card, tricks in values.items() if tricks != worth)
            played = last.played[count][0] if count < len(last.played) else None
            found.insert(0, PerfectMoment(position, seat, cards, tricks, left, losses, played))
        if progress is not None:
            progress(in_all - count, in_all)
    return tuple(sorted(found, key=lambda each: (not each.missed, -sum(dict(each.losses).values()))))


def _are_neighbours(position: Position, cards: tuple[Card, ...]) -> bool:
    """Whether cards of one hand are of one suit, with no other card in play between them."""
    rules, seats = TrickRules(position.rules, position.strain), position.deal.seats
    suit, *others = {rules.suit_of(card) for card in cards}
    places = [rules.heights[card.index] for card in cards]
    over = [card for card, _ in position.played[: len(position.played) // seats * seats]]
    return not others and not any(
        rules.suit_of(card) == suit and min(places) < rules.heights[card.index] < max(places)
        for hand in position.deal.hands
        for card in hand - [*over, *cards]
    )
