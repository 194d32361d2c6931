"""Text and files of any notation: what `read` gives for deals, PTN, PBN, LIN."""

from functools import partial

import pytest
from tests.support.ptn_texts import REAL
from tests.support.refusals import assert_refused

import whistsolve as ws
from whistsolve.game import PlayedHand
from whistsolve.notation import format_pbn, read_hands, read_lin, read_pbn

HANDS = "N:Q32.QJ743.T64.73 54.985.KJ873.J62 A7.T2.AQ2.KQT985 KJT986.AK6.95.A4"
PBN = f"""% PBN 2.1
[Event "Club"]
[Board "1"]
[North "Ann"]
[Dealer "N"]
[Deal "{HANDS}"]
[Declarer "S"]
[Contract "3NTX"]
[Auction "N"]
Pass Pass 1NT =1= 2S
Pass Pass 3NT X $1
AP
[Note "1:15-17"]
[Play "W"]
SK S2 S4 SA
{{a comment
with [brackets]}}
SJ SQ S5 S7
*

[Event "#"]
[Board "2"]
[Deal "{HANDS}"]
[Contract "Pass"]

[Event "#"]
[Board "3"]
[Deal "{HANDS}"]
[Declarer "W"]
[Contract "4H"]
"""
LIN = (
    "pn|Sue,Will,Ann,Ed|st||md|3SA7HT2DAQ2CKQT985,SKJT986HAK6D95CA4,SQ32HQJ743DT64C73,|sv|o|ah|Board 7|"
    "mb|p|mb|p|mb|1N!|an|15-17|mb|d|mb|p|mb|p|mb|3N|mb|p|mb|p|mb|p|pc|SK|pc|S2|pc|S4|pc|SA|mc|6|"
)


def test_what_is_read_is_a_deal_a_hand_or_a_list(tmp_path):
    file = tmp_path / "hand.ptn"
    file.write_bytes(REAL[241].encode())
    assert ws.read(file) == ws.read(str(file)) == ws.read(REAL[241])
    deal = ws.Deal(HANDS)
    assert ws.read(HANDS) == deal
    assert ws.read(f"{HANDS}\n# another\n{HANDS}") == [deal, deal]
    assert [found.place for found in read_hands(f"{HANDS}\n\n{HANDS}")] == ["line 1", "line 3"]
    assert ws.read("Board 1\n\n" + HANDS.replace("N:", "N: ")) == deal
    seats = zip(("North", "East", "South", "West"), deal.hands, strict=True)
    assert ws.read("Dealer: South\n\n" + "\n\n".join(f"{seat}\n{hand}" for seat, hand in seats)) == deal
    assert len(ws.read(PBN)) == 3


def test_boards_of_pbn():
    first, second, third = read_pbn(PBN)
    assert read_pbn(PBN.replace("\n\n", "\n")) == [first, second, third]
    assert read_pbn(PBN.replace("\n", "\n\n", 1)) == [first, second, third]
    assert (str(first.contract), first.leader, first.dealer) == ("3NT+ by S", 3, 0)
    assert [str(card) for card in first.plays] == ["SK", "S2", "S4", "SA", "S7", "SJ", "SQ", "S5"]
    calls = "Pass Pass 1NT 2S Pass Pass 3NT X Pass Pass Pass"
    assert " ".join(call.text for call in first.calls) == calls
    assert [first.tag(name).text for name in ("Event", "North", "Doubled")] == ["Club", "Ann", "X"]
    assert (second.contract, second.tag("Event").text) == (None, "Club")
    assert (str(third.contract), third.leader, third.plays) == ("4H+ by W", 0, ())


def test_a_board_of_lin_and_a_link_with_one():
    hand = ws.read(LIN)
    assert hand.deal == ws.Deal(HANDS), "the fourth hand has the other cards"
    assert (str(hand.contract), hand.leader, hand.dealer) == ("3NT+ by S", 3, 0)
    assert [call.text for call in hand.calls][:4] == ["Pass", "Pass", "1N", "X"]
    assert [str(card) for card in hand.plays] == ["SK", "S2", "S4", "SA"]
    tags = {"South": "Sue", "West": "Will", "North": "Ann", "East": "Ed", "Board": "7", "Result": "6"}
    assert {tag.name: tag.text for tag in hand.tags} == tags
    viewer = "https://www.bridgebase.com/tools/handviewer.html?"
    assert ws.read(f"{viewer}lin={LIN.replace('|', '%7C').replace(' ', '%20')}") == hand
    suits = ("".join(map("".join, zip("shdc", text.split("."), strict=True))) for text in HANDS[2:].split())
    query = "&".join(map("=".join, zip("nesw", suits, strict=True)))
    assert ws.read(viewer + query).deal == ws.Deal(HANDS)
    voids = ws.read("pn|,,,|md|1SAKQJT98765432H,HAKQJT98765432DC,SHDAKQJT98765432C,CAKQJT98765432|pg||")
    assert voids.deal == ws.Deal("S:{0}... .{0}.. ..{0}. ...{0}".format("AKQJT98765432")), (
        "with letters or not"
    )
    theirs = LIN[: LIN.index("mb|")] + "mb|p|mb|1H|mb|2H|mb|p|mb|p|mb|p|"
    assert str(ws.read(theirs).contract) == "2H+ by S", "who of their own side named it first"


def test_random_boards_of_other_programs():
    lin = pytest.importorskip("endplay.parsers.lin")
    pbn, types = pytest.importorskip("endplay.parsers.pbn"), pytest.importorskip("endplay.types")
    deals = [ws.Deal.random(seed, ws.Rules.preset("whist")) for seed in range(60)]
    deals = [deal for deal in deals if any(0 in hand.lengths for hand in deal.hands)]
    boards = [types.Board(types.Deal(str(deal)), board_num=number) for number, deal in enumerate(deals, 1)]
    assert [hand.deal for hand in read_lin(lin.dumps(boards))] == deals
    solved = [format_pbn(deal, {(0, ws.Strain("S+")): 3}, number) for number, deal in enumerate(deals, 1)]
    for texts in (solved, [format_pbn(hand) for hand in read_lin(lin.dumps(boards))]):
        loaded = pbn.loads("\n".join(texts))
        assert [(board.board_num, ws.Deal(board.deal.to_pbn())) for board in loaded] == [*enumerate(deals, 1)]


def bridge_hands():
    """Hands with an auction and a play to the end of a trick: endplay reads no trick in progress from LIN."""
    for seed, (level, trump) in enumerate([(1, "S"), (3, "NT"), (7, "C"), (4, "H"), (2, "D")]):
        deal, dealer = ws.Deal.random(seed, "whist"), seed % 4
        opened = (dealer + 2) % 4
        calls = ["Pass", "Pass", f"{level}{trump}", *["Pass"] * 3]
        line = ws.best_line(deal, f"{trump}+", (opened + 1) % 4)
        yield PlayedHand(
            deal,
            dealer=dealer,
            calls=[((dealer + turn) % 4, call) for turn, call in enumerate(calls)],
            contract=ws.Contract(level, f"{trump}+", opened),
            leader=(opened + 1) % 4,
            plays=[played.card for played in line.cards[: 12 * seed]],
            tags=[("North", "Ann"), ("Board", str(seed + 1))],
        )


def test_hands_that_are_written_are_read_again_also_by_others():
    lin = pytest.importorskip("endplay.parsers.lin")
    pbn = pytest.importorskip("endplay.parsers.pbn")
    for hand in bridge_hands():
        assert read_pbn(hand.to_pbn()) == read_lin(hand.to_lin()) == [hand] == [ws.read(hand.to_ptn())]
        for parser, text in ((pbn, hand.to_pbn()), (lin, hand.to_lin())):
            [board] = parser.loads(text)
            assert ws.Deal(board.deal.to_pbn()) == hand.deal and len(board.auction) == 6
            assert tuple(ws.Card(card.suit.abbr + card.rank.abbr) for card in board.play) == hand.plays
            assert board.contract.level == hand.contract.level
    doubled = read_pbn(PBN)[0]
    assert '[Contract "3NTX"]' in doubled.to_pbn() and read_pbn(doubled.to_pbn()) == [doubled]


def test_what_a_notation_cannot_say_is_named():
    plain = "N:A... K... Q... J..."
    asked = [
        (ws.Deal("0:A... K... Q..."), {}, "expected four hands without jokers"),
        (ws.Deal("N:A....B K....L QJ... T9..."), {}, "expected four hands without jokers"),
        (plain, {"contract": "1S- by N"}, "expected level 1 to 7, uptown"),
        (f"{plain} | 2", {}, "cannot say its deal"),
        (plain + " | 2", {"added": {"N": "2..."}, "removed": {"N": "A..."}}, "cannot say its deal"),
    ]
    for deal, more, words in asked[:3]:
        assert_refused(lambda hand: hand.to_pbn(), ws.NotationError, [(PlayedHand(deal, **more), words)])
    for deal, more, words in asked:
        words = "cannot say its contract" if more.get("contract") else words
        assert_refused(lambda hand: hand.to_lin(), ws.NotationError, [(PlayedHand(deal, **more), words)])
    tags = PlayedHand(plain, tags=[("Event", "Club")])
    assert_refused(lambda hand: hand.to_lin(), ws.NotationError, [(tags, "cannot say its tags")])


def test_records_of_whist_under_a_header_of_pbn():
    """Copies in discussions have this header, and quotation marks without backslashes."""
    found = ws.read(REAL[241].replace("% PTN", "% PBN").replace('\\"', '"'))
    assert found.deal.kitty == ws.read(REAL[241]).deal.kitty
    assert ws.analyse_play(found, contract=True).contract.played.points == 6


def test_pbn_that_is_written_is_read_again():
    deal = ws.Deal(HANDS)
    tricks = ws.table(deal, strains=["S+", "NT+"])
    values = {(seat, strain): int(tricks[seat, strain]) for seat in range(4) for strain in tricks.strains}
    text = format_pbn(read_pbn(PBN)[0], values)
    again = read_pbn(text)[0]
    assert (again.deal, again.contract, again.dealer) == (deal, ws.Contract("3NT+ by S"), 0)
    table = again.tag("OptimumResultTable")
    assert table is not None and len(table.lines) == 8
    assert table.lines[0] == f"N NT {values[0, ws.Strain('NT+')]:>2}"
    plain = "N:A... K... Q... J..."
    hands = [PlayedHand(plain, contract=contract) for contract in ("0S+ by N", "1S- by N")]
    cases = [(hand, "cannot be written as PBN: expected level 1 to 7, uptown") for hand in hands]
    cases.append((ws.Deal.random(1), "without jokers"))
    assert_refused(format_pbn, ws.NotationError, cases)


def test_what_cannot_be_read():
    cases = [
        ("hands.ptn", "neither a file nor a deal"),
        (PBN.replace("SK S2 S4 SA", "SK S2 S4 H2"), r"line 15: .*H2"),
        (PBN.replace("54.985", "-"), r"line 6: .*"),
        (LIN.replace("SKJT986HAK6D95CA4,", ""), "board 1: "),
        (LIN.replace("|pc|S2", "|pc|D6"), "D6"),
        (f"{HANDS}\nN:A K\n", "line 2: "),
        (f"{LIN}\n{LIN.replace('|pc|S2', '|pc|D6')}", "line 2: board 2: .*D6"),
        ("N: A K Q 2\nE: 9 8 7 6\nS: 5 4 3 J\nW: 10 A K Q", "the hand of N: .*may be A.K.Q.2 or the spades"),
        ("# nothing\n", "no deal in the text"),
        (3, "the name of a file, or text"),
    ]
    assert_refused(partial(ws.read, skip=False), ws.WhistError, cases)


def test_hands_one_a_line_are_one_deal_though_each_could_be_one():
    deals = {
        "N: ♠98 ♥A7 ♦KQ ♣A3\nE: ♠AK ♥J9 ♦65 ♣54\nS: ♠J7 ♥K8 ♦J2 ♣K6\nW: ♠65 ♥64 ♦A9 ♣J9": (
            "N:98.A7.KQ.A3 AK.J9.65.54 J7.K8.J2.K6 65.64.A9.J9"
        ),
        "0: ♠AQ ♥K5\n1: ♠KJ ♥A4": "0:AQ.K5.. KJ.A4..",
        "North ♠A2 ♥K East ♠K ♥A3 South ♠3 ♥42 West ♠5 ♥76": "N:A2.K.. K.A3.. 3.42.. 5.76..",
        "N=A2.K.. E=K.A3.. S=3.42.. W=5.76..": "N:A2.K.. K.A3.. 3.42.. 5.76..",
    }
    assert {text: str(ws.read(text)) for text in deals} == deals
    assert len(ws.read("N:A... K... Q... J...\nE:A... K... Q... J...")) == 2
