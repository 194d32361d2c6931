"""JSON answers of ``whistsolve play``: the hand as far as the person may know it."""

from __future__ import annotations

from collections.abc import Sequence

from whistsolve.game import HandState
from whistsolve.players import PerformedAct
from whistsolve.values import Hand


def done_json(done: PerformedAct, names: Sequence[str]) -> dict[str, object]:
    """An act with its player and hand; ``"act"`` is ``None`` if the person may not know it."""
    return {
        "player": None if done.player is None else names[done.player],
        "hand": None if done.hand is None else names[done.hand],
        "act": None if done.hidden else str(done.act),
    }


def state_json(state: HandState, seat: int | None, names: Sequence[str]) -> dict[str, object]:
    """The state of a hand as one player sees it, or with all hands open."""
    view = None if seat is None else state.view(seat)
    hands: Sequence[Hand | None] = state.hands if view is None else view.hands
    contract, turned = state.contract, state.setup.turned
    # There may be thousands of discards.
    legal = [] if state.stage == "discard" else [str(act) for act in state.legal_acts()]
    values: dict[str, object] = {
        "stage": state.stage,
        "to_act": None if state.to_act is None else names[state.to_act],
        "hand_to_play": None if state.hand_to_play is None else names[state.hand_to_play],
        "dealer": names[state.dealer],
        "calls": [[names[player], str(call)] for player, call in state.calls],
        "contract": contract and f"{contract.level}{contract.strain} by {names[contract.declarer]}",
        "turned": None if turned is None else str(turned),
        "hands": {name: None if hand is None else str(hand) for name, hand in zip(names, hands, strict=True)},
        "sizes": {name: len(hand) for name, hand in zip(names, state.hands, strict=True)},
        "trick": [[names[played.hand], str(played)] for played in state.snapshot.trick],
        "legal": legal if seat is None or state.to_act == seat else None,
        "discard_number": state.discard_number,
    }
    claims: list[dict[str, object]] = []
    for each in state.snapshot.claims:
        who, accepted = names[each.player], each.accepted
        claims.append({"player": who, "tricks": each.tricks, "left": each.left, "accepted": accepted})
    return {**values, "claims": claims, **score_json(state, names)}


def score_json(state: HandState, names: Sequence[str]) -> dict[str, object]:
    """Tricks won so far, and at the end the result."""
    tricks = dict(zip(names, state.tricks_won, strict=True))
    if not state.is_over:
        return {"tricks_won": tricks, "points": None, "made": None, "void": None}
    result = state.result()
    points = dict(zip(names, result.points, strict=False))
    return {"tricks_won": tricks, "points": points, "made": result.made, "void": result.void or None}
