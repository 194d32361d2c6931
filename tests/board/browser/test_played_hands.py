"""Hands on the page: played through, every number compared with the library at every point, and refused."""

import pytest
from tests.support.board_answers import REAL, real_hand, real_text
from tests.support.board_browser import symbols
from tests.support.board_points import shows

import whistsolve as ws


@pytest.mark.parametrize("name", REAL)
def test_a_real_hand_is_played_through_by_clicking_and_opened_at_any_point(page, name):
    fields = real_hand(name)
    page.open().load(real_text(name))
    cards = fields["played"].split()
    for at, card in enumerate(cards):
        shows(page, fields, at)
        page.play(card)
    finished = shows(page, fields).finished
    # A link without a point opens a hand that was played to its end before the first card.
    assert page.read("address") == {**fields, **({"at": str(len(cards))} if finished else {})}
    shows(page.open(fields), fields, 0 if finished else None)
    for at in (5, 2):
        shows(page.open(fields, at=at), fields, at)
        assert page.read("address") == {**fields, "at": str(at)}
    assert page.read("contract") == [fields["strain"], fields["declarer"], fields.get("leader", "")]
    kitty = (ws.Deal.from_text(fields["deal"]).kitty or (), ws.Hand(fields["discard"].split()))
    assert page.read("kitty") == [
        [page.words(key), [symbols(str(card)) for card in each]]
        for key, each in zip(("kitty.title", "kitty.given_up"), kitty, strict=True)
    ]


def test_a_deal_without_a_contract_shows_its_cards_and_none_is_refused(page):
    page.open({"deal": "N:AK... QJ... T9... 8..."})
    alert = page.page.get_by_role("alert")
    alert.wait_for()
    assert page.words("app.error") in (alert.text_content() or "")
    assert page.button("welcome.deal").is_visible()
    assert not page.page.locator(".controls").count()  # there is nothing to step through
    page.load("N:AK... QJ... T9... 8x...")
    page.page.locator("dialog [role=alert]").wait_for()
    page.page.get_by_label(page.words("load.paste.label"), exact=True).fill("N:AK... QJ... T9... 87...")
    page.button("load.paste.show").click()
    page.page.locator("dialog").wait_for(state="detached")
    page.page.locator(".table-side > .error").wait_for(state="detached")
    page.settled()
    assert page.read("hands")["W"]["cards"] == ["S8", "S7"]
    deal = ws.Deal.random(7, ws.Rules.preset("bid_whist"))
    page.open({"deal": str(deal)})
    page.until("boardReading.hands().W?.cards.length === 12")
    shown = page.read("board")
    assert shown["trick"] is None and shown["line"] == {"cards": [], "now": 0}
    hands = [(hand["cards"], hand["legal"]) for hand in shown["hands"].values()]
    assert hands == [(list(map(str, hand)), {}) for hand in deal.hands]
    assert page.words("trick.no_contract") in page.text()
