"""Who sits in a seat, from what was called there: against Bayes' rule, and learned from hands played."""

import json

import numpy as np
import pytest
from benchmarks.strength.bots import KINDS
from tests.support.command import done, refused

import whistsolve as ws
from whistsolve.advice import CallModel
from whistsolve.advice.calls.call_features import FEATURES, GROUPS
from whistsolve.advice.calls.callers import after_calls, at_table
from whistsolve.advice.calls.self_play import default_equity, default_model
from whistsolve.advice.calls.stakes import Stakes
from whistsolve.advice.request import read_state
from whistsolve.dealing import random_deals
from whistsolve.errors import ActError, RulesError, WhistError
from whistsolve.game import PASS, Auction, Bid, CalledHand, HandState, HandView, Match, PlayedHand
from whistsolve.players import HeuristicPlayer, SamplingPlayer
from whistsolve.rules import Rules
from whistsolve.values import Hand

RULES = Rules.preset("bid_whist")
HAND = "AKQJ.T9.32.9876"


def called(kind, hands, seed=3):
    """Hands at 0 all in which a bidder of a kind calls in every seat, with the hands as dealt."""
    bots, found = KINDS[kind], []
    for number, row in enumerate(random_deals(hands, seed, RULES).tolist()):
        dealt = tuple(Hand.from_mask(mask) for mask in row[:4])
        auction = Auction.start(RULES, number % 4)
        while (seat := auction.to_act) is not None:
            auction = auction.after(bots[number % 2].call(dealt[seat], seat, auction, (0, 0, 0, 0)))
        found.append(CalledHand(auction.dealer, (0, 0, 0, 0), auction.calls, dealt))
    return found


def model_at(history, model=None):
    """The model as South has it after some hands, at 0 all."""
    used = model or default_model(RULES)
    return at_table(used, 2, 3, read_state((0, 0), RULES, 3), default_equity(RULES), tuple(history))


def test_what_earlier_hands_tell_is_bayes_rule():
    """East's and West's calls, each counting half for the other; a twentieth of all are lapses."""
    model = CallModel.population(RULES, {"counting": 0.6, "bold": 0.4})
    history = called("bold", 2)
    found = model_at(history, model)
    evidence = np.zeros((4, 2))
    for hand in history:
        stakes = Stakes.of(RULES, hand.dealer, read_state((0, 0), RULES, hand.dealer), default_equity(RULES))
        alone = [CallModel(RULES, policies={"one": policy}).at(stakes) for policy in model.policies]
        auction = Auction.start(RULES, hand.dealer)
        for seat, call in hand.calls:
            held, legal = np.array([hand.hands[seat].mask], dtype=np.uint64), auction.legal_calls
            for index, each in enumerate(alone):
                values = each.bid_values(held, seat)
                chance = each.call_probabilities(auction, values)[0, legal.index(call)]
                evidence[seat, index] += np.log(0.95 * chance + 0.05 / len(legal))
            auction = auction.after(call)
    for seat, told in (
        (0, evidence[0]),
        (1, evidence[1] + evidence[3] / 2),
        (3, evidence[3] + evidence[1] / 2),
    ):
        posterior = np.array([0.6, 0.4]) * np.exp(told)
        assert found.weights[seat] == pytest.approx(posterior / posterior.sum())


def test_a_kind_is_known_by_what_it_did():
    before = default_model(RULES).weights
    for kind in ("counting", "lowest", "passive", "bold"):
        history = called(kind, 24)
        found = model_at(history)
        assert found.kinds[int(found.weights[1].argmax())] == kind and found.weights[1].max() > 0.6
        # The calls alone tell something too.
        blind = model_at([CalledHand(h.dealer, h.scores, h.calls, (None,) * 4) for h in history])
        index = found.kinds.index(kind)
        assert blind.weights[1, index] > before[1, index], kind


def test_this_auction_tells_too():
    auction = Auction.start(RULES, 3).after("7+").after("pass")
    before = model_at([])
    after = after_calls(before, auction, 2, Hand(HAND))
    bold, passive = before.kinds.index("bold"), before.kinds.index("passive")
    assert after.weights[0, bold] > 1.5 * before.weights[0, bold]
    assert after.weights[0, passive] < before.weights[0, passive]
    assert after_calls(before, Auction.start(RULES, 1), 2, Hand()) is before


def test_a_match_hands_on_what_was_called():
    """What the play has shown of hands, and no more; views as JSON have it too."""
    match, player = Match(RULES, dealer="N"), HeuristicPlayer()
    for seed in (5, 6):
        state = match.new_hand(seed=seed)
        while not state.is_over:
            state.push(player.act(state.view(state.to_act)))
        match.add(state.result())
        last = match.standing.history[-1]
        assert (last.calls, last.dealer, last.scores) == (state.calls, state.dealer, state.scores)
        shown = list(state.deal.hands)
        shown[state.declarer] |= state.deal.kitty
        assert last.hands == tuple(shown)
    view = match.new_hand(seed=7).view(match.dealer)
    assert len(view.standing.history) == 2
    assert HandView.from_dict(json.loads(json.dumps(view.as_dict()))) == view
    claimed = match.new_hand(seed=8)
    while claimed.stage != "play":
        claimed.push(player.act(claimed.view(claimed.to_act)))
    claimed.push("claim 12")
    while not claimed.is_over:
        claimed.push("accept")
    assert claimed.result().called.hands == (None,) * 4
    match.pop()
    assert len(match.standing.history) == 1


def test_advice_rests_on_the_history():
    view = HandState.random(3, RULES, dealer="W").view("N")
    asked = {"samples": 40, "discards": "estimated", "threads": 1}
    history = called("passive", 12)
    plain, told = ws.evaluate_bids(view, **asked), ws.evaluate_bids(view, history=history, **asked)
    (west,) = [caller for caller in told.callers if caller.player == 3]
    assert dict(west.kinds)["passive"] > 0.5 > dict(plain.callers[-1].kinds)["passive"]
    assert {str(row.call): row.contract for row in told.rows}["4+"] > plain.rows[4].contract
    assert told.as_dict()["callers"][-1] == west.as_dict()
    advice = SamplingPlayer("quick", samples=40, history=history).advise(view)
    assert advice.report.callers[-1].kinds == west.kinds


def records(hands):
    """The hands of bold bidders as records."""
    return [
        PlayedHand(
            ws.Deal(list(each.hands)),
            dealer=each.dealer,
            calls=[(seat, str(call)) for seat, call in each.calls],
        )
        for each in called("bold", hands)
    ]


def likelihood(model, history):
    total = 0.0
    for hand in history:
        auction = Auction.start(RULES, hand.dealer)
        for seat, call in hand.calls:
            held = np.array([hand.hands[seat].mask], dtype=np.uint64)
            total += float(np.log(model.likelihood(auction, call, held)[0]))
            auction = auction.after(call)
    return total


def test_a_model_is_fitted_to_records_kept_and_used(tmp_path):
    model = CallModel.fit(records(60))
    assert model.kinds == ("fitted",) and 150 < model.calls <= 240
    assert model.policies.shape == (1, len(GROUPS), len(FEATURES))
    fresh = called("bold", 40, seed=4)
    assert likelihood(model, fresh) > likelihood(default_model(RULES), fresh) + 20
    file = tmp_path / "bold.json"
    model.save(file)
    again = CallModel.load(file)
    assert again.calls == model.calls and np.array_equal(again.policies, model.policies)
    asked = {"seat": "S", "dealer": "E", "samples": 8, "discards": "estimated"}
    assert ws.evaluate_bids(HAND, model=again, **asked) == ws.evaluate_bids(HAND, model=model, **asked)
    file.write_text("{}")
    with pytest.raises(WhistError, match=r"no call model: expected a file of CallModel.save"):
        CallModel.load(file)


def test_the_command(tmp_path):
    hands, file = tmp_path / "bold.ptn", tmp_path / "bold.json"
    hands.write_text("\n".join(map(str, records(6))))
    found = json.loads(done("fit-calls", str(hands), "-o", str(file), "--json"))
    assert found["hands"] == 6 and found["calls"] == CallModel.fit(records(6), RULES).calls
    assert "calls" in done("fit-calls", str(hands))
    asked = "bid", HAND, "--seat", "S", "--dealer", "E", "--samples", "4", "--discards", "estimated"
    report = json.loads(done(*asked, "--model", str(file), "--json"))
    assert report["callers"][0]["kinds"] == {"fitted": 1.0}
    assert "is no call model" in refused(*asked, "--model", str(hands))
    both = "--model", str(file), "--convention", "four_shows_joker"
    assert "does not go with --model" in refused(*asked, *both)


def test_what_cannot_be_fitted_or_heard():
    one, trickster = records(1)[0], Rules.preset("trickster")
    other = PlayedHand(one.deal, dealer=0, rules=trickster)
    beyond = PlayedHand(one.deal, dealer=0, calls=[(1, "pass")], tags=[("Scores", "9 0 9 0")])
    for records_given, error, message in (
        ([], WhistError, "0 records have no call with a choice"),
        ([one, other], RulesError, "record 2: it is of other rules"),
        ([PlayedHand(one.deal)], ActError, "record 1: a record of 4 hands, dealer None"),
        ([beyond], WhistError, "record 1: score 9 of player 0 is wrong: it ends the game"),
    ):
        with pytest.raises(error, match=message):
            CallModel.fit(records_given, RULES)
    for heard, message in (
        (3, "a hand of the history, 3, is wrong: expected a PlayedHand"),
        (PlayedHand(one.deal, dealer=0, calls=[(1, "3S")]), "call 3S of player 1 is not legal"),
        (beyond, "score 9 of player 0 is wrong"),
        (CalledHand(0, (0,) * 4, (), (None,) * 3), "has 3 hands: expected 4"),
        (CalledHand(0, (0,) * 4, ((3, PASS),), (None,) * 4), "Pass of player 3 .* is wrong: expected 1"),
    ):
        with pytest.raises(WhistError, match=message):
            ws.evaluate_bids(HAND, seat="S", dealer="E", samples=2, history=[heard])
    for kinds, message in (
        (["timid"], "kind 'timid' is unknown: expected one of own"),
        ({"own": 0}, "the weight of kind own, 0, is wrong: expected above 0"),
    ):
        with pytest.raises(WhistError, match=message):
            CallModel.population(RULES, kinds)
    with pytest.raises(WhistError, match=r"expected finite weights of shape \(3, 14\) by kind"):
        CallModel(RULES, policies={"one": [1.0]})
    with pytest.raises(WhistError, match="expected a CallModel, or 'population'"):
        ws.evaluate_bids(HAND, seat="S", dealer="E", model="people")
    view = HandState.random(3, RULES, dealer="W").view("N")
    with pytest.raises(RulesError, match="the model of calls is of other rules"):
        SamplingPlayer("quick", model=default_model(trickster)).advise(view)
    assert isinstance(SamplingPlayer("quick", model=default_model(RULES)).call(view), Bid)
