"""How long the page without a server takes, on a desk and on a slow phone, as a table of markdown.

``python -m docs.page_times --into docs/performance.md`` opens what ``nox -s web`` built in a Chromium.
"""

from __future__ import annotations

import argparse
import gzip
import statistics
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

from benchmarks.pages import processor, put_between
from playwright.sync_api import Browser, sync_playwright
from tests.support.board_browser import chromium_here
from tests.support.web_answers import SITE, static_host

import whistsolve as ws
from whistsolve.solving.bench.fixed import HARD_DEALS

#: How many times slower the processor is, bits a second, and milliseconds to the host and back.
PLACES = {"desk": (1, 0, 0), "slow phone": (4, 1_600_000, 150)}
RULES = "bid_whist_no_kitty"
_BEGUN = "() => document.querySelector('.page-head button') !== null"
#: Cards have values, of the hand that was asked for.
_VALUES = """() => document.querySelector('.card-value') !== null
    && document.querySelector('.table-side [aria-busy=true]') === null"""


def opened(browser: Browser, address: str, place: str, condition: str) -> float:
    """Seconds from a first visit to a condition."""
    slower, bits, latency = PLACES[place]
    context = browser.new_context()
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    if bits:
        limits = {"downloadThroughput": bits / 8, "uploadThroughput": bits / 8, "latency": latency}
        session.send("Network.emulateNetworkConditions", {"offline": False, **limits})
    page.goto(address, wait_until="commit")
    page.wait_for_function(condition)
    seconds = float(page.evaluate("performance.now() / 1000"))
    context.close()
    return seconds


def shown(browser: Browser, address: str, deals: list[str], strain: str) -> Iterator[float]:
    """Seconds from another hand on the open page to the values or bounds of its legal cards."""
    page = browser.new_page()
    page.goto(address)
    page.wait_for_function(_VALUES)
    for deal in deals:
        hand = urlencode({"rules": RULES, "deal": deal, "strain": strain, "declarer": "N"})
        begun = page.evaluate("(hand) => { location.hash = hand; return performance.now(); }", hand)
        page.evaluate("() => new Promise(requestAnimationFrame)")
        page.wait_for_function(_VALUES)
        yield float(page.evaluate("performance.now()") - begun) / 1000
    page.close()


def report() -> str:
    """The table."""
    size = sum(len(gzip.compress(each.read_bytes(), 9)) for each in SITE.iterdir()) / 1000
    fresh = [str(ws.Deal.random(seed, RULES)) for seed in range(1, 21)]
    asked = {
        "values of a fresh hand's legal cards": fresh,
        "values or bounds, four voids": [each.deal for each in HARD_DEALS],
    }
    with static_host(compressed=True) as place, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_here(), args=["--no-sandbox"])
        found = {
            f"first visit, {name}: {what}": [opened(browser, place.address, name, ends) for _ in range(5)]
            for name in PLACES
            for what, ends in (("hears the person", _BEGUN), ("shows values", _VALUES))
        }
        for what, deals in asked.items():
            for strain in ("S+", "NT+"):
                found[f"{what}, {strain}"] = list(shown(browser, place.address, deals, strain))
        browser.close()
    rows = [f"| {name} | {statistics.median(each):.2f} | {max(each):.2f} |" for name, each in found.items()]
    head = [f"All files: {size:.0f} kB compressed. Measured on {processor()}, in Chromium.", ""]
    return "\n".join([*head, "| | median s | worst s |", "| --- | ---: | ---: |", *rows])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, help="the page with marks for these figures")
    path = parser.parse_args().into
    text = report()
    if path is None:
        print(text)
    else:
        path.write_text(put_between(path.read_text("utf-8"), text, "page"), "utf-8")


if __name__ == "__main__":
    main()
