"""Contracts of a deal: their double-dummy tricks, solved once and cached, and their points compared."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from typing import Final

from whistsolve._internal.arguments import Progress, Resources
from whistsolve.analysis.results import ContractValue, ContractVerdict
from whistsolve.errors import RulesError
from whistsolve.game import HandState, Seating, score_hand
from whistsolve.game.auction.calls import all_strains
from whistsolve.rules import Rules
from whistsolve.solving import BestDiscard, Discards, KittyPosition, Position, Solution, Solver, table
from whistsolve.values import Contract, Deal, Hand, Strain

#: Maximum number of discards of a hand if each is searched separately; see `Discards`.
_MOST_ONE_BY_ONE: Final = 5000


class ContractScoring:
    """Points of one declarer's contracts, under rules by which that side's tricks decide all points."""

    def __init__(self, deal: Deal, contract: Contract, rules: Rules, side: tuple[int, ...]) -> None:
        if rules.nonbidders_score == "per_trick":
            raise RulesError(
                "all players score their own tricks under nonbidders_score='per_trick', so the declarer's"
                " tricks do not decide all points: expected contract=False, or nonbidders_score='none'"
            )
        if (deal.seats, deal.hand_size) != (rules.dealt_hands, rules.dealt_hand_size):
            raise RulesError(
                f"the rules are of {rules.dealt_hands} hands of {rules.dealt_hand_size} cards: expected"
                f" {deal.seats} of {deal.hand_size} as in the deal, for contracts to be scored"
            )
        self._contract = contract
        self._rules = rules
        self._opponents = tuple(seat for seat in range(deal.seats) if seat not in side)
        # Raises an error before anything is solved if the rules cannot score the contract.
        self.points(contract, 0)

    def points(self, contract: Contract, tricks: int) -> int:
        """Points of the declarer's side minus those of one opponent; ``tricks`` are those of `solve`."""
        if self._rules.kitty_book != "first_trick_winner":
            score = score_hand(contract, tricks, rules=self._rules)
        else:
            # The solver counts the kitty's book as part of the first trick. Which side won that trick makes
            # no difference here: the score depends on the number of books alone.
            first = contract.declarer if tricks > 1 else self._opponents[0]
            score = score_hand(contract, tricks - (tricks > 1), rules=self._rules, first_trick=first)
        # The maximum, since a dummy among the opponents has 0 points and no opponent has less.
        return score.points[contract.declarer] - max(score.points[seat] for seat in self._opponents)

    def verdict(self, tricks_in: Callable[[Strain], int]) -> ContractVerdict:
        """Compare the contract played with the best ones, given the declarer's tricks in each strain."""
        tricks = tricks_in(self._contract.strain)
        played = ContractValue(self._contract, tricks, self.points(self._contract, tricks))
        by_strain = [self._best_level(strain, tricks_in(strain)) for strain in all_strains(self._rules)]
        most = max(value.points for value in by_strain)
        if most <= played.points:
            return ContractVerdict(played, (played,), 0)
        best = tuple(value for value in by_strain if value.points == most)
        by_bid = min(most, self._best_level(self._contract.strain, tricks).points) - played.points
        return ContractVerdict(played, best, by_bid)

    def _best_level(self, strain: Strain, tricks: int) -> ContractValue:
        levels = range(max(self._rules.min_bid, 1), self._rules.max_bid + 1)
        contracts = [Contract(level, strain, self._contract.declarer) for level in levels]
        values = [ContractValue(each, tricks, self.points(each, tricks)) for each in contracts]
        return max(values, key=lambda value: (value.points, value.contract.level))


class ContractTricks:
    """The double-dummy tricks of each declarer in each strain, cached; progress only if a table is solved."""

    def __init__(self, resources: Resources, progress: Progress | None = None) -> None:
        self._resources = resources
        self._progress = progress
        self._known: dict[Hashable, int] = {}

    def tricks(self, state: HandState, declarer: int, strain: Strain) -> int:
        """The declarer's tricks, as `solve` counts them, once the state's hand options have been decided."""
        kept = state.snapshot.kept
        if (kept, declarer, strain) not in self._known:
            solved = self._solved(state, declarer, strain)
            self._known |= {(kept, *cell): tricks for cell, tricks in solved.items()}
        return self._known[kept, declarer, strain]

    def _solved(self, state: HandState, declarer: int, strain: Strain) -> dict[tuple[int, Strain], int]:
        """The tricks of one declarer in one strain, or of all if a table has them: par needs every cell."""
        rules, seating = state.rules, Seating.of(state.rules, declarer)
        deal = _deal_in_play(state, seating)
        leader = seating.first_leader(rules, declarer, state.dealer)
        by_table = list(all_strains(rules))
        if rules.joker_no_trump == "exchanged":  # in no-trump tricks may be an expected number
            by_table = [each for each in by_table if not each.is_no_trump]
        if leader == declarer and not rules.has_dummies and strain in by_table:
            found = table(
                deal,
                strains=by_table,
                rules=rules,
                threads=self._resources.threads,
                memory_mb=self._resources.memory_mb,
                kitty="optimal" if deal.kitty is not None else None,
                progress=self._progress,
            )
            return {(seat, each): found[seat, each] for seat in range(deal.seats) for each in by_table}
        declares, leads = map(seating.in_play.index, (declarer, leader))
        position: Position | KittyPosition
        if deal.kitty is None:
            position = Position.read(deal, strain, leads, declares, rules=rules)
        else:
            position = KittyPosition.read(deal, strain, declares, leader=leads, rules=rules)
        tricks = solve_declarer(position, self._resources.memory_mb).tricks
        if not isinstance(tricks, int):
            raise RulesError(
                f"tricks in {strain} are an expected number, since jokers are exchanged for discards drawn"
                " blindly: expected another exchange_pick"
            )
        return {(declarer, strain): tricks}


def _deal_in_play(state: HandState, seating: Seating) -> Deal:
    """The hands in play, before anybody takes the kitty or discards from a dummy; few discards if slow."""
    rules = state.rules
    if not rules.has_dummies:  # if nothing is left to be named, the declarer has taken the kitty
        deal = Deal(state.deal.hands, state.deal.kitty or None)
    else:
        hands = [state.hands[each] for each in seating.in_play]
        fuller = [seat for seat, hand in enumerate(hands) if len(hand) > state.setup.size]
        if len(fuller) > 1 or (fuller and rules.game == "double_dummy"):
            raise RulesError(
                "cards are thrown out of two dummies, which cannot be solved: expected jokers=0 in double"
                " dummy"
            )
        kitty = Hand.from_mask(state.setup.extra[3]) if fuller else None
        for seat in fuller:
            hands[seat] -= Hand.from_mask(state.setup.extra[3])
        deal = Deal(hands, kitty)
    if rules.joker_no_trump == "removed" and deal.kitty is not None and deal.cards.jokers:
        number = math.comb(deal.hand_size + len(deal.kitty), len(deal.kitty))
        if number > _MOST_ONE_BY_ONE:
            raise RulesError(
                f"under joker_no_trump='removed' each of {number} discards is searched by itself, which"
                f" takes minutes for a contract: expected no more than {_MOST_ONE_BY_ONE}, no jokers,"
                " or another joker_no_trump"
            )
    return deal


def solve_declarer(position: Position | KittyPosition, memory_mb: int) -> Solution | BestDiscard:
    """The declarer's tricks with best play on both sides and, if a kitty is taken, with the best discard."""
    if isinstance(position, Position):
        return Solver(memory_mb=memory_mb).solve_position(position)
    return Discards.at(position, memory_mb).best()
