"""The policy of calls against its formula, calls and rollouts drawn from it, and what is kept of both."""

import threading

import numpy as np
import pytest

import whistsolve as ws
from whistsolve.advice.calls.call_features import FEATURES, AuctionStates, group_of
from whistsolve.advice.calls.call_model import CallModel, default_equity, default_model
from whistsolve.advice.calls.rollout import TURNS, sample_winners, self_play_equity
from whistsolve.advice.request import AuctionRequest
from whistsolve.dealing import random_deals
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import PASS, Bid

SEED = ws.Rules.preset("bid_whist_seed")
CUTTHROAT = ws.Rules.preset("cutthroat_4")
UPTOWN = ("S+", "H+", "D+", "C+")


def after(auction, calls):
    for call in calls.split():
        auction = auction.after(call)
    return auction


def test_several_states_at_once_are_those_one_by_one():
    for conventions in ((), ("four_shows_joker",)):
        model = CallModel(SEED, conventions=conventions)
        weights = [0.1, 0.2, 0.3, 0.4, *[0.0] * 5]
        model.weights = np.tile(weights, (4, 1))
        start = Auction.start(SEED, 3)
        states = [
            model.states.of(after(start, text)) for text in ("pass pass", "3+ pass", "pass 4NT", "4+ 5-")
        ]
        values = model.bid_values(random_deals(7, 1, SEED)[:, 2], 2)
        which, layouts = np.array([3, 0, 1, 1, 2, 0]), np.array([0, 6, 2, 3, 3, 1])
        found = model.chances(states, which, values, layouts)
        assert found.shape == (6, len(model.states.calls)) and np.allclose(found.sum(axis=1), 1)
        for row, (index, layout) in enumerate(zip(which.tolist(), layouts.tolist(), strict=True)):
            state = states[index]
            features = model.features(state.auction, values)[layout]
            told = int(state.auction.calls[0][1] != PASS)
            agreed = np.zeros(len(state.calls))
            if values.agreed is not None:
                bids = [isinstance(call, Bid) for call in state.calls]
                agreed[bids] = values.agreed[told, layout, state.columns[bids] - 1]
            expected = np.zeros(len(model.states.calls))
            for weight, policy in zip(weights, model.policies, strict=True):
                powers = np.exp(features @ policy[group_of(state.kind)] + agreed)
                expected[state.columns] += weight * powers / powers.sum()
            assert np.abs(found[row] - expected).max() < 1e-12
            assert ((found[row] > 0) == (expected > 0)).all()


def test_features_of_calls_over_a_bid_of_the_others():
    """Dealer West, North 4 no-trump, East to call: what the page of features says, number by number."""
    model, auction = CallModel(SEED), Auction.start(SEED, 3).after("4NT")
    values = model.bid_values(np.array([ws.Hand("AKQJ.T9.32.9876").mask], dtype=np.uint64), 1)
    rows = dict(zip(map(str, auction.legal_calls), model.features(auction, values)[0], strict=True))
    passed, bid = (
        {name: value for name, value in zip(FEATURES, rows[call], strict=True) if value}
        for call in ("Pass", "6+")
    )
    assert passed.pop("pass_strength") == pytest.approx(float(values.strength[0]) - model._mean_strength)
    assert passed.pop("pass_gain") == model.stakes.others[1, 4]
    assert passed == {"pass": 1, "pass_no_trump": 1}
    column = [str(call) for call in model.states.calls].index("6+")
    means = values.means[0, [index for index, each in enumerate(model.strains) if str(each) in UPTOWN]]
    assert bid.pop("short") == pytest.approx(means.max() - 11)
    assert bid.pop("points") == pytest.approx(values.values[0, column - 1] / 4)
    assert bid.pop("gain") < 0
    assert bid == {"jump": 1, "jump_early": pytest.approx(2 / 3), "level": 2}


def test_states_are_kept_and_auctions_that_go_on_alike_share_one():
    states = AuctionStates(SEED, minds_first_bids=False)
    start = Auction.start(SEED, 3)
    one, other = after(start, "pass 3+ 4+"), after(start, "3+ pass 4+")
    assert states.of(one) is states.of(other)
    assert states.of(one) is not states.of(after(Auction.start(SEED, 2), "pass 3+ 4+"))
    state = states.of(start)
    column = [str(call) for call in states.calls].index("4NT")
    assert states.after(state, column) is states.after(state, column) is states.of(start.after("4NT"))
    minding = AuctionStates(SEED, minds_first_bids=True)
    assert minding.of(one) is not minding.of(after(start, "pass pass 4+"))
    again = AuctionStates(CUTTHROAT, minds_first_bids=False)
    first = Auction.start(CUTTHROAT, 3)
    assert again.of(first.after("3")) is not again.of(after(first, "pass 3"))


BID_WHIST = ws.Rules.preset("bid_whist")


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
    together, won = sample_winners(following, model, values, uniforms)
    several = set()
    for each, found in zip(following, won.tolist(), strict=True):
        winners, alone = sample_winners([each], model, values, uniforms)
        ends = [winners[index] for index in alone[0].tolist()]
        assert [together[index] for index in found] == ends and len(ends) == 40
        several |= set(ends)
    assert len(several) > len(following)


def test_match_equity_is_kept_for_each_model():
    rules, model = BID_WHIST, CallModel(BID_WHIST, trust=0.25)
    assert self_play_equity(model) is self_play_equity(model)
    asked = [
        AuctionRequest("AKQJ.T9.32.9876", rules, "S", "W", "pass 3+", scores).to_call({"model": model})
        for scores in ((0, 0), (0, 0), (1, 0))
    ]
    assert asked[0].payoffs is asked[1].payoffs is not asked[2].payoffs
    assert default_equity(rules) is self_play_equity(default_model(rules))


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
