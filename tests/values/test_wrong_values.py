"""Wrong values in the place of each argument of the public functions: clear errors, promptly, or none."""

from __future__ import annotations

import itertools
import tracemalloc
from pathlib import Path

import pytest
from tests.support.public_callables import NOT_TRIED, public_callables
from tests.support.wrong_calls import Outcome, Target, outcomes, tried
from tests.support.wrong_targets import parts
from tests.support.wrong_values import BOUNDLESS, Own, raising, wrong_values

import whistsolve as ws
from whistsolve.values.reading import read_integer, shown

#: One value in so many is tried by default, others for each argument.
EVERY = 24


def broken(found: list[Outcome]) -> list[Outcome]:
    return [outcome for outcome in found if outcome.is_broken]


def sample(targets: list[Target], number: int) -> list[Outcome]:
    values = list(wrong_values().items())
    questions = [(target, argument) for target in targets for argument in target.valid]
    return [
        tried(target, argument, name, make, 60)
        for start, (target, argument) in enumerate(questions, number)
        for name, make in values[start % EVERY :: EVERY]
    ]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("part", sorted(parts()))
def test_a_sample_of_wrong_values(part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = sample(parts()[part](), len(part))
    assert broken(found) == [], "\n".join(map(str, broken(found)))
    assert {"refused", "accepted"} <= {outcome.kind for outcome in found}


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("part", sorted(parts()))
def test_all_wrong_values(part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    values = wrong_values() | BOUNDLESS
    assert broken(list(outcomes(parts()[part](), values, 120))) == []


def test_every_argument_of_every_public_callable_is_tried() -> None:
    """All but those for which there is a reason, and each reason is still needed."""
    tried_arguments: dict[str, set[str]] = {}
    for each in itertools.chain.from_iterable(part() for part in parts().values()):
        tried_arguments.setdefault(each.name.partition(" ")[0], set()).update(each.valid)
    public = public_callables()
    left_out = {name for names in NOT_TRIED.values() for name in names}
    assert len(public) > 300
    assert left_out.isdisjoint(tried_arguments)
    missing = {name: arguments - tried_arguments.get(name, set()) for name, arguments in public.items()}
    assert {name: each for name, each in missing.items() if each and name not in left_out} == {}


def test_what_breaks_is_seen() -> None:
    """The generator itself: each kind of outcome."""

    def outcome(function: object, value: object) -> str:
        target = Target("function", lambda: function, {"given": None})  # type: ignore[return-value,arg-type]
        return tried(target, "given", "value", lambda: value).kind

    def refuses(given: object) -> None:
        raise ws.WhistError(str(given))

    assert outcome(lambda given: given, 1) == "accepted"
    assert outcome(refuses, "given is wrong: expected something else") == "refused"
    assert outcome(refuses, "expected something else") == "unnamed argument"
    assert outcome(refuses, "\x1b[2J is wrong") == "unprintable message"
    assert outcome(refuses, "x" * 1000) == "long message"
    assert outcome(lambda given: list(given), 7) == "TypeError"
    assert outcome(lambda given: list(given), raising("__iter__")) == "own"
    assert outcome(list, itertools.repeat(1, 3)) == "TypeError"  # list() takes no argument called given


@pytest.mark.parametrize(
    "value",
    ["\x1b[2J\x07", "\udc80", raising("__repr__"), type("T", (), {"__repr__": lambda _: "\x9b\n" * 99})()],
)
def test_quoted_values_are_printable_and_short(value: object) -> None:
    assert shown(value).isprintable()
    assert len(shown([[value] * 9] * 9)) <= 200
    with pytest.raises(ws.WhistError, match=r"number .* is wrong") as caught:
        read_integer(value, "number", ws.WhistError)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("kind", [bytes, bytearray])
def test_of_many_bytes_no_more_is_quoted_than_is_shown(kind: type) -> None:
    value = kind(b"a" * 1_000_000 + b"z")
    tracemalloc.start()
    try:
        text = shown(value)
        assert tracemalloc.get_traced_memory()[1] < 100_000
    finally:
        tracemalloc.stop()
    assert "aaa...aaa" in text and "z'" in text and len(text) <= 60


def test_exceptions_of_the_caller_pass_through() -> None:
    for call in (
        lambda: ws.Hand(raising("__iter__")),
        lambda: ws.Deal(raising("__iter__")),
        lambda: ws.Session.of(raising("__iter__")),
        lambda: ws.solve_many(raising("__iter__")),
    ):
        with pytest.raises(Own):
            call()


def test_endless_iterators_are_refused() -> None:
    for call in (
        lambda: ws.Session.of(map(str, itertools.count())),
        lambda: ws.Match(scores=itertools.repeat(0)),
        lambda: ws.HandState.random(1, scores=itertools.count()),
        lambda: ws.ConditionalDeals(itertools.repeat("hcp(N) > 3")),
    ):
        with pytest.raises(ws.WhistError):
            call()
