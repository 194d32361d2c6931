"""Documents against the code: links, examples, what commands print, names, the reference.

In a ``console`` block a line that begins with ``$`` prints what follows; ``python -m
tests.repository.test_documents`` writes that anew.
"""

import difflib
import doctest
import importlib
import re
import shlex
import sys
import tempfile
from collections import Counter
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from tests.support.sources import ROOT, named
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.cli import app

PAGES = [
    *(*sorted((ROOT / "docs").rglob("*.md")), *sorted(ROOT.glob("*.md"))),
    *(ROOT / "benchmarks" / "README.md", ROOT / "tests" / "data" / "README.md"),
]
#: A language, or a directive of MyST with its argument.
FENCED = re.compile(r"^```(\w*|\{[^\n`]*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
#: What the Python of a page needs beside the extra ``test``.
NEEDED = {"learning.md": ("pettingzoo", "pyspiel")}


def anchors(page):
    """The anchors of a document's headings, as code hosts and the site make them."""
    found = []
    for heading in re.findall(r"^#+ +(.+?) *$", FENCED.sub("", page.read_text("utf-8")), re.MULTILINE):
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        anchor = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
        again = found.count(anchor)
        found += [anchor, f"{anchor}-{again}"] if again else [anchor]
    return set(found)


def test_links_between_documents_lead_somewhere():
    wrong = []
    links = [
        (page, link) for page in PAGES for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8"))
    ]
    for page, link in links:
        file, _, anchor = link.partition("#")
        target = page.parent / file if file else page
        is_wrong = not target.exists() or (
            anchor and target.suffix == ".md" and anchor not in anchors(target)
        )
        if is_wrong and not re.match(r"[a-z]+:", link):
            wrong.append((named(page), link))
    assert not wrong


def blocks(page, *languages):
    """Language, line and text of the fenced blocks in some languages."""
    text = page.read_text("utf-8")
    return [
        (found[1], text.count("\n", 0, found.start(2)), found[2])
        for found in FENCED.finditer(text)
        if found[1] in languages
    ]


WITH_PYTHON = {named(page): page for page in PAGES if blocks(page, "python", "pycon")}
#: Pages whose Python takes long.
LONG = ("docs/bidding.md", "docs/play.md", "docs/writing-a-bot.md")


@pytest.mark.parametrize("name", by_default(lambda name: name not in LONG, WITH_PYTHON))
def test_the_python_of_a_page_runs(name, monkeypatch):
    """The blocks of a page are one session, run at the top of the checkout."""
    page = WITH_PYTHON[name]
    for package in NEEDED.get(page.name, ()):
        pytest.importorskip(package)
    monkeypatch.chdir(ROOT)
    session = {"__name__": "__main__"}
    runner = doctest.DocTestRunner()
    for language, line, text in blocks(page, "python", "pycon"):
        if language == "python":
            # As many lines before it as on the page, so that an error names the right one.
            exec(compile("\n" * line + text, str(page), "exec"), session)
            continue
        examples = doctest.DocTestParser().get_doctest(text, session, named(page), str(page), line)
        assert examples.examples
        examples.globs = session  # and not the copy that a DocTest makes: the next block goes on with it
        runner.run(examples, clear_globs=False)
    assert runner.summarize(verbose=False).failed == 0


def test_commands_and_options_of_pages_exist():
    """Those of shell blocks; in blocks that show what is printed they are run."""
    lines = [line for page in PAGES for _, _, text in blocks(page, "sh") for line in text.splitlines()]
    for words in (shlex.split(line, comments=True) for line in lines if "whistsolve" in line):
        runs = [at for at, word in enumerate(words) if Path(word).name == "whistsolve"]
        for name, *given in (words[at + 1 :] for at in runs if "install" not in words):
            command = app.get_command(click.Context(app), name)
            assert isinstance(command, click.Command), words
            known = {each for option in command.params for each in (*option.opts, *option.secondary_opts)}
            assert {word.split("=")[0] for word in given if re.match(r"--?[a-z]", word)} <= known, words


def test_names_of_pages_exist():
    """Files, and names of classes and functions with their members, in backticks outside blocks of code."""
    folders = ("python", "src", "csrc", "tests", "benchmarks", "docs")
    files = [ROOT / "noxfile.py", *(path for folder in folders for path in (ROOT / folder).rglob("*"))]
    in_the_code, missing = {name for path in files for name in (path.name, path.stem)}, []
    for path in files:
        if path.suffix in (".py", ".pyi", ".pyx", ".hpp", ".cpp"):
            in_the_code |= set(re.findall(r"\w+", path.read_text("utf-8")))
    for page in PAGES:
        if page.name == "CHANGELOG.md":
            continue  # says what has been, too
        text = page.read_text("utf-8")
        # Files that the reader saves, or makes by a command of the page, are none of the repository.
        own = re.findall(r"^:caption: (\S+)$", text, re.MULTILINE)
        own += [word for _, block in FENCED.findall(text) for word in block.split()]
        for quoted in re.findall(r"`([^`\n]+)`", FENCED.sub("", text)):
            if re.fullmatch(r"[\w./]+\.(?:py|pyx|hpp|cpp|jsonl)", quoted):
                exists = quoted in own or quoted.split("/")[-1] in in_the_code
            elif re.fullmatch(r"(?:[A-Z]+[a-z]\w*|[a-z]\w*_\w+)(?:(?:\.|::)\w+)*", quoted):
                exists = set(re.split(r"\.|::", quoted)) <= in_the_code
            else:
                continue
            if not exists:
                missing.append((named(page), quoted))
    assert not missing


def test_every_public_name_is_in_the_reference_once():
    """Under one name, by the directive of its kind; no name stands there that does not exist."""
    pages = [page.read_text("utf-8") for page in sorted((ROOT / "docs" / "api").glob("*.rst"))]
    reference = re.findall(r"^\.\. auto(\w+):: (whistsolve\.\S+)$", "\n".join(pages), re.MULTILINE)
    counts = Counter()
    for kind, path in reference:
        module, _, name = path.rpartition(".")
        thing = getattr(importlib.import_module(module), name)
        is_class = isinstance(thing, type)
        expected = "exception" if is_class and issubclass(thing, BaseException) else "class"
        assert kind == (expected if is_class else "function" if callable(thing) else "data"), path
        counts[id(thing)] += kind != "data"
    assert max(counts.values()) == 1
    documented = {path.rpartition(".")[2] for _, path in reference}
    assert set(ws.__all__) - {"__version__"} <= documented


def test_the_command_of_the_readme_is_the_one_that_ci_runs():
    line = re.search(r"^python3 -m venv .* -m pytest$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert line[0] in (ROOT / ".ci" / "run").read_text("utf-8").splitlines()


CONSOLE = re.compile(r"(?<=^```console\n)(.*?)(?=^```$)", re.MULTILINE | re.DOTALL)
#: A file that a reader saves: a block of code with a name.
FILE = re.compile(r"^```\{code-block\} \w+\n:caption: (\S+)\n\n(.*?)^```$", re.MULTILINE | re.DOTALL)
#: What differs from run to run.
TIME = re.compile(r"\b\d+(?:\.\d+)?(?= m?s\b)")
SHOWN = [named(page) for page in PAGES if CONSOLE.search(page.read_text("utf-8"))]


def rerun(block):
    """A block with what its commands print now; where that differs in times alone, the block."""
    now = ""
    for command in re.findall(r"^\$ (.*)$", block, re.MULTILINE):
        program, *words = shlex.split(command)
        result = CliRunner().invoke(app, words)
        assert (program, result.exit_code) == ("whistsolve", 0), f"{command}: {result.output}"
        lines = [line.rstrip() for line in result.output.strip("\n").splitlines()]
        now += "\n".join([f"$ {command}", *lines, ""])
    return block if TIME.sub("0", block) == TIME.sub("0", now) else now


def rewritten(text):
    """A page with what its commands print now, in a new folder with the files that readers have saved."""
    files = [each for page in PAGES for each in FILE.findall(page.read_text("utf-8"))]
    assert len(files) == len(dict(files)), "two files of one name"
    modules = {Path(name).stem for name, _ in files} - set(sys.modules)
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        for name, content in files:
            Path(folder, name).write_text(content, "utf-8")
        patch.chdir(folder)
        patch.setenv("COLUMNS", "80")
        patch.setenv("PYTHONDONTWRITEBYTECODE", "1")
        patch.setattr(sys, "path", [*sys.path])
        try:
            return CONSOLE.sub(lambda found: rerun(found[1]), text)
        finally:
            for name in modules:
                sys.modules.pop(name, None)


@pytest.mark.parametrize("name", by_default(lambda name: name != "docs/guides/bot-author.md", SHOWN))
def test_commands_print_what_is_shown(name):
    text = (ROOT / name).read_text("utf-8")
    now = rewritten(text)
    changed = difflib.unified_diff(text.splitlines(), now.splitlines(), "shown", "printed", lineterm="", n=1)
    assert now == text, "\n".join([*changed, "python -m tests.repository.test_documents writes it anew"])


def test_a_wrong_transcript_is_seen():
    text = "```console\n$ whistsolve score '5S+ by N' 11\ncontract  5♠↑ by S\n```\n"
    assert "5♠↑ by N\n" in rewritten(text)


if __name__ == "__main__":
    for shown in SHOWN:
        (ROOT / shown).write_text(rewritten((ROOT / shown).read_text("utf-8")), "utf-8")
