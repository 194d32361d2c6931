"""Converts deals to packed arrays and back: the only place in Python that defines dtypes and bit layouts.

A packed deal is a row of uint64: a column for each hand, in seat order, and in some arrays one for the kitty.
Bit ``card.index`` of a column is set if that hand holds the card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from whistsolve import _kernels
from whistsolve._internal.reading import read_integer, read_several, shown
from whistsolve.errors import DealError, WhistError
from whistsolve.rules import Rules
from whistsolve.values.cards import SUIT_LETTERS
from whistsolve.values.deals import Deal, DealLike
from whistsolve.values.hands import Hand
from whistsolve.values.seats import MAX_SEATS, MIN_SEATS
from whistsolve.values.strains import RANKINGS, Strain, StrainLike

__all__ = [
    "NO_TRUMP", "array_to_deals", "check_deal_array", "check_deal_columns", "deal_texts",
    "deals_to_array", "hand_texts_to_array", "has_kitty", "numbered_deal", "strain_code", "suit_lengths",
]  # fmt: skip

#: The trump code of no-trump; those of the suits are 0 to 3, as in `Suit`.
NO_TRUMP = 4
_TRUMP_CODES = {**{trump: code for code, trump in enumerate(SUIT_LETTERS)}, "NT": NO_TRUMP}
_RANKING_CODES = {ranking: code for code, ranking in enumerate(RANKINGS)}
#: Deals read or made at a time: signals are handled in between.
_READ_AT_ONCE = 1 << 14


def strain_code(strain: StrainLike) -> tuple[int, int]:
    """Trump (0-4 for C D H S NT) and ranking (0 uptown, 1 downtown, 2 downtown with aces bad).

    NotationError if it is not a strain.
    """
    read = Strain.of(strain)
    return _TRUMP_CODES[read.trump], _RANKING_CODES[read.ranking]


def deals_to_array(deals: Iterable[DealLike], number: int = 0, *, kitty: bool = False) -> NDArray[np.uint64]:
    """The hands of deals as an array: uint64, shape (deals, seats), C-contiguous.

    With ``kitty`` there is one more column, 0 for a deal without a kitty.

    A kernel reads text in the form in which deals are printed, `Deal.from_text` any other. All deals have the
    same number of hands; an empty iterable gives the shape (0, 4). `number` is the first deal's in messages.

    Raises `DealError` if a deal cannot be read, or has not as many hands as the first: the message gives its
    number.
    """
    if isinstance(deals, (str, Deal)) or not isinstance(deals, Iterable):
        raise DealError(f"deals {shown(deals)} are wrong: expected several deals")
    number = read_integer(number, "number", DealError)
    rest = read_several(deals, "deals", DealError)
    first = list(islice(rest, 1))  # checked before the rest is read, which may be long
    seats = numbered_deal(first[0], number).seats if first else 4
    texts = first
    while part := list(islice(rest, _READ_AT_ONCE)):  # in parts: an endless iterator can be interrupted
        texts += part
    found = np.empty((len(texts), seats + 1), dtype=np.uint64)
    row = 0
    while (row := _kernels.masks_of_deals(texts, found, row)) < len(texts):
        deal = numbered_deal(texts[row], number + row)
        if deal.seats != seats:
            sizes = f"deal {number + row} has {deal.seats} hands and those before have {seats}"
            raise DealError(f"{sizes}: expected as many in each")
        found[row] = [*(hand.mask for hand in deal), 0 if deal.kitty is None else deal.kitty.mask]
        row += 1
    return found if kitty else np.ascontiguousarray(found[:, :seats])


def hand_texts_to_array(
    columns: Sequence[Sequence[str]], names: Sequence[str], number: int = 0
) -> NDArray[np.uint64]:
    """The hands of deals as an array, from a column of texts of hands for each seat, all of one length.

    `check_deal_array` checks that the rows are deals, not this. `number` is the first deal's in messages.
    Raises `DealError` if a hand cannot be read: the message gives its row and column.
    """
    found = np.empty((len(columns), len(columns[0])), dtype=np.uint64)
    for masks, column, name in zip(found, columns, names, strict=True):
        for row, text in enumerate(column):
            try:
                mask = _kernels.mask_of_hand(text)
                masks[row] = Hand.of(text).mask if mask is None else mask
            except WhistError as error:
                raise DealError(f"deal {number + row}, column {shown(name)}: {error}") from None
    return np.ascontiguousarray(found.T)


def array_to_deals(array: NDArray[np.uint64], *, kitty: bool = False) -> list[Deal]:
    """The deals of an array; parameters and errors are those of :func:`check_deal_array`."""
    checked = check_deal_array(array, kitty=kitty)
    # In parts: tolist() of a whole large array takes seconds, in which no signal is handled.
    parts = (checked[first : first + _READ_AT_ONCE] for first in range(0, len(checked), _READ_AT_ONCE))
    return [_deal_of_row(row, kitty) for part in parts for row in part.tolist()]


def deal_texts(array: NDArray[np.uint64], *, kitty: bool = False) -> list[str]:
    """The texts of the deals of an array; parameters and errors are those of :func:`check_deal_array`."""
    checked = check_deal_array(array, kitty=kitty)
    seats, none = checked.shape[1] - kitty, np.zeros((len(checked), 0), dtype=np.uint8)
    numbers = np.zeros(len(checked), dtype=np.int64)
    return _kernels.texts_of_deals(b"\1\n", checked, seats, numbers, none).decode("ascii").splitlines()


def check_deal_array(array: NDArray[np.uint64], *, kitty: bool = False, first: int = 0) -> NDArray[np.uint64]:
    """Checks that every row is a deal; returns the array, made C-contiguous.

    It is uint64, of shape (deals, seats), or (deals, seats + 1) if `kitty` is true; 2 to 6 seats. `first` is
    the number of the first deal in messages. Raises `DealError` if dtype or shape is wrong, or a row is not a
    deal: the message names it and says what is wrong.
    """
    checked = check_deal_columns(array, kitty=kitty)
    bad = _kernels.first_bad_deal(checked, checked.shape[1] - bool(kitty))
    if bad >= 0:
        try:
            _deal_of_row(checked[bad].tolist(), kitty)
        except WhistError as error:
            hint = "" if kitty else " (of a kitty in the last column kitty=True, or [:, :-1])"
            raise DealError(f"deal {first + bad} of the array is wrong: {error}{hint}") from None
        raise AssertionError(f"row {bad} is a deal and was called none")
    return checked


def has_kitty(array: NDArray[np.uint64], rules: Rules) -> bool:
    """Whether the last column of an array is a kitty: one more than the rules deal hands, and not their size
    or, with them, the whole deck. DealError if dtype or axes are wrong."""
    sizes = [mask.bit_count() for mask in _checked_array(array)[:1].ravel().tolist()]
    return len(sizes) == rules.dealt_hands + 1 and (sizes[-1] != sizes[0] or sum(sizes) == rules.deck_size)


def check_deal_columns(array: NDArray[np.uint64], *, kitty: bool = False) -> NDArray[np.uint64]:
    """`check_deal_array` without its check of the cards: dtype and shape alone."""
    if not isinstance(kitty, (bool, np.bool_)):
        raise DealError(f"kitty {shown(kitty)} is wrong: expected True or False")
    checked = _checked_array(array)
    columns = checked.shape[1]
    if not MIN_SEATS <= columns - bool(kitty) <= MAX_SEATS:
        expected = "3 to 7 (hands and a kitty)" if kitty else "2 to 6"
        raise DealError(f"deals have {columns} columns: expected {expected}")
    return checked


def suit_lengths(array: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """How many clubs, diamonds, hearts, spades and jokers each hand has: uint8, shape (deals, columns, 5).

    ``array`` is uint64, of shape (deals, columns); DealError if dtype or shape is wrong.
    """
    checked = _checked_array(array)
    lengths = np.empty((*checked.shape, 5), dtype=np.uint8)
    _kernels.count_suits(checked, lengths)
    return lengths


def numbered_deal(deal: object, number: int) -> Deal:
    """A Deal from a Deal or its text; DealError, which gives the deal's number, if it cannot be read."""
    try:
        return Deal.of(deal)
    except DealError as error:
        raise DealError(f"deal {shown(number)}: {error}") from None


def _checked_array(array: object) -> NDArray[np.uint64]:
    """The array in the form that kernels need: uint64, two axes, C order, aligned; copied only if needed."""
    if not isinstance(array, np.ndarray):
        raise DealError(f"deals {shown(array)} are wrong: expected a NumPy array")
    if array.dtype != np.uint64 or array.ndim != 2:
        kind = f"of dtype {array.dtype} with {array.ndim} axes"
        raise DealError(f"deals {kind} are wrong: expected uint64 with 2 axes")
    return np.require(array, np.uint64, ["C_CONTIGUOUS", "ALIGNED"])


def _deal_of_row(row: list[int], kitty: bool) -> Deal:
    hands = [Hand.from_mask(mask) for mask in row]
    return Deal(hands[:-1], hands[-1]) if kitty else Deal(hands)
