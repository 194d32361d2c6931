"""One declarer in some strains: discards worth comparing, and what is taken after them."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.bidding.discarding.candidates import candidate_discards, swapped_discards
from whistsolve.bidding.discarding.heuristic import rule_of_thumb_discards
from whistsolve.dealing import random_deals
from whistsolve.encoding import strain_code
from whistsolve.errors import RulesError
from whistsolve.inference.posterior import LayoutPosterior
from whistsolve.rules import Rules
from whistsolve.solving import best_discard, solve_rows
from whistsolve.values.deals import Deal
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain

__all__ = ["Declaring", "DiscardTricks"]

#: Where a hand can give up its cards in no more ways than this, as in small decks, all are compared.
_EVERY: Final = 36


@dataclass(frozen=True, slots=True, eq=False)
class DiscardTricks:
    """What one declarer takes in some strains, layout by layout.

    Attributes
    ----------
    tricks : ndarray
        float64, shape (layouts, strains): tricks of the declarer's side as `solve` counts them, after the
        discard, with best play on both sides from then on.
    discards : ndarray
        uint64, shape (layouts, strains): what is given up.
    means : ndarray
        float64, shape (layouts, strains): tricks that the declarer expected of the discard, when it was
        chosen; those of the layout itself where that was not by a sample.
    """

    tricks: NDArray[np.float64]
    discards: NDArray[np.uint64]
    means: NDArray[np.float64]


class Declaring:
    """One declarer in some strains, ready to be solved in many layouts."""

    def __init__(
        self,
        rules: Rules,
        declarer: int,
        leader: int,
        strains: tuple[Strain, ...],
        unseen: LayoutPosterior | None,
        threads: int | None,
        memory_mb: int,
    ) -> None:
        if rules.has_dummies:
            raise RulesError(f"{rules.game} has dummies: discards are looked for in games without")
        if rules.joker_no_trump in ("exchanged", "removed") and any(strain.is_no_trump for strain in strains):
            raise RulesError(
                f"joker_no_trump {rules.joker_no_trump!r} is not played here: expected jokers in play, or"
                " discards='estimated' for calls"
            )
        self.rules = rules
        self.declarer = declarer
        self.leader = leader
        self.strains = strains
        self.unseen = unseen
        self.threads = threads
        self.memory_mb = memory_mb

    def rows(self, hands: NDArray[np.uint64], strains: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Tricks of the declarer's side, one strain, by its place, for each row of hands."""
        if not len(hands):
            return np.zeros(0, dtype=np.uint8)
        return solve_rows(
            hands,
            strains,
            self.leader,
            self.declarer,
            columns=self.strains,
            rules=self.rules,
            threads=self.threads,
            memory_mb=self.memory_mb,
        )

    def candidates(self, layouts: NDArray[np.uint64], most: int, swaps: int = 0) -> list[list[list[int]]]:
        """For each layout and strain the discards to be compared."""
        number = self.rules.kitty_size
        own = layouts[:, self.declarer] | layouts[:, -1]
        found: list[list[list[int]]] = [[] for _ in layouts]
        for strain in self.strains:
            first: list[int | None] = [None] * len(own)
            if not (strain.is_no_trump and self.rules.joker_no_trump == "high_no_suit"):
                trumps, rankings = (np.full(len(own), code) for code in strain_code(strain))
                first = rule_of_thumb_discards(own, trumps, rankings, number).tolist()
            for each, held, discard in zip(found, own.tolist(), first, strict=True):
                several = candidate_discards(held, number, strain, self.rules, most, discard)
                if comb(held.bit_count(), number) <= _EVERY:
                    each.append([several[0], *(d for d in _every(held, number) if d != several[0])])
                    continue
                near = swapped_discards(held, several[0], strain, self.rules, swaps)
                each.append(several + [other for other in near if other not in several])
        return found

    def after(self, layouts: NDArray[np.uint64], discards: NDArray[np.uint64]) -> NDArray[np.float64]:
        """Tricks in each layout and strain after its discard, which is empty where there is no kitty."""
        count, columns = len(layouts), len(self.strains)
        hands = np.repeat(layouts[:, : self.rules.players], columns, axis=0)
        if self.rules.kitty_size:
            own = (layouts[:, self.declarer] | layouts[:, -1])[:, None] & ~discards
            hands[:, self.declarer] = own.reshape(-1)
        tricks = self.rows(hands, np.tile(np.arange(columns), count))
        return tricks.reshape(count, columns).astype(np.float64)

    def inner_layouts(self, layouts: NDArray[np.uint64], number: int, seed: int) -> NDArray[np.uint64]:
        """Other layouts of what the declarer does not see: shape (layouts, number, seats).

        The declarer's column has all cards to be discarded from. As likely as what is known makes them, where
        the unseen cards are given, otherwise with equal chances.
        """
        rules, seats = self.rules, self.rules.players
        inner = np.zeros((len(layouts), number, seats), dtype=np.uint64)
        for place, row in enumerate(layouts):
            cards = list(Hand.from_mask(int(row[self.declarer] | row[-1])))
            size = rules.dealt_hand_size
            known: dict[str | int, Hand | str] = {
                self.declarer: Hand(cards[:size]),
                "kitty": Hand(cards[size:]),
            }
            # A seed of its own for each layout, so that none depends on how many there are.
            stream = (seed << 20) + place
            if self.unseen is None:
                inner[place] = random_deals(number, stream, rules, known=known)[:, :seats]
            else:
                inner[place] = self.unseen.with_kitty(int(row[-1])).draw(number, stream).layouts[:, :seats]
        inner[:, :, self.declarer] = 0
        own = layouts[:, self.declarer] | layouts[:, -1]
        inner[:, :, self.declarer] |= own[:, None]
        return inner

    def clairvoyant(self, layouts: NDArray[np.uint64]) -> DiscardTricks:
        """The best discard of every layout."""
        seats = self.rules.players
        tricks = np.zeros((len(layouts), len(self.strains)))
        discards = np.zeros(tricks.shape, dtype=np.uint64)
        for i, row in enumerate(layouts):
            deal = Deal([Hand.from_mask(int(mask)) for mask in row[:seats]], Hand.from_mask(int(row[-1])))
            for j, strain in enumerate(self.strains):
                found = best_discard(
                    deal, strain, self.declarer, leader=self.leader, rules=self.rules,
                    memory_mb=self.memory_mb,
                )  # fmt: skip
                tricks[i, j] = found.tricks
                discards[i, j] = Hand(found.cards).mask
        return DiscardTricks(tricks, discards, tricks)


def _every(held: int, number: int) -> list[int]:
    """Every set of so many cards out of those held."""
    bits = [1 << card for card in range(54) if held >> card & 1]
    return [sum(chosen) for chosen in itertools.combinations(bits, number)]
