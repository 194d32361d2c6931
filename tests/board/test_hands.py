"""Hands of the board: fields, links, and texts of every kind that they are read from."""

from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.board_answers import NO_KITTY, REAL, ask, real_hand, real_record, real_text

import whistsolve as ws
from whistsolve.cancelling import Cancellation, subject_to
from whistsolve.show import Diagram, to_text
from whistsolve_board import sources
from whistsolve_board.hands import FIELDS, BoardHand
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


def test_reading_ends_when_it_is_cancelled() -> None:
    cancellation = Cancellation()
    cancellation.cancel()
    for text in (real_text(), PBN, DEAL, "md|1SAK,HAK,DAK,CAK|"):
        with subject_to(cancellation), pytest.raises(KeyboardInterrupt):
            read_hands(text, None)


def test_too_many_hands_are_refused_before_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    many = [PBN * 501, '% PTN\n[Deal "N:A K Q J"]\n' * 501, "qx|o1|md|1SA,HA,DA,CA|" * 501]
    with pytest.raises(ws.NotationError, match="expected at most 500"):
        read_hands(f"{DEAL}\n" * 501, None)
    monkeypatch.setattr(sources, "hands_of_text", None)
    for text in many:
        with pytest.raises(ws.NotationError, match="expected at most 500"):
            read_hands(text, None)


def test_fields_of_a_hand_and_the_cards_given_up() -> None:
    hand = BoardHand.read({"deal": DEAL})
    assert not hand.is_in_play and hand.deal_in_play == hand.deal
    assert hand.fields() == {"rules": "bid_whist", "deal": DEAL}
    hand = BoardHand.read({"deal": DEAL, "strain": "S+", "declarer": "E", "discard": "SJ S5"})
    assert [str(cards) for cards in hand.deal_in_play.hands] == ["AK...", "Q6...", "T9...", "87..."]
    assert hand.takes == 1 and hand.record().deal_in_play == hand.deal_in_play


WRONG: tuple[tuple[dict[str, object], type[Exception], str], ...] = (
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


def test_what_is_wrong_is_named() -> None:
    for fields, error, message in WRONG:
        with pytest.raises(error, match=message):
            BoardHand.read({"deal": DEAL, **fields})


def test_who_leads_follows_from_the_rules() -> None:
    leaders = {
        ("bid_whist", None): "E",  # the bidder
        ("original_bid_whist", None): "S",  # the bidder's left
        ("whist_portland", "N"): "E",  # the dealer's left
        ("whist", "S"): "S",  # the dealer
    }
    for (rules, dealer), leader in leaders.items():
        fields = {"rules": rules, "deal": DEAL[:31], "dealer": dealer, "strain": "S+", "declarer": "E"}
        hand = BoardHand.read(fields)
        assert (hand.named(hand.leads), hand.position().leader) == (leader, "NESW".index(leader)), rules


def test_a_hand_in_ptn_keeps_all_that_counts() -> None:
    for name in REAL:
        record, hand = real_record(name), BoardHand.read(real_hand(name))
        again = hand.record()
        for part in ("deal", "dealer", "calls", "contract", "added", "removed", "leader", "plays"):
            assert getattr(again, part) == getattr(record, part), part
        assert hand.rules.jokers == sum(
            len(cards.jokers) for cards in (*record.deal.hands, record.deal.kitty)
        )
        assert hand.title.startswith("Trickster Cards")


def test_a_link_brings_back_the_hand() -> None:
    fields = real_hand(REAL[1])
    fragment = BoardHand.read(fields).fragment()
    assert dict(parse_qsl(fragment)) == fields
    assert read_hands(f"http://127.0.0.1:1/secret/#{fragment}&at=7", None) == ("link", [fields])
    with pytest.raises(ws.NotationError, match="no hand after its '#'"):
        read_hands("http://127.0.0.1:1/secret/", None)


@given(title=st.text(max_size=40).map(str.strip), strain=st.sampled_from(["S+", "NT-", "H~"]))
def test_fields_survive_a_link(title: str, strain: str) -> None:
    rules = "bid_whist_honours_even" if strain.endswith("~") else "bid_whist"
    level = {"level": "7"} if len(title) % 2 else {}
    fields = {"rules": rules, "deal": DEAL, "strain": strain, "declarer": "W", **level, "title": title}
    hand = BoardHand.read(fields)
    assert BoardHand.read(dict(parse_qsl(hand.fragment()))) == hand
    assert list(hand.fields()) == [name for name in FIELDS if name in hand.fields()]


def test_a_board_of_bridge() -> None:
    kind, [fields] = read_hands(PBN, None)
    assert (kind, fields["rules"], BoardHand.read(fields).deal.hand_size) == ("pbn", NO_KITTY, 13)
    assert (fields["strain"], fields["declarer"], fields["leader"]) == ("H+", "W", "N")


def test_deals_line_by_line_and_as_a_diagram() -> None:
    kind, hands = read_hands(f"# two\n{DEAL}\n\n0:A... K... Q...\n", None)
    assert kind == "text"
    assert [hand["rules"] for hand in hands] == ["bid_whist jokers=0", "cutthroat_3 jokers=0"]
    diagram = to_text(Diagram.of_deal(ws.Deal.from_text(DEAL)), width=80)
    assert read_hands(diagram, None) == ("text", [hands[0]])
    with pytest.raises(ws.NotationError, match="there is no deal"):
        read_hands("\n# nothing\n", None)
    with pytest.raises(ws.DealError, match="this is one hand"):
        read_hands("AKQJ.T9.32.9876", None)
    # Rules that are named hold for all hands.
    named = read_hands(f"{DEAL}\n{DEAL}", ws.Rules.preset("pagat"))[1]
    assert [hand["rules"] for hand in named] == ["pagat", "pagat"]


def test_of_several_hands_what_became_of_each_is_told() -> None:
    played = real_text()
    found = ask("read", text=f"{played}\n{played[: played.index('SA S9 D6 D8')]}")
    assert found["results"] == [{"tricks": 7, "over": -1}, None]
    assert "results" not in ask("read", text=played)


def test_tags_of_a_file_are_read_again_or_left_out() -> None:
    for text in ("a\u2028b", "x" * 1980, 'say \\"so\\"', ""):
        tags = f'[Event "{"e" * 900}"]\n[Site "{text}"]\n[Long "{"l" * 1990}"]\n[Room "Open"]\n'
        [fields] = read_hands(f'{tags}[Deal "{DEAL.split(" |")[0]}"]\n', None)[1]
        hand = BoardHand.read(fields)
        assert hand.fields() == fields
        kept = {"Site": text} if len(text) > 1900 else {"Site": text, "Room": "Open"}
        assert {tag.name: tag.text for tag in hand.tags} == kept
