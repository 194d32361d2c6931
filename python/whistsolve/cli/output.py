"""What commands print: JSON lines, blocks for people, notes, and progress while they work."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from whistsolve._internal.reading import printable
from whistsolve.errors import Interrupted, Stopped

if TYPE_CHECKING:
    from whistsolve.advice import AdviceReport
    from whistsolve.show import View
    from whistsolve.values import Card

#: Progress is shown if the work takes longer than this.
_PROGRESS_AFTER_SECONDS = 1.0


def print_json(values: Mapping[str, object]) -> None:
    """One JSON object on one line: ASCII, keys in the order given."""
    sys.stdout.write(json.dumps(values, ensure_ascii=True) + "\n")


def print_shown(*views: View) -> None:
    from whistsolve.show import show

    show(sys.stdout, *views)


def print_answer(as_json: bool, values: Mapping[str, object], view: View) -> None:
    if as_json:
        print_json(values)
    else:
        print_shown(view)


def print_found(as_json: bool, what: str, ask: Callable[..., Any], view: Callable[[Any], View]) -> Any:
    """Print the result of ``ask(progress=...)`` and return it; if that ends early, print what is known."""
    with Working(what) as working:
        try:
            found = ask(progress=working)
        except (Interrupted, Stopped) as early:
            working.make_room()
            if early.partial is not None:
                print_answer(as_json, early.partial.as_dict(), view(early.partial))
            raise
        working.make_room()
    print_answer(as_json, found.as_dict(), view(found))
    return found


def print_report(as_json: bool, ask: Callable[..., AdviceReport[Any]], *, every: bool) -> None:
    from whistsolve.show.advice import advice_report

    print_found(as_json, "sampling layouts", ask, partial(advice_report, every=every))


def note(text: str) -> None:
    """A line about how the input was taken, for the standard error stream after the results; each once."""
    notes = click.get_current_context().meta.setdefault("notes", {})
    notes[printable(text)] = None


def print_notes(ctx: click.Context) -> None:
    """The lines of `note`, once the command has succeeded: beside an error they would hide it."""
    for line in ctx.meta.get("notes", {}):
        click.echo(f"note: {line}", err=True)


def card_values(bounds: Mapping[Card, tuple[int, int]]) -> dict[str, object]:
    """The tricks that cards lead to, for JSON: ``None`` for inexact ones, and then also the bounds of all."""
    spans = {str(card): span for card, span in bounds.items()}
    values: dict[str, object] = {
        "cards": {card: low if low == high else None for card, (low, high) in spans.items()}
    }
    if any(low < high for low, high in spans.values()):
        values["card_bounds"] = {card: list(span) for card, span in spans.items()}
    return values


class Working:
    """Progress on the standard error stream, if that is a terminal and the work takes over a second."""

    def __init__(self, what: str, *, rate: bool = False) -> None:
        from rich import progress

        from whistsolve.show import console_for

        console = console_for(sys.stderr)
        speed = (progress.TextColumn("{task.fields[rate]}"), progress.TimeRemainingColumn(compact=True))
        self._progress = progress.Progress(
            progress.SpinnerColumn(),
            progress.TextColumn(what),
            progress.BarColumn(),
            progress.MofNCompleteColumn(),
            progress.TimeElapsedColumn(),
            *(speed if rate else ()),
            console=console,
            transient=True,
            # Results are written to the standard output stream directly, which may be a file.
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._task = self._progress.add_task(what, total=None, rate="")
        # A dumb terminal cannot erase the display.
        shows = console.is_terminal and not console.is_dumb_terminal
        self._timer = threading.Timer(_PROGRESS_AFTER_SECONDS, self._start) if shows else None
        self._lock = threading.Lock()
        self._over = False

    def __call__(self, done: int, total: int | None = None) -> None:
        speed = self._progress.tasks[0].speed
        rate = "" if speed is None else f"{speed:,.1f}/s"
        self._progress.update(self._task, completed=done, total=total, rate=rate)

    def __enter__(self) -> Working:
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._end()

    def make_room(self) -> None:
        """End the display before printing to the same terminal: the results show progress themselves."""
        if sys.stdout.isatty():
            self._end()

    def _end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        with self._lock:
            self._over = True
            if self._progress.live.is_started:  # stopping one that never began would print a line
                self._progress.stop()

    def _start(self) -> None:
        # The work may end while the timer fires.
        with self._lock:
            if not self._over:
                self._progress.start()
