"""Suggestions in errors: for typing errors in any name, and never of an opposite."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from whistsolve.errors import RulesError
from whistsolve.rules import Rules
from whistsolve.rules.rules import _OPTIONS, _WORDS
from whistsolve.rules.suggestions import nearest, parts_of

#: Every list of names that an error chooses from.
LISTS = {
    "options": list(_OPTIONS),
    "presets": list(Rules.preset_names()),
    **{
        name: [value for value in option.values if isinstance(value, str)]
        for name, option in _OPTIONS.items()
        if any(isinstance(value, str) for value in option.values)
    },
}
NAMES = [(where, name) for where, names in LISTS.items() for name in names]
OPPOSITES = [
    *(("before", "after"), ("high", "low"), ("up", "down"), ("uptown", "downtown"), ("first", "last")),
    *(
        ("left", "right"),
        ("same", "next"),
        ("on", "off"),
        ("must", "may"),
        ("gain", "loss"),
        ("gain", "lose"),
    ),
    *(
        ("clockwise", "counterclockwise"),
        ("clockwise", "anticlockwise"),
        ("good", "bad"),
        ("never", "always"),
    ),
    *(
        ("bidder", "defender"),
        ("bidder", "nonbidder"),
        ("dealer", "leader"),
        ("winner", "loser"),
        ("gain", "lose"),
    ),
    *(
        ("loses", "gains"),
        ("lose", "win"),
        ("free", "forced"),
        ("made", "set"),
        ("all", "none"),
        ("one", "two"),
    ),
    *(
        ("plus", "minus"),
        ("odd", "even"),
        ("double", "single"),
        ("none", "some"),
        ("no", "with"),
        ("only", "also"),
    ),
    *(
        ("exposed", "hidden"),
        ("more", "less"),
        ("include", "exclude"),
        ("opponents", "partners"),
        ("two", "four"),
    ),
    *(("trump", "nontrump"), ("high", "lowest"), ("big", "little"), ("own", "other"), ("floor", "ceiling")),
    *(("reveal", "unreveal"), ("joker", "nojoker"), ("beats", "loses"), ("final", "unfinal"), ("3", "4")),
]


def misspelt(name: str) -> Iterator[str]:
    """One typing error in each longer word of a name, and other ways to join the words."""
    parts = name.split("_")
    for number, part in enumerate(parts):
        if len(part) < 4 or not part.isalpha():
            continue
        middle = len(part) // 2
        for wrong in (
            part[:middle] + part[middle + 1 :],
            part[:middle] + part[middle] + part[middle:],
            part[: middle - 1] + part[middle] + part[middle - 1] + part[middle + 1 :],
            part[:middle] + ("q" if part[middle] != "q" else "x") + part[middle + 1 :],
        ):
            if wrong not in _WORDS:
                yield "_".join([*parts[:number], wrong, *parts[number + 1 :]])
    yield name.upper()
    yield f" {name} "
    if len(parts) > 1:
        yield name.replace("_", "-")
        yield name.replace("_", " ")
        yield name.replace("_", "")


def turned_round(name: str) -> Iterator[str]:
    """The name with a word exchanged for its opposite, with words in another order, or denied."""
    parts = name.split("_")
    for (one, other), number in itertools.product(OPPOSITES, range(len(parts))):
        for here, there in ((one, other), (other, one)):
            if parts[number] in (here, here + "s"):
                yield "_".join([*parts[:number], there, *parts[number + 1 :]])
    for order in itertools.permutations(parts) if len(parts) < 5 else [tuple(reversed(parts))]:
        if list(order) != parts:
            yield "_".join(order)
    for word in ("not", "no", "never", "non", "un", "anti"):
        yield f"{word}_{name}"
        yield f"{word}{name}"


@pytest.mark.parametrize(("where", "name"), NAMES)
def test_typing_errors_are_put_right(where: str, name: str) -> None:
    tried = 0
    for wrong in misspelt(name):
        if wrong in LISTS[where] or (len(parts_of(name)) == 1 and len(name) < 3):
            continue
        tried += 1
        assert nearest(wrong, LISTS[where], _WORDS) == f"; did you mean {name!r}?", wrong
    assert tried


@pytest.mark.parametrize(("where", "name"), NAMES)
def test_opposites_are_never_proposed(where: str, name: str) -> None:
    for wrong in turned_round(name):
        if wrong not in LISTS[where]:
            hint = nearest(wrong, LISTS[where], _WORDS)
            assert repr(name) not in hint, (wrong, hint)


def test_no_name_is_proposed_for_another_one() -> None:
    """What stands in another list is a word of its own."""
    for where, names in LISTS.items():
        for other, name in NAMES:
            if name not in names and other != where:
                hint = nearest(name, names, _WORDS)
                cut = [each for each in names if each.startswith(f"{name}_")]
                assert not hint or cut, (name, hint)


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ({"low_beats_high": "uptown_over_downtown"}, None),
        ({"low_beats_high": "downtwon_over_uptown"}, "downtown_over_uptown"),
        ({"first_leader": "right_of_bidder"}, None),
        ({"first_leader": "left_of_biddr"}, "left_of_bidder"),
        ({"declare_timing": "afterkitty"}, "after_kitty"),
        ({"kitty_book": "first_trick_loser"}, None),
        ({"kitty_book": "first_trick"}, "first_trick_winner"),
        ({"all_pass": "redeal_next_leader"}, None),
        ({"all_pass": "dealer_may_bid"}, None),
        ({"set_scoring": "bidder_gains"}, None),
        ({"set_scoring": "bidder_loss"}, None),
        ({"renege_correction": "after_trick_complete"}, None),
        ({"direction_of_play": "anticlockwise"}, None),
        ({"direction_of_play": "clockwize"}, "clockwise"),
        ({"direction_of_play": "counter-clockwise"}, "counterclockwise"),
        ({"sport_kitty": "NEVER"}, "never"),
        ({"sport_kitty": 5}, None),
        ({"joker_no_trump": "may_discard_first_void"}, None),
        ({"high_beats_low": "equal"}, None),
        ({"low_beat_high": "equal"}, "low_beats_high"),
        ({"bid_form": "named_strains"}, "named_strain"),
    ],
)
def test_errors_of_rules(options: dict[str, object], shown: str | None) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.preset("bid_whist_seed", **options)
    hint = str(caught.value).partition("did you mean ")[2]
    assert hint == (f"{shown!r}?" if shown else "")


def test_what_is_turned_round_is_not_answered_by_its_opposite() -> None:
    for wrong in ("uptown_over_downtown", "Uptown over downtown"):
        with pytest.raises(RulesError) as caught:
            Rules.preset("bid_whist_seed", low_beats_high=wrong)
        assert str(caught.value) == (
            f"low_beats_high {wrong!r} is wrong: only the opposite of it is a value; expected equal"
        )
    with pytest.raises(RulesError, match=r"expected equal or downtown_over_uptown$"):
        Rules.preset("bid_whist_seed", low_beats_high="other")


def test_names_cut_short_alike_are_all_told() -> None:
    known = ["left_of_bidder", "left_of_dealer", "dealer"]
    assert nearest("left_of", known) == "; did you mean 'left_of_bidder' or 'left_of_dealer'?"
    assert nearest("left", [*known, "left_of_both", "left_of_all"]) == ""


def test_presets_of_another_number_are_not_proposed() -> None:
    with pytest.raises(RulesError) as caught:
        Rules.preset("cutthroat_7")
    assert "did you mean" not in str(caught.value)
    with pytest.raises(RulesError, match="did you mean 'cutthroat_4'"):
        Rules.preset("cutthroat4")
