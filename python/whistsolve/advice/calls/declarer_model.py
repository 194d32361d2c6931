"""What a declarer does and wins, without search: the strain, the discard, and tricks after given discards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.advice.calls.call_model import CallModel
from whistsolve.encoding import strain_code
from whistsolve.evaluation.deal_evaluator import at_least, certain_tricks_of
from whistsolve.evaluation.discard_heuristics import discard_order, heuristic_discards
from whistsolve.evaluation.suit_features import JOKERS, RANKS
from whistsolve.values.strains import Strain

#: The evaluator expects a kitty: after the discard it predicts this many tricks too many, with a partner and
#: without one, on 150 deals each in the two best strains.
_FROM_KITTY: Final = (1.0, 2.0)
#: Temperature, in tricks, of the softmax over strains: fitted to the declarers of this library's players.
_TEMPERATURE: Final = 0.2
#: How the log odds of a discard fall from card to card among those of the heuristic discard and among the
#: others, the step between them, and what a trump or joker has less: the highest likelihood of the discards
#: of 800 hands, of which 70 % count as made by `SamplingPlayer` and 30 % by a bidder who counts tricks.
_AMONG, _BEYOND, _STEP, _TRUMPS = 0.578, 0.348, 1.585, 1.508


@dataclass(frozen=True, slots=True)
class DeclarerModel:
    """A stochastic policy around the strain with the most predicted tricks and the heuristic discard.

    `strain` was named, out of the `strains` that the bid allows.
    """

    model: CallModel
    strain: Strain
    strains: Sequence[Strain]

    @property
    def trust(self) -> float:
        """Mixture weight of the policy for strains, from 0 to 1."""
        return self.model.declarer_trust

    @property
    def knows_discards(self) -> bool:
        """Whether the heuristic discard supports the strain: not no-trump in which jokers win tricks."""
        return not (self.strain.is_no_trump and self.model.rules.joker_no_trump == "high_no_suit")

    def strain_likelihood(self, cards: NDArray[np.uint64]) -> NDArray[np.float64]:
        """The probability that the strain is named with each hand, as dealt or with the kitty: (hands,)."""
        surplus = int(cards[0]).bit_count() - self.model.rules.dealt_hand_size if len(cards) else 0
        columns = []
        for strain in self.strains:
            kept = cards
            if surplus:
                kept = cards & ~heuristic_discards(cards, *strain_code(strain), surplus)
            distribution = self.model.trick_distributions(kept, [strain])[:, 0]
            columns.append(distribution @ np.arange(distribution.shape[1]))
        means = np.stack(columns, axis=1)
        chances = np.exp((means - means.max(axis=1, keepdims=True)) / _TEMPERATURE)
        found: NDArray[np.float64] = chances[:, self.strains.index(self.strain)] / chances.sum(axis=1)
        return found

    def discard_odds(
        self, cards: NDArray[np.uint64], number: int
    ) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """The cards of each hand with the kitty, and the odds of each to be discarded: both (hands, cards).

        A discard has a probability proportional to the product of the odds of its cards. With a `trust` of 0
        all discards are equally likely.
        """
        trump, ranking = strain_code(self.strain)
        order = discard_order(cards, trump, ranking)
        place = np.arange(order.shape[1]) - number + 0.5
        odds = np.where(place < 0, -_AMONG * place, -_BEYOND * place - _STEP)
        if not self.strain.is_no_trump:
            trumps = (order // RANKS == trump) | (order >= JOKERS)
            odds = odds - _TRUMPS * trumps
        return order, np.exp(self.trust * odds) * np.ones(order.shape)


def predicted_tricks(
    model: CallModel,
    layouts: NDArray[np.uint64],
    declarer: int,
    dealer: int,
    kept: Sequence[int],
    strains: Sequence[int],
) -> NDArray[np.float64]:
    """Distributions of tricks with each kept hand, a mask, in its strain: (hands, layouts, tricks + 1)."""
    rules = model.rules
    means = np.stack([model.bid_values(layouts[:, seat]).means for seat in range(rules.players)], axis=1)
    own = model.bid_values(np.array(kept, dtype=np.uint64)).means
    own -= _FROM_KITTY[not rules.is_partnership]
    found = []
    for row, (hand, strain) in enumerate(zip(kept, strains, strict=True)):
        means[:, declarer, strain] = own[row, strain]
        held = np.full(len(means), hand, dtype=np.uint64)
        chances = model.deal_evaluator.of_strains(means, held, declarer, [strain])[0]
        most = chances.shape[1] - 1
        found.append(
            at_least(chances, certain_tricks_of(held, declarer, dealer, model.strains[strain], rules, most))
        )
    return np.stack(found)
