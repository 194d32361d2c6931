"""How much the cards that others played tell of the layout, and how far the policy of plays is to be trusted.

``python -m benchmarks.fitting.play_trust`` asks in hands that had no part in the fit of the weights
(`benchmarks.fitting.play_policy`), before some plays of each: how much likelier is the true layout, and is
the place of each unseen card, once the cards played count beside the calls. In nats, by the share of plays
that is taken to follow the policy and by cards played.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from benchmarks.fitting.play_policy import HELD_OUT, SEED
from benchmarks.fitting.played_hands import played_hands
from benchmarks.strength.reliability import mean_interval
from numpy.typing import NDArray

from whistsolve.bidding.cards_request import CardRequest
from whistsolve.game import HandState
from whistsolve.game.hand.acts import Play
from whistsolve.inference.play_model import PlayModel
from whistsolve.inference.plays_seen import PlaysSeen
from whistsolve.values.cards import Card

__all__ = ["GRID", "Gain", "gains_of", "main"]

#: Trusts that are tried.
GRID: Final = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)
#: Cards played before a decision.
_PLAYED: Final = (5, 12, 20, 28, 36, 44)
_LAYOUTS: Final = 2048


class Gain:
    """What the cards played add to one decision, for each trust.

    Attributes
    ----------
    number : int
        Of the hand.
    played : int
        Cards played.
    layout : ndarray
        Shape (trusts,): log posterior of the true layout above that without the plays, in nats.
    places : ndarray
        Shape (trusts,): the same for the true place of an unseen card, mean over the cards.
    size : ndarray
        Shape (trusts,): effective sample size over that without the plays.
    """

    def __init__(self, number: int, played: int, state: HandState) -> None:
        self.number, self.played = number, played
        assert state.to_act is not None
        view = state.view(state.to_act)
        request = CardRequest.read(view, play_model=PlayModel(trust=0))
        columns = request.knowledge.columns
        aside = sum(cards.mask for cards in state.discards) or state.snapshot.kitty
        true = np.array([[*(hand.mask for hand in state.hands), aside][:columns]], dtype=np.uint64)
        layouts, weights, _ = request.posterior().weighted(_LAYOUTS, number)
        plays = PlaysSeen.of_view(view, request.knowledge.deck.mask)
        every = PlayModel().likelihoods(plays, np.concatenate([layouts, true]))
        unseen = [card for card in request.knowledge.deck if card not in view.hand]
        places = _places(layouts, true[0], unseen)
        before = _place_score(places, weights)
        self.layout, self.places, self.size = (np.zeros(len(GRID)) for _ in range(3))
        for index, trust in enumerate(GRID):
            found, own = weights.copy(), 0.0
            for column in every.T:
                mean = np.average(column[:-1], weights=found)
                found *= trust * column[:-1] / mean + (1 - trust)
                own += float(np.log(trust * column[-1] / mean + (1 - trust)))
            self.layout[index] = own  # factors have mean 1 in the layouts drawn
            self.places[index] = _place_score(places, found) - before
            self.size[index] = _size(found) / _size(weights)


def _places(
    layouts: NDArray[np.uint64], true: NDArray[np.uint64], unseen: Sequence[Card]
) -> NDArray[np.bool_]:
    """Whether each unseen card lies in each layout where it truly does: shape (cards, layouts)."""
    found = []
    for card in unseen:
        bit = np.uint64(1 << card.index)
        column = next(index for index, mask in enumerate(true) if mask & bit)
        found.append((layouts[:, column] & bit) != 0)
    return np.array(found)


def _place_score(places: NDArray[np.bool_], weights: NDArray[np.float64]) -> float:
    """Mean log probability of the true place of the unseen cards."""
    chances = (places @ weights / weights.sum() * len(weights) + 0.5) / (len(weights) + 1)
    return float(np.log(chances).mean())


def _size(weights: NDArray[np.float64]) -> float:
    return float(weights.sum() ** 2 / (weights**2).sum())


def gains_of(number: int, hand: HandState) -> Iterator[Gain]:
    """Gains before some plays of a hand that is over."""
    state, played = hand.copy(), 0
    for _ in hand.acts:
        state.pop()
    for act in hand.acts:
        if isinstance(act, Play):
            if played in _PLAYED and len(state.legal_cards) > 1:
                yield Gain(number, played, state)
            played += 1
        state.push(act)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the gains for every trust and, at the trust of `PlayModel`, by cards played."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fitting.play_trust", description=__doc__)
    parser.add_argument("--hands", type=int, default=420)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--json", type=Path, help="of the hands; read again where it exists")
    options = parser.parse_args(arguments)
    numbers = range(0, options.hands, HELD_OUT)
    hands = played_hands(options.seed, numbers, processes=options.processes, path=options.json)
    gains = [gain for number, hand in zip(numbers, hands, strict=True) for gain in gains_of(number, hand)]
    for index, trust in enumerate(GRID):
        print(f"trust {trust:.2f}: " + _shown(gains, index))
    index = GRID.index(PlayModel().trust)
    for played in _PLAYED:
        print(f"{played} cards played: " + _shown([gain for gain in gains if gain.played == played], index))
    return 0


def _shown(gains: Sequence[Gain], index: int) -> str:
    layout = [gain.layout[index] for gain in gains]
    places = [gain.places[index] for gain in gains]
    hands = [gain.number for gain in gains]
    size = np.mean([gain.size[index] for gain in gains])
    return (
        f"{len(gains)} decisions, layout {_interval(hands, layout)} nats, each unseen card"
        f" {_interval(hands, places)} nats, effective size x {size:.2f}"
    )


def _interval(hands: Sequence[int], values: Sequence[float]) -> str:
    mean, off = mean_interval(list(hands), list(values))
    return f"{mean:+.3f} ± {off:.3f}"


if __name__ == "__main__":
    sys.exit(main())
