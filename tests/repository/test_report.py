"""The report of figures: its tables, what it refuses, and that a wrong answer ends it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks.speed import bridge, report, sections
from benchmarks.speed.report import BEGIN, END, put_between

import whistsolve as ws
from whistsolve.solving.bench import beside_dds as beside
from whistsolve.solving.bench import dds

beside_dds = pytest.mark.skipif(not dds.has_dds(), reason=dds.WHY_NOT)


def rows_of(text: str) -> list[list[str]]:
    """The cells of every table row of some markdown, the heads and marks left out."""
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[2:]]


def test_a_table_is_markdown() -> None:
    text = sections.markdown_table(["kind", "s"], [["a", "1"], ["b", "2"]])
    assert text == "| kind | s |\n| --- | ---: |\n| a | 1 |\n| b | 2 |\n"


@beside_dds
def test_bridge_deals_beside_dds() -> None:
    text = sections.bridge_section(2)
    assert text.startswith("### Bridge deals\n") and "All 40 answers agree" in text
    names = [row[0] for row in rows_of(text)]
    assert names == ["whistsolve", "DDS"]
    for row in rows_of(text):
        total, median, p90, p99, longest = (float(cell.replace(",", "")) for cell in row[1:])
        assert 0 < median <= p90 <= p99 <= longest <= 1001 * total


def test_bridge_deals_where_another_answer_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sections, "has_dds", lambda: True)
    monkeypatch.setattr(beside, "dds_alone", nullcontext)
    monkeypatch.setattr(beside, "dds_tables", lambda deals: np.zeros((len(deals), 4, 5), dtype=np.uint8))
    with pytest.raises(sections.WrongAnswer, match=r"^bridge deal 0 \(N:.*differ"):
        sections.bridge_section(1)


def test_bridge_deals_without_dds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sections, "has_dds", lambda: False)
    text = sections.bridge_section(1)
    assert [row[0] for row in rows_of(text)] == ["whistsolve"]
    assert dds.WHY_NOT in text and "agree" not in text


@beside_dds
@pytest.mark.parametrize("strain", ["S+", "H-", "D~", "NT+"])
def test_deals_told_as_bridge_deals_have_the_same_answers(strain: str) -> None:
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


def test_a_suit_of_fourteen_cards_is_no_bridge_suit() -> None:
    deal = ws.Deal.from_text("N:AKQJ..T9.2 T987..AK.Q 65432..8.7 ..76543.J.B")
    assert deal.hand_size == 7
    assert bridge.told_as_bridge(deal, "S+") is None
    assert bridge.told_as_bridge(deal, "D+") is not None


def test_deals_by_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sections, "_JOKER_KINDS", sections._JOKER_KINDS[:1] + sections._JOKER_KINDS[4:5])
    rows = rows_of(sections.joker_section(2))
    assert [row[1] for row in rows] == ["8", "4"], "deals and strains"
    monkeypatch.setattr(sections, "_KINDS", sections._KINDS[-2:])
    rows = rows_of(sections.kinds_section(2))
    assert [row[0] for row in rows] == ["one against four, 10 cards", "one against five, 8 cards"]
    assert rows[0][-1] == "1.00" and all(float(row[-1]) > 0 for row in rows)


def test_discards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sections, "_KITTIES", sections._KITTIES[:2])
    text = sections.kitty_section(1)
    assert [row[0] for row in rows_of(text)] == ["partners, a trump suit", "partners, no trump suit"]
    assert re.search(r"median \d+\.\d\d s a deal, worst \d+\.\d\d s, one thread", text)


def test_a_discard_that_is_not_worth_what_was_said_ends_the_report(monkeypatch: pytest.MonkeyPatch) -> None:
    best = ws.best_discard

    def wrong(*args: Any, **options: Any) -> ws.BestDiscard:
        found = best(*args, **options)
        return replace(found, low=found.low + 1, high=found.high + 1)

    monkeypatch.setattr(ws, "best_discard", wrong)
    with pytest.raises(sections.WrongAnswer, match="after the best discard, solved"):
        sections.kitty_section(1)


def test_from_card_to_card() -> None:
    text = sections.kept_section(2)
    assert "All answers agree" in text
    rows = rows_of(text)
    assert [row[0] for row in rows] == ["S+", "NT+"]
    for row in rows:
        new, kept, ratio, least, nodes = map(float, row[1:])
        assert new > 0 and kept > 0 and least <= ratio and nodes > 1


def test_a_kept_solver_that_gives_another_answer_ends_the_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sections, "_valued", lambda *args, keep: ([keep], 1))
    with pytest.raises(sections.WrongAnswer, match=r"^bridge deal 0 \(N:.*a kept solver and new ones differ"):
        sections.kept_section(1)


def test_threads() -> None:
    text = sections.threads_section(1)
    assert [row[0] for row in rows_of(text)] == ["1", "2"]
    assert rows_of(text)[0][-1] == "1.00"


def test_threads_that_do_not_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    def solve_many(deals: object, strains: object, *, rules: object, threads: int) -> list[int]:
        return [threads]

    monkeypatch.setattr(ws, "solve_many", solve_many)
    with pytest.raises(sections.WrongAnswer, match="one thread and with two differ"):
        sections.threads_section(1)


def test_hard_deals_by_cap(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def run(name: str, cap: int) -> dict[str, Any]:
        asked.append((name, cap))
        return {"seconds": 1.5, "nodes": 2_000_000, "peak_memory_mb": 40.25}

    monkeypatch.setattr(sections, "_hard_run", run)
    rows = rows_of(sections.hard_section())
    assert len(rows) == len(asked) == 9
    assert asked[:3] == [("four-voids", 16), ("four-voids", 64), ("four-voids", 256)]
    assert rows[0] == ["four-voids, 16 MiB", "1.5", "2.0 M", "40"]


def test_a_process_that_fails_ends_the_report() -> None:
    with pytest.raises(sections.WrongAnswer, match="--only 'none' is no hard deal"):
        sections._hard_run("none", 16)


def test_figures_are_put_between_the_marks() -> None:
    page = f"above\n\n{BEGIN}\n\nold\n\n{END}\n\nbelow\n"
    new = put_between(page, "new\n")
    assert new == f"above\n\n{BEGIN}\n\nnew\n\n{END}\n\nbelow\n"
    assert put_between(new, "new") == new
    for wrong in ("", BEGIN, END, END + BEGIN, BEGIN + END + END):
        with pytest.raises(ValueError, match="no place for figures"):
            put_between(wrong, "new")


def test_the_page_of_figures_has_its_place() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "performance.md").read_text("utf-8")
    figures = page.split(BEGIN)[1].split(END)[0]
    assert put_between(page, figures) == page
    heads = re.findall(r"^### (.+)$", figures, re.MULTILINE)
    always = ["Bridge deals", "Deals with jokers", "Other tables", "Discards", "From card to card", "Threads"]
    assert heads[:6] == always


def test_where_the_report_goes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = []

    def parts(deals: int, hard: bool) -> Iterator[str]:
        asked.append((deals, hard))
        yield "one\n"
        yield "two\n"

    monkeypatch.setattr(report, "_parts", parts)
    assert report.main(["--deals", "3"]) == 0
    assert capsys.readouterr().out == "one\n\ntwo\n\n"
    out, page = tmp_path / "out.md", tmp_path / "page.md"
    page.write_text(f"{BEGIN}{END}", "utf-8")
    assert report.main(["--hard", "--out", str(out), "--into", str(page)]) == 0
    assert out.read_text("utf-8") == "one\n\ntwo\n"
    assert page.read_text("utf-8") == f"{BEGIN}\n\none\n\ntwo\n\n{END}"
    assert capsys.readouterr().out == ""
    assert asked == [(3, False), (100, True)]

    assert report.main(["--into", str(out)]) == 2
    assert report.main(["--into", str(tmp_path / "none.md")]) == 2
    assert len(asked) == 2, "nothing is measured where there is no place for it"
    with pytest.raises(SystemExit, match="2"):
        report.main(["--deals", "0"])


def test_a_wrong_answer_ends_the_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def parts(deals: int, hard: bool) -> Iterator[str]:
        raise sections.WrongAnswer("deal 7")
        yield ""

    monkeypatch.setattr(report, "_parts", parts)
    assert report.main([]) == 1
    assert capsys.readouterr().err == "error: deal 7\n"


def test_the_machine_is_told_by_processor_and_compiler() -> None:
    assert report.processor()
    assert re.fullmatch(r"(GCC|clang) \d+(\.\d+)*|a compiler that left no name", report.compiler())
