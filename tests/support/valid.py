"""Whether what is printed and said is as docs/schemas has it, see `tests.support.schemas`."""

import json
from functools import cache
from pathlib import Path

from jsonschema import Draft202012Validator

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "schemas"


@cache
def validator(file, name):
    """The validator of a command's lines, or of messages of a type."""
    document = json.loads((FOLDER / f"{file}.json").read_text("utf-8"))
    Draft202012Validator.check_schema(document)
    assert name in document["$defs"], f"{name} has no schema: python -m tests.support.schemas makes it"
    return Draft202012Validator({**document, "$ref": f"#/$defs/{name}"})


def check_printed(command, text):
    """Check the lines that a command has printed with --json."""
    for line in text.splitlines():
        check("commands", command, json.loads(line))


def check_message(message):
    """Check a message of the protocol of bots."""
    check("messages", message["type"], json.loads(json.dumps(message)))


def check(file, name, value):
    """Check a value; of several forms the error is that of the one that fits best."""
    error = next(iter(validator(file, name).iter_errors(value)), None)
    while error is not None and error.context:
        error = min(error.context, key=lambda each: (-len(each.absolute_path), str(each.message)))
    assert error is None, f"{name}: {error.json_path} {error.message[:500]}"
