"""The command under other locales, encodings, time zones and switches of the interpreter: the same bytes."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

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
#: Warnings are errors, but for those of another's package: `lazy_loader` opens stubs without an encoding.
OTHERS = "ignore::EncodingWarning:lazy_loader"
STRICT = ("-bb", "-X", "dev", "-X", "warn_default_encoding", "-W", "error", "-W", OTHERS)
ASCII = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
C = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
FAR = {"TZ": "Pacific/Kiritimati", "TERM": "dumb", "HOME": None, "TMPDIR": "/none"}
#: Of each kind the first by default: switches of the interpreter and what the environment says.
SETTINGS = {
    "symbols": {
        "without docstrings, another hash seed": (("-OO",), {"PYTHONHASHSEED": "7"}),
        "strict, POSIX": (STRICT, {"LC_ALL": "POSIX", "PYTHONUTF8": "1"}),
        "without assertions, far away": (("-O",), FAR),
        "isolated": (("-I",), {"PYTHONHASHSEED": "7"}),
        "Turkish": ((), {"LC_ALL": "tr_TR.UTF-8", "PYTHONUTF8": "0"}),
        "German": ((), {"LC_ALL": "de_DE.UTF-8", "PYTHONUTF8": "0"}),
    },
    "letters": {
        "Turkish in 8 bits, optimised": (("-OO",), {"LC_ALL": "tr_TR.ISO-8859-9", "PYTHONUTF8": "0"}),
        "German in 8 bits": ((), {"LC_ALL": "de_DE.ISO-8859-1", "PYTHONUTF8": "0"}),
        "Japanese": ((), {"LC_ALL": "ja_JP.EUC-JP", "PYTHONUTF8": "0"}),
        "C": (STRICT, C),
        "latin-1": ((), {**ASCII, "PYTHONIOENCODING": "latin-1"}),
        "cp1252": ((), {**ASCII, "PYTHONIOENCODING": "cp1252"}),
    },
}
NAMES = [(kind, name) for kind, named in SETTINGS.items() for name in named]
unicode_names = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names of files are Unicode")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Files for the commands: a hand whose players have names that few encodings can write, and deals."""
    found = tmp_path_factory.mktemp("files")
    text = NO_TRUMP.read_text(encoding="utf-8").replace('[North "(Auto)"]', '[North "Zoë İı 桜 ♠"]')
    (found / "hand.ptn").write_text(text, encoding="utf-8")
    (found / "deals.txt").write_text(f"{SMALL}\nN:AQ.4.. K2.3.. JT.5.. 98.6..\n", encoding="utf-8")
    return found


def child(*command, flags=(), env=None, **more):
    """A process whose environment says nothing of languages but this; what is `None` is not set."""
    kept = {name: value for name, value in os.environ.items() if not CHOSEN.fullmatch(name)}
    given = kept | {"PYTHONUTF8": "1", "PYTHONPATH": PACKAGE} | (env or {})
    given = {name: value for name, value in given.items() if value is not None}
    return subprocess.run(
        [sys.executable, *flags, *command], env=given, capture_output=True, timeout=600, **more
    )


def output_of_commands(folder, flags, env):
    """What all commands print, and that none of them failed in another way than with its own message."""
    run = child(commands.__file__, str(folder), PACKAGE, flags=flags, env=env, input=commands.TYPED)
    assert run.returncode == 0, run.stderr.decode(errors="replace")
    assert all(line.startswith(b"whistsolve: error: ") for line in run.stderr.splitlines()), run.stderr
    return run.stdout


@pytest.fixture(scope="module")
def plain(folder):
    return {kind: output_of_commands(folder, (), env) for kind, env in (("symbols", {}), ("letters", ASCII))}


def with_locale(env, place):
    """The environment, and where its locale is; skips where the system neither has it nor can make it."""
    locale = env.get("LC_ALL", "")
    if "." not in locale:
        return env
    language, charset = locale.split(".")
    maker = shutil.which("localedef")
    if maker is not None:
        subprocess.run([maker, "-i", language, "-f", charset, str(place / locale)], capture_output=True)
    for found in ({**env, "LOCPATH": str(place)}, env):
        if child("-c", "import locale; locale.setlocale(locale.LC_ALL, '')", env=found).returncode == 0:
            return found
    pytest.skip(f"this system has no locale {locale}, and no localedef with which to make it")


@pytest.mark.parametrize(
    ("kind", "name"), by_default(lambda case: case[1] == next(iter(SETTINGS[case[0]])), NAMES)
)
def test_the_same_bytes(kind, name, plain, folder, tmp_path):
    flags, env = SETTINGS[kind][name]
    assert output_of_commands(folder, flags, with_locale(env, tmp_path)) == plain[kind]


def test_letters_say_what_symbols_say(plain):
    assert plain["letters"].isascii() and not plain["symbols"].isascii()
    symbols, letters = (plain[kind].splitlines() for kind in SETTINGS)
    exact = (b"{", b"===", b"N:")
    assert [line for line in symbols if line.startswith(exact)] == [
        line for line in letters if line.startswith(exact)
    ]
    assert len(symbols) == len(letters)
    statuses = [line.split()[-1] for line in letters if line.startswith(b"===")]
    assert len(statuses) > 30 and statuses.count(b"2") == 4, "two lines are wrong, and asked for twice"
    assert all(done(name, "--help").isascii() for name in _COMMANDS), "in every encoding"


def test_names_that_cannot_be_written_are_escaped(tmp_path, folder):
    """Of players from outside and of those in a file: the output has no letters for these."""
    program = (
        "from whistsolve.players import RandomPlayer\n"
        "class Игрок(RandomPlayer):\n"
        "    def __repr__(self): return 'Игрок'\n"
    )
    (tmp_path / "from_outside.py").write_text(program, encoding="utf-8")
    search = os.pathsep.join([str(tmp_path), PACKAGE])
    line = ("-m", "whistsolve", "arena", "from_outside:Игрок", "random", "--deals", "1")
    run = child(*line, env={"PYTHONIOENCODING": "latin-1", "PYTHONPATH": search})
    assert (run.returncode, run.stderr) == (0, b"")
    assert "Игрок".encode("ascii", "backslashreplace") in run.stdout
    run = child("-m", "whistsolve", "report", str(folder / "hand.ptn"), env=C)
    assert (run.returncode, run.stderr) == (0, b"") and "桜".encode("ascii", "backslashreplace") in run.stdout


@unicode_names
def test_names_of_files_are_bytes(tmp_path):
    """Also where the locale cannot decode them, and where no encoding can."""
    file = os.path.join(os.fsencode(tmp_path), b"h\xc3\xa4nd-\xff.ptn")
    with open(file, "wb") as out:
        out.write(NO_TRUMP.read_bytes())
    found = child("-m", "whistsolve", "score", file, "--json", env=C)
    want = (0, done("score", NO_TRUMP, "--json"), b"")
    assert (found.returncode, found.stdout.decode(), found.stderr) == want
    missing = child("-m", "whistsolve", "score", file + b".no", env=C)
    assert (missing.returncode, missing.stdout) == (2, b"")
    assert missing.stderr.startswith(b"whistsolve: error: ") and missing.stderr.count(b"\n") == 1


@unicode_names
def test_what_is_written_has_names_with_wrong_bytes_replaced(tmp_path):
    folder, out = tmp_path / os.fsdecode(b"hands\xff"), tmp_path / os.fsdecode(b"out\xff")
    for new in (folder, out):
        new.mkdir()
    (folder / "a.ptn").write_bytes(NO_TRUMP.read_bytes())
    (folder / os.fsdecode(b"b\xff.ptn")).write_bytes(NO_TRUMP.read_bytes() + b"[")
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
def test_a_folder_that_is_gone(tmp_path):
    """The working folder was removed, and no folder for temporary files can be written."""
    gone = tmp_path / "gone"
    gone.mkdir()
    env = {"TMPDIR": "/none", "HOME": None}
    run = child("-m", "whistsolve", "table", SMALL, "--json", env=env, cwd=gone, preexec_fn=gone.rmdir)
    want = (0, done("table", SMALL, "--json"), b"")
    assert (run.returncode, run.stdout.decode(), run.stderr) == want
