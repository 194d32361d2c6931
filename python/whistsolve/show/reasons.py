"""Why the best candidate of a report is the best, in a sentence, from the numbers that decided."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from whistsolve.show.advice import call_words, name_parts, worth

if TYPE_CHECKING:
    from whistsolve.advice import AdviceReport, AdviceRow, BidReport, CardReport

#: Cards more or fewer than by chance from which on a belief is told.
_TOLD: Final = 0.5
#: The difference to the next candidate by what candidates are compared by: words, factor, decimals.
_DIFFERENCES: Final = {
    "equity": ("wins {} % {} of the matches than {}", 100, 1),
    "make": ("reaches the target in {} % {} of layouts than {}", 100, 1),
    "points": ("brings {} points {} than {}", 1, 2),
    "tricks": ("takes {} tricks {} than {}", 1, 2),
}


def reason(report: AdviceReport[AdviceRow]) -> str:
    """Why the best candidate is the best, and whether it is separated from the next."""
    from whistsolve.advice import BidReport, CardReport

    best, other = report.best, report.runner_up
    if other is None:
        return "there is no other choice"
    if getattr(report, "method", None) == "bounds":
        return "no layout was solved in time: tricks are halfway between proven bounds"
    facts = list(_calls(report) if isinstance(report, BidReport) else _compared(best, other))
    facts.append(_difference(report, other))
    if isinstance(report, CardReport):
        facts += _believed(report)
    if report.discards == "estimated":
        facts.append("tricks are predicted, no card was played")
    return "; ".join(facts)


def _calls(report: BidReport) -> Iterator[str]:
    """What the best call leads to, and a pass; if a pass is the best, the next best call."""
    best = report.best
    passed = next((row for row in report.rows if row.make is None), None)
    bid = report.runner_up if best is passed else best
    if bid is not None and bid.make is not None:
        yield (
            f"{call_words(bid.call)} becomes the contract in {_share(bid.contract)} of layouts, and would be"
            f" made in {_share(bid.make)}"
        )
        if bid.opponents is not None:
            played, made = _share(bid.opponents.chance), _share(bid.opponents.make)
            yield f"over it the opponents play in {played}, and make {made} of these"
    if passed is not None and passed.opponents is not None:
        played, made = _share(passed.opponents.chance), _share(passed.opponents.make)
        often = f"most often {call_words(passed.opponents.bid)}"
        yield f"passing lets the opponents play in {played}, {often}, and they make {made} of these"
    if passed is not None and best is not passed:
        yield f"a pass {worth(passed)}"


def _compared(best: AdviceRow, other: AdviceRow) -> Iterator[str]:
    """The chance to make, and tricks where candidates are not compared by them."""
    if best.make is not None and other.make is not None:
        made, beside = _share(best.make), _share(other.make)
        yield f"the contract is made in {made} of layouts, with the next best in {beside}"
    if best.compared[0] != "tricks" and best.mean_tricks is not None and other.mean_tricks is not None:
        yield f"{best.mean_tricks:.2f} tricks on average, with the next best {other.mean_tricks:.2f}"


def _believed(report: CardReport) -> Iterator[str]:
    """For each unseen hand the suit of which it is taken to hold most above chance, or else below."""
    for hand in dict.fromkeys(each.hand for each in report.believed):
        suits = [each for each in report.believed if each.hand == hand]
        most = max(suits, key=lambda each: abs(each.cards - each.by_chance))
        if abs(most.cards - most.by_chance) >= _TOLD:
            held = f"{most.cards:.1f} {most.suit} ({most.by_chance:.1f} by chance)"
            yield f"{most.name} is taken to hold {held}"


def _difference(report: AdviceReport[AdviceRow], other: AdviceRow) -> str:
    """The difference to the next candidate, its standard error, and whether that separates them."""
    from whistsolve.advice import BidRow
    from whistsolve.advice.statistics import SEPARATION

    words, factor, decimals = _DIFFERENCES[report.best.compared[0]]
    lead, error, name = factor * (report.lead or 0.0), report.lead_error, _named(report.best, other)
    if error == 0 and not round(lead, decimals):
        return f"as good as {name}"
    if isinstance(report.best, BidRow):
        words = f"{call_words(report.best.call)} {words}"
    found = words.format(f"{abs(lead):.{decimals}f}", "fewer" if lead < 0 else "more", name)
    if not report.exact:
        found += f" (standard error {'unknown' if error is None else f'{factor * error:.{decimals}f}'})"
    if report.separated:
        return found
    ahead = error is not None and lead > SEPARATION * factor * error
    return f"{found}, {'though not all others are' if ahead else 'not'} separated by the error"


def _named(best: AdviceRow, other: AdviceRow) -> str:
    """The next candidate's name; of a discard the cards that differ."""
    from whistsolve.advice import DiscardRow

    if isinstance(best, DiscardRow) and isinstance(other, DiscardRow):
        given, kept = (
            " ".join(map(str, cards)) for cards in (other.cards - best.cards, best.cards - other.cards)
        )
        return f"{given} in place of {kept}"
    return "".join(map(str, name_parts(other)))


def _share(chance: float) -> str:
    return f"{100 * chance:.0f} %"
