"""A declarer who takes the kitty, in several strains: candidate discards, sampled layouts, tricks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.arguments import Resources
from whistsolve.advice.discarding.candidates import candidate_discards
from whistsolve.dealing import random_deals
from whistsolve.errors import RulesError
from whistsolve.game import Seating
from whistsolve.inference.posterior import LayoutPosterior
from whistsolve.rules import Rules
from whistsolve.solving import best_discard, solve_rows
from whistsolve.values.deals import Deal
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain


@dataclass(frozen=True, slots=True, eq=False)
class DiscardTricks:
    """Discards of one declarer, as masks, and the side's tricks: arrays of shape (layouts, strains).

    `tricks`, float64, are double-dummy tricks after the discard, as `solve` counts them. `means` are mean
    tricks over the layouts on which the discard was chosen; if it was not chosen on a sample, they are the
    tricks in the layout itself.
    """

    tricks: NDArray[np.float64]
    discards: NDArray[np.uint64]
    means: NDArray[np.float64]


class DeclarerSolver:
    """Double-dummy tricks of one declarer in the given strains, the columns of results.

    Sampled discards are chosen on layouts drawn from the declarer's posterior; without one all layouts are
    equally likely. All processors are used if no resources are given.
    """

    def __init__(
        self,
        rules: Rules,
        declarer: int,
        dealer: int,
        strains: Sequence[Strain],
        posterior: LayoutPosterior | None = None,
        resources: Resources | None = None,
    ) -> None:
        if rules.has_dummies:
            raise RulesError(f"{rules.game} has dummies: discards are looked for in games without")
        if rules.joker_no_trump in ("exchanged", "removed") and any(each.is_no_trump for each in strains):
            raise RulesError(
                f"joker_no_trump {rules.joker_no_trump!r} is not played here: expected jokers in play, or"
                " discards='estimated' for calls"
            )
        self.rules, self.declarer, self.strains = rules, declarer, tuple(strains)
        self.leader = Seating.of(rules, declarer).first_leader(rules, declarer, dealer)
        self._posterior = posterior
        self._resources = Resources.read(None) if resources is None else resources

    def solve(self, hands: NDArray[np.uint64], columns: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Tricks of the declarer's side for each row of hands, in the strain whose index is in `columns`."""
        if not len(hands):
            return np.zeros(0, dtype=np.uint8)
        return solve_rows(
            hands,
            columns,
            self.leader,
            self.declarer,
            columns=self.strains,
            rules=self.rules,
            threads=self._resources.threads,
            memory_mb=self._resources.memory_mb,
        )

    def held(self, layouts: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """The declarer's cards with the kitty in each layout: uint64, shape (layouts,)."""
        found: NDArray[np.uint64] = layouts[:, self.declarer] | layouts[:, -1]
        return found

    def candidates(self, layouts: NDArray[np.uint64], most: int, swaps: int = 0) -> list[list[list[int]]]:
        """For each layout and strain the discards of `candidate_discards`, the heuristic one first."""
        rules, held = self.rules, self.held(layouts)
        by_strain = [
            candidate_discards(held, rules.kitty_size, strain, rules, most, swaps) for strain in self.strains
        ]
        return [[found[row] for found in by_strain] for row in range(len(layouts))]

    def tricks_after(self, layouts: NDArray[np.uint64], discards: NDArray[np.uint64]) -> NDArray[np.float64]:
        """Tricks in each layout and strain after its discard, which is empty if there is no kitty."""
        columns = len(self.strains)
        hands = np.repeat(layouts[:, : self.rules.players], columns, axis=0)
        if self.rules.kitty_size:
            hands[:, self.declarer] = (self.held(layouts)[:, np.newaxis] & ~discards).reshape(-1)
        tricks = self.solve(hands, np.tile(np.arange(columns), len(layouts)))
        return tricks.reshape(len(layouts), columns).astype(np.float64)

    def sample_layouts(
        self, layouts: NDArray[np.uint64], number: int, seed: int
    ) -> tuple[NDArray[np.uint64], NDArray[np.float64]]:
        """For each layout a sample of those that look the same to the declarer, and its effective size.

        Samples are uint64, shape (layouts, number, seats), drawn from the posterior given the kitty, or
        uniformly without a posterior; the declarer's column has all cards before the discard. Sizes are
        float64, shape (layouts,), at most `number`.
        """
        rules, seats = self.rules, self.rules.players
        sampled = np.zeros((len(layouts), number, seats), dtype=np.uint64)
        effective_sizes = np.full(len(layouts), float(number))
        for index, row in enumerate(layouts):
            cards = list(Hand.from_mask(int(row[self.declarer] | row[-1])))
            size = rules.dealt_hand_size
            known: dict[str | int, Hand | str] = {
                self.declarer: Hand(cards[:size]),
                "kitty": Hand(cards[size:]),
            }
            # A random stream for each layout, so that its sample does not depend on the number of layouts.
            stream = (seed << 20) + index
            if self._posterior is None:
                sampled[index] = random_deals(number, stream, rules, known=known)[:, :seats]
            else:
                weighted = self._posterior.with_kitty(int(row[-1])).draw(number, stream)
                sampled[index] = weighted.layouts[:, :seats]
                effective_sizes[index] = weighted.effective_sample_size
        sampled[:, :, self.declarer] = self.held(layouts)[:, np.newaxis]
        return sampled, effective_sizes

    def double_dummy(self, layouts: NDArray[np.uint64]) -> DiscardTricks:
        """The double-dummy discard of every layout: an upper bound of what a player can find."""
        seats = self.rules.players
        tricks = np.zeros((len(layouts), len(self.strains)))
        discards = np.zeros(tricks.shape, dtype=np.uint64)
        for i, row in enumerate(layouts):
            deal = Deal([Hand.from_mask(int(mask)) for mask in row[:seats]], Hand.from_mask(int(row[-1])))
            for j, strain in enumerate(self.strains):
                found = best_discard(
                    deal,
                    strain,
                    self.declarer,
                    leader=self.leader,
                    rules=self.rules,
                    memory_mb=self._resources.memory_mb,
                )
                tricks[i, j] = found.tricks
                discards[i, j] = Hand(found.cards).mask
        return DiscardTricks(tricks, discards, tricks)
