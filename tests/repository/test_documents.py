"""Documents against the code: links, examples, commands with their options, names, the reference."""

import doctest
import importlib
import re
import shlex
from collections import Counter
from pathlib import Path

import click
import pytest
from tests.support.sources import ROOT, named
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.cli import app

PAGES = [
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted(ROOT.glob("*.md")),
    ROOT / "benchmarks" / "README.md",
    ROOT / "tests" / "data" / "README.md",
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
    for page in PAGES:
        for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
            file, _, anchor = link.partition("#")
            target = page.parent / file if file else page
            if not re.match(r"[a-z]+:", link) and (
                not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target))
            ):
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


def commands(page):
    """What follows ``whistsolve`` in each line of a shell block that runs it."""
    found = []
    for language, _, text in blocks(page, "sh", "console"):
        for line in text.splitlines():
            if language == "console" and not line.startswith("$ "):
                continue  # what a command prints
            words = shlex.split(line, comments=True) if "whistsolve" in line else []
            if "install" not in words:
                runs = [at for at, word in enumerate(words) if Path(word).name == "whistsolve"]
                found += [words[at + 1 :] for at in runs]
    return found


def test_commands_and_options_of_pages_exist():
    for words in (words for page in PAGES for words in commands(page)):
        command = app.get_command(click.Context(app), words[0])
        assert isinstance(command, click.Command), words
        known = {
            name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)
        }
        given = {word.split("=")[0] for word in words[1:] if re.match(r"--?[a-z]", word)}
        assert given <= known, words


def names_in_the_code():
    """Every name in the sources, and every file's name."""
    folders = ("python", "src", "csrc", "tests", "benchmarks", "docs")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*")]
    found = {name for path in files for name in (path.name, path.stem)}
    for path in [*files, ROOT / "noxfile.py"]:
        if path.suffix in (".py", ".pyi", ".pyx", ".hpp", ".cpp"):
            found |= set(re.findall(r"\w+", path.read_text("utf-8")))
    return found


def test_names_of_pages_exist():
    """Files, and names of classes and functions with their members, in backticks outside blocks of code."""
    in_the_code, missing = names_in_the_code(), []
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


def reference():
    """Directive and name of everything that the reference documents."""
    pages = sorted((ROOT / "docs" / "api").glob("*.rst"))
    text = "\n".join(page.read_text("utf-8") for page in pages)
    return re.findall(r"^\.\. auto(\w+):: (whistsolve\.\S+)$", text, re.MULTILINE)


def test_every_public_name_is_in_the_reference_once():
    """Under one name, by the directive of its kind; no name stands there that does not exist."""
    counts = Counter()
    for kind, path in reference():
        module, _, name = path.rpartition(".")
        thing = getattr(importlib.import_module(module), name)
        is_class = isinstance(thing, type)
        expected = "exception" if is_class and issubclass(thing, BaseException) else "class"
        assert kind == (expected if is_class else "function" if callable(thing) else "data"), path
        counts[id(thing)] += kind != "data"
    assert max(counts.values()) == 1
    documented = {path.rpartition(".")[2] for _, path in reference()}
    assert set(ws.__all__) - {"__version__"} <= documented


def test_the_command_of_the_readme_is_the_one_that_ci_runs():
    line = re.search(r"^python3 -m venv .* -m pytest$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert line[0] in (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
