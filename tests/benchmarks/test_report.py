"""Answers beside DDS, solved before and now; the report of figures: a wrong answer ends it; where it goes."""

from dataclasses import replace

import numpy as np
import pytest
from benchmarks.pages import put_between
from benchmarks.speed import bridge, dds, report, sections
from benchmarks.truth.bridge_records import compare_played, compare_solved, read_played, read_solved
from tests.support.sources import ROOT

import whistsolve as ws

DATA = ROOT / "tests" / "data"
SOLVED = list(read_solved((DATA / "dds_solved.txt").read_text("ascii").splitlines()))
PLAYED = list(read_played((DATA / "dds_played.txt").read_text("ascii").splitlines()))
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"

beside_dds = pytest.mark.skipif(not dds.has_dds(), reason=dds.WHY_NOT)


def test_the_engine_says_what_dds_said():
    assert (len(SOLVED), len(PLAYED)) == (60, 24)
    assert compare_solved(SOLVED[:6]) == (6 * 20, [])
    compared, differences = compare_played(PLAYED[:4])
    assert not differences and any(record.plays for record in PLAYED[:4])
    assert compared == sum(20 + 13 + len(record.trace) * bool(record.plays) for record in PLAYED[:4])


def test_a_wrong_number_is_found():
    wrong = replace(SOLVED[0], tricks=((13,) * 4, *SOLVED[0].tricks[1:]))
    assert {each.what[:5] for each in compare_solved([wrong])[1]} == {"table"}
    record = next(record for record in PLAYED if record.plays)
    leads = {**record.leads, next(iter(record.leads)): 14}
    for changed in ({"leads": leads}, {"trace": (14, *record.trace[1:])}):
        assert [each.what for each in compare_played([replace(record, **changed)])[1]] == list(changed)


@beside_dds
def test_bridge_deals_beside_dds():
    text = sections.bridge_section(2)
    assert text.startswith("### Bridge deals\n") and "All 40 answers agree" in text
    lines = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line] for line in lines[2:]]  # below the heads and marks
    assert [row[0] for row in rows] == ["whistsolve", "DDS"]
    for row in rows:
        total, median, p90, p99, longest = (float(cell.replace(",", "")) for cell in row[1:])
        assert 0 < median <= p90 <= p99 <= longest <= 1001 * total


@beside_dds
@pytest.mark.parametrize("strain", ["H-", "D~", "NT+"])
def test_deals_written_as_bridge_deals_have_the_same_answers(strain):
    rules = ws.Rules.preset("bid_whist_seed", hand_size=6, kitty_size=30)
    deals = [ws.Deal.random(number, rules) for number in range(40)]
    pairs = [(deal, text) for deal in deals if (text := bridge.told_as_bridge(deal, strain)) is not None]
    assert len(pairs) >= 3
    # Jokers have a place among the trumps, and none without a trump suit.
    assert any(hand.jokers for deal, _ in pairs for hand in deal.hands) == (strain != "NT+")
    theirs = dds.dds_tables([text for _, text in pairs], [strain[:-1] + "+"])
    assert np.array_equal(theirs, ws.solve_many([deal for deal, _ in pairs], [strain], rules=rules))


def test_a_discard_that_is_not_worth_what_was_said_ends_the_report(monkeypatch):
    best = ws.best_discard

    def wrong(*args, **options):
        found = best(*args, **options)
        return replace(found, low=found.low + 1, high=found.high + 1)

    monkeypatch.setattr(ws, "best_discard", wrong)
    with pytest.raises(sections.WrongAnswer, match="after the best discard, solved"):
        sections.kitty_section(1)


def test_figures_are_put_between_the_marks():
    new = put_between(f"above\n\n{BEGIN}\n\nold\n\n{END}\n\nbelow\n", "new\n")
    assert new == f"above\n\n{BEGIN}\n\nnew\n\n{END}\n\nbelow\n" == put_between(new, "new")
    for wrong in ("", BEGIN, END, END + BEGIN, BEGIN + END + END):
        with pytest.raises(ValueError, match="no place for figures"):
            put_between(wrong, "new")


def test_where_the_report_goes(monkeypatch, tmp_path, capsys):
    asked = []

    def parts(deals, hard):
        asked.append((deals, hard))
        yield "one\n"
        if deals == 7:
            raise sections.WrongAnswer("deal 7")
        yield "two\n"

    monkeypatch.setattr(report, "_parts", parts)
    out, page = tmp_path / "out.md", tmp_path / "page.md"
    page.write_text(f"{BEGIN}{END}", "utf-8")
    assert report.main(["--hard", "--out", str(out), "--into", str(page)]) == 0
    assert out.read_text("utf-8") == "one\n\ntwo\n"
    assert page.read_text("utf-8") == f"{BEGIN}\n\none\n\ntwo\n\n{END}"
    assert report.main(["--into", str(out)]) == 2
    assert asked == [(100, True)], "nothing is measured where there is no place for it"
    capsys.readouterr()
    assert report.main(["--deals", "7"]) == 1
    assert capsys.readouterr().err == "error: deal 7\n"
