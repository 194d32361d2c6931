"""Sizes of files, and words that mark what is unfinished."""

from __future__ import annotations

import re

from tests.support.sources import ROOT, named, sources

#: A file is as long as its subject; beyond this it has two.
MOST_LINES = 420


def test_no_file_is_too_long() -> None:
    lengths = {named(path): len(path.read_text("utf-8").splitlines()) for path in sources()}
    assert len(lengths) > 60
    assert not {name: lines for name, lines in lengths.items() if lines > MOST_LINES}


def test_nothing_is_left_for_later() -> None:
    words = (first + last for first, last in (("TO", "DO"), ("FIX", "ME"), ("X", "XX")))  # not these lines
    later = re.compile(rf"\b({'|'.join(words)})\b")
    text = {".md", ".toml", ".txt", ".yml", ".py", ".pyi", ".pyx", ".pxi", ".pxd", ".cpp", ".hpp", ".json"}
    rooms = [ROOT / name for name in ("python", "src", "csrc", "tests", "benchmarks", "docs", ".github")]
    files = [path for room in rooms for path in room.rglob("*") if path.suffix in text]
    files += [path for path in ROOT.iterdir() if path.suffix in text]
    assert len(files) > 80
    assert not [named(path) for path in files if later.search(path.read_text("utf-8"))]
