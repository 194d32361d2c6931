"""Presets as the sources give them, with their names."""

import pytest

from whistsolve import Rules, RulesError

preset = Rules.preset


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
        ("bid_whist_cardsharks_5", {"min_bid": 4, "low_beats_high": "downtown_over_uptown"}),
        (
            "bid_whist_52_whistportal",
            {"min_bid": 1, "dealer_may_equal": "number", "downtown_ace": "declarer_choice"},
        ),
        (
            "bid_whist_honours_even",
            {"low_beats_high": "downtown_over_uptown", "dealer_may_equal": "number_and_strain"},
        ),
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
                "pass_is_final": False,
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
        ("humbug", {"players": 2, "double_dummy_mode": "two_hands"}),
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


@pytest.mark.parametrize("name", ["", "bid whist", "cutthroat_7", None, 5, [], b"humbug"])
def test_presets_that_do_not_exist(name):
    with pytest.raises(RulesError, match=r"preset .* expected one of bid_whist, "):
        preset(name)


def test_a_preset_misspelt():
    with pytest.raises(RulesError, match="did you mean 'whist_portland'"):
        preset("whist_portlant")


def test_whist_with_a_turned_up_trump_has_no_jokers() -> None:
    with pytest.raises(RulesError, match=r"jokers 2 is wrong.*has no jokers"):
        Rules.preset("whist", jokers=2)
