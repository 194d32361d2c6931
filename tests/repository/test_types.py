"""Types of package, benchmarks and native modules; versions of Python and of the package."""

from __future__ import annotations

import ast
import importlib
import importlib.metadata
import os
import re
import subprocess
import sys

import pytest
from tests.support.sources import PACKAGE, PYTHON, ROOT, named, sources

import whistsolve as ws


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """A Python module run over the sources of this checkout."""
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env={**os.environ, "MYPYPATH": str(PYTHON)},
        capture_output=True,
        text=True,
        timeout=300,
    )


#: The last NumPy for Python 3.10 knows the shapes of fewer arrays.
numpy_is_typed = pytest.mark.skipif(sys.version_info < (3, 11), reason="NumPy has other types there")


@numpy_is_typed
def test_types_are_strict() -> None:
    """Of the package and of the benchmarks, in one run, which reads what both import once."""
    done = run("mypy", "--strict", "--explicit-package-bases", "-p", "whistsolve", "-p", "benchmarks")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no issues found" in done.stdout


def test_type_checkers_see_what_is_wrong() -> None:
    """Lines of tests/support/typed_calls.py with a comment ``wrong`` are errors, and no other line."""
    source = ROOT / "tests" / "support" / "typed_calls.py"
    lines = source.read_text("utf-8").splitlines()
    expected = {number for number, line in enumerate(lines, 1) if line.endswith("  # wrong")}
    done = run("mypy", "--strict", "--explicit-package-bases", named(source))
    found = {int(line) for line in re.findall(r"typed_calls\.py:(\d+): error", done.stdout)}
    assert found == expected and len(expected) >= 15, done.stdout + done.stderr


@numpy_is_typed
def test_stubs_are_what_the_native_modules_are() -> None:
    done = run("mypy.stubtest", "--concise", "whistsolve._core", "whistsolve._kernels")
    said = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    # Every class of pybind11 has a metaclass of its own, which is not for stubs to name.
    wrong = [line for line in said if not line.endswith("is inconsistent, metaclass differs")]
    assert wrong in ([], ["Success: no issues found in 2 modules"]), "\n".join(wrong)
    assert done.returncode == 0 or said


def test_the_version_is_one() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert re.search(r'^dynamic = \["version"\]$', project, re.MULTILINE)
    assert re.search(r"^version\s*=", project, re.MULTILINE) is None
    source = re.search(r'^metadata\.version\.input = "([^"]+)"$', project, re.MULTILINE)
    assert source is not None
    # As scikit-build-core looks for it there.
    found = re.findall(
        r"""^(?:__version__|VERSION)(?: ?\: ?str)? *= *(["'])v?(.+?)\1""",
        (ROOT / source[1]).read_text("utf-8"),
        re.MULTILINE,
    )
    assert [version for _, version in found] == [ws.__version__]
    assert re.fullmatch(r"\d+\.\d+\.\d+", ws.__version__)
    try:
        installed = importlib.metadata.version("whistsolve")
    except importlib.metadata.PackageNotFoundError:
        return  # run from the sources
    assert installed == ws.__version__


def test_the_oldest_python_can_read_every_module() -> None:
    for path in sources(".py", ".pyi"):
        ast.parse(path.read_text("utf-8"), named(path), feature_version=(3, 10))


def test_the_package_says_that_it_is_typed() -> None:
    assert (PACKAGE / "py.typed").exists()
    native = {path.stem for path in PACKAGE.rglob("*.pyi")}
    assert native == {"_core", "_kernels"}
