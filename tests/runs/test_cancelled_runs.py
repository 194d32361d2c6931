"""Runs that `cancel` ends: what they had answered is in the files, and they are resumed."""

from pathlib import Path
from typing import Any

import pytest

import whistsolve as ws
from whistsolve.runs import BatchSummary

SOURCE = [str(ws.Deal.random(seed=seed)) for seed in range(12)]
#: Where and how rows are answered.
WAYS = {
    "here": {"question": "table", "strains": ["NT+"], "threads": 2},
    "threads": {"question": "cards", "threads": 2},
    "processes": {"question": "table", "strains": ["NT+"], "processes": 2},
}


def rows(question: str) -> list[Any]:
    if question == "table":
        return SOURCE
    return [{"deal": deal, "strain": "NT+", "leader": "N"} for deal in SOURCE]


@pytest.mark.parametrize("way", WAYS)
def test_a_cancelled_run_is_resumed(tmp_path: Path, way: str) -> None:
    keywords: dict[str, Any] = {"chunk": 2, **WAYS[way]}
    source = rows(keywords["question"])
    here = {name: value for name, value in keywords.items() if name != "processes"}
    ws.run_batch(source, tmp_path / "whole.jsonl", **here)
    cancellation = ws.Cancellation()

    def progress(done: int, total: int | None) -> None:
        if done >= 2:  # a chunk
            cancellation.cancel()

    out = tmp_path / "out.jsonl"
    with pytest.raises(ws.Stopped, match=r"^cancelled: ") as caught:
        ws.run_batch(source, out, progress=progress, cancel=cancellation, **keywords)
    partial = caught.value.partial
    assert isinstance(partial, BatchSummary) and 0 < partial.items < len(source)
    assert len(out.read_text("utf-8").splitlines()) == partial.rows
    ws.run_batch(source, out, resume=True, cancel=ws.Cancellation(), **here)
    assert out.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


def test_an_interrupt_when_all_of_a_chunk_is_known_ends_the_run(tmp_path: Path) -> None:
    done_before: list[int] = []

    def progress(done: int, total: int | None) -> None:
        done_before.extend([done] if done else [])  # within a chunk too
        if done_before == [1]:
            raise KeyboardInterrupt

    with pytest.raises(ws.Interrupted):
        ws.run_batch(["N:A... K... Q... J..."] * 3, tmp_path / "out.jsonl", chunk=1, progress=progress)
    assert done_before == [1]
