"""A hand in play as a question to the solver."""

from __future__ import annotations

from collections.abc import Sequence

from whistsolve.game import HandState, Seating
from whistsolve.solving.position import Position
from whistsolve.values import Deal, Hand

__all__ = ["hands_in_play", "position_in_play"]


def hands_in_play(seating: Seating) -> list[int]:
    """The hands in play, clockwise round the table: what a seat of the position is the number of."""
    return [hand for hand in seating.chairs if hand in seating.order]


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
    snapshot, rules = state.snapshot, state.rules
    assert snapshot.strain is not None
    in_play = hands_in_play(state.seating)
    if snapshot.reneges and rules.kitty_book == "first_trick_winner" and snapshot.tricks:
        rules = rules.with_options(kitty_book="bidder")  # the first trick is over
    plays = snapshot.trick if snapshot.reneges else snapshot.plays
    masks = list(snapshot.hands)
    for played in plays:
        masks[played.hand] |= 1 << played.card.index
    leader = plays[0].hand if plays else snapshot.to_play
    return Position.read(
        Deal([Hand.from_mask(masks[each]) for each in in_play]),
        snapshot.strain,
        in_play.index(leader),
        in_play.index(hand),
        [*map(str, plays), *more],
        rules,
    )
