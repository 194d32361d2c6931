"""The code base itself: types, stubs, versions, which room may know which, sizes, documents."""

from __future__ import annotations

import ast
import doctest
import importlib
import importlib.metadata
import inspect
import os
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Literal

import pytest

import whistsolve as ws

ROOT = Path(__file__).resolve().parents[2]
PYTHON = ROOT / "python"
PACKAGE = PYTHON / "whistsolve"
MOST_LINES = 420

#: What a verb of the command line may ask.
ROOMS = {
    *("errors", "values", "rules", "arguments", "notation", "game", "dealing", "encoding", "inference"),
    *("evaluation", "solving", "equity", "bidding", "players", "analysis", "show"),
}
BASE = {"errors", "values", "rules", "arguments"}
#: Which rooms of the package each room may import from, also for type checkers. A room that is not here may
#: not exist.
ARROWS: dict[str, set[str]] = {
    "errors": set(),
    "_core": {"errors"},
    "_kernels": set(),
    "values": {"errors"},
    "rules": {"errors", "values"},
    "arguments": {"errors", "values", "rules"},
    "dealing": {*BASE, "_kernels"},
    "encoding": {*BASE, "_core", "_kernels"},
    "game": {*BASE, "dealing"},
    "notation": {*BASE, "game"},
    "inference": {*BASE, "game", "dealing", "_kernels"},
    "evaluation": {*BASE, "encoding"},
    "solving": {*BASE, "dealing", "encoding", "evaluation", "_core", "_kernels"},
    "equity": {*BASE, "game"},
    "bidding": {*BASE, "game", "dealing", "encoding", "inference", "evaluation", "solving", "equity"},
    "players": {*BASE, "game", "solving"},
    "analysis": {*BASE, "notation", "game", "solving"},
    "show": {*BASE, "notation", "game", "solving", "evaluation", "bidding", "players", "analysis"},
    "cli": {"whistsolve", *ROOMS},
    "whistsolve": ROOMS,
    "__main__": {"cli"},
}
#: Folders and modules of a room, in an order in which each may import those before it. A room that is not
#: here has no folders.
SUBROOMS: dict[str, tuple[str, ...]] = {
    "rules": (
        "options",
        "defaults",
        "validation",
        "presets",
        "meanings",
        "documents",
        "rules",
        "markdown",
        "sides",
    ),
    "game": ("auction", "hand", "scoring", "hand_state", "record", "match"),
    "solving": (
        "deadline",
        "engine_rules",
        "position",
        "results",
        "play",
        "batch",
        "discards",
        "solver",
        "declarer",
        "bench",
    ),
    "bidding": (
        "reports",
        "monte_carlo",
        "discarding",
        "calls",
        "request",
        "sampler",
        "bid_sampler",
        "strain_sampler",
        "discard_sampler",
        "bids",
        "strains",
        "discards",
    ),
}
#: Arrows that run the other way, inside a function, from a value to what makes or shows it.
LATE_ARROWS = {
    ("values", "dealing"),  # Deal.random
    ("game", "notation"),  # str(PlayedHand)
    ("bidding", "show"),  # _repr_html_ of reports
}
#: Arrows for type checkers alone that run the other way.
TYPE_ARROWS = {
    ("values", "rules"),  # a parameter of Deal.random
    # What `Rules` is made of takes rules as parameters.
    *((f"rules.{part}", "rules.rules") for part in ("defaults", "validation", "documents")),
}


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """A Python module run over the sources of this checkout."""
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env={**os.environ, "MYPYPATH": str(PYTHON)},
        capture_output=True,
        text=True,
        timeout=300,
    )


def sources(*suffixes: str) -> list[Path]:
    """The files of the package, the engine and the bindings; no tests."""
    files = [
        path
        for room in (PYTHON, ROOT / "src", ROOT / "csrc" / "whistsolve")
        for path in sorted(room.rglob("*"))
        if path.suffix in (suffixes or (".py", ".pyi", ".cpp", ".hpp", ".pyx", ".pxd"))
    ]
    assert files, suffixes
    return files


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_types_are_strict() -> None:
    """Of the package and of the benchmarks, in one run, which reads what both import once."""
    done = run("mypy", "--strict", "--explicit-package-bases", "-p", "whistsolve", "-p", "benchmarks")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no issues found" in done.stdout


def test_stubs_are_what_the_native_modules_are() -> None:
    done = run("mypy.stubtest", "--concise", "whistsolve._core", "whistsolve._kernels")
    said = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    # Every class of pybind11 has a metaclass of its own, which is not for stubs to name.
    wrong = [line for line in said if not line.endswith("is inconsistent, metaclass differs")]
    assert wrong in ([], ["Success: no issues found in 2 modules"]), "\n".join(wrong)
    assert done.returncode == 0 or said


def test_the_version_is_one() -> None:
    found = re.search(r'^version = "([^"]+)"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    assert found is not None and found[1] == ws.__version__
    try:
        installed = importlib.metadata.version("whistsolve")
    except importlib.metadata.PackageNotFoundError:
        return  # run from the sources
    assert installed == ws.__version__


# ------------------------------------------------------------------------------------------- rooms and arrows


@dataclass(frozen=True)
class Arrow:
    """One module imports another of the package: at once, inside a function, or for type checkers alone."""

    line: int
    target: str
    kind: Literal["now", "late", "types"]

    @property
    def room(self) -> str:
        return room_of(self.target)


def room_of(module: str) -> str:
    """The first name below the package, or the package for its front door."""
    front, _, rest = module.partition(".")
    return rest.split(".")[0] or front


def subroom_of(module: str) -> str:
    """The second name below the package: a folder or a module of a room, empty for the room's front door."""
    return ".".join(module.split(".")[2:3])


def is_module(name: str) -> bool:
    path = PYTHON.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").exists() or path.with_suffix(".pyi").exists()


def arrows(source: str, package: str) -> Iterator[Arrow]:
    """All imports from the package. ``package`` is where relative imports start."""

    def visit(node: ast.AST, kind: Literal["now", "late", "types"]) -> Iterator[Arrow]:
        if isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
            for each in node.body:
                yield from visit(each, "types")
            for each in node.orelse:
                yield from visit(each, kind)
            return
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "whistsolve":
                    yield Arrow(node.lineno, alias.name, kind)
        if isinstance(node, ast.ImportFrom):
            parent = package.split(".")
            start = ".".join(parent[: len(parent) - node.level + 1]) if node.level else ""
            module = ".".join(filter(None, (start, node.module)))
            if module.split(".")[0] == "whistsolve":
                for alias in node.names:
                    full = f"{module}.{alias.name}"
                    yield Arrow(node.lineno, full if is_module(full) else module, kind)
        inside = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        for child in ast.iter_child_nodes(node):
            yield from visit(child, "late" if inside and kind == "now" else kind)

    yield from visit(ast.parse(source), "now")


def is_allowed(room: str, arrow: Arrow) -> bool:
    """Whether a room may import another so."""
    pair = (room, arrow.room)
    if arrow.room in ARROWS[room] | {room}:
        return True
    return (arrow.kind != "now" and pair in LATE_ARROWS) or (arrow.kind == "types" and pair in TYPE_ARROWS)


def wrong_arrows(source: str, module: str, *, is_package: bool = False) -> list[str]:
    room, subroom = room_of(module), subroom_of(module)
    package = module if is_package else module.rpartition(".")[0]
    found = []
    for arrow in arrows(source, package):
        if not is_allowed(room, arrow):
            found.append(f"line {arrow.line}: {room} imports {arrow.target}")
        elif arrow.room == room and room in SUBROOMS and subroom and subroom_of(arrow.target) != subroom:
            order = SUBROOMS[room]
            above = order[order.index(subroom) :]
            typed = (f"{room}.{subroom}", f"{room}.{subroom_of(arrow.target)}")
            if arrow.kind == "types" and typed in TYPE_ARROWS:
                continue
            if subroom_of(arrow.target) in above or not subroom_of(arrow.target):
                found.append(f"line {arrow.line}: {room}.{subroom} imports {arrow.target}")
    return found


def modules() -> list[tuple[str, Path]]:
    """Every module of the package with its file, a stub where it is native."""
    found = []
    for path in sources(".py", ".pyi"):
        parts = path.relative_to(PYTHON).with_suffix("").parts
        found.append((".".join(parts[:-1] if parts[-1] == "__init__" else parts), path))
    return found


@pytest.mark.parametrize(
    ("module", "path"), [pytest.param(module, path, id=module) for module, path in modules()]
)
def test_imports_run_one_way(module: str, path: Path) -> None:
    assert room_of(module) in ARROWS, "a room that the floor plan does not have"
    wrong = wrong_arrows(path.read_text("utf-8"), module, is_package=path.stem == "__init__")
    assert not wrong, f"{named(path)}: {wrong}"


def test_the_floor_plan_has_no_room_that_does_not_exist() -> None:
    assert {room_of(module) for module, _ in modules()} == set(ARROWS)
    assert set().union(*ARROWS.values()) <= set(ARROWS)
    with_folders = {module.split(".")[1] for module, path in modules() if len(module.split(".")) > 3}
    assert with_folders <= set(SUBROOMS)
    for room, order in SUBROOMS.items():
        assert {subroom_of(module) for module, _ in modules() if room_of(module) == room} - {""} == set(order)


def test_no_module_imports_itself_by_way_of_others() -> None:
    """Imports that run at once; a topological sort of all modules exists."""
    graph = {
        module: {
            arrow.target
            for arrow in arrows(
                path.read_text("utf-8"), module if path.stem == "__init__" else module.rpartition(".")[0]
            )
            if arrow.kind == "now"
        }
        for module, path in modules()
        if path.stem != "__init__"
    }
    assert sum(map(len, graph.values())) > 300
    assert len(list(TopologicalSorter(graph).static_order())) >= len(graph)


@pytest.mark.parametrize(
    ("source", "module"),
    [
        ("from whistsolve.solving import solve", "whistsolve.values.cards"),
        ("import whistsolve.solving.solver", "whistsolve.rules.rules"),
        ("import whistsolve", "whistsolve.encoding"),
        ("from whistsolve import Deal", "whistsolve.show.deals"),
        ("from whistsolve import _core", "whistsolve.notation.ptn"),
        ("from ..solving import table", "whistsolve.values.deals"),
        ("def f():\n    from whistsolve.cli import main", "whistsolve.show.deals"),
        ("from whistsolve.dealing import random_deal", "whistsolve.values.deals"),
        ("if TYPE_CHECKING:\n    from whistsolve.solving import Solution", "whistsolve.values.cards"),
        ("from whistsolve.rules import Rules", "whistsolve.values.deals"),
        ("from whistsolve.game.hand.acts import Act", "whistsolve.game.auction.auction"),
        ("from whistsolve.game import HandState", "whistsolve.game.hand.acts"),
    ],
)
def test_a_wrong_arrow_is_seen(source: str, module: str) -> None:
    assert len(wrong_arrows(source, module)) == 1


@pytest.mark.parametrize(
    ("source", "module"),
    [
        ("from whistsolve.errors import WhistError", "whistsolve.values.cards"),
        ("from whistsolve.values import seats", "whistsolve.values.cards"),
        ("from . import cards", "whistsolve.values.deals"),
        ("if TYPE_CHECKING:\n    from whistsolve.rules import Rules", "whistsolve.values.deals"),
        ("from whistsolve.game.auction.calls import Bid", "whistsolve.game.hand.acts"),
        ("def f():\n    from whistsolve.dealing import random_deal", "whistsolve.values.deals"),
    ],
)
def test_a_right_arrow_is_let_through(source: str, module: str) -> None:
    assert list(arrows(source, module.rpartition(".")[0]))
    assert not wrong_arrows(source, module)


def engine_files() -> list[Path]:
    return sorted(path for path in (ROOT / "csrc").rglob("*") if path.suffix in (".hpp", ".cpp", ".h"))


def test_the_engine_knows_nothing_of_python() -> None:
    include = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
    found = [
        (named(path), what) for path in engine_files() for what in include.findall(path.read_text("utf-8"))
    ]
    assert len(found) > 50
    foreign = re.compile(r"python|pybind11|numpy|cython", re.IGNORECASE)
    assert not [where for where in found if foreign.search(where[1])]
    build = "".join(path.read_text("utf-8") for path in (ROOT / "csrc").rglob("CMakeLists.txt"))
    assert "add_library" in build and not foreign.search(build)


def test_the_engine_includes_itself_and_the_standard_library_only() -> None:
    # And what the machine and the system offer where they are known: vector instructions, large pages.
    quoted = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
    bracketed = re.compile(r"^\s*#\s*include\s*<([^>]+)>", re.MULTILINE)
    for path in engine_files():
        text = path.read_text("utf-8")
        for name in quoted.findall(text):
            assert (path.parent / name).exists() or (ROOT / "csrc" / name).exists(), f"{named(path)}: {name}"
        for name in bracketed.findall(text):
            assert re.fullmatch(r"[a-z_]+|immintrin\.h|sys/mman\.h", name), f"{named(path)}: {name}"


# -------------------------------------------------------------------------------------------------- the files


def test_no_file_is_too_long() -> None:
    lengths = {named(path): len(path.read_text("utf-8").splitlines()) for path in sources()}
    assert len(lengths) > 60
    assert not {name: lines for name, lines in lengths.items() if lines > MOST_LINES}


def test_nothing_is_left_for_later() -> None:
    words = (first + last for first, last in (("TO", "DO"), ("FIX", "ME"), ("X", "XX")))  # not these lines
    later = re.compile(rf"\b({'|'.join(words)})\b")
    text = {".md", ".toml", ".txt", ".yml", ".py", ".pyi", ".pyx", ".pxd", ".cpp", ".hpp", ".json"}
    rooms = [ROOT / name for name in ("python", "src", "csrc", "tests", "benchmarks", "docs", ".github")]
    files = [path for room in rooms for path in room.rglob("*") if path.suffix in text]
    files += [path for path in ROOT.iterdir() if path.suffix in text]
    assert len(files) > 80
    assert not [named(path) for path in files if later.search(path.read_text("utf-8"))]


def test_the_oldest_python_can_read_every_module() -> None:
    for path in sources(".py", ".pyi"):
        ast.parse(path.read_text("utf-8"), named(path), feature_version=(3, 10))


def test_the_package_says_that_it_is_typed() -> None:
    assert (PACKAGE / "py.typed").exists()
    native = {path.stem for path in PACKAGE.rglob("*.pyi")}
    assert native == {"_core", "_kernels"}


# --------------------------------------------------------------------------------------------- what is public

CONTRACT = (
    "Card", "Hand", "Deal", "Strain", "Contract", "Rules", "solve", "solve_cards", "table", "solve_many",
    "WhistError", "analyse_play",
)  # fmt: skip


def test_the_contract_is_public() -> None:
    assert set(CONTRACT) <= set(ws.__all__)
    assert len(set(ws.__all__)) == len(ws.__all__)
    for name in ws.__all__:
        assert hasattr(ws, name), name


def callables() -> list[tuple[str, object]]:
    """Every public class and function, and the public methods and properties of the classes."""
    found: list[tuple[str, object]] = []
    for name in ws.__all__:
        thing = getattr(ws, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            found.append((name, thing))
        if inspect.isclass(thing) and thing.__module__.startswith("whistsolve"):
            found += [
                (f"{name}.{member}", value)
                for member, value in vars(thing).items()
                if not member.startswith("_")
                and (inspect.isroutine(value) or isinstance(value, (property, classmethod, staticmethod)))
            ]
    return found


@pytest.mark.parametrize(("name", "thing"), [pytest.param(n, t, id=n) for n, t in callables()])
def test_what_is_public_is_documented(name: str, thing: object) -> None:
    said = vars(thing).get("__doc__") if inspect.isclass(thing) else thing.__doc__
    assert said, name
    # What dataclasses write where nothing is written is no documentation.
    assert not said.startswith(f"{name}("), name
    summary = said.strip().split("\n\n")[0]
    assert len(summary.split()) >= 2 and summary.rstrip().endswith((".", ":")), said


@pytest.mark.parametrize("name", [n for n in CONTRACT if inspect.isfunction(getattr(ws, n))])
def test_public_functions_say_what_they_take_give_and_raise(name: str) -> None:
    function = getattr(ws, name)
    said = inspect.getdoc(function) or ""
    if "Parameters and errors are those of" not in said:
        for parameter in inspect.signature(function).parameters:
            assert re.search(rf"^{parameter} : ", said, re.MULTILINE), parameter
        assert "Raises\n------" in said
    assert "Returns\n-------" in said


def test_every_error_is_a_whist_error_and_that_a_value_error() -> None:
    errors = [getattr(ws, name) for name in ws.__all__ if name.endswith("Error") or name == "SolveStopped"]
    assert len(errors) >= 11
    assert all(issubclass(error, ws.WhistError) for error in errors)
    assert issubclass(ws.WhistError, ValueError)


def importable() -> list[str]:
    """Every Python module of the installed package but the command that runs at import."""
    names = [found.name for found in pkgutil.walk_packages(ws.__path__, "whistsolve.")]
    return ["whistsolve", *(name for name in names if not name.rpartition(".")[2].startswith("_"))]


@pytest.mark.parametrize("name", importable())
def test_examples_in_docstrings(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def test_there_are_examples_in_docstrings() -> None:
    finder = doctest.DocTestFinder()
    found = [
        test.name
        for name in importable()
        for test in finder.find(importlib.import_module(name))
        if test.examples
    ]
    assert len(found) >= 10


# -------------------------------------------------------------------------------------------------- documents


def documents() -> list[Path]:
    rooms = (ROOT, ROOT / "docs", ROOT / "benchmarks", ROOT / "tests" / "data")
    return [path for room in rooms for path in sorted(room.glob("*.md"))]


@pytest.mark.parametrize("path", [pytest.param(path, id=named(path)) for path in documents()])
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    links = re.findall(r"\]\(([^)\s]+)\)", path.read_text("utf-8"))
    local = [link.split("#")[0] for link in links if not re.match(r"[a-z]+:|#", link)]
    assert not [link for link in local if not (path.parent / link).exists()]


def test_the_documents_are_there() -> None:
    wanted = {"README.md", "CHANGELOG.md", "CONTRIBUTING.md"}
    wanted |= {"docs/architecture.md", "docs/engine.md", "docs/glossary.md"}
    assert wanted <= set(map(named, documents()))


def test_the_examples_of_the_readme() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert failed == 0 and tried >= 5
