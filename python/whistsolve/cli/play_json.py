"""JSON answers of ``whistsolve play``: the hand as far as the person may know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from whistsolve.analysis import ClaimCheck
from whistsolve.cli.output import card_values
from whistsolve.game import HandState
from whistsolve.players import PerformedAct
from whistsolve.values import Card, Hand

__all__ = ["check_json", "done_json", "score_json", "state_json", "values_json"]


def done_json(done: PerformedAct, names: Sequence[str]) -> dict[str, object]:
    """An act with its player and hand; ``"act"`` is ``None`` where the person may not know it."""
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
    values: dict[str, object] = {
        "stage": state.stage,
        "to_act": None if state.to_act is None else names[state.to_act],
        "hand_to_play": None if state.hand_to_play is None else names[state.hand_to_play],
        "dealer": names[state.dealer],
        "calls": [[names[player], str(call)] for player, call in state.calls],
        "contract": None
        if contract is None
        else f"{contract.level}{contract.strain} by {names[contract.declarer]}",
        "turned": None if turned is None else str(turned),
        "hands": {name: None if hand is None else str(hand) for name, hand in zip(names, hands, strict=True)},
        "sizes": {name: len(hand) for name, hand in zip(names, state.hands, strict=True)},
        "trick": [[names[played.hand], str(played)] for played in state.snapshot.trick],
        "legal": _legal(state) if seat is None or state.to_act == seat else None,
        "discard_number": state.discard_number,
        "claims": [
            {
                "player": names[claim.player],
                "tricks": claim.tricks,
                "left": claim.left,
                "accepted": claim.accepted,
            }
            for claim in state.snapshot.claims
        ],
    }
    return {**values, **score_json(state, names)}


def _legal(state: HandState) -> list[str]:
    """Legal acts; empty for discards, of which there may be thousands."""
    return [] if state.stage == "discard" else [str(act) for act in state.legal_acts()]


def score_json(state: HandState, names: Sequence[str]) -> dict[str, object]:
    """Tricks won so far, and at the end the result."""
    values: dict[str, object] = {
        "tricks_won": dict(zip(names, state.tricks_won, strict=True)),
        "points": None,
        "made": None,
        "void": None,
    }
    if state.is_over:
        result = state.result()
        values |= {
            "points": dict(zip(names, result.points, strict=False)),
            "made": result.made,
            "void": result.void or None,
        }
    return values


def check_json(check: ClaimCheck | None, names: Sequence[str]) -> dict[str, object]:
    """A claim that was checked; empty where none was."""
    return {} if check is None else {"claim_check": check.as_dict(names)}


def values_json(values: Mapping[Card, tuple[int, int]]) -> dict[str, object]:
    """Tricks of each card as the verb ``solve`` prints them; empty where there are no values."""
    return card_values(values) if values else {}
