"""Rules explained for the page: every preset, and every option in use with its value and meaning."""

import pytest
from tests.support.board_answers import answered, ask
from tests.support.random_rules import random_rules

from whistsolve.rules import (
    PRESET_DOCUMENTS,
    Rules,
    options_in_use,
    rules_from_text,
    rules_to_text,
    setting_text,
)


@pytest.mark.parametrize(
    "text",
    ["bid_whist", "cutthroat_5", "whist_portland", "double_dummy match=two_sessions", "bid_whist jokers=1"],
)
def test_an_answer_has_the_values_and_meanings_of_the_rules(text: str) -> None:
    rules = rules_from_text(text)
    _, answer = answered("rules", rules=text)
    assert rules_from_text(answer["rules"]) == rules
    assert answer["preset"] == answer["rules"].split()[0]
    presets = {each["name"]: each["text"] for each in answer["presets"]}
    assert presets == {name: each.about for name, each in PRESET_DOCUMENTS.items()}
    options = [option for group in answer["groups"] for option in group["options"]]
    for found, used in zip(options, options_in_use(rules), strict=True):
        expected = used.option
        assert (found["name"], found["meaning"]) == (expected.name, expected.meaning)
        assert found["follows"] == expected.follows
        assert found["value"] == setting_text(used.value)
        assert found["default"] == setting_text(used.default)
        assert found["differs"] == (found["value"] != found["default"])
        values = {each["value"]: each["meaning"] for each in found["values"]}
        assert values == {setting_text(value): meaning for value, meaning in expected.values}
        assert found["range"] == (expected.span and list(expected.span))
        if found["form"] == "single" and found["value"] not in values:
            assert found["range"][0] <= int(found["value"]) <= found["range"][1]
        assert set(found["named"]) <= set(values)
        assert found["named"] or found["range"] or found["form"] in ("cards", "trumps")
    differing = {found["name"] for found in options if found["differs"]}
    assert differing == set(rules.overrides()) - {"game"} | ({"game"} if rules.game != "bid_whist" else set())


def test_a_choice_of_penalties_names_its_kinds() -> None:
    groups = ask("rules", rules="whist renege_penalty=transfer_tricks:3|minus_points:2|lose_game")["groups"]
    options = {each["name"]: each for group in groups for each in group["options"]}
    assert options["renege_penalty"]["named"] == ["transfer_tricks:n", "minus_points:n", "lose_game"]
    assert {name: each["form"] for name, each in options.items() if each["form"] != "single"} == {
        "removed_cards": "cards",
        "renege_penalty": "penalty",
        "false_call_penalty": "penalty",
        "session_targets": "pair",
        "trump_order": "trumps",
    }


@pytest.mark.parametrize("seed", range(3))
def test_the_text_starts_from_the_preset_that_is_named(seed: int) -> None:
    rules = random_rules(seed + 1000)
    answer = ask("rules", rules=rules_to_text(rules, "bid_whist"))
    assert answer["rules"].startswith("bid_whist") and answer["preset"] == "bid_whist"
    assert rules_from_text(answer["rules"]) == rules
    text = rules_to_text(Rules.preset("cutthroat_4"), "cutthroat_4")
    assert ask("rules", rules=text)["preset"] == "cutthroat_4"
