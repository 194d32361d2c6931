"""Plots of tables, played hands and distributions of tricks; those of estimates are with the reports."""

import itertools
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.support.bid_reports import bid_report, bid_row, discard_report, strain_report
from tests.support.shown_things import SHORT, analysis

import whistsolve as ws
from whistsolve.show.plot import plot_levels, plot_of
from whistsolve.solving import TrickTable


@pytest.fixture(autouse=True)
def pyplot(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The library's own, without a screen."""
    matplotlib, pyplot = pytest.importorskip("matplotlib"), pytest.importorskip("matplotlib.pyplot")
    matplotlib.use("Agg")
    monkeypatch.setattr(pyplot, "show", lambda *_, **__: pytest.fail("put on the screen unasked"))
    yield pyplot
    pyplot.close("all")


def heights(ax: Any) -> list[float]:
    return [bar.get_height() for bar in ax.patches]


def texts(labels: Any) -> list[str]:
    return [label.get_text() for label in labels]


def drawn(ax: Any) -> Any:
    """The axes, after everything on them was drawn."""
    ax.figure.canvas.draw()
    return ax


def test_bars_of_a_table_are_its_tricks() -> None:
    table = ws.table(SHORT)
    ax = drawn(table.plot())
    assert heights(ax) == table.to_numpy().reshape(-1).tolist()
    assert texts(ax.get_xticklabels()) == [strain.symbol for strain in table.strains]
    assert texts(ax.get_legend().get_texts()) == list("NESW")
    assert ax.get_ylabel() == "tricks of the leader's side"
    edges = sorted((bar.get_x(), bar.get_x() + bar.get_width()) for bar in ax.patches)
    assert all(one[1] <= other[0] + 1e-9 for one, other in itertools.pairwise(edges))
    # Open cells are pale on top.
    low, high = table.low[:, :2], table.low[:, :2].copy()
    high[1, 1] += 2
    pale = [bar for bar in TrickTable(low, table.strains[:2], high).plot().patches if bar.get_alpha()]
    assert [bar.get_height() for bar in pale] == [0, 2] and pale[1].get_y() == low[1, 1]


def test_the_trace_of_a_hand_is_its_values(pyplot: Any) -> None:
    found = analysis()
    _, given = pyplot.subplots()
    ax = drawn(found.plot(given))
    assert ax is given
    assert ax.lines[0].get_ydata().tolist() == [found.start, *(card.after for card in found.cards)]
    marked = [(x, y) for line in ax.lines if line.get_marker() in "v^" for x, y in line.get_xydata().tolist()]
    assert sorted(marked) == [(card.number, card.after) for card in found.losses]
    assert texts(ax.texts) == [f"{'NESW'[each.seat]} {each.card}" for each in found.losses]
    needed = [line for line in ax.lines if line.get_linestyle() == "--"]
    # One over six, of which the kitty is a book.
    assert [line.get_ydata()[0] for line in needed] == [6]


def test_a_line_for_each_distribution_of_tricks() -> None:
    rows = bid_row("pass"), bid_row("4+", equity=0.9), bid_row("5+"), bid_row("4-", tricks=(0.5, 0.5))
    ax = drawn(bid_report(*rows).plot_tricks())
    assert [line.get_ydata().tolist() for line in ax.lines] == [[0.25, 0.75], [0.5, 0.5]]
    assert [line.get_label() for line in ax.lines] == ["4+ 5+ (best)", "4-"]
    assert len(strain_report().plot_tricks().lines) == 1
    assert not discard_report().plot_tricks().lines  # means alone


def test_shares_of_levels_are_those_of_the_array() -> None:
    tricks = np.array([[[3, 0], [1, 2]], [[2, 2], [0, 1]]], np.uint8)
    ax = drawn(plot_levels(tricks, ["S+", "NT-"]))
    said = {tuple(round(each) for each in text.get_position()): text.get_text() for text in ax.texts}
    assert said == {(0, 1): "75%", (0, 2): "50%", (0, 3): "25%", (1, 1): "75%", (1, 2): "50%", (1, 3): "0%"}
    assert texts(ax.get_xticklabels()) == ["S↑", "NT↓"]
    for wrong in (np.zeros((2, 3), int), np.zeros((0, 2), int), np.zeros((2, 2)), np.full((2, 2), -1), 5):
        with pytest.raises(ws.WhistError, match=r"expected numbers of tricks from 0 on, shape \(\.\.\., 2\)"):
            plot_levels(wrong, ["S+", "NT-"])  # type: ignore[arg-type]


def test_what_cannot_be_drawn_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TypeError, match="Card has no plot"):
        plot_of(ws.Card.from_text("SA"))
    for name in {"matplotlib", *(name for name in sys.modules if name.startswith("matplotlib."))}:
        monkeypatch.setitem(sys.modules, name, None)
    table, report = ws.table(SHORT, strains=["S+"]), bid_report()
    levels = lambda: plot_levels([[1]], ["S+"])  # noqa: E731
    for draw in (table.plot, analysis().plot, report.plot, report.plot_tricks, levels):
        with pytest.raises(
            ImportError, match=r"^matplotlib\S* is missing.*: pip install whistsolve\[plot\]$"
        ):
            draw()
