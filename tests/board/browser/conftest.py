"""A server and a Chromium for the tests of a module, and pages that are watched.

Both end with a module: an open Playwright is a running event loop, in which no other test could start one.
"""

import os
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.support.board_browser import DESK, STATIC, BrowserPage, chromium_here
from tests.support.web_answers import static_host

if TYPE_CHECKING:
    pass


def pytest_collection_modifyitems(items):
    """Marks the tests of this folder, which run the page in a Chromium or in Node."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker("browser")


@pytest.fixture(scope="module")
def place():
    from tests.support.board import running_board

    with static_host() if STATIC else running_board() as place:
        yield place


@pytest.fixture(scope="module")
def browser():
    """A Chromium without a window."""
    api = pytest.importorskip("playwright.sync_api", reason="needs Playwright")
    executable = chromium_here()
    if executable is None:
        pytest.skip("needs a Chromium")
    arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser, place):
    """Pages that are watched until the test ends."""
    with ExitStack() as closing:

        def open_one(size=DESK, **settings):
            viewport = {"width": size[0], "height": size[1]}
            context = browser.new_context(**{"locale": "en-GB", "viewport": viewport, **settings})
            closing.callback(context.close)
            page = BrowserPage(place, context)
            closing.callback(page.check)
            return page

        yield open_one


@pytest.fixture
def page(open_page):
    """A page as wide as a desk has, in English and light, before it is opened."""
    return open_page()
