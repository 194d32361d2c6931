"""Versions named in several files, and the README's test line, are the same; one file knows compilers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = (ROOT / "pyproject.toml").read_text("utf-8")
HOOKS = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
CPP = {".cpp", ".hpp", ".pyx", ".pxi", ".pxd"}
CHECKS = (ROOT / ".github" / "workflows" / "checks.yml").read_text("utf-8")


def extra(name: str) -> list[str]:
    """The requirements of an extra of the package."""
    found = re.search(rf"^{name} = \[\n(.*?)^\]", PROJECT, re.MULTILINE | re.DOTALL)
    assert found is not None, name
    return re.findall(r'^  "(.+)",$', found[1], re.MULTILINE)


@pytest.mark.parametrize(
    ("tool", "hooks"), [("ruff", "ruff-pre-commit"), ("clang-format", "mirrors-clang-format")]
)
def test_one_version_of_each_formatter(tool: str, hooks: str) -> None:
    pinned = [each.partition("==")[2] for each in extra("dev") if re.match(rf"{tool}\b", each)]
    assert len(pinned) == 1 and re.fullmatch(r"\d+(\.\d+)+", pinned[0]), pinned
    assert re.findall(rf"/{hooks}\n +rev: v(\S+)$", HOOKS, re.MULTILINE) == pinned
    # A workflow takes the version from the extra and names none.
    for path in sorted((ROOT / ".github" / "workflows").glob("*.yml")):
        assert not re.search(rf"install .*\b{tool}\b", path.read_text("utf-8")), path.name


def test_every_python_that_is_promised_is_tested() -> None:
    promised = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', PROJECT)
    tested = re.findall(r'\bpython: "(3\.\d+)t?"', CHECKS)
    assert len(promised) >= 5 and set(promised) == set(tested)
    oldest = re.search(r'^requires-python = ">=(3\.\d+)"$', PROJECT, re.MULTILINE)
    assert oldest is not None and oldest[1] == promised[0]


def test_every_python_that_is_promised_has_wheels() -> None:
    promised = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', PROJECT)
    built = re.search(r"^\[tool\.cibuildwheel\]\nbuild = \[(.*)\]$", PROJECT, re.MULTILINE)
    assert built is not None
    found = re.findall(r'"cp3(\d+)(t?)-\*"', built[1])
    assert [f"3.{minor}" for minor, free in found if not free] == promised
    # Free-threaded Python has wheels for what the checks test.
    free_threaded = [f"3.{minor}t" for minor, free in found if free]
    assert free_threaded and set(free_threaded) == set(re.findall(r'\bpython: "(3\.\d+t)"', CHECKS))


#: What compilers and systems do in their own way.
NOT_STANDARD = re.compile(
    r"__builtin_|__attribute__|__declspec|__forceinline|__restrict|\[\[(?:gnu|clang|msvc)::|__int128"
    r"|\b(?:__GNUC__|__clang__|_MSC_VER|_WIN32|__linux__|__APPLE__|__EMSCRIPTEN__|_M_X64)\b"
    r"|\b__(?:AVX|BMI|SSE|x86|aarch64)\w*|#\s*pragma (?!once)|<(?:\w*intrin\.h|sys/|unistd|windows)",
)


def test_compilers_and_systems_are_told_apart_in_one_header() -> None:
    files = [path for room in ("csrc", "src") for path in (ROOT / room).rglob("*") if path.suffix in CPP]
    assert len(files) > 60
    found = {path.name for path in files if NOT_STANDARD.search(path.read_text("utf-8"))}
    assert found == {"compiler.hpp"}


def test_the_test_line_of_the_readme_is_the_one_that_is_run() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    line = re.search(r"^python3 (-m venv .* -m pytest)$", readme, re.MULTILINE)
    script = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    assert line is not None and script[-1] == f"python3 {line[1]}"
    assert "bash .ci/run" in CHECKS
