"""The work of fixed calls: the same nodes every time, and what is said of more."""

import json
from pathlib import Path

import pytest
from benchmarks.speed import work


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
