"""The last line of a report of advice: what to do, what that is worth, what is as good within the error."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from whistsolve.show.results import Part
from whistsolve.values import Hand, Strain, Suit

if TYPE_CHECKING:
    from whistsolve.bidding.reports.advice_report import AdviceReport, AdviceRow
    from whistsolve.game.auction.calls import Bid, Pass

    Report: TypeAlias = AdviceReport[AdviceRow]

__all__ = ["call_words", "conclusion", "strain_words"]

#: Others that are named; the rest is counted.
_NAMED: Final = 3
_RANKINGS: Final = {"uptown": "uptown", "downtown": "downtown", "downtown_aces_bad": "downtown, aces bad"}


def conclusion(report: Report) -> list[Part]:
    """The line in parts: ``bid 4 uptown: wins 50 % of matches from here; 5 uptown is as good within ...``.

    As good within the error is a candidate whose 95 % interval reaches the value of the best; in an exact
    report one of the same value. Of a report that separated the best none is.
    """
    best = report.best
    return [*_act(report, best), f": {_worth(best)}", *_as_good(report, best)]


def call_words(call: Bid | Pass) -> str:
    """A call as it is said: ``pass``, ``4 uptown``, ``4 no-trump downtown``, ``4 spades``."""
    # Only bids have a level; looking for it needs no room of the game.
    level = getattr(call, "level", None)
    if level is None:
        return "pass"
    trump, direction = getattr(call, "trump", None), getattr(call, "direction", None)
    return " ".join(word for word in (str(level), _trump_word(trump), direction) if word)


def strain_words(strain: Strain) -> str:
    """A strain as it is said: ``spades uptown``, ``no-trump downtown``, ``hearts downtown, aces bad``."""
    return f"{_trump_word(strain.trump)} {_RANKINGS[strain.ranking]}"


def _trump_word(trump: str | None) -> str:
    if trump is None:
        return ""
    return "no-trump" if trump == "NT" else Suit.of(trump).name.lower()


def _act(report: Report, row: AdviceRow) -> list[Part]:
    """What the player does who follows a row."""
    from whistsolve.bidding import BidRow, StrainRow

    if isinstance(row, BidRow):
        words = call_words(row.call)
        return [words if words == "pass" else f"bid {words}"]
    if isinstance(row, StrainRow):
        given_up: list[Part] = [" and give up ", Hand(row.discard)] if row.discard else []
        return [f"name {strain_words(row.strain)}", *given_up]
    verb = "play " if getattr(row, "card", None) is not None else "give up "
    return [verb, *_name(row)]


def _name(row: AdviceRow) -> list[Part]:
    """How a candidate is called beside others."""
    from whistsolve.bidding import BidRow, CardRow, DiscardRow, StrainRow

    if isinstance(row, BidRow):
        return [call_words(row.call)]
    if isinstance(row, StrainRow):
        return [strain_words(row.strain)]
    if isinstance(row, DiscardRow):
        return [row.cards]
    if isinstance(row, CardRow):
        return [row.card] if row.named is None else [row.card, f" naming {row.named.name.lower()}"]
    return [str(row)]


def _worth(row: AdviceRow) -> str:
    """What candidates are compared by, in words."""
    if row.equity is not None:
        return f"wins {100 * row.equity:.0f} % of matches from here"
    if row.points is not None:
        return f"brings {row.points:+.2f} points on average"
    return f"takes {row.mean_tricks or 0.0:.2f} tricks on average"


def _as_good(report: Report, best: AdviceRow) -> Sequence[Part]:
    others = [row for row in report.rows if row is not best and _reaches(row, best)]
    if report.separated or not others:
        return ["; no other is as good"] if report.separated and len(report.rows) > 1 else []
    others.sort(key=lambda row: row.rank, reverse=True)
    parts: list[Part] = ["; "]
    rest = len(others) - _NAMED
    for number, row in enumerate(others[:_NAMED]):
        last = number == min(len(others), _NAMED) - 1
        parts += [] if not number else [" and " if last and rest <= 0 else ", "]
        parts += _name(row)
    if rest > 0:
        parts.append(f" and {rest} more")
    parts.append(f" {'is' if len(others) == 1 else 'are'} as good")
    return parts if report.exact else [*parts, " within the error"]


def _reaches(row: AdviceRow, best: AdviceRow) -> bool:
    """Whether a row may be as good as the best, by its interval."""
    interval = row.value_interval
    return interval is not None and interval[1] >= best.value
