"""Nodes and instructions beside saved ones: what grew is told and ends with an error."""

import json
import re

import pytest
from benchmarks.speed import baselines, work


@pytest.fixture
def ends(capsys):
    """A command ends with this status and these errors."""

    def check(main, arguments, *errors):
        assert main(list(map(str, arguments))) == bool(errors)
        assert capsys.readouterr().err.splitlines() == [f"error: {each}" for each in errors]

    return check


def test_what_was_saved_is_found_again(tmp_path, monkeypatch, ends):
    monkeypatch.setattr(work, "SAVED", tmp_path / "work.json")
    ends(work.main, ["--save"])
    ends(work.main, [])
    saved = json.loads(work.SAVED.read_text("utf-8"))
    assert set(saved) == set(work.CALLS) - {work.NOTHING}
    work.SAVED.write_text(json.dumps({**saved, "bridge table": 5, "no longer": 1}), "utf-8")
    grown = f"bridge table: {saved['bridge table']} nodes, saved 5"
    ends(work.main, [], grown, "no longer: no nodes, saved 1")


def test_instructions_are_saved_and_compared(tmp_path, monkeypatch, ends):
    """With counts given: those of a call are above those of a process that makes none."""
    counts = {name: 100 + 10 * number for number, name in enumerate(work.CALLS)}
    monkeypatch.setattr(work, "_instructions_of", counts.__getitem__)
    monkeypatch.setattr(work.shutil, "which", lambda name: name)
    file = tmp_path / "before.json"
    ends(work.main, ["--instructions", file, "--save"])
    assert list(json.loads(file.read_text("utf-8")).values()) == [10 * n for n in range(1, len(counts))]
    ends(work.main, ["--instructions", file])
    counts["bridge table"] += 1
    ends(work.main, ["--instructions", file], "bridge table: 11 instructions, 1.100 of 10 before")


def test_what_grew_is_an_error(tmp_path, monkeypatch, ends):
    monkeypatch.setattr(baselines, "SAVED", tmp_path / "baselines.json")
    run, group = tmp_path / "run.json", "one position"
    for nodes, arguments, errors in (
        ({"a": 1000, "b": 50}, ["--save"], []),
        ({"a": 1000, "b": 50}, [], []),
        ({"a": 10, "b": 55, "new": 7}, [], []),
        ({"a": 1101, "b": 50}, [], ["one position: a: 1101 nodes, 1.101 of 1000 saved"]),
        ({"a": 1000}, [], ["one position: b: not in this run, saved 50 nodes"]),
    ):
        # The part of pytest-benchmark's JSON that is read, with one benchmark that counts nothing.
        several = [{"group": group, "name": name, "extra_info": {"nodes": n}} for name, n in nodes.items()]
        uncounted = {"group": None, "name": "by DDS", "extra_info": {}}
        run.write_text(json.dumps({"benchmarks": [*several, uncounted]}), "utf-8")
        ends(baselines.main, [run, *arguments], *errors)


def test_saved_benchmarks_exist():
    files = baselines.SAVED.parent.glob("bench_*.py")
    text = "\n".join(file.read_text("utf-8") for file in files)
    names = set(re.findall(r"^def (\w+)", text, re.MULTILINE))
    saved = [name for several in json.loads(baselines.SAVED.read_text("utf-8")).values() for name in several]
    assert saved and {name.partition("[")[0] for name in saved} <= names
