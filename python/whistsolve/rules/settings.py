"""Rules and options as text: ``bid_whist jokers=1``."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable
from typing import Any, Final

from whistsolve._internal.reading import read_several, read_text, shown
from whistsolve.errors import RulesError
from whistsolve.rules.options_of_matches import OptionsOfMatches

#: The options that can be ``None``.
_MAY_BE_NONE: Final = {
    each.name
    for each in dataclasses.fields(OptionsOfMatches)
    if any(value is None for value, _ in each.metadata["option"].values)
}


def preset_and_settings(text: str) -> tuple[str, dict[str, Any]]:
    """The preset that a line of text names, by default ``bid_whist``, and its options."""
    words = read_text(text, "rules", RulesError).split()
    preset = words.pop(0) if words and "=" not in words[0] else "bid_whist"
    return preset, read_settings(words)


def read_settings(settings: Iterable[str]) -> dict[str, Any]:
    """Options and their values, each given once as ``option=value``; `Rules` checks names and values."""
    values: dict[str, Any] = {}
    for setting in read_several(settings, "settings", RulesError):
        if not isinstance(setting, str):
            raise RulesError(f"option {shown(setting)} is wrong: expected text such as nt_multiplier=2")
        name, equals, text = (part.strip() for part in setting.partition("="))
        if not equals or not name:
            raise RulesError(
                f"option {shown(setting)} is wrong: expected option=value, such as nt_multiplier=2"
            )
        if name in values:
            raise RulesError(f"option {shown(name)} is given twice: expected once")
        values[name] = _value(name, text)
    return values


def _value(name: str, text: str) -> object:
    """A value from its text: true or false, none if the option allows it, one or more integers, or a word."""
    if text in ("true", "false"):
        return text == "true"
    if text == "none" and name in _MAY_BE_NONE:
        return None
    parts = text.split(",")
    if not all(re.fullmatch(r"-?[0-9]{1,9}", part.strip()) for part in parts):
        return text
    return int(text) if len(parts) == 1 else tuple(map(int, parts))
