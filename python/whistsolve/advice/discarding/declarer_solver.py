"""A declarer who takes the kitty: candidate discards, sampled layouts, tricks; one rule for all layouts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.arguments import Resources
from whistsolve.dealing import random_deals
from whistsolve.errors import unanswered
from whistsolve.evaluation.discard_heuristics import MOST_LISTED, candidate_discards, discards_by_rules
from whistsolve.evaluation.suit_features import certain_tricks
from whistsolve.game import Seating
from whistsolve.inference.posterior import LayoutPosterior
from whistsolve.rules import Rules
from whistsolve.rules.sides import declarer_side, turn_step
from whistsolve.solving import best_discard, exchange_jokers, solve_rows
from whistsolve.values.cards import JOKER_MASK, Card
from whistsolve.values.deals import Deal
from whistsolve.values.hands import Hand, HandLike
from whistsolve.values.seats import SeatLike
from whistsolve.values.strains import Strain

#: Rules compared, the incumbent first.
_RULES: Final = 4
#: Layouts on which all rules are compared, and further ones for the incumbent and the best other rule.
_ROUNDS: Final = (6, 12)
#: A rule replaces the incumbent if it is better by this many standard errors of the paired difference.
_SEPARATION: Final = 2.0
#: A hand certain of all but at most this many tricks is tested for being certain of all with the kitty.
_NEAR: Final = 2


@dataclass(frozen=True, slots=True, eq=False)
class DiscardTricks:
    """Discards of one declarer, as masks, and the side's tricks: arrays of shape (layouts, strains).

    `tricks`, float64, are double-dummy tricks after the discard. `means` are mean tricks over the layouts on
    which the discard was chosen, or the tricks in the layout itself.
    """

    tricks: NDArray[np.float64]
    discards: NDArray[np.uint64]
    means: NDArray[np.float64]


class DeclarerSolver:
    """Double-dummy tricks of one declarer in the given strains, the columns of results.

    Sampled discards are chosen on layouts of the declarer's posterior; without one all are equally likely.
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
        refuse_two_dummies(rules)
        self.rules, self.declarer, self.strains = rules, declarer, tuple(strains)
        seating = Seating.of(rules, declarer)
        #: The hands in play, clockwise; leader and declarer as places among them.
        self._in_play = list(seating.in_play)
        self.leader = self._in_play.index(seating.first_leader(rules, declarer, dealer))
        self._declares = self._in_play.index(declarer)
        #: The hand that takes and discards cards, and how many; and the cards that it must discard.
        self.holder: int = 3 if rules.game == "dummy" else declarer
        self.number: int = len(rules.deck) - rules.dealt_hands * rules.dealt_hand_size
        self._posterior = posterior
        self._resources = Resources.read(None) if resources is None else resources

    def solve(self, hands: NDArray[np.uint64], columns: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Tricks of the declarer's side for each row of hands, in the strain whose index is in `columns`."""
        if not len(hands):
            return np.zeros(0, dtype=np.uint8)
        return solve_rows(
            self._after_exchange(hands[:, self._in_play], columns),
            columns,
            self.leader,
            self._declares,
            columns=self.strains,
            rules=self.rules,
            threads=self._resources.threads,
            memory_mb=self._resources.memory_mb,
        )

    def _after_exchange(self, hands: NDArray[np.uint64], columns: NDArray[np.int64]) -> NDArray[np.uint64]:
        """The hands at the first lead, after jokers are exchanged for the cards that no hand has."""
        exchanges = [self._exchanges(strain) for strain in self.strains]
        if not any(exchanges):
            return hands
        # Of who must bury jokers the discards have them; where it is a dummy, the declarer exchanges.
        rules = self.rules.with_options(exchange_bidder_must_bury=False)
        deck = self.rules.deck if self._posterior is None else self._posterior.deck
        jokers = (hands & np.uint64(JOKER_MASK)).any(axis=1)
        for row in np.flatnonzero(jokers & np.array(exchanges)[columns]).tolist():
            deal = [Hand.from_mask(mask) for mask in hands[row].tolist()]
            pile = deck - Hand.from_mask(int(np.bitwise_or.reduce(hands[row])))
            after = exchange_jokers(
                Deal(deal, pile),
                self._declares,
                picks=self._picks(deal, pile, self.strains[columns[row]]),
                # The same for all discards of a layout, so that they are compared with the same luck.
                seed=int(np.bitwise_xor.reduce(np.delete(hands[row], self._declares))),
                rules=rules,
            )
            hands[row] = [hand.mask for hand in after.hands]
        return hands

    def _exchanges(self, strain: Strain) -> bool:
        return strain.is_no_trump and self.rules.joker_no_trump == "exchanged"

    def _picks(self, hands: list[Hand], pile: Hand, strain: Strain) -> list[Card] | None:
        """The cards that jokers are exchanged for, in turn; ``None`` if they are drawn blindly."""
        if self.rules.exchange_pick == "random":
            return None
        by_rank = sorted(pile - pile.jokers, key=lambda card: strain.height(card.rank or 0))
        side = declarer_side(self._declares, self.rules, len(hands))
        step, picks = turn_step(self.rules), []
        for turn in range(1, len(hands) + 1):
            seat = (self._declares + step * turn) % len(hands)
            for _ in hands[seat].jokers:
                best = self.rules.exchange_pick == "holder_chooses_face_up" or seat in side
                picks.append(by_rank.pop(-1 if best else 0))
        return picks

    def held(self, layouts: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """The cards of the hand that discards, before that, in each layout: uint64, shape (layouts,)."""
        return np.asarray(layouts[:, self.holder] | layouts[:, -1])

    def candidates(self, layouts: NDArray[np.uint64], most: int, swaps: int = 0) -> list[list[list[int]]]:
        """For each layout and strain the discards of `candidate_discards`, the heuristic one first."""
        held, by_strain = self.held(layouts), []
        for strain in self.strains:
            found = candidate_discards(held, self.number, strain, self.rules, most, swaps)
            if self._exchanges(strain) and self.rules.exchange_bidder_must_bury:
                found = [
                    [each for each in several if not cards & JOKER_MASK & ~each]
                    for several, cards in zip(found, held.tolist(), strict=True)
                ]
            by_strain.append(found)
        return [list(row) for row in zip(*by_strain, strict=True)]

    def tricks_after(self, layouts: NDArray[np.uint64], discards: NDArray[np.uint64]) -> NDArray[np.float64]:
        """Tricks in each layout and strain after its discard, which is empty if there is no kitty."""
        columns = len(self.strains)
        hands = np.repeat(layouts[:, : self.rules.dealt_hands], columns, axis=0)
        if self.number:
            hands[:, self.holder] = (self.held(layouts)[:, np.newaxis] & ~discards).reshape(-1)
        tricks = self.solve(hands, np.tile(np.arange(columns), len(layouts)))
        return tricks.reshape(len(layouts), columns).astype(np.float64)

    def sample_layouts(
        self, layouts: NDArray[np.uint64], number: int, seed: int
    ) -> tuple[NDArray[np.uint64], NDArray[np.float64]]:
        """For each layout a sample of those that look the same to the declarer, and its effective size.

        Samples are uint64, shape (layouts, number, seats); the holder's column has all cards before the
        discard. Sizes are float64, shape (layouts,), at most `number`.
        """
        rules, seats = self.rules, self.rules.dealt_hands
        sampled = np.zeros((len(layouts), number, seats), dtype=np.uint64)
        effective_sizes = np.full(len(layouts), float(number))
        for index, row in enumerate(layouts):
            # A random stream for each layout, so that its sample does not depend on the number of layouts.
            stream = (seed << 20) + index
            if self._posterior is None:
                cards = list(Hand.from_mask(int(row[self.declarer] | row[-1])))
                size = rules.dealt_hand_size
                known: dict[SeatLike, HandLike] = {
                    self.declarer: Hand(cards[:size]),
                    "kitty": Hand(cards[size:]),
                }
                sampled[index] = random_deals(number, stream, rules, known=known)[:, :seats]
            else:
                # The cards of a dummy are known already.
                dummy = self.holder != self.declarer
                posterior = self._posterior if dummy else self._posterior.with_kitty(int(row[-1]))
                weighted = posterior.draw(number, stream)
                sampled[index] = weighted.layouts[:, :seats]
                effective_sizes[index] = weighted.effective_sample_size
        sampled[:, :, self.holder] = self.held(layouts)[:, np.newaxis]
        return sampled, effective_sizes

    def double_dummy(self, layouts: NDArray[np.uint64]) -> DiscardTricks:
        """The double-dummy discard of every layout: an upper bound of what a player can find."""
        tricks = np.zeros((len(layouts), len(self.strains)))
        discards = np.zeros(tricks.shape, dtype=np.uint64)
        for i, row in enumerate(layouts.tolist()):
            # Which of the holder's cards were the kitty makes no difference.
            cards = list(Hand.from_mask(row[self.holder] | row[-1]))
            row[self.holder] = Hand(cards[self.number :]).mask
            deal = Deal([Hand.from_mask(row[hand]) for hand in self._in_play], Hand(cards[: self.number]))
            for j, strain in enumerate(self.strains):
                found = best_discard(
                    deal,
                    strain,
                    self._declares,
                    leader=self.leader,
                    rules=self.rules,
                    memory_mb=self._resources.memory_mb,
                )
                tricks[i, j], discards[i, j] = found.tricks, Hand(found.cards).mask
        if any(map(self._exchanges, self.strains)):  # the tricks above are expected numbers
            tricks = self.tricks_after(layouts, discards)
        return DiscardTricks(tricks, discards, tricks)


def refuse_two_dummies(rules: Rules) -> None:
    """Raise RulesError if both dummies discard: how good a discard is depends on the other."""
    if rules.game == "double_dummy" and rules.jokers:
        raise unanswered("both dummies throw cards out", "jokers=0")


def has_rules(held: int, number: int) -> bool:
    """Whether a hand of that many cards has too many discards to compare each of them."""
    return number > 0 and comb(held, number) > MOST_LISTED


class RuleRace:
    """One rule of discarding for each strain: the fitted one unless another is better on sampled layouts.

    Choosing the discard of each layout separately, on three sampled layouts, won 0.03 +- 0.006 tricks less
    than the heuristic discard, with nine times as many solves (8 hands, 1,536 pairs of a layout and a
    strain). `seed` is for the layouts on which rules are chosen, not for those to be played.
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
