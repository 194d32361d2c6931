"""What the panels show about a real hand, compared with the library."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

import pytest
from tests.support.board_answers import answered
from tests.support.board_browser import BrowserPage, symbols
from tests.support.board_points import PlayedBoard
from tests.support.board_states import PTN, hand_played

import whistsolve as ws
from whistsolve.rules import rules_from_text
from whistsolve.values import STRAINS

NAME = "trickster-241"
#: South declares, took the kitty, and leads.
STRAIN, DECLARER = "NT+", "S"
MINUS, NONE = "\N{MINUS SIGN}", "\N{EN DASH}"


@pytest.fixture
def real(page: BrowserPage) -> BrowserPage:
    return page.open(hand_played(NAME), at=0)


def record() -> tuple[Any, ws.Rules]:
    text = (Path(PTN) / f"{NAME}.ptn").read_text("utf-8")
    return ws.notation.read_ptn(text)[0], rules_from_text(hand_played(NAME)["rules"])


def open_panel(page: BrowserPage, key: str) -> str:
    """The panel's text once all of it is there."""
    page.tab(f"panel.{key}.title").click()
    page.settled()
    return panel(page)


def panel(page: BrowserPage) -> str:
    text: str = page.page.evaluate(
        "document.querySelector('[role=tabpanel]').textContent.replace(/\\s+/g, ' ')"
    )
    return text


def shown(values: Any) -> list[str]:
    return [symbols(str(card)) for card in values]


def test_the_kitty(real: BrowserPage) -> None:
    """The best discard with its ties, that of the table, one that is marked, and every strain."""
    played, rules = record()
    words = real.words
    text = open_panel(real, "kitty")
    best = ws.best_discard(played.deal, STRAIN, DECLARER, rules=rules)
    discards = ws.Discards(played.deal, STRAIN, DECLARER, rules=rules)
    optimal, every = discards.count(), discards.total
    assert words.count("tricks", best.tricks) in text
    assert words.count("panel.kitty.optimal", optimal, some=optimal, all=f"{every:,}") in text
    given = hand_played(NAME)["discard"].split()
    [kept] = ws.Discards(played.deal, STRAIN, DECLARER, rules=rules).values([given])
    assert words.count("panel.kitty.lost", int(best.tricks - kept)) in text
    # Other cards are marked: their value is shown at once, and they can be given up.
    mark = real.page.get_by_role("group", name=words("panel.kitty.mark"), exact=True)
    for card in given:
        mark.get_by_role("button", name=words.card(card), exact=False).first.click()
    other = ["D2", "H2", "S5", "S2"]
    for card in other:
        of_kitty = words("panel.kitty.of_kitty", card=words.card(card))
        name = of_kitty if card[0] == "S" else words.card(card)
        mark.get_by_role("button", name=name, exact=True).click()
    [value] = ws.Discards(played.deal, STRAIN, DECLARER, rules=rules).values([other])
    real.until(
        "document.querySelector('.marked').textContent.includes(values[0])",
        words.count("tricks", int(value)),
    )
    verdict = real.page.locator(".marked").text_content() or ""
    assert (words("panel.kitty.nothing_lost") in verdict) == (value == best.tricks)
    # Every strain, as a search of each by itself has it.
    rows = real.page.evaluate(
        """[...document.querySelectorAll('.strain-values tbody tr')].map((row) => [
            row.querySelector('th .spoken').textContent,
            row.querySelector('.bar-text').textContent.replace(' ★', ''),
        ])"""
    )
    strains = [
        (strain, ws.best_discard(played.deal, strain, DECLARER, rules=rules).tricks)
        for strain in map(str, STRAINS[:10])
    ]
    assert rows == [[words.strain(strain), str(tricks)] for strain, tricks in strains]
    real.page.locator(".marked").get_by_role("button", name="Give up", exact=False).click()
    real.until("boardReading.address().discard === values[0]", " ".join(sorted_cards(other)))
    real.settled()
    assert words("trick.to_come", count=int(value)) in real.read("trick")["result"]


def sorted_cards(cards: list[str]) -> list[str]:
    return [str(card) for card in ws.Hand(cards)]


def test_the_trace_and_what_would_have_kept_each_trick(real: BrowserPage) -> None:
    played, rules = record()
    words = real.words
    text = open_panel(real, "trace")
    analysis = ws.analyse_play(played, rules=rules, contract=True)
    losses = {card.number: card for card in analysis.cards if card.lost}
    assert losses
    whole = PlayedBoard.of(hand_played(NAME), words)
    marks = real.page.evaluate(
        """[...document.querySelectorAll('.trace-tricks .traced')].map((each, place) => [
            place + 1, each.querySelector('.traced-seat').textContent,
            each.querySelector('.traced-card').textContent,
            each.querySelector('.loss-mark')?.textContent ?? null,
        ])"""
    )
    seats = {card.number: "NESW"[card.seat] for card in analysis.cards}
    assert marks == [
        [
            card.number,
            seats[card.number],
            symbols(str(card.card)),
            f"{MINUS}{card.lost}" if card.lost else None,
        ]
        for card in analysis.cards
    ]
    after = real.page.locator(".trace-value").all_text_contents()
    assert after == [str(card.after) for card in analysis.cards if card.number % 4 == 0]
    accounts = real.page.evaluate(
        """[...document.querySelectorAll('.accounts tbody tr')].map((row) =>
            [...row.querySelectorAll('td')].map((cell) => cell.firstChild.textContent))"""
    )
    assert analysis.discard is not None and analysis.contract is not None
    bid, discard = analysis.contract.lost, analysis.discard.lost
    given = analysis.given_by_seat
    assert accounts == [
        [NONE, NONE, str(given[0]), str(given[0])],
        [NONE, NONE, str(given[1]), str(given[1])],
        [str(int(bid)), str(discard), str(given[2]), str(given[2] + discard)],
        [NONE, NONE, str(given[3]), str(given[3])],
    ]
    assert words("panel.trace.sum_best") in text
    # To each card that lost: the board goes to just before it, and what keeps the trick has its value.
    for number, card in losses.items():
        real.page.locator(".traced").nth(number - 1).click()
        real.until("boardReading.line().now === values[0]", number - 1)
        real.settled()
        legal = next(hand["legal"] for hand in real.read("hands").values() if hand["legal"])
        best = {name for name, (_, value) in legal.items() if "▾" not in value}
        assert best == {str(each) for each in card.better}
        # The trace counts all tricks of the hand, the board those to come.
        won = whole.position(number - 1).won
        assert legal[str(card.card)][1] == f"{card.after - won[0] - won[2]}▾"


def test_the_score(real: BrowserPage) -> None:
    played, rules = record()
    open_panel(real, "result")
    cells = real.page.evaluate(
        """Object.fromEntries([...document.querySelectorAll('.score-table tbody tr')].map((row) => [
            row.querySelector('th').textContent,
            [...row.querySelectorAll('td')].map((cell) => cell.textContent)]))"""
    )
    words = real.words
    start = ws.solve(played.deal_in_play, STRAIN, DECLARER, rules=rules).tricks
    taken = sum(played.tricks_won[seat] for seat in (0, 2))
    assert cells[words("panel.result.tricks")] == [str(taken), str(start)]
    needed = 6 + played.contract.level
    assert cells[words("panel.result.books")] == [
        words("panel.result.of", count=tricks + 1, needed=needed) for tricks in (taken, start)
    ]
    points = cells[words("panel.result.points")]
    for tricks, cell in zip((taken, start), points, strict=True):
        score = ws.score_hand(played.contract, tricks, rules=rules)
        assert str(abs(score.points[2])) in cell
    par = ws.par(played.deal, played.dealer, rules=rules)
    assert par.contracts
    assert words("panel.result.par") in panel(real)


def rounded(value: float, digits: int) -> str:
    """As the page writes numbers: halves away from zero, a long minus, and none before a zero."""
    number = Decimal(str(value)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    return str(abs(number) if number == 0 else number).replace("-", MINUS)


def estimates(page: BrowserPage) -> list[list[str]]:
    """Means and intervals by row of a report; the intervals without signs of percent."""
    found: list[list[str]] = page.page.evaluate(
        """[...document.querySelectorAll('.estimates tbody tr')].map((row) =>
            [...row.querySelectorAll('.estimate-mean, .estimate-range')].map((each) =>
                each.textContent.replaceAll(each.matches('.estimate-range') ? '%' : '', '')))"""
    )
    return found


def percent(value: float, digits: int = 0) -> str:
    return f"{rounded(100 * value, digits)}%"


def row_texts(row: dict[str, Any], what: tuple[str, ...], words: Any) -> list[str]:
    """A row of a report as the page writes it."""
    texts = []
    for name in what:
        mean = row["mean_tricks" if name == "tricks" else name]
        if mean is None:
            continue
        write = {"make": percent, "equity": lambda value: percent(value, 1)}.get(
            name, lambda value: rounded(value, 1)
        )
        texts.append(write(mean))
        interval = row[f"{name}_interval"]
        if interval is not None:
            low, high = interval
            known = low is not None and high is not None
            texts.append(
                words("estimate.interval", low=write(low), high=write(high)).replace("%", "")
                if known
                else words("estimate.unknown")
            )
    return texts


@pytest.mark.parametrize(
    ("key", "what", "arguments"),
    [
        ("cards", ("tricks", "make", "points", "equity"), {"at": 30, "samples": 48, "open": True}),
        ("bids", ("make", "points", "equity"), {"seat": "S", "samples": 96}),
    ],
)
def test_what_could_have_been_known(
    page: BrowserPage, key: str, what: tuple[str, ...], arguments: dict[str, Any]
) -> None:
    """Every row is that of the library's report; the other hands are hidden meanwhile."""
    fields = {name: text for name, text in hand_played(NAME).items() if name != "title"}
    page.open(fields, at=30)
    page.settled()
    seat = page.read("trick")["turn"]
    open_panel(page, key)
    _, answer = answered(key, hand=fields, **arguments)
    report = answer["report"]
    found = sorted(estimates(page))
    assert found == sorted(row_texts(row, what, page.words) for row in report["rows"])
    assert len(found) > 1
    visible = {name for name, hand in page.read("hands").items() if hand["cards"]}
    turned = {name for name in "NESW" if page.words("trick.turn", seat=page.words.seat(name)) == seat}
    sees = {"S"} if key == "bids" else turned
    assert visible == sees
    if key == "bids":  # nobody has seen the kitty, or played
        dealt = ws.Deal.from_text(fields["deal"])["S"]
        assert set(page.read("hands")["S"]["cards"]) == {str(card) for card in dealt}
    status = page.page.locator(".status")
    assert status.text_content()
    assert page.page.locator(".hidden-cards").count() == 3
    page.page.get_by_label(page.words("panel.bids.hide")).uncheck()
    page.until("document.querySelector('.hidden-cards') === null")
    open_panel(page, "table")
    assert not status.text_content()
    assert len({name for name, hand in page.read("hands").items() if hand["cards"]}) == 4
