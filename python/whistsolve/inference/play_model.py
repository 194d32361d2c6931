"""`PlayModel`: how likely each card is that others chose to play, by a quick policy."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve import _kernels
from whistsolve.errors import WhistError
from whistsolve.inference.play_weights import CONTEXTS, WEIGHTS
from whistsolve.inference.plays_seen import PlaysSeen
from whistsolve.values.reading import shown

__all__ = ["PlayModel"]

#: Mixture weight of the model in the likelihood of a card that was played.
_TRUST: Final = 0.8


class PlayModel:
    """A policy of plays, and the likelihood of plays under it.

    A softmax over the legal cards (conditional logit; McFadden 1974) of a linear function of what a card does
    in the trick and in its suit: `TRAITS`, with weights of their own in each of `CONTEXTS`. It looks at one
    hand and at what all have seen, searches nothing, and gives every legal card a positive probability.
    Touching cards, between which no card lies that others may hold, are one choice, shared equally among
    them: which of them was played tells only that the others may have been played as well (principle of
    restricted choice).

    Parameters
    ----------
    trust : float
        Mixture weight of the policy, from 0 to 1, in the likelihood of a card that was played: the share of
        plays that are taken to follow it. The others carry no information about a hand. With 0 the cards
        played are no evidence.

    Raises
    ------
    WhistError
        Where trust is not from 0 to 1.

    Notes
    -----
    Weights and trust are fitted to hands that the library's players have played
    (``python -m benchmarks.fitting.play_policy``).
    """

    __slots__ = ("_weights", "trust")

    def __init__(self, *, trust: float = _TRUST) -> None:
        if isinstance(trust, bool) or not isinstance(trust, (int, float)) or not 0 <= trust <= 1:
            raise WhistError(f"trust {shown(trust)} is wrong: expected a number from 0 to 1")
        self.trust: float = float(trust)
        self._weights = np.array([WEIGHTS[name] for name in CONTEXTS]) / 100

    def __repr__(self) -> str:
        return "PlayModel()" if self.trust == _TRUST else f"PlayModel(trust={self.trust})"

    def likelihoods(self, plays: PlaysSeen, layouts: NDArray[np.uint64]) -> NDArray[np.float64]:
        """The likelihood of each play in each layout.

        Parameters
        ----------
        plays : PlaysSeen
        layouts : ndarray
            uint64, shape (layouts, columns): the cards left now, as `Layouts.draw` gives them.

        Returns
        -------
        ndarray
            float64, shape (layouts, plays), above 0.
        """
        found = np.empty((len(layouts), len(plays)))
        _kernels.play_probabilities(
            *(np.ascontiguousarray(layouts), found, plays.masks, plays.suits, plays.numbers),
            *(plays.heights, plays.trump, self._weights),
        )
        return found
