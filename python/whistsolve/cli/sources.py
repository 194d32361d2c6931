"""Sources of deals: an argument, a file or the standard input; and the loop that answers each deal."""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from os.path import isdir, isfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from whistsolve._internal.arguments import Progress
from whistsolve._internal.files import check_named, decoded, text_of_file, write_whole
from whistsolve._internal.reading import path_text, shown
from whistsolve.cli import options
from whistsolve.cli.output import Working, note, print_answer
from whistsolve.errors import NotationError, Stopped, WhistError
from whistsolve.values import Deal, Hand

if TYPE_CHECKING:
    from whistsolve.game.record import PlayedHand
    from whistsolve.notation.reading import FoundHand
    from whistsolve.show import Block
    from whistsolve.show.document import Content


#: Maximum bytes of a line that is read while more may come.
_LONGEST_LINE: Final = 1 << 24


@dataclass(frozen=True, slots=True)
class Source:
    """One deal or played hand, or why it cannot be read, and its location in the input (empty if alone)."""

    read: Deal | PlayedHand | WhistError
    location: str

    @property
    def hand(self) -> Deal | PlayedHand:
        """The deal or played hand; its error is raised."""
        if isinstance(self.read, WhistError):
            raise self.read
        return self.read

    @property
    def played(self) -> PlayedHand | None:
        """The played hand, if it is one."""
        return None if isinstance(hand := self.hand, Deal) else hand

    @property
    def record(self) -> PlayedHand:
        """The played hand; an error if it is a deal."""
        if self.played is None:
            raise NotationError("there is a deal and no play: expected hands in PTN")
        return self.played

    @property
    def dealt(self) -> Deal:
        """The cards as they were dealt."""
        return hand if isinstance(hand := self.hand, Deal) else hand.deal

    @property
    def deal(self) -> Deal:
        """The hands at the start of play; for a played hand, after kitty and discards."""
        return hand if isinstance(hand := self.hand, Deal) else hand.deal_in_play


@contextmanager
def errors_at(place: str) -> Iterator[None]:
    """A context manager that puts a place, if there is one, before the message of an error."""
    try:
        yield
    except WhistError as error:
        if place:
            error.args = (f"{place}: {error}",)
        raise


@dataclass(frozen=True, slots=True)
class SourceOptions:
    """The argument DEAL and the option ``--file``; ``more`` are further arguments.

    Reading raises `WhistError` if a source cannot be read or has no deal, and `click.UsageError` if both are
    given, or if neither is given and nothing is piped in.
    """

    deal: str | None
    path: str | None = None
    more: tuple[str, ...] = ()

    @property
    def is_given(self) -> bool:
        """Whether the argument or the option is given."""
        return self.deal is not None or self.path is not None

    def read(self) -> list[Source]:
        """The deals, at least one; of several files and of folders each with the name of its file."""
        if self.deal is not None and self.path is None and (self.more or isdir(self.deal)):
            from whistsolve.notation.reading import PLAYED, hands_of

            found = [each for name in (self.deal, *self.more) for each in hands_of(name, PLAYED)]
            return [_source(each) for each in found]
        return _read_text(*self.named_text())

    def read_one(self) -> Source:
        """The deal; raises `click.UsageError` if there are several."""
        return _only(self.read())

    def named_text(self) -> tuple[str, str]:
        """The argument itself, or the text of the file or standard input; and its origin for messages."""
        deal, path = self.deal, self.path
        if self.more:
            raise click.UsageError(f"there are {1 + len(self.more)} deals: expected one")
        if path is not None and deal is not None:
            raise click.UsageError("a deal and --file are given: expected one of them")
        if path is not None:
            return text_of_file(path), path_text(path)
        piped = sys.stdin is not None and not sys.stdin.closed
        if deal is None and (not piped or sys.stdin.isatty()):
            raise click.UsageError("there is no deal: expected its text, a file, or deals on standard input")
        if deal is None or deal == "-":
            data = sys.stdin.buffer.read() if piped else b""
            return decoded(data, "standard input"), "standard input"
        if isfile(deal):
            return text_of_file(deal), path_text(deal)
        return deal, "the argument"


def typed_lines() -> Iterator[str]:
    """The lines of the standard input; a prompt is shown on terminals only."""
    stdin = sys.stdin
    if stdin is None or stdin.closed:
        return
    if stdin.isatty() and sys.stdout.isatty():
        with suppress(EOFError):
            while True:
                yield input("> ")
        sys.stdout.write("\n")
        return
    while True:
        sys.stdout.flush()
        raw = stdin.buffer.readline(_LONGEST_LINE + 1)
        if len(raw) > _LONGEST_LINE:
            raise WhistError(f"a line of the input is too long: expected at most {_LONGEST_LINE >> 20} MiB")
        if not raw:
            return
        yield raw.decode("utf-8", "replace").removeprefix("\ufeff")


def deal_source(function: Callable[..., None]) -> Callable[..., None]:
    """The arguments DEAL and the option ``--file``, passed as ``source``: `SourceOptions`."""

    @functools.wraps(function)
    def command(*, deal: tuple[str, ...], path: str | None, **others: Any) -> None:
        function(source=SourceOptions(deal[0] if deal else None, path, deal[1:]), **others)

    text = "File of deals, or of hands in PTN, PBN or LIN."
    with_file: Callable[..., None] = options.file("--file", "path", metavar="PATH", help=text)(command)
    return click.argument("deal", nargs=-1, shell_complete=options.complete_files)(with_file)


def is_source(text: str) -> bool:
    """Whether an argument is a file, the standard input, or a deal rather than a hand or numbers."""
    return text == "-" or isfile(text) or any(sign in text for sign in ":[|%\n")


def read_hand(text: str) -> tuple[Deal | PlayedHand | Hand, str | None]:
    """One deal or played hand, or a hand alone, perhaps with the seat that its text names.

    Raises the errors of `SourceOptions.read_one`, or `NotationError` for text that is meant as a hand.
    """
    written, name = SourceOptions(text).named_text()
    try:
        return _only(_read_text(written, name)).hand, None
    except WhistError:
        *_, label, rest = [None, *re.split(r"(?i)^\s*(north|east|south|west|[news])\s*:", written)]
        for seat, cards in ((None, written), (label, rest or "")):
            with suppress(WhistError):
                if hand := Hand.from_text(cards):
                    _note_reading(cards, hand)
                    return hand, seat
        if not is_source(text):
            Hand.from_text(written)  # which raises
        raise


def is_contract(text: str) -> bool:
    """Whether a text is meant as a contract rather than as a deal or a file, whatever its strain and seat."""
    return re.fullmatch(r"\s*\S.*\sby\s+\w+\s*", text) is not None


def _read_text(text: str, name: str) -> list[Source]:
    if name == "the argument":
        check_named(text)
    from whistsolve.notation.reading import read_hands

    found = list(read_hands(text, name))
    if len(found) == 1 and isinstance(found[0].read, WhistError):
        raise found[0].read
    if len(found) == 1 and isinstance(found[0].read, Deal):
        _note_reading(text, found[0].read)
    return list(map(_source, found))


def _only(sources: Sequence[Source]) -> Source:
    if len(sources) > 1:
        raise click.UsageError(f"there are {len(sources)} deals: expected one")
    return sources[0]


def _source(found: FoundHand) -> Source:
    """A hand that was found; an error names file and line itself."""
    is_named = isinstance(found.read, WhistError) and not found.place.startswith("hand")
    return Source(found.read, "" if is_named else found.place)


def _note_reading(text: str, read: Deal | Hand) -> None:
    """A note unless text is in the printed form, from whichever seat, its ranks in any order."""
    given, printed = (sorted("".join(each.split()).rpartition(":")[2]) for each in (text, str(read)))
    if given != printed:
        note(f"read as {read}" + (", with Me at S" if re.search(r"(?i)\bRHO\s*:", text) else ""))


def write_text(path: str, text: str) -> None:
    """Write a file as a whole, or ``-``, standard output; if that fails, a `NotationError` says why."""
    if path == "-":
        sys.stdout.write(text)
        return
    try:
        write_whole(Path(path), text.encode())
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise NotationError(f"file {shown(Path(path))} cannot be written: {reason}") from None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command prints about one deal: JSON or blocks, with a heading if there are several deals."""

    values: Mapping[str, object]
    blocks: Sequence[Block]
    heading: Content = ""
    #: Text of another notation, printed as it is in place of the others.
    text: str = ""


def print_answers(
    source: SourceOptions, answer: Callable[[Source, Progress | None], Answer], *, what: str, as_json: bool
) -> None:
    """Read the deals, then answer each and print the answer, showing progress meanwhile.

    Of several deals, those that are wrong are passed over, and an error at the end names the first two.
    ``answer`` gets the display for its progress if there is one deal; for several deals, ``None``, and the
    display counts deals. ``what`` names the work.
    """
    sources = source.read()
    from whistsolve.show import BLANK, Line

    several, wrong = len(sources) > 1, []
    with Working(what) as working:
        for number, each in enumerate(sources):
            if several:
                working(number, len(sources))
            try:
                with errors_at(each.location):
                    found = answer(each, None if several else working)
            except WhistError as error:
                if not several or isinstance(error, Stopped):
                    raise
                wrong.append(error)
                continue
            working.make_room()
            if found.text:
                sys.stdout.write(f"{found.text}\n")
                continue
            heading = [Line(found.heading, "bold")] if found.heading and several else []
            blank = [BLANK] if number < len(sources) - 1 else []
            print_answer(as_json, found.values, [*heading, *found.blocks, *blank])
    if wrong:
        more = [f"and {len(wrong) - 2} more"] if len(wrong) > 2 else []
        raise NotationError("; ".join([*map(str, wrong[:2]), *more]))
