"""How other seats call: by what the quick evaluator says of their own cards alone, and not always alike.

Some players are cautious and bid what they expect to make. The others weigh every legal call by the points
that it brings in the end, which depends on what others call after it: that is learnt from hands between seats
that call so. All take better calls more often, none is certain, so that no layout is ruled out by a call.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from whistsolve.bidding.calls.bid_values import BidValues
from whistsolve.bidding.calls.rollout import TURNS, WinningBid, sample_outcomes
from whistsolve.bidding.calls.value_regression import Case, ValueRegression
from whistsolve.dealing import random_deals
from whistsolve.equity.score_table import ScoreTable
from whistsolve.errors import WhistError
from whistsolve.evaluation.deal_evaluator import DealEvaluator
from whistsolve.evaluation.hand_evaluator import Evaluator
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid, Pass, all_bids, all_strains, strains_of
from whistsolve.rules import Rules
from whistsolve.rules.sides import are_partners, side_count
from whistsolve.values.reading import shown
from whistsolve.values.strains import Strain

__all__ = ["CallModel", "TrickEvaluator"]

#: How many players are cautious: they bid where they expect to win as many points as a pass is worth to them,
#: and do not think of what others will call. The rest weigh every call by what it brings in the end. Set so
#: that it does well against rules of thumb, which pass more than open hands would let them.
_CAUTIOUS: Final = 0.8
_CAUTION: Final = 3.0
#: Differences of so many points change how often a call is made by a factor of e, for those who weigh calls
#: and for the cautious. Guesses: people are neither certain of their judgement nor alike.
_TEMPERATURE, _CAUTIOUS_TEMPERATURE = 0.35, 0.7
#: How many of the calls that are heard are taken to be made so; the others say nothing of a hand.
_TRUST: Final = 0.5
#: Before anything is learnt: points of a pass where nobody has bid, and what a trick more in one's own hand
#: adds to a pass after a bid of one's own side, and of the other.
_NOBODY, _WITH, _AGAINST = -0.5, 0.8, 1.2
#: Hands that are learnt from, and how often.
_HANDS: Final = 2500
_LESSONS: Final = 3


class TrickEvaluator(Protocol):
    """Anything that says how many tricks hands take as declarers, as `Evaluator` does."""

    def distributions(
        self, hands: NDArray[np.uint64], strains: Iterable[Strain | str] | None, rules: Rules | None
    ) -> NDArray[np.float64]:
        """Chances of 0, 1, ... tricks: shape (hands, strains, tricks + 1)."""


class CallModel:
    """What seats call, and how likely a call is.

    Parameters
    ----------
    rules : Rules
        Of a game with an auction and without dummies.
    evaluator : TrickEvaluator, optional
        What seats think their hands take; `Evaluator` where it is left out.
    trust : float
        How many of the calls that are heard, from 0 to 1, are taken to be made as this says; the others say
        nothing of a hand.

    Raises
    ------
    RulesError
        Where they are of another game, or of one that the evaluator does not know.
    WhistError
        Where trust is not from 0 to 1.

    Notes
    -----
    A bid is worth the points that the evaluator expects of it as the contract, a pass what the best bid so
    far usually brings. Then 2,500 random hands are called by that, and what calls brought in the end, by the
    cards of all (`DealEvaluator`), puts their worth right: three times over.
    """

    __slots__ = (
        "_bids",
        "_evaluator",
        "_lines",
        "_places",
        "_scores",
        "_usual",
        "rules",
        "strains",
        "together",
        "trust",
    )

    def __init__(
        self, rules: Rules, evaluator: TrickEvaluator | None = None, *, trust: float = _TRUST
    ) -> None:
        if not isinstance(trust, (int, float)) or not 0 <= trust <= 1:
            raise WhistError(f"trust {shown(trust)} is wrong: expected a number from 0 to 1")
        self.rules = rules
        self.trust = float(trust)
        self._scores = ScoreTable.of(rules)
        self._evaluator = Evaluator() if evaluator is None else evaluator
        self._bids = all_bids(rules)
        self._places = {bid: place for place, bid in enumerate(self._bids)}
        #: The strains that opinions name by place.
        self.strains: tuple[Strain, ...] = all_strains(rules)
        deals = random_deals(_HANDS, 0, rules)
        opinions = [self.opinion(deals[:, seat]) for seat in range(rules.players)]
        #: Tricks where all hands are known.
        self.together = DealEvaluator(
            rules, self.strains, np.stack([each.means for each in opinions], axis=1), self._scores.tricks
        )
        self._usual = float(opinions[0].strength.mean())
        self._lines = ValueRegression(self._first_guesses(opinions[0]))
        for lesson in range(_LESSONS):
            self._learn(opinions, lesson)

    # --------------------------------------------------------------------------------------------- learning

    def _first_guesses(self, opinion: BidValues) -> dict[tuple[str, int], tuple[float, float]]:
        """Constant and slope for passes after bids of each number: by hands that would rather bid."""
        guesses: dict[tuple[str, int], tuple[float, float]] = {}
        for level in {bid.level for bid in self._bids}:
            places = [place for bid, place in self._places.items() if bid.level == level]
            best = np.sort(opinion.worth[:, places].max(axis=1))
            # Hardly anybody would bid seven: then those who come nearest.
            bidding = max(int((best > _NOBODY).sum()), _HANDS // 100)
            usual = float(best[-bidding:].mean())
            guesses["ours", level] = usual, _WITH
            guesses["theirs", level] = -usual, _AGAINST
        return guesses

    def _learn(self, opinions: Sequence[BidValues], lesson: int) -> None:
        """Calls all hands, and puts right what calls are worth by what came of them."""
        rules = self.rules
        chances = np.random.Generator(np.random.PCG64(lesson)).random((_HANDS, TURNS))
        made: list[tuple[Auction, NDArray[np.intp], NDArray[np.intp]]] = []
        highs = sample_outcomes(Auction.start(rules, rules.players - 1), self, opinions, chances, made)
        points = self._points(highs, opinions)
        for auction, rows, picked in made:
            seat = auction.to_act
            assert seat is not None
            calls = auction.legal_calls
            for place in np.unique(picked).tolist():
                some = rows[picked == place]
                known, key = self._known(auction, calls[place], opinions[seat].of_rows(some))
                self._lines.see(key, known, points[some, seat])
        self._lines.settle()

    def _points(self, highs: Sequence[WinningBid], opinions: Sequence[BidValues]) -> NDArray[np.float64]:
        """What each hand brings each seat, less what it brings others: float64, shape (hands, seats)."""
        rules, margin = self.rules, self._scores.margin()
        found = np.zeros((len(highs), rules.players))
        means = np.stack([each.means for each in opinions], axis=1)
        contracts: dict[tuple[int, Bid, int], list[int]] = {}
        for row, high in enumerate(highs):
            if high is not None:
                contracts.setdefault((*high, self.named(high[1], opinions[high[0]], row)), []).append(row)
        opponents = side_count(rules) - 1
        for (declarer, bid, place), rows in contracts.items():
            likely = self.together.distributions(means[rows], declarer, place)
            worth = likely @ margin[bid.level, int(self.strains[place].is_no_trump)]
            for seat in range(rules.players):
                own = are_partners(seat, declarer, rules)
                found[rows, seat] = worth if own else -worth / opponents
        return found

    # ---------------------------------------------------------------------------------------------- calling

    def opinion(self, hands: NDArray[np.uint64]) -> BidValues:
        """What a seat thinks of some hands: uint64, shape (layouts,)."""
        chances = self.tricks(hands, self.strains)
        margin = self._scores.margin()
        # By level and strain: (layouts, levels, strains).
        kinds = np.array([int(strain.is_no_trump) for strain in self.strains])
        expected = np.einsum("nst,lst->nls", chances, margin[:, kinds, :])
        worth = np.empty((len(hands), len(self._bids)))
        named = np.empty(worth.shape, dtype=np.int64)
        for place, bid in enumerate(self._bids):
            allowed = np.array([self.strains.index(strain) for strain in strains_of(bid, self.rules)])
            values = expected[:, bid.level, allowed]
            # Rounded, so that the first of equal ones is taken however many rows are added up at a time.
            best = values.round(9).argmax(axis=1)
            worth[:, place] = values[np.arange(len(hands)), best]
            named[:, place] = allowed[best]
        return BidValues(worth, named, chances @ np.arange(chances.shape[2]))

    def tricks(self, hands: NDArray[np.uint64], strains: Sequence[Strain]) -> NDArray[np.float64]:
        """Chances of 0, 1, ... tricks by the evaluator: float64, shape (layouts, strains, tricks + 1)."""
        found = self._evaluator.distributions(hands, strains=strains, rules=self.rules)
        short = self._scores.tricks + 1 - found.shape[2]
        # The first trick may count two.
        return np.pad(found, ((0, 0), (0, 0), (short, 0))) if short > 0 else found

    def chances(self, auction: Auction, opinion: BidValues) -> NDArray[np.float64]:
        """How likely each legal call is: float64, shape (layouts, legal calls), rows summing to one."""
        at_once = np.full((len(opinion.means), len(auction.legal_calls)), _CAUTION)
        for place, call in enumerate(auction.legal_calls):
            if isinstance(call, Bid):
                at_once[:, place] = opinion.worth[:, self._places[call]]
        found = (1 - _CAUTIOUS) * _softmax(self.values(auction, opinion), _TEMPERATURE)
        return found + _CAUTIOUS * _softmax(at_once, _CAUTIOUS_TEMPERATURE)

    def likelihood(
        self, auction: Auction, call: Bid | Pass, hands: NDArray[np.uint64]
    ) -> NDArray[np.float64]:
        """The likelihood of a call of the seat to act, by its hand in each layout: float64, (layouts,)."""
        return self.chances(auction, self.opinion(hands))[:, auction.legal_calls.index(call)]

    def values(self, auction: Auction, opinion: BidValues) -> NDArray[np.float64]:
        """Points that the seat to act expects of each legal call: float64, shape (layouts, legal calls)."""
        return np.stack([self.worth(auction, call, opinion) for call in auction.legal_calls], axis=1)

    def named(self, bid: Bid, opinion: BidValues, row: int) -> int:
        """The strain that a declarer names after his bid, by its place among `strains`."""
        return int(opinion.strain[row, self._places[bid]])

    def named_by(self, bid: Bid, opinion: BidValues) -> NDArray[np.int64]:
        """The same in every layout: int64, shape (layouts,)."""
        return opinion.strain[:, self._places[bid]]

    def worth(self, auction: Auction, call: Bid | Pass, opinion: BidValues) -> NDArray[np.float64]:
        """Points that the seat to act expects of a call in the end: float64, shape (layouts,)."""
        known, key = self._known(auction, call, opinion)
        return self._lines.value(key, known)

    def _known(
        self, auction: Auction, call: Bid | Pass, opinion: BidValues
    ) -> tuple[NDArray[np.float64], Case]:
        """What the worth of a call depends on: a number for each hand, and what it is called by."""
        rules, seat = self.rules, auction.to_act
        assert seat is not None
        # Who may still call: in auctions that go round, somebody always.
        behind = rules.players - 1 - len(auction.calls) if rules.auction_rounds == "single" else 1
        if isinstance(call, Bid):
            return opinion.worth[:, self._places[call]], ("bid", call.level, behind)
        better = opinion.strength - self._usual
        if auction.high is None:
            return better, ("nobody", 0, behind)
        ours = are_partners(auction.high[0], seat, rules)
        return better, ("ours" if ours else "theirs", auction.high[1].level, behind)


def _softmax(values: NDArray[np.float64], temper: float) -> NDArray[np.float64]:
    """Chances of choosing each column, better ones more often."""
    weights = np.exp((values - values.max(axis=1, keepdims=True)) / temper)
    found: NDArray[np.float64] = weights / weights.sum(axis=1, keepdims=True)
    return found
