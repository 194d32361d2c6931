"""What contracts are worth to each side at a score of a match, in the units of call policies."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.equity.match_equity import MatchEquity
from whistsolve.equity.payoffs import kept_payoffs
from whistsolve.equity.score_table import ScoreTable
from whistsolve.equity.transitions import MatchState
from whistsolve.game import CalledHand
from whistsolve.game.match.single_hand import match_before
from whistsolve.rules import Rules
from whistsolve.rules.sides import side_count, side_of

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

    Attributes
    ----------
    declaring : ndarray
        To each side if it declares: float64, (sides, levels, 2, tricks + 1), axes as in `ScoreTable`.
    partner, others : ndarray
        The expected gains to each side of contracts by unknown hands, of its own and of the other sides, by
        level: float64, shape (sides, levels).
    """

    declaring: NDArray[np.float64]
    partner: NDArray[np.float64]
    others: NDArray[np.float64]

    @classmethod
    def of_points(cls, rules: Rules) -> Stakes:
        """The stakes where only points count."""
        scores = ScoreTable.of(rules)
        margin = scores.margin() * (_POINTS_UNITS / point_unit(rules))
        sides = side_count(rules)
        levels = _expected(margin[:, 0], rules)
        own, others = np.tile(levels, (sides, 1)), np.tile(-levels / (sides - 1), (sides, 1))
        return cls(np.tile(margin, (sides, 1, 1, 1)), own, others)

    @classmethod
    @functools.lru_cache(maxsize=256)
    def of(cls, rules: Rules, dealer: int, state: MatchState, equity: MatchEquity) -> Stakes:
        """The stakes at a state of a match, cached."""
        declaring, own, others = [], [], []
        seats = [
            next(s for s in range(rules.players) if side_of(s, rules) == n) for n in range(side_count(rules))
        ]
        for seat in seats:
            table = kept_payoffs(rules, seat, dealer, state, equity)
            before = table.thrown_in().win
            gains = [(table.wins(each) - before) * _EQUITY_UNITS for each in seats]
            side = side_of(seat, rules)
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
