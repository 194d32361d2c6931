"""JSON Schemas of what commands print and what arena and bots say, made from the code that says it.

The names of fields are read off the dicts in the code, their types are those that mypy finds: nothing is
written a second time. ``python -m tests.support.schemas`` writes docs/schemas, ``--check`` compares.
"""

import ast
import json
import sys
from pathlib import Path

from mypy import types as t
from tests.support.schemas.code import Code
from tests.support.schemas.forms import record, scalar, union
from tests.support.schemas.functions import Function

import whistsolve as ws
from whistsolve.runs.questions import BID_COLUMNS, QUESTIONS

FOLDER = Path(__file__).resolve().parents[3] / "docs" / "schemas"
#: Modules of commands, with the command that a function of theirs prints for if it is none itself.
MODULES = {"solving": "", "hands": "", "score": "", "checking": "", "discard": "discard", "bid": "bid"}
MODULES |= {"puzzle": "puzzle", "deal": "deal", "arena": "arena", "dialogue": "play", "board": "board"}
ARENA, BOT = ("players.external", "players.arena", "players.contest"), "cli.engine"
TITLES = {"commands": "What each command prints with --json", "messages": "What arena and bots say, by type"}
#: What bots may leave out of their messages.
_OPTIONAL = ("name", "agreements")
#: Functions that are given a dict to print, or what has one as its ``as_dict``, with the argument's place.
_DICTS = {"print_answer": 1, "print_json": 0, "Answer": 0, "dumps": 0}
_ASKED = {"print_found": 2, "print_report": 1}
_COLUMNS = {"string": "string", "int64": "integer", "double": "number", "bool": "boolean"}
_DRAFT = "https://json-schema.org/draft/2020-12/schema"


def commands(code):
    """The schema of a line that each command prints."""
    found = {}
    for module, own in MODULES.items():
        name = f"whistsolve.cli.{module}"
        for top in code.module(name)[0].body:
            for function in [each for each in ast.walk(top) if isinstance(each, ast.FunctionDef)]:
                command = top.name.replace("_", "-") if getattr(top, "decorator_list", []) else own
                scope = Function(code, name, function)
                calls = [each for each in ast.walk(function) if isinstance(each, ast.Call)]
                for call in calls:
                    called = ast.unparse(call.func).split(".")[-1]
                    if called in _DICTS and call.args:
                        found.setdefault(command, []).append(scope.of(call.args[_DICTS[called]]))
                    elif called in _ASKED:
                        kind = t.get_proper_type(scope.type(call.args[_ASKED[called]]))
                        for each in t.flatten_nested_unions([kind]):
                            each = t.get_proper_type(each)
                            answer = each.ret_type if isinstance(each, t.CallableType) else each.args[0]
                            found.setdefault(command, []).append(code.of_type(answer))
    found["batch"] = [of_columns(each.schema) for each in QUESTIONS.values()]
    return {
        name: union(*(each for each in several if each != record({})))
        for name, several in sorted(found.items())
    }


def of_columns(columns):
    """The schema of a row of a batch by the types of its columns in Parquet."""

    def of_column(kind):
        if kind.startswith("list<"):
            return {"type": "array", "items": of_column(kind[5:-1])}
        if kind == "bid":
            return record({name: of_column(each) for name, each in BID_COLUMNS.items()})
        return scalar(_COLUMNS[kind], "null")

    return record({name: of_column(kind) for name, kind in columns.items()})


def messages(code):
    """The schemas of messages by their types: those that the arena says, then those of bots."""
    found = {"info": record({"type": {"const": "info"}}, more=True)}
    for module in (*ARENA, BOT):
        for function in ast.walk(code.module(f"whistsolve.{module}")[0]):
            if isinstance(function, ast.FunctionDef):
                scope = Function(code, f"whistsolve.{module}", function)
                for each in ast.walk(function):
                    if isinstance(each, ast.Call) and each.keywords and each.keywords[0].arg == "type":
                        keys = [word.arg and ast.Constant(word.arg) for word in each.keywords]
                        each = ast.Dict(keys, [word.value for word in each.keywords])
                    first = each.keys[0] if isinstance(each, ast.Dict) and each.keys else None
                    if isinstance(first, ast.Constant) and first.value == "type":
                        kind = each.values[0].value
                        said = scope.of_dict(each)["properties"] | {"type": {"const": kind}}
                        # The arena ignores what it does not know.
                        found[kind] = record(said, _OPTIONAL, True) if module == BOT else record(said)
    return found


def documents():
    """The files by name, with the first lines that say what they are."""
    code = Code([f"whistsolve.{each}" for each in (*(f"cli.{each}" for each in MODULES), *ARENA, BOT)])
    found = {}
    for name, make in (("commands", commands), ("messages", messages)):
        code.defs = {}
        made = make(code)
        title = f"{TITLES[name]}, whistsolve {ws.__version__}"
        found[name] = {"$schema": _DRAFT, "title": title, "$defs": {**code.defs, **made}}
    return found


def main():
    """Write the files, or fail where they differ from the code."""
    for name, found in documents().items():
        path, text = FOLDER / f"{name}.json", json.dumps(found, indent=1) + "\n"
        if "--check" not in sys.argv:
            path.write_text(text, "utf-8")
        elif path.read_text("utf-8") != text:
            sys.exit(f"{path.name} is not of this code: python -m tests.support.schemas writes it anew")


if __name__ == "__main__":
    main()
