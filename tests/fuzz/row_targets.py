"""Targets for files of rows, and for what the page of the board sends: links and messages."""

import functools

from tests.fuzz.reading import accepted, text_of_bytes

from whistsolve._internal.arguments import read_deal
from whistsolve.runs.readers import kind_of_lines, rows_of_lines
from whistsolve.runs.rows import Fields, Row
from whistsolve.solving.position import Position
from whistsolve_board.arguments import Arguments
from whistsolve_board.games import Game
from whistsolve_board.handlers import handler_named
from whistsolve_board.hands import BoardHand
from whistsolve_board.messages import message_of, text_of
from whistsolve_board.sources import read_hands

__all__ = ["fuzz_links", "fuzz_messages", "fuzz_rows"]

_KINDS = ("text", "json", "ptn", "pbn", "lin")
#: Rows and texts of one input that are looked at.
_MOST = 20


def fuzz_rows(data):
    """A file of lines as every kind of file; each row as the batch reads its fields."""
    lines = data.splitlines(keepends=True)[:_MOST]
    kind_of_lines(lines[0] if lines else b"")
    for kind in _KINDS:
        for number, row in enumerate(rows_of_lines(lines, kind)):
            assert row.line >= 1 and (row.fields or row.fault or kind == "json"), row
            _read_row(Fields(number, row, {}))
            _read_row(Fields(number, Row(row.line, row.fields), {"strain": "S+", "leader": 0}))


def fuzz_links(data):
    """What a person gives the board to read; the fields of each hand are read again as they are."""
    found = accepted(lambda: read_hands(text_of_bytes(data[:4000]), None))
    if found is not None:
        for fields in found[1][:_MOST]:
            assert BoardHand.read(fields).fields() == fields


def fuzz_messages(data):
    """A message of the page: the question it asks, and the documents in its fields."""
    message = accepted(lambda: message_of(text_of_bytes(data)))
    if message is None:
        return
    assert message_of(text_of(message)) == message
    arguments = Arguments(message)
    accepted(lambda: handler_named(message.get("question")))
    readers = (
        arguments.rules,
        arguments.hand,
        lambda: Game.read(arguments).played(),
        lambda: read_hands(arguments.text("text"), None),
        lambda: arguments.integers("scores", 6),
    )
    for read in readers:
        accepted(read)


def _read_row(row):
    accepted(lambda: read_deal(row.required("deal")))
    accepted(functools.partial(_position, row))


def _position(row):
    leader = row.required("leader")
    declarer, played = row.get("declarer", leader), row.get("played", ())
    return Position.read(row.required("deal"), row.required("strain"), leader, declarer, played, None)
