"""Checks and conversions of the arguments of `Knowledge`: players, suits, sizes of columns."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from whistsolve._internal.reading import read_integer, read_several, shown
from whistsolve.dealing import dealt_sizes
from whistsolve.errors import LayoutError, NotationError
from whistsolve.inference.card_locations import JOKERS
from whistsolve.rules import Rules
from whistsolve.values.cards import Suit
from whistsolve.values.seats import seat_index


def read_player(seat: str | int, rules: Rules) -> int:
    player = seat_index(seat, rules.dealt_hands)
    if player >= rules.players:
        raise NotationError(f"seat {shown(seat)} is a dummy's: expected one of the {rules.players} players'")
    return player


def read_suit(suit: object) -> int:
    if isinstance(suit, str) and suit.lower() == "jokers":
        return JOKERS
    try:
        return int(Suit.of(suit))
    except NotationError:
        raise NotationError(f"suit {shown(suit)} is wrong: expected S, H, D, C or 'jokers'") from None


def read_sizes(sizes: Iterable[int] | None, rules: Rules) -> list[int]:
    """How many cards each column holds, by default as dealt under the rules."""
    if sizes is None:
        return dealt_sizes(rules)
    hands = rules.dealt_hands
    given = list(islice(read_several(sizes, "sizes", LayoutError), hands + 2))
    if isinstance(sizes, str) or not hands <= len(given) <= hands + 1:
        raise LayoutError(
            f"sizes {shown(sizes)} are wrong: expected {hands} hands, and one more where there is a kitty"
        )
    return [read_integer(size, "size", LayoutError, 0, 54) for size in given]
