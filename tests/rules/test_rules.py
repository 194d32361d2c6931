"""Rules: what is written can be read, what follows from what, and what is warned of."""

import dataclasses
import json
import pickle
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whistsolve import Rules, RulesError
from whistsolve.rules import Game

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


@pytest.mark.parametrize(("jokers", "kitty"), [(0, 4), (1, 5), (2, 6)])
def test_the_kitty_follows_from_the_jokers(jokers, kitty):
    assert preset("bid_whist_seed", jokers=jokers).kitty_size == kitty


def test_what_follows_from_other_options():
    assert preset("bid_whist_seed", hand_size=13).kitty_size == 2
    no_kitty = preset("bid_whist_seed", hand_size=13, jokers=0)
    assert (no_kitty.kitty_size, no_kitty.kitty_book, no_kitty.books) == (0, "none", 13)
    assert preset("bid_whist_seed", target=11).negative_target == -11
    assert preset("bid_whist_seed", target=11, negative_target=None).negative_target is None
    for never in ({"rise_and_fly": "on_set"}, {"score_floor_zero": True}):
        assert preset("bid_whist_seed", **never).negative_target is None
    assert preset("bid_whist_seed", tie_break="shared").negative_tie_break == "shared"
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


def test_rules_cannot_be_changed():
    with pytest.raises(AttributeError):
        preset("bid_whist_seed").jokers = 1
