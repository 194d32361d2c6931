"""How other seats call: by what the quick evaluator says of their own cards alone, and not always alike.

A seat weighs every legal call by the points that it expects of it, and takes better ones more often. That
makes calls informative but not certain, so that no layout is ruled out by a call.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from whistsolve.bidding.evaluator import Evaluator
from whistsolve.bidding.worth import ScoreTable
from whistsolve.dealing import random_deals
from whistsolve.game.auction import Auction
from whistsolve.game.calls import Bid, Pass, all_bids, all_strains, strains_of
from whistsolve.rules import Rules
from whistsolve.values.strains import Strain

__all__ = ["CallModel", "Opinion"]

#: What a pass is worth, in points, where nobody has bid: somebody else will.
_NOBODY = -0.5
#: How many points a contract of the other side, and of one's own, is worth less or more for every trick that
#: one's own hand is better than others.
_AGAINST, _WITH = 1.2, 0.8
#: Differences of so many points change how often a call is made by a factor of e.
_TEMPER = 0.35
#: Random hands that say what a bid of each number is worth to those who would make it.
_HANDS = 2000


@dataclass(frozen=True, slots=True, eq=False)
class Opinion:
    """What one seat thinks of its hands, one row a layout.

    Attributes
    ----------
    worth : ndarray
        float64, shape (layouts, bids): points that a bid is expected to bring if it becomes the contract,
        with the best strain that it allows.
    strain : ndarray
        int64, shape (layouts, bids): the place of that strain among `all_strains` of the rules.
    strength : ndarray
        float64, shape (layouts,): tricks expected in the best strain of all.
    """

    worth: NDArray[np.float64]
    strain: NDArray[np.int64]
    strength: NDArray[np.float64]


class CallModel:
    """What seats call, and how likely a call is.

    Parameters
    ----------
    rules : Rules
        Of a game with an auction and without dummies.

    Raises
    ------
    RulesError
        Where they are of another game.
    """

    __slots__ = (
        "_bids",
        "_evaluator",
        "_places",
        "_rules",
        "_scores",
        "_usual",
        "_usual_strength",
        "strains",
    )

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._scores = ScoreTable.of(rules)
        self._evaluator = Evaluator()
        self._bids = all_bids(rules)
        self._places = {bid: place for place, bid in enumerate(self._bids)}
        #: The strains that opinions name by place.
        self.strains: tuple[Strain, ...] = all_strains(rules)
        usual = self.opinion(random_deals(_HANDS, 0, rules)[:, 0])
        self._usual = self._worth_to_bidders(usual.worth)
        self._usual_strength = float(usual.strength.mean())

    def _worth_to_bidders(self, worth: NDArray[np.float64]) -> dict[int, float]:
        """By number, what a bid is worth on the average to hands that rather make it than pass."""
        usual = {}
        for level in {bid.level for bid in self._bids}:
            places = [place for bid, place in self._places.items() if bid.level == level]
            best = np.sort(worth[:, places].max(axis=1))
            # Hardly anybody would bid seven: then those who come nearest.
            bidding = max(int((best > _NOBODY).sum()), _HANDS // 100)
            usual[level] = float(best[-bidding:].mean())
        return usual

    def opinion(self, hands: NDArray[np.uint64]) -> Opinion:
        """What a seat thinks of some hands: uint64, shape (layouts,)."""
        chances = self._evaluator.distributions(hands, strains=self.strains, rules=self._rules)
        margin = self._scores.margin()
        short = margin.shape[2] - chances.shape[2]
        if short > 0:  # the first trick may count two
            chances = np.pad(chances, ((0, 0), (0, 0), (short, 0)))
        # By level and strain: (layouts, levels, strains).
        kinds = np.array([int(strain.is_no_trump) for strain in self.strains])
        expected = np.einsum("nst,lst->nls", chances, margin[:, kinds, :])
        worth = np.empty((len(hands), len(self._bids)))
        named = np.empty(worth.shape, dtype=np.int64)
        for place, bid in enumerate(self._bids):
            allowed = np.array([self.strains.index(strain) for strain in strains_of(bid, self._rules)])
            values = expected[:, bid.level, allowed]
            best = values.argmax(axis=1)
            worth[:, place] = values[np.arange(len(hands)), best]
            named[:, place] = allowed[best]
        numbers = np.arange(chances.shape[2])
        return Opinion(worth, named, (chances @ numbers).max(axis=1))

    def means(self, hands: NDArray[np.uint64]) -> NDArray[np.float64]:
        """Tricks that a seat expects in each strain: float64, shape (layouts, strains)."""
        return self._evaluator.means(hands, strains=self.strains, rules=self._rules)

    def chances(self, auction: Auction, opinion: Opinion) -> NDArray[np.float64]:
        """How likely each legal call is: float64, shape (layouts, legal calls), rows summing to one."""
        weights = np.stack([self._worth(auction, call, opinion) for call in auction.legal_calls], axis=1)
        weights -= weights.max(axis=1, keepdims=True)
        weights = np.exp(weights / _TEMPER)
        total: NDArray[np.float64] = weights / weights.sum(axis=1, keepdims=True)
        return total

    def choose(self, auction: Auction, opinion: Opinion, row: int, chance: float) -> Bid | Pass:
        """The call of a seat in one layout: that which a number from 0 to 1 falls on."""
        here = slice(row, row + 1)
        one = Opinion(opinion.worth[here], opinion.strain[here], opinion.strength[here])
        likely = np.cumsum(self.chances(auction, one)[0])
        calls = auction.legal_calls
        return calls[min(int(np.searchsorted(likely, chance * likely[-1], side="right")), len(calls) - 1)]

    def named(self, bid: Bid, opinion: Opinion, row: int) -> int:
        """The strain that a declarer names after his bid, by its place among `strains`."""
        return int(opinion.strain[row, self._places[bid]])

    def _worth(self, auction: Auction, call: Bid | Pass, opinion: Opinion) -> NDArray[np.float64]:
        if isinstance(call, Bid):
            return opinion.worth[:, self._places[call]]
        if auction.high is not None:
            partners = self._rules.is_partnership and self._rules.players == 4
            assert auction.to_act is not None
            ours = partners and (auction.high[0] - auction.to_act) % 2 == 0
            usual, better = self._usual[auction.high[1].level], opinion.strength - self._usual_strength
            return usual + _WITH * better if ours else _AGAINST * better - usual
        return np.full(len(opinion.worth), _NOBODY)
