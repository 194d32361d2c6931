"""Options that several verbs have."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import click

from whistsolve.arguments import DEFAULT_MEMORY_MB
from whistsolve.cli.completion import complete_files, complete_seats, complete_strain, complete_strains
from whistsolve.errors import WhistError
from whistsolve.values.reading import shown
from whistsolve.values.words import read_strain_words

__all__ = [
    "Verb",
    "file_option",
    "memory_option",
    "missing_option",
    "read_scores",
    "seat_option",
    "split_strains",
    "strain_option",
    "strains_option",
    "threads_option",
]

_Command = TypeVar("_Command", bound=Callable[..., Any])


class Verb(click.Command):
    """A command whose help begins with examples.

    Parameters
    ----------
    *args, **kwargs
        As for `click.Command`.
    examples : sequence of str
        Command lines that work where the files that they name exist.
    """

    def __init__(self, *args: Any, examples: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.examples: tuple[str, ...] = tuple(examples)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The examples, then what the verb does."""
        formatter.write_paragraph()
        formatter.write("".join(f"  {line}\n" for each in self.examples for line in _folded(each, formatter)))
        super().format_help_text(ctx, formatter)


def _folded(example: str, formatter: click.HelpFormatter) -> Iterator[str]:
    """The lines of a command, each but the last with the backslash that has a shell go on."""
    line = ""
    for word in re.findall(r"(?:[^\s\"]|\"[^\"]*\")+", example):
        if line and len(line) + len(word) + 5 > formatter.width:
            yield f"{line} \\"
            line = f"    {word}"
        else:
            line = f"{line} {word}" if line else word
    yield line


def seat_option(*names: str, help: str) -> Callable[[_Command], _Command]:
    """An option that names a seat: a letter, a word or a number."""
    return click.option(*names, metavar="SEAT", help=help, shell_complete=complete_seats)


def file_option(*names: str, metavar: str, help: str) -> Callable[[_Command], _Command]:
    """An option that names a file."""
    return click.option(*names, metavar=metavar, help=help, shell_complete=complete_files)


def strain_option(command: _Command) -> _Command:
    """As ``strain``: text, or ``None``."""
    return click.option(
        "--strain",
        metavar="STRAIN",
        help="Such as S+ (spades uptown), NT- or S~ (aces bad).",
        shell_complete=complete_strain,
    )(command)


def strains_option(command: _Command) -> _Command:
    """As ``strains``: the columns of a table, or ``None``."""
    return click.option(
        "--strains",
        metavar="LIST",
        help="Strains with commas between, such as S+,NT-.  [default: S+,H+,D+,C+,NT+,S-,H-,D-,C-,NT-]",
        shell_complete=complete_strains,
    )(command)


def threads_option(command: _Command) -> _Command:
    """As ``threads``: a number, or ``None``."""
    return click.option(
        "--threads", type=int, metavar="N", help="Threads to use.  [default: one for each processor]"
    )(command)


def memory_option(command: _Command) -> _Command:
    """As ``memory_mb``: MiB."""
    return click.option(
        "--memory-mb",
        type=int,
        metavar="N",
        default=DEFAULT_MEMORY_MB,
        show_default=True,
        help="Cap on the transposition tables of all threads.",
    )(command)


def missing_option(option: str) -> click.UsageError:
    """The error that an option is needed which no hand in PTN makes up for, in click's words."""
    return click.UsageError(f"Missing option '{option}'", click.get_current_context(silent=True))


def split_strains(text: str) -> list[str]:
    """The texts of several strains: with commas between, which those of one word may do without."""
    parts: list[str] = []
    for part in text.split(","):
        words = read_strain_words(part.strip().upper())
        parts += part.split() if words is None else [part]
    return parts


def read_scores(text: str) -> tuple[int, ...]:
    """Scores with commas between.

    Raises
    ------
    WhistError
        Where one is no whole number.
    """
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise WhistError(f"--scores {shown(text)} are wrong: expected whole numbers, such as 5,-2") from None
