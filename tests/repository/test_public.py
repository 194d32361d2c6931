"""What is public: the contract, its documentation, the examples in docstrings, and ending calls early."""

import contextlib
import doctest
import importlib
import inspect
import itertools
import pkgutil
import re
import typing

import pytest

import whistsolve as ws

CONTRACT = (
    "Card", "Hand", "Deal", "Strain", "Contract", "Rules", "solve", "solve_cards", "table", "solve_many",
    "WhistError", "analyse_play",
)  # fmt: skip


def test_what_is_public_is_documented():
    """Every class and function, and the public methods and properties of the classes."""
    things = {name: getattr(ws, name) for name in ws.__all__}
    for name, thing in [*things.items()]:
        if inspect.isclass(thing) and thing.__module__.startswith("whistsolve"):
            members = {member: value for member, value in vars(thing).items() if not member.startswith("_")}
            things |= {f"{name}.{member}": value for member, value in members.items()}
    kinds = (type, property, classmethod)
    things = {
        name: thing for name, thing in things.items() if inspect.isroutine(thing) or isinstance(thing, kinds)
    }
    for name, thing in things.items():
        text = (vars(thing).get("__doc__") if inspect.isclass(thing) else thing.__doc__) or ""
        summary = text.strip().split("\n\n")[0]
        # What dataclasses write where nothing is written is no documentation.
        assert len(summary.split()) >= 2 and not text.startswith(f"{name}("), name
        assert summary.rstrip().endswith((".", ":")), name


def test_public_functions_document_parameters_results_and_errors():
    assert set(CONTRACT) <= set(ws.__all__)
    for function in filter(inspect.isfunction, (getattr(ws, name) for name in CONTRACT)):
        text = inspect.getdoc(function) or ""
        if "Parameters and errors are those of" not in text:
            named = re.findall(r"^([\w*]+(?:, [\w*]+)*) : ", text, re.MULTILINE)
            missing = set(inspect.signature(function).parameters) - set(", ".join(named).split(", "))
            assert missing <= {"cancel", "progress"}  # one meaning everywhere, which `Cancellation` documents
            assert "Raises\n------" in text, function
        assert "Returns\n-------" in text, function


def types_in_signatures():
    """Classes of the package that public functions, methods and properties take or return."""
    found = set()
    todo = [getattr(ws, name) for name in ws.__all__]
    while todo:
        thing = todo.pop()
        members = vars(thing).items() if inspect.isclass(thing) else [("function", thing)]
        for each in (value for key, value in members if key == "__init__" or key[0] != "_"):
            function = getattr(each, "fget", None) or inspect.unwrap(getattr(each, "__func__", each))
            with contextlib.suppress(NameError, TypeError):  # no function, or types for checkers alone
                hints = typing.get_type_hints(function, localns={"Rules": ws.Rules}).values()
                for kind in itertools.chain.from_iterable(map(classes, hints)):
                    if re.match(r"whistsolve\..*\.[A-Z]", f"{kind.__module__}.{kind.__name__}"):
                        todo += {kind} - found
                        found.add(kind)
    return found


def classes(hint):
    """The classes in a type hint."""
    if isinstance(hint, type):
        yield hint
    for part in (typing.get_origin(hint), *typing.get_args(hint)):
        for each in part if isinstance(part, list) else [part]:
            yield from classes(each) if each is not None else ()


def test_types_of_public_signatures_are_offered_by_one_package():
    packages = [importlib.import_module(name) for name in modules() if name.count(".") == 1]
    offered = [getattr(each, name) for each in packages for name in getattr(each, "__all__", ())]
    found = types_in_signatures()
    assert len(found) > 80
    assert not [kind for kind in found if sum(kind is each for each in offered) != 1]


def modules():
    """Every Python module of the package but private ones and the command, which runs at import."""
    names = [found.name for found in pkgutil.walk_packages(ws.__path__, "whistsolve.")]
    return ["whistsolve", *(name for name in names if not name.rpartition(".")[2].startswith("_"))]


def test_examples_in_docstrings():
    results = [doctest.testmod(importlib.import_module(name)) for name in modules()]
    assert sum(result.failed for result in results) == 0
    assert sum(result.attempted for result in results) >= 30


def cancellable():
    """The public functions, classes and methods with a parameter ``cancel``, wherever they are public."""
    loaded = map(importlib.import_module, modules())
    things = [getattr(module, name) for module in loaded for name in getattr(module, "__all__", ())]
    classes_of_all = [thing for thing in things if inspect.isclass(thing)]
    things += [each for kind in classes_of_all for key, each in vars(kind).items() if key[0] != "_"]
    for each in {id(thing): thing for thing in things if callable(thing)}.values():
        if getattr(each, "__module__", "").startswith("whistsolve") and not hasattr(each, "_is_protocol"):
            with contextlib.suppress(ValueError):
                parameters = inspect.signature(each).parameters
                if "cancel" in parameters:
                    yield each, parameters


def test_a_cancelled_call_does_not_begin():
    known = {"deal": "N:AK... QJ... T9... 87... | .A2...", "strain": "S+", "declarer": "N"}
    cancelled, called = ws.Cancellation(), set()
    cancelled.cancel()
    for call, parameters in cancellable():
        cancel = parameters["cancel"]
        assert (cancel.kind, cancel.default) == (cancel.KEYWORD_ONLY, None), call
        given = [each for each in parameters.values() if each.kind < each.KEYWORD_ONLY]
        required = [known.get(each.name) for each in given if each.default is each.empty]
        with pytest.raises(ws.Stopped, match="cancelled before it began"):
            call(*required, cancel=cancelled)
        called.add(call)
    assert len(called) > 20
