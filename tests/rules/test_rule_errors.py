"""Rules that cannot be, what is said of them, and names that are proposed instead, never an opposite."""

import itertools

import pytest

from whistsolve import Rules, RulesError
from whistsolve.rules.suggestions import nearest

REMOVED = {"joker_no_trump": "removed", "hand_size": None}
EXCHANGED = {"joker_no_trump": "exchanged"}
NO_TARGET = {"target": None, "hand_limit": 3}
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
    (SEED, EXCHANGED | {"joker_any_time": True}, "joker_any_time True is wrong with joker_no_trump 'excha"),
    (SEED, REMOVED | {"joker_any_time": True}, "with joker_no_trump 'removed'.*'free_"),
    (SEED, {"redeal_claim": "no_trump_card"}, "'no_trump_card' is wrong with trump_rule 'declared'"),
    (SEED, {"partner_sees_kitty": True, "sport_kitty": "always"}, "partner_sees_kitty True .* sport_kitty"),
    (SEED, {"bid_form": "named_strain", "nt_direction_in_bid": False}, "False is wrong with bid_form"),
    ("cutthroat_3", {"resigning": "after_kitty"}, "resigning 'after_kitty' is wrong in cutthroat"),
    ("whist", {"made_scoring": "bid_only"}, "made_scoring 'bid_only' is wrong without an auction"),
    ("whist", {"trump_rule": "fixed_order", "trump_order": "S,X"}, "expected some of S, H, D, C and NT"),
    ("whist", {"first_leader": "bidder"}, "first_leader 'bidder' is wrong without an auction"),
    (SEED, {"match": "best_of", "best_of": 98}, "best_of 98 is wrong: .* odd one such as 99"),
    (SEED, {"boston_bonus": 5, "kitty_book": "none"}, "boston_bonus 5 is wrong: a Boston takes 13 books, "),
    ("cutthroat_5", {"set_scoring": "both_odd"}, "set_scoring 'both_odd' is wrong in cutthroat"),
    # Matches, and games without a target.
    (SEED, {"time_limit": 15, "match": "best_of"}, "with match 'best_of'.* hand_limit"),
    (SEED, {"time_limit": 15, "match": "rubber"}, "time_limit 15 is wrong with match 'rubber'"),
    (SEED, {"rise_and_fly": "on_set", "match": "rubber"}, "'rubber' is wrong with rise_and_fly 'on_set'"),
    (SEED, {"rise_and_fly": "on_set", "hand_limit": 4}, "hand_limit 4 is wrong .* expected None, or"),
    (SEED, {"game_points": 5, "match": "rubber"}, "game_points 5 is wrong with match 'rubber'"),
    (SEED, {"forfeit_bonus": 5, "match": "rubber"}, "forfeit_bonus 5 is wrong with match 'rubber'"),
    (SEED, {"two_games_for": "boston_taken", "boston_game_value": 1}, "only with boston_game_value above 1"),
    (SEED, {"two_games_for": "no_trump_made", "boston_game_value": 1}, "only with boston_game_value above 1"),
    ("whist", {"target": None}, "target None is wrong: nothing ends the game"),
    ("whist", NO_TARGET | {"match": "rubber"}, "match 'rubber' is wrong with target None"),
    ("whist", NO_TARGET | {"game_points": "target_less_losers"}, "game_points 'target_less_losers' is wrong"),
    ("whist", NO_TARGET | {"revoker_cannot_win": True}, "revoker_cannot_win .* only with a target"),
    # Six players.
    (SEED, {"teams": 3}, "teams 3 .* expected 2; three teams .*game='bid_whist' with players=6"),
    ("whist", {"teams": 3}, "teams 3 .* whist with 4 players"),
    (SEED, {"players": 5}, "players 5 .* bid_whist has 4 or 6"),
    ("whist", {"players": 6}, "players 6 .* whist has 4"),
    (SEED, {"players": 6, "teams": 4}, "teams 4 .* expected 2 or 3"),
    (SEED, {"players": 6, "teams": 3, "set_scoring": "both_odd"}, "'both_odd' .* or both, or teams=2"),
    (SEED, {"players": 6, "teams": 3, "set_scoring": "opponents_odd_tricks"}, "is wrong with teams 3"),
    (SEED, {"players": 6, "boston_bonus": "fixed_13"}, "9 books .* expected none, double or quadruple"),
    (SEED, {"players": 6, "trump_rule": "last_dealt_card"}, "trump_rule 'last_.* .* expected 'declared'"),
    (SEED, {"players": 6, "min_bid": 6}, "min_bid 6 .* highest bid is 5"),
    (SEED, {"players": 6, "bid_base": 6, "lowest_rank": 7, "hand_size": 5}, "there are 6 books"),
    (SEED, {"bid_base": 7}, "bid_base 7 .* 0 to 6"),
    # Penalties.
    ("whist", {"renege_penalty": "lose_contract"}, "'last_dealt_card': there is no contract .* lose_game"),
    ("dummy_classic", {"renege_penalty": "minus_points:2|lose_contract"}, "there is no contract to lose"),
    (SEED, {"renege_penalty": "minus_points:2|minus_points:2"}, "several different ones joined with |"),
    (SEED, {"renege_penalty": "minus_points:2|none"}, "several different ones"),
    (SEED, {"renege_penalty": "lose_contract:2"}, "lose_contract, lose_game"),
    (SEED, {"false_call_penalty": "transfer_points"}, r"transfer_points:n, .*\(n from 1 to 99\)"),
    # Cards removed.
    (SEED, {"removed_cards": "BJ"}, "removed_cards 'BJ' is wrong: .*expected cards of suits"),
    (SEED, {"removed_cards": "2X"}, "is no card"),
    (SEED, {"removed_cards": "C2", "lowest_rank": 7, "hand_size": 8}, "is left out by lowest_rank=7 already"),
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
def test_what_cannot_be(name, overrides, words):
    with pytest.raises(RulesError, match=words):
        Rules.preset(name, **overrides)


def test_options_that_are_none():
    for options in (None, 5, "game", [("game", "whist")], {3: 4}, {"x": 1}):
        with pytest.raises(RulesError, match=r"options? "):
            Rules.from_dict(options)


#: Every list of names that an error chooses from.
LISTS = [
    [option.name for option in Rules.options()],
    list(Rules.preset_names()),
    *([value for value, _ in option.values if isinstance(value, str)] for option in Rules.options()),
]
OPPOSITES = """
    before after, high low, up down, uptown downtown, first last, left right, same next, on off, must may,
    gain loss, gain lose, loses gains, lose win, clockwise counterclockwise,
    clockwise anticlockwise, good bad,
    never always, never ever, bidder defender, bidder nonbidder, dealer leader, winner loser, free forced,
    made set, all none, one two, plus minus, odd even, double single, none one, only also, exposed hidden,
    more less, include exclude, opponents partners, two four, trump nontrump, own other, final unfinal, 3 4
"""
PAIRS = [pair.split() for pair in OPPOSITES.split(",")]


def turned_round(name):
    """The name with a word exchanged for its opposite, with words in another order, or denied."""
    parts = name.split("_")
    for (one, other), number in itertools.product(PAIRS, range(len(parts))):
        for here, there in ((one, other), (other, one)):
            if parts[number] in (here, here + "s"):
                yield "_".join([*parts[:number], there, *parts[number + 1 :]])
    for order in itertools.permutations(parts) if len(parts) < 5 else [tuple(reversed(parts))]:
        if list(order) != parts:
            yield "_".join(order)
    for word in ("not", "no", "never", "non", "un", "anti"):
        yield from (f"{word}_{name}", f"{word}{name}")


def test_opposites_are_never_proposed():
    for names in LISTS:
        for name in names:
            for wrong in turned_round(name):
                assert wrong in names or repr(name) not in nearest(wrong, names), (name, wrong)


def test_errors_of_rules():
    for name, value, shown in (
        ("low_beats_high", "uptown_over_downtown", "the opposite of it is a value; expected equal"),
        ("low_beats_high", "other", "expected equal or downtown_over_uptown"),
        ("low_beats_high", "downtwon_over_uptown", "did you mean 'downtown_over_uptown'?"),
        ("first_leader", "left_of_biddr", "did you mean 'left_of_bidder'?"),
        ("declare_timing", "afterkitty", "did you mean 'after_kitty'?"),
        ("direction_of_play", "clockwize", "did you mean 'clockwise'?"),
        ("direction_of_play", "counter-clockwise", "did you mean 'counterclockwise'?"),
        ("sport_kitty", "NEVER", "did you mean 'never'?"),
        ("low_beat_high", "equal", "did you mean 'low_beats_high'?"),
        ("all_pass", "dealer_may_bid", None),
        ("sport_kitty", 5, None),
    ):
        with pytest.raises(RulesError) as caught:
            Rules.preset(SEED, **{name: value})
        message = str(caught.value)
        assert "did you mean" not in message if shown is None else message.endswith(shown), message
