"""Plain minimax over single cards: no bounds, no move ordering, nothing but a memory of positions seen."""

from collections.abc import Hashable

from .position import Position, card_of

Memo = dict[Hashable, int]


def value(position: Position, side: frozenset[int], memo: Memo | None = None) -> int:
    """What the side still wins from here with best play of both sides, the trick on the table included."""
    if position.finished:
        return 0
    memo = {} if memo is None else memo
    key = (position.hands, position.leader, position.table, position.first_trick)
    if key not in memo:
        outcomes = play_values(position, side, memo).values()
        memo[key] = max(outcomes) if position.to_play in side else min(outcomes)
    return memo[key]


def play_values(position: Position, side: frozenset[int], memo: Memo | None = None) -> dict[str, int]:
    """For every legal play, what the side still wins if it is made; a joker is a play for each suit named."""
    memo = {} if memo is None else memo
    outcomes = {}
    for play in position.legal():
        after = position.put(play)
        taken = sum(after.won[seat] - position.won[seat] for seat in side)
        outcomes[play] = taken + value(after, side, memo)
    return outcomes


def card_values(position: Position, side: frozenset[int], memo: Memo | None = None) -> dict[str, int]:
    """For every legal card, what the side still wins; a joker led counts with its player's best suit."""
    choose = max if position.to_play in side else min
    cards: dict[str, int] = {}
    for play, tricks in play_values(position, side, memo).items():
        card = card_of(play)
        cards[card] = choose(cards.get(card, tricks), tricks)
    return cards


def sequences(position: Position, depth: int | None = None) -> int:
    """The number of legal sequences of plays, down to the last card or to a depth in plays."""
    if depth == 0 or position.finished:
        return 1
    deeper = None if depth is None else depth - 1
    return sum(sequences(position.put(play), deeper) for play in position.legal())
