"""What commands print: JSON lines, blocks for people, and progress while they work."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Mapping

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from whistsolve.show import View, console_for, show
from whistsolve.values import Card

#: Progress is shown if the work takes longer than this.
_PROGRESS_AFTER_SECONDS = 1.0


def print_json(values: Mapping[str, object]) -> None:
    """One JSON object on one line: ASCII, keys in the order given."""
    sys.stdout.write(json.dumps(values, ensure_ascii=True) + "\n")


def print_shown(*views: View) -> None:
    """Blocks for people, in colour on a terminal."""
    show(sys.stdout, *views)


def print_answer(as_json: bool, values: Mapping[str, object], view: View) -> None:
    """An answer as a line of JSON, or as blocks for people."""
    if as_json:
        print_json(values)
    else:
        print_shown(view)


def card_values(bounds: Mapping[Card, tuple[int, int]]) -> dict[str, object]:
    """The tricks that cards lead to, for JSON: ``None`` for inexact ones, and then also the bounds of all."""
    spans = {str(card): span for card, span in bounds.items()}
    values: dict[str, object] = {
        "cards": {card: low if low == high else None for card, (low, high) in spans.items()}
    }
    if any(low < high for low, high in spans.values()):
        values["card_bounds"] = {card: list(span) for card, span in spans.items()}
    return values


class _Counted(MofNCompleteColumn):
    """The done and the total number of items; empty while the total is not known."""

    def render(self, task: Task) -> Text:
        """``3/40``."""
        return Text() if task.total is None else super().render(task)


class _RateColumn(ProgressColumn):
    """Items per second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:,.1f}/s", style="progress.data.speed")


class Working:
    """Progress on the standard error stream, if that is a terminal and the work takes over a second.

    Call it with the number of items done and the total number, ``None`` if that is not known.
    """

    def __init__(self, what: str, *, rate: bool = False) -> None:
        console = console_for(sys.stderr)
        self._progress = Progress(
            SpinnerColumn(),
            TextColumn(what),
            BarColumn(),
            _Counted(),
            TimeElapsedColumn(),
            *([_RateColumn(), TimeRemainingColumn(compact=True)] if rate else []),
            console=console,
            transient=True,
            # Results are written to the standard output stream directly, which may be a file.
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._task = self._progress.add_task(what, total=None)
        # A dumb terminal cannot erase the display.
        shows = console.is_terminal and not console.is_dumb_terminal
        self._timer = threading.Timer(_PROGRESS_AFTER_SECONDS, self._start) if shows else None
        self._lock = threading.Lock()
        self._over = False

    def __call__(self, done: int, total: int | None = None) -> None:
        self._progress.update(self._task, completed=done, total=total)

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
