"""The notebooks of the documentation run, and have the outputs that come out."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from tests.support.notebooks import NOTEBOOKS, executed, outputs

#: Bytes: what is committed stays small.
MOST_BYTES = 250_000


def test_there_is_a_notebook_for_each_kind_of_user() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["bot_author", "player", "researcher"]


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in NOTEBOOKS])
def test_a_notebook_runs_and_has_these_outputs(path: Path) -> None:
    kept = nbformat.read(path, as_version=4)
    nbformat.validate(kept)
    found = executed(path)
    assert outputs(found) == outputs(kept), "python -m tests.support.notebooks"
    assert sum(map(len, outputs(kept))) >= 6
    assert path.stat().st_size < MOST_BYTES


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in NOTEBOOKS])
def test_a_notebook_shows_what_people_look_at(path: Path) -> None:
    cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    shown = [output for cell in cells for output in cell.outputs]
    assert not [output for output in shown if output.output_type in ("error", "stream")]
    html = "".join(output.data["text/html"] for output in shown if "text/html" in output.get("data", {}))
    assert "<svg" in html and "<script" not in html
