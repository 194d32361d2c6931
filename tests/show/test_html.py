"""What notebooks display: a form for every public class, well-formed, safe, and right in its numbers."""

import dataclasses
import itertools
import re
from html.parser import HTMLParser

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.bid_reports import bid_report, bid_row
from tests.support.shown_things import FULL, PTN, SHORT, analysis, hand_state, match, things

import whistsolve as ws
from whistsolve.game.record import PlayedHand
from whistsolve.notation import parse_ptn
from whistsolve.players import HeuristicPlayer, RandomPlayer
from whistsolve.show import Diagram, Facts, Line, Table
from whistsolve.show.described import _MODULE_OF
from whistsolve.show.document import Bar, Shaded
from whistsolve.show.html import to_html
from whistsolve.solving import DealFrame, KittyTable, TrickTable
from whistsolve.values import Suit
from whistsolve.values.shown import Shown

THINGS = things()
EVIL = "<img src=x onerror=alert(1)>\"'&"
#: Elements that are not closed.
VOID = {"br", "rect"}


class Page(HTMLParser):
    """The elements, attributes and text of a page; every tag must be closed by its own."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.rows: list[list[str]] = []
        self.text = ""
        self.pieces: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), attrs
        self._seen(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._seen(tag, attrs)

    def _seen(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += data
            self.pieces.append(data)
            if {"td", "th"} & set(self.open):
                self.rows[-1][-1] += data


def check(html: str) -> Page:
    """A page that is well-formed, has no script and nothing to fetch, and can be read on any ground."""
    page = Page(html)
    allowed = {"div", "span", "table", "thead", "tbody", "tr", "th", "td", "caption", "br"}
    assert set(page.tags) <= allowed | {"svg", "g", "rect", "text", "title", "style"}
    assert not [name for name, _ in page.attributes if name.startswith("on") or name in ("src", "href")]
    assert "<script" not in html.lower()
    fetched = html.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|url\(|@import|javascript:", fetched, re.IGNORECASE)
    # No ground that hides text of the page's own colour: all are translucent.
    assert not re.search(r"background(?:-color)?:(?:#|white|black|rgb\()", html)
    return page


# Every class.


def shown_classes(base: type = Shown) -> set[str]:
    """The names of all public classes that notebooks display and that have no other such class below them."""
    below = {name for each in base.__subclasses__() for name in shown_classes(each)}
    private = base.__name__.startswith("_") or not base.__module__.startswith("whistsolve.")
    return below or (set() if private else {base.__name__})


def test_every_class_that_is_shown_is_described() -> None:
    names = {type(thing).__name__ for thing in THINGS.values()}
    assert len(names) > 40 and shown_classes() <= names
    bases = {base.__name__ for thing in THINGS.values() for base in type(thing).__mro__}
    assert set(_MODULE_OF) <= bases


@pytest.mark.parametrize("name", THINGS)
def test_it_is_well_formed_and_safe(name: str) -> None:
    html = THINGS[name]._repr_html_()  # type: ignore[attr-defined]
    page = check(html)
    assert len(html) > 100 and page.text.strip()
    assert html == THINGS[name]._repr_html_()  # type: ignore[attr-defined]  # and the same each time


def test_what_has_no_form_says_so() -> None:
    class Odd(Shown):
        pass

    with pytest.raises(TypeError, match="Odd has no HTML form"):
        Odd()._repr_html_()


# Deals.


@given(st.from_type(ws.Deal))
def test_every_card_of_a_deal_is_in_its_picture(deal: ws.Deal) -> None:
    page = check(deal.svg())
    assert page.tags[0] == "svg" and deal._repr_html_().count(deal.svg()) == 1
    cards = [piece for piece in page.pieces if piece in ("BJ", "LJ")]
    for symbol, ranks in itertools.pairwise(page.pieces):
        if symbol[-1] == "\ufe0e" and ranks != "—":
            cards += [Suit.of(symbol[0]).letter + rank for rank in ranks]
    everything = [card for held in (*deal.hands, deal.kitty or ws.Hand()) for card in held]
    assert sorted(cards) == sorted(map(str, everything))
    width, height = _first(page, "width"), _first(page, "height")
    xs = [int(x) for name, value in page.attributes if name == "x" for x in value.split()]
    ys = [int(value) for name, value in page.attributes if name == "y"]
    assert max(xs) + 10 <= width and max(ys) <= height and min(xs) >= 0 and min(ys) >= 0
    assert all(str(held) in dict(page.attributes)["aria-label"] for held in deal.hands)


def _first(page: Page, name: str) -> int:
    return int(next(value for attribute, value in page.attributes if attribute == name))


def test_a_picture_alone_has_colours_of_its_own_and_none_in_a_page() -> None:
    picture = ws.Deal.from_text(FULL).svg()
    assert 'fill="currentColor"' in picture
    assert re.findall(r"<style>(.*?)</style>", picture) == [
        "svg:root{color-scheme:light dark;color:CanvasText}"
    ]


def test_the_cards_out_of_the_hands_are_called_as_asked() -> None:
    page = check(ws.Deal.from_text(FULL).svg(kitty=EVIL))
    assert EVIL in page.text and "img" not in page.tags


def test_the_mark_of_a_card_is_text() -> None:
    diagram = Diagram(("0",), (ws.Hand("A..."),), (1,), marks={ws.Card.from_text("SA"): EVIL})
    assert EVIL in check(diagram.svg()).text


def test_hidden_hands_are_numbers_of_cards() -> None:
    diagram = Diagram(("0", "1", "2"), (ws.Hand("A..."), None, None), (1, 1, 2))
    page = check(diagram.svg())
    assert "1 card" in page.text and "2 cards" in page.text


# Tables.


def test_a_heat_map_has_the_numbers_of_the_table() -> None:
    table = ws.table(SHORT)
    page = check(table._repr_html_())
    numbers = [row[1:] for row in page.rows[1:]]
    assert numbers == [[str(tricks) for tricks in row] for row in table.to_numpy().tolist()]
    assert [row[0] for row in page.rows] == ["leader", "N", "E", "S", "W"]
    strengths = re.findall(r"rgba\(70,130,200,([\d.]+)\)", table._repr_html_())
    ordered = sorted(zip(table.to_numpy().reshape(-1).tolist(), map(float, strengths), strict=True))
    assert [strength for _, strength in ordered] == sorted(map(float, strengths))


def test_open_cells_have_both_bounds() -> None:
    known = ws.table(SHORT, strains=["S+"])
    high = known.high.copy()
    high[0, 0] += 1
    page = check(TrickTable(known.low, known.strains, high)._repr_html_())
    assert page.rows[1][1] == f"{known.low[0, 0]}-{high[0, 0]}" and "limit" in page.text
    low, high = np.array([[[2], [4]], [[4], [4]]], dtype=np.uint8)
    halfway = TrickTable(low, known.strains, high)._repr_html_()
    assert re.findall(r"rgba\(70,130,200,([\d.]+)\)", halfway) == ["0.45", "0.60"]


def test_a_kitty_table_names_the_discards() -> None:
    table = ws.table(SHORT, strains=["S+"], kitty="optimal")
    assert isinstance(table, KittyTable)
    page = check(table._repr_html_())
    titles = [value for name, value in page.attributes if name == "title"]
    given = " ".join(map(str, table.discard("N", "S+").cards))
    assert any(given in title for title in titles) and page.rows[0][0] == "declarer"


@pytest.mark.parametrize(("count", "said"), [(1, "1 row"), (3, "3 rows"), (20, "the first 10 of 20 rows")])
def test_of_many_deals_the_first_are_shown(count: int, said: str) -> None:
    deals = [ws.Deal.random(seed=seed) for seed in range(count)]
    page = check(DealFrame(deals)._repr_html_())
    assert page.rows == [["deal"], *([str(deal)] for deal in deals[:10])] and said in page.text


# The play.


def test_losing_cards_are_marked_by_seat() -> None:
    found = analysis()
    assert {loss.by_declarer for loss in found.losses} == {True, False}
    page = check(found._repr_html_())
    for loss in found.losses:
        assert f"trick {loss.trick}: costs {loss.lost} trick" in page.text
        assert f"{'NESW'[loss.seat]} -{loss.lost}" in page.text
    kept = ws.Hand(found.discard.cards) - ws.Hand(found.discard.best_cards)  # type: ignore[union-attr]
    assert page.tags.count("title") == len(found.losses) + len(kept)
    assert len(check(found.losses._repr_html_()).rows) == len(found.losses) + 1


def evil_text() -> str:
    """The text of a PTN file with every text between quotation marks that may be anything replaced."""
    text = PTN.read_text("utf-8")
    escaped = EVIL.replace('"', '\\"')
    fields = {"Contract", "Auction", "CardsAdded", "CardsRemoved", "Play"}
    for name in re.findall(r"^\[(\w+) ", text, re.MULTILINE):
        if name[:2] not in ("De", "Un") and name not in fields:
            line = f'[{name} "{escaped}"]'
            text = re.sub(rf'^\[{name} ".*"\]$', lambda _, line=line: line, text, flags=re.MULTILINE)
    return text


def test_text_of_a_file_is_text() -> None:
    hand = parse_ptn(evil_text())
    assert [tag.value for tag in hand.tags].count(EVIL) > 5
    for shown in (hand, ws.analyse_play(evil_text())):
        page = check(shown._repr_html_())
        assert EVIL in page.text and "img" not in page.tags


def test_calls_and_names_are_text() -> None:
    hand = PlayedHand("N:A... K... Q... J...", calls=[("N", "P<img/src=x>")], tags=[("Event", EVIL * 50)])
    page = check(hand._repr_html_())
    assert "P<img/src=x>" in page.text and len(page.text) < 400
    session = ws.Session.of([EVIL, "<script>alert(1)</script>"])
    assert EVIL in check(session._repr_html_()).text
    for played in (
        ws.play_matches(HeuristicPlayer(), RandomPlayer(), matches=2, seed=1),
        ws.play_deals(HeuristicPlayer(), RandomPlayer(), deals=1, seed=1),
    ):
        named = dataclasses.replace(played, names=(EVIL, "<b>"), before_play=EVIL)
        assert EVIL in check(named._repr_html_()).text
    claim = dataclasses.replace(ws.check_claim(hand_state(8), "claim"), names=(EVIL,) * 4)
    assert EVIL in check(claim._repr_html_()).text
    assert EVIL in check(bid_report(discards=EVIL)._repr_html_()).text


# Hands in play.


def test_a_view_shows_what_its_player_may_see() -> None:
    state = hand_state(7)
    for seat in range(4):
        html = state.view(seat)._repr_html_()
        others = [card for other in range(4) if other != seat for card in state.hands[other]]
        label = dict(check(html).attributes)["aria-label"]
        shown = ws.Hand(label.split("; ")[seat].split(" ")[1])
        assert shown == state.hands[seat] and label.count("card") == 3
        assert not [card for card in others if f"{card.suit.symbol}\ufe0e{str(card)[1]}" in html]  # type: ignore[union-attr]


@pytest.mark.parametrize("preset", ["bid_whist", "cutthroat_3", "dummy", "double_dummy", "whist", "humbug"])
def test_hands_of_every_game_are_shown(preset: str) -> None:
    match = ws.Match(ws.Rules.preset(preset), seed=1)
    assert match.rules.game in check(match.rules._repr_html_()).text
    check(match._repr_html_())
    state, player = match.new_hand(seed=1), RandomPlayer(seed=1)
    while not state.is_over:
        if len(state.acts) % 9 == 0:
            check(state._repr_html_())
            check(state.view(len(state.acts) % match.rules.players)._repr_html_())
        if state.to_act is None:
            state.push(state.legal_picks[0] if state.legal_picks else "settle")
        else:
            state.push(player.act(state.view(state.to_act)))
    check(state._repr_html_())
    match.add(state.result(), minutes=1.0)
    check(match._repr_html_())
    check(match.results[0]._repr_html_())


def test_tables_name_the_dealer_the_leaders_and_what_was_made() -> None:
    assert check(hand_state()._repr_html_()).rows[0] == ["N", "E", "S", "W (dealer)"]
    hand = parse_ptn(PTN.read_text("utf-8"))
    rows = check(hand._repr_html_()).rows[-len(hand.tricks) :]
    assert [row[1][0] for row in rows] == ["NESW"[trick.leader] for trick in hand.tricks]
    assert check(match()._repr_html_()).rows[-1][3] == "set"
    assert "95 % intervals" in check(bid_row("4+")._repr_html_()).text


# Blocks.


def test_a_bar_lies_between_its_bounds() -> None:
    html = to_html(Line([Bar(3, 2, 4, least=1, most=5)]))
    assert "left:25.0%;width:50.0%" in html and "left:calc(50.0% - 1px)" in html


def test_labels_and_tooltips_are_text() -> None:
    page = check(to_html(Facts([(EVIL, Shaded("1", 0.5, EVIL))])))
    assert page.rows == [[EVIL, "1"]] and ("title", EVIL) in page.attributes


def test_tables_have_names_for_rows_and_columns() -> None:
    html = to_html(
        Table([["x", "1"], ["", "2"]], ["", "n"], "lr", best={0}, caption="<c>"), Facts([("a", "b")])
    )
    page = check(html)
    assert page.rows == [["", "n"], ["★ x", "1"], ["", "2"], ["a", "b"]] and "<c>" in page.text
    assert [value for name, value in page.attributes if name == "scope"] == ["col", "row", "row"]
    assert html.count("<th ") == 3 and to_html(Line()) == to_html()  # no heading is empty
