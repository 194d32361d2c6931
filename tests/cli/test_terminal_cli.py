"""What commands show on terminals: no line too long at any width, colours, progress of long work."""

import io
import re
import shlex
import sys
import time
from types import SimpleNamespace

import pytest
from tests.support.command import NO_TRUMP, SMALL, SPADES, Screen
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.cli import main, output

QUICK = "--samples 12 --threads 1"
OF_CALLS = ["call", "strain", "win", "make", "points", "Pass", "7NT", "of matches from here"]
OF_PAR = ["E -3 W -3", "contracts", "3♠↑ by E", "first call"]
NAMED = ["win", "discard", "make", "points", "tricks", "♠↑", "♣↑", "name spades uptown and give up"]
#: Commands, and what each has to show at every width.
PRINTED = {
    "selftest": ["as known", "8 threads"],
    "arena heuristic random --matches 2": ["share", "a, card"],
    "arena heuristic random --deals 2 --rules whist": ["declaring", "points a deal"],
    "bench --deals 1": ["signature", "nodes/second"],
    f'bid AKQJ.T9.32.9876 --seat S --dealer W --calls "pass 3+" --discards estimated --all {QUICK}': OF_CALLS,
    f"bid AKQ7T98.A4.A54.A432.BL --seat W --dealer S --strains --bid 5+ --discards heuristic {QUICK}": NAMED,
    "bid --table": ["big joker", "+1.08"],
    "deal --seed 1 --diagram": ["♠ KT95", "♣ K72", "kitty: ♥7 ♦643 ♣Q5"],
    "deal --seed 1 --diagram --rules cutthroat_6": ["5      ♠ QJ76", "kitty"],
    f"discard '{SPADES}'": ["♥T4 ♣Q874", "at the table", "give up ♥54 ♦54 ♣84: takes 10 tricks"],
    'par "N:AK... QJ... T9... 87..." --dealer W --rules bid_whist_no_kitty --set bid_base=0': OF_PAR,
    "play --seed 1 --strength quick": ["you are S", "to act", "7NT"],
    f"report '{NO_TRUMP}'": ["1 in 1", "set, 1 short", "contract 2 points", "Cards that lost most"],
    "rules": ["Presets", "bid_whist_common", "default:"],
    "rules humbug": ["preset", "value in use"],
    f"score '{NO_TRUMP}'": ["3NT↑ by S", "set, 1 short", "W 0"],
    f"solve '{SPADES}' --cards": ["contract", "double dummy", "10 books needed", "if S plays"],
    f'solve "{SMALL}" --strain NT+ --leader N --cards': ["tricks", "best first", "♠AQ"],
    f'table "{SMALL}"': ["leader", "♠↑", "NT↓", "W"],
    f'table "{SMALL} | 765..." --kitty': ["declarer", "♠↑", "NT↓", "W"],
    f'table "{SMALL}" --strains S+,S-,S~,H+,H-,H~,D+,D-,D~,C+,C-,C~,NT+,NT-,NT~': ["NT⇣", "♠⇣"],
    f"trace '{NO_TRUMP}' --best": ["♠A (-1)", "losses", "by player", "4NT↓ +8 with 9 tricks"],
}


def on_screen(command, width=80, stream="stdout", **environment):
    """What a command shows on a terminal, which one of its standard streams is."""
    screen = Screen()
    with pytest.MonkeyPatch.context() as patch:
        for name in ("stdin", "stdout"):
            patch.setattr(sys, name, io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
        patch.setattr(sys, stream, screen)
        for name in ("NO_COLOR", "FORCE_COLOR"):
            patch.delenv(name, raising=False)
        for name, value in {"TERM": "xterm", "COLUMNS": str(width), **environment}.items():
            patch.setenv(name, value)
        assert main(shlex.split(command)) == 0, command
    return screen.getvalue()


@pytest.mark.parametrize("width", by_default(1, [60, 70, 120]))
def test_nothing_is_cut_and_no_line_is_too_long(width):
    for command, words in PRINTED.items():
        text = on_screen(command, width, NO_COLOR="1")
        lines = [line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines()]
        assert "…" not in text and 0 < max(map(len, lines)) <= width, command
        flowing = " ".join(" ".join(lines).split())
        missing = [each for each in words if each not in flowing and not any(each in line for line in lines)]
        assert missing == [], command
    # To be copied: the terminal wraps it.
    assert on_screen("deal --seed 1", 60) == f"{ws.Deal.random(seed=1)}\n"


def test_colours_are_shown_where_they_are_wanted(capsys):
    trace = f"trace '{NO_TRUMP}'"
    for environment, coloured in (
        ({}, True),
        ({"NO_COLOR": ""}, True),
        ({"NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
    ):
        text = on_screen(trace, **environment)
        assert bool(re.search(r"\x1b\[[0-9;]*3[0-7](?:;[0-9]+)*m", text)) is coloured, environment
    assert "\x1b" not in text, "on a dumb terminal"
    assert main(shlex.split(trace)) == 0 and "\x1b" not in capsys.readouterr().out, "in files and pipes"


# Progress.


@pytest.fixture
def at_once(monkeypatch):
    """Progress is shown without any patience."""
    timer = lambda seconds, begin: SimpleNamespace(start=begin, cancel=lambda: None)  # noqa: E731
    monkeypatch.setattr(output.threading, "Timer", timer)


@pytest.mark.usefixtures("at_once")
def test_long_work_tells_of_itself():
    """On the terminal, while results go elsewhere."""
    for words, command in (
        ("sampling layouts", f"bid AKQJ.T9.32.9876 {QUICK}"),
        ("solving the table", f'table "{SMALL} | 765..." --kitty'),
        ("solving card by card", f"trace '{NO_TRUMP}'"),
        ("hands", f"report '{NO_TRUMP}'"),
        ("matches", "arena random random --matches 1"),
        ("answering", "batch random:1:1 --strains S+"),
    ):
        assert words in on_screen(command, stream="stderr"), command


def progress(monkeypatch, screen, patience=0.0, **options):
    """What four items of some work show, which take a fifth of a second."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(output, "_PROGRESS_AFTER_SECONDS", patience)
    monkeypatch.setattr(sys, "stderr", screen)
    stdout = sys.stdout
    with output.Working("dealing cards", **options) as working:
        working.make_room()
        for number in range(4):
            working(number, 1_000_000)
            time.sleep(0.05)
            assert sys.stdout is stdout
    return screen.getvalue()


def test_progress_is_shown_only_where_it_is_wanted(monkeypatch):
    """Neither of short work, nor in files, nor where results appear on the same terminal."""
    assert progress(monkeypatch, Screen(), 30.0) == progress(monkeypatch, io.StringIO()) == ""
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    assert progress(monkeypatch, screen, 0.02) == ""
