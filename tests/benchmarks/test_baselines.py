"""Nodes of benchmarks beside the saved ones: what grew is told and ends with an error, what shrank is not."""

import json
import re
from pathlib import Path

import pytest
from benchmarks.speed import baselines


def run_of(nodes: dict[str, int], group: str = "one position") -> dict[str, object]:
    """The part of pytest-benchmark's JSON that is read, with one benchmark that counts nothing."""
    several = [{"group": group, "name": name, "extra_info": {"nodes": n}} for name, n in nodes.items()]
    return {"benchmarks": [*several, {"group": None, "name": "by DDS", "extra_info": {}}]}


def test_what_grew_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(baselines, "SAVED", tmp_path / "baselines.json")
    run = tmp_path / "run.json"
    run.write_text(json.dumps(run_of({"a": 1000, "b": 50})), "utf-8")
    assert baselines.main([str(run), "--save"]) == 0
    cases: list[tuple[dict[str, int], list[str]]] = [
        ({"a": 1000, "b": 50}, []),
        ({"a": 10, "b": 55, "new": 7}, []),
        ({"a": 1101, "b": 50}, ["error: one position: a: 1101 nodes, 1.101 of 1000 saved"]),
        ({"a": 1000}, ["error: one position: b: not in this run, saved 50 nodes"]),
    ]
    for nodes, errors in cases:
        run.write_text(json.dumps(run_of(nodes)), "utf-8")
        assert baselines.main([str(run)]) == bool(errors)
        assert capsys.readouterr().err.splitlines() == errors


def test_saved_benchmarks_exist() -> None:
    files = baselines.SAVED.parent.glob("bench_*.py")
    text = "\n".join(file.read_text("utf-8") for file in files)
    names = set(re.findall(r"^def (\w+)", text, re.MULTILINE))
    saved = [name for several in json.loads(baselines.SAVED.read_text("utf-8")).values() for name in several]
    assert saved and {name.partition("[")[0] for name in saved} <= names
