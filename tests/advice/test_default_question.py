"""The default question: where it stops, which strains it solves, and by which rule it discards."""

import math

import numpy as np
import pytest

import whistsolve as ws
from whistsolve.advice import DiscardSearch
from whistsolve.advice.bid_sampler import BidSampler
from whistsolve.advice.discarding.declarer_solver import DeclarerSolver, RuleRace, has_rules
from whistsolve.advice.request import AuctionRequest
from whistsolve.advice.simulation import SimulationOptions
from whistsolve.advice.statistics import expected_excess
from whistsolve.errors import WhistError
from whistsolve.evaluation.discard_heuristics import discards_by_rules

RULES = ws.Rules.preset("bid_whist")
HAND = "AKQJ.T9.32.9876"
#: A hand that is sure of every trick in spades with the kitty, or without it.
SURE = "AKQJT98.A.A.A.BL"
SPADES = ws.Strain("S", "uptown")
ASKED = {"seat": "S", "dealer": "E", "threads": 1, "memory_mb": 64}


def sampler_of(hand, samples=24, rules=RULES, **options):
    request = AuctionRequest(hand, rules, "S", "E", "", (0, 0)).to_call({})
    given = SimulationOptions.read(rules, samples, seed=2, threads=1, memory_mb=64, **options)
    return BidSampler(request, given)


def test_the_mean_of_what_is_above_zero():
    cases = {(0, 1): 0.398942, (-1, 1): 0.083315, (1, 1): 1.083315, (-1, 2): 0.395594}
    assert {case: expected_excess(*case) for case in cases} == pytest.approx(cases, abs=1e-6)
    assert math.isinf(expected_excess(0, math.inf))


def test_it_stops_where_no_other_call_can_be_much_better():
    """And repeats, whatever the threads."""
    report = ws.evaluate_bids(HAND, **ASKED, tolerance=1.0)
    assert report.samples < 96 and not report.separated and 0 < report.expected_loss < 1.0
    assert report.as_dict()["expected_loss"] == report.expected_loss
    assert report == ws.evaluate_bids(HAND, **{**ASKED, "threads": 2}, tolerance=1.0)


def test_a_number_of_layouts_that_is_asked_for_is_kept_to():
    """Only the best call ahead by three standard errors ends it before."""
    asked = {**ASKED, "discards": "heuristic"}
    longer = ws.evaluate_bids(HAND, **asked, samples=26)
    assert longer.samples == 26 and longer.expected_loss is not None
    assert ws.evaluate_bids(HAND, **asked, samples=26, tolerance=100).samples == 24
    assert ws.evaluate_bids(HAND, **{**asked, "discards": "estimated"}).samples == 96
    for tolerance in (-0.1, "much", math.nan, True):
        with pytest.raises(WhistError, match=r"tolerance .* is wrong: expected points, 0 or more"):
            ws.evaluate_bids(HAND, **ASKED, tolerance=tolerance)


def test_strains_that_are_far_behind_are_not_solved():
    predicted, solved = sampler_of(SURE, discards="estimated"), sampler_of(SURE)
    assert set(solved._indices) < set(predicted._indices)
    assert len(sampler_of("K94.Q85.J63.T72")._indices) > len(solved._indices)
    for call in solved._calls[1:]:  # there is one left for every bid
        assert any(strain in ws.game.auction.calls.strains_of(call, RULES) for strain in solved._strains)


def test_a_hand_that_is_sure_of_all_tricks_keeps_them():
    """Also where the heuristic would rather keep an ace and queen than a bare ace."""
    report = ws.evaluate_bids(SURE, **ASKED, samples=12)
    # Both win the match: seven books score as many points whichever is bid.
    assert str(report.best.call) in ("6+", "7+")
    seven = next(row for row in report.rows if str(row.call) == "7+")
    for row in (report.best, seven):
        assert row.make == 1.0 and row.tricks[-1] == 1.0
    assert seven.equity > 0.9999
    sampler = sampler_of(SURE)
    weighted = sampler._posterior.draw(60, 1, 0)
    column = [str(strain) for strain in sampler._strains].index("S+")
    sampled = sampler._play_own(weighted, sampler._strains, "sampled").tricks[:, column]
    heuristic = sampler._play(weighted.layouts, 2, sampler._strains, "heuristic").tricks[:, column]
    assert (sampled == 12).all() and heuristic.min() < 12


def fitted(*given):
    return discards_by_rules(*given[:4], 1)[0]


def worst(held, number):
    """The first cards of the mask of each hand that are spades, where there are enough: its best trumps."""
    found = []
    for mask in held.tolist():
        cards = sorted(ws.Hand.from_mask(mask), key=lambda card: (str(card)[0] != "S", -card.index))
        found.append(sum(1 << card.index for card in cards[:number]))
    return np.array(found, dtype=np.uint64)


def test_the_heuristic_is_replaced_by_a_rule_that_takes_more(monkeypatch):
    """With the rules in another order the fitted one is the challenger, and wins its place."""
    sampler = sampler_of(HAND)
    solver = DeclarerSolver(RULES, 2, 1, [SPADES], sampler._posterior)
    monkeypatch.setattr(
        "whistsolve.advice.discarding.declarer_solver.discards_by_rules",
        lambda *given: np.stack([worst(*given[:2]), fitted(*given)]),
    )
    race = RuleRace(solver, sampler._posterior, 5)
    assert race._rules == [1]
    layouts = sampler._posterior.draw(6, 1, 0).layouts
    held = layouts[:, 2] | layouts[:, -1]
    assert (race.discards(layouts)[:, 0] == fitted(held, 6, SPADES, RULES, 1)).all()


def test_small_decks_and_given_searches_are_searched_in_every_layout():
    assert has_rules(18, 6) and not has_rules(9, 2) and not has_rules(12, 0)
    searched = sampler_of(HAND, discard_search=DiscardSearch())
    assert sampler_of(HAND)._discards_by_one_rule() and not searched._discards_by_one_rule()
    weighted = sampler_of(HAND)._posterior.draw(2, 1, 0)
    found = searched._play_own(weighted, searched._strains, "sampled")
    assert (found.means != found.tricks).any()  # expected on layouts of their own
