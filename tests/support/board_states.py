"""Everything that the page can show, one state after the other: panels, dialogs, points of the play."""

from tests.support.board_answers import real_hand
from tests.support.board_browser import STATIC

PANELS = ("table", "kitty", "trace", "puzzle", *(() if STATIC else ("bids", "cards", "result")))
WAYS = ("paste", "random", "cards")
DIALOGS = ("rules", "share", "help", *(() if STATIC else ("play",)))
#: Six tricks of a hand with a kitty, of which everything is known at once.
SHORT = {
    "rules": "bid_whist",
    "deal": "N:AK.32.4.5 QJ.A.K2.3 2.KQ.A3.4 43.J.QJ.A | 5.54.5.6.BL",
    "strain": "S+",
    "declarer": "S",
    "leader": "W",
}


def _panel(key):
    def show(page):
        # A trick is on the table and few are left, so that no answer takes long.
        page.open(real_hand(), at=38).tab(f"panel.{key}.title").click()
        if key in ("bids", "cards"):  # rows are there long before the last sample
            page.page.locator(".estimates tbody tr").first.wait_for()
        else:
            page.settled()

    return show


def _dialog(key, way=None):
    def show(page):
        if not page.page.locator(".hand").count():
            page.open(real_hand(), at=38)
        page.button(f"dialog.{key}.title").click()
        page.page.locator("dialog[open]").wait_for()
        if way is not None:
            page.tab(f"load.{way}.title").click()

    return show


#: How to get to each state from whichever page is there.
STATES = {
    "empty": lambda page: page.open({"deal": ""}).settled(),
    "refused": lambda page: page.open({"deal": "N:AK... QJ... T9... 8..."}).settled(),
    "no contract": lambda page: page.open({"deal": real_hand()["deal"]}).settled(),
    "over": lambda page: page.open(real_hand(), at=48).settled(),
    **{f"panel {key}": _panel(key) for key in PANELS},
    **{f"load {way}": _dialog("load", way) for way in WAYS},
    **{f"dialog {key}": _dialog(key) for key in (*DIALOGS, "edit")},
}


def states_of(page, names=tuple(STATES)):
    """Brings the page to one state after the other."""
    for name in names:
        STATES[name](page)
        yield name
        if page.page.locator("dialog[open]").count():
            page.press("Escape")
