"""The options ``--rules`` and ``--set``: a preset by name, and changes of single options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from whistsolve.arguments import DEFAULT_RULES
from whistsolve.cli.completion import complete_presets, complete_settings
from whistsolve.game.record import PlayedHand
from whistsolve.rules import Rules, preset_name, read_settings
from whistsolve.rules.usual import usual_rules

__all__ = ["read_rules", "rules_for", "rules_options", "settings_option"]

_Command = TypeVar("_Command", bound=Callable[..., Any])


def settings_option(command: _Command) -> _Command:
    """As ``settings``: texts ``option=value``, for `read_rules`."""
    return click.option(
        "--set",
        "settings",
        metavar="OPTION=VALUE",
        multiple=True,
        shell_complete=complete_settings,
        help="One option of the rules, such as joker_no_trump=free_discard; may be repeated.",
    )(command)


def rules_options(command: _Command) -> _Command:
    """Add ``--rules`` and ``--set`` to a verb, as ``preset`` and ``settings``."""
    return click.option(
        "--rules",
        "preset",
        metavar="PRESET",
        shell_complete=complete_presets,
        help=f"Rules by name: {', '.join(Rules.preset_names())}.  [default: bid_whist]",
    )(settings_option(command))


def read_rules(preset: str | None, settings: Sequence[str]) -> Rules | None:
    """The rules of ``--rules`` and ``--set``, ``None`` where neither is given.

    Raises
    ------
    RulesError
        Where there is no such preset, option or value, or an option is set twice.
    """
    if preset is None and not settings:
        return None
    return Rules.preset("bid_whist" if preset is None else preset_name(preset), **read_settings(settings))


def rules_for(hand: PlayedHand | None, preset: str | None, settings: Sequence[str]) -> Rules:
    """As `read_rules`; where no preset is named for a hand in PTN, with as many jokers as were dealt.

    Raises
    ------
    RulesError
        As `read_rules`.
    """
    rules = read_rules(preset, settings)
    if hand is None or preset is not None:
        return rules or DEFAULT_RULES
    return usual_rules(hand.deal, read_settings(settings))
