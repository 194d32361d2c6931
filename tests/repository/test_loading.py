"""What importing the package and its command loads: each part with its first use."""

import json
import os
import pickle
import pydoc
import subprocess
import sys
from pathlib import Path

import pytest

import whistsolve as ws

#: What takes long to load: packages of this one and of others.
HEAVY = {"advice", "analysis", "equity", "evaluation", "game", "inference", "notation", "players"}
HEAVY = {f"whistsolve.{name}" for name in {*HEAVY, "rules", "show", "solving", "encoding", "_core"}}
HEAVY |= {"numpy", "rich"}
#: What the extra ``board`` brings.
SERVER = {"starlette", "uvicorn", "websockets", "h11", "anyio"}

#: Command lines with a mistake, which is told before what answers is loaded.
WRONG = [
    [name, "xx"] for name in ("bid", "solve", "table", "discard", "par", "play", "board", "arena", "deal")
]
WRONG += [["bid", "AKQJ.T9.32.9876", "--seat", "S"], ["play", "N:AK... Q...", "--rule", "bid_whist"]]


def loaded(program: str) -> set[str]:
    """The modules that a process has loaded at the end of a program."""
    ending = "\nimport json, sys\nsys.stderr.write(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", program + ending],
        env={**os.environ, "PYTHONPATH": str(Path(ws.__file__).parents[1])},  # the package under test
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stderr))


@pytest.mark.parametrize(
    ("program", "without"),
    [
        ("import whistsolve", HEAVY | {"click", "whistsolve.cli"}),
        ("from whistsolve.cli import main; main(['--help'])", HEAVY | {"whistsolve.cli.table"}),
        ("import whistsolve; whistsolve.Deal.from_text('N:A... K... Q... J...')", HEAVY),
        ("import whistsolve; whistsolve.Rules.preset('whist')", HEAVY - {"whistsolve.rules"}),
        (
            "import whistsolve; whistsolve.solve('N:A... K... Q... J...', 'S+', 'N')",
            {"whistsolve.advice", "whistsolve.players"},
        ),
        (
            "from whistsolve.cli import main; main(['table', 'N:A... K... Q... J...'])",
            {*SERVER, "whistsolve.analysis", "whistsolve.advice", "whistsolve.players"},
        ),
        ("from whistsolve.cli import main; main(['board', '--help'])", SERVER),
        *(
            (
                f"import sys; sys.stderr = sys.stdout; from whistsolve.cli import main; main({arguments})"
                "; sys.stderr = sys.__stderr__",
                HEAVY - {"whistsolve.rules"},
            )
            for arguments in WRONG
        ),
    ],
)
def test_what_is_used_loads_what_it_needs(program: str, without: set[str]) -> None:
    assert not loaded(program) & without


def test_every_public_name_is_found_and_no_other() -> None:
    everything: dict[str, object] = {}
    exec("from whistsolve import *", everything)
    assert set(ws.__all__) <= set(everything) and dir(ws) == sorted(ws.__all__)
    assert len(ws.__all__) <= 55
    assert "solve_many(" in pydoc.plain(pydoc.render_doc(ws))
    with pytest.raises(AttributeError, match="sovle"):
        _ = ws.sovle  # type: ignore[attr-defined]
    with pytest.raises(ImportError, match="cannot import name 'sovle'"):
        exec("from whistsolve import sovle")


def test_values_are_read_from_a_pickle_before_their_package_is_loaded() -> None:
    deal = ws.Deal.from_text("N:AK... QJ... T9... 87...")
    text = pickle.dumps(deal).hex()
    loaded(f"import pickle; assert str(pickle.loads(bytes.fromhex('{text}'))) == '{deal}'")
