"""The command under other locales, encodings, time zones and switches of the interpreter: the same bytes."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.environments import commands
from tests.support.command import NO_TRUMP, SMALL, done, run
from tests.support.thorough import by_default

import whistsolve as ws
from whistsolve.cli.app import _COMMANDS

PACKAGE = str(Path(ws.__file__).parents[1])
#: What would choose another locale or encoding, taken from the environment of the tests.
CHOSEN = re.compile(
    "LC_.*|LANG|LANGUAGE|PYTHON(UTF8|IOENCODING|COERCECLOCALE|HASHSEED|OPTIMIZE|WARNINGS|DEVMODE)|TERM|TZ"
)
STRICT = ("-bb", "-X", "dev", "-X", "warn_default_encoding", "-W", "error")
ASCII = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
FAR = {"TZ": "Pacific/Kiritimati", "TERM": "dumb", "HOME": None, "TMPDIR": "/none"}

#: Switches of the interpreter and what the environment says; ``None`` is not set.
SYMBOLS: dict[str, tuple[tuple[str, ...], Mapping[str, str | None]]] = {
    "without docstrings, another hash seed": (("-OO",), {"PYTHONHASHSEED": "7"}),
    "strict, POSIX": (STRICT, {"LC_ALL": "POSIX", "PYTHONUTF8": "1"}),
    "without assertions, far away": (("-O",), FAR),
    "isolated": (("-I",), {"PYTHONHASHSEED": "7"}),
    "Turkish": ((), {"LC_ALL": "tr_TR.UTF-8", "PYTHONUTF8": "0"}),
    "German": ((), {"LC_ALL": "de_DE.UTF-8", "PYTHONUTF8": "0"}),
}
LETTERS: dict[str, tuple[tuple[str, ...], Mapping[str, str | None]]] = {
    "Turkish in 8 bits, without docstrings": (("-OO",), {"LC_ALL": "tr_TR.ISO-8859-9", "PYTHONUTF8": "0"}),
    "German in 8 bits": ((), {"LC_ALL": "de_DE.ISO-8859-1", "PYTHONUTF8": "0"}),
    "Japanese": ((), {"LC_ALL": "ja_JP.EUC-JP", "PYTHONUTF8": "0"}),
    "C": (STRICT, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}),
    "latin-1": ((), {**ASCII, "PYTHONIOENCODING": "latin-1"}),
    "cp1252": ((), {**ASCII, "PYTHONIOENCODING": "cp1252"}),
}
QUICK = ("without docstrings, another hash seed", "Turkish in 8 bits, without docstrings")


def several(settings: Mapping[str, Any]) -> list[Any]:
    """The names of settings, all but the quick ones marked as long."""
    return by_default(QUICK.__contains__, settings)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files for the commands: a hand whose players have names that few encodings can write, and deals."""
    found = tmp_path_factory.mktemp("files")
    text = NO_TRUMP.read_text(encoding="utf-8").replace('[North "(Auto)"]', '[North "Zoë İı 桜 ♠"]')
    assert "桜" in text
    (found / "hand.ptn").write_text(text, encoding="utf-8")
    (found / "deals.txt").write_text(f"{SMALL}\nN:AQ.4.. K2.3.. JT.5.. 98.6..\n", encoding="utf-8")
    return found


def child(
    *command: str | bytes,
    flags: tuple[str, ...] = (),
    env: Mapping[str, str | None] | None = None,
    **more: Any,
) -> subprocess.CompletedProcess[bytes]:
    """A process of this interpreter whose environment says nothing of languages but this."""
    kept: dict[str, str | None] = {
        name: value for name, value in os.environ.items() if not CHOSEN.fullmatch(name)
    }
    kept |= {"PYTHONUTF8": "1", **(env or {})}
    given = {name: value for name, value in kept.items() if value is not None}
    return subprocess.run(
        [sys.executable, *flags, *command], env=given, capture_output=True, timeout=600, **more
    )


def output_of_commands(folder: Path, flags: tuple[str, ...], env: Mapping[str, str | None]) -> bytes:
    """What all commands print, and that none of them failed in another way than with its own message."""
    run = child(commands.__file__, str(folder), PACKAGE, flags=flags, env=env, input=commands.TYPED)
    assert run.returncode == 0, run.stderr.decode(errors="replace")
    assert all(line.startswith(b"whistsolve: error: ") for line in run.stderr.splitlines()), run.stderr
    return run.stdout


@pytest.fixture(scope="module")
def symbols(folder: Path) -> bytes:
    return output_of_commands(folder, (), {})


@pytest.fixture(scope="module")
def letters(folder: Path) -> bytes:
    return output_of_commands(folder, (), ASCII)


def with_locale(env: Mapping[str, str | None], place: Path) -> dict[str, str | None]:
    """The environment, and where its locale is; skips where the system neither has it nor can make it."""
    locale = env.get("LC_ALL")
    if locale is None or "." not in locale:
        return dict(env)
    language, charset = locale.split(".")
    maker = shutil.which("localedef")
    if maker is not None:
        subprocess.run([maker, "-i", language, "-f", charset, str(place / locale)], capture_output=True)
    asked = "import locale; locale.setlocale(locale.LC_ALL, '')"
    for found in ({**env, "LOCPATH": str(place)}, dict(env)):
        if child("-c", asked, env=found).returncode == 0:
            return found
    pytest.skip(f"this system has no locale {locale}, and no localedef with which to make it")


@pytest.mark.parametrize("name", several(SYMBOLS))
def test_the_same_bytes(name: str, symbols: bytes, folder: Path, tmp_path: Path) -> None:
    flags, env = SYMBOLS[name]
    assert output_of_commands(folder, flags, with_locale(env, tmp_path)) == symbols


@pytest.mark.parametrize("name", several(LETTERS))
def test_letters_where_symbols_cannot_be_written(
    name: str, letters: bytes, folder: Path, tmp_path: Path
) -> None:
    flags, env = LETTERS[name]
    assert output_of_commands(folder, flags, with_locale(env, tmp_path)) == letters


def test_letters_say_what_symbols_say(symbols: bytes, letters: bytes) -> None:
    assert letters.isascii() and not symbols.isascii()
    lines, plain = symbols.splitlines(), letters.splitlines()
    exact = (b"{", b"===", b"N:")
    assert [line for line in lines if line.startswith(exact)] == [
        line for line in plain if line.startswith(exact)
    ]
    assert len(lines) == len(plain)
    statuses = [line.split()[-1] for line in plain if line.startswith(b"===")]
    assert len(statuses) > 30 and statuses.count(b"2") == 4, "two lines are wrong, and asked for twice"


def test_help_can_be_written_in_every_encoding() -> None:
    assert all(done(name, "--help").isascii() for name in _COMMANDS)


def test_names_that_cannot_be_written_are_escaped(tmp_path: Path) -> None:
    """Players from outside: the output has no letters for the name of this one."""
    program = (
        "from whistsolve.players import RandomPlayer\n"
        "class Игрок(RandomPlayer):\n"
        "    def __repr__(self): return 'Игрок'\n"
    )
    (tmp_path / "from_outside.py").write_text(program, encoding="utf-8")
    search = os.pathsep.join([str(tmp_path), PACKAGE])
    line = ("-m", "whistsolve", "arena", "from_outside:Игрок", "random", "--deals", "1")
    escaped = "Игрок".encode("ascii", "backslashreplace")
    for encoding in ("latin-1", "ascii"):
        run = child(*line, env={"PYTHONIOENCODING": encoding, "PYTHONPATH": search})
        assert (run.returncode, run.stderr) == (0, b"")
        assert escaped in run.stdout


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names of files are Unicode there")
def test_names_of_files_are_bytes(tmp_path: Path) -> None:
    """Also where the locale cannot decode them, and where no encoding can."""
    file = os.path.join(os.fsencode(tmp_path), b"h\xc3\xa4nd-\xff.ptn")
    with open(file, "wb") as out:
        out.write(NO_TRUMP.read_bytes())
    env = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONPATH": PACKAGE}
    run = child("-m", "whistsolve", "score", file, "--json", env=env)
    assert (run.returncode, run.stdout.decode(), run.stderr) == (0, done("score", NO_TRUMP, "--json"), b"")
    missing = child("-m", "whistsolve", "score", file + b".no", env=env)
    assert (missing.returncode, missing.stdout) == (2, b"")
    assert missing.stderr.startswith(b"whistsolve: error: ") and missing.stderr.count(b"\n") == 1


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names of files are Unicode there")
def test_what_is_written_has_names_with_wrong_bytes_replaced(tmp_path: Path) -> None:
    folder, out = tmp_path / os.fsdecode(b"hands\xff"), tmp_path / os.fsdecode(b"out\xff")
    for new in (folder, out):
        new.mkdir()
    for name in (b"a.ptn", b"b\xff.ptn"):
        (folder / os.fsdecode(name)).write_bytes(NO_TRUMP.read_bytes() + b"[" * (name != b"a.ptn"))
    trace = ("--question", "trace")
    assert run("report", folder, NO_TRUMP, "-o", out / "page.html", "--csv", out / "table.csv")[0] == 0
    assert run("batch", folder, *trace, "-o", out / "rows.jsonl")[0] == 0
    assert run("batch", folder, *trace, "-o", out / "parts", "--format", "parquet")[0] == 0
    assert "part-000000.parquet, line 1: there is no ptn" in run("batch", out / "parts", *trace)[2]
    assert "b\ufffd.ptn: line" in run("trace", folder)[2]
    for name in ("page.html", "table.csv", "rows.jsonl.errors.jsonl", "parts.manifest.json"):
        written = (out / name).read_text("utf-8")
        assert "b\ufffd.ptn" in written or r"b\ufffd.ptn" in written, name


@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use cannot be removed there")
def test_a_folder_that_is_gone(tmp_path: Path) -> None:
    """The working folder was removed, and no folder for temporary files can be written."""
    gone = tmp_path / "gone"
    gone.mkdir()
    run = child(
        "-m",
        "whistsolve",
        "table",
        SMALL,
        "--json",
        env={"TMPDIR": "/none", "HOME": None, "PYTHONPATH": PACKAGE},
        cwd=gone,
        preexec_fn=gone.rmdir,
    )
    assert (run.returncode, run.stderr) == (0, b"")
    assert run.stdout.decode() == done("table", SMALL, "--json")
