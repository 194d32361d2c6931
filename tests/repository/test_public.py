"""What is public: the contract, its documentation, and the examples in docstrings."""

from __future__ import annotations

import doctest
import importlib
import importlib.metadata
import inspect
import pkgutil
import re

import pytest

import whistsolve as ws

CONTRACT = (
    "Card", "Hand", "Deal", "Strain", "Contract", "Rules", "solve", "solve_cards", "table", "solve_many",
    "WhistError", "analyse_play",
)  # fmt: skip


def test_the_contract_is_public() -> None:
    assert set(CONTRACT) <= set(ws.__all__)
    assert len(set(ws.__all__)) == len(ws.__all__)
    for name in ws.__all__:
        assert hasattr(ws, name), name


def callables() -> list[tuple[str, object]]:
    """Every public class and function, and the public methods and properties of the classes."""
    found: list[tuple[str, object]] = []
    for name in ws.__all__:
        thing = getattr(ws, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            found.append((name, thing))
        if inspect.isclass(thing) and thing.__module__.startswith("whistsolve"):
            found += [
                (f"{name}.{member}", value)
                for member, value in vars(thing).items()
                if not member.startswith("_")
                and (inspect.isroutine(value) or isinstance(value, (property, classmethod, staticmethod)))
            ]
    return found


@pytest.mark.parametrize(("name", "thing"), [pytest.param(n, t, id=n) for n, t in callables()])
def test_what_is_public_is_documented(name: str, thing: object) -> None:
    said = vars(thing).get("__doc__") if inspect.isclass(thing) else thing.__doc__
    assert said, name
    # What dataclasses write where nothing is written is no documentation.
    assert not said.startswith(f"{name}("), name
    summary = said.strip().split("\n\n")[0]
    assert len(summary.split()) >= 2 and summary.rstrip().endswith((".", ":")), said


@pytest.mark.parametrize("name", [n for n in CONTRACT if inspect.isfunction(getattr(ws, n))])
def test_public_functions_say_what_they_take_give_and_raise(name: str) -> None:
    function = getattr(ws, name)
    said = inspect.getdoc(function) or ""
    if "Parameters and errors are those of" not in said:
        for parameter in inspect.signature(function).parameters:
            assert re.search(rf"^{parameter} : ", said, re.MULTILINE), parameter
        assert "Raises\n------" in said
    assert "Returns\n-------" in said


def test_every_error_is_a_whist_error_and_that_a_value_error() -> None:
    errors = [getattr(ws, name) for name in ws.__all__ if name.endswith("Error") or name == "SolveStopped"]
    assert len(errors) >= 11
    assert all(issubclass(error, ws.WhistError) for error in errors)
    assert issubclass(ws.WhistError, ValueError)


def importable() -> list[str]:
    """Every Python module of the installed package but the command that runs at import."""
    names = [found.name for found in pkgutil.walk_packages(ws.__path__, "whistsolve.")]
    return ["whistsolve", *(name for name in names if not name.rpartition(".")[2].startswith("_"))]


@pytest.mark.parametrize("name", importable())
def test_examples_in_docstrings(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def test_there_are_examples_in_docstrings() -> None:
    finder = doctest.DocTestFinder()
    found = [
        test.name
        for name in importable()
        for test in finder.find(importlib.import_module(name))
        if test.examples
    ]
    assert len(found) >= 10
