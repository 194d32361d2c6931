"""The view of a game for the page: only what the person at one seat is allowed to know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from whistsolve.errors import ActError
from whistsolve.game import Claim, Correct, HandState, HandView
from whistsolve.game.hand.claims import claim_made, resigned
from whistsolve.game.hand.snapshot import TrickPlayed
from whistsolve.game.hand.trick_rules import CardPlayed
from whistsolve.players import InteractiveHand, PerformedAct
from whistsolve.values import Hand
from whistsolve_board.games import hand_ids


def done_document(done: PerformedAct, names: Sequence[str]) -> dict[str, object]:
    """An act with its player and hand; the act is null if the person is not allowed to know it."""
    return {
        "seat": None if done.player is None else names[done.player],
        "hand": None if done.hand is None else names[done.hand],
        "act": None if done.hidden else str(done.act),
    }


def view_document(hand: InteractiveHand, undo_to: int | None) -> dict[str, Any]:
    """The hand as the person sees it; `undo_to` is the number of acts before the person's last decision."""
    assert hand.seat is not None
    state, view, names = hand.state, hand.state.view(hand.seat), hand_ids(hand.state.rules)

    def named(each: int | None) -> str | None:
        return None if each is None else names[each]

    return {
        "stage": view.stage,
        "to_act": named(view.to_act),
        "hand_to_play": named(view.hand_to_play),
        "your_turn": hand.is_turn,
        "names": names,
        "players": view.rules.players,
        "person": names[hand.seat],
        "dealer": names[view.dealer],
        "declarer": named(view.declarer),
        "chairs": view.seating.chairs,
        "sides": view.seating.sides,
        **_cards(view),
        "calls": [{"seat": names[player], "call": str(call)} for player, call in view.calls],
        **_contract(state, names),
        "kitty_books": state.rules.books_from_kitty,
        "turned": None if view.turned is None else str(view.turned),
        **_tricks(view, names),
        **_turn(hand, view),
        "claims": [
            {
                "seat": names[claim.player],
                "tricks": claim.tricks,
                "left": claim.left,
                "accepted": claim.accepted,
            }
            for claim in view.claims
        ],
        "undo_to": undo_to,
        "result": state.result().as_dict() if state.is_over else None,
    }


def _cards(view: HandView) -> dict[str, object]:
    kitty = view.kitty if view.taken is None else view.taken
    return {
        "hands": _texts(view.hands),
        "sizes": view.sizes,
        "kitty": None if kitty is None else str(kitty),
        "discards": _texts(view.discards),
        "discard_sizes": view.discard_sizes,
    }


def _texts(hands: Iterable[Hand | None]) -> list[str | None]:
    return [None if cards is None else str(cards) for cards in hands]


def _contract(state: HandState, names: Sequence[str]) -> dict[str, object]:
    contract, rules = state.contract, state.rules
    strain = None if state.strain is None else str(state.strain)
    if contract is None:
        return {"contract": None, "strain": strain, "needed": None}
    described = {
        "level": contract.level,
        "strain": strain,
        "declarer": names[contract.declarer],
        "text": contract.to_text(rules.players),
    }
    return {"contract": described, "strain": strain, "needed": rules.bid_base + contract.level}


def _tricks(view: HandView, names: Sequence[str]) -> dict[str, object]:
    def cards(plays: Iterable[CardPlayed]) -> list[dict[str, str]]:
        return [{"seat": names[played.hand], "card": str(played)} for played in plays]

    last: TrickPlayed | None = view.tricks[-1] if len(view.tricks) in view.review else None
    return {
        "trick": cards(view.trick),
        "last_trick": None if last is None else {"cards": cards(last.plays), "winner": names[last.winner]},
        "tricks_won": view.tricks_won,
        "left": _left(view),
    }


def _left(view: HandView) -> int:
    """Tricks still to be completed, including the one in progress."""
    if view.stage in ("over", "settlement"):
        return 0
    in_play = [view.sizes[hand] for hand in view.seating.order]
    # Before the discard one hand has more cards; during a trick, hands that have played to it have one less.
    return max(in_play) if view.stage in ("play", "claim") else min(in_play)


def _turn(hand: InteractiveHand, view: HandView) -> dict[str, object]:
    """The acts that the person can choose from; discards are not listed, as there may be thousands."""
    turn = hand.is_turn
    acts = hand.state.legal_acts() if turn and view.stage != "discard" else ()
    controllers = view.seating.controllers
    return {
        # Corrections of other players' hands are left out: they would tell which hand reneged.
        "legal": [
            str(act)
            for act in acts
            if not isinstance(act, Correct) or act.hand is None or controllers[act.hand] == view.player
        ],
        "discard_number": view.discard_number,
        "forced_discards": [str(card) for card in view.forced_discards],
        "may": _may(hand.state, view.player) if turn else _NOTHING,
    }


_NOTHING = {"claim": None, "concede": False, "resign": False, "call_renege": False}


def _may(state: HandState, person: int) -> dict[str, object]:
    """Which of the acts that `legal_acts` does not list are legal; for a claim, the number of tricks left."""
    left = _claimed(state, person, None)
    return {
        "claim": left,
        "concede": left is not None and _claimed(state, person, 0) is not None,
        "resign": _may_resign(state, person),
        "call_renege": state.may_call_renege,
    }


def _claimed(state: HandState, person: int, tricks: int | None) -> int | None:
    """The number of tricks left if `tricks` may be claimed; ``None`` if that claim is not legal."""
    if state.rules.claims == "none":
        return None
    try:
        return claim_made(state.setup, state.snapshot, Claim(tricks, person)).left
    except ActError:
        return None


def _may_resign(state: HandState, person: int) -> bool:
    if state.declarer != person:
        return False
    try:
        resigned(state.setup, state.snapshot)
    except ActError:
        return False
    return True
