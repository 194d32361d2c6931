"""Every option of `Rules` is documented, from one source, wherever it is met.

``python -m tests.rules.test_rule_documents`` writes the tables of docs/rules.md anew.
"""

import dataclasses
import inspect
import itertools
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
    PRESET_DOCUMENTS,
    PRESETS,
    Game,
    options_in_use,
    read_settings,
    rules_markdown,
    setting_text,
)
from whistsolve.show import OptionLines, PresetLines, RulesLines, to_text

PAGE = Path(__file__).resolve().parents[2] / "docs" / "rules.md"
#: Between the lines that say so.
GENERATED = re.compile(r"(?<=under pytest -->\n\n).*?(?=\n<!-- end of options -->)", re.DOTALL)
DOCUMENTS = {document.name: document for document in Rules.options()}
FIELDS = [field.name for field in dataclasses.fields(Rules)]
PENALTIES = (
    *("transfer_tricks:n", "remove_tricks:n", "transfer_points:n", "minus_points:n", "plus_points_opp:n"),
    *("lose_contract", "lose_game"),
)
#: Numbers of these are a range, which needs no word for each.
RANGES = {
    *("players", "lowest_rank", "hand_size", "kitty_size", "bid_base", "min_bid"),
    *("target", "negative_target", "boston_bonus", "honours_bar", "session_targets"),
    *("lies_limit", "hand_limit", "time_limit", "best_of", "game_points"),
    *("first_hand_bonus", "forfeit_bonus"),
}


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


# What is documented.


def test_every_option_is_documented_and_no_other():
    assert len(DOCUMENTS) == len(Rules.options())
    assert set(DOCUMENTS) == set(FIELDS)
    for document in DOCUMENTS.values():
        assert document.meaning[0].isupper() and document.meaning.endswith("."), document.name
        assert len(document.meaning.split()) >= 4, document.name
        assert document.group


def test_groups_are_not_torn_apart():
    groups = [document.group for document in Rules.options()]
    assert sum(one != other for one, other in itertools.pairwise(groups)) == len(set(groups)) - 1


@pytest.mark.parametrize("name", FIELDS)
def test_every_value_has_a_meaning(name):
    document = DOCUMENTS[name]
    annotation = get_type_hints(Rules)[name]
    expected = literals(annotation)
    if name in ("renege_penalty", "false_call_penalty"):
        expected = [*PENALTIES, *(["none"] if name == "false_call_penalty" else [])]
    told = [value for value, _ in document.values]
    assert sorted(map(repr, told)) == sorted(map(repr, expected))
    assert all(meaning and not meaning.endswith(".") for _, meaning in document.values)
    assert (document.span is not None) == (name in RANGES)
    for value in expected:
        usual = value.replace(":n", ":2") if isinstance(value, str) else value
        assert getattr(Rules(**{**companions(name, value), name: usual}), name) == usual


@pytest.mark.parametrize("name", sorted(RANGES))
def test_ranges_are_what_the_option_allows(name):
    low, high = DOCUMENTS[name].span
    for number in (low - 1, high + 1):
        value = (low - 1, high) if name == "session_targets" else number
        with pytest.raises(RulesError, match=f"{name} .* is wrong: .*{low} to {high}"):
            Rules(**{name: value})


@pytest.mark.parametrize("game", get_args(Game))
def test_defaults_are_those_of_the_games(game):
    rules = Rules(game=game)
    for document in DOCUMENTS.values():
        if document.name != "game":
            assert document.by_game[game] == getattr(rules, document.name) == rules.default_of(document.name)
        assert setting_text(document.by_game[game]) in document.default_text(setting_text)
    assert [option.document.name for option in options_in_use(rules) if option.differs] == (
        [] if game == "bid_whist" else ["game"]
    )


def test_defaults_in_words():
    words = {name: document.default_text() for name, document in DOCUMENTS.items()}
    assert words["players"] == "4; 3 in dummy; 2 in double_dummy"
    assert words["direction_of_play"] == "clockwise; counterclockwise in whist"
    assert words["seating"] == "alternating; facing in double_dummy"
    assert words["kitty_book"] == (
        "bidder; none in whist, dummy, double_dummy and no_kitty_52 (none where there is no kitty)"
    )


def test_the_default_follows_the_other_options():
    rules = Rules.preset("bid_whist_seed", jokers=1, target=9, negative_target=-7)
    assert (rules.default_of("jokers"), rules.default_of("kitty_size")) == (2, 5)
    assert rules.default_of("negative_target") == -9
    with pytest.raises(RulesError, match="did you mean 'jokers'"):
        rules.default_of("jockers")


@pytest.mark.parametrize("name", Rules.preset_names())
def test_presets_are_described_and_their_options_told(name):
    preset, rules = PRESET_DOCUMENTS[name], Rules.preset(name)
    assert preset.about.endswith(".") and len(preset.about.split()) >= 6 and preset.source
    assert preset.options == PRESETS[name]
    differing = {option.document.name: option.value for option in options_in_use(rules) if option.differs}
    assert {"game": rules.game, **differing} == rules.overrides()


def test_a_choice_of_penalties_is_marked():
    choice = "transfer_tricks:3|minus_points:3|lose_game"
    text = done("rules", "whist_seed", "--set", f"renege_penalty={choice}")
    assert f"\n* renege_penalty = {choice}   (default minus_points:2)\n" in text
    for used, kind in enumerate(("remove_tricks:n", "transfer_tricks:n", "minus_points:n", "lose_game")):
        assert f"\n    {'> ' if used else '  '}{kind} " in text


def test_every_preset_has_a_document():
    assert tuple(PRESET_DOCUMENTS) == Rules.preset_names() == tuple(PRESETS)


# Where it is met.


def test_help_has_every_option():
    text = inspect.getdoc(Rules)
    before, _, section = text.partition("\nParameters\n----------\n")
    section, _, after = section.partition("\nRaises\n------\n")
    assert before.startswith("The rules of a game") and "Examples\n--------" in after
    assert re.findall(r"^(\w+) : ", section, re.MULTILINE) == list(DOCUMENTS)
    assert max(map(len, section.splitlines())) <= 110
    blocks = dict(re.findall(r"^(\w+) : (.*?)(?=^\w|\Z)", section, re.MULTILINE | re.DOTALL))
    for name, document in DOCUMENTS.items():
        block = " ".join(blocks[name].split())
        assert document.meaning in block and document.numbers in block
        assert f"Default: ``{document.by_game['bid_whist']}``" in block
        for value, meaning in document.values:
            assert f"- ``{value}``: {meaning}." in block


def test_without_docstrings_the_rules_work():
    program = "from whistsolve.rules import Rules; print(Rules(), Rules.options()[0].meaning)"
    command = [sys.executable, "-OO", "-c", program]
    path = os.pathsep.join(filter(None, sys.path))
    result = subprocess.run(
        command, capture_output=True, text=True, timeout=300, env=os.environ | {"PYTHONPATH": path}
    )
    assert (result.stdout, result.stderr) == (f"{Rules()} {DOCUMENTS['game'].meaning}\n", "")


def test_the_page_has_what_is_generated():
    found = GENERATED.findall(PAGE.read_text("utf-8"))
    assert found == [done("rules", "--markdown")], "refresh it: python -m tests.rules.test_rule_documents"


def test_the_tables_have_a_row_for_each():
    text = done("rules", "--markdown")
    assert re.findall(r"^\| `(\w+)`(?:<br>`\w+`)* \|", text, re.MULTILINE) == [*PRESET_DOCUMENTS, *DOCUMENTS]
    for preset in PRESET_DOCUMENTS.values():
        assert all(f"<br>`{alias}`" in text for alias in preset.aliases)
    for line in text.splitlines():
        assert not line.startswith("|") or line.count("|") in (4, 5)
    for document in DOCUMENTS.values():
        row = next(line for line in text.splitlines() if line.startswith(f"| `{document.name}` |"))
        assert document.meaning in row
        assert all(f"`{value}`: {meaning}" in row for value, meaning in document.values)


def test_the_verb_lists_presets_and_options():
    text = done("rules")
    for name, preset in PRESET_DOCUMENTS.items():
        assert name in text and preset.about in text and preset.source in text
        assert not preset.aliases or f"also called {', '.join(preset.aliases)}\n" in text
    for name, document in DOCUMENTS.items():
        assert f"\n{name}\n    {document.meaning}\n" in text
        assert f"    default: {document.default_text(setting_text)}\n" in text
        assert all(meaning in text for _, meaning in document.values)


@pytest.mark.parametrize("name", Rules.preset_names())
def test_the_verb_shows_a_preset(name):
    rules, text = Rules.preset(name), done("rules", name)
    assert PRESET_DOCUMENTS[name].about in text and PRESET_DOCUMENTS[name].source in text
    for option in options_in_use(rules):
        line = f"{option.document.name} = {setting_text(option.value)}   (default"
        default = f" {setting_text(option.default)})" if option.differs else ")"
        assert f"\n{'* ' if option.differs else ''}{line}{default}\n    {option.document.meaning}\n" in text
    # One value in use is marked for each option that names its values one by one.
    named = [
        name
        for option in options_in_use(rules)
        for name in option.named
        if name in dict(option.document.values)
    ]
    assert text.count("\n    > ") == len(named) >= len(DOCUMENTS) - len(RANGES)


@pytest.mark.parametrize("name", Rules.preset_names())
def test_json_has_the_values_of_a_preset(name):
    out = done("rules", name, "--json")
    assert out.count("\n") == 1
    answer, rules = json.loads(out), Rules.preset(name)
    assert (answer["preset"], answer["set"], answer["warnings"]) == (name, [], [])
    assert list(answer["options"]) == list(DOCUMENTS)
    for option, told in answer["options"].items():
        value = getattr(rules, option)
        assert told["value"] == (list(value) if isinstance(value, tuple) else value)
        assert type(told["value"]) is type(value) or isinstance(value, tuple)
        assert told["differs"] == (told["value"] != told["default"])
        assert told["meaning"] == DOCUMENTS[option].meaning
        assert [(each["value"], each["meaning"]) for each in told["values"]] == list(DOCUMENTS[option].values)
    values = {option: told["value"] for option, told in answer["options"].items()}
    assert Rules.from_dict(values) == rules


def test_json_of_everything():
    out = done("rules", "--json")
    assert out.count("\n") == 1
    answer = json.loads(out)
    assert {name: preset["options"] for name, preset in answer["presets"].items()} == {
        name: dict(options) for name, options in PRESETS.items()
    }
    assert list(answer["options"]) == list(DOCUMENTS)
    assert all(
        answer["presets"][name]["aliases"] == list(each.aliases) for name, each in PRESET_DOCUMENTS.items()
    )
    for option, told in answer["options"].items():
        assert told["default"] == DOCUMENTS[option].default_text(setting_text)
        assert set(told["default_by_game"]) == set(get_args(Game))


def test_options_that_are_set():
    answer = json.loads(done("rules", "--set", "jokers=1", "--set", "match=rubber", "--json"))
    assert (answer["preset"], answer["set"]) == ("bid_whist", ["jokers=1", "match=rubber"])
    assert answer["options"]["kitty_size"]["value"] == 5
    text = done("rules", "bid_whist_seed", "--set", "renege_penalty=lose_game", "--set", "hand_size=11")
    assert "changed  renege_penalty=lose_game, hand_size=11\n" in text
    assert "\n* renege_penalty = lose_game   (default transfer_tricks:3)\n" in text
    assert "\n    > lose_game " in text and "\nwarning: a contract above 6 supposes 13 books" in text
    rules = Rules(hand_size=11)
    answer = json.loads(done("rules", "--set", "hand_size=11", "--json"))
    assert answer["warnings"] == list(rules.warnings()) != []


@pytest.mark.parametrize("name", Rules.preset_names())
def test_values_are_shown_as_set_takes_them(name):
    for option in options_in_use(Rules.preset(name)):
        setting = f"{option.document.name}={setting_text(option.value)}"
        assert read_settings([setting]) == {option.document.name: option.value}


@pytest.mark.parametrize("width", [44, 70, 100])
def test_nothing_is_cut_off(width):
    def words(text):
        return "".join(text.split())

    for shown in (PresetLines(PRESET_DOCUMENTS), OptionLines(Rules.options()), RulesLines(Rules())):
        text = to_text(shown, width=width)
        assert "…" not in text and max(map(len, text.splitlines())) <= width
    lines = to_text(RulesLines(Rules()), width=width)
    for document in DOCUMENTS.values():
        assert words(document.meaning) in words(lines)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["bid_wist_seed"], ["preset 'bid_wist_seed'", "did you mean 'bid_whist_seed'?"]),
        (["bid_whist_seed", "--set", "jockers=1"], ["did you mean 'jokers'"]),
        (["--set", "jokers=3"], ["jokers 3"]),
        (["--markdown", "--json"], ["--markdown", "whistsolve rules --help"]),
        (["whist_seed", "--markdown"], ["--markdown"]),
    ],
)
def test_wrong_requests(args, words):
    message = refused("rules", *args)
    for word in words:
        assert word in message


if __name__ == "__main__":
    refresh()
