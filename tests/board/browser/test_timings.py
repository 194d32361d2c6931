"""How long a hand takes to be on show: stated at the end of the run, and not held to any time."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from urllib.parse import urlencode

import pytest
from tests.support.board_browser import HUNG, BrowserPage

import whistsolve as ws


def fields_of(seed: int) -> dict[str, str]:
    """A random deal of bid whist, whose South declares with the cards that he was dealt."""
    deal = ws.Deal.random(seed, ws.Rules.preset("bid_whist"))
    strain = str(ws.STRAINS[seed % 10])
    return {"deal": str(deal), "strain": strain, "declarer": "S", "title": f"deal {seed}"}


@pytest.mark.parametrize("opened", ["by its link", "in an open page"])
@pytest.mark.parametrize(
    ("deals", "kitty"),
    [
        pytest.param(3, False, id="as dealt, 3"),
        pytest.param(30, False, id="as dealt, 30", marks=pytest.mark.thorough),
        pytest.param(10, True, id="with best discards, 10", marks=pytest.mark.thorough),
    ],
)
def test_time_until_values_and_table_are_shown(
    page: BrowserPage,
    record_property: Callable[[str, object], None],
    opened: str,
    deals: int,
    kitty: bool,
) -> None:
    page.open()
    times = []
    for seed in range(deals):
        fields = fields_of(seed)
        if not kitty:
            fields["rules"] = "bid_whist_no_kitty"
            fields["deal"] = str(ws.Deal(ws.Deal.from_text(fields["deal"]).hands))
        fragment = urlencode(fields)
        if opened == "by its link":
            page.page.goto("about:blank")
            page.page.goto(f"{page.place.address}#{fragment}", wait_until="commit")
            fragment = ""
        found = page.page.evaluate(
            "([fragment, patience]) => boardTimes(fragment || null, patience)", [fragment, 4 * HUNG * 1000]
        )
        assert found["values"] is not None and found["table"] is not None
        times.append((found["values"], found["table"]))
    values, table = (median(each) for each in zip(*times, strict=True))
    cells = "uptown table" if not kitty else "uptown table with the best discards"
    record_property(
        "stated",
        f"a deal {opened}: values of its cards after {values:.0f} ms, {cells} after {table:.0f} ms "
        f"(medians of {deals})",
    )
