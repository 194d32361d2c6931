"""docs/architecture.md against the code: what it names exists, every room is described, layers are right."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "python" / "whistsolve"
TEXT = (ROOT / "docs" / "architecture.md").read_text("utf-8")

#: Where paths of the document start.
BASES = (ROOT, PACKAGE, ROOT / "csrc" / "whistsolve", ROOT / "csrc" / "generator", ROOT / "src" / "bindings")
SUFFIXES = (".py", ".hpp", ".cpp", ".pyx")
NAME = re.compile(r"[A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)*")


def in_backticks(text: str) -> list[str]:
    """What stands in backticks, outside blocks of code."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))


def paragraphs() -> dict[str, str]:
    """The paragraph of each room, by the room's path as the document has it."""
    found = re.findall(r"^\*\*`([^`]+)`\*\*(.*?)(?=\n\n|\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert len(found) == len(dict(found)), "two paragraphs of one room"
    return dict(found)


def rows() -> list[tuple[str, list[str]]]:
    """The steps of the trips: a file, and the names in it."""
    found = re.findall(r"^\| `([^`]+)` \| (`[^|]+`) \|", TEXT, re.MULTILINE)
    return [(path, in_backticks(names)) for path, names in found]


def located(path: str, *more: Path) -> Path | None:
    """The file or folder of that path, looked for below every base."""
    return next((base / path for base in (*BASES, *more) if (base / path).exists()), None)


def rooms() -> set[str]:
    """Every room: folders and single modules of the package, folders of code elsewhere."""
    found = {path.stem for path in PACKAGE.glob("*.py") if not path.stem.startswith("_")}
    found |= {path.parent.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*/__init__.py")}
    for base in ("csrc", "src", "benchmarks"):
        files = (path for path in (ROOT / base).rglob("*") if path.suffix in SUFFIXES)
        found |= {path.parent.relative_to(ROOT).as_posix() for path in files}
    return found


def test_every_room_has_its_paragraph() -> None:
    described = set(paragraphs())
    assert len(rooms()) >= 30
    assert not rooms() - described, "rooms without a paragraph"
    assert not [room for room in described if located(room) is None and room not in rooms()]


def test_every_room_of_tests_is_named() -> None:
    files = (path for path in (ROOT / "tests").rglob("*") if path.suffix in (".py", ".jsonl"))
    folders = {path.parent.relative_to(ROOT).as_posix() for path in files}
    assert len(folders) >= 15
    assert not [folder for folder in sorted(folders) if f"`{folder}`" not in TEXT]


def test_every_path_exists() -> None:
    paths = [
        each
        for each in in_backticks(TEXT)
        if each.endswith(SUFFIXES) or each.startswith(("tests/", "benchmarks/"))
    ]
    assert len(paths) > 40
    own = [PACKAGE / room for room in paragraphs()]
    assert not [path for path in paths if located(path, *own) is None]


@pytest.mark.parametrize(("path", "names"), [pytest.param(path, names, id=path) for path, names in rows()])
def test_every_step_of_a_trip_exists(path: str, names: list[str]) -> None:
    file = located(path)
    assert file is not None and file.is_file()
    text = file.read_text("utf-8")
    for name in names:
        defined = re.escape(name.split("::")[-1])
        if file.suffix in (".py", ".pyx"):
            pattern = rf"^\s*(?:def|class|cpdef) {defined}\b|^{defined}\b.* ="
        else:
            pattern = rf"\b{re.escape(name)}\s*[({{]|\bclass {defined}\b"
        assert re.search(pattern, text, re.MULTILINE), name


def test_there_are_three_trips() -> None:
    assert len(rows()) >= 35


def test_every_name_is_one_of_the_code() -> None:
    """Names of classes, functions and modules anywhere in the text, whatever they belong to."""
    files = [
        path for base in ("python", "src", "csrc", "tests", "benchmarks") for path in (ROOT / base).rglob("*")
    ]
    known: set[str] = {path.stem for path in files}
    for path in files:
        if path.suffix in (*SUFFIXES, ".pyi"):
            known |= set(re.findall(r"[A-Za-z_]\w*", path.read_text("utf-8")))
    names = [each for each in in_backticks(TEXT) if NAME.fullmatch(each) and not each.endswith(SUFFIXES)]
    assert len(names) > 80
    missing = [name for name in names if not set(re.split(r"\.|::", name)) <= known]
    assert not missing


def is_room(name: str) -> bool:
    return any((PACKAGE / f"{name}{ending}").exists() for ending in ("", ".py", ".pyi"))


def imported_at_once(path: Path) -> set[str]:
    """Rooms that a module imports while it is imported itself."""
    modules: list[str] = []
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.Import):
            modules += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module == "whistsolve":
            modules += [f"whistsolve.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules.append(node.module or "")
    named = [f"{module}.".split(".")[1] for module in modules if module.split(".")[0] == "whistsolve"]
    return {name if name and is_room(name) else "whistsolve" for name in named}


def test_the_layers_are_those_of_the_imports() -> None:
    drawn = re.findall(r"^ ?(\d+)  ([^\n(]+?)(?: \(.*)?$", TEXT, re.MULTILINE)
    layer = {room: int(number) for number, names in drawn for room in names.split()}
    upward, seen = [], set()
    for path in [*PACKAGE.rglob("*.py"), *PACKAGE.glob("*.pyi")]:
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        room = "whistsolve" if parts == ("__init__",) else parts[0]
        seen.add(room)
        upward += [
            f"{path.name}: {room} imports {other}"
            for other in imported_at_once(path) - {room}
            if layer[other] >= layer[room]
        ]
    assert not upward
    assert seen == set(layer)
