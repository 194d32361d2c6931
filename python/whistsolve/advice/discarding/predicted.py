"""Tricks of a declarer after given discards, predicted from all hands without playing a card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.advice.calls.call_model import CallModel
from whistsolve.evaluation.certain_tricks import certain_tricks
from whistsolve.game import Seating
from whistsolve.rules import Rules
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain

#: The evaluator expects a kitty: after the discard it predicts this many tricks too many, with a partner and
#: without one, on 150 deals each in the two best strains.
_FROM_KITTY: Final = (1.0, 2.0)


def predicted_tricks(
    model: CallModel,
    layouts: NDArray[np.uint64],
    declarer: int,
    dealer: int,
    kept: Sequence[int],
    strains: Sequence[int],
) -> NDArray[np.float64]:
    """Distributions of tricks with each hand kept in its strain: (hands kept, layouts, tricks + 1).

    `layouts` are uint64, shape (layouts, seats or more); `kept` are masks, `strains` indices of the model's.
    """
    rules = model.rules
    means = np.stack([model.bid_values(layouts[:, seat]).means for seat in range(rules.players)], axis=1)
    own = model.bid_values(np.array(kept, dtype=np.uint64)).means
    own -= _FROM_KITTY[not rules.is_partnership]
    found = []
    for row, (hand, strain) in enumerate(zip(kept, strains, strict=True)):
        means[:, declarer, strain] = own[row, strain]
        chances = model.deal_evaluator.distributions(means, declarer, strain)
        floor_at_certain(chances, declarer, dealer, Hand.from_mask(hand), model.strains[strain], rules)
        found.append(chances)
    return np.stack(found)


def floor_at_certain(
    chances: NDArray[np.float64], declarer: int, dealer: int, hand: Hand, strain: Strain, rules: Rules
) -> None:
    """Moves the probability of fewer tricks than a declarer's hand is certain to win to that number.

    `chances` have shape (..., tricks + 1), and are changed in place.
    """
    leads = Seating.of(rules, declarer).first_leader(rules, declarer, dealer) == declarer
    least = min(certain_tricks(hand, strain, rules, leads=leads), chances.shape[-1] - 1)
    chances[..., least] += chances[..., :least].sum(axis=-1)
    chances[..., :least] = 0.0
