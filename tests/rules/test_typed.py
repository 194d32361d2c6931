"""Types of presets and options are those of `Rules` and its presets."""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest

from whistsolve.errors import RulesError
from whistsolve.rules import PRESET_ALIASES, PRESETS, PresetName, RuleOptions, Rules, preset_name


def test_the_names_of_presets_are_those_there_are() -> None:
    assert get_args(PresetName) == (*PRESETS, *PRESET_ALIASES)


def test_options_have_the_types_of_the_rules() -> None:
    assert list(get_type_hints(RuleOptions).items()) == list(get_type_hints(Rules).items())
    assert not RuleOptions.__required_keys__


def test_names_from_outside_are_read() -> None:
    assert [preset_name(name) for name in PRESETS] == list(Rules.preset_names())
    assert preset_name("italian") == "whist"
    for wrong in ("wist", "", None, 3, ["whist"]):
        with pytest.raises(RulesError, match="is wrong: expected one of bid_whist, "):
            preset_name(wrong)
