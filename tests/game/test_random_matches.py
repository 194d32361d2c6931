"""Whole matches of every preset and of every option, by random legal acts; `random_matches` plays more."""

import pytest
from tests.support.random_matches import WITH_RENEGES, Counts, play_match
from tests.support.thorough import by_default, every_second

from whistsolve.game import HandState, Match
from whistsolve.rules import Rules

#: Matches of each preset: by default, and where -m thorough asks for them.
EACH = by_default(1, [1, 20])
#: Every book counts, so that a bid can be made with few cards.
ALL_BOOKS = {"bid_base": 0}
EXCHANGED = {"joker_no_trump": "exchanged"}
LAID_ASIDE = {"joker_no_trump": "removed", "hand_size": None}


@pytest.mark.parametrize("preset", Rules.preset_names())
@pytest.mark.parametrize("matches", EACH)
def test_matches_of_every_preset(matches, preset):
    counts = Counts()
    rules = Rules.preset(preset)
    for seed in range(matches):
        play_match(rules, seed, counts)
    assert counts.matches == matches
    assert counts.swaps > matches  # unseen cards were swapped
    assert counts.resigned == counts.reneges == counts.called == 0


@pytest.mark.parametrize("preset", every_second(Rules.preset_names()))
@pytest.mark.parametrize("matches", by_default(1, [3, 10]))
def test_matches_with_reneges(matches, preset):
    counts = Counts()
    rules = Rules.preset(preset, **WITH_RENEGES)
    for seed in range(matches):
        play_match(rules, seed, counts)
    assert counts.matches == matches
    assert counts.reneges > 0 and counts.called > 0
    if rules.renege_correction != "never":
        assert counts.corrected > 0


@pytest.mark.parametrize(("lowest_rank", "hand_size"), [(11, 3), (9, 5)])
@pytest.mark.parametrize("reneges", [{}, WITH_RENEGES], ids=["", "reneges"])
@pytest.mark.parametrize("matches", by_default(1, [8, 20]))
def test_matches_with_short_decks(matches, lowest_rank, hand_size, reneges):
    counts = Counts()
    rules = Rules.preset(
        "bid_whist_seed",
        lowest_rank=lowest_rank,
        hand_size=hand_size,
        jokers=0,
        min_bid=1,
        **ALL_BOOKS,
        **reneges,
    )
    assert (rules.kitty_size, rules.max_bid) == (4, hand_size + 1)
    for seed in range(matches):
        play_match(rules, seed, counts)
    assert counts.matches == matches and counts.swaps > matches
    assert set(counts.reasons) == {"target", "negative_target"}


#: The caller of a renege chooses what it costs.
BY_CHOICE = {"renege_penalty": "lose_contract|transfer_points:2|minus_points:3", **WITH_RENEGES}


@pytest.mark.parametrize("reneges", [{}, WITH_RENEGES], ids=["", "reneges"])
def test_matches_with_claims_and_resignations(reneges):
    counts = Counts()
    for seed, preset in enumerate(("bid_whist", "dummy", "double_dummy", "humbug") * 5):
        if seed > 3 and counts.accepted:
            break
        play_match(Rules.preset(preset, resigning="after_kitty", **reneges), seed, counts)
    assert counts.resigned > 0 and counts.accepted > 0 and counts.contested > 0
    none = Counts()
    play_match(Rules.preset("bid_whist_seed", claims="none", **reneges), 1, none)
    assert none.resigned == none.accepted == none.contested == 0


#: Rules that no preset has, so that every value of every option is played under.
VARIANTS = [
    ("bid_whist_seed", {"claims": "none", "resigning": "after_kitty", "declare_timing": "after_kitty"}),
    ("bid_whist_seed", {"resigning": "after_kitty", "kitty_book": "first_trick_winner"} | WITH_RENEGES),
    ("bid_whist_seed", {"resigning": "after_kitty", "joker_no_trump": "exchanged"}),
    ("dummy_seed", {"resigning": "after_kitty", "jokers": 2, "declare_timing": "after_kitty"}),
    ("double_dummy_seed", {"resigning": "after_kitty", "jokers": 2, "dummy_exposed_when": "from_start"}),
    ("bid_whist_seed", {"direction_of_play": "counterclockwise", "jokers": 0}),
    ("bid_whist_seed", {"joker_no_trump": "free_discard", "joker_lead_no_trump": "free_play"}),
    ("bid_whist_seed", {"joker_no_trump": "exchanged", "exchange_pick": "random"}),
    ("bid_whist_seed", {"joker_no_trump": "exchanged", "exchange_pick": "bidder_chooses"}),
    (
        "bid_whist_seed",
        {
            "joker_no_trump": "exchanged",
            "exchange_pick": "holder_chooses_face_up",
            "exchange_bidder_must_bury": False,
        },
    ),
    ("bid_whist_seed", {"joker_no_trump": "removed", "hand_size": None, "kitty_size": 6}),
    ("bid_whist_seed", {"joker_no_trump": "high_no_suit", "joker_lead_no_trump": "leader_names_suit"}),
    ("bid_whist_seed", {"joker_lead_no_trump": "forbidden_unless_only_jokers"} | WITH_RENEGES),
    ("bid_whist_seed", {"joker_any_time": True}),
    ("bid_whist_seed", {"joker_any_time": True, "joker_no_trump": "high_no_suit"} | WITH_RENEGES),
    ("cutthroat_3", {"joker_any_time": True, "joker_no_trump": "free_discard"}),
    ("bid_whist_seed", {"joker_lead_no_trump": "leader_names_suit", "sport_kitty": "always"}),
    ("bid_whist_seed", {"declare_timing": "after_kitty", "sport_kitty": "never"}),
    ("bid_whist_seed", {"declare_timing": "after_discard", "joker_no_trump": "exchanged"}),
    ("bid_whist_seed", {"declare_timing": "after_dummy", "bid_form": "number_only"}),
    ("bid_whist_seed", {"declare_timing": "before_dummy", "first_leader": "left_of_dealer"}),
    ("bid_whist_seed", {"bid_form": "named_suit", "first_leader": "dealer", "trick_review": "all"}),
    ("bid_whist_seed", {"bid_form": "named_strain", "low_beats_high": "downtown_over_uptown"}),
    ("dummy_seed", {"bid_form": "named_strain", "downtown_ace": "declarer_choice", "jokers": 2}),
    ("bid_whist_seed", {"bid_form": "level_nt_only", "nt_beats_suit": False, "trick_review": "none"}),
    ("bid_whist_seed", {"nt_direction_in_bid": True, "low_beats_high": "downtown_over_uptown"}),
    ("bid_whist_seed", {"auction_rounds": "until_one_left", "dealer_may_equal": "number"}),
    ("bid_whist_seed", {"auction_rounds": "until_passed_out", "pass_is_final": False}),
    ("bid_whist_seed", {"declare_timing": "after_kitty", "partner_sees_kitty": True} | EXCHANGED),
    ("bid_whist_seed", {"misdeal": "next_dealer", "redeal_claim": "no_ace", "redeal_claim_when": "any_hand"}),
    ("bid_whist_seed", {"redeal_claim": "no_ace_or_face", "redeal_dealer": "next_dealer"}),
    ("whist_seed", {"misdeal": "same_dealer", "redeal_claim": "no_face", "redeal_claim_when": "any_hand"}),
    ("bid_whist_seed", {"all_pass": "redeal_same_dealer", "reveal_discards_at_end": True}),
    ("bid_whist_seed", {"all_pass": "redeal_next_dealer", "kitty_book": "none"}),
    ("bid_whist_seed", {"rise_and_fly": "on_set", "first_dealer": "first_diamond"}),
    ("bid_whist_seed", {"boston_bonus": 9, "nt_multiplier": 3, "nt_doubles": "gain_only"}),
    ("bid_whist_seed", BY_CHOICE | {"boston_bonus": "quadruple", "boston_counts_penalties": True}),
    ("cutthroat_3", BY_CHOICE | {"nt_multiplier": 2, "nt_doubles": "penalty_only"}),
    ("dummy_seed", BY_CHOICE | {"false_call_penalty": "lose_contract"}),
    ("whist_portland", WITH_RENEGES | {"renege_penalty": "transfer_tricks:3|transfer_points:3|lose_game"}),
    ("bid_whist_seed", {"rise_and_fly": "on_game_loss", "first_dealer": "first_club"}),
    ("bid_whist_seed", {"set_scoring": "both", "lies_limit": 2, "first_dealer": "high_card"}),
    ("bid_whist_seed", {"set_scoring": "opponents_odd_tricks", "negative_target": None}),
    (
        "bid_whist_seed",
        {"renege_penalty": "remove_tricks:2", "renege_correction": "before_quitted"} | WITH_RENEGES,
    ),
    ("bid_whist_seed", {"renege_penalty": "lose_game", "false_call_penalty": "lose_game"} | WITH_RENEGES),
    ("bid_whist_seed", {"both_sides_revoke": "new_deal"} | WITH_RENEGES),
    ("bid_whist_seed", {"both_sides_revoke": "cancel", "score_floor_zero": True} | WITH_RENEGES),
    ("cutthroat_3", {"jokers": 0, "pass_is_final": False}),
    ("cutthroat_4", {"jokers": 1, "kitty_book": "first_trick_winner", "joker_no_trump": "exchanged"}),
    ("cutthroat_4", {"renege_penalty": "plus_points_opp:2", "false_call_penalty": "none"} | WITH_RENEGES),
    ("cutthroat_5", {"tie_break": "shared", "direction_of_play": "counterclockwise"}),
    ("cutthroat_6", {"tie_break": "bidder_first", "auction_rounds": "single"}),
    (
        "bid_whist_seed",
        {"match": "best_of", "best_of": 5, "game_points": 5, "two_games_for": "no_trump_made"},
    ),
    ("bid_whist_seed", {"match": "best_of", "hand_limit": 3, "first_hand_bonus": 5, "lies_limit": 3}),
    (
        "bid_whist_no_kitty",
        {"match": "best_of", "game_points": 5, "first_hand_bonus": 5, "forfeit_bonus": 5} | WITH_RENEGES,
    ),
    ("bid_whist_seed", {"hand_limit": 6, "two_games_for": "boston_taken", "tie_break": "bidder_first"}),
    ("bid_whist_seed", {"time_limit": 15, "two_games_for": "boston_or_no_trump"}),
    ("bid_whist_seed", {"win_on_own_bid": True, "set_scoring": "both", "lies_limit": 4}),
    ("bid_whist_seed", {"negative_target": -2, "negative_tie_break": "shared", "lies_limit": 1}),
    (
        "bid_whist_seed",
        {"false_call_penalty": "minus_points:3", "negative_tie_break": "bidder_first"} | WITH_RENEGES,
    ),
    ("cutthroat_4", {"hand_limit": 5, "tie_break": "shared", "negative_target": -6}),
    ("cutthroat_3", {"time_limit": 30, "win_on_own_bid": True}),
    ("whist_seed", {"match": "two_sessions", "hand_limit": 4, "game_points": 1}),
    ("whist_seed", {"match": "two_sessions", "time_limit": 20}),
    ("whist_seed", {"match": "rubber", "hand_limit": 2}),
    ("whist_seed", {"match": "two_sessions", "honours": True}),
    (
        "whist_seed",
        {
            "match": "two_sessions",
            "session_bonus_to": "ledger",
            "honours": True,
            "honours_bar": "target_minus_1",
        },
    ),
    ("whist_seed", {"match": "rubber", "renege_penalty": "minus_points:3"} | WITH_RENEGES),
    ("dummy_seed", {"jokers": 2}),
    ("dummy_seed", {"jokers": 1, "declare_timing": "before_dummy"}),
    ("dummy_seed", {"jokers": 2, "joker_no_trump": "exchanged", "min_bid": 0}),
    ("dummy_seed", {"jokers": 2, "declare_timing": "after_discard"} | EXCHANGED),
    ("dummy_seed", {"jokers": 2, "declare_timing": "after_discard", "direction_of_play": "counterclockwise"}),
    ("dummy_seed", {"jokers": 2, "declare_timing": "after_kitty", "dummy_exposed_when": "from_start"}),
    ("dummy_seed", {"dummy_renege_immune": True, "first_leader": "left_of_bidder"} | WITH_RENEGES),
    ("dummy_classic", {"direction_of_play": "counterclockwise", "first_leader": "dealer"}),
    ("double_dummy_seed", {"jokers": 2}),
    ("double_dummy_seed", {"jokers": 2, "joker_no_trump": "exchanged", "seating": "facing"}),
    ("double_dummy_seed", {"seating": "facing", "direction_of_play": "counterclockwise"}),
    ("double_dummy_seed", {"hand_option": "simultaneous", "direction_of_play": "counterclockwise"}),
    ("double_dummy_seed", {"hand_option": "off", "dummy_exposed_when": "from_start"}),
    ("double_dummy_classic", {"hand_option": "sequential", "dummy_exposed_when": "after_auction"}),
    ("double_dummy_classic", {"hand_option": "simultaneous"}),
    ("humbug", {"jokers": 2, "seating": "facing"}),
    ("bid_whist_seed", {"lowest_rank": 11, "hand_size": 3, "min_bid": 1} | ALL_BOOKS),
    ("bid_whist_seed", {"lowest_rank": 12, "kitty_size": 2, "min_bid": 1} | ALL_BOOKS | LAID_ASIDE),
    ("cutthroat_3", {"lowest_rank": 7, "hand_size": 10, "jokers": 0}),
    ("cutthroat_6", {"lowest_rank": 13, "hand_size": 1, "first_dealer": "low_card", "target": 5}),
    ("whist_seed", {"lowest_rank": 7, "hand_size": 8, "honours": True} | WITH_RENEGES),
    ("dummy_seed", {"lowest_rank": 7, "hand_size": 8, "jokers": 2}),
    ("double_dummy_seed", {"lowest_rank": 9, "hand_size": 6, "jokers": 2} | ALL_BOOKS),
]


@pytest.mark.parametrize(("preset", "changes"), every_second(VARIANTS), ids=lambda value: str(value))
@pytest.mark.parametrize("matches", by_default(1, [1, 3]))
def test_matches_under_rules_that_no_preset_has(matches, preset, changes):
    counts = Counts()
    for seed in range(matches):
        play_match(Rules.preset(preset, **changes), seed, counts)
    assert counts.matches == matches


def test_the_check_of_views_sees_a_leak(monkeypatch):
    """The test above fails for a view that reveals a hidden card."""
    seen = HandState.view
    monkeypatch.setattr(HandState, "view", lambda state, player: (seen(state, player), state.hands))
    with pytest.raises(AssertionError):
        play_match(Rules.preset("bid_whist_seed"), 1, Counts())


def test_the_check_of_cards_sees_a_card_lost(monkeypatch):
    hands = HandState.hands.fget
    short = property(lambda state: (type(hands(state)[0])(), *hands(state)[1:]))
    monkeypatch.setattr(HandState, "hands", short)
    with pytest.raises(AssertionError):
        play_match(Rules.preset("whist_seed"), 1, Counts())


def test_a_match_of_the_same_seed_is_the_same():
    rules = Rules.preset("cutthroat_4")
    one, other = (play_match(rules, 5, Counts()) for _ in range(2))
    assert isinstance(one, Match) and one.results == other.results
