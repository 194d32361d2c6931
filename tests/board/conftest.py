"""A board in a process of its own."""

from collections.abc import Iterator

import pytest
from tests.support.board import Place, board_process


@pytest.fixture(scope="session")
def place() -> Iterator[Place]:
    """A server that prints nothing in all tests, and answers after them."""
    with board_process() as found:
        yield found
        with found.page() as page:
            assert page.ask("hello")
