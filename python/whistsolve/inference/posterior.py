"""What one player does not see, as likely as known facts and the calls so far make it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid, Pass
from whistsolve.inference.knowledge import Knowledge
from whistsolve.inference.layouts import Layouts
from whistsolve.values.hands import Hand

__all__ = ["CallLikelihood", "LayoutPosterior", "WeightedLayouts"]

#: Layouts drawn for each that is kept, where calls make some more likely.
_POOL: Final = 48


class CallLikelihood(Protocol):
    """A model of how other seats call, as `CallModel` is."""

    @property
    def trust(self) -> float:
        """The share of calls, from 0 to 1, that are taken to be made as the model says."""

    def likelihood(
        self, auction: Auction, call: Bid | Pass, hands: NDArray[np.uint64]
    ) -> NDArray[np.float64]:
        """The likelihood of a call of the seat to act, by its hand in each layout: shape (layouts,)."""


@dataclass(frozen=True, slots=True, eq=False)
class WeightedLayouts:
    """Some layouts, and how likely each is.

    Attributes
    ----------
    layouts : ndarray
        uint64, shape (layouts, columns), as `Layouts.draw` gives them.
    weights : ndarray
        float64, shape (layouts,), summing to one.
    effective_sample_size : float
        How many of them say something of their own.
    """

    layouts: NDArray[np.uint64]
    weights: NDArray[np.float64]
    effective_sample_size: float


class LayoutPosterior:
    """Layouts for one player: uniform over what is known, weighed by what other seats have called.

    Parameters
    ----------
    knowledge : Knowledge
        Of the player, with his cards.
    auction : Auction or None
        The calls so far; ``None`` where they say nothing.
    model : CallLikelihood or None
        How likely calls are; needed with an auction.
    """

    def __init__(
        self, knowledge: Knowledge, auction: Auction | None = None, model: CallLikelihood | None = None
    ):
        self._knowledge = knowledge
        self._layouts = Layouts(knowledge)
        self._model = model
        self._auction = None
        if auction is not None and any(player != knowledge.player for player, _ in auction.calls):
            self._auction = auction

    @property
    def player(self) -> int:
        """Who does not see them."""
        return self._knowledge.player

    def few(self, most: int) -> bool:
        """Whether all layouts can be listed, and are no more than so many."""
        count = self._layouts.count
        return count is not None and count <= most

    def with_kitty(self, kitty: int) -> LayoutPosterior:
        """The same once the player has seen the kitty, given as a mask."""
        known = self._knowledge.with_cards("kitty", Hand.from_mask(kitty))
        return LayoutPosterior(known, self._auction, self._model)

    def every(self) -> WeightedLayouts:
        """All layouts.

        Raises
        ------
        LayoutError
            As `Layouts.all`.
        """
        layouts = np.array([[hand.mask for hand in each] for each in self._layouts.all()], dtype=np.uint64)
        weights = self._likelihood(layouts)
        return WeightedLayouts(layouts, weights / weights.sum(), float(len(layouts)))

    def draw(self, number: int, seed: int, first: int = 0) -> WeightedLayouts:
        """Layouts that are all equally likely, from a place of the stream of a seed on.

        Where others have called, many are drawn with equal chances, and of these some by how likely the calls
        are in each (systematic resampling, Kitagawa 1996), which may draw a likely one more than once.
        """
        even = np.full(number, 1 / number)
        if self._auction is None:
            return WeightedLayouts(self._layouts.draw(number, seed, first=first), even, float(number))
        pool = self._layouts.draw(number * _POOL, seed, first=first * _POOL)
        weights = self._likelihood(pool)
        weights /= weights.sum()
        offset = np.random.Generator(np.random.PCG64([seed % 2**64, first])).random()
        places = (np.arange(number) + offset) / number
        picked = np.minimum(np.searchsorted(np.cumsum(weights), places, side="right"), len(pool) - 1)
        return WeightedLayouts(pool[picked], even, min(float(number), float(1 / (weights**2).sum())))

    def _likelihood(self, layouts: NDArray[np.uint64]) -> NDArray[np.float64]:
        """How likely the calls so far make each of some layouts; the player's own say nothing of the others.

        Not every player calls as the model does: with the probability `CallLikelihood.trust` a call is taken
        to be made so, otherwise it carries no information about the hand.
        """
        weights = np.ones(len(layouts))
        if self._auction is None:
            return weights
        assert self._model is not None
        trust = self._model.trust
        auction = Auction.start(self._auction.rules, self._auction.dealer)
        for player, call in self._auction.calls:
            if player != self.player:
                likely = self._model.likelihood(auction, call, layouts[:, player])
                weights *= trust * likely / np.average(likely, weights=weights) + (1 - trust)
            auction = auction.after(call)
        return weights
