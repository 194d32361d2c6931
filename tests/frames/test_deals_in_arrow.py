"""Deals and tricks out to data frames and back, by way of Arrow."""

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import duckdb
import nanoarrow
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from tests.repository.test_loading import loaded

import whistsolve as ws
from whistsolve.dealing import random_deals
from whistsolve.encoding import array_to_deals
from whistsolve.solving import DealFrame, TrickFrame

RULES = ws.Rules.preset("bid_whist", hand_size=3, kitty_size=42)
MASKS = random_deals(7, 5, RULES)
DEALS = array_to_deals(MASKS, kitty=True)
STRAINS = ["S+", "NT-"]
WANT = ws.solve_many(DEALS, STRAINS)
DEAL_TABLE = pa.table(DealFrame(DEALS))
HANDS = pa.table({name: [str(deal.hands[seat]) for deal in DEALS] for seat, name in enumerate("NESW")})
NUMBERS = pa.table({name: pa.array(MASKS[:, seat]) for seat, name in enumerate("NESW")})
LARGE = DEAL_TABLE.cast(pa.schema([("deal", pa.large_string())]))
STRUCTS = pa.array([{"n": 1, "deal": str(deal)} for deal in [*DEALS[:2], *DEALS]])
VIEWS = pl.DataFrame({"deal": [*map(str, DEALS)], "n": [*range(6), None]})


class Stream:
    """A source of which nothing is known but the Arrow PyCapsule interface."""

    def __init__(self, table: Any) -> None:
        self._table = table

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._table.__arrow_c_stream__(requested_schema)


def pieces(table: pa.Table, rows: int) -> pa.Table:
    """The same in record batches of so many rows, each a slice of a larger one."""
    return pa.Table.from_batches(table.to_batches(max_chunksize=rows), table.schema)


SOURCES: dict[str, Any] = {
    "frame": lambda: DealFrame(DEALS),
    "frame of an array": lambda: DealFrame(MASKS, kitty=True),
    "pyarrow": lambda: DEAL_TABLE,
    "reader": lambda: pieces(DEAL_TABLE, 3).to_reader(),
    "record batch": lambda: DEAL_TABLE.to_batches()[0],
    "column": lambda: DEAL_TABLE["deal"],
    "array": lambda: DEAL_TABLE["deal"].combine_chunks(),
    "nanoarrow": lambda: nanoarrow.ArrayStream(DEAL_TABLE),
    "polars": lambda: pl.DataFrame(DEAL_TABLE),
    "series": lambda: pl.DataFrame(DEAL_TABLE)["deal"],
    "pandas": lambda: DEAL_TABLE.to_pandas(),
    "pandas series": lambda: DEAL_TABLE.to_pandas()["deal"],
    "duckdb": lambda: duckdb.sql("select * from DEAL_TABLE"),
    "stream": lambda: Stream(DEAL_TABLE),
    "pieces": lambda: Stream(pieces(DEAL_TABLE, 2)),
    "long text": lambda: Stream(LARGE),
    "views": lambda: Stream(VIEWS),
    "sliced views": lambda: Stream(pl.concat([VIEWS, VIEWS])[5:14].select("n", "deal")[2:]),
    "sliced structs": lambda: Stream(pa.chunked_array([STRUCTS.slice(2)])),
    "dictionary": lambda: Stream(pa.table({"deal": DEAL_TABLE["deal"].combine_chunks().dictionary_encode()})),
    "another name": lambda: Stream(pa.table({"n": [1] * 7, "cards": DEAL_TABLE["deal"]})),
    "another name in pyarrow": lambda: DEAL_TABLE.rename_columns(["cards"]),
    "another name in polars": lambda: pl.DataFrame(DEAL_TABLE).rename({"deal": "cards"}),
    "another name in duckdb": lambda: duckdb.sql("select 1 as n, deal as cards from DEAL_TABLE"),
    "hands": lambda: Stream(HANDS),
    "hands in duckdb": lambda: duckdb.sql("select * from HANDS"),
    "masks": lambda: Stream(pieces(NUMBERS, 3)),
    "masks in duckdb": lambda: duckdb.sql("select W, S, E, N from NUMBERS"),
}


@pytest.mark.parametrize("make", [pytest.param(make, id=name) for name, make in SOURCES.items()])
def test_deals_come_in(make: Any) -> None:
    assert np.array_equal(ws.solve_many(make(), STRAINS), WANT)


def test_a_stream_resumes() -> None:
    try:
        ws.solve_many(Stream(DEAL_TABLE), STRAINS, time_limit=1e-9)
    except ws.Stopped as stopped:
        assert np.array_equal(ws.solve_many(Stream(DEAL_TABLE), STRAINS, resume=stopped.partial), WANT)
    else:
        raise AssertionError("the call had no time and was finished")


def test_a_stream_is_read_as_it_goes() -> None:
    """What came before a source fails is solved and kept."""

    def batches() -> Iterator[pa.RecordBatch]:
        yield from DEAL_TABLE.slice(0, 3).to_batches()
        raise RuntimeError("the source failed")

    reader = pa.RecordBatchReader.from_batches(DEAL_TABLE.schema, batches())
    with pytest.raises(Exception, match="the source failed") as caught:
        ws.solve_many(reader, STRAINS)
    partial = caught.value.partial  # type: ignore[attr-defined]
    assert partial.deals == 3 and np.array_equal(partial.tricks, WANT[:3])
    assert np.array_equal(ws.solve_many(DEAL_TABLE, STRAINS, resume=partial), WANT)


BAD = [*map(str, DEALS[:4]), "N:AK", str(DEALS[0])]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (pieces(pa.table({"deal": BAD}), 2), r"^deal 4: "),
        (pa.table({"deal": [str(DEALS[0]), None]}), r"^deal 1: deal None is wrong"),
        (pa.table({"deal": [1, 2]}), r"^column 'deal' has the Arrow type int64: expected text$"),
        (pa.table({"a": [1], "b": [2]}), r"columns \['a', 'b'\]: expected a column 'deal', or one .* text$"),
        (pa.table({"a": ["x"], "b": ["y"]}), r"columns \['a', 'b'\]: expected a column 'deal'"),
        (pa.table({"a": [1.5]})["a"], r"expected a column 'deal'|column 'deal' has the Arrow type"),
        (HANDS.set_column(1, "E", pa.array([1.5] * 7)), r"^column 'E' has the Arrow type double: expected "),
        (pieces(HANDS.set_column(1, "E", pa.array(["A?.."] * 7)), 3), r"^deal 0, column 'E': "),
        (NUMBERS.set_column(1, "E", pa.array([1, None] * 3 + [1], pa.uint64())), r"^column 'E' has nulls"),
        (pieces(NUMBERS.set_column(1, "E", NUMBERS["N"]), 3), r"^deal 0 of the array is wrong: "),
    ],
)  # fmt: skip
def test_wrong_streams(table: Any, message: str) -> None:
    with pytest.raises(ws.DealError, match=message):
        ws.solve_many(Stream(table), STRAINS)


def test_a_result_is_no_deal() -> None:
    with pytest.raises(ws.DealError, match=r"columns \['leader', 'strain', .* expected a column 'deal'"):
        ws.solve_many(ws.table(DEALS[0]))  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------ frames


def test_a_trick_frame_has_every_cell() -> None:
    frame = pl.DataFrame(TrickFrame(DEALS, WANT, STRAINS))
    assert len(frame) == WANT.size and frame.columns == ["number", "deal", "leader", "strain", "tricks"]
    for row in frame.to_dicts():
        cell = row["number"], "NESW".index(row["leader"]), STRAINS.index(row["strain"])
        assert row["tricks"] == WANT[cell] and row["deal"] == str(DEALS[row["number"]])
    means = duckdb.sql("select strain, avg(tricks) from frame group by strain").fetchall()
    assert dict(means) == pytest.approx({"S+": WANT[:, :, 0].mean(), "NT-": WANT[:, :, 1].mean()})


def test_a_wide_frame_is_solved_again() -> None:
    frame = pd.DataFrame(TrickFrame(MASKS, WANT, STRAINS, kitty=True, wide=True).to_dicts())
    assert list(frame.columns) == ["deal", *(f"{leader} {strain}" for leader in "NESW" for strain in STRAINS)]
    assert np.array_equal(frame.iloc[:, 1:].to_numpy().reshape(WANT.shape), WANT)
    assert np.array_equal(ws.solve_many(frame, STRAINS), WANT)


def test_many_deals_are_several_record_batches() -> None:
    masks = np.repeat(MASKS[:, :4], 300, axis=0)
    frame = TrickFrame(masks, np.repeat(WANT, 300, axis=0), STRAINS)
    table = pa.table(frame)
    assert table.num_rows == len(frame) == 2100 * 8 and table["tricks"].num_chunks == 3
    assert table["number"].to_pylist() == [number for number in range(2100) for _ in range(8)]
    assert table.to_pylist() == frame.to_dicts()
    assert pa.table(DealFrame(masks))["deal"].num_chunks == 3


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("N:AK", WANT), ws.DealError, "expected several deals"),
        ((5, WANT), ws.DealError, "expected several deals"),
        ((["N:AK"], WANT), ws.DealError, "^deal 0: "),
        ((DEALS[:1], WANT, STRAINS), ws.WhistError, r"expected \(1, 4, 2\): deals, seats, strains"),
        ((DEALS, WANT), ws.WhistError, r"expected \(7, 4, 10\)"),
        ((DEALS, WANT.astype(int), STRAINS), ws.WhistError, "expected an array of uint8 with 3 axes"),
        ((DEALS, [1], STRAINS), ws.WhistError, "expected an array of uint8 with 3 axes"),
        ((DEALS, WANT, ["S+", "X"]), ws.NotationError, "X"),
    ],
)
def test_wrong_frames(arguments: tuple[Any, ...], error: type[ws.WhistError], message: str) -> None:
    with pytest.raises(error, match=message):
        TrickFrame(*arguments)


# ------------------------------------------------------------------------------------------------ loading

FRAMES = {"nanoarrow", "pyarrow", "pandas", "polars", "duckdb"}


def test_a_stream_loads_nanoarrow_alone() -> None:
    program = "import whistsolve; whistsolve.table('N:A... K... Q... J...').__arrow_c_stream__()"
    assert loaded(program) & FRAMES == {"nanoarrow"}


def test_without_nanoarrow_a_solve_is_a_solve() -> None:
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
