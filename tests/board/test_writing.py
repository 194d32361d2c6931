"""Files of a hand: texts and PTN that are read back, pictures, and the page that stands alone."""

import json
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from typing import Any

import pytest
from tests.support.board_answers import ask, ptn_fields, real_hands
from tests.support.sources import ROOT

import whistsolve as ws
from whistsolve.errors import ActError, NotationError, WhistError
from whistsolve.game.auction.calls import all_strains
from whistsolve_board.hands import BoardHand
from whistsolve_board.report_page import with_tens

HANDS = [ptn_fields(path) for path in real_hands()]
#: Short, with everything that a hand can have.
WHOLE = {
    "rules": "cutthroat_3",
    "deal": "0:A43.A.. K2.32.. QJ.QJ.. | T9.4..",
    "dealer": "2",
    "strain": "S-",
    "level": "3",
    "declarer": "1",
    "discard": "S9 ST H4",
    "played": "SK SQ SA S4",
    "title": 'A <b>"bold"</b> hand & more',
}
BARE = {"rules": "bid_whist_no_kitty", "deal": "N:AQ2... T98... 765... K43..."}


#: `as` is a word of Python.
AS_HTML = {"as": "html"}


def written(hand: dict[str, str], kind: str, **fields: object) -> dict[str, Any]:
    return ask("write", hand=hand, **(fields | {"as": kind}))


@pytest.mark.parametrize("hand", [*HANDS, WHOLE, BARE])
@pytest.mark.parametrize("kind", ["text", "diagram"])
def test_a_deal_that_is_written_is_read_again(hand: dict[str, str], kind: str) -> None:
    file = written(hand, kind)
    endings = {"text": ".txt", "diagram": "-diagram.txt"}
    assert file["type"] == "text/plain" and file["name"].endswith(endings[kind])
    found = ask("read", text=file["content"], rules=hand["rules"])
    assert [each["deal"] for each in found["hands"]] == [hand["deal"]]
    assert found["kind"] == "text"


@pytest.mark.parametrize("hand", HANDS)
def test_a_played_hand_is_read_again_from_ptn(hand: dict[str, str]) -> None:
    file = written(hand, "ptn")
    assert (file["name"], file["type"]) == ("trickster-cards-practice-whist-bid-whist.ptn", "text/plain")
    assert ask("read", text=file["content"], rules=hand["rules"]) == {"kind": "ptn", "hands": [hand]}


def test_what_ptn_cannot_say_is_not_left_out_in_silence() -> None:
    named = {
        "rules": "bid_whist joker_lead_no_trump=leader_names_suit joker_no_trump=high_no_suit",
        "deal": "N:A....B 3.4.. 2.5.. 4.6..",
        "strain": "NT+",
        "declarer": "N",
        "played": "BJ:H",
    }
    with pytest.raises(NotationError, match="BJ:H"):
        written(named, "ptn")
    other_way = "bid_whist_no_kitty direction_of_play=counterclockwise"
    with pytest.raises(NotationError, match="counterclockwise"):
        written({**BARE, "rules": other_way, "dealer": "N", "calls": "pass 3+"}, "ptn")
    assert "LJ" not in written({**named, "played": "SA"}, "ptn")["content"]


def words(picture: str) -> list[str]:
    return [each.text or "" for each in ET.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")]


def test_a_picture_has_the_cards_as_dealt_or_at_a_point_of_the_play() -> None:
    file = written(WHOLE, "svg")
    assert (file["name"], file["type"]) == ("a-b-bold-b-hand-more.svg", "image/svg+xml")
    assert file["content"] == with_tens(ws.Deal.from_text(WHOLE["deal"]).svg())
    label = ET.fromstring(written(WHOLE, "svg", at=4)["content"]).attrib["aria-label"]
    # The ace is best downtown; what was led after it lies on the table.
    assert label == "0: S4 3.A..; 1 2.32..; 2 J.QJ..; discards T9.4.."
    assert "0: S4" in words(written(WHOLE, "svg", at=4)["content"])
    start = ET.fromstring(written(WHOLE, "svg", at=0)["content"]).attrib["aria-label"]
    assert start == "0 A43.A..; 1 K2.32..; 2 QJ.QJ..; discards T9.4.."
    # The page says where it is also where nothing can be played yet.
    assert written(BARE, "svg", at=0)["content"] == with_tens(ws.Deal.from_text(BARE["deal"]).svg())
    with pytest.raises(WhistError, match="at 5"):
        written(WHOLE, "svg", at=5)


def test_what_cannot_be_written_is_named() -> None:
    with pytest.raises(WhistError, match="as 'pdf' is wrong: expected text, diagram, ptn, svg, html, json"):
        written(BARE, "pdf")
    with pytest.raises(ActError, match="H9"):
        written({**WHOLE, "played": "H9"}, "ptn")


class Page(HTMLParser):
    """The tags of a page with their attributes, its text, and whether every tag is closed."""

    VOID = ("meta", "rect", "br")

    def __init__(self, content: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(content)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts.setdefault(self.open[-1], []).append(data)


@pytest.fixture(scope="module")
def page_241() -> str:
    """The page of a whole hand that was played on a site."""
    return str(written(HANDS[0], "html")["content"])


def test_a_page_is_a_file_of_html_and_says_how_far_it_is() -> None:
    parts: list[dict[str, Any]] = []
    file = ask("write", parts, hand=WHOLE, **AS_HTML)
    assert (file["name"], file["type"]) == ("a-b-bold-b-hand-more.html", "text/html")
    assert parts == [{"done": done, "of": 4} for done in (1, 2, 3, 4)]


@pytest.mark.parametrize("hand", [None, WHOLE, BARE])
def test_a_page_stands_alone(hand: dict[str, str] | None, page_241: str) -> None:
    content = page_241 if hand is None else written(hand, "html")["content"]
    page = Page(content)
    assert not page.open
    for address in ("http:", "https:", "//", "url(", "@import", "javascript:"):
        assert address not in content.lower()
    for tag, attributes in page.tags:
        assert tag not in ("script", "link", "img", "iframe", "object", "embed", "base", "form", "use")
        for name in attributes:
            assert name not in ("src", "href", "srcset", "xlink:href") and not name.startswith("on")
    assert "color-scheme:light dark" in page.texts["style"][0]


def test_texts_of_a_hand_stay_text() -> None:
    page = Page(written(WHOLE, "html")["content"])
    assert page.texts["title"][0] == page.texts["h1"][0] == WHOLE["title"]
    assert "b" not in page.texts


def test_a_page_has_what_the_hand_has() -> None:
    def heads(hand: dict[str, str]) -> int:
        return len(Page(written(hand, "html")["content"]).texts["h2"])

    assert heads(WHOLE) == 6
    assert heads({name: text for name, text in WHOLE.items() if name != "played"}) == 5
    assert heads({name: WHOLE[name] for name in ("rules", "deal")}) == 4
    assert heads(BARE) == 3


def test_the_tables_of_a_page_are_those_of_the_library(page_241: str) -> None:
    hand, content = BoardHand.read(HANDS[0]), page_241
    for deal, kitty in ((hand.deal_in_play, None), (hand.deal, "optimal")):
        found = ws.table(deal, rules=hand.rules, strains=all_strains(hand.rules), kitty=kitty)
        assert found._repr_html_() in content
    analysis = ws.analyse_play(hand.record(), rules=hand.rules, contract=True)
    trace = with_tens(analysis._repr_html_().replace(' xmlns="http://www.w3.org/2000/svg"', ""))
    before, after = trace.split(">leader<")[0], trace.split("</tbody></table>", 1)[1]  # around the tricks
    assert before in content and after in content
    assert "of 1,820 discards 392 do as well" in content and "costs 1 trick" in content


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
    best = ask("discard", hand=fields)
    assert {name: found["discard"][name] for name in ("holder", "optimal", "all", "tricks", "books")} == {
        name: best[name] for name in ("holder", "optimal", "all", "tricks", "books")
    }
    assert found["discard"]["made"] == ask("discard_value", hand=fields, cards=fields["discard"])["tricks"]


def test_a_part_that_cannot_be_had_says_why_and_the_others_are_there() -> None:
    rules = "bid_whist joker_lead_no_trump=leader_names_suit"  # records do not say which suit
    hand = {
        "rules": rules,
        "deal": "N:A....B 3.4.. 2.5.. 4.6..",
        "strain": "NT+",
        "declarer": "N",
        "played": "BJ:H",
    }
    found = json.loads(written(hand, "json")["content"])
    assert "names" in found["trace"]["error"] and found["table"]["tricks"]
    assert found["trace"]["error"] in Page(written(hand, "html")["content"]).texts["p"]


def test_ptn_keeps_the_tags_of_the_file() -> None:
    text = (ROOT / "tests" / "data" / "ptn" / "trickster-241.ptn").read_text("utf-8")
    [hand] = ask("read", text=text)["hands"]
    tags = [line for line in text.splitlines() if line.startswith(("[UTC", "[Game", "[West", "[South"))]
    content = written(hand, "ptn")["content"]
    assert len(tags) == 7 and not [line for line in tags if line not in content.splitlines()]
    # Options that would name other rules than the board's are left out.
    other = written({**hand, "rules": "bid_whist jokers=0"}, "ptn")["content"]
    assert "GameOptionsJson" not in other and "GameScores" in other
    with pytest.raises(NotationError, match="tag Deal has a field of its own"):
        written({**hand, "tags": '[Deal "N:A... K... Q... J..."]'}, "ptn")


def test_pictures_and_pages_have_tens_as_the_board_has_them(page_241: str) -> None:
    deal = {"rules": "bid_whist_no_kitty", "deal": "N:AT2... QJ9... 765... K43..."}
    picture = written(deal, "svg")["content"]
    ace, ten, two = (int(found) for found in re.findall(r'x="(\d+)" y="\d+">(?:A|10|2)<', picture))
    assert two - ten > ten - ace  # two digits are as wide as two letters
    assert "♥\ufe0e10" in page_241 and not re.search("\ufe0e[2-9JQKA]*T", page_241)


def test_the_play_of_a_page_has_a_column_for_each_seat(page_241: str) -> None:
    play = page_241[page_241.index("The play, card by card") :]
    text = re.sub(r"\s+", " ", re.sub("<[^>]*>|\ufe0e", " ", play))
    assert "trick leader N E S W tricks 1 S ♣ 3 ♣ 2 ♣ 10 ♣ A 7 2 W" in text
