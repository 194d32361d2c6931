"""`cancel` of advice: the report so far."""

from typing import Any

import numpy as np
import pytest
from tests.support.hands_played import to_play

import whistsolve as ws
from whistsolve.advice import BidReport, card_tricks
from whistsolve.errors import Interrupted
from whistsolve.game import HandState, Play
from whistsolve.rules import Rules


def test_the_report_so_far_is_kept() -> None:
    cancellation = ws.Cancellation()

    def progress(done: int, total: int) -> None:
        if done >= 12:
            cancellation.cancel()

    with pytest.raises(ws.Stopped, match=r"^cancelled after \d+ of 5000 layouts") as caught:
        ws.evaluate_bids(
            "AKQJ.T9.32.9876",
            seat="S",
            dealer="E",
            samples=5000,
            tolerance=0,
            progress=progress,
            cancel=cancellation,
        )
    report = caught.value.partial
    assert isinstance(report, BidReport)
    assert report.samples >= 12


@pytest.mark.parametrize("done", ["none", "some", "all"])
def test_an_interrupt_of_a_solve_keeps_what_was_solved(done: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All layouts, where it came after the last of them was solved."""
    state = HandState.random(3, Rules.preset("bid_whist_seed"), dealer=0)
    to_play(state, "S+", 0)
    for _ in range(36):
        state.push(next(act for act in state.legal_acts() if isinstance(act, Play)))
    assert state.to_act is not None and len(state.legal_cards) > 1
    view = state.view(state.to_act)
    options: dict[str, Any] = {"samples": 2000, "seed": 3}
    solve, positions = card_tricks.solve_card_rows, 0

    def interrupted(rows: Any, *args: Any, **kwargs: Any) -> Any:
        nonlocal positions
        positions = len(rows)
        cards, tricks = solve(rows, *args, **kwargs)
        most = {"none": 0, "some": 1, "all": positions}[done]
        open_rows = np.broadcast_to((np.arange(positions) >= most)[:, np.newaxis], tricks.shape)
        raise Interrupted("interrupted", (cards, np.ma.MaskedArray(tricks, mask=open_rows)))

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt) as caught:
        patch.setattr(card_tricks, "solve_card_rows", interrupted)
        ws.evaluate_cards(view, **options)
    assert isinstance(caught.value, Interrupted)
    partial = caught.value.partial
    if done == "none":
        assert partial is None
        return
    assert 1 < positions < 2000
    if done == "some":
        assert 1 <= partial.samples < 2000
    else:
        assert partial.samples >= positions
        assert partial == ws.evaluate_cards(view, **{**options, "samples": partial.samples})
