"""`CardSolver`: double-dummy tricks of every play of a hand, in many layouts of the other cards."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.arguments import Limits, Resources
from whistsolve.bidding.cards_request import CardRequest
from whistsolve.errors import Interrupted
from whistsolve.solving.deadline import Deadline
from whistsolve.solving.position import PlayedCard, Position
from whistsolve.solving.solver import Solver
from whistsolve.values.cards import BIG_JOKER, CARDS, LITTLE_JOKER
from whistsolve.values.deals import Deal
from whistsolve.values.hands import Hand

__all__ = ["CardSolver", "TricksInterrupted"]

#: Positions for each thread between two looks at the clock.
_BLOCK: Final = 8
_RANKS: Final = 13
#: Seconds after which a search returns the bounds that it has at its root.
_NO_TIME: Final = 1e-6


class CardSolver:
    """Solves the positions of a request: the same hand to play and trick in progress, other cards unseen.

    Threads have a solver each. Tricks are exact, so that they do not depend on threads or tables.

    Parameters
    ----------
    request : CardRequest
    resources : Resources
    """

    def __init__(self, request: CardRequest, resources: Resources) -> None:
        view, self._request = request.view, request
        seating = view.seating
        #: Hands in play, clockwise round the table: what a seat of a position is the number of.
        self._hands = [hand for hand in seating.chairs if hand in seating.order]
        self._leader = self._hands.index(view.trick[0].hand if view.trick else request.to_play)
        self._declarer = self._hands.index(request.counted_hand)
        rules = request.rules
        if view.tricks and rules.kitty_book == "first_trick_winner":
            rules = rules.with_options(kitty_book="bidder")  # the first trick is over
        self._rules = rules
        threads = resources.threads
        memory = max(1, resources.memory_mb // threads)
        self._solvers = [Solver(memory_mb=memory) for _ in range(threads)]

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
        rows, first, indices = self._different(self._positions(layouts))
        found = np.zeros((len(rows), len(self._request.plays)), dtype=np.uint8)
        done = 0
        try:
            for start in range(0, len(rows), _BLOCK * len(self._solvers)):
                block = rows[start : start + _BLOCK * len(self._solvers)]
                solved = self._solve(block, deadline)
                for number, tricks in enumerate(solved):
                    if tricks is None:
                        break
                    found[start + number] = tricks
                    done += 1
                if done < start + len(block):
                    break
        except KeyboardInterrupt as interrupt:
            solved_layouts = found[indices[: first[done]]] if done else found[:0]
            raise TricksInterrupted("interrupted", solved_layouts) from interrupt
        if not done:
            found[0], done = self._middle(rows[0]), 1
        end = len(layouts) if done == len(rows) else int(first[done])
        tricks_of_layouts: NDArray[np.uint8] = found[indices[:end]]
        return tricks_of_layouts

    # ------------------------------------------------------------------------------------------ positions

    def _positions(self, layouts: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """What is to be solved: uint64, shape (layouts, hands in play + cards of the trick).

        Hands in play with their cards of the trick in progress, then these cards.
        """
        trick = self._request.view.trick
        masks = layouts[:, self._hands]
        for played in trick:
            masks[:, self._hands.index(played.hand)] |= np.uint64(1 << played.card.index)
        cards = np.array([1 << played.card.index for played in trick], dtype=np.uint64)
        return np.concatenate([masks, np.tile(cards, (len(masks), 1))], axis=1)

    def _different(
        self, positions: NDArray[np.uint64]
    ) -> tuple[NDArray[np.uint64], NDArray[np.intp], NDArray[np.intp]]:
        """Positions that do not play alike, in order, the layout where each comes first, and which each is.

        Ranks that are out of play leave no gaps: only the order of the cards of a suit matters. Towards the
        end of a hand thousands of layouts are few positions.
        """
        packed = _without_gaps(positions, self._request.strain.height)
        rows, first, inverse = np.unique(packed, axis=0, return_index=True, return_inverse=True)
        order = np.argsort(first)
        number = np.empty_like(order)
        number[order] = np.arange(len(order))
        return rows[order], first[order], number[inverse.reshape(-1)]

    # -------------------------------------------------------------------------------------------- solving

    def _solve(self, rows: NDArray[np.uint64], deadline: Deadline) -> list[list[int] | None]:
        """Tricks of each play in some positions, ``None`` where the time was over."""
        count = len(self._solvers)
        if count == 1 or len(rows) == 1:
            return self._solve_share(self._solvers[0], rows, deadline)
        with ThreadPoolExecutor(count) as pool:
            jobs = [
                pool.submit(self._solve_share, solver, rows[number::count], deadline)
                for number, solver in enumerate(self._solvers)
            ]
            try:
                shares = [job.result() for job in jobs]
            except BaseException:
                for solver in self._solvers:
                    solver.stop()
                raise
        return [shares[number % count][number // count] for number in range(len(rows))]

    def _solve_share(
        self, solver: Solver, rows: NDArray[np.uint64], deadline: Deadline
    ) -> list[list[int] | None]:
        """The same by one solver."""
        found: list[list[int] | None] = []
        for row in rows:
            bounds = None if deadline.is_over else self._bounds(solver, row, deadline.seconds_left())
            exact = bounds is not None and all(low == high for low, high in bounds)
            found.append([low for low, _ in bounds] if exact and bounds is not None else None)
        return found

    def _middle(self, row: NDArray[np.uint64]) -> list[int]:
        """Tricks of each play where there is no time: halfway between the least and the most possible."""
        return [(low + high) // 2 for low, high in self._bounds(self._solvers[0], row, _NO_TIME)]

    def _bounds(
        self, solver: Solver, row: NDArray[np.uint64], seconds: float | None
    ) -> list[tuple[int, int]]:
        """Bounds on the tricks of each play of the request, in its order."""
        hands, view, limits = len(self._hands), self._request.view, Limits(seconds=seconds)
        masks = [int(mask) for mask in row]
        played: list[PlayedCard] = [
            (CARDS[mask.bit_length() - 1], each.named)
            for mask, each in zip(masks[hands:], view.trick, strict=True)
        ]
        deal = Deal([Hand.from_mask(mask) for mask in masks[:hands]])
        strain, plays = self._request.strain, self._request.plays
        position = Position(deal, strain, self._leader, self._declarer, tuple(played), self._rules)
        found = solver.bound_cards(position, limits)
        height = strain.height
        packed = sorted((card.index for card in found), key=lambda card: _place(card, height))
        own = sorted({play.card.index for play in plays}, key=lambda card: _place(card, height))
        card_of = dict(zip(own, packed, strict=True))
        bounds = []
        for play in plays:
            card = CARDS[card_of[play.card.index]]
            if play.named is None:
                bounds.append(found[card])
                continue
            named = Position(deal, strain, self._leader, self._declarer, ((card, play.named),), self._rules)
            solution = solver.solve_position(named, limits)
            bounds.append((solution.low, solution.high))
        return bounds


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
