"""Packages import those below them alone, by the contracts in pyproject.toml; the engine knows no Python."""

import re
from pathlib import Path

import pytest
from tests.support.sources import ROOT


def test_packages_import_those_below_them(capsys):
    cli = pytest.importorskip("importlinter.cli")
    status = cli.lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    assert status == 0, capsys.readouterr().out


def test_the_engine_includes_itself_and_the_standard_library_alone():
    """But for one header, which has what the machine and the system offer."""
    files = [path for path in (ROOT / "csrc").rglob("*") if path.suffix in (".hpp", ".cpp")]
    assert len(files) > 50
    for path in files:
        own = r"|(?:imm)?intrin\.h|sys/mman\.h" if path.name == "compiler.hpp" else ""
        text = path.read_text("utf-8")
        for name in re.findall(r"^\s*#\s*include\s*<([^>]+)>", text, re.MULTILINE):
            assert re.fullmatch(f"[a-z_]+{own}", name), f"{path}: {name}"
        for name in re.findall(r'^\s*#\s*include\s*"([^"]+)"', text, re.MULTILINE):
            assert (path.parent / name).exists() or Path(ROOT, "csrc", name).exists(), f"{path}: {name}"
