"""Options that several verbs have."""

from __future__ import annotations

import click

from whistsolve.arguments import DEFAULT_MEMORY_MB
from whistsolve.errors import WhistError
from whistsolve.values.reading import shown

__all__ = ["memory_option", "read_scores", "strains_option", "threads_option"]

#: As ``strains``: the columns of a table, or ``None``.
strains_option = click.option(
    "--strains",
    metavar="LIST",
    help="Strains with commas between, such as S+,NT-.  [default: S+,H+,D+,C+,NT+,S-,H-,D-,C-,NT-]",
)

#: As ``threads``: a number, or ``None``.
threads_option = click.option(
    "--threads", type=int, metavar="N", help="Threads to use.  [default: one for each processor]"
)

#: As ``memory_mb``: MiB.
memory_option = click.option(
    "--memory-mb",
    type=int,
    metavar="N",
    default=DEFAULT_MEMORY_MB,
    show_default=True,
    help="Cap on the transposition tables of all threads.",
)


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
