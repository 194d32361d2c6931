"""Where `cmake --install` put the C libraries: ``WHISTSOLVE_PREFIX``, which `nox -s libraries` sets."""

import os
from pathlib import Path


def prefix() -> Path:
    return Path(os.environ["WHISTSOLVE_PREFIX"]).resolve()


def library(name: str) -> Path:
    """The shared library of a name, wherever this system installs it."""
    found = [each for each in prefix().rglob(f"*{name}.*") if each.suffix in {".so", ".dylib", ".dll"}]
    return found[0]
