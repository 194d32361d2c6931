"""`SolvedEvaluator`: tricks of a hand in a game that no weights are fitted to, from solved random deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.advice.discarding.declarer_solver import DeclarerSolver
from whistsolve.advice.discarding.selection import played_tricks
from whistsolve.dealing import random_deals
from whistsolve.evaluation.hand_evaluator import Evaluator, Weights, has_weights, trick_distributions
from whistsolve.game.auction.calls import all_strains
from whistsolve.rules import Rules
from whistsolve.values.strains import Strain

#: Deals that are solved, each in one strain with trumps and one without.
_DEALS: Final = 160
#: The least standard deviation in tricks, so that no distribution is certain of a number.
_LEAST_DEVIATION: Final = 0.5


def usual_evaluator(rules: Rules) -> Evaluator | SolvedEvaluator:
    """The evaluator with packaged weights where they are fitted to the game, else one from solved deals."""
    return Evaluator() if has_weights(rules) else SolvedEvaluator(rules)


class SolvedEvaluator:
    """A linear regression of tricks, with a trump suit and without, on the merit of a hand in bid whist.

    160 random deals are solved with heuristic discards; the declarer leads or not, as under the rules. For
    games that `Evaluator` has no weights for: six players, short decks, two hands in play, unusual hands.
    """

    def __init__(self, rules: Rules) -> None:
        self._merits = Evaluator()
        self._game = Rules.preset("bid_whist", jokers=rules.jokers)
        if rules.joker_no_trump == "high_no_suit":
            self._game = self._game.with_options(joker_no_trump="high_no_suit")
        self._tricks = rules.dealt_hand_size - 1 + rules.first_trick_weight
        deals = random_deals(_DEALS, 0, rules)
        #: For a trump suit and for no-trump: intercept, slope and residual standard deviation.
        self._lines: list[tuple[float, float, float]] = []
        for kind in (False, True):
            strains = [strain for strain in all_strains(rules) if strain.is_no_trump == kind]
            merits, tricks = np.zeros(_DEALS), np.zeros(_DEALS)
            for number, strain in enumerate(strains):
                some = slice(number, None, len(strains))
                solver = DeclarerSolver(rules, 0, rules.players - 1, (strain,))
                tricks[some] = played_tricks(deals[some], solver, "heuristic").tricks[:, 0]
                merits[some] = self._merit(deals[some, 0], [strain])[:, 0]
            slope, intercept = np.polyfit(merits, tricks, 1) if np.ptp(merits) > 0 else (0.0, tricks.mean())
            deviation = max(float((tricks - intercept - slope * merits).std()), _LEAST_DEVIATION)
            self._lines.append((float(intercept), float(slope), deviation))

    def _merit(self, hands: NDArray[np.uint64], strains: Sequence[Strain]) -> NDArray[np.float64]:
        return self._merits.merits(hands, strains, self._game) / 100

    def distributions(
        self, hands: NDArray[np.uint64], strains: Sequence[Strain], rules: Rules
    ) -> NDArray[np.float64]:
        """Probabilities of 0, 1, ... tricks: float64, shape (hands, strains, tricks + 1)."""
        found = np.empty((len(hands), len(strains), self._tricks + 1))
        merits = self._merit(hands, strains)
        for column, strain in enumerate(strains):
            intercept, slope, deviation = self._lines[strain.is_no_trump]
            means = intercept + slope * merits[:, column]
            found[:, column] = trick_distributions(means, Weights({}, deviation, 0.0), self._tricks)
        return found
