"""Double-dummy tricks of every play of a hand, in many layouts of the other cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.arguments import Limits, Resources
from whistsolve.advice.cards_request import CardRequest
from whistsolve.encoding import array_to_deals
from whistsolve.errors import Interrupted
from whistsolve.solving.batch.rows import solve_card_rows
from whistsolve.solving.position import Position
from whistsolve.solving.solver import Solver
from whistsolve.values.cards import BIG_JOKER, LITTLE_JOKER, Card

_RANKS: Final = 13
#: Minimum number of layouts for which positions that differ only in ranks out of play are merged.
_MANY: Final = 200
#: Limits of a search that ends at once with the bounds at its root.
_NO_TIME: Final = Limits(seconds=1e-6)


class CardSolver:
    """Solves the positions of a request, which differ only in the cards that the player does not see.

    Tricks are exact, so that they do not depend on threads or the size of transposition tables.
    """

    def __init__(self, request: CardRequest, resources: Resources) -> None:
        self._request, self._trick, self._resources = request, request.trick, resources

    def tricks(self, layouts: NDArray[np.uint64]) -> tuple[NDArray[np.uint8], KeyboardInterrupt | None]:
        """Tricks that the counted side still wins after each play, including the trick in progress.

        The array is uint8, shape (layouts solved, plays), and has only the first layouts after an interrupt,
        which is also returned.
        """
        hands = np.ascontiguousarray(layouts[:, self._trick.hands])
        first, indices = self._different(hands)
        interrupt: KeyboardInterrupt | None = None
        try:
            cards, solved = self._solve(hands[first])
        except Interrupted as early:
            (cards, partial), interrupt = early.partial, early
            missing = np.nonzero(np.ma.getmaskarray(partial).any(axis=1))[0]
            solved = partial.data[: missing[0] if len(missing) else None]
        # A joker has a column for each suit that it may name.
        found = solved[:, [cards.index(play.card) + int(play.named or 0) for play in self._request.plays]]
        # The layouts before the first one whose position was not solved.
        end = first[len(found)] if len(found) < len(first) else len(indices)
        return found[indices[:end]], interrupt

    def _different(self, hands: NDArray[np.uint64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The first layout of each position, but for ranks out of play, and each layout's position."""
        if len(hands) >= _MANY:
            played = np.zeros((len(hands), 1), dtype=np.uint64)
            positions = [hands]
            for each in self._request.view.trick:
                positions.append(played | np.uint64(1 << each.card.index))
            hands = _without_gaps(np.concatenate(positions, axis=1), self._trick.strain.height)
        _, first, inverse = np.unique(hands, axis=0, return_index=True, return_inverse=True)
        order = np.argsort(first)
        number = np.empty_like(order)
        number[order] = np.arange(len(order))
        return first[order], number[inverse.reshape(-1)]

    # -------------------------------------------------------------------------------------------- solving

    def _solve(self, rows: NDArray[np.uint64]) -> tuple[tuple[Card, ...], NDArray[np.uint8]]:
        trick, view = self._trick, self._request.view
        return solve_card_rows(
            rows,
            trick.strain,
            trick.to_play,
            trick.hands.index(trick.counted_hand),
            first_trick=not view.tricks,
            trick=map(str, view.trick),
            each_name=True,
            rules=view.rules,
            threads=self._resources.threads,
            memory_mb=self._resources.memory_mb,
        )

    def halfway(self, layout: NDArray[np.uint64]) -> NDArray[np.uint8]:
        """Tricks of each play halfway between the bounds that need no search: uint8, shape (1, plays)."""
        trick, view, seats = self._trick, self._request.view, self._trick.arguments
        [deal] = array_to_deals(trick.with_trick(layout[np.newaxis]))
        position = Position(
            deal,
            trick.strain,
            seats["leader"],
            seats["declarer"],
            tuple((each.card, each.named) for each in view.trick),
            view.rules,
            first_trick=not view.tricks,
        )
        solver = Solver(memory_mb=1)
        found = solver.bound_cards(position, _NO_TIME)
        middle = []
        for play in self._request.plays:
            low, high = found[play.card]
            if play.named is not None:
                after = replace(position, played=((play.card, play.named),))
                solution = solver.solve_position(after, _NO_TIME)
                low, high = solution.low, solution.high
            middle.append((low + high) // 2)
        return np.array([middle], dtype=np.uint8)


def _without_gaps(positions: NDArray[np.uint64], height: Callable[[int], int]) -> NDArray[np.uint64]:
    """Cards of each suit moved down to its lowest ranks, in the order in which they win; jokers stay."""
    jokers = np.uint64(1 << LITTLE_JOKER | 1 << BIG_JOKER)
    packed = positions & jokers
    in_play = np.bitwise_or.reduce(positions, axis=1)
    one = np.uint64(1)
    for suit in range(4):
        cards = sorted(
            range(suit * _RANKS, suit * _RANKS + _RANKS), key=lambda card: height(card % _RANKS + 2)
        )
        targets = np.array([*cards, 0], dtype=np.uint64)
        below = np.zeros(len(positions), dtype=np.intp)
        for card in cards:
            bits = positions >> np.uint64(card) & one
            packed |= bits << targets[below][:, np.newaxis]
            below += (in_play >> np.uint64(card) & one).astype(np.intp)
    return packed
