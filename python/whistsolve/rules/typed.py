"""Names of presets and of options with their values, for type checkers; at run time `Rules` reads any.

`PRESETS` and the fields of `Rules` are what counts: tests/rules/test_typed.py holds this module to them.
"""

from __future__ import annotations

from typing import Literal, TypedDict

from whistsolve.rules.options import Game

__all__ = ["PresetName", "RuleOptions"]

#: Every name that `Rules.preset` takes.
PresetName = Literal[
    "bid_whist",
    "bid_whist_common",
    "pagat",
    "trickster",
    "cardsharks",
    "bid_whist_cardsharks_5",
    "bid_whist_parlett",
    "bid_whist_52_whistportal",
    "bid_whist_no_kitty",
    "columbus",
    "bid_whist_honours_even",
    "original_bid_whist",
    "cutthroat_3",
    "cutthroat_4",
    "cutthroat_5",
    "cutthroat_6",
    "whist",
    "whist_portland",
    "dummy",
    "dummy_classic",
    "double_dummy",
    "double_dummy_classic",
    "humbug",
    "bid_whist_seed",
    "swedish",
    "cutthroat",
    "whist_seed",
    "italian",
    "dummy_seed",
    "spanish",
    "double_dummy_seed",
]


class RuleOptions(TypedDict, total=False):
    """Options by name, each with the values that it may have; see `Rules`."""

    game: Game
    players: int
    teams: Literal[2, 3]
    direction_of_play: Literal["clockwise", "counterclockwise"]
    jokers: Literal[0, 1, 2]
    lowest_rank: int
    removed_cards: str | None
    hand_size: int | None
    kitty_size: int
    first_dealer: Literal["random", "low_card", "high_card", "first_diamond", "first_club"]
    misdeal: Literal["none", "same_dealer", "next_dealer"]
    redeal_claim: Literal["none", "no_ace", "no_face", "no_ace_or_face", "no_trump_card"]
    redeal_claim_when: Literal["first_hand", "any_hand"]
    redeal_dealer: Literal["same_dealer", "next_dealer"]
    auction_rounds: Literal["single", "until_one_left", "until_passed_out"]
    bid_form: Literal["level_strain", "level_nt_only", "number_only", "named_suit", "named_strain"]
    bid_base: int
    min_bid: int
    nt_beats_suit: bool
    low_beats_high: Literal["equal", "downtown_over_uptown"]
    nt_direction_in_bid: bool
    dealer_may_equal: Literal[False, "number", "number_and_strain"]
    all_pass: Literal[
        "dealer_must_bid", "dealer_stuck_at_minimum", "redeal_same_dealer", "redeal_next_dealer"
    ]
    pass_is_final: bool
    declare_timing: Literal["before_kitty", "after_kitty", "after_discard", "after_dummy", "before_dummy"]
    downtown_ace: Literal["good", "bad", "declarer_choice"]
    sport_kitty: Literal["never", "trump_only", "always"]
    partner_sees_kitty: bool
    kitty_book: Literal["bidder", "first_trick_winner", "none"]
    reveal_discards_at_end: bool
    joker_no_trump: Literal["must_discard_first_void", "free_discard", "exchanged", "removed", "high_no_suit"]
    joker_any_time: bool
    exchange_pick: Literal["random", "bidder_chooses", "holder_chooses_face_up"]
    exchange_bidder_must_bury: bool
    joker_lead_no_trump: Literal[
        "first_suited_card", "free_play", "forbidden_unless_only_jokers", "leader_names_suit"
    ]
    first_leader: Literal["bidder", "left_of_bidder", "left_of_dealer", "dealer"]
    trick_review: Literal["last", "all", "none"]
    renege_mode: Literal["enforce", "detect_and_call"]
    renege_penalty: str
    false_call_penalty: str
    renege_correction: Literal["never", "before_trick_complete", "before_quitted"]
    claims: Literal["agreed", "none"]
    resigning: Literal["none", "after_kitty"]
    made_scoring: Literal["books_over_six", "bid_only", "per_trick"]
    nonbidders_score: Literal["none", "per_trick"]
    set_scoring: Literal["bidder_loses", "opponents_gain", "both", "opponents_odd_tricks", "both_odd"]
    nt_multiplier: Literal[1, 2, 3]
    nt_doubles: Literal["whole_result", "bid_only", "gain_only", "penalty_only"]
    boston_bonus: int | Literal["none", "fixed_13", "double", "quadruple"]
    boston_counts_penalties: bool
    target: int
    negative_target: int | None
    tie_break: Literal["highest_wins_then_replay", "bidder_first", "shared"]
    negative_tie_break: Literal["highest_wins_then_replay", "bidder_first", "shared"]
    win_on_own_bid: bool
    lies_limit: int | None
    hand_limit: int | None
    time_limit: int | None
    two_games_for: Literal["boston_bid", "boston_taken", "no_trump_made", "boston_or_no_trump"]
    boston_game_value: Literal[1, 2]
    rise_and_fly: Literal["off", "on_set", "on_game_loss"]
    match: Literal["single_game", "best_of", "two_sessions", "rubber"]
    best_of: int
    session_targets: tuple[int, int]
    session_bonus_to: Literal["score", "ledger"]
    game_points: int
    first_hand_bonus: int
    forfeit_bonus: int
    trump_rule: Literal["declared", "last_dealt_card"]
    honours: bool
    honours_three: Literal[3, 2]
    honours_four: Literal[4]
    honours_bar: int | Literal["target_minus_1"]
    honours_bar_when: Literal["after_tricks", "start_of_deal"]
    honours_void_if_both_reach: bool
    revoker_cannot_win: bool
    both_sides_revoke: Literal["independent", "cancel", "new_deal"]
    score_floor_zero: bool
    dummy_exposed_when: Literal["after_auction", "from_start"]
    dummy_renege_immune: bool
    double_dummy_mode: Literal["four_hands", "two_hands"]
    seating: Literal["alternating", "facing"]
    hand_option: Literal["off", "sequential", "simultaneous"]
    swap_effect: Literal["swap", "discard"]
