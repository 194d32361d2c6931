"""The report of `evaluate_bids`: a row for every legal call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from whistsolve import tabular
from whistsolve.bidding.reports.advice_report import AdviceReport, DistributionRow
from whistsolve.bidding.reports.table import Column
from whistsolve.bidding.shrinkage import Prior
from whistsolve.errors import Interrupted
from whistsolve.game.auction.calls import Bid, Pass
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain

__all__ = ["BidReport", "BidRow", "BidsInterrupted"]


@dataclass(frozen=True, slots=True)
class BidRow(DistributionRow):
    """One call.

    Attributes
    ----------
    call : Bid or Pass
    strain : Strain or None
        What to name if it becomes the contract, for the whole sample; ``None`` for a pass. Where the strain
        is named after the kitty is seen, the one that is named most often.
    make, make_error : float or None
        The chance that the bid is made, if it becomes the contract; ``None`` for a pass.
    tricks : tuple of float
        The chance of each number of tricks at the table in that strain, from none on, as `solve` counts them;
        empty for a pass.
    contract : float
        The chance that the call becomes the contract.
    points, points_error : float
        Expected points of the caller's side less those of the other, or less the mean of the others, over
        every way in which the auction may end.
    equity, equity_error : float or None
        The chance to win the match after the hand; ``None`` without match equity.
    games : float
        Expected games that the hand itself wins less those that it loses; one won by a hand of
        ``two_games_for`` counts ``boston_game_value``.
    effective_sample_size : float
        Of the weighted sample of layouts: repeated layouts count once. 0 where it is not known.
    exact : bool
        Whether the sample is every possible layout: then standard errors are 0. The report sets it.
    prior : Prior or None
        The prior prediction toward which these numbers were shrunk; ``None`` where it plays no part, as in
        exact reports and where tricks are estimated.

    Numbers are posterior means and errors posterior standard deviations, where there is a prior; else means
    and standard errors of the layouts. Intervals are 95 % intervals of the Monte Carlo estimate: they do
    not allow for how far real players are from the model of calls and from double-dummy play, or with
    ``play="table"`` from those that this was fitted to.
    """

    call: Bid | Pass
    strain: Strain | None
    make: float | None
    make_error: float | None
    tricks: tuple[float, ...]
    contract: float
    points: float
    points_error: float
    equity: float | None
    equity_error: float | None
    games: float
    effective_sample_size: float = 0.0
    exact: bool = False
    prior: Prior | None = None

    @property
    def tie_break(self) -> float:
        """Expected games, which decide between calls of equal value."""
        return self.games

    def as_dict(self) -> dict[str, object]:
        """The row by name, for JSON."""
        return {
            "call": str(self.call),
            "strain": None if self.strain is None else str(self.strain),
            "tricks": list(self.tricks),
            "contract": self.contract,
            "games": self.games,
            **self.numbers_as_dict(),
        }

    def __str__(self) -> str:
        """The call."""
        return str(self.call)


@dataclass(frozen=True, slots=True)
class BidReport(AdviceReport[BidRow]):
    """Every legal call of the player who holds a hand, with its estimates. `evaluate_bids` gives it.

    Attributes
    ----------
    hand : Hand
    seat, dealer : int
    rows : tuple of BidRow
        In the order of legal calls.
    samples : int
        Layouts in the sample.
    effective_sample_size : float
        Of these layouts: smaller than `samples` where the calls of others are likely in few layouts, so that
        some of these were drawn more than once.
    discards : str
        ``sampled``, ``double_dummy``, ``heuristic`` or ``estimated``: how discards were chosen.
    separated : bool
        Whether the best call is better than the next by three standard errors of the difference.
    exact : bool
        Whether the sample is every possible layout: then errors are 0 and intervals have no width. With
        ``play="table"`` the play is a model all the same.
    play : str
        ``double_dummy`` or ``table``: how hands were played out, see `evaluate_bids`.
    expected_loss : float or None
        Points that another call is expected to bring more than the best, where it does: the most of any call,
        by the normal distribution of its difference to the best. 0 where the report is exact; ``None`` where
        it is not known.

    As a table (see `AdviceReport`) its rows begin with ``call``, ``strain`` (text, null for a pass),
    ``contract`` and ``games`` (float64).
    """

    hand: Hand
    seat: int
    dealer: int
    rows: tuple[BidRow, ...]
    samples: int
    effective_sample_size: float
    discards: str
    separated: bool
    exact: bool = False
    play: str = "double_dummy"
    expected_loss: float | None = None

    @property
    def title(self) -> str:
        """The question that the report answers."""
        return f"What to call with {self.hand}"

    def _candidates(self) -> Mapping[str, tabular.Column]:
        return {
            "call": tabular.texts([row.call for row in self.rows]),
            "strain": tabular.texts([row.strain for row in self.rows]),
            "contract": tabular.numbers([row.contract for row in self.rows]),
            "games": tabular.numbers([row.games for row in self.rows]),
        }

    @property
    def columns(self) -> tuple[Column, ...]:
        """Calls, the strain to name with each, and the estimates."""
        return (
            Column("call", tuple(str(row.call) for row in self.rows)),
            Column("strain", tuple(row.strain for row in self.rows)),
            *self.estimate_columns(),
        )

    def _answer_as_dict(self) -> dict[str, object]:
        return {"play": self.play, "expected_loss": self.expected_loss}


class BidsInterrupted(Interrupted[BidReport]):
    """An interrupt that ended `evaluate_bids`. Caught as the `KeyboardInterrupt` that it is.

    Attributes
    ----------
    partial : BidReport
        The estimates so far.
    """
