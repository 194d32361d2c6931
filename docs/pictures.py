"""Makes the pictures of README: the board with a played hand and with its trace, as a browser shows them.

``python docs/pictures.py`` needs the extra ``board``, Playwright and a Chromium, which ``--chromium PATH``
names where Playwright has none of its own.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
HAND = ROOT / "tests" / "data" / "ptn" / "trickster-241.ptn"
#: A usual laptop.
SIZE = {"width": 1366, "height": 768}


def picture_board(chromium: str | None, folder: Path) -> None:
    """Write pictures of the board with the hand and its values, and with its trace."""
    command = [sys.executable, "-m", "whistsolve", "board", "--no-browser", str(HAND)]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server,
        sync_playwright() as playwright,
    ):
        assert server.stdout is not None
        address = next(found[0] for line in server.stdout if (found := re.search(r"http://\S+", line)))
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport=SIZE, color_scheme="light", locale="en-GB")
        page.goto(address)
        for tab, name in (("Trace", "trace.png"), ("Table", "board.png")):
            page.get_by_role("tab", name=tab).click()
            page.wait_for_timeout(6_000)  # until all values are there
            page.screenshot(path=folder / name)
        browser.close()
        server.terminate()


def main() -> None:
    """Make them."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--chromium", help="path of a Chromium")
    asked = parser.parse_args()
    picture_board(asked.chromium, ROOT / "docs" / "_static")


if __name__ == "__main__":
    main()
