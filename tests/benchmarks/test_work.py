"""Nodes and instructions beside saved ones: what grew is told and ends with an error."""

import json
import re
from pathlib import Path

import pytest
from benchmarks.speed import baselines, work


def test_what_was_saved_is_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(work, "SAVED", tmp_path / "work.json")
    assert work.main(["--save"]) == 0 and work.main([]) == 0
    assert capsys.readouterr().err == ""
    saved = json.loads(work.SAVED.read_text("utf-8"))
    assert set(saved) == set(work.CALLS) - {work.NOTHING}
    work.SAVED.write_text(json.dumps({**saved, "bridge table": 5, "no longer": 1}), "utf-8")
    assert work.main([]) == 1
    told = capsys.readouterr().err.splitlines()
    assert told == [
        f"error: bridge table: {saved['bridge table']} nodes, saved 5",
        "error: no longer: no nodes, saved 1",
    ]


def test_instructions_are_saved_and_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With counts given: those of a call are above those of a process that makes none."""
    counts = {name: 100 + 10 * number for number, name in enumerate(work.CALLS)}
    monkeypatch.setattr(work, "_instructions_of", counts.__getitem__)
    monkeypatch.setattr(work.shutil, "which", lambda name: name)
    file = tmp_path / "before.json"
    assert work.main(["--instructions", str(file), "--save"]) == 0
    assert list(json.loads(file.read_text("utf-8")).values()) == [10 * n for n in range(1, len(counts))]
    assert work.main(["--instructions", str(file)]) == 0
    counts["bridge table"] += 1
    assert work.main(["--instructions", str(file)]) == 1
    assert capsys.readouterr().err == "error: bridge table: 11 instructions, 1.100 of 10 before\n"


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
