"""Cards, hands and deals as people and programs write them: read as meant, or refused for a reason."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from whistsolve import Card, Deal, DealError, Hand, NotationError, WhistError
from whistsolve.values.cards import RANK_LETTERS

FOUR = "AKQJ.T9.32.9876"
JOKER = "AKQJ.T9.32.987.B"
HANDS = {
    FOUR: (
        # as PBN, RBN and programs print them, and as they come out of a keyboard
        "AKQJ.T9.32.9876",
        "akqj.109.32.9876",
        "A K Q J . 10 9 . 3 2 . 9 8 7 6",
        "QJAK.9T.23.6789",
        "AKQJ T9 32 9876",
        "AKQJ 109 32 9876",
        "AKQJ, T9, 32, 9876",
        "AKQJ/T9/32/9876",
        "AKQJ-T9-32-9876",
        "AKQJ\nT9\n32\n9876",
        "A K Q J\n10 9\n3 2\n9 8 7 6",
        # newspapers, books and forums
        "♠AKQJ ♥109 ♦32 ♣9876",
        "♠ A K Q J ♥ 10 9 ♦ 3 2 ♣ 9 8 7 6",
        "♠ A K Q J\n♥ 10 9\n♦ 3 2\n♣ 9 8 7 6",
        "♠: A K Q J, ♥: 10 9, ♦: 3 2, ♣: 9 8 7 6",
        "♤AKQJ ♡T9 ♢32 ♧9876",
        "♠\ufe0fAKQJ ♥\ufe0fT9 ♦\ufe0f32 ♣\ufe0f9876",
        "S AKQJ H T9 D 32 C 9876",
        "S: AKQJ H: T9 D: 32 C: 9876",
        "S-AKQJ H-T9 D-32 C-9876",
        "S=AKQJ; H=T9; D=32; C=9876",
        "S. AKQJ H. T9 D. 32 C. 9876",
        "Spades: A K Q J  Hearts: 10 9  Diamonds: 3 2  Clubs: 9 8 7 6",
        "spades AKQJ, hearts T9, diamonds 32 and clubs 9876",
        "Spades: ace, king, queen, jack; hearts: ten, nine; diamonds: three, two; clubs: nine, eight, 7, 6",
        "SAKQJHT9D32C9876",
        "sakqjht9d32c9876",
        "AKQJ♠ 109♥ 32♦ 9876♣",
        # card by card, as scripts and other games write them
        "AS KS QS JS 10H 9H 3D 2D 9C 8C 7C 6C",
        "As Ks Qs Js Th 9h 3d 2d 9c 8c 7c 6c",
        "AsKsQsJsTh9h3d2d9c8c7c6c",
        "SA SK SQ SJ HT H9 D3 D2 C9 C8 C7 C6",
        "A♠ K♠ Q♠ J♠ 10♥ 9♥ 3♦ 2♦ 9♣ 8♣ 7♣ 6♣",
        "A♠, K♠, Q♠, J♠, 10♥, 9♥, 3♦, 2♦, 9♣, 8♣, 7♣, 6♣",
        "SA KS SQ JS HT 9H D3 2D C9 8C C7 6C",
        "ace of spades, king of spades, queen of spades, jack of spades, ten of hearts, 9 of hearts, "
        "3 of diamonds, deuce of diamonds, 9 of clubs, 8 of clubs, 7 of clubs and 6 of clubs",
    ),
    JOKER: (
        "AKQJ.T9.32.987.B",
        "AKQJ.T9.32.987.BJ",
        "AKQJ.T9.32.987 BJ",
        "AKQJ.T9.32.987 big joker",
        "AKQJ T9 32 987 BJ",
        "♠AKQJ ♥T9 ♦32 ♣987 Big Joker",
        "big joker, ♠AKQJ ♥T9 ♦32 ♣987",
        "♠AKQJ ♥T9 ♦32 ♣987 + BJ",
        "♠AKQJ ♥T9 ♦32 ♣987 Joker: Big",
        "♠AKQJ ♥T9 ♦32 ♣987 Joker (Big)",
        "Spades (4): A K Q J, Hearts (2): 10 9, Diamonds: 3 2, Clubs: 9 8 7, Jokers (1): Big",
        "spades A-K-Q-J; hearts 10-9; diamonds 3-2; clubs 9-8-7; big joker",
        "* ♠ AKQJ\n* ♥ T9\n* ♦ 32\n* ♣ 987\n* BJ",
        "- **Spades:** A K Q J\n- Hearts: 10 9\n- **Diamonds:** 3 2\n- Clubs: 9 8 7\n- **Joker:** Big",
        "S AKQJ H T9 D 32 C 987 Jokers: B",
        "AS KS QS JS TH 9H 3D 2D 9C 8C 7C BJ",
        "A♠ K♠ Q♠ J♠ 10♥ 9♥ 3♦ 2♦ 9♣ 8♣ 7♣ high joker",
    ),
    "A.K.Q.J": (
        "SA KH QD JC",
        "S A, H K, D Q, C J",
        "the ace of spades, the king of hearts, the queen of diamonds, JC",
    ),
    "KJ..2.": ("♠ K J ♦ 2 no jokers", "♦ 2 ♠ K J, Jokers: none", "with SK SJ D2"),
    "A2..3.": ("A 2,,3,", "A2 | | 3 |", "A 2;; 3;", "♠A2 ♥ ♦3 ♣", "♠A2 ♥--- ♦3 ♣(void)"),
    "A...2.B": (
        "S: A C: 2 J: B",
        "S A\nC 2\nJ B",
        "S:A; C:2; J:B",
        "A | | | 2 | B",
        "♠A ♣2, jokers: big joker",
    ),
    "AK..2..BL": (
        "AK..2..BJ LJ",
        "♠AK ♦2 BJ LJ",
        "AS KS 2D both jokers",
        "AS KS 2D two jokers",
        "♠AK ♦2 Jokers: both",
        "♠AK ♦2 Jokers: big and little",
        "has ♠AK ♦2 BJ+LJ",
        "AK - 2 - BL",
        "SA K D2 small joker big joker",
    ),
    "AKQJT9..32.": (
        "AKQJT9.-.32.-",
        "AKQJT9 - 32 -",
        "♠AKQJT9 ♥— ♦32 ♣—",
        "♠ A K Q J 10 9\n♥ –\n♦ 3 2\n♣ –",
        "♠AKQJT9 ♥void ♦32 ♣none",
        "S AKQJT9 H D 32 C",
        "S:AKQJT9 H: D:32 C:",
    ),
}

QUEEN = "N:Q3.QJ743.T64.73 4.985.KJ873.962 A7.T2.AQ2.KQT85 KT986.AK6.95.A4"
KITTY = QUEEN + " | J52...J"
COMPASS = """
                North
                ♠ Q 3
                ♥ Q J 7 4 3
                ♦ 10 6 4
                ♣ 7 3
West                            East
♠ K 10 9 8 6                    ♠ 4
♥ A K 6                         ♥ 9 8 5
♦ 9 5                           ♦ K J 8 7 3
♣ A 4                           ♣ 9 6 2
                South
                ♠ A 7
                ♥ 10 2
                ♦ A Q 2
                ♣ K Q 10 8 5
"""
ENDPLAY = """
              Q3
              QJ743
              T64
              73
KT986                       4
AK6                         985
95                          KJ873
A4                          962
              A7
              T2
              AQ2
              KQT85
"""
CENTRED = """Board 12
Dealer: North
Vul: None
            NORTH
            S Q3
            H QJ743
            D T64
            C 73
 WEST              EAST
S KT986         S 4
H AK6           H 985
D 95            D KJ873
C A4            C 962
            SOUTH
            S A7
            H T2
            D AQ2
            C KQT85
"""
BLOCKS = """North
S Q3
H QJ743
D T64
C 73

East
S 4
H 985
D KJ873
C 962

South
S A7
H T2
D AQ2
C KQT85

West
S KT986
H AK6
D 95
C A4
"""
BOXED = """
                Q3
                QJ743
                T64
                73
KT986           +-----+         4
AK6             |  N  |         985
95              |W   E|         KJ873
A4              |  S  |         962
                +-----+
                A7
                T2
                AQ2
                KQT85
"""
LETTERS = """
            S Q3
            H QJ743
            D T64
            C 73
S KT986       N       S 4
H AK6       W + E     H 985
D 95          S       D KJ873
C A4                  C 962
            S A7
            H T2
            D AQ2
            C KQT85
"""
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
CSV = "North,Q3,QJ743,T64,73\nEast,4,985,KJ873,962\nSouth,A7,T2,AQ2,KQT85\nWest,KT986,AK6,95,A4"
SEEN = (
    "Me: ♠A7 ♥T2 ♦AQ2 ♣KQT85\nLHO: ♠KT986 ♥AK6 ♦95 ♣A4\nPard: ♠Q3 ♥QJ743 ♦T64 ♣73\nRHO: ♠4 ♥985 ♦KJ873 ♣962"
)
SEATS = SEEN.replace("Me", "South").replace("LHO", "West").replace("Pard", "North").replace("RHO", "East")
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


def cases(table: dict[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    return [(text, printed) for printed, texts in table.items() for text in texts]


def without(text: str, *words: str) -> str:
    return "\n".join(line for line in text.splitlines() if line.strip() not in words and "West" not in line)


DEALS = {
    QUEEN: (
        QUEEN,
        f'[Deal "{QUEEN}"]',
        "S:A7.T2.AQ2.KQT85 KT986.AK6.95.A4 Q3.QJ743.T64.73 4.985.KJ873.962",
        COMPASS,
        without(COMPASS, "North", "South"),
        COMPASS.replace("North", "N").replace("South", "S").replace("West", "W   ").replace("East", "E"),
        CENTRED,
        ENDPLAY,
        BLOCKS,
        "Contract: 4♠\nSouth to lead\nOpening lead: ♣K\n" + COMPASS,
        COMPASS.replace("South", "South (dealer)") + "Hearts are trumps\n",
        COMPASS.replace("    ♠ 4", "♠ 4")
        .replace("       ♥ 9", "W   E  ♥ 9")
        .replace("North", "")
        .replace("South", "")
        .replace("West                            East", ""),
        without(CENTRED, "NORTH", "SOUTH").replace("WEST              EAST", ""),
        "\n".join(
            " ".join(line.split()) if line[:2] in ("S ", "H ", "D ", "C ") else line
            for line in CENTRED.splitlines()
        ),
        BLOCKS.replace("S ", "S: ").replace("H ", "H: ").replace("D ", "D: ").replace("C ", "C: "),
        BLOCKS.replace("North", "N:").replace("East", "E:").replace("South", "S:").replace("West", "W:"),
        BLOCKS.replace("S ", "").replace("H ", "").replace("D ", "").replace("C ", ""),
        "North Q3.QJ743.T64.73\nEast 4.985.KJ873.962\nSouth A7.T2.AQ2.KQT85\nWest KT986.AK6.95.A4",
        "North: Q3.QJ743.T64.73 East: 4.985.KJ873.962 South: A7.T2.AQ2.KQT85 West: KT986.AK6.95.A4",
        "N: Q3.QJ743.T64.73; E: 4.985.KJ873.962; S: A7.T2.AQ2.KQT85; W: KT986.AK6.95.A4",
        "W: KT986 AK6 95 A4\nN: Q3 QJ743 T64 73\nE: 4 985 KJ873 962\nS: A7 T2 AQ2 KQT85",
        BOXED,
        BOXED.replace("+-----+", "┌─────┐").replace("|", "│"),
        LETTERS,
        "\n".join(
            line.replace("N  ", "   ") for line in LETTERS.replace("W + E", "W   E").splitlines()
        ).replace("    S      ", "           "),
        COLUMNS,
        COLUMNS.replace("Spades    ", "")
        .replace("          North", "North")
        .replace("Hearts    ", "")
        .replace("Diamonds  ", "")
        .replace("Clubs     ", ""),
        TABLE,
        TABLE.replace("North", "Ann Smith (N)").replace("West", "W - O'Neil"),
        TURNED,
        CSV,
        CSV.replace(",", "\t"),
        "Seat;Spades;Hearts;Diamonds;Clubs\n" + CSV.replace(",", ";"),
        "Seat,Clubs,Hearts,Diamonds,Spades\nN,73,QJ743,T64,Q3\nE,962,985,KJ873,4\n"
        "S,KQT85,T2,AQ2,A7\nW,A4,AK6,95,KT986",
        "N,S Q3,H QJ743,D T64,C 73\nE,S 4,H 985,D KJ873,C 962\nS,S A7,H T2,D AQ2,C KQT85\n"
        "W,S KT986,H AK6,D 95,C A4",
        "\n".join(f"- {line}" for line in SEATS.splitlines()),
        "\n".join(f"> {line}" for line in COMPASS.splitlines()),
        SEATS.replace("South", "**South")
        .replace(":", ":**")
        .replace("North:", "**North:")
        .replace("t:", "t :"),
        SEATS.replace("South:", "South*:"),
        SEATS.replace("North:", "N.").replace("East:", "E.").replace("South:", "S.").replace("West:", "W."),
        SEATS.replace("North:", "N)").replace("East:", "E)").replace("South:", "S)").replace("West:", "W)"),
        SEATS.replace(":", " has"),
        "Hand 12 of the club night, 14 March\n" + SEATS,
        "Ending, spades are trumps\n" + COMPASS,
        SEATS + "\nDeclarer: S\nLed: ♥7\nTricks: N-S 4\nTrump: hearts",
        SEATS.replace(":", "").replace("\n", " "),
        SEATS.replace("North:", "N=")
        .replace("East:", "E=")
        .replace("South:", "S=")
        .replace("West:", "W=")
        .replace("\n", " "),
        SEEN,
        SEEN.replace("Pard", "Partner").replace("\n", " "),
        SEEN.replace("Pard", "Player 1")
        .replace("RHO", "Player 2")
        .replace("Me", "Player 3")
        .replace("LHO", "Player 4"),
        SEEN.replace("Pard", "Ann Smith (N)")
        .replace("RHO", "E - Lee")
        .replace("Me", "Me (S)")
        .replace("LHO", "W (Jack)"),
        COMPASS.replace("North", "N - Ann").replace("West ", "W (X)").replace("East", "East (Bo)"),
        "South (dealer): ♠A7 ♥T2 ♦AQ2 ♣KQT85\nNorth: ♠Q3 ♥QJ743 ♦T64 ♣73\n"
        "West: ♠KT986 ♥AK6 ♦95 ♣A4\nEast: ♠4 ♥985 ♦KJ873 ♣962",
    ),
    KITTY: (
        KITTY,
        QUEEN + "|J52...J",
        "N: Q3.QJ743.T64.73 E: 4.985.KJ873.962 S: A7.T2.AQ2.KQT85 W: KT986.AK6.95.A4 | J52...J",
        COMPASS + "Kitty: ♠J52 ♣J",
        SEATS + "\nBuried: ♠J52 ♣J",
        "Kitty: JS 5S 2S JC\n" + BLOCKS,
        BLOCKS + "\nWidow\nS J52\nC J",
        "North: S Q3 H QJ743 D 1064 C 73\nEast: S 4 H 985 D KJ873 C 962\nSouth: S A7 H 102 D AQ2 C KQ1085\n"
        "West: S K10986 H AK6 D 95 C A4\nKitty: SJ S5 S2 CJ",
        "W: Ks 10s 9s 8s 6s Ah Kh 6h 9d 5d Ac 4c\nN: Qs 3s Qh Jh 7h 4h 3h 10d 6d 4d 7c 3c\n"
        "E: 4s 9h 8h 5h Kd Jd 8d 7d 3d 9c 6c 2c\nS: As 7s 10h 2h Ad Qd 2d Kc Qc 10c 8c 5c\n"
        "Kitty: Js 5s 2s Jc",
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


@pytest.mark.parametrize(("text", "printed"), cases(HANDS))
def test_hands(text: str, printed: str) -> None:
    assert str(Hand.from_text(text)) == str(Hand(printed))


@pytest.mark.parametrize(("text", "printed"), cases(DEALS))
def test_deals(text: str, printed: str) -> None:
    assert str(Deal.from_text(text)) == str(Deal(text)) == printed


@pytest.mark.parametrize(
    ("texts", "printed"),
    [
        (("SA", "AS", "A♠", "♠A", "as", "A of spades", "ace of spades", "Spade ace", "A spades"), "SA"),
        (("HT", "TH", "10H", "H10", "10♥", "♡10", "ten of hearts", "10 of hearts"), "HT"),
        (("D2", "2d", "deuce of diamonds", "two of diamonds"), "D2"),
        (("C6", "six of clubs"), "C6"),
        (("BJ", "big joker", "the big joker", "High Joker"), "BJ"),
        (("LJ", "little joker", "small joker", "low-joker"), "LJ"),
    ],
)
def test_cards(texts: tuple[str, ...], printed: str) -> None:
    for text in texts:
        assert str(Card.from_text(text)) == str(Card(text)) == printed


@pytest.mark.parametrize("text", ["SS", "AK", "1S", "A", "S", "10", "joker", "ASS", "S A K", "JB"])
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(NotationError, match="expected"):
        Card.from_text(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A K Q J", r"may be A\.K\.Q\.J or the spades AKQJ"),
        ("♠AKQ ♥T9 ♣2 (9)", r"'\(9\)'"),
        ("♠ A K Q\n♥ T\n♦ 9\n♣ 8\n\n7", "each suit with its ranks after it"),
        ("BJh3sThKh6h9dTc", "nothing after C|each suit"),
        ("♠A K♥ ♦ ♣", "nothing after C|each suit"),
        ("♠AK joker", "may be BJ or LJ"),
        *(
            (f"♠QJ76 ♥T52 ♦J5 ♣93 {end}", "a jack or a joker")
            for end in ("J", "J LJ", "JL", "JB", "Jk", "J2", "J L")
        ),
        ("SQ SJ S7 HT DJ C9 C3 J", "a jack or a joker"),
        ("♠ A 2 ♥ K + J", "a jack or a joker"),
        ("spades 6; heart  s 4; diamonds 3; clubs 4", "each suit with its ranks after it"),
        ("♠ Q J 7\n♥ 10 5\n♣ 9 3 J", "a jack or a joker"),
        ("S QJ76 H T52 C 93 HJ LJ", "HJ in hand .* a jack or a joker"),
        ("♠K HJ", "HJ in hand .* a jack or a joker"),
        ("♠AK ♥2 Jokers: J", "may be BJ or LJ"),
        ("♠A-Q ♥K", "each suit with its ranks after it"),
        ("♠K HAS Q", "'has' in hand"),
        ("AK Q J T 9", "names no suits"),
        ("A K Q J 10 9 3 2 9 8 7 6", "names no suits"),
        ("AS K", "each suit with its ranks after it"),
        ("♠A ♠-", "each suit with its ranks"),
        ("♠A ♥", "nothing after H: expected ranks, "),
        ("♠AKx ♥T", "'SAKX'"),
        ("AKxx.Qx.xxxx.xxx", "'X' among the spades"),
        ("AKQ.J.T.9.B.L", "6 parts"),
        ("AS KS AS", "names SA twice"),
        ("♠ A\n♥ 2\n♠ K", "each suit with its ranks"),
        ("S: A\nH:\nK D: 2", "each suit with its ranks"),
        ("A K\n-\n-", "names no suits"),
        ("♠A ♥none2", "NONE2'"),
        ("five of", "'F'|expected"),
    ],
)
def test_what_is_refused(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        Hand.from_text(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Q3.QJ743.T64.73 4.985.KJ873.962 A7.T2.AQ2.KQT85 KT986.AK6.95.A4", "no ':'"),
        ("N: A...\nE: K...\nS: Q...", "seat N"),
        ("N: A...\nN: K...\nS: Q...\nW: J...", "seat N"),
        ("North\nS A\nNorth\nS K", "N is in the diagram twice"),
        ("♠ A\n♠ K\n♠ Q\n♠ J", "names no seats"),
        ("N: A K Q 2", "one hand of N or 4 hands"),
        ("N:AK QJ T9 87", "one hand of N or 4 hands"),
        ("N: ♠98 ♥A7 ♦KQ ♣A3", "one hand of N or 4 hands"),
        ("N: SA SK SQ SJ", "one hand of N or 4 hands"),
        ("0:♠A♥K ♦Q♣J", "one hand of 0 or 2 hands"),
        ("0:A.K Q.J", "one hand of 0 or 2 hands"),
        ("Clubs first\n" + SEATS, "'CLUBS FIRST' in deal .* names no seats"),
        ("Ned: ♠A\n" + SEATS, "'NED: ♠A' in deal .* names no seats"),
        (SEATS + "\nKitty: J", "'J' may be spades or another suit"),
        (SEATS.replace("North: ♠Q3 ♥QJ743 ♦T64 ♣73", "North: Q3"), "'Q3' may be spades or another suit"),
        (
            "N\n2\n3\n4\n5\nW  E\nA K Q J\n2 3 4 5\n6 7 8 9\nT J Q K\nS\n6\n7\n8\n9",
            "may be cards of West and East",
        ),
        (COMPASS.replace("♣ 7 3", "♣ 7"), "the hand of E has 12 cards and the hand of N has 11"),
        (SEEN.replace("Pard", "North"), "ME may be S, with Me at S, or not"),
        (SEEN.replace("Me", "Player 3"), "LHO may be W"),
        (SEEN.replace("Pard", "North (E)"), "may be N or E"),
        (SEEN.replace("Pard", "Player 1 (W)"), "ME may be S, with Me at S, or not"),
        (TABLE.replace("Clubs", "HCP"), "may be of one suit or another"),
        (TABLE.replace("| 4 ", ""), "different numbers of cells"),
        ("N,A,K,Q,J\nE,K,Q,J,A\nS,Q,J,A,K\nW,J,A,K,Q", "may be A.K.Q.J or the spades AKQJ"),
        ("N,A\nE,K\nS,Q\nW,J", "may be of one suit or another"),
        ("N,♠A,K,Q,J\nE,K,Q,J,A\nS,Q,J,A,K\nW,J,A,K,Q", "may be of one suit or another"),
        (COLUMNS.replace("985 ", " 985"), "may be of one column or the next"),
        (BOXED.replace("|W   E|", "|  7  |"), "may be of one hand or two"),
        (VOIDS.replace("AK\n\n", "AK\n"), "names no seats|may be spades or another suit|names no suits"),
        (COMPASS + "Kitty: ♠J\nKitty: ♠2", "more than one kitty"),
    ],
)
def test_what_is_no_deal(text: str, words: str) -> None:
    with pytest.raises(DealError, match=words):
        Deal.from_text(text)


_CARDS = st.sets(st.integers(0, 53), min_size=1, max_size=20)


@given(_CARDS, st.randoms(use_true_random=False))
def test_cards_in_any_order_and_either_way_round(indices: set[int], random) -> None:  # type: ignore[no-untyped-def]
    hand = Hand(Card(index) for index in indices)
    names = [str(card) for card in hand]
    random.shuffle(names)
    assert Hand.from_text(" ".join(names)) == hand
    turned = " ".join(name if name[0] in "BL" else name[::-1].replace("T", "10") for name in names)
    assert Hand.from_text(turned) == Hand.from_text(turned.lower()) == hand


@given(st.text("AKQJT9102SHDCBLJ -.,:♠♥\n", max_size=24))
@example("JACK")
def test_no_text_is_read_in_two_ways(text: str) -> None:
    """What is read prints as something that reads the same; every card of it stands in the text."""
    try:
        hand = Hand.from_text(text)
    except WhistError:
        return
    assert Hand.from_text(str(hand)) == hand
    upper = text.upper().replace("10", "T").replace("JACK", "J")
    for card in hand:
        assert card.is_joker or str(card)[1] in upper
    written = sum(map(upper.count, RANK_LETTERS)) - upper.count("BJ") - upper.count("LJ")
    assert written <= len(hand) + upper.count("J")
