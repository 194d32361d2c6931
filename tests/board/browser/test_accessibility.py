"""Everything that the page can show, held to the rules of axe-core, and to the narrowest windows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from tests.support.board_browser import DESK, NARROW, PHONE, BrowserPage
from tests.support.board_states import STATES, states_of
from tests.support.thorough import by_default

if TYPE_CHECKING:
    from .conftest import OpenPage

pytest.importorskip("axe_playwright_python", reason="needs axe-playwright-python")
PANELS = ("empty", *(name for name in STATES if name.startswith("panel")))
DIALOGS = tuple(name for name in STATES if name.startswith(("load", "dialog")))
#: WCAG 2.2 up to AA, and what axe-core calls good practice.
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def findings(page: BrowserPage, state: str = "") -> list[str]:
    """What axe-core finds wrong, by rule, and where; of a panel or dialog in that alone."""
    from axe_playwright_python.sync_playwright import Axe

    if not page.page.evaluate("'axe' in window"):
        page.page.evaluate(Axe().axe_script)
    part = {"panel": ".panel-side", "load": "dialog[open]", "dialog": "dialog[open]"}
    whole = "body" if state == "panel table" else part.get(state.partition(" ")[0], "body")
    options: dict[str, Any] = {"resultTypes": ["violations"], "runOnly": {"type": "tag", "values": TAGS}}
    found = page.page.evaluate("([part, options]) => axe.run(part, options)", [whole, options])
    return [
        f"{each['impact']} {each['id']}: {' '.join(node['target'][0] for node in each['nodes'][:4])}"
        for each in found["violations"]
    ]


def test_axe_sees_what_is_wrong(page: BrowserPage) -> None:
    page.open()
    assert not findings(page)
    page.page.evaluate("""() => {
        document.querySelector('select').parentElement.querySelector('.spoken').remove();
        document.querySelector('h1').style.color = 'rgb(190, 190, 190)';
    }""")
    assert [line.split()[1] for line in findings(page)] == ["color-contrast:", "select-name:"]


@pytest.mark.parametrize(
    ("size", "scheme", "names"),
    by_default(
        2,
        [
            pytest.param(DESK, "light", PANELS, id="panels on a desk, light"),
            pytest.param(PHONE, "dark", DIALOGS, id="dialogs on a phone, dark"),
            *(
                pytest.param(size, scheme, tuple(STATES), id=f"{size[0]} {scheme}")
                for size in (DESK, PHONE)
                for scheme in ("light", "dark")
            ),
        ],
    ),
)
def test_axe_finds_nothing_wrong(
    open_page: OpenPage, size: tuple[int, int], scheme: str, names: tuple[str, ...]
) -> None:
    page = open_page(size, color_scheme=scheme)
    wrong = {name: found for name in states_of(page, names) if (found := findings(page, name))}
    assert not wrong


def test_every_state_fits_the_narrowest_window(open_page: OpenPage) -> None:
    """With no key in the place of a text."""
    page = open_page(NARROW)
    keys = {part for key in page.words.texts for part in (key, key.removesuffix(".one"))}
    wrong: dict[str, object] = {}
    for name in states_of(page):
        wide = page.overflow()
        raw = keys.intersection(re.findall(r"[\w+~-]+(?:\.[\w+~-]+)+", page.text()))
        if wide or raw:
            wrong[name] = (wide, raw)
    assert not wrong
