"""The table of options: what it states agrees with the types of `Rules`, and is shown wherever it is met.

``python -m tests.rules.test_options`` writes the tables of docs/rules.md anew.
"""

import dataclasses
import inspect
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

import pytest
from tests.support.command import done, refused
from tests.support.companions import companions

from whistsolve import Rules, RulesError
from whistsolve.rules import (
    PRESET_ALIASES,
    PRESET_DOCUMENTS,
    PRESETS,
    Game,
    PresetName,
    options_in_use,
    read_settings,
    rules_markdown,
    setting_text,
)
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


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_has_the_values_of_its_type(name):
    option = OPTIONS[name]
    values = [value for value, _ in option.values]
    if option.form == "penalty":
        assert all(isinstance(value, str) for value in values)
    else:
        assert sorted(map(repr, values)) == sorted(map(repr, literals(get_type_hints(Rules)[name])))
    assert option.meaning[0].isupper() and option.meaning.endswith(".")
    assert all(meaning and not meaning.endswith(".") for _, meaning in option.values)
    for value in values:
        usual = value.replace(":n", ":2") if isinstance(value, str) else value
        assert getattr(Rules(**{**companions(name, value), name: usual}), name) == usual
    if option.span is not None:
        low, high = option.span
        for number in (low - 1, high + 1):
            with pytest.raises(RulesError, match=f"{name} .* is wrong: .*{low} to {high}"):
                Rules(**{name: (low - 1, high) if option.form == "pair" else number})


def test_names_of_presets_have_their_type():
    assert get_args(PresetName) == (*PRESETS, *PRESET_ALIASES)
    assert tuple(PRESET_DOCUMENTS) == Rules.preset_names() == tuple(PRESETS)


@pytest.mark.parametrize("game", get_args(Game))
def test_defaults_are_those_of_the_games(game):
    rules = Rules(game=game)
    for option in OPTIONS.values():
        if option.name != "game":
            assert option.by_game[game] == getattr(rules, option.name) == rules.default_of(option.name)
        assert setting_text(option.by_game[game]) in option.default_text(setting_text)
    assert rules.overrides() == {"game": game}


def test_defaults_in_words():
    assert OPTIONS["players"].default_text() == "4; 3 in dummy; 2 in double_dummy"
    assert OPTIONS["kitty_book"].default_text() == (
        "bidder; none in whist, dummy, double_dummy and no_kitty_52 (none where there is no kitty)"
    )


def test_the_default_follows_the_other_options():
    rules = Rules.preset("bid_whist_seed", jokers=1, target=9, negative_target=-7)
    assert (rules.default_of("jokers"), rules.default_of("kitty_size")) == (2, 5)
    assert rules.default_of("negative_target") == -9
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


def test_without_docstrings_the_rules_work():
    program = "from whistsolve.rules import Rules; print(Rules(), Rules.options()[0].meaning)"
    path = os.pathsep.join(filter(None, sys.path))
    result = subprocess.run(
        [sys.executable, "-OO", "-c", program],
        capture_output=True,
        text=True,
        timeout=300,
        env=os.environ | {"PYTHONPATH": path},
    )
    assert (result.stdout, result.stderr) == (f"{Rules()} {OPTIONS['game'].meaning}\n", "")


def test_the_page_has_what_is_generated():
    text = done("rules", "--markdown")
    assert GENERATED.findall(PAGE.read_text("utf-8")) == [text], (
        "python -m tests.rules.test_options writes it"
    )
    assert re.findall(r"^\| `(\w+)`(?:<br>`\w+`)* \|", text, re.MULTILINE) == [*PRESET_DOCUMENTS, *OPTIONS]
    assert all(not line.startswith("|") or line.count("|") in (4, 5) for line in text.splitlines())


def test_the_command_lists_presets_and_options():
    text = done("rules")
    for name, preset in PRESET_DOCUMENTS.items():
        assert name in text and preset.about in text and preset.source in text
    for name, option in OPTIONS.items():
        assert f"\n{name}\n    {option.meaning}\n" in text
        assert f"    default: {option.default_text(setting_text)}\n" in text
    answer = json.loads(done("rules", "--json"))
    presets = {name: (each["options"], each["aliases"]) for name, each in answer["presets"].items()}
    assert presets == {
        name: (dict(each.options), list(each.aliases)) for name, each in PRESET_DOCUMENTS.items()
    }
    assert list(answer["options"]) == list(OPTIONS)
    assert set(answer["options"]["jokers"]["default_by_game"]) == set(get_args(Game))


@pytest.mark.parametrize("name", ["bid_whist", "humbug", "whist_portland"])
def test_the_command_shows_a_preset(name):
    rules, text = Rules.preset(name), done("rules", name)
    answer = json.loads(done("rules", name, "--json"))
    assert (answer["preset"], answer["set"], answer["warnings"]) == (name, [], [])
    assert list(answer["options"]) == list(OPTIONS)
    for each in options_in_use(rules):
        line = f"{each.option.name} = {setting_text(each.value)}   (default"
        default = f" {setting_text(each.default)})" if each.differs else ")"
        assert f"\n{'* ' if each.differs else ''}{line}{default}\n    {each.option.meaning}\n" in text
        shown = answer["options"][each.option.name]
        assert shown["value"] == (list(each.value) if isinstance(each.value, tuple) else each.value)
        assert shown["differs"] == each.differs
        assert read_settings([f"{each.option.name}={setting_text(each.value)}"]) == {
            each.option.name: each.value
        }
    assert Rules.from_dict({option: each["value"] for option, each in answer["options"].items()}) == rules


def test_the_command_shows_what_differs_first_and_one_option():
    text, option = done("rules", "whist_portland"), OPTIONS["renege_mode"]
    assert (
        text.index("\n* direction_of_play = ") < text.index("\njokers = ") > text.index("\nNot the default\n")
    )
    text = done("rules", "renege_mode")
    assert text.startswith(f"{option.group}\n\nrenege_mode\n    {option.meaning}\n") and len(text) < 2000
    assert json.loads(done("rules", "renege_mode", "--json")) == {
        "options": {"renege_mode": option.as_dict()}
    }
    assert "'renege_mode'" in refused("rules", "renege_mode", "--set", "jokers=1")


def test_options_that_are_set():
    answer = json.loads(done("rules", "--set", "jokers=1", "--set", "match=rubber", "--json"))
    assert (answer["preset"], answer["set"]) == ("bid_whist", ["jokers=1", "match=rubber"])
    assert answer["options"]["kitty_size"]["value"] == 5
    choice = "transfer_tricks:3|minus_points:3|lose_game"
    text = done("rules", "bid_whist_seed", "--set", f"renege_penalty={choice}", "--set", "hand_size=11")
    assert f"changed  renege_penalty={choice}, hand_size=11\n" in text
    assert f"\n* renege_penalty = {choice}   (default transfer_tricks:3)\n" in text
    for used, kind in enumerate(("remove_tricks:n", "transfer_tricks:n", "minus_points:n", "lose_game")):
        assert f"\n    {'> ' if used else '  '}{kind} " in text
    assert "\nwarning: a contract above 6 supposes 13 books" in text


def test_nothing_is_cut_off():
    for shown in (presets(PRESET_DOCUMENTS), option_documents(Rules.options()), all_options(Rules())):
        text = to_text(shown, width=44)
        assert "…" not in text and max(map(len, text.splitlines())) <= 44
    assert all("".join(each.meaning.split()) in "".join(text.split()) for each in OPTIONS.values())


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (["bid_wist_seed"], "did you mean 'bid_whist_seed'?"),
        (["--set", "jokers=3"], "jokers 3"),
        (["--markdown", "--json"], "--markdown"),
    ],
)
def test_wrong_requests(args, part):
    assert part in refused("rules", *args)


def test_every_field_is_an_option():
    assert [field.name for field in dataclasses.fields(Rules)] == list(OPTIONS)


if __name__ == "__main__":
    refresh()
