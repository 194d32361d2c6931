"""Rules under which each option matters, so that any of its values can be set; for tests of all options."""

_WHIST = {"game": "whist"}
#: What options, or one value of an option, need of other options.
_NEEDED = [
    ({"hand_size": None}, [("joker_no_trump", "removed")]),
    ({"joker_no_trump": "removed"}, [("hand_size", None)]),
    ({"players": 6}, [("teams", 3)]),
    ({"hand_limit": 4}, [("target", None)]),
    (_WHIST, [("trump_rule", "last_dealt_card"), ("trump_rule", "fixed_order"), "honours"]),
    (_WHIST, [("redeal_claim", "no_trump_card")]),
    ({**_WHIST, "trump_rule": "fixed_order"}, ["trump_order"]),
    ({**_WHIST, "honours": True}, ["honours_called", "honours_bar", "honours_bar_when", "honours_three"]),
    ({**_WHIST, "honours": True}, ["honours_void_if_both_reach"]),
    ({"game": "double_dummy"}, ["double_dummy_mode", "hand_option", "seating"]),
    ({"game": "dummy"}, ["dummy_exposed_when", "dummy_renege_immune"]),
    ({"joker_no_trump": "exchanged"}, ["exchange_bidder_must_bury", "exchange_pick"]),
    ({"nt_multiplier": 2}, ["nt_doubles"]),
    ({"auction_rounds": "until_one_left"}, ["pass_is_final"]),
    ({"redeal_claim": "no_ace"}, ["redeal_claim_when", "redeal_dealer"]),
    ({"match": "best_of"}, ["best_of"]),
    ({"match": "two_sessions"}, ["session_bonus_to", "session_targets"]),
    ({"lies_limit": 2}, ["forfeit_bonus"]),
]
COMPANIONS = {option: needed for needed, options in _NEEDED for option in options}


def companions(name, value):
    """What else is set so that an option can have a value."""
    return COMPANIONS.get((name, value)) or COMPANIONS.get(name, {})
