"""What a batch reads: kinds of files, folders, streams, data frames; rows that are wrong."""

import io
import itertools
import json
import tracemalloc

import numpy as np
import pytest
from tests.support.batches import SHORT, answers, asked, file_of, short_deals
from tests.support.command import DATA

import whistsolve as ws
from whistsolve._internal import files
from whistsolve._internal.files import lines_of
from whistsolve.runs import readers
from whistsolve.solving import DealFrame

PTN = DATA / "ptn" / "trickster-241.ptn"
ONE = {"strains": ("S+",)}
DEAL = "N:A... K... Q... J..."
PBN = """% PBN 2.1
[Event "One"]
[Deal "N:AQ... K2... JT... 98..."]
[Declarer "W"]
[Contract "3NTX"]

[Event "Two"]
[Board "2"]
[Deal "E:AQ... K2... JT... 98..."]
[Contract "Pass"]
[Event "Three"]
[Deal "N:- - - -"]
"""
LIN_BOARD = "md|3SA7HT2DAQ2CKQT985,SKJT986HAK6D95CA4,SQ32HQJ743DT64C73|sv|o|\nah|Board 7|mb|1N|\npc|S5|\n"


@pytest.fixture
def pa():
    return pytest.importorskip("pyarrow")


@pytest.fixture
def pq():
    return pytest.importorskip("pyarrow.parquet")


def deals_of(rows):
    return [row["deal"] for row in rows]


# Files of lines, JSON, PTN, PBN and LIN; folders.


def test_every_kind_of_file(tmp_path, pa, pq):
    deals = short_deals(5)
    texts = [str(deal) for deal in deals]
    file_of(tmp_path / "a.txt", deals)
    (tmp_path / "b.jsonl").write_text("".join(json.dumps({"id": 1, "deal": text}) + "\n\n" for text in texts))
    pq.write_table(pa.table({"deal": texts, "name": ["x"] * 5}), tmp_path / "c.parquet")
    for name in ("a.txt", "b.jsonl", "c.parquet"):
        found, summary = asked(tmp_path / name, **ONE)
        assert (deals_of(found), summary.broken) == (texts, 0), name
        plain = tmp_path / name.split(".")[0]  # by its contents, without an ending
        plain.write_bytes((tmp_path / name).read_bytes())
        assert asked(str(plain), **ONE)[0] == found, name
    both, _ = asked([tmp_path / "a.txt", tmp_path / "c.parquet"], **ONE)
    assert deals_of(both) == texts * 2 and [row["number"] for row in both] == [*range(10)]


def test_pbn_and_lin(tmp_path):
    (tmp_path / "boards.pbn").write_text(PBN)
    found, summary = asked(tmp_path / "boards.pbn", **ONE)
    assert deals_of(found) == ["N:AQ... K2... JT... 98...", "N:98... AQ... K2... JT..."]
    assert summary.first_broken.startswith("boards.pbn, line 12: ")
    ((row,), _) = asked(tmp_path / "boards.pbn", "solve")
    assert (row["strain"], row["declarer"], row["leader"]) == ("NT+", "W", "N"), "the next hand leads"
    boards = (LIN_BOARD, LIN_BOARD.replace("SA7", "SA6"), LIN_BOARD)
    folder = tmp_path / "lin"
    folder.mkdir()
    (folder / "boards.lin").write_text(f"pn|Sue,Will,Ann,Ed|\n{''.join(boards)}")
    for source in (folder, folder / "boards.lin"):
        found, summary = asked(source, "solve")
        assert [row["number"] for row in found] == [0, 2] and found[0]["declarer"] == "N"
        assert summary.first_broken.startswith("boards.lin, line 5: board 2: ")


def test_ptn_with_several_hands_and_a_wrong_one(tmp_path):
    text = PTN.read_text("utf-8")
    wrong = text.replace("CT CA C3 C2", "CT CA C3 SQ")
    (tmp_path / "hands.ptn").write_text(text + "\n" + wrong + text, "utf-8")
    found, summary = asked(tmp_path / "hands.ptn", **ONE)
    assert [row["number"] for row in found] == [0, 2] and found[0]["tricks"] == found[1]["tricks"]
    lines = (text + "\n" + wrong).splitlines()
    line = max(number for number, each in enumerate(lines, 1) if each.startswith("CT CA C3"))
    assert summary.first_broken.startswith(f"hands.ptn, line {line}: ")


def test_a_folder_is_its_files_by_name(tmp_path):
    deals, out = short_deals(4), tmp_path / "out.jsonl"
    (tmp_path / "sub").mkdir()
    for name, some in (("b.txt", deals[:1]), ("a.txt", deals[1:2]), ("sub/c.deals", deals[2:])):
        file_of(tmp_path / name, some)
    for name in ("notes.md", ".hidden.txt"):
        (tmp_path / name).write_text("nothing")
    for _ in range(2):  # the output in the folder is none of the input
        ws.run_batch(tmp_path, out, resume=True, **ONE)
        assert deals_of(answers(out)) == [str(deals[number]) for number in (1, 0, 2, 3)]
    (tmp_path / "sub" / "c.deals").write_text("")
    with pytest.raises(ws.WhistError, match=r"begun with input\.sha256"):
        ws.run_batch(tmp_path, out, resume=True, **ONE)


def test_what_cannot_be_read(tmp_path, pq):
    (tmp_path / "d.parquet").write_bytes(b"no parquet")
    (tmp_path / "deals.csv").write_text(f"deal\n{DEAL}\n")
    (tmp_path / "empty").mkdir()
    for source, words in (
        (tmp_path / "d.parquet", r"'d\.parquet' cannot be read as Parquet"),
        (tmp_path / "deals.csv", r"is CSV: expected one of \.txt .* \.parquet"),
        (tmp_path / "empty", "there is no file of deals"),
        ("nothing", "'nothing' cannot be read: No such file"),
    ):
        with pytest.raises(ws.NotationError, match=words):
            asked(source)
    summary = asked([1, 2])[1]
    assert str(summary).startswith("all of 2 rows are broken, none is answered; the first: rows, line 1")


# Wrong rows.

BROKEN = [
    b"\xef\xbb\xbf# deals",
    b"N:AQ... K2... JT... 98...",
    b"N:A... K...",
    b"\xff",
    b"",
    b"   # right",
    b"  N:AQ... K2... JT... 98...  \r",
    b"N:A... K... Q... A...",
]


def test_broken_rows_go_to_a_side_file_and_stop_nothing(tmp_path):
    source, out = tmp_path / "deals.txt", tmp_path / "out.jsonl"
    side = tmp_path / "out.jsonl.errors.jsonl"
    source.write_bytes(b"\n".join(BROKEN))
    summary = ws.run_batch(source, out, **ONE)
    assert (summary.items, summary.rows, summary.broken) == (5, 2, 3)
    assert [row["number"] for row in answers(out)] == [0, 3]
    found = answers(side)
    places = [(row["number"], row["source"], row["line"]) for row in found]
    assert places == [(1, "deals.txt", 3), (2, "deals.txt", 4), (4, "deals.txt", 8)]
    assert "holds the character '\\xff'" in found[1]["reason"]
    assert "SA is in the hand of N and in the hand of W" in found[2]["reason"]
    ws.run_batch(source, out, overwrite=True, chunk=1, **ONE)
    assert answers(side) == found
    source.write_bytes(BROKEN[1])
    ws.run_batch(source, out, overwrite=True, **ONE)
    assert not side.exists(), "no side file where nothing is broken"
    (tmp_path / "d.jsonl").write_text(f'{{"deal": "{DEAL}"}}\n[1]\n{{"deal": \n{{}}\n')
    _, summary = asked(tmp_path / "d.jsonl", **ONE)
    assert (summary.rows, summary.broken) == (1, 3)
    assert summary.first_broken == "d.jsonl, line 2: [1] is no JSON object: expected one a line"


@pytest.mark.parametrize("kind", ["a.txt", "a.jsonl", "-"])
def test_a_line_without_end_is_not_held_in_memory(kind, tmp_path, monkeypatch):
    monkeypatch.setattr(files, "_LONGEST_LINE", 100)
    texts = [str(deal) for deal in short_deals(2)]
    good = [json.dumps({"deal": text}) if kind == "a.jsonl" else text for text in texts]
    data = f"{good[0]}\n{'x' * 1000}\n{good[1]}\n{'y' * 1000}".encode()
    assert [len(line) for line in lines_of(io.BytesIO(data))][1::2] == [101, 101]
    (tmp_path / "a.txt").write_bytes(data)
    (tmp_path / "a.jsonl").write_bytes(data)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    found, summary = asked("-" if kind == "-" else tmp_path / kind, **ONE)
    assert (deals_of(found), summary.broken) == (texts, 2)
    assert ", line 2: too long: expected at most" in str(summary.first_broken)


@pytest.mark.parametrize("kind", ["ptn", "pbn"])
def test_a_hand_without_end_is_one_wrong_row(kind):
    hand = [b'[Event "x"]', b'[Deal "N:AQ... K2... JT... 98..."]']
    notes = itertools.repeat(b'[Note "%s"]' % (b"x" * 100_000), 200)
    tracemalloc.start()
    try:
        wrong, right = readers.rows_of_lines(itertools.chain(hand, notes, hand), kind)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert wrong == (1, {}, {}, "too long: expected at most 1 MiB for a hand") and right.fields
    assert peak < 4 << 20, "it was kept whole, 20 MB"


# Parquet.


def test_parquet_rows_have_fields_and_wrong_ones_stop_no_others(tmp_path, pa, pq):
    path = tmp_path / "d.parquet"
    texts = list(map(str, short_deals(3)))
    pq.write_table(pa.table({"deal": texts, "strain": ["S+", "NT-", None], "leader": ["N", "E", "S"]}), path)
    found, summary = asked(path, "solve")
    assert [row["strain"] for row in found] == ["S+", "NT-"] and summary.broken == 1
    assert summary.first_broken.startswith("d.parquet, line 3: there is no strain")
    offsets, data = pa.array([0, 2], pa.int32()).buffers()[1], pa.py_buffer(b"N\xff")
    not_utf8 = pa.StringArray.from_buffers(1, offsets, data)
    deals = pa.chunked_array([pa.array([DEAL] * 5), not_utf8, pa.array(["A" * 70_000, None, DEAL])])
    pq.write_table(pa.table({"deal": deals}), path)
    found, summary = asked(path, **ONE)
    assert [row["number"] for row in found] == [0, 1, 2, 3, 4, 8] and summary.broken == 3
    assert summary.first_broken == "d.parquet, line 6: no UTF-8 text: expected other than byte 0xff"


def test_columns_of_parquet_that_are_refused(tmp_path, monkeypatch, pa, pq):
    monkeypatch.setattr(readers, "_LARGEST_COLUMN", 1 << 18)
    path, given = tmp_path / "d.parquet", {"strain": "S+", "leader": "N"}
    many = pa.ListArray.from_arrays([0, 33 << 10, 33 << 10, 33 << 10], np.zeros(33 << 10, np.int8))
    day = pa.array([10**9], pa.int32()).cast(pa.date32())
    for columns, words in (
        ({"deal": [DEAL], "leader": day}, r"column 'leader' of 'd.parquet' is of type 'date32\[day\]'"),
        ({"deal": [{"N": DEAL}]}, "column 'deal' of 'd.parquet' is of type 'struct<N: string>'"),
        ({"deal": [DEAL] * 3, "played": many}, "'played' .* too large"),
    ):
        pq.write_table(pa.table(columns), path)
        with pytest.raises(ws.NotationError, match=f"{words}.*: expected"):
            asked(path, "solve", given=given)
        pq.write_table(pa.table({f"other {name}": column for name, column in columns.items()}), path)
        assert asked(path, **ONE)[1].broken == len(columns["deal"]), "no other column is read"


def test_parquet_takes_little_memory_whatever_it_holds(tmp_path, pa, pq):
    """Of a few hundred bytes there were gigabytes: a text of 4 MiB for each of a thousand rows."""
    path = tmp_path / "d.parquet"
    long = pa.DictionaryArray.from_arrays(pa.array([0] * 1000), pa.array(["A" * (1 << 22)]))
    pq.write_table(pa.table({"deal": long, "played": long}), path, compression="zstd")
    assert path.stat().st_size < 4000
    rows = list(readers.rows_of_parquet(path, ["deal"]))
    assert pa.default_memory_pool().max_memory() < 1 << 30
    assert {row.fault for row in rows} == {"too long: expected at most 64 KiB"} and len(rows) == 1000
    # By what the file states, before it is unfolded.
    deals = pa.table({"deal": [DEAL + " " * (1 << 24)]})
    pq.write_table(deals, path, compression="zstd", write_statistics=False)
    with pytest.raises(ws.NotationError, match="too large in row group 1: expected at most 16 MiB"):
        list(readers.rows_of_parquet(path, ["deal"]))


# Arrays, data frames, and deals of a seed.


@pytest.mark.parametrize("name", ["array", "frame", "arrow", "reader", "pandas", "polars", "duckdb"])
def test_deals_of_arrays_and_data_frames(name, pa):
    """With their kitty, which some questions are about."""
    deals = ws.deals_where("spades(N) >= 2", 5, seed=3, rules=SHORT, as_array=True)
    table = pa.table(DealFrame(deals, kitty=True))
    source = {
        "array": lambda: deals,
        "frame": lambda: DealFrame(deals, kitty=True),
        "arrow": lambda: table,
        "reader": table.to_reader,
        "pandas": table.to_pandas,
        "polars": lambda: pytest.importorskip("polars").DataFrame(table),
        "duckdb": lambda: pytest.importorskip("duckdb").from_arrow(table),
    }[name]
    found, summary = asked(source(), rules=SHORT, **ONE)
    assert (deals_of(found), summary.broken) == (table["deal"].to_pylist(), 0)


def test_columns_of_data_frames_are_fields(pa):
    deals = ws.deals_where("spades(N) >= 2", 5, seed=3, rules=SHORT, as_array=True)
    frame = pa.table(DealFrame(deals, kitty=True)).append_column("leader", pa.array([*"NE", None, *"SW"]))
    found, summary = asked(frame, "solve", given={"strain": "S+"})
    assert (summary.broken, [row["leader"] for row in found]) == (1, [*"NESW"])
    hands = pa.table({name: pa.array(deals[:, seat]) for seat, name in enumerate("NESW")})
    want = ws.solve_many(deals[:, :4], ["S+"]).tolist()
    for other in (hands, frame["deal"]):
        assert [row["tricks"] for row in asked(other, **ONE)[0]] == want
