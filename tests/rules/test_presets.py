"""Presets as the sources give them, with their names."""

from typing import get_args

import pytest

from whistsolve import Rules, RulesError
from whistsolve.rules import PRESET_ALIASES, PRESET_DOCUMENTS, PRESETS, PresetName, read_settings

preset = Rules.preset

#: What presets have by their sources, as settings are written; docs/rules.md has those of each game.
SETTINGS = {
    "bid_whist_common": "min_bid=4 nt_multiplier=2 kitty_size=6",
    "bid_whist_cardsharks_5": """
        jokers=1 kitty_size=5 made_scoring=bid_only min_bid=4 low_beats_high=downtown_over_uptown
    """,
    "bid_whist_parlett": "set_scoring=both_odd boston_bonus=quadruple nt_multiplier=2",
    "bid_whist_52_whistportal": """
        jokers=0 kitty_size=4 hand_size=12 min_bid=1 dealer_may_equal=number downtown_ace=declarer_choice
    """,
    "bid_whist_no_kitty": """
        jokers=0 hand_size=13 kitty_size=0 kitty_book=none min_bid=1 target=5 negative_target=-5 lies_limit=2
        renege_penalty=lose_game nt_multiplier=2
    """,
    "bid_whist_honours_even": """
        downtown_ace=bad sport_kitty=never boston_bonus=fixed_13 low_beats_high=downtown_over_uptown
        dealer_may_equal=number_and_strain
    """,
    "original_bid_whist": """
        auction_rounds=until_passed_out bid_form=number_only first_leader=left_of_bidder hand_size=13
        kitty_size=0 min_bid=1 pass_is_final=false set_scoring=both_odd target=7
    """,
    "whist_portland": """
        direction_of_play=clockwise first_leader=left_of_dealer honours=true honours_three=2
        honours_bar_when=start_of_deal match=rubber renege_penalty=transfer_tricks:3 revoker_cannot_win=true
    """,
    "dummy_classic": "players=3 dummy_exposed_when=from_start trump_rule=last_dealt_card",
    "double_dummy_classic": "players=2 hand_option=off dummy_exposed_when=from_start",
    "humbug": "players=2 double_dummy_mode=two_hands",
    **{
        f"cutthroat_{players}": f"""
            bid_base=0 min_bid=1 auction_rounds=until_one_left bid_form=level_nt_only made_scoring=per_trick
            nonbidders_score=per_trick target=30 players={players} hand_size={cards}
        """
        for players, cards in ((3, 16), (4, 12), (5, 10), (6, 8))
    },
}


def test_presets_have_what_their_sources_say():
    assert preset("bid_whist") == Rules()
    for name, text in SETTINGS.items():
        settings = read_settings(text.split())
        assert {option: getattr(preset(name), option) for option in settings} == settings, name
    for name, found in (("bid_whist", (13, 1, 1)), ("bid_whist_52_whistportal", (13, 0, 2))):
        rules = preset(name)
        assert (rules.books, rules.books_from_kitty, rules.first_trick_weight) == found, name
    for players, cards, kitties in ((3, 16, "456"), (4, 12, "456"), (5, 10, "234"), (6, 8, "456")):
        assert preset(f"cutthroat_{players}").max_bid == cards + 1
        assert not preset(f"cutthroat_{players}").is_partnership and preset("dummy").is_partnership
        for jokers, kitty in enumerate(kitties):
            rules = preset(f"cutthroat_{players}", jokers=jokers)
            assert (rules.hand_size, rules.kitty_size) == (cards, int(kitty))


def test_names_of_presets_and_their_types():
    names = """
        bid_whist bid_whist_common pagat trickster cardsharks columbus bid_whist_cardsharks_5
        bid_whist_parlett bid_whist_52_whistportal bid_whist_no_kitty bid_whist_honours_even
        original_bid_whist cutthroat_3 cutthroat_4 cutthroat_5 cutthroat_6 whist whist_portland dummy
        dummy_classic double_dummy double_dummy_classic humbug
    """
    assert set(names.split()) == set(Rules.preset_names())
    assert Rules.preset_names() == tuple(PRESETS) == tuple(PRESET_DOCUMENTS)
    assert get_args(PresetName) == (*PRESETS, *PRESET_ALIASES)
    aliases = {
        **dict.fromkeys(("bid_whist_seed", "swedish"), "bid_whist"),
        **dict.fromkeys(("whist_seed", "italian"), "whist"),
        **dict.fromkeys(("dummy_seed", "spanish"), "dummy"),
        "double_dummy_seed": "double_dummy",
        "cutthroat": "cutthroat_4",
    }
    assert Rules.preset_aliases() == aliases
    assert all(preset(alias) == preset(name) for alias, name in aliases.items())


def test_presets_that_do_not_exist():
    for name in ("", "bid whist", "cutthroat_7", None, 5, [], b"humbug"):
        with pytest.raises(RulesError, match=r"preset .* expected one of bid_whist, "):
            preset(name)
    with pytest.raises(RulesError, match="did you mean 'whist_portland'"):
        preset("whist_portlant")


def test_presets_lose_what_other_options_make_idle():
    """No kitty to sport, no jokers to throw: the options of the preset fall away, those given are refused."""
    rules = preset("bid_whist_honours_even", game="no_kitty_52")
    assert rules.sport_kitty == "trump_only" and rules.downtown_ace == "bad"
    with pytest.raises(RulesError, match="sport_kitty 'never' is wrong: it matters only with a kitty"):
        preset("bid_whist_honours_even", game="no_kitty_52", sport_kitty="never")
