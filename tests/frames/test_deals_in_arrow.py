"""Deals and tricks out to data frames and back, by way of Arrow."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from tests.repository.test_loading import loaded
from tests.support.refusals import assert_refused

import whistsolve as ws
from whistsolve.dealing import random_deals
from whistsolve.encoding import array_to_deals
from whistsolve.solving import DealFrame, TrickFrame

RULES = ws.Rules.preset("bid_whist", hand_size=3, kitty_size=42)
STRAINS = ["S+", "NT-"]


class Stream:
    """A source of which nothing is known but the Arrow PyCapsule interface."""

    def __init__(self, table: Any) -> None:
        self._table = table

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._table.__arrow_c_stream__(requested_schema)


def pieces(table: Any, rows: int) -> Any:
    """The same in record batches of so many rows, each a slice of a larger one."""
    return table.from_batches(table.to_batches(max_chunksize=rows), table.schema)


class Made:
    """Seven deals, as tables of Arrow too, and their tricks."""

    def __init__(self) -> None:
        import pyarrow as pa

        self.masks = random_deals(7, 5, RULES)
        self.deals = array_to_deals(self.masks, kitty=True)
        self.tricks = ws.solve_many(self.deals, STRAINS)
        self.table = pa.table(DealFrame(self.deals))
        self.hands = pa.table({name: [str(deal[name]) for deal in self.deals] for name in "NESW"})
        self.numbers = pa.table({name: pa.array(self.masks[:, i]) for i, name in enumerate("NESW")})


@pytest.fixture(scope="module")
def made() -> Made:
    pytest.importorskip("pyarrow")
    return Made()


def sources(made: Made) -> dict[str, Callable[[], Any]]:
    import duckdb
    import nanoarrow
    import polars as pl
    import pyarrow as pa

    table, hands, numbers = made.table, made.hands, made.numbers
    texts = [str(deal) for deal in made.deals]
    structs = pa.array([{"n": 1, "deal": text} for text in [*texts[:2], *texts]])
    views = pl.DataFrame({"deal": texts, "n": [*range(6), None]})
    long = table.cast(pa.schema([("deal", pa.large_string())]))
    dictionary = pa.table({"deal": table["deal"].combine_chunks().dictionary_encode()})
    database = duckdb.connect()
    for name, each in (("deals", table), ("hands", hands), ("numbers", numbers)):
        database.register(name, each)
    return {
        "frame": lambda: DealFrame(made.deals),
        "frame of an array": lambda: DealFrame(made.masks, kitty=True),
        "pyarrow": lambda: table,
        "reader": lambda: pieces(table, 3).to_reader(),
        "record batch": lambda: table.to_batches()[0],
        "column": lambda: table["deal"],
        "array": lambda: table["deal"].combine_chunks(),
        "nanoarrow": lambda: nanoarrow.ArrayStream(table),
        "polars": lambda: pl.DataFrame(table),
        "series": lambda: pl.DataFrame(table)["deal"],
        "pandas": lambda: table.to_pandas(),
        "pandas series": lambda: table.to_pandas()["deal"],
        "duckdb": lambda: database.sql("select * from deals"),
        "pieces": lambda: Stream(pieces(table, 2)),
        "long text": lambda: Stream(long),
        "views": lambda: Stream(views),
        "sliced views": lambda: Stream(pl.concat([views, views])[5:14].select("n", "deal")[2:]),
        "sliced structs": lambda: Stream(pa.chunked_array([structs.slice(2)])),
        "dictionary": lambda: Stream(dictionary),
        "another name": lambda: Stream(pa.table({"n": [1] * 7, "cards": table["deal"]})),
        "another name in pyarrow": lambda: table.rename_columns(["cards"]),
        "another name in polars": lambda: pl.DataFrame(table).rename({"deal": "cards"}),
        "another name in duckdb": lambda: database.sql("select 1 as n, deal as cards from deals"),
        "hands": lambda: Stream(hands),
        "masks": lambda: Stream(pieces(numbers, 3)),
        "masks in duckdb": lambda: database.sql("select W, S, E, N from numbers"),
    }


def test_deals_come_in(made: Made) -> None:
    for name, make in sources(made).items():
        assert np.array_equal(ws.solve_many(make(), STRAINS), made.tricks), name


def test_a_stream_resumes(made: Made) -> None:
    with pytest.raises(ws.Stopped) as stopped:
        ws.solve_many(Stream(made.table), STRAINS, time_limit=1e-9)
    again = ws.solve_many(Stream(made.table), STRAINS, resume=stopped.value.partial)
    assert np.array_equal(again, made.tricks)


def test_a_stream_is_read_as_it_goes(made: Made) -> None:
    """What came before a source fails is solved and kept."""
    import pyarrow as pa

    def batches() -> Iterator[pa.RecordBatch]:
        yield from made.table.slice(0, 3).to_batches()
        raise RuntimeError("the source failed")

    reader = pa.RecordBatchReader.from_batches(made.table.schema, batches())
    with pytest.raises(Exception, match="the source failed") as caught:
        ws.solve_many(reader, STRAINS)
    partial = caught.value.partial  # type: ignore[attr-defined]
    assert partial.deals == 3 and np.array_equal(partial.tricks, made.tricks[:3])
    assert np.array_equal(ws.solve_many(made.table, STRAINS, resume=partial), made.tricks)


def test_wrong_streams(made: Made) -> None:
    import pyarrow as pa

    texts, hands, numbers = [str(deal) for deal in made.deals], made.hands, made.numbers
    nulls = pa.array([1, None] * 3 + [1], pa.uint64())
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
        (ws.table(made.deals[0]), r"columns \['leader', 'strain', .* expected a column 'deal'"),
    ]
    assert_refused(lambda table: ws.solve_many(Stream(table), STRAINS), ws.DealError, cases)


def test_a_trick_frame_has_every_cell(made: Made) -> None:
    import pyarrow as pa

    frame = TrickFrame(made.deals, made.tricks, STRAINS)
    assert len(frame) == made.tricks.size
    assert pa.table(frame).column_names == ["number", "deal", "leader", "strain", "tricks"]
    for row in pa.table(frame).to_pylist():
        cell = row["number"], "NESW".index(row["leader"]), STRAINS.index(row["strain"])
        assert row["tricks"] == made.tricks[cell] and row["deal"] == str(made.deals[row["number"]])


def test_a_wide_frame_is_solved_again(made: Made) -> None:
    pd = pytest.importorskip("pandas")
    wide = TrickFrame(made.masks, made.tricks, STRAINS, kitty=True, wide=True)
    frame = pd.DataFrame(wide.to_dicts())
    assert list(frame.columns) == ["deal", *(f"{leader} {strain}" for leader in "NESW" for strain in STRAINS)]
    assert np.array_equal(frame.iloc[:, 1:].to_numpy().reshape(made.tricks.shape), made.tricks)
    assert np.array_equal(ws.solve_many(frame, STRAINS), made.tricks)


def test_many_deals_are_several_record_batches(made: Made) -> None:
    import pyarrow as pa

    masks = np.repeat(made.masks[:, :4], 300, axis=0)
    frame = TrickFrame(masks, np.repeat(made.tricks, 300, axis=0), STRAINS)
    table = pa.table(frame)
    assert table.num_rows == len(frame) == 2100 * 8 and table["tricks"].num_chunks == 3
    assert table["number"].to_pylist() == [number for number in range(2100) for _ in range(8)]
    assert pa.table(DealFrame(masks))["deal"].num_chunks == 3


def test_wrong_frames(made: Made) -> None:
    deals, tricks = made.deals, made.tricks
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


def test_a_stream_loads_nanoarrow_alone() -> None:
    program = "import whistsolve; whistsolve.table('N:A... K... Q... J...').__arrow_c_stream__()"
    assert loaded(program) & {"nanoarrow", "pyarrow", "pandas", "polars", "duckdb"} == {"nanoarrow"}


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
