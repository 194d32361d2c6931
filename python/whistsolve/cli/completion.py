"""What shells complete: presets, players, seats, strains, files, options of the rules and their values."""

from __future__ import annotations

from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem

__all__ = [
    "complete_conventions",
    "complete_files",
    "complete_players",
    "complete_presets",
    "complete_seats",
    "complete_settings",
    "complete_strain",
    "complete_strains",
]

# Rooms are loaded only where something is completed.


def _beginning(incomplete: str, items: Iterable[tuple[str, str]]) -> list[CompletionItem]:
    """The words, each with its help, that begin as what was typed does, in any case."""
    typed = incomplete.lower()
    return [CompletionItem(word, help=text) for word, text in items if word.lower().startswith(typed)]


def complete_presets(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Names of presets, and what game each is."""
    from whistsolve.rules import PRESET_DOCUMENTS, Rules

    return _beginning(typed, [(name, PRESET_DOCUMENTS[name].about) for name in Rules.preset_names()])


def complete_seats(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """``N E S W``; with a number typed, numbers."""
    from whistsolve.values.seats import MAX_SEATS
    from whistsolve.values.words import SEAT_WORDS

    if typed.isdigit():
        return _beginning(typed, [(str(seat), "") for seat in range(MAX_SEATS)])
    return _beginning(typed, [(word if len(typed) > 1 else word[0], word) for word in SEAT_WORDS])


def complete_strain(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """``S+`` to ``NT~``."""
    return _beginning(typed, _strains())


def complete_strains(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The last one of several strains with commas between."""
    before, comma, last = typed.rpartition(",")
    named = before.upper().split(",")
    left = [(word, text) for word, text in _strains() if word not in named]
    return [
        CompletionItem(before + comma + str(item.value), help=item.help) for item in _beginning(last, left)
    ]


def _strains() -> list[tuple[str, str]]:
    from whistsolve.show.conclusions import strain_words
    from whistsolve.values.strains import RANKINGS, TRUMPS, Strain

    strains = [Strain(trump, ranking) for ranking in RANKINGS for trump in TRUMPS]
    return [(str(strain), strain_words(strain)) for strain in strains]


def complete_settings(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """``option=``, and after that the values which the option names."""
    from whistsolve.rules import Rules, setting_text

    name, equals, _ = typed.partition("=")
    if not equals:
        return _beginning(typed, [(f"{each.name}=", each.meaning) for each in Rules.options()])
    values = [
        (f"{name}={setting_text(value)}", meaning)
        for each in Rules.options()
        if each.name == name
        for value, meaning in each.values
    ]
    return _beginning(typed, values)


def complete_players(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Names of the players that the package has."""
    from whistsolve.players.named import PLAYERS

    return _beginning(typed, [(name, "") for name in PLAYERS])


def complete_conventions(
    context: click.Context, parameter: click.Parameter, typed: str
) -> list[CompletionItem]:
    """Names of conventions of bidding."""
    from whistsolve.bidding import CONVENTIONS

    return _beginning(typed, [(name, str(each)) for name, each in CONVENTIONS.items()])


def complete_files(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Whatever files there are: the shell's own completion."""
    return [CompletionItem(typed, type="file")]
