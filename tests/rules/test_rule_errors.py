"""Rules that cannot be, and what is said of them."""

import pytest

from whistsolve import Rules, RulesError

preset = Rules.preset

REMOVED = {"joker_no_trump": "removed", "hand_size": None}


@pytest.mark.parametrize(
    ("name", "overrides", "words"),
    [
        ("bid_whist_seed", {"jokers": 3}, "jokers 3 is wrong: expected 0, 1 or 2"),
        ("bid_whist_seed", {"jokers": True}, "jokers True is wrong"),
        ("bid_whist_seed", {"nt_beats_suit": 1}, "nt_beats_suit 1 is wrong: expected True or False"),
        ("bid_whist_seed", {"min_bid": 8}, "min_bid 8 is wrong: expected a whole number from 0 to 7"),
        ("bid_whist_seed", {"min_bid": None}, "min_bid None is wrong"),
        ("bid_whist_seed", {"min_bid": 3.0}, r"min_bid 3\.0 is wrong"),
        ("bid_whist_seed", {"sport_kitty": "trumps_only"}, "did you mean 'trump_only'"),
        ("bid_whist_seed", {"sport_kitty": ["never"]}, "sport_kitty .* expected never, trump_only or always"),
        ("bid_whist_seed", {"nt_multiplyer": 2}, "no option 'nt_multiplyer'.*did you mean 'nt_multiplier'"),
        ("bid_whist_seed", {"back_door": True}, "set_scoring='both'"),
        (
            "bid_whist_seed",
            {"kitty_size": 5},
            "jokers 2 is wrong: .* removed_cards with 1 card, .* a kitty of 6",
        ),
        ("bid_whist_seed", {"hand_size": 14}, "hand_size 14 is wrong: .* do not come out even"),
        (
            "bid_whist_seed",
            {"hand_size": 17},
            "hand_size 17 is wrong: expected None or a whole number from 1 to 16",
        ),
        ("bid_whist_seed", {"hand_size": None}, "hand_size None is wrong"),
        ("bid_whist_seed", {"players": 3}, "players 3 is wrong: bid_whist has 4"),
        ("cutthroat_3", {"players": 2}, "players 2 is wrong: cutthroat has 3 to 6"),
        ("bid_whist_seed", {"game": "bridge"}, "game 'bridge' is wrong"),
        ("bid_whist_seed", {"joker_no_trump": "removed"}, "hand_size=None"),
        ("bid_whist_no_kitty", {"joker_no_trump": "exchanged"}, "no discards to exchange"),
        ("dummy_seed", {"joker_no_trump": "exchanged"}, "no discards to exchange"),
        ("humbug", {"jokers": 2, "joker_no_trump": "exchanged"}, "no discards to exchange"),
        ("whist_seed", {"kitty_book": "bidder"}, "there is no kitty, expected 'none'"),
        ("dummy_seed", {"kitty_size": 2, "jokers": 2}, "dummy has no kitty"),
        ("dummy_seed", {"hand_size": 12}, "do not come out even"),
        ("double_dummy_seed", {"jokers": 1}, "expected 0 or 2"),
        ("bid_whist_seed", {"boston_bonus": "double", "kitty_book": "none"}, "13 books, here are 12"),
        ("bid_whist_seed", {"renege_penalty": "none"}, "renege_penalty 'none' is wrong"),
        ("bid_whist_seed", {"renege_penalty": "transfer_tricks"}, "renege_penalty .* transfer_tricks:n"),
        ("bid_whist_seed", {"renege_penalty": "transfer_tricks:0"}, "n from 1 to 99"),
        ("bid_whist_seed", {"false_call_penalty": 3}, "false_call_penalty 3 .* or none"),
        ("bid_whist_seed", {"target": 0}, "target 0"),
        (
            "bid_whist_seed",
            {"kitty_book": "none", "boston_game_value": 1},
            "hand of two_games_for is possible",
        ),
        ("bid_whist_seed", {"match": "rubber", "two_games_for": "no_trump_made"}, "where games are counted"),
        ("bid_whist_seed", {"negative_target": 7}, "negative_target 7 .*expected None or .* -1000 to -1"),
        ("whist_seed", {"session_targets": (10, 5)}, "two rising numbers"),
        ("whist_seed", {"session_targets": 5}, "two rising numbers"),
        ("whist_seed", {"lies_limit": 0}, "lies_limit 0 is wrong: expected None or .* 1 to 100"),
        ("cutthroat_6", {"min_bid": 7, "hand_size": 5}, "kitty_size|min_bid"),
        (
            "bid_whist_seed",
            {"lowest_rank": 1},
            "lowest_rank 1 is wrong: expected a whole number from 2 to 14",
        ),
        ("bid_whist_seed", {"lowest_rank": 15}, "lowest_rank 15 is wrong"),
        ("bid_whist_seed", {"lowest_rank": "J"}, "lowest_rank 'J' is wrong: expected a whole number"),
        ("bid_whist_seed", {"lowest_rank": True}, "lowest_rank True is wrong"),
        ("bid_whist_seed", {"lowest_rank": 11}, "hand_size 12 is wrong: 18 cards, .* expected 4 at most"),
        ("dummy_seed", {"lowest_rank": 7}, "hand_size 13 is wrong: 32 cards, .* even, expected 8$"),
        (
            "bid_whist_seed",
            {"lowest_rank": 11, "hand_size": 3, "kitty_size": 5},
            "18 cards, 4 hands of 3 and a kitty of 5 do not use them up; .* a kitty of 6",
        ),
        (
            "cutthroat_5",
            {"lowest_rank": 14, "jokers": 0, "hand_size": 1},
            "lowest_rank 14 is wrong: 4 cards are too few for 5 hands",
        ),
        (
            "bid_whist_seed",
            {"lowest_rank": 14, "hand_size": 1, "first_dealer": "high_card"},
            "first_dealer 'high_card' is wrong with lowest_rank 14: .* expected random, first_diamond",
        ),
        # Hands that lose a joker are dealt evenly all the same.
        ("bid_whist_seed", REMOVED | {"kitty_size": 5}, "jokers 2 is wrong: .* a kitty of 6"),
        ("bid_whist_seed", REMOVED | {"lowest_rank": 11}, "4 hands of 4 and a kitty of 0 .* a kitty of 2"),
        ("bid_whist_seed", REMOVED | {"kitty_size": 52}, "no cards are left for the hands"),
    ],
)
def test_what_cannot_be(name, overrides, words):
    with pytest.raises(RulesError, match=words):
        preset(name, **overrides)


@pytest.mark.parametrize("options", [None, 5, "game", [("game", "whist")], {3: 4}, {"x": 1}])
def test_options_that_are_none(options):
    with pytest.raises(RulesError, match=r"options? "):
        Rules.from_dict(options)
