"""`cancel` of deals with conditions: draws, counts and averages."""

from typing import Any

import numpy as np
import pytest

import whistsolve as ws

TEXT = "hcp(N) + hcp(S) > 24 or spades(E) > 6"


def test_deals_that_were_drawn_are_kept() -> None:
    cancellation = ws.Cancellation()
    asked: dict[str, Any] = {"seed": 5, "where": TEXT}
    with pytest.raises(ws.Stopped, match=r"^cancelled: \d+ of 100000 deals") as caught:
        ws.deals_where(100_000, progress=lambda *_: cancellation.cancel(), cancel=cancellation, **asked)
    drawn = caught.value.partial
    assert 0 < len(drawn) < 100_000
    assert np.array_equal(drawn, ws.deals_where(len(drawn), **asked))
