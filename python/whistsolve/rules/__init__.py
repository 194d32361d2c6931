"""The rules of a game: one frozen dataclass of options, its presets, and what may go together."""

# Whole rooms first, as threads that load several at once need one order.
import whistsolve.values  # noqa: F401
from whistsolve.rules.documents import OptionDocument, OptionInUse, setting_text
from whistsolve.rules.markdown import rules_markdown
from whistsolve.rules.options import Game, Penalty
from whistsolve.rules.presets import PRESET_ALIASES, PRESET_DOCUMENTS, PRESETS, Preset
from whistsolve.rules.reading import options_in_use, read_settings, rules_from_text, rules_to_text
from whistsolve.rules.rules import Rules, preset_name
from whistsolve.rules.typed import PresetName, RuleOptions

__all__ = [
    "PRESETS",
    "PRESET_ALIASES",
    "PRESET_DOCUMENTS",
    "Game",
    "OptionDocument",
    "OptionInUse",
    "Penalty",
    "Preset",
    "PresetName",
    "RuleOptions",
    "Rules",
    "options_in_use",
    "preset_name",
    "read_settings",
    "rules_from_text",
    "rules_markdown",
    "rules_to_text",
    "setting_text",
]
