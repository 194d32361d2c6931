"""`Workers`: a bounded number of threads that answer questions."""

from __future__ import annotations

import os
from typing import Any, Final

from whistsolve.aio import ThreadPool
from whistsolve.board.context import SolverShelf

__all__ = ["Workers"]

#: Threads for questions that are answered at sight; longer ones never wait in front of them.
_PROMPT: Final = 2


class Workers:
    """Threads that answer questions: some for those that a person waits for at sight, others for long ones.

    Attributes
    ----------
    shelf : SolverShelf
        The solvers that they use again.
    """

    def __init__(self) -> None:
        self._prompt: Final = ThreadPool(_PROMPT)
        self._long: Final = ThreadPool(max(os.cpu_count() or 1, 2))
        self.shelf: SolverShelf = SolverShelf()

    def pool(self, is_prompt: bool) -> ThreadPool:
        """The threads for questions of a kind."""
        return self._prompt if is_prompt else self._long

    async def __aenter__(self) -> Workers:
        await self._prompt.__aenter__()
        await self._long.__aenter__()
        return self

    async def __aexit__(self, *error: Any) -> None:
        await self._long.__aexit__(*error)
        await self._prompt.__aexit__(*error)
