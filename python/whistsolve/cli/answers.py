"""The loop that verbs share: an answer to each deal of a source, printed as JSON or for people."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rich.console import RenderableType
from rich.text import Text

from whistsolve.arguments import Progress
from whistsolve.cli.output import Working, print_json, print_shown
from whistsolve.cli.sources import Source, read_source

__all__ = ["Answer", "print_answers"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a verb prints about one deal.

    Attributes
    ----------
    values : mapping from str to object
        For JSON, in a fixed order.
    parts : sequence of renderables
        For people.
    heading : str
        Above the parts where there are several deals; empty for none.
    """

    values: Mapping[str, object]
    parts: Sequence[RenderableType]
    heading: str = ""


def print_answers(
    deal: str | None,
    path: str | None,
    answer: Callable[[Source, Progress | None], Answer],
    *,
    what: str,
    as_json: bool,
    end_with_blank: bool = False,
) -> None:
    """Read the deals, and answer and print one after another, with progress while they are worked on.

    Parameters
    ----------
    deal, path : str or None
        As for `read_source`.
    answer : callable
        Of a deal, and of the progress to be told while it is worked on, which is that of the deals where they
        are several. The message of an error that it raises gets the location of the deal before it.
    what : str
        What is done, for the display of progress.
    as_json : bool
        A JSON object on a line for each deal, in place of what people read.
    end_with_blank : bool
        Whether a blank line follows the last of several answers as it does the others.
    """
    sources = read_source(deal, path)
    several = len(sources) > 1
    with Working(what) as working:
        for number, source in enumerate(sources):
            if several:
                working(number, len(sources))
            with source.at_fault():
                found = answer(source, None if several else working)
            working.make_room()
            if as_json:
                print_json(found.values)
                continue
            heading = [Text(found.heading, style="bold")] if found.heading and several else []
            is_last = number == len(sources) - 1
            blank = [] if is_last and not (several and end_with_blank) else [Text()]
            print_shown(*heading, *found.parts, *blank)
