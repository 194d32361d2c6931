"""The engine by itself: built without Python, its invariants checked, and its own tests run."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from tests.support.thorough import by_default

CSRC = Path(__file__).resolve().parents[2] / "csrc"
#: Programs of the engine's tests, by the name without ``test_``, and its fuzz targets: tests of ctest.
PROGRAMS = sorted(
    [path.stem.removeprefix("test_") for path in (CSRC / "tests").glob("test_*.cpp")]
    + [path.stem for path in (CSRC / "fuzz").glob("fuzz_*.cpp")]
)
#: Rounds of the programs that play most games, in place of the thousands that they play by themselves.
FEWER = {
    "alpha_mu": "200",
    "quick_tricks": "2000",
    "patterns": "300",
    "discard_solver": "200",
    "random_problems": "1000",
}
#: Far more than a build takes, so that a hang ends.
MOST_SECONDS = 900


def tool(name: str) -> str | None:
    """A program of the environment that runs the tests, where its packages put it, or of the machine."""
    return shutil.which(name, path=sysconfig.get_path("scripts")) or shutil.which(name)


def run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=MOST_SECONDS)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout[-8000:]}\n{done.stderr[-8000:]}"
    return done.stdout


def build(directory: Path, flags: str) -> Path:
    """A build of csrc/ as a project of its own, with the checks of positions and of the table."""
    cmake, ninja = tool("cmake"), tool("ninja")
    assert cmake is not None, "cmake is missing: install the package with its extra 'test'"
    generator = ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={ninja}"] if ninja is not None else []
    optimised = [f"-DCMAKE_CXX_FLAGS_RELEASE={flags}"] if flags else []
    run(
        cmake,
        *("-S", str(CSRC), "-B", str(directory), *generator, *optimised),
        *("-DCMAKE_BUILD_TYPE=Release", "-DWHISTSOLVE_CHECKS=ON", "-DWHISTSOLVE_WERROR=OFF"),
    )
    run(cmake, "--build", str(directory), "--config", "Release")
    return directory


def ctest(build: Path, *options: str) -> str:
    program = tool("ctest")
    assert program is not None, "ctest is missing: it comes with cmake"
    return run(program, "--test-dir", str(build), "-C", "Release", *options)


def only_inlined(built: Path) -> None:
    """No function that units share is left in the one for AVX2: a linker might take it for all machines."""
    nm = shutil.which("nm")
    for unit in built.rglob("search_avx2.cpp.o"):
        assert nm is not None
        functions = [line for line in run(nm, "-C", str(unit)).splitlines() if " W " in line]
        assert functions
        assert not [line for line in functions if "whistsolve::avx2::" not in line]


@pytest.mark.parametrize("build_type", by_default(1, ["quick", "Release"]))
def test_the_engine_passes_its_own_tests(build_type: str, tmp_path: Path) -> None:
    """By default with the least optimisation, which is sooner compiled, and fewer games.

    All in one test, since each process that ran a part of it would build the engine anew.
    """
    quick = build_type == "quick"
    # MSVC has other flags, and keeps them.
    built = build(tmp_path, "-O1" if quick and sys.platform != "win32" else "")
    kept = (built / "CMakeCache.txt").read_text("utf-8")
    assert "WHISTSOLVE_CHECKS:BOOL=ON" in kept
    assert "CMAKE_BUILD_TYPE:STRING=Release" in kept
    assert "Python_EXECUTABLE" not in kept and "pybind11_DIR" not in kept
    programs = {
        each["name"]: each["command"] for each in json.loads(ctest(built, "--show-only=json-v1"))["tests"]
    }
    assert sorted(programs) == PROGRAMS
    assert len(PROGRAMS) >= 4
    if not quick:
        only_inlined(built)
        said = ctest(built, "--output-on-failure", "--no-tests=error")
        assert "100% tests passed" in said and f"out of {len(PROGRAMS)}" in said, said
        return
    for name, command in programs.items():
        run(*command, *([FEWER[name]] if name in FEWER else []))
