"""What `cmake --install` gives: examples in five languages agree, and only documented names are seen."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.libraries.installed import library, prefix

pytestmark = pytest.mark.libraries

CSRC = Path(__file__).parents[2] / "csrc"
EXAMPLES = CSRC / "examples"
DEAL = "N:AQ.K.. K.A2.. J3.Q.. 2.J3.."
TRICKS = "HK 1\nSQ 0\nSA 1\n"


def run(*command, **more):
    """The output of a command that finds the libraries."""
    folder = library("whistsolve").parent
    pkg_config = next(prefix().rglob("whistsolve.pc")).parent
    env = {**os.environ, "LD_LIBRARY_PATH": str(folder), "PKG_CONFIG_PATH": str(pkg_config), **more}
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def needs(program):
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"needs {program}")


@needs("pkg-config")
def test_c_by_pkg_config(tmp_path):
    flags = run("pkg-config", "--cflags", "--libs", "whistsolve").split()
    strict = ("-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror")
    run("cc", *strict, EXAMPLES / "cards.c", "-o", tmp_path / "cards", *flags)
    assert run(tmp_path / "cards") == run(tmp_path / "cards", DEAL) == TRICKS


@pytest.mark.parametrize("source", ["cards.c", "cards.cpp"])
@pytest.mark.parametrize("kind", ["shared", "static"])
def test_by_find_package(tmp_path, source, kind):
    tmp_path.joinpath("CMakeLists.txt").write_text(f"""
cmake_minimum_required(VERSION 3.20)
project(example LANGUAGES C CXX)
find_package(whistsolve REQUIRED)
add_executable(cards "{(EXAMPLES / source).as_posix()}")
target_link_libraries(cards whistsolve::{kind})
""")
    run("cmake", "-S", tmp_path, "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={prefix()}")
    run("cmake", "--build", tmp_path / "build")
    assert run(next(tmp_path.joinpath("build").glob("cards*"))) == TRICKS


def test_ctypes():
    assert run(sys.executable, EXAMPLES / "cards.py", library("whistsolve")) == TRICKS


@needs("rustc")
def test_rust(tmp_path):
    folder = library("whistsolve").parent
    run(
        "rustc",
        "--edition",
        "2021",
        EXAMPLES / "cards.rs",
        "-L",
        folder,
        "-l",
        "whistsolve",
        "-o",
        tmp_path / "r",
    )
    assert run(tmp_path / "r") == TRICKS


@needs("go")
def test_go(tmp_path):
    folder, cache = library("whistsolve").parent, tmp_path / "cache"
    flags = {"CGO_CFLAGS": f"-I{prefix() / 'include'}", "CGO_LDFLAGS": f"-L{folder}", "GOCACHE": str(cache)}
    assert run("go", "run", EXAMPLES / "cards.go", **flags) == TRICKS


@needs("nm")
@pytest.mark.parametrize(("name", "header"), [("whistsolve", "c_api/whistsolve.h"), ("dds", "dds/dll.h")])
def test_only_documented_names_are_seen(name, header):
    macro = r"^(?:WHISTSOLVE_API .*?|DDS_FUNCTION\(\w+\) )(\w+)\("
    declared = re.findall(macro, (CSRC / header).read_text(), re.MULTILINE)
    symbols = run("nm", "-D", "--defined-only", "--format=posix", library(name)).splitlines()
    seen = {line.split()[0].split("@")[0] for line in symbols if line.split()[1] != "A"}
    assert seen == set(declared)
