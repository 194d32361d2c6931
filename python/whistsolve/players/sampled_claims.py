"""Whether a claim holds however the cards lie that a player does not see."""

from __future__ import annotations

from whistsolve.errors import LayoutError, PlayError
from whistsolve.game import HandView
from whistsolve.inference.knowledge import Cards, Knowledge
from whistsolve.inference.posterior import LayoutPosterior
from whistsolve.players.position_in_play import position_of_trick
from whistsolve.solving import Solver

__all__ = ["claim_holds"]


def claim_holds(
    view: HandView, *, layouts: int, seed: int, memory_mb: int, deck: Cards | None = None
) -> bool:
    """Whether the last claim holds double dummy in every layout that is looked at.

    Parameters
    ----------
    view : HandView
        With a claim to be answered.
    layouts : int
        How many are looked at: drawn among those that agree with the view, or all where they are no more.
    seed : int
        Of the layouts.
    memory_mb : int
        Cap on the transposition table, in MiB.
    deck : Hand, str or iterable of Card or str, or None
        The cards dealt, for short deals.

    Returns
    -------
    bool
        Also false where it cannot be told: after a renege in the trick in progress, or where the deck is not
        known.
    """
    claim, strain = view.claims[-1], view.strain
    assert strain is not None
    try:
        posterior = LayoutPosterior(Knowledge.of_view(view, deck=deck))
    except LayoutError:
        return False
    found = posterior.enumerate() if posterior.is_enumerable(layouts) else posterior.draw(layouts, seed)
    solver, leader = Solver(memory_mb=memory_mb), view.leader
    assert leader is not None
    for layout in found.layouts.tolist():
        position = position_of_trick(
            *(view.rules, view.seating, strain, layout[: len(view.sizes)], view.trick, leader),
            hand=claim.player,
            tricks=len(view.tricks),
        )
        try:
            if solver.solve_position(position).low < claim.tricks:
                return False
        except PlayError:
            return False
    return True
