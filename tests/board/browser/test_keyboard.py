"""The page by keyboard alone: nothing needs a mouse, and the focus is never lost."""

from tests.support.board_points import shows
from tests.support.board_states import DIALOGS, SHORT

import whistsolve as ws


def tab_to(page, wanted, key="Tab"):
    """Tab until something has the focus that is called so, once round the page at most."""
    seen = []
    for _ in range(120):
        page.press(key)
        seen.append(page.focus)
        if page.focus == wanted:
            return
    raise AssertionError(f"{wanted} is not reached: {seen}")


def played(page, *cards):
    shows(page, {**SHORT, "played": " ".join(cards)} if cards else SHORT)


def test_a_hand_is_loaded_and_played_without_a_mouse(page):
    words = page.words
    page.open()
    tab_to(page, words("dialog.load.title"))
    page.press("Enter")
    page.until("boardReading.focus() !== null && document.activeElement.matches('dialog textarea')")
    page.page.keyboard.insert_text(SHORT["deal"])
    tab_to(page, words("load.paste.show"))
    page.press("Enter")
    page.until("document.querySelector('dialog') === null && document.querySelector('.hand') !== null")
    assert page.settled().focus is not None
    # A cell of the table: one stop of Tab, then arrows.
    tab_to(page, words("panel.table.kitty"))
    page.press("Space")
    page.settled()
    found = ws.table(ws.Deal(ws.Deal.from_text(SHORT["deal"]).hands), rules=ws.Rules.preset("bid_whist"))
    seats_and_strains = [("N", "S+"), ("N", "H+"), ("E", "H+"), ("E", "S+")]
    cells = []
    for seat, strain in seats_and_strains:
        names = {"seat": words.seat(seat), "strain": words.strain(strain)}
        cells.append(words.count("panel.table.cell", found[seat, strain], **names))
    tab_to(page, cells[0])
    for key, cell in zip(("ArrowRight", "ArrowDown", "ArrowLeft"), cells[1:], strict=True):
        page.press(key)
        assert page.focus == cell
    page.press("Enter")
    page.until("boardReading.address().declarer === 'E'")
    assert page.settled().focus == cells[3]
    # Cards: arrows among the legal ones, Enter plays, the focus follows the turn.
    first = page.page.locator(".hand-E [data-card][tabindex='0']")
    tab_to(page, str(first.get_attribute("data-card")), "Shift+Tab")
    page.press("Home", "ArrowRight")
    assert page.focus == "SJ"
    for turn in range(4):
        card = page.focus
        page.press("Enter")
        page.until("boardReading.address().played?.split(' ').length === values[0]", turn + 1)
        page.settled()
        assert page.read("address")["played"].split()[-1] == card
        assert page.focus in next(hand["legal"] for hand in page.read("hands").values() if hand["legal"])


def test_cards_are_typed(page):
    words = page.words
    page.open(SHORT)
    played(page)
    page.press("c", "a")
    played(page, "CA")
    page.press("s", "a")  # North has a club
    expected = words("status.not_legal", card=words.card("SA"), seat=words.seat("N"))
    page.until("document.querySelector('[role=status]').textContent === values[0]", expected)
    page.press("C", "5")
    played(page, "CA", "C5")
    page.press("c", "3")
    played(page, "CA", "C5", "C3")
    for keys, number in (("Control+z", 2), ("Control+z", 1), ("Control+y", 2), ("Control+Shift+z", 3)):
        page.press(keys)
        played(page, *("CA", "C5", "C3")[:number])
    for key, at in (("ArrowLeft", 2), ("ArrowLeft", 1), ("ArrowRight", 2)):
        page.press(key)
        shows(page, {**SHORT, "played": "CA C5 C3"}, at)
    # A ten and a joker.
    page.open({"deal": "N:.T...B K3... Q4... J5...", "strain": "S+", "declarer": "N"})
    page.until("document.querySelector('[data-card=HT]:not([disabled])') !== null")
    for keys, card in ((("h", "1", "0"), "HT"), (("h", "t"), "HT"), (("b",), "BJ")):
        page.settled().press(*keys)
        page.until("boardReading.address().played === values[0]", card)
        page.press("Control+z")
        page.until("boardReading.address().played === undefined")
    page.settled().press("?")
    page.page.get_by_role("dialog", name=words("dialog.help.title")).wait_for()


def test_a_card_typed_as_a_position_comes_is_played_after_those_that_wait(page):
    page.open(SHORT)
    played(page)
    page.page.evaluate(
        """() => {
            const press = (key) => document.dispatchEvent(new KeyboardEvent('keydown', { key }));
            const type = (keys) => [...keys].forEach(press);
            const observer = new MutationObserver(() => {
                if (document.querySelector('[data-card=C3]:not([disabled])') === null) return;
                observer.disconnect();
                setTimeout(() => type('c4'), 0);  // the first event after the page shows that East is to play
            });
            observer.observe(document.body, { subtree: true, childList: true, attributes: true });
            type('ca');
            setTimeout(() => type('c5c3'), 0);
        }"""
    )
    played(page, "CA", "C5", "C3", "C4")


def test_dialogs_are_opened_and_left_by_keys(page):
    """The focus is inside while one is open, whatever Tab does, and where it was afterwards."""
    page.open(SHORT).settled()
    # Chromium's own stop between the last and the first is the window, of which the page knows nothing.
    inside = "document.activeElement === document.body || document.activeElement.closest('dialog') !== null"
    for key in ("load", *DIALOGS):
        title = page.words(f"dialog.{key}.title")
        tab_to(page, title)
        page.press("Enter")
        page.page.locator("dialog[open]").wait_for()
        for _ in range(12):
            page.press("Tab")
            assert page.page.evaluate(inside), key
        page.press("c", "a")  # keys of the table rest while a dialog is open
        page.press("Escape")
        page.page.locator("dialog").wait_for(state="detached")
        assert page.focus == title
        played(page)


def test_the_focus_is_never_lost_at_the_ends_of_the_line(page):
    page.open({**SHORT, "played": "CA C5"}).settled()
    for key in ("first", "last", "undo", "redo", "best_line"):
        tab_to(page, page.words(f"controls.{key}"))
        page.press("Enter")
        page.settled().until("boardReading.focus() === values[0]", page.words(f"controls.{key}"))
