"""A target for the command line: any bytes as a command and its arguments, run in this process."""

import contextlib
import re
from pathlib import Path

import click
from tests.fuzz.reading import text_of_bytes
from tests.support.command import run

from whistsolve.cli import app

_OF_HANDS = ("par", "bid", "score", "report", "deal", "play", "batch")
NAMES = ("solve", "table", "discard", "trace", "rules", *_OF_HANDS)
#: Commands that are left out: they serve, play long or measure.
_OTHERS = ("arena", "bench", "board", "selftest")
#: The folder in which the command runs, with files that its arguments may name.
FILES = Path(__file__).parent / "files"
#: Values of options above which an input is left out, as it would take long or much memory.
_MOST = {"samples": 2, "count": 200, "memory_mb": 64, "threads": 2, "time_limit": 0.5}
#: Options that write files, start processes or connect to others.
_OUTSIDE = ("path_saved", "page", "table_file", "html", "svg", "scheduler", "processes")
_DONE, _WRONG, _BEGIN = 0, 2, "whistsolve: error: "
#: Of a line of error; more would be the input itself.
_LONGEST = 600


def fuzz_command(data):
    """The command and its arguments, with a NUL after each but the last, which no argument can hold.

    A first word that is no command is one by its first byte, or goes as it is where nothing else can follow.
    """
    word, *arguments = data.split(b"\x00")
    first = text_of_bytes(word)
    name = first if first in NAMES else NAMES[(word[0] if word else 0) % len(NAMES)]
    with contextlib.chdir(FILES):
        if first not in (*NAMES, *_OTHERS) and not first.startswith("-"):
            _check(*run(first))
        given = tuple(map(text_of_bytes, arguments))
        if _is_short(name, given):
            _check(*run(name, *given))


def _check(status, output, errors):
    """What holds of every run, whatever its arguments were."""
    assert status in (_DONE, _WRONG), status
    errors = "".join(each for each in errors.splitlines(keepends=True) if not each.startswith("note: "))
    if status == _DONE:
        assert not errors, errors
        assert output.endswith("\n") or not output, output[-80:]
        return
    line = errors.removeprefix(_BEGIN).removesuffix("\n")
    assert errors == f"{_BEGIN}{line}\n" and 5 <= len(line) <= _LONGEST, errors
    assert line.isprintable(), f"control characters: {line!r}"


def _is_short(name, arguments):
    """Whether the command is soon done with the arguments, and leaves everything as it is."""
    # A command remembers its options for help, which are those of the context that it is first read in.
    parent = click.Context(app, info_name="whistsolve", **app.context_settings)
    command = app.get_command(parent, name)
    try:
        with contextlib.redirect_stdout(None), command.make_context(name, list(arguments), parent) as context:
            given = context.params
    except (click.ClickException, click.exceptions.Exit):
        return True  # wrong, or help
    if any((given.get(name) or 0) > most for name, most in _MOST.items()):
        return False
    if any(given.get(name) is not None for name in _OUTSIDE):
        return False
    return _SHORT[name](given) if name in _SHORT else True


_SHORT = {
    # Without a file to write, and of files here: ``random:`` makes full deals.
    "batch": lambda given: (
        given["path"] is None and not re.search(r"/|\.\.|random", " ".join(given["sources"]))
    ),
    # With the number of samples given, or with none.
    "bid": lambda given: given["samples"] is not None or given["as_table"] or given["hand"] is None,
    # With nobody to decide before the first line, and there is none.
    "play": lambda given: given["is_open"] and given["seat"] is None,
}
