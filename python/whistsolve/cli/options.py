"""Options that several verbs have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from whistsolve.arguments import DEFAULT_MEMORY_MB
from whistsolve.errors import WhistError
from whistsolve.values.reading import shown
from whistsolve.values.words import read_strain_words

__all__ = [
    "memory_option",
    "missing_option",
    "read_scores",
    "split_strains",
    "strains_option",
    "threads_option",
]

_Command = TypeVar("_Command", bound=Callable[..., Any])


def strains_option(command: _Command) -> _Command:
    """As ``strains``: the columns of a table, or ``None``."""
    return click.option(
        "--strains",
        metavar="LIST",
        help="Strains with commas between, such as S+,NT-.  [default: S+,H+,D+,C+,NT+,S-,H-,D-,C-,NT-]",
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
