"""Random deals: one seed, one stream of deals, the same everywhere."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve import _kernels
from whistsolve.arguments import read_rules, require_rules
from whistsolve.cancelling import Cancel, cancellable, end_if_cancelled
from whistsolve.errors import DealError, WhistError
from whistsolve.rules import Rules
from whistsolve.values.deals import Deal
from whistsolve.values.hands import Hand
from whistsolve.values.reading import read_instance, read_integer, shown
from whistsolve.values.seats import seat_index, seat_name

__all__ = [
    "DRAWN_AT_ONCE",
    "dealt_sizes",
    "fill_deals",
    "random_deal",
    "random_deals",
    "short_deck",
    "stream_key",
    "whole_deck",
]

#: Rows that one call may draw; a larger array would not fit into most memories.
_MAX_ROWS = 10**8
#: Rows that are drawn between two looks at whether the call is to end: some milliseconds.
DRAWN_AT_ONCE: Final = 1 << 15


@cancellable
def random_deals(
    count: int,
    seed: int | None = None,
    rules: Rules | None = None,
    *,
    known: Mapping[str | int, Hand | str] | None = None,
    first: int = 0,
    cancel: Cancel | None = None,
) -> NDArray[np.uint64]:
    """Many deals as an array, each drawn with equal chances.

    Parameters
    ----------
    count : int
        How many.
    seed : int or None
        The same whole number, of any size or sign, gives the same deals everywhere and always.
        ``None`` draws new ones each time.
    rules : Rules or None
        Whose deck, number of players and hand size to use; a single joker is the big one.
        ``None``: all 54 cards, four hands of twelve, a kitty of six.
    known : mapping of seat to Hand or str, or None
        Cards that lie in these hands in every deal, and ``"kitty"`` for the kitty; the rest is drawn.
    first : int
        The number of the first deal in the stream of the seed. ``random_deals(5, seed, first=10)`` are the
        deals 10 to 14 of ``random_deals(15, seed)``; deal 0 is ``Deal.random(seed)``.
    cancel : Cancellation or threading.Event, optional
        Ends the call within a tenth of a second, see `Cancellation`.

    Returns
    -------
    ndarray
        uint64, shape (count, hands), and one column more for the cards left over, the kitty, where there
        are any. In the games with dummies four hands are dealt; with jokers the cards that a dummy has too
        many are in that column.

    Raises
    ------
    WhistError
        Where count, seed or first are no whole numbers of their range.
    RulesError
        Where ``rules`` are no rules.
    DealError, HandError, SeatError
        Where known cards cannot be read, are not in the deck, stand twice, or are more than a hand holds.
    CallCancelled
        Where `cancel` ended it.
    """
    rows = read_integer(count, "count", WhistError, 0, _MAX_ROWS)
    start = read_integer(first, "first", WhistError, 0, 2**61)
    game = read_rules(rules)
    key = stream_key(seed)
    sizes = dealt_sizes(game)
    fixed = _known_hands(known, game, sizes)
    pool = whole_deck(game) - Hand.from_mask(sum(hand.mask for hand in fixed))
    deals = np.empty((rows, len(sizes)), dtype=np.uint64)
    needs = np.array([size - len(hand) for size, hand in zip(sizes, fixed, strict=True)], dtype=np.uint8)
    masks = np.array([hand.mask for hand in fixed], dtype=np.uint64)
    fill_deals(deals, pool, needs, masks, key, start)
    return deals


def fill_deals(
    deals: NDArray[np.uint64],
    pool: Hand,
    needs: NDArray[np.uint8],
    known: NDArray[np.uint64],
    key: int,
    start: int,
) -> None:
    """Draws rows that follow one another in the stream of a key; arguments are those of the kernel."""
    cards = np.array(sorted(card.index for card in pool), dtype=np.uint8)
    for low in range(0, len(deals), DRAWN_AT_ONCE):
        end_if_cancelled()
        block = deals[low : low + DRAWN_AT_ONCE]
        _kernels.draw_deals(block, cards, needs, known, key % 2**64, key >> 64, start + low)


def random_deal(seed: int | None = None, rules: Rules | None = None) -> Deal:
    """One deal: the first of :func:`random_deals`, see :meth:`whistsolve.Deal.random`."""
    row = [Hand.from_mask(mask) for mask in random_deals(1, seed, rules)[0].tolist()]
    hands = read_rules(rules).dealt_hands
    return Deal(row[:hands], *row[hands:])


def whole_deck(rules: Rules) -> Hand:
    """All cards of a game; a single joker is the big one."""
    return require_rules(rules).deck


def short_deck(deal: Deal, rules: Rules) -> Hand | None:
    """The cards of a deal, which everybody knows, where they are not all those of the game; else ``None``.

    Raises
    ------
    DealError, RulesError
        Where they are no deal and no rules.
    """
    cards = read_instance(deal, Deal, "deal", DealError).cards
    return None if cards == require_rules(rules).deck else cards


def dealt_sizes(rules: Rules) -> list[int]:
    """How many cards each hand gets, and the kitty where any are left over."""
    sizes = [require_rules(rules).dealt_hand_size] * rules.dealt_hands
    left = rules.deck_size - sum(sizes)
    return [*sizes, left] if left else sizes


def _known_hands(known: object, rules: Rules, sizes: list[int]) -> list[Hand]:
    """The known cards of every column, checked to fit."""
    columns = [Hand() for _ in sizes]
    if known is None:
        return columns
    if not isinstance(known, Mapping):
        raise DealError(f"known {shown(known)} is wrong: expected hands by seat, such as {{'N': 'AK.Q..'}}")
    free = whole_deck(rules)
    for seat, cards in known.items():
        column, name = _column(seat, rules.dealt_hands, len(sizes))
        hand = Hand.of(cards)
        for card in hand - free:
            where = "is not in the deck" if card not in whole_deck(rules) else "stands twice"
            raise DealError(f"{card}, known to be in {name}, {where}")
        free -= hand
        columns[column] |= hand
        if len(columns[column]) > sizes[column]:
            raise DealError(f"{len(columns[column])} cards are known of {name}: it holds {sizes[column]}")
    return columns


def _column(seat: object, hands: int, columns: int) -> tuple[int, str]:
    """The column that a seat or the kitty has, and what it is called."""
    if seat != "kitty":
        column = seat_index(seat, hands, "known seat")
        return column, f"the hand of {seat_name(column, hands)}"
    if columns == hands:
        raise DealError("cards are known of the kitty: these rules have none")
    return hands, "the kitty"


def stream_key(seed: object) -> int:
    """128 bits for a seed of any size: of its SHA-256, so that near seeds give unlike streams."""
    if seed is None:
        return secrets.randbits(128)
    number = read_integer(seed, "seed", WhistError)
    data = number.to_bytes(number.bit_length() // 8 + 1, "little", signed=True)
    return int.from_bytes(hashlib.sha256(data).digest()[:16], "little")
