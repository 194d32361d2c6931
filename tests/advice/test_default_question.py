"""The default question: where it stops, which strains it solves, and by which rule it discards."""

import math
from typing import Any

import numpy as np
import pytest

import whistsolve as ws
from whistsolve.advice import DiscardSearch
from whistsolve.advice.bid_sampler import BidSampler
from whistsolve.advice.discarding.candidates import discards_by_rules
from whistsolve.advice.discarding.declarer_solver import DeclarerSolver
from whistsolve.advice.discarding.rule_race import RuleRace, has_rules
from whistsolve.advice.monte_carlo import expected_excess
from whistsolve.advice.request import BidRequest, Situation
from whistsolve.advice.simulation import SimulationOptions
from whistsolve.errors import WhistError

RULES = ws.Rules.preset("bid_whist")
HAND = "AKQJ.T9.32.9876"
#: A hand that is sure of every trick in spades with the kitty, or without it.
SURE = "AKQJT98.A.A.A.BL"
ASKED: dict[str, Any] = {"seat": "S", "dealer": "E", "threads": 1, "memory_mb": 64}


def sampler_of(hand: str, samples: int = 24, **options: Any) -> BidSampler:
    request = BidRequest.read(Situation.read(hand, RULES, "S", "E", "", (0, 0)))
    return BidSampler(
        request, SimulationOptions.read(RULES, samples, seed=2, threads=1, memory_mb=64, **options)
    )


@pytest.mark.parametrize(
    ("mean", "error", "expected"), [(0, 1, 0.398942), (-1, 1, 0.083315), (1, 1, 1.083315), (-1, 2, 0.395594)]
)
def test_the_mean_of_what_is_above_zero(mean: float, error: float, expected: float) -> None:
    assert expected_excess(mean, error) == pytest.approx(expected, abs=1e-6)
    draws = np.random.default_rng(1).normal(mean, error, 200_000)
    assert expected_excess(mean, error) == pytest.approx(np.maximum(draws, 0).mean(), abs=0.01)
    assert math.isinf(expected_excess(mean, math.inf))


def test_it_stops_where_no_other_call_can_be_much_better() -> None:
    report = ws.evaluate_bids(HAND, **ASKED, tolerance=0.5)
    assert report.samples < 96 and not report.separated
    assert report.expected_loss is not None and 0 < report.expected_loss < 0.5
    longer = ws.evaluate_bids(HAND, **ASKED, samples=report.samples + 24)
    assert longer.samples == report.samples + 24 and longer.expected_loss is not None
    assert report.as_dict()["expected_loss"] == report.expected_loss
    widths = [max(row.points_error for row in each.rows) for each in (report, longer)]
    assert widths[0] > widths[1]


def test_a_number_of_layouts_that_is_asked_for_is_kept_to() -> None:
    """Only the best call ahead by three standard errors ends it before."""
    asked = {**ASKED, "discards": "heuristic"}
    assert ws.evaluate_bids(HAND, **asked, samples=72).samples == 72
    assert ws.evaluate_bids(HAND, **asked, samples=72, tolerance=100).samples == 24
    assert ws.evaluate_bids(HAND, **{**asked, "discards": "estimated"}).samples == 96


@pytest.mark.parametrize("tolerance", [-0.1, "much", math.nan, True])
def test_wrong_tolerances(tolerance: Any) -> None:
    with pytest.raises(WhistError, match=r"tolerance .* is wrong: expected points, 0 or more"):
        ws.evaluate_bids(HAND, **ASKED, tolerance=tolerance)


def test_the_expected_loss_is_in_points_with_and_without_match_equity() -> None:
    """What the best call gives up is some share of a point, not of a match."""
    both = []
    for rules in (RULES, RULES.with_options(rise_and_fly="on_set")):
        request = BidRequest.read(Situation.read(HAND, rules, "S", "E", "", (0, 0)))
        options = SimulationOptions.read(rules, 240, seed=2, threads=1, memory_mb=64, discards="estimated")
        sampler = BidSampler(request, options)
        sampler.sample(240)
        both.append(sampler.expected_loss())
        assert request.payoffs.with_matches == (rules is RULES)
    assert both[0] == pytest.approx(both[1], abs=0.3) and min(both) > 0


def test_strains_that_are_far_behind_are_not_solved() -> None:
    predicted, solved = sampler_of(SURE, discards="estimated"), sampler_of(SURE)
    assert set(solved._indices) < set(predicted._indices)
    close = sampler_of("K94.Q85.J63.T72")
    assert len(close._indices) > len(solved._indices)
    for call in solved._calls[1:]:  # there is one left for every bid
        assert any(strain in ws.game.auction.calls.strains_of(call, RULES) for strain in solved._strains)


def test_a_hand_that_is_sure_of_all_tricks_keeps_them() -> None:
    """Also where the heuristic would rather keep an ace and queen than a bare ace."""
    report = ws.evaluate_bids(SURE, **ASKED, samples=24)
    best = report.best
    # Both win the match: seven books score as many points whichever is bid.
    assert str(best.call) in ("6+", "7+") and best.make == 1.0 and best.tricks[-1] == 1.0
    (seven,) = [row for row in report.rows if str(row.call) == "7+"]
    assert seven.make == 1.0 and seven.tricks[-1] == 1.0 and seven.equity > 0.9999
    sampler = sampler_of(SURE)
    weighted = sampler._posterior.draw(60, 1, 0)
    column = [str(strain) for strain in sampler._strains].index("S+")
    sampled = sampler._play_own(weighted, sampler._strains, "sampled").tricks[:, column]
    heuristic = sampler._play(weighted.layouts, 2, sampler._strains, "heuristic").tricks[:, column]
    assert (sampled == 12).all() and heuristic.min() < 12


def test_the_heuristic_is_replaced_by_a_rule_that_takes_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the rules in another order the fitted one is the challenger, and wins its place."""
    sampler = sampler_of(HAND)
    solver = DeclarerSolver(RULES, 2, 1, [ws.Strain("S", "uptown")], sampler._posterior)
    monkeypatch.setattr(
        "whistsolve.advice.discarding.rule_race.discards_by_rules",
        lambda *given: np.stack([worst(*given[:2]), fitted(*given)]),
    )
    race = RuleRace(solver, sampler._posterior, 5)
    assert race._rules == [1]
    layouts = sampler._posterior.draw(6, 1, 0).layouts
    held = layouts[:, 2] | layouts[:, -1]
    assert (race.discards(layouts)[:, 0] == fitted(held, 6, ws.Strain("S", "uptown"), RULES, 1)).all()


def fitted(*given: Any) -> np.ndarray:
    return discards_by_rules(*given[:4], 1)[0]


def worst(held: np.ndarray, number: int) -> np.ndarray:
    """The first cards of the mask of each hand that are spades, where there are enough: its best trumps."""
    found = []
    for mask in held.tolist():
        spades = sorted(
            (card.index for card in ws.Hand.from_mask(mask) if str(card).startswith("S")), reverse=True
        )
        others = sorted(card.index for card in ws.Hand.from_mask(mask) if not str(card).startswith("S"))
        found.append(sum(1 << index for index in (spades + others)[:number]))
    return np.array(found, dtype=np.uint64)


def test_small_decks_and_given_searches_are_searched_in_every_layout() -> None:
    assert has_rules(18, 6) and not has_rules(9, 2) and not has_rules(12, 0)
    assert sampler_of(HAND)._discards_by_one_rule()
    assert not sampler_of(HAND, discard_search=DiscardSearch())._discards_by_one_rule()
    weighted = sampler_of(HAND)._posterior.draw(3, 1, 0)
    searched = sampler_of(HAND, discard_search=DiscardSearch())
    found = searched._play_own(weighted, searched._strains, "sampled")
    assert (found.means != found.tricks).any()  # expected on layouts of their own


@pytest.mark.parametrize("threads", [1, 2])
def test_the_default_question_repeats_whatever_the_threads(threads: int) -> None:
    asked = {**ASKED, "threads": threads, "tolerance": 100.0}
    assert ws.evaluate_bids(HAND, **asked, seed=4) == ws.evaluate_bids(
        HAND, **{**asked, "threads": 3 - threads}, seed=4
    )
