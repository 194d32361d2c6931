"""The value of a card to a player who does not see all hands, by every strategy that they have.

A strategy is a card for each sequence of plays that they may see. Rivals see all hands, and so does a partner
whose hand they do not see.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .minimax import Memo, value
from .position import Position


@dataclass(frozen=True)
class Question:
    """Who decides: the seats that the player plays for, their side, and what it is to take."""

    controls: frozenset[int]
    side: frozenset[int]
    target: int
    memo: Memo = field(default_factory=dict, compare=False)


def card_chances(
    question: Question, layouts: Sequence[Position], weights: Sequence[float], depth: int = 99
) -> dict[str, float]:
    """For every legal play the weight of the layouts in which the best strategy after it makes the target.

    After ``depth`` cards of the player, minimax in each layout decides, as if they then saw all hands.
    """
    start = tuple(sum(each.won[seat] for seat in question.side) for each in layouts)
    chances = {}
    for play in layouts[0].legal():
        after = {number: each.put(play) for number, each in enumerate(layouts)}
        chances[play] = max(
            sum(weight for number, weight in enumerate(weights) if made >> number & 1)
            for made in _outcomes(question, after, start, depth - 1)
        )
    return chances


def _outcomes(
    question: Question, layouts: Mapping[int, Position], start: tuple[int, ...], depth: int
) -> set[int]:
    """Where each strategy makes the target, a bit a layout in which the plays so far are possible.

    No strategy is left out, however bad.
    """
    if depth == 0 or all(each.finished for each in layouts.values()):
        return {sum(_makes(question, each, start[number]) << number for number, each in layouts.items())}
    seat = next(iter(layouts.values())).to_play
    own = seat in question.controls
    moves: dict[str, dict[int, Position]] = {}
    for number, each in layouts.items():
        for play in each.legal():
            moves.setdefault(play, {})[number] = each.put(play)
    after = {play: _outcomes(question, possible, start, depth - own) for play, possible in moves.items()}
    if own:
        return set().union(*after.values())
    # One strategy after each card of the hidden hand, which chooses its card in each layout by itself.
    partner = seat in question.side
    reached = {0 if partner else sum(1 << number for number in layouts)}
    for play, outcomes in after.items():
        impossible = ~sum(1 << number for number in moves[play])
        reached = {
            before | made if partner else before & (made | impossible)
            for before in reached
            for made in outcomes
        }
    return reached


def _makes(question: Question, position: Position, start: int) -> bool:
    taken = sum(position.won[seat] for seat in question.side) - start
    return taken + value(position, question.side, question.memo) >= question.target
