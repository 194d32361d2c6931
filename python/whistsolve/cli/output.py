"""What verbs print: JSON lines, things shown, and progress while they work."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Mapping
from types import TracebackType

from rich.console import RenderableType
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

from whistsolve.show import console_for, show
from whistsolve.values import Card

__all__ = ["Working", "card_values", "print_json", "print_shown"]

#: Progress is shown from then on.
_PROGRESS_AFTER_SECONDS = 1.0


def print_json(values: Mapping[str, object]) -> None:
    """One JSON object on one line: ASCII, keys in the order given."""
    sys.stdout.write(json.dumps(values, ensure_ascii=True) + "\n")


def print_shown(*renderables: RenderableType) -> None:
    """Diagrams and tables, in colour on a terminal."""
    show(sys.stdout, *renderables)


def card_values(bounds: Mapping[Card, tuple[int, int]]) -> dict[str, object]:
    """What cards lead to, in JSON: their tricks, and where some are not exact the bounds of all."""
    spans = {str(card): span for card, span in bounds.items()}
    values: dict[str, object] = {
        "cards": {card: low if low == high else None for card, (low, high) in spans.items()}
    }
    if any(low < high for low, high in spans.values()):
        values["card_bounds"] = {card: list(span) for card, span in spans.items()}
    return values


class _Counted(MofNCompleteColumn):
    """How much is done and how much there is; nothing while that is not known."""

    def render(self, task: Task) -> Text:
        """``3/40``."""
        return Text() if task.total is None else super().render(task)


class _RateColumn(ProgressColumn):
    """Items a second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:,.1f}/s", style="progress.data.speed")


class Working:
    """Progress on the standard error stream, where that is a terminal and the work takes over a second.

    Call it with what is done and how much there is in all, ``None`` where that is not known.

    Parameters
    ----------
    what : str
        What is being done.
    rate : bool
        Whether items a second and the time left are shown, as of long runs.
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
            # Results go to the standard output stream itself, which may be a file.
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._task = self._progress.add_task(what, total=None)
        # A dumb terminal can take nothing back that was shown there.
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

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._end()

    def make_room(self) -> None:
        """End the display before results are printed to the same terminal: they show progress themselves."""
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
