"""Lines about how the input of a command was taken."""

from __future__ import annotations

import click

from whistsolve._internal.reading import printable


def note(text: str) -> None:
    """A line about how the input was taken, for the standard error stream after the results; each once."""
    notes = click.get_current_context().meta.setdefault(__name__, {})
    notes[printable(text)] = None


def print_notes(ctx: click.Context) -> None:
    """The lines of `note`, once the command has succeeded: beside an error they would hide it."""
    for line in ctx.meta.get(__name__, {}):
        click.echo(f"note: {line}", err=True)
