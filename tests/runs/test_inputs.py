"""What a batch reads: kinds of files, folders, streams; rows that are wrong; Parquet out."""

import io
import itertools
import json
import tracemalloc
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.support.batches import SHORT, answers, file_of, short_deals

import whistsolve as ws
from whistsolve.runs import BatchSummary, RandomDeals, readers
from whistsolve.runs.readers import lines_of
from whistsolve.solving import DealFrame, TrickFrame

PTN = Path(__file__).parents[1] / "data" / "ptn"
ONE = ("S+",)


def asked(source: Any, **options: Any) -> tuple[list[dict[str, Any]], BatchSummary]:
    out = io.BytesIO()
    summary = ws.run_batch(source, out, strains=ONE, **options)
    return [json.loads(line) for line in out.getvalue().splitlines()], summary


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


def test_every_kind_of_file(tmp_path: Path) -> None:
    deals = short_deals(5)
    texts = [str(deal) for deal in deals]
    file_of(tmp_path / "a.txt", deals)
    (tmp_path / "b.jsonl").write_text("".join(json.dumps({"id": 1, "deal": text}) + "\n\n" for text in texts))
    pq.write_table(pa.table({"deal": texts, "name": ["x"] * 5}), tmp_path / "c.parquet")
    for name in ("a.txt", "b.jsonl", "c.parquet"):
        found, summary = asked(tmp_path / name)
        assert [row["deal"] for row in found] == texts and summary.broken == 0
        plain = tmp_path / name.split(".")[0]  # by its contents, without an ending
        plain.write_bytes((tmp_path / name).read_bytes())
        assert asked(str(plain))[0] == found
    both, _ = asked([tmp_path / "a.txt", tmp_path / "c.parquet"])
    assert [row["deal"] for row in both] == texts * 2 and [row["number"] for row in both] == [*range(10)]


def test_parquet_rows_have_fields(tmp_path: Path) -> None:
    deals = short_deals(3)
    columns = {"deal": map(str, deals), "strain": ["S+", "NT-", None], "leader": ["N", "E", "S"]}
    pq.write_table(pa.table({name: list(column) for name, column in columns.items()}), tmp_path / "d.parquet")
    out = io.BytesIO()
    summary = ws.run_batch(tmp_path / "d.parquet", out, "solve")
    assert [json.loads(line)["strain"] for line in out.getvalue().splitlines()] == ["S+", "NT-"]
    assert summary.broken == 1 and summary.first_broken.startswith("d.parquet, line 3: there is no strain")


DEAL = "N:A... K... Q... J..."
LONG = pa.DictionaryArray.from_arrays(pa.array([0] * 1000), pa.array(["A" * (1 << 22)]))
MANY = pa.ListArray.from_arrays([0, 33 << 10, 33 << 10, 33 << 10], np.zeros(33 << 10, np.int8))
DAY = pa.array([10**9], pa.int32()).cast(pa.date32())
NOT_UTF8 = pa.StringArray.from_buffers(1, pa.array([0, 2], pa.int32()).buffers()[1], pa.py_buffer(b"N\xff"))


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        (
            {"deal": pa.array([DEAL]), "leader": DAY},
            r"column 'leader' of 'd.parquet' is of type 'date32\[day\]'",
        ),
        ({"deal": pa.array([{"N": DEAL}])}, "column 'deal' of 'd.parquet' is of type 'struct<N: string>'"),
        (
            {"deal": pa.array([DEAL] * 3), "played": MANY},
            "'played' .* too large",
        ),
    ],
)
def test_columns_of_parquet_that_are_refused(
    columns: Any, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readers, "_LARGEST_COLUMN", 1 << 18)
    pq.write_table(pa.table(columns), tmp_path / "d.parquet")
    with pytest.raises(ws.NotationError, match=f"{words}.*: expected"):
        ws.run_batch(tmp_path / "d.parquet", io.BytesIO(), "solve", given={"strain": "S+", "leader": "N"})
    columns = {f"other {name}": column for name, column in columns.items()}
    pq.write_table(pa.table(columns), tmp_path / "d.parquet")
    assert asked(tmp_path / "d.parquet")[1].broken == len(columns["other deal"]), "no other column is read"


def test_a_column_that_few_bytes_unfold_to_is_refused(tmp_path: Path) -> None:
    """By what the file states: 780 bytes took 750 MiB before the row was found to be too long."""
    deals = pa.table({"deal": [DEAL + " " * (1 << 24)]})
    pq.write_table(deals, tmp_path / "d.parquet", compression="zstd", write_statistics=False)
    with pytest.raises(ws.NotationError, match="too large in row group 1: expected at most 16 MiB"):
        list(readers.rows_of_parquet(tmp_path / "d.parquet", ["deal"]))


def test_parquet_takes_little_memory_whatever_it_holds(tmp_path: Path) -> None:
    """Of a few hundred bytes there were gigabytes: a text of 4 MiB for each of a thousand rows."""
    pq.write_table(pa.table({"deal": LONG, "played": LONG}), tmp_path / "d.parquet", compression="zstd")
    assert (tmp_path / "d.parquet").stat().st_size < 4000
    rows = list(readers.rows_of_parquet(tmp_path / "d.parquet", ["deal"]))
    assert pa.default_memory_pool().max_memory() < 1 << 30
    assert {row.fault for row in rows} == {"too long: expected at most 64 KiB"} and len(rows) == 1000


def test_wrong_rows_of_parquet_stop_no_others(tmp_path: Path) -> None:
    deals = pa.chunked_array([pa.array([DEAL] * 5), NOT_UTF8, pa.array(["A" * 70_000, None, DEAL])])
    pq.write_table(pa.table({"deal": deals}), tmp_path / "d.parquet")
    found, summary = asked(tmp_path / "d.parquet")
    assert [row["number"] for row in found] == [0, 1, 2, 3, 4, 8] and summary.broken == 3
    assert summary.first_broken == "d.parquet, line 6: no UTF-8 text: expected other than byte 0xff"


def test_an_auction_is_recorded_by_ptn_alone() -> None:
    row = {"hand": "AKQJ.T9.32.9876", "dealer": "N", "auction": 5}
    out = io.BytesIO()
    assert "there is no seat" in ws.run_batch([row], out, "bids").first_broken


def test_pbn(tmp_path: Path) -> None:
    (tmp_path / "boards.pbn").write_text(PBN)
    found, summary = asked(tmp_path / "boards.pbn")
    assert [row["deal"] for row in found] == ["N:AQ... K2... JT... 98...", "N:98... AQ... K2... JT..."]
    assert summary.first_broken.startswith("boards.pbn, line 12: ")
    out = io.BytesIO()
    ws.run_batch(tmp_path / "boards.pbn", out, "solve")
    (row,) = (json.loads(line) for line in out.getvalue().splitlines())
    assert (row["strain"], row["declarer"], row["leader"]) == ("NT+", "W", "N"), (
        "in bridge the next hand leads"
    )


def test_lin(tmp_path: Path) -> None:
    board = "md|3SA7HT2DAQ2CKQT985,SKJT986HAK6D95CA4,SQ32HQJ743DT64C73|sv|o|\nah|Board 7|mb|1N|\npc|S5|\n"
    (tmp_path / "boards.lin").write_text(f"pn|Sue,Will,Ann,Ed|\n{board}{board.replace('SA7', 'SA6')}{board}")
    for source in (tmp_path, tmp_path / "boards.lin"):
        out = io.BytesIO()
        summary = ws.run_batch(source, out, "solve")
        found = [json.loads(line) for line in out.getvalue().splitlines()]
        assert [row["number"] for row in found] == [0, 2] and found[0]["declarer"] == "N"
        assert summary.first_broken.startswith("boards.lin, line 2: board 2: ")


LONG_SPADES = ws.deals_where(5, "spades(N) >= 2", seed=3, rules=SHORT)
FRAME = pa.table(DealFrame(LONG_SPADES, kitty=True))
TABLES: dict[str, Any] = {
    "array": LONG_SPADES,
    "frame": DealFrame(LONG_SPADES, kitty=True),
    "arrow": FRAME,
    "reader": FRAME.to_reader(),
    "pandas": FRAME.to_pandas(),
    "polars": pl.DataFrame(FRAME),
    "duckdb": duckdb.sql("select 1 as n, deal from FRAME"),
}


@pytest.mark.parametrize("name", TABLES)
def test_deals_of_arrays_and_data_frames(name: str) -> None:
    """With their kitty, which some questions are about."""
    found, summary = asked(TABLES[name], rules=SHORT)
    assert [row["deal"] for row in found] == FRAME["deal"].to_pylist() and summary.broken == 0


def test_columns_of_data_frames_are_fields() -> None:
    out = io.BytesIO()
    frame = FRAME.append_column("leader", pa.array(["N", "E", None, "S", "W"]))
    assert ws.run_batch(frame, out, "solve", given={"strain": "S+"}).broken == 1
    assert [json.loads(line)["leader"] for line in out.getvalue().splitlines()] == ["N", "E", "S", "W"]
    hands = pa.table({name: pa.array(LONG_SPADES[:, seat]) for seat, name in enumerate("NESW")})
    for other in (hands, FRAME["deal"]):
        assert [row["tricks"] for row in asked(other)[0]] == ws.solve_many(LONG_SPADES[:, :4], ONE).tolist()


def test_random_deals_after_those_of_another_run() -> None:
    all_of_them, _ = asked(RandomDeals(9, 10, SHORT))
    for later in (RandomDeals(9, 6, first=4), "random:9:6:4"):
        assert [row["deal"] for row in asked(later, rules=SHORT)[0]] == [
            row["deal"] for row in all_of_them[4:]
        ]
    with pytest.raises(ws.WhistError, match="SEED:COUNT"):
        asked("random:1:2:3:4")


def test_a_batch_of_broken_rows_says_so(tmp_path: Path) -> None:
    assert str(asked([1, 2])[1]).startswith(
        "all of 2 rows are broken, none is answered; the first: rows, line 1"
    )
    (tmp_path / "deals.csv").write_text("deal\nN:A K Q J\n")
    with pytest.raises(ws.NotationError, match=r"is CSV: expected one of \.txt .* \.parquet"):
        asked(tmp_path / "deals.csv")


@pytest.mark.parametrize("kind", ["ptn", "pbn"])
def test_a_hand_without_end_is_one_wrong_row(kind: str) -> None:
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


def test_ptn_with_several_hands_and_a_wrong_one(tmp_path: Path) -> None:
    text = (PTN / "trickster-241.ptn").read_text("utf-8")
    wrong = text.replace("CT CA C3 C2", "CT CA C3 SQ")
    (tmp_path / "hands.ptn").write_text(text + "\n" + wrong + text, "utf-8")
    found, summary = asked(tmp_path / "hands.ptn")
    assert [row["number"] for row in found] == [0, 2] and found[0]["tricks"] == found[1]["tricks"]
    lines = (text + "\n" + wrong).splitlines()
    line = max(number for number, each in enumerate(lines, 1) if each.startswith("CT CA C3"))
    assert summary.first_broken.startswith(f"hands.ptn, line {line}: ")


def test_a_folder_is_its_files_by_name(tmp_path: Path) -> None:
    deals = short_deals(4)
    (tmp_path / "sub").mkdir()
    file_of(tmp_path / "b.txt", deals[:1])
    file_of(tmp_path / "a.txt", deals[1:2])
    file_of(tmp_path / "sub" / "c.deals", deals[2:])
    (tmp_path / "notes.md").write_text("nothing")
    (tmp_path / ".hidden.txt").write_text("nothing")
    out = tmp_path / "out.jsonl"
    for _ in range(2):  # the output in the folder is none of the input
        ws.run_batch(tmp_path, out, strains=ONE, resume=True)
        assert [row["deal"] for row in answers(out)] == [str(deals[number]) for number in (1, 0, 2, 3)]
    (tmp_path / "sub" / "c.deals").write_text("")
    with pytest.raises(ws.WhistError, match=r"begun with input\.sha256"):
        ws.run_batch(tmp_path, out, strains=ONE, resume=True)
    with pytest.raises(ws.NotationError, match="there is no file of deals"):
        ws.run_batch(PTN.parents[2] / "docs" / "guides", io.BytesIO())


BROKEN = b"\n".join(
    [
        b"\xef\xbb\xbf# deals",
        b"N:AQ... K2... JT... 98...",
        b"N:A... K...",
        b"\xff",
        b"",
        b"N:AQ... K2... JT... 98...",
        b"N:A... K... Q... A...",
    ]
)


def test_broken_rows_go_to_a_side_file_and_stop_nothing(tmp_path: Path) -> None:
    (tmp_path / "deals.txt").write_bytes(BROKEN)
    out, side = tmp_path / "out.jsonl", tmp_path / "out.jsonl.errors.jsonl"
    summary = ws.run_batch(tmp_path / "deals.txt", out, strains=ONE)
    assert (summary.items, summary.rows, summary.broken) == (5, 2, 3)
    assert [row["number"] for row in answers(out)] == [0, 3]
    found = answers(side)
    assert [(row["number"], row["source"], row["line"]) for row in found] == [
        *((1, "deals.txt", 3), (2, "deals.txt", 4), (4, "deals.txt", 7))
    ]
    assert "holds the character '\\xff'" in found[1]["reason"]
    assert "SA is in the hand of N and in the hand of W" in found[2]["reason"]
    ws.run_batch(tmp_path / "deals.txt", out, strains=ONE, overwrite=True, chunk=1)
    assert answers(side) == found
    (tmp_path / "deals.txt").write_bytes(BROKEN.splitlines()[1])
    ws.run_batch(tmp_path / "deals.txt", out, strains=ONE, overwrite=True)
    assert not side.exists(), "no side file where nothing is broken"


def test_wrong_json_lines(tmp_path: Path) -> None:
    (tmp_path / "d.jsonl").write_text('{"deal": "N:A... K... Q... J..."}\n[1]\n{"deal": \n{}\n')
    _, summary = asked(tmp_path / "d.jsonl")
    assert (summary.rows, summary.broken) == (1, 3)
    assert summary.first_broken == "d.jsonl, line 2: [1] is no JSON object: expected one a line"


@pytest.mark.parametrize("kind", ["a.txt", "a.jsonl", "-"])
def test_a_line_without_end_is_not_held_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(readers, "_LONGEST_LINE", 100)
    texts = [str(deal) for deal in short_deals(2)]
    good = [json.dumps({"deal": text}) if kind == "a.jsonl" else text for text in texts]
    data = f"{good[0]}\n{'x' * 1000}\n{good[1]}\n{'y' * 1000}".encode()
    assert [len(line) for line in lines_of(io.BytesIO(data))][1::2] == [101, 101]
    if kind == "-":
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    else:
        (tmp_path / kind).write_bytes(data)
    found, summary = asked("-" if kind == "-" else tmp_path / kind)
    assert [row["deal"] for row in found] == texts and summary.broken == 2
    assert ", line 2: too long: expected at most" in str(summary.first_broken)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "d.parquet").write_bytes(b"no parquet")
    with pytest.raises(ws.NotationError, match=r"'d\.parquet' cannot be read as Parquet"):
        asked(tmp_path / "d.parquet")
    with pytest.raises(ws.NotationError, match="'nothing' cannot be read: No such file"):
        asked("nothing")


def flat(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Answers about tables with a column for each leader and strain, by their names in `TrickFrame`."""
    deals = [row["deal"] for row in rows]
    tricks = np.array([row["tricks"] for row in rows], np.uint8)
    wide = TrickFrame(deals, tricks, rows[0]["strains"], wide=True).to_dicts()
    return [{"number": row["number"], **each} for row, each in zip(rows, wide, strict=True)]


@pytest.mark.parametrize("part_rows", [1, 4, 7, 100])
def test_parquet_has_the_rows_of_json_lines(tmp_path: Path, part_rows: int) -> None:
    source = RandomDeals(1, 14, SHORT)
    ws.run_batch(source, tmp_path / "lines.jsonl", strains=ONE)
    folder = tmp_path / "out.parquet"
    ws.run_batch(source, folder, strains=ONE, part_rows=part_rows, chunk=3)
    parts = sorted(folder.iterdir())
    assert [part.name for part in parts] == [f"part-{n:06d}.parquet" for n in range(-(-14 // part_rows))]
    assert pq.read_table(folder).to_pylist() == flat(answers(tmp_path / "lines.jsonl"))
    assert all(pq.read_metadata(part).num_rows == part_rows for part in parts[:-1])
    assert {path.name for path in tmp_path.iterdir()} == {
        *("lines.jsonl", "lines.jsonl.manifest.json", "out.parquet", "out.parquet.manifest.json")
    }
    with pytest.raises(ws.WhistError, match="begun with part_rows"):
        ws.run_batch(source, folder, strains=ONE, part_rows=5, resume=True)


@pytest.mark.parametrize(
    ("question", "given"),
    [
        ("solve", {"strain": "S+", "leader": 0}),
        ("cards", {"strain": "S+", "leader": 0}),
        ("bids", {"seat": 0, "dealer": 2, "samples": 2, "discards": "estimated"}),
    ],
)
def test_parquet_of_every_question(tmp_path: Path, question: Any, given: dict[str, Any]) -> None:
    source = RandomDeals(1, 2)
    if question != "bids":
        source = RandomDeals(1, 2, ws.Rules.preset("cutthroat_3", hand_size=4, kitty_size=42))
    ws.run_batch(source, tmp_path / "x.parquet", question, given=given)
    ws.run_batch(source, tmp_path / "x.jsonl", question, given=given)
    found = pq.read_table(tmp_path / "x.parquet").to_pylist()
    want = answers(tmp_path / "x.jsonl")
    assert [list(row) for row in found] == [list(row) for row in want]
    assert [row.get("cards") for row in found] == [row.get("cards") for row in want]
    for seat in ("leader", "declarer", "seat", "dealer"):
        assert [row.get(seat) for row in found] == [str(row[seat]) if seat in row else None for row in want]


def test_parquet_of_kitties_has_a_column_for_each_discard(tmp_path: Path) -> None:
    deals = ["N:AK.Q.. QJ.A.. T9.K.. 87.J.. | 2.2..", "0:AK.Q.. QJ.A.. T9.K.. | 2.2.."]
    ws.run_batch(deals, tmp_path / "x.parquet", "kitty", strains=["S+", "NT-"])
    ws.run_batch(deals, tmp_path / "x.jsonl", "kitty", strains=["S+", "NT-"])
    four, three = pq.read_table(tmp_path / "x.parquet").to_pylist()
    for row, want in zip((four, three), answers(tmp_path / "x.jsonl"), strict=True):
        for declarer, tricks, discards in zip(
            want["declarers"], want["tricks"], want["discards"], strict=True
        ):
            assert [row[f"{declarer} {strain}"] for strain in want["strains"]] == tricks
            assert [row[f"{declarer} {strain} discard"] for strain in want["strains"]] == discards
    assert four["0 S+"] is None and three["W NT- discard"] is None


def test_no_rows_at_all(tmp_path: Path) -> None:
    assert ws.run_batch([], tmp_path / "x.jsonl").items == 0 and (tmp_path / "x.jsonl").read_bytes() == b""
    ws.run_batch([], tmp_path / "x.parquet", "kitty")
    assert pq.read_table(tmp_path / "x.parquet").column_names == ["number", "deal"]
