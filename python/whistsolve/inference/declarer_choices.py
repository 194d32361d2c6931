"""`DeclarerChoices`: the strain that a declarer named and the discard, as evidence for other players."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from whistsolve.game import HandView, strains_of
from whistsolve.inference.dealt_hands import DealtHands
from whistsolve.inference.knowledge import Knowledge

#: Number of card indices, and the bit of each card.
_CARDS: Final = 54
_BITS: Final = np.uint64(1) << np.arange(_CARDS, dtype=np.uint64)
#: Values of ``declare_timing`` with which the strain is named before the declarer has the kitty.
_BEFORE: Final = ("before_kitty", "before_dummy")


class DeclarerLikelihood(Protocol):
    """A model of how a declarer names the strain and discards, as `DeclarerModel` is."""

    @property
    def trust(self) -> float:
        """Mixture weight of the model, from 0 to 1: the share of choices that are taken to follow it."""

    @property
    def odds(self) -> float:
        """The factor on the likelihood of a discard for each of its cards that the model did not expect."""

    @property
    def knows_discards(self) -> bool:
        """Whether the model predicts discards in the strain that was named."""

    def strain_likelihood(self, cards: NDArray[np.uint64]) -> NDArray[np.float64]:
        """The likelihood of naming that strain from each hand, with or without the kitty: shape (hands,)."""

    def expected_discards(self, cards: NDArray[np.uint64], number: int) -> NDArray[np.uint64]:
        """The cards that the model discards from each hand with the kitty: uint64, shape (hands,)."""


@dataclass(frozen=True, slots=True)
class DeclarerChoices:
    """The choices of a declarer whose cards others do not see, as evidence about these cards.

    `names` is whether the declarer had a choice of strains, `with_kitty` whether they held the kitty then,
    `discards` whether the discard was face down, `played` the mask of the declarer's cards that were played.
    `knowledge` belongs to the player whose layouts are weighted.
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
        """The choices that a view in play shows; ``None`` if there are none, or the model is not trusted."""
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
        return cls(model, declarer, dealt, names, with_kitty, discards, dealt.played[declarer], knowledge)

    @property
    def draws_discards(self) -> bool:
        """Whether discards can be redrawn: only single cards constrain them, no lengths or predicates."""
        known, columns = self.knowledge, (self.declarer, -1)
        free = all(span == (0, known.sizes[column]) for column in columns for span in known.lengths[column])
        return self.discards and free and not known.predicates

    def discard_likelihood(self, layouts: NDArray[np.uint64]) -> NDArray[np.float64]:
        """The likelihood of the discard in each layout, relative to a random discard: shape (layouts,)."""
        had, number = self.dealt.cards_of(self.declarer, layouts), self.knowledge.sizes[-1]
        cards, indices = np.unique(had, return_inverse=True)
        expected = self.model.expected_discards(cards, number)[indices.reshape(-1)]
        kept = np.count_nonzero((expected & layouts[:, -1])[:, np.newaxis] & _BITS, axis=1)
        likely: NDArray[np.float64] = self._by_number(number)[kept]
        return likely

    def redrawn(
        self, layouts: NDArray[np.uint64], generator: np.random.Generator
    ) -> tuple[NDArray[np.uint64], NDArray[np.float64]]:
        """Layouts with discards redrawn from the model, and the weight of each: float64, shape (layouts,).

        Let U be the declarer's cards with the kitty, D the discard and A(U) the discards that the knowledge
        allows: without cards that were played or are known to lie elsewhere. The prior is uniform over pairs
        (U, D), so that the probability of U is proportional to |A(U)|. The posterior is the prior times
        P(D | U). Given U, the new D has probability P(D | U) / Z(U), where Z(U) is the sum of P(D | U) over
        A(U). So a pair is proposed with |A(U)| P(D | U) / Z(U), its target is P(D | U), and its weight is
        Z(U) / |A(U)|. P(D | U) depends only on how many expected cards are in D, so that Z(U) is a short sum.
        """
        known, barred, declarer = self.knowledge.known, self.knowledge.barred, self.declarer
        number = self.knowledge.sizes[-1]
        held = layouts[:, declarer] | layouts[:, -1]
        cards = np.nonzero(held[:, np.newaxis] & _BITS)[1].reshape(len(layouts), -1)
        bits = _BITS[cards]
        expected = self.model.expected_discards(held | np.uint64(self.played), number)[:, np.newaxis]
        # Kinds of cards, 0 to 3: certain discards, expected discards, other cards, impossible discards.
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
        """The mixture likelihood of a discard by its number of expected cards: shape (number + 1,)."""
        cards = self.knowledge.sizes[self.declarer] + self.played.bit_count() + number
        trust = self.model.trust
        return trust * discard_likelihoods(cards, number, self.model.odds) + (1 - trust)


def discard_likelihoods(cards: int, number: int, odds: float) -> NDArray[np.float64]:
    """The likelihood of a discard with 0, 1, ... expected cards, relative to a uniformly random discard.

    `cards` is how many cards the declarer has with the kitty, `number` how many are discarded. Each discarded
    card that was not expected multiplies the likelihood by the odds. The number of discards
    with a given number of expected cards depends only on card counts: no sum over discards is needed.
    """
    decay = odds ** (number - np.arange(number + 1.0))
    ways = np.array([comb(number, kept) * comb(cards - number, number - kept) for kept in range(number + 1)])
    found: NDArray[np.float64] = decay / (ways @ decay) * comb(cards, number)
    return found


#: Binomial coefficients, by number of cards and number of cards chosen.
_WAYS: Final = np.array(
    [[comb(cards, chosen) for chosen in range(_CARDS)] for cards in range(32)], dtype=float
)
