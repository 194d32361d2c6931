"""Help texts begin with examples, and every example in them runs; shells complete what options take."""

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
from whistsolve.cli.options import Command
from whistsolve.players.named import PLAYERS

COMMANDS = app.list_commands(click.Context(app))


def help_of(*name: str) -> str:
    """A help text, commands that go on in the next line in one."""
    return re.sub(r" \\\n +", " ", done(*name, "--help"))


def examples() -> list[str]:
    texts = [help_of(), *map(help_of, COMMANDS)]
    found = [line for text in texts for line in re.findall(r"^ +(whistsolve (?!\[).*)$", text, re.MULTILINE)]
    return list(dict.fromkeys(line.strip() for line in found))


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_name_begins_with_its_examples(name: str) -> None:
    command = app.get_command(click.Context(app), name)
    assert isinstance(command, Command) and command.examples
    lines = [line.strip() for line in help_of(name).splitlines() if line.strip()]
    assert lines[0].startswith(f"Usage: whistsolve {name}")
    assert lines[1 : 1 + len(command.examples)] == list(command.examples)
    assert all(example.startswith(f"whistsolve {name}") for example in command.examples)


@pytest.mark.parametrize("width", [60, 80, 120])
def test_help_fits_into_the_terminal(width: int) -> None:
    for name in COMMANDS:
        command = app.get_command(click.Context(app), name)
        assert isinstance(command, Command)
        text = command.get_help(click.Context(command, info_name=f"whistsolve {name}", terminal_width=width))
        longest = max(len(line) for line in text.split("Options:")[0].splitlines())
        unbroken = max(len(word) + 8 for each in command.examples for word in parts(each))
        assert longest <= max(width, unbroken)


def parts(example: str) -> list[str]:
    return re.findall(r'(?:[^\s"]|"[^"]*")+', example)


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
    if words[0] == "engine":  # what it reads are messages
        assert '"ready"' in done(*words, stdin='{"type": "hello", "protocol": 1}\n')
        return
    status, out, err = run(*words, stdin="quit\n")
    assert (status, err) == (0, "")
    assert out or {path.name for path in tmp_path.iterdir()} > {"deals.txt", "hand.ptn", "hands"}


# Completion, as the scripts of the shells ask for it.


def completed(*words: str) -> list[str]:
    """What bash is text for the last of the words."""
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
        (("solve", "--strain", "s"), ["S+", "S-", "S~"]),
        (("table", "--strains", "S+,n"), ["S+,NT+", "S+,NT-", "S+,NT~"]),
        (("score", "--rules", "whist"), ["whist", "whist_portland"]),
        (("deal", "--set", "kitty_b"), ["kitty_book="]),
        (("arena", "heur"), [name for name in PLAYERS if name.startswith("heur")]),
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
