"""The rules of a game: one frozen dataclass of options, its presets, and which options can be combined."""

from whistsolve.rules.conditions import Condition
from whistsolve.rules.documents import rules_markdown
from whistsolve.rules.option import Game, Option, Penalty, setting_text
from whistsolve.rules.presets import PRESET_ALIASES, PRESET_DOCUMENTS, PRESETS, Preset, PresetName
from whistsolve.rules.reading import (
    OptionInUse,
    options_in_use,
    rules_from_text,
    rules_to_text,
    short_deck,
    usual_rules,
)
from whistsolve.rules.rules import DEFAULT_RULES, Rules, RulesLike, preset_name
from whistsolve.rules.settings import read_settings

__all__ = [
    "DEFAULT_RULES", "PRESETS", "PRESET_ALIASES", "PRESET_DOCUMENTS", "Condition", "Game", "Option",
    "OptionInUse", "Penalty", "Preset", "PresetName", "Rules", "RulesLike", "options_in_use",
    "preset_name", "read_settings", "rules_from_text", "rules_markdown", "rules_to_text", "setting_text",
    "short_deck", "usual_rules",
]  # fmt: skip
