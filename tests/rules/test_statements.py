"""The table of statements in docs/rules.md: its tests exist, and its options are what it says."""

import re
from pathlib import Path

from whistsolve.rules import Rules, read_settings

ROOT = Path(__file__).resolve().parents[2]
#: The preset of each document, by the letters of its numbers, and how many statements it has.
DOCUMENTS = {
    "S": ("bid_whist", 82),
    "C": ("cutthroat_4", 16),
    "W": ("whist", 41),
    "D": ("dummy", 31),
    "DD": ("double_dummy", 9),
}


def test_every_statement_is_there_and_names_its_options_and_its_tests():
    text = (ROOT / "docs" / "rules.md").read_text("utf-8")
    table = text.partition("\n## Statements of the source documents\n")[2].splitlines()
    rows = [line.strip("|").split("|") for line in table if re.match(r"\| [A-Z]+\d", line)]
    numbers = [f"{mark}{number}" for mark, (_, most) in DOCUMENTS.items() for number in range(1, most + 1)]
    assert [number.strip() for number, *_ in rows] == numbers
    for number, _, by, tests in ([cell.strip() for cell in row] for row in rows):
        if by.startswith("not modelled: "):
            assert not tests and len(by.split()) > 5, number
        else:
            check_tests(number, tests)
            check_options(number, by)


def check_tests(number, tests):
    named = re.findall(r"`(tests/\w+/test_\w+\.py)::(test_\w+)`", tests)
    assert named, number
    for path, name in named:
        assert f"\ndef {name}(" in (ROOT / path).read_text("utf-8"), f"{number}: {path}::{name}"


def check_options(number, by):
    usual = DOCUMENTS[number.rstrip("0123456789")][0]
    for clause in by.split("; "):
        kind = re.match("always|default|option|other reading", clause)
        assert kind, (number, clause)
        quoted = re.findall(r"`([^`]+)`", clause)
        settings = read_settings([each for each in quoted if "=" in each])
        presets = [each for each in quoted if "=" not in each]
        assert settings or kind[0] == "always", number
        if kind[0] == "default":
            presets = presets or [usual]
        elif settings:  # it changes something
            assert Rules.preset(usual, **settings) != Rules.preset(usual), number
        for preset in presets:
            rules = Rules.preset(preset)
            assert {name: getattr(rules, name) for name in settings} == settings, number
