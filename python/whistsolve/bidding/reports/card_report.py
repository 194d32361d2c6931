"""The report of `evaluate_cards`: a row for every legal card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from whistsolve import tabular
from whistsolve.bidding.reports.advice_report import AdviceReport, AdviceRow
from whistsolve.bidding.reports.intervals import Interval, json_number
from whistsolve.bidding.reports.table import Column
from whistsolve.errors import Interrupted
from whistsolve.values.cards import Card, Suit
from whistsolve.values.contracts import Contract
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain

__all__ = ["CardReport", "CardRow", "CardsInterrupted"]


@dataclass(frozen=True, slots=True)
class CardRow(AdviceRow):
    """One legal card.

    Attributes
    ----------
    card : Card
    named : Suit or None
        The suit that a led joker names, where the rules have it name one: there is a row for each suit.
    tricks, tricks_error : float
        Expected tricks that the side of the hand to play still wins if the card is played, the trick in
        progress counted. All who play against a declarer are one side. In games without an auction where
        everybody plays alone, it is the player himself.
    make, make_error : float or None
        The chance that the contract is made, whoever the player is; ``None`` without a contract.
    points, points_error : float
        Expected points of the hand for the player's side less those of the other, or less the mean of the
        others.
    equity, equity_error : float or None
        The chance to win the match after the hand; ``None`` where matches are not looked at.
    effective_sample_size : float
        As that of the report.
    most_tricks : int
        The most tricks that there are still to be won.
    aim : float or None
        Alpha-mu's value, by which cards are compared first: the chance that the player's side makes the
        contract, or beats it; without a contract the tricks that it expects. ``None`` under ``pimc``.
    exact : bool
        Whether these are all the layouts there can be: then standard errors are 0.

    Errors are standard errors. Intervals are 95 % intervals of the Monte Carlo estimate: they do not allow
    for how far real players are from double-dummy play.
    """

    card: Card
    named: Suit | None
    tricks: float
    tricks_error: float
    make: float | None
    make_error: float | None
    points: float
    points_error: float
    equity: float | None
    equity_error: float | None
    effective_sample_size: float
    most_tricks: int
    aim: float | None = None
    exact: bool = False

    @property
    def mean_tricks(self) -> float:
        """Expected tricks, as in the rows of other reports."""
        return self.tricks

    @property
    def tricks_interval(self) -> Interval:
        """The 95 % interval of `tricks`: 1.96 standard errors on either side, from none to all."""
        return self.around(self.tricks, self.tricks_error, 0.0, float(self.most_tricks))

    @property
    def tie_break(self) -> float:
        """Expected tricks: of cards that are worth the same, the one with more of them."""
        return self.tricks

    @property
    def rank(self) -> tuple[float, ...]:
        """Alpha-mu's value first, where there is one; then as in other reports."""
        return self.aim or 0.0, self.value, self.tie_break

    def as_dict(self) -> dict[str, object]:
        """The row by name, for JSON."""
        return {
            "card": str(self.card),
            "named": None if self.named is None else self.named.letter,
            "aim": self.aim,
            "tricks": self.tricks,
            "tricks_error": json_number(self.tricks_error),
            **self.numbers_as_dict(),
        }

    def __str__(self) -> str:
        """The card, and the suit that it names."""
        return str(self.card) if self.named is None else f"{self.card}:{self.named.letter}"


@dataclass(frozen=True, slots=True)
class CardReport(AdviceReport[CardRow]):
    """Every legal card of a hand in play, with its estimates.

    Attributes
    ----------
    hand : Hand
        The cards of the hand that plays.
    seat : int
        The player, who may play a dummy's hand.
    to_play : int
        The hand that plays.
    dealer : int
    strain : Strain
    contract : Contract or None
        ``None`` in games without an auction.
    method : str
        The one that was used: ``pimc`` (perfect-information Monte Carlo) or ``alpha_mu``.
    depth : int or None
        The last depth that alpha-mu finished; ``None`` under ``pimc``.
    rows : tuple of CardRow
        By the order of preference, the cheapest card first.
    samples : int
        Layouts on which the cards are valued.
    effective_sample_size : float
        Of these layouts: smaller than `samples` where the calls of others are likely in few layouts, so that
        some of these were drawn more than once.
    separated : bool
        Whether the best card is better than every other by three standard errors of the difference.
    exact : bool
        Whether every possible layout was enumerated: then standard errors are 0.
    discards : None
        No discard is made.

    As a table (see `AdviceReport`) its rows begin with ``card``, ``named`` (text: S, H, D or C, null where no
    suit is named), ``aim`` and ``tricks_error`` (float64).
    """

    hand: Hand
    seat: int
    to_play: int
    dealer: int
    strain: Strain
    contract: Contract | None
    method: str
    rows: tuple[CardRow, ...]
    samples: int
    effective_sample_size: float
    separated: bool
    exact: bool
    depth: int | None = None
    discards: None = None

    @property
    def title(self) -> str:
        """The question that the report answers."""
        return f"Which card to play in {self.strain} from {self.hand}"

    def _candidates(self) -> Mapping[str, tabular.Column]:
        named = (row.named for row in self.rows)
        return {
            "card": tabular.texts([row.card for row in self.rows]),
            "named": tabular.texts([None if each is None else each.letter for each in named]),
            "aim": tabular.numbers([row.aim for row in self.rows]),
            "tricks_error": tabular.numbers([row.tricks_error for row in self.rows]),
        }

    @property
    def columns(self) -> tuple[Column, ...]:
        """Cards, expected tricks, and the estimates."""
        rows = self.rows
        return (
            Column("card", tuple(map(str, rows))),
            Column.of_estimates("tricks", [(row.tricks, row.tricks_interval, row.exact) for row in rows]),
            *self.estimate_columns(),
        )

    def _question_as_dict(self) -> dict[str, object]:
        return {
            "to_play": self.to_play,
            "strain": str(self.strain),
            "contract": None if self.contract is None else str(self.contract),
            "method": self.method,
            "depth": self.depth,
        }


class CardsInterrupted(Interrupted[CardReport]):
    """An interrupt that ended `evaluate_cards`. Caught as the `KeyboardInterrupt` that it is.

    Attributes
    ----------
    partial : CardReport
        The estimates so far.
    """
