"""Where things are shown: colour and symbols on a terminal, plain text everywhere else."""

from __future__ import annotations

import io
from typing import IO

from rich.console import Console, RenderableType

__all__ = ["console_for", "show", "to_text"]

#: Wide enough that nothing is wrapped or cut where there is no screen.
_UNBOUNDED = 1000


def to_text(*renderables: RenderableType, width: int | None = None, ascii_only: bool = False) -> str:
    """What is shown, as plain text: no colour, no blanks at line ends, each line ended.

    Parameters
    ----------
    *renderables
        Diagrams and tables of this package, or anything that rich renders.
    width : int or None
        Columns to fit into; ``None`` wraps nothing.
    ascii_only : bool
        Letters and ``+ - ~`` instead of symbols and arrows.
    """
    stream = _Text("ascii" if ascii_only else "utf-8")
    console = console_for(stream, width=width or _UNBOUNDED)
    for renderable in renderables:
        console.print(renderable)
    return "".join(line.rstrip() + "\n" for line in stream.getvalue().splitlines())


def show(stream: IO[str], *renderables: RenderableType) -> None:
    """Show something on a stream, in colour if it is a terminal."""
    console = console_for(stream)
    if console.is_terminal:
        for renderable in renderables:
            console.print(renderable)
    else:
        stream.write(to_text(*renderables, ascii_only=console.options.ascii_only))


def console_for(stream: IO[str], width: int | None = None) -> Console:
    """A console on a stream; what is printed there is text, never markup."""
    return Console(file=stream, width=width, markup=False, emoji=False, highlight=False)


class _Text(io.StringIO):
    """Text in memory that names an encoding, by which symbols or letters are chosen."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._encoding = encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding
