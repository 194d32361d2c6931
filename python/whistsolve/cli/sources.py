"""Sources of deals: an argument, a file or the standard input, as native text or PTN, told by the content."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from whistsolve.cli.completion import complete_files
from whistsolve.errors import ContractError, DealError, NotationError, WhistError
from whistsolve.game.record import PlayedHand
from whistsolve.notation import is_ptn, read_ptn
from whistsolve.values import Contract, Deal
from whistsolve.values.diagrams import is_diagram
from whistsolve.values.reading import shown

__all__ = [
    "Source",
    "check_named",
    "deal_source",
    "is_contract",
    "is_source",
    "read_source",
    "text_of_source",
]

_Command = TypeVar("_Command", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Source:
    """One deal or played hand, and its location.

    Attributes
    ----------
    hand : Deal or PlayedHand
    location : str
        For messages, empty where there was only one.
    """

    hand: Deal | PlayedHand
    location: str

    @property
    def deal(self) -> Deal:
        """The hands to be played; of a played hand, those after kitty and discards."""
        return self.hand if isinstance(self.hand, Deal) else self.hand.deal_in_play

    @contextmanager
    def at_fault(self) -> Iterator[None]:
        """Put the location before the message of an error."""
        try:
            yield
        except WhistError as error:
            if not self.location:
                raise
            raise type(error)(f"{self.location}: {error}") from None


def deal_source(command: _Command) -> _Command:
    """Add the argument DEAL and the option ``--file`` to a verb."""
    with_file = click.option(
        "--file",
        "path",
        metavar="PATH",
        help="File of deals, one a line, or of hands in PTN.",
        shell_complete=complete_files,
    )(command)
    return click.argument("deal", required=False, shell_complete=complete_files)(with_file)


def text_of_source(deal: str | None, path: str | None) -> str:
    """The text of a deal: the argument itself, or what stands in the file or on the standard input it names.

    Raises
    ------
    WhistError
        Where it cannot be read.
    click.UsageError
        Where deal and file are both given, or neither and nothing is piped in.
    """
    return _named_text(deal, path)[0]


def read_source(deal: str | None, path: str | None) -> list[Source]:
    """The deals that were asked for, at least one.

    Parameters
    ----------
    deal : str or None
        Text of a deal, the name of a file, ``-`` or nothing for the standard input.
    path : str or None
        The name of a file; then there may be no ``deal``.

    Raises
    ------
    WhistError
        Where they cannot be read, or there are none.
    click.UsageError
        Where deal and file are both given, or neither and nothing is piped in.
    """
    text, name = _named_text(deal, path)
    if name == "the argument":
        check_named(text)
    return _read_text(text, name)


def check_named(text: str) -> None:
    """Refuse an argument that is rather the name of a file, of one that is not there.

    Raises
    ------
    DealError
    """
    if ":" not in text and not is_diagram(text.upper()):
        raise DealError(
            f"{shown(text)} is neither a file nor a deal: expected such as 'N:AK... QJ... T9... 87...'"
        )


def _named_text(deal: str | None, path: str | None) -> tuple[str, str]:
    """The text that was asked for, and what to call its place."""
    if path is not None and deal is not None:
        raise click.UsageError("a deal and --file are given: expected one of them")
    if path is not None:
        return _decoded(_bytes_of(Path(path)), path), path
    piped = sys.stdin is not None and not sys.stdin.closed
    if deal is None and (not piped or sys.stdin.isatty()):
        raise click.UsageError("there is no deal: expected its text, a file, or deals on the standard input")
    if deal is None or deal == "-":
        data = sys.stdin.buffer.read() if piped else b""
        return _decoded(data, "standard input"), "standard input"
    if _is_file(deal):
        return _decoded(_bytes_of(Path(deal)), deal), deal
    return deal, "the argument"


def is_source(text: str) -> bool:
    """Whether an argument that may be a hand is a deal, PTN, a file or the standard input instead."""
    return text == "-" or ":" in text or is_ptn(text) or is_diagram(text.upper()) or _is_file(text)


def is_contract(text: str) -> bool:
    """Whether a text is meant as a contract rather than as a deal or a file."""
    try:
        Contract.from_text(text)
    except ContractError:
        return False
    except WhistError:
        pass  # a contract whose strain or seat does not exist
    return True


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False  # too long, or with a character that no file name has


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise NotationError(f"file {shown(str(path))} cannot be read: {reason}") from None


def _decoded(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotationError(
            f"{name} is no UTF-8 text: expected other than byte {data[error.start]:#04x}"
        ) from None


def _diagrams(text: str) -> list[str]:
    """The diagrams of a text of nothing else, with empty lines between; none for other text."""
    parts = [part for part in re.split(r"\n[ \t\r]*\n", text.replace("\ufeff", "")) if part.strip()]
    return parts if all(is_diagram(part.upper()) for part in parts) else []


def _read_text(text: str, name: str) -> list[Source]:
    hands: list[tuple[Deal | PlayedHand, str]] = []
    if is_ptn(text):
        hands += [(hand, f"hand {number}") for number, hand in enumerate(read_ptn(text), 1)]
    elif diagrams := _diagrams(text):
        hands += [
            (Deal.from_text(diagram), f"diagram {number}") for number, diagram in enumerate(diagrams, 1)
        ]
    else:
        lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
        lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
        for number, line in lines:
            try:
                hands.append((Deal.from_text(line), f"line {number}"))
            except WhistError as error:
                raise type(error)(f"line {number}: {error}" if len(lines) > 1 else str(error)) from None
    if not hands:
        raise NotationError(f"there is no deal in {name}: expected one a line, or hands in PTN")
    return [Source(hand, location if len(hands) > 1 else "") for hand, location in hands]
