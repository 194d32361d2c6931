"""Nodes of benchmarks beside the saved ones: what grew is told and ends with an error, what shrank is not."""

import ast
import json
from pathlib import Path

import pytest
from benchmarks.speed import baselines

BENCHMARKS = sorted(baselines.SAVED.parent.glob("bench_*.py"))


def run_of(nodes: dict[str, int], group: str = "one position") -> dict[str, object]:
    """The part of pytest-benchmark's JSON that is read, with one benchmark that counts nothing."""
    several = [{"group": group, "name": name, "extra_info": {"nodes": n}} for name, n in nodes.items()]
    return {"benchmarks": [*several, {"group": None, "name": "by DDS", "extra_info": {}}]}


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(baselines, "SAVED", tmp_path / "baselines.json")
    run = tmp_path / "run.json"
    run.write_text(json.dumps(run_of({"a": 1000, "b": 50})), "utf-8")
    assert baselines.main([str(run), "--save"]) == 0
    return run


@pytest.mark.parametrize(
    ("nodes", "errors"),
    [
        ({"a": 1000, "b": 50}, []),
        ({"a": 10, "b": 55, "new": 7}, []),
        ({"a": 1101, "b": 50}, ["error: one position: a: 1101 nodes, 1.101 of 1000 saved"]),
        ({"a": 1000}, ["error: one position: b: not in this run, saved 50 nodes"]),
    ],
    ids=["same", "fewer, a little more and new", "more", "gone"],
)
def test_what_grew_is_an_error(
    nodes: dict[str, int], errors: list[str], saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved.write_text(json.dumps(run_of(nodes)), "utf-8")
    assert baselines.main([str(saved)]) == bool(errors)
    assert capsys.readouterr().err.splitlines() == errors


def test_each_benchmark_has_a_named_group_and_saved_ones_exist() -> None:
    names = set()
    for file in BENCHMARKS:
        tree = ast.parse(file.read_text("utf-8"))
        assert any(
            isinstance(node, ast.Assign)
            and ast.unparse(node.targets[0]) == "pytestmark"
            and "group=" in ast.unparse(node)
            for node in tree.body
        ), file.name
        names |= {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    for group, several in json.loads(baselines.SAVED.read_text("utf-8")).items():
        assert group != "None" and several
        assert {name.partition("[")[0] for name in several} <= names
