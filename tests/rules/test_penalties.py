"""Penalties of the rules, as they are read."""

import pytest

from whistsolve import RulesError
from whistsolve.rules import Penalty


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
