"""What is published: sources with all that a build needs and nothing built, and the metadata."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from email.parser import Parser
from pathlib import Path

import pytest
from tests.support.sources import ROOT

import whistsolve as ws

BUILD = "import sys; from scikit_build_core.build import build_sdist; build_sdist(sys.argv[1])"
NAME = f"whistsolve-{ws.__version__}"


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The texts of the files of the sources as they are published, by path; empty for what is no text."""
    folder = tmp_path_factory.mktemp("sdist")
    done = subprocess.run(
        [sys.executable, "-c", BUILD, str(folder)], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert [path.name for path in folder.iterdir()] == [f"{NAME}.tar.gz"]
    found: dict[str, str] = {}
    with tarfile.open(folder / f"{NAME}.tar.gz") as archive:
        for member in archive.getmembers():
            file = archive.extractfile(member)
            if file is not None:
                text = file.read().decode("utf-8", "replace")
                found[member.name.removeprefix(f"{NAME}/")] = text
    return found


def test_the_sources_have_all_that_a_build_needs(sdist: dict[str, str]) -> None:
    wanted = {"CMakeLists.txt", "pyproject.toml", "README.md", "LICENSE", "PKG-INFO"}
    for room, kinds in (
        ("csrc", (".cpp", ".hpp", ".txt")),
        ("src", (".cpp", ".hpp", ".pyx", ".pxi", ".pxd", ".txt")),
    ):
        wanted |= {
            path.relative_to(ROOT).as_posix() for path in (ROOT / room).rglob("*") if path.suffix in kinds
        }
    package = ROOT / "python" / "whistsolve"
    wanted |= {
        path.relative_to(ROOT).as_posix()
        for path in package.rglob("*")
        if path.is_file()
        and path.suffix not in (".so", ".pyd", ".pyc")
        and "node_modules" not in path.parts  # what makes the page of the board, from a registry
    }
    assert len(wanted) > 250
    assert not sorted(wanted - set(sdist))


def test_the_sources_have_nothing_that_was_built_or_is_for_developers_alone(sdist: dict[str, str]) -> None:
    built = (".so", ".pyd", ".o", ".a", ".pyc", ".whl")
    assert not [path for path in sdist if path.endswith(built)]
    assert not [path for path in sdist if "node_modules" in path]
    assert not [path for path in sdist if Path(path).parts[0] in (".github", ".ci", "build", "dist", ".venv")]


def test_the_metadata_say_what_it_is(sdist: dict[str, str]) -> None:
    metadata = Parser().parsestr(sdist["PKG-INFO"])
    assert (metadata["Name"], metadata["Version"]) == ("whistsolve", ws.__version__)
    assert metadata["License-Expression"] == "MIT" and metadata["License-File"] == "LICENSE"
    assert metadata["Author"] == "The whistsolve authors"
    assert metadata["Requires-Python"] == ">=3.10"
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert str(metadata.get_payload()).strip() == sdist["README.md"].strip()
    classifiers = metadata.get_all("Classifier") or []
    for each in (
        "Operating System :: POSIX :: Linux",
        "Operating System :: MacOS",
        "Operating System :: Microsoft :: Windows",
        "Programming Language :: C++",
        "Programming Language :: Python :: Free Threading :: 2 - Beta",
        "Typing :: Typed",
    ):
        assert each in classifiers
    assert len(set(classifiers)) == len(classifiers)
    required = metadata.get_all("Requires-Dist") or []
    always = [each for each in required if "extra ==" not in each]
    assert sorted(each.split(">=")[0] for each in always) == ["click", "nanoarrow", "numpy", "rich"]
