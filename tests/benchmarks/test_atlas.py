"""The atlas: the same bytes however often its maker was stopped, a page that says what its sample says."""

from __future__ import annotations

import hashlib
import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest
from benchmarks.atlas import Manifest, join, main, make, part_bytes
from benchmarks.atlas_statistics import main as statistics_main
from benchmarks.atlas_statistics import statistics
from distributed import Client

import whistsolve as ws
from benchmarks import atlas

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "docs" / "data" / "atlas-sample.parquet"
PAGE = ROOT / "docs" / "atlas.md"
#: Short hands, which are solved at once; of five deals every second has discards.
RULES = ws.Rules.preset("bid_whist", lowest_rank=12, hand_size=3, kitty_size=2, bid_base=0)
TINY = Manifest.of(5, 7, 2, 2, RULES)
STRAINS = [str(strain) for strain in ws.STRAINS[:10]]
CELLS = [f"{seat} {strain}" for seat in "NESW" for strain in STRAINS]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a tiny atlas, made at once, and the file of its parts."""
    folder = tmp_path_factory.mktemp("atlas")
    make(folder, TINY)
    join(folder, folder / "all.parquet")
    return folder


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_the_same_bytes_after_an_interrupt(tiny: Path, tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        assert total == 3
        raise KeyboardInterrupt

    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            make(tmp_path, TINY, progress=stop)
    assert len(list(tmp_path.glob("part-*"))) == 2
    with pytest.raises(ValueError, match="1 of 3 parts are missing, the first 2"):
        join(tmp_path, tmp_path / "all.parquet")
    make(tmp_path, TINY)
    join(tmp_path, tmp_path / "all.parquet")
    assert files(tmp_path) == files(tiny)


def test_the_same_bytes_from_an_executor(tiny: Path, tmp_path: Path) -> None:
    said: list[tuple[int, int]] = []
    with ThreadPoolExecutor(2) as executor:
        make(tmp_path, TINY, executor, workers=2, progress=lambda *each: said.append(each))
    join(tmp_path, tmp_path / "all.parquet")
    assert files(tmp_path) == files(tiny) and said == [(1, 3), (2, 3), (3, 3)]


def test_the_same_bytes_from_dask(tiny: Path, tmp_path: Path) -> None:
    with Client(processes=False, n_workers=1, threads_per_worker=2, dashboard_address=None) as client:
        make(tmp_path, TINY, client, workers=2)
    join(tmp_path, tmp_path / "all.parquet")
    assert files(tmp_path) == files(tiny)


def test_an_error_of_a_worker_is_raised_and_what_was_done_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(manifest: Manifest, number: int) -> bytes:
        if number == 2:
            raise RuntimeError("a worker failed")
        return part_bytes(manifest, number)

    monkeypatch.setattr(atlas, "part_bytes", fails)
    with ThreadPoolExecutor(1) as executor, pytest.raises(RuntimeError, match="a worker failed"):
        make(tmp_path, TINY, executor)
    assert sorted(each for each in files(tmp_path)) == [
        "manifest.json",
        "part-00000.parquet",
        "part-00001.parquet",
    ]


def test_a_part_that_cannot_be_written_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    make(tmp_path, Manifest.of(1, 7, 0, 1, RULES))
    (tmp_path / "part-00000.parquet").unlink()
    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        make(tmp_path, Manifest.of(1, 7, 0, 1, RULES))
    assert list(files(tmp_path)) == ["manifest.json"]


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (replace(TINY, digest="0"), "of digest [0-9a-f]{64} and not 0: expected"),
        (Manifest.of(5, 8, 2, 2, RULES), "of seed 7 and not 8: expected the same, or another folder"),
        (Manifest.of(4, 7, 2, 2, RULES), "deals 5 and not 4"),
        (Manifest.of(5, 7, 1, 2, RULES), "discards_every 2 and not 1"),
        (Manifest.of(5, 7, 2, 3, RULES), "part 2 and not 3"),
        (Manifest.of(5, 7, 2, 2, RULES.with_options(min_bid=4)), "rules .*min_bid"),
    ],
)
def test_another_manifest_is_refused(tiny: Path, other: Manifest, message: str) -> None:
    before = files(tiny)
    with pytest.raises(ValueError, match=message):
        make(tiny, other)
    assert files(tiny) == before


def test_what_is_in_a_file(tiny: Path) -> None:
    table = pq.read_table(tiny / "all.parquet")
    assert Manifest.from_json(table.schema.metadata[atlas.KEY]) == TINY
    assert table.column_names == [
        *("number", "deal", *CELLS),
        *(f"kitty {cell}" for cell in CELLS),
        *(f"discard {cell}" for cell in CELLS),
    ]
    rows = table.to_pylist()
    digest = hashlib.sha256()
    for number, row in enumerate(rows):
        deal = ws.Deal.from_text(row["deal"])
        assert row["number"] == number and deal.kitty is not None and len(deal.kitty) == 2
        for hand in (*deal.hands, deal.kitty):
            digest.update(hand.mask.to_bytes(8, "little"))
        tricks = ws.table(deal, rules=RULES)
        assert [row[cell] for cell in CELLS] == tricks.to_numpy().ravel().tolist()
        for cell in CELLS[::7]:
            declarer, strain = cell.split()
            if number % 2:
                assert row[f"kitty {cell}"] is row[f"discard {cell}"] is None
                continue
            best = ws.best_discard(deal, strain, declarer, rules=RULES)
            assert row[f"kitty {cell}"] == best.tricks
            given = ws.Hand(row[f"discard {cell}"])
            assert ws.discard_values(deal, strain, declarer, [list(given)], rules=RULES) == [best.tricks]
    assert rows[0]["deal"] == str(ws.Deal.random(7, RULES)) and digest.hexdigest() == TINY.digest


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, target = str(tmp_path / "made"), tmp_path / "all.parquet"
    asked = ["make", folder, "--deals", "1", "--discards", "0", "--seed", "3"]
    assert main(asked) == 0 and main(["join", folder, str(target)]) == 0
    assert main([*asked, "--part", "5"]) == 2 and main(["join", str(tmp_path), str(target)]) == 2
    assert main(["make", folder, "--deals", "0"]) == 2 and main(["make", folder, "--preset", "whist"]) == 2
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith("1 of 1 parts") and len(said) == 5
    assert all(line.startswith("atlas: ") for line in said[1:])
    assert pq.read_table(target).column_names == ["number", "deal", *CELLS]
    assert "kitty is worth" not in statistics(target)


# ----------------------------------------------------------------------------------------------- the page


def tables_of(text: str) -> dict[str, list[list[str]]]:
    """The rows of each table, head first, by its heading."""
    found = {}
    for part in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
        heading, _, rest = part.partition("\n")
        lines = [line for line in rest.splitlines() if line.startswith("|")]
        found[heading] = [[each.strip() for each in line.strip("|").split("|")] for line in lines]
        del found[heading][1]  # the line below the head
    return found


def kind(strain: str) -> str:
    trump = "no-trump" if strain.startswith("NT") else "suit"
    return f"{trump} {'uptown' if strain.endswith('+') else 'downtown'}"


KINDS = ["suit uptown", "suit downtown", "no-trump uptown", "no-trump downtown"]


def long_form(frame: pd.DataFrame, prefix: str = "") -> pd.DataFrame:
    """A row for each cell, by pandas."""
    cells = frame.melt("number", [f"{prefix}{cell}" for cell in CELLS], value_name="tricks")
    cells[["seat", "strain"]] = cells["variable"].str.removeprefix(prefix).str.split(" ", expand=True)
    cells["kind"] = cells["strain"].map(kind)
    cells["tricks"] = cells["tricks"].astype(float)
    return cells


@pytest.fixture(scope="module", params=["the page", "a tiny atlas"])
def said(
    request: pytest.FixtureRequest, tiny: Path
) -> tuple[dict[str, list[list[str]]], pd.DataFrame, ws.Rules]:
    """Tables, and the frame that they are said to be of."""
    path = SAMPLE if request.param == "the page" else tiny / "all.parquet"
    text = PAGE.read_text("utf-8") if request.param == "the page" else statistics(path)
    rules = ws.Rules.preset("bid_whist") if request.param == "the page" else RULES
    return tables_of(text), pd.read_parquet(path), rules


def close(text: str, value: Any) -> bool:
    """Whether a number is printed as it is, to its last decimal."""
    return abs(float(text) - float(value)) <= 0.51 * 10.0 ** -len(text.partition(".")[2])


def test_tricks_are_those_that_pandas_finds(said: Any) -> None:
    tables, frame, _ = said
    cells = long_form(frame)
    head, *rows = tables["Tricks of the leader's side"]
    assert head == ["strain", "N or S leads", "E or W leads", "mean", "standard deviation"]
    assert [row[0] for row in rows] == STRAINS
    for strain, *numbers in rows:
        own = cells[cells["strain"] == strain]
        sides = own.groupby(own["seat"].isin(["N", "S"]))["tricks"].mean()
        want = [sides[True], sides[False], own["tricks"].mean(), own["tricks"].std(ddof=0)]
        assert all(map(close, numbers, want))
    head, *rows = tables["How often the leader's side takes so many tricks, in percent"]
    shares = 100 * cells.groupby("kind")["tricks"].value_counts(normalize=True).unstack(0, fill_value=0.0)
    assert head == ["tricks", *KINDS] and len(rows) == cells["tricks"].max() + 1
    for number, *numbers in rows:
        assert all(
            close(text, shares[name].get(float(number), 0.0))
            for text, name in zip(numbers, KINDS, strict=True)
        )


def test_the_kitty_is_worth_what_pandas_finds(said: Any) -> None:
    tables, frame, _ = said
    frame = frame.dropna(subset=["kitty N S+"])
    both = long_form(frame, "kitty ").merge(long_form(frame), on=["number", "seat", "strain", "kind"])
    best = both.groupby(["number", "seat"])[["tricks_x", "tricks_y"]].max()
    head, *rows = tables["What the kitty is worth to a declarer"]
    assert head[:4] == ["strain", "without", "with the kitty", "worth"]
    assert [row[0] for row in rows] == [*KINDS, "the best strain"]
    for name, *numbers in rows:
        own = best if name == "the best strain" else both[both["kind"] == name]
        gain = own["tricks_x"] - own["tricks_y"]
        shares = [100 * (gain == each).mean() for each in range(3)]
        want = [own["tricks_y"].mean(), own["tricks_x"].mean(), gain.mean(), *shares, 100 * (gain > 2).mean()]
        assert all(map(close, numbers, want)) and gain.min() >= 0


def test_levels_make_as_often_as_pandas_finds(said: Any) -> None:
    tables, frame, rules = said
    cells = long_form(frame.dropna(subset=["kitty N S+"]), "kitty ")
    cells["side"] = cells["seat"].isin(["N", "S"])
    best = [cells.groupby(by)["tricks"].max() for by in (["number", "seat"], ["number", "side"], ["number"])]
    head, *rows = tables["How often each level makes, in percent"]
    assert head == ["level", "tricks", *KINDS, "best strain of a hand", "of a side", "of all four hands"]
    assert [int(row[0]) for row in rows] == list(range(rules.min_bid, rules.max_bid + 1))
    for level, tricks, *numbers in rows:
        assert int(tricks) == int(level) + rules.bid_base - 1  # a book is the kitty
        own = [cells[cells["kind"] == name]["tricks"] for name in KINDS] + best
        assert all(
            close(text, 100 * (each >= int(tricks)).mean()) for text, each in zip(numbers, own, strict=True)
        )


def test_the_sample_is_what_the_page_says() -> None:
    table = pq.read_table(SAMPLE)
    manifest = Manifest.from_json(table.schema.metadata[atlas.KEY])
    assert (manifest.deals, manifest.seed) == (table.num_rows, 2026) and SAMPLE.stat().st_size < 2 * 10**6
    assert (
        Manifest.of(manifest.deals, 2026, 20, manifest.part, ws.Rules.preset("bid_whist")).digest
        == manifest.digest
    )
    assert statistics(SAMPLE).strip() in PAGE.read_text("utf-8")
    some = table.slice(manifest.deals - 2).to_pylist()
    tricks = ws.solve_many([row["deal"] for row in some])
    assert [[row[cell] for cell in CELLS] for row in some] == tricks.reshape(2, -1).tolist()


def test_the_command_of_the_page(tiny: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- figures: begin -->\n<!-- figures: end -->\nafter\n")
    assert statistics_main([str(tiny / "all.parquet"), "--into", str(page)]) == 0
    assert statistics(tiny / "all.parquet").strip() in page.read_text()
    assert statistics_main([str(tmp_path / "none.parquet")]) == 2
    assert json.loads((tiny / "manifest.json").read_text())["seed"] == 7
    assert capsys.readouterr().err.startswith("atlas_statistics: ")
