"""What notebooks display: a form for every public class, well-formed, safe, and right in its numbers."""

import dataclasses
import itertools
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.pages import HtmlPage
from tests.support.shown_things import FULL, PTN, SHORT, analysis, hand_state, match, things

import whistsolve as ws
from whistsolve.game.record import PlayedHand
from whistsolve.notation import parse_ptn
from whistsolve.players import HeuristicPlayer, RandomPlayer
from whistsolve.show import Diagram, Facts, Line, Table
from whistsolve.show.described import _MODULE_OF
from whistsolve.show.document import Bar, Shaded
from whistsolve.show.html import to_html
from whistsolve.solving import DealFrame, TrickTable
from whistsolve.values import Suit
from whistsolve.values.shown import Shown

EVIL = "<img src=x onerror=alert(1)>\"'&"
#: How dark a cell of a table is.
STRENGTH = re.compile(r"rgba\(70,130,200,([\d.]+)\)")
ALLOWED = {"div", "span", "table", "thead", "tbody", "tr", "th", "td", "caption", "br"}
ALLOWED |= {"svg", "g", "rect", "text", "title", "style"}


def check(shown: object) -> HtmlPage:
    """A page that is well-formed, has no script and nothing to fetch, and can be read on any ground."""
    html = shown if isinstance(shown, str) else shown._repr_html_()  # type: ignore[attr-defined]
    page = HtmlPage(html)
    assert set(page.tags) <= ALLOWED
    assert not [name for name, _ in page.attributes if name.startswith("on") or name in ("src", "href")]
    fetched = html.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|url\(|@import|javascript:|<script", fetched, re.IGNORECASE)
    # No ground that hides text of the page's own colour: all are translucent.
    assert not re.search(r"background(?:-color)?:(?:#|white|black|rgb\()", html)
    return page


# Every class.


def shown_classes(base: type = Shown) -> set[str]:
    """The names of all public classes that notebooks display and that have no other such class below them."""
    below = {name for each in base.__subclasses__() for name in shown_classes(each)}
    private = base.__name__.startswith("_") or not base.__module__.startswith("whistsolve.")
    return below or (set() if private else {base.__name__})


def test_every_class_that_is_shown_is_described_well_formed_and_safe() -> None:
    names = {type(thing).__name__ for thing in things().values()}
    assert len(names) > 40 and shown_classes() <= names
    assert set(_MODULE_OF) <= {base.__name__ for thing in things().values() for base in type(thing).__mro__}
    for name, thing in things().items():
        html = thing._repr_html_()  # type: ignore[attr-defined]
        assert len(html) > 100 and check(html).text.strip(), name
        assert html == thing._repr_html_(), name  # type: ignore[attr-defined]  # and the same each time
    with pytest.raises(TypeError, match="Odd has no HTML form"):
        type("Odd", (Shown,), {})()._repr_html_()


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
    first = dict(reversed(page.attributes))
    xs = [int(x) for name, value in page.attributes if name == "x" for x in value.split()]
    ys = [int(value) for name, value in page.attributes if name == "y"]
    assert max(xs) + 10 <= int(first["width"]) and max(ys) <= int(first["height"])
    assert min(xs) >= 0 and min(ys) >= 0
    assert all(str(held) in first["aria-label"] for held in deal.hands)


def test_pictures_have_colours_of_their_own_and_text_stays_text() -> None:
    picture = ws.Deal.from_text(FULL).svg(kitty=EVIL)
    assert 'fill="currentColor"' in picture
    style = "svg:root{color-scheme:light dark;color:CanvasText}"
    assert re.findall(r"<style>(.*?)</style>", picture) == [style]
    assert EVIL in check(picture).text  # what the cards out of the hands are called
    marks = {ws.Card.from_text("SA"): EVIL}
    diagram = Diagram(("0", "1", "2"), (ws.Hand("A..."), None, None), (1, 1, 2), marks=marks)
    page = check(diagram.svg())
    assert EVIL in page.text and "1 card" in page.text and "2 cards" in page.text


# Tables.


def test_a_heat_map_has_the_numbers_of_the_table() -> None:
    table = ws.table(SHORT)
    page, tricks = check(table), table.to_numpy()
    assert [row[1:] for row in page.rows[1:]] == [[str(each) for each in row] for row in tricks.tolist()]
    assert [row[0] for row in page.rows] == ["leader", "N", "E", "S", "W"]
    strengths = [float(each) for each in STRENGTH.findall(table._repr_html_())]
    ordered = sorted(zip(tricks.reshape(-1).tolist(), strengths, strict=True))
    assert [strength for _, strength in ordered] == sorted(strengths)
    # Open cells have both bounds.
    strains = table.strains[:1]
    low, high = table.low[:, :1], table.low[:, :1].copy()
    high[0, 0] += 1
    page = check(TrickTable(low, strains, high))
    assert page.rows[1][1] == f"{low[0, 0]}-{high[0, 0]}" and "limit" in page.text
    low, high = np.array([[[2], [4]], [[4], [4]]], dtype=np.uint8)
    assert STRENGTH.findall(TrickTable(low, strains, high)._repr_html_()) == ["0.45", "0.60"]


def test_other_tables_of_deals() -> None:
    table = ws.table(SHORT, strains=["S+"], kitty="optimal")
    page = check(table)
    given = " ".join(map(str, table.discard("N", "S+").cards))  # type: ignore[union-attr]
    assert [value for name, value in page.attributes if name == "title" and given in value]
    assert page.rows[0][0] == "declarer"
    for count, said in ((1, "1 row"), (3, "3 rows"), (20, "the first 10 of 20 rows")):
        deals = [ws.Deal.random(seed=seed) for seed in range(count)]
        page = check(DealFrame(deals))
        assert page.rows == [["deal"], *([str(deal)] for deal in deals[:10])] and said in page.text


# The play.


def test_losing_cards_are_marked_by_seat() -> None:
    found = analysis()
    assert {loss.by_declarer for loss in found.losses} == {True, False} and found.discard is not None
    page = check(found)
    for loss in found.losses:
        assert f"trick {loss.trick}: costs {loss.lost} trick" in page.text
        assert f"{'NESW'[loss.seat]} -{loss.lost}" in page.text
    kept = ws.Hand(found.discard.cards) - ws.Hand(found.discard.best_cards)
    assert page.tags.count("title") == len(found.losses) + len(kept)
    assert len(check(found.losses).rows) == len(found.losses) + 1


def evil_text() -> str:
    """The text of a PTN file with every text between quotation marks that may be anything replaced."""
    escaped = EVIL.replace('"', '\\"')
    kept = "De|Un|Contract|Auction|CardsAdded|CardsRemoved|Play"
    return re.sub(
        rf'^\[((?!{kept})\w+) ".*"\]$',
        lambda found: f'[{found[1]} "{escaped}"]',
        PTN.read_text("utf-8"),
        flags=re.MULTILINE,
    )


def test_texts_calls_and_names_are_text() -> None:
    hand = parse_ptn(evil_text())
    assert [tag.value for tag in hand.tags].count(EVIL) > 5
    calls = PlayedHand("N:A... K... Q... J...", calls=[("N", "P<img/src=x>")], tags=[("Event", EVIL * 50)])
    page = check(calls)
    assert "P<img/src=x>" in page.text and len(page.text) < 400
    players = (HeuristicPlayer(), RandomPlayer())
    matches, deals = ws.play_matches(*players, matches=2, seed=1), ws.play_deals(*players, deals=1, seed=1)
    for shown in (
        hand,
        ws.analyse_play(evil_text()),
        ws.Session.of([EVIL, "<script>alert(1)</script>"]),
        dataclasses.replace(matches, names=(EVIL, "<b>"), before_play=EVIL),
        dataclasses.replace(deals, names=(EVIL, "<b>"), before_play=EVIL),
        dataclasses.replace(ws.check_claim(hand_state(8), "claim"), names=(EVIL,) * 4),
    ):
        assert EVIL in check(shown).text, type(shown)


# Hands in play.


def test_a_view_shows_what_its_player_may_see() -> None:
    state = hand_state(7)
    for seat in range(4):
        html = state.view(seat)._repr_html_()
        others = [card for other in range(4) if other != seat for card in state.hands[other]]
        label = dict(check(html).attributes)["aria-label"]
        assert (
            ws.Hand(label.split("; ")[seat].split(" ")[1]) == state.hands[seat] and label.count("card") == 3
        )
        assert not [card for card in others if f"{card.suit.symbol}\ufe0e{str(card)[1]}" in html]  # type: ignore[union-attr]


@pytest.mark.parametrize("preset", ["bid_whist", "cutthroat_3", "dummy", "double_dummy", "whist", "humbug"])
def test_hands_of_every_game_are_shown(preset: str) -> None:
    match = ws.Match(ws.Rules.preset(preset), seed=1)  # type: ignore[arg-type]
    assert match.rules.game in check(match.rules).text
    check(match)
    state, player = match.new_hand(seed=1), RandomPlayer(seed=1)
    while not state.is_over:
        if len(state.acts) % 9 == 0:
            check(state)
            check(state.view(len(state.acts) % match.rules.players))
        if state.to_act is None:
            state.push(state.legal_picks[0] if state.legal_picks else "settle")
        else:
            state.push(player.act(state.view(state.to_act)))
    match.add(state.result(), minutes=1.0)
    for shown in (state, match, match.results[0]):
        check(shown)


def test_tables_name_the_dealer_the_leaders_and_what_was_made() -> None:
    assert check(hand_state()).rows[0] == ["N", "E", "S", "W (dealer)"]
    hand = parse_ptn(PTN.read_text("utf-8"))
    rows = check(hand).rows[-len(hand.tricks) :]
    assert [row[1][0] for row in rows] == ["NESW"[trick.leader] for trick in hand.tricks]
    assert check(match()).rows[-1][3] == "set"


# Blocks.


def test_bars_tooltips_and_headings_of_blocks() -> None:
    html = to_html(Line([Bar(3, 2, 4, least=1, most=5)]))
    assert "left:25.0%;width:50.0%" in html and "left:calc(50.0% - 1px)" in html
    page = check(to_html(Facts([(EVIL, Shaded("1", 0.5, EVIL))])))
    assert page.rows == [[EVIL, "1"]] and ("title", EVIL) in page.attributes
    table = Table([["x", "1"], ["", "2"]], ["", "n"], "lr", best={0}, caption="<c>")
    html = to_html(table, Facts([("a", "b")]))
    page = check(html)
    assert page.rows == [["", "n"], ["★ x", "1"], ["", "2"], ["a", "b"]] and "<c>" in page.text
    assert [value for name, value in page.attributes if name == "scope"] == ["col", "row", "row"]
    assert html.count("<th ") == 3 and to_html(Line()) == to_html()  # no heading is empty
