"""Short deals by the thousand, where reading and writing could take longer than solving."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks.speed.bench_solver import FOUR_CARDS, repeated
from pytest_benchmark.fixture import BenchmarkFixture

import whistsolve as ws
from whistsolve.dealing import random_deals
from whistsolve.encoding import deal_texts
from whistsolve.solving import TrickFrame

pytestmark = pytest.mark.benchmark(group="short deals on two threads")

STRAINS = ["S+", "NT-"]
WAYS = ("solve_many", "random to parquet", "random to json", "text to json", "frame to parquet")


@pytest.mark.parametrize("way", WAYS)
def test_short_deals(benchmark: BenchmarkFixture, tmp_path: Path, way: str) -> None:
    """The same deals from arrays to an array, and by ways that read and write text."""
    pa: Any = pytest.importorskip("pyarrow")
    pq: Any = pytest.importorskip("pyarrow.parquet")
    deals = random_deals(60_000 if benchmark.enabled else 300, 7, FOUR_CARDS)
    texts, lines = deal_texts(deals, kitty=True), tmp_path / "deals.txt"
    lines.write_text("\n".join(texts), "ascii")
    output = tmp_path / f"out.{way.split()[-1]}"
    options: dict[str, Any] = {"rules": FOUR_CARDS, "threads": 2}

    def solved() -> Any:
        return ws.solve_many(deals, STRAINS, **options)

    def framed() -> Any:
        frame = TrickFrame(deals, solved(), STRAINS, kitty=True, wide=True)
        pq.write_table(pa.table(frame), output)

    def answered() -> Any:
        source = lines if way.startswith("text") else f"random:7:{len(deals)}"
        ws.run_batch(source, output, strains=STRAINS, overwrite=True, **options)

    ways: dict[str, Callable[[], Any]] = {"solve_many": solved, WAYS[-1]: framed}
    found = repeated(benchmark, ways.get(way, answered))
    benchmark.extra_info["deals"] = len(deals)
    tricks = solved()
    if way == "solve_many":
        assert np.array_equal(found, tricks)
    elif way.endswith("json"):
        rows = [json.loads(line) for line in output.read_text("ascii").splitlines()]
        assert [row["tricks"] for row in rows] == tricks.tolist()
        assert [row["deal"] for row in rows] == texts
    else:
        table = pq.read_table(output)
        cells = np.stack([table[name].to_numpy() for name in table.column_names if " " in name], axis=1)
        assert np.array_equal(cells, tricks.reshape(len(deals), -1))
        assert table["deal"].to_pylist() == texts
