"""What imports what: layers by the contracts in pyproject.toml, and each part loaded with its first use."""

import json
import os
import pickle
import pydoc
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.sources import ROOT

import whistsolve as ws

#: What takes long to load: packages of this one and of others.
HEAVY = {"advice", "analysis", "equity", "evaluation", "game", "inference", "notation", "players"}
HEAVY = {f"whistsolve.{name}" for name in {*HEAVY, "rules", "show", "solving", "encoding", "_core"}}
HEAVY |= {"numpy", "rich"}
#: What the extra ``board`` brings.
SERVER = {"starlette", "uvicorn", "websockets", "h11", "anyio"}

#: Command lines with a mistake, which is told before what answers is loaded.
COMMANDS = ("bid", "solve", "table", "discard", "par", "play", "board", "arena", "deal")
WRONG = [*([name, "xx"] for name in COMMANDS), ["bid", "AKQJ.T9.32.9876", "--seat", "S"]]
MAIN, DEAL = "from whistsolve.cli import main; ", "'N:A... K... Q... J...'"
PROGRAMS = {
    "import whistsolve": HEAVY | {"click", "whistsolve.cli"},
    MAIN + "main(['--help'])": HEAVY | {"whistsolve.cli.solving"},
    f"import whistsolve; whistsolve.Deal.from_text({DEAL})": HEAVY,
    "import whistsolve; whistsolve.Rules.preset('whist')": HEAVY - {"whistsolve.rules"},
    f"import whistsolve; whistsolve.solve({DEAL}, 'S+', 'N')": {"whistsolve.advice", "whistsolve.players"},
    MAIN + f"main(['table', {DEAL}])": {
        *(*SERVER, "whistsolve.analysis", "whistsolve.advice", "whistsolve.players")
    },
    MAIN + "main(['board', '--help'])": SERVER,
    f"import sys; sys.stderr = sys.stdout; {MAIN} assert all(main(each) == 2 for each in {WRONG}); "
    "sys.stderr = sys.__stderr__": HEAVY - {"whistsolve.rules"},
}


def loaded(program):
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


def test_what_is_used_loads_what_it_needs():
    found = {program: loaded(program) & without for program, without in PROGRAMS.items()}
    assert not any(found.values()), found


def test_every_public_name_is_found_and_no_other():
    everything = {}
    exec("from whistsolve import *", everything)
    assert set(ws.__all__) <= set(everything) and dir(ws) == sorted(ws.__all__)
    assert len(ws.__all__) <= 55
    assert "solve_many(" in pydoc.plain(pydoc.render_doc(ws))
    with pytest.raises(AttributeError, match="sovle"):
        _ = ws.sovle
    with pytest.raises(ImportError, match="cannot import name 'sovle'"):
        exec("from whistsolve import sovle")


def test_values_are_read_from_a_pickle_before_their_package_is_loaded():
    deal = ws.Deal.from_text("N:AK... QJ... T9... 87...")
    text = pickle.dumps(deal).hex()
    loaded(f"import pickle; assert str(pickle.loads(bytes.fromhex('{text}'))) == '{deal}'")


def test_packages_import_those_below_them(capsys):
    cli = pytest.importorskip("importlinter.cli")
    status = cli.lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    assert status == 0, capsys.readouterr().out


def test_the_engine_includes_itself_and_the_standard_library_alone():
    """But for one header, which has what the machine and the system offer."""
    files = [path for path in (ROOT / "csrc").rglob("*") if path.suffix in (".hpp", ".cpp")]
    files = [path for path in files if path.parent.name != "examples"]  # programs of others
    assert len(files) > 50
    for path in files:
        own = r"|(?:imm)?intrin\.h|sys/mman\.h" if path.name == "compiler.hpp" else ""
        text = path.read_text("utf-8")
        for name in re.findall(r"^\s*#\s*include\s*<([^>]+)>", text, re.MULTILINE):
            assert re.fullmatch(f"[a-z_]+{own}", name), f"{path}: {name}"
        for name in re.findall(r'^\s*#\s*include\s*"([^"]+)"', text, re.MULTILINE):
            assert (path.parent / name).exists() or Path(ROOT, "csrc", name).exists(), f"{path}: {name}"
