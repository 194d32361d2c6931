"""The server of the board."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.support.board import Place, running_board


@pytest.fixture(scope="module")
def place() -> Iterator[Place]:
    with running_board() as found:
        yield found


def test_the_page_is_served_and_asks(place: Place) -> None:
    status, headers, body = place.get()
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8") and body
    with place.page() as page:
        assert page.ask("hello")["strains"]
        assert page.asked("nothing").error["kind"] == "WhistError"
