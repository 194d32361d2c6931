"""Numbers that come from some layouts of all, and how far off they may be: 95 % intervals."""

from __future__ import annotations

import dataclasses
import math
from typing import Any, Final, TypeAlias, TypeVar, cast

__all__ = ["Estimates", "Interval", "json_interval", "json_number", "rounded", "settled", "wilson_interval"]

#: The lowest and the highest value.
Interval: TypeAlias = tuple[float, float]

#: Standard errors on either side of a mean, for 95 %.
_ERRORS: Final = 1.96
#: Values that calls are compared by count as equal where they agree to so many decimals.
_DECIMALS: Final = 9


class Estimates:
    """What the rows of reports have in common. Each is a dataclass with these fields."""

    __slots__ = ()

    make: float | None
    make_error: float | None
    points: float | None
    points_error: float | None
    equity: float | None
    equity_error: float | None
    effective_sample_size: float
    exact: bool

    @property
    def value(self) -> float:
        """What rows are compared by: the chance to win the match, or points where that is not known."""
        return (self.points or 0.0) if self.equity is None else self.equity

    @property
    def make_interval(self) -> Interval | None:
        """The 95 % interval of the chance to make: Wilson's score interval.

        For the effective sample size, or for as many trials as the standard error says where these are more.

        From the standard error where `effective_sample_size` is 0, and without width where every layout was
        looked at. ``None`` where there is no such chance.
        """
        if self.make is None:
            return None
        if self.exact or self.effective_sample_size <= 0:
            return self.around(self.make, self.make_error, 0.0, 1.0)
        # Layouts that give a chance and not yes or no say more than so many coins.
        coins = self.make * (1 - self.make) / self.make_error**2 if self.make_error else 0.0
        return wilson_interval(self.make, max(self.effective_sample_size, coins))

    @property
    def points_interval(self) -> Interval | None:
        """The 95 % interval of the points: 1.96 standard errors on either side.

        Without bounds where the error is not known, as after a single layout; ``None`` where there are no
        points.
        """
        return (
            None if self.points is None else self.around(self.points, self.points_error, -math.inf, math.inf)
        )

    @property
    def equity_interval(self) -> Interval | None:
        """The 95 % interval of the chance to win the match: 1.96 standard errors on either side, in 0 to 1.

        ``None`` where matches are not looked at.
        """
        return None if self.equity is None else self.around(self.equity, self.equity_error, 0.0, 1.0)

    @property
    def value_interval(self) -> Interval | None:
        """The 95 % interval of `value`."""
        return self.equity_interval or self.points_interval

    def around(self, mean: float, error: float | None, least: float, most: float) -> Interval:
        """The 95 % interval of a mean: 1.96 standard errors on either side, within the bounds."""
        if self.exact:
            return mean, mean
        if error is None or not math.isfinite(error):
            return least, most
        return max(least, mean - _ERRORS * error), min(most, mean + _ERRORS * error)

    def as_text(self) -> tuple[str, str, str]:
        """The chance to make, points, and the chance to win the match, with intervals in brackets.

        Each is empty where there is no such number. The numbers are padded to stand below each other.
        """
        points = ""
        if self.points is not None and self.points_interval is not None:
            low, high = self.points_interval
            points = f"{self.points:+6.2f}" + ("" if self.exact else f" ({low:+.2f} to {high:+.2f})")
        make = self._percent(self.make, self.make_interval, 0)
        return make, points, self._percent(self.equity, self.equity_interval, 1)

    def numbers_as_dict(self) -> dict[str, object]:
        """The estimates by name, for JSON: ``None`` in place of an error or bound without limit."""
        return {
            "make": self.make,
            "make_error": json_number(self.make_error),
            "make_interval": json_interval(self.make_interval),
            "points": self.points,
            "points_error": json_number(self.points_error),
            "points_interval": json_interval(self.points_interval),
            "equity": self.equity,
            "equity_error": json_number(self.equity_error),
            "equity_interval": json_interval(self.equity_interval),
            "effective_sample_size": self.effective_sample_size,
            "exact": self.exact,
        }

    def _percent(self, chance: float | None, interval: Interval | None, decimals: int) -> str:
        if chance is None or interval is None:
            return ""
        found = f"{chance:{4 + decimals + (decimals > 0)}.{decimals}%}"
        if self.exact:
            return found
        low, high = (f"{100 * bound:.{decimals}f}" for bound in interval)
        return f"{found} ({low}-{high}%)"


_Row = TypeVar("_Row", bound=Estimates)


def settled(rows: tuple[_Row, ...], exact: bool) -> tuple[_Row, ...]:
    """Rows that know whether every layout was looked at, in which case they have no errors."""
    return tuple(_settled(row) for row in rows) if exact else rows


def _settled(row: _Row) -> _Row:
    changes: dict[str, object] = {"exact": True}
    for name in ("make", "points", "equity"):
        changes[f"{name}_error"] = None if getattr(row, name) is None else 0.0
    return cast(_Row, dataclasses.replace(cast(Any, row), **changes))


def wilson_interval(chance: float, number: float) -> Interval:
    """The 95 % interval of a chance that a sample gives, by Wilson's score.

    It has a width where all or none of the sample is a success, and stays within 0 and 1.
    Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal of the
    American Statistical Association 22 (1927), 209-212.

    Parameters
    ----------
    chance : float
        The share of successes, 0 to 1.
    number : float
        The size of the sample, above 0; not whole where some of it says the same.

    Examples
    --------
    >>> low, high = wilson_interval(15 / 148, 148)
    >>> round(low, 4), round(high, 4)
    (0.0624, 0.1605)
    """
    square = _ERRORS**2 / number
    middle = (chance + square / 2) / (1 + square)
    half = math.sqrt(square * (chance * (1 - chance) + square / 4)) / (1 + square)
    # Rounding may leave 0 or 1 just outside, where they are the bounds.
    return min(chance, max(0.0, middle - half)), max(chance, min(1.0, middle + half))


def rounded(value: float) -> float:
    """The value without what adding up in another order changes, so that equals are equal."""
    return round(value, _DECIMALS)


def json_number(number: float | None) -> float | None:
    """The number, or ``None`` where it is not finite: JSON has no infinity."""
    return number if number is not None and math.isfinite(number) else None


def json_interval(interval: Interval | None) -> list[float | None] | None:
    """Both bounds, each ``None`` where it is without limit."""
    return None if interval is None else [json_number(bound) for bound in interval]
