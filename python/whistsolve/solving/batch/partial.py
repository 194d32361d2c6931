"""Partial results of batches that ended early, and the exceptions that carry them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from whistsolve.errors import EndedEarly, Interrupted, WhistError
from whistsolve.rules import Rules
from whistsolve.values.cards import Card
from whistsolve.values.reading import shown
from whistsolve.values.shown import Shown
from whistsolve.values.strains import Strain

__all__ = [
    "BatchInterrupted",
    "BatchStopped",
    "PartialBatch",
    "PartialRows",
    "RowsInterrupted",
    "RowsStopped",
    "deal_hashes_of",
]


@dataclass(frozen=True, slots=True, eq=False)
class PartialBatch(Shown):
    """The finished cells of a `solve_many` that ended early; pass it back as ``resume=`` for the rest.

    Parameters
    ----------
    tricks : ndarray
        uint8, shape (deals, seats, strains): tricks of the leader's side, 0 where the cell is not done. The
        deals are those read so far.
    done : ndarray
        bool, shape (deals, strains): whether the cell's tricks are known, for all leaders.
    strains : tuple of Strain, optional
        The columns, to be checked when it is resumed; empty where they are not known.
    rules : Rules, optional
        Those of the call, to be checked likewise.
    deal_hashes : ndarray, optional
        uint64, shape (deals,): a hash of the hands of each deal (`deal_hashes_of`), by which the deals of the
        call that resumes are known to be the same.

    Raises
    ------
    WhistError
        Where the arrays have other types or shapes.

    Notes
    -----
    The arrays are kept as read-only copies.
    """

    tricks: NDArray[np.uint8]
    done: NDArray[np.bool_]
    strains: tuple[Strain, ...] = ()
    rules: Rules | None = None
    deal_hashes: NDArray[np.uint64] | None = None

    def __post_init__(self) -> None:
        for name, dtype, axes in (
            ("tricks", np.uint8, 3),
            ("done", np.bool_, 2),
            ("deal_hashes", np.uint64, 1),
        ):
            array: object = getattr(self, name)
            if array is None and name == "deal_hashes":
                continue
            if not isinstance(array, np.ndarray) or array.dtype != dtype or array.ndim != axes:
                expected = f"expected an array of {np.dtype(dtype)} with {axes} axes"
                raise WhistError(f"{name} {shown(array)} of a partial batch are wrong: {expected}")
            kept = array.copy()
            kept.flags.writeable = False
            object.__setattr__(self, name, kept)
        deals, _, columns = self.tricks.shape
        if self.done.shape != (deals, columns):
            expected = f"expected {(deals, columns)}, as the tricks have it"
            raise WhistError(f"done of shape {self.done.shape} is wrong: {expected}")
        if self.deal_hashes is not None and len(self.deal_hashes) != deals:
            sizes = f"there are {len(self.deal_hashes)} deal_hashes and the tricks have {deals} deals"
            raise WhistError(f"{sizes}: expected as many")
        if self.strains and len(self.strains) != columns:
            sizes = f"there are {len(self.strains)} strains and the tricks have {columns}"
            raise WhistError(f"{sizes}: expected as many")

    @property
    def deals(self) -> int:
        """How many deals were read."""
        return len(self.tricks)

    @property
    def whole_deals(self) -> int:
        """How many deals, from the first on, are done in all strains."""
        unfinished = np.nonzero(~self.done.all(axis=1))[0]
        return int(unfinished[0]) if len(unfinished) else self.deals

    @property
    def cells_done(self) -> int:
        """How many cells, each a deal in a strain, are done."""
        return int(self.done.sum())

    def __str__(self) -> str:
        return f"{self.cells_done} of the {self.done.size} cells of {self.deals} deals are done"

    def __repr__(self) -> str:
        return f"<PartialBatch: {self}>"


@dataclass(frozen=True, slots=True, eq=False)
class PartialRows:
    """What `solve_rows` or `solve_card_rows` had finished at an early end; ``~partial.done`` picks the rest.

    Parameters
    ----------
    tricks : ndarray
        uint8, shape (rows,), or (rows, cards) of `solve_card_rows`: tricks of the declarer's side, 0 where
        the row is not done.
    done : ndarray
        bool, shape (rows,): whether they are known.
    cards : tuple of Card, optional
        The columns of `solve_card_rows`; empty where there are none.
    """

    tricks: NDArray[np.uint8]
    done: NDArray[np.bool_]
    cards: tuple[Card, ...] = ()

    def __str__(self) -> str:
        return f"{int(self.done.sum())} of {len(self.done)} rows are done"

    def __repr__(self) -> str:
        return f"<PartialRows: {self}>"


def deal_hashes_of(deals: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """A hash of the hands of each deal, the same everywhere and always.

    Parameters
    ----------
    deals : ndarray
        uint64, shape (deals, seats).

    Returns
    -------
    ndarray
        uint64, shape (deals,).
    """
    found = np.full(len(deals), deals.shape[1], dtype=np.uint64)
    for column in deals.T:
        # The finalizer of SplitMix64 after each hand, in arithmetic modulo 2**64.
        found = (found ^ column) + np.uint64(0x9E3779B97F4A7C15)
        found = (found ^ (found >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        found = (found ^ (found >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        found ^= found >> np.uint64(31)
    return found


class BatchInterrupted(Interrupted[PartialBatch]):
    """An interrupt that ended `solve_many`. Caught as the `KeyboardInterrupt` that it is.

    Attributes
    ----------
    partial : PartialBatch
        What was finished.
    """


class BatchStopped(EndedEarly[PartialBatch], WhistError):
    """The time limit of `solve_many` was over before all deals were done.

    Attributes
    ----------
    partial : PartialBatch
        What was finished.
    """


class RowsInterrupted(Interrupted[PartialRows]):
    """An interrupt that ended `solve_rows` or `solve_card_rows`. Caught as the `KeyboardInterrupt` it is.

    Attributes
    ----------
    partial : PartialRows
        What was finished.
    """


class RowsStopped(EndedEarly[PartialRows], WhistError):
    """The time limit of `solve_rows` or `solve_card_rows` was over before all rows were done.

    Attributes
    ----------
    partial : PartialRows
        What was finished.
    """
