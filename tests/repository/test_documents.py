"""Documents: links, and the examples of the README."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
from tests.support.sources import ROOT, named


def documents() -> list[Path]:
    rooms = (ROOT, ROOT / "docs", ROOT / "benchmarks", ROOT / "tests" / "data")
    return [path for room in rooms for path in sorted(room.glob("*.md"))]


@pytest.mark.parametrize("path", [pytest.param(path, id=named(path)) for path in documents()])
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    links = re.findall(r"\]\(([^)\s]+)\)", path.read_text("utf-8"))
    local = [link.split("#")[0] for link in links if not re.match(r"[a-z]+:|#", link)]
    assert not [link for link in local if not (path.parent / link).exists()]


def test_the_documents_are_there() -> None:
    wanted = {"README.md", "CHANGELOG.md", "CONTRIBUTING.md"}
    wanted |= {"docs/architecture.md", "docs/engine.md", "docs/glossary.md"}
    assert wanted <= set(map(named, documents()))


def test_the_examples_of_the_readme() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert failed == 0 and tried >= 5
