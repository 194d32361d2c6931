"""The files of this checkout, for the tests of the code base."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PYTHON = ROOT / "python"
PACKAGE = PYTHON / "whistsolve"
BOARD = PYTHON / "whistsolve_board"


def sources(*suffixes):
    """The files of the package, the engine and the bindings; no tests."""
    files = [
        path
        for room in (PYTHON, ROOT / "src", ROOT / "csrc" / "whistsolve")
        for path in sorted(room.rglob("*"))
        if path.suffix in (suffixes or (".py", ".pyi", ".cpp", ".hpp", ".pyx", ".pxi", ".pxd"))
    ]
    assert files, suffixes
    return files


def named(path):
    return path.relative_to(ROOT).as_posix()
