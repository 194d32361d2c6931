"""`DealtHands`: the hands from which players called, given layouts of the cards later in the hand."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.game import HandView

#: Number of card indices.
_CARDS: Final = 54


class DealtHands:
    """What each player was dealt, worked out from a view of the play and a layout of the cards left.

    Players were dealt the cards that they hold and those that they have played. Some of the declarer's cards,
    discards included, were the kitty: unless it was turned up, all ways to choose it are equally likely.
    """

    def __init__(self, view: HandView) -> None:
        self._declarer = view.declarer
        self._kitty = 0 if view.kitty is None else view.kitty.mask
        self._kitty_size = view.rules.kitty_size
        #: For each player the mask of the cards that they have played.
        self.played: list[int] = [0] * len(view.sizes)
        for plays in (*(trick.plays for trick in view.tricks), view.trick):
            for each in plays:
                self.played[each.hand] |= 1 << each.card.index

    @classmethod
    def of_view(cls, view: HandView) -> DealtHands | None:
        """From a view; ``None`` after jokers were exchanged or laid aside, with dummies or in short deals."""
        if view.exchanges or view.rules.has_dummies:
            return None
        found = cls(view)
        size = view.rules.dealt_hand_size
        for player, left in enumerate(view.sizes):
            cards = left + found.played[player].bit_count() + view.discard_sizes[player]
            if cards != size + (view.rules.kitty_size if player == view.declarer else 0):
                return None
        return found

    def cards_of(self, player: int, layouts: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """The cards that another player has had, including a declarer's kitty: uint64, shape (layouts,).

        Layouts are uint64, shape (layouts, columns), as `Layouts.draw` returns them for this point of play.
        """
        cards: NDArray[np.uint64] = layouts[:, player] | np.uint64(self.played[player])
        return cards | layouts[:, -1] if self._took_kitty(player) else cards

    def before_kitty(
        self, player: int, cards: NDArray[np.uint64], generator: np.random.Generator, ways: int
    ) -> NDArray[np.uint64]:
        """What a player was dealt, from the cards that they have had, as `cards_of` returns them.

        uint64, shape (hands, ways): if the kitty is unknown, it is drawn `ways` times from each hand. Shape
        (hands, 1) if there is only one way.
        """
        if not self._took_kitty(player):
            return cards[:, np.newaxis]
        if self._kitty.bit_count() == self._kitty_size:
            return (cards & ~np.uint64(self._kitty))[:, np.newaxis]
        bits = np.uint64(1) << np.arange(_CARDS, dtype=np.uint64)
        own = np.nonzero(cards[:, np.newaxis] & bits)[1].reshape(len(cards), 1, -1)
        numbers = generator.random((len(cards), ways, own.shape[2]))
        drawn = np.argpartition(numbers, self._kitty_size, axis=2)[:, :, : self._kitty_size]
        kitties = np.bitwise_or.reduce(bits[np.take_along_axis(own, drawn, axis=2)], axis=2)
        dealt: NDArray[np.uint64] = cards[:, np.newaxis] & ~kitties
        return dealt

    def _took_kitty(self, player: int) -> bool:
        return player == self._declarer and self._kitty_size > 0
