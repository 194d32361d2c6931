"""What commands are shown to print: a line of a ``console`` block that begins with ``$`` prints what follows.

``python -m tests.repository.test_transcripts`` writes anew what they print.
"""

import difflib
import os
import re
import shlex
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.support.sources import ROOT, named
from tests.support.thorough import by_default

from whistsolve.cli import app

PAGES = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
CONSOLE = re.compile(r"(?<=^```console\n)(.*?)(?=^```$)", re.MULTILINE | re.DOTALL)
#: A file that a reader saves: a block of code with a name.
FILE = re.compile(r"^```\{code-block\} \w+\n:caption: (\S+)\n\n(.*?)^```$", re.MULTILINE | re.DOTALL)
#: Columns of the terminal that is shown.
COLUMNS = 80
#: What differs from run to run.
TIME = re.compile(r"\b\d+(?:\.\d+)?(?= m?s\b)")


def has_transcript(page):
    return CONSOLE.search(page.read_text("utf-8")) is not None


def printed(words):
    """What a command of the package prints; it has to succeed."""
    assert words[0] == "whistsolve", f"not a command of this package: {words[0]}"
    result = CliRunner().invoke(app, words[1:])
    if result.exit_code != 0:
        raise AssertionError(f"{shlex.join(words)}: {result.output}") from result.exception
    return "\n".join(line.rstrip() for line in result.output.strip("\n").splitlines())


def files_of_readers():
    """The files that readers of the pages have saved, by name."""
    found = [each for page in PAGES for each in FILE.findall(page.read_text("utf-8"))]
    assert len(found) == len(dict(found)), "two files of one name"
    return dict(found)


def rerun(block):
    """A block with what its commands print now; where that differs in times alone, the block."""
    commands = [line.removeprefix("$ ") for line in block.splitlines() if line.startswith("$ ")]
    assert commands and block.startswith("$ ")
    now = "".join(f"$ {command}\n{printed(shlex.split(command))}\n" for command in commands)
    return block if TIME.sub("0", block) == TIME.sub("0", now) else now


@contextmanager
def folder_of_a_reader():
    """A new folder with the files that readers have saved, as the working directory."""
    before, path, modules = os.getcwd(), list(sys.path), set(sys.modules)
    files = files_of_readers()
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            Path(folder, name).write_text(content, "utf-8")
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)
            sys.path[:] = path
            for name in (set(sys.modules) - modules) & {Path(name).stem for name in files}:
                del sys.modules[name]


def rewritten(text):
    """A page with what its commands print now."""
    with folder_of_a_reader():
        return CONSOLE.sub(lambda found: rerun(found[1]), text)


SHOWN = [named(page) for page in PAGES if has_transcript(page)]


@pytest.mark.parametrize("name", by_default(lambda name: name != "docs/guides/bot-author.md", SHOWN))
def test_commands_print_what_is_shown(name, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    text = (ROOT / name).read_text("utf-8")
    now = rewritten(text)
    changed = difflib.unified_diff(text.splitlines(), now.splitlines(), "shown", "printed", lineterm="", n=1)
    assert now == text, "\n".join([*changed, "python -m tests.repository.test_transcripts writes it anew"])


def test_a_wrong_transcript_is_seen():
    text = "```console\n$ whistsolve score '5S+ by N' 11\ncontract  5♠↑ by S\n```\n"
    assert "5♠↑ by N\n" in rewritten(text)


def main():
    """Write what the commands of all pages print."""
    os.environ["COLUMNS"] = str(COLUMNS)
    for page in filter(has_transcript, PAGES):
        page.write_text(rewritten(page.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
