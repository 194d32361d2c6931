"""Rules under which each option matters, so that any of its values can be set; for tests of all options."""

_WHIST = {"game": "whist"}
_HONOURS = {"game": "whist", "honours": True}
_EXCHANGED = {"joker_no_trump": "exchanged"}
_DOUBLE_DUMMY = {"game": "double_dummy"}
_SESSIONS = {"match": "two_sessions"}

#: For an option, or one value of it, the other options that it needs.
COMPANIONS = {
    ("joker_no_trump", "removed"): {"hand_size": None},
    ("hand_size", None): {"joker_no_trump": "removed"},
    ("teams", 3): {"players": 6},
    ("target", None): {"hand_limit": 4},
    ("trump_rule", "last_dealt_card"): _WHIST,
    ("trump_rule", "fixed_order"): _WHIST,
    "trump_order": {**_WHIST, "trump_rule": "fixed_order"},
    ("redeal_claim", "no_trump_card"): _WHIST,
    "double_dummy_mode": _DOUBLE_DUMMY,
    "dummy_exposed_when": {"game": "dummy"},
    "dummy_renege_immune": {"game": "dummy"},
    "exchange_bidder_must_bury": _EXCHANGED,
    "exchange_pick": _EXCHANGED,
    "hand_option": _DOUBLE_DUMMY,
    "honours": _WHIST,
    "honours_called": _HONOURS,
    "honours_bar": _HONOURS,
    "honours_bar_when": _HONOURS,
    "honours_three": _HONOURS,
    "honours_void_if_both_reach": _HONOURS,
    "nt_doubles": {"nt_multiplier": 2},
    "pass_is_final": {"auction_rounds": "until_one_left"},
    "redeal_claim_when": {"redeal_claim": "no_ace"},
    "redeal_dealer": {"redeal_claim": "no_ace"},
    "best_of": {"match": "best_of"},
    "forfeit_bonus": {"lies_limit": 2},
    "seating": _DOUBLE_DUMMY,
    "session_bonus_to": _SESSIONS,
    "session_targets": _SESSIONS,
}


def companions(name, value):
    """What else is set so that an option can have a value."""
    return COMPANIONS.get((name, value)) or COMPANIONS.get(name, {})
