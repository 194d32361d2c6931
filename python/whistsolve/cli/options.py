"""Options that several commands share, their completion in shells, and readers of their values."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self, TypeVar

import click
from click.shell_completion import CompletionItem

from whistsolve._internal.arguments import DEFAULT_MEMORY_MB
from whistsolve._internal.reading import shown
from whistsolve._internal.words import read_strain_words
from whistsolve.cli.output import note
from whistsolve.errors import WhistError
from whistsolve.rules import DEFAULT_RULES, Rules, preset_name, read_settings, rules_to_text
from whistsolve.values import Deal

if TYPE_CHECKING:
    from whistsolve.game.record import PlayedHand

_Function = TypeVar("_Function", bound=Callable[..., Any])
_Decorator = Callable[[_Function], _Function]


class Command(click.Command):
    """A command whose help begins with examples, which work if their files exist."""

    examples: tuple[str, ...] = ()

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_paragraph()
        formatter.write("".join(f"  {line}\n" for each in self.examples for line in _folded(each, formatter)))
        super().format_help_text(ctx, formatter)


def _folded(example: str, formatter: click.HelpFormatter) -> Iterator[str]:
    """The lines of a command line; all except the last end in a backslash, which continues it in a shell."""
    line = ""
    for word in re.findall(r"(?:[^\s\"]|\"[^\"]*\")+", example):
        if line and len(line) + len(word) + 5 > formatter.width:
            yield f"{line} \\"
            line = f"    {word}"
        else:
            line = f"{line} {word}" if line else word
    yield line


def command(help: str, *examples: str) -> Callable[[Callable[..., None]], Command]:
    def made(function: Callable[..., None]) -> Command:
        new = click.command(cls=Command, help=help)(function)
        new.examples = examples
        return new

    return made


# Shell completion. Only it loads what it offers.

_Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def _completing(items: Callable[[str], Iterable[tuple[str, str]]]) -> _Completer:
    """A completer that offers the words, each with its help, that begin with the typed text in any case."""

    def complete(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
        begun = typed.lower()
        return [
            CompletionItem(word, help=text) for word, text in items(typed) if word.lower().startswith(begun)
        ]

    return complete


@_completing
def complete_presets(typed: str) -> Iterable[tuple[str, str]]:
    from whistsolve.rules import PRESET_DOCUMENTS, Rules

    return [(name, PRESET_DOCUMENTS[name].about) for name in Rules.preset_names()]


@_completing
def complete_seats(typed: str) -> Iterable[tuple[str, str]]:
    from whistsolve._internal.words import SEAT_WORDS
    from whistsolve.values.seats import MAX_SEATS

    if typed.isdigit():
        return [(str(seat), "") for seat in range(MAX_SEATS)]
    return [(word if len(typed) > 1 else word[0], word) for word in SEAT_WORDS]


def _strains(typed: str) -> Iterable[tuple[str, str]]:
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
    from whistsolve.players.named import PLAYERS

    return [(name, "") for name in PLAYERS]


@_completing
def complete_conventions(typed: str) -> Iterable[tuple[str, str]]:
    from whistsolve.advice import CONVENTIONS

    return [(name, str(each)) for name, each in CONVENTIONS.items()]


def complete_files(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    return [CompletionItem(typed, type="file")]


complete_strain = _completing(_strains)


# Rules.


@dataclass(frozen=True, slots=True)
class RulesOptions:
    """What ``--rules`` and ``--set`` say: the rules of a preset with the settings, or settings alone."""

    preset: Rules | None
    settings: dict[str, Any]

    @classmethod
    def of_texts(cls, preset: str | None, texts: tuple[str, ...]) -> Self:
        settings = read_settings(texts)
        return cls(None if preset is None else Rules.preset(preset_name(preset), **settings), settings)

    def read(self) -> Rules | None:
        if self.preset is None and self.settings:
            return Rules.preset("bid_whist", **self.settings)
        return self.preset

    def or_default(self) -> Rules:
        return self.read() or DEFAULT_RULES

    def for_hand(self, hand: Deal | PlayedHand | None, place: str = "") -> Rules:
        """The rules of the options or of a played hand; what contradicts or is not used is noted."""
        if hand is None or isinstance(hand, Deal):
            return self.or_default()
        # Loads the rules of play, which most commands do without.
        from whistsolve.game.record.named_rules import names_rules, rules_of_hand, unread_options
        from whistsolve.game.record.record import doubts

        for option in unread_options(hand):
            note(f"the hand names an option that is not known: {option}")
        used = self.preset or rules_of_hand(hand, self.settings)
        if names_rules(hand) and used != (named := rules_of_hand(hand)):
            note(f"the hand names the rules {rules_to_text(named)}; used are {rules_to_text(used)}")
        for doubt in doubts(hand, used):
            note(f"{place}: {doubt}" if place else doubt)
        return used


def settings(function: _Function) -> _Function:
    return click.option(
        "--set",
        "settings",
        metavar="OPTION=VALUE",
        multiple=True,
        shell_complete=complete_settings,
        help="Change an option of the rules: jokers=1. Repeatable.",
    )(function)


def rules(function: Callable[..., None]) -> Callable[..., None]:
    """The options ``--rules`` and ``--set``, passed as ``rules``: `RulesOptions`."""

    @functools.wraps(function)
    def command(*, preset: str | None, settings: tuple[str, ...], **others: Any) -> None:
        function(rules=RulesOptions.of_texts(preset, settings), **others)

    return click.option(
        "--rules",
        "preset",
        metavar="PRESET",
        shell_complete=complete_presets,
        help="A preset; see whistsolve rules.  [default: bid_whist]",
    )(settings(command))


# Other options.


def number(
    *names: str, help: str, default: int | None = None, least: int | None = None, most: int | None = None
) -> _Decorator[Any]:
    """An option for an integer, perhaps in a range; ``None`` if it is omitted and has no default."""
    kind = int if least is None else click.IntRange(least, most)
    return click.option(*names, type=kind, metavar="N", default=default, show_default=True, help=help)


def choice(name: str, values: Sequence[str], default: str | None, *, note: str = "") -> _Decorator[Any]:
    """An option for one of several words, which the help lists before the note."""
    listed = f"{', '.join(values[:-1])} or {values[-1]}"
    kind, help = click.Choice(values), f"{listed}; {note}" if note else f"{listed}."
    return click.option(name, type=kind, metavar="WORD", default=default, show_default=True, help=help)


def seat(*names: str, help: str) -> _Decorator[Any]:
    return click.option(*names, metavar="SEAT", help=help, shell_complete=complete_seats)


def file(*names: str, metavar: str = "FILE", help: str) -> _Decorator[Any]:
    return click.option(*names, metavar=metavar, help=help, shell_complete=complete_files)


def files(name: str, metavar: str = "FILE...") -> _Decorator[Any]:
    return click.argument(name, metavar=metavar, nargs=-1, required=True, shell_complete=complete_files)


def every(what: str) -> _Decorator[Any]:
    return click.option("--all", "every", is_flag=True, help=what)


def json(what: str = "Print a JSON object.") -> _Decorator[Any]:
    return click.option("--json", "as_json", is_flag=True, help=what)


def strain(help: str = "Such as S+ (spades uptown), NT- or S~ (aces bad).") -> _Decorator[Any]:
    return click.option("--strain", metavar="STRAIN", help=help, shell_complete=complete_strain)


def time_limit(
    help: str = "Search for that long at most, then give bounds.", default: float | None = None
) -> _Decorator[Any]:
    return click.option(
        "--time-limit", type=float, metavar="SECONDS", default=default, show_default=True, help=help
    )


#: The option ``--strains``: the columns of a table.
strains: _Decorator[Any] = click.option(
    "--strains",
    metavar="LIST",
    help="Strains, such as S+,NT-.  [default: all ten]",
    shell_complete=complete_strains,
)
threads = number("--threads", help="Threads.  [default: one for each processor]")
memory = number("--memory-mb", default=DEFAULT_MEMORY_MB, help="Megabytes for the search tables.")


# Values.


def usage_error(message: str) -> click.UsageError:
    return click.UsageError(message, click.get_current_context(silent=True))


def missing(*options: str) -> click.UsageError:
    """The error, worded like click's, for values given neither by their options nor by a hand in PTN."""
    names = " and ".join(f"'{option}'" for option in options)
    return usage_error(f"Missing option{'s' if len(options) > 1 else ''} {names}")


def split_strains(text: str | None) -> list[str] | None:
    """The texts of several strains, separated by commas or, if they are single words, by blanks."""
    if text is None:
        return None
    parts: list[str] = []
    for part in text.split(","):
        words = read_strain_words(part.strip().upper())
        parts += part.split() if words is None else [part]
    return parts


def read_numbers(
    text: str, what: str = "--scores", expected: str = "whole numbers, such as 5,-2"
) -> list[int]:
    parts = [part.strip() for part in text.split(",")]
    if not all(re.fullmatch("-?[0-9]{1,9}", part) for part in parts):
        raise WhistError(f"{what} {shown(text)} are wrong: expected {expected}")
    return [int(part) for part in parts]
