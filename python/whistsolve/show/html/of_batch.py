"""What came of a batch."""

from __future__ import annotations

from whistsolve.batch import BatchSummary
from whistsolve.show.html.forms import form
from whistsolve.show.html.markup import block, bold, caption, facts, shorter

__all__: list[str] = []


@form.register(BatchSummary)
def _summary(summary: BatchSummary) -> str:
    lines = [("answered", f"{bold(f'{summary.rows:,}')} of {summary.items:,} rows")]
    if summary.resumed:
        lines.append(("before", f"{summary.resumed:,} rows, done by earlier runs"))
    if summary.broken:
        lines.append(("broken", f"{summary.broken:,} rows, which the side file has"))
    return block(facts(lines), caption(shorter(summary.first_broken)))
