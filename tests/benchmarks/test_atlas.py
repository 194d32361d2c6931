"""The atlas: the same bytes however often its maker was stopped, a page that says what its sample says."""

import hashlib
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest
from benchmarks.atlas import Manifest, join, make
from benchmarks.atlas_statistics import main as statistics_main
from benchmarks.atlas_statistics import statistics

import whistsolve as ws
from benchmarks import atlas
from whistsolve.values import STRAINS

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "docs" / "data" / "atlas-sample.parquet"
PAGE = ROOT / "docs" / "atlas.md"
#: Short hands, which are solved at once; of five deals every second has discards.
RULES = ws.Rules.preset("bid_whist", lowest_rank=12, hand_size=3, kitty_size=2, bid_base=0)
TINY = Manifest.of(5, 7, 2, 2, RULES)
STRAINS = [str(strain) for strain in STRAINS[:10]]
CELLS = [f"{seat} {strain}" for seat in "NESW" for strain in STRAINS]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a tiny atlas, made at once: its parts, and the file of Parquet."""
    folder = tmp_path_factory.mktemp("atlas")
    assert make(folder / "parts.jsonl", TINY)[1] == 0
    join(folder / "parts.jsonl", folder / "all.parquet")
    return folder


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_the_same_bytes_after_an_end(tiny: Path, tmp_path: Path) -> None:
    file = tmp_path / "parts.jsonl"
    make(file, TINY, parts=2)
    with pytest.raises(ValueError, match="1 of 3 parts are missing, the first 2"):
        join(file, tmp_path / "all.parquet")
    make(file, TINY)
    join(file, tmp_path / "all.parquet")
    assert files(tmp_path) == files(tiny)


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (replace(TINY, digest="0"), "begun with setup.digest '[0-9a-f.]+' and not '0': expected"),
        (Manifest.of(5, 8, 2, 2, RULES), "setup.seed 7 and not 8"),
        (Manifest.of(5, 7, 2, 2, RULES.with_options(min_bid=4)), "setup.rules.*min_bid"),
    ],
)
def test_another_manifest_is_refused(tiny: Path, other: Manifest, message: str) -> None:
    before = files(tiny)
    with pytest.raises(ValueError, match=message):
        make(tiny / "parts.jsonl", other)
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
            assert ws.Discards(deal, strain, declarer, rules=RULES).values([list(given)]) == [best.tricks]
    assert rows[0]["deal"] == str(ws.Deal.random(7, RULES)) and digest.hexdigest() == TINY.digest


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
    assert capsys.readouterr().err.startswith("atlas_statistics: ")
