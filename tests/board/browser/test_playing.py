"""A hand played on the page against sampling players, from the dialog to the review."""

from __future__ import annotations

import pytest
from tests.support.board_browser import BrowserPage
from tests.support.board_states import short_hand

import whistsolve as ws

SHORT = {name: text for name, text in short_hand().items() if name in ("rules", "deal")}
#: What the person has to do now, as JavaScript says it; empty while others act.
STAGE = """() => {
    if (document.querySelector('.game-result')) return 'over';
    if (document.querySelector('.confirm-discard')) return 'discard';
    if (document.querySelector('.act-buttons button')) return 'act';
    return document.querySelector('.hand .card-usable') ? 'card' : '';
}"""


def cards_on_show(page: BrowserPage) -> set[str]:
    found = page.page.evaluate(
        "[...document.querySelectorAll('[data-card]')].map((each) => each.dataset.card)"
    )
    return set(found)


@pytest.mark.parametrize("seat", ["S", "N"])
def test_a_hand_is_played_to_its_review(page: BrowserPage, seat: str) -> None:
    """Only the person's own cards are shown until it is over; then the whole hand is on the board."""
    words, deal = page.words, ws.Deal.from_text(SHORT["deal"])
    own = {str(card) for card in deal[seat]} | {str(card) for card in deal.kitty or ()}
    page.page.emulate_media(reduced_motion="reduce")
    page.open(SHORT)
    page.settled()
    page.button("dialog.play.title").click()
    dialog = page.page.locator("dialog[open]")
    dialog.get_by_label(words("dialog.play.seat")).select_option(seat)
    dialog.get_by_label(words("dialog.play.strength.quick"), exact=True).check()
    dialog.get_by_label(words("dialog.play.cards_these")).check()
    dialog.get_by_role("button", name=words("dialog.play.start")).click()
    done = []
    while True:
        page.until(f"document.querySelector('.game-turn, .game-result') && ({STAGE})() !== ''")
        stage = page.page.evaluate(STAGE)
        if stage == "over":
            break
        assert cards_on_show(page) <= own
        assert page.page.get_by_role("tab").count() == 0  # the analysis
        calls = page.page.locator(".game-calls li").count()
        if stage == "act" and stage not in done:  # the last call of each player lies in the middle
            assert page.page.locator(".trick .call-text").count() == min(calls, 4)
        if len(done) == 3:
            page.button("play.leave").click()  # asks; the question is answered by no
            page.reload()
            page.until(f"({STAGE})() === values[0]", stage)
        done.append(stage)
        assert len(done) < 40
        before = page.page.locator(".game-log").inner_text() if page.page.locator(".game-log").count() else ""
        if stage == "discard":
            for card in page.page.locator(".hand .card-usable").all()[: len(deal.kitty or ())]:
                card.click()
            page.page.locator(".confirm-discard .primary").click()
        elif stage == "act":
            page.page.locator(".act-buttons button").last.click()
        else:
            page.page.locator(".hand .card-usable").first.click()
        page.until(
            f"({STAGE})() !== values[0] || document.querySelector('.game-log').innerText !== values[1]",
            stage,
            before,
        )
    assert done.count("card") == 6
    page.button("play.review").click()
    page.page.get_by_role("tab").first.wait_for()
    page.settled()
    address = page.read("address")
    assert ws.Deal.from_text(address["deal"]) == deal
    assert len(address["played"].split()) == 24
    assert page.tab("panel.trace.title").get_attribute("aria-selected") == "true"
