"""Random deals, and rejection sampling: each seed gives one stream, the same on all machines and versions."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve import _kernels
from whistsolve._internal.arguments import Progress
from whistsolve._internal.reading import read_integer, shown
from whistsolve.cancelling import Cancellation, cancellable, end_if_cancelled
from whistsolve.errors import DealError, LayoutError, WhistError
from whistsolve.rules.rules import Rules, RulesLike
from whistsolve.values.hands import Hand, HandLike
from whistsolve.values.seats import SeatLike, seat_index, seat_name

__all__ = ["DRAWN_AT_ONCE", "dealt_sizes", "fill_deals", "random_deals", "random_hands", "stream_key"]

#: Maximum number of rows that one call draws; few machines have the memory for a larger array.
MOST_ROWS: Final = 10**8
#: Rows drawn between two checks for a cancellation: some milliseconds.
DRAWN_AT_ONCE: Final = 1 << 15
#: Proposal t of row r is row r + t * STRIDE of the stream, so that no two rows share a proposal.
STRIDE: Final = 2**40
#: Rows sampled at a time: few at first, so that constraints that hardly anything satisfies fail early.
_FIRST_BLOCK: Final = 4
_MOST_BLOCK: Final = 1 << 15
#: Maximum number of proposals drawn at a time, which takes a few hundredths of a second.
_MOST_TRIED_AT_ONCE: Final = 1 << 15

#: Which of some proposals satisfy constraints: from uint64, shape (proposals, columns), to (proposals,).
Fits = Callable[[NDArray[np.uint64]], NDArray[np.bool_]]


@cancellable
def random_deals(
    count: int,
    seed: int | None = None,
    rules: RulesLike | None = None,
    *,
    known: Mapping[SeatLike, HandLike] | None = None,
    first: int = 0,
    cancel: Cancellation | None = None,
) -> NDArray[np.uint64]:
    """Random deals as an array, all equally likely; seed and rules as for :meth:`whistsolve.Deal.random`.

    The array is uint64, shape (count, hands), or (count, hands + 1) if cards are left over: the last column
    is then the kitty. In games with dummies four hands are dealt; with jokers, that column has the cards that
    the dummies get beyond the size of a hand.

    ``known`` has cards by seat, or of the kitty for the key ``"kitty"``, for every deal; others are drawn.
    ``first`` is the number of the first deal in the stream of the seed: ``random_deals(5, seed, first=10)``
    gives the deals 10 to 14 of ``random_deals(15, seed)``; deal 0 is ``Deal.random(seed)``.

    Raises `WhistError` if a number is not an integer in its range, `RulesError` if rules cannot be read, and
    `DealError` or `NotationError` if known cards cannot be read, are not in the deck, occur twice, or are
    more than a hand holds.
    """
    rows = read_integer(count, "count", WhistError, 0, MOST_ROWS)
    start = read_integer(first, "first", WhistError, 0, 2**61)
    game = Rules.or_default(rules)
    key = stream_key(seed)
    sizes = dealt_sizes(game)
    fixed = _known_hands(known, game, sizes)
    masks = np.array([hand.mask for hand in fixed], dtype=np.uint64)
    pool = game.deck - Hand.from_mask(int(masks.sum()))
    deals = np.empty((rows, len(sizes)), dtype=np.uint64)
    needs = (np.array(sizes) - np.bitwise_count(masks)).astype(np.uint8)
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
    """Fills ``deals`` with consecutive rows of a key's stream, from ``start``; arguments as in the kernel."""
    cards = np.array(sorted(card.index for card in pool), dtype=np.uint8)
    for low in range(0, len(deals), DRAWN_AT_ONCE):
        end_if_cancelled()
        block = deals[low : low + DRAWN_AT_ONCE]
        _kernels.draw_deals(block, cards, needs, known, key % 2**64, key >> 64, start + low)


def random_hands(seed: int | None, rules: RulesLike | None) -> tuple[list[Hand], Hand | None]:
    """The hands and the kitty of :meth:`whistsolve.Deal.random`: the first row of :func:`random_deals`."""
    row = [Hand.from_mask(mask) for mask in random_deals(1, seed, rules)[0].tolist()]
    hands = Rules.or_default(rules).dealt_hands
    return row[:hands], row[hands] if len(row) > hands else None


def dealt_sizes(rules: Rules) -> list[int]:
    """The number of cards dealt to each hand, then that of the kitty if any are left over."""
    sizes = [rules.dealt_hand_size] * rules.dealt_hands
    left = rules.deck_size - sum(sizes)
    return [*sizes, left] if left else sizes


def _known_hands(known: object, rules: Rules, sizes: list[int]) -> list[Hand]:
    """The known cards of every hand, and of the kitty if there is one, checked to fit."""
    columns = [Hand() for _ in sizes]
    if known is None:
        return columns
    if not isinstance(known, Mapping):
        raise DealError(f"known {shown(known)} is wrong: expected hands by seat, such as {{'N': 'AK.Q..'}}")
    free = rules.deck
    hands = rules.dealt_hands
    for seat, cards in known.items():
        column, name = hands, "the kitty"
        if seat != "kitty":
            column = seat_index(seat, hands, "known seat")
            name = f"the hand of {seat_name(column, hands)}"
        elif len(sizes) == hands:
            raise DealError("cards are known of the kitty: these rules have none")
        hand = Hand.of(cards)
        for card in hand - free:
            where = "is not in the deck" if card not in rules.deck else "stands twice"
            raise DealError(f"{card}, known to be in {name}, {where}")
        free -= hand
        columns[column] |= hand
        if len(columns[column]) > sizes[column]:
            raise DealError(f"{len(columns[column])} cards are known of {name}: it holds {sizes[column]}")
    return columns


def stream_key(seed: object) -> int:
    """128 bits for a seed of any size: from its SHA-256, so that similar seeds give unrelated streams."""
    if seed is None:
        return secrets.randbits(128)
    number = read_integer(seed, "seed", WhistError)
    data = number.to_bytes(number.bit_length() // 8 + 1, "little", signed=True)
    return int.from_bytes(hashlib.sha256(data).digest()[:16], "little")


@dataclass(slots=True)
class Rejection:
    """Gives every row the first of its proposals, at most ``tries``, that satisfies all constraints.

    `draw` gives the proposals with the given numbers in the stream. `fits` is evaluated for all at once,
    `dear` for one of a row at a time. `unit` names a row in messages; `done` rows are finished.
    """

    draw: Callable[[NDArray[np.uint64]], NDArray[np.uint64]]
    fits: Fits
    dear: Fits | None
    tries: int
    unit: str
    done: int = 0
    _tried: int = 0
    _found: int = 0

    def fill(self, rows: NDArray[np.uint64], start: int, progress: Progress | None = None) -> None:
        """Fills rows from number `start` on; LayoutError if all proposals of a row are rejected."""
        block = _FIRST_BLOCK
        while self.done < len(rows):
            part = rows[self.done : self.done + block]
            self._fill_block(part, start + self.done)
            self.done, block = self.done + len(part), min(4 * block, _MOST_BLOCK)
            if progress is not None:
                progress(self.done, len(rows))

    def _fill_block(self, rows: NDArray[np.uint64], start: int) -> None:
        waiting = np.arange(len(rows), dtype=np.int64)
        tries, at_once = 0, 1
        while len(waiting):
            end_if_cancelled()
            if tries >= self.tries:
                raise LayoutError(
                    f"hardly any {self.unit} fits: none of {tries} tried for {self.unit}"
                    f" {start + int(waiting[0])} does, and {self._found} of {self._tried} tried in all fit;"
                    f" expected conditions that leave more of them, or more tries"
                )
            at_once = min(at_once, self.tries - tries, max(1, _MOST_TRIED_AT_ONCE // len(waiting)))
            steps = np.arange(tries, tries + at_once, dtype=np.uint64) * np.uint64(STRIDE)
            numbers = (waiting.astype(np.uint64) + np.uint64(start))[:, None] + steps
            drawn = self.draw(numbers.reshape(-1))
            good = self.fits(drawn).reshape(numbers.shape)
            drawn = drawn.reshape(*numbers.shape, -1)
            chosen = self._first(drawn, good)
            found = chosen >= 0
            rows[waiting[found]] = drawn[found, chosen[found]]
            self._tried += numbers.size
            self._found += int(found.sum())
            tries += at_once
            waiting, at_once = waiting[~found], 2 * at_once

    def _first(self, drawn: NDArray[np.uint64], good: NDArray[np.bool_]) -> NDArray[np.int64]:
        """For each row the index of its first proposal that satisfies all constraints; -1 if none does."""
        chosen = np.where(good.any(axis=1), good.argmax(axis=1), -1)
        if self.dear is None:
            return chosen
        found = np.full(len(good), -1, dtype=np.int64)
        waiting = np.flatnonzero(chosen >= 0)
        while len(waiting):
            end_if_cancelled()
            fits = self.dear(drawn[waiting, chosen[waiting]])
            found[waiting[fits]] = chosen[waiting[fits]]
            waiting = waiting[~fits]
            good[waiting, chosen[waiting]] = False
            chosen[waiting] = good[waiting].argmax(axis=1)
            waiting = waiting[good[waiting].any(axis=1)]
        return found
