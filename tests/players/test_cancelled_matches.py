"""`cancel` of matches and deals between players: what was finished stays, and is resumed."""

from __future__ import annotations

import pytest

import whistsolve as ws
from whistsolve.game import Act, HandView
from whistsolve.players import HeuristicPlayer, RandomPlayer


@pytest.mark.parametrize("processes", [1, 2])
def test_matches_that_are_cancelled_are_resumed(processes: int) -> None:
    cancellation = ws.Cancellation()
    with pytest.raises(ws.CallCancelled, match=r"^cancelled after \d+ of 40 matches") as caught:
        ws.play_matches(
            *(HeuristicPlayer(), RandomPlayer()),
            matches=40,
            seed=3,
            processes=processes,
            progress=lambda done, wanted: cancellation.cancel(),
            cancel=cancellation,
        )
    partial = caught.value.partial
    assert isinstance(partial, ws.MatchesResult) and 0 < partial.matches < 40
    few = ws.play_matches(HeuristicPlayer(), RandomPlayer(), matches=4, seed=3, resume=partial)
    assert few == ws.play_matches(HeuristicPlayer(), RandomPlayer(), matches=4, seed=3)


def test_deals_that_are_cancelled_by_a_player() -> None:
    """In the midst of a hand, which no search interrupts."""

    class Cancels(RandomPlayer):
        acts = 0

        def act(self, view: HandView) -> Act:
            self.acts += 1
            if self.acts == 60:
                cancellation.cancel()
            return super().act(view)

    cancellation, player = ws.Cancellation(), Cancels()
    with pytest.raises(ws.CallCancelled) as caught:
        ws.play_deals(player, RandomPlayer(), deals=1000, seed=1, cancel=cancellation)
    assert player.acts == 60
    assert isinstance(caught.value.partial, ws.DealsResult)
