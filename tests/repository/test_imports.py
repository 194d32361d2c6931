"""No circle of files: no file imports, for types or inside a function either, a file that imports it."""

import ast
import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "python"


def python_imports():
    """The files of both packages, each with those that it imports; a package is its ``__init__``."""
    paths = {}
    for path in sorted((*ROOT.rglob("*.py"), *ROOT.glob("whistsolve/_*.pyi"))):
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts[:-1] if path.name == "__init__.py" else parts)
        if path.name != "__init__.pyi":
            paths[name] = path
    found = {}
    for name, path in paths.items():
        nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
        assert not any(isinstance(node, ast.ImportFrom) and node.level for node in nodes), path
        plain = [each.name for node in nodes if isinstance(node, ast.Import) for each in node.names]
        taken = [
            f"{node.module}.{each.name}" if f"{node.module}.{each.name}" in paths else node.module
            for node in nodes
            if isinstance(node, ast.ImportFrom)
            for each in node.names
        ]
        found[name] = {each for each in (*plain, *taken) if each in paths}
    return found


def page_imports():
    """The sources of the board's page, each with those that it imports."""
    source = ROOT / "whistsolve_board" / "page" / "source"
    paths = {path.resolve(): path for path in source.rglob("*.ts*")}
    found = {}
    for path in paths.values():
        named = re.findall(r"(?:from|import)\s*\(?'(\.[^']*)'", path.read_text("utf-8"))
        places = [(path.parent / name).resolve() for name in named]
        endings = (".ts", ".tsx", "/index.ts")
        files = {paths.get(Path(f"{place}{ending}")) for place in places for ending in endings}
        found[path] = {each for each in files if each is not None}
    return found


@pytest.mark.parametrize("imports", [python_imports, page_imports])
def test_no_file_imports_one_that_imports_it(imports):
    found = imports()
    assert sum(map(len, found.values())) > 100
    TopologicalSorter(found).prepare()  # raises CycleError, which names the files of a circle


#: What reads arguments, text or files although nothing in it is offered: each is the door of what follows.
DOORS = {
    "advice.cards_request",
    "advice.game_models",
    "advice.request",
    "conditions.language",
    "conditions.terms",
    "env._openspiel",
    "env._vector",
    "game.hand.plain",
    "game.match.single_hand",
    "notation.ptn_reader",
    "players.contest",
    "runs.questions",
    "runs.rows",
    "runs.saved",
    "solving.batch.cells",
    "solving.bench.fixed",
}


def test_behind_the_door_nothing_is_read():
    """No module imports a function that reads arguments if none of what it defines is offered to callers."""
    trees, offered = {}, set()
    for path in sorted((ROOT / "whistsolve").rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        trees[".".join(path.relative_to(ROOT / "whistsolve").with_suffix("").parts)] = tree
        listed = [node.value for node in tree.body if ast.unparse(node).startswith("__all__ = [")]
        offered |= {name for each in listed for name in ast.literal_eval(each)}
    reading = set()
    for name, tree in trees.items():
        is_open = re.search(r"^(_internal|cli)\b|__init__$", name)
        if not is_open and not offered & {getattr(each, "name", "") for each in tree.body}:
            taken = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
            if any(each.name.startswith("read_") for node in taken for each in node.names):
                reading.add(name)
    assert reading == DOORS
