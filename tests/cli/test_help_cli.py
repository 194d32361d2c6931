"""Help texts begin with examples, and every example in them runs; shells complete what options take."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest
from tests.support.board import board_process
from tests.support.command import NO_TRUMP, SMALL, done, run

import whistsolve as ws
from whistsolve.cli import app
from whistsolve.cli.options import Verb
from whistsolve.players.named import PLAYERS

VERBS = app.list_commands(click.Context(app))


def help_of(*verb: str) -> str:
    """A help text, commands that go on in the next line in one."""
    return re.sub(r" \\\n +", " ", done(*verb, "--help"))


def examples() -> list[str]:
    texts = [help_of(), *map(help_of, VERBS)]
    found = [line for text in texts for line in re.findall(r"^ +(whistsolve (?!\[).*)$", text, re.MULTILINE)]
    return list(dict.fromkeys(line.strip() for line in found))


@pytest.mark.parametrize("verb", VERBS)
def test_the_help_of_a_verb_begins_with_its_examples(verb: str) -> None:
    command = app.get_command(click.Context(app), verb)
    assert isinstance(command, Verb) and command.examples
    lines = [line.strip() for line in help_of(verb).splitlines() if line.strip()]
    assert lines[0].startswith(f"Usage: whistsolve {verb}")
    assert lines[1 : 1 + len(command.examples)] == list(command.examples)
    assert all(example.startswith(f"whistsolve {verb}") for example in command.examples)


@pytest.mark.parametrize("width", [60, 80, 120])
def test_help_fits_into_the_terminal(width: int) -> None:
    for verb in VERBS:
        command = app.get_command(click.Context(app), verb)
        assert isinstance(command, Verb)
        told = command.get_help(click.Context(command, info_name=f"whistsolve {verb}", terminal_width=width))
        longest = max(len(line) for line in told.split("Options:")[0].splitlines())
        unbroken = max(len(word) + 8 for each in command.examples for word in parts(each))
        assert longest <= max(width, unbroken)


def parts(example: str) -> list[str]:
    return re.findall(r'(?:[^\s"]|"[^"]*")+', example)


def test_there_are_examples() -> None:
    assert len(examples()) >= len(VERBS)


@pytest.mark.parametrize("example", examples())
def test_an_example_runs(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = NO_TRUMP.read_text("utf-8").replace('"S:-7 2 -7 2"', '"S:0 0 0 0"')
    (tmp_path / "hand.ptn").write_text(played, "utf-8")
    (tmp_path / "deals.txt").write_text(f"{SMALL}\n{SMALL.replace('N:', 'E:')}\n", "utf-8")
    (tmp_path / "hands").mkdir()
    (tmp_path / "hands" / "hand.ptn").write_text(played, "utf-8")
    monkeypatch.chdir(tmp_path)
    command, *words = shlex.split(example)
    assert command == "whistsolve"
    if words[0] == "board":  # it goes on until it is interrupted
        with board_process(*words[1:]) as place:
            assert place.get()[0] == 200 and ("deal" in place.hand) == (len(words) > 1)
        return
    status, out, err = run(*words, stdin="quit\n")
    assert (status, err) == (0, "")
    assert out or {path.name for path in tmp_path.iterdir()} > {"deals.txt", "hand.ptn", "hands"}


# Completion, as the scripts of the shells ask for it.


def completed(*words: str) -> list[str]:
    """What bash is told for the last of the words."""
    result = subprocess.run(
        [sys.executable, "-m", "whistsolve"],
        env=os.environ
        | {
            "_WHISTSOLVE_COMPLETE": "bash_complete",
            "COMP_WORDS": " ".join(["whistsolve", *words]),
            "COMP_CWORD": str(len(words)),
        },
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert (result.returncode, result.stderr) == (0, "")
    return [line.partition(",")[2] for line in result.stdout.splitlines()]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("tr",), ["trace"]),
        (("solve", "--lea"), ["--leader"]),
        (("solve", "--leader", "N"), ["N"]),
        (("par", "--dealer", "so"), ["South"]),
        (("solve", "--strain", "s"), ["S+", "S-", "S~"]),
        (("table", "--strains", "S+,n"), ["S+,NT+", "S+,NT-", "S+,NT~"]),
        (("score", "--rules", "whist"), ["whist", "whist_portland"]),
        (("rules", "humb"), ["humbug"]),
        (("deal", "--set", "kitty_b"), ["kitty_book="]),
        (("arena", "heur"), [name for name in PLAYERS if name.startswith("heur")]),
        (("bid", "--discards", "s"), ["sampled"]),
        (("trace", "ha"), ["ha"]),
    ],
)
def test_shells_complete(words: tuple[str, ...], expected: list[str]) -> None:
    assert expected and completed(*words) == expected


def test_values_of_options_of_the_rules_are_completed() -> None:
    names = [each.name for each in ws.Rules.options()]
    assert completed("deal", "--set", "") == [f"{name}=" for name in names]
    values = completed("deal", "--set", "kitty_book=")
    assert "kitty_book=first_trick_winner" in values
    for value in values:
        assert run("deal", "--seed", "1", "--set", value)[0] == 0


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_there_is_a_script_for_a_shell(shell: str) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "whistsolve"],
        env=os.environ | {"_WHISTSOLVE_COMPLETE": f"{shell}_source"},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert result.returncode == 0 and "_WHISTSOLVE_COMPLETE" in result.stdout
