"""A hand that was played, as a hand on the board."""

from __future__ import annotations

from dataclasses import replace

from whistsolve.board.hands import BoardHand
from whistsolve.board.playing_out import PlayedOut
from whistsolve.errors import PlayError
from whistsolve.game import HandState
from whistsolve.values import Deal, Hand

__all__ = ["hand_of_state"]


def hand_of_state(state: HandState) -> tuple[BoardHand, bool]:
    """The hand as the board shows it, and whether it is the whole of it.

    Where the board cannot show how it went before the first lead (cards given up by dummies, jokers exchanged
    or laid aside, hands out of play) it has the hands as they were led from. Where the board does not take a
    card, as after a renege, it ends before that.

    Parameters
    ----------
    state : HandState
        At any stage.

    Raises
    ------
    WhistError
        Where the board cannot show it at all.
    """
    hand = _of_auction(state)
    if state.snapshot.dealt_again is not None or state.strain is None:
        return hand, state.snapshot.dealt_again is None
    if _is_as_dealt(state):
        before, exact = _of_kitty(hand, state), True
    else:
        before, exact = _of_hands_led_from(hand, state), False
    plays = _plays(before, state)
    if state.snapshot.tricks or state.snapshot.trick:
        exact = exact and len(plays) == len(state.snapshot.plays)
    return replace(before, played=plays), exact


def _of_auction(state: HandState) -> BoardHand:
    """Cards as dealt, dealer, calls and scores."""
    seating = state.seating
    hands = list(state.deal.hands)
    for player, keep in enumerate(state.snapshot.kept):
        if keep is False and None not in state.snapshot.kept:  # a player of double dummy whist swapped
            dummy = state.rules.players + player
            hands[player], hands[dummy] = hands[dummy], hands[player]
    return BoardHand(
        state.rules,
        Deal(seating.on_chairs(hands), state.deal.kitty),
        dealer=seating.chair_of(state.dealer),
        turned=state.setup.turned,
        calls=tuple(str(call) for _, call in state.calls),
        scores=state.scores if any(state.scores) else (),
    )


def _is_as_dealt(state: HandState) -> bool:
    """Whether each hand that was led from is the one dealt, but for a declarer's kitty and discard."""
    snapshot = state.snapshot
    return not (
        len(state.seating.order) != state.rules.dealt_hands
        or any(state.setup.extra)
        or snapshot.exchanges
        or snapshot.aside
    )


def _of_kitty(hand: BoardHand, state: HandState) -> BoardHand:
    """With strain, declarer and discard."""
    contract = state.contract
    given = Hand.from_mask(sum(state.snapshot.removed))
    found = replace(
        hand,
        strain=state.strain,
        level=None if contract is None else contract.level,
        declarer=state.seating.chair_of(_declarer(state)),
        discard=given if given else None,
    )
    leader = state.seating.chair_of(_first_leader(state))
    return found if found.leads == leader else replace(found, leader=leader)


def _of_hands_led_from(hand: BoardHand, state: HandState) -> BoardHand:
    """The hands in play before the first lead, and every other card as those out of play."""
    seating, snapshot = state.seating, state.snapshot
    masks = list(snapshot.hands)
    for played in snapshot.plays:
        masks[played.hand] |= 1 << played.card.index
    hands = [Hand.from_mask(masks[each]) for each in seating.in_play]
    contract = state.contract
    return BoardHand(
        state.rules,
        Deal(hands),
        strain=state.strain,
        level=None if contract is None else contract.level,
        declarer=seating.in_play.index(_declarer(state)),
        leader=seating.in_play.index(_first_leader(state)),
        scores=hand.scores,
    )


def _declarer(state: HandState) -> int:
    """The hand whose side's tricks are counted: without an auction the dummy's, or the one that leads."""
    if state.declarer is not None:
        return state.declarer
    return state.setup.partner if state.rules.game == "dummy" else _first_leader(state)


def _first_leader(state: HandState) -> int:
    """The hand that led to the first trick, or would have."""
    snapshot = state.snapshot
    if snapshot.tricks:
        return snapshot.tricks[0].leader
    if snapshot.trick:
        return snapshot.trick[0].hand
    return state.seating.first_leader(state.rules, state.declarer, state.dealer)


def _plays(hand: BoardHand, state: HandState) -> tuple[str, ...]:
    """The cards played, up to the first that the board does not take or that has another trick's winner."""
    plays = tuple(map(str, state.snapshot.plays))
    winners = [state.seating.in_play.index(trick.winner) for trick in state.snapshot.tricks]
    while plays:
        try:
            point = PlayedOut.of(replace(hand, played=plays).position())
        except PlayError:
            plays = plays[:-1]
            continue
        found = [trick.winner for trick in point.tricks]
        same = next(
            (number for number, pair in enumerate(zip(found, winners, strict=False)) if pair[0] != pair[1]),
            None,
        )
        if same is None:
            return plays
        plays = plays[: same * len(state.seating.order)]
    return plays
