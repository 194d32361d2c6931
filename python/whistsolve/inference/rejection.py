"""`Rejection`: rejection sampling of layouts and deals, row by row of a random stream."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.arguments import Progress
from whistsolve.cancelling import end_if_cancelled
from whistsolve.errors import LayoutError

#: Maximum number of rows that one call may sample; a larger array would not fit into most memories.
MOST_ROWS: Final = 10**8
#: Proposal t of row r is row r + t * STRIDE of the stream, so that no two rows share a proposal.
STRIDE: Final = 2**40
#: Rows sampled at a time: few at first, so that constraints that hardly anything satisfies fail early.
_FIRST_BLOCK: Final = 4
_MOST_BLOCK: Final = 1 << 15
#: Maximum number of proposals drawn at a time, which takes a few hundredths of a second.
_MOST_TRIED_AT_ONCE: Final = 1 << 15

#: Which of some proposals satisfy constraints: from uint64, shape (proposals, columns), to (proposals,).
Fits = Callable[[NDArray[np.uint64]], NDArray[np.bool_]]


class Rejection:
    """Gives every row the first of its proposals that satisfies all constraints.

    `draw` returns the proposals with the given row numbers in the stream. `fits` is evaluated for all
    proposals at once, `dear` for one proposal of a row at a time, so that it is not called more often than
    needed. `unit` names a row in messages.
    """

    def __init__(
        self,
        draw: Callable[[NDArray[np.uint64]], NDArray[np.uint64]],
        fits: Fits,
        dear: Fits | None,
        tries: int,
        unit: str,
    ) -> None:
        self._draw, self._fits, self._dear, self._most, self._unit = draw, fits, dear, tries, unit
        self._tried = self._found = 0
        #: How many rows are finished.
        self.done = 0

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
            if tries >= self._most:
                raise LayoutError(
                    f"hardly any {self._unit} fits: none of {tries} tried for {self._unit}"
                    f" {start + int(waiting[0])} does, and {self._found} of {self._tried} tried in all fit;"
                    f" expected conditions that leave more of them, or more tries"
                )
            at_once = min(at_once, self._most - tries, max(1, _MOST_TRIED_AT_ONCE // len(waiting)))
            steps = np.arange(tries, tries + at_once, dtype=np.uint64) * np.uint64(STRIDE)
            numbers = (waiting.astype(np.uint64) + np.uint64(start))[:, None] + steps
            drawn = self._draw(numbers.reshape(-1))
            good = self._fits(drawn).reshape(numbers.shape)
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
        if self._dear is None:
            return chosen
        found = np.full(len(good), -1, dtype=np.int64)
        waiting = np.flatnonzero(chosen >= 0)
        while len(waiting):
            end_if_cancelled()
            fits = self._dear(drawn[waiting, chosen[waiting]])
            found[waiting[fits]] = chosen[waiting[fits]]
            waiting = waiting[~fits]
            good[waiting, chosen[waiting]] = False
            chosen[waiting] = good[waiting].argmax(axis=1)
            waiting = waiting[good[waiting].any(axis=1)]
        return found
