"""Installs a wheel where no compiler is, and solves: ``python tests/packaging/clean_install.py WHEEL``."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

COMPILERS = ("cc", "c++", "gcc", "g++", "clang", "clang++", "cl", "cmake", "ninja", "make")
DEAL = "N:AK... QJ... T9... 87..."


def run(*command, env, cwd):
    done = subprocess.run(
        command, env=dict(env), cwd=cwd, stdout=subprocess.PIPE, text=True, check=True, timeout=900
    )
    return done.stdout.strip()


def main(wheel):
    """Install, solve and test in a new environment, and print what each took."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        venv.create(folder / "env", with_pip=True)
        programs = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
        found = [name for name in COMPILERS if shutil.which(name, path=str(programs))]
        assert not found, f"the new environment has {', '.join(found)}"
        env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        env["PATH"] = str(programs)
        python = programs / "python"
        for what, options in (("the wheel alone", ["--no-deps"]), ("what it depends on", [])):
            begin = time.perf_counter()
            install = ("install", "--quiet", "--only-binary=:all:", *options)
            run(python, "-m", "pip", *install, wheel.resolve(), env=env, cwd=folder)
            print(f"pip install, {what}: {time.perf_counter() - begin:.1f} s")
        begin = time.perf_counter()
        print(run(programs / "whistsolve", "table", DEAL, env=env, cwd=folder))
        print(f"a first table from the shell: {time.perf_counter() - begin:.2f} s")
        print(run(programs / "whistsolve", "selftest", env=env, cwd=folder))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python tests/packaging/clean_install.py WHEEL")
    main(Path(sys.argv[1]))
