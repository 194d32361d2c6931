"""The choices among cards in hands that were played, and the weights of `PlayModel` fitted to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve import _kernels
from whistsolve._internal.logit import fit_conditional_logit, log_chances
from whistsolve.game import HandState
from whistsolve.inference.play_model import play_weights
from whistsolve.inference.plays_seen import PlaysSeen

#: The contexts of plays, each with weights of its own, and the traits of cards.
CONTEXTS: Final = tuple(play_weights())
TRAITS: Final = tuple(next(iter(play_weights().values())))
#: Choices among touching cards are one, so that no hand has more.
_MOST_CHOICES: Final = 16
#: The precision of the prior of each weight: traits are of the order of one.
_PRIOR: Final = 1.0


@dataclass(frozen=True)
class Choices:
    """Plays among several choices, of one context.

    Attributes
    ----------
    traits, legal, chosen : ndarray
        float64, shape (plays, choices, traits); bool, shape (plays, choices); integers, shape (plays,).
    """

    traits: NDArray[np.float64]
    legal: NDArray[np.bool_]
    chosen: NDArray[np.intp]

    def fit(self, prior: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
        """The weights of the highest posterior density, with a prior around 0 by default: shape (traits,)."""
        mean = np.zeros(len(TRAITS)) if prior is None else prior
        return fit_conditional_logit(self.traits, self.legal, self.chosen, mean, _PRIOR)

    def log_loss(self, weights: NDArray[np.float64]) -> float:
        """Mean negative log probability of the choices that were made, in nats."""
        found = log_chances(self.traits @ weights, self.legal)
        return float(-found[np.arange(len(self.chosen)), self.chosen].mean())


def choices_of(states: Iterable[HandState]) -> Sequence[Choices]:
    """All plays of some hands of which every card is known, by context."""
    traits: list[NDArray[np.float64]] = [np.empty((0, _MOST_CHOICES, len(TRAITS)))]
    legal: list[NDArray[np.bool_]] = [np.empty((0, _MOST_CHOICES), dtype=np.bool_)]
    chosen: list[NDArray[np.int32]] = [np.empty(0, dtype=np.int32)]
    contexts: list[NDArray[np.int32]] = [np.empty(0, dtype=np.int32)]
    for state in states:
        if not state.tricks:
            continue
        aside = sum(cards.mask for cards in state.discards)
        layout = np.array([*(hand.mask for hand in state.hands), aside], dtype=np.uint64)
        for seat in (0, 1):  # plays of seat 0 are those that seat 1 sees, all others those that seat 0 sees
            plays = PlaysSeen.of_view(state.view(seat), int(np.bitwise_or.reduce(layout)))
            count = len(plays)
            found = np.empty((count, 54, len(TRAITS)))
            sizes = np.empty((count, 54), dtype=np.uint8)
            which = np.empty((count, 2), dtype=np.int32)
            seen = plays.masks, plays.suits, plays.numbers, plays.heights, plays.trump
            _kernels.play_choices(layout, found, sizes, which, *seen)
            some = (sizes[:, 1] > 0) & ((plays.numbers[:, 0] == 0) == (seat == 1))
            traits.append(found[some, :_MOST_CHOICES])
            legal.append(sizes[some, :_MOST_CHOICES] > 0)
            chosen.append(which[some, 0])
            contexts.append(which[some, 1])
    several = [np.concatenate(each) for each in (traits, legal, chosen, contexts)]
    of_context = [several[3] == context for context in range(len(CONTEXTS))]
    return [
        Choices(several[0][some], several[1][some], several[2][some].astype(np.intp)) for some in of_context
    ]
