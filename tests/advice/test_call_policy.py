"""The policy of calls in several states at once, against its formula, and the calls drawn from it."""

import numpy as np
import pytest

import whistsolve as ws
from whistsolve import _kernels
from whistsolve.advice.calls.auction_states import AuctionStates
from whistsolve.advice.calls.call_features import FEATURES, group_of
from whistsolve.advice.calls.call_model import CallModel
from whistsolve.dealing import random_deals
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import PASS, Bid

SEED = ws.Rules.preset("bid_whist_seed")
CUTTHROAT = ws.Rules.preset("cutthroat_4")
UPTOWN = ("S+", "H+", "D+", "C+")


def softmax(utilities: np.ndarray) -> np.ndarray:
    powers = np.exp(utilities - utilities.max())
    return powers / powers.sum()


@pytest.mark.parametrize("conventions", [(), ("four_shows_joker",)], ids=["none", "convention"])
def test_several_states_at_once_are_those_one_by_one(conventions: tuple[str, ...]) -> None:
    model = CallModel(SEED, conventions=conventions)
    weights = [0.1, 0.2, 0.3, 0.4, 0.0, 0.0]
    model.weights = np.tile(weights, (4, 1))
    start = Auction.start(SEED, 3)
    texts = ["pass pass", "3+ pass", "pass 4NT", "4+ 5-"]
    states = []
    for text in texts:
        auction = start
        for call in text.split():
            auction = auction.after(call)
        states.append(model.states.of(auction))
    values = model.bid_values(random_deals(7, 1, SEED)[:, 2], 2)
    which = np.array([3, 0, 1, 1, 2, 0])
    layouts = np.array([0, 6, 2, 3, 3, 1])
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
        assert state.kind is not None
        for weight, policy in zip(weights, model.policies, strict=True):
            expected[state.columns] += weight * softmax(features @ policy[group_of(state.kind)] + agreed)
        assert np.abs(found[row] - expected).max() < 1e-12
        assert ((found[row] > 0) == (expected > 0)).all()


def test_features_of_calls_over_a_bid_of_the_others() -> None:
    """Dealer West, North 4 no-trump, East to call: what the page of features says, number by number."""
    model, auction = CallModel(SEED), Auction.start(SEED, 3).after("4NT")
    hand = np.array([ws.Hand("AKQJ.T9.32.9876").mask], dtype=np.uint64)
    values = model.bid_values(hand, 1)
    rows = dict(zip(map(str, auction.legal_calls), model.features(auction, values)[0], strict=True))

    def named(call: str) -> dict[str, float]:
        return {name: value for name, value in zip(FEATURES, rows[call], strict=True) if value}

    passed = named("Pass")
    strength = float(values.strength[0]) - model._mean_strength
    assert passed.pop("pass_strength") == pytest.approx(strength)
    gain = passed.pop("pass_gain")
    assert passed == {"pass": 1, "pass_no_trump": 1} and gain == model.stakes.others[1, 4]
    column = [str(call) for call in model.states.calls].index("6+")
    bid = named("6+")
    means = values.means[0, [index for index, each in enumerate(model.strains) if str(each) in UPTOWN]]
    assert bid.pop("short") == pytest.approx(means.max() - 11)
    assert bid.pop("points") == pytest.approx(values.values[0, column - 1] / 4)
    assert bid.pop("gain") < 0
    assert bid == {"jump": 1, "jump_early": pytest.approx(2 / 3), "level": 2}


def test_calls_are_drawn_by_inversion_and_only_legal_ones() -> None:
    chances = np.array([[0.0, 0.25, 0.0, 0.75, 0.0]] * 5)
    calls = np.empty(5, dtype=np.int64)
    _kernels.draw_calls(chances, np.array([0.0, 0.2499, 0.25, 0.9999, 1.0]), calls)
    assert calls.tolist() == [1, 1, 3, 3, 3]


def test_states_are_kept_and_auctions_that_go_on_alike_share_one() -> None:
    states = AuctionStates(SEED, minds_first_bids=False)
    start = Auction.start(SEED, 3)
    one, other = start.after("pass").after("3+").after("4+"), start.after("3+").after("pass").after("4+")
    assert states.of(one) is states.of(other)
    assert states.of(one) is not states.of(Auction.start(SEED, 2).after("pass").after("3+").after("4+"))
    state = states.of(start)
    column = [str(call) for call in states.calls].index("4NT")
    assert states.after(state, column) is states.after(state, column) is states.of(start.after("4NT"))
    minding = AuctionStates(SEED, minds_first_bids=True)
    assert minding.of(one) is not minding.of(start.after("pass").after("pass").after("4+"))
    again = AuctionStates(CUTTHROAT, minds_first_bids=False)
    first = Auction.start(CUTTHROAT, 3)
    assert again.of(first.after("3")) is not again.of(first.after("pass").after("3"))


def test_a_model_of_auctions_in_which_the_dealer_may_equal_a_number_once() -> None:
    """The dealer's calls over 4NT differ by whether they have bid four already."""
    rules = ws.Rules.preset("bid_whist", auction_rounds="until_one_left", dealer_may_equal="number")
    model, once = CallModel(rules), Auction.start(rules, 3)
    for call in ("4+", "pass", "4NT"):
        once = once.after(call)
    again = once.after("4-").after("4NT").after("pass")
    kinds = [model.states.of(auction).kind for auction in (once, again)]
    assert kinds[0] != kinds[1] and kinds[0]._replace(deals=False) == kinds[1]
    hands = np.array([hand.mask for hand in ws.Deal.random(1, rules).hands], dtype=np.uint64)
    assert model.call_probabilities(again, model.bid_values(hands)).shape == (4, len(again.legal_calls))


def test_arrays_that_do_not_fit_are_refused() -> None:
    rows = np.zeros(2, dtype=np.int64)
    arrays = [np.empty((2, 3)), rows, rows, np.zeros((4, 3, 2)), np.empty((2, 0, 0))]
    kinds = [np.zeros(1, dtype=np.uint8), np.zeros((1, 5, 3)), np.ones((1, 5, 2, 2)), np.full(5, 0.2)]
    _kernels.call_chances(*arrays, *kinds)
    assert np.allclose(arrays[0].sum(axis=1), 1)
    for index, wrong in [
        (0, np.empty((2, 4))),
        (1, rows + 1),
        (2, rows - 1),
        (3, np.zeros((4, 2, 2))),
        (4, np.zeros((2, 3, 2))),
    ]:
        with pytest.raises(ValueError, match="call_chances"):
            _kernels.call_chances(*[wrong if i == index else each for i, each in enumerate(arrays)], *kinds)
    with pytest.raises(ValueError, match="draw_calls"):
        _kernels.draw_calls(np.ones((2, 3)), np.zeros(3), np.empty(2, dtype=np.int64))
    with pytest.raises(ValueError, match="normal_cdf"):
        _kernels.normal_cdf(np.zeros(2), np.zeros(3))
