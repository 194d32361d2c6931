"""`cancel` of deals with conditions: draws, counts and averages."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import whistsolve as ws

TEXT = "hcp(N) + hcp(S) > 24 or spades(E) > 6"


def test_deals_that_were_drawn_are_kept() -> None:
    cancellation = ws.Cancellation()
    asked: dict[str, Any] = {"seed": 5, "where": TEXT}
    with pytest.raises(ws.CallCancelled, match=r"^cancelled: \d+ of 100000 deals") as caught:
        ws.deals_where(100_000, progress=lambda *_: cancellation.cancel(), cancel=cancellation, **asked)
    drawn = caught.value.partial
    assert 0 < len(drawn) < 100_000
    assert np.array_equal(drawn, ws.deals_where(len(drawn), **asked))


def test_counts_and_averages_end_in_the_midst() -> None:
    deals = ws.deals_where(40_000, TEXT, seed=1)
    for call in (
        lambda **more: ws.count_deals(TEXT, samples=10_000_000, **more),
        lambda **more: ws.deal_average("hcp(N)", np.repeat(deals, 50, axis=0), **more),
        lambda **more: ws.deal_frequency("hcp(N)", np.repeat(deals, 50, axis=0), **more),
    ):
        cancellation, told = ws.Cancellation(), []

        def progress(done: int, total: int | None, told: Any = told, ends: Any = cancellation) -> None:
            told.append(done)
            ends.cancel()

        with pytest.raises(ws.CallCancelled, match=r"^cancelled$"):
            call(progress=progress, cancel=cancellation)
        assert len(told) == 1
