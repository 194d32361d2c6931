"""Options that do not go together are refused when the rules are made, and all others can be played."""

import dataclasses
import itertools
import random

import pytest
from tests.support.companions import companions
from tests.support.random_matches import Counts, play_hand
from tests.support.random_rules import all_settings, values_of
from tests.support.thorough import by_default

from whistsolve.errors import RulesError
from whistsolve.game import Match
from whistsolve.rules import Rules

CONDITIONS = {option.name: option.matters_if for option in Rules.options() if option.matters_if.words}
PAIRS = [pair for pair in itertools.combinations(all_settings(), 2) if pair[0][0] != pair[1][0]]


def test_an_option_that_changes_nothing_is_refused() -> None:
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


def test_an_option_is_accepted_where_it_matters() -> None:
    for name, condition in CONDITIONS.items():
        values = [value for value in values_of(name) if value != Rules().default_of(name)]
        assert values
        for value in values:
            rules = Rules(**{**companions(name, value), name: value})
            assert getattr(rules, name) == value and condition.holds(rules), (name, value)


@pytest.mark.parametrize("numbers", by_default(1, [range(50), range(50, 3000)]), ids=str)
def test_two_options_go_together_or_say_that_they_do_not(numbers: range) -> None:
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
