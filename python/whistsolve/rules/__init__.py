"""The rules of a game: one frozen dataclass of options, its presets, and what may go together."""

from whistsolve.rules.options import Game, Penalty
from whistsolve.rules.presets import PRESETS
from whistsolve.rules.rules import Rules

__all__ = ["PRESETS", "Game", "Penalty", "Rules"]
