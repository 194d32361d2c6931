"""Reads text, files and folders in any supported notation: the one path on which all commands stand."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from whistsolve._internal.files import (
    Line,
    beginning_of,
    check_named,
    files_in,
    lines_of,
    numbered_lines,
    opened,
)
from whistsolve._internal.reading import shown
from whistsolve.cancelling import end_if_cancelled
from whistsolve.errors import NotationError, WhistError
from whistsolve.game.record.played_hand import PlayedHand
from whistsolve.notation.bridge import boards_of_lin, boards_of_pbn, is_lin, is_pbn
from whistsolve.notation.deal_texts import deal_texts
from whistsolve.notation.hand_texts import split_hands
from whistsolve.notation.json_reader import hand_of_object, is_json, objects_of_json
from whistsolve.notation.ptn import is_ptn
from whistsolve.notation.ptn_reader import read_hand
from whistsolve.notation.rbn import boards_of_rbn, is_rbn
from whistsolve.values import Deal

#: Endings of files of played hands that are looked for in folders, and of all that hold hands.
PLAYED: Final = (".ptn", ".pbn", ".lin", ".rbn")
HANDS: Final = (".txt", ".deals", ".csv", ".tsv", ".json", ".jsonl", ".ndjson", *PLAYED)
#: What text or a file can hold.
ReadHand: TypeAlias = Deal | PlayedHand
#: What `read` does with hands that cannot be read, of several.
Skip: TypeAlias = Literal[False] | Callable[[WhistError], object] | None
_DEAL: Final = re.compile(r"[NESW0-5]:\S*\.", re.IGNORECASE)
#: The line that begins the message of an error.
LINE_NAMED: Final = re.compile(r"line (\d+): ")


class FoundHand(NamedTuple):
    """A hand of a text: what was read, or the error, whose message begins with the line."""

    read: ReadHand | WhistError
    #: Its place in the text for messages, such as ``hand 3``; empty if it is alone.
    place: str
    #: The line at which it begins, or that is wrong.
    line: int


def kind_of(text: str, name: str = "") -> str:
    """The notation of a text, by its beginning: ``lin``, ``rbn``, ``pbn``, ``ptn``, ``json`` or ``text``.

    The ending of a ``name`` decides between PBN and PTN, which both have tags, and if there is no deal.
    """
    ending = Path(name).suffix.lower()
    for kind, is_kind in (("json", is_json), ("lin", is_lin), ("rbn", is_rbn)):
        if is_kind(text):
            return kind
    if is_pbn(text) or (is_ptn(text) and ending == ".pbn" and not text.startswith("% PTN")):
        return "pbn"
    has_tags = is_ptn(text) and not re.match(r"\s*\[\s*['(]", text)
    if not has_tags and (ending not in PLAYED or _DEAL.search(text)):
        return "text"
    return ending[1:] if ending in (".lin", ".pbn") and not has_tags else "ptn"


def read(source: str | os.PathLike[str], *, skip: Skip = None) -> ReadHand | list[ReadHand]:
    """The deal or played hand in a file or a text, or a list if it has several; a list of all of a folder.

    ``source`` is the name of a file or folder, or text: deals as in :meth:`Deal.from_text`, one a line or
    separated by empty lines; hands in PTN, PBN, LIN or JSON, or links with one.

    Of several hands, each that cannot be read is left out with a `UserWarning` that names the file, the line
    and what was expected. ``skip`` is a function to be called with the error of each instead, such as
    ``faults.append``, or ``False`` to raise the first. Lines that are no hands are passed over, which a
    `UserWarning` tells of each file.

    Raises `NotationError` if the file cannot be read, or holds no deal; `DealError` if text is neither a deal
    nor the name of a file. If no hand can be read, raises the first one's error: `DealError`,
    `NotationError`, or `ActError` for an illegal play.

    Examples
    --------
    >>> read("North: AK... \\nEast: QJ...\\nSouth: T9...\\nWest: 87...")
    Deal.from_text('N:AK... QJ... T9... 87...')
    >>> faults = []
    >>> read("N:A... K... Q... J...\\nN:A... K... Q... A...", skip=faults.append), len(faults)
    ([Deal.from_text('N:A... K... Q... J...')], 1)
    """
    if not isinstance(source, (str, os.PathLike)):
        raise NotationError(f"{shown(source)} cannot be read: expected the name of a file, or text")
    if not (skip is None or skip is False or callable(skip)):
        raise NotationError(f"skip {shown(skip)} is wrong: expected a function, False or None")
    hands: list[ReadHand] = []
    faults: list[WhistError] = []
    for found in hands_of(source):
        if not isinstance(found.read, WhistError):
            hands.append(found.read)
        elif skip is False:
            raise found.read
        else:
            faults.append(found.read)
    if faults and not hands:
        raise faults[0]
    for fault in faults:
        if callable(skip):
            skip(fault)
        else:
            warnings.warn(f"left out: {fault}", UserWarning, stacklevel=2)
    return hands[0] if len(hands) == 1 and not faults and not os.path.isdir(source) else hands


def hands_of(source: str | os.PathLike[str], suffixes: Iterable[str] = HANDS) -> Iterator[FoundHand]:
    """All hands of a file, a folder or a text, in order; errors name the file.

    Raises `NotationError` if there is none, or the only file cannot be read.
    """
    if isinstance(source, str) and not os.path.exists(source):
        check_named(source)
        yield from read_hands(source)
        return
    for name, path in files_in([Path(source)], tuple(suffixes)):
        try:
            for found in hands_of_file(path, name):
                if isinstance(found.read, WhistError):
                    found.read.args = (f"{name}: {found.read}",)
                yield found
        except NotationError as error:
            if not os.path.isdir(source):
                raise
            yield FoundHand(error, name, 1)


def hands_of_file(path: Path, name: str) -> Iterator[FoundHand]:
    """The hands of a file as `read_hands`, read as they are needed; its name is in their places."""
    with opened(path) as file:
        for found in hands_of_lines(numbered_lines(lines_of(file)), name):
            yield found._replace(place=", ".join(filter(None, (name, found.place))))


def read_hands(text: str, name: str = "the text") -> Iterator[FoundHand]:
    """All hands of a text, in order; ``name`` is that of the text in messages.

    Each is the hand or its error, with its place and line. Raises `NotationError` if there is none.
    """
    return hands_of_lines(numbered_lines(text), name)


def hands_of_lines(lines: Iterable[Line], name: str) -> Iterator[FoundHand]:
    """The hands of a text as `read_hands`, from its numbered lines, which are read as they are needed."""
    first, _, lines = beginning_of(lines)
    kind = kind_of(first, name)
    found = found_in(lines, name, kind)
    some = list(islice(found, 2))
    if not some:
        raise NotationError(f"there is no deal in {name}: expected deals, or hands in PTN, PBN or LIN")
    if len(some) == 1:
        some[0] = some[0]._replace(place="")
        if kind == "text" and isinstance(fault := some[0].read, WhistError):
            fault.args = (LINE_NAMED.sub("", str(fault), count=1),)
    yield from chain(some, found)


def found_in(lines: Iterable[Line], name: str, kind: str) -> Iterator[FoundHand]:
    """The hands of a text of a known kind, none, one or more, each with its place."""
    if kind == "text":
        for line, place, text in deal_texts(lines, name):
            yield found_at(line, place, partial(_deal, text))
        return
    for number, (line, hand) in enumerate(_READERS[kind](lines), 1):
        yield found_at(line, f"hand {number}", hand)


def found_at(line: int, place: str, hand: Callable[[], ReadHand]) -> FoundHand:
    """What a function reads, with the line of its error."""
    try:
        end_if_cancelled()
        return FoundHand(hand(), place, line)
    except WhistError as error:
        named = LINE_NAMED.match(str(error))
        if named is None:
            error.args = (f"line {line}: {error}",)
        return FoundHand(error, place, line if named is None else int(named[1]))


def _deal(text: str | NotationError) -> Deal:
    if isinstance(text, NotationError):
        raise text
    return Deal.from_text(text)


#: For each hand of a text its line, and a function that reads it.
_READERS: Final[dict[str, Callable[[Iterable[Line]], Iterator[tuple[int, Callable[[], ReadHand]]]]]] = {
    "lin": lambda lines: boards_of_lin("".join(fault or raw for _, raw, fault in lines)),
    "rbn": boards_of_rbn,
    "pbn": lambda lines: (
        (board.line, partial(read_hand, board, keep_source=False)) for board in boards_of_pbn(lines)
    ),
    "ptn": lambda lines: ((hand.line, partial(read_hand, hand)) for hand in split_hands(lines)),
    "json": lambda lines: ((line, partial(hand_of_object, value)) for line, value in objects_of_json(lines)),
}
