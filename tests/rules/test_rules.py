"""Rules: presets as the sources give them, what follows from what, and what cannot be."""

import dataclasses
import doctest
import importlib
import json
import pickle
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whistsolve import Rules, RulesError
from whistsolve.rules import Game, Penalty

preset = Rules.preset


@st.composite
def _options(draw):
    """A preset and some options with values that each can have, which need not go together."""
    name = draw(st.sampled_from(Rules.preset_names()))
    words = {
        "game": get_args(Game),
        "players": range(2, 7),
        "jokers": range(3),
        "lowest_rank": [2, 3, 7, 9, 11, 14],
        "hand_size": [None, 1, 3, 4, 8, 10, 12, 13, 16],
        "kitty_size": range(8),
        "min_bid": range(8),
        "kitty_book": ["bidder", "first_trick_winner", "none"],
        "joker_no_trump": ["must_discard_first_void", "free_discard", "exchanged", "removed", "high_no_suit"],
        "dealer_may_equal": [False, "number", "number_and_strain"],
        "false_call_penalty": ["none", "transfer_tricks:2", "lose_game"],
        "target": [5, 7, 21, 500],
        "negative_target": [None, -5],
        "boston_bonus": ["none", "double", 5],
        "renege_penalty": ["lose_contract", "transfer_points:2|minus_points:3", "remove_tricks:2"],
        "honours_bar": [4, "target_minus_1"],
        "session_targets": [(5, 10), [3, 6]],
        "swap_effect": ["swap", "discard"],
        "lies_limit": [None, 2, 5],
        "tie_break": ["bidder_first", "shared"],
        "negative_tie_break": ["bidder_first", "highest_wins_then_replay"],
        "match": ["single_game", "best_of", "rubber"],
        "best_of": [3, 4, 5],
        "hand_limit": [None, 8],
        "time_limit": [None, 15],
        "game_points": [0, 5],
        "nt_beats_suit": [True, False],
    }
    chosen = draw(st.lists(st.sampled_from(sorted(words)), unique=True, max_size=5))
    return name, {option: draw(st.sampled_from(list(words[option]))) for option in chosen}


@given(_options())
def test_rules_that_can_be_made_can_be_written_and_read(options):
    name, overrides = options
    try:
        rules = preset(name, **overrides)
    except RulesError as error:
        assert len(str(error)) >= 10
        return
    assert eval(repr(rules)) == rules == Rules.from_dict(rules.overrides())
    assert Rules.from_dict(json.loads(json.dumps(rules.overrides()))) == rules
    assert hash(pickle.loads(pickle.dumps(rules))) == hash(rules)
    for option, value in overrides.items():
        assert getattr(rules, option) == (tuple(value) if isinstance(value, list) else value)
    # Every field holds a final value, and giving them all makes the same rules.
    assert Rules(**{f.name: getattr(rules, f.name) for f in dataclasses.fields(rules)}) == rules
    assert rules.deck_size == len(rules.deck) == 4 * (15 - rules.lowest_rank) + rules.jokers
    if not rules.has_dummies:
        assert rules.players * rules.dealt_hand_size + rules.kitty_size == rules.deck_size


@pytest.mark.parametrize("name", Rules.preset_names())
def test_presets_can_be_made_and_read_back(name):
    rules = preset(name)
    assert eval(repr(rules)) == rules == Rules.from_dict(rules.overrides())
    assert rules.warnings() == ()


def test_all_presets_are_there():
    assert set(Rules.preset_names()) == {
        "bid_whist",
        "bid_whist_common",
        "pagat",
        "trickster",
        "cardsharks",
        "columbus",
        "bid_whist_cardsharks_5",
        "bid_whist_parlett",
        "bid_whist_52_whistportal",
        "bid_whist_no_kitty",
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
    }


@pytest.mark.parametrize(
    ("name", "aliases"),
    [
        ("bid_whist", "bid_whist_seed swedish"),
        ("whist", "whist_seed italian"),
        ("dummy", "dummy_seed spanish"),
        ("double_dummy", "double_dummy_seed"),
        ("cutthroat_4", "cutthroat"),
    ],
)
def test_presets_have_other_names(name, aliases):
    for alias in aliases.split():
        assert preset(alias) == preset(name)
        assert Rules.preset_aliases()[alias] == name and alias not in Rules.preset_names()


def test_every_alias_is_of_a_preset():
    assert len(Rules.preset_aliases()) == 8
    assert set(Rules.preset_aliases().values()) <= set(Rules.preset_names())


def test_presets_lose_what_other_options_make_idle():
    """No kitty to sport, no jokers to throw: the options of the preset fall away, those given are refused."""
    rules = preset("bid_whist_honours_even", game="no_kitty_52")
    assert rules.sport_kitty == "trump_only" and rules.downtown_ace == "bad"
    with pytest.raises(RulesError, match="sport_kitty 'never' is wrong: it matters only with a kitty"):
        preset("bid_whist_honours_even", game="no_kitty_52", sport_kitty="never")


def _values(rules, names):
    return tuple(getattr(rules, name) for name in names.split())


def test_bid_whist_as_the_seed_rules_give_it():
    rules = preset("bid_whist_seed")
    assert rules == Rules()
    assert _values(rules, "game players jokers hand_size kitty_size kitty_book") == (
        "bid_whist",
        4,
        2,
        12,
        6,
        "bidder",
    )
    assert _values(rules, "auction_rounds bid_form bid_base min_bid all_pass declare_timing sport_kitty") == (
        "single",
        "level_strain",
        6,
        3,
        "dealer_must_bid",
        "before_kitty",
        "trump_only",
    )
    assert _values(rules, "made_scoring set_scoring nt_multiplier target negative_target lies_limit") == (
        "books_over_six",
        "bidder_loses",
        1,
        7,
        -7,
        None,
    )
    assert _values(rules, "joker_no_trump joker_lead_no_trump first_leader renege_penalty") == (
        "must_discard_first_void",
        "first_suited_card",
        "bidder",
        "transfer_tricks:3",
    )
    assert (rules.books, rules.books_from_kitty, rules.first_trick_weight, rules.max_bid) == (13, 1, 1, 7)
    assert rules.is_partnership


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("bid_whist_common", {"min_bid": 4, "nt_multiplier": 2, "kitty_size": 6}),
        ("bid_whist_cardsharks_5", {"jokers": 1, "kitty_size": 5, "made_scoring": "bid_only", "books": 13}),
        ("bid_whist_parlett", {"set_scoring": "both_odd", "boston_bonus": "quadruple", "nt_multiplier": 2}),
        (
            "bid_whist_52_whistportal",
            {"jokers": 0, "kitty_size": 4, "hand_size": 12, "first_trick_weight": 2, "books_from_kitty": 0},
        ),
        (
            "bid_whist_no_kitty",
            {
                "jokers": 0,
                "hand_size": 13,
                "kitty_size": 0,
                "kitty_book": "none",
                "min_bid": 1,
                "target": 5,
                "negative_target": -5,
                "lies_limit": 2,
                "renege_penalty": "lose_game",
                "nt_multiplier": 2,
            },
        ),
        (
            "bid_whist_honours_even",
            {"downtown_ace": "bad", "sport_kitty": "never", "boston_bonus": "fixed_13"},
        ),
        (
            "original_bid_whist",
            {
                "auction_rounds": "until_passed_out",
                "bid_form": "number_only",
                "first_leader": "left_of_bidder",
                "hand_size": 13,
                "kitty_size": 0,
                "min_bid": 1,
                "set_scoring": "both_odd",
                "target": 7,
            },
        ),
        (
            "whist_seed",
            {
                "direction_of_play": "counterclockwise",
                "first_leader": "dealer",
                "target": 5,
                "kitty_size": 0,
                "negative_target": None,
                "trump_rule": "last_dealt_card",
                "honours": False,
                "honours_three": 3,
                "renege_penalty": "minus_points:2",
                "first_dealer": "low_card",
                "books": 13,
                "hand_size": 13,
            },
        ),
        (
            "whist_portland",
            {
                "direction_of_play": "clockwise",
                "first_leader": "left_of_dealer",
                "honours": True,
                "honours_three": 2,
                "honours_bar_when": "start_of_deal",
                "match": "rubber",
                "renege_penalty": "transfer_tricks:3",
                "revoker_cannot_win": True,
            },
        ),
        (
            "dummy_seed",
            {
                "players": 3,
                "dealt_hands": 4,
                "hand_size": 13,
                "kitty_size": 0,
                "target": 21,
                "min_bid": 1,
                "set_scoring": "opponents_gain",
                "declare_timing": "after_dummy",
                "negative_target": None,
                "direction_of_play": "clockwise",
                "is_partnership": True,
            },
        ),
        (
            "dummy_classic",
            {"players": 3, "dummy_exposed_when": "from_start", "trump_rule": "last_dealt_card"},
        ),
        (
            "double_dummy_seed",
            {"players": 2, "dealt_hands": 4, "double_dummy_mode": "four_hands", "target": 21},
        ),
        ("double_dummy_classic", {"players": 2, "hand_option": "off", "dummy_exposed_when": "from_start"}),
        ("humbug", {"players": 2, "double_dummy_mode": "two_hands", "swap_effect": "discard"}),
    ],
)
def test_other_presets(name, options):
    rules = preset(name)
    assert {option: getattr(rules, option) for option in options} == options


@pytest.mark.parametrize(
    ("players", "cards", "kitties"),
    [(3, 16, (4, 5, 6)), (4, 12, (4, 5, 6)), (5, 10, (2, 3, 4)), (6, 8, (4, 5, 6))],
)
def test_cutthroat_sizes(players, cards, kitties):
    rules = preset(f"cutthroat_{players}")
    names = "bid_base min_bid auction_rounds bid_form made_scoring nonbidders_score target"
    assert _values(rules, names) == (
        0,
        1,
        "until_one_left",
        "level_nt_only",
        "per_trick",
        "per_trick",
        30,
    )
    assert not rules.is_partnership
    assert rules.max_bid == rules.books == cards + 1
    for jokers, kitty in enumerate(kitties):
        rules = preset(f"cutthroat_{players}", jokers=jokers)
        assert (rules.hand_size, rules.kitty_size) == (cards, kitty)


@pytest.mark.parametrize(("jokers", "kitty"), [(0, 4), (1, 5), (2, 6)])
def test_the_kitty_follows_from_the_jokers(jokers, kitty):
    assert preset("bid_whist_seed", jokers=jokers).kitty_size == kitty


def test_what_follows_from_other_options():
    assert preset("bid_whist_seed", hand_size=13).kitty_size == 2
    no_kitty = preset("bid_whist_seed", hand_size=13, jokers=0)
    assert (no_kitty.kitty_size, no_kitty.kitty_book, no_kitty.books) == (0, "none", 13)
    assert preset("bid_whist_seed", target=11).negative_target == -11
    assert preset("bid_whist_seed", target=11, negative_target=None).negative_target is None
    assert preset("cutthroat_3", players=5) == preset("cutthroat_5")
    assert preset("bid_whist_seed", game="cutthroat") == preset("cutthroat_4")
    assert preset("cutthroat_5", kitty_book="none").max_bid == 10


def test_short_decks():
    piquet, euchre = (
        preset("bid_whist_no_kitty", lowest_rank=low, hand_size=size, min_bid=0, bid_base=0)
        for low, size in ((7, 8), (9, 6))
    )
    assert (piquet.deck_size, piquet.kitty_size, euchre.deck_size, euchre.kitty_size) == (32, 0, 24, 0)
    assert str(euchre.deck) == "AKQJT9.AKQJT9.AKQJT9.AKQJT9"
    toy = preset("bid_whist_seed", lowest_rank=11, hand_size=3, jokers=1, bid_base=0)
    assert (str(toy.deck), toy.deck_size, toy.kitty_size, toy.books) == ("AKQJ.AKQJ.AKQJ.AKQJ.B", 17, 5, 4)
    assert repr(toy) == "Rules(game='bid_whist', jokers=1, lowest_rank=11, hand_size=3, bid_base=0)"
    assert preset("cutthroat_3", lowest_rank=7, jokers=0, hand_size=10).kitty_size == 2
    assert preset("dummy_seed", lowest_rank=7, jokers=2, hand_size=8).kitty_size == 0
    assert preset("cutthroat_6", lowest_rank=14, jokers=2, hand_size=1).kitty_size == 0


def test_overrides_that_solving_asks_for():
    for joker in ("free_discard", "must_discard_first_void", "exchanged", "high_no_suit"):
        for name in ("bid_whist_seed", "cutthroat_3", "cutthroat_4", "cutthroat_5", "cutthroat_6"):
            assert preset(name, joker_no_trump=joker).joker_no_trump == joker
    assert (
        preset("bid_whist_seed", kitty_book="first_trick_winner", joker_no_trump="free_discard").books == 13
    )
    assert preset("dummy_seed", jokers=2, joker_no_trump="exchanged").kitty_size == 0
    removed = preset("bid_whist_seed", joker_no_trump="removed", hand_size=None)
    assert (removed.hand_size, removed.dealt_hand_size, removed.kitty_size) == (None, 12, 6)
    assert preset("cutthroat_5", joker_no_trump="removed", hand_size=None, jokers=1).kitty_size == 3


REMOVED = {"joker_no_trump": "removed", "hand_size": None}


@pytest.mark.parametrize(
    ("name", "overrides", "words"),
    [
        ("bid_whist_seed", {"jokers": 3}, "jokers 3 is wrong: expected 0, 1 or 2"),
        ("bid_whist_seed", {"jokers": True}, "jokers True is wrong"),
        ("bid_whist_seed", {"nt_beats_suit": 1}, "nt_beats_suit 1 is wrong: expected False or True"),
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
        ("bid_whist_seed", {"joker_no_trump": "must_discard"}, "did you mean 'must_discard_first_void'"),
        ("bid_whist_no_kitty", {"joker_no_trump": "exchanged"}, "no discards to exchange"),
        ("dummy_seed", {"joker_no_trump": "exchanged"}, "no discards to exchange"),
        ("whist_seed", {"kitty_book": "bidder"}, "there is no kitty, expected 'none'"),
        ("dummy_seed", {"kitty_size": 2, "jokers": 2}, "dummy has no kitty"),
        ("dummy_seed", {"hand_size": 12}, "do not come out even"),
        ("double_dummy_seed", {"jokers": 1}, "expected 0 or 2"),
        ("double_dummy_seed", {"swap_effect": "discard"}, "two_hands"),
        ("bid_whist_seed", {"boston_bonus": "double", "kitty_book": "none"}, "13 books, here are 12"),
        ("bid_whist_seed", {"renege_penalty": "none"}, "renege_penalty 'none' is wrong"),
        ("bid_whist_seed", {"renege_penalty": "transfer_tricks"}, "renege_penalty .* transfer_tricks:n"),
        ("bid_whist_seed", {"renege_penalty": "transfer_tricks:0"}, "n from 1 to 99"),
        ("bid_whist_seed", {"false_call_penalty": 3}, "false_call_penalty 3 .* or none"),
        ("bid_whist_seed", {"target": 0}, "target 0"),
        ("bid_whist_seed", {"negative_target": 7}, "negative_target 7 .*expected None or .* -1000 to -1"),
        ("whist_seed", {"session_targets": (10, 5)}, "two rising numbers"),
        ("whist_seed", {"session_targets": 5}, "two rising numbers"),
        ("whist_seed", {"honours_bar": "target"}, "did you mean 'target_minus_1'"),
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


@pytest.mark.parametrize("name", ["", "bid whist", "cutthroat_7", None, 5, [], b"humbug"])
def test_presets_that_do_not_exist(name):
    with pytest.raises(RulesError, match=r"preset .* expected one of bid_whist, "):
        preset(name)


def test_a_preset_misspelt():
    with pytest.raises(RulesError, match="did you mean 'whist_portland'"):
        preset("whist_portlant")


@pytest.mark.parametrize("options", [None, 5, "game", [("game", "whist")], {3: 4}, {"x": 1}])
def test_options_that_are_none(options):
    with pytest.raises(RulesError, match=r"options? "):
        Rules.from_dict(options)


def test_twelve_books_are_warned_of():
    (warning,) = preset("bid_whist_seed", kitty_book="none").warnings()
    assert "there are 12" in warning
    assert "7 less the bid" in warning
    assert preset("bid_whist", kitty_book="none").max_bid == 6  # no bid that cannot be made
    (warning,) = preset("bid_whist_seed", hand_size=13).warnings()
    assert "there are 14" in warning and "9 less the bid" in warning
    assert preset("cutthroat_3", kitty_book="none").warnings() == ()


def test_contracts_and_tricks_that_a_short_deck_does_not_have_are_warned_of():
    with pytest.raises(RulesError, match="bid_base 6 is wrong: there are 4 books, expected fewer"):
        preset("bid_whist", lowest_rank=11, hand_size=3, bid_base=6)
    with pytest.raises(RulesError, match="min_bid 3 is wrong: the highest bid is 2, which takes all 8 books"):
        preset("bid_whist", lowest_rank=8, hand_size=7, min_bid=3)
    few, none = (
        preset("bid_whist", lowest_rank=8, hand_size=7),
        preset("bid_whist", lowest_rank=11, hand_size=3),
    )
    assert (few.bid_base, few.min_bid, few.max_bid) == (6, 2, 2)
    assert (none.bid_base, none.min_bid, none.max_bid) == (2, 2, 2)  # half of four books
    assert preset("bid_whist", lowest_rank=11, hand_size=3, bid_base=0).warnings() == ()
    (warning,) = preset("dummy_seed", lowest_rank=7, hand_size=8).warnings()
    assert "3 less the bid" in warning
    assert preset("dummy", lowest_rank=7, hand_size=8).max_bid == 2
    for lowest, size, most in ((7, 8, 2), (9, 6, 0), (10, 5, 0)):
        (warning,) = preset("whist_seed", lowest_rank=lowest, hand_size=size).warnings()
        assert warning == f"tricks above six score, and there are {size}: {most} score at most"


@pytest.mark.parametrize(
    ("text", "kind", "amount"),
    [
        ("transfer_tricks:3", "transfer_tricks", 3),
        ("minus_points:12", "minus_points", 12),
        ("lose_game", "lose_game", 0),
        ("plus_points_opp:2", "plus_points_opp", 2),
        ("remove_tricks:1", "remove_tricks", 1),
        ("transfer_points:3", "transfer_points", 3),
        ("lose_contract", "lose_contract", 0),
        ("none", "none", 0),
    ],
)
def test_penalties(text, kind, amount):
    penalty = Penalty.from_text(text)
    assert (penalty.kind, penalty.amount, str(penalty)) == (kind, amount, text)
    assert Penalty.alternatives(text) == (penalty,)


def test_a_choice_of_penalties():
    one, other = Penalty.alternatives("minus_points:2|lose_game")
    assert (str(one), str(other)) == ("minus_points:2", "lose_game")
    for text in ("minus_points:2|minus_points:2", "lose_game|none", "lose_game|", "|", None):
        with pytest.raises(RulesError, match=r"penalty .* expected"):
            Penalty.alternatives(text)


@pytest.mark.parametrize(
    "text", ["", "minus_points", "minus_points:", "minus_points:-1", "minus_points:100", "x:3", None, 3]
)
def test_what_is_no_penalty(text):
    with pytest.raises(RulesError, match=r"penalty .* expected"):
        Penalty.from_text(text)


def test_rules_cannot_be_changed():
    with pytest.raises(AttributeError):
        preset("bid_whist_seed").jokers = 1


def test_examples_in_the_docstrings():
    # The module has the name of a name in its package, so an import statement would find the class.
    result = doctest.testmod(importlib.import_module("whistsolve.rules.rules"))
    assert result.attempted > 0 and result.failed == 0
