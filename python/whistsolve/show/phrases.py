"""Cards, hands, deals and contracts, and the phrases and number formats that several descriptions share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from whistsolve.rules import Rules
from whistsolve.show.diagram import Diagram
from whistsolve.show.document import Block, Line, Part, bold, dim
from whistsolve.values import Card, Contract, Deal, Hand, Strain, Suit, seat_name

#: The assumption behind every number of the solver.
BEST_PLAY: Final = "both sides' best play, all hands open"
#: The note beside bounds.
NOT_EXACT: Final = "not exact: the limit was reached"
#: Maximum length of a text from a file; longer texts are cut.
_LONGEST: Final = 120


def span(low: float, high: float, between: str = "-") -> str:
    return f"{low:.4g}" if low == high else f"{low:.4g}{between}{high:.4g}"


def tricks_of(low: float, high: float | None = None) -> str:
    """A number of tricks or its bounds: ``1 trick``, ``6.5 tricks``, ``6 to 8 tricks``."""
    most = low if high is None else high
    return f"{span(low, most, ' to ')} {'trick' if most == 1 else 'tricks'}"


def limit_note(exact: bool) -> str:
    """The note after numbers that may be bounds; empty if they are exact."""
    return "" if exact else f" ({NOT_EXACT})"


def count_of(number: int, noun: str) -> str:
    """``1 card``, ``1,820 cards``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def number_text(value: float) -> str:
    """An integer without a decimal point, any other number to four digits, a dash for NaN."""
    return "-" if value != value else str(int(value)) if value == int(value) else f"{value:.4g}"


def percent(share: float) -> str:
    return f"{100 * share:.2f}"


def numbered(numbers: Iterable[int | str], names: Sequence[str]) -> str:
    """A number for each hand: ``N 3, E 4, S 2, W 3``."""
    return ", ".join(f"{name} {number}" for name, number in zip(names, numbers, strict=False))


def signed(number: float) -> str:
    """Points with their sign, ``+3``; zero has none."""
    return f"{number:+.4g}" if number else "0"


def numbered_points(points: Iterable[float], names: Sequence[str]) -> str:
    """Points with their signs: ``N +3, E 0, S +3, W 0``."""
    return numbered(map(signed, points), names)


def shorter(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def seat_names(seats: int) -> tuple[str, ...]:
    return tuple(seat_name(seat, seats) for seat in range(seats))


def hand_names(rules: Rules) -> tuple[str, ...]:
    """Names of the hands of a game: seats, or in games with dummies the numbers of players."""
    if not rules.has_dummies:
        return seat_names(rules.players)
    players = tuple(map(str, range(rules.players)))
    if rules.game == "dummy":
        return (*players, "dummy")
    return (*players, "dummy of 0", "dummy of 1")


def claim_text(tricks: int, left: int) -> str:
    """The claim in words: ``5 of 6 tricks left``, ``none of 6 tricks left``."""
    return f"{tricks or 'none'} of {tricks_of(left)} left"


_RANKED: Final = {"uptown": "A K Q … 2", "downtown": "A 2 3 … K", "downtown_aces_bad": "2 3 4 … A"}


def card(value: Card) -> list[Block]:
    return [Line(bold(value))]


def suit(value: Suit) -> list[Block]:
    return [Line([value, f" {value.name.lower()}"])]


def strain(value: Strain) -> list[Block]:
    ranked = f" ({value.ranking.replace('_', ' ')}, {_RANKED[value.ranking]}, best first)"
    return [Line([value, ranked])]


def contract(value: Contract) -> list[Block]:
    return [Line(contract_parts(value))]


def hand(value: Hand) -> list[Block]:
    return [Line(value), dim(count_of(len(value), "card") if value else "no cards")]


def deal(value: Deal) -> list[Block]:
    return [Diagram.of_deal(value)]


def contract_parts(value: Contract, seats: int = 4) -> list[Part]:
    """``4♠↓ by N``; without the level if it is 0, as without an auction."""
    declarer = seat_name(value.declarer, seats if value.declarer < seats else 6)
    return [str(value.level or ""), value.strain, f" by {declarer}"]
