"""Everything that the page can show: sizes, colours, motion, and the rules of axe-core."""

import re
from typing import TYPE_CHECKING

import pytest
from tests.support.board_answers import real_hand, real_record
from tests.support.board_browser import DESK, NARROW, PHONE
from tests.support.board_states import SHORT, STATES, states_of
from tests.support.sources import BOARD
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.rules import rules_from_text

if TYPE_CHECKING:
    pass

PANELS = ("empty", *(name for name in STATES if name.startswith("panel")))
DIALOGS = tuple(name for name in STATES if name.startswith(("load", "dialog")))
#: WCAG 2.2 up to AA, and what axe-core calls good practice.
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
AXE = BOARD / "page" / "node_modules" / "axe-core" / "axe.min.js"
#: Pixels, by WCAG 2.2 (2.5.5, AAA).
LEAST_TARGET = 44


def findings(page, state=""):
    """What axe-core finds wrong, by rule, and where; of a panel or dialog in that alone."""
    if not AXE.exists():
        pytest.skip("needs axe-core, by npm ci for the page")
    if not page.page.evaluate("'axe' in window"):
        page.page.evaluate(AXE.read_text("utf-8"))
    parts = {"panel": ".panel-side", "load": "dialog[open]", "dialog": "dialog[open]"}
    part = "body" if state == "panel table" else parts.get(state.partition(" ")[0], "body")
    options = {"resultTypes": ["violations"], "runOnly": {"type": "tag", "values": TAGS}}
    found = page.page.evaluate("([part, options]) => axe.run(part, options)", [part, options])
    return [
        f"{each['impact']} {each['id']}: {' '.join(node['target'][0] for node in each['nodes'][:4])}"
        for each in found["violations"]
    ]


def test_axe_sees_what_is_wrong(page):
    assert not findings(page.open())
    page.page.evaluate("""() => {
        document.querySelector('select').parentElement.querySelector('.spoken').remove();
        document.querySelector('h1').style.color = 'rgb(190, 190, 190)';
        document.querySelector('.page-tools button').ariaLabel = 'Something else';
    }""")
    wrong = ["color-contrast:", "label-content-name-mismatch:", "select-name:"]
    assert [line.split()[1] for line in findings(page)] == wrong


def too_small(page):
    """Controls that a finger misses; of one in a label, the label."""
    found = page.page.evaluate(
        """(least) => [...document.querySelectorAll('button, select, input, textarea, summary, a')]
            .filter((each) => each.checkVisibility())
            .map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect(),
                            (each.closest('label') ?? each).getBoundingClientRect()])
            .filter(([, ...boxes]) => boxes.every((box) => Math.min(box.width, box.height) < least - 0.01))
            .map(([text, box]) => `${text} ${box.width}x${box.height}`)""",
        LEAST_TARGET,
    )
    return list(found)


RUNS = {
    "panels on a desk, light": (DESK, "light", PANELS),
    "dialogs on a phone, dark": (NARROW, "dark", DIALOGS),
    **{
        f"all, {size[0]} pixels, {scheme}": (size, scheme, tuple(STATES))
        for size in (DESK, NARROW)
        for scheme in ("light", "dark")
    },
}


@pytest.mark.parametrize("run", by_default(2, RUNS))
def test_axe_finds_nothing_wrong(open_page, run):
    size, scheme, names = RUNS[run]
    page = open_page(size, color_scheme=scheme)
    wrong = {name: found for name in states_of(page, names) if (found := findings(page, name))}
    assert not wrong


def test_every_state_and_number_of_hands_fits_the_narrowest_window(open_page):
    """With no key in the place of a text, and controls that a finger hits."""
    page = open_page(NARROW, has_touch=True, is_mobile=True)
    keys = {part for key in page.words.texts for part in (key, key.removesuffix(".one"))}
    wrong = {}
    for name in states_of(page):
        wide = page.overflow()
        raw = keys.intersection(re.findall(r"[\w+~-]+(?:\.[\w+~-]+)+", page.text()))
        small = too_small(page)
        if wide or raw or small:
            wrong[name] = (wide, raw, small)
    for preset, seats in (("cutthroat_3", 3), ("cutthroat_5", 5), ("cutthroat_6", 6)):
        deal = ws.Deal.random(2, ws.Rules.preset(preset))
        page.open({"rules": preset, "deal": str(deal)})
        page.until("document.querySelectorAll('.hand').length === values[0]", seats)
        if wide := page.overflow():
            wrong[preset] = wide
    assert not wrong


@pytest.mark.parametrize("size", [NARROW, PHONE], ids=["360", "390"])
def test_a_phone_has_the_hands_early_and_large_enough_to_touch(open_page, size):
    page = open_page(size, has_touch=True, is_mobile=True)
    page.open(real_hand(), at=0)
    page.until("document.querySelector('.card-value') !== null")
    assert not too_small(page) and page.overflow() <= 0
    page.page.locator("[data-card=CT]").tap()
    page.until("boardReading.line().now === 1")
    if size == PHONE:
        page.open(real_hand(), at=20).settled()
        page.until("document.querySelector('.hands').getBoundingClientRect().top < 160")


def test_a_print_has_the_hands_the_auction_and_what_was_lost_on_one_page(page):
    page.open().settled()
    assert len(re.findall(rb"/Type\s*/Page\b", page.page.pdf(format="A4"))) == 1
    page.page.emulate_media(media="print")
    text = page.page.inner_text("body")
    analysis = ws.analyse_play(real_record(), rules=rules_from_text(real_hand()["rules"]))
    losses = [card for card in analysis.cards if card.lost]
    assert "East pass, South 3NT↑, West pass, North pass" in text
    assert text.count(page.words("panel.trace.keeps", cards="").rstrip(" .")) == len(losses)
    for card in losses:
        assert f"{'NESW'[card.seat]}\N{MINUS SIGN}{card.lost}" in text
        assert page.words.card(str(card.card)) in text
    controls = page.page.locator(":is(select, input, summary, .controls, [role=tab]):visible")
    assert page.page.locator(".hand:visible").count() == 4 and not controls.count()


def test_colours_follow_the_system_and_the_choice(page):
    def colours():
        found = page.page.evaluate(
            """[['body', 'backgroundColor'], ['body', 'color'], ['.hands', 'backgroundColor'],
                ['.hand', 'backgroundColor'], ['.card', 'color']]
                .map(([selector, name]) => getComputedStyle(document.querySelector(selector))[name])"""
        )
        return found

    def choose(theme):
        page.page.get_by_role("combobox", name=page.words("app.theme")).select_option(theme)
        page.until("document.documentElement.dataset.theme === values[0]", theme)
        return colours()

    page.open(SHORT).settled()
    light = colours()
    page.page.emulate_media(color_scheme="dark")
    dark = colours()
    assert not set(light) & set(dark)
    assert choose("light") == light
    page.page.emulate_media(color_scheme="light")
    assert choose("dark") == dark
    page.reload()  # the choice outlasts the page
    page.settled()
    assert colours() == dark
