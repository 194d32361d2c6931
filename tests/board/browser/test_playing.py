"""A hand played on the page against sampling players, from the dialog to the review."""

import pytest
from tests.support.board_browser import needs_library
from tests.support.board_states import SHORT
from tests.support.thorough import by_default

import whistsolve as ws

#: What the person has to do now, as JavaScript says it; empty while others act.
STAGE = """(() => {
    if (document.querySelector('.game-result')) return 'over';
    if (document.querySelector('.confirm-discard')) return 'discard';
    if (document.querySelector('.act-buttons button')) return 'act';
    return document.querySelector('.hand .card-usable') ? 'card' : '';
})()"""
LOG = "(document.querySelector('.game-log')?.innerText ?? '')"


@needs_library
@pytest.mark.parametrize("seat", by_default(1, "SN"))
def test_a_hand_is_played_to_its_review(page, seat):
    """Only the person's own cards are shown until it is over; then the whole hand is on the board."""
    words, deal = page.words, ws.Deal.from_text(SHORT["deal"])
    own = {str(card) for card in deal[seat]} | {str(card) for card in deal.kitty or ()}
    page.page.emulate_media(reduced_motion="reduce")
    page.open({name: SHORT[name] for name in ("rules", "deal")}).settled()
    page.button("dialog.play.title").click()
    dialog = page.page.locator("dialog[open]")
    dialog.get_by_label(words("dialog.play.seat")).select_option(seat)
    dialog.get_by_label(words("dialog.play.strength.quick"), exact=True).check()
    dialog.get_by_label(words("dialog.play.cards_these")).check()
    dialog.get_by_role("button", name=words("dialog.play.start")).click()
    done = []
    usable = page.page.locator(".hand .card-usable")
    cards = "[...document.querySelectorAll('[data-card]')].map((each) => each.dataset.card)"
    while True:
        page.until(f"document.querySelector('.game-turn, .game-result') && {STAGE} !== ''")
        stage = page.page.evaluate(STAGE)
        if stage == "over":
            break
        assert set(page.page.evaluate(cards)) <= own
        assert page.page.get_by_role("tab").count() == 0  # the analysis
        if stage == "act" and stage not in done:  # the last call of each player lies in the middle
            calls = page.page.locator(".game-calls li").count()
            assert page.page.locator(".trick .call-text").count() == min(calls, 4)
        if len(done) == 3:
            page.button("play.leave").click()  # asks; the question is answered by no
            page.reload()
            page.until(f"{STAGE} === values[0]", stage)
        done.append(stage)
        assert len(done) < 40
        before = page.page.evaluate(LOG)
        if stage == "discard":
            for card in usable.all()[: len(deal.kitty or ())]:
                card.click()
            page.page.locator(".confirm-discard .primary").click()
        elif stage == "act":
            page.page.locator(".act-buttons button").last.click()
        else:
            usable.first.click()
        page.until(f"{STAGE} !== values[0] || {LOG} !== values[1]", stage, before)
    assert done.count("card") == 6
    page.button("play.review").click()
    page.page.get_by_role("tab").first.wait_for()
    address = page.settled().read("address")
    assert ws.Deal.from_text(address["deal"]) == deal and len(address["played"].split()) == 24
    assert page.tab("panel.trace.title").get_attribute("aria-selected") == "true"
