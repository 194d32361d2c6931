"""Names that users of other libraries try first, and what they are called here."""

from __future__ import annotations

from typing import Final, NoReturn

_ACT: Final = "push(act)"
_LEGAL: Final = "legal_acts()"
_ROWS: Final = "to_dicts(), or pyarrow.table(result).to_pandas()"
_TURN: Final = "to_act"
#: For each class and its subclasses: names, separated by blanks, and what is expected in their place.
_GUESSES: Final[dict[str, dict[str, str]]] = {
    "Card": {"from_str parse": "Card(text)", "name symbol text": "str(card)"},
    "Hand": {
        "add": "hand | cards",
        "cards to_list": "list(hand)",
        "from_str from_pbn parse": "Hand(text)",
        "points": "hcp",
        "remove play": "hand - cards",
    },
    "Deal": {
        "copy": "the deal itself, which never changes",
        "first trump": "solve(strain, leader)",
        "from_str from_pbn from_lin from_json parse": "Deal(text), or whistsolve.read(text)",
        "play unplay": "solve(..., played=...), or HandState(deal).push(card)",
        "pprint": "print(deal.diagram())",
        "shuffle deal": "Deal.random(seed)",
        "swap set_hand": "with_hand(seat, hand)",
        "to_json to_str": "str(deal)",
        "to_lin to_ptn": "PlayedHand(deal).to_lin() or .to_ptn()",
    },
    "HandState": {
        "current_player player turn": _TURN,
        "apply apply_action bid call do make_move move play step": _ACT,
        "clone": "copy()",
        "done is_finished is_game_over is_terminal": "is_over",
        "history move_stack moves": "acts",
        "information_state observation observation_tensor": "view(player)",
        "legal_actions legal_moves legal_plays": _LEGAL,
        "outcome points returns score": "result()",
        "to_json to_pbn to_ptn": "record_hand(state).to_ptn() or .to_pbn()",
        "undo undo_action unplay": "pop()",
    },
    "HandView": {"current_player turn": _TURN, "legal_actions legal_moves": _LEGAL},
    "PlayedHand": {"auction": "calls", "cards play": "plays", "to_json to_str": "to_ptn()"},
    "Rules": {
        "copy replace": "with_options(...)",
        "names list_presets presets": "preset_names()",
        "as_dict to_dict": "overrides()",
    },
    "Solution": {
        "best best_card best_move pv": "solve_cards(...).best, or best_line(...)",
        "result score value": "tricks",
        "to_dict": "as_dict()",
    },
    "Tabular": {
        "to_dict": "as_dict() or to_dicts()",
        "df to_arrow to_df to_frame to_pandas to_polars": _ROWS,
    },
    "TrickTable": {
        "get": "table[leader, strain]",
        "pprint": "print(table)",
        "to_list": "to_numpy().tolist()",
    },
}


def refuse(kind: type, name: str, given: object) -> NoReturn:
    """Raise the AttributeError for a name that a class does not have; with what was meant, if it is known."""
    for each in () if name.startswith("_") else kind.__mro__:
        for names, expected in _GUESSES.get(each.__name__, {}).items():
            if name in names.split():
                raise AttributeError(f"{kind.__name__} has no {name!r}: expected {expected}")
    of = f"type object {kind.__name__!r}" if given is kind else f"{kind.__name__!r} object"
    raise AttributeError(f"{of} has no attribute {name!r}", name=name, obj=given)
