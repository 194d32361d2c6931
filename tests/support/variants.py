"""Rules that no preset has, so that every value of every option is played under."""

from tests.support.random_matches import WITH_RENEGES

SHORT = {"lowest_rank": 11, "hand_size": 3, "min_bid": 1, "bid_base": 0}
#: The caller of a renege chooses what it costs.
BY_CHOICE = {"renege_penalty": "lose_contract|transfer_points:2|minus_points:3", **WITH_RENEGES}
TO_THE_RIGHT = {"direction_of_play": "counterclockwise"}
RESIGNING, EXCHANGED = {"resigning": "after_kitty"}, {"joker_no_trump": "exchanged"}
AGAIN = {"redeal_claim_when": "any_hand", "misdeal": "next_dealer"}
AFTER = {"declare_timing": "after_kitty"}
BEST_OF, SESSIONS = {"match": "best_of", "game_points": 5}, {"match": "two_sessions", "honours": True}
LEADER_NAMES = {"joker_lead_no_trump": "leader_names_suit"}
SIX_PLAYERS = ({"players": 6}, {"players": 6, "teams": 3})
BID, DUMMY, DOUBLE = "bid_whist_seed", "dummy_seed", "double_dummy_seed"

#: Presets with changes; some combine several options.
VARIANTS = [
    (BID, {"claims": "none", "sport_kitty": "never", "set_scoring": "both"} | RESIGNING | AFTER),
    (BID, {"kitty_book": "first_trick_winner", "trick_review": "all"} | RESIGNING | WITH_RENEGES),
    (BID, {"exchange_pick": "random", "first_leader": "left_of_dealer"} | RESIGNING | EXCHANGED),
    (BID, {"exchange_pick": "bidder_chooses", "partner_sees_kitty": True} | EXCHANGED | AFTER),
    (BID, {"exchange_pick": "holder_chooses_face_up", "exchange_bidder_must_bury": False} | EXCHANGED),
    (BID, {"declare_timing": "after_discard", "reveal_discards_at_end": True} | EXCHANGED),
    (DUMMY, {"jokers": 2, "dummy_exposed_when": "from_start"} | RESIGNING | AFTER),
    (DOUBLE, {"jokers": 2, "dummy_exposed_when": "from_start"} | RESIGNING),
    (BID, {"jokers": 0, "bid_form": "named_suit", "first_dealer": "high_card"} | TO_THE_RIGHT),
    (BID, {"joker_no_trump": "free_discard", "joker_lead_no_trump": "free_play", "trick_review": "none"}),
    (BID, {"joker_no_trump": "removed", "hand_size": None, "kitty_size": 6, "first_leader": "dealer"}),
    (BID, {"joker_no_trump": "high_no_suit", "joker_any_time": True} | LEADER_NAMES | WITH_RENEGES),
    (BID, {"joker_lead_no_trump": "forbidden_unless_only_jokers", "joker_any_time": True} | WITH_RENEGES),
    ("cutthroat_3", {"joker_any_time": True, "joker_no_trump": "free_discard", "pass_is_final": False}),
    (BID, {"sport_kitty": "always", "bid_form": "level_nt_only", "nt_beats_suit": False} | LEADER_NAMES),
    (BID, {"declare_timing": "after_dummy", "bid_form": "number_only", "first_dealer": "first_club"}),
    (BID, {"declare_timing": "before_dummy", "joker_any_time": True, "first_dealer": "first_diamond"}),
    (DUMMY, {"bid_form": "named_strain", "downtown_ace": "declarer_choice", "jokers": 2}),
    (BID, {"nt_direction_in_bid": True, "low_beats_high": "downtown_over_uptown", "downtown_ace": "bad"}),
    (BID, {"auction_rounds": "until_one_left", "dealer_may_equal": "number", "bid_form": "named_strain"}),
    (BID, {"auction_rounds": "until_passed_out", "pass_is_final": False, "lies_limit": 2}),
    (BID, {"redeal_claim": "no_ace", "all_pass": "redeal_same_dealer", "min_bid": 5} | AGAIN),
    (BID, {"redeal_claim": "no_ace_or_face", "redeal_dealer": "next_dealer", "kitty_book": "none"}),
    (
        BID,
        {"all_pass": "redeal_next_dealer", "boston_bonus": 9, "nt_multiplier": 3, "nt_doubles": "gain_only"},
    ),
    ("whist_seed", {"misdeal": "same_dealer", "redeal_claim": "no_face", "honours_called": True} | SESSIONS),
    ("whist_seed", {"redeal_claim": "no_trump_card"} | AGAIN),
    ("dummy_classic", {"redeal_claim": "no_ace", "first_leader": "dealer"} | TO_THE_RIGHT | AGAIN),
    (DOUBLE, {"redeal_claim": "no_ace"} | AGAIN),
    (BID, {"boston_bonus": "quadruple", "boston_counts_penalties": True} | BY_CHOICE),
    ("cutthroat_3", {"nt_multiplier": 2, "nt_doubles": "penalty_only", "time_limit": 30} | BY_CHOICE),
    (DUMMY, {"false_call_penalty": "lose_contract"} | BY_CHOICE),
    ("whist_portland", {"renege_penalty": "transfer_tricks:3|lose_game"} | WITH_RENEGES),
    (BID, {"rise_and_fly": "on_set", "set_scoring": "opponents_odd_tricks"}),
    (BID, {"rise_and_fly": "on_game_loss", "win_on_own_bid": True, "lies_limit": 4}),
    (BID, {"renege_penalty": "remove_tricks:2", "renege_correction": "before_quitted"} | WITH_RENEGES),
    (BID, {"renege_penalty": "lose_game", "false_call_penalty": "lose_game"} | BEST_OF | WITH_RENEGES),
    (BID, {"both_sides_revoke": "new_deal", "negative_tie_break": "bidder_first"} | WITH_RENEGES),
    (BID, {"both_sides_revoke": "cancel", "score_floor_zero": True} | WITH_RENEGES),
    ("cutthroat_4", {"jokers": 1, "kitty_book": "first_trick_winner"} | EXCHANGED),
    ("cutthroat_4", {"renege_penalty": "plus_points_opp:2", "false_call_penalty": "none"} | WITH_RENEGES),
    ("cutthroat_5", {"tie_break": "shared", "hand_limit": 5, "negative_target": -6} | TO_THE_RIGHT),
    ("cutthroat_6", {"tie_break": "bidder_first", "auction_rounds": "single"}),
    (BID, {"best_of": 5, "two_games_for": "no_trump_made", "first_hand_bonus": 5} | BEST_OF),
    ("bid_whist_no_kitty", {"forfeit_bonus": 5, "hand_limit": 3} | BEST_OF | WITH_RENEGES),
    (BID, {"hand_limit": 6, "two_games_for": "boston_taken", "tie_break": "bidder_first"}),
    (BID, {"time_limit": 15, "two_games_for": "boston_or_no_trump", "false_call_penalty": "minus_points:3"}),
    (BID, {"negative_target": -2, "negative_tie_break": "shared", "lies_limit": 1}),
    ("whist_seed", {"hand_limit": 4, "game_points": 1, "honours_bar": "target_minus_1"} | SESSIONS),
    ("whist_seed", {"time_limit": 20, "session_bonus_to": "ledger"} | SESSIONS),
    ("whist_seed", {"match": "rubber", "renege_penalty": "minus_points:3"} | WITH_RENEGES),
    (DUMMY, {"jokers": 1, "declare_timing": "before_dummy", "min_bid": 0}),
    (DUMMY, {"jokers": 2, "declare_timing": "after_discard"} | EXCHANGED | TO_THE_RIGHT),
    (DUMMY, {"dummy_renege_immune": True, "first_leader": "left_of_bidder"} | WITH_RENEGES),
    (DOUBLE, {"jokers": 2, "seating": "facing"} | EXCHANGED | TO_THE_RIGHT),
    (DOUBLE, {"hand_option": "simultaneous"} | TO_THE_RIGHT),
    ("double_dummy_classic", {"hand_option": "sequential", "dummy_exposed_when": "after_auction"}),
    ("humbug", {"jokers": 2, "seating": "facing"}),
    (BID, SHORT),
    ("cutthroat_6", {"lowest_rank": 13, "hand_size": 1, "first_dealer": "low_card", "target": 5}),
    ("whist_seed", {"lowest_rank": 7, "hand_size": 8, "honours": "won"} | WITH_RENEGES),
    (DOUBLE, {"lowest_rank": 9, "hand_size": 6, "jokers": 2, "bid_base": 0}),
    *((BID, six | EXCHANGED | {"kitty_book": "first_trick_winner"}) for six in SIX_PLAYERS),
    *((BID, six | {"match": "rubber", "set_scoring": "both"} | WITH_RENEGES) for six in SIX_PLAYERS),
]
