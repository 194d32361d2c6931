"""Converts a hand that was played to a hand on the board."""

from __future__ import annotations

from dataclasses import replace

from whistsolve.errors import ActError
from whistsolve.game import HandState
from whistsolve.values import Deal, Hand
from whistsolve_board.hands import BoardHand
from whistsolve_board.playing_out import PlayedOut


def hand_of_state(state: HandState) -> tuple[BoardHand, bool]:
    """The hand as the board shows it, and whether nothing of the played hand is missing.

    If the board cannot show what came before the first lead (discards of dummies, jokers exchanged or laid
    aside, hands out of play), the result begins with the hands at the first lead. The play ends before a card
    that the board refuses, as after a renege.
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
    """The hand before the auction's result: cards as dealt, dealer, calls and scores."""
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
    """Whether the hands at the first lead are those dealt, except for a declarer's kitty and discard."""
    snapshot = state.snapshot
    return not (
        len(state.seating.order) != state.rules.dealt_hands
        or any(state.setup.extra)
        or snapshot.exchanges
        or snapshot.aside
    )


def _of_kitty(hand: BoardHand, state: HandState) -> BoardHand:
    """The hand with strain, level, declarer and discard, and the leader if not the one by the rules."""
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
    """A hand on the board whose deal is the hands in play at the first lead."""
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
    """The hand whose side's tricks are counted; without an auction the dummy's partner or first leader."""
    if state.declarer is not None:
        return state.declarer
    return state.setup.partner if state.rules.game == "dummy" else _first_leader(state)


def _first_leader(state: HandState) -> int:
    """The hand that led to the first trick or, if no card was played, that was to lead."""
    snapshot = state.snapshot
    if snapshot.tricks:
        return snapshot.tricks[0].leader
    if snapshot.trick:
        return snapshot.trick[0].hand
    return state.seating.first_leader(state.rules, state.declarer, state.dealer)


def _plays(hand: BoardHand, state: HandState) -> tuple[str, ...]:
    """The cards played, up to a card that the board refuses or a trick that another hand wins there."""
    plays = tuple(map(str, state.snapshot.plays))
    winners = [state.seating.in_play.index(trick.winner) for trick in state.snapshot.tricks]
    while plays:
        try:
            point = PlayedOut.of(replace(hand, played=plays).position())
        except ActError:
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
