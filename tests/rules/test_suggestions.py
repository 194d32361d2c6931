"""Suggestions in errors: for typing errors in any name, and never of an opposite."""

import itertools
from collections.abc import Iterator

import pytest

from whistsolve.errors import RulesError
from whistsolve.rules import Rules
from whistsolve.rules.suggestions import nearest

#: Every list of names that an error chooses from.
LISTS = {
    "options": [option.name for option in Rules.options()],
    "presets": list(Rules.preset_names()),
    **{
        option.name: [value for value, _ in option.values if isinstance(value, str)]
        for option in Rules.options()
    },
}
OPPOSITES = """
    before after, high low, up down, uptown downtown, first last, left right, same next, on off, must may,
    gain loss, gain lose, loses gains, lose win, clockwise counterclockwise,
    clockwise anticlockwise, good bad,
    never always, never ever, bidder defender, bidder nonbidder, dealer leader, winner loser, free forced,
    made set, all none, one two, plus minus, odd even, double single, none one, only also, exposed hidden,
    more less, include exclude, opponents partners, two four, trump nontrump, own other, final unfinal, 3 4
"""
PAIRS = [pair.split() for pair in OPPOSITES.split(",")]


def turned_round(name: str) -> Iterator[str]:
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
        yield f"{word}_{name}"
        yield f"{word}{name}"


def test_opposites_are_never_proposed() -> None:
    for names in LISTS.values():
        for name in names:
            for wrong in turned_round(name):
                if wrong not in names:
                    assert repr(name) not in nearest(wrong, names), (name, wrong)


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ({"low_beats_high": "uptown_over_downtown"}, None),
        ({"low_beats_high": "downtwon_over_uptown"}, "downtown_over_uptown"),
        ({"first_leader": "left_of_biddr"}, "left_of_bidder"),
        ({"declare_timing": "afterkitty"}, "after_kitty"),
        ({"all_pass": "dealer_may_bid"}, None),
        ({"direction_of_play": "clockwize"}, "clockwise"),
        ({"direction_of_play": "counter-clockwise"}, "counterclockwise"),
        ({"sport_kitty": "NEVER"}, "never"),
        ({"sport_kitty": 5}, None),
        ({"low_beat_high": "equal"}, "low_beats_high"),
    ],
)
def test_errors_of_rules(options: dict[str, object], shown: str | None) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.preset("bid_whist_seed", **options)  # type: ignore[arg-type]
    hint = str(caught.value).partition("did you mean ")[2]
    assert hint == (f"{shown!r}?" if shown else "")


def test_the_opposite_of_a_value_is_not_named() -> None:
    with pytest.raises(RulesError) as caught:
        Rules.preset("bid_whist", low_beats_high="uptown_over_downtown")  # type: ignore[arg-type]
    assert str(caught.value) == (
        "low_beats_high 'uptown_over_downtown' is wrong: only the opposite of it is a value; expected equal"
    )
    with pytest.raises(RulesError, match=r"expected equal or downtown_over_uptown$"):
        Rules.preset("bid_whist", low_beats_high="other")  # type: ignore[arg-type]
