"""The table of statements in docs/rules.md: what each names exists, and its options are what it says."""

from __future__ import annotations

import ast
import functools
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from whistsolve.errors import RulesError
from whistsolve.rules import Rules, read_settings

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "rules.md").read_text("utf-8")
TABLE = PAGE.partition("\n## Statements of the source documents\n")[2]
#: For each document, by the letters of its numbers: the preset, and how many statements it has at least.
DOCUMENTS = {
    "S": ("bid_whist", 81),
    "C": ("cutthroat_4", 16),
    "W": ("whist", 41),
    "D": ("dummy", 31),
    "DD": ("double_dummy", 9),
}
KINDS = ("always", "default", "option", "other reading")


@dataclass(frozen=True)
class Row:
    """A row of the table; `by` says how the library has it, `tests` are as pytest names them."""

    mark: str
    number: int
    statement: str
    by: str
    tests: tuple[str, ...]

    @property
    def preset(self) -> str:
        return DOCUMENTS[self.mark][0]

    def __str__(self) -> str:
        return f"{self.mark}{self.number}"


def read_row(line: str) -> Row:
    number, statement, by, tests = (cell.strip() for cell in line.strip("|").split("|"))
    found = re.fullmatch(r"([A-Z]+)(\d+)", number)
    assert found is not None, number
    return Row(found[1], int(found[2]), statement, by, tuple(re.findall(r"`([^`]+)`", tests)))


ROWS = [read_row(line) for line in TABLE.splitlines() if re.match(r"\| [A-Z]+\d", line)]


def problems(row: Row) -> list[str]:
    """What is wrong with a row."""
    if row.by.startswith("not modelled: "):
        short = len(row.by.split()) < 6
        return ["a reason is missing"] * short + ["a test of what is not there"] * bool(row.tests)
    found = [f"there is no test {test}" for test in row.tests if not text_of_test(test)]
    if not row.tests:
        found.append("no test")
    for clause in row.by.split("; "):
        kind = next((kind for kind in KINDS if clause.startswith(kind)), None)
        found += ["it says neither how nor why not"] if kind is None else problems_of(row, kind, clause)
    return found


def problems_of(row: Row, kind: str, clause: str) -> list[str]:
    """What is wrong with the options that a clause names."""
    quoted = re.findall(r"`([^`]+)`", clause)
    presets = [each for each in quoted if "=" not in each]
    settings = [each for each in quoted if "=" in each]
    if not settings:
        return [] if kind == "always" else [f"{kind} without option=value"]
    usual = Rules.preset(row.preset)
    try:
        values = read_settings(settings)
        for name in values:
            usual.default_of(name)
        given = usual if kind == "default" else Rules.preset(row.preset, **values)
    except RulesError as error:
        return [str(error)]
    named = presets or [row.preset] if kind == "default" else presets
    found = [
        f"{name} is not so in {preset}"
        for preset in named
        for name, value in values.items()
        if getattr(Rules.preset(preset), name) != value
    ]
    if kind in ("option", "other reading"):
        changed = [name for name in values if getattr(given, name) != getattr(usual, name)]
        shown = " ".join(map(text_of_test, row.tests))
        found += [f"no test of it has {name}" for name in changed if not re.search(rf"\b{name}\b", shown)]
        found += [f"{kind} that changes nothing"] * (not changed)
    return found


# ------------------------------------------------------------------------------------------------- the tests


@functools.cache
def definitions(path: str) -> dict[str, str]:
    """The source of every function and constant at the top level of a module, decorators included."""
    file = ROOT / path
    if not file.is_file():
        return {}
    source = file.read_text("utf-8")
    found = {}
    for node in ast.parse(source).body:
        names = [node.name] if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else []
        if isinstance(node, ast.Assign):
            names = [each.id for each in node.targets if isinstance(each, ast.Name)]
        first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", []))])
        for name in names:
            found[name] = "\n".join(source.splitlines()[first - 1 : node.end_lineno])
    return found


def text_of_test(test: str) -> str:
    """The source of a test, with the functions and constants of its module that it names; "" without one."""
    path, _, name = test.partition("::")
    known = definitions(path)
    if not re.fullmatch(r"tests/\w+/test_\w+\.py", path) or not name.startswith("test_") or name not in known:
        return ""
    seen, left = {name}, [name]
    while left:
        more = set(re.findall(r"\w+", known[left.pop()])) & set(known) - seen
        seen |= more
        left += more
    return "\n".join(known[each] for each in sorted(seen))


# ------------------------------------------------------------------------------------------------- the table


@pytest.mark.parametrize("mark", DOCUMENTS)
def test_every_document_has_its_statements_in_order(mark: str) -> None:
    preset, count = DOCUMENTS[mark]
    numbers = [row.number for row in ROWS if row.mark == mark]
    assert numbers == list(range(1, len(numbers) + 1)) and len(numbers) >= count
    section = re.search(rf"^### .*: `{preset}`$(.*?)(?=^### |\Z)", TABLE, re.MULTILINE | re.DOTALL)
    assert section is not None and len(re.findall(r"^\| [A-Z]+\d", section[1], re.MULTILINE)) == len(numbers)
    assert f"\n| {mark}1 |" in section[1] and preset in Rules.preset_names()


def test_no_statement_stands_twice() -> None:
    for mark in DOCUMENTS:
        statements = [row.statement for row in ROWS if row.mark == mark]
        assert len(set(statements)) == len(statements)
    assert {row.mark for row in ROWS} == set(DOCUMENTS)


@pytest.mark.parametrize("row", [pytest.param(row, id=str(row)) for row in ROWS])
def test_a_statement_names_its_options_and_its_tests(row: Row) -> None:
    assert not problems(row)


def test_few_statements_are_not_modelled() -> None:
    assert len([row for row in ROWS if row.by.startswith("not modelled")]) <= 8


TEST = "`tests/game/test_worked_rows.py::test_t17_the_second_missed_bid_loses_the_game`"


@pytest.mark.parametrize(
    ("by", "tests", "problem"),
    [
        ("always", "", "no test"),
        ("always", TEST.replace("t17", "t99"), "there is no test"),
        ("always", TEST.replace("test_t17", "t17"), "there is no test"),
        ("always", TEST.replace("game/", "games/"), "there is no test"),
        ("sometimes", TEST, "neither how nor why not"),
        ("default", TEST, "without option=value"),
        ("default `min_bid=4`", TEST, "min_bid is not so in bid_whist"),
        ("default `min_bid=4` in `cutthroat_5`", TEST, "min_bid is not so in cutthroat_5"),
        ("default `lies_limit=none`; option `lies_limit=7000`", TEST, "lies_limit 7000 is wrong"),
        ("default `minbid=3`", TEST, "no option 'minbid'"),
        ("option `honours=true`", TEST, "honours True is wrong: it matters only"),
        ("option `lies_limit=none`", TEST, "changes nothing"),
        ("option `nt_multiplier=2`", TEST, "no test of it has nt_multiplier"),
        ("option `lies_limit=2`, as in `bid_whist_common`", TEST, "lies_limit is not so in bid_whist_common"),
        ("not modelled: why", "", "a reason is missing"),
        ("not modelled: for a reason that is told", TEST, "a test of what is not there"),
    ],
)
def test_a_wrong_row_is_seen(by: str, tests: str, problem: str) -> None:
    found = problems(read_row(f"| S1 | Words. | {by} | {tests} |"))
    assert any(problem in each for each in found), found


@pytest.mark.parametrize(
    "by",
    [
        "always",
        "default `min_bid=3`",
        "option `lies_limit=2`",
        "default `kitty_size=4` in `cutthroat_5`",
        "default `lies_limit=none`; other reading `lies_limit=2`, as in `bid_whist_no_kitty`",
    ],
)
def test_a_right_row_is_let_through(by: str) -> None:
    assert not problems(read_row(f"| S1 | Words. | {by} | {TEST} |"))
