"""The table of options: what it states agrees with the types of `Rules`, and is shown wherever it is met.

``python -m tests.rules.test_options`` writes the tables of docs/rules.md anew.
"""

import dataclasses
import inspect
import json
import re
from pathlib import Path
from types import UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

import pytest
from tests.support.command import done, refused
from tests.support.companions import companions

from whistsolve import Rules, RulesError
from whistsolve.rules import PRESET_DOCUMENTS, Game, rules_markdown, setting_text
from whistsolve.show import to_text
from whistsolve.show.rules import all_options, option_documents, presets

PAGE = Path(__file__).resolve().parents[2] / "docs" / "rules.md"
#: Between the lines that say so.
GENERATED = re.compile(r"(?<=under pytest -->\n\n).*?(?=\n<!-- end of options -->)", re.DOTALL)
OPTIONS = {option.name: option for option in Rules.options()}


def literals(annotation):
    """The single values that a type names, told apart by type too."""
    if annotation is bool:
        return [False, True]
    if annotation is type(None):
        return [None]
    if get_origin(annotation) is Literal:
        return list(get_args(annotation))
    if get_origin(annotation) in (Union, UnionType):
        return [value for part in get_args(annotation) for value in literals(part)]
    return []


def refresh():
    """Write the generated part of docs/rules.md."""
    text, found = GENERATED.subn(
        lambda _: rules_markdown(Rules.options(), PRESET_DOCUMENTS), PAGE.read_text("utf-8"), count=1
    )
    assert found == 1
    PAGE.write_text(text, "utf-8")


def test_an_option_has_the_values_of_its_type():
    assert [field.name for field in dataclasses.fields(Rules)] == list(OPTIONS)
    types = get_type_hints(Rules)
    for name, option in OPTIONS.items():
        values = [value for value, _ in option.values]
        if option.form == "penalty":
            assert all(isinstance(value, str) for value in values)
        else:
            assert sorted(map(repr, values)) == sorted(map(repr, literals(types[name]))), name
        assert option.meaning[0].isupper() and option.meaning.endswith(".")
        assert all(meaning and not meaning.endswith(".") for _, meaning in option.values), name
        for value in values:
            usual = value.replace(":n", ":2") if isinstance(value, str) else value
            rules = Rules(**{**companions(name, value), name: usual})
            assert getattr(rules, name) == usual
            assert usual == Rules().default_of(name) or option.matters_if.holds(rules), (name, usual)
        if option.span is not None:
            low, high = option.span
            for number in (low - 1, high + 1):
                wrong = {name: (low - 1, high) if option.form == "pair" else number}
                with pytest.raises(RulesError, match=f"{name} .* is wrong: .*{low} to {high}"):
                    Rules(**wrong)


def test_defaults_are_those_of_the_games():
    for game in get_args(Game):
        rules = Rules(game=game)
        for option in OPTIONS.values():
            default = option.by_game[game]
            if option.name != "game":
                assert default == getattr(rules, option.name) == rules.default_of(option.name), option.name
            assert setting_text(default) in option.default_text(setting_text), option.name
        assert rules.overrides() == {"game": game}
    assert OPTIONS["players"].default_text() == "4; 3 in dummy; 2 in double_dummy"
    assert OPTIONS["kitty_book"].default_text() == (
        "bidder; none in whist, dummy, double_dummy and no_kitty_52 (none where there is no kitty)"
    )
    rules = Rules.preset("bid_whist_seed", jokers=1, target=9, negative_target=-7)
    found = [rules.default_of(name) for name in ("jokers", "kitty_size", "negative_target")]
    assert found == [2, 5, -9], "it follows the other options"
    with pytest.raises(RulesError, match="did you mean 'jokers'"):
        rules.default_of("jockers")


def test_help_has_every_option():
    section = inspect.getdoc(Rules).partition("\nParameters\n----------\n")[2]
    section = section.partition("\nRaises\n------\n")[0]
    assert re.findall(r"^(\w+) : ", section, re.MULTILINE) == list(OPTIONS)
    assert max(map(len, section.splitlines())) <= 110
    blocks = dict(re.findall(r"^(\w+) : (.*?)(?=^\w|\Z)", section, re.MULTILINE | re.DOTALL))
    for name, option in OPTIONS.items():
        block = " ".join(blocks[name].split())
        assert option.meaning in block and option.numbers in block
        assert f"Default: ``{option.by_game['bid_whist']}``" in block
        assert all(f"- ``{value}``: {meaning}." in block for value, meaning in option.values)


def test_the_page_has_what_is_generated():
    text = done("rules", "--markdown")
    assert GENERATED.findall(PAGE.read_text("utf-8")) == [text], "run python -m tests.rules.test_options"
    assert re.findall(r"^\| `(\w+)`(?:<br>`\w+`)* \|", text, re.MULTILINE) == [*PRESET_DOCUMENTS, *OPTIONS]
    assert all(not line.startswith("|") or line.count("|") in (4, 5) for line in text.splitlines())


def test_the_command_shows_what_differs_first_and_one_option():
    text, option = done("rules", "whist_portland"), OPTIONS["renege_mode"]
    assert text.index("\n* direction_of_play = ") < text.index("\njokers = ") > text.index("\nNot the defau")
    text = done("rules", "renege_mode")
    assert text.startswith(f"{option.group}\n\nrenege_mode\n    {option.meaning}\n") and len(text) < 2000
    shown = json.loads(done("rules", "renege_mode", "--json"))
    assert shown == {"options": {"renege_mode": option.as_dict()}}
    for args, part in (
        (("renege_mode", "--set", "jokers=1"), "'renege_mode'"),
        (("bid_wist_seed",), "did you mean 'bid_whist_seed'?"),
        (("--set", "jokers=3"), "jokers 3"),
        (("--markdown", "--json"), "--markdown"),
    ):
        assert part in refused("rules", *args), args


def test_options_that_are_set():
    answer = json.loads(done("rules", "--set", "jokers=1", "--set", "match=rubber", "--json"))
    assert (answer["preset"], answer["set"]) == ("bid_whist", ["jokers=1", "match=rubber"])
    assert answer["options"]["kitty_size"]["value"] == 5
    choice = "transfer_tricks:3|minus_points:3|lose_game"
    text = done("rules", "bid_whist_seed", "--set", f"renege_penalty={choice}", "--set", "hand_size=11")
    for part in (
        f"changed  renege_penalty={choice}, hand_size=11\n",
        f"\n* renege_penalty = {choice}   (default transfer_tricks:3)\n",
        *("\n    > transfer_tricks:n ", "\n    > minus_points:n ", "\n    > lose_game "),
        *("\n      remove_tricks:n ", "\nwarning: a contract above 6 supposes 13 books"),
    ):
        assert part in text, part


def test_nothing_is_cut_off():
    for shown in (presets(PRESET_DOCUMENTS), option_documents(Rules.options()), all_options(Rules())):
        text = to_text(shown, width=44)
        assert "…" not in text and max(map(len, text.splitlines())) <= 44
    assert all("".join(each.meaning.split()) in "".join(text.split()) for each in OPTIONS.values())


if __name__ == "__main__":
    refresh()
