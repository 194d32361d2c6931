"""What the panels show about a real hand, compared with the library."""

from decimal import ROUND_HALF_UP, Decimal

import pytest
from tests.support.board_answers import answered, real_hand, real_record, without
from tests.support.board_browser import STATIC, needs_library, symbols
from tests.support.board_points import Point

import whistsolve as ws
from whistsolve.rules import rules_from_text
from whistsolve.values import STRAINS

#: South declares, took the kitty, and leads.
STRAIN, DECLARER = "NT+", "S"
MINUS, NONE = "\N{MINUS SIGN}", "\N{EN DASH}"
RULES = rules_from_text(real_hand()["rules"])


def open_panel(page, key):
    """The panel's text once all of it is there."""
    page.tab(f"panel.{key}.title").click()
    page.settled()
    panel = "document.querySelector('[role=tabpanel]').textContent.replace(/\\s+/g, ' ')"
    return str(page.page.evaluate(panel))


def test_the_kitty(page):
    """The best discard with its ties, that of the table, one that is marked, and every strain."""
    deal, words, given = real_record().deal, page.words, real_hand()["discard"].split()
    text = open_panel(page.open(real_hand(), at=0), "kitty")
    best = ws.best_discard(deal, STRAIN, DECLARER, rules=RULES)
    discards = ws.Discards(deal, STRAIN, DECLARER, rules=RULES)
    other = ["D2", "H2", "S5", "S2"]
    kept, value = map(int, discards.values([given, other]))
    optimal = discards.count()
    assert words.count("tricks", best.tricks) in text
    assert words.count("panel.kitty.optimal", optimal, some=optimal, all=f"{discards.total:,}") in text
    assert words.count("panel.kitty.lost", best.tricks - kept) in text
    # Other cards are marked: their value is shown at once, and they can be given up.
    mark = page.page.get_by_role("group", name=words("panel.kitty.mark"), exact=True)
    for card in given:
        mark.get_by_role("button", name=words.card(card), exact=False).first.click()
    for card in other:
        of_kitty = words("panel.kitty.of_kitty", card=words.card(card))
        name = of_kitty if card[0] == "S" else words.card(card)
        mark.get_by_role("button", name=name, exact=True).click()
    marked = "document.querySelector('.marked').textContent.includes(values[0])"
    page.until(marked, words.count("tricks", value))
    verdict = page.page.locator(".marked").text_content() or ""
    assert (words("panel.kitty.nothing_lost") in verdict) == (value == best.tricks)
    # Every strain, as a search of each by itself has it.
    rows = page.page.evaluate(
        """[...document.querySelectorAll('.strain-values tbody tr')].map((row) => [
            row.querySelector('th .spoken').textContent,
            row.querySelector('.bar-text').textContent.replace(' ★', ''),
        ])"""
    )
    strains = [str(strain) for strain in STRAINS[:10]]
    tricks = [ws.best_discard(deal, strain, DECLARER, rules=RULES).tricks for strain in strains]
    assert rows == [[words.strain(each), str(n)] for each, n in zip(strains, tricks, strict=True)]
    page.page.locator(".marked").get_by_role("button", name="Give these up", exact=False).click()
    page.until("boardReading.address().discard === values[0]", " ".join(map(str, ws.Hand(other))))
    assert words.count("trick.to_come", value) in page.settled().read("trick")["result"]


def test_the_trace_and_what_would_have_kept_each_trick(page):
    text = open_panel(page.open(real_hand(), at=0), "trace")
    analysis = ws.analyse_play(real_record(), rules=RULES, contract=True)
    marks = page.page.evaluate(
        """[...document.querySelectorAll('.trace-tricks .traced')].map((each) => [
            each.querySelector('.traced-seat').textContent,
            each.querySelector('.traced-card').textContent,
            each.querySelector('.loss-mark')?.textContent ?? null,
        ])"""
    )
    assert marks == [
        ["NESW"[card.seat], symbols(str(card.card)), f"{MINUS}{card.lost}" if card.lost else None]
        for card in analysis.cards
    ]
    after = page.page.locator(".trace-value").all_text_contents()
    assert after == [str(card.after) for card in analysis.cards if card.number % 4 == 0]
    accounts = page.page.evaluate(
        """[...document.querySelectorAll('.accounts tbody tr')].map((row) =>
            [...row.querySelectorAll('td')].map((cell) => cell.firstChild.textContent))"""
    )
    assert analysis.discard is not None and analysis.contract is not None
    given, discard = analysis.given_by_seat, analysis.discard.lost
    expected = [[NONE, NONE, str(lost), str(lost)] for lost in given]
    bid = NONE if STATIC else str(int(analysis.contract.lost))
    expected[2] = [bid, str(discard), str(given[2]), str(given[2] + discard)]
    assert accounts == expected and page.words("panel.trace.sum_best") in text
    # To each card that lost: the board goes to just before it, and what keeps the trick has its value.
    losses = [card for card in analysis.cards if card.lost]
    assert losses
    for card in losses:
        before = card.number - 1
        page.page.locator(".traced").nth(before).click()
        page.until("boardReading.line().now === values[0]", before)
        legal = next(hand["legal"] for hand in page.settled().read("hands").values() if hand["legal"])
        best = {name for name, (_, value) in legal.items() if "▾" not in value}
        assert best == {str(each) for each in card.better}
        # The trace counts all tricks of the hand, the board those to come.
        taken = Point(real_hand(), page.words, before).taken
        assert legal[str(card.card)][1] == f"{card.after - taken}▾"


def rounded(value, digits=1):
    """As the page writes numbers: halves away from zero, a long minus, and none before a zero."""
    number = Decimal(str(value)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    return str(abs(number) if number == 0 else number).replace("-", MINUS)


#: How the page writes the numbers of a report.
WRITE = {
    "tricks": rounded,
    "make": lambda value: f"{rounded(100 * value, 0)}%",
    "points": rounded,
    "equity": lambda value: f"{rounded(100 * value, 1)}%",
}


def row_texts(row, what, words):
    """A row of a report as the page writes it: means, and intervals without signs of percent."""
    texts = []
    for name in what:
        mean, interval = row["mean_tricks" if name == "tricks" else name], row[f"{name}_interval"]
        if mean is not None:
            texts.append(WRITE[name](mean))
        if mean is not None and interval is not None and None in interval:
            texts.append(words("estimate.unknown"))
        elif mean is not None and interval is not None:
            low, high = map(WRITE[name], interval)
            texts.append(words("estimate.interval", low=low, high=high).replace("%", ""))
    return texts


@needs_library
@pytest.mark.parametrize(
    ("key", "what", "arguments"),
    [
        ("cards", ("tricks", "make", "points", "equity"), {"at": 30, "samples": 48, "open": True}),
        ("bids", ("make", "points", "equity"), {"seat": "S", "samples": 96}),
    ],
)
def test_what_could_have_been_known(page, key, what, arguments):
    """Every row is that of the library's report; the other hands are hidden meanwhile."""
    fields, words = without(real_hand(), "title"), page.words

    def visible():
        return {name for name, hand in page.read("hands").items() if hand["cards"]}

    turn = page.open(fields, at=30).settled().read("trick")["turn"]
    open_panel(page, key)
    report = answered(key, hand=fields, **arguments)[1]["report"]
    found = page.page.evaluate(
        """[...document.querySelectorAll('.estimates tbody tr')].map((row) =>
            [...row.querySelectorAll('.estimate-mean, .estimate-range')].map((each) =>
                each.textContent.replaceAll(each.matches('.estimate-range') ? '%' : '', '')))"""
    )
    assert len(found) > 1 and sorted(found) == sorted(row_texts(row, what, words) for row in report["rows"])
    to_play = {name for name in "NESW" if words("trick.turn", seat=words.seat(name)) == turn}
    assert visible() == ({"S"} if key == "bids" else to_play)
    if key == "bids":  # nobody has seen the kitty, or played
        dealt = ws.Deal.from_text(fields["deal"])["S"]
        assert set(page.read("hands")["S"]["cards"]) == {str(card) for card in dealt}
    status = page.page.locator(".status")
    assert status.text_content() and page.page.locator(".hidden-cards").count() == 3
    page.page.get_by_label(words("panel.bids.hide")).uncheck()
    page.until("document.querySelector('.hidden-cards') === null")
    open_panel(page, "table")
    assert not status.text_content() and visible() == set("NESW")


@needs_library
def test_the_score(page):
    played, words = real_record(), page.words
    text = open_panel(page.open(real_hand(), at=0), "result")
    cells = page.page.evaluate(
        """Object.fromEntries([...document.querySelectorAll('.score-table tbody tr')].map((row) => [
            row.querySelector('th').textContent,
            [...row.querySelectorAll('td')].map((cell) => cell.textContent)]))"""
    )
    assert played.contract is not None and played.contract.level is not None
    start = ws.solve(played.deal_in_play, STRAIN, DECLARER, rules=RULES).tricks
    both, needed = (played.tricks_won[0] + played.tricks_won[2], start), 6 + played.contract.level
    assert cells[words("panel.result.tricks")] == [str(tricks) for tricks in both]
    books = [words("panel.result.of", count=tricks + 1, needed=needed) for tricks in both]
    assert cells[words("panel.result.books")] == books
    for tricks, cell in zip(both, cells[words("panel.result.points")], strict=True):
        assert str(abs(ws.score_hand(played.contract, tricks, rules=RULES).points[2])) in cell
    assert words("panel.result.par") in text
