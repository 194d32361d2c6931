"""Deals and results out to data frames and back, by way of Arrow, in every library that reads it."""

import functools
import json
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from tests.repository.test_loading import loaded
from tests.support import bid_reports
from tests.support.bid_reports import bid_report, card_row, discard_report, strain_report
from tests.support.refusals import assert_refused

import whistsolve as ws
from whistsolve.dealing import random_deals
from whistsolve.encoding import array_to_deals
from whistsolve.players import DealsResult, MatchesResult
from whistsolve.players.contest_result import Decisions, Failure
from whistsolve.players.deals_result import DealPlayed, HandPlayed
from whistsolve.players.matches_result import MatchHand, MatchPair, MatchPlayed
from whistsolve.solving import DealFrame, TrickFrame
from whistsolve.values import Suit

RULES = ws.Rules.preset("bid_whist", hand_size=3, kitty_size=42)
STRAINS = ["S+", "NT-"]


class Stream:
    """A source of which nothing is known but the Arrow PyCapsule interface."""

    def __init__(self, table):
        self._table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self._table.__arrow_c_stream__(requested_schema)


def pieces(table, rows):
    """The same in record batches of so many rows, each a slice of a larger one."""
    return table.from_batches(table.to_batches(max_chunksize=rows), table.schema)


@pytest.fixture(scope="module")
def made():
    """Seven deals, as tables of Arrow too, and their tricks."""
    pa, masks = pytest.importorskip("pyarrow"), random_deals(7, 5, RULES)
    deals = array_to_deals(masks, kitty=True)
    return SimpleNamespace(
        masks=masks,
        deals=deals,
        tricks=ws.solve_many(deals, STRAINS),
        table=pa.table(DealFrame(deals)),
        hands=pa.table({name: [str(deal[name]) for deal in deals] for name in "NESW"}),
        numbers=pa.table({name: pa.array(masks[:, i]) for i, name in enumerate("NESW")}),
    )


def test_deals_come_in(made):
    duckdb, nanoarrow = pytest.importorskip("duckdb"), pytest.importorskip("nanoarrow")
    pl, pa = pytest.importorskip("polars"), pytest.importorskip("pyarrow")
    table, hands, numbers = made.table, made.hands, made.numbers
    texts = [str(deal) for deal in made.deals]
    structs = pa.array([{"n": 1, "deal": text} for text in [*texts[:2], *texts]])
    views = pl.DataFrame({"deal": texts, "n": [*range(6), None]})
    long = table.cast(pa.schema([("deal", pa.large_string())]))
    dictionary = pa.table({"deal": table["deal"].combine_chunks().dictionary_encode()})
    database = duckdb.connect()
    for name, each in (("deals", table), ("hands", hands), ("numbers", numbers)):
        database.register(name, each)
    for name, source in {
        "frame": DealFrame(made.deals),
        "frame of an array": DealFrame(made.masks, kitty=True),
        "pyarrow": table,
        "reader": pieces(table, 3).to_reader(),
        "record batch": table.to_batches()[0],
        "column": table["deal"],
        "array": table["deal"].combine_chunks(),
        "nanoarrow": nanoarrow.ArrayStream(table),
        "polars": pl.DataFrame(table),
        "series": pl.DataFrame(table)["deal"],
        "pandas": table.to_pandas(),
        "pandas series": table.to_pandas()["deal"],
        "duckdb": database.sql("select * from deals"),
        "pieces": Stream(pieces(table, 2)),
        "long text": Stream(long),
        "views": Stream(views),
        "sliced views": Stream(pl.concat([views, views])[5:14].select("n", "deal")[2:]),
        "sliced structs": Stream(pa.chunked_array([structs.slice(2)])),
        "dictionary": Stream(dictionary),
        "another name": Stream(pa.table({"n": [1] * 7, "cards": table["deal"]})),
        "another name in pyarrow": table.rename_columns(["cards"]),
        "another name in polars": pl.DataFrame(table).rename({"deal": "cards"}),
        "another name in duckdb": database.sql("select 1 as n, deal as cards from deals"),
        "hands": Stream(hands),
        "masks": Stream(pieces(numbers, 3)),
        "masks in duckdb": database.sql("select W, S, E, N from numbers"),
    }.items():
        assert np.array_equal(ws.solve_many(source, STRAINS), made.tricks), name


def test_a_stream_is_read_as_it_goes_and_resumed(made):
    """What came before a limit, or before a source fails, is solved and kept."""
    pa = pytest.importorskip("pyarrow")
    with pytest.raises(ws.Stopped) as stopped:
        ws.solve_many(Stream(made.table), STRAINS, time_limit=1e-9)
    again = ws.solve_many(Stream(made.table), STRAINS, resume=stopped.value.partial)
    assert np.array_equal(again, made.tricks)

    def batches():
        yield from made.table.slice(0, 3).to_batches()
        raise RuntimeError("the source failed")

    reader = pa.RecordBatchReader.from_batches(made.table.schema, batches())
    with pytest.raises(Exception, match="the source failed") as caught:
        ws.solve_many(reader, STRAINS)
    partial = caught.value.partial
    assert partial.deals == 3 and np.array_equal(partial.tricks, made.tricks[:3])
    assert np.array_equal(ws.solve_many(made.table, STRAINS, resume=partial), made.tricks)


def test_wrong_streams_and_frames(made):
    pa = pytest.importorskip("pyarrow")
    deals, tricks, texts = made.deals, made.tricks, [str(deal) for deal in made.deals]
    hands, numbers, nulls = made.hands, made.numbers, pa.array([1, None] * 3 + [1], pa.uint64())
    cases = [
        (pieces(pa.table({"deal": [*texts[:4], "N:AK", texts[0]]}), 2), r"^deal 4: "),
        (pa.table({"deal": [texts[0], None]}), r"^deal 1: deal None is wrong"),
        (pa.table({"deal": [1, 2]}), r"^column 'deal' has the Arrow type int64: expected text$"),
        (pa.table({"a": [1], "b": [2]}), r"columns \['a', 'b'\]: expected a column 'deal', or one .* text$"),
        (pa.table({"a": ["x"], "b": ["y"]}), r"columns \['a', 'b'\]: expected a column 'deal'"),
        (pa.table({"a": [1.5]})["a"], r"expected a column 'deal'|column 'deal' has the Arrow type"),
        (hands.set_column(1, "E", pa.array([1.5] * 7)), r"^column 'E' has the Arrow type double: expected "),
        (pieces(hands.set_column(1, "E", pa.array(["A?.."] * 7)), 3), r"^deal 0, column 'E': "),
        (numbers.set_column(1, "E", nulls), r"^column 'E' has nulls"),
        (pieces(numbers.set_column(1, "E", numbers["N"]), 3), r"^deal 0 of the array is wrong: "),
        (ws.table(deals[0]), r"columns \['leader', 'strain', .* expected a column 'deal'"),
    ]
    assert_refused(lambda table: ws.solve_many(Stream(table), STRAINS), ws.DealError, cases)
    cases = [
        (("N:AK", tricks), "expected several deals"),
        ((["N:AK"], tricks), "^deal 0: "),
        ((deals[:1], tricks, STRAINS), r"expected \(1, 4, 2\): deals, seats, strains"),
        ((deals, tricks), r"expected \(7, 4, 10\)"),
        ((deals, tricks.astype(int), STRAINS), "expected an array of uint8 with 3 axes"),
        ((deals, [1], STRAINS), "expected an array of uint8 with 3 axes"),
        ((deals, tricks, ["S+", "X"]), "X"),
    ]
    assert_refused(lambda given: TrickFrame(*given), ws.WhistError, cases)


def test_a_trick_frame_has_every_cell(made):
    pa, pd = pytest.importorskip("pyarrow"), pytest.importorskip("pandas")
    table = pa.table(TrickFrame(made.deals, made.tricks, STRAINS))
    assert table.num_rows == made.tricks.size
    assert table.column_names == ["number", "deal", "leader", "strain", "tricks"]
    for row in table.to_pylist():
        cell = row["number"], "NESW".index(row["leader"]), STRAINS.index(row["strain"])
        assert row["tricks"] == made.tricks[cell] and row["deal"] == str(made.deals[row["number"]])
    # A wide one is solved again.
    frame = pd.DataFrame(TrickFrame(made.masks, made.tricks, STRAINS, kitty=True, wide=True).to_dicts())
    assert list(frame.columns) == ["deal", *(f"{leader} {strain}" for leader in "NESW" for strain in STRAINS)]
    assert np.array_equal(frame.iloc[:, 1:].to_numpy().reshape(made.tricks.shape), made.tricks)
    assert np.array_equal(ws.solve_many(frame, STRAINS), made.tricks)
    # Many deals are several record batches.
    masks = np.repeat(made.masks[:, :4], 300, axis=0)
    frame = TrickFrame(masks, np.repeat(made.tricks, 300, axis=0), STRAINS)
    table = pa.table(frame)
    assert table.num_rows == len(frame) == 2100 * 8 and table["tricks"].num_chunks == 3
    assert table["number"].to_pylist() == [number for number in range(2100) for _ in range(8)]
    assert pa.table(DealFrame(masks))["deal"].num_chunks == 3


def test_a_stream_loads_nanoarrow_alone_and_a_solve_nothing():
    program = "import whistsolve; whistsolve.table('N:A... K... Q... J...').__arrow_c_stream__()"
    assert loaded(program) & {"nanoarrow", "pyarrow", "pandas", "polars", "duckdb"} == {"nanoarrow"}
    program = (
        "import sys; sys.modules['nanoarrow'] = None; import whistsolve\n"
        "table = whistsolve.table('N:A... K... Q... J...')\n"
        "assert table['N', 'S+'] == 1 and len(table.to_dicts()) == 40\n"
        "try: table.__arrow_c_stream__()\n"
        "except ImportError as error: assert 'whistsolve[arrow]' in str(error)\n"
        "else: raise AssertionError"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr


# Every result that is a table.

SHORT = ws.Deal.from_text("N:AK.Q.J.5 QJ.A.2.6 T9.K.3.7 87.J.4.8 | 2.2.A.")
ESTIMATES = [
    *("tricks", "tricks_low", "tricks_high", "make", "make_error", "make_low", "make_high", "points"),
    *("points_error", "points_low", "points_high", "equity", "equity_error", "equity_low", "equity_high"),
    *("effective_sample_size", "exact", "best"),
]


@functools.cache
def results():
    drawn, rules = ws.deals_where("spades(N) >= 5", 9, seed=1), ws.Rules.preset("bid_whist")
    contest = {"names": ("one", "other"), "rules": rules, "seed": 7, "before_play": None}
    deal = "N:AQ.4.. 76..4. 54..3. K.A3.."
    hand = ws.game.PlayedHand(deal, contract="1NT+ by S", leader="S", plays="S4 SK SQ")
    named = card_row("BJ", named=Suit["HEARTS"])
    times = (Decisions(3, 0.5),) * 2
    played = MatchHand("4S+ by S", True, (4, 0, 4, 0), "4+; Pass; Pass; Pass; S+")
    won = MatchPlayed(1.0, (played,) * 9, None, times)
    halved = MatchPlayed(0.5, (played,) * 3, Failure(0, 1, "b", "it failed"), times)
    tricks = HandPlayed(7, True, 2.0), HandPlayed(6, None, -2.0), None
    bid = DealPlayed(4, 1, 2, "4S+ by S", tricks, (Failure(4, "bb", "b", "it failed"),), times)
    thrown_in = DealPlayed(5, 1, 1, "", (None,) * 3, (Failure(5, "", "", "nobody bid"),), times)
    solved = [SHORT], ws.solve_many([SHORT], STRAINS), STRAINS
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
        "cards": bid_reports.card_report("A....B", "NT+", card_row("SA"), named),
        "matches": MatchesResult(pairs=(MatchPair(0, (won, halved)),), **contest),
        "no matches": MatchesResult(pairs=(), **contest),
        "deals": DealsResult(deals=(bid, thrown_in), **contest),
        "no deals": DealsResult(deals=(), **contest),
        "deal frame": DealFrame([SHORT, "N:AK... QJ... T9... 87..."]),
        "empty deal frame": DealFrame([]),
        "trick frame": TrickFrame(*solved),
        "wide": TrickFrame(*solved, wide=True),
        "no tricks": TrickFrame([], ws.solve_many([]), wide=True),
        "no tricks at length": TrickFrame([], ws.solve_many([])),
        "average": ws.deal_average("hcp(N)", drawn),
        "average of one": ws.deal_average("hcp(N)", drawn[:1]),
        "frequency": ws.deal_frequency("hcp(N)", drawn),
        "cross table": ws.deal_frequency(["spades(N)", "hearts(N)"], drawn),
    }


def test_every_library_reads_the_rows():
    duckdb, pa = pytest.importorskip("duckdb"), pytest.importorskip("pyarrow")
    pd, pl = pytest.importorskip("pandas"), pytest.importorskip("polars")

    def plain(rows):
        """Rows with ``None`` where a data frame has not-a-number."""
        none = lambda each: None if each != each or each is pd.NA else each  # noqa: E731
        return [{name: none(each) for name, each in row.items()} for row in rows]

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
    # Types do not depend on the rows.
    for some, none in (("matches", "no matches"), ("deals", "no deals"), ("deal frame", "empty deal frame")):
        empty = pa.table(results()[none])
        assert empty.num_rows == 0 and results()[none].to_dicts() == []
        assert empty.schema == pa.table(results()[some]).schema


def test_trick_tables():
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


def test_rows_are_those_of_the_results():
    found, par = results()["analysis"], results()["par"]
    for row, each in zip(found.to_dicts(), found.cards, strict=True):
        assert (row["number"], row["card"], row["lost"]) == (each.number, str(each.card), each.lost)
        assert row["better"] == (" ".join(map(str, each.better)) or None)
        assert row["by_declarer"] == each.by_declarer
    assert len(par.contracts) > 1
    for row, each in zip(par.to_dicts(), par.contracts, strict=True):
        assert ws.Contract.from_text(row["contract"]) == each.contract and row["tricks"] == each.tricks
        assert tuple(row[f"points_{seat}"] for seat in "NESW") == each.points
    first, second = results()["matches"].to_dicts()
    assert (first["pair"], first["match"], first["won"], first["failure"]) == (0, 0, 1.0, None)
    assert (second["match"], second["failure_player"], second["failure"]) == (1, "b", "it failed")
    rows = results()["deals"].to_dicts()
    assert [row["pairing"] for row in rows] == ["ab", "ba", "bb"] * 2
    assert [row["made"] for row in rows[:3]] == [True, None, None]
    assert [row["failure"] for row in rows] == [None, None, "it failed", *["nobody bid"] * 3]
    assert rows[0]["contract"] == "4S+ by S" and rows[3]["contract"] is rows[3]["tricks"] is None


def test_reports_have_their_rows():
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
                told = [said[f"{estimate}_error"], *(said[f"{estimate}_interval"] or [None, None])]
                assert [row[f"{estimate}_{end}"] for end in ("error", "low", "high")] == told
                assert row[estimate] == said[estimate]
