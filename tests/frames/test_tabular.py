"""Every result that is a table, in every library that reads Arrow: the same rows, one type a column."""

import functools
import json
from typing import Any

import pytest
from tests.support import bid_reports
from tests.support.bid_reports import bid_report, card_row, discard_report, strain_report

import whistsolve as ws
from whistsolve.players import DealsResult, MatchesResult
from whistsolve.players.deals_result import DealPlayed, HandPlayed
from whistsolve.players.decisions import Decisions
from whistsolve.players.matches_result import Failure, MatchHand, MatchPair, MatchPlayed
from whistsolve.solving import DealFrame, TrickFrame
from whistsolve.values import Suit

SHORT = ws.Deal.from_text("N:AK.Q.J.5 QJ.A.2.6 T9.K.3.7 87.J.4.8 | 2.2.A.")
ESTIMATES = [
    *("tricks", "tricks_low", "tricks_high", "make", "make_error", "make_low", "make_high", "points"),
    *("points_error", "points_low", "points_high", "equity", "equity_error", "equity_low", "equity_high"),
    *("effective_sample_size", "exact", "best"),
]


def matches(*pairs: MatchPair) -> MatchesResult:
    return MatchesResult(("one", "other"), ws.Rules.preset("bid_whist"), 7, None, pairs)


def deals(*played: DealPlayed) -> DealsResult:
    return DealsResult(("one", "other"), ws.Rules.preset("bid_whist"), 7, "other", played)


def pair_of_matches() -> MatchPair:
    hand = MatchHand("4S+ by S", True, (4, 0, 4, 0), "4+; Pass; Pass; Pass; S+")
    lost = Failure(0, 1, "b", "it failed")
    first = MatchPlayed(1.0, (hand,) * 9, None, (Decisions(5, 0.5), Decisions(6, 0.25)))
    return MatchPair(0, (first, MatchPlayed(0.5, (hand,) * 3, lost, (Decisions(1, 0.0), Decisions(2, 1.0)))))


def deals_played() -> DealsResult:
    hands = HandPlayed(7, True, 2.0), HandPlayed(6, None, -2.0), None
    times, lost = (Decisions(3, 0.5), Decisions(4, 1.0)), (Failure(4, "bb", "b", "it failed"),)
    nobody = (Failure(5, "", "", "nobody bid"),)
    return deals(
        DealPlayed(4, 1, 2, "4S+ by S", hands, lost, times),
        DealPlayed(5, 1, 1, "", (None,) * 3, nobody, (Decisions(), Decisions())),
    )


@functools.cache
def results() -> dict[str, Any]:
    strains = ["S+", "H-"]
    drawn = ws.deals_where(9, "spades(N) >= 5", seed=1)
    deal = "N:AQ.4.. 76..4. 54..3. K.A3.."
    hand = ws.game.PlayedHand(deal, contract="1NT+ by S", leader="S", plays="S4 SK SQ")
    return {
        "table": ws.table(SHORT),
        "stopped table": ws.table(ws.Deal.random(3), strains=["S+", "NT-"], time_limit=1e-9),
        "kitty table": ws.table(SHORT, kitty="optimal"),
        "solution": ws.solve(SHORT, "S+", "N"),
        "best discard": ws.best_discard(SHORT, "S+", "N"),
        "analysis": ws.analyse_play(hand),
        "par": ws.par(SHORT, "N"),
        "bids": bid_report(),
        "strains": strain_report(),
        "discards": discard_report(),
        "cards": bid_reports.card_report(
            "A....B", "NT+", card_row("SA"), card_row("BJ", named=Suit["HEARTS"])
        ),
        "matches": matches(pair_of_matches()),
        "no matches": matches(),
        "deals": deals_played(),
        "no deals": deals(),
        "deal frame": DealFrame([SHORT, "N:AK... QJ... T9... 87..."]),
        "empty deal frame": DealFrame([]),
        "trick frame": TrickFrame([SHORT], ws.solve_many([SHORT], strains), strains),
        "wide": TrickFrame([SHORT], ws.solve_many([SHORT], strains), strains, wide=True),
        "no tricks": TrickFrame([], ws.solve_many([]), wide=True),
        "no tricks at length": TrickFrame([], ws.solve_many([])),
        "average": ws.deal_average("hcp(N)", drawn),
        "average of one": ws.deal_average("hcp(N)", drawn[:1]),
        "frequency": ws.deal_frequency("hcp(N)", drawn),
        "cross table": ws.deal_frequency(["spades(N)", "hearts(N)"], drawn),
    }


def test_every_library_reads_the_rows() -> None:
    duckdb, pa = pytest.importorskip("duckdb"), pytest.importorskip("pyarrow")
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")

    def plain(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Rows with ``None`` where a data frame has not-a-number."""
        return [
            {name: None if each != each or each is pd.NA else each for name, each in row.items()}
            for row in rows
        ]

    for name, result in results().items():
        want = result.to_dicts()
        assert json.loads(json.dumps(want, allow_nan=False)) == want, name
        table, frame = pa.table(result), pl.DataFrame(result)
        assert all(list(row) == table.column_names for row in want), name
        assert table.to_pylist() == frame.to_dicts() == want, name
        assert frame.columns == table.column_names, name
        asked = duckdb.sql("select * from result")
        assert [dict(zip(asked.columns, row, strict=True)) for row in asked.fetchall()] == want, name
        if hasattr(pd.DataFrame, "from_arrow"):  # of pandas 3
            assert plain(pd.DataFrame.from_arrow(result).to_dict("records")) == want, name
        assert plain(table.to_pandas().to_dict("records")) == want, name


def test_types_do_not_depend_on_the_rows() -> None:
    pa = pytest.importorskip("pyarrow")
    for some, none in (("matches", "no matches"), ("deals", "no deals"), ("deal frame", "empty deal frame")):
        empty = pa.table(results()[none])
        assert empty.num_rows == 0 and results()[none].to_dicts() == []
        assert empty.schema == pa.table(results()[some]).schema


def test_trick_tables() -> None:
    pa = pytest.importorskip("pyarrow")
    table, stopped, kitty = (results()[name] for name in ("table", "stopped table", "kitty table"))
    numbers = [(name, pa.uint8()) for name in ("tricks", "low", "high")]
    assert pa.table(table).schema == pa.schema([("leader", pa.string()), ("strain", pa.string()), *numbers])
    assert {(row["leader"], row["strain"]): row["tricks"] for row in table.to_dicts()} == {
        (leader, str(strain)): tricks for (leader, strain), tricks in table
    }
    assert not stopped.exact and pa.table(stopped)["tricks"].null_count > 0
    for row in stopped.to_dicts():
        assert (row["low"], row["high"]) == stopped.bounds(row["leader"], row["strain"])
        assert row["tricks"] == (row["low"] if row["low"] == row["high"] else None)
    for row in kitty.to_dicts():
        best = kitty.discard(row["declarer"], row["strain"])
        assert row["tricks"] == best.tricks and ws.Hand(row["discard"]) == ws.Hand(best.cards)


def test_analysis_and_par() -> None:
    found, par = results()["analysis"], results()["par"]
    assert [(row["number"], row["card"], row["lost"], row["better"]) for row in found.to_dicts()] == [
        (each.number, str(each.card), each.lost, " ".join(map(str, each.better)) or None)
        for each in found.cards
    ]
    assert [row["by_declarer"] for row in found.to_dicts()] == [each.by_declarer for each in found.cards]
    assert len(par.contracts) > 1
    for row, each in zip(par.to_dicts(), par.contracts, strict=True):
        assert ws.Contract.from_text(row["contract"]) == each.contract and row["tricks"] == each.tricks
        assert tuple(row[f"points_{seat}"] for seat in "NESW") == each.points


def test_reports_have_their_rows() -> None:
    for name, first in {
        "bids": ["call", "strain", "contract", "games"],
        "strains": ["strain", "discard"],
        "discards": ["discard", "hand", "samples", "tricks_error"],
        "cards": ["card", "named", "aim", "tricks_error"],
    }.items():
        report = results()[name]
        for row, each in zip(report.to_dicts(), report.rows, strict=True):
            assert list(row) == [*first, *ESTIMATES]
            said = each.as_dict()
            assert row["best"] == (each is report.best) and row["exact"] == each.exact
            assert row["tricks"] == each.mean_tricks
            for estimate in ("make", "points", "equity"):
                interval = said[f"{estimate}_interval"] or [None, None]
                assert [row[f"{estimate}_{end}"] for end in ("error", "low", "high")] == [
                    *(said[f"{estimate}_error"], *interval),
                ]
                assert row[estimate] == said[estimate]


def test_matches_and_deals() -> None:
    first, second = results()["matches"].to_dicts()
    assert (first["pair"], first["match"], first["won"], first["failure"]) == (0, 0, 1.0, None)
    assert (second["match"], second["failure_player"], second["failure"]) == (1, "b", "it failed")
    rows = results()["deals"].to_dicts()
    assert [row["pairing"] for row in rows] == ["ab", "ba", "bb"] * 2
    assert [row["made"] for row in rows[:3]] == [True, None, None]
    assert [row["failure"] for row in rows] == [None, None, "it failed", *["nobody bid"] * 3]
    assert rows[0]["contract"] == "4S+ by S" and rows[3]["contract"] is rows[3]["tricks"] is None
