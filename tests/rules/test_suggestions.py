"""Suggestions in errors: for typing errors in any name, and never of an opposite."""

import itertools
from collections.abc import Iterator

import pytest

from whistsolve.errors import RulesError
from whistsolve.rules import Rules
from whistsolve.rules.suggestions import nearest

#: Every list of names that an error chooses from.
LISTS = [
    [option.name for option in Rules.options()],
    list(Rules.preset_names()),
    *([value for value, _ in option.values if isinstance(value, str)] for option in Rules.options()),
]
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
        yield from (f"{word}_{name}", f"{word}{name}")


def test_opposites_are_never_proposed() -> None:
    for names in LISTS:
        for name in names:
            for wrong in turned_round(name):
                assert wrong in names or repr(name) not in nearest(wrong, names), (name, wrong)


def test_errors_of_rules() -> None:
    for name, value, shown in (
        ("low_beats_high", "uptown_over_downtown", "the opposite of it is a value; expected equal"),
        ("low_beats_high", "other", "expected equal or downtown_over_uptown"),
        ("low_beats_high", "downtwon_over_uptown", "did you mean 'downtown_over_uptown'?"),
        ("first_leader", "left_of_biddr", "did you mean 'left_of_bidder'?"),
        ("declare_timing", "afterkitty", "did you mean 'after_kitty'?"),
        ("direction_of_play", "clockwize", "did you mean 'clockwise'?"),
        ("direction_of_play", "counter-clockwise", "did you mean 'counterclockwise'?"),
        ("sport_kitty", "NEVER", "did you mean 'never'?"),
        ("low_beat_high", "equal", "did you mean 'low_beats_high'?"),
        ("all_pass", "dealer_may_bid", None),
        ("sport_kitty", 5, None),
    ):
        with pytest.raises(RulesError) as caught:
            Rules.preset("bid_whist_seed", **{name: value})  # type: ignore[arg-type]
        message = str(caught.value)
        assert "did you mean" not in message if shown is None else message.endswith(shown), message
