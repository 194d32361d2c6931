"""The report of figures: a wrong answer ends it; where it is written."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks.pages import put_between
from benchmarks.speed import bridge, dds, report, sections

import whistsolve as ws
from whistsolve.solving import BestDiscard

BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"

beside_dds = pytest.mark.skipif(not dds.has_dds(), reason=dds.WHY_NOT)


def rows_of(text: str) -> list[list[str]]:
    """The cells of every table row of some markdown, the heads and marks left out."""
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[2:]]


@beside_dds
def test_bridge_deals_beside_dds() -> None:
    text = sections.bridge_section(2)
    assert text.startswith("### Bridge deals\n") and "All 40 answers agree" in text
    names = [row[0] for row in rows_of(text)]
    assert names == ["whistsolve", "DDS"]
    for row in rows_of(text):
        total, median, p90, p99, longest = (float(cell.replace(",", "")) for cell in row[1:])
        assert 0 < median <= p90 <= p99 <= longest <= 1001 * total


@beside_dds
@pytest.mark.parametrize("strain", ["H-", "D~", "NT+"])
def test_deals_written_as_bridge_deals_have_the_same_answers(strain: str) -> None:
    rules = ws.Rules.preset("bid_whist_seed", hand_size=6, kitty_size=30)
    told = [
        (deal, bridge.told_as_bridge(deal, strain)) for deal in (ws.Deal.random(n, rules) for n in range(40))
    ]
    pairs = [(deal, text) for deal, text in told if text is not None]
    assert len(pairs) >= 3
    # Jokers have a place among the trumps, and none without a trump suit.
    assert any(hand.jokers for deal, _ in pairs for hand in deal.hands) == (strain != "NT+")
    theirs = dds.dds_tables([text for _, text in pairs], [strain[:-1] + "+"])
    assert np.array_equal(theirs, ws.solve_many([deal for deal, _ in pairs], [strain], rules=rules))


def test_a_discard_that_is_not_worth_what_was_said_ends_the_report(monkeypatch: pytest.MonkeyPatch) -> None:
    best = ws.best_discard

    def wrong(*args: Any, **options: Any) -> BestDiscard:
        found = best(*args, **options)
        return replace(found, low=found.low + 1, high=found.high + 1)

    monkeypatch.setattr(ws, "best_discard", wrong)
    with pytest.raises(sections.WrongAnswer, match="after the best discard, solved"):
        sections.kitty_section(1)


def test_figures_are_put_between_the_marks() -> None:
    page = f"above\n\n{BEGIN}\n\nold\n\n{END}\n\nbelow\n"
    new = put_between(page, "new\n")
    assert new == f"above\n\n{BEGIN}\n\nnew\n\n{END}\n\nbelow\n"
    assert put_between(new, "new") == new
    for wrong in ("", BEGIN, END, END + BEGIN, BEGIN + END + END):
        with pytest.raises(ValueError, match="no place for figures"):
            put_between(wrong, "new")


def test_where_the_report_goes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = []

    def parts(deals: int, hard: bool) -> Iterator[str]:
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
