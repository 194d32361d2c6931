"""Named sets of rules: how each differs from the defaults of its game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

__all__ = ["PRESETS"]

_PORTLAND: dict[str, object] = {
    "direction_of_play": "clockwise",
    "first_leader": "left_of_dealer",
    "renege_penalty": "transfer_tricks:3",
    "renege_correction": "before_quitted",
    "honours": True,
    "honours_three": 2,
    "honours_bar_when": "start_of_deal",
    "honours_void_if_both_reach": False,
    "match": "rubber",
    "revoker_cannot_win": True,
    "both_sides_revoke": "cancel",
}
# "The laws are the same as those of whist", with exceptions: Portland Club 1900, Dummy.
_CLASSIC_DUMMY: dict[str, object] = {
    **_PORTLAND,
    "first_dealer": "low_card",
    "trump_rule": "last_dealt_card",
    "false_call_penalty": "none",
    "target": 5,
    "dummy_exposed_when": "from_start",
    "dummy_renege_immune": True,
}

PRESETS: Final[Mapping[str, Mapping[str, object]]] = MappingProxyType(
    {
        # Bid whist as the seed rules give it.
        "bid_whist_seed": {},
        # What most tables play.
        "bid_whist_common": {"min_bid": 4, "nt_multiplier": 2},
        # Cardsharks tournament with a kitty of five.
        "bid_whist_cardsharks_5": {
            "jokers": 1,
            "min_bid": 4,
            "low_beats_high": "downtown_over_uptown",
            "made_scoring": "bid_only",
            "nt_multiplier": 2,
            "boston_bonus": "fixed_13",
        },
        # Parlett, Penguin Book of Card Games.
        "bid_whist_parlett": {
            "made_scoring": "bid_only",
            "set_scoring": "both_odd",
            "nt_multiplier": 2,
            "boston_bonus": "quadruple",
        },
        # Whist Portal: 52 cards, a kitty of four that belongs to the first trick.
        "bid_whist_52_whistportal": {
            "jokers": 0,
            "bid_form": "number_only",
            "min_bid": 1,
            "dealer_may_equal": "number",
            "downtown_ace": "declarer_choice",
            "kitty_book": "first_trick_winner",
        },
        # Columbus Whist Players Society: no kitty, no jokers.
        "bid_whist_no_kitty": {
            "game": "no_kitty_52",
            "min_bid": 1,
            "nt_multiplier": 2,
            "target": 5,
            "lies_limit": 2,
            "renege_penalty": "lose_game",
        },
        # Honours-Even, one family's rules.
        "bid_whist_honours_even": {
            "low_beats_high": "downtown_over_uptown",
            "dealer_may_equal": "number_and_strain",
            "all_pass": "dealer_stuck_at_minimum",
            "downtown_ace": "bad",
            "sport_kitty": "never",
            "nt_multiplier": 2,
            "boston_bonus": "fixed_13",
        },
        # Parlett's "Original Bid Whist": bidding goes on until three pass in a row.
        "original_bid_whist": {
            "game": "no_kitty_52",
            "auction_rounds": "until_passed_out",
            "bid_form": "number_only",
            "min_bid": 1,
            "pass_is_final": False,
            "first_leader": "left_of_bidder",
            "set_scoring": "both_odd",
        },
        # Everyone for himself, as the bid whist seed rules give it.
        "cutthroat_3": {"game": "cutthroat", "players": 3},
        "cutthroat_4": {"game": "cutthroat", "players": 4},
        "cutthroat_5": {"game": "cutthroat", "players": 5},
        "cutthroat_6": {"game": "cutthroat", "players": 6},
        # Classic whist as the seed rules give it: the dealer leads, play goes to the right.
        "whist_seed": {"game": "whist"},
        # Portland Club 1900.
        "whist_portland": {"game": "whist", **_PORTLAND},
        # Dummy whist with bidding, as the seed rules give it.
        "dummy_seed": {"game": "dummy"},
        # Portland Club 1900, Dummy: a trump turned up, no auction.
        "dummy_classic": {"game": "dummy", **_CLASSIC_DUMMY},
        # Double dummy whist with bidding, as the seed rules give it.
        "double_dummy_seed": {"game": "double_dummy"},
        # Portland Club 1900, Double Dummy: both dummies lie open from the start.
        "double_dummy_classic": {"game": "double_dummy", **_CLASSIC_DUMMY, "hand_option": "off"},
        # Two hands in play, two dead ones: keep your hand, or throw it away for your dummy.
        "humbug": {
            "game": "double_dummy",
            "double_dummy_mode": "two_hands",
            "swap_effect": "discard",
        },
    }
)
