"""Every result that is a table, in every library that reads Arrow: the same rows, one type a column."""

import json
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from tests.support import bid_reports
from tests.support.bid_reports import bid_report, card_row, discard_report, strain_report
from tests.support.traced import HAND_327

import whistsolve as ws
from whistsolve.advice import CardReport
from whistsolve.players import DealsResult, MatchesResult
from whistsolve.players.deals_result import DealPlayed, HandPlayed
from whistsolve.players.decisions import Decisions
from whistsolve.players.matches_result import Failure, MatchHand, MatchPair, MatchPlayed
from whistsolve.solving import DealFrame, TrickFrame, TrickTable
from whistsolve.tabular import Tabular
from whistsolve.values import Suit

SHORT = ws.Deal.from_text("N:AK.Q.J.5 QJ.A.2.6 T9.K.3.7 87.J.4.8 | 2.2.A.")
RULES = ws.Rules.preset("bid_whist")
ESTIMATES = [
    *("tricks", "tricks_low", "tricks_high", "make", "make_error", "make_low", "make_high", "points"),
    *("points_error", "points_low", "points_high", "equity", "equity_error", "equity_low", "equity_high"),
    *("effective_sample_size", "exact", "best"),
]


def card_report() -> CardReport:
    named = card_row("BJ", named=Suit["HEARTS"])
    return bid_reports.card_report("A....B", "NT+", card_row("SA"), named)


def matches(*pairs: MatchPair) -> MatchesResult:
    return MatchesResult(("one", "other"), RULES, 7, None, pairs)


def deals(*played: DealPlayed) -> DealsResult:
    return DealsResult(("one", "other"), RULES, 7, "other", played)


HAND = MatchHand("4S+ by S", True, (4, 0, 4, 0), "4+; Pass; Pass; Pass; S+")
FAILURE = Failure(0, 1, "b", "it failed")
PAIR = MatchPair(
    0,
    (
        MatchPlayed(1.0, (HAND,) * 9, None, (Decisions(5, 0.5), Decisions(6, 0.25))),
        MatchPlayed(0.5, (HAND,) * 3, FAILURE, (Decisions(1, 0.0), Decisions(2, 1.0))),
    ),
)
TIMES = Decisions(3, 0.5), Decisions(4, 1.0)
PLAYED = HandPlayed(7, True, 2.0), HandPlayed(6, None, -2.0), None
DEAL = DealPlayed(
    4, 1, 2, "4S+ by S", PLAYED, (Failure(4, "bb", "b", "it failed"),), (Decisions(3, 0.5), Decisions(4, 1.0))
)
NOT_BID = DealPlayed(
    5, 1, 1, "", (None,) * 3, (Failure(5, "", "", "nobody bid"),), (Decisions(), Decisions())
)


def stopped_table() -> TrickTable:
    """A table whose cells have bounds only."""
    return ws.table(ws.Deal.random(3), strains=["S+", "NT-"], time_limit=1e-9)


RESULTS: dict[str, Any] = {
    "table": ws.table(SHORT),
    "stopped table": stopped_table(),
    "kitty table": ws.table(SHORT, kitty="optimal"),
    "solution": ws.solve(SHORT, "S+", "N"),
    "best discard": ws.best_discard(SHORT, "S+", "N"),
    "analysis": ws.analyse_play(HAND_327),
    "par": ws.par(SHORT, "N"),
    "bids": bid_report(),
    "strains": strain_report(),
    "discards": discard_report(),
    "cards": card_report(),
    "matches": matches(PAIR),
    "no matches": matches(),
    "deals": deals(DEAL, NOT_BID),
    "no deals": deals(),
    "deal frame": DealFrame([SHORT, "N:AK... QJ... T9... 87..."]),
    "empty deal frame": DealFrame([]),
    "trick frame": TrickFrame([SHORT], ws.solve_many([SHORT], ["S+", "H-"]), ["S+", "H-"]),
    "wide": TrickFrame([SHORT], ws.solve_many([SHORT], ["S+", "H-"]), ["S+", "H-"], wide=True),
    "no tricks": TrickFrame([], ws.solve_many([]), wide=True),
    "average": ws.deal_average("hcp(N)", ws.deals_where(9, "spades(N) >= 5", seed=1)),
    "average of one": ws.deal_average("hcp(N)", ws.deals_where(1, "spades(N) >= 5", seed=1)),
    "frequency": ws.deal_frequency("hcp(N)", ws.deals_where(9, "spades(N) >= 5", seed=1)),
    "cross table": ws.deal_frequency(["spades(N)", "hearts(N)"], ws.deals_where(9, "clubs(N) < 5", seed=1)),
    "no tricks at length": TrickFrame([], ws.solve_many([])),
}
each_result = pytest.mark.parametrize("result", [pytest.param(r, id=name) for name, r in RESULTS.items()])


def plain(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows with ``None`` where a data frame has not-a-number."""
    return [
        {name: None if each != each or each is pd.NA else each for name, each in row.items()} for row in rows
    ]


@each_result
def test_every_library_reads_the_rows(result: Tabular) -> None:
    want = result.to_dicts()
    table = pa.table(result)
    assert table.to_pylist() == want
    frame = pl.DataFrame(result)
    assert frame.to_dicts() == want and frame.columns == table.column_names
    asked = duckdb.sql("select * from result")
    assert [dict(zip(asked.columns, row, strict=True)) for row in asked.fetchall()] == want
    if hasattr(pd.DataFrame, "from_arrow"):  # of pandas 3
        assert plain(pd.DataFrame.from_arrow(result).to_dict("records")) == want
    assert plain(table.to_pandas().to_dict("records")) == want


@each_result
def test_dicts_are_plain(result: Tabular) -> None:
    rows = result.to_dicts()
    assert json.loads(json.dumps(rows, allow_nan=False)) == rows
    kinds = {type(value) for row in rows for value in row.values()}
    assert kinds <= {str, int, float, bool, type(None)}
    assert all(list(row) == pa.table(result).column_names for row in rows)


@pytest.mark.parametrize(
    ("some", "none"),
    [("matches", "no matches"), ("deals", "no deals"), ("deal frame", "empty deal frame")],
)
def test_types_do_not_depend_on_the_rows(some: str, none: str) -> None:
    empty = pa.table(RESULTS[none])
    assert empty.num_rows == 0 and RESULTS[none].to_dicts() == []
    assert empty.schema == pa.table(RESULTS[some]).schema
    assert pa.concat_tables([empty, pa.table(RESULTS[some])]).num_rows == len(RESULTS[some].to_dicts())


def test_a_trick_table() -> None:
    table = RESULTS["table"]
    found = pa.table(table)
    assert found.schema == pa.schema(
        [("leader", pa.string()), ("strain", pa.string())]
        + [(name, pa.uint8()) for name in ("tricks", "low", "high")]
    )
    assert {(row["leader"], row["strain"]): row["tricks"] for row in found.to_pylist()} == {
        (leader, str(strain)): tricks for (leader, strain), tricks in table
    }


def test_cells_with_bounds_only_are_null() -> None:
    table = RESULTS["stopped table"]
    assert not table.exact
    found = pl.DataFrame(table)
    assert found["tricks"].dtype == pl.UInt8 and found["tricks"].null_count() > 0
    for row in found.to_dicts():
        assert (row["low"], row["high"]) == table.bounds(row["leader"], row["strain"])
        assert row["tricks"] == (row["low"] if row["low"] == row["high"] else None)


def test_a_kitty_table_has_discards() -> None:
    table = RESULTS["kitty table"]
    for row in table.to_dicts():
        best = table.discard(row["declarer"], row["strain"])
        assert row["tricks"] == best.tricks and ws.Hand(row["discard"]) == ws.Hand(best.cards)


def test_an_analysis_has_a_row_for_each_card() -> None:
    found = RESULTS["analysis"]
    rows = found.to_dicts()
    assert [(row["number"], row["card"], row["lost"]) for row in rows] == [
        (each.number, str(each.card), each.lost) for each in found.cards
    ]
    assert [row["better"] for row in rows if row["lost"]] == ["D5 H5 D4 D3 DA"]
    assert {row["seat"] for row in rows} == set("NESW")
    assert sum(row["lost"] for row in rows if row["by_declarer"]) == found.given_by_declarer


def test_par_has_a_row_for_each_contract() -> None:
    found = RESULTS["par"]
    rows = found.to_dicts()
    assert len(rows) == len(found.contracts) > 1
    for row, each in zip(rows, found.contracts, strict=True):
        assert ws.Contract.from_text(row["contract"]) == each.contract and row["tricks"] == each.tricks
        assert tuple(row[f"points_{seat}"] for seat in "NESW") == each.points


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("bids", ["call", "strain", "contract", "games"]),
        ("strains", ["strain", "discard"]),
        ("discards", ["discard", "hand", "samples", "tricks_error"]),
        ("cards", ["card", "named", "aim", "tricks_error"]),
    ],
)
def test_reports_have_their_rows(name: str, first: list[str]) -> None:
    report = RESULTS[name]
    table = pa.table(report)
    assert table.column_names == [*first, *ESTIMATES]
    for row, each in zip(table.to_pylist(), report.rows, strict=True):
        said = each.as_dict()
        assert row["best"] == (each is report.best) and row["exact"] == each.exact
        for estimate in ("make", "points", "equity"):
            assert row[estimate] == said[estimate] and row[f"{estimate}_error"] == said[f"{estimate}_error"]
            interval = said[f"{estimate}_interval"]
            assert [row[f"{estimate}_low"], row[f"{estimate}_high"]] == (interval or [None, None])
        assert row["tricks"] == each.mean_tricks
    assert table.schema.field("equity").type == pa.float64()


def test_matches_and_deals() -> None:
    first, second = RESULTS["matches"].to_dicts()
    assert (first["pair"], first["match"], first["won"], first["failure"]) == (0, 0, 1.0, None)
    assert (second["match"], second["failure_player"], second["failure"]) == (1, "b", "it failed")
    rows = RESULTS["deals"].to_dicts()
    assert [row["pairing"] for row in rows] == ["ab", "ba", "bb"] * 2
    assert [row["made"] for row in rows[:3]] == [True, None, None]
    assert [row["failure"] for row in rows] == [None, None, "it failed", *["nobody bid"] * 3]
    assert rows[0]["contract"] == "4S+ by S" and rows[3]["contract"] is rows[3]["tricks"] is None
