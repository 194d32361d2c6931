"""Rows of reports: the estimates of one candidate, their standard errors and intervals."""

from __future__ import annotations

import math
from abc import ABC
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.shown import Shown
from whistsolve.advice.statistics import (
    Interval,
    Prior,
    beta_interval,
    distribution_error,
    distribution_mean,
    json_value,
    normal_interval,
    wilson_interval,
)
from whistsolve.game import HandView
from whistsolve.inference.card_locations import JOKERS
from whistsolve.inference.knowledge import SUIT_NAMES, Knowledge
from whistsolve.values.hands import Hand
from whistsolve.values.seats import seat_name


@dataclass(frozen=True, kw_only=True)
class AdviceRow(Shown, ABC):
    """What the rows of all reports have in common.

    Attributes
    ----------
    make, make_error : float or None
        The chance that the contract is made; ``None`` if no contract is known.
    points, points_error : float or None
        Expected points of the player's side less those of the other, or less the mean of the others; ``None``
        if no contract is known.
    equity, equity_error : float or None
        The chance of winning the match after the hand; ``None`` without match equity.
    effective_sample_size : float
        The effective size of the weighted sample of layouts: repeated layouts count once. 0 if not known.
    exact : bool
        Whether the sample is every possible layout: then standard errors are 0. The report sets it.

    Errors are standard errors. Intervals are 95 % intervals of the Monte Carlo estimate, by default 1.96
    standard errors on either side: they do not include how far real players differ from the model of calls
    and from double-dummy play, or with ``play="table"`` from the players that the correction was fitted to.
    """

    make: float | None
    make_error: float | None
    points: float | None
    points_error: float | None
    equity: float | None
    equity_error: float | None
    effective_sample_size: float = 0.0
    exact: bool = False

    #: The attributes in `as_dict` that come before the estimates.
    _described: ClassVar[tuple[str, ...]]
    #: Those that come after them.
    _further: ClassVar[tuple[str, ...]] = ()

    @property
    def mean_tricks(self) -> float | None:
        """Expected tricks; ``None`` if the row has no tricks, as for a pass."""
        return None

    @property
    def tricks_interval(self) -> Interval | None:
        """The 95 % interval of `mean_tricks`."""
        return None

    @property
    def value(self) -> float:
        """The value for comparison: the chance of winning the match, or else points, or else tricks."""
        known = (each for each in (self.equity, self.points, self.mean_tricks) if each is not None)
        return next(known, 0.0)

    @property
    def compared(self) -> tuple[str, float]:
        """What candidates are compared by, ``equity``, ``points``, ``tricks`` or ``make``, and its value."""
        if self.equity is not None:
            return "equity", self.equity
        return ("tricks", self.mean_tricks or 0.0) if self.points is None else ("points", self.points)

    @property
    def tie_break(self) -> float:
        """What candidates of equal value are compared by."""
        return 0.0

    @property
    def rank(self) -> tuple[float, ...]:
        """What the best candidate is chosen by: the highest `value`, of equals the highest `tie_break`."""
        return self.value, self.tie_break

    @property
    def make_interval(self) -> Interval | None:
        """The 95 % interval of the chance to make: Wilson's score interval.

        The number of trials is `effective_sample_size`, or the number that would give the standard error if
        that is larger. Without an effective sample size the interval comes from the standard error alone, and
        it has no width if the sample is every possible layout. ``None`` if there is no contract.
        """
        if self.make is None:
            return None
        if self.exact or self.effective_sample_size <= 0:
            return self.around(self.make, self.make_error, 0.0, 1.0)
        # A layout that gives a chance between 0 and 1 carries more information than one yes or no.
        trials = self.make * (1 - self.make) / self.make_error**2 if self.make_error else 0.0
        return wilson_interval(self.make, max(self.effective_sample_size, trials))

    @property
    def points_interval(self) -> Interval | None:
        """The 95 % interval of the points, infinite if the error is not known, as after a single layout."""
        return None if self.points is None else self.around(self.points, self.points_error)

    @property
    def equity_interval(self) -> Interval | None:
        """The 95 % interval of the chance of winning, within 0 to 1; ``None`` without match equity."""
        return None if self.equity is None else self.around(self.equity, self.equity_error, 0.0, 1.0)

    @property
    def value_interval(self) -> Interval | None:
        """The 95 % interval of `value`."""
        if self.equity is not None:
            return self.equity_interval
        return self.tricks_interval if self.points is None else self.points_interval

    def around(
        self, mean: float, error: float | None, least: float = -math.inf, most: float = math.inf
    ) -> Interval:
        """The `normal_interval` of a mean, without width if the row is exact."""
        return (mean, mean) if self.exact else normal_interval(mean, error, least, most)

    def as_dict(self) -> dict[str, object]:
        """The row by name, for JSON: the candidate, then the estimates, ``None`` if they are infinite."""
        names = [*self._described, "mean_tricks", "tricks_interval"]
        for name in ("make", "points", "equity"):
            names += [name, f"{name}_error", f"{name}_interval"]
        names += ["effective_sample_size", "exact", *self._further]
        return {name: json_value(getattr(self, name)) for name in names}


@dataclass(frozen=True, kw_only=True)
class DistributionRow(AdviceRow):
    """A row with the whole distribution of tricks."""

    #: The chance of 0, 1, ... tricks, double dummy or as in `play`, counted as by `solve`.
    tricks: tuple[float, ...]
    #: The prior prediction toward which the estimates were shrunk; ``None`` if they were not shrunk: in exact
    #: reports, if tricks are estimated, and with the kitty seen. If there is a prior, estimates are posterior
    #: means and errors posterior standard deviations.
    prior: Prior | None = None

    _further: ClassVar[tuple[str, ...]] = ("prior",)

    @property
    def make_interval(self) -> Interval | None:
        """The 95 % interval of the chance to make, from its posterior, a beta distribution.

        Without a prior the interval is that of `AdviceRow`. ``None`` if there is no contract.
        """
        if self.make is None or self.prior is None or self.exact:
            return super().make_interval
        return beta_interval(self.make, self._posterior_size)

    @property
    def _posterior_size(self) -> float:
        """Effective sample size and prior strength together, in layouts."""
        return self.effective_sample_size + (self.prior.strength if self.prior is not None else 0.0)

    @property
    def mean_tricks(self) -> float | None:
        """Expected tricks; ``None`` if there is no distribution, as for a pass."""
        return distribution_mean(self.tricks) if self.tricks else None

    @property
    def tricks_interval(self) -> Interval | None:
        """The 95 % interval of `mean_tricks`, all tricks if the effective sample size is not known."""
        if not self.tricks:
            return None
        error = distribution_error(self.tricks, self._posterior_size)
        return self.around(distribution_mean(self.tricks), error, 0.0, len(self.tricks) - 1.0)


@dataclass(frozen=True, kw_only=True)
class MeanRow(AdviceRow):
    """A row with expected tricks of the side that plays instead of their distribution.

    `most_tricks` is how many can still be won.
    """

    tricks: float
    tricks_error: float
    most_tricks: int

    @property
    def mean_tricks(self) -> float:
        """Expected tricks, as in the rows of other reports."""
        return self.tricks

    @property
    def tricks_interval(self) -> Interval:
        """The 95 % interval of `tricks`, from none to all."""
        return self.around(self.tricks, self.tricks_error, 0.0, float(self.most_tricks))


@dataclass(frozen=True, slots=True)
class Believed:
    """What the layouts say of one suit in a hand that the player does not see.

    `name` is the seat of the hand, such as ``W``, or beside dummies ``hand 2``; `suit` is ``clubs``,
    ``diamonds``, ``hearts``, ``spades`` or ``jokers``. `cards` is the mean number of them in the layouts, and
    `by_chance` the number if each unseen one were as likely in every place of a hand that may hold it.
    """

    hand: int
    name: str
    suit: str
    cards: float
    by_chance: float

    def as_dict(self) -> dict[str, object]:
        """The fields by name, for JSON."""
        return asdict(self)


def beliefs(view: HandView, known: Knowledge, means: NDArray[np.float64]) -> Iterator[Believed]:
    """What is believed of each suit of which cards are unseen, hand by hand.

    `means` has the mean number of cards of each suit in the columns of layouts: float64, (columns, suits).
    """
    number, dummies = len(view.hands), view.rules.has_dummies
    hidden = [column for column in range(known.columns) if column >= number or view.hands[column] is None]
    seen = sum(hand.mask for hand in view.hands if hand is not None)
    chances = np.zeros((len(hidden), len(SUIT_NAMES)))
    for card in known.deck - Hand.from_mask(seen & known.deck.mask):
        holders = [row for row, column in enumerate(hidden) if card in known.known[column]]
        holders = holders or [row for row, column in enumerate(hidden) if card not in known.barred[column]]
        places = np.array([known.sizes[hidden[row]] for row in holders])
        chances[holders, JOKERS if card.suit is None else card.suit] += places / places.sum()
    for row, hand in enumerate(hidden):
        for suit, name in enumerate(SUIT_NAMES):
            if hand < number and chances[:, suit].any():
                seat = f"hand {hand}" if dummies else seat_name(hand, number)
                yield Believed(hand, seat, name, float(means[hand, suit]), float(chances[row, suit]))
