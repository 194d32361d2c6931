"""The site's source, without a build: public names are in the reference, pages in the table of contents."""

from __future__ import annotations

import importlib
import re
from collections import Counter

import pytest
from tests.support.sources import ROOT

import whistsolve as ws

DOCS = ROOT / "docs"


def reference() -> list[tuple[str, str, str]]:
    """Page, directive and name of everything that the reference documents."""
    found = []
    for page in sorted((DOCS / "api").glob("*.rst")):
        directives = re.findall(
            r"^\.\. auto(\w+):: whistsolve\.(\S+)$", page.read_text("utf-8"), re.MULTILINE
        )
        found += [(page.stem, kind, name) for kind, name in directives]
    return found


def test_every_public_name_is_in_the_reference_once() -> None:
    counts = Counter(name for _, _, name in reference())
    assert not [name for name, count in counts.items() if count > 1]
    missing = [name for name in ws.__all__ if name not in counts]
    assert not missing, "names without a place in docs/api"


@pytest.mark.parametrize(
    ("kind", "name"), [pytest.param(kind, name, id=name) for _, kind, name in reference()]
)
def test_a_name_of_the_reference_exists(kind: str, name: str) -> None:
    module, _, member = name.rpartition(".")
    thing = getattr(importlib.import_module(f"whistsolve.{module}".rstrip(".")), member)
    is_error = isinstance(thing, type) and issubclass(thing, BaseException)
    expected = (
        "exception"
        if is_error
        else "class"
        if isinstance(thing, type)
        else "function"
        if callable(thing)
        else "data"
    )
    assert kind == expected


def test_nothing_is_in_the_reference_under_two_names() -> None:
    things = Counter(
        id(getattr(importlib.import_module(f"whistsolve.{name}".rpartition(".")[0]), name.rpartition(".")[2]))
        for _, kind, name in reference()
        if kind != "data"
    )
    assert max(things.values()) == 1


def test_every_subject_is_in_the_contents_of_the_reference() -> None:
    pages = [page.stem for page in (DOCS / "api").glob("*.rst") if page.stem != "index"]
    listed = re.findall(r"^   (\w+)$", (DOCS / "api" / "index.rst").read_text("utf-8"), re.MULTILINE)
    assert len(pages) >= 14 and sorted(listed) == sorted(pages)


def test_every_page_is_in_the_contents() -> None:
    contents = re.findall(
        r"^```\{toctree\}\n(.*?)^```", (DOCS / "index.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    listed = {line for part in contents for line in part.splitlines() if line and not line.startswith(":")}
    pages = {page.relative_to(DOCS).with_suffix("").as_posix() for page in DOCS.glob("*.md")}
    assert pages - {"index"} <= listed
    assert all(page.parent.name in ("guides", "notebooks") for page in DOCS.glob("*/*.md"))
    assert any(page.parent.name == "guides" for page in DOCS.glob("*/*.md"))


def test_nothing_is_loaded_from_elsewhere() -> None:
    """The search works without a network, and no reader is told to anybody."""
    for path in [*DOCS.glob("*.py"), *(DOCS / "_extensions").iterdir(), *(DOCS / "_static").iterdir()]:
        if path.is_file():
            assert not re.search(r"https?://", path.read_text("utf-8")), path.name
