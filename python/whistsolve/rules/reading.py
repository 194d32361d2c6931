"""Rules as one line of text: a preset and the options that differ, ``bid_whist jokers=1 match=rubber``."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import cast, get_args, get_type_hints

from whistsolve.errors import RulesError
from whistsolve.rules.documents import OptionInUse, setting_text
from whistsolve.rules.presets import PRESETS
from whistsolve.rules.rules import Rules, preset_name
from whistsolve.rules.typed import PresetName, RuleOptions
from whistsolve.values.reading import read_instance, read_several, read_text, shown

__all__ = ["options_in_use", "read_settings", "rules_from_text", "rules_to_text"]


def rules_from_text(text: str) -> Rules:
    """The rules that a line of text names.

    Parameters
    ----------
    text : str
        Words with blanks between: a preset, by default ``bid_whist``, and after it any number of options,
        each ``option=value``. Values are ``true`` and ``false``, ``none``, whole numbers, words; where there
        are several, as of ``session_targets`` and ``removed_cards``, they have commas between.

    Raises
    ------
    RulesError
        Where the text is no text, names a preset, option or value that does not exist or an option twice, or
        as for ``Rules(...)``.

    Examples
    --------
    >>> rules_from_text("bid_whist jokers=1 joker_no_trump=free_discard").kitty_size
    5
    """
    words = read_text(text, "rules", RulesError).split()
    preset = words.pop(0) if words and "=" not in words[0] else "bid_whist"
    return Rules.preset(preset_name(preset), **read_settings(words))


def rules_to_text(rules: Rules, preset: str | None = None) -> str:
    """The text that `rules_from_text` reads as these rules.

    Parameters
    ----------
    rules : Rules
    preset : str or None
        The preset to start from; ``None`` for the one that gives the shortest text, the first of equals.

    Raises
    ------
    RulesError
        Where they are no rules, or there is no such preset.

    Examples
    --------
    >>> rules_to_text(Rules.preset("cardsharks", jokers=2, removed_cards="D2 C2"))
    'cardsharks jokers=2 removed_cards=D2,C2'
    """
    if not isinstance(rules, Rules):
        raise RulesError(f"rules {shown(rules)} are wrong: expected Rules")
    if preset is not None:
        return _text(rules, preset_name(preset))
    return _shortest(rules)


def read_settings(settings: Iterable[str]) -> RuleOptions:
    """Options and their values, each from a text ``option=value``.

    Raises
    ------
    RulesError
        Where one is not ``option=value``, or given twice. `Rules` checks names and values.
    """
    values: dict[str, object] = {}
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
    return cast(RuleOptions, values)


@functools.lru_cache(maxsize=256)
def _shortest(rules: Rules) -> str:
    return min((_text(rules, name) for name in PRESETS), key=len)


def _text(rules: Rules, preset: PresetName) -> str:
    """The rules as a preset and no more options than it takes."""
    options = _differences(rules, preset)
    for name in tuple(options):
        fewer = {other: value for other, value in options.items() if other != name}
        if _gives(rules, preset, fewer):
            options = fewer
    return " ".join([preset, *(f"{name}={setting_text(value)}" for name, value in options.items())])


def _differences(rules: Rules, preset: PresetName) -> dict[str, object]:
    """Options that make a preset these rules; some may follow from others."""
    wanted, given = rules.overrides(), PRESETS[preset]
    names = [document.name for document in Rules.options()]
    return {
        name: getattr(rules, name)
        for name in names
        if (name in wanted or name in given) and (name not in given or given[name] != getattr(rules, name))
    }


def _gives(rules: Rules, preset: PresetName, options: dict[str, object]) -> bool:
    try:
        return Rules.preset(preset, **cast(RuleOptions, options)) == rules
    except RulesError:
        return False


def _value(name: str, text: str) -> object:
    """A value from its text: true or false, none where the option allows it, whole numbers, or a word."""
    if text in ("true", "false"):
        return text == "true"
    if text == "none" and type(None) in get_args(get_type_hints(Rules).get(name)):
        return None
    numbers = [_whole_number(part) for part in text.split(",")]
    if None in numbers:
        return text
    return numbers[0] if len(numbers) == 1 else tuple(numbers)


def _whole_number(text: str) -> int | None:
    plain = text.strip().removeprefix("-")
    return int(text) if plain.isascii() and plain.isdigit() and len(plain) < 10 else None


def options_in_use(rules: Rules) -> tuple[OptionInUse, ...]:
    """Every option with the value that it has in the rules, in the order in which they are shown.

    Raises
    ------
    RulesError
        Where they are no rules.
    """
    read_instance(rules, Rules, "rules", RulesError)
    return tuple(
        OptionInUse(document, getattr(rules, document.name), rules.default_of(document.name))
        for document in rules.options()
    )
