"""Documents against the code: examples run, commands have the verbs and options named, names exist."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import click
import pytest

from whistsolve.cli import app

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "benchmarks" / "README.md", ROOT / "README.md"]
#: A language, or a directive of MyST with its argument.
FENCED = re.compile(r"^```(\w*|\{[^\n`]*)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: Path, *languages: str) -> list[tuple[str, int, str]]:
    """Language, line and text of the fenced blocks in some languages."""
    text = page.read_text("utf-8")
    return [
        (found[1], text.count("\n", 0, found.start(2)), found[2])
        for found in FENCED.finditer(text)
        if found[1] in languages
    ]


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize(
    "page", [pytest.param(page, id=named(page)) for page in PAGES if blocks(page, "python", "pycon")]
)
def test_the_python_of_a_page_runs(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page are one session, run at the top of the checkout."""
    monkeypatch.chdir(ROOT)
    session: dict[str, object] = {"__name__": "__main__"}
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


def test_there_are_examples() -> None:
    tried = [page for page in PAGES if blocks(page, "python", "pycon")]
    assert len(tried) >= 5


def commands() -> list[tuple[str, list[str]]]:
    """Every line of a shell block that runs the command of this package, and does not install it."""
    found = []
    for page in PAGES:
        for language, line, text in blocks(page, "sh", "console"):
            for number, each in enumerate(text.splitlines(), line + 1):
                if language == "console" and not each.startswith("$ "):
                    continue  # what a command prints
                words = shlex.split(each, comments=True)
                if "install" in words:
                    continue
                runs = [at for at, word in enumerate(words) if Path(word).name == "whistsolve"]
                runs = [at for at in runs if "install" not in words[:at]]
                found += [(f"{named(page)}:{number}", words[at + 1 :]) for at in runs]
    return found


@pytest.mark.parametrize(("where", "words"), [pytest.param(*each, id=each[0]) for each in commands()])
def test_commands_have_these_verbs_and_options(where: str, words: list[str]) -> None:
    verb = app.get_command(click.Context(app), words[0])
    assert isinstance(verb, click.Command)
    known = {name for parameter in verb.params for name in (*parameter.opts, *parameter.secondary_opts)}
    given = [word.split("=")[0] for word in words[1:] if re.match(r"--?[a-z]", word)]
    assert not [option for option in given if option not in known], where


def words_of_the_code() -> set[str]:
    """Every name in the sources, and every file's name; tests of documents name what is gone."""
    folders = ("python", "src", "csrc", "tests", "benchmarks", "docs")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*")]
    found = {name for path in files for name in (path.name, path.stem)}
    for path in files:
        is_source = path.suffix in (".py", ".pyi", ".pyx", ".hpp", ".cpp")
        if is_source and path.parent != Path(__file__).resolve().parent:
            found |= set(re.findall(r"\w+", path.read_text("utf-8")))
    return found


WORDS = words_of_the_code()


@pytest.mark.parametrize("page", [pytest.param(page, id=named(page)) for page in PAGES])
def test_names_of_a_page_exist(page: Path) -> None:
    """Files, and names of classes and functions with their members, in backticks outside blocks of code."""
    text = FENCED.sub("", page.read_text("utf-8"))
    quoted = re.findall(r"`([^`\n]+)`", text)
    paths = [each for each in quoted if re.fullmatch(r"[\w./]+\.(?:py|pyx|hpp|cpp|jsonl)", each)]
    names = [
        each for each in quoted if re.fullmatch(r"(?:[A-Z]+[a-z]\w*|[a-z]\w*_\w+)(?:(?:\.|::)\w+)*", each)
    ]
    saved = re.findall(r"^:caption: (\S+)$", page.read_text("utf-8"), re.MULTILINE)  # by readers of the page
    missing = [path for path in paths if path.split("/")[-1] not in WORDS and path not in saved]
    missing += [name for name in names if name not in paths and not set(re.split(r"\.|::", name)) <= WORDS]
    assert not missing
