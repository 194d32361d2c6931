"""Shell completion of presets, players, seats, strains, files, options of the rules and their values."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem

_Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def _completing(items: Callable[[str], Iterable[tuple[str, str]]]) -> _Completer:
    """A completer that offers the words (each with its help) that begin with the typed text, in any case.

    The functions import packages themselves, so that only completion loads them.
    """

    def complete(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
        begun = typed.lower()
        return [
            CompletionItem(word, help=text) for word, text in items(typed) if word.lower().startswith(begun)
        ]

    return complete


@_completing
def complete_presets(typed: str) -> Iterable[tuple[str, str]]:
    """Names of presets, with the game of each."""
    from whistsolve.rules import PRESET_DOCUMENTS, Rules

    return [(name, PRESET_DOCUMENTS[name].about) for name in Rules.preset_names()]


@_completing
def complete_seats(typed: str) -> Iterable[tuple[str, str]]:
    """``N E S W``, or numbers if a digit is typed."""
    from whistsolve._internal.words import SEAT_WORDS
    from whistsolve.values.seats import MAX_SEATS

    if typed.isdigit():
        return [(str(seat), "") for seat in range(MAX_SEATS)]
    return [(word if len(typed) > 1 else word[0], word) for word in SEAT_WORDS]


def _strains(typed: str) -> Iterable[tuple[str, str]]:
    """All strains, ``S+`` to ``NT~``, each in words."""
    from whistsolve.show.advice import strain_words
    from whistsolve.values.strains import RANKINGS, TRUMPS, Strain

    strains = [Strain(trump, ranking) for ranking in RANKINGS for trump in TRUMPS]
    return [(str(strain), strain_words(strain)) for strain in strains]


@_completing
def complete_strains(typed: str) -> Iterable[tuple[str, str]]:
    """The last one of several strains separated by commas."""
    before, comma, _ = typed.rpartition(",")
    named = before.upper().split(",")
    return [(before + comma + word, text) for word, text in _strains(typed) if word not in named]


@_completing
def complete_settings(typed: str) -> Iterable[tuple[str, str]]:
    """``option=`` and, once that is typed, the values in the option's documentation."""
    from whistsolve.rules import Rules, setting_text

    name, equals, _ = typed.partition("=")
    if not equals:
        return [(f"{each.name}=", each.meaning) for each in Rules.options()]
    found = [value for each in Rules.options() if each.name == name for value in each.values]
    return [(f"{name}={setting_text(value)}", meaning) for value, meaning in found]


@_completing
def complete_players(typed: str) -> Iterable[tuple[str, str]]:
    """Names of the package's players."""
    from whistsolve.players.named import PLAYERS

    return [(name, "") for name in PLAYERS]


@_completing
def complete_conventions(typed: str) -> Iterable[tuple[str, str]]:
    """Names of bidding conventions."""
    from whistsolve.advice import CONVENTIONS

    return [(name, str(each)) for name, each in CONVENTIONS.items()]


def complete_files(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Files, by the shell's own completion."""
    return [CompletionItem(typed, type="file")]


complete_strain = _completing(_strains)
