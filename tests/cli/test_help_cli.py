"""Help texts begin with examples, and every example in them runs; shells complete what options take."""

import os
import re
import shlex
import subprocess
import sys

import click
import pytest
from click.shell_completion import BashComplete
from tests.support.board import board_process
from tests.support.command import NO_TRUMP, SMALL, done, run
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.cli import app
from whistsolve.cli.options import Command
from whistsolve.players.named import PLAYERS

CONTEXT = click.Context(app)
COMMANDS = {name: app.get_command(CONTEXT, name) for name in app.list_commands(CONTEXT)}


def test_the_help_of_a_name_begins_with_its_examples_and_fits_into_the_terminal():
    for name, command in COMMANDS.items():
        assert isinstance(command, Command) and len(command.examples) == 2
        lines = [line.strip() for line in help_of(name).splitlines() if line.strip()]
        assert lines[0].startswith(f"Usage: whistsolve {name}")
        assert lines[1 : 1 + len(command.examples)] == list(command.examples)
        assert all(example.startswith(f"whistsolve {name}") for example in command.examples)
        parts = [part for each in command.examples for part in re.findall(r'(?:[^\s"]|"[^"]*")+', each)]
        unbroken = max(len(part) + 8 for part in parts)
        for width in (60, 80, 120):
            context = click.Context(command, info_name=f"whistsolve {name}", terminal_width=width)
            text = command.get_help(context)
            longest = max(map(len, text.split("Options:")[0].splitlines()))
            assert longest <= max(width, unbroken) and (width < 80 or text.count("\n") < 40), (name, width)


def help_of(*name):
    """A help text, commands that go on in the next line in one."""
    return re.sub(r" \\\n +", " ", done(*name, "--help"))


def examples():
    """Those in every help text; ones that start processes are long."""
    texts = [help_of(), *map(help_of, COMMANDS)]
    found = [line for text in texts for line in re.findall(r"^ +(whistsolve (?!\[).*)$", text, re.MULTILINE)]
    return list(dict.fromkeys(line.strip() for line in found))


def check_example(example, folder, monkeypatch):
    played = NO_TRUMP.read_text("utf-8").replace('"S:-7 2 -7 2"', '"S:0 0 0 0"')
    (folder / "hands").mkdir(parents=True)
    for name in ("hand.ptn", "hands/hand.ptn"):
        (folder / name).write_text(played, "utf-8")
    (folder / "deals.txt").write_text(f"{SMALL}\n{SMALL.replace('N:', 'E:')}\n", "utf-8")
    monkeypatch.chdir(folder)
    command, *words = shlex.split(example)
    assert command == "whistsolve"
    if words[0] == "board":  # it goes on until it is interrupted
        with board_process(*words[1:]) as place:
            assert place.get()[0] == 200 and ("deal" in place.hand) == (len(words) > 1)
    elif words[0] == "engine":  # what it reads are messages
        assert '"ready"' in done(*words, stdin='{"type": "hello", "protocol": 1}\n')
    else:
        status, out, err = run(*words, stdin="quit\n")
        assert (status, err) == (0, ""), example
        assert out or {path.name for path in folder.iterdir()} > {"deals.txt", "hand.ptn", "hands"}, example


@pytest.mark.parametrize("long", by_default(1, [False, True]))
def test_every_example_runs(long, tmp_path, monkeypatch):
    """By default those that need no other processes."""
    for number, example in enumerate(examples()):
        if long == any(words in example for words in ("--scheduler", "--processes", " board")):
            check_example(example, tmp_path / str(number), monkeypatch)


# Completion.


def completed(*words):
    """What bash is told for the last of the words."""
    *before, last = words
    complete = BashComplete(app, {}, "whistsolve", "_WHISTSOLVE_COMPLETE")
    return [item.value for item in complete.get_completions(before, last)]


def test_shells_complete():
    for words, expected in (
        (("tr",), ["trace"]),
        (("solve", "--lea"), ["--leader"]),
        (("solve", "--strain", "s"), ["S+", "S-", "S~"]),
        (("table", "--strains", "S+,n"), ["S+,NT+", "S+,NT-", "S+,NT~"]),
        (("score", "--rules", "whist"), ["whist", "whist_portland"]),
        (("deal", "--set", "kitty_b"), ["kitty_book="]),
        (("deal", "--set", ""), [f"{each.name}=" for each in ws.Rules.options()]),
        (("arena", "heur"), [name for name in PLAYERS if name.startswith("heur")]),
        (("trace", "ha"), ["ha"]),
    ):
        assert expected and completed(*words) == expected, words
    values = completed("deal", "--set", "kitty_book=")
    assert "kitty_book=first_trick_winner" in values
    for value in values:
        assert run("deal", "--seed", "1", "--set", value)[0] == 0


def test_the_script_of_a_shell_is_answered_by_the_process():
    asked = {"_WHISTSOLVE_COMPLETE": "bash_complete", "COMP_WORDS": "whistsolve tr", "COMP_CWORD": "1"}
    command = [sys.executable, "-m", "whistsolve"]
    found = subprocess.run(command, env=os.environ | asked, capture_output=True, text=True, timeout=300)
    assert (found.returncode, found.stdout, found.stderr) == (0, "plain,trace\n", "")
