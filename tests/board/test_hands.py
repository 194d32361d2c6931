"""Hands of the board: fields, links, texts that they are read from, and files that they are written to."""

import json
import re
import xml.etree.ElementTree as ET
from urllib.parse import parse_qsl, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.board_answers import NAMING, NO_KITTY, REAL, ask, real_hand, real_text, refused
from tests.support.pages import HtmlPage

import whistsolve as ws
from whistsolve.cancelling import Cancellation, subject_to
from whistsolve.game.auction.calls import all_strains
from whistsolve.notation import parse_ptn
from whistsolve.show import Diagram, to_text
from whistsolve_board import sources
from whistsolve_board.hands import FIELDS, BoardHand
from whistsolve_board.report_page import with_tens
from whistsolve_board.sources import read_hands

DEAL = "N:AK... QJ... T9... 87... | 65..."
PBN = """% PBN 2.1
[Event "A club"]
[Board "1"]
[Dealer "N"]
[Deal "N:AKQJ.AKQJ.AKQJ.A T987.T987.T987.K 6543.6543.6543.Q 2.2.2.JT98765432"]
[Declarer "W"]
[Contract "4HX"]
"""


def test_reading_ends_when_it_is_cancelled():
    cancellation = Cancellation()
    cancellation.cancel()
    for text in (real_text(), PBN, DEAL, "md|1SAK,HAK,DAK,CAK|"):
        with subject_to(cancellation), pytest.raises(KeyboardInterrupt):
            read_hands(text, None)


def test_too_many_hands_are_refused_before_they_are_read(monkeypatch):
    for text in (f"{DEAL}\n", PBN, '% PTN\n[Deal "N:A K Q J"]\n', "qx|o1|md|1SA,HA,DA,CA|"):
        with pytest.raises(ws.NotationError, match="expected at most 500"):
            read_hands(text * 501, None)
        monkeypatch.setattr(sources, "hands_of_text", None)


def test_fields_of_a_hand_and_the_cards_given_up():
    hand = BoardHand.read({"deal": DEAL})
    assert not hand.is_in_play and hand.deal_in_play == hand.deal
    assert hand.fields() == {"rules": "bid_whist", "deal": DEAL}
    hand = BoardHand.read({"deal": DEAL, "strain": "S+", "declarer": "E", "discard": "SJ S5"})
    assert [str(cards) for cards in hand.deal_in_play.hands] == ["AK...", "Q6...", "T9...", "87..."]
    assert hand.takes == 1 and hand.record().deal_in_play == hand.deal_in_play


WRONG = (
    ({"deal": None}, ws.DealError, "no deal"),
    ({"colour": "red"}, ws.WhistError, "field 'colour' of the hand is unknown"),
    ({"deal": 3.5}, ws.WhistError, "deal 3.5 of the hand is wrong"),
    ({"deal": "AKQJ.T9.32.9876"}, ws.DealError, "this is one hand: .* Enter cards"),
    ({"deal": "hello"}, ws.DealError, "'hello' is no deal"),
    ({"deal": "x" * 5000}, ws.WhistError, "at most 2000 characters"),
    ({"strain": "S+"}, ws.NotationError, "no declarer"),
    ({"declarer": "N"}, ws.NotationError, "no strain"),
    ({"strain": "S+", "declarer": "X"}, ws.NotationError, "declarer 'X'"),
    ({"level": "0"}, ws.NotationError, "level 0"),
    ({"level": "four"}, ws.NotationError, "level 'four'"),
    ({"calls": "pass 3- nonsense"}, ws.ActError, "call '3- nonsense' is wrong"),
    ({"scores": "3 x"}, ws.WhistError, "scores '3 x'"),
    ({"discard": "SJ S5"}, ws.DealError, "no declarer"),
    ({"strain": "S+", "declarer": "E", "discard": "SA S5"}, ws.DealError, "E discards SA"),
    ({"rules": "chess"}, ws.RulesError, "chess"),
)


def test_what_is_wrong_with_a_field_is_named():
    for fields, error, message in WRONG:
        with pytest.raises(error, match=message):
            BoardHand.read({"deal": DEAL, **fields})


def test_a_hand_in_ptn_keeps_all_that_counts():
    for name in REAL:
        record, hand = parse_ptn(real_text(name)), BoardHand.read(real_hand(name))
        again = hand.record()
        for part in ("deal", "dealer", "calls", "contract", "added", "removed", "leader", "plays"):
            assert getattr(again, part) == getattr(record, part), part
        hands = (*record.deal.hands, record.deal.kitty)
        assert hand.rules.jokers == sum(len(cards.jokers) for cards in hands)
        assert hand.title.startswith("Trickster Cards")


@given(title=st.text(max_size=40).map(str.strip), strain=st.sampled_from(["S+", "NT-", "H~"]))
def test_a_link_brings_back_the_hand(title: str, strain: str):
    rules = "bid_whist_honours_even" if strain.endswith("~") else "bid_whist"
    level = {"level": "16"} if len(title) % 2 else {}  # of 16 cards
    fields = {"rules": rules, "deal": DEAL, "strain": strain, "declarer": "W", **level, "title": title}
    hand = BoardHand.read(fields)
    assert BoardHand.read(dict(parse_qsl(hand.fragment()))) == hand
    assert list(hand.fields()) == [name for name in FIELDS if name in hand.fields()]
    link = f"http://127.0.0.1:1/secret/#{hand.fragment()}&at=7"
    assert read_hands(link, None) == ("link", [hand.fields()])
    other = {"rules": "bid_whist", "deal": DEAL}
    assert read_hands(f"{link}&&{urlencode(other)}", None) == ("link", [hand.fields(), other])


def test_a_board_of_bridge_and_deals_line_by_line_and_as_a_diagram():
    kind, [fields] = read_hands(PBN, None)
    assert (kind, fields["rules"], BoardHand.read(fields).deal.hand_size) == ("pbn", NO_KITTY, 13)
    assert (fields["strain"], fields["declarer"], fields["leader"]) == ("H+", "W", "N")
    kind, hands = read_hands(f"# two\n{DEAL}\n\n0:A... K... Q...\n", None)
    assert kind == "text"
    assert [hand["rules"] for hand in hands] == ["bid_whist jokers=0", "cutthroat_3 jokers=0"]
    diagram = to_text(Diagram.of_deal(ws.Deal.from_text(DEAL)), width=80)
    assert read_hands(diagram, None) == ("text", [hands[0]])
    for text, message in (
        ("\n# nothing\n", "there is no deal"),
        ("AKQJ.T9.32.9876", "this is one hand"),
        ("http://127.0.0.1:1/secret/", "no hand after its '#'"),
    ):
        with pytest.raises(ws.WhistError, match=message):
            read_hands(text, None)
    # Rules that are named hold for all hands.
    named = read_hands(f"{DEAL}\n{DEAL}", ws.Rules.preset("pagat"))[1]
    assert [hand["rules"] for hand in named] == ["pagat", "pagat"]


def test_of_several_hands_what_became_of_each_is_told():
    played = real_text()
    found = ask("read", text=f"{played}\n{played[: played.index('SA S9 D6 D8')]}")
    assert found["results"] == [{"tricks": 7, "over": -1}, None]
    assert "results" not in ask("read", text=played)


def test_tags_of_a_file_are_read_again_or_left_out():
    for text in ("a\u2028b", "x" * 1980, 'say \\"so\\"', ""):
        tags = f'[Event "{"e" * 900}"]\n[Site "{text}"]\n[Long "{"l" * 1990}"]\n[Room "Open"]\n'
        [fields] = read_hands(f'{tags}[Deal "{DEAL.split(" |")[0]}"]\n', None)[1]
        hand = BoardHand.read(fields)
        assert hand.fields() == fields
        kept = {"Site": text} if len(text) > 1900 else {"Site": text, "Room": "Open"}
        assert {tag.name: tag.text for tag in hand.tags} == kept


# Files of a hand.


@pytest.fixture(scope="module")
def page_241():
    """The page of a whole hand that was played on a site."""
    return content(TRICKSTER, "html")


#: Short, with everything that a hand can have.
WHOLE = {"rules": "cutthroat_3", "deal": "0:A43.A.. K2.32.. QJ.QJ.. | T9.4..", "dealer": "2"}
WHOLE |= {"strain": "S-", "level": "3", "declarer": "1", "discard": "S9 ST H4", "played": "SK SQ SA S4"}
WHOLE |= {"title": 'A <b>"bold"</b> hand & more'}
BARE = {"rules": NO_KITTY, "deal": "N:AQ2... T98... 765... K43..."}
TRICKSTER = real_hand(rules="bid_whist jokers=0")


def written(hand, kind, **fields):
    return ask("write", hand=hand, **(fields | {"as": kind}))


def content(hand, kind, **fields):
    return str(written(hand, kind, **fields)["content"])


def test_a_hand_that_is_written_is_read_again():
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


def test_ptn_keeps_the_tags_of_the_file():
    text = real_text()
    [hand] = ask("read", text=text)["hands"]
    tags = [line for line in text.splitlines() if line.startswith(("[UTC", "[Game", "[West", "[South"))]
    assert len(tags) == 7 and set(tags) <= set(content(hand, "ptn").splitlines())
    # Options that would name other rules than the board's are left out.
    other = content({**hand, "rules": "bid_whist jokers=0"}, "ptn")
    assert "GameOptionsJson" not in other and "GameScores" in other
    assert "LJ" not in content({**NAMING, "played": "SA"}, "ptn")


def test_what_cannot_be_written_is_named():
    other_way = {**BARE, "rules": f"{NO_KITTY} direction_of_play=counterclockwise"}
    for hand, kind, error, message in (
        (BARE, "pdf", ws.WhistError, "as 'pdf' is wrong: expected text, diagram, ptn, svg, html, json"),
        ({**WHOLE, "played": "H9"}, "ptn", ws.ActError, "H9"),
        (NAMING, "ptn", ws.NotationError, "BJ:H"),
        ({**other_way, "dealer": "N", "calls": "pass 3+"}, "ptn", ws.NotationError, "counterclockwise"),
        ({**BARE, "tags": '[Deal "N:A..."]'}, "ptn", ws.NotationError, "tag Deal has a field of its own"),
    ):
        refused(error, message, "write", hand=hand, **{"as": kind})
    refused(ws.WhistError, "at 5", "write", hand=WHOLE, at=5, **{"as": "svg"})


def test_a_picture_has_the_cards_as_dealt_or_at_a_point_of_the_play():
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


def test_a_page_stands_alone_and_texts_of_a_hand_stay_text(page_241):
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
    file = ask("write", parts := [], hand=WHOLE, **{"as": "html"})
    assert (file["name"], file["type"]) == ("a-b-bold-b-hand-more.html", "text/html")
    assert parts == [{"done": done, "of": 4} for done in (1, 2, 3, 4)]
    page = HtmlPage(file["content"])
    assert page.texts["title"][0] == page.texts["h1"][0] == WHOLE["title"] and "b" not in page.tags
    # A heading for each part that the hand has.
    unplayed, undeclared = {**WHOLE, "played": ""}, {"rules": WHOLE["rules"], "deal": WHOLE["deal"]}
    pages = [page, *(HtmlPage(content(hand, "html")) for hand in (unplayed, undeclared, BARE))]
    assert [len(each.texts["h2"]) for each in pages] == [6, 5, 4, 3]


def test_the_tables_of_a_page_are_those_of_the_library(page_241):
    hand = BoardHand.read(TRICKSTER)
    for deal, kitty in ((hand.deal_in_play, None), (hand.deal, "optimal")):
        found = ws.table(deal, rules=hand.rules, strains=all_strains(hand.rules), kitty=kitty)
        assert found._repr_html_() in page_241
    analysis = ws.analyse_play(hand.record(), rules=hand.rules, contract=True)
    trace = with_tens(analysis._repr_html_().replace(' xmlns="http://www.w3.org/2000/svg"', ""))
    before, after = trace.split(">leader<")[0], trace.rsplit("</tbody></table>", 1)[1]  # around the tricks
    assert before in page_241 and after in page_241
    assert "of 1,820 discards 392 do as well" in page_241 and "costs 1 trick" in page_241
    play = page_241[page_241.index("The play, card by card") :]
    text = re.sub(r"\s+", " ", re.sub("<[^>]*>|\ufe0e", " ", play))
    assert "trick leader N E S W tricks 1 S ♣ 3 ♣ 2 ♣ 10 ♣ A 7 2 W" in text  # a column for each seat


def test_the_numbers_of_a_page_are_there_for_programs():
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
    best, made = ask("discard", hand=fields), ask("discard_value", hand=fields, cards=fields["discard"])
    numbers = {name: best[name] for name in ("holder", "optimal", "all", "tricks", "books")}
    assert {**found["discard"], **numbers, "made": made["tricks"]} == found["discard"]


def test_a_part_that_cannot_be_had_says_why_and_the_others_are_there():
    hand = {**NAMING, "rules": "bid_whist joker_lead_no_trump=leader_names_suit"}
    found = json.loads(content(hand, "json"))
    assert "names" in found["trace"]["error"] and found["table"]["tricks"]
    assert found["trace"]["error"] in HtmlPage(content(hand, "html")).texts["p"]


def test_pictures_and_pages_have_tens_as_the_board_has_them(page_241):
    picture = content({"rules": NO_KITTY, "deal": "N:AT2... QJ9... 765... K43..."}, "svg")
    ace, ten, two = (int(found) for found in re.findall(r'x="(\d+)" y="\d+">(?:A|10|2)<', picture))
    assert two - ten > ten - ace  # two digits are as wide as two letters
    assert content(TRICKSTER, "svg", at=8) == with_tens(content(TRICKSTER, "svg", at=8))
    assert "♥\ufe0e10" in page_241 and not re.search("\ufe0e[2-9JQKA]*T", page_241)
