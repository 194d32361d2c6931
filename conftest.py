"""Leaves tests marked ``thorough`` or ``browser`` out before they are made, unless ``-m`` asks for them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support import thorough

BROWSER = Path(__file__).parent / "tests" / "board" / "browser"


def pytest_configure(config: pytest.Config) -> None:
    thorough.wanted = "not thorough" not in config.getoption("markexpr")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """The folder of browser tests, all of which have that mark."""
    return True if collection_path == BROWSER and "not browser" in config.getoption("markexpr") else None


def pytest_pycollect_makeitem(
    collector: pytest.Collector, name: str, obj: object
) -> list[pytest.Item] | None:
    """No item of a function or class marked ``thorough``, unless they are wanted."""
    if thorough.wanted or not name.startswith(("test", "Test")):
        return None
    marks = getattr(obj, "pytestmark", [])
    return [] if any(mark.name == "thorough" for mark in marks) else None
