"""What commands print on terminals of every width: nothing cut, no line too long, what matters in sight."""

import functools
import io
import re
import shlex
import sys

import pytest
from tests.support.command import NO_TRUMP, SMALL, SPADES, Screen

import whistsolve as ws
from whistsolve.cli import main

LONG = str(ws.Deal.random(seed=1))
QUICK = "--samples 12 --threads 1"
OF_CALLS = ["call", "strain", "win", "make", "points", "Pass", "7NT", "of matches from here"]
NAMED = [
    "strain",
    "win",
    "discard",
    "make",
    "points",
    "tricks",
    "♠↑",
    "♣↑",
    "name spades uptown and give up",
]
OF_PAR = ["E -3 W -3", "contracts", "3♠↑ by E", "first call"]

#: Commands, and what each has to show at every width.
PRINTED = {
    "selftest": ["as known", "8 threads"],
    "arena heuristic random --matches 2": ["share", "a, card"],
    "arena heuristic random --deals 2 --rules whist": ["declaring", "points a deal"],
    "bench --deals 1": ["signature", "nodes/second"],
    f'bid AKQJ.T9.32.9876 --seat S --dealer W --calls "pass 3+" --discards estimated {QUICK}': OF_CALLS,
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


@functools.cache
def on_screen(command: str, width: int, **environment: str) -> str:
    """What a command prints on a terminal."""
    screen = Screen()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", screen)
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b""), encoding="utf-8"))
        for name in ("NO_COLOR", "FORCE_COLOR"):
            patch.delenv(name, raising=False)
        patch.setenv("TERM", "xterm")
        patch.setenv("COLUMNS", str(width))
        for name, value in environment.items():
            patch.setenv(name, value)
        assert main(shlex.split(command)) == 0
    return screen.getvalue()


@pytest.mark.parametrize("width", [60, 70, 120])
@pytest.mark.parametrize("number", range(len(PRINTED)))
def test_nothing_is_cut_and_no_line_is_too_long(number: int, width: int) -> None:
    command = list(PRINTED)[number]
    text = on_screen(command, width, NO_COLOR="1")
    lines = [line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines()]
    assert "…" not in text and lines
    assert max(map(len, lines)) <= width
    flowing = " ".join(" ".join(lines).split())
    for words in PRINTED[command]:
        assert any(words in line for line in lines) or words in flowing, words


def test_deals_on_one_line_are_not_broken() -> None:
    """They are to be copied: the terminal wraps them."""
    assert on_screen("deal --seed 1", 60) == f"{LONG}\n"


# Colours.

COLOURED = f"trace '{NO_TRUMP}'"


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False), ({"NO_COLOR": ""}, True)],
)
def test_colours_are_shown_where_they_are_wanted(environment: dict[str, str], coloured: bool) -> None:
    text = on_screen(COLOURED, 80, **environment)
    colours = re.findall(r"\x1b\[[0-9;]*3[0-7](?:;[0-9]+)*m", text)
    assert bool(colours) is coloured
    if environment.get("TERM") == "dumb":
        assert "\x1b" not in text


def test_there_are_no_colours_in_files_and_pipes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    assert main(shlex.split(COLOURED)) == 0
    assert "\x1b" not in capsys.readouterr().out
