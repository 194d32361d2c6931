"""What only the page without a server does: it works offline, stays small, shares links with other boards."""

import gzip
import json
import re
import shutil

import pytest
from tests.support.board import running_board
from tests.support.board_answers import answered, real_hand
from tests.support.board_browser import STATIC, BrowserPage
from tests.support.sources import ROOT
from tests.support.web_answers import SITE, static_host

pytestmark = pytest.mark.skipif(not STATIC, reason="needs the page without a server")
#: Bytes of all files, compressed.
MOST = 900_000
PASTED = json.loads((ROOT / "tests" / "data" / "pasted.json").read_text("utf-8"))
BROKEN = {each["text"]: each["answer"]["message"] for each in PASTED if "error" in each["answer"]}


def values(page):
    return page.page.evaluate(
        """Object.fromEntries([...document.querySelectorAll('.card-value')].map((each) =>
            [each.closest('[data-card]').dataset.card, Number.parseInt(each.textContent)]))"""
    )


def test_it_opens_on_a_hand_that_is_solved(page):
    """Its answers were there before the engine is, which never comes here."""
    page.page.route("**/whistsolve.wasm", lambda route: None)
    page.open()
    page.until(
        "document.querySelectorAll('.card-value').length > 0 && document.querySelector('.accounts') !== null"
    )
    wanted = answered("position", hand=real_hand(), at=0)[1]["values"]["cards"]
    assert values(page) == {each["card"]: each["tricks"] for each in wanted}


def test_it_works_without_a_network(page):
    page.open(real_hand(), at=20).settled()
    page.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.page.context.set_offline(True)
    page.reload()
    page.until("document.querySelectorAll('.card-value').length > 0")
    wanted = answered("position", hand=real_hand(), at=20)[1]["values"]["cards"]
    assert values(page) == {each["card"]: each["tricks"] for each in wanted}
    page.tab("panel.table.title").click()
    page.until("document.querySelectorAll('.heat-map button').length === 40")


def test_a_new_version_is_there_at_the_second_load(browser, tmp_path):
    shutil.copytree(SITE, tmp_path, dirs_exist_ok=True)
    with static_host(tmp_path) as place, browser.new_context() as context:
        page = BrowserPage(place, context).open()
        page.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        for name, pattern, new in (
            ("index.html", "<noscript>", '<i id="newer"></i><noscript>'),
            ("service-worker.js", r'"[0-9a-f]{16}"', '"a newer one"'),
        ):
            text = (tmp_path / name).read_text("utf-8")
            (tmp_path / name).write_text(re.sub(pattern, new, text), "utf-8")
        page.reload()
        page.until("(await caches.keys()).join() === 'a newer one'")
        page.reload()
        page.until("document.getElementById('newer') !== null")


def test_all_its_files_are_small():
    assert sum(len(gzip.compress(each.read_bytes())) for each in SITE.iterdir()) < MOST


def test_links_lead_to_and_fro(page, browser):
    """A link of the local board, which names the page, opens in it; its own link opens in the local board."""
    with running_board(public=page.place.address) as local:
        board = BrowserPage(local, browser.new_context())
        board.open(real_hand(), at=20).settled()
        board.button("dialog.share.title").click()
        link = board.page.get_by_label(board.words("share.link"), exact=True).input_value()
        address, _, fragment = link.partition("#")
        assert address == page.place.address
        page.page.goto(link)
        page.settled()
        assert page.read("hands") == board.read("hands")
        page.button("dialog.share.title").click()
        back = page.page.get_by_label(page.words("share.link"), exact=True).input_value()
        assert back.partition("#")[2] == fragment
        board.page.context.close()


def test_what_cannot_be_read_is_said_in_a_line(page):
    page.open().button("dialog.load.title").click()
    box = page.page.locator("dialog textarea")
    for text, message in BROKEN.items():
        if text.strip():
            box.fill(text)
            page.button("load.paste.show").click()
            page.until("document.querySelector('dialog .error')?.textContent === values[0]", message)


#: What may be wrong in a link, by field.
WRONG = {
    "deal": ("nonsense", "N:AK... QJ...", "N:AK... AK... T9... 87...", "X:AK... QJ... T9... 87..."),
    "rules": ("nonsense", "trickster jokers=7", "trickster jokers", "trickster jokers=1 jokers=0"),
    "strain": ("S", "X+", "S+S", "NT*"),
    "declarer": ("X", "7", "-1", "NE"),
    "level": ("0", "18", "x", "-1"),
    "dealer": ("X", "4", "S S", "."),
    "leader": ("X", "4", "S S", "."),
    "holder": ("X", "E", "4", "."),
    "discard": ("SA SK SQ SJ", "S7", "ZZ", "HT H2 DQ D2 S7"),
    "played": ("SK", "CT CT", "CT ZZ", "CT SK"),
}


def test_a_broken_link_is_said_in_a_line(page):
    page.open()
    for name, values_of in WRONG.items():
        for wrong in values_of:
            page.open({**real_hand(), name: wrong})
            page.reload()
            error = page.page.locator(".table-side .error")
            error.wait_for()
            said = error.text_content() or ""
            assert "expected" in said and "\n" not in said, (name, wrong, said)
            assert page.page.locator(".welcome textarea").count() == 1
