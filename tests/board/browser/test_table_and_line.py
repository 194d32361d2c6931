"""The table, and moving along the line of play, on the page."""

from tests.support.board_answers import REAL, answered, real_hand, real_record, real_text, without
from tests.support.board_points import Point, shows
from tests.support.board_states import SHORT

import whistsolve as ws
from whistsolve.rules import rules_from_text

#: Of which nothing but the cards is known.
DEAL = {name: SHORT[name] for name in ("rules", "deal")}


def played(*cards):
    return {**SHORT, "played": " ".join(cards)} if cards else SHORT


def table_shown(words, found, kitty):
    """A table of the library as the page reads it: uptown above downtown."""
    strains = [str(strain) for strain in found.strains]
    maps = [[strain for strain in strains if strain[-1] == direction] for direction in "+-"]
    key = "panel.table.cell_kitty" if kitty else "panel.table.cell"

    def cell(seat, strain):
        tricks, values = found[seat, strain], {"seat": words.seat(seat), "strain": words.strain(strain)}
        return [str(tricks), words.count(key, tricks, **values)]

    return {
        "waiting": 0,
        "strains": [words.strain(strain) for each in maps for strain in each],
        "rows": [
            [[words.seat(seat), *(cell(seat, strain) for strain in each)] for seat in "NESW"] for each in maps
        ],
    }


def test_all_cells_of_a_real_hand(page):
    record, rules = real_record(), rules_from_text(real_hand()["rules"])
    page.open(real_hand()).tab("panel.table.title").click()
    page.shows("table", table_shown(page.words, ws.table(record.deal, rules=rules, kitty="optimal"), True))
    page.page.get_by_label(page.words("panel.table.kitty")).uncheck()
    page.shows("table", table_shown(page.words, ws.table(record.deal_in_play, rules=rules), False))
    assert page.page.locator("button.heat").count() == 40
    assert page.page.locator("button.heat[aria-pressed=true]").count() == 1


def test_a_cell_of_the_table_is_chosen_and_played(page):
    """With the kitty its discard is given up; without, its seat leads."""
    page.open(DEAL).settled()
    found = ws.table(ws.Deal.from_text(DEAL["deal"]), rules=rules_from_text("bid_whist"), kitty="optimal")
    tricks, values = found["E", "H-"], {"seat": "East", "strain": page.words.strain("H-")}
    name = page.words.count("panel.table.cell_kitty", tricks, **values)
    cell = page.page.get_by_role("button", name=name, exact=True)
    cell.click()
    discard = " ".join(map(str, found.discard("E", "H-").cards))
    expected = {**DEAL, "strain": "H-", "declarer": "E", "discard": discard}
    shows(page, expected)
    assert page.read("address") == expected
    assert cell.get_attribute("aria-pressed") == "true"
    assert page.read("contract") == ["H-", "E", ""]
    # The value of the cell is the value of the hand.
    assert page.words.count("trick.to_come", tricks) in page.read("trick")["result"]
    page.control("undo").click()
    page.shows("address", DEAL)
    page.page.get_by_label(page.words("panel.table.kitty")).uncheck()
    page.page.get_by_role("button", name="West leads, no-trump uptown", exact=False).click()
    # A kitty that nobody has looked at is out of play.
    dealt = {"deal": DEAL["deal"].partition(" |")[0], "strain": "NT+", "declarer": "W"}
    page.until("boardReading.address().strain === 'NT+'")
    page.settled()
    assert page.read("hands") == Point(dealt, page.words).board()["hands"]


def test_back_in_the_browser_goes_to_the_hand_of_that_address(page):
    shows(page.open(SHORT), SHORT)
    page.page.evaluate("location.hash = new URLSearchParams({...boardReading.address(), played: 'CA'})")
    shows(page, played("CA"))
    page.page.go_back()
    shows(page, SHORT)
    page.page.go_forward()
    shows(page, played("CA"))


def test_a_claim_is_refuted_or_holds(page):
    """The verdict is that of the solver, and the line that refutes a claim is put on the board."""
    words = page.words
    page.open(SHORT).settled()
    page.page.get_by_text(words("claim.title")).click()
    verdict = page.page.locator(".claim-verdict")

    def judged(seat, tricks):
        """The solver's answer, once the page says the same."""
        found = answered("claim", hand=SHORT, seat=seat, tricks=tricks)[1]
        lost = words.count("claim.refuted", found["tricks"], seat=words.seat(seat))
        verdict.get_by_text(
            words("claim.holds", seat=words.seat(seat)) if found["holds"] else lost
        ).wait_for()
        return found

    refuted = judged("W", 6)
    cards = [each["card"] for each in refuted["refutation"]]
    assert not refuted["holds"] and verdict.locator(".claim-card").count() == len(cards)
    claimant, chosen = page.page.locator(".claim-check select").all()
    chosen.select_option(str(refuted["tricks"]))
    assert judged("W", refuted["tricks"])["holds"]
    for seat in "NES":
        claimant.select_option(seat)
        judged(seat, refuted["tricks"])
    claimant.select_option("W")
    chosen.select_option("6")
    page.button("claim.show").click()
    page.until("boardReading.address().played === values[0]", " ".join(cards))
    page.settled()


def test_the_hands_of_a_file_are_gone_through(page):
    first, second = map(real_hand, REAL)
    page.open().load("\n".join(map(real_text, REAL)))
    listed = page.page.locator(".choose-hand button")
    listed.first.get_by_text(page.words.count("panel.result.set", 1)).wait_for()
    assert "1. 2024.02.06 15:11:23 Trickster" in (listed.first.text_content() or "")
    listed.first.click()
    page.shows("address", first)
    page.control("forward").click()
    page.shows("address", {**first, "at": "1"})
    page.tab("panel.kitty.title").click()
    page.button("file.forward").click()
    page.shows("address", {**second, "at": "0"})
    assert page.tab("panel.kitty.title").get_attribute("aria-selected") == "true"  # as it was left
    assert page.button("file.forward").get_attribute("aria-disabled") == "true"
    page.page.get_by_label(page.words("file.hand")).select_option("0")
    page.shows("address", {**first, "at": "1"})  # as it was left


def test_hands_of_a_text_that_cannot_be_read_are_named(page):
    page.open().load("N:AK... QJ... T9... 87...\nN:AK... QJ... T9... 8A...")
    wrong = page.page.locator(".choose-hand .error li")
    assert "line 2" in (wrong.text_content() or "")
    page.page.locator(".choose-hand button").click()
    page.until("boardReading.address().deal === values[0]", "N:AK... QJ... T9... 87...")


def test_the_page_opens_on_a_played_hand_that_is_solved(page):
    """With its losing cards, which are marked in the line of play too."""
    title, rules = page.words("welcome.example_title"), rules_from_text(real_hand()["rules"])
    page.open().shows("address", {**without(real_hand(), "tags"), "title": title})
    assert page.tab("panel.trace.title").get_attribute("aria-selected") == "true"
    losses = [card for card in ws.analyse_play(real_record(), rules=rules).cards if card.lost]
    marks = page.settled().page.locator(".line-card .loss-mark")
    assert marks.all_text_contents() == [f"{'NESW'[card.seat]}\N{MINUS SIGN}{card.lost}" for card in losses]


def test_a_board_without_a_hand_has_the_box_for_one_and_says_what_it_understood(page):
    page.open({"deal": ""})
    page.page.get_by_label(page.words("load.paste.label"), exact=True).fill(SHORT["deal"])
    page.button("load.paste.show").click()
    page.shows("address", DEAL)
    page.page.evaluate("history.replaceState(null, '', '#deal=')")
    page.reload()
    page.button("welcome.deal").click()
    page.until("(boardReading.address().deal ?? '').length > 60")
    page.settled()
    page.load("\n".join(["North: SA SK", "East: ♥A ♥K", "South: D A K", "West: CA CK"]))
    expected = page.words("load.paste.read_as", deal="N:AK... .AK.. ..AK. ...AK")
    page.until("document.querySelector('[role=status]').textContent === values[0]", expected)


LINE = ("CA", "C5", "C3", "C4", "DQ")


def test_strain_and_declarer_are_chosen_by_name(page):
    def choose(what, value):
        name = page.words(f"contract.{what}")
        page.page.get_by_role("combobox", name=name, exact=True).select_option(value)

    page.open(DEAL).settled()
    choose("strain", "D-")
    choose("declarer", "W")
    choose("leader", "E")
    page.settled()
    assert page.read("contract") == ["D-", "W", "E"]
    assert page.read("trick")["turn"] == page.words("trick.turn", seat="East")
    # The cell's number is that with the kitty.
    cell = page.page.locator("button.heat[aria-pressed=true]")
    assert page.words("kitty.not_taken") in page.read("trick")["result"] and not cell.count()
    choose("leader", "")
    page.button("kitty.take").click()
    page.until("boardReading.address().discard !== undefined")
    page.settled()
    result = page.read("trick")["result"]
    assert page.words.count("trick.to_come", int(cell.text_content() or 0)) in result
    assert page.words("kitty.not_taken") not in result
    choose("strain", "")
    page.until("boardReading.trick() === null")
    assert page.read("address") == DEAL


def test_undo_redo_and_every_point_of_the_line(page):
    shows(page.open(SHORT), SHORT)
    status = page.page.get_by_role("status").first
    for at, card in enumerate(LINE, 1):
        page.play(card)
        shows(page, played(*LINE[:at]))
    assert status.text_content()
    for key, at in (("undo", 4), ("undo", 3), ("redo", 4), ("redo", 5)):
        page.control(key).click()
        shows(page, played(*LINE[:at]))
        assert key == "redo" or not status.text_content()  # what was said is taken back
    assert page.control("redo").get_attribute("aria-disabled") == "true"
    line = played(*LINE)
    for key, at in (("first", 0), ("forward", 1), ("forward", 2), ("back", 1), ("last", 5), ("back", 4)):
        page.control(key).click()
        shows(page, line, at)
    for at in (2, 5, 3):
        page.page.locator(".line-card").nth(at - 1).click()
        shows(page, line, at)
        assert page.read("address") == {**line, **({} if at == 5 else {"at": str(at)})}
    # The same card goes on along the line, another one cuts it off; undo brings it back.
    page.play("C4")
    shows(page, line, 4)
    page.play("DJ")
    shows(page, played(*LINE[:4], "DJ"))
    page.control("undo").click()
    shows(page, line, 4)
