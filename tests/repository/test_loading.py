"""What is loaded when: rooms with their first use, so that nobody waits for one that he does not ask."""

from __future__ import annotations

import ast
import json
import os
import pickle
import pydoc
import subprocess
import sys
from pathlib import Path

import click
import pytest
from tests.support.sources import PACKAGE

import whistsolve as ws
from whistsolve.cli import app

FRONT_DOOR = ast.parse((PACKAGE / "__init__.py").read_text("utf-8"))
#: Rooms that take long to load, and the packages of others that do.
HEAVY = {
    *("whistsolve.analysis", "whistsolve.bidding", "whistsolve.equity", "whistsolve.evaluation"),
    *("whistsolve.game", "whistsolve.inference", "whistsolve.notation", "whistsolve.players"),
    *("whistsolve.rules", "whistsolve.show", "whistsolve.solving", "whistsolve._core"),
    *("whistsolve.encoding", "numpy", "rich"),
}
#: What the extra ``board`` brings.
SERVER = {"starlette", "uvicorn", "websockets", "h11", "anyio"}


def loaded(program: str, *arguments: str) -> set[str]:
    """The modules that a process has loaded at the end of a program."""
    ending = "\nimport json, sys\nsys.stderr.write(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", program + ending, *arguments],
        env={**os.environ, "PYTHONPATH": str(Path(ws.__file__).parents[1])},  # the package under test
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stderr))


def test_the_package_loads_no_room() -> None:
    modules = loaded("import whistsolve")
    assert {each for each in modules if each.split(".")[0] == "whistsolve"} == {"whistsolve"}
    assert not modules & (HEAVY | {"click"})


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_the_help_of_the_command_loads_no_room_and_no_verb(option: str) -> None:
    modules = loaded(f"from whistsolve.cli import main\nassert main([{option!r}]) == 0")
    assert not modules & HEAVY
    assert not {f"whistsolve.cli.{verb}" for verb in verbs()} & modules


@pytest.mark.parametrize(
    ("program", "without"),
    [
        ("whistsolve.Deal.from_text('N:A K Q J')", HEAVY),
        ("whistsolve.Rules.preset('whist')", HEAVY - {"whistsolve.rules"}),
        (
            "whistsolve.solve('N:A K Q J', 'S+', 'N')",
            {f"whistsolve.{room}" for room in ("bidding", "players")},
        ),
        ("whistsolve.show", {f"whistsolve.{room}" for room in ("bidding", "players", "solving")} | {"numpy"}),
        (
            "import whistsolve.cli as c; c.main(['table', 'N:A K Q J'])",
            {f"whistsolve.{room}" for room in ("analysis", "bidding", "inference", "players")},
        ),
    ],
)
def test_what_is_used_loads_what_it_needs(program: str, without: set[str]) -> None:
    assert not loaded(f"import whistsolve; {program}") & without


@pytest.mark.parametrize(
    "program",
    [
        "import whistsolve",
        "from whistsolve.cli import main; main(['table', 'N:A K Q J'])",
        "from whistsolve.cli import main; main(['board', '--help'])",
        "import whistsolve.board.questions as q; q.load_questions()",
    ],
)
def test_nothing_but_the_server_loads_the_packages_of_the_board(program: str) -> None:
    assert not loaded(program) & SERVER


def test_the_server_loads_them() -> None:
    assert loaded("import whistsolve.board.server") >= SERVER


# The front door says three times what is public: for type checkers, for `import *`, and where to find it.


def for_type_checkers() -> dict[str, str]:
    """Each name with the module that type checkers are told to find it in."""
    found = {}
    for node in ast.walk(FRONT_DOOR):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("whistsolve."):
            found |= {alias.name: node.module for alias in node.names}
    return {name: str(module) for name, module in found.items()}


def test_the_front_door_says_one_thing() -> None:
    typed = for_type_checkers()
    assert len(typed) > 80
    assert set(ws.__all__) == {*typed, "__version__"}
    assert typed == {name: f"whistsolve.{home}" for name, home in ws._HOME_OF.items()}
    assert set(ws._ROOMS) == {
        path.stem
        for path in (*PACKAGE.glob("*.py"), *PACKAGE.iterdir())
        if (path.is_dir() or path.suffix == ".py") and not path.stem.startswith("_")
    } - {"board", "cli"}


def test_what_is_public_is_found_in_every_way() -> None:
    everything: dict[str, object] = {}
    exec("from whistsolve import *", everything)
    assert set(ws.__all__) <= set(everything) and set(ws.__all__) <= set(dir(ws))
    for name, module in for_type_checkers().items():
        assert everything[name] is getattr(ws, name) is getattr(sys.modules[module], name)
    for room in ws._ROOMS:
        assert getattr(ws, room) is sys.modules[f"whistsolve.{room}"] and room in dir(ws)
    assert "solve_many(" in pydoc.plain(pydoc.render_doc(ws))


def test_what_is_not_public_is_not_found() -> None:
    with pytest.raises(AttributeError, match="'whistsolve' has no attribute 'sovle'"):
        _ = ws.sovle
    with pytest.raises(ImportError, match="cannot import name 'sovle'"):
        exec("from whistsolve import sovle")


def test_values_are_read_from_a_pickle_before_their_room_is_loaded() -> None:
    deal = ws.Deal.from_text("N:AK... QJ... T9... 87...")
    text = pickle.dumps(deal).hex()
    loaded(f"import pickle; assert str(pickle.loads(bytes.fromhex('{text}'))) == '{deal}'")


# The command line.


def verbs() -> list[str]:
    return app.list_commands(click.Context(app))


def test_every_module_with_a_command_is_a_verb() -> None:
    with_command = {
        path.stem for path in (PACKAGE / "cli").glob("*.py") if "@click.command(" in path.read_text("utf-8")
    }
    assert set(verbs()) == with_command and verbs() == sorted(verbs())
    for name in verbs():
        command = app.get_command(click.Context(app), name)
        assert command is not None and command.name == name
    assert app.get_command(click.Context(app), "options") is None
