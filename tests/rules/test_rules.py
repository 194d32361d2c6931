"""Rules: written and read in every form, what follows from what, and options that go together or do not."""

import dataclasses
import itertools
import json
import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.companions import companions
from tests.support.random_matches import Counts, play_hand
from tests.support.random_rules import all_settings, random_rules, values_of
from tests.support.thorough import by_default

from whistsolve.errors import RulesError
from whistsolve.game import Match
from whistsolve.rules import (
    PRESET_ALIASES,
    Rules,
    read_settings,
    rules_from_text,
    rules_to_text,
    setting_text,
)

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
    assert repr(toy) == "Rules('bid_whist', jokers=1, lowest_rank=11, hand_size=3, bid_base=0)"


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


SESSIONS = {"game": "whist", "match": "two_sessions", "session_targets": (3, 6)}


def test_a_preset_is_its_name_and_others_are_read():
    for name in (*Rules.preset_names(), *PRESET_ALIASES):
        rules = Rules.preset(name)
        assert rules_from_text(name) == rules_from_text(rules_to_text(rules)) == rules
        assert rules_to_text(rules, name) == PRESET_ALIASES.get(name, name)
        assert eval(repr(rules)) == rules == Rules.from_dict(rules.overrides())
        assert rules.warnings() == ()
    with pytest.raises(RulesError, match="'bid_wist'"):
        rules_to_text(Rules(), "bid_wist")


@pytest.mark.parametrize("seeds", by_default(1, [range(12), range(12, 200)]), ids=str)
def test_any_rules_survive(seeds):
    for seed in seeds:
        rules = random_rules(seed)
        for preset in ("bid_whist", Rules.preset_names()[seed % len(Rules.preset_names())]):
            text = rules_to_text(rules, preset)
            assert rules_from_text(text) == rules, text
            # No option of it can be left out.
            head, *settings = text.split()
            assert head == preset
            for left_out in settings:
                fewer = " ".join(word for word in (head, *settings) if word != left_out)
                try:
                    assert rules_from_text(fewer) != rules, f"{text} without {left_out}"
                except RulesError:
                    continue
        assert rules_from_text(rules_to_text(rules)) == rules
        assert len(rules_to_text(rules)) <= len(text)


def test_every_value_is_one_word_and_read_back():
    settings = list(all_settings())
    assert len(settings) > 150
    for name, value in settings:
        word = f"{name}={setting_text(value)}"
        assert word.split() == [word]
        read = read_settings([word])[name]
        written = value.replace(" ", ",") if name == "removed_cards" and isinstance(value, str) else value
        assert read == written and type(read) is type(value)


def test_texts_that_people_write():
    for text, rules in (
        ("", Rules()),
        ("  bid_whist\tjokers=1 \n", Rules(jokers=1)),
        ("jokers=1 kitty_size=5", Rules(jokers=1)),
        ("game=whist", Rules(game="whist")),
        ("bid_whist negative_target=none", Rules(negative_target=None)),
        ("bid_whist removed_cards=C2,D2 kitty_size=4", Rules(removed_cards="D2 C2", kitty_size=4)),
        ("bid_whist removed_cards=,", Rules()),
        ("whist match=two_sessions session_targets=3,6", Rules.from_dict(SESSIONS)),
    ):
        assert rules_from_text(text) == rules, text


def test_wrong_texts_are_refused():
    for text, *parts in (
        ("bid_wist", "'bid_wist'", "did you mean 'bid_whist'"),
        ("bid_whist jokers", "'jokers'", "option=value"),
        ("bid_whist jokers = 1", "'jokers'", "option=value"),
        ("bid_whist =1", "'=1'", "option=value"),
        ("bid_whist jokers=1 jokers=1", "'jokers'", "twice"),
        ("bid_whist jockers=1", "'jockers'", "did you mean 'jokers'"),
        ("bid_whist name=1", "there is no option 'name'"),
        ("bid_whist jokers=3", "jokers 3", "0, 1 or 2"),
        ("bid_whist jokers=" + "9" * 5000, "jokers", "0, 1 or 2"),
        ("bid_whist target=\u0661", "rules", "plain letters and digits"),
        ("whist kitty_book=none sport_kitty=always", "sport_kitty", "matters only"),
        (5, "rules 5", "expected text"),
    ):
        with pytest.raises(RulesError) as caught:
            rules_from_text(text)
        message = str(caught.value)
        assert all(part in message for part in parts) and len(message) < 600, message


CONDITIONS = {option.name: option.matters_if for option in Rules.options() if option.matters_if.words}
PAIRS = [pair for pair in itertools.combinations(all_settings(), 2) if pair[0][0] != pair[1][0]]


def test_an_option_that_changes_nothing_is_refused():
    for preset, (name, condition) in itertools.product(Rules.preset_names(), CONDITIONS.items()):
        base = Rules.preset(preset)
        if condition.holds(base):
            continue
        for value in values_of(name):
            if value == base.default_of(name):
                assert getattr(Rules.preset(preset, **{name: value}), name) == value, (preset, name)
            else:
                with pytest.raises(RulesError, match=f"^{name} .* is wrong"):
                    Rules.preset(preset, **{name: value})


@pytest.mark.parametrize("numbers", by_default(1, [range(30), range(30, 3000)]), ids=str)
def test_two_options_go_together_or_say_that_they_do_not(numbers):
    """Each pair is refused for a reason that names an option, or a hand is played under it, with checks."""
    fields = [field.name for field in dataclasses.fields(Rules)]
    for number in numbers:
        draw = random.Random(f"pair {number}")
        (one, first), (other, second) = draw.choice(PAIRS)
        changes = {**companions(one, first), **companions(other, second), one: first, other: second}
        try:
            rules = Rules(**changes)
        except RulesError as error:
            assert any(name in str(error) for name in fields), error
            continue
        assert (getattr(rules, one), getattr(rules, other)) == (first, second)
        match = Match(rules, seed=number)
        match.add(play_hand(match.new_hand(seed=number), random.Random(number), Counts()))
        assert len(match.results) == 1, rules
