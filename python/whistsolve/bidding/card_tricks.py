"""`CardSolver`: double-dummy tricks of every play of a hand, in many layouts of the other cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.arguments import Limits, Resources
from whistsolve.bidding.card_table import CardTable
from whistsolve.bidding.cards_request import CardRequest
from whistsolve.errors import Interrupted
from whistsolve.solving.batch.card_rows import solve_card_rows
from whistsolve.solving.batch.partial import PartialRows, RowsInterrupted, RowsStopped
from whistsolve.solving.deadline import Deadline
from whistsolve.solving.position import Position
from whistsolve.solving.solver import Solver
from whistsolve.values.cards import BIG_JOKER, LITTLE_JOKER, Card

__all__ = ["CardSolver", "TricksInterrupted"]

_RANKS: Final = 13
#: Layouts from which it pays to look for positions that differ in ranks out of play alone.
_MANY: Final = 200
#: A search that returns the bounds that it has at its root.
_NO_TIME: Final = Limits(seconds=1e-6)


class CardSolver:
    """Solves the positions of a request: the same hand to play and trick in progress, other cards unseen.

    Tricks are exact, so that they do not depend on threads or tables.

    Parameters
    ----------
    request : CardRequest
    resources : Resources
    """

    def __init__(self, request: CardRequest, resources: Resources) -> None:
        self._request, self._resources = request, resources
        self._table = CardTable(request)

    def tricks(self, layouts: NDArray[np.uint64], deadline: Deadline) -> NDArray[np.uint8]:
        """Tricks that the counted side still wins after each play, the trick in progress counted.

        Parameters
        ----------
        layouts : ndarray
            uint64, shape (layouts, columns).
        deadline : Deadline
            When to end: with the first layouts, at least one. Where not even that is solved in time, its
            tricks are the middle of their proven bounds.

        Returns
        -------
        ndarray
            uint8, shape (layouts solved, plays).

        Raises
        ------
        TricksInterrupted
            A `KeyboardInterrupt`; ``.partial`` is what was solved.
        """
        hands = self._table.hands_in(layouts)
        first, indices = self._different(hands)

        def in_layouts(found: NDArray[np.uint8]) -> NDArray[np.uint8]:
            """Of the layouts before the first one whose position is not among those found."""
            end = first[len(found)] if len(found) < len(first) else len(indices)
            tricks: NDArray[np.uint8] = found[indices[:end]]
            return tricks

        try:
            found = self._solve(hands[first], deadline)
        except RowsInterrupted as interrupt:
            raise TricksInterrupted("interrupted", in_layouts(self._solved(interrupt.partial))) from interrupt
        except RowsStopped as stopped:
            found = self._solved(stopped.partial)
        return in_layouts(found if len(found) else self._middle(hands[first[0]]))

    def _different(self, hands: NDArray[np.uint64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Of positions that do not play alike, the first layout of each, in order, and which each layout is.

        Ranks that are out of play leave no gaps: only the order of the cards of a suit matters. Towards the
        end of a hand thousands of layouts are few positions.
        """
        if len(hands) >= _MANY:
            played = np.zeros((len(hands), 1), dtype=np.uint64)
            positions = [hands]
            for each in self._request.view.trick:
                positions.append(played | np.uint64(1 << each.card.index))
            hands = _without_gaps(np.concatenate(positions, axis=1), self._request.strain.height)
        _, first, inverse = np.unique(hands, axis=0, return_index=True, return_inverse=True)
        order = np.argsort(first)
        number = np.empty_like(order)
        number[order] = np.arange(len(order))
        return first[order], number[inverse.reshape(-1)]

    # -------------------------------------------------------------------------------------------- solving

    def _solve(self, rows: NDArray[np.uint64], deadline: Deadline) -> NDArray[np.uint8]:
        """Tricks of each play in each row of hands; errors are those of `solve_card_rows`."""
        request, table = self._request, self._table
        cards, tricks = solve_card_rows(
            rows,
            request.strain,
            table.to_play,
            table.declarer,
            first_trick=not request.view.tricks,
            trick=map(str, request.view.trick),
            each_name=True,
            rules=request.rules,
            threads=self._resources.threads,
            memory_mb=self._resources.memory_mb,
            time_limit=deadline.seconds_left(),
        )
        return self._by_play(cards, tricks)

    def _solved(self, partial: PartialRows) -> NDArray[np.uint8]:
        """The first rows of an early end, as many as were solved."""
        missing = np.nonzero(~partial.done)[0]
        return self._by_play(partial.cards, partial.tricks[: missing[0] if len(missing) else None])

    def _by_play(self, cards: tuple[Card, ...], tricks: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Columns in the order of the plays; a joker has one for each suit that it may name."""
        columns = [
            cards.index(play.card) + (0 if play.named is None else int(play.named))
            for play in self._request.plays
        ]
        return tricks[:, columns]

    def _middle(self, hands: NDArray[np.uint64]) -> NDArray[np.uint8]:
        """Tricks of each play where there is no time: halfway between the least and the most possible."""
        solver, position = Solver(memory_mb=1), self._table.position(hands)
        found = solver.bound_cards(position, _NO_TIME)
        middle = []
        for play in self._request.plays:
            low, high = found[play.card]
            if play.named is not None:
                after = Position(
                    *(position.deal, position.strain, position.leader, position.declarer),
                    *(((play.card, play.named),), position.rules, position.first_trick),
                )
                solution = solver.solve_position(after, _NO_TIME)
                low, high = solution.low, solution.high
            middle.append((low + high) // 2)
        return np.array([middle], dtype=np.uint8)


def _place(card: int, height: Callable[[int], int]) -> tuple[int, int]:
    """The suit of a card, and how high it is there."""
    return (4, card) if card >= LITTLE_JOKER else (card // _RANKS, height(card % _RANKS + 2))


def _without_gaps(positions: NDArray[np.uint64], height: Callable[[int], int]) -> NDArray[np.uint64]:
    """Cards of each suit moved down to its lowest ranks, in the order in which they win; jokers stay."""
    jokers = np.uint64(1 << LITTLE_JOKER | 1 << BIG_JOKER)
    packed = positions & jokers
    in_play = np.bitwise_or.reduce(positions, axis=1)
    one = np.uint64(1)
    for suit in range(4):
        cards = sorted(range(suit * _RANKS, suit * _RANKS + _RANKS), key=lambda card: _place(card, height))
        targets = np.array([*cards, 0], dtype=np.uint64)
        below = np.zeros(len(positions), dtype=np.intp)
        for card in cards:
            bits = positions >> np.uint64(card) & one
            packed |= bits << targets[below][:, np.newaxis]
            below += (in_play >> np.uint64(card) & one).astype(np.intp)
    return packed


class TricksInterrupted(Interrupted[NDArray[np.uint8]]):
    """An interrupt that ended `CardSolver.tricks`.

    Attributes
    ----------
    partial : ndarray
        Tricks in the first layouts: uint8, shape (layouts solved, plays).
    """
