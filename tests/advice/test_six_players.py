"""Advice to six players: nothing is fitted for them, so that deals are solved; or an evaluator is given."""

import numpy as np
import pytest

import whistsolve as ws
from whistsolve.advice import CallModel
from whistsolve.advice.calls.self_play import simulated_outcomes
from whistsolve.equity import MatchEquity
from whistsolve.evaluation.deal_evaluator import DealEvaluator
from whistsolve.rules import Rules

#: Queens, kings, aces and two jokers: two cards each, and a kitty of two.
TOY = {"lowest_rank": 12, "hand_size": 2}


class Guess:
    """An evaluator for two cards: a joker is worth a trick."""

    def distributions(self, hands, strains, rules):
        found = np.tile(np.array([4.0, 2.0, 1.0]), (len(hands), len(list(strains)), 1))
        found[hands >> np.uint64(52) > 0] = [1, 2, 4]
        return found / found.sum(axis=2, keepdims=True)


def test_without_an_evaluator_tricks_are_those_of_solved_deals():
    rules = Rules.preset("bid_whist_seed", players=6, teams=3, lowest_rank=8, hand_size=4)
    deal = ws.Deal.random(seed=1, rules=rules)
    hand, whose = deal.hands[0], {"rules": rules, "seat": 0, "dealer": 5, "samples": 2}
    bids = ws.evaluate_bids(hand, discards="heuristic", **whose)
    assert bids.rows and all(row.prior is None for row in bids.rows)
    assert ws.evaluate_strains(hand, bid="3+", discards="heuristic", **whose).rows
    report = ws.evaluate_discards(hand | deal.kitty, "S+", bid="3+", double_dummy_samples=0, **whose)
    assert len(report.rows) > 1 and all(0 <= row.tricks <= 4 for row in report.rows)


def test_with_an_evaluator_of_the_callers_teams_are_sides():
    for teams in (2, 3):
        rules = Rules.preset("bid_whist_seed", players=6, teams=teams, **TOY)
        model = CallModel(rules, Guess())
        outcomes = simulated_outcomes(rules, hands=300, model=model)
        assert outcomes.points.shape[1] == teams
        report = ws.evaluate_bids(
            "A....B", rules=rules, seat=2, dealer=0, calls="pass", samples=8, seed=1,
            scores=(0, 1, 2)[:teams], model=model, equity=MatchEquity(rules, outcomes),
        )  # fmt: skip
        assert [str(row.call) for row in report.rows[:3]] == ["Pass", "1+", "1-"]
        # Both jokers or an ace besides: with a book from the kitty one is always made. The caller's
        # evaluator does not know, but the top joker wins a trick however the others lie.
        one = report.rows[1]
        assert one.prior.make == pytest.approx(1) and one.make == pytest.approx(1) and one.points > 0


def test_tricks_of_a_declarer_count_his_partners():
    """Whether a strong hand is a partner's makes all the difference, not which partner's."""
    means = np.random.Generator(np.random.PCG64(1)).random((200, 6, 1)) * 4
    strong = np.full((6, 6, 1), 2.0)
    strong[np.arange(6), np.arange(6), 0] = 6
    for teams, partners in ((2, [0, 4]), (3, [5])):
        rules = Rules.preset("bid_whist_seed", players=6, teams=teams)
        evaluator = DealEvaluator(rules, (ws.Strain("S+"),), means, 8)
        found = evaluator.distributions(strong, 2, 0) @ np.arange(9)
        others = [seat for seat in range(6) if seat not in (2, *partners)]
        assert len(set(found[partners])) == len(set(found[others])) == 1
        assert found[2] > found[partners[0]] > found[others[0]]
