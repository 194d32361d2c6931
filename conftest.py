"""Leaves out tests of three marks before they are made, unless ``-m`` asks: thorough, browser, libraries."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support import thorough

TESTS = Path(__file__).parent / "tests"
#: Folders of tests that all have a mark.
MARKED = {TESTS / "board" / "browser": "browser", TESTS / "libraries": "libraries"}


def pytest_configure(config: pytest.Config) -> None:
    thorough.wanted = "not thorough" not in config.getoption("markexpr")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A folder of a mark that is not wanted."""
    mark = MARKED.get(collection_path)
    return True if mark and f"not {mark}" in config.getoption("markexpr") else None


def pytest_pycollect_makeitem(
    collector: pytest.Collector, name: str, obj: object
) -> list[pytest.Item] | None:
    """No item of a function or class marked ``thorough``, unless they are wanted."""
    if thorough.wanted or not name.startswith(("test", "Test")):
        return None
    marks = getattr(obj, "pytestmark", [])
    return [] if any(mark.name == "thorough" for mark in marks) else None
