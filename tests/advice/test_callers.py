"""Who sits in a seat, by what was called there; and what declarers name and discard."""

import copy
import json

import numpy as np
import pytest
from benchmarks.strength.bots import KINDS
from tests.support.command import done, refused

import whistsolve as ws
from whistsolve.advice import CallModel
from whistsolve.advice.calls.bid_values import Stakes
from whistsolve.advice.calls.call_features import FEATURES, GROUPS
from whistsolve.advice.calls.call_model import default_equity, default_model, quick_equity
from whistsolve.advice.calls.callers import after_calls, at_table
from whistsolve.advice.calls.declarer_model import DeclarerModel
from whistsolve.advice.request import read_state
from whistsolve.dealing import random_deals
from whistsolve.errors import ActError, RulesError, WhistError
from whistsolve.game import PASS, Auction, Bid, CalledHand, HandState, HandView, Match, Play, PlayedHand
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
    history = called("silent", 12)
    plain, told = ws.evaluate_bids(view, **asked), ws.evaluate_bids(view, history=history, **asked)
    (west,) = [caller for caller in told.callers if caller.player == 3]
    assert dict(west.kinds)["silent"] > 0.5 > dict(plain.callers[-1].kinds)["silent"]
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


PLAYER = HeuristicPlayer(bids="modelled")
STRAINS = tuple(ws.Strain.of(text) for text in ("S+", "H+", "D+", "C+"))


def unbelieved():
    """The usual model; what a declarer chose is no evidence."""
    model = copy.copy(default_model(RULES))
    model.declarer_trust = 0.0
    return model


def played(seed, cards):
    """A hand after so many cards."""
    state = HandState.random(seed, RULES, dealer=seed % 4)
    done = 0
    while done < cards or state.stage != "play":
        act = PLAYER.act(state.view(state.to_act))
        done += isinstance(act, Play)
        state.push(act)
    return state


def expected(model, cards):
    """The six cards with the highest odds to be discarded."""
    order, odds = model.discard_odds(np.array([cards], dtype=np.uint64), 6)
    assert (np.diff(odds[0]) < 0).all() and order.shape == (1, 18)
    return sum(1 << int(card) for card in order[0, :6])


def test_strains_are_likely_that_have_many_tricks():
    models = [DeclarerModel(default_model(RULES), strain, STRAINS) for strain in STRAINS]
    for with_kitty in (False, True):
        deals = random_deals(200, 3, RULES)
        hands = deals[:, 0] | (deals[:, -1] if with_kitty else 0)
        found = np.stack([model.strain_likelihood(hands) for model in models], axis=1)
        assert found.sum(axis=1) == pytest.approx(1) and found.min() > 0
        kept = hands
        if with_kitty:
            kept = hands & ~np.array([expected(models[0], hand) for hand in hands], dtype=np.uint64)
        spades = np.array([len(ws.Hand.from_mask(mask).of_suit("S")) for mask in kept.tolist()])
        assert found[spades >= 6, 0].mean() > 0.5 > 4 * found[spades <= 2, 0].mean()


def test_defenders_and_partner_know_that_the_declarer_is_strong():
    """Beside double dummy of the true layout calls alone leave some two tricks of error."""
    asked = {"samples": 8, "seed": 1, "equity": quick_equity(RULES)}
    more = {True: [], False: []}
    for seed in range(8):
        for cards in (1, 2):
            state = played(seed, cards)
            if len(state.legal_cards) < 2 or state.to_act == state.declarer:
                continue
            view = state.view(state.to_act)
            told, untold = (ws.evaluate_cards(view, model=each, **asked) for each in (None, unbelieved()))
            partner = (state.to_act - state.declarer) % 2 == 0
            more[partner].append(told.best.tricks - untold.best.tricks)
            assert told.effective_sample_size >= told.samples / 2 - 1e-6
    assert len(more[True]) > 2 and np.mean(more[True]) > 0.6
    assert len(more[False]) > 3 and np.mean(more[False]) < -0.6


def test_trust_is_a_share():
    for share in (-0.1, 1.5, "half"):
        with pytest.raises(WhistError, match=r"declarer_trust .* is wrong: expected a number from 0 to 1"):
            CallModel(RULES, declarer_trust=share)
