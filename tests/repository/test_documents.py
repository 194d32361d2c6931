"""Documents: links, and the examples of the README."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
from tests.support.sources import ROOT, named


def documents() -> list[Path]:
    rooms = (ROOT, ROOT / "benchmarks", ROOT / "tests" / "data")
    found = [path for room in rooms for path in sorted(room.glob("*.md"))]
    return [*found, *sorted((ROOT / "docs").rglob("*.md"))]


def anchors(path: Path) -> set[str]:
    """The anchors of a document's headings, as code hosts and the site make them."""
    text = re.sub(r"^```.*?^```", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    found: list[str] = []
    for heading in re.findall(r"^#+ +(.+?) *$", text, re.MULTILINE):
        said = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        anchor = re.sub(r"[^\w\- ]", "", said.lower()).replace(" ", "-")
        again = found.count(anchor)
        found.append(anchor)
        if again:
            found.append(f"{anchor}-{again}")
    return set(found)


@pytest.mark.parametrize("path", [pytest.param(path, id=named(path)) for path in documents()])
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    wrong = []
    for link in re.findall(r"\]\(([^)\s]+)\)", path.read_text("utf-8")):
        if re.match(r"[a-z]+:", link):
            continue
        file, _, anchor = link.partition("#")
        target = path.parent / file if file else path
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            wrong.append(link)
    assert not wrong


def test_an_anchor_that_is_not_there_is_seen() -> None:
    found = anchors(ROOT / "docs" / "games.md")
    assert {"games", "what-a-player-may-know"} <= found
    assert "what-players-may-know" not in found


def test_the_documents_are_there() -> None:
    wanted = {"README.md", "CHANGELOG.md", "CONTRIBUTING.md"}
    wanted |= {"docs/architecture.md", "docs/engine.md", "docs/glossary.md"}
    assert wanted <= set(map(named, documents()))


def test_the_examples_of_the_readme() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert failed == 0 and tried >= 5
