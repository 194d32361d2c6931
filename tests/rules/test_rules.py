"""Rules: what is written can be read, what follows from what, and what is warned of."""

import dataclasses
import json
import pickle

from hypothesis import given
from hypothesis import strategies as st
from tests.support.random_rules import values_of

from whistsolve import Rules, RulesError

preset = Rules.preset
SEED = "bid_whist_seed"


@st.composite
def _options(draw):
    """A preset and some options with values that each can have, which need not go together."""
    name = draw(st.sampled_from(Rules.preset_names()))
    names = st.sampled_from([option.name for option in Rules.options()])
    chosen = draw(st.lists(names, unique=True, max_size=5))
    return name, {option: draw(st.sampled_from(values_of(option))) for option in chosen}


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
    assert {option: getattr(rules, option) for option in overrides} == overrides
    # Every field holds a final value, and giving them all makes the same rules.
    assert Rules(**{f.name: getattr(rules, f.name) for f in dataclasses.fields(rules)}) == rules
    removed = len((rules.removed_cards or "").split())
    assert rules.deck_size == len(rules.deck) == 4 * (15 - rules.lowest_rank) + rules.jokers - removed
    if not rules.has_dummies:
        assert rules.players * rules.dealt_hand_size + rules.kitty_size == rules.deck_size


def test_what_follows_from_other_options():
    for jokers in (0, 1, 2):
        assert preset(SEED, jokers=jokers).kitty_size == 4 + jokers
    assert preset(SEED, hand_size=13).kitty_size == 2
    no_kitty = preset(SEED, hand_size=13, jokers=0)
    assert (no_kitty.kitty_size, no_kitty.kitty_book, no_kitty.books) == (0, "none", 13)
    for options, low in (
        ({"target": 11}, -11),
        ({"target": 11, "negative_target": None}, None),
        ({"rise_and_fly": "on_set"}, None),
        ({"score_floor_zero": True}, None),
    ):
        assert preset(SEED, **options).negative_target == low
    assert preset(SEED, tie_break="shared").negative_tie_break == "shared"
    assert preset("cutthroat_3", players=5) == preset("cutthroat_5")
    assert preset(SEED, game="cutthroat") == preset("cutthroat_4")
    assert preset("cutthroat_5", kitty_book="none").max_bid == 10
    assert preset(SEED, kitty_book="first_trick_winner", joker_no_trump="free_discard").books == 13
    assert preset("dummy_seed", jokers=2, joker_no_trump="exchanged").kitty_size == 0
    removed = preset(SEED, joker_no_trump="removed", hand_size=None)
    assert (removed.hand_size, removed.dealt_hand_size, removed.kitty_size) == (None, 12, 6)
    assert preset("cutthroat_5", joker_no_trump="removed", hand_size=None, jokers=1).kitty_size == 3


def test_short_decks():
    for name, options, deck, kitty in (
        ("bid_whist_no_kitty", {"lowest_rank": 7, "hand_size": 8, "min_bid": 0, "bid_base": 0}, 32, 0),
        ("bid_whist_no_kitty", {"lowest_rank": 9, "hand_size": 6, "min_bid": 0, "bid_base": 0}, 24, 0),
        ("cutthroat_3", {"lowest_rank": 7, "jokers": 0, "hand_size": 10}, 32, 2),
        ("dummy_seed", {"lowest_rank": 7, "jokers": 2, "hand_size": 8}, 34, 0),
        ("cutthroat_6", {"lowest_rank": 14, "jokers": 2, "hand_size": 1}, 6, 0),
    ):
        rules = preset(name, **options)
        assert (rules.deck_size, rules.kitty_size) == (deck, kitty), (name, options)
    toy = preset(SEED, lowest_rank=11, hand_size=3, jokers=1, bid_base=0)
    assert (str(toy.deck), toy.deck_size, toy.kitty_size, toy.books) == ("AKQJ.AKQJ.AKQJ.AKQJ.B", 17, 5, 4)
    assert repr(toy) == "Rules(game='bid_whist', jokers=1, lowest_rank=11, hand_size=3, bid_base=0)"


def test_books_that_are_too_many_or_too_few_are_warned_of():
    seven, three = {"lowest_rank": 8, "hand_size": 7}, {"lowest_rank": 11, "hand_size": 3}
    for name, options, *words in (
        (SEED, {"kitty_book": "none"}, "there are 12", "7 less the bid"),
        (SEED, {"hand_size": 13}, "there are 14", "9 less the bid"),
        ("dummy_seed", {"lowest_rank": 7, "hand_size": 8}, "3 less the bid"),
        *(
            ("whist_seed", {"lowest_rank": lowest, "hand_size": size}, f"tricks above six score, and {there}")
            for lowest, size, there in (
                (7, 8, "there are 8: 2 score at most"),
                (10, 5, "there are 5: 0 score at most"),
            )
        ),
    ):
        (warning,) = preset(name, **options).warnings()
        assert all(word in warning for word in words), warning
    for name, options, most in (
        ("bid_whist", {"kitty_book": "none"}, 6),  # no bid that cannot be made
        ("bid_whist", {"bid_base": 0, **three}, 4),
        ("bid_whist", seven, 2),
        ("bid_whist", three, 2),  # half of four books
        ("dummy", {"lowest_rank": 7, "hand_size": 8}, 2),
        ("cutthroat_3", {"kitty_book": "none"}, 16),
    ):
        assert preset(name, **options).max_bid == most, (name, options)
    assert preset("cutthroat_3", kitty_book="none").warnings() == ()
    assert preset("bid_whist", bid_base=0, **three).warnings() == ()
    few, none = preset("bid_whist", **seven), preset("bid_whist", **three)
    assert (few.bid_base, few.min_bid, none.bid_base, none.min_bid) == (6, 2, 2, 2)
