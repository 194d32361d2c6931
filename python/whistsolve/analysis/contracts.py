"""Contracts of a deal: their double-dummy tricks, solved once and cached, and their points compared."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from typing import Final

from whistsolve._internal.arguments import NO_LIMITS, Limits, Progress, Resources
from whistsolve.analysis.results import ContractValue, ContractVerdict
from whistsolve.errors import RulesError
from whistsolve.game import HandState, Seating, score_hand
from whistsolve.game.auction.calls import all_strains
from whistsolve.rules import Rules
from whistsolve.solving import BestDiscard, Solution, Solver, table
from whistsolve.solving.discards import Discards
from whistsolve.solving.position import KittyPosition, Position
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
        """Points of the declarer's side minus its opponents' points; ``tricks`` are as `solve` counts them.

        If the declarer plays alone, one opponent's points are used, since all opponents score the same.
        """
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
        """The contract with the most points in a strain; ties go to the highest level."""
        levels = range(max(self._rules.min_bid, 1), self._rules.max_bid + 1)
        contracts = [Contract(level, strain, self._contract.declarer) for level in levels]
        values = [ContractValue(each, tricks, self.points(each, tricks)) for each in contracts]
        return max(values, key=lambda value: (value.points, value.contract.level))


class ContractTricks:
    """The tricks of each declarer in each strain with best discards and best play on both sides; cached.

    Threads and progress (called with cells done and total) are used only if a whole table is solved.
    """

    def __init__(self, resources: Resources, progress: Progress | None = None) -> None:
        self._resources = resources
        self._progress = progress
        self._known: dict[Hashable, int] = {}

    def tricks(self, state: HandState, declarer: int, strain: Strain) -> int:
        """The declarer's tricks, as `solve` counts them, once the state's hand options have been decided."""
        rules, kept = state.rules, state.snapshot.kept
        if (kept, declarer, strain) in self._known:
            return self._known[kept, declarer, strain]
        seating = Seating.of(rules, declarer)
        deal = chairs_deal(state, seating)
        _check_discards(deal, rules)
        chair = seating.chair_of(declarer) if len(seating.order) == len(seating.chairs) else declarer
        leader = seating.first_leader(rules, declarer, state.dealer)
        if leader == declarer and not rules.has_dummies and not _exchanges_jokers(rules, strain):
            # Solve the whole table on all threads, since par needs every cell of it.
            strains = [each for each in all_strains(rules) if not _exchanges_jokers(rules, each)]
            found = table(
                deal,
                strains=strains,
                rules=rules,
                threads=self._resources.threads,
                memory_mb=self._resources.memory_mb,
                kitty="optimal" if deal.kitty is not None else None,
                progress=self._progress,
            )
            for seat in range(deal.seats):
                for each in strains:
                    self._known[kept, seat, each] = found[seat, each]
            return self._known[kept, declarer, strain]
        led_by = seating.chair_of(leader) if len(seating.order) == len(seating.chairs) else leader
        position: Position | KittyPosition
        if deal.kitty is None:
            position = Position.read(deal, strain, led_by, chair, rules=rules)
        else:
            position = KittyPosition.read(deal, strain, chair, leader=led_by, rules=rules)
        tricks = solve_declarer(position, Solver(memory_mb=self._resources.memory_mb)).tricks
        if not isinstance(tricks, int):
            raise RulesError(
                f"tricks in {strain} are an expected number, since jokers are exchanged for discards drawn"
                " blindly: expected another exchange_pick"
            )
        self._known[kept, declarer, strain] = tricks
        return tricks


def _check_discards(deal: Deal, rules: Rules) -> None:
    """Check that there are not too many discards to search each of them, as laid aside jokers require."""
    if rules.joker_no_trump == "removed" and deal.kitty is not None and deal.cards.jokers:
        number = math.comb(deal.hand_size + len(deal.kitty), len(deal.kitty))
        if number > _MOST_ONE_BY_ONE:
            raise RulesError(
                f"under joker_no_trump='removed' each of {number} discards is searched by itself, which"
                f" takes minutes for a contract: expected no more than {_MOST_ONE_BY_ONE}, no jokers,"
                " or another joker_no_trump"
            )


def _exchanges_jokers(rules: Rules, strain: Strain) -> bool:
    """Whether jokers are exchanged for discarded cards before play in this strain."""
    return rules.joker_no_trump == "exchanged" and strain.is_no_trump


def chairs_deal(state: HandState, seating: Seating) -> Deal:
    """The hands by position at the table, before anybody takes the kitty or discards from a dummy."""
    if not state.rules.has_dummies:  # if nothing is left to be named, the declarer has taken the kitty
        return Deal(state.deal.hands, state.deal.kitty or None)
    size = state.setup.size
    hands = [state.hands[each] for each in (seating.order if len(seating.order) == 2 else seating.chairs)]
    kitty = Hand()
    fuller = [seat for seat, hand in enumerate(hands) if len(hand) > size]
    if len(fuller) > 1 or (fuller and state.rules.game == "double_dummy"):
        raise RulesError(
            "cards are thrown out of two dummies, which cannot be solved: expected jokers=0 in double dummy"
        )
    for seat in fuller:
        kitty = Hand.from_mask(state.setup.extra[3])
        hands[seat] -= kitty
    return Deal(hands, kitty if kitty else None)


def solve_declarer(
    position: Position | KittyPosition, solver: Solver, limits: Limits = NO_LIMITS
) -> Solution | BestDiscard:
    """The declarer's tricks with best play on both sides and, if a kitty is taken, with the best discard.

    The search for discards uses a separate transposition table, with the same maximum size as the solver's,
    and frees it when done. Raises the errors of `solve` and `best_discard`.
    """
    if isinstance(position, Position):
        return solver.solve_position(position, limits)
    discards = Discards.at(position, solver.memory_mb)
    return discards.best(node_limit=limits.nodes, time_limit=limits.seconds)
