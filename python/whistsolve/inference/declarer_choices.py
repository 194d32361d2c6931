"""`DealtHands`, and `DeclarerChoices`: the strain that a declarer named and the discard, as evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from whistsolve.game import HandView, strains_of
from whistsolve.inference.card_locations import cards_played
from whistsolve.inference.knowledge import Knowledge

#: The bit of each card.
_BITS: Final = np.uint64(1) << np.arange(54, dtype=np.uint64)
#: Values of ``declare_timing`` with which the strain is named before the declarer has the kitty.
_BEFORE: Final = ("before_kitty", "before_dummy")


class DealtHands:
    """What each player was dealt, worked out from a view of the play and a layout of the cards left.

    Players were dealt the cards that they hold and those that they have played. Some of the declarer's cards,
    discards included, were the kitty: unless it was turned up, all ways to choose it are equally likely.
    """

    def __init__(self, view: HandView) -> None:
        self._kitty = 0 if view.kitty is None else view.kitty.mask
        self._kitty_size = view.rules.kitty_size
        #: The player who took a kitty, if one did.
        self._taker = view.declarer if self._kitty_size else None
        self.played: list[int] = cards_played(view)

    @classmethod
    def of_view(cls, view: HandView) -> DealtHands | None:
        """From a view; ``None`` after jokers were exchanged or laid aside, with dummies or in short deals."""
        if view.exchanges or view.rules.has_dummies:
            return None
        found = cls(view)
        size = view.rules.dealt_hand_size
        for player, left in enumerate(view.sizes):
            cards = left + found.played[player].bit_count() + view.discard_sizes[player]
            if cards != size + (view.rules.kitty_size if player == view.declarer else 0):
                return None
        return found

    def cards_of(self, player: int, layouts: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """The cards that another player has had, including a declarer's kitty: uint64, shape (layouts,).

        Layouts are uint64, shape (layouts, columns), as `Layouts.draw` returns them for this point of play.
        """
        cards: NDArray[np.uint64] = layouts[:, player] | np.uint64(self.played[player])
        return cards | layouts[:, -1] if player == self._taker else cards

    def before_kitty(
        self, player: int, cards: NDArray[np.uint64], generator: np.random.Generator, ways: int
    ) -> NDArray[np.uint64]:
        """What a player was dealt, from the cards that they have had, as `cards_of` returns them.

        uint64, shape (hands, ways): if the kitty is unknown, it is drawn `ways` times from each hand. Shape
        (hands, 1) if there is only one way.
        """
        if player != self._taker:
            return cards[:, np.newaxis]
        if self._kitty.bit_count() == self._kitty_size:
            return (cards & ~np.uint64(self._kitty))[:, np.newaxis]
        own = np.nonzero(cards[:, np.newaxis] & _BITS)[1].reshape(len(cards), 1, -1)
        numbers = generator.random((len(cards), ways, own.shape[2]))
        drawn = np.argpartition(numbers, self._kitty_size, axis=2)[:, :, : self._kitty_size]
        kitties = np.bitwise_or.reduce(_BITS[np.take_along_axis(own, drawn, axis=2)], axis=2)
        dealt: NDArray[np.uint64] = cards[:, np.newaxis] & ~kitties
        return dealt


class DeclarerLikelihood(Protocol):
    """A model of how a declarer names the strain and discards, as `DeclarerModel` is."""

    @property
    def trust(self) -> float:
        """Mixture weight of the model, from 0 to 1: the share of choices that are taken to follow it."""

    @property
    def knows_discards(self) -> bool:
        """Whether the model predicts discards in the strain that was named."""

    def strain_likelihood(self, cards: NDArray[np.uint64]) -> NDArray[np.float64]:
        """The likelihood of naming that strain from each hand, with or without the kitty: shape (hands,)."""

    def discard_odds(
        self, cards: NDArray[np.uint64], number: int
    ) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """The cards of each hand with the kitty, and their odds to be discarded, both (hands, cards)."""


@dataclass(frozen=True, slots=True)
class DeclarerChoices:
    """The choices of a declarer whose cards others do not see, as evidence about these cards.

    `names` is whether the declarer had a choice of strains, `with_kitty` whether they held the kitty then,
    `discards` whether the discard was face down. `knowledge` belongs to the player who weights layouts.
    """

    model: DeclarerLikelihood
    declarer: int
    dealt: DealtHands
    names: bool
    with_kitty: bool
    discards: bool
    knowledge: Knowledge

    @classmethod
    def of_view(
        cls, view: HandView, knowledge: Knowledge, dealt: DealtHands, model: DeclarerLikelihood
    ) -> DeclarerChoices | None:
        """The choices that a view in play shows; ``None`` if there are none, or the model is not trusted."""
        declarer = view.declarer
        if declarer is None or declarer == view.player or not model.trust:
            return None
        high = None if view.auction is None else view.auction.high
        names = high is not None and len(strains_of(high[1], view.rules)) > 1
        discards = view.discard_sizes[declarer] > 0 and view.discards[declarer] is None
        discards = discards and knowledge.rest == "discards" and model.knows_discards
        if not names and not discards:
            return None
        with_kitty = view.rules.kitty_size > 0 and view.rules.declare_timing not in _BEFORE
        return cls(model, declarer, dealt, names, with_kitty, discards, knowledge)

    @property
    def draws_discards(self) -> bool:
        """Whether discards can be redrawn: only single cards constrain them, no lengths or predicates."""
        known, columns = self.knowledge, (self.declarer, -1)
        free = all(span == (0, known.sizes[column]) for column in columns for span in known.lengths[column])
        return self.discards and free and not known.predicates

    def discard_likelihood(self, layouts: NDArray[np.uint64]) -> NDArray[np.float64]:
        """The likelihood of the discard in each layout: shape (layouts,).

        That is the product of the odds of its cards over the sum of such products of all discards: sampling
        with a fixed size and maximum entropy (Chen, Dempster and Liu, Biometrika 81, 1994), so that the sum
        is an elementary symmetric polynomial of the odds.
        """
        number = self.knowledge.sizes[-1]
        had, indices = np.unique(self.dealt.cards_of(self.declarer, layouts), return_inverse=True)
        held, chances = self.model.discard_odds(had, number)
        cards, odds = held[indices.reshape(-1)], chances[indices.reshape(-1)]
        given_up = layouts[:, -1, np.newaxis] & _BITS[cards] != 0
        found: NDArray[np.float64] = np.where(given_up, odds, 1).prod(axis=1) / _sums(odds, number)[-1][:, -1]
        return found

    def redrawn(
        self, layouts: NDArray[np.uint64], generator: np.random.Generator
    ) -> tuple[NDArray[np.uint64], NDArray[np.float64]]:
        """Layouts with discards redrawn from the model, and the weight of each: float64, shape (layouts,).

        Let U be the declarer's cards with the kitty, D the discard and A(U) the discards that the knowledge
        allows: without cards that were played or are known to lie elsewhere. The prior is uniform over pairs
        (U, D), so that the probability of U is proportional to |A(U)|. The posterior is the prior times
        P(D | U). Given U, the new D has probability P(D | U) / Z(U), where Z(U) is the sum of P(D | U) over
        A(U). So a pair is proposed with |A(U)| P(D | U) / Z(U), its target is P(D | U), and its weight is
        Z(U) / |A(U)|. Both sums are elementary symmetric polynomials.
        """
        known, barred, declarer = self.knowledge.known, self.knowledge.barred, self.declarer
        number = self.knowledge.sizes[-1]
        held, played = layouts[:, declarer] | layouts[:, -1], self.dealt.played[declarer]
        cards, odds = self.model.discard_odds(held | np.uint64(played), number)
        bits = _BITS[cards]
        kept = bits & np.uint64(played | (barred[-1] | known[declarer]).mask) != 0
        forced = (bits & np.uint64((barred[declarer] | known[-1]).mask) != 0) & ~kept
        free = np.where(kept | forced, 0.0, odds)
        wanted = number - np.count_nonzero(forced, axis=1)
        sums, rows = _sums(free, number), np.arange(len(layouts))
        ways = _sums((free > 0).astype(np.float64), number)[-1][rows, wanted]
        total = np.where(forced, odds, 1).prod(axis=1) * sums[-1][rows, wanted]
        weights = total / _sums(odds, number)[-1][:, -1] / ways
        # From the last card to the first: whether it is discarded, given how many of those before it are.
        given_up = np.bitwise_or.reduce(np.where(forced, bits, np.uint64(0)), axis=1)
        for place in range(cards.shape[1] - 1, -1, -1):
            with_it = free[:, place] * sums[place][rows, wanted - 1] * (wanted > 0)
            taken = generator.random(len(layouts)) * sums[place + 1][rows, wanted] < with_it
            given_up |= np.where(taken, bits[:, place], np.uint64(0))
            wanted = wanted - taken
        found = layouts.copy()
        found[:, declarer], found[:, -1] = held & ~given_up, given_up
        return found, weights


def _sums(odds: NDArray[np.float64], number: int) -> NDArray[np.float64]:
    """Elementary symmetric polynomials of the first odds: shape (cards + 1, hands, degrees to number + 1)."""
    found = np.zeros((odds.shape[1] + 1, len(odds), number + 1))
    found[:, :, 0] = 1
    for place, column in enumerate(odds.T[:, :, np.newaxis]):
        found[place + 1, :, 1:] = found[place, :, 1:] + found[place, :, :-1] * column
    return found
