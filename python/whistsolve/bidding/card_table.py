"""`CardTable`: the hands of a request of `evaluate_cards` as seats, in the way the solvers number them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from whistsolve.bidding.cards_request import CardRequest
from whistsolve.encoding import array_to_deals
from whistsolve.inference.trick_in_progress import hands_before_trick
from whistsolve.solving.position import PlayedCard, Position

__all__ = ["CardTable"]


class CardTable:
    """Hands in play, clockwise round the table: a seat is the number of a hand among them.

    Parameters
    ----------
    request : CardRequest

    Attributes
    ----------
    to_play, leader, declarer : int
        Seats of the hand to play, of the leader to the trick in progress, and of a hand of the side whose
        tricks are counted.
    controls : tuple of int
        Seats that the player plays for and sees: his own, and those of his dummies.
    """

    def __init__(self, request: CardRequest) -> None:
        view, self._request = request.view, request
        seating = view.seating
        self._hands = seating.in_play
        self.to_play: int = self._hands.index(request.to_play)
        self.leader: int = self._hands.index(view.trick[0].hand if view.trick else request.to_play)
        self.declarer: int = self._hands.index(request.counted_hand)
        self.controls: tuple[int, ...] = tuple(
            seat
            for seat, hand in enumerate(self._hands)
            if seating.controllers[hand] == view.player and view.hands[hand] is not None
        )

    def hands_in(self, layouts: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """The hands of layouts as they are now: uint64, shape (layouts, seats)."""
        found: NDArray[np.uint64] = np.ascontiguousarray(layouts[:, self._hands])
        return found

    def with_trick(self, hands: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Hands with their cards of the trick in progress: uint64, shape (layouts, seats)."""
        return hands_before_trick(hands, self._hands, self._request.view.trick)

    def position(self, hands: NDArray[np.uint64]) -> Position:
        """The position of one layout, from its hands as they are now: uint64, shape (seats,)."""
        view = self._request.view
        played: tuple[PlayedCard, ...] = tuple((each.card, each.named) for each in view.trick)
        [deal] = array_to_deals(self.with_trick(hands[np.newaxis]))
        return Position(
            *(deal, self._request.strain, self.leader, self.declarer, played, view.rules),
            first_trick=not view.tricks,
        )
