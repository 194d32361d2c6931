"""Reports of advice as HTML and as plots."""

import dataclasses
import math
import re
import sys
from html.parser import HTMLParser
from typing import Any

import pytest
from tests.support.bid_reports import bid_report, bid_row, strain_report, strain_row

from whistsolve.advice import BidReport
from whistsolve.advice.reports.answers import StrainReport
from whistsolve.show.advice import caption

# ------------------------------------------------------------------------------------------------------- HTML


class Page(HTMLParser):
    """What is in a page: the text of the cells of each row, styles, and whether every tag is closed."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.rows: list[list[str]] = []
        self.row_styles: list[str] = []
        self.bars: list[str] = []
        self.tags: set[str] = set()
        self.names: set[str] = set()
        self.text = ""
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        assert len(values) == len(attrs), attrs
        self.tags.add(tag)
        self.names |= set(values)
        style = values.get("style") or ""
        if tag == "tr":
            self.rows.append([])
            self.row_styles.append(style)
        if tag in ("td", "th"):
            self.rows[-1].append("")
        if "gradient" in style:
            self.bars.append(style)
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if set(self.open) & {"td", "th"}:
            self.rows[-1][-1] += data


def test_a_report_is_a_table_of_html() -> None:
    report = bid_report()
    assert report._repr_html_() == report.html()
    page = Page(report.html())
    assert page.tags <= {"div", "table", "caption", "thead", "tbody", "tr", "th", "td", "span"}
    assert page.names <= {"style", "scope", "title"} and "What to call with AKQJ.T9.32.9876" in page.text
    assert page.rows[0] == ["call", "strain", "make", "points", "win"]
    assert page.rows[1] == ["Pass", "", "", "+0.50 (+0.30 to +0.70)", "50.0% (46.1-53.9%)"]
    four = ["★ 4+", "♠\ufe0e↑", "75% (65-83%)", "+1.50 (+1.30 to +1.70)", "60.0% (56.1-63.9%)"]
    assert (
        [cell.strip() for cell in page.rows[2]] == four
        and len(page.rows) == 5
        and len(report.html()) < 10_000
    )
    for said in caption(report):
        assert said in page.text


def test_the_best_row_alone_is_marked() -> None:
    for report in (bid_report(), strain_report()):
        page = Page(report.html())
        index = 1 + report.rows.index(report.best)  # type: ignore[arg-type]
        assert [row for row in page.rows if row[0].startswith("★")] == [page.rows[index]]
        assert [i for i, style in enumerate(page.row_styles) if "bold" in style] == [index]
    other = bid_report(bid_row("pass", equity=0.9), bid_row("4+"))
    assert Page(other.html()).rows[1][0] == "★ Pass"


def test_bars_are_as_long_as_chances() -> None:
    page = Page(
        bid_report(
            bid_row("pass"), bid_row("4+", make=0.25, effective_sample_size=0.0, make_error=0.05)
        ).html()
    )
    (bar,) = page.bars
    edges = [float(edge) for edge in re.findall(r"([\d.]+)%", bar)]
    assert edges == [0.0, 15.2, 15.2, 25.0, 25.0, 34.8, 34.8]
    exact = Page(bid_report(bid_row("4+", make=0.25), exact=True).html())
    assert set(re.findall(r"([\d.]+)%", exact.bars[0])) == {"0.0", "25.0"}
    assert not Page(strain_report(strain_row("S+", make=None), bid=None).html()).bars


def test_text_in_html_is_escaped() -> None:
    report = bid_report(discards="<script>alert('&')</script>\"")
    assert "<script" not in report.html()
    assert "<script>alert('&')</script>\" discards" in Page(report.html()).text
    report = bid_report(dataclasses.replace(bid_row("pass"), call="<b>&"))  # type: ignore[arg-type]
    assert "<b>" not in report.html() and Page(report.html()).rows[1][0] == "★ <b>&"


def test_html_of_strains() -> None:
    page = Page(strain_report().html())
    assert "What to name after 4+ with AKQJ.T9.32.9876" in page.text
    assert page.rows[0] == ["strain", "tricks", "make", "points", "win", "discard"]
    assert page.rows[2][0] == "★ NT↓" and page.rows[2][5].endswith("4 ♣\ufe0e2 BJ") and len(page.bars) == 3
    assert "What to name with AKQJ.T9.32.9876" in Page(strain_report(bid=None).html()).text


# ------------------------------------------------------------------------------------------------------ plots


class Axes:
    """Axes that draw nothing and remember what they were told."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []
        self.inside: list[Axes] = []

    def __getattr__(self, name: str) -> Any:
        if name == "figure" or name.startswith("_"):
            raise AttributeError(name)

        def told(*args: Any, **named: Any) -> Any:
            self.calls.append((name, args, named))
            if name == "inset_axes":
                self.inside.append(Axes())
                return self.inside[-1]
            return None

        return told

    def said(self, name: str) -> list[tuple[tuple[Any, ...], dict[str, Any]]]:
        return [(args, named) for each, args, named in self.calls if each == name]


def bars(ax: Axes) -> list[tuple[float, float, float, float]]:
    """Row, number and bounds of each error bar."""
    found = []
    for (xs, ys), named in ax.said("errorbar"):
        (below,), (above,) = named["xerr"]
        found.append((ys[0], xs[0], xs[0] - below, xs[0] + above))
    return found


@pytest.fixture
def without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in {"matplotlib", "matplotlib.pyplot", *(n for n in sys.modules if n.startswith("matplotlib."))}:
        monkeypatch.setitem(sys.modules, name, None)


@pytest.mark.usefixtures("without_matplotlib")
def test_a_plot_on_axes_needs_nothing_but_axes() -> None:
    ax, report = Axes(), bid_report()
    left, right = report.plot(ax)
    assert [left, right] == ax.inside
    rows = report.rows
    expected = [(i, rows[i].make, *rows[i].make_interval) for i in (1, 2)]  # type: ignore[misc]
    assert bars(left) == [pytest.approx(each) for each in expected]  # a pass is not made
    assert bars(right) == [
        pytest.approx((i, row.equity, *row.equity_interval))  # type: ignore[misc]
        for i, row in enumerate(rows)
    ]
    for half in ax.inside:
        assert half.said("axhspan")[0][0] == (0.5, 1.5)  # the best row
        assert half.said("set_ylim")[0][0] == (2.5, -0.5)
    assert left.said("set_yticks")[0] == ((range(3),), {"labels": ["Pass", "4+", "4NT"]})
    assert left.said("set_xlabel")[0][0] == ("chance to make, 95 % interval",)
    assert right.said("set_xlabel")[0][0] == ("chance to win the match, 95 % interval",)
    assert "best: 4+" in ax.said("set_title")[0][0][0]


def test_plots_of_points_and_of_unknown_errors() -> None:
    row = bid_row("4+", equity=None, equity_error=None, points=2.0, points_error=math.inf)
    left, right = bid_report(row).plot(Axes())
    assert len(bars(left)) == 1 and not bars(right)
    assert right.said("plot")[0][0][:2] == ([2.0], [0]) and right.said("plot")[0][1]["fillstyle"] == "none"
    assert right.said("set_xlabel")[0][0] == ("points, 95 % interval",)
    _, right = bid_report(row, exact=True).plot(Axes())
    assert bars(right) == [(0, 2.0, 2.0, 2.0)]
    assert right.said("set_xlabel")[0][0] == ("points",)


def test_plots_of_strains() -> None:
    left, right = strain_report().plot(Axes())
    assert [bar[1] for bar in bars(left)] == [0.5, 0.75, 0.5]
    assert [bar[1] for bar in bars(right)] == [0.5, 0.625, 0.5]
    assert left.said("axhspan")[0][0] == (0.5, 1.5)
    assert left.said("set_yticks")[0][1] == {"labels": ["S+", "NT-", "H-"]}
    # Without a bid there is nothing to make: tricks.
    row = strain_row("S+", make=None, make_error=None)
    left, _ = strain_report(row, bid=None).plot(Axes())
    assert left.said("set_xlabel")[0][0] == ("mean tricks, 95 % interval",)
    assert bars(left) == [pytest.approx((0, 1.5, *row.tricks_interval))]


@pytest.mark.usefixtures("without_matplotlib")
@pytest.mark.parametrize("report", [bid_report(), strain_report()], ids=["bids", "strains"])
def test_a_plot_without_matplotlib_says_what_to_install(report: BidReport | StrainReport) -> None:
    with pytest.raises(ImportError, match=r"^matplotlib\S* is missing.*: pip install whistsolve\[plot\]$"):
        report.plot()


@pytest.mark.parametrize("report", [bid_report(), strain_report(exact=True)], ids=["bids", "strains"])
def test_matplotlib_draws_the_plot(report: BidReport | StrainReport, monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    pyplot = pytest.importorskip("matplotlib.pyplot")
    monkeypatch.setattr(pyplot, "show", lambda *_, **__: pytest.fail("put on the screen unasked"))
    try:
        left, right = report.plot()
        left.figure.canvas.draw()
        assert left.figure is right.figure
        labels = [label.get_text() for label in left.get_yticklabels()]
        assert labels == [str(row) for row in report.rows]
        # The first row on top, both halves in one line, and all of it on the figure.
        assert left.get_ylim() == right.get_ylim() and left.get_ylim()[0] > left.get_ylim()[1]
        edges = [half.get_tightbbox() for half in (left, right)]
        assert edges[0].x0 >= 0 and edges[1].x1 <= left.figure.bbox.x1 and edges[0].x1 < edges[1].x0 + 1
        _, ax = pyplot.subplots()
        before = len(pyplot.get_fignums())
        assert report.plot(ax)[0].figure is ax.figure
        assert len(pyplot.get_fignums()) == before
    finally:
        pyplot.close("all")
