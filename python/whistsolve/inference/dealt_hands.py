"""`DealtHands`: the hands from which calls were made, for layouts of the cards as they lie later."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.game import HandView

__all__ = ["DealtHands"]

#: Cards that an index of a card may name.
_CARDS: Final = 54


class DealtHands:
    """What each player was dealt, worked out from a view of the play and a layout of the cards left.

    A hand was dealt the cards that it holds and those that it has played. Of the declarer's, his discards
    among them, some were the kitty: unless it was turned up, all ways to choose it are equally likely.

    Parameters
    ----------
    view : HandView
        At the stage ``play``.
    """

    __slots__ = ("_declarer", "_kitty", "_kitty_size", "_played")

    def __init__(self, view: HandView) -> None:
        self._declarer = view.declarer
        self._kitty = 0 if view.kitty is None else view.kitty.mask
        self._kitty_size = view.rules.kitty_size
        self._played = [0] * len(view.sizes)
        for plays in (*(trick.plays for trick in view.tricks), view.trick):
            for each in plays:
                self._played[each.hand] |= 1 << each.card.index

    @classmethod
    def of_view(cls, view: HandView) -> DealtHands | None:
        """The same; ``None`` where jokers were exchanged or laid aside, or hands are short."""
        if view.exchanges or view.rules.has_dummies:
            return None
        found = cls(view)
        size = view.rules.dealt_hand_size
        for player, left in enumerate(view.sizes):
            cards = left + found._played[player].bit_count() + view.discard_sizes[player]
            if cards != size + (view.rules.kitty_size if player == view.declarer else 0):
                return None
        return found

    def played_by(self, player: int) -> int:
        """Mask of the cards that a player has played."""
        return self._played[player]

    def cards_of(self, player: int, layouts: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """The cards that a player has had in each layout, a declarer's kitty among them.

        Parameters
        ----------
        player : int
            Not the one whose knowledge it is.
        layouts : ndarray
            uint64, shape (layouts, columns), as `Layouts.draw` gives them for this moment of the play.

        Returns
        -------
        ndarray
            uint64, shape (layouts,).
        """
        cards: NDArray[np.uint64] = layouts[:, player] | np.uint64(self._played[player])
        return cards | layouts[:, -1] if self._took_kitty(player) else cards

    def before_kitty(
        self, player: int, cards: NDArray[np.uint64], generator: np.random.Generator, ways: int
    ) -> NDArray[np.uint64]:
        """What a player was dealt, from the cards that he has had.

        Parameters
        ----------
        player : int
        cards : ndarray
            uint64, shape (hands,), as `cards_of` gives them.
        generator : Generator
            For the kitty among the declarer's cards.
        ways : int
            How many kitties are drawn for a hand where the kitty is not known.

        Returns
        -------
        ndarray
            uint64, shape (hands, ways), or (hands, 1) where there is but one way.
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
