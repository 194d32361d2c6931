"""`cancel` of advice: the report so far."""

from __future__ import annotations

import pytest

import whistsolve as ws


def test_the_report_so_far_is_kept() -> None:
    cancellation = ws.Cancellation()

    def progress(done: int, total: int) -> None:
        if done >= 12:
            cancellation.cancel()

    with pytest.raises(ws.CallCancelled, match=r"^cancelled after \d+ of 5000 layouts") as caught:
        ws.evaluate_bids(
            *("AKQJ.T9.32.9876",),
            seat="S",
            dealer="E",
            samples=5000,
            tolerance=0,
            progress=progress,
            cancel=cancellation,
        )
    report = caught.value.partial
    assert isinstance(report, ws.BidReport)
    assert report.samples >= 12
