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


@pytest.mark.parametrize("preset", Rules.preset_names())
def test_an_option_that_changes_nothing_is_refused(preset: str) -> None:
    base = Rules.preset(preset)
    for name, condition in CONDITIONS.items():
        if condition.holds(base):
            continue
        for value in values_of(name):
            if value == base.default_of(name):
                assert getattr(Rules.preset(preset, **{name: value}), name) == value
                continue
            with pytest.raises(RulesError, match=f"^{name} .* is wrong"):
                Rules.preset(preset, **{name: value})


@pytest.mark.parametrize("name", sorted(CONDITIONS))
def test_an_option_is_accepted_where_it_matters(name: str) -> None:
    values = [value for value in values_of(name) if value != Rules().default_of(name)]
    assert values
    for value in values:
        rules = Rules(**{**companions(name, value), name: value})
        assert getattr(rules, name) == value and CONDITIONS[name].holds(rules)


PAIRS = [pair for pair in itertools.combinations(all_settings(), 2) if pair[0][0] != pair[1][0]]


def played(rules: Rules, seed: int) -> None:
    """One hand of a match by random acts, with all checks."""
    match = Match(rules, seed=seed)
    result = play_hand(match.new_hand(seed=seed), random.Random(seed), Counts())
    match.add(result)
    assert len(match.results) == 1


@pytest.mark.parametrize("number", by_default(60, range(3000)))
def test_two_options_go_together_or_say_that_they_do_not(number: int) -> None:
    """Each pair is refused for a reason that names an option, or a hand is played under it."""
    draw = random.Random(f"pair {number}")
    (one, first), (other, second) = draw.choice(PAIRS)
    changes = {**companions(one, first), **companions(other, second), one: first, other: second}
    try:
        rules = Rules(**changes)
    except RulesError as error:
        assert any(field.name in str(error) for field in dataclasses.fields(Rules)), error
        return
    assert (getattr(rules, one), getattr(rules, other)) == (first, second)
    played(rules, number)


def test_every_pair_is_read_or_refused() -> None:
    """No pair of settings ends in another error than that of the rules."""
    refused = 0
    for (one, first), (other, second) in PAIRS[:: 1 if len(PAIRS) < 2000 else len(PAIRS) // 2000]:
        try:
            rules = Rules(**{one: first, other: second})
        except RulesError as error:
            refused += 1
            assert "wrong" in str(error), error
        else:
            assert Rules.from_dict(rules.overrides()) == rules
    assert 0 < refused < len(PAIRS)
