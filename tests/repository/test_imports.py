"""Which room may import which, Python from the engine kept apart, no circles."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Literal

import pytest
from tests.support.sources import PYTHON, ROOT, named, sources

#: What a verb of the command line may ask.
ROOMS = {
    *("errors", "values", "rules", "arguments", "notation", "game", "dealing", "encoding", "inference"),
    *("evaluation", "solving", "equity", "conditions", "bidding", "players", "analysis", "batch", "show"),
    *("tabular", "files"),
}
BASE = {"errors", "values", "rules", "arguments"}
#: Which rooms of the package each room may import from, also for type checkers. A room that is not here may
#: not exist.
ARROWS: dict[str, set[str]] = {
    "errors": set(),
    "tabular": {"errors", "values"},
    "_core": {"errors"},
    "_kernels": set(),
    "cancelling": {"_core", "errors", "values"},
    "values": {"errors"},
    "rules": {"errors", "values"},
    "files": {"errors", "values"},
    "arguments": {"errors", "values", "rules"},
    "dealing": {*BASE, "cancelling", "_kernels"},
    "encoding": {*BASE, "_core", "_kernels"},
    "game": {*BASE, "dealing"},
    "notation": {*BASE, "game"},
    "inference": {*BASE, "game", "dealing", "cancelling", "_kernels"},
    "evaluation": {*BASE, "encoding", "_kernels"},
    "solving": {*BASE, "dealing", "encoding", "evaluation", "tabular", "cancelling", "_core", "_kernels"},
    "aio": {*BASE, "cancelling"},
    "equity": {*BASE, "game", "cancelling", "files"},
    "conditions": {
        *(*BASE, "dealing", "encoding", "inference", "evaluation", "solving", "tabular", "_kernels"),
        "cancelling",
    },
    "bidding": {
        *(*BASE, "game", "dealing", "encoding", "inference", "evaluation", "solving", "equity"),
        *("tabular", "_kernels", "cancelling"),
    },
    "players": {
        *(*BASE, "game", "encoding", "inference", "evaluation", "solving", "equity", "bidding", "tabular"),
        *("cancelling", "files"),
    },
    "analysis": {*BASE, "notation", "game", "solving", "players", "tabular", "cancelling"},
    "show": {
        *(*BASE, "notation", "game", "solving", "evaluation", "conditions", "bidding", "players", "analysis"),
        "batch",
    },
    "batch": {
        *(*BASE, "notation", "game", "dealing", "encoding", "solving", "bidding", "players", "cancelling"),
        "files",
    },
    "board": {*ROOMS, "aio", "cancelling"},
    "cli": {"whistsolve", "board", *ROOMS},
    "whistsolve": {*ROOMS, "aio", "cancelling"},
    "__main__": {"cli"},
}
#: Folders and modules of a room, in an order in which each may import those before it. A room that is not
#: here has no folders.
SUBROOMS: dict[str, tuple[str, ...]] = {
    "rules": (
        "suggestions",
        "options",
        "typed",
        "defaults",
        "relevance",
        "validation",
        "presets",
        "meanings",
        "documents",
        "rules",
        "reading",
        "markdown",
        "sides",
        "usual",
    ),
    "game": ("auction", "hand", "scoring", "hand_state", "record", "match"),
    "solving": (
        "deadline",
        "engine_rules",
        "position",
        "preference",
        "results",
        "play",
        "alpha_mu",
        "batch",
        "frames",
        "discards",
        "deal_table",
        "solver",
        "declarer",
        "bench",
    ),
    "bidding": (
        "shrinkage",
        "reports",
        "monte_carlo",
        "discarding",
        "calls",
        "request",
        "card_payoffs",
        "cards_request",
        "card_table",
        "card_tricks",
        "sampler",
        "auction_ends",
        "bid_payoffs",
        "bid_sampler",
        "strain_sampler",
        "discard_sampler",
        "card_sampler",
        "alpha_mu_sampler",
        "bids",
        "strains",
        "discards",
        "cards",
    ),
    "board": (
        *("hands", "sources", "arguments", "context", "playing_out", "rule_texts"),
        *("states", "games", "game_views", "finished", "report", "report_page", "questions"),
        *("workers", "messages", "conversation", "doorkeeper", "connections", "application", "server"),
    ),
    "show": (
        *("streams", "glyphs", "registry", "results", "conclusions", "advice", "claims", "scores"),
        *(
            "contracts",
            "deals",
            "deal_statistics",
            "discards",
            "matches",
            "par",
            "trace",
            "bench",
            "bids",
            "board",
            "rules",
        ),
        "weights",
        "html",
        "plot",
    ),
}
#: Arrows that run the other way, inside a function, from a value to what makes or shows it.
LATE_ARROWS = {
    ("values", "dealing"),  # Deal.random
    ("game", "notation"),  # str(PlayedHand)
    ("values", "show"),  # _repr_html_ and plots of what is Shown or Plotted, Deal.svg
    ("bidding", "show"),  # str of a report
    ("batch", "whistsolve"),  # the version in manifests
    ("board", "whistsolve"),  # the version on the page
}
#: Arrows for type checkers alone that run the other way.
TYPE_ARROWS = {
    ("values", "rules"),  # a parameter of Deal.random
    # What `Rules` is made of takes rules as parameters.
    *((f"rules.{part}", "rules.rules") for part in ("defaults", "relevance", "validation", "documents")),
}


@dataclass(frozen=True)
class Arrow:
    """One module imports another of the package: at once, inside a function, or for type checkers alone."""

    line: int
    target: str
    kind: Literal["now", "late", "types"]
    #: What is loaded before it, where both are named: ``from first import target``.
    first: str = ""

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
                    yield Arrow(node.lineno, full if is_module(full) else module, kind, module)
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
    # And one header what the machine and the system offer: vector instructions, large pages.
    quoted = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
    bracketed = re.compile(r"^\s*#\s*include\s*<([^>]+)>", re.MULTILINE)
    for path in engine_files():
        text = path.read_text("utf-8")
        for name in quoted.findall(text):
            assert (path.parent / name).exists() or (ROOT / "csrc" / name).exists(), f"{named(path)}: {name}"
        for name in bracketed.findall(text):
            offered = r"|(?:imm)?intrin\.h|sys/mman\.h" if path.name == "compiler.hpp" else ""
            assert re.fullmatch(f"[a-z_]+{offered}", name), f"{named(path)}: {name}"
