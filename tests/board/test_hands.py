"""Hands of the board: fields, links, and texts of every kind that they are read from."""

from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.board_answers import ask

import whistsolve as ws
from whistsolve.cancelling import Cancellation, subject_to
from whistsolve.notation import read_ptn
from whistsolve.show import Diagram, to_text
from whistsolve_board import sources
from whistsolve_board.hands import FIELDS, BoardHand
from whistsolve_board.sources import read_hands

PTN = Path(__file__).parents[1] / "data" / "ptn"
DEAL = "N:AK... QJ... T9... 87... | 65..."
PBN = """% PBN 2.1
[Event "A club"]
[Board "1"]
[Dealer "N"]
[Deal "N:AKQJ.AKQJ.AKQJ.A T987.T987.T987.K 6543.6543.6543.Q 2.2.2.JT98765432"]
[Declarer "W"]
[Contract "4HX"]
"""


def test_reading_ends_when_it_is_cancelled() -> None:
    cancellation = Cancellation()
    cancellation.cancel()
    ptn = (PTN / "trickster-241.ptn").read_text("utf-8")
    for text in (ptn, PBN, DEAL, "md|1SAK,HAK,DAK,CAK|"):
        with subject_to(cancellation), pytest.raises(KeyboardInterrupt):
            read_hands(text, None)


@pytest.mark.parametrize(
    "text", [PBN * 501, '% PTN\n[Deal "N:A K Q J"]\n' * 501, "qx|o1|md|1SA,HA,DA,CA|" * 501]
)
def test_too_many_hands_are_refused_before_they_are_read(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "hands_of_text", None)
    with pytest.raises(ws.NotationError, match="there are 501 hands: expected at most 500"):
        read_hands(text, None)


def test_fields_that_are_left_out_are_empty() -> None:
    hand = BoardHand.read({"deal": DEAL})
    assert not hand.is_in_play
    assert hand.fields() == {"rules": "bid_whist", "deal": DEAL}
    assert hand.deal_in_play == hand.deal


def test_the_cards_given_up_leave_the_hand() -> None:
    hand = BoardHand.read({"deal": DEAL, "strain": "S+", "declarer": "E", "discard": "SJ S5"})
    assert [str(cards) for cards in hand.deal_in_play.hands] == ["AK...", "Q6...", "T9...", "87..."]
    assert hand.takes == 1
    assert hand.record().deal_in_play == hand.deal_in_play


@pytest.mark.parametrize(
    ("fields", "error", "message"),
    [
        ({}, ws.DealError, "no deal"),
        ({"deal": DEAL, "colour": "red"}, ws.WhistError, "field 'colour' of the hand is unknown"),
        ({"deal": 3.5}, ws.WhistError, "deal 3.5 of the hand is wrong"),
        ({"deal": "AKQJ.T9.32.9876"}, ws.DealError, "this is one hand: .* Enter cards"),
        ({"deal": "hello"}, ws.DealError, "'hello' is no deal"),
        ({"deal": "x" * 5000}, ws.WhistError, "at most 2000 characters"),
        ({"deal": DEAL, "strain": "S+"}, ws.NotationError, "no declarer"),
        ({"deal": DEAL, "declarer": "N"}, ws.NotationError, "no strain"),
        ({"deal": DEAL, "strain": "S+", "declarer": "X"}, ws.NotationError, "declarer 'X'"),
        ({"deal": DEAL, "level": "0"}, ws.NotationError, "level 0"),
        ({"deal": DEAL, "level": "four"}, ws.NotationError, "level 'four'"),
        ({"deal": DEAL, "calls": "pass 3- nonsense"}, ws.ActError, "call '3- nonsense' is wrong"),
        ({"deal": DEAL, "scores": "3 x"}, ws.WhistError, "scores '3 x'"),
        ({"deal": DEAL, "discard": "SJ S5"}, ws.DealError, "no declarer"),
        ({"deal": DEAL, "strain": "S+", "declarer": "E", "discard": "SA S5"}, ws.DealError, "E discards SA"),
        ({"deal": DEAL, "rules": "chess"}, ws.RulesError, "chess"),
    ],
)
def test_what_is_wrong_is_named(fields: dict[str, object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        BoardHand.read(fields)


@pytest.mark.parametrize(
    ("rules", "dealer", "leader"),
    [
        ("bid_whist", None, "E"),  # the bidder
        ("original_bid_whist", None, "S"),  # the bidder's left
        ("whist_portland", "N", "E"),  # the dealer's left
        ("whist", "S", "S"),  # the dealer
    ],
)
def test_who_leads_follows_from_the_rules(rules: str, dealer: str | None, leader: str) -> None:
    deal = "N:AK... QJ... T9... 87..."
    hand = BoardHand.read({"rules": rules, "deal": deal, "dealer": dealer, "strain": "S+", "declarer": "E"})
    assert hand.named(hand.leads) == leader
    assert hand.position().leader == "NESW".index(leader)


@pytest.mark.parametrize("name", ["trickster-241", "trickster-327"])
def test_a_hand_in_ptn_keeps_all_that_counts(name: str) -> None:
    text = (PTN / f"{name}.ptn").read_text()
    [record], (kind, [fields]) = read_ptn(text), read_hands(text, None)
    assert kind == "ptn"
    hand = BoardHand.read(fields)
    again = hand.record()
    for part in ("deal", "dealer", "calls", "contract", "added", "removed", "leader", "plays"):
        assert getattr(again, part) == getattr(record, part), part
    assert hand.rules.jokers == sum(len(cards.jokers) for cards in (*record.deal.hands, record.deal.kitty))
    assert hand.title.startswith("Trickster Cards")


def test_a_link_brings_back_the_hand() -> None:
    _, [fields] = read_hands((PTN / "trickster-327.ptn").read_text(), None)
    fragment = BoardHand.read(fields).fragment()
    assert dict(parse_qsl(fragment)) == fields
    link = f"http://127.0.0.1:1/secret/#{fragment}&at=7"
    assert read_hands(link, None) == ("link", [fields])
    with pytest.raises(ws.NotationError, match="no hand after its '#'"):
        read_hands("http://127.0.0.1:1/secret/", None)


@given(
    title=st.text(max_size=40).map(str.strip),
    strain=st.sampled_from(["S+", "NT-", "H~"]),
    declarer=st.sampled_from("NESW"),
    level=st.sampled_from(["", "1", "7"]),
)
def test_fields_survive_a_link(title: str, strain: str, declarer: str, level: str) -> None:
    rules = "bid_whist_honours_even" if strain.endswith("~") else "bid_whist"
    given_fields = {"rules": rules, "deal": DEAL, "strain": strain, "declarer": declarer, "level": level}
    hand = BoardHand.read({**given_fields, "title": title})
    assert BoardHand.read(dict(parse_qsl(hand.fragment()))) == hand
    assert list(hand.fields()) == [name for name in FIELDS if name in hand.fields()]


def test_a_board_of_bridge() -> None:
    kind, [fields] = read_hands(PBN, None)
    assert kind == "pbn"
    assert fields["rules"] == "bid_whist_no_kitty"
    assert (fields["strain"], fields["declarer"], fields["leader"]) == ("H+", "W", "N")
    assert BoardHand.read(fields).deal.hand_size == 13


def test_deals_line_by_line_and_as_a_diagram() -> None:
    kind, hands = read_hands(f"# two\n{DEAL}\n\n0:A... K... Q...\n", None)
    assert kind == "text"
    assert [hand["rules"] for hand in hands] == ["bid_whist jokers=0", "cutthroat_3 jokers=0"]
    diagram = to_text(Diagram.of_deal(ws.Deal.from_text(DEAL)), width=80)
    assert read_hands(diagram, None) == ("text", [hands[0]])
    with pytest.raises(ws.NotationError, match="there is no deal"):
        read_hands("\n# nothing\n", None)
    with pytest.raises(ws.NotationError, match="expected at most 500"):
        read_hands(f"{DEAL}\n" * 501, None)
    with pytest.raises(ws.DealError, match="this is one hand"):
        read_hands("AKQJ.T9.32.9876", None)


def test_rules_that_are_named_hold_for_all_hands() -> None:
    rules = ws.Rules.preset("pagat")
    _, hands = read_hands(f"{DEAL}\n{DEAL}", rules)
    assert [hand["rules"] for hand in hands] == ["pagat", "pagat"]


def test_of_several_hands_what_became_of_each_is_told() -> None:
    played = (PTN / "trickster-241.ptn").read_text()
    unfinished = played[: played.index("SA S9 D6 D8")]
    found = ask("read", text=f"{played}\n{unfinished}")
    assert found["results"] == [{"tricks": 7, "over": -1}, None]
    assert "results" not in ask("read", text=played)


@pytest.mark.parametrize("text", ["a\u2028b", "x" * 1980, 'say \\"so\\"', ""])
def test_tags_of_a_file_are_read_again_or_left_out(text: str) -> None:
    tags = f'[Event "{"e" * 900}"]\n[Site "{text}"]\n[Long "{"l" * 1990}"]\n[Room "Open"]\n'
    [fields] = read_hands(f'{tags}[Deal "{DEAL.split(" |")[0]}"]\n', None)[1]
    hand = BoardHand.read(fields)
    assert hand.fields() == fields
    kept = {tag.name: tag.text for tag in hand.tags}
    assert kept == ({"Site": text} if len(text) > 1900 else {"Site": text, "Room": "Open"})
