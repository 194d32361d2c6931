"""The points of a contract against those of the best one that the same declarer could have played."""

from __future__ import annotations

from collections.abc import Callable

from whistsolve.analysis.results import ContractValue, ContractVerdict
from whistsolve.errors import RulesError
from whistsolve.game import score_hand
from whistsolve.game.auction.calls import all_strains
from whistsolve.rules import Rules
from whistsolve.values import Contract, Deal, Strain

__all__ = ["ContractScoring"]


class ContractScoring:
    """Points of contracts of one declarer, as far as tricks of the declarer's side decide them.

    Parameters
    ----------
    deal : Deal
        As dealt.
    contract : Contract
        The one that was played.
    rules : Rules
    side : tuple of int
        The seats of the declarer's side.

    Raises
    ------
    RulesError
        Where the rules are of other hands than the deal's, have no contracts or other ones than for books,
        or have all players score their own tricks.
    ContractError
        Where the contract cannot be bid under the rules.
    """

    def __init__(self, deal: Deal, contract: Contract, rules: Rules, side: tuple[int, ...]) -> None:
        if rules.nonbidders_score == "per_trick":
            raise RulesError(
                "each scores tricks of his own under nonbidders_score='per_trick', which the tricks of the"
                " declarer do not tell: expected contract=False, or nonbidders_score='none'"
            )
        if (deal.seats, deal.hand_size) != (rules.dealt_hands, rules.dealt_hand_size):
            raise RulesError(
                f"the rules are of {rules.dealt_hands} hands of {rules.dealt_hand_size} cards: expected"
                f" {deal.seats} of {deal.hand_size} as in the deal, for contracts to be scored"
            )
        self._contract = contract
        self._rules = rules
        self._opponents = tuple(seat for seat in range(deal.seats) if seat not in side)
        # Raises where the rules cannot score it, before anything is solved.
        self.points(contract, 0)

    def points(self, contract: Contract, tricks: int) -> int:
        """Points for the declarer's side less those for its opponents.

        Where the declarer plays alone, one of these: without tricks of their own they score alike.

        Parameters
        ----------
        contract : Contract
            By the same declarer.
        tricks : int
            As the solver counts them.
        """
        if self._rules.kitty_book != "first_trick_winner":
            score = score_hand(contract, tricks, rules=self._rules)
        else:
            # The kitty's book is among the tricks solved, as part of the first trick. Which side took that
            # makes no difference here: the score depends on the number of books alone.
            first = contract.declarer if tricks else self._opponents[0]
            score = score_hand(contract, max(tricks - 1, 0), rules=self._rules, first_trick=first)
        # The maximum, since a dummy among the opponents has 0 points and no opponent has less.
        return score.points[contract.declarer] - max(score.points[seat] for seat in self._opponents)

    def verdict(self, tricks_in: Callable[[Strain], int]) -> ContractVerdict:
        """The contract played, and the best there are.

        Parameters
        ----------
        tricks_in : callable
            Tricks of the declarer's side in a strain, with the best discard and best play on both sides.
        """
        tricks = tricks_in(self._contract.strain)
        played = ContractValue(self._contract, tricks, self.points(self._contract, tricks))
        by_strain = [self._best_level(strain, tricks_in(strain)) for strain in all_strains(self._rules)]
        most = max(value.points for value in by_strain)
        if most <= played.points:
            return ContractVerdict(played, (played,))
        return ContractVerdict(played, tuple(value for value in by_strain if value.points == most))

    def _best_level(self, strain: Strain, tricks: int) -> ContractValue:
        """The contract in a strain that scores most, the highest of those that score the same."""
        levels = range(max(self._rules.min_bid, 1), self._rules.max_bid + 1)
        contracts = [Contract(level, strain, self._contract.declarer) for level in levels]
        values = [ContractValue(each, tricks, self.points(each, tricks)) for each in contracts]
        return max(values, key=lambda value: (value.points, value.contract.level))
