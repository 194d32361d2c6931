"""Sizes, colours and motion of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.support.board_browser import NARROW, PHONE, BrowserPage
from tests.support.board_states import hand_played, short_hand

import whistsolve as ws

if TYPE_CHECKING:
    from .conftest import OpenPage

#: Pixels, by WCAG 2.2 (2.5.8, AA).
LEAST_TARGET = 24


@pytest.mark.parametrize("size", [NARROW, PHONE], ids=["360", "390"])
def test_cards_are_large_enough_to_touch(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page(size, has_touch=True, is_mobile=True)
    page.open(hand_played(), at=0)
    page.until("document.querySelector('.card-value') !== null")
    small = page.page.evaluate(
        """(least) => [...document.querySelectorAll('button, select, input, summary, a, .file')]
            .filter((each) => each.checkVisibility() && !each.closest('label.switch, label.file'))
            .map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
            .filter(([, box]) => box.width < least || box.height < least)
            .map(([text, box]) => `${text} ${box.width}x${box.height}`)""",
        LEAST_TARGET,
    )
    assert not small
    assert page.overflow() <= 0
    page.page.locator("[data-card=CT]").tap()
    page.until("boardReading.line().now === 1")


@pytest.mark.parametrize("preset", ["cutthroat_3", "cutthroat_5", "cutthroat_6", "bid_whist"])
def test_any_number_of_hands_fits_a_narrow_window(open_page: OpenPage, preset: str) -> None:
    page = open_page(NARROW)
    page.open({"rules": preset, "deal": str(ws.Deal.random(2, ws.Rules.preset(preset)))})
    page.until("document.querySelector('.hand') !== null")
    assert page.overflow() <= 0


def colours(page: BrowserPage) -> list[str]:
    found: list[str] = page.page.evaluate(
        """[['body', 'backgroundColor'], ['body', 'color'], ['.hands', 'backgroundColor'],
            ['.hand', 'backgroundColor'], ['.card', 'color']]
            .map(([selector, name]) => getComputedStyle(document.querySelector(selector))[name])"""
    )
    return found


def test_colours_follow_the_system_and_the_choice(page: BrowserPage) -> None:
    page.open(short_hand())
    page.settled()
    light = colours(page)
    page.page.emulate_media(color_scheme="dark")
    dark = colours(page)
    assert not set(light) & set(dark)
    themed = "document.documentElement.dataset.theme === values[0]"
    choice = page.page.get_by_role("combobox", name=page.words("app.theme"))
    choice.select_option("light")
    page.until(themed, "light")
    assert colours(page) == light
    page.page.emulate_media(color_scheme="light")
    choice.select_option("dark")
    page.until(themed, "dark")
    assert colours(page) == dark
    page.reload()  # the choice outlasts the page
    page.settled()
    assert colours(page) == dark


def test_nothing_moves_where_that_is_not_wanted(page: BrowserPage) -> None:
    page.open()
    moving = """(wait) => {
        const place = document.querySelector('main');
        place.insertAdjacentHTML('beforeend', '<span class="heat heat-waiting"></span>');
        return getComputedStyle(place.lastElementChild).animationName;
    }"""
    assert page.page.evaluate(moving) == "waiting"
    page.page.emulate_media(reduced_motion="reduce")
    assert page.page.evaluate(moving) == "none"


@pytest.mark.parametrize("size", [(1366, 768), (1280, 720)], ids=["1366", "1280"])
@pytest.mark.parametrize("at", [0, 22], ids=["start", "within a trick"])
def test_the_hands_and_the_steps_fit_a_laptop(open_page: OpenPage, size: tuple[int, int], at: int) -> None:
    page = open_page(size)
    page.open(hand_played(), at=at)
    page.settled()
    lowest = (
        "Math.max(...values[0].map((each) => document.querySelector(each).getBoundingClientRect().bottom))"
    )
    page.until(f"{lowest} <= innerHeight", [".hand-S", ".hand-W", ".controls"])


def test_the_hands_come_early_on_a_phone(open_page: OpenPage) -> None:
    page = open_page(PHONE, has_touch=True, is_mobile=True)
    page.open(hand_played(), at=20)
    page.settled()
    page.until("document.querySelector('.hands').getBoundingClientRect().top < 160")


def test_paper_has_cards_and_results_and_nothing_to_press(page: BrowserPage) -> None:
    page.open(hand_played(), at=0)
    page.settled()
    page.page.emulate_media(media="print")
    for shown, selectors in (
        (True, (".hand-S", ".heat-map")),
        (False, (".page-tools", ".controls", ".tab-list")),
    ):
        assert [page.page.locator(each).first.is_visible() for each in selectors] == [shown] * len(selectors)
