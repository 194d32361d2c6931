"""`PartialBatch`: what a `solve_many` call that ended early had finished; the results of a call so far."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.reading import shown
from whistsolve._internal.shown import Shown
from whistsolve.errors import DealError, WhistError
from whistsolve.rules import Rules, setting_text
from whistsolve.solving.batch.cells import CellBounds
from whistsolve.values import Strain


@dataclass(frozen=True, slots=True, eq=False)
class PartialBatch(Shown):
    """The finished cells of a `solve_many` call that ended early; pass it as ``resume=`` to continue.

    Parameters
    ----------
    tricks : ndarray
        uint8, shape (deals, seats, strains): tricks of the leader's side, 0 if the cell is not done. It has
        the deals read so far.
    done : ndarray
        bool, shape (deals, strains): whether the tricks of the cell are known for all leaders.
    strains : tuple of Strain, optional
        The columns, checked when the batch is resumed; empty if they are not known.
    rules : Rules, optional
        The rules of the call, also checked when the batch is resumed.
    deal_hashes : ndarray, optional
        uint64, shape (deals,): a hash of the hands of each deal (`deal_hashes_of`), to check that the
        resuming call has the same deals.

    Raises
    ------
    WhistError
        If an array has the wrong dtype or shape.

    Notes
    -----
    The arrays are stored as read-only copies.
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
        """The number of deals read."""
        return len(self.tricks)

    @property
    def whole_deals(self) -> int:
        """The number of deals before the first one that is not done in all strains."""
        unfinished = np.nonzero(~self.done.all(axis=1))[0]
        return int(unfinished[0]) if len(unfinished) else self.deals

    @property
    def cells_done(self) -> int:
        """The number of cells (each one deal in one strain) that are done."""
        return int(self.done.sum())

    def __str__(self) -> str:
        return f"{self.cells_done} of the {self.done.size} cells of {self.deals} deals are done"

    def __repr__(self) -> str:
        return f"<PartialBatch: {self}>"


class BatchResults:
    """The chunks of a `solve_many` call begun so far, of which those in ``resume`` have tricks already.

    Only the last chunk may have cells that are not done. Errors are those of the argument ``resume``.
    """

    def __init__(self, strains: tuple[Strain, ...], rules: Rules, resume: PartialBatch | None) -> None:
        if resume is None:
            none_done = np.zeros((0, len(strains)), dtype=np.bool_)
            resume = PartialBatch(np.zeros((0, 4, len(strains)), dtype=np.uint8), none_done)
        if not isinstance(resume, PartialBatch):
            raise WhistError(
                f"resume {shown(resume)} is wrong: expected the .partial of a batch that ended early"
            )
        if resume.strains and resume.strains != strains:
            here, there = " ".join(map(str, strains)), " ".join(map(str, resume.strains))
            raise WhistError(f"resume has the strains {there} and not {here}: expected the same")
        if resume.tricks.shape[2] != len(strains):
            sizes = f"resume has {resume.tricks.shape[2]} strains and there are {len(strains)}"
            raise WhistError(f"{sizes}: expected as many")
        before = resume.rules or rules
        for name in (each.name for each in fields(rules)):
            there, here = getattr(before, name), getattr(rules, name)
            if there != here:
                options = f"{name}={setting_text(there)} and not {setting_text(here)}"
                raise WhistError(f"resume has the rules with {options}: expected the same")
        self._strains, self._rules, self._resume = strains, rules, resume
        self._parts: list[NDArray[np.uint8]] = []
        self._hashes: list[NDArray[np.uint64]] = []
        self._last: CellBounds | None = None
        self.deals = 0

    def check_length(self, deals: int) -> None:
        """Raise DealError if the call has fewer deals than the one that ended early."""
        if deals < self._resume.deals:
            sizes = f"there are {deals} deals and resume has {self._resume.deals}"
            raise DealError(f"{sizes}: expected the deals that it was made of, and perhaps more")

    def begin(self, chunk: NDArray[np.uint64]) -> CellBounds:
        """The cells of the next deals, done if the call that ended early has their tricks."""
        (count, seats), first, resume = chunk.shape, self.deals, self._resume
        cells, hashes = CellBounds.unknown(count, seats, len(self._strains)), deal_hashes_of(chunk)
        tricks = resume.tricks[first : first + count]
        if len(tricks) and tricks.shape[1] != seats:
            sizes = f"resume has {tricks.shape[1]} seats and the deals have {seats} hands"
            raise WhistError(f"{sizes}: expected as many")
        if len(tricks):
            if resume.deal_hashes is not None:
                known = resume.deal_hashes[first : first + count]
                for other in np.nonzero(known != hashes[: len(known)])[0][:1].tolist():
                    message = f"deal {first + other} is another than the one that resume has tricks of"
                    raise DealError(f"{message}: expected the deals that it was made of, in their order")
            cells.low[: len(tricks)] = cells.high[: len(tricks)] = tricks
            cells.done[: len(tricks)] = resume.done[first : first + count]
        self._last = cells  # first, so that after an interrupt `partial` does not count the chunk as done
        self._hashes.append(hashes)
        self._parts.append(cells.low)
        self.deals += count
        return cells

    def tricks(self) -> NDArray[np.uint8]:
        """Tricks of the leader's side: uint8, shape (deals, seats, strains)."""
        if len(self._parts) == 1:
            return self._parts[0]
        return np.concatenate(self._parts or [np.zeros((0, 4, len(self._strains)), dtype=np.uint8)])

    def partial(self) -> tuple[PartialBatch, str]:
        """The finished cells, and a text of how many there are."""
        tricks = self.tricks()
        done = np.ones((len(tricks), len(self._strains)), dtype=np.bool_)
        if self._last is not None and self._parts and self._parts[-1] is self._last.low:
            count = len(self._last.done)
            done[-count:] = self._last.done != 0
            tricks[-count:] *= self._last.done[:, np.newaxis, :]
        hashes = np.concatenate([np.zeros(0, dtype=np.uint64), *self._hashes])[: len(tricks)]
        found = PartialBatch(tricks, done, self._strains, self._rules, hashes)
        return found, str(found)


def deal_hashes_of(deals: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """A hash of the hands of each deal, stable across machines and versions: uint64, shape (deals,)."""
    found = np.full(len(deals), deals.shape[1], dtype=np.uint64)
    for column in deals.T:
        # Mixes in each hand with the finalizer of SplitMix64, in arithmetic modulo 2**64.
        found = (found ^ column) + np.uint64(0x9E3779B97F4A7C15)
        found = (found ^ (found >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        found = (found ^ (found >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        found ^= found >> np.uint64(31)
    return found
