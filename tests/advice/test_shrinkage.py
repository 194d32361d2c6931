"""Shrinkage of advice toward the prior: the posterior at its limits, its intervals, and what reports say."""

import itertools
import json
import math

import pytest
from tests.support.bid_reports import bid_report, bid_row, strain_row

import whistsolve as ws
from whistsolve.advice.reports.intervals import beta_interval
from whistsolve.advice.shrinkage import PRIOR_STRENGTH, Prior, posterior_error, posterior_mean, prior_weight

HAND = "AKQJ.T9.32.9876"
PRIOR = Prior(make=0.5, points=0.0, equity=0.4, strength=16.0, points_spread=2.0, equity_spread=0.1)


def evaluated(samples, discards="heuristic"):
    return ws.evaluate_bids(
        HAND, seat="S", dealer="W", calls="pass 3+", samples=samples, discards=discards, threads=1, seed=3,
        play="double_dummy",
    )  # fmt: skip


def test_shrinkage_is_that_of_a_normal_prior():
    # A prior of variance t and a mean of squared error e: the weight of the prior is e / (e + t).
    variance, number = 4.0, 24.0
    prior_variance, squared_error = variance / PRIOR_STRENGTH, variance / number
    weight = squared_error / (squared_error + prior_variance)
    assert prior_weight(PRIOR_STRENGTH, number) == pytest.approx(weight)
    assert posterior_mean(1.0, 3.0, PRIOR_STRENGTH, number) == pytest.approx(1.0 + 2.0 * weight)
    # As many pseudo-samples of the same variance, and one more, as in the variance of a beta distribution.
    error = posterior_error(math.sqrt(squared_error), 0.0, math.sqrt(variance), PRIOR_STRENGTH, number)
    assert error**2 == pytest.approx(variance / (PRIOR_STRENGTH + number + 1))
    assert posterior_error(math.inf, 0.0, 1.0, PRIOR_STRENGTH, 1.0) == math.inf
    by_number = [posterior_mean(0.9, 0.3, 16.0, number) for number in (0, 1, 4, 24, 96, 1000)]
    by_success = [posterior_mean(made / 16, 0.3, 16.0, 16.0) for made in range(17)]
    for values in (by_number, by_success):
        assert all(low < high for low, high in itertools.pairwise(values))


def test_known_quantiles_of_the_beta_distribution():
    for a, b, low, high in (
        # Closed forms: x**a where b is 1, the uniform, the arc sine distribution, 3x**2 - 2x**3.
        (1.0, 1.0, 0.025, 0.975),
        (20.0, 1.0, 0.025 ** (1 / 20), 0.975 ** (1 / 20)),
        (1.0, 4000.0, 1 - 0.975 ** (1 / 4000), 1 - 0.025 ** (1 / 4000)),
        (0.5, 0.5, math.sin(math.pi * 0.0125) ** 2, math.sin(math.pi * 0.4875) ** 2),
        (2.0, 2.0, 0.0942993, 0.9057007),
    ):
        found = beta_interval(a / (a + b), a + b)
        assert found == pytest.approx((low, high), rel=1e-6), (a, b)
        mirrored = beta_interval(b / (a + b), a + b)
        assert mirrored == pytest.approx((1 - found[1], 1 - found[0]), abs=1e-12)
    # P(beta(k, n - k + 1) < x) is the chance of at least k successes in n trials of probability x.
    for made, number in ((1, 3), (5, 40), (39, 40), (60, 96)):
        ends = beta_interval(made / (number + 1), number + 1)
        for x, tail in zip(ends, (0.025, 0.975), strict=True):
            terms = [math.comb(number, k) * x**k * (1 - x) ** (number - k) for k in range(made, number + 1)]
            assert sum(terms) == pytest.approx(tail, rel=1e-6)


def test_rows_with_a_prior_have_the_interval_of_the_posterior():
    for row in (bid_row("4+", prior=PRIOR), strain_row("S+", prior=PRIOR)):
        assert row.make_interval == beta_interval(row.make, row.effective_sample_size + 16.0)
        assert json.loads(json.dumps(row.as_dict()))["prior"] == {
            "make": 0.5, "points": 0.0, "equity": 0.4, "strength": 16.0,
            "points_spread": 2.0, "equity_spread": 0.1,
        }  # fmt: skip
    (exact,) = bid_report(bid_row("4+", prior=PRIOR), exact=True).rows
    assert exact.make_interval == (exact.make, exact.make)


def test_reports_are_shrunk_toward_their_prior():
    report = evaluated(4)
    assert report.samples == 4 and not report.exact
    whole = PRIOR_STRENGTH + 4
    for row in report.rows:
        # A hopeless bid is set in all layouts: points and equity still have the doubt of the prior.
        assert row.points_error > 0.01 and row.equity_error > 0.001, row
        assert row.prior.strength == PRIOR_STRENGTH
        if row.make is None:
            assert row.prior.make is None
            continue
        # What four layouts made: a quarter, two, three or four of them.
        made = row.make * whole - row.prior.make * PRIOR_STRENGTH
        assert made == pytest.approx(round(made), abs=1e-6) and 0 <= round(made) <= 4
        assert row.make_interval == beta_interval(row.make, whole)
        assert sum(row.tricks) == pytest.approx(1) and row.make_error > 0
    assert report == evaluated(4)
    assert all(row.prior is None is row.as_dict()["prior"] for row in evaluated(20, "estimated").rows)


def test_strains_are_shrunk_before_the_kitty_is_seen():
    asked = {"samples": 2, "discards": "heuristic", "threads": 1}
    before = ws.evaluate_strains(HAND, seat="S", dealer="W", bid="4+", **asked)
    assert all(row.prior.make is not None for row in before.rows)
    after = ws.evaluate_strains("AKQ7T98.A4.A54.A432.BL", seat="W", dealer="S", bid="5+", **asked)
    assert all(row.prior is None for row in after.rows)
