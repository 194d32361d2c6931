"""Who sits in a seat, from what was called there: against Bayes' rule, and learned from hands played."""

import json
from pathlib import Path

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


def called(kind: str, hands: int, seed: int = 3) -> list[CalledHand]:
    """Hands at 0 all in which a bidder of a kind calls in every seat, with the hands as dealt."""
    bots, found = KINDS[kind], []
    for number, row in enumerate(random_deals(hands, seed, RULES).tolist()):
        dealt = tuple(Hand.from_mask(mask) for mask in row[:4])
        auction = Auction.start(RULES, number % 4)
        while (seat := auction.to_act) is not None:
            auction = auction.after(bots[number % 2].call(dealt[seat], seat, auction, (0, 0, 0, 0)))
        found.append(CalledHand(auction.dealer, (0, 0, 0, 0), auction.calls, dealt))
    return found


def model_at(history: list[CalledHand], model: CallModel | None = None) -> CallModel:
    """The model as South has it after some hands, at 0 all."""
    used = default_model(RULES) if model is None else model
    return at_table(used, 2, 3, read_state((0, 0), RULES, 3), default_equity(RULES), tuple(history))


def test_what_earlier_hands_tell_is_bayes_rule() -> None:
    """East's and West's calls, each counting half for the other; a twentieth of all are lapses."""
    model = CallModel.population(RULES, {"counting": 0.6, "bold": 0.4})
    history = called("bold", 3)
    found = model_at(history, model)
    equity = default_equity(RULES)
    assert equity is not None
    evidence = np.zeros((4, 2))
    for hand in history:
        stakes = Stakes.of(RULES, hand.dealer, read_state((0, 0), RULES, hand.dealer), equity)
        auction = Auction.start(RULES, hand.dealer)
        for seat, call in hand.calls:
            held, legal = hand.hands[seat], auction.legal_calls
            assert held is not None
            for index in range(2):
                alone = CallModel(RULES, policies={"one": model.policies[index]}).at(stakes)
                values = alone.bid_values(np.array([held.mask], dtype=np.uint64), seat)
                chance = alone.call_probabilities(auction, values)[0, legal.index(call)]
                evidence[seat, index] += np.log(0.95 * chance + 0.05 / len(legal))
            auction = auction.after(call)
    for seat, other in ((1, 3), (3, 1)):
        posterior = np.array([0.6, 0.4]) * np.exp(evidence[seat] + 0.5 * evidence[other])
        assert found.weights[seat] == pytest.approx(posterior / posterior.sum())
    partner = np.array([0.6, 0.4]) * np.exp(evidence[0])
    assert found.weights[0] == pytest.approx(partner / partner.sum())


@pytest.mark.parametrize("kind", ["counting", "lowest", "passive", "bold"])
def test_a_kind_is_known_by_what_it_did(kind: str) -> None:
    found = model_at(called(kind, 24))
    assert found.kinds[int(found.weights[1].argmax())] == kind and found.weights[1].max() > 0.6
    hidden = [CalledHand(h.dealer, h.scores, h.calls, (None,) * 4) for h in called(kind, 24)]
    blind = model_at(hidden)
    index = found.kinds.index(kind)
    assert (
        blind.weights[1, index] > default_model(RULES).weights[1, index]
    )  # the calls alone tell something too


def test_this_auction_tells_too() -> None:
    auction = Auction.start(RULES, 3).after("7+").after("pass")
    before = model_at([])
    after = after_calls(before, auction, 2, Hand("AKQJ.T9.32.9876"))
    bold, passive = before.kinds.index("bold"), before.kinds.index("passive")
    assert after.weights[0, bold] > 1.5 * before.weights[0, bold]
    assert after.weights[0, passive] < before.weights[0, passive]
    assert after_calls(before, Auction.start(RULES, 1), 2, Hand()) is before


def test_a_match_hands_on_what_was_called() -> None:
    """What the play has shown of hands, and no more; views as JSON have it too."""
    match, player = Match(RULES, dealer="N"), HeuristicPlayer()
    for seed in (5, 6):
        state = match.new_hand(seed=seed)
        while not state.is_over:
            assert state.to_act is not None
            state.push(player.act(state.view(state.to_act)))
        assert state.declarer is not None
        match.add(state.result())
        last = match.standing.history[-1]
        assert last.calls == state.calls and last.dealer == state.dealer and last.scores == state.scores
        shown = list(state.deal.hands)
        shown[state.declarer] |= state.deal.kitty or Hand()
        assert last.hands == tuple(shown)
    view = match.new_hand(seed=7).view(match.dealer)
    assert view.standing is not None and len(view.standing.history) == 2
    assert HandView.from_dict(json.loads(json.dumps(view.as_dict()))) == view
    claimed = match.new_hand(seed=8)
    while claimed.stage != "play":
        assert claimed.to_act is not None
        claimed.push(player.act(claimed.view(claimed.to_act)))
    claimed.push("claim 12")
    while not claimed.is_over:
        claimed.push("accept")
    found = claimed.result().called
    assert claimed.is_over and found is not None and found.hands == (None,) * 4
    match.pop()
    assert len(match.standing.history) == 1


def test_advice_rests_on_the_history() -> None:
    state = HandState.random(3, RULES, dealer="W")
    view = state.view("N")
    asked = {"samples": 40, "discards": "estimated", "threads": 1}
    plain = ws.evaluate_bids(view, **asked)  # type: ignore[arg-type]
    told = ws.evaluate_bids(view, history=called("passive", 12), **asked)  # type: ignore[arg-type]
    (west,) = [caller for caller in told.callers if caller.player == 3]
    assert dict(west.kinds)["passive"] > 0.5 > dict(plain.callers[-1].kinds)["passive"]
    assert {str(row.call): row.contract for row in told.rows}["4+"] > plain.rows[4].contract
    assert told.as_dict()["callers"][-1] == west.as_dict()  # type: ignore[index]
    player = SamplingPlayer("quick", samples=40, history=called("passive", 12))
    advice = player.advise(view)
    assert advice.report is not None and advice.report.callers[-1].kinds == west.kinds


# ---------------------------------------------------------------------------------------------- fitted models


def records(hands: int) -> list[PlayedHand]:
    """The hands of bold bidders as records."""
    return [
        PlayedHand(
            ws.Deal([hand or Hand() for hand in each.hands]),
            dealer=each.dealer,
            calls=[(seat, str(call)) for seat, call in each.calls],
        )
        for each in called("bold", hands)
    ]


def test_a_model_is_fitted_to_records_kept_and_used(tmp_path: Path) -> None:
    model = CallModel.fit(records(60))
    assert model.kinds == ("fitted",) and 150 < model.calls <= 240
    assert model.policies.shape == (1, len(GROUPS), len(FEATURES))
    fresh = called("bold", 40, seed=4)

    def likelihood(used: CallModel) -> float:
        total = 0.0
        for hand in fresh:
            auction = Auction.start(RULES, hand.dealer)
            for seat, call in hand.calls:
                held = np.array([hand.hands[seat].mask], dtype=np.uint64)  # type: ignore[union-attr]
                total += float(np.log(used.likelihood(auction, call, held)[0]))
                auction = auction.after(call)
        return total

    assert likelihood(model) > likelihood(default_model(RULES)) + 20
    file = tmp_path / "bold.json"
    model.save(file)
    again = CallModel.load(file)
    assert again.calls == model.calls and np.array_equal(again.policies, model.policies)
    hand = "AKQJ.T9.32.9876"
    report = ws.evaluate_bids(hand, seat="S", dealer="E", model=again, samples=8, discards="estimated")
    assert report == ws.evaluate_bids(
        hand, seat="S", dealer="E", model=model, samples=8, discards="estimated"
    )
    file.write_text("{}")
    with pytest.raises(WhistError, match=r"no call model: expected a file of CallModel.save"):
        CallModel.load(file)


def test_the_command(tmp_path: Path) -> None:
    hands, file = tmp_path / "bold.ptn", tmp_path / "bold.json"
    hands.write_text("\n".join(map(str, records(6))))
    found = json.loads(done("fit-calls", str(hands), "-o", str(file), "--json"))
    assert found["hands"] == 6 and found["calls"] == CallModel.fit(records(6), RULES).calls
    assert "calls" in done("fit-calls", str(hands))
    asked = "bid", "AKQJ.T9.32.9876", "--seat", "S", "--dealer", "E", "--samples", "4"
    report = json.loads(done(*asked, "--discards", "estimated", "--model", str(file), "--json"))
    assert report["callers"][0]["kinds"] == {"fitted": 1.0}
    assert "is no call model" in refused(*asked, "--model", str(hands))
    assert "does not go with --model" in refused(
        *asked, "--model", str(file), "--convention", "four_shows_joker"
    )


def test_what_cannot_be_fitted_or_heard() -> None:
    with pytest.raises(WhistError, match="0 records have no call with a choice"):
        CallModel.fit([])
    one = records(1)[0]
    other = PlayedHand(one.deal, dealer=0, rules=Rules.preset("trickster"))
    with pytest.raises(RulesError, match="record 2: it is of other rules"):
        CallModel.fit([one, other], RULES)
    with pytest.raises(ActError, match="record 1: a record of 4 hands, dealer None"):
        CallModel.fit([PlayedHand(one.deal)])
    beyond = PlayedHand(one.deal, dealer=0, calls=[(1, "pass")], tags=[("Scores", "9 0 9 0")])
    with pytest.raises(WhistError, match=r"record 1: score 9 of player 0 is wrong: it ends the game"):
        CallModel.fit([beyond])
    hand = "AKQJ.T9.32.9876"
    for history, message in (
        ([3], "a hand of the history, 3, is wrong: expected a PlayedHand"),
        ([PlayedHand(one.deal, dealer=0, calls=[(1, "3S")])], "call 3S of player 1 is not legal"),
        ([beyond], "score 9 of player 0 is wrong"),
        ([CalledHand(0, (0,) * 4, (), (None,) * 3)], "has 3 hands: expected 4"),
        (
            [CalledHand(0, (0,) * 4, ((3, PASS),), (None,) * 4)],
            "Pass of player 3 in a past hand is wrong: expected 1",
        ),
    ):
        with pytest.raises(WhistError, match=message):
            ws.evaluate_bids(hand, seat="S", dealer="E", samples=2, history=history)  # type: ignore[arg-type]
    with pytest.raises(WhistError, match="kind 'timid' is unknown: expected one of own"):
        CallModel.population(RULES, ["timid"])
    with pytest.raises(WhistError, match="the weight of kind own, 0, is wrong: expected above 0"):
        CallModel.population(RULES, {"own": 0})
    with pytest.raises(WhistError, match=r"expected finite weights of shape \(3, 14\) by kind"):
        CallModel(RULES, policies={"one": [1.0]})
    with pytest.raises(WhistError, match="expected a CallModel, or 'population'"):
        ws.evaluate_bids(hand, seat="S", dealer="E", model="people")  # type: ignore[arg-type]
    state = HandState.random(3, RULES, dealer="W")
    with pytest.raises(RulesError, match="the model of calls is of other rules"):
        SamplingPlayer("quick", model=default_model(Rules.preset("trickster"))).advise(state.view("N"))
    assert isinstance(SamplingPlayer("quick", model=default_model(RULES)).call(state.view("N")), Bid)
