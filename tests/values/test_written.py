"""Cards, hands and deals as people and programs write them: read as meant, or refused for a reason."""

import re
from itertools import zip_longest

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.support.refusals import assert_refused

from whistsolve import Card, Deal, DealError, Hand, NotationError, WhistError
from whistsolve.values.cards import RANK_LETTERS

FOUR = "AKQJ.T9.32.9876"
HANDS = {
    FOUR: (
        # as PBN, RBN and programs print them, and as they come out of a keyboard
        *("AKQJ.T9.32.9876", "akqj.109.32.9876", "A K Q J . 10 9 . 3 2 . 9 8 7 6", "AKQJ 109 32 9876"),
        *("AKQJ, T9, 32, 9876", "AKQJ/T9/32/9876", "AKQJ-T9-32-9876", "AKQJ\nT9\n32\n9876"),
        "A K Q J\n10 9\n3 2\n9 8 7 6",
        "spades A-K-Q-J; hearts 10-9; diamonds 3-2; clubs 9-8-7-6",
        # newspapers, books and forums
        *("♠AKQJ ♥109 ♦32 ♣9876", "♤AKQJ ♡T9 ♢32 ♧9876", "♠\ufe0fAKQJ ♥\ufe0fT9 ♦\ufe0f32 ♣\ufe0f9876"),
        *("S AKQJ H T9 D 32 C 9876", "S-AKQJ H-T9 D-32 C-9876", "S=AKQJ; H=T9; D=32; C=9876"),
        *("SAKQJHT9D32C9876", "AKQJ♠ 109♥ 32♦ 9876♣"),
        "Spades: A K Q J  Hearts: 10 9  Diamonds: 3 2  Clubs: 9 8 7 6",
        "spades AKQJ, hearts T9, diamonds 32 and clubs 9876",
        "Spades: ace, king, queen, jack; hearts: ten, nine; diamonds: three, two; clubs: nine, eight, 7, 6",
        # card by card, as scripts and other games write them
        *("AsKsQsJsTh9h3d2d9c8c7c6c", "SA SK SQ SJ HT H9 D3 D2 C9 C8 C7 C6"),
        *("A♠, K♠, Q♠, J♠, 10♥, 9♥, 3♦, 2♦, 9♣, 8♣, 7♣, 6♣", "SA KS SQ JS HT 9H D3 2D C9 8C C7 6C"),
        "ace of spades, king of spades, queen of spades, jack of spades, ten of hearts, 9 of hearts, "
        "3 of diamonds, deuce of diamonds, 9 of clubs, 8 of clubs, 7 of clubs and 6 of clubs",
    ),
    "AKQJ.T9.32.987.B": (
        *("AKQJ.T9.32.987.BJ", "AKQJ.T9.32.987 big joker", "big joker, ♠AKQJ ♥T9 ♦32 ♣987"),
        *("♠AKQJ ♥T9 ♦32 ♣987 Joker: Big", "♠AKQJ ♥T9 ♦32 ♣987 Joker (Big)"),
        "Spades (4): A K Q J, Hearts (2): 10 9, Diamonds: 3 2, Clubs: 9 8 7, Jokers (1): Big",
        "- **Spades:** A K Q J\n- Hearts: 10 9\n- **Diamonds:** 3 2\n- Clubs: 9 8 7\n- **Joker:** Big",
        "A♠ K♠ Q♠ J♠ 10♥ 9♥ 3♦ 2♦ 9♣ 8♣ 7♣ high joker",
    ),
    "A.K.Q.J": (
        *("SA KH QD JC", "S A, H K, D Q, C J"),
        "the ace of spades, the king of hearts, the queen of diamonds, JC",
    ),
    "A.J.2.": ("SA HJ D2", "HJ SA D2"),
    "KJ..2.": ("♠ K J ♦ 2 no jokers", "♦ 2 ♠ K J, Jokers: none", "with SK SJ D2"),
    "A2..3.": ("A 2,,3,", "A2 | | 3 |", "A 2;; 3;", "♠A2 ♥ ♦3 ♣", "♠A2 ♥--- ♦3 ♣(void)"),
    "A...2.B": ("S A\nC 2\nJ B", "A | | | 2 | B", "♠A ♣2, jokers: big joker"),
    "AK..2..BL": (
        *("AK..2..BJ LJ", "♠AK ♦2 BJ LJ", "AS KS 2D both jokers", "AS KS 2D two jokers", "AK - 2 - BL"),
        *("♠AK ♦2 Jokers: both", "♠AK ♦2 Jokers: big and little", "has ♠AK ♦2 BJ+LJ"),
        "SA K D2 small joker big joker",
    ),
    "AKQJT9..32.": (
        *("AKQJT9.-.32.-", "AKQJT9 - 32 -", "♠ A K Q J 10 9\n♥ –\n♦ 3 2\n♣ –"),
        *("♠AKQJT9 ♥void ♦32 ♣none", "S AKQJT9 H D 32 C"),
    ),
    "AK.Q..T98765432.BL": ("AK.Q..T98765432.BL",),
    "AKQJT98765432...": ("23456789TJQKA...",),
    "....BL": ("-.-.-.-.LB",),
    "AT..JT.2.L": ("a10.-.tj.2.l",),
    "98.8..": ("98.8",),
    "...": ("-", "...."),
    ".A..": (" .A..  ",),
    "A...": ("A....-",),
}

QUEEN = "N:Q3.QJ743.T64.73 4.985.KJ873.962 A7.T2.AQ2.KQT85 KT986.AK6.95.A4"
KITTY = QUEEN + " | J52...J"
SUITS = [hand.split(".") for hand in QUEEN[2:].split()]
SEATS = ("North", "East", "South", "West")
SYMBOLS, LETTERS, BARE = ("♠ ", "♥ ", "♦ ", "♣ "), ("S ", "H ", "D ", "C "), ("", "", "", "")


def columns(signs, seats):
    """Of each hand its seat, if seats are written, and a line a suit."""
    hands = [[sign + ranks for sign, ranks in zip(signs, suits, strict=True)] for suits in SUITS]
    return [[seat, *lines] for seat, lines in zip(seats, hands, strict=True)] if seats else hands


def diagram(signs=SYMBOLS, seats=SEATS, centre=()):
    """The hands around a table, with something or nothing in its centre."""
    north, east, south, west = columns(signs, seats)
    rows = zip_longest(west, centre, east, fillvalue="")
    lines = [f"{left:16}{middle:16}{right}" for left, middle, right in rows]
    return "\n".join([*(" " * 16 + line for line in north), *lines, *(" " * 16 + line for line in south)])


def blocks(signs=LETTERS, seats=SEATS):
    """The hands one below the other."""
    return "\n\n".join("\n".join(lines) for lines in columns(signs, seats))


def listed(line, between="\n", seats=SEATS):
    """A line a hand, beginning with South; ``SUITS`` stands for its cards."""
    hands = [" ".join(map("".join, zip("♠♥♦♣", suits, strict=True))) for suits in SUITS]
    return between.join(line.replace("SEAT", seats[i]).replace("SUITS", hands[i]) for i in (2, 3, 0, 1))


LISTED = listed("SEAT: SUITS")
SEEN = listed("SEAT: SUITS", seats=("Pard", "RHO", "Me", "LHO"))
CENTRED = "Board 12\nDealer: North\nVul: None\n" + diagram(LETTERS, ("NORTH", "EAST", "SOUTH", "WEST"))
BOXED = diagram(BARE, (), ("+-----+", "|  N  |", "|W   E|", "|  S  |", "+-----+"))
COLUMNS = """
          North    East     South    West
Spades    Q3       4        A7       KT986
Hearts    QJ743    985      T2       AK6
Diamonds  T64      KJ873    AQ2      95
Clubs     73       962      KQT85    A4
"""
TABLE = """
| Seat | Spades | Hearts | Diamonds | Clubs |
|------|-------:|:------:|----------|-------|
| North | Q 3 | Q J 7 4 3 | 10 6 4 | 7 3 |
| East | 4 | 9 8 5 | K J 8 7 3 | 9 6 2 |
| South | A 7 | 10 2 | A Q 2 | K Q 10 8 5 |
| West | K 10 9 8 6 | A K 6 | 9 5 | A 4 |
"""
TURNED = """
|   | West | North | East | South |
|---|---|---|---|---|
| ♣ | A4 | 73 | 962 | KQT85 |
| ♦ | 95 | T64 | KJ873 | AQ2 |
| ♥ | AK6 | QJ743 | 985 | T2 |
| ♠ | KT986 | Q3 | 4 | A7 |
"""
CSV = "\n".join(",".join([seat, *suits]) for seat, suits in zip(SEATS, SUITS, strict=True))
VOIDS = """
              AK

              T

5                           J
                            4
K                           2
6
              3

              Q
              8
"""

DEALS = {
    QUEEN: (
        QUEEN,
        f'[Deal "{QUEEN}"]',
        "S:A7.T2.AQ2.KQT85 KT986.AK6.95.A4 Q3.QJ743.T64.73 4.985.KJ873.962",
        *(diagram(), diagram(seats=()), diagram(seats="NESW"), diagram(BARE, ())),
        *(diagram(seats=(), centre=("", "W   E")), diagram(LETTERS, (), ("  N", "W + E", "  S"))),
        diagram(seats=("N - Ann", "East (Bo)", "South", "W (X)")),
        *(CENTRED, BOXED, BOXED.replace("+-----+", "┌─────┐").replace("|", "│")),
        re.sub(r"(?m)^([SHDC] \S+) +", r"\1 ", CENTRED),
        "Contract: 4♠\nSouth to lead\nOpening lead: ♣K\n" + diagram(),
        diagram().replace("South", "South (dealer)") + "\nHearts are trumps\n",
        "\n".join(f"> {line}" for line in diagram().splitlines()),
        *(blocks(), blocks(BARE), blocks(("S: ", "H: ", "D: ", "C: "), ("N:", "E:", "S:", "W:"))),
        "N: Q3.QJ743.T64.73; E: 4.985.KJ873.962; S: A7.T2.AQ2.KQT85; W: KT986.AK6.95.A4",
        "W: KT986 AK6 95 A4\nN: Q3 QJ743 T64 73\nE: 4 985 KJ873 962\nS: A7 T2 AQ2 KQT85",
        *(COLUMNS, TABLE, TURNED, CSV),
        re.sub(r"(?m)^(Spades|Hearts|Diamonds|Clubs| ) {2,}", "", COLUMNS),
        TABLE.replace("North", "Ann Smith (N)").replace("West", "W - O'Neil"),
        "Seat;Spades;Hearts;Diamonds;Clubs\n" + CSV.replace(",", ";"),
        "Seat,Clubs,Hearts,Diamonds,Spades\nN,73,QJ743,T64,Q3\nE,962,985,KJ873,4\n"
        "S,KQT85,T2,AQ2,A7\nW,A4,AK6,95,KT986",
        "N,S Q3,H QJ743,D T64,C 73\nE,S 4,H 985,D KJ873,C 962\nS,S A7,H T2,D AQ2,C KQT85\n"
        "W,S KT986,H AK6,D 95,C A4",
        *(listed("- SEAT: SUITS"), listed("**SEAT:** SUITS"), listed("SEAT has SUITS")),
        *(listed("SEAT SUITS", " "), listed("SEAT=SUITS", " ", "NESW"), listed("SEAT. SUITS", seats="NESW")),
        LISTED.replace("South:", "South*:"),
        "Hand 12 of the club night, 14 March\n" + LISTED.replace("South:", "South (dealer):"),
        LISTED + "\nDeclarer: S\nLed: ♥7\nTricks: N-S 4\nTrump: hearts",
        *(SEEN, SEEN.replace("Pard", "Partner").replace("\n", " ")),
        listed("SEAT: SUITS", seats=("Player 1", "Player 2", "Player 3", "Player 4")),
        listed("SEAT: SUITS", seats=("Ann Smith (N)", "E - Lee", "Me (S)", "W (Jack)")),
    ),
    KITTY: (
        KITTY,
        QUEEN + "|J52...J",
        "N: Q3.QJ743.T64.73 E: 4.985.KJ873.962 S: A7.T2.AQ2.KQT85 W: KT986.AK6.95.A4 | J52...J",
        diagram() + "\nKitty: ♠J52 ♣J",
        LISTED + "\nBuried: ♠J52 ♣J",
        "Kitty: JS 5S 2S JC\n" + blocks(),
        blocks() + "\n\nWidow\nS J52\nC J",
        "North: S Q3 H QJ743 D 1064 C 73\nEast: S 4 H 985 D KJ873 C 962\nSouth: S A7 H 102 D AQ2 C KQ1085\n"
        "West: S K10986 H AK6 D 95 C A4\nKitty: SJ S5 S2 CJ",
    ),
    "N:K...5 Q...2 J...3 T...4": (
        "North has the king of spades, 5 of clubs\nEast: queen of spades, 2 of clubs\n"
        "South holds the jack of spades, 3 of clubs\nWest with ten of spades, 4 of clubs",
    ),
    "0:A... K... 2... | ....B": ("0: SA\n1: SK\n2: S2\nkitty: big joker", "0:A... K... 2...|BJ"),
    "N:AK....B Q6....L 432... JT9...": (
        "        ♠ A K\n        BJ\n♠ J 10 9           ♠ Q 6\n                   LJ\n        ♠ 4 3 2",
    ),
    "N:AK..T. J.4.2. 3..Q.8 5..K.6": (VOIDS,),
    "N:AK..6.3.B 83.A9..2 .KT.A9.5 ..KQJT.4": (
        "North,AK,,6,3,BJ\nEast,83,A9,,2,\nSouth,,KT,A9,5,\nWest,,,KQJT,4,",
        "North\tAK\tvoid\t6\t3\tB\nEast\t83\tA9\t-\t2\t—\nSouth\tnone\tKT\tA9\t5\t--\nWest\tempty\t-\tKQJT\t4\t-",
    ),
    "N:A..K. .A..K K..A. .K..A": (
        "♠ A\n♦ K\n♠ K         ♥ A\n♣ A         ♣ K\n♠ K\n♦ A".replace("♠ K         ♥ A", "♥ K         ♥ A"),
        "N\n♠A ♦K\nW      E\n♥K ♣A  ♥A ♣K\nS\n♠K ♦A",
    ),
}


CARDS = {
    "SA": ("SA", "AS", "A♠", "♠A", "as", "A of spades", "ace of spades", "Spade ace", "A spades"),
    "HT": ("HT", "TH", "10H", "H10", "10♥", "♡10", "ten of hearts", "10 of hearts"),
    "D2": ("D2", "2d", "deuce of diamonds", "two of diamonds"),
    "C6": ("C6", "six of clubs"),
    "BJ": ("BJ", "big joker", "the big joker", "High Joker"),
    "LJ": ("LJ", "little joker", "small joker", "low-joker"),
}


@pytest.mark.parametrize(("kind", "table"), [(Card, CARDS), (Hand, HANDS), (Deal, DEALS)])
def test_texts_are_read_as_they_are_meant(kind, table):
    wrong = {}
    for text, printed in ((text, printed) for printed, texts in table.items() for text in texts):
        try:
            found = str(kind.from_text(text)), str(kind(text))
        except WhistError as error:
            found = str(error), ""
        if found != (str(kind(printed)),) * 2:
            wrong[text] = found
    assert not wrong


SUIT_RANKS, JACK = "each suit with its ranks", "a jack or a joker"
NO_HANDS = [
    ("A K Q J", r"may be A\.K\.Q\.J or the spades AKQJ"),
    ("♠AKQ ♥T9 ♣2 (9)", r"'\(9\)'"),
    *((text, "nothing after C|each suit") for text in ("BJh3sThKh6h9dTc", "♠A K♥ ♦ ♣")),
    *((text, SUIT_RANKS) for text in ("♠ A K Q\n♥ T\n♦ 9\n♣ 8\n\n7", "♠A-Q ♥K", "AS K", "♠A ♠-")),
    *((text, SUIT_RANKS) for text in ("♠ A\n♥ 2\n♠ K", "S: A\nH:\nK D: 2")),
    *((text, "may be BJ or LJ") for text in ("♠AK joker", "♠AK ♥2 Jokers: J")),
    *((f"♠QJ76 ♥T52 ♦J5 ♣93 {end}", JACK) for end in ("J", "J LJ", "JL", "Jk", "J2")),
    *((text, JACK) for text in ("SQ SJ S7 HT DJ C9 C3 J", "♠ A 2 ♥ K + J")),
    ("S QJ76 H T52 C 93 HJ LJ", "HJ in hand .* a jack or a joker"),
    ("♠K HAS Q", "'has' in hand"),
    *((text, "names no suits") for text in ("AK Q J T 9", "A K Q J 10 9 3 2 9 8 7 6")),
    ("♠A ♥", "nothing after H: expected ranks, "),
    ("♠AKx ♥T", "'SAKX'"),
    ("AKxx.Qx.xxxx.xxx", "'X' among the spades"),
    ("AKQ.J.T.9.B.L", "6 parts"),
    ("AS KS AS", "names SA twice"),
    ("♠A ♥none2", "NONE2'"),
    ("five of", "'F'|expected"),
    ("", "empty"),
    ("A..10T.", "names DT twice"),
    ("....BB", "names BJ twice"),
    ("..-A.", "'-' among the diamonds"),
    ("...B", "'B' among the clubs"),
    ("....A", "'A' among the jokers.*expected B or L"),
    ("A\0...", r"\\x00"),
    ("A...\ud800", "character"),
]
UNSUITED = ("N,A\nE,K\nS,Q\nW,J", "N,♠A,K,Q,J\nE,K,Q,J,A\nS,Q,J,A,K\nW,J,A,K,Q")
NO_DEALS = [
    ("Q3.QJ743.T64.73 4.985.KJ873.962 A7.T2.AQ2.KQT85 KT986.AK6.95.A4", "no ':'"),
    *((text, "seat N") for text in ("N: A...\nE: K...\nS: Q...", "N: A...\nN: K...\nS: Q...\nW: J...")),
    ("North\nS A\nNorth\nS K", "N is in the diagram twice"),
    ("♠ A\n♠ K\n♠ Q\n♠ J", "names no seats"),
    *((text, "one hand of N or 4 hands") for text in ("N: A K Q 2", "N:AK QJ T9 87", "N: SA SK SQ SJ")),
    ("0:♠A♥K ♦Q♣J", "one hand of 0 or 2 hands"),
    ("Clubs first\n" + LISTED, "'CLUBS FIRST' in deal .* names no seats"),
    (LISTED + "\nKitty: J", "'J' may be spades or another suit"),
    (LISTED.replace("North: ♠Q3 ♥QJ743 ♦T64 ♣73", "North: Q3"), "'Q3' may be spades or another suit"),
    (
        "N\n2\n3\n4\n5\nW  E\nA K Q J\n2 3 4 5\n6 7 8 9\nT J Q K\nS\n6\n7\n8\n9",
        "may be cards of West and East",
    ),
    (diagram().replace("♣ 73", "♣ 7"), "the hand of E has 12 cards and the hand of N has 11"),
    (SEEN.replace("Pard", "North"), "ME may be S, with Me at S, or not"),
    (SEEN.replace("Me", "Player 3"), "LHO may be W"),
    (SEEN.replace("Pard", "North (E)"), "may be N or E"),
    (TABLE.replace("| 4 ", ""), "different numbers of cells"),
    *((text, "may be of one suit or another") for text in (TABLE.replace("Clubs", "HCP"), *UNSUITED)),
    (COLUMNS.replace("985 ", " 985"), "may be of one column or the next"),
    (BOXED.replace("|W   E|", "|  7  |"), "may be of one hand or two"),
    (VOIDS.replace("AK\n\n", "AK\n"), "names no seats|may be spades or another suit|names no suits"),
    (diagram() + "\nKitty: ♠J\nKitty: ♠2", "more than one kitty"),
    ("", "no ':'"),
    (":A... K...", "first seat of the deal ''"),
    ("N:A... K...", "'N' is no seat: expected a number from 0 to 1"),
    ("4:A... K... Q... J...", "expected N, E, S or W, or a number from 0 to 3"),
    ("N:", "0 hands"),
    ("0:2... 3... 4... 5... 6... 7... 8...", "7 hands"),
    ("N:A... K... Q... J... |", "nothing after the '|'"),
    ("N:A... K... Q... J... | 2... | 3...", "more than one '.'"),
    ("N:A... K... Q... .", "the hand of W has 0 cards"),
    ("N:AK... Q... J... T...", "the hand of E has 1 card and the hand of N has 2"),
    ("N:A... K... A... Q...", "SA is in the hand of N and in the hand of S"),
    ("N:A... K... Q... J... | K...", "SK is in the hand of E and in the kitty"),
    ("N:A... K... QX... J...", "the hand of S: 'X' among the spades"),
    ("N:A... K... Q... J... | AX...", "the kitty: 'X' among the spades"),
    ("0:AKQJT98765432.AKQJ.. .T98765432.AKQJT987.", "the hand of seat 0 has 17 cards: expected 1 to 16"),
    ("N:A... K... Q...\0 J...", r"\\x00"),
    ("N:A... K... Q... Jé...", "character"),
    ("N\n♠ A\nW   E\n♠ K ♠ Q", "no line with S alone"),
    ("♠ A\nW   E\n♠ K ♠ Q\nS\n♠ J", "no line with N alone"),
    ("N\n♠ A\nW   E\n♠ K ♠ Q\nS\n", "expected"),
    *((f"{one}  ♠ A\n{two}  ♠ K", "seat [02N] .* each of 2 seats once") for one, two in ("00", "02", "NE")),
    ("0  ♠ A\nkitty  ♠ 2", "has 1 hands: expected 2 to 6"),
    ("0  ♠ A\n1  ♠ A", "SA is in the hand of seat 0 and in the hand of seat 1"),
]


def test_what_is_no_card_no_hand_and_no_deal():
    texts = ["", "SS", "AK", "1S", "A", "S", "10", "joker", "ASS", "S A K", "JB", "S1", "S\0", "SÄ", "A♠Q"]
    assert_refused(Card.from_text, NotationError, [(text, "expected") for text in texts])
    for read in (Hand.from_text, Hand):
        assert_refused(read, NotationError, NO_HANDS)
    assert_refused(Deal.from_text, DealError, NO_DEALS)


@given(st.from_type(Hand).filter(bool), st.randoms(use_true_random=False))
def test_cards_in_any_order_and_either_way_round(hand, random):
    names = [str(card) for card in hand]
    random.shuffle(names)
    assert Hand.from_text(" ".join(names)) == hand
    turned = " ".join(name if name[0] in "BL" else name[::-1].replace("T", "10") for name in names)
    assert Hand.from_text(turned) == Hand.from_text(turned.lower()) == hand


@given(st.text("AKQJT9102SHDCBLJ -.,:♠♥\n", max_size=24))
@example("JACK")
def test_no_text_is_read_in_two_ways(text):
    """What is read prints as something that reads the same; every card of it stands in the text."""
    try:
        hand = Hand.from_text(text)
    except WhistError:
        return
    assert Hand.from_text(str(hand)) == hand
    upper = text.upper().replace("10", "T").replace("JACK", "J")
    assert all(card.is_joker or str(card)[1] in upper for card in hand)
    written = sum(map(upper.count, RANK_LETTERS)) - upper.count("BJ") - upper.count("LJ")
    assert written <= len(hand) + upper.count("J")
