"""Rules explained for the page: every preset, and every option in use with its value and meaning."""

from tests.support.board_answers import answered, ask
from tests.support.random_rules import random_rules

from whistsolve.rules import PRESET_DOCUMENTS, options_in_use, rules_from_text, rules_to_text, setting_text

RULES = (
    "bid_whist",
    "cutthroat_5",
    "whist_portland",
    "double_dummy match=two_sessions",
    "bid_whist jokers=1",
)


def test_an_answer_has_the_values_and_meanings_of_the_rules() -> None:
    for text in RULES:
        rules = rules_from_text(text)
        answer = answered("rules", rules=text)[1]
        assert (rules_from_text(answer["rules"]), answer["preset"]) == (rules, text.split()[0])
        presets = {each["name"]: each["text"] for each in answer["presets"]}
        assert presets == {name: each.about for name, each in PRESET_DOCUMENTS.items()}
        options = [option for group in answer["groups"] for option in group["options"]]
        for found, used in zip(options, options_in_use(rules), strict=True):
            expected, value, default = used.option, setting_text(used.value), setting_text(used.default)
            values = {setting_text(value): meaning for value, meaning in expected.values}
            assert {name: value for name, value in found.items() if name not in ("named", "form")} == {
                "name": expected.name,
                "meaning": expected.meaning,
                "follows": expected.follows,
                "value": value,
                "default": default,
                "differs": value != default,
                "values": [{"value": each, "meaning": meaning} for each, meaning in values.items()],
                "range": expected.span and list(expected.span),
            }
            if found["form"] == "single" and value not in values:
                assert found["range"][0] <= int(value) <= found["range"][1], expected.name
            assert set(found["named"]) <= set(values), expected.name
            assert found["named"] or found["range"] or found["form"] in ("cards", "trumps"), expected.name
        differing = {found["name"] for found in options if found["differs"]}
        assert differing - {"game"} == set(rules.overrides()) - {"game"}
        assert ("game" in differing) == (rules.game != "bid_whist")


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


def test_the_text_starts_from_the_preset_that_is_named() -> None:
    for rules in (random_rules(1000), random_rules(1001), random_rules(1002)):
        answer = ask("rules", rules=rules_to_text(rules, "bid_whist"))
        assert (answer["rules"].split()[0], answer["preset"]) == ("bid_whist", "bid_whist")
        assert rules_from_text(answer["rules"]) == rules
    assert ask("rules", rules="cutthroat_4")["preset"] == "cutthroat_4"
