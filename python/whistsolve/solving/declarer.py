"""What a declarer's side takes in a strain, whether or not a kitty is taken first."""

from __future__ import annotations

from whistsolve.arguments import NO_LIMITS, Limits, Resources
from whistsolve.solving.discards.position import KittyPosition
from whistsolve.solving.discards.question import DiscardQuestion
from whistsolve.solving.discards.results import BestDiscard
from whistsolve.solving.position import Position
from whistsolve.solving.results import Solution
from whistsolve.solving.solver import Solver

__all__ = ["solve_declarer"]


def solve_declarer(
    position: Position | KittyPosition, solver: Solver, limits: Limits = NO_LIMITS
) -> Solution | BestDiscard:
    """The declarer's tricks with best play on both sides, and with the best discard where a kitty is taken.

    Parameters
    ----------
    position : Position or KittyPosition
        With a `KittyPosition` the discard is still to be made.
    solver : Solver
        For a `Position`. Discards have a transposition table of their own, with the same cap, which is freed
        with the answer.
    limits : Limits

    Returns
    -------
    Solution or BestDiscard
        Both have ``.low``, ``.high``, ``.exact``, ``.tricks`` and ``.nodes``.

    Raises
    ------
    DealError, PlayError, SolveStopped, BestDiscardInterrupted
        As `solve` and `best_discard`.
    """
    if isinstance(position, Position):
        return solver.solve_position(position, limits)
    return DiscardQuestion(position, Resources(1, solver.memory_mb)).best(limits)
