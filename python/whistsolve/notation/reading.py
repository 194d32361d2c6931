"""Reads text or files in any supported notation: deals in writing, PTN, PBN, LIN."""

from __future__ import annotations

import os
import re
from typing import Final, TypeAlias

from whistsolve._internal.files import check_named, is_file, text_of_file
from whistsolve._internal.reading import shown
from whistsolve.cancelling import end_if_cancelled
from whistsolve.errors import NotationError, WhistError
from whistsolve.game.record.played_hand import PlayedHand
from whistsolve.notation.bridge import is_lin, is_pbn, read_lin, read_pbn
from whistsolve.notation.ptn import is_ptn, read_ptn
from whistsolve.values import Deal
from whistsolve.values.written_deals import is_beside

#: Endings of files of played hands that are looked for in folders.
PLAYED: Final = (".ptn", ".pbn", ".lin")
#: What text or a file can hold.
ReadHand: TypeAlias = Deal | PlayedHand
_READERS: Final = {"lin": read_lin, "pbn": read_pbn, "ptn": read_ptn}


def kind_of(text: str) -> str:
    """The notation of a text or of its first line: ``lin``, ``pbn``, ``ptn``, or ``text`` for all else."""
    return "lin" if is_lin(text) else "pbn" if is_pbn(text) else "ptn" if is_ptn(text) else "text"


def read(source: str | os.PathLike[str]) -> ReadHand | list[ReadHand]:
    """The deal or played hand in a file or a text, or a list if it has several.

    ``source`` is the name of a file, or text: deals as in :meth:`Deal.from_text`, one a line or separated by
    empty lines; hands in PTN, PBN or LIN (or a link of Bridge Base Online with one).

    Raises `NotationError` if the file cannot be read, or holds no deal or one that cannot be read; the
    message names it. Raises `DealError` if a deal cannot be read, or text is neither a deal nor the name of a
    file. Raises `ActError` if a hand has an illegal play.

    Examples
    --------
    >>> read("North: AK... \\nEast: QJ...\\nSouth: T9...\\nWest: 87...")
    Deal.from_text('N:AK... QJ... T9... 87...')
    """
    if not isinstance(source, (str, os.PathLike)):
        raise NotationError(f"{shown(source)} cannot be read: expected the name of a file, or text")
    is_name = not isinstance(source, str) or is_file(source)
    text = text_of_file(source) if is_name else str(source)
    if not is_name:
        check_named(text)
    hands = [hand for hand, _ in read_hands(text, str(source) if is_name else "the text")]
    return hands[0] if len(hands) == 1 else hands


def read_hands(text: str, name: str = "the text") -> list[tuple[ReadHand, str]]:
    """All hands of a text, each with its place in it for messages; empty if there is only one.

    Raises the errors of `read`; ``name`` is that of the text in them.
    """
    kind = kind_of(text)
    found: list[tuple[ReadHand, str]]
    try:
        if kind == "text":
            found = _deals(text)
        else:
            what, hands = "hand" if kind == "ptn" else "board", _READERS[kind](text)
            found = [(hand, f"{what} {number}") for number, hand in enumerate(hands, 1)]
    except WhistError as error:
        if len(re.findall(r"\[Deal |\bmd\||^[0NESW]:", text, re.MULTILINE)) > 1:
            error.args = (f"{error} (batch and report list such hands and answer the others)",)
        raise
    if not found:
        raise NotationError(f"there is no deal in {name}: expected deals, or hands in PTN, PBN or LIN")
    return found if len(found) > 1 else [(found[0][0], "")]


def _deals(text: str) -> list[tuple[ReadHand, str]]:
    """Deals one a line, in parts between empty lines, or one in the whole text: the first that fits."""
    plain = text.removeprefix("\ufeff")
    lines = [(number, line.strip()) for number, line in enumerate(plain.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line and not is_beside(line)]
    parts = [part for part in re.split(r"\n[ \t\r]*\n", plain) if part.strip()]
    if len(lines) > 1 and _deal_or_none(plain):
        named = [(plain, "")]
    elif len(lines) <= 1 or any(_deal_or_none(line) for _, line in lines):
        named = [(line, f"line {number}") for number, line in lines]
    elif len(parts) > 1 and any(map(_deal_or_none, parts)):
        named = [(part, f"diagram {number}") for number, part in enumerate(parts, 1)]
    else:
        named = [(plain, "")]
    return [(_deal(part, place if len(named) > 1 else ""), place) for part, place in named]


def _deal_or_none(text: str) -> Deal | None:
    try:
        return Deal.from_text(text)
    except WhistError:
        return None


def _deal(text: str, place: str) -> Deal:
    end_if_cancelled()
    try:
        return Deal.from_text(text)
    except WhistError as error:
        raise type(error)(f"{place}: {error}" if place else str(error)) from None
