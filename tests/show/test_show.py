"""Deals and results as shown: diagrams, tables, symbols or letters, colour on a terminal only."""

import io

import numpy as np
from tests.support.command import Screen
from tests.support.shown_things import FULL, things

from whistsolve import Card, Deal, Hand, Strain
from whistsolve.show import BEST_PLAY, Diagram, Facts, console_for, describe, show, to_text
from whistsolve.show.phrases import tricks_of
from whistsolve.show.solving import _books, card_tricks, solution
from whistsolve.solving import BestDiscard, Solution, TrickTable
from whistsolve.tabular import Tabular
from whistsolve.values import STRAINS
from whistsolve.values.shown import Shown

REAL = Deal.from_text(FULL)
THREE = Deal(["AK.Q..", "Q..2..B", "...432"], ".2..")
LIMIT = "not exact: the limit was reached"


def shown(thing, **options):
    return to_text(thing, **options).splitlines()


def test_hands_lie_round_the_table_or_in_lines():
    assert shown(Diagram.of_deal(REAL, "discards")) == [
        "          N",
        "          ♠ Q3",
        "          ♥ QJ743",
        "          ♦ T64",
        "          ♣ 73",
        "W                    E",
        "♠ KT986              ♠ 4",
        "♥ AK6                ♥ 985",
        "♦ 95                 ♦ KJ873",
        "♣ A4                 ♣ 962",
        "          S",
        "          ♠ AJ752",
        "          ♥ —",
        "          ♦ A",
        "          ♣ KQJT85",
        "discards: ♥T2 ♦Q2",
    ]
    assert REAL.diagram() + "\n" == to_text(Diagram.of_deal(REAL))
    assert REAL.diagram(kitty="discards").endswith("discards: ♥T2 ♦Q2")
    assert shown(Diagram.of_deal(THREE), ascii_only=True) == [
        "0      S AK  H Q  D -  C -",
        "1      S Q   H -  D 2  C -    BJ",
        "2      S -   H -  D -  C 432",
        "kitty  S -   H 2  D -  C -",
    ]
    without_jokers = ["0  ♠ AK  ♥ —  ♦ —  ♣ —", "1  ♠ QJ  ♥ —  ♦ —  ♣ —"]
    assert shown(Diagram.of_deal(Deal(["AK...", "QJ..."]))) == without_jokers


class Printer:
    """What `_repr_pretty_` sees of IPython's printer: the objects that are being printed, and `text`."""

    def __init__(self, *stack):
        self.stack = stack

    def text(self, text):
        self.printed = text


def test_ipython_prints_what_the_commands_print():
    for name, thing in things().items():
        # IPython takes the method of the first class that has it, and before it any `__repr__`.
        own = next(base for base in type(thing).__mro__ if {"_repr_pretty_", "__repr__"} & vars(base).keys())
        alone, inside = Printer(1), Printer(1, 2)
        vars(own)["_repr_pretty_"](thing, alone, False)
        thing._repr_pretty_(inside, False)
        assert alone.printed == to_text(describe(thing), width=80).rstrip(), name
        assert inside.printed == repr(thing), name
        if type(thing).__str__ is Shown.__str__:  # results; values print what they read
            assert str(thing) == to_text(describe(thing)).rstrip(), name
        if isinstance(thing, Tabular):
            assert len(repr(thing)) <= 200 and "\n" not in repr(thing), name


def test_a_trick_table_has_a_row_for_each_leader():
    table = TrickTable(np.arange(40, dtype=np.uint8).reshape(4, 10) % 14, STRAINS)
    assert shown(describe(table)) == [
        "leader  ♠↑  ♥↑  ♦↑  ♣↑  NT↑  ♠↓  ♥↓  ♦↓  ♣↓  NT↓",
        "N        0   1   2   3    4   5   6   7   8    9",
        "E       10  11  12  13    0   1   2   3   4    5",
        "S        6   7   8   9   10  11  12  13   0    1",
        "W        2   3   4   5    6   7   8   9  10   11",
        f"tricks of the leader's side; {BEST_PLAY}",
    ]
    letters = "leader  S+  H+  D+  C+  NT+  S-  H-  D-  C-  NT-"
    assert shown(describe(table), ascii_only=True)[0] == letters


def test_cards_with_equal_tricks_share_a_line():
    equal = dict.fromkeys(map(Card.from_text, ["H2", "S3", "SA", "D9", "SQ", "LJ", "BJ"]), (5, 5))
    deuce = {Card.from_text("C2"): (10, 10)}
    assert shown(card_tricks(equal | deuce, seat="E")) == [
        "tricks  if E plays, best first",
        "     5  ♠AQ3 ♥2 ♦9 BJ LJ",
        "    10  ♣2",
        f"tricks of the declarer's side, this one counted; {BEST_PLAY}",
    ]
    assert [card_tricks(cards, seat="E")[0].best for cards in (deuce | equal, {Card(0): (1, 2)})] == [{0}, ()]


def test_a_solution_says_whose_tricks_they_are_and_bounds_are_shown_as_such():
    whole = Solution(low=7, high=7, won=0, kitty_books=1, nodes=5)
    assert shown(solution(whole, Strain("H", "downtown"), "S", "N-S")) == [
        "strain  ♥↓, S leads first",
        f"tricks  7 for the declarer's side, N-S ({BEST_PLAY})",
        "books   8 with the kitty's",
    ]
    part = Solution(low=3, high=3, won=2, kitty_books=0, nodes=5)
    assert shown(solution(part, Strain("NT+"), "0", "2"), ascii_only=True) == [
        "strain      NT+, 0 leads first",
        f"tricks      3 for the declarer's side, 2 ({BEST_PLAY})",
        "won before  2",
    ]
    found = Solution(low=6, high=8, won=2, kitty_books=1, nodes=5)
    assert shown(solution(found, Strain("H", "downtown"), "S", "N-S")) == [
        "strain      ♥↓, S leads first",
        f"tricks      6 to 8 for the declarer's side, N-S ({LIMIT}; {BEST_PLAY})",
        "won before  2",
        "books       9 to 11 with the kitty's",
    ]
    cards = {Card.from_text("S2"): (6, 6), Card.from_text("SA"): (5, 7), Card.from_text("SK"): (5, 7)}
    assert shown(card_tricks(cards, seat="E")) == [
        "tricks  if E plays, best first",
        "     6  ♠2",
        "   5-7  ♠AK",
        f"tricks of the declarer's side, this one counted ({LIMIT}); {BEST_PLAY}",
    ]
    low, high = np.array([[[5, 0], [3, 9]], [[5, 12], [3, 10]]], dtype=np.uint8)
    table = TrickTable(low, (Strain("S+"), Strain("NT+")), high)
    assert shown(describe(table)) == [
        "leader  ♠↑   NT↑",
        "0        5  0-12",
        "1        3  9-10",
        f"tricks of the leader's side ({LIMIT}); {BEST_PLAY}",
    ]
    assert str(table) == "     S+   NT+\n0     5  0-12\n1     3  9-10"
    assert max(map(len, shown(describe(table), width=13)[:6])) <= 13
    texts = [tricks_of(1), tricks_of(0, 1), tricks_of(7, 7), tricks_of(6, 8)]
    assert texts == ["1 trick", "0 to 1 trick", "7 tricks", "6 to 8 tricks"]


def test_books_have_the_kitty_s_and_are_held_against_the_bid():
    best = BestDiscard(6, 8, (Card.from_text("SA"),), Hand("K..."), 1, 0, 0, 0, 0)
    assert shown(describe(best))[3] == "books    7 to 9 with the kitty's"
    verdicts = [_books(7, 9, needed, False).partition(": ")[2] for needed in (7, 8, 9, 10)]
    assert verdicts == ["made", "made or short", "made or short", "short"]


# Streams.


def test_colour_on_a_terminal_alone(monkeypatch):
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    screen, piped = Screen(), io.StringIO()
    show(screen, Diagram.of_deal(REAL))
    assert "\x1b[31m" in screen.getvalue() and "♥" in screen.getvalue()
    show(piped, Diagram.of_deal(REAL), Diagram.of_deal(THREE))
    assert "\x1b" not in piped.getvalue()
    assert piped.getvalue() == to_text(Diagram.of_deal(REAL), Diagram.of_deal(THREE))
    # Text is plain in notebooks and where colour is forced.
    plain = REAL.diagram()
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setattr("rich.console._is_jupyter", lambda: True)
    assert REAL.diagram() == plain and "\x1b" not in plain


def test_letters_where_the_stream_has_no_symbols(monkeypatch):
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    for encoding in ("ascii", "latin-1"):
        stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        show(stream, Diagram.of_deal(REAL), Facts([("strain", [Strain("H", "downtown"), " by S"])]))
        stream.flush()
        text = stream.buffer.getvalue().decode(encoding)
        assert text.isascii() and "H QJ743" in text and "strain  H- by S" in text, encoding


def test_text_is_never_taken_for_markup():
    assert to_text(Facts([("[bold]", ["[red]:smile: ", "x[/]"])])) == "[bold]  [red]:smile: x[/]\n"
    screen = Screen()
    console_for(screen).print("[red]9[/red]")
    assert screen.getvalue() == "[red]9[/red]\n"
