"""Rules that cannot be, and what is said of them."""

import pytest

from whistsolve import Rules, RulesError

REMOVED = {"joker_no_trump": "removed", "hand_size": None}
EXCHANGED = {"joker_no_trump": "exchanged"}
SEED = "bid_whist_seed"
WRONG = [
    (SEED, {"jokers": 3}, "jokers 3 is wrong: expected 0, 1 or 2"),
    (SEED, {"jokers": True}, "jokers True is wrong"),
    (SEED, {"nt_beats_suit": 1}, "nt_beats_suit 1 is wrong: expected True or False"),
    (SEED, {"min_bid": 8}, "min_bid 8 is wrong: expected a whole number from 0 to 7"),
    (SEED, {"min_bid": None}, "min_bid None is wrong"),
    (SEED, {"min_bid": 3.0}, r"min_bid 3\.0 is wrong"),
    (SEED, {"sport_kitty": "trumps_only"}, "did you mean 'trump_only'"),
    (SEED, {"sport_kitty": ["never"]}, "sport_kitty .* expected never, trump_only or always"),
    (SEED, {"nt_multiplyer": 2}, "no option 'nt_multiplyer'.*did you mean 'nt_multiplier'"),
    (SEED, {"back_door": True}, "set_scoring='both'"),
    (SEED, {"kitty_size": 5}, "jokers 2 is wrong: .* with 1 card, such as 'D2', .* a kitty of 6"),
    (SEED, {"kitty_size": 2, "hand_size": 12}, "kitty_size 2 is wrong: .* expected a kitty of 6"),
    (SEED, {"hand_size": 14}, "hand_size 14 is wrong: .* do not come out even"),
    (SEED, {"hand_size": 17}, "hand_size 17 is wrong: expected None or a whole number from 1 to 16"),
    (SEED, {"hand_size": None}, "hand_size None is wrong"),
    (SEED, {"players": 3}, "players 3 is wrong: bid_whist has 4"),
    ("cutthroat_3", {"players": 2}, "players 2 is wrong: cutthroat has 3 to 6"),
    (SEED, {"game": "bridge"}, "game 'bridge' is wrong"),
    (SEED, {"joker_no_trump": "removed"}, "hand_size=None"),
    ("bid_whist_no_kitty", EXCHANGED, "no discards to exchange"),
    ("dummy_seed", EXCHANGED, "no discards to exchange"),
    ("humbug", {"jokers": 2, **EXCHANGED}, "no discards to exchange"),
    ("whist_seed", {"jokers": 2}, "jokers 2 is wrong.*has no jokers"),
    ("whist_seed", {"kitty_book": "bidder"}, "there is no kitty, expected 'none'"),
    ("dummy_seed", {"kitty_size": 2, "jokers": 2}, "dummy has no kitty"),
    ("dummy_seed", {"hand_size": 12}, "do not come out even"),
    ("double_dummy_seed", {"jokers": 1}, "expected 0 or 2"),
    (SEED, {"boston_bonus": "double", "kitty_book": "none"}, "13 books, here are 12"),
    (SEED, {"renege_penalty": "none"}, "renege_penalty 'none' is wrong"),
    (SEED, {"renege_penalty": "transfer_tricks:0"}, "n from 1 to 99"),
    (SEED, {"false_call_penalty": 3}, "false_call_penalty 3 .* or none"),
    (SEED, {"false_call_penalty": "minus_points:1|lose_game"}, "'minus_points:1.*expected one penalty"),
    (SEED, {"target": 0}, "target 0"),
    (SEED, {"kitty_book": "none", "boston_game_value": 1}, "hand of two_games_for is possible"),
    (SEED, {"match": "rubber", "two_games_for": "no_trump_made"}, "where games are counted"),
    (SEED, {"negative_target": 7}, "negative_target 7 .*expected None or .* -1000 to -1"),
    ("whist_seed", {"session_targets": (10, 5)}, "two rising numbers"),
    ("whist_seed", {"session_targets": 5}, "two rising numbers"),
    ("whist_seed", {"lies_limit": 0}, "lies_limit 0 is wrong: expected None or .* 1 to 100"),
    ("cutthroat_6", {"min_bid": 7, "hand_size": 5}, "kitty_size|min_bid"),
    # Short decks.
    (SEED, {"lowest_rank": 1}, "lowest_rank 1 is wrong: expected a whole number from 2 to 14"),
    (SEED, {"lowest_rank": "J"}, "lowest_rank 'J' is wrong: expected a whole number"),
    (SEED, {"lowest_rank": True}, "lowest_rank True is wrong"),
    (SEED, {"lowest_rank": 11}, "hand_size 12 is wrong: 18 cards, .* expected 4 at most"),
    ("dummy_seed", {"lowest_rank": 7}, "hand_size 13 is wrong: 32 cards, .* even, expected 8$"),
    (SEED, {"lowest_rank": 11, "hand_size": 3, "kitty_size": 5}, "18 cards, .* of 3 .* a kitty of 6"),
    ("cutthroat_5", {"lowest_rank": 14, "jokers": 0, "hand_size": 1}, "4 cards are too few for 5 hands"),
    (SEED, {"lowest_rank": 14, "hand_size": 1, "first_dealer": "high_card"}, "expected random, first_dia"),
    ("bid_whist", {"lowest_rank": 11, "hand_size": 3, "bid_base": 6}, "6 is wrong: there are 4 books"),
    ("bid_whist", {"lowest_rank": 8, "hand_size": 7, "min_bid": 3}, "the highest bid is 2, .* all 8 books"),
    # Hands that lose a joker are dealt evenly all the same.
    (SEED, REMOVED | {"kitty_size": 5}, "jokers 2 is wrong: .* a kitty of 6"),
    (SEED, REMOVED | {"lowest_rank": 11}, "4 hands of 4 and a kitty of 0 .* a kitty of 2"),
    (SEED, REMOVED | {"kitty_size": 52}, "no cards are left for the hands"),
]


@pytest.mark.parametrize(("name", "overrides", "words"), WRONG, ids=str)
def test_what_cannot_be(name: str, overrides: dict[str, object], words: str) -> None:
    with pytest.raises(RulesError, match=words):
        Rules.preset(name, **overrides)


def test_options_that_are_none() -> None:
    for options in (None, 5, "game", [("game", "whist")], {3: 4}, {"x": 1}):
        with pytest.raises(RulesError, match=r"options? "):
            Rules.from_dict(options)
