"""A hand in play as a question to the solver."""

from __future__ import annotations

from collections.abc import Sequence

from whistsolve.game import HandState, Seating
from whistsolve.game.hand.trick_rules import CardPlayed
from whistsolve.inference.trick_in_progress import rules_of_trick
from whistsolve.rules import Rules
from whistsolve.solving.position import Position
from whistsolve.values import Deal, Hand, Strain

__all__ = ["position_in_play", "position_of_trick"]


def position_in_play(state: HandState, hand: int, more: Sequence[str] = ()) -> Position:
    """The position of a hand from the first lead on, for the tricks of one side.

    After a renege it begins with the trick in progress, since the solver takes legal plays only.

    Parameters
    ----------
    state : HandState
        At the stage ``play``, or with a claim to be answered.
    hand : int
        A hand of the side whose tricks are counted.
    more : sequence of str
        Cards to be played after those of the state; a led joker with the suit that it names.

    Raises
    ------
    DealError
        As `Position.read`. A renege in the trick in progress raises `PlayError` once it is searched.
    """
    snapshot, seating = state.snapshot, state.seating
    assert snapshot.strain is not None
    if snapshot.reneges:
        rules = rules_of_trick(state.rules, len(snapshot.tricks))
        plays, leader = snapshot.trick, snapshot.to_play
    else:
        rules, plays, leader = state.rules, snapshot.plays, snapshot.to_play
    return _position(rules, seating, snapshot.strain, snapshot.hands, plays, leader, hand, more)


def position_of_trick(
    rules: Rules,
    seating: Seating,
    strain: Strain,
    hands: Sequence[int],
    trick: Sequence[CardPlayed],
    leader: int,
    hand: int,
    tricks: int,
) -> Position:
    """The position of hands in the middle of a trick, for the tricks of one side.

    Parameters
    ----------
    hands : sequence of int
        Masks of the cards that each hand has left.
    trick : sequence of CardPlayed
        On the table.
    leader : int
        The hand that leads to this trick.
    hand : int
        A hand of the side whose tricks are counted.
    tricks : int
        How many tricks are complete.

    Raises
    ------
    DealError
        As `Position.read`.
    """
    return _position(rules_of_trick(rules, tricks), seating, strain, hands, trick, leader, hand)


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
    """The position after some plays; ``to_lead`` leads where there are none."""
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
