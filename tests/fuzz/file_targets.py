"""Targets for files that the package wrote and reads again, and for tables of other libraries.

Their inputs are edits of a file as it was written, so that most of what is tried is nearly right.
"""

import contextlib
import functools
import io
import json
import operator
import tempfile
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from tests.fuzz.reading import accepted, text_of_bytes

import whistsolve as ws
from whistsolve.equity import MatchEquity, load_equity, save_equity
from whistsolve.equity.transitions import HandOutcomes
from whistsolve.players import RandomPlayer, play_deals, play_matches
from whistsolve.runs.sources import read_batch_source

_DEALS = ("N:A... K... Q... J...", "N:2... K... Q... J...", "N:.A.. K... .Q.. J...", "0:A... .K.. Q...")
_RULES = ws.Rules.preset("bid_whist", target=5, hand_limit=1)
_TEXT_TYPES = (pa.string(), pa.large_string(), pa.binary(), pa.dictionary(pa.int32(), pa.string()))
#: Types of columns by the width of their values, which are any bytes.
_WIDE = (
    *(pa.int64(), pa.uint64(), pa.float64(), pa.date64(), pa.time64("us"), pa.time64("ns")),
    *(pa.timestamp(unit) for unit in ("s", "ms", "us", "ns")),
    *(pa.timestamp("us", "UTC"), pa.timestamp("ms", "nowhere"), pa.duration("ms"), pa.duration("us")),
)
_NARROW = (pa.int32(), pa.uint32(), pa.float32(), pa.date32(), pa.time32("s"), pa.time32("ms"))
_COLUMNS = ("deal", "leader", "played", "strain", "text", "dealt", "x", "deal.x")
#: Rows of one input that are looked at.
_MOST = 20


def edited(original, data):
    """A file with edits, each a line: where, in two bytes; how much goes, in one; what comes in its place."""
    for edit in data.split(b"\n")[:20]:
        at = int.from_bytes(edit[:2], "big") * (len(original) + 1) >> 16
        gone = edit[2] if len(edit) > 2 else len(original)
        original = original[:at] + edit[3:] + original[at + gone :]
    return original


def fuzz_equity_file(data):
    """A file of match equity; what is read is written as it was, and its chances are chances."""
    with _folder() as folder:
        path = folder / "equity.json"
        path.write_bytes(edited(_equity(), data))
        equity = accepted(lambda: load_equity(path))
        if equity is None:
            return
        for (state, dealer), win in equity.simulated.items():
            assert len(win) == len(state.scores) and 0 <= dealer < len(win), (state, dealer, win)
            assert all(type(each) is float and 0 <= each <= 1 for each in win), win
        save_equity(equity, path)
        fields = operator.attrgetter("rules", "seed", "matches", "simulated")
        assert fields(load_equity(path)) == fields(equity)


def fuzz_saved_run(data):
    """A file of matches or of deals that were played, gone on with."""
    played = data[:1] >= b"\x80"
    with _folder() as folder:
        path = folder / "run.jsonl"
        path.write_bytes(edited(_saved_run(played), data[1:]))
        result = accepted(lambda: _played(played, path))
        if result is not None:
            assert len(result.deals if played else result.pairs) == 2
            assert accepted(lambda: _played(played, path)) == result


def fuzz_batch_files(data):
    """A batch that ended in the middle, with one of its files changed, gone on with."""
    files = dict(_batch_files())
    names = sorted(files)
    name = names[(data[0] if data else 0) % len(names)]
    files[name] = edited(files[name], data[1:])
    summary = _resumed(files)
    assert summary is None or (summary.items, summary.rows, summary.broken) == (6, 5, 1), summary


def fuzz_parquet(data):
    """A file of Parquet: refused, or rows, each with its fields."""
    with _folder() as folder:
        path = folder / "deals.parquet"
        path.write_bytes(edited(_parquet(), data))
        chunks = accepted(lambda: read_batch_source(path, _RULES, lambda file: False, ["deal", "scores"]))
        if chunks is not None:
            accepted(lambda: [list(chunk.items()) for chunk in chunks.chunks(0, lambda: _MOST, "")])


def fuzz_columns(data):
    """A file of Parquet with any types: a column a line, bytes for its name, its type and its values."""
    columns, names = [], []
    for line in data.split(b"\n")[:6]:
        name, kind = (*line[:2], 0, 0)[:2]
        names.append(_COLUMNS[name % len(_COLUMNS)])
        columns.append(_column(kind, line[2:]))
    with _folder() as folder, contextlib.suppress(pa.ArrowException):
        pq.write_table(pa.table(columns, names=names), folder / "deals.parquet")
        options = {"given": {"strain": "S+", "leader": "N"}, "threads": 1}
        summary = accepted(lambda: ws.run_batch(folder / "deals.parquet", io.BytesIO(), "solve", **options))
        assert summary is None or summary.items == 3, summary


def _column(kind, values):
    """Three values of a type, made of bytes."""
    plain = (values * 24 or bytes(24))[:24]
    if kind < 64:
        return pa.array(np.frombuffer(plain, np.int64)).view(_WIDE[kind % len(_WIDE)])
    if kind < 96:
        return pa.array(np.frombuffer(plain[:12], np.int32)).view(_NARROW[kind % len(_NARROW)])
    third = len(values) // 3
    ends = pa.py_buffer(np.array([0, third, 2 * third, len(values)], np.int32))
    kinds = pa.binary(), pa.string()
    text = pa.Array.from_buffers(kinds[kind % 2], 3, [None, ends, pa.py_buffer(values)])
    if kind < 144:
        return text
    lists = pa.ListArray.from_arrays([0, kind % 3, 2, 3], text)
    structs = pa.StructArray.from_arrays([text, text], ["a", "a" if kind % 2 else "b"])
    return (text.dictionary_encode(), lists, structs, pa.array([None, True, False]))[kind % 4]


def fuzz_manifest(data):
    """A field of a manifest with another value, on lines: the names that lead to it, and JSON."""
    path, _, value = data.partition(b"\n")
    files = dict(_batch_files())
    document = place = json.loads(files["out.jsonl.manifest.json"])
    *names, last = text_of_bytes(path).split(".")
    try:
        for name in names:
            place = place[name]
        place[last] = json.loads(value)
    except (KeyError, TypeError, ValueError, RecursionError):
        return
    files["out.jsonl.manifest.json"] = json.dumps(document).encode()
    summary = _resumed(files)
    whole = summary is None or (document["state"]["complete"] is True and summary.items == 5)
    assert whole or (summary.items, summary.rows, summary.broken) == (6, 5, 1), summary


def _resumed(files):
    with _folder() as folder:
        for name, content in files.items():
            (folder / name).write_bytes(content)
        return accepted(lambda: _batch(folder / "out.jsonl", resume=True))


def fuzz_arrow(data):
    """A table of Arrow: a byte for the type of its column, one for its name, then a deal a line."""
    kind = _TEXT_TYPES[(data[0] if data else 0) % len(_TEXT_TYPES)]
    name = ("deal", "N", "text", "")[(data[1] if len(data) > 1 else 0) % 4]
    lines = [line if line != b"null" else None for line in data[2:].split(b"\n")[:_MOST]]
    column = pa.array(lines, pa.binary())
    with contextlib.suppress(pa.ArrowInvalid):  # no UTF-8, which Arrow says itself
        column = column.cast(pa.string()).cast(kind)
    table = pa.table({name: column})
    tricks = accepted(lambda: ws.solve_many(table, ["S+"], threads=1))
    assert tricks is None or len(tricks) == len(lines)


@contextlib.contextmanager
def _folder():
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


@functools.cache
def _equity():
    """Match equity with simulated chances and all columns."""
    points = np.array([[3, 0, 1], [1, 4, 0], [-4, 2, 2]])
    contracts = np.array([0, 1, -1]), np.array([True, False, False]), np.array([False, False, False])
    outcomes = HandOutcomes(points, np.full(3, 1 / 3), *contracts)
    equity = MatchEquity(ws.Rules.preset("cutthroat_3"), outcomes, matches=50)
    equity.win((20, 12, 3), dealer=1)
    equity.win((0, 0, 0), dealer=0)
    with _folder() as folder:
        save_equity(equity, folder / "equity.json")
        return (folder / "equity.json").read_bytes()


def _played(deals, path):
    first, second = RandomPlayer(1), RandomPlayer(2)
    if deals:
        return play_deals(first, second, deals=2, rules=_RULES, save=path)
    return play_matches(first, second, matches=4, rules=_RULES, save=path)


@functools.cache
def _saved_run(deals):
    with _folder() as folder:
        _played(deals, folder / "run.jsonl")
        return (folder / "run.jsonl").read_bytes()


class _EnoughError(Exception):
    """Ends a batch in its middle."""


def _batch(output, *, resume=False, most=100):
    def progress(done, total):
        if done >= most:
            raise _EnoughError

    rows = [*_DEALS, "wrong", _DEALS[0]]
    return ws.run_batch(rows, output, strains=["S+"], threads=1, chunk=1, resume=resume, progress=progress)


@functools.cache
def _batch_files():
    with _folder() as folder:
        _batch(folder / "whole.jsonl")
        with contextlib.suppress(_EnoughError):
            _batch(folder / "out.jsonl", most=5)
        return {path.name: path.read_bytes() for path in folder.glob("out.jsonl*")}


@functools.cache
def _parquet():
    file = io.BytesIO()
    scores = [[1, 2], [], None, [3, 4], [0, 0]]
    rows = {"deal": [*_DEALS, None], "leader": ["N", "E", "", None, "0"], "scores": scores}
    pq.write_table(pa.table(rows), file, compression="none")
    return file.getvalue()
