"""Positions of a hand in play for the solver, and a check of claims that solves such positions."""

from __future__ import annotations

from collections.abc import Sequence

from whistsolve.errors import ActError, LayoutError
from whistsolve.game import HandState, HandView, Seating
from whistsolve.game.hand.trick_rules import CardPlayed
from whistsolve.inference.knowledge import Cards, Knowledge
from whistsolve.inference.posterior import LayoutPosterior
from whistsolve.inference.trick_in_progress import rules_of_trick
from whistsolve.rules import Rules
from whistsolve.solving import Solver
from whistsolve.solving.position import Position
from whistsolve.values import Deal, Hand, Strain


def position_in_play(state: HandState, hand: int, more: Sequence[str] = ()) -> Position:
    """The position of a hand from the first lead on, for the tricks of one side.

    After a renege it begins with the trick in progress, since the solver accepts only legal plays. `hand` is
    one of the side whose tricks are counted; `more` are cards played after those of the state, a led joker
    with the suit that it names.
    """
    snapshot, seating = state.snapshot, state.seating
    assert snapshot.strain is not None
    if snapshot.reneges:
        rules = rules_of_trick(state.rules, len(snapshot.tricks))
        plays, leader = snapshot.trick, snapshot.to_play
    else:
        rules, plays, leader = state.rules, snapshot.plays, snapshot.to_play
    return _position(rules, seating, snapshot.strain, snapshot.hands, plays, leader, hand, more)


def claim_holds(
    view: HandView, *, layouts: int, seed: int, memory_mb: int, deck: Cards | None = None
) -> bool:
    """Whether the last claim holds double dummy in a number of layouts that agree with the view.

    If there are no more layouts than that, all are checked. Also false if nothing can be proved: after a
    renege in the trick in progress, or if the deck of a short deal is not known.
    """
    claim, strain, leader = view.claims[-1], view.strain, view.leader
    assert strain is not None and leader is not None
    try:
        posterior = LayoutPosterior(Knowledge.of_view(view, deck=deck))
    except LayoutError:
        return False
    found = posterior.enumerate() if posterior.is_enumerable(layouts) else posterior.draw(layouts, seed)
    solver, rules = Solver(memory_mb=memory_mb), rules_of_trick(view.rules, len(view.tricks))
    for layout in found.layouts.tolist():
        hands = layout[: len(view.sizes)]
        position = _position(rules, view.seating, strain, hands, view.trick, leader, claim.player)
        try:
            if solver.solve_position(position).low < claim.tricks:
                return False
        except ActError:
            return False
    return True


def _position(
    rules: Rules,
    seating: Seating,
    strain: Strain,
    hands: Sequence[int],
    plays: Sequence[CardPlayed],
    to_lead: int,
    hand: int,
    more: Sequence[str] = (),
) -> Position:
    """The position after some plays; ``to_lead`` leads if there are none."""
    in_play = seating.in_play
    masks = list(hands)
    for played in plays:
        masks[played.hand] |= 1 << played.card.index
    return Position.read(
        Deal([Hand.from_mask(masks[each]) for each in in_play]),
        strain,
        in_play.index(plays[0].hand if plays else to_lead),
        in_play.index(hand),
        [*map(str, plays), *more],
        rules,
    )
