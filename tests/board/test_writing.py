"""Files of a hand: texts and PTN that are read back, pictures, and the page that stands alone."""

import json
import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from tests.support.board_answers import (
    NAMING,
    NO_KITTY,
    REAL,
    ask,
    real_hand,
    real_text,
    refused,
    without,
)
from tests.support.pages import HtmlPage

import whistsolve as ws
from whistsolve.errors import ActError, NotationError, WhistError
from whistsolve.game.auction.calls import all_strains
from whistsolve_board.hands import BoardHand
from whistsolve_board.report_page import with_tens

#: Short, with everything that a hand can have.
WHOLE = {"rules": "cutthroat_3", "deal": "0:A43.A.. K2.32.. QJ.QJ.. | T9.4..", "dealer": "2"}
WHOLE |= {"strain": "S-", "level": "3", "declarer": "1", "discard": "S9 ST H4", "played": "SK SQ SA S4"}
WHOLE |= {"title": 'A <b>"bold"</b> hand & more'}
BARE = {"rules": NO_KITTY, "deal": "N:AQ2... T98... 765... K43..."}
TRICKSTER = real_hand(rules="bid_whist jokers=0")


def written(hand: dict[str, str], kind: str, **fields: object) -> dict[str, Any]:
    return ask("write", hand=hand, **(fields | {"as": kind}))


def content(hand: dict[str, str], kind: str, **fields: object) -> str:
    return str(written(hand, kind, **fields)["content"])


def test_a_hand_that_is_written_is_read_again() -> None:
    for hand in (TRICKSTER, real_hand(REAL[1]), WHOLE, BARE):
        for kind, ending in (("text", ".txt"), ("diagram", "-diagram.txt")):
            file = written(hand, kind)
            assert file["type"] == "text/plain" and file["name"].endswith(ending)
            found = ask("read", text=file["content"], rules=hand["rules"])
            assert [each["deal"] for each in found["hands"]] == [hand["deal"]]
            assert found["kind"] == "text"
    for name, rules in zip(REAL, ("bid_whist jokers=0", "bid_whist"), strict=True):
        read = ask("read", text=real_text(name), rules=rules)
        file = written(read["hands"][0], "ptn")
        assert (file["name"], file["type"]) == ("trickster-cards-practice-whist-bid-whist.ptn", "text/plain")
        assert ask("read", text=file["content"], rules=rules) == read


def test_ptn_keeps_the_tags_of_the_file() -> None:
    text = real_text()
    [hand] = ask("read", text=text)["hands"]
    tags = [line for line in text.splitlines() if line.startswith(("[UTC", "[Game", "[West", "[South"))]
    assert len(tags) == 7 and set(tags) <= set(content(hand, "ptn").splitlines())
    # Options that would name other rules than the board's are left out.
    other = content({**hand, "rules": "bid_whist jokers=0"}, "ptn")
    assert "GameOptionsJson" not in other and "GameScores" in other
    assert "LJ" not in content({**NAMING, "played": "SA"}, "ptn")


def test_what_cannot_be_written_is_named() -> None:
    other_way = {**BARE, "rules": f"{NO_KITTY} direction_of_play=counterclockwise"}
    for hand, kind, error, message in (
        (BARE, "pdf", WhistError, "as 'pdf' is wrong: expected text, diagram, ptn, svg, html, json"),
        ({**WHOLE, "played": "H9"}, "ptn", ActError, "H9"),
        (NAMING, "ptn", NotationError, "BJ:H"),
        ({**other_way, "dealer": "N", "calls": "pass 3+"}, "ptn", NotationError, "counterclockwise"),
        ({**BARE, "tags": '[Deal "N:A..."]'}, "ptn", NotationError, "tag Deal has a field of its own"),
    ):
        refused(error, message, "write", hand=hand, **{"as": kind})
    refused(WhistError, "at 5", "write", hand=WHOLE, at=5, **{"as": "svg"})


def test_a_picture_has_the_cards_as_dealt_or_at_a_point_of_the_play() -> None:
    file = written(WHOLE, "svg")
    assert (file["name"], file["type"]) == ("a-b-bold-b-hand-more.svg", "image/svg+xml")
    assert file["content"] == with_tens(ws.Deal.from_text(WHOLE["deal"]).svg())
    start, end = (ET.fromstring(content(WHOLE, "svg", at=at)) for at in (0, 4))
    # The ace is best downtown; what was led after it lies on the table.
    assert end.attrib["aria-label"] == "0: S4 3.A..; 1 2.32..; 2 J.QJ..; discards T9.4.."
    assert "0: S4" in [each.text for each in end.iter("{http://www.w3.org/2000/svg}text")]
    assert start.attrib["aria-label"] == "0 A43.A..; 1 K2.32..; 2 QJ.QJ..; discards T9.4.."
    # The page says where it is also where nothing can be played yet.
    assert content(BARE, "svg", at=0) == with_tens(ws.Deal.from_text(BARE["deal"]).svg())


@pytest.fixture(scope="module")
def page_241() -> str:
    """The page of a whole hand that was played on a site."""
    return content(TRICKSTER, "html")


def test_a_page_is_a_file_of_html_and_says_how_far_it_is() -> None:
    parts: list[dict[str, Any]] = []
    file = ask("write", parts, hand=WHOLE, **{"as": "html"})
    assert (file["name"], file["type"]) == ("a-b-bold-b-hand-more.html", "text/html")
    assert parts == [{"done": done, "of": 4} for done in (1, 2, 3, 4)]


def test_a_page_stands_alone_and_texts_of_a_hand_stay_text(page_241: str) -> None:
    forbidden = {"script", "link", "img", "iframe", "object", "embed", "base", "form", "use"}
    for text in (page_241, content(WHOLE, "html"), content(BARE, "html")):
        page = HtmlPage(text)
        for address in ("http:", "https:", "//", "url(", "@import", "javascript:"):
            assert address not in text.lower()
        assert not forbidden & set(page.tags)
        names = {name for name, _ in page.attributes}
        assert not {"src", "href", "srcset", "xlink:href"} & names
        assert not [name for name in names if name.startswith("on")]
        assert "color-scheme:light dark" in page.texts["style"][0]
    page = HtmlPage(content(WHOLE, "html"))
    assert page.texts["title"][0] == page.texts["h1"][0] == WHOLE["title"] and "b" not in page.tags


def test_a_page_has_what_the_hand_has() -> None:
    unplayed, undeclared = without(WHOLE, "played"), {"rules": WHOLE["rules"], "deal": WHOLE["deal"]}
    pages = [HtmlPage(content(hand, "html")) for hand in (WHOLE, unplayed, undeclared, BARE)]
    assert [len(page.texts["h2"]) for page in pages] == [6, 5, 4, 3]


def test_the_tables_of_a_page_are_those_of_the_library(page_241: str) -> None:
    hand = BoardHand.read(TRICKSTER)
    for deal, kitty in ((hand.deal_in_play, None), (hand.deal, "optimal")):
        found = ws.table(deal, rules=hand.rules, strains=all_strains(hand.rules), kitty=kitty)
        assert found._repr_html_() in page_241
    analysis = ws.analyse_play(hand.record(), rules=hand.rules, contract=True)
    trace = with_tens(analysis._repr_html_().replace(' xmlns="http://www.w3.org/2000/svg"', ""))
    before, after = trace.split(">leader<")[0], trace.split("</tbody></table>", 1)[1]  # around the tricks
    assert before in page_241 and after in page_241
    assert "of 1,820 discards 392 do as well" in page_241 and "costs 1 trick" in page_241
    play = page_241[page_241.index("The play, card by card") :]
    text = re.sub(r"\s+", " ", re.sub("<[^>]*>|\ufe0e", " ", play))
    assert "trick leader N E S W tricks 1 S ♣ 3 ♣ 2 ♣ 10 ♣ A 7 2 W" in text  # a column for each seat


def test_the_numbers_of_a_page_are_there_for_programs() -> None:
    fields = {**WHOLE, "level": ""}
    hand = BoardHand.read(fields)
    file = written(fields, "json")
    found = json.loads(file["content"])
    assert file["type"] == "application/json" and found["hand"] == hand.fields()
    analysis = ws.analyse_play(hand.record(), rules=hand.rules).as_dict()
    assert {**found["trace"], "nodes": 0} == {**analysis, "nodes": 0}
    table = ask("table", hand=fields, kitty=False)
    assert found["table"] == {name: table[name] for name in ("rows", "strains", "tricks")}
    assert found["kitty_table"] == ask("table", hand=fields, kitty=True)
    best, discard = ask("discard", hand=fields), found["discard"]
    names = ("holder", "optimal", "all", "tricks", "books")
    assert [discard[name] for name in names] == [best[name] for name in names]
    assert discard["made"] == ask("discard_value", hand=fields, cards=fields["discard"])["tricks"]


def test_a_part_that_cannot_be_had_says_why_and_the_others_are_there() -> None:
    hand = {**NAMING, "rules": "bid_whist joker_lead_no_trump=leader_names_suit"}
    found = json.loads(content(hand, "json"))
    assert "names" in found["trace"]["error"] and found["table"]["tricks"]
    assert found["trace"]["error"] in HtmlPage(content(hand, "html")).texts["p"]


def test_pictures_and_pages_have_tens_as_the_board_has_them(page_241: str) -> None:
    picture = content({"rules": NO_KITTY, "deal": "N:AT2... QJ9... 765... K43..."}, "svg")
    ace, ten, two = (int(found) for found in re.findall(r'x="(\d+)" y="\d+">(?:A|10|2)<', picture))
    assert two - ten > ten - ace  # two digits are as wide as two letters
    assert "♥\ufe0e10" in page_241 and not re.search("\ufe0e[2-9JQKA]*T", page_241)
