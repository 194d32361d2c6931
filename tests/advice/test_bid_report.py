"""Reports: intervals, shrinkage, what is best and why, JSON, text, HTML, plots, the table of the command."""

import html
import io
import itertools
import json
import math
import pickle
import re
import sys
from dataclasses import FrozenInstanceError, replace
from unittest.mock import Mock

import numpy as np
import pytest
from tests.support.bid_reports import BURIED, bid_report, bid_row, strain_report, strain_row
from tests.support.command import done

import whistsolve as ws
from whistsolve.advice.statistics import (
    PRIOR_STRENGTH,
    Prior,
    beta_interval,
    posterior_error,
    posterior_mean,
    prior_weight,
    wilson_interval,
)
from whistsolve.evaluation import Evaluator
from whistsolve.game.auction.calls import Pass
from whistsolve.show import describe, show, to_text
from whistsolve.show.advice import advice_report, call_words, caption, weight_lines

REPORTS = (bid_report(), strain_report())


def test_intervals_of_a_chance():
    """Those of the score method, and in order with their mean wherever it lies."""
    # R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17
    # (1998), 857-872: without correction.
    for made, number, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        # The error plays no part where the number of layouts is known.
        row = bid_row("4+", make=made / number, effective_sample_size=float(number), make_error=9.0)
        assert row.make_interval == pytest.approx((low, high), abs=5e-5)
        assert wilson_interval(1 - made / number, number) == pytest.approx((1 - high, 1 - low), abs=5e-5)
    for chance in (0.0, 1e-9, 1 / 3, 0.5, 1.0):
        for number in (0.4, 1.0, 7.5, 96.0, 1e9):
            low, high = wilson_interval(chance, number)
            assert 0 <= low <= chance <= high <= 1 and high - low > 0
    # Not a whole number of layouts: in between.
    widths = [high - low for low, high in (wilson_interval(0.4, n) for n in (10, 10.5, 11))]
    assert widths == sorted(set(widths), reverse=True) and len(widths) == 3


def test_what_is_not_known_has_no_interval_or_no_bounds():
    row = bid_row("pass", equity=None, equity_error=None)
    assert row.make_interval is row.equity_interval is row.mean_tricks is row.tricks_interval is None
    assert str(bid_report(row)).splitlines()[3:5] == ["call  points", "Pass   +0.50 (+0.30 to +0.70)"]
    unknown = {"make_error": math.inf, "points_error": math.inf, "equity_error": math.inf}
    row = bid_row("4+", **unknown, effective_sample_size=0.0)
    assert row.make_interval == row.equity_interval == (0.0, 1.0)
    assert row.points_interval == (-math.inf, math.inf)
    # A chance has an interval after a single layout all the same.
    one = replace(row, make=1.0, effective_sample_size=1.0)
    assert one.make_interval == pytest.approx((0.2065, 1), abs=1e-4)
    (found,) = json.loads(json.dumps(bid_report(bid_row("4+", **unknown)).as_dict(), allow_nan=False))["rows"]
    assert found["points_error"] is found["equity_error"] is found["make_error"] is None
    assert found["points_interval"] == [None, None] and found["equity_interval"] == [0.0, 1.0]


def test_exact_reports_have_no_errors():
    for report in REPORTS:
        exact = replace(report, exact=True)
        for row, before in zip(exact.rows, report.rows, strict=True):
            assert row.exact and not before.exact and row.value == before.value
            assert row.points_interval == (before.points, before.points)
            assert row.equity_interval == (before.equity, before.equity)
            assert row.make_interval == (None if before.make is None else (before.make, before.make))
            errors = (0.0, 0.0, None if before.make is None else 0.0)
            assert (row.points_error, row.equity_error, row.make_error) == errors
        assert "exact, all " in str(exact) and "interval" not in str(exact) and "%-" not in str(exact)
        assert "exact" not in str(report) and "95 % interval" in str(report)
        assert replace(exact, exact=True) == exact != report
    assert strain_report(strain_row("S+"), exact=True).rows[0].tricks_interval == (1.5, 1.5)


def test_the_best_strain_is_that_of_the_highest_value():
    assert str(strain_report().best) == "NT-"
    points = [strain_row(s, equity=None, equity_error=None, points=p) for s, p in (("S+", 1.0), ("H+", 2.0))]
    assert str(strain_report(*points).best) == "H+"
    # Of equals the more tricks; of these the first, whatever a last bit says.
    more = strain_row("D-", tricks=(0.0, 0.0, 1.0))
    assert strain_report(strain_row("S+"), more).best is more
    first, second = strain_row("S+", equity=0.3), strain_row("C+", equity=0.1 + 0.2)
    assert strain_report(first, second).best is first


def test_json_and_pickle():
    for report in REPORTS:
        values = report.as_dict()
        assert json.loads(json.dumps(values, allow_nan=False)) == values
        assert (values["exact"], values["best"]) == (False, str(report.best))
        for found, row in zip(values["rows"], report.rows, strict=True):
            for name in ("make", "points", "equity"):
                interval = getattr(row, f"{name}_interval")
                assert found[name] == getattr(row, name)
                assert found[f"{name}_error"] == getattr(row, f"{name}_error")
                assert found[f"{name}_interval"] == (None if interval is None else list(interval))
            assert found["effective_sample_size"] == row.effective_sample_size and found["exact"] is False
        assert replace(report, exact=True).as_dict()["exact"] is True
        assert pickle.loads(pickle.dumps(report)) == report and hash(report) == hash(
            pickle.loads(pickle.dumps(report))
        )
        for value in (report, report.rows[0]):
            with pytest.raises(FrozenInstanceError):
                value.exact = True
    found = strain_report().as_dict()
    assert (found["bid"], found["kitty_seen"]) == ("4+", True)
    assert found["rows"][0]["discard"] == [str(card) for card in BURIED]
    assert found["rows"][0]["mean_tricks"] == 1.5
    blind = strain_report(strain_row("S+", discard=None, make=None, make_error=None), bid=None).as_dict()
    assert blind["bid"] is None and blind["rows"][0]["discard"] is None


def test_the_text_of_bids():
    assert str(bid_report()).splitlines() == [
        "bid 4 uptown: wins 60 % of matches from here (pass 50)",
        "4 uptown seems better than pass (difference 10.0 %, error unknown). 4 uptown is the contract in 60 %"
        " of layouts, made in 75 %.",
        "",
        "call  strain  make           points                   win",
        "Pass                          +0.50 (+0.30 to +0.70)   50.0% (46.1-53.9%)",
        "4+    S+       75% (65-83%)   +1.50 (+1.30 to +1.70)   60.0% (56.1-63.9%)",
        "4NT   S+       75% (65-83%)   +0.50 (+0.30 to +0.70)   40.0% (36.1-43.9%)",
        "96 layouts, effective sample size 80; discards sampled from what the player can see;"
        " then both sides' best play, all hands open; brackets show the 95 % interval",
    ]
    shown = to_text(describe(bid_report())).splitlines()
    assert shown[5] == "4+    ♠↑       75% (65-83%)   +1.50 (+1.30 to +1.70)   60.0% (56.1-63.9%)"
    [first, *_] = to_text(advice_report(bid_report(), every=False)).split("call  strain")[1].splitlines()[1:]
    assert first.startswith("4+ "), "the best row, then the others that are worth looking at"
    plain = to_text(describe(bid_report()), ascii_only=True)
    assert plain.isascii() and plain == f"{bid_report()}\n"


def test_the_best_row_is_green_on_a_terminal(monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.delenv("NO_COLOR", raising=False)
    for report, best in zip(REPORTS, ("4+", "NT"), strict=True):
        screen = io.StringIO()
        show(screen, describe(report))
        green = [line for line in screen.getvalue().splitlines() if re.search(r"\x1b\[(1;)?32m", line)]
        assert len(green) == 1 and best in green[0]


def test_the_command_prints_what_cards_are_worth():
    for asked, rules in (
        ((), None),
        (("--rules", "bid_whist_no_kitty"), ws.Rules.preset("bid_whist_no_kitty")),
        (("--set", "jokers=0"), ws.Rules.preset("bid_whist_seed", jokers=0)),
    ):
        expected = weight_lines(Evaluator().table(rules))
        assert done("bid", "--table", *asked) == expected + "\n"
        flat = []
        for part in json.loads(done("bid", "--table", "--json", *asked))["table"]:
            flat += [
                part["title"].split(),
                *([*name.split(), f"{n:+.2f}"] for name, n in part["tricks"].items()),
            ]
        assert flat == [line.split() for line in expected.splitlines() if line] and len(flat) > 30


def rows_of(report):
    """The text of the cells of each row of a page, and whether the row is bold."""
    rows = re.findall(r"<tr(.*?)>(.*?)</tr>", report.html(), flags=re.S)
    cells = [re.findall(r"<t[hd].*?>(.*?)</t[hd]>", row, flags=re.S) for _, row in rows]
    texts = [[html.unescape(re.sub("<.*?>", "", cell)).strip() for cell in row] for row in cells]
    return texts, ["bold" in style for style, _ in rows]


def test_a_report_is_a_table_of_html():
    report = bid_report()
    assert report._repr_html_() == report.html() and len(report.html()) < 10_000
    text = html.unescape(report.html())
    assert "What to call with AKQJ.T9.32.9876" in text and caption(report) in text
    rows, _ = rows_of(report)
    assert rows[:3] == [
        ["call", "strain", "make", "points", "win"],
        ["Pass", "", "", "+0.50 (+0.30 to +0.70)", "50.0% (46.1-53.9%)"],
        ["★ 4+", "♠\ufe0e↑", "75% (65-83%)", "+1.50 (+1.30 to +1.70)", "60.0% (56.1-63.9%)"],
    ]
    rows, _ = rows_of(strain_report())
    assert rows[0] == ["strain", "tricks", "make", "points", "win", "discard"]
    assert rows[2][0] == "★ NT↓" and rows[2][5].endswith("4 ♣\ufe0e2 BJ")
    assert "What to name after 4+ with AKQJ.T9.32.9876" in strain_report().html()
    assert "What to name with AKQJ.T9.32.9876" in strain_report(bid=None).html()
    # The best row alone is marked.
    for each in (*REPORTS, bid_report(bid_row("pass", equity=0.9), bid_row("4+"))):
        rows, bold = rows_of(each)
        best = [number == 1 + each.rows.index(each.best) for number in range(len(rows))]
        assert best == bold == [row[0].startswith("★") for row in rows]


def plotted(report):
    """What both halves of a plot were told, on axes that draw nothing."""
    ax, left, right = Mock(), Mock(), Mock()
    ax.inset_axes.side_effect = [left, right]
    del ax.figure
    assert report.plot(ax) == (left, right)
    return ax, left, right


def bars(half):
    """Row, number and bounds of each error bar."""
    found = []
    for (xs, ys), named in half.errorbar.call_args_list:
        (below,), (above,) = named["xerr"]
        found.append(pytest.approx((ys[0], xs[0], xs[0] - below, xs[0] + above)))
    return found


def test_a_plot_on_axes_needs_nothing_but_axes(monkeypatch):
    for name in {"matplotlib", "matplotlib.pyplot", *(n for n in sys.modules if n.startswith("matplotlib."))}:
        monkeypatch.setitem(sys.modules, name, None)
    for report, made in ((bid_report(), (1, 2)), (strain_report(), (0, 1, 2))):  # a pass is not made
        ax, left, right = plotted(report)
        rows = report.rows
        assert bars(left) == [(i, rows[i].make, *rows[i].make_interval) for i in made]
        assert bars(right) == [(i, row.equity, *row.equity_interval) for i, row in enumerate(rows)]
        for half in (left, right):
            assert half.axhspan.call_args.args == (0.5, 1.5)  # the best row
            half.set_ylim.assert_called_once_with(2.5, -0.5)
        left.set_yticks.assert_called_once_with(range(3), labels=[str(row) for row in rows])
        assert left.set_xlabel.call_args.args == ("chance to make, 95 % interval",)
        assert right.set_xlabel.call_args.args == ("chance to win the match, 95 % interval",)
        assert f"best: {report.best}" in ax.set_title.call_args.args[0]
        with pytest.raises(ImportError, match=r"^matplotlib\S* is missing.*whistsolve\[plot\]$"):
            report.plot()


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
    for chance in (0.0, 1e-6, 0.02, 0.999, 1.0):
        for number in (1.0, 20.5, 1e6):
            low, high = beta_interval(chance, number)
            assert 0 <= low <= chance <= high <= 1
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


WEAK = {"hand": "987.T87.987.T98", "seat": "S", "dealer": "E"}


@pytest.fixture(scope="module")
def weak():
    """A hand that most players would pass."""
    return ws.evaluate_bids(**WEAK, samples=8)


def test_a_bid_says_what_passing_leads_to(weak):
    other = weak.rows[0].opponents
    lets = f"If you pass, the opponents play in {100 * other.chance:.0f} % of layouts, usually "
    assert lets in weak.reason and f"make it in {100 * other.make:.0f} % of those." in weak.reason
    assert ", standard error " in weak.reason and not weak.separated


def test_a_pass_says_what_the_best_bid_would_be_worth(weak):
    passing = replace(weak, rows=(replace(weak.rows[0], equity=0.9), *weak.rows[1:]))
    assert isinstance(passing.best.call, Pass) and call_words(passing.runner_up.call) in passing.reason
    assert "If you pass, " in passing.reason


def test_the_lowest_of_equal_calls_is_the_best():
    """Within one standard error of the highest estimate, and said to be as good."""
    low, high = bid_row("4+", equity=0.5, error_behind=0.021), bid_row("5+", equity=0.52)
    report = bid_report(bid_row("Pass", equity=0.4, error_behind=0.03), low, high, lead_error=0.021)
    assert (report.best, report.runner_up) == (low, high) and report.lead == pytest.approx(-0.02)
    assert report.reason.startswith(
        "4 uptown is as good as 5 uptown within its error (2.0 % less, standard error 2.1), and lower."
    )
    apart = bid_report(replace(low, error_behind=0.019), high)
    assert apart.best == high


def test_the_lead_is_that_of_the_two_best_rows():
    asked = {"seat": "W", "dealer": "S", "bid": "5NT", "samples": 8, "double_dummy_samples": 0}
    report = ws.evaluate_discards("K7265.A43.A54.A5432.BL", "NT-", **asked)
    assert report.runner_up is report.rows[1]
    assert report.lead == report.rows[0].tricks - report.rows[1].tricks
    assert f" tricks, standard error {report.lead_error:.2f})" in report.reason
    moved = report.rows[1].cards - report.rows[0].cards
    assert "giving up " + " ".join(map(str, moved)) in report.reason


def test_the_error_of_the_lead_is_paired():
    """Of two cards that are equal in every layout the difference is certain, though neither is."""
    state = ws.HandState.random(5, ws.Rules.preset("whist"), dealer="W")
    report = ws.evaluate_cards(state.view(state.to_act), samples=6, seed=1)
    assert report.lead_error < np.hypot(report.best.points_error, report.runner_up.points_error)
    assert report.reason.startswith("C4 and C6 are equal.") and report.lead == 0


def test_every_form_has_the_reason(weak):
    found = weak.as_dict()
    assert (found["reason"], found["lead_error"]) == (weak.reason, weak.lead_error)
    assert found["rows"][0]["opponents"]["bid"] == str(weak.rows[0].opponents.bid)
    assert weak.reason in str(weak) and weak.reason in weak.html()
    asked = ["bid", WEAK["hand"], "--seat", "S", "--dealer", "E", "--samples", "8", "--json"]
    assert json.loads(done(*asked))["reason"] == weak.reason
    hint = done("play", "--seed", "3", "--strength", "quick", stdin="hint\nquit\n")
    assert "If you pass, the opponents play in " in hint and "\nPass  " in hint


def test_what_else_a_reason_says(weak):
    """A clear lead is called better, a single choice needs no reason, and estimates are called so."""
    apart = tuple(replace(row, error_behind=0.0) for row in weak.rows)
    clear = replace(weak, rows=apart, lead_error=1e-6)
    assert " seems better than " in clear.reason
    assert " wins " in replace(clear, separated=True).reason
    alone = replace(weak, rows=weak.rows[:1])
    assert alone.reason == "There is no other choice." and alone.lead is None
    estimated = ws.evaluate_bids(**WEAK, time_limit=1e-6)
    assert "tricks estimated from all hands, no cards played" in str(estimated)
