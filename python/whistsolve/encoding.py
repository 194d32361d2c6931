"""Deals as packed arrays and back: the only place in Python that knows dtypes and bit layouts.

A packed deal is a row of uint64, one column for each hand in seat order and perhaps a last one for the kitty.
Bit ``card.index`` of a column is set where that hand holds the card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Sized
from itertools import islice
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from whistsolve import _kernels
from whistsolve.arguments import read_deal
from whistsolve.errors import DealError, WhistError
from whistsolve.values.cards import DECK_SIZE, SUIT_LETTERS
from whistsolve.values.deals import Deal
from whistsolve.values.hands import Hand
from whistsolve.values.reading import read_integer, read_list, read_several, shown
from whistsolve.values.seats import MAX_SEATS, MIN_SEATS
from whistsolve.values.strains import RANKINGS, Strain

__all__ = [
    "NO_TRUMP",
    "array_to_deals",
    "check_deal_array",
    "check_deal_columns",
    "deal_to_masks",
    "deals_to_array",
    "hand_texts_to_array",
    "numbered_deal",
    "owners_to_array",
    "strain_code",
    "suit_lengths",
    "texts_to_array",
]

#: Code of "no trump suit" where trump suits are numbers, 0 to 3 as in `Suit`.
NO_TRUMP = 4
_TRUMP_CODES = {**{trump: code for code, trump in enumerate(SUIT_LETTERS)}, "NT": NO_TRUMP}
_RANKING_CODES = {ranking: code for code, ranking in enumerate(RANKINGS)}
#: Of a column of texts, at most.
_MOST_ROWS = 10**8
#: Deals that are read between two looks at signals.
_READ_AT_ONCE = 1 << 14
_Number = TypeVar("_Number", np.uint8, np.uint64)


def deal_to_masks(deal: Deal) -> tuple[int, ...]:
    """The hands of a deal as numbers, in seat order, the kitty left out.

    Raises
    ------
    DealError
        Where it is no deal.
    """
    return tuple([hand.mask for hand in _checked_deal(deal, "the deal").hands])


def strain_code(strain: Strain | str) -> tuple[int, int]:
    """Trump (0-4 for C D H S NT) and ranking (0 uptown, 1 downtown, 2 downtown with aces bad).

    Raises
    ------
    StrainError
        Where it is no strain.
    """
    read = Strain.of(strain)
    return _TRUMP_CODES[read.trump], _RANKING_CODES[read.ranking]


def deals_to_array(deals: Iterable[Deal]) -> NDArray[np.uint64]:
    """The hands of deals as an array, the kitties left out.

    Parameters
    ----------
    deals : iterable of Deal
        All with the same number of hands.

    Returns
    -------
    ndarray
        uint64, shape (deals, seats), C-contiguous; (0, 4) for no deals.

    Raises
    ------
    DealError
        Where one is no deal, or has another number of hands than the first.
    """
    if isinstance(deals, (str, Deal)) or not isinstance(deals, Iterable):
        raise DealError(f"deals {shown(deals)} are wrong: expected several deals")
    rows: list[tuple[int, ...]] = []
    for number, each in enumerate(read_several(deals, "deals", DealError)):
        rows.append(tuple(hand.mask for hand in _checked_deal(each, f"deal {number}").hands))
        if len(rows[-1]) != len(rows[0]):
            sizes = f"deal {number} has {len(rows[-1])} hands and deal 0 has {len(rows[0])}"
            raise DealError(f"{sizes}: expected as many in each")
    return np.array(rows, dtype=np.uint64).reshape(len(rows), len(rows[0]) if rows else 4)


def texts_to_array(deals: Sequence[Deal | str], number: int = 0) -> NDArray[np.uint64]:
    """The hands of deals as an array, from text where they are text, the kitties left out.

    Text as deals are printed is read by a kernel, any other by `Deal.from_text`.

    Parameters
    ----------
    deals : sequence of Deal or str
        All with the same number of hands.
    number : int
        The number of the first of them in messages.

    Returns
    -------
    ndarray
        uint64, shape (deals, seats), C-contiguous; (0, 4) for no deals.

    Raises
    ------
    DealError
        Where one cannot be read, or has another number of hands than the first: names it by its number.
    """
    if isinstance(deals, (str, Deal)):
        raise DealError(f"deals {shown(deals)} are wrong: expected several deals")
    number = read_integer(number, "number", DealError)
    rest = read_several(deals, "deals", DealError)
    first = list(islice(rest, 1))  # what is no deal is not read to its end
    seats = numbered_deal(first[0], number).seats if first else 4
    texts = first
    while part := list(islice(rest, _READ_AT_ONCE)):  # an iterator without end can be interrupted
        texts += part
    found = np.empty((len(texts), seats + 1), dtype=np.uint64)
    row = 0
    while (row := _kernels.masks_of_deals(texts, found, row)) < len(texts):
        deal = numbered_deal(texts[row], number + row)
        if deal.seats != seats:
            sizes = f"deal {number + row} has {deal.seats} hands and those before have {seats}"
            raise DealError(f"{sizes}: expected as many in each")
        found[row, :seats] = [hand.mask for hand in deal.hands]
        row += 1
    return np.ascontiguousarray(found[:, :seats])


def hand_texts_to_array(
    columns: Sequence[Sequence[str]], names: Sequence[str], number: int = 0
) -> NDArray[np.uint64]:
    """The hands of deals as an array, from the texts of hands, a column for each seat.

    Whether rows are deals is not looked at: `check_deal_array` does that. In messages the first has `number`.

    Raises
    ------
    DealError
        Where a hand cannot be read: names its row and column. Where there are other numbers of columns than
        names, or columns of different lengths.
    """
    names = read_list(names, "names", DealError, MAX_SEATS + 1)
    texts = [_read_column(column) for column in read_list(columns, "columns", DealError, MAX_SEATS + 1)]
    if len(texts) != len(names) or len({len(column) for column in texts}) != 1:
        lengths = ", ".join(str(len(column)) for column in texts)
        raise DealError(
            f"columns of {lengths or 'no'} hands with {len(names)} names are wrong: expected a name for each"
            " column, and as many hands in each"
        )
    number = read_integer(number, "number", DealError)
    found = np.empty((len(texts), len(texts[0])), dtype=np.uint64)
    for masks, column, name in zip(found, texts, names, strict=True):
        row = 0
        while (row := _kernels.masks_of_hands(column, masks, row)) < len(column):
            try:
                masks[row] = Hand.of(column[row]).mask
            except WhistError as error:
                raise DealError(f"deal {number + row}, column {shown(name)}: {error}") from None
            row += 1
    return np.ascontiguousarray(found.T)


def _read_column(column: Sequence[str]) -> list[str]:
    items = read_several(column, "columns", DealError)
    if not isinstance(column, Sized) or len(column) > _MOST_ROWS:
        raise DealError(f"a column of {shown(column)} is wrong: expected at most {_MOST_ROWS} hands")
    return list(items)


def array_to_deals(array: NDArray[np.uint64], *, kitty: bool = False) -> list[Deal]:
    """The deals of an array.

    Parameters
    ----------
    array : ndarray
        uint64, shape (deals, seats), or (deals, seats + 1) with a kitty.
    kitty : bool
        Whether the last column is the kitty.

    Raises
    ------
    DealError
        As for :func:`check_deal_array`.
    """
    checked = check_deal_array(array, kitty=kitty)
    # One list of them all takes seconds in which no signal is handled.
    parts = (checked[first : first + _READ_AT_ONCE] for first in range(0, len(checked), _READ_AT_ONCE))
    return [_deal_of_row(row, kitty) for part in parts for row in part.tolist()]


def check_deal_array(array: NDArray[np.uint64], *, kitty: bool = False, first: int = 0) -> NDArray[np.uint64]:
    """The array itself, C-contiguous, where every row is a deal.

    Parameters
    ----------
    array : ndarray
        uint64, shape (deals, seats), or (deals, seats + 1) with a kitty; 2 to 6 seats.
    kitty : bool
        Whether the last column is the kitty.
    first : int
        The number of the first deal in messages.

    Raises
    ------
    DealError
        Where dtype or shape are others, or a row is no deal: names the row and says what is wrong with it.
    """
    checked = check_deal_columns(array, kitty=kitty)
    bad = _kernels.first_bad_deal(checked, checked.shape[1] - bool(kitty))
    if bad >= 0:
        try:
            _deal_of_row(checked[bad].tolist(), kitty)
        except WhistError as error:
            raise DealError(f"deal {first + bad} of the array is wrong: {error}") from None
        raise AssertionError(f"row {bad} is a deal and was called none")
    return checked


def check_deal_columns(array: NDArray[np.uint64], *, kitty: bool = False) -> NDArray[np.uint64]:
    """The array itself, C-contiguous, where it has the form of deals. The cards are not looked at.

    Parameters and errors are those of :func:`check_deal_array`.
    """
    if not isinstance(kitty, (bool, np.bool_)):
        raise DealError(f"kitty {shown(kitty)} is wrong: expected True or False")
    checked = _checked_array(array, "deals", np.uint64)
    columns = checked.shape[1]
    if not MIN_SEATS <= columns - bool(kitty) <= MAX_SEATS:
        expected = "3 to 7 (hands and a kitty)" if kitty else "2 to 6"
        raise DealError(f"deals have {columns} columns: expected {expected}")
    return checked


def owners_to_array(owners: NDArray[np.uint8], columns: int) -> NDArray[np.uint64]:
    """Deals from rows that say who holds each card.

    Parameters
    ----------
    owners : ndarray
        uint8, shape (deals, 54): for each card index the column that it goes to. Other numbers leave it out.
    columns : int
        2 to 7: hands and perhaps a kitty.

    Returns
    -------
    ndarray
        uint64, shape (deals, columns). Hands may be of any size: :func:`check_deal_array` looks at that.

    Raises
    ------
    DealError
        Where dtype, shape or the number of columns are wrong.
    """
    checked = _checked_array(owners, "owners", np.uint8)
    if checked.shape[1] != DECK_SIZE:
        raise DealError(f"owners have {checked.shape[1]} columns: expected {DECK_SIZE}, one for each card")
    width = read_integer(columns, "columns", DealError, MIN_SEATS, MAX_SEATS + 1)
    deals = np.empty((checked.shape[0], width), dtype=np.uint64)
    _kernels.masks_of_owners(checked, deals)
    return deals


def suit_lengths(array: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """How many clubs, diamonds, hearts, spades and jokers each hand has.

    Parameters
    ----------
    array : ndarray
        uint64, shape (deals, columns).

    Returns
    -------
    ndarray
        uint8, shape (deals, columns, 5).

    Raises
    ------
    DealError
        Where dtype or shape are others.
    """
    checked = _checked_array(array, "deals", np.uint64)
    lengths = np.empty((*checked.shape, 5), dtype=np.uint8)
    _kernels.count_suits(checked, lengths)
    return lengths


def _checked_deal(deal: object, name: str) -> Deal:
    if not isinstance(deal, Deal):
        raise DealError(f"{name} is {shown(deal)}: expected a Deal; Deal.from_text reads one from text")
    return deal


def numbered_deal(deal: object, number: int) -> Deal:
    """A deal from itself or its text.

    Raises
    ------
    DealError
        Where it cannot be read: names it by its number.
    """
    try:
        return read_deal(deal)
    except DealError as error:
        raise DealError(f"deal {shown(number)}: {error}") from None


def _checked_array(array: object, name: str, dtype: type[_Number]) -> NDArray[_Number]:
    """An array as the kernels take it: that dtype, two axes, C order, aligned; copied only where needed."""
    if not isinstance(array, np.ndarray):
        raise DealError(f"{name} {shown(array)} are wrong: expected a NumPy array")
    if array.dtype != dtype or array.ndim != 2:
        raise DealError(
            f"{name} of dtype {array.dtype} with {array.ndim} axes are wrong:"
            f" expected {np.dtype(dtype)} with 2 axes"
        )
    return np.require(array, dtype, ["C_CONTIGUOUS", "ALIGNED"])


def _deal_of_row(row: list[int], kitty: bool) -> Deal:
    hands = [Hand.from_mask(mask) for mask in row]
    return Deal(hands[:-1], hands[-1]) if kitty else Deal(hands)
