"""The display of progress on the standard error stream."""

from __future__ import annotations

import sys

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

from whistsolve.show import console_for


def display(what: str, *, rate: bool) -> Progress:
    """A display that disappears at its end, with the items per second and the time left if ``rate``."""
    return Progress(
        SpinnerColumn(),
        TextColumn(what),
        BarColumn(),
        _Counted(),
        TimeElapsedColumn(),
        *([_RateColumn(), TimeRemainingColumn(compact=True)] if rate else []),
        console=console_for(sys.stderr),
        transient=True,
        # Results are written to the standard output stream directly, which may be a file.
        redirect_stdout=False,
        redirect_stderr=False,
    )


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
