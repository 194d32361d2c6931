"""What contracts are worth: `Stakes` at a score, and the values of all bids to a seat by its own hand."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from whistsolve.cancelling import end_if_cancelled
from whistsolve.equity.match_equity import MatchEquity
from whistsolve.equity.payoffs import ScoreTable, kept_payoffs
from whistsolve.equity.transitions import MatchState
from whistsolve.evaluation.hand_evaluator import LOWEST_PREDICTION, Evaluator
from whistsolve.evaluation.table_play import TablePlay, knows_table_play
from whistsolve.game import CalledHand
from whistsolve.game.auction.calls import Bid, all_strains, strains_of
from whistsolve.game.match.single_hand import match_before
from whistsolve.rules import Rules
from whistsolve.rules.sides import side_of
from whistsolve.values.strains import Strain

#: Of bids, by the hand: points as the contract, gains at the score, tricks short of the bid, and to spare.
HAND_FEATURES: Final = ("points", "gain", "short", "spare")
#: Units per probability of winning the match, and, where there are no scores, per unit of points: what points
#: bring at the beginning of a game to seven.
_EQUITY_UNITS: Final = 5.0
_POINTS_UNITS: Final = 0.65
#: The tricks that a contract is expected to win if nothing is known of the hands: the mean beyond those
#: needed, and the standard deviation.
_BEYOND, _DEVIATION = -0.3, 1.7


@dataclass(frozen=True, eq=False)
class Stakes:
    """The gains of all contracts over a hand that is thrown in.

    `declaring` are those of each side if it declares: float64, (sides, levels, 2, tricks + 1), axes as in
    `ScoreTable`. `partner` and `others`, (sides, levels), are the gains expected of contracts by unknown
    hands, of the own and of the other sides.
    """

    declaring: NDArray[np.float64]
    partner: NDArray[np.float64]
    others: NDArray[np.float64]

    @classmethod
    def of_points(cls, rules: Rules) -> Stakes:
        """The stakes where only points count."""
        scores = ScoreTable.of(rules)
        margin = scores.margin() * (_POINTS_UNITS / point_unit(rules))
        sides = rules.side_count
        levels = _expected(margin[:, 0], rules)
        own, others = np.tile(levels, (sides, 1)), np.tile(-levels / (sides - 1), (sides, 1))
        return cls(np.tile(margin, (sides, 1, 1, 1)), own, others)

    @classmethod
    @functools.lru_cache(maxsize=256)
    def of(cls, rules: Rules, dealer: int, state: MatchState, equity: MatchEquity) -> Stakes:
        """The stakes at a state of a match, cached."""
        declaring, own, others = [], [], []
        seats = {side_of(seat, rules): seat for seat in reversed(range(rules.players))}
        for side in range(rules.side_count):
            table = kept_payoffs(rules, seats[side], dealer, state, equity)
            before = table.thrown_in().win
            gains = [(table.of_side(each)[..., 1] - before) * _EQUITY_UNITS for each in sorted(seats)]
            declaring.append(gains[side])
            own.append(_expected(gains[side][:, 0], rules))
            others.append(_expected(np.delete(gains, side, axis=0).mean(axis=0)[:, 0], rules))
        return cls(np.stack(declaring), np.stack(own), np.stack(others))

    @classmethod
    def before(cls, hand: CalledHand, rules: Rules, equity: MatchEquity) -> Stakes:
        """The stakes of a hand that is over. Raises `WhistError` if its scores would have ended the match."""
        standing = match_before(hand.scores, rules, hand.dealer).standing
        return cls.of(rules, hand.dealer, MatchState.of(standing, rules), equity)


def point_unit(rules: Rules) -> float:
    """A typical contract's points: half of what making a bid above the lowest by one has over a set."""
    level = min(rules.min_bid + 1, rules.max_bid)
    scores = ScoreTable.of(rules)
    made = scores.made[level]
    by_tricks = scores.margin()[level, 0]
    first = int(made.argmax())
    swing = float(by_tricks[first] - by_tricks[first - 1]) if made.any() and first else 0.0
    return max(swing / 2, 1.0)


def _expected(by_tricks: NDArray[np.float64], rules: Rules) -> NDArray[np.float64]:
    """The expected gains of a contract at each level by hands that nothing is known of: shape (levels,)."""
    levels, tricks = np.indices(by_tricks.shape)
    needed = levels + rules.bid_base - rules.books_from_kitty
    chances = np.exp(-0.5 * ((tricks - needed - _BEYOND) / _DEVIATION) ** 2)
    found: NDArray[np.float64] = (by_tricks * chances).sum(axis=1) / chances.sum(axis=1)
    return found


class TrickEvaluator(Protocol):
    """Anything that predicts the tricks of hands as declarers, as `Evaluator` does."""

    def distributions(
        self, hands: NDArray[np.uint64], strains: Sequence[Strain], rules: Rules
    ) -> NDArray[np.float64]:
        """Probabilities of 0, 1, ... tricks: shape (hands, strains, tricks + 1)."""


@dataclass(frozen=True, slots=True, eq=False)
class BidValues:
    """What one seat's hand says of all bids as contracts; one row for each layout.

    `values`, (layouts, bids), are expected points in the best strain that a bid allows, and `strain` its
    index among `all_strains`. `means`, (layouts, strains), are expected tricks as declarer, `strength` their
    maximum. `features`, (layouts, calls, 4), are the `HAND_FEATURES`. `agreed`, (2, layouts, bids), is what
    conventions add to utilities, ``None`` without conventions.
    """

    values: NDArray[np.float64]
    strain: NDArray[np.int64]
    means: NDArray[np.float64]
    strength: NDArray[np.float64]
    features: NDArray[np.float64]
    agreed: NDArray[np.float64] | None = None


class BidValuer:
    """Expected points, gains and tricks of contracts given the declarer's hand before the kitty.

    The distribution of an `Evaluator` depends on one integer for each hand and strain, so that expected
    points are in a table by that integer; with any other evaluator they are computed for every hand.
    """

    def __init__(self, rules: Rules, evaluator: TrickEvaluator, bids: Sequence[Bid]) -> None:
        scores = ScoreTable.of(rules)
        self._rules, self._evaluator = rules, evaluator
        self._strains = all_strains(rules)
        self._kinds = np.array([int(strain.is_no_trump) for strain in self._strains])
        self._margin, self.tricks = scores.margin(), scores.tricks
        self._unit = point_unit(rules)
        self._needed = np.array([bid.level + rules.bid_base - rules.books_from_kitty for bid in bids])
        #: For each set of strains that a bid allows: the indices of the bids that allow it, and their levels.
        self._bids_by_strains: dict[tuple[int, ...], tuple[list[int], list[int]]] = {}
        for index, bid in enumerate(bids):
            allowed = tuple(self._strains.index(each) for each in strains_of(bid, rules))
            indices, levels = self._bids_by_strains.setdefault(allowed, ([], []))
            indices.append(index)
            levels.append(bid.level)
        self._play = None
        if knows_table_play(rules):
            self._play = [TablePlay().matrix(kind, self.tricks) for kind in (False, True)]
        #: By prediction, with trumps and without: distributions of tricks and their means.
        self._tables: tuple[NDArray[np.float64], NDArray[np.float64]] | None = None
        if type(evaluator) is Evaluator:  # a subclass may predict otherwise
            by_prediction = self._padded(evaluator.by_prediction(rules)).swapaxes(0, 1)
            self._tables = by_prediction, by_prediction @ np.arange(self.tricks + 1)

    def values(self, hands: NDArray[np.uint64], stakes: Stakes, side: int, mean_strength: float) -> BidValues:
        """Values of all bids for the given hands, uint64 of shape (layouts,); `agreed` is ``None``."""
        end_if_cancelled()
        #: Expected points and gains in each strain, (2, layouts, levels).
        worths: Sequence[NDArray[np.float64]]
        if self._tables is None:
            chances = self.distributions(hands, self._strains)
            worths = list(self._worths(chances, stakes, side, self._kinds).swapaxes(0, 1))
            means = chances @ np.arange(self.tricks + 1)
        else:
            assert isinstance(self._evaluator, Evaluator)
            rows = self._evaluator.merits(hands, self._strains, self._rules) - LOWEST_PREDICTION
            tables = _kept_worths(self, stakes, side)
            by_strain = zip(self._kinds, rows.T, strict=True)
            worths = [tables[:, kind].take(row, axis=1) for kind, row in by_strain]
            means = self._tables[1][rows, self._kinds]
        found = np.empty((2, len(hands), len(self._needed)))
        strain = np.empty(found.shape[1:], dtype=np.int64)
        for allowed, (indices, levels) in self._bids_by_strains.items():
            end_if_cancelled()
            of_strains = [worths[index] for index in allowed]
            best = np.maximum.reduce(of_strains)
            first = np.empty(best.shape[1:], dtype=np.int64)
            for index, each in zip(reversed(allowed), reversed(of_strains), strict=True):
                np.copyto(first, index, where=each[0] == best[0])
            found[:, :, indices], strain[:, indices] = best[:, :, levels], first[:, levels]
        values, gained = found
        strength = means.max(axis=1)
        features = np.zeros((len(hands), len(self._needed) + 1, len(HAND_FEATURES)))
        features[:, 0, 0] = strength - mean_strength
        spare = np.take_along_axis(means, strain, axis=1) - self._needed
        features[:, 1:, 0], features[:, 1:, 1] = values / self._unit, gained
        features[:, 1:, 2], features[:, 1:, 3] = np.minimum(spare, 0), np.maximum(spare, 0)
        return BidValues(values, strain, means, strength, features)

    def distributions(self, hands: NDArray[np.uint64], strains: Sequence[Strain]) -> NDArray[np.float64]:
        """The evaluator's probabilities of 0, 1, ... tricks: float64, (layouts, strains, tricks + 1)."""
        return self._padded(self._evaluator.distributions(hands, strains, self._rules))

    def _worths(
        self, chances: NDArray[np.float64], stakes: Stakes, side: int, kinds: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """Points, double dummy, and gains, at the table if modelled: (2, columns, rows, levels)."""
        played = chances
        if self._play is not None:
            columns = [chances[:, column] @ self._play[kind] for column, kind in enumerate(kinds)]
            played = np.stack(columns, axis=1)
        pairs = (chances, self._margin), (played, stakes.declaring[side])
        found = [np.einsum("rct,lct->crl", each, margin[:, kinds], optimize=True) for each, margin in pairs]
        # Rounded, so that ties go to the first strain whatever the rounding errors of the sums.
        return np.stack(found).round(9)

    def _padded(self, distributions: NDArray[np.float64]) -> NDArray[np.float64]:
        """Distributions padded in front with zeros to the tricks of the rules; the first may count two."""
        missing = self.tricks + 1 - distributions.shape[2]
        return np.pad(distributions, ((0, 0), (0, 0), (missing, 0))) if missing > 0 else distributions


@functools.lru_cache(maxsize=64)
def _kept_worths(valuer: BidValuer, stakes: Stakes, side: int) -> NDArray[np.float64]:
    """The points and gains by prediction of a valuer with tables, cached: (2, 2, predictions, levels)."""
    assert valuer._tables is not None
    return np.ascontiguousarray(valuer._worths(valuer._tables[0], stakes, side, np.arange(2)))
