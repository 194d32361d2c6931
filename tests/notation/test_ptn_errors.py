"""Errors of PTN and PlayedHand: what is refused, and which line, seat and card the message names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.ptn_texts import REAL, SMALL, lines_of
from tests.support.refusals import assert_refused

from whistsolve import ActError, Contract, DealError, NotationError, WhistError
from whistsolve.game.record import PlayedHand, Tag
from whistsolve.notation import format_ptn, parse_ptn, read_ptn

# What is wrong.


def swap(old, new):
    assert SMALL.count(old) == 1, old
    return SMALL.replace(old, new)


WRONG = [
    ("nonsense\n" + SMALL, "nonsense", ["no tag"]),
    (swap('[Dealer "E"]', "[Dealer E]"), "[Dealer E]", ["no whole tag"]),
    (swap('[Dealer "E"]', '[Dealer "X"]'), '[Dealer "X"]', ["Dealer 'X'", "N, E, S, W"]),
    (swap("N:A.2.. K", "N:A.2.. - K"), '[Deal "N:A.2.. - K.3.. Q.4.. J.5.."]', ["no seat of 5"]),
    (swap(" J.5..", " -"), '[Deal "N:A.2.. K.3.. Q.4.. -"]', ["hand of W", "not given"]),
    (swap('"N:A', '"A'), '[Deal "A.2.. K.3.. Q.4.. J.5.."]', ["a ':'"]),
    (swap("K.3..", "K.A3.."), "Undealt", ["hand of E has 3 cards"]),
    (swap("K.3..", "K.2.."), "Undealt", ["H2", "hand of N", "hand of E"]),
    (swap("K.3..", "K....B"), "Deal", ["'B'", "hand of E", "expected H"]),
    (swap('Undealt "DAD2"', 'Undealt "DAHA2"'), "Undealt", ["Undealt", "'2'"]),
    (swap('Undealt "DAD2"', 'Undealt "DADA"'), "Undealt", ["DA twice"]),
    (swap('Undealt "DAD2"', 'Undealt "DASA"'), "Undealt", ["SA", "hand of N", "kitty"]),
    (swap('[Declarer "W"]', '[Declarer "Q"]'), '[Declarer "Q"]', ["'Q'"]),
    (swap('[Declarer "W"]\n', ""), '[Contract "3♠↑"]', ["no Declarer"]),
    (swap('[Contract "3♠↑"]\n', ""), '[Declarer "W"]', ["no Contract"]),
    (swap("3♠↑", "33♠↑"), '[Contract "33♠↑"]', ["level 33"]),
    (swap('Auction "S"', 'Auction ""'), '[Auction ""]', ["who calls first"]),
    (swap("Pass 3↑", "{Pass 3↑"), "{Pass 3↑ - -", ["call '{Pass'"]),
    (swap('CardsAdded "W:DAD2"', 'CardsAdded "W:DA W:D2"'), "CardsAdded", ["W twice"]),
    (swap('CardsAdded "W:DAD2"', 'CardsAdded "X:DAD2"'), "CardsAdded", ["'X'"]),
    (swap('CardsAdded "W:DAD2"', 'CardsAdded "W:DAD3"'), "CardsRemoved", ["W takes D3", "kitty, DA D2"]),
    (swap('CardsAdded "W:DAD2"', 'CardsAdded "W:DABJ"'), "CardsAdded", ["'BJ'", "JH"]),
    (swap('"W:H5DA"', '"W:H5SA"'), "CardsRemoved", ["W discards SA"]),
    (swap('"W:H5DA"', '"W:DA"'), "CardsRemoved", ["W takes 2", "discards 1"]),
    (swap('"W:H5DA"', '"E:H3SK"'), "CardsRemoved", ["E takes 0", "discards 2"]),
    (swap("[CardsRemoved", "[Removed"), "Play", ["W has taken the kitty"]),
    (swap('Play "W"', 'Play "M"'), "Play", ["'M'"]),
    (swap('Play "W"', 'Play ""'), "Play", ["first leader"]),
    (swap("SJ SA SK SQ", "SJ SA SK SQ SQ"), "SJ SA SK SQ SQ", ["5 cards"]),
    (swap("SJ SA SK SQ", "- - - -"), "- - - -", ["no card"]),
    (swap("SJ SA SK SQ", "SJ - SK SQ"), "SJ - SK SQ", ["E plays SK", "N, whose turn", "W, who leads"]),
    (swap("SJ SA SK SQ", "SJ SA SK -\nD2"), "D2", ["not complete"]),
    (SMALL + "D2 H2 H3 H4\nD2", "D2", ["W plays D2", "S, who leads"]),
]
WRONG_PLAYS = [
    ("SJ SA SK H4", ["S plays H4", "spades", "SQ"]),
    ("SJ SA SQ SK", ["E plays SQ", "S holds"]),
    ("SJ H5 SK SQ", ["N plays H5", "no hand"]),
    ("SA SJ SK SQ", ["W plays SA", "N holds"]),
    ("SJ SA SK SJ", ["S plays SJ", "W has played"]),
    ("SJ SA SK SQ\n- D2", ["N plays D2", "W holds"]),
    ("SJ SA SK SQ\nD2 SA H3 H4", ["N plays SA", "N has played", "once"]),
]


def test_errors_name_line_and_cause():
    plays = [(swap("SJ SA SK SQ", row), row.splitlines()[-1], words) for row, words in WRONG_PLAYS]
    for error, cases in ((NotationError, WRONG), (ActError, plays)):
        for text, line, words in cases:
            with pytest.raises(error) as raised:
                parse_ptn(text)
            message = str(raised.value)
            [number] = {found for row, found in lines_of(text).items() if line == row or f"[{line} " in row}
            assert message.startswith(f"line {number}: ") and "\n" not in message, (line, message)
            assert all(word in message for word in words), (line, message)


def test_line_numbers_count_through_several_hands():
    text = REAL[241] + swap("SJ SA SK SQ", "SJ SA SK H4")
    with pytest.raises(ActError, match=f"^line {len(text.splitlines())}: S plays H4"):
        read_ptn(text)
    with pytest.raises(NotationError, match=rf"^line {REAL[241].count(chr(10)) + 3}: .* has no Deal"):
        read_ptn(REAL[241] + '% PTN\n\n[Event "nothing"]\n')


DEAL = "N:A.2.. K.3.. Q.4.. J.5.. | ..A2."


CANNOT_BE = {
    NotationError: [
        ({"dealer": "X"}, "dealer 'X'"),
        ({"leader": 4}, "leader 4"),
        ({"calls": [("Q", "Pass")]}, "caller 'Q'"),
        ({"calls": ["Pass"]}, "call 'Pass'"),
        ({"calls": [("N", "-")]}, "call '-'"),
        ({"calls": [("N", "two words")]}, "two words"),
        ({"contract": Contract(3, "S+", 5)}, r"contract 3S\+ by 5"),
        ({"tags": [("Dealer", "N")]}, "field of its own"),
        ({"tags": [("a b", "N")]}, "'a b'"),
        ({"tags": [("A", "one\ntwo")]}, "one line"),
        ({"tags": ["A"]}, "pair"),
        ({"tags": [("Event", "1"), ("Event", "2")]}, "twice"),
    ],
    WhistError: [({"contract": "3S+"}, "declarer")],
    DealError: [
        ({"added": {"W": "..A2.", 3: ".."}}, "W stand twice"),
        ({"added": "..A2."}, "each of 4 seats"),
        ({"added": {"W": ["D3"]}}, "W takes D3"),
        ({"added": {"W": ["DA"], "E": ["DA"]}}, "takes DA"),
        ({"removed": {"W": ["SJ"]}}, "takes 0 cards and discards 1"),
        ({"added": {"W": ["DA"]}, "removed": {"W": ["SK"]}}, "W discards SK"),
    ],
    ActError: [
        ({"plays": ["SJ"], "leader": "W"}, "no contract"),
        ({"plays": ["SJ"], "contract": "1S+ by W"}, "no leader"),
        ({"plays": "SK", "contract": "1S+ by W", "leader": 3}, "card 1 of the play: W plays SK"),
    ],
}


def test_played_hands_that_cannot_be():
    for error, cases in CANNOT_BE.items():
        assert_refused(lambda values: PlayedHand(DEAL, **values), error, cases)
    lines = [("[x",), ("% x",), (" x",), ("x ",), ("",), ("a\nb",), (None,), "abc"]
    assert_refused(lambda each: Tag("Notes", "", each), NotationError, [(each, "Notes") for each in lines])


@given(
    st.text(max_size=60) | st.lists(st.sampled_from([*SMALL.splitlines(), "[", '"', "-", "%"])).map("\n".join)
)
def test_any_text_is_read_or_refused(text):
    try:
        hands = read_ptn(text)
    except WhistError as error:
        assert str(error).startswith("line ")
    else:
        assert format_ptn(hands) == (text if hands else "")
