"""The likeliest call and the strain with the most tricks under a call model: no sampling or search."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from whistsolve.advice.calls.call_model import CallModel
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid, Pass
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain


def greedy_call(model: CallModel, auction: Auction, hand: Hand) -> Bid | Pass:
    """The likeliest legal call of the seat to act with this hand."""
    assert auction.to_act is not None
    values = model.bid_values(np.array([hand.mask], dtype=np.uint64), auction.to_act)
    return auction.legal_calls[int(model.call_probabilities(auction, values)[0].argmax())]


def greedy_strain(model: CallModel, strains: Sequence[Strain], hands: Sequence[Hand]) -> Strain:
    """The strain with the most expected tricks.

    `hands` has the hand to be played in each strain: the same hand before the kitty is seen, afterwards the
    hand left after the discard for that strain.
    """
    masks = np.array([hand.mask for hand in hands], dtype=np.uint64)
    columns = [model.strains.index(strain) for strain in strains]
    means = model.bid_values(masks).means[:, columns]
    return strains[int(means.diagonal().argmax())]
