"""Cards, hands, strains and contracts inside a line of HTML, in the colours of their suits."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from whistsolve.show.html.markup import RED, span, text
from whistsolve.values import Card, Contract, Hand, Strain, Suit, seat_name

__all__ = ["SUITS", "card", "cards", "contract", "hand", "strain", "suit", "suit_colour"]

#: In printed order.
SUITS: Final = tuple(reversed(Suit))
_WHOLE: Final = "white-space:nowrap"


def suit_colour(which: Suit | None) -> str:
    """The colour of a suit's text: red, or that of the page."""
    return RED if which in (Suit.HEARTS, Suit.DIAMONDS) else "currentColor"


def suit(which: Suit) -> str:
    """``♠``. The variation selector keeps systems from drawing it as a picture."""
    return span(f"{which.symbol}\ufe0e", f"color:{suit_colour(which)}")


def strain(which: Strain) -> str:
    """``♠↑``, ``NT↓``."""
    trump = "NT" if which.is_no_trump else suit(Suit.of(which.trump))
    return span(trump + which.symbol[-1], _WHOLE, title=which.ranking.replace("_", " "))


def contract(which: Contract, seats: int = 4) -> str:
    """``4♠↓ by N``."""
    by = seat_name(which.declarer, seats if which.declarer < seats else 6)
    return f"{which.level}{strain(which.strain)} by {text(by)}"


def card(which: Card) -> str:
    """``♠A``, ``BJ``."""
    if which.suit is None:
        return text(which)
    return _coloured(which.suit, str(which)[1])


def _coloured(which: Suit, ranks: str) -> str:
    return span(f"{which.symbol}\ufe0e{ranks}", f"color:{suit_colour(which)};{_WHOLE}")


def cards(some: Iterable[Card]) -> str:
    """Cards in the order given, the suit once for neighbours of one suit: ``♦2 ♠3A BJ``."""
    parts = []
    for which, run in groupby(some, key=lambda each: each.suit):
        if which is None:
            parts += [text(joker) for joker in run]
        else:
            parts.append(_coloured(which, "".join(str(each)[1] for each in run)))
    return " ".join(parts) or "—"


def hand(held: Hand) -> str:
    """Every suit of a hand, voids as a dash, and its jokers."""
    parts = []
    for which in SUITS:
        ranks = "".join(str(each)[1] for each in held.of_suit(which))
        parts.append(span(f"{suit(which)} {ranks or '—'}", f"{_WHOLE};margin-right:.8em"))
    parts += [span(text(joker), _WHOLE + ";margin-right:.4em") for joker in held.jokers]
    return " ".join(parts)
