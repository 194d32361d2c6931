"""The puzzle of the day: its values are hidden until a card or a discard is chosen, which is then judged."""

import json

from tests.support.board_answers import answered
from tests.support.sources import BOARD

PUZZLES = json.loads((BOARD / "static" / "puzzles.json").read_text("utf-8"))
VALUES = "document.querySelectorAll('.card-value').length"


def opened(page, is_play):
    """The fields of the first puzzle of a kind, as that of its day."""
    number = next(place for place, (_, hand) in enumerate(PUZZLES) if ("played" in hand) == is_play)
    page.page.add_init_script(f"Date.now = () => {86_400_000 * (number + len(PUZZLES))}")
    page.open().button("panel.puzzle.day").click()
    level, hand = PUZZLES[number]
    title = page.words("panel.puzzle.name", number=number + 1, level=level)
    page.until("document.querySelector('.hand-title')?.textContent === values[0]", title)
    return hand


def judged(page, lost, *cards):
    named = ", ".join(map(page.words.card, cards))
    wrong = page.words.count("panel.puzzle.wrong", lost, cards=named)
    words = wrong if lost else page.words("panel.puzzle.right", cards=named)
    page.until("document.querySelector('.status').textContent === values[0]", words)


def test_a_card_is_found(page):
    hand = opened(page, is_play=True)
    values = answered("position", hand=hand)[1]["values"]
    best, worst = values["cards"][0], values["cards"][-1]
    page.page.locator(f"[data-card={best['card']}]:enabled").wait_for()
    page.until(f"document.querySelector('[aria-busy=true]') === null && {VALUES} === 0")
    page.play(worst["card"])
    judged(page, abs(values["tricks"] - worst["tricks"]), worst["card"])
    page.until(f"{VALUES} > 0")
    page.control("undo").click()
    page.until(f"{VALUES} === 0")
    page.play(best["card"])
    judged(page, 0, best["card"])
    page.button("panel.puzzle.show").click()
    line = answered("line", hand=hand)[1]["cards"]
    page.until("boardReading.address().played === values[0]", " ".join([hand["played"], *line]))
    title = page.page.locator(".hand-title").text_content()
    page.button("file.forward").click()
    page.until("document.querySelector('.hand-title').textContent !== values[0]", title)
    page.until(f"{VALUES} === 0")


def test_a_discard_is_found(page):
    hand = opened(page, is_play=False)
    best = answered("discard", hand=hand)[1]["best"]
    for card in best:
        page.page.locator(".toggles").get_by_role("button", name=page.words.card(card)).first.click()
    assert not page.page.get_by_text(page.words("kitty.take"), exact=True).count()
    page.page.locator(".discard-best button").click()
    judged(page, 0, *best)
    page.until("boardReading.address().discard === values[0]", " ".join(best))
