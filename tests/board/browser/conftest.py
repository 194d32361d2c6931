"""A server and a Chromium for the tests of a module, and pages that are watched.

Both end with a module: an open Playwright is a running event loop, in which no other test could start one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest
from tests.support.board_browser import DESK, BrowserPage, chromium_here

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from tests.support.board import Place


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests of this folder, which run the page in a Chromium or in Node."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker("browser")


class OpenPage(Protocol):
    """Opens a page of the board that is watched until the test ends."""

    def __call__(self, size: tuple[int, int] = DESK, **settings: Any) -> BrowserPage: ...


@pytest.fixture(scope="module")
def place() -> Iterator[Place]:
    """A board's server."""
    from tests.support.board import running_board

    with running_board() as place:
        yield place


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium without a window."""
    api = pytest.importorskip("playwright.sync_api", reason="needs Playwright")
    executable = chromium_here()
    if executable is None:
        pytest.skip("needs a Chromium")
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable, args=["--no-sandbox"] if is_root else []
        )
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Browser, place: Place) -> Iterator[OpenPage]:
    """Pages in contexts of their own; settings are those of Playwright's contexts."""
    opened: list[BrowserPage] = []
    closing: list[Callable[[], None]] = []

    def open_one(size: tuple[int, int] = DESK, **settings: Any) -> BrowserPage:
        given = {"locale": "en-GB", "viewport": {"width": size[0], "height": size[1]}, **settings}
        context = browser.new_context(**given)
        closing.append(context.close)
        opened.append(BrowserPage(place, context))
        return opened[-1]

    yield open_one
    try:
        for page in opened:
            page.check()
    finally:
        for close in closing:
            close()


@pytest.fixture
def page(open_page: OpenPage) -> BrowserPage:
    """A page as wide as a desk has, in English and light, before it is opened."""
    return open_page()
