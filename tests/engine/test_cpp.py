"""The engine by itself: built without Python, its invariants checked, and its own tests run."""

from __future__ import annotations

import json
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

CSRC = Path(__file__).resolve().parents[2] / "csrc"
#: Programs of the engine's tests; each is one test to ctest, by the name without ``test_``.
PROGRAMS = sorted(path.stem.removeprefix("test_") for path in (CSRC / "tests").glob("test_*.cpp"))
#: Far more than a build takes, so that a hang ends.
MOST_SECONDS = 900


def tool(name: str) -> str | None:
    """A program of the environment that runs the tests, where its packages put it, or of the machine."""
    return shutil.which(name, path=sysconfig.get_path("scripts")) or shutil.which(name)


def run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=MOST_SECONDS)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout[-8000:]}\n{done.stderr[-8000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build of csrc/ as a project of its own, with the checks of positions and of the table."""
    cmake, ninja = tool("cmake"), tool("ninja")
    assert cmake is not None, "cmake is missing: install the package with its extra 'test'"
    directory = tmp_path_factory.mktemp("csrc")
    generator = ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={ninja}"] if ninja is not None else []
    run(
        cmake,
        *("-S", str(CSRC), "-B", str(directory), *generator),
        *("-DCMAKE_BUILD_TYPE=Release", "-DWHISTSOLVE_CHECKS=ON", "-DWHISTSOLVE_WERROR=OFF"),
    )
    run(cmake, "--build", str(directory), "--config", "Release")
    return directory


def ctest(build: Path, *options: str) -> str:
    program = tool("ctest")
    assert program is not None, "ctest is missing: it comes with cmake"
    return run(program, "--test-dir", str(build), "-C", "Release", *options)


def test_the_build_is_the_one_asked_for(build: Path) -> None:
    kept = (build / "CMakeCache.txt").read_text("utf-8")
    assert "WHISTSOLVE_CHECKS:BOOL=ON" in kept
    assert "CMAKE_BUILD_TYPE:STRING=Release" in kept
    assert "Python_EXECUTABLE" not in kept and "pybind11_DIR" not in kept


def test_every_test_program_is_registered(build: Path) -> None:
    listed = json.loads(ctest(build, "--show-only=json-v1"))
    assert sorted(each["name"] for each in listed["tests"]) == PROGRAMS
    assert len(PROGRAMS) >= 4


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_engine_passes(build: Path, program: str) -> None:
    said = ctest(build, "--output-on-failure", "--no-tests=error", "-R", f"^{program}$")
    assert "100% tests passed" in said and "out of 1" in said, said
