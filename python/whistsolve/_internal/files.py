"""Files: read as text, found in folders; written whole or not at all, and by one process at a time."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import IO, Final, TypeAlias

from whistsolve._internal.reading import path_text, shown
from whistsolve.errors import DealError, NotationError, WhistError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

#: Bytes that text in Windows-1252 does not have.
_BINARY: Final = re.compile(rb"[\x01-\x08\x0e-\x19\x1b-\x1f\x81\x8d\x8f\x90\x9d]")
#: Maximum bytes of a line, so that a binary file without line ends is not read into memory whole.
_LONGEST_LINE: Final = 1 << 24
#: Maximum characters of the beginning of a text, but for its last line.
_BEGINNING: Final = 1 << 16
_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
#: A line of a text: its number from 1, its text with the line end, and why it cannot be read, if so.
Line: TypeAlias = tuple[int, str, str]


def read_path(path: object, what: str) -> Path:
    """The path of a file, checked to be a possible file name."""
    if isinstance(path, (str, os.PathLike)):
        with suppress(TypeError, UnicodeError):  # raised for a bytes path, and for a lone surrogate
            found = Path(path)
            if found.name and b"\0" not in os.fsencode(found):
                return found
    raise WhistError(f"{what} {shown(path)} is wrong: expected the name of a file")


def files_in(
    paths: Iterable[Path], suffixes: Collection[str], left_out: Callable[[Path], bool] = lambda _: False
) -> list[tuple[str, Path]]:
    """The files at paths, and those in and below folders with one of the suffixes, sorted by name.

    Each has its name, in a folder the relative path. Hidden files and those ``left_out`` are passed over.
    """
    found: list[tuple[str, Path]] = []
    for path in paths:
        inside = [(path_text(path.name), path)]
        if os.path.isdir(path):
            files = (each for each in path.rglob("*") if each.suffix.lower() in suffixes and each.is_file())
            named = ((path_text(each.relative_to(path).as_posix()), each) for each in files)
            inside = sorted(pair for pair in named if not left_out(pair[1]))
            inside = [pair for pair in inside if not any(part[0] == "." for part in pair[0].split("/"))]
        if not inside:
            endings = f"names ending in {' '.join(suffixes)}"
            raise NotationError(f"there is no file of deals in {shown(path)}: expected {endings}")
        found += inside
    return found


def text_of_file(path: str) -> str:
    """The text of a file, as in `decoded`; `NotationError` if it cannot be read."""
    with opened(Path(path), again=False) as file:
        return decoded(file.read(), path_text(path))


def decoded(data: bytes, name: str) -> str:
    """Text in UTF-8, or in Windows-1252, as programs for PBN write it; `NotationError` if it is neither.

    Lines are read each by itself: records with arrows in UTF-8 may have names in Windows-1252.
    """
    if b"\0" not in data:
        if data.isascii():
            return data.decode("ascii")
        with suppress(UnicodeDecodeError):
            return data.decode("utf-8-sig")
        lines = data.splitlines(keepends=True)
        if len(lines) > 1:
            return "".join(decoded(line, name) for line in lines)
        if _BINARY.search(data) is None:
            return data.decode("cp1252")
    raise NotationError(f"{name} is no text: expected UTF-8 or Windows-1252, not UTF-16 or a binary file")


@contextmanager
def opened(path: Path, *, again: bool = True) -> Iterator[IO[bytes]]:
    """A context with a file open to read, perhaps only once; errors are `NotationError`."""
    try:
        with open(path, "rb") as file:
            if again and not file.seekable():
                raise NotationError(
                    f"file {shown(path)} can be read only once: expected - for the standard input, or a"
                    " file on a disk"
                )
            yield file
    except (OSError, ValueError) as error:
        if isinstance(error, WhistError):
            raise
        reason = getattr(error, "strerror", None) or error
        raise NotationError(f"file {shown(path)} cannot be read: {reason}") from None


def lines_of(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file with line ends; of a line that is too long only the start, refused later."""
    for line in iter(partial(file.readline, _LONGEST_LINE + 1), b""):
        yield line
        part = line
        while len(part) > _LONGEST_LINE and not part.endswith(b"\n"):
            part = file.readline(_LONGEST_LINE + 1)


def numbered_lines(lines: str | Iterable[bytes]) -> Iterator[Line]:
    """The numbered lines of a text, or of the lines of a file; only CR and LF end lines."""
    number = 1
    for line in [lines] if isinstance(lines, str) else lines:
        text, fault = "", ""
        if isinstance(line, str):
            text = line
        elif len(line) > _LONGEST_LINE:
            fault = f"too long: expected at most {_LONGEST_LINE >> 20} MiB"
        else:
            try:
                text = decoded(line, "it")
            except NotationError as error:
                fault = str(error)
        is_one = "\r" not in text and "\n" not in text[:-1]  # as most are
        for each in [text] if is_one else [match[0] for match in _LINE.finditer(text)] or [text]:
            yield number, each, fault
            number += 1


def beginning_of(lines: Iterable[Line]) -> tuple[str, list[Line], Iterator[Line]]:
    """The beginning of a text, by which it is told what it is; its lines; and all lines, still to be read."""
    lines, first, size = iter(lines), list[Line](), 0
    for line in lines:
        first.append(line)
        size += len(line[1])
        if size > _BEGINNING:
            break
    return "".join(raw for _, raw, _ in first), first, chain(first, lines)


def check_named(text: str) -> None:
    """Raise `DealError` if text looks like the name of a file that does not exist, not like a deal."""
    is_deal = any(sign in text for sign in "\n:|=") or {"north", "east"} <= {*text.lower().split()}
    if not is_deal and not text.lstrip().startswith("["):
        raise DealError(
            f"{shown(text)} is neither a file nor a deal: expected such as 'N:AK... QJ... T9... 87...'"
        )


def write_all(file: int, data: bytes, path: Path) -> None:
    """Write all bytes to an open file: the system may write only a part of them at a time.

    On an `OSError`, which names the file, the file may have a part of the bytes.
    """
    rest = memoryview(data)
    try:
        while rest:
            rest = rest[os.write(file, rest) :]
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it has either all of the data or its former content, even after a power failure.

    A path that is not a regular file, such as a terminal or a pipe, is written to directly. On an `OSError` a
    former file is unchanged.
    """
    path = Path(os.path.realpath(path))  # replace the target of a symbolic link, not the link
    if path.exists() and not path.is_file():
        _write(path, data, path)
        return
    beside = path.with_name(f"{path.name}.new")
    try:
        _write(beside, data, path, os.O_CREAT | os.O_TRUNC)
        os.replace(beside, path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    sync_folder(path.parent)


def _write(path: Path, data: bytes, named: Path, flags: int = 0) -> None:
    """Write to a file and, if it may be new, flush it to the disk; an error in writing has another name."""
    file = os.open(path, os.O_WRONLY | getattr(os, "O_BINARY", 0) | flags, 0o666)
    try:
        write_all(file, data, named)
        if flags:
            os.fsync(file)
    finally:
        os.close(file)


def sync_folder(folder: Path) -> None:
    """Flush new or renamed entries of a folder to the disk, if the system supports it."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def only_run(output: Path) -> Iterator[None]:
    """A context that only one process at a time can enter for the same output, by a lock file beside it."""
    path = output.with_name(f"{output.name}.lock")
    while True:
        try:
            file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(output)) from None
        try:
            if not _locked(file):
                raise WhistError(
                    f"another run is writing to {shown(output)}: expected to begin once it has ended"
                )
            # The last run may have removed the lock file after it was opened here; then try again.
            with suppress(OSError):
                if os.path.samestat(os.fstat(file), os.stat(path)):
                    break
        except BaseException:
            os.close(file)
            raise
        os.close(file)
    try:
        yield
    finally:
        if sys.platform == "win32":  # where an open file cannot be removed
            os.close(file)
        with suppress(OSError):
            path.unlink()
        if sys.platform != "win32":
            os.close(file)


def _locked(file: int) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # the latter on Windows
        return False
    return True
