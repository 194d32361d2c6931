"""The table, and moving along the line of play, on the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.support.board_answers import answered
from tests.support.board_browser import BrowserPage, Words, symbols
from tests.support.board_points import PlayedBoard
from tests.support.board_states import short_hand

import whistsolve as ws
from whistsolve.rules import rules_from_text
from whistsolve_board.sources import read_hands

PTN = Path(__file__).parents[2] / "data" / "ptn"
SHORT = short_hand()


def real_hand(name: str) -> dict[str, str]:
    [fields] = read_hands((PTN / f"{name}.ptn").read_text("utf-8"), None)[1]
    return dict(fields)


def table_shown(words: Words, found: Any, kitty: bool) -> dict[str, Any]:
    """A table of the library as the page reads it: uptown above downtown."""
    strains = [str(strain) for strain in found.strains]
    maps = [[strain for strain in strains if strain[-1] == direction] for direction in "+-"]

    def cell(seat: str, strain: str) -> list[str]:
        tricks = found[seat, strain]
        key = "panel.table.cell_kitty" if kitty else "panel.table.cell"
        name = words.count(key, tricks, seat=words.seat(seat), strain=words.strain(strain))
        return [str(tricks), name]

    return {
        "waiting": 0,
        "strains": [words.strain(strain) for each in maps for strain in each],
        "rows": [
            [[words.seat(seat), *(cell(seat, strain) for strain in each)] for seat in "NESW"] for each in maps
        ],
    }


@pytest.mark.parametrize("name", ["trickster-241", "trickster-327"])
def test_all_cells_of_a_real_hand(page: BrowserPage, name: str) -> None:
    fields = real_hand(name)
    record = ws.notation.read_ptn((PTN / f"{name}.ptn").read_text("utf-8"))[0]
    rules = rules_from_text(fields["rules"])
    page.open(fields)
    page.shows("table", table_shown(page.words, ws.table(record.deal, rules=rules, kitty="optimal"), True))
    switch = page.page.get_by_label(page.words("panel.table.kitty"))
    switch.uncheck()
    page.shows("table", table_shown(page.words, ws.table(record.deal_in_play, rules=rules), False))
    assert page.page.locator("button.heat").count() == 40
    chosen = page.page.locator("button.heat[aria-pressed=true]")
    assert chosen.count() == 1


def test_a_cell_of_the_table_is_chosen_and_played(page: BrowserPage) -> None:
    """With the kitty its discard is given up; without, its seat leads."""
    deal = {name: SHORT[name] for name in ("rules", "deal")}
    page.open(deal)
    page.settled()
    found = ws.table(ws.Deal.from_text(SHORT["deal"]), rules=rules_from_text("bid_whist"), kitty="optimal")
    name = page.words.count(
        "panel.table.cell_kitty", found["E", "H-"], seat="East", strain=page.words.strain("H-")
    )
    cell = page.page.get_by_role("button", name=name, exact=True)
    cell.click()
    discard = found.discard("E", "H-").cards
    expected = {**deal, "strain": "H-", "declarer": "E", "discard": " ".join(map(str, discard))}
    page.shows("board", PlayedBoard.of(expected, page.words).board(0))
    assert page.read("address") == expected
    assert cell.get_attribute("aria-pressed") == "true"
    assert page.read("contract") == ["H-", "E", ""]
    # The value of the cell is the value of the hand.
    assert page.words("trick.to_come", count=found["E", "H-"]) in page.read("trick")["result"]
    page.control("undo").click()
    page.shows("address", deal)
    page.page.get_by_label(page.words("panel.table.kitty")).uncheck()
    page.page.get_by_role("button", name="West leads, no-trump uptown", exact=False).click()
    # A kitty that nobody has looked at is out of play.
    dealt = str(ws.Deal(ws.Deal.from_text(SHORT["deal"]).hands))
    shown = PlayedBoard.of({**deal, "deal": dealt, "strain": "NT+", "declarer": "W"}, page.words).board(0)
    page.until("boardReading.address().strain === 'NT+'")
    page.settled()
    assert page.read("hands") == shown["hands"]


def choose(page: BrowserPage, what: str, value: str) -> None:
    page.page.get_by_role("combobox", name=page.words(f"contract.{what}"), exact=True).select_option(value)


def test_strain_and_declarer_are_chosen_by_name(page: BrowserPage) -> None:
    page.open({name: SHORT[name] for name in ("rules", "deal")})
    page.settled()
    choose(page, "strain", "D-")
    choose(page, "declarer", "W")
    choose(page, "leader", "E")
    page.settled()
    assert page.read("contract") == ["D-", "W", "E"]
    assert page.read("trick")["turn"] == page.words("trick.turn", seat="East")
    # The cell's number is that with the kitty.
    cell = page.page.locator("button.heat[aria-pressed=true]")
    assert page.words("kitty.not_taken") in page.read("trick")["result"] and not cell.count()
    choose(page, "leader", "")
    page.button("kitty.take").click()
    page.until("boardReading.address().discard !== undefined")
    page.settled()
    result = page.read("trick")["result"]
    assert page.words("trick.to_come", count=cell.text_content()) in result
    assert page.words("kitty.not_taken") not in result
    choose(page, "strain", "")
    page.until("boardReading.trick() === null")
    assert page.read("address") == {name: SHORT[name] for name in ("rules", "deal")}


def played(page: BrowserPage, *cards: str, fields: dict[str, str] = SHORT) -> PlayedBoard:
    return PlayedBoard.of({**fields, "played": " ".join(cards)} if cards else fields, page.words)


def test_undo_redo_and_every_point_of_the_line(page: BrowserPage) -> None:
    page.open(SHORT)
    cards = ("CA", "C5", "C3", "C4", "DQ")
    page.shows("board", played(page).board(0))
    for at, card in enumerate(cards, 1):
        page.play(card)
        page.shows("board", played(page, *cards[:at]).board(at))
    for at in (4, 3):
        page.control("undo").click()
        page.shows("board", played(page, *cards[:at]).board(at))
    page.control("redo").click()
    page.shows("board", played(page, *cards[:4]).board(4))
    page.control("redo").click()
    line = played(page, *cards)
    page.shows("board", line.board(5))
    assert page.control("redo").get_attribute("aria-disabled") == "true"
    for key, at in (("first", 0), ("forward", 1), ("forward", 2), ("back", 1), ("last", 5), ("back", 4)):
        page.control(key).click()
        page.shows("board", line.board(at))
    for at in (2, 5, 3):
        page.page.locator(".line-card").nth(at - 1).click()
        page.shows("board", line.board(at))
        assert page.read("address") == {
            **SHORT,
            "played": " ".join(cards),
            **({} if at == 5 else {"at": str(at)}),
        }
    # The same card goes on along the line, another one cuts it off; undo brings it back.
    page.play("C4")
    page.shows("board", line.board(4))
    page.play("DJ")
    page.shows("board", played(page, *cards[:4], "DJ").board(5))
    page.control("undo").click()
    page.shows("board", line.board(4))


def test_best_play_takes_what_is_to_come(page: BrowserPage) -> None:
    page.open({**SHORT, "played": "CA C5"})
    start = played(page, "CA", "C5")
    page.shows("board", start.board(2))
    values = start.values(2)
    # East defends: the best card leaves the declarer's side least.
    tricks = min(values.values())
    page.button("controls.best_line").click()
    page.until("boardReading.line().cards.length === 24")
    status = page.page.get_by_role("status").text_content()
    assert status == page.words.count("status.best_line", tricks)
    address = page.read("address")
    line = address["played"].split()
    assert line[:2] == ["CA", "C5"] and address["at"] == "2"
    whole = played(page, *line)
    page.shows("board", whole.board(2))
    page.control("last").click()
    page.shows("board", whole.board(24))
    won = whole.position(24).won
    assert sum(won[seat] for seat in whole.side) == tricks + sum(whole.position(2).won)
    assert page.read("line")["cards"] == [symbols(card) for card in line]


def test_back_in_the_browser_goes_to_the_hand_of_that_address(page: BrowserPage) -> None:
    page.open(SHORT)
    page.shows("board", played(page).board(0))
    page.page.evaluate("location.hash = new URLSearchParams({...boardReading.address(), played: 'CA'})")
    page.shows("board", played(page, "CA").board(1))
    page.page.go_back()
    page.shows("board", played(page).board(0))
    page.page.go_forward()
    page.shows("board", played(page, "CA").board(1))


def test_a_claim_is_refuted_or_holds(page: BrowserPage) -> None:
    """The verdict is that of the solver, and the line that refutes a claim is put on the board."""
    hand, words = short_hand(), page.words
    page.open(hand)
    page.settled()
    page.page.get_by_text(words("claim.title")).click()
    _, refuted = answered("claim", hand=hand, seat="W", tricks=6)
    assert not refuted["holds"]
    verdict = page.page.locator(".claim-verdict")
    west = words.seat("W")
    verdict.get_by_text(words.count("claim.refuted", refuted["tricks"], seat=west)).wait_for()
    cards = [each["card"] for each in refuted["refutation"]]
    assert verdict.locator(".claim-card").count() == len(cards)
    claimant, chosen = page.page.locator(".claim-check select").all()
    chosen.select_option(str(refuted["tricks"]))
    verdict.get_by_text(words("claim.holds", seat=west)).wait_for()
    for seat in "NES":
        claimant.select_option(seat)
        _, found = answered("claim", hand=hand, seat=seat, tricks=refuted["tricks"])
        name = words.seat(seat)
        held, lost = words("claim.holds", seat=name), words.count("claim.refuted", found["tricks"], seat=name)
        verdict.get_by_text(held if found["holds"] else lost).wait_for()
    claimant.select_option("W")
    chosen.select_option("6")
    page.button("claim.show").click()
    page.until("boardReading.address().played === values[0]", " ".join(cards))
    page.settled()


def test_a_what_if_stands_beside_the_play_with_its_comment(page: BrowserPage) -> None:
    words = page.words
    page.open({**SHORT, "played": "CA C5 C3 C4 DQ"}, at=4)
    line = played(page, "CA", "C5", "C3", "C4", "DQ")
    page.shows("board", line.board(4))
    page.play("DJ")
    what_if = played(page, "CA", "C5", "C3", "C4", "DJ")
    page.shows("board", what_if.board(5))
    status = page.page.get_by_role("status").first
    assert status.text_content()
    rows = page.page.locator(".variations li")
    assert rows.count() == 2
    for row, key in ((0, "lines.first"), (1, "lines.what_if")):
        rows.nth(row).get_by_text(words(key, trick=2)).wait_for()
    rows.nth(1).get_by_role("textbox").fill("Keeps the queen")
    rows.nth(0).get_by_role("button").first.click()
    page.shows("board", line.board(4))
    page.reload()
    page.shows("board", line.board(4))
    assert rows.nth(1).get_by_role("textbox").input_value() == "Keeps the queen"
    rows.nth(1).get_by_role("button").first.click()
    page.shows("board", what_if.board(4))
    removal = words("lines.remove", line=words("lines.what_if", trick=2))
    rows.nth(1).get_by_role("button", name=removal, exact=True).click()
    page.shows("board", line.board(4))
    assert rows.count() == 0


def test_undo_takes_back_what_was_said(page: BrowserPage) -> None:
    page.open(SHORT)
    page.shows("board", played(page).board(0))
    page.play("CA")
    page.shows("board", played(page, "CA").board(1))
    status = page.page.get_by_role("status").first
    assert status.text_content()
    page.control("undo").click()
    page.shows("board", played(page).board(0))
    assert not status.text_content()


def test_the_hands_of_a_file_are_gone_through(page: BrowserPage) -> None:
    texts = [(PTN / f"{name}.ptn").read_text("utf-8") for name in ("trickster-241", "trickster-327")]
    first, second = (real_hand(name) for name in ("trickster-241", "trickster-327"))
    page.open()
    page.load("\n".join(texts))
    listed = page.page.locator(".choose-hand button")
    listed.first.get_by_text(page.words.count("panel.result.set", 1)).wait_for()
    assert "1. 2024.02.06 15:11:23 Trickster" in (listed.first.text_content() or "")
    listed.first.click()
    page.shows("address", first)
    page.button("file.forward").click()
    page.shows("address", {**second, "at": "0"})
    assert page.button("file.forward").get_attribute("aria-disabled") == "true"
    page.page.get_by_label(page.words("file.hand")).select_option("0")
    page.shows("address", first)


def test_an_empty_board_offers_hands(page: BrowserPage) -> None:
    page.open()
    page.button("welcome.example").click()
    example = {**real_hand("trickster-241"), "title": page.words("welcome.example_title")}
    del example["tags"]
    page.shows("address", example)
    page.page.evaluate("history.replaceState(null, '', location.pathname)")
    page.reload()
    page.button("welcome.deal").click()
    page.until("(boardReading.address().deal ?? '').length > 60")
    page.settled()


def test_what_was_understood_of_a_deal_is_said(page: BrowserPage) -> None:
    page.open()
    page.load("\n".join(["North: SA SK", "East: ♥A ♥K", "South: D A K", "West: CA CK"]))
    expected = page.words("load.paste.read_as", deal="N:AK... .AK.. ..AK. ...AK")
    page.until("document.querySelector('[role=status]').textContent === values[0]", expected)
