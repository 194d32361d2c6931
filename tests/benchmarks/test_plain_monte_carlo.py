"""Players to measure ours by: bids that the majority of layouts makes, cards over uniform layouts."""

import numpy as np
import pytest
from benchmarks.strength.plain_monte_carlo import PlainCards, PlainMonteCarlo
from tests.support.hands_played import to_play

from whistsolve.game import PASS, Auction, Bid, HandState
from whistsolve.inference import LayoutPosterior
from whistsolve.rules import Rules
from whistsolve.values import Hand, Strain

RULES = Rules.preset("bid_whist_seed")
NOTHING = (0, 0, 0, 0)
#: Eleven spades from the top and the jokers, but one: with the kitty every trick in spades.
SURE = Hand("AKQJT98765....BL")


def test_the_majority_of_layouts_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    bot, start = PlainMonteCarlo(), Auction.start(RULES, 3)
    made = {Strain.of("S+"): np.array([13] * 7 + [11] * 9), Strain.of("NT-"): np.array([12] * 9 + [0] * 7)}
    monkeypatch.setattr(bot, "_books", lambda *_: made)
    # Twelve books in nine of 16 layouts without trumps; uptown more than eleven in seven only.
    assert bot.call(SURE, 0, start, NOTHING) == Bid(6, "NT", None)
    made.popitem()
    assert bot.call(SURE, 0, start, NOTHING).level == 5  # type: ignore[union-attr]
    assert bot.call(SURE, 1, start.after("4+"), NOTHING).level == 5  # type: ignore[union-attr]
    assert bot.call(SURE, 1, start.after("5+"), NOTHING) == PASS
    assert bot.call(SURE, 2, start.after("3+").after("pass"), NOTHING) == PASS  # it is its partner's


def test_a_card_is_the_best_over_uniform_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    state = to_play(HandState.random(3, RULES, dealer=0), "S+", 1)
    view, drawn = state.view(state.to_act), []
    draw = LayoutPosterior.draw
    monkeypatch.setattr(LayoutPosterior, "draw", lambda *args: drawn.append(draw(*args)) or drawn[-1])
    assert PlainCards().play(view) == PlainCards().play(view)
    layouts = np.concatenate([each.layouts for each in drawn])
    assert len(layouts) == 48 and len(np.unique(layouts, axis=0)) == 24  # none drawn twice
    assert {each.effective_sample_size for each in drawn} == {16.0, 8.0}
