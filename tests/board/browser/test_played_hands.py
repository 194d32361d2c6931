"""Both real hands played through on the page, every number on it compared with the library at every point."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.support.board_browser import BrowserPage, symbols
from tests.support.board_points import PlayedBoard

import whistsolve as ws
from whistsolve_board.sources import read_hands

if TYPE_CHECKING:
    pass

PTN = Path(__file__).parents[2] / "data" / "ptn"
REAL = ("trickster-241", "trickster-327")


def fields_of(name: str) -> tuple[str, dict[str, str]]:
    """A real hand as its site wrote it, and as a link carries it."""
    text = (PTN / f"{name}.ptn").read_text("utf-8")
    [fields] = read_hands(text, None)[1]
    return text, fields


@pytest.mark.parametrize("name", REAL)
def test_a_real_hand_is_played_through_by_clicking(page: BrowserPage, name: str) -> None:
    text, fields = fields_of(name)
    page.open().load(text)
    whole = PlayedBoard.of(fields, page.words)
    page.shows("board", whole.board(0))
    for at, card in enumerate(whole.played, 1):
        page.play(card)
        page.shows("board", whole.board(at))
    # A link without a point opens a hand that was played to its end before the first card.
    end = {"at": str(len(whole.played))} if whole.position(len(whole.played)).finished else {}
    assert page.read("address") == {**fields, **end}


@pytest.mark.parametrize("name", REAL)
def test_a_link_opens_a_real_hand_at_any_point(page: BrowserPage, name: str) -> None:
    _, fields = fields_of(name)
    whole = PlayedBoard.of(fields, page.words)
    page.open(fields)
    length = len(whole.played)
    page.shows("board", whole.board(0 if whole.position(length).finished else length))
    for at in (5, 2):
        page.open(fields, at=at)
        page.shows("board", whole.board(at))
        assert page.read("address") == {**fields, "at": str(at)}
    assert page.read("contract") == [fields["strain"], fields["declarer"], fields.get("leader", "")]
    kitty, given_up = (ws.Deal.from_text(fields["deal"]).kitty, ws.Hand(fields["discard"].split()))
    assert kitty is not None
    assert page.read("kitty") == [
        [page.words("kitty.title"), [symbols(str(card)) for card in kitty]],
        [page.words("kitty.given_up"), [symbols(str(card)) for card in given_up]],
    ]


@pytest.mark.parametrize(
    ("preset", "strain", "seed"),
    [("cutthroat_3", "D+", 3), ("cutthroat_5", "C-", 5), ("bid_whist_no_kitty", "H-", 1)],
)
def test_random_deals_of_other_games_are_played(
    page: BrowserPage, preset: str, strain: str, seed: int
) -> None:
    """The last tricks of them, so that everything is shown at once on any machine."""
    rules = ws.Rules.preset(preset)
    deal = ws.Deal.random(seed, rules)
    hands = [ws.Hand(list(hand)[:4]) for hand in deal.hands]
    fields = {"rules": preset, "deal": str(ws.Deal(hands)), "strain": strain, "declarer": "E"}
    if deal.seats != 4:
        fields["declarer"] = "1"
    start = {**fields, "leader": fields["declarer"]}
    page.open(start)
    played: list[str] = []
    while True:
        whole = PlayedBoard.of({**start, "played": " ".join(played)}, page.words)
        page.shows("board", whole.board(len(played)))
        if whole.position(len(played)).finished:
            break
        values = whole.values(len(played))
        # Any legal card, not always the best one.
        card = sorted(values)[len(played) % len(values)]
        page.play(card)
        played.append(card)
    assert page.read("address") == {**start, "played": " ".join(played), "at": str(len(played))}


def test_a_deal_without_a_contract_shows_its_cards(page: BrowserPage) -> None:
    deal = ws.Deal.random(7, ws.Rules.preset("bid_whist"))
    page.open({"deal": str(deal)})
    page.until("document.querySelector('.hand') !== null")
    shown = page.read("board")
    assert shown["trick"] is None and shown["line"] == {"cards": [], "now": 0}
    assert [hand["cards"] for hand in shown["hands"].values()] == [
        list(map(str, hand)) for hand in deal.hands
    ]
    assert not any(hand["legal"] for hand in shown["hands"].values())
    assert page.words("trick.no_contract") in page.text()


def test_a_joker_that_is_led_names_a_suit(page: BrowserPage) -> None:
    """Its value is that with the best suit; the suit chosen is in the link, and is followed."""
    fields = {
        "rules": "bid_whist joker_lead_no_trump=leader_names_suit",
        "deal": "N:K..2..B Q.A.3. J.K..2 .QJ..3",
        "strain": "NT+",
        "declarer": "N",
    }
    page.open({**fields, "title": "Jöker ♥ — пример"})
    whole = PlayedBoard.of(fields, page.words)
    page.shows("board", whole.board(0))
    page.play("BJ")
    page.until("document.activeElement.closest('.name-suit') !== null")
    assert page.focus == page.words("suit.S")
    page.page.get_by_role("group", name=page.words("joker.names", card=page.words.card("BJ"))).get_by_role(
        "button", name=page.words("suit.H"), exact=True
    ).click()
    after = PlayedBoard.of({**fields, "played": "BJ:H"}, page.words)
    page.shows("board", after.board(1))
    assert after.position(1).legal() == ("HA",)
    assert page.read("address")["played"] == "BJ:H"
    assert page.focus is not None


def test_a_hand_that_is_none_is_refused_in_words(page: BrowserPage) -> None:
    page.open({"deal": "N:AK... QJ... T9... 8..."})
    alert = page.page.get_by_role("alert")
    alert.wait_for()
    assert page.words("app.error") in (alert.text_content() or "")
    assert page.button("welcome.deal").is_visible()
    assert not page.page.locator(".controls").count()  # there is nothing to step through
    page.load("N:AK... QJ... T9... 8x...")
    page.page.locator("dialog [role=alert]").wait_for()
    page.page.get_by_label(page.words("load.paste.label")).fill("N:AK... QJ... T9... 87...")
    page.button("load.paste.show").click()
    page.page.locator("dialog").wait_for(state="detached")
    page.page.locator(".table-side > .error").wait_for(state="detached")
    page.settled()
    assert page.read("hands")["W"]["cards"] == ["S8", "S7"]
