"""Our libdds answers as the DDS that endplay ships, field by field.

Boards in every mode, tables, plays, par, and codes of mistakes. What differs on purpose has its own test;
docs/dds.md lists it.
"""

import ctypes
import random
from ctypes import byref
from itertools import product

import pytest
from tests.libraries.installed import library

dds = pytest.importorskip("endplay._dds")
pytestmark = pytest.mark.libraries

STRAINS, HANDS = range(5), range(4)
ALL_STRAINS = (ctypes.c_int * 5)()


class ParTexts(ctypes.Structure):
    """What Par gives: endplay has its arrays the wrong way round."""

    _fields_ = [("score", (ctypes.c_char * 16) * 2), ("contracts", (ctypes.c_char * 128) * 2)]


class SidesTexts(ctypes.Structure):
    _fields_ = [("text", (ctypes.c_char * 128) * 2), ("equal", ctypes.c_bool)]


@pytest.fixture(scope="module")
def ours():
    return ctypes.CDLL(library("dds"))


def random_board(rng, size, on_table=0):
    deck = rng.sample(range(52), 4 * size)
    board = dds.deal(trump=rng.randrange(5), first=rng.randrange(4))
    for i, card in enumerate(deck):
        suit, rank, turn = card // 13, card % 13 + 2, (i - board.first) % 4
        if i < 4 and turn < on_table:
            board.currentTrickSuit[turn], board.currentTrickRank[turn] = suit, rank
        else:
            board.remainCards[i % 4][suit] |= 1 << rank
    return board


def cards_of(board):
    return sum(holding.bit_count() for hand in board.remainCards for holding in hand)


def table_deal(board):
    return dds.ddTableDeal(board.remainCards)


def solved(which, board, target, solutions, mode):
    """The code and the cards, without their order."""
    found = dds.futureTricks()
    code = which.SolveBoard(board, target, solutions, mode, byref(found), 0)
    moves = range(found.cards if code == 1 else 0)
    cards = sorted((found.score[i], found.suit[i], found.rank[i], found.equals[i]) for i in moves)
    return code, cards, found.score[0] if code == 1 and not cards else None


EVERY_MODE = list(product((-1, 0, 1, 3, 13), (1, 2, 3), (0, 1, 2)))


@pytest.mark.parametrize(("target", "solutions", "mode"), EVERY_MODE)
def test_boards(ours, target, solutions, mode):
    rng = random.Random(f"{target} {solutions} {mode}")
    for i in range(45):
        size = 13 if i < 2 else rng.randint(1, 9)
        board = random_board(rng, size, rng.randrange(4))
        wanted = min(target, size)
        if mode == 2:  # the table of the call before, which has to be of the same cards with DDS
            solved(dds._dll, board, -1, 3, 1)
        told, expected = (solved(which, board, wanted, solutions, mode) for which in (ours, dds._dll))
        if solutions == 1 and len(expected[1]) == 1 and expected[1][0][0] >= 0:
            # Any of the cards that do will do.
            (score, *card), every = told[1][0], solved(dds._dll, board, wanted, 2, mode)[1]
            assert (told[0], score) == (1, expected[1][0][0])
            assert [score, *card] in [list(each) for each in every]
        else:
            assert told == expected


def test_cards_come_by_falling_score_then_by_suit_and_rank(ours):
    rng = random.Random(2)
    for _ in range(50):
        found = dds.futureTricks()
        assert ours.SolveBoard(random_board(rng, 6), -1, 3, 1, byref(found), 0) == 1
        order = [(-found.score[i], found.suit[i], found.rank[i]) for i in range(found.cards)]
        assert order == sorted(order)


def test_many_boards_at_once(ours):
    rng = random.Random(3)
    boards = dds.boards(noOfBoards=200)
    for i in range(200):
        boards.deals[i] = random_board(rng, rng.randint(1, 8), rng.randrange(4))
        boards.target[i], boards.solutions[i], boards.mode[i] = -1, 3, 1
    results = []
    for which in (ours, dds._dll):
        to = dds.solvedBoards()
        assert which.SolveAllBoardsBin(byref(boards), byref(to)) == 1
        assert to.noOfBoards == 200
        fields = ("suit", "rank", "equals", "score")
        moves = [list(zip(*(getattr(b, f)[: b.cards] for f in fields), strict=True)) for b in to.solvedBoard]
        results.append([sorted(each) for each in moves])
    assert results[0] == results[1]


@pytest.mark.parametrize("kept", [(0, 1, 2, 3, 4), (0,), (1, 4), (2, 3, 4)])
def test_tables_with_filter_and_par(ours, kept):
    rng = random.Random(4)
    deals = dds.ddTableDeals(noOfTables=12)
    for i in range(12):
        deals.ddTableDeal[i] = table_deal(random_board(rng, 13))
    unwanted = (ctypes.c_int * 5)(*(strain not in kept for strain in STRAINS))
    results = []
    for which in (ours, dds._dll):
        tables, pars = dds.ddTablesRes(), (ParTexts * 40)()
        assert which.CalcAllTables(byref(deals), 2, unwanted, byref(tables), pars) == 1
        cells = [[list(tables.results[i].resTable[strain]) for strain in kept] for i in range(12)]
        texts = [(*map(bytes, each.score), *map(bytes, each.contracts)) for each in pars[:12]]
        results.append((tables.noOfBoards, cells, [[t.split(b"\0")[0] for t in each] for each in texts]))
    assert results[0] == results[1]


def test_plays(ours):
    rng = random.Random(5)
    for i in range(150):
        size = 13 if i < 4 else rng.randint(2, 7)
        on_table = rng.randrange(4)
        board = random_board(rng, size, on_table)
        play = dds.playTraceBin(number=rng.randint(on_table, 4 * size))
        left = [
            [(s, r) for s in HANDS for r in range(2, 15) if hand[s] >> r & 1] for hand in board.remainCards
        ]
        trick = list(zip(board.currentTrickSuit[:on_table], board.currentTrickRank[:on_table], strict=True))
        leader = board.first
        for n in range(play.number - on_table):
            seat = (leader + len(trick)) % 4
            following = [card for card in left[seat] if trick and card[0] == trick[0][0]]
            play.suit[n], play.rank[n] = card = rng.choice(following or left[seat])
            left[seat].remove(card)
            trick.append(card)
            if len(trick) == 4:
                best = max(
                    range(4),
                    key=lambda t: (trick[t][0] == board.trump, trick[t][0] == trick[0][0], trick[t][1]),
                )
                leader, trick = (leader + best) % 4, []
        found = []
        for which in (ours, dds._dll):
            to = dds.solvedPlay()
            code = which.AnalysePlayBin(board, play, byref(to), 0)
            found.append((code, to.number, list(to.tricks[: to.number])))
        assert found[0] == found[1]


def random_tables(rng, count):
    """Most are such as deals give: partners take nearly the same tricks, and both sides together thirteen."""
    for _ in range(count):
        table = dds.ddTableResults()
        wild = rng.random() < 0.3
        for strain in STRAINS:
            tricks = min(13, max(0, round(rng.gauss(6.5, 2.5))))
            for hand in HANDS:
                own = tricks if hand % 2 == 0 else 13 - tricks
                odd = rng.choice((-1, 1)) if rng.random() < 0.1 else 0
                table.resTable[strain][hand] = rng.randrange(14) if wild else min(13, max(0, own + odd))
        yield table


def contracts(par):
    return [(c.level, c.denom, c.seats, c.underTricks, c.overTricks) for c in par.contracts[: par.number]]


def test_par_of_sides(ours):
    for table, vulnerable in product(random_tables(random.Random(6), 1500), range(4)):
        found = []
        for which in (ours, dds._dll):
            bins, texts, long = (dds.parResultsMaster * 2)(), ParTexts(), SidesTexts()
            deal = (dds.parResultsDealer * 2)()
            assert which.SidesParBin(byref(table), bins, vulnerable) == 1
            assert which.Par(byref(table), byref(texts), vulnerable) == 1
            assert which.SidesPar(byref(table), deal, vulnerable) == 1
            assert which.ConvertToSidesTextFormat(bins, byref(long)) == 1
            short = [[c.value for c in each.contracts[: each.number]] for each in deal]
            passed = bins[0].score == 0
            names = [
                each.value for each in (*texts.score, *texts.contracts, *long.text[: 1 if passed else 2])
            ]
            equal = passed or long.equal
            found.append(
                ([each.score for each in bins], [contracts(each) for each in bins], names, short, equal)
            )
        assert found[0] == found[1]


def test_par_of_dealers(ours):
    """But for a sacrifice by one hand alone, which DDS gives without its undertricks, as if it made."""
    mended = 0
    for table, vulnerable, dealer in product(random_tables(random.Random(7), 700), range(4), range(4)):
        found = []
        for which in (ours, dds._dll):
            bins, deal, text = (
                dds.parResultsMaster(),
                dds.parResultsDealer(),
                ctypes.create_string_buffer(512),
            )
            assert which.DealerParBin(byref(table), byref(bins), dealer, vulnerable) == 1
            assert which.DealerPar(byref(table), byref(deal), dealer, vulnerable) == 1
            short = [c.value for c in deal.contracts[: deal.number]]
            if bins.score:
                assert which.ConvertToDealerTextFormat(byref(bins), text) == 1
            found.append((bins.score, contracts(bins) if bins.score else [], short, text.value))
        if any(b"*" in a and b"*" not in b for a, b in zip(found[0][2], found[1][2], strict=True)):
            mended += 1
            assert [each.replace(b"*", b"") for each in found[0][2]] == [
                each.replace(b"*", b"") for each in found[1][2]
            ]
            assert all(under > 0 for *_, under, _ in found[0][1])
        else:
            assert found[0] == found[1]
    assert mended


def set_field(name, value):
    return lambda board: setattr(board, name, value)


def set_element(name, place, value):
    return lambda board: getattr(board, name).__setitem__(place, value)


def set_holding(hand, suit, value):
    return lambda board: board.remainCards[hand].__setitem__(suit, value)


def move_all(board):
    for hand, suit in product(HANDS, HANDS):
        board.remainCards[hand][suit] = 0


def duplicate(board):
    """Two hands are the same."""
    for suit in HANDS:
        board.remainCards[(board.first + 2) % 4][suit] = board.remainCards[(board.first + 3) % 4][suit]


def leave_played(board):
    suit, rank = board.currentTrickSuit[0], board.currentTrickRank[0]
    hand = board.remainCards[(board.first + 1) % 4]
    other = next(s for s in HANDS if hand[s])
    hand[other] &= hand[other] - 1
    hand[suit] |= 1 << rank


MISTAKES = {
    "zero cards": (move_all, -1, 3, 1),
    "target too high": (lambda board: None, 6, 3, 1),
    "target below": (lambda board: None, -2, 3, 1),
    "target above": (lambda board: None, 14, 3, 1),
    "solutions below": (lambda board: None, -1, 0, 1),
    "solutions above": (lambda board: None, -1, 4, 1),
    "mode below": (lambda board: None, -1, 3, -1),
    "mode above": (lambda board: None, -1, 3, 3),
    "trump": (set_field("trump", 5), -1, 3, 1),
    "first": (set_field("first", 4), -1, 3, 1),
    "rank": (set_element("currentTrickRank", 0, 15), -1, 3, 1),
    "suit": (set_element("currentTrickSuit", 0, 4), -1, 3, 1),
    "gap": (set_element("currentTrickRank", 2, 5), -1, 3, 1),
    "holding": (set_holding(0, 0, 0x8000), -1, 3, 1),
    "card count": (set_holding(0, 0, 0x7FFC), -1, 3, 1),
    "too many cards": (
        lambda board: [set_holding(h, s, 0x7FFC)(board) for h in HANDS for s in HANDS],
        -1,
        3,
        1,
    ),
    "played card": (leave_played, -1, 3, 1),
    "duplicate": (duplicate, -1, 3, 1),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_codes(ours, mistake, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # DDS writes dump.txt
    change, target, solutions, mode = MISTAKES[mistake]
    board = random_board(random.Random(8), 5, 1)
    change(board)
    codes = [solved(which, board, target, solutions, mode)[0] for which in (ours, dds._dll)]
    assert codes[0] == codes[1] != 1
    texts = [ctypes.create_string_buffer(80) for _ in codes]
    for which, text in zip((ours, dds._dll), texts, strict=True):
        which.ErrorMessage(codes[0], text)
    assert texts[0].value == texts[1].value


def test_codes_of_calls(ours):
    board, fut = random_board(random.Random(9), 3), dds.futureTricks()
    tables, pars = dds.ddTablesRes(), (ParTexts * 40)()
    text = dds.dealPBN(remainCards=b"xyz")
    boards, solved_boards = dds.boards(noOfBoards=201), dds.solvedBoards()
    deals, plays = dds.ddTableDeals(noOfTables=41), dds.playTracesBin(noOfBoards=1)
    for which in (ours, dds._dll):
        assert which.SolveBoard(board, -1, 3, 1, byref(fut), -1) == -15
        assert which.SolveBoard(board, -1, 3, 1, byref(fut), 100_000) == -15
        assert which.SolveBoardPBN(text, -1, 3, 1, byref(fut), 0) == -99
        assert which.SolveAllBoardsBin(byref(boards), byref(solved_boards)) == -101
        assert which.SolveAllChunksBin(byref(boards), byref(solved_boards), 0) == -301
        assert which.AnalyseAllPlaysBin(byref(boards), byref(plays), byref(dds.solvedPlays()), 1) == -101
        boards.noOfBoards, plays.noOfBoards = 1, 2
        assert which.AnalyseAllPlaysBin(byref(boards), byref(plays), byref(dds.solvedPlays()), 1) == -1
        boards.noOfBoards = 201
        assert which.CalcAllTables(byref(deals), -1, ALL_STRAINS, byref(tables), pars) == -202
        none = (ctypes.c_int * 5)(1, 1, 1, 1, 1)
        assert which.CalcAllTables(byref(deals), -1, none, byref(tables), pars) == -201
        unheld = dds.playTraceBin(number=1)
        unheld.suit[0], unheld.rank[0] = next(
            (s, r) for s in HANDS for r in range(2, 15) if not board.remainCards[board.first][s] >> r & 1
        )
        assert which.AnalysePlayBin(board, unheld, byref(dds.solvedPlay()), 0) == -98


def test_differences(ours):
    """Tables of short hands count the declarer's tricks; DDS has thirteen less those of the leader."""
    board = random_board(random.Random(10), 4)
    ours_table, theirs = dds.ddTableResults(), dds.ddTableResults()
    assert ours.CalcDDtable(table_deal(board), byref(ours_table)) == 1
    assert dds._dll.CalcDDtable(table_deal(board), byref(theirs)) == 1
    for strain, hand in product(STRAINS, HANDS):
        assert ours_table.resTable[strain][hand] == theirs.resTable[strain][hand] - 9
    # A play of impossible length or of impossible cards is a fault, as DDS documents and does not look at.
    play = dds.playTraceBin(number=53)
    assert ours.AnalysePlayBin(board, play, byref(dds.solvedPlay()), 0) == -98
    play.number, play.suit[0] = 1, 9
    assert ours.AnalysePlayBin(board, play, byref(dds.solvedPlay()), 0) == -98
    # No tables, and none that are no tables.
    empty, none = dds.ddTableDeals(noOfTables=0), dds.ddTablesRes()
    assert ours.CalcAllTables(byref(empty), -1, ALL_STRAINS, byref(none), None) == 1
    assert none.noOfBoards == 0
    theirs.resTable[0][0] = 14
    assert ours.Par(byref(theirs), byref(ParTexts()), 0) == -1
