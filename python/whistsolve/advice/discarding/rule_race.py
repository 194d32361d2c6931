"""One discarding rule for each strain, chosen on sampled layouts: the fitted one unless another is better.

Choosing the discard of each layout separately, on three sampled layouts, won 0.03 +- 0.006 tricks less than
the heuristic discard, with nine times as many solves (8 hands, 1,536 pairs of a layout and a strain). So one
rule is chosen for all layouts, whatever their kitty.
"""

from __future__ import annotations

from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.advice.discarding.declarer_solver import DeclarerSolver
from whistsolve.evaluation.discard_heuristics import MOST_LISTED, discards_by_rules
from whistsolve.evaluation.trick_counting import certain_tricks
from whistsolve.inference.posterior import LayoutPosterior
from whistsolve.values.hands import Hand

#: Rules compared, the incumbent first.
_RULES: Final = 4
#: Layouts on which all rules are compared, and further ones for the incumbent and the best other rule.
_ROUNDS: Final = (6, 12)
#: A rule replaces the incumbent if it is better by this many standard errors of the paired difference.
_SEPARATION: Final = 2.0
#: A hand certain of all but at most this many tricks is tested for being certain of all with the kitty.
_NEAR: Final = 2


def has_rules(held: int, number: int) -> bool:
    """Whether a hand of that many cards has too many discards to compare each of them."""
    return number > 0 and comb(held, number) > MOST_LISTED


class RuleRace:
    """The rule by which a declarer discards in each strain, and its discards.

    `seed` is for the layouts on which rules are chosen; it differs from that of the layouts to be played.
    """

    def __init__(self, solver: DeclarerSolver, posterior: LayoutPosterior, seed: int) -> None:
        self._solver = solver
        layouts = posterior.draw(sum(_ROUNDS), seed).layouts
        columns = len(solver.strains)
        first = layouts[: _ROUNDS[0]]
        by_rule = self._by_rule(layouts)
        start = by_rule[:, : len(first)]
        tried = [(rule, column) for rule in range(len(by_rule)) for column in range(columns)]
        taken = self._tricks(first, start, tried)
        gains = np.array([taken[key] - taken[0, key[1]] for key in tried]).reshape(len(by_rule), columns, -1)
        best = gains.sum(axis=2).argmax(axis=0)  # 0, the incumbent, if no rule is better
        later, rest = layouts[len(first) :], by_rule[:, len(first) :]
        challenged = [column for column in range(columns) if best[column]]
        pairs = [(rule, column) for column in challenged for rule in (0, int(best[column]))]
        taken = self._tricks(later, rest, pairs)
        for column in challenged:
            rule = int(best[column])
            gain = np.concatenate([gains[rule, column], taken[rule, column] - taken[0, column]])
            if gain.mean() <= _SEPARATION * gain.std(ddof=1) / len(gain) ** 0.5:
                best[column] = 0
        #: The rule of each strain.
        self._rules: list[int] = best.tolist()

    def discards(self, layouts: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """The discard in each layout and strain: uint64, shape (layouts, strains)."""
        by_rule = self._by_rule(layouts)
        found = np.stack([by_rule[rule, :, column] for column, rule in enumerate(self._rules)], axis=1)
        size, dealt = self._solver.rules.dealt_hand_size, layouts[:, self._solver.declarer]
        held = self._solver.held(layouts).tolist()
        for column in range(found.shape[1]):
            near = {hand: self._certain(hand, column) >= size - _NEAR for hand in np.unique(dealt).tolist()}
            for row in (row for row, hand in enumerate(dealt.tolist()) if near[hand]):
                # Rather a discard that leaves a hand certain of every trick, if there is one.
                several = [found[row, column], *by_rule[:, row, column], layouts[row, -1]]
                all_won = (each for each in several if self._certain(held[row] & ~int(each), column) == size)
                found[row, column] = next(all_won, several[0])
        return found

    def _certain(self, hand: int, column: int) -> int:
        solver = self._solver
        leads = solver.leader == solver.declarer
        return certain_tricks(Hand.from_mask(hand), solver.strains[column], solver.rules, leads=leads)

    def _by_rule(self, layouts: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Discards by each rule: uint64, shape (rules, layouts, strains)."""
        solver, held = self._solver, self._solver.held(layouts)
        several = [
            discards_by_rules(held, solver.rules.kitty_size, strain, solver.rules, _RULES)
            for strain in solver.strains
        ]
        return np.stack(several, axis=2)

    def _tricks(
        self, layouts: NDArray[np.uint64], by_rule: NDArray[np.uint64], tried: list[tuple[int, int]]
    ) -> dict[tuple[int, int], NDArray[np.float64]]:
        """Tricks in each layout by rule and strain; discards on which rules agree are solved once."""
        rows = {
            (column, row, int(by_rule[rule, row, column])): None
            for rule, column in tried
            for row in range(len(layouts))
        }
        if not rows:
            return {}
        keys = list(rows)
        hands = layouts[[row for _, row, _ in keys], : self._solver.rules.players]
        discards = np.array([discard for *_, discard in keys], dtype=np.uint64)
        hands[:, self._solver.declarer] = self._solver.held(layouts)[[row for _, row, _ in keys]] & ~discards
        tricks = self._solver.solve(hands, np.array([column for column, *_ in keys], dtype=np.int64))
        solved = dict(zip(keys, tricks.tolist(), strict=True))
        return {
            (rule, column): np.array(
                [solved[column, row, int(by_rule[rule, row, column])] for row in range(len(layouts))],
                dtype=np.float64,
            )
            for rule, column in tried
        }
