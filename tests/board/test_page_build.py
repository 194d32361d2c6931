"""The page's script is what its sources say, and nothing that is needed to make it is in the wheel."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.support.sources import PACKAGE

PAGE = PACKAGE / "board" / "page"
STATIC = PACKAGE / "board" / "static"
#: Beside the sources, what decides what they are made into.
SETTINGS = ("build.mjs", "package.json", "package-lock.json", "tsconfig.json")
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(
    NODE is None or not (PAGE / "node_modules").is_dir(), reason="needs Node and `npm ci` in board/page"
)


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_the_script_was_built_from_these_sources() -> None:
    built_from = json.loads((STATIC / "built-from.json").read_text("utf-8"))
    files = [path for path in (PAGE / "source").rglob("*") if path.is_file()]
    files += [PAGE / name for name in SETTINGS]
    assert len(files) > 20
    found = {path.relative_to(PAGE).as_posix(): digest(path) for path in files}
    assert built_from["sources"] == found, "run `npm run build` in board/page"
    assert built_from["built"] == {"board.js": digest(STATIC / "board.js")}


@needs_node
def test_building_again_gives_the_same_bytes(tmp_path: Path) -> None:
    assert NODE is not None
    subprocess.run([NODE, "build.mjs", str(tmp_path)], cwd=PAGE, check=True)
    for name in ("board.js", "built-from.json"):
        assert (tmp_path / name).read_bytes() == (STATIC / name).read_bytes(), name


@needs_node
def test_the_types_of_the_page_are_right() -> None:
    assert NODE is not None
    command = [NODE, "node_modules/typescript/bin/tsc", "--noEmit"]
    done = subprocess.run(command, cwd=PAGE, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_the_page_has_no_script_or_style_of_its_own() -> None:
    """The content security policy allows neither, nor anything from elsewhere."""
    page = (STATIC / "index.html").read_text("utf-8")
    assert '<script type="module" src="board.js"></script>' in page
    assert page.count("<script") == 1
    assert not [word for word in ("<style", "style=", "onload=", "onclick=", "//") if word in page]
    assert "//" not in (STATIC / "board.css").read_text("utf-8")


def test_only_the_library_of_the_page_is_in_the_script() -> None:
    package = json.loads((PAGE / "package.json").read_text("utf-8"))
    assert list(package["dependencies"]) == ["preact"]
    script = (STATIC / "board.js").read_text("utf-8")
    assert "Copyright (c) 2015-present Jason Miller" in script
    assert not re.search(r"^import |\beval\(|\bnew Function\(", script, re.MULTILINE)
