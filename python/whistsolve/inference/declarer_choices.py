"""`DeclarerChoices`: the strain that a declarer named and the cards that he discarded, as others see them."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from whistsolve.game import HandView, strains_of
from whistsolve.inference.card_locations import SUITS
from whistsolve.inference.dealt_hands import DealtHands
from whistsolve.inference.knowledge import Knowledge

__all__ = ["DeclarerChoices", "DeclarerLikelihood", "discard_likelihoods"]

#: Cards that an index of a card may name, and the bit of each.
_CARDS: Final = 54
_BITS: Final = np.uint64(1) << np.arange(_CARDS, dtype=np.uint64)
#: When the strain is named before the declarer has the kitty.
_BEFORE: Final = ("before_kitty", "before_dummy")


class DeclarerLikelihood(Protocol):
    """A model of how a declarer names the strain and discards, as `DeclarerModel` is."""

    @property
    def trust(self) -> float:
        """Mixture weight of the model, from 0 to 1: the share of choices that are taken to follow it."""

    @property
    def odds(self) -> float:
        """How likely a discard is with one card other than those expected, beside one with a card less."""

    @property
    def knows_discards(self) -> bool:
        """Whether it expects anything of discards in the strain that was named."""

    def strain_likelihood(self, cards: NDArray[np.uint64]) -> NDArray[np.float64]:
        """How likely the strain named was from each hand, with the kitty or without: shape (hands,)."""

    def expected_discards(self, cards: NDArray[np.uint64], number: int) -> NDArray[np.uint64]:
        """So many cards that the model gives up from each hand with the kitty: uint64, shape (hands,)."""


@dataclass(frozen=True, slots=True)
class DeclarerChoices:
    """What a declarer chose where others do not see his cards, as evidence on them.

    Attributes
    ----------
    model : DeclarerLikelihood
    declarer : int
    dealt : DealtHands
    names : bool
        Whether he chose among strains.
    with_kitty : bool
        Whether he had the kitty when he named it.
    discards : bool
        Whether he discarded face down.
    played : int
        Mask of his cards that were played.
    knowledge : Knowledge
        Of the player whose layouts are weighted.
    """

    model: DeclarerLikelihood
    declarer: int
    dealt: DealtHands
    names: bool
    with_kitty: bool
    discards: bool
    played: int
    knowledge: Knowledge

    @classmethod
    def of_view(
        cls, view: HandView, knowledge: Knowledge, dealt: DealtHands, model: DeclarerLikelihood
    ) -> DeclarerChoices | None:
        """What a view in play shows of them; ``None`` where that is nothing, or the model is not trusted."""
        declarer = view.declarer
        if declarer is None or declarer == view.player or not model.trust:
            return None
        auction = view.auction
        names = auction is not None and auction.high is not None
        if names:
            assert auction is not None and auction.high is not None
            names = len(strains_of(auction.high[1], view.rules)) > 1
        discards = view.discard_sizes[declarer] > 0 and view.discards[declarer] is None
        discards = discards and knowledge.rest == "discards" and model.knows_discards
        if not names and not discards:
            return None
        with_kitty = view.rules.kitty_size > 0 and view.rules.declare_timing not in _BEFORE
        played = dealt.played_by(declarer)
        return cls(model, declarer, dealt, names, with_kitty, discards, played, knowledge)

    # ------------------------------------------------------------------------------------------------- strain

    def strain_likelihood(self, cards: NDArray[np.uint64]) -> NDArray[np.float64]:
        """How likely the strain was, from the hands dealt or, `with_kitty`, those with it: shape (hands,)."""
        return self.model.strain_likelihood(cards)

    # ------------------------------------------------------------------------------------------------ discard

    @property
    def draws_discards(self) -> bool:
        """Whether discards can be drawn anew: what is known of them is of single cards alone."""
        free = tuple((0, size) for size in self.knowledge.sizes)
        lengths = all(
            self.knowledge.lengths[column][suit] == free[column]
            for column in (self.declarer, -1)
            for suit in range(SUITS)
        )
        return self.discards and lengths and not self.knowledge.predicates

    def discard_likelihood(self, layouts: NDArray[np.uint64]) -> NDArray[np.float64]:
        """How likely the discard is in each layout, 1 if all discards of so many cards are: (layouts,)."""
        had, number = self.dealt.cards_of(self.declarer, layouts), self.knowledge.sizes[-1]
        cards, indices = np.unique(had, return_inverse=True)
        expected = self.model.expected_discards(cards, number)[indices.reshape(-1)]
        kept = np.count_nonzero((expected & layouts[:, -1])[:, np.newaxis] & _BITS, axis=1)
        likely: NDArray[np.float64] = self._by_number(number)[kept]
        return likely

    def redrawn(
        self, layouts: NDArray[np.uint64], generator: np.random.Generator
    ) -> tuple[NDArray[np.uint64], NDArray[np.float64]]:
        """Layouts with discards drawn anew as the model says, and the weight of each of them.

        Let U be what the declarer had with the kitty, D his discard and A(U) the discards that the knowledge
        allows: without cards played, or shown to lie elsewhere. The prior is uniform over pairs (U, D), so
        that U has a probability proportional to |A(U)|. The posterior is that times P(D | U). Given U the
        new D is drawn with the probability P(D | U) / Z(U), where Z(U) is the sum of P(D | U) over A(U). So a
        pair is proposed with |A(U)| P(D | U) / Z(U), should have P(D | U), and has the weight Z(U) / |A(U)|.
        P(D | U) depends only on how many expected cards are in D, so that Z(U) is a short sum.

        Returns
        -------
        layouts : ndarray
            uint64, shape (layouts, columns).
        weights : ndarray
            float64, shape (layouts,): 1 where all discards are as likely.
        """
        known, barred, declarer = self.knowledge.known, self.knowledge.barred, self.declarer
        number = self.knowledge.sizes[-1]
        held = layouts[:, declarer] | layouts[:, -1]
        cards = np.nonzero(held[:, np.newaxis] & _BITS)[1].reshape(len(layouts), -1)
        bits = _BITS[cards]
        expected = self.model.expected_discards(held | np.uint64(self.played), number)[:, np.newaxis]
        # Cards that must be given up, those expected, the others, and those that cannot be: 0 to 3.
        kinds = np.where(bits & expected, 1, 2)
        kinds[(bits & np.uint64((barred[declarer] | known[-1]).mask)) != 0] = 0
        kinds[(bits & np.uint64((barred[-1] | known[declarer]).mask)) != 0] = 3
        forced, own, other = (np.count_nonzero(kinds == kind, axis=1) for kind in range(3))
        before = np.count_nonzero((kinds == 0) & (bits & expected != 0), axis=1)
        counts = np.arange(number + 1)
        rest = number - forced[:, np.newaxis] - counts
        ways = _WAYS[own[:, np.newaxis], counts] * np.where(
            rest >= 0, _WAYS[other[:, np.newaxis], np.maximum(rest, 0)], 0
        )
        kept = np.minimum(before[:, np.newaxis] + counts, number)
        chances = np.cumsum(ways * self._by_number(number)[kept], axis=1)
        total = chances[:, -1]
        drawn = (generator.random(len(layouts)) * total)[:, np.newaxis]
        chosen = np.minimum((chances <= drawn).sum(axis=1), number)
        places = np.argsort(kinds + generator.random(cards.shape), axis=1)
        turn = np.arange(cards.shape[1])
        first, later = forced + chosen, forced + own
        taken = turn < first[:, np.newaxis]
        more = (turn >= later[:, np.newaxis]) & (turn < (later + number - first)[:, np.newaxis])
        given_up = np.bitwise_or.reduce(
            np.where(taken | more, np.take_along_axis(bits, places, axis=1), np.uint64(0)), axis=1
        )
        found = layouts.copy()
        found[:, declarer], found[:, -1] = held & ~given_up, given_up
        return found, total / ways.sum(axis=1)

    def _by_number(self, number: int) -> NDArray[np.float64]:
        """How likely a discard is by the expected cards in it, the model trusted in part: (number + 1,)."""
        cards = self.knowledge.sizes[self.declarer] + self.played.bit_count() + number
        trust = self.model.trust
        return trust * discard_likelihoods(cards, number, self.model.odds) + (1 - trust)


def discard_likelihoods(cards: int, number: int, odds: float) -> NDArray[np.float64]:
    """How likely a discard is by the expected cards in it, over the likelihood if all are as likely.

    Each card that is another than expected multiplies it by the odds. How many such discards there are
    depends on the numbers of cards alone, so that no sum over discards is needed.

    Parameters
    ----------
    cards : int
        What the declarer has with the kitty.
    number : int
        How many he gives up.
    odds : float

    Returns
    -------
    ndarray
        float64, shape (number + 1,): for 0, 1, ... expected cards.
    """
    decay = odds ** (number - np.arange(number + 1.0))
    ways = np.array([comb(number, kept) * comb(cards - number, number - kept) for kept in range(number + 1)])
    found: NDArray[np.float64] = decay / (ways @ decay) * comb(cards, number)
    return found


#: Ways to choose some of so many cards.
_WAYS: Final = np.array(
    [[comb(cards, chosen) for chosen in range(_CARDS)] for cards in range(32)], dtype=float
)
