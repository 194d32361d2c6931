"""Presets and options of rules with all that explains them, in every language of the board."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

from whistsolve.errors import WhistError
from whistsolve.rules import (
    PRESET_DOCUMENTS,
    OptionDocument,
    OptionInUse,
    Rules,
    options_in_use,
    preset_name,
    rules_to_text,
    setting_text,
)
from whistsolve.values.reading import shown

__all__ = ["LANGUAGES", "OptionTexts", "RuleTexts", "rule_document", "rule_texts"]

#: The languages that rules are explained in: English, which the room `rules` has itself, and translations.
LANGUAGES: Final = ("en", "es", "it", "sv")


@dataclass(frozen=True, slots=True)
class OptionTexts:
    """What explains one option.

    Attributes
    ----------
    meaning : str
    values : mapping from str to str
        The meaning of every value that is named, by its text as options are set: ``true``, ``bidder``.
    follows : str
        What the default depends on beyond the game; empty for most.
    """

    meaning: str
    values: Mapping[str, str]
    follows: str


@dataclass(frozen=True, slots=True)
class RuleTexts:
    """All that explains rules, in one language.

    Attributes
    ----------
    presets : mapping from str to str
        What game each preset is, by its name.
    groups : mapping from str to str
        Titles of the groups of options, by the English title.
    options : mapping from str to OptionTexts
    """

    presets: Mapping[str, str]
    groups: Mapping[str, str]
    options: Mapping[str, OptionTexts]


def rule_texts(language: str) -> RuleTexts:
    """The texts in a language.

    Parameters
    ----------
    language : str
        One of `LANGUAGES`.

    Raises
    ------
    WhistError
        Where there is no such language.
    """
    if not isinstance(language, str) or language not in LANGUAGES:
        raise WhistError(f"language {shown(language)} is wrong: expected one of {', '.join(LANGUAGES)}")
    return _texts(language)


def rule_document(rules: Rules, language: str, preset: str | None = None) -> dict[str, object]:
    """Rules for JSON: every preset, and every option with its value, explained.

    Parameters
    ----------
    rules : Rules
    language : str
        One of `LANGUAGES`.
    preset : str or None
        The preset that the rules are said to start from; ``None`` for the one that says them shortest.

    Returns
    -------
    dict
        ``rules``, the text that `rules_from_text` reads; ``preset``, its first word; ``presets``, a list of
        ``name`` and ``text``; and ``groups``, a list of ``title`` and ``options``. Each option has ``name``,
        ``meaning``, ``value``, ``default`` and ``differs``; ``values``, a list of ``value`` and ``meaning``;
        ``range``, the lowest and highest whole number allowed as well, or ``None``; ``form``: ``single``,
        ``pair``, ``penalty`` or ``cards``; ``named``, those of ``values`` that the value is, several in a
        choice of penalties, none for a number of the range; and ``follows``. Values are texts as
        `read_settings` reads them; one that ends in ``:n`` stands for any number from 1 to 99.

    Raises
    ------
    WhistError
        Where there is no such language.
    RulesError
        Where there is no such preset.
    """
    texts = rule_texts(language)
    text = rules_to_text(rules, preset)
    groups: dict[str, list[dict[str, object]]] = {}
    for option in options_in_use(rules):
        explained = _option(option, texts.options[option.document.name])
        groups.setdefault(option.document.group, []).append(explained)
    return {
        "rules": text,
        "preset": preset_name(text.split()[0]),
        "presets": [{"name": name, "text": texts.presets[name]} for name in PRESET_DOCUMENTS],
        "groups": [{"title": texts.groups[title], "options": options} for title, options in groups.items()],
    }


def _option(option: OptionInUse, texts: OptionTexts) -> dict[str, object]:
    document = option.document
    return {
        "name": document.name,
        "meaning": texts.meaning,
        "value": setting_text(option.value),
        "default": setting_text(option.default),
        "differs": option.differs,
        "values": [{"value": value, "meaning": meaning} for value, meaning in texts.values.items()],
        "range": None if document.span is None else list(document.span),
        "form": _form(document),
        "named": [text for text in map(setting_text, option.named) if text in texts.values],
        "follows": texts.follows,
    }


def _form(document: OptionDocument) -> str:
    """How a value is put together."""
    if document.is_pair:
        return "pair"
    if document.name == "removed_cards":
        return "cards"
    return "penalty" if any(str(value).endswith(":n") for value, _ in document.values) else "single"


@functools.cache
def _texts(language: str) -> RuleTexts:
    return _english() if language == "en" else _translation(language)


def _english() -> RuleTexts:
    """The texts that the room `rules` has."""
    options = Rules.options()
    return RuleTexts(
        MappingProxyType({name: preset.about for name, preset in PRESET_DOCUMENTS.items()}),
        MappingProxyType({option.group: option.group for option in options}),
        MappingProxyType({option.name: _english_option(option) for option in options}),
    )


def _english_option(option: OptionDocument) -> OptionTexts:
    values = {setting_text(value): meaning for value, meaning in option.values}
    return OptionTexts(option.meaning, MappingProxyType(values), option.follows)


def _translation(language: str) -> RuleTexts:
    """The texts of a file of translations, its values in the order that English has."""
    text = (files("whistsolve.board") / "texts" / f"rules.{language}.json").read_text("utf-8")
    said = json.loads(text)
    english = _english()
    return RuleTexts(
        MappingProxyType({name: said["presets"][name] for name in english.presets}),
        MappingProxyType({title: said["groups"][title] for title in english.groups}),
        MappingProxyType(
            {name: _translated(said["options"][name], option) for name, option in english.options.items()}
        ),
    )


def _translated(said: Mapping[str, Any], english: OptionTexts) -> OptionTexts:
    values = {value: said["values"][value] for value in english.values}
    return OptionTexts(said["meaning"], MappingProxyType(values), said["follows"] if english.follows else "")
