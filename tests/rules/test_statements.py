"""The table of statements in docs/rules.md: its tests exist, and its options are what it says."""

import re
from pathlib import Path

import pytest

from whistsolve.rules import Rules, read_settings

ROOT = Path(__file__).resolve().parents[2]
TABLE = (
    (ROOT / "docs" / "rules.md").read_text("utf-8").partition("\n## Statements of the source documents\n")[2]
)
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in TABLE.splitlines()
    if re.match(r"\| [A-Z]+\d", line)
]
#: The preset of each document, by the letters of its numbers, and how many statements it has.
DOCUMENTS = {
    "S": ("bid_whist", 82),
    "C": ("cutthroat_4", 16),
    "W": ("whist", 41),
    "D": ("dummy", 31),
    "DD": ("double_dummy", 9),
}


def test_every_document_has_its_statements_in_order() -> None:
    numbers = [number for number, *_ in ROWS]
    assert numbers == [
        f"{mark}{number}" for mark, (_, count) in DOCUMENTS.items() for number in range(1, count + 1)
    ]


@pytest.mark.parametrize("row", [pytest.param(row, id=row[0]) for row in ROWS])
def test_a_statement_names_its_options_and_its_tests(row: list[str]) -> None:
    number, _, by, tests = row
    if by.startswith("not modelled: "):
        assert not tests and len(by.split()) > 5
        return
    named = re.findall(r"`(tests/\w+/test_\w+\.py)::(test_\w+)`", tests)
    assert named
    for path, name in named:
        assert f"\ndef {name}(" in (ROOT / path).read_text("utf-8"), f"{path}::{name}"
    usual = DOCUMENTS[number.rstrip("0123456789")][0]
    for clause in by.split("; "):
        kind = re.match("always|default|option|other reading", clause)
        assert kind, clause
        quoted = re.findall(r"`([^`]+)`", clause)
        settings = read_settings([each for each in quoted if "=" in each])
        presets = [each for each in quoted if "=" not in each]
        assert settings or kind[0] == "always"
        if kind[0] == "default":
            presets = presets or [usual]
        elif settings:  # it changes something
            assert Rules.preset(usual, **settings) != Rules.preset(usual)
        for preset in presets:
            rules = Rules.preset(preset)
            assert {name: getattr(rules, name) for name in settings} == settings
