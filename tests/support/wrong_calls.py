"""Calls of the public functions with wrong values in the place of their arguments.

``python -m tests.support.wrong_calls`` tries each value in the place of each argument, then, drawn from
``--seed``, ``--drawn`` calls with two wrong arguments at once and with wrong values inside containers, and
lists what broke. Words after it choose calls by their names.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import re
import signal
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
from tests.support.wrong_values import Own, ReadWithoutEnd, wrong_values
from tests.support.wrong_words import names_argument

from whistsolve import WhistError

#: What a message may quote at most of what was given, and what it says besides.
LONGEST_MESSAGE = 200 + 400
#: Of the memory of a process that tries calls, so that one read without end is seen and harms nothing.
_MOST_BYTES = 8 << 30

Make = Callable[[], object]


class TookTooLong(BaseException):
    """A call that has not ended."""


@dataclass(frozen=True)
class Target:
    """A public function, and valid values for all of its arguments.

    ``function`` and the values that are `Fresh` are made anew for each call. ``errors`` are those that its
    documentation names besides `WhistError`, such as ``OSError`` where it takes a path.
    """

    name: str
    function: Callable[[], Callable[..., object]]
    valid: dict[str, object]
    errors: tuple[type[Exception], ...] = ()


def target(
    name: str, function: Callable[..., object], /, errors: tuple[type[Exception], ...] = (), **valid: object
) -> Target:
    """A function that keeps nothing."""
    return Target(name, lambda: function, valid, errors)


def target_method(name: str, make: Callable[[], object], /, **valid: object) -> Target:
    """A method, whose name is the last word, of an object made anew for each call."""
    return Target(name, lambda: getattr(make(), name.rpartition(".")[2]), valid)


@dataclass(frozen=True)
class Fresh:
    """What makes a value that a call may change."""

    make: Callable[[], object]


@dataclass(frozen=True)
class Outcome:
    """What came of a call with wrong arguments: ``accepted``, ``refused``, ``own``, or what broke."""

    target: str
    argument: str
    value: str
    kind: str
    message: str = ""

    @property
    def is_broken(self) -> bool:
        return self.kind not in ("accepted", "refused", "own")

    def __str__(self) -> str:
        return f"{self.kind}: {self.target}({self.argument}={self.value}): {self.message!a}"


@contextmanager
def ends_within(seconds: float) -> Iterator[None]:
    """Raises `TookTooLong` in a block that takes longer, where there are such signals."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(number: int, frame: object) -> None:
        raise TookTooLong

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def message_fault(message: str) -> str:
    """What is wrong with the message of an error, or nothing."""
    if len(message) > LONGEST_MESSAGE:
        return "long message"
    if not message.isprintable():
        return "unprintable message"
    return "" if len(message) >= 10 else "short message"


def tried(tested: Target, argument: str, value: str, make: Make, seconds: float = 5) -> Outcome:
    """What comes of a call with one of its arguments replaced."""
    outcome = tried_all(tested, {argument: (value, make)}, seconds)
    if outcome.kind == "refused" and not names_argument(outcome.message, argument):
        return Outcome(tested.name, argument, value, "unnamed argument", outcome.message)
    return outcome


def tried_all(tested: Target, wrong: Mapping[str, tuple[str, Make]], seconds: float = 5) -> Outcome:
    """What comes of a call with some of its arguments replaced."""
    given = {
        name: valid.make() if isinstance(valid, Fresh) else valid for name, valid in tested.valid.items()
    }
    function = tested.function()
    given |= {argument: make() for argument, (_, make) in wrong.items()}
    kind, message = "accepted", ""
    try:
        with ends_within(seconds):
            function(**given)
    except WhistError as error:
        message = str(error)
        kind = message_fault(message) or "refused"
    except (Own, ReferenceError, *tested.errors):  # a dead weak reference raises what it raises to anyone
        kind = "own"
    except (AttributeError, TypeError, ValueError) as error:
        # An object that says it is of a class is taken for one, and raises for what it lacks.
        kind = "own" if _claims_a_class(wrong) else type(error).__name__
        message = str(error)
    except (ReadWithoutEnd, TookTooLong) as error:
        kind = type(error).__name__
    except Exception as error:
        kind = type(error).__name__
        with suppress(Exception):
            message = str(error)
    values = "; ".join(value for value, _ in wrong.values())
    return Outcome(tested.name, ", ".join(wrong), values, kind, message[:300])


def _claims_a_class(wrong: Mapping[str, tuple[str, Make]]) -> bool:
    return any(
        value.startswith(("says it is", "mock", "text, methods", "number, methods"))
        for value, _ in wrong.values()
    )


def outcomes(targets: list[Target], values: dict[str, Make], seconds: float = 5) -> Iterator[Outcome]:
    """What comes of each value in the place of each argument."""
    for each in targets:
        for argument, (value, make) in itertools.product(each.valid, values.items()):
            yield tried(each, argument, value, make, seconds)


def drawn_outcomes(
    targets: list[Target], values: dict[str, Make], seed: int, count: int, seconds: float = 5
) -> Iterator[Outcome]:
    """What comes of calls drawn at random: one or two wrong arguments, inside containers or not."""
    rng = random.Random(seed)
    names = list(values)
    able = [each for each in targets if each.valid]
    for _ in range(count):
        each = rng.choice(able)
        chosen = rng.sample(list(each.valid), min(len(each.valid), rng.choice((1, 2))))
        wrong = {}
        for argument in chosen:
            name = rng.choice(names)
            nesting = rng.choice(list(NESTINGS))
            valid = each.valid[argument]
            made = valid.make() if isinstance(valid, Fresh) else valid
            wrong[argument] = (f"{name} {nesting}", nested(NESTINGS[nesting], values[name], made))
        yield tried_all(each, wrong, seconds)


def nested(nesting: Callable[[Any, Any], object], make: Make, valid: object) -> Make:
    """What makes a wrong value inside a container; the value itself, where it cannot be put there."""

    def made() -> object:
        value = make()
        try:
            return nesting(value, valid)
        except Exception:  # a key that has no hash, a valid value without items
            return value

    return made


def _in_place_of_one(value: object, valid: Any) -> object:
    """A wrong item among valid ones."""
    if isinstance(valid, dict):
        return dict(valid) | {next(iter(valid)): value}
    if isinstance(valid, np.ndarray):
        array = valid.astype(object)
        array.flat[0] = value
        return array
    items = list(valid)
    return (tuple if isinstance(valid, tuple) else list)([*items[:-1], value])


def _as_key(value: Any, valid: Any) -> object:
    some = next(iter(valid.values())) if isinstance(valid, dict) and valid else "SA"
    return {value: some}


#: How a wrong value is put inside a container, by a word for it.
NESTINGS: dict[str, Callable[[Any, Any], object]] = {
    "alone": lambda value, valid: value,
    "in a list": lambda value, valid: [value],
    "twice in a tuple": lambda value, valid: (value, value),
    "after the valid one": lambda value, valid: [valid, value],
    "among valid ones": _in_place_of_one,
    "as a value": lambda value, valid: {"N": value},
    "as a key": _as_key,
    "in a generator": lambda value, valid: (each for each in (value,)),
    "in pairs": lambda value, valid: [("N", value), (value, "N")],
    "in lists of lists": lambda value, valid: [[value] * 4] * 4,
}


def _main(words: list[str]) -> int:
    from tests.support.wrong_targets import parts

    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", help="patterns in the part and name of calls")
    parser.add_argument("--seed", type=int, default=1, help="of the calls drawn")
    parser.add_argument("--drawn", type=int, default=20_000, help="calls drawn, after those of each value")
    parser.add_argument("--only-drawn", action="store_true", help="leave out those of each value")
    parser.add_argument("--seconds", type=float, default=5, help="that a call may take")
    given = parser.parse_args(words)
    _limit_memory()
    warnings.simplefilter("ignore")
    os.chdir(tempfile.mkdtemp())
    every = [(part, each) for part, make in parts().items() for each in make()]
    chosen = [
        each
        for part, each in every
        if not given.names or any(re.search(word, f"{part} {each.name}") for word in given.names)
    ]
    values = wrong_values()
    drawn = drawn_outcomes(chosen, values, given.seed, given.drawn, given.seconds)
    each = iter(()) if given.only_drawn else outcomes(chosen, values, given.seconds)
    counts: Counter[str] = Counter()
    for outcome in itertools.chain(each, drawn):
        counts[outcome.kind] += 1
        if outcome.is_broken:
            print(outcome, flush=True)
    print(f"{sum(counts.values())} calls of {len(chosen)} functions, seed {given.seed}: {dict(counts)}")
    return int(not set(counts) <= {"accepted", "refused", "own"})


def _limit_memory() -> None:
    with suppress(ImportError):  # not on every platform
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MOST_BYTES, _MOST_BYTES))


if __name__ == "__main__":
    # The classes of this module as the lists of calls import them, not those of ``__main__``.
    from tests.support import wrong_calls

    sys.exit(wrong_calls._main(sys.argv[1:]))
