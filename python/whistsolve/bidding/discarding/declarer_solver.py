"""A declarer who takes the kitty, in several strains: candidate discards, sampled layouts, tricks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from whistsolve.arguments import Resources
from whistsolve.bidding.discarding.candidates import candidate_discards
from whistsolve.dealing import random_deals
from whistsolve.errors import RulesError
from whistsolve.game import Seating
from whistsolve.inference.posterior import LayoutPosterior
from whistsolve.rules import Rules
from whistsolve.solving import best_discard, solve_rows
from whistsolve.values.deals import Deal
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain

__all__ = ["DeclarerContext", "DeclarerSolver", "DiscardTricks"]


def _all_processors() -> Resources:
    return Resources.read(None)


@dataclass(frozen=True, slots=True, eq=False)
class DeclarerContext:
    """Who declares in which strains, and what the declarer knows of the other cards.

    Attributes
    ----------
    rules : Rules
        Of a game without dummies.
    declarer, leader : int
        Seats, 0-based.
    strains : tuple of Strain
        Columns of results.
    posterior : LayoutPosterior, optional
        Of the declarer, from what is known and from the calls so far; sampled discards are chosen on layouts
        drawn from it. Where it is left out all layouts are equally likely.
    resources : Resources
        All processors and the usual memory where left out.
    """

    rules: Rules
    declarer: int
    leader: int
    strains: tuple[Strain, ...]
    posterior: LayoutPosterior | None = None
    resources: Resources = field(default_factory=_all_processors)

    @classmethod
    def of(
        cls,
        rules: Rules,
        declarer: int,
        dealer: int,
        strains: Sequence[Strain],
        posterior: LayoutPosterior | None = None,
        resources: Resources | None = None,
    ) -> DeclarerContext:
        """The same with the leader that the rules give for a declarer and a dealer."""
        leader = Seating.of(rules, declarer).first_leader(rules, declarer, dealer)
        return cls(rules, declarer, leader, tuple(strains), posterior, resources or _all_processors())


@dataclass(frozen=True, slots=True, eq=False)
class DiscardTricks:
    """Discards of one declarer in some strains, layout by layout, and the tricks after them.

    Attributes
    ----------
    tricks : ndarray
        float64, shape (layouts, strains): tricks of the declarer's side as `solve` counts them, after the
        discard, with best play on both sides from then on.
    discards : ndarray
        uint64, shape (layouts, strains): masks of the cards given up.
    means : ndarray
        float64, shape (layouts, strains): mean tricks of the discard over the layouts on which it was chosen;
        those of the layout itself where it was not chosen on a sample.
    """

    tricks: NDArray[np.float64]
    discards: NDArray[np.uint64]
    means: NDArray[np.float64]


class DeclarerSolver:
    """Double-dummy tricks of one declarer in some strains.

    Raises
    ------
    RulesError
        In a game with dummies, or where jokers are exchanged for discards or laid aside.
    """

    def __init__(self, context: DeclarerContext) -> None:
        rules = context.rules
        if rules.has_dummies:
            raise RulesError(f"{rules.game} has dummies: discards are looked for in games without")
        no_trump = any(strain.is_no_trump for strain in context.strains)
        if rules.joker_no_trump in ("exchanged", "removed") and no_trump:
            raise RulesError(
                f"joker_no_trump {rules.joker_no_trump!r} is not played here: expected jokers in play, or"
                " discards='estimated' for calls"
            )
        self.context = context

    def solve(self, hands: NDArray[np.uint64], columns: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Tricks of the declarer's side for each row of hands, in the strain of that index."""
        if not len(hands):
            return np.zeros(0, dtype=np.uint8)
        context = self.context
        return solve_rows(
            hands,
            columns,
            context.leader,
            context.declarer,
            columns=context.strains,
            rules=context.rules,
            threads=context.resources.threads,
            memory_mb=context.resources.memory_mb,
        )

    def held(self, layouts: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """The declarer's cards with the kitty in each layout: uint64, shape (layouts,)."""
        found: NDArray[np.uint64] = layouts[:, self.context.declarer] | layouts[:, -1]
        return found

    def candidates(self, layouts: NDArray[np.uint64], most: int, swaps: int = 0) -> list[list[list[int]]]:
        """For each layout and strain the discards to be compared, the heuristic one first."""
        rules, held = self.context.rules, self.held(layouts)
        by_strain = [
            candidate_discards(held, rules.kitty_size, strain, rules, most, swaps)
            for strain in self.context.strains
        ]
        return [[found[row] for found in by_strain] for row in range(len(layouts))]

    def tricks_after(self, layouts: NDArray[np.uint64], discards: NDArray[np.uint64]) -> NDArray[np.float64]:
        """Tricks in each layout and strain after its discard, which is empty where there is no kitty."""
        context, columns = self.context, len(self.context.strains)
        hands = np.repeat(layouts[:, : context.rules.players], columns, axis=0)
        if context.rules.kitty_size:
            hands[:, context.declarer] = (self.held(layouts)[:, np.newaxis] & ~discards).reshape(-1)
        tricks = self.solve(hands, np.tile(np.arange(columns), len(layouts)))
        return tricks.reshape(len(layouts), columns).astype(np.float64)

    def sample_layouts(
        self, layouts: NDArray[np.uint64], number: int, seed: int
    ) -> tuple[NDArray[np.uint64], NDArray[np.float64]]:
        """For each layout a sample of those that the declarer cannot tell from it.

        Returns
        -------
        sampled : ndarray
            uint64, shape (layouts, number, seats): drawn from the posterior given the kitty, uniformly where
            there is no posterior. The declarer's column has all cards to be discarded from.
        effective_sizes : ndarray
            float64, shape (layouts,): effective sample sizes, at most `number`.
        """
        context, rules, seats = self.context, self.context.rules, self.context.rules.players
        sampled = np.zeros((len(layouts), number, seats), dtype=np.uint64)
        effective_sizes = np.full(len(layouts), float(number))
        for index, row in enumerate(layouts):
            cards = list(Hand.from_mask(int(row[context.declarer] | row[-1])))
            size = rules.dealt_hand_size
            known: dict[str | int, Hand | str] = {
                context.declarer: Hand(cards[:size]),
                "kitty": Hand(cards[size:]),
            }
            # A random stream for each layout, so that none depends on how many there are.
            stream = (seed << 20) + index
            if context.posterior is None:
                sampled[index] = random_deals(number, stream, rules, known=known)[:, :seats]
            else:
                weighted = context.posterior.with_kitty(int(row[-1])).draw(number, stream)
                sampled[index] = weighted.layouts[:, :seats]
                effective_sizes[index] = weighted.effective_sample_size
        sampled[:, :, context.declarer] = self.held(layouts)[:, np.newaxis]
        return sampled, effective_sizes

    def double_dummy(self, layouts: NDArray[np.uint64]) -> DiscardTricks:
        """The best discard of every layout with all hands open: an upper bound of what a player can find."""
        context, seats = self.context, self.context.rules.players
        tricks = np.zeros((len(layouts), len(context.strains)))
        discards = np.zeros(tricks.shape, dtype=np.uint64)
        for i, row in enumerate(layouts):
            deal = Deal([Hand.from_mask(int(mask)) for mask in row[:seats]], Hand.from_mask(int(row[-1])))
            for j, strain in enumerate(context.strains):
                found = best_discard(
                    *(deal, strain, context.declarer),
                    leader=context.leader,
                    rules=context.rules,
                    memory_mb=context.resources.memory_mb,
                )
                tricks[i, j] = found.tricks
                discards[i, j] = Hand(found.cards).mask
        return DiscardTricks(tricks, discards, tricks)
