"""The board's page in a browser: what it shows, what is done to it, and everything that goes wrong on it."""

import json
import os
import shutil
from urllib.parse import urlencode

import pytest
from tests.support.sources import BOARD, ROOT

#: Whether the page is the one without a server, which `nox -s web` builds.
STATIC = os.environ.get("WHISTSOLVE_BOARD") == "static"
needs_library = pytest.mark.skipif(STATIC, reason="asks what only the library answers")
#: Sizes of windows, in CSS pixels: a desk, a usual phone, and the narrowest one in use.
DESK, PHONE, NARROW = (1440, 900), (390, 844), (360, 740)
#: Seconds; a safety net only: what takes so long, on a machine however busy, does not come.
HUNG = 30
SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
READER = ROOT / "tests" / "board" / "browser" / "reading.js"


def chromium_here():
    """The Chromium of this machine, where there is one."""
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    return next((found for name in names if (found := shutil.which(name))), None)


class Words:
    """The texts of the page, put together as the page does."""

    def __init__(self):
        path = BOARD / "page" / "source" / "en.json"
        self.texts = json.loads(path.read_text("utf-8"))

    def __call__(self, key, **values):
        text = self.texts[key]
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", str(value))
        return text

    def count(self, stem, count, **values):
        return self(f"{stem}.{'one' if count == 1 else 'other'}", count=count, **values)

    def card(self, card):
        """A card in words, and the suit that a joker names."""
        if ":" in card:
            return self("card.naming", joker=self.card(card[:2]), suit=self(f"suit.{card[3]}"))
        if card[:2] in ("BJ", "LJ"):
            return self(f"card.{card[:2]}")
        return self("card.of_suit", rank=self(f"rank.{card[1]}"), suit=self(f"suit.{card[0]}"))

    def seat(self, seat):
        return self("seat.number", number=seat) if seat.isdigit() else self(f"seat.{seat}")

    def strain(self, strain):
        trump, direction = self(f"suit.{strain[:-1]}"), self(f"direction.{strain[-1]}")
        return self("strain.name", trump=trump, direction=direction)


def symbols(card):
    """A card for the eye, and the suit that a joker names."""
    if ":" in card:
        return f"{card[:2]}:{SUITS[card[3]]}"
    return card if card in ("BJ", "LJ") else SUITS[card[0]] + rank(card)


def rank(card):
    """What stands on a card in a hand."""
    return card if card in ("BJ", "LJ") else card[1].replace("T", "10")


class BrowserPage:
    """One page of the board. `trouble` gathers what may never happen on it."""

    def __init__(self, place, context):
        self.place, self.words, self._leaving = place, Words(), False
        self.trouble = []
        context.add_init_script(path=READER)
        self.page = context.new_page()
        self.page.set_default_timeout(HUNG * 1000)
        self.page.on("pageerror", lambda error: self.trouble.append(f"page error: {error}"))
        self.page.on("console", self._said)
        self.page.on("request", lambda request: self._elsewhere(request.url))
        self.page.on("requestfailed", self._failed)
        self.page.on("response", self._answered)
        self.page.on("websocket", lambda opened: self._elsewhere(opened.url.replace("ws://", "http://")))

    def _said(self, message):
        if message.type in ("error", "warning"):
            self.trouble.append(f"console: {message.text}")

    def _failed(self, request):
        # What was still on its way is given up when its page is left.
        if not (self._leaving and request.failure == "net::ERR_ABORTED"):
            self.trouble.append(f"no answer: {request.url} ({request.failure})")

    def _answered(self, response):
        if response.status >= 400:
            self.trouble.append(f"{response.status}: {response.url}")

    def _elsewhere(self, url):
        if not url.startswith((self.place.address, "blob:", "data:")):
            self.trouble.append(f"elsewhere: {url}")

    # What is done.

    def open(self, fields=None, **more):
        """Goes to the board, with a hand as a link carries it."""
        found = {**(fields or {}), **more}
        self.page.goto(self.place.address + (f"#{urlencode(found)}" if found else ""))
        self.page.locator(".page-head").wait_for()
        return self

    def reload(self):
        self._leaving = True
        self.page.reload()
        self._leaving = False

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def control(self, key):
        return self.button(f"controls.{key}")

    def button(self, key):
        return self.page.get_by_role("button", name=self.words(key), exact=True).first

    def tab(self, key):
        return self.page.get_by_role("tab", name=self.words(key), exact=True)

    def play(self, card):
        self.page.locator(f".hand [data-card={card[:2]}]").click()

    def load(self, text):
        """Pastes a text into the dialog that loads hands."""
        self.button("dialog.load.title").click()
        self.page.get_by_label(self.words("load.paste.label"), exact=True).fill(text)
        self.button("load.paste.show").click()

    # What is shown.

    def shows(self, part, expected):
        """Waits until a part of the page is as expected; an error with what differs otherwise."""
        wait = "([part, expected, patience]) => boardShows(part, expected, patience)"
        shown = self.page.evaluate(wait, [part, expected, HUNG * 1000])
        assert shown == expected, "\n".join(_differences(shown, expected))

    def read(self, part):
        return self.page.evaluate("(part) => boardReading[part]()", part)

    def until(self, condition, *values):
        """Waits until an expression of JavaScript is true, in which `values` are what is given."""
        found = self.page.evaluate(
            f"""async ([values, patience]) => {{
                const end = performance.now() + patience;
                while (!({condition})) {{
                    if (performance.now() > end) return false;
                    await new Promise((resolve) => setTimeout(resolve, 5));
                }}
                return true;
            }}""",
            [list(values), HUNG * 1000],
        )
        assert found, condition

    def settled(self):
        self.until("boardReading.settled()")
        return self

    @property
    def focus(self):
        """What has the focus: a card, or a name; `None` where it is lost."""
        found = self.read("focus")
        return None if found is None else str(found)

    def overflow(self):
        root = "document.documentElement"  # by so many pixels it is wider than its window
        return int(self.page.evaluate(f"{root}.scrollWidth - {root}.clientWidth"))

    def text(self):
        return str(self.page.evaluate("document.body.textContent"))

    def check(self):
        self.trouble += self.page.evaluate("window.boardTrouble")
        assert not self.trouble, "\n".join(self.trouble)


def _differences(shown, expected, where=""):
    """Each place where two things made of dicts and lists differ, with what is there."""
    if isinstance(shown, list) and isinstance(expected, list) and len(shown) == len(expected):
        shown, expected = dict(enumerate(shown)), dict(enumerate(expected))
    if not isinstance(shown, dict) or not isinstance(expected, dict):
        return [] if shown == expected else [f"{where}: {shown!r} is shown, {expected!r} expected"]
    return [
        line
        for name in {**expected, **shown}
        for line in _differences(shown.get(name), expected.get(name), f"{where} {name}")
    ]
