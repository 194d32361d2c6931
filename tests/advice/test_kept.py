"""What is computed once for all questions: rollouts after several calls at once, match equity of a model."""

import threading

import numpy as np
import pytest

import whistsolve as ws
from whistsolve.advice import CallModel
from whistsolve.advice.calls.rollout import TURNS, sample_ends
from whistsolve.advice.calls.self_play import default_equity, default_model, quick_equity, self_play_equity
from whistsolve.advice.request import BidRequest, Situation
from whistsolve.dealing import random_deals
from whistsolve.game.auction.auction import Auction

BID_WHIST = ws.Rules.preset("bid_whist")
CUTTHROAT = ws.Rules.preset("cutthroat_4")


@pytest.mark.parametrize(
    ("rules", "conventions"), [(BID_WHIST, ()), (BID_WHIST, ("four_shows_joker",)), (CUTTHROAT, ())], ids=str
)
def test_rollouts_after_all_calls_at_once_are_those_after_each(rules, conventions):
    model = CallModel(rules, conventions=conventions)
    deals = random_deals(40, 5, rules)
    values = [model.bid_values(deals[:, seat]) for seat in range(rules.players)]
    uniforms = np.random.default_rng(1).random((40, TURNS))
    auction = Auction.start(rules, 3).after("3" if rules is CUTTHROAT else "3+")
    following = [auction.after(call) for call in auction.legal_calls]
    together = sample_ends(following, model, values, uniforms)
    several = set()
    for each, found in zip(following, together, strict=True):
        [alone] = sample_ends([each], model, values, uniforms)
        both = [{end: rows.tolist() for end, rows in ends.items()} for ends in (found, alone)]
        assert both[0] == both[1] and sum(map(len, found.values())) == 40
        several |= set(found)
    assert len(several) > len(following)


def test_match_equity_is_kept_for_each_model():
    rules, model = BID_WHIST, CallModel(BID_WHIST, trust=0.25)
    assert self_play_equity(model, rules) is self_play_equity(model, rules)
    asked = [
        BidRequest.read(Situation.read("AKQJ.T9.32.9876", rules, "S", "W", "pass 3+", scores), model=model)
        for scores in ((0, 0), (0, 0), (1, 0))
    ]
    assert asked[0].payoffs is asked[1].payoffs is not asked[2].payoffs
    assert default_equity(rules) is self_play_equity(default_model(rules), rules)


def test_cutthroat_needs_no_coarser_equity_for_players():
    """What a new state costs is little where first passages decide."""
    equity = quick_equity(CUTTHROAT)
    assert equity is default_equity(CUTTHROAT) and equity.is_quick
    missed = CUTTHROAT.with_options(lies_limit=3)
    coarse = quick_equity(missed)
    assert coarse is not default_equity(missed) and not coarse.is_quick


def test_a_first_question_that_is_cancelled_leaves_less_to_the_next():
    """The call model and match equity of new rules take longer than any of these questions has."""
    rules = CUTTHROAT.with_options(target=47)
    for _ in range(500):
        cancellation = ws.Cancellation()
        timer = threading.Timer(0.02, cancellation.cancel)
        timer.start()
        try:
            assert default_equity(rules, cancel=cancellation) is not None
        except ws.Stopped:
            continue
        else:
            return
        finally:
            timer.cancel()
    pytest.fail("each question began from nothing")
