"""Reports on bids and strains: intervals, what is best, JSON, text, and the table of the command bid."""

import dataclasses
import io
import json
import math
import pickle
import re

import pytest
from tests.support.bid_reports import BURIED, bid_report, bid_row, strain_report, strain_row
from tests.support.command import done

import whistsolve as ws
from whistsolve.advice import BidReport, BidRow
from whistsolve.advice.reports.answers import StrainReport, StrainRow
from whistsolve.advice.reports.intervals import wilson_interval
from whistsolve.evaluation import Evaluator
from whistsolve.show import describe, show, to_text
from whistsolve.show.advice import weight_lines

# -------------------------------------------------------------------------------------------------- intervals


@pytest.mark.parametrize(
    ("successes", "number", "low", "high"),
    # The score method without correction in R. G. Newcombe, Two-sided confidence intervals for the single
    # proportion, Statistics in Medicine 17 (1998), 857-872.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_known_intervals_of_a_chance(successes: int, number: int, low: float, high: float) -> None:
    # The error plays no part where the number of layouts is known.
    row = bid_row("4+", make=successes / number, effective_sample_size=float(number), make_error=9.0)
    assert row.make_interval == pytest.approx((low, high), abs=5e-5)
    mirrored = wilson_interval(1 - successes / number, number)
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=5e-5)


def test_bounds_of_a_chance_stay_in_order() -> None:
    for chance in (0.0, 1e-9, 1 / 3, 0.5, 1.0):
        for number in (0.4, 1.0, 7.5, 96.0, 1e9):
            low, high = wilson_interval(chance, number)
            assert 0 <= low <= chance <= high <= 1
            assert high - low > 0
    # Not a whole number of layouts: in between.
    widths = [high - low for low, high in (wilson_interval(0.4, n) for n in (10, 10.5, 11))]
    assert widths == sorted(widths, reverse=True) and len(set(widths)) == 3


@pytest.mark.parametrize("row", [bid_row("4+"), strain_row("S+")], ids=["bid", "strain"])
def test_intervals_are_1_96_errors_wide(row: BidRow | StrainRow) -> None:
    row = dataclasses.replace(
        row, points=1.0, points_error=0.5, equity=0.5, equity_error=0.1, effective_sample_size=0.0
    )
    assert row.points_interval == pytest.approx((0.02, 1.98))
    assert row.equity_interval == pytest.approx((0.304, 0.696))
    assert dataclasses.replace(row, equity=0.95).equity_interval == pytest.approx((0.754, 1.0))
    assert dataclasses.replace(row, equity=0.05).equity_interval == pytest.approx((0.0, 0.246))
    # Without an effective sample size: the standard error alone.
    made = dataclasses.replace(row, make=0.9, make_error=0.1)
    assert made.make_interval == pytest.approx((0.704, 1.0))
    assert row.value == 0.5 and row.value_interval == row.equity_interval
    of_points = dataclasses.replace(row, equity=None, equity_error=None)
    assert of_points.value == 1.0 and of_points.value_interval == row.points_interval


def test_what_is_not_there_has_no_interval() -> None:
    row = bid_row("pass", equity=None, equity_error=None)
    assert row.make_interval is None and row.equity_interval is None
    assert row.points_interval == pytest.approx((0.304, 0.696))
    assert row.mean_tricks is None and row.tricks_interval is None
    assert str(bid_report(row)).splitlines()[:2] == ["call  points", "Pass   +0.50 (+0.30 to +0.70)"]


def test_an_unknown_standard_error_bounds_nothing() -> None:
    row = bid_row(
        "4+", make_error=math.inf, points_error=math.inf, equity_error=math.inf, effective_sample_size=0.0
    )
    assert row.make_interval == row.equity_interval == (0.0, 1.0)
    assert row.points_interval == (-math.inf, math.inf)
    # A chance has an interval after a single layout all the same.
    assert dataclasses.replace(row, make=1.0, effective_sample_size=1.0).make_interval == pytest.approx(
        (0.2065, 1), abs=1e-4
    )


def test_a_mean_of_tricks_has_an_interval() -> None:
    row = strain_row("S+", effective_sample_size=25.0)
    assert row.mean_tricks == 1.5
    assert row.tricks_interval == pytest.approx((1.5 - 1.96 * 0.1, 1.5 + 1.96 * 0.1))
    assert dataclasses.replace(row, effective_sample_size=0.0).tricks_interval == (0.0, 2.0)
    assert strain_report(row, exact=True).rows[0].tricks_interval == (1.5, 1.5)


@pytest.mark.parametrize("report", [bid_report(), strain_report()], ids=["bids", "strains"])
def test_exact_reports_have_no_errors(report: BidReport | StrainReport) -> None:
    exact = dataclasses.replace(report, exact=True)
    for row, before in zip(exact.rows, report.rows, strict=True):
        assert row.exact and not before.exact
        assert row.points_interval == (before.points, before.points)
        assert row.equity_interval == (before.equity, before.equity)
        assert row.make_interval == (None if before.make is None else (before.make, before.make))
        assert (row.points_error, row.equity_error) == (0.0, 0.0)
        assert row.make_error == (None if before.make is None else 0.0)
        assert row.value == before.value
    assert "exact, all " in str(exact) and "interval" not in str(exact) and "(" not in str(exact)
    assert "exact" not in str(report) and "95 % intervals" in str(report)
    assert dataclasses.replace(exact, exact=True) == exact != report


# ----------------------------------------------------------------------------------------------- what is best


def test_the_best_strain_is_that_of_the_highest_value() -> None:
    assert str(strain_report().best) == "NT-"
    points = [strain_row(s, equity=None, equity_error=None, points=p) for s, p in (("S+", 1.0), ("H+", 2.0))]
    assert str(strain_report(*points).best) == "H+"
    # Of equals the more tricks; of these the first, whatever a last bit says.
    more = strain_row("D-", tricks=(0.0, 0.0, 1.0))
    assert strain_report(strain_row("S+"), more).best is more
    first, second = strain_row("S+", equity=0.3), strain_row("C+", equity=0.1 + 0.2)
    assert strain_report(first, second).best is first


# ----------------------------------------------------------------------------------------------- JSON, pickle


@pytest.mark.parametrize("report", [bid_report(), strain_report()], ids=["bids", "strains"])
def test_json_carries_intervals(report: BidReport | StrainReport) -> None:
    values = report.as_dict()
    read = json.loads(json.dumps(values, allow_nan=False))
    assert read == values
    assert read["exact"] is False and read["best"] == str(report.best)
    assert len(read["rows"]) == len(report.rows)
    for found, row in zip(read["rows"], report.rows, strict=True):
        for name in ("make", "points", "equity"):
            interval = getattr(row, f"{name}_interval")
            assert found[name] == getattr(row, name)
            assert found[f"{name}_error"] == getattr(row, f"{name}_error")
            assert found[f"{name}_interval"] == (None if interval is None else list(interval))
        assert found["effective_sample_size"] == row.effective_sample_size and found["exact"] is False
    assert dataclasses.replace(report, exact=True).as_dict()["exact"] is True


def test_json_of_strains_says_what_to_bury() -> None:
    read = json.loads(json.dumps(strain_report().as_dict()))
    assert (read["bid"], read["kitty_seen"]) == ("4+", True)
    assert read["rows"][0]["discard"] == [str(card) for card in BURIED]
    assert read["rows"][0]["mean_tricks"] == 1.5
    blind = strain_report(strain_row("S+", discard=None, make=None, make_error=None), bid=None).as_dict()
    assert blind["bid"] is None
    assert json.loads(json.dumps(blind))["rows"][0]["discard"] is None


def test_json_has_no_infinity() -> None:
    row = bid_row("4+", points_error=math.inf, equity_error=math.inf, make_error=math.inf)
    (found,) = json.loads(json.dumps(bid_report(row).as_dict(), allow_nan=False))["rows"]
    assert found["points_error"] is found["equity_error"] is found["make_error"] is None
    assert found["points_interval"] == [None, None] and found["equity_interval"] == [0.0, 1.0]


@pytest.mark.parametrize("report", [bid_report(), strain_report(), strain_report(exact=True)])
def test_reports_can_be_pickled_and_not_changed(report: BidReport | StrainReport) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(report, protocol)) == report
    assert hash(report) == hash(dataclasses.replace(report))
    for value in (report, report.rows[0]):
        with pytest.raises(dataclasses.FrozenInstanceError):
            value.exact = True  # type: ignore[misc]


# ------------------------------------------------------------------------------------------------------- text


def test_the_text_of_bids() -> None:
    assert str(bid_report()).splitlines() == [
        "call  strain  make           points                   win",
        "Pass                          +0.50 (+0.30 to +0.70)   50.0% (46.1-53.9%)",
        "4+    S+       75% (65-83%)   +1.50 (+1.30 to +1.70)   60.0% (56.1-63.9%)",
        "4NT   S+       75% (65-83%)   +0.50 (+0.30 to +0.70)   40.0% (36.1-43.9%)",
        "best: 4+, not separated from the next",
        "96 layouts, effective sample size 80; discards sampled from what the player can see;"
        " then both sides' best play, all hands open; 95 % intervals in brackets",
        "why: 4 uptown becomes the contract in 60 % of layouts, and would be made in 75 %; a pass wins"
        " 50 % of matches from here; 4 uptown wins 10.0 % more of the matches than pass"
        " (standard error unknown), not separated by the error",
        "bid 4 uptown: wins 60 % of matches from here",
    ]
    shown = to_text(describe(bid_report())).splitlines()
    assert shown[2] == "4+    ♠↑       75% (65-83%)   +1.50 (+1.30 to +1.70)   60.0% (56.1-63.9%)"
    assert shown[4] == "best  4+, not separated from the next"
    plain = to_text(describe(bid_report()), ascii_only=True)
    assert plain.isascii() and plain == f"{bid_report()}\n".replace("best: ", "best  ")
    assert max(map(len, plain.splitlines()[:4])) < 80


def test_the_best_row_is_green_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.delenv("NO_COLOR", raising=False)
    for report, best in ((bid_report(), "4+"), (strain_report(), "NT")):
        screen = io.StringIO()
        show(screen, describe(report))
        green = [line for line in screen.getvalue().splitlines() if re.search(r"\x1b\[(1;)?32m", line)]
        assert len(green) == 1 and best in green[0]


def test_columns_without_numbers_are_left_out() -> None:
    rows = [dataclasses.replace(row, equity=None, equity_error=None) for row in bid_report().rows]
    of_points = bid_report(*rows, separated=True, effective_sample_size=96.0)
    assert str(of_points).splitlines()[0] == "call  strain  make           points"
    assert "win" not in to_text(describe(of_points)) and ">win<" not in of_points.html()
    assert "best: 4+\n96 layouts; " in str(of_points)
    blind = strain_report(strain_row("S+", make=None, make_error=None, discard=None), bid=None)
    for text in (str(blind), to_text(describe(blind))):
        assert text.split("\n")[0].split() == ["strain", "tricks", "points", "win"]


def test_the_table_of_strains() -> None:
    lines = to_text(describe(strain_report())).splitlines()
    assert lines[0].split() == ["strain", "tricks", "make", "points", "win", "discard"]
    assert lines[1].startswith("♠↑        1.50   50% (35-65%)") and lines[1].endswith("  ♠2 ♥3 ♦54 ♣2 BJ")
    assert lines[2].startswith("NT↓ ") and lines[4] == "best  NT-"
    assert lines[5].startswith("48 layouts, effective sample size 40; heuristic discards; ")
    assert to_text(describe(strain_report()), ascii_only=True).isascii()
    text = str(strain_report()).splitlines()
    assert text[1].endswith("S2 H3 D54 C2 BJ") and text[4] == "best: NT-"


# --------------------------------------------------------------------------------------- the command's table


@pytest.mark.parametrize("rules", [(), ("--rules", "bid_whist_no_kitty"), ("--set", "jokers=0")])
def test_the_command_prints_what_cards_are_worth(rules: tuple[str, ...]) -> None:
    game = None
    if rules:
        game = (
            ws.Rules.preset(rules[1])
            if rules[0] == "--rules"
            else ws.Rules.preset("bid_whist_seed", jokers=0)
        )
    expected = weight_lines(Evaluator().table(game))
    assert done("bid", "--table", *rules) == expected + "\n"
    parts = json.loads(done("bid", "--table", "--json", *rules))["table"]
    lines = [line for line in expected.splitlines() if line]
    listed = [[part["title"], *part["tricks"].items()] for part in parts]
    flat = [each for part in listed for each in part]
    assert len(flat) == len(lines)
    for found, line in zip(flat, lines, strict=True):
        if isinstance(found, str):
            assert line == found
        else:
            assert line.split() == [*found[0].split(), f"{found[1]:+.2f}"]
    assert sum(len(part["tricks"]) for part in parts) > 30
