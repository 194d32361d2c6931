"""Reports of advice on screens of any width, and what all of them have in common."""

import dataclasses
import json

from tests.support.bid_reports import (
    bid_report,
    bid_row,
    discard_report,
    discard_row,
    strain_report,
    strain_row,
)

import whistsolve as ws
from whistsolve.advice import AdviceReport, AdviceRow, StrainReport
from whistsolve.show import BEST_PLAY, describe, to_text
from whistsolve.show.advice import columns_in_use
from whistsolve.show.glyphs import ASCII


def test_nothing_is_cut_at_any_width() -> None:
    numbers = {"make": 0.0, "points": -10.0, "points_error": 3.0, "equity": 1.0}
    wide = strain_report(*(strain_row(strain, **numbers) for strain in ("S+", "NT-", "H~")))
    reports = (bid_report(), strain_report(), strain_report(exact=True), discard_report(), wide)
    for report, width in ((report, width) for report in reports for width in (60, 100)):
        text = to_text(describe(report), width=width)
        assert "…" not in text and max(map(len, text.splitlines())) <= width
        # Every cell, whole and in the line of its candidate.
        whole = to_text(describe(report), ascii_only=True).splitlines()[1 : 1 + len(report.rows)]
        plain = to_text(describe(report), width=width, ascii_only=True).splitlines()
        for candidate, row in zip(columns_in_use(report)[0].cells, whole, strict=True):
            name = ASCII.cards(candidate).plain if isinstance(candidate, ws.Hand) else str(candidate)
            own = " ".join(line for line in plain if line.startswith(f"{name} "))
            assert row.startswith(name) and set(row.split()) <= set(own.split()), (name, width)
        table = text.partition("\nbest  ")[0].splitlines()
        discards = sum("♠2 ♥3 ♦54 ♣2 BJ" in line for line in table)
        assert discards == (3 if isinstance(report, StrainReport) else 0)


def test_columns_that_do_not_fit_follow_below_beside_the_candidates() -> None:
    lines = to_text(describe(strain_report()), width=70).splitlines()
    heads = [line.split() for line in lines if line.startswith("strain")]
    assert heads == [["strain", "win", "discard", "make"], ["strain", "points", "tricks"]]
    assert [line.split()[0] for line in lines[:9] if line] == ["strain", "♠↑", "NT↓", "♥↓"] * 2
    assert to_text(describe(strain_report()), width=120).count("strain") == 1
    # One wider than the screen is folded.
    lines = to_text(describe(strain_report()), width=20).splitlines()
    assert max(map(len, lines)) <= 20
    assert "".join(line[8:] for line in lines if not line.startswith("strain")).count("+1.00") == 3


def test_the_last_line_says_what_to_do() -> None:
    def said(report: AdviceReport[AdviceRow]) -> str:
        plain = to_text(describe(report), ascii_only=True).splitlines()[-1]
        assert plain.isascii() and str(report).splitlines()[-1] == plain
        return to_text(describe(report)).splitlines()[-1]

    close = [bid_row("pass", equity=0.59), bid_row("4+", equity=0.6), bid_row("4NT", equity=0.4)]
    many = [bid_row(call, equity=0.5) for call in ("4+", "4-", "4NT", "5S-", "pass")]
    points = dataclasses.replace(bid_report().rows[0], equity=None, equity_error=None)
    wins = "bid 4 uptown: wins 60 % of matches from here"
    others = "4 downtown, 4 no-trump, 5 spades downtown and 1 more are as good within the error"
    assert [
        said(bid_report()),
        said(bid_report(*close)),
        said(bid_report(*many)),
        said(bid_report(*many[:3])).partition("; ")[2],
        said(bid_report(*many[:2], exact=True)).partition("; ")[2],
        said(bid_report(points)),
        said(strain_report()),
        said(strain_report(strain_row("H~", discard=None), separated=False)),
        said(discard_report(separated=False)),
    ] == [
        wins,
        f"{wins}; pass is as good within the error",
        f"bid 4 uptown: wins 50 % of matches from here; {others}",
        "4 downtown and 4 no-trump are as good within the error",
        "4 downtown is as good",
        "pass: brings +0.50 points on average",
        "name no-trump downtown and give up ♠2 ♥3 ♦54 ♣2 BJ: wins 62 % of matches from here;"
        " no other is as good",
        "name hearts downtown, aces bad: wins 50 % of matches from here",
        "give up ♥3 ♦2 BJ: brings +1.00 points on average; ♥3 ♦32 is as good within the error",
    ]


def test_the_report_of_discards() -> None:
    report = discard_report()
    # The chosen discard is the first row, whatever others came to on fewer layouts.
    assert report.best is report.rows[0] and report.rows[1].value == report.best.value
    lines = str(report).splitlines()
    assert lines[:2] == [
        "discard   tricks                  make           points                   layouts",
        "H3 D2 BJ    9.50 (9.01 to 9.99)    50% (35-65%)   +1.00 (+0.51 to +1.49)       48",
    ]
    assert lines[3] == "best: H3 D2 BJ"
    given_up = "giving up most often H3 75% D3 75% D2 75%"
    assert lines[4].endswith(f"; with all hands open 10.25 tricks on 4 layouts, {given_up}")
    assert to_text(describe(report)).splitlines()[1].startswith("♥3 ♦2 BJ")
    page = report.html()
    assert "What to discard in S+ with" in page and page.count("linear-gradient") == 2
    found = json.loads(json.dumps(report.as_dict(), allow_nan=False))
    assert (found["strain"], found["bid"], found["best"]) == ("S+", "4+", "H3 D2 BJ")
    assert found["double_dummy_tricks"] == 10.25 and found["kept"]["H3"] == 0.25
    assert found["rows"][0]["cards"] == ["H3", "D2", "BJ"] and found["rows"][0]["tricks_error"] == 0.25


def test_discards_without_a_bid_are_compared_by_tricks() -> None:
    row = discard_row("H3 D2 BJ", **dict.fromkeys(("make", "make_error", "points", "points_error")))
    report = discard_report(row, bid=None, double_dummy_tricks=None, kept={}, exact=True)
    (row,) = report.rows
    assert (row.value, row.tricks, row.tricks_error) == (9.5, 9.5, 0.0)
    assert row.tricks_interval == row.value_interval == (9.5, 9.5)
    assert row.points_error is None and row.make_error is None
    assert str(report).splitlines()[:2] == ["discard   tricks  layouts", "H3 D2 BJ    9.50       48"]
    assert "all hands open" not in str(report).split("; ")[-1].replace(BEST_PLAY, "")


def test_the_kind_of_discards_is_named() -> None:
    kinds = {
        "sampled": "discards sampled from what the player can see; then both sides' best play",
        "double_dummy": "double-dummy discards, an upper bound; then both sides' best play",
        "heuristic": "heuristic discards; then both sides' best play",
        "estimated": "tricks estimated from all hands, no cards played; 95 % intervals",
    }
    for kind, said in kinds.items():
        assert f"96 layouts, effective sample size 80; {said}" in str(bid_report(discards=kind))


def test_a_row_by_itself_has_its_intervals_and_chances() -> None:
    assert to_text(describe(bid_row("4+"))).splitlines() == [
        "4+",
        "make    75% (65% to 83%)",
        "tricks  0.75 (0.66 to 0.84)",
        "points  +0.50 (+0.30 to +0.70)",
        "win     50.0% (46.1% to 53.9%)",
        "tricks  chance",
        "     0  25%",
        "     1  75%",
        "95 % intervals in brackets",
    ]


def test_rows_without_points_are_compared_by_tricks() -> None:
    tricks = {"S+": (0.0, 0.75, 0.25), "H+": (0.0, 0.0, 1.0), "D+": (1.0, 0.0, 0.0)}
    rows = [strain_row(strain, tricks=shares) for strain, shares in tricks.items()]  # type: ignore[arg-type]
    report = strain_report(*(dataclasses.replace(row, points=None, equity=None) for row in rows))
    assert str(report.best) == "H+" and report.best.value == 2.0
    assert report.best.value_interval == report.best.tricks_interval
    assert report.rows[0].points_interval is None
    assert str(report).splitlines()[0].split() == ["strain", "tricks", "make", "discard"]
