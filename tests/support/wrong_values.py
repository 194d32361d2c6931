"""Values of other libraries and hostile objects, put in the place of each argument of the public functions.

``python -m tests.support.wrong_values`` tries all of them and lists what broke; words after it choose calls
by their names.
"""

from __future__ import annotations

import itertools
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np

from whistsolve import WhistError

#: What a reader of several things may take at most before it says that they are too many.
MOST_READ = 200_000
#: What a message may quote at most of what was given, and what it says besides.
LONGEST_MESSAGE = 200 + 400


class Own(Exception):
    """An exception of the caller's own objects."""


class ReadWithoutEnd(BaseException):
    """An endless iterator was read too far."""


class TookTooLong(BaseException):
    """A call that has not ended."""


class Endless:
    """An iterator without end, which tells when it is read on and on."""

    def __init__(self, item: object = 1) -> None:
        self.item = item
        self.taken = 0

    def __iter__(self) -> Endless:
        return self

    def __next__(self) -> object:
        self.taken += 1
        if self.taken > MOST_READ:
            raise ReadWithoutEnd
        return self.item


class Billion:
    """A sequence of a billion numbers, which tells when it is read whole."""

    def __len__(self) -> int:
        return 10**9

    def __iter__(self) -> Iterator[int]:
        for number in range(10**9):
            if number > MOST_READ:
                raise ReadWithoutEnd
            yield number

    def __getitem__(self, index: object) -> object:
        return range(10**9)[index]  # type: ignore[index]


def _raises(*_: object, **__: object) -> Any:
    raise Own("of the caller")


def raising(*methods: str, base: type = object, arguments: tuple[object, ...] = ()) -> object:
    """An object some methods of which raise an exception of the caller's own."""
    body: dict[str, Any] = dict.fromkeys(methods, _raises)
    if "__eq__" in methods:
        body.setdefault("__hash__", base.__hash__)
    return type("Hostile" + methods[0].strip("_").title(), (base,), body)(*arguments)


def _arrays() -> dict[str, Callable[[], object]]:
    shapes: list[tuple[int, ...]] = [
        (),
        (0,),
        (1,),
        (2,),
        (4,),
        (13,),
        (0, 4),
        (1, 1),
        (2, 3),
        (3, 5),
        (2, 2, 2),
    ]
    kinds = ["int64", "uint64", "float64", "bool", "object", "U3", "S3", "datetime64[s]"]
    found: dict[str, Callable[[], object]] = {}
    for shape, kind in itertools.product(shapes, kinds):
        found[f"array {kind} {shape}"] = lambda s=shape, k=kind: np.ones(s, dtype="int64").astype(k)  # type: ignore[misc]
    found["array masked 0-d"] = lambda: np.ma.masked
    found["array masked"] = lambda: np.ma.array([1, 2], mask=[True, False])
    found["array of NaN"] = lambda: np.array([np.nan, 1])
    found["array structured"] = lambda: np.zeros(2, dtype=[("a", "i4"), ("b", "U2")])
    found["array of objects that raise"] = lambda: np.array(
        [raising("__eq__", "__str__"), None], dtype=object
    )
    for scalar in ("int8", "uint64", "float32", "bool_", "str_", "bytes_", "complex128", "void"):
        found[f"scalar {scalar}"] = lambda s=scalar: getattr(np, s)(1)  # type: ignore[misc]
    return found


def _frames() -> dict[str, Callable[[], object]]:
    import pandas

    return {
        "pandas NA": lambda: pandas.NA,
        "pandas NaT": lambda: pandas.NaT,
        "pandas Series": lambda: pandas.Series([1, 2]),
        "pandas Series empty": lambda: pandas.Series([], dtype=object),
        "pandas Series text": lambda: pandas.Series(["SA", "HK"], index=[5, 7]),
        "pandas Index": lambda: pandas.Index([1, 2]),
        "pandas frame": lambda: pandas.DataFrame({"a": [1, 2]}),
        "pandas frame empty": lambda: pandas.DataFrame(),
        "pandas Timestamp": lambda: pandas.Timestamp(0),
    }


_METHODS = (
    *("__eq__", "__iter__", "__repr__", "__str__", "__hash__", "__index__", "__len__", "__bool__", "__int__"),
    *("__float__", "__next__", "__getitem__", "__contains__", "__array__", "__fspath__", "__lt__"),
    *("__format__", "__arrow_c_stream__", "__reduce_ex__", "__getattr__"),
)


def _hostile() -> dict[str, Callable[[], object]]:
    def whole(method: str, base: type, *arguments: object) -> Callable[[], object]:
        return lambda: raising(method, base=base, arguments=arguments)

    found: dict[str, Callable[[], object]] = {f"{m} raises": whole(m, object) for m in _METHODS}
    for method in ("__eq__", "__repr__", "__str__", "__hash__", "__iter__", "__len__", "__getitem__"):
        found[f"text, {method} raises"] = whole(method, str, "SA")
    for method in ("__eq__", "__repr__", "__str__", "__hash__", "__index__", "__lt__", "__bool__"):
        found[f"number, {method} raises"] = whole(method, int, 1)
    for method in ("__eq__", "__repr__", "__iter__", "__len__", "__getitem__"):
        found[f"list, {method} raises"] = whole(method, list, [1, 2])
        found[f"dict, {method} raises"] = whole(method, dict, {"N": "SA"})
    found["everything raises"] = lambda: raising(*(m for m in _METHODS if m not in ("__getattr__",)))
    found["list of what raises"] = lambda: [raising("__eq__", "__repr__", "__str__", "__index__")] * 2
    found["iterator that raises later"] = lambda: (_raises() if i else "SA" for i in range(2))
    return found


def _plain() -> dict[str, Callable[[], object]]:
    many = 10**5000
    loop: list[object] = []
    loop.append(loop)
    deep: object = []
    for _ in range(5000):
        deep = [deep]
    return {
        "None": lambda: None,
        "True": lambda: True,
        "False": lambda: False,
        "0": lambda: 0,
        "-1": lambda: -1,
        "10**18": lambda: 10**18,
        "2**64": lambda: 2**64,
        "5000 digits": lambda: many,
        "-5000 digits": lambda: -many,
        "5000 digits in a list": lambda: [many, many],
        "5000 digits as text": lambda: "9" * 5000,
        "nan": lambda: float("nan"),
        "inf": lambda: float("inf"),
        "-inf": lambda: -float("inf"),
        "1.5": lambda: 1.5,
        "1e300": lambda: 1e300,
        "complex": lambda: 1j,
        "fraction": lambda: Fraction(10**5000, 3),
        "bytes": lambda: b"N:A... K... Q... J...",
        "bytearray": lambda: bytearray(b"SA"),
        "memoryview": lambda: memoryview(b"SA"),
        "empty text": lambda: "",
        "blank": lambda: "   ",
        "lone surrogate": lambda: "\udc80",
        "surrogate among cards": lambda: "A\ud800K...",
        "1 MB": lambda: "x" * 10**6,
        "1 MB of A": lambda: "A" * 10**6,
        "1 MB of blanks": lambda: " " * 10**6 + "x",
        "1 MB of points": lambda: "." * 10**6,
        "1 MB of lines": lambda: "\n" * 10**6,
        "controls": lambda: "\x1b[2J\x00\x07\x08\x7f\x9b",
        "lines": lambda: "a\nb\rc\x0bd\x0ce\x85f\u2028g\u2029h",
        "right to left": lambda: "\u202eSA\u200b",
        "digits of other scripts": lambda: "٣",
        "superscript": lambda: "²",
        "dict": lambda: {"a": 1},
        "dict of numbers": lambda: {0: 1, 1: 2},
        "empty dict": lambda: {},
        "set": lambda: {1, 2},
        "empty tuple": lambda: (),
        "list of None": lambda: [None, None],
        "list of texts": lambda: ["\x00", "\udc80"],
        "list of lists": lambda: [[1], [2, [3]]],
        "list of NaN": lambda: [float("nan")] * 2,
        "list of itself": lambda: loop,
        "deep list": lambda: deep,
        "range": lambda: range(3),
        "function of anything": lambda: lambda *_, **__: None,
        "class": lambda: Own,
        "object": object,
        "namespace": SimpleNamespace,
        "Ellipsis": lambda: ...,
        "NotImplemented": lambda: NotImplemented,
        "exception": lambda: ValueError("x"),
        "file": lambda: sys.__stdin__,
    }


def _long() -> dict[str, Callable[[], object]]:
    return {
        "endless numbers": Endless,
        "endless text": lambda: Endless("SA"),
        "endless None": lambda: Endless(None),
        "endless pairs": lambda: Endless(("a", "b")),
        "endless lists": lambda: Endless([1, 2]),
        "endless, different": lambda: (str(number) for number, _ in enumerate(Endless())),
        "endless inside": lambda: [Endless(), Endless()],
        "endless inside a pair": lambda: [("x", "y", Endless("z"))],
        "a billion": Billion,
    }


#: Those are read whole in C, where nothing counts what is taken: after the others.
BOUNDLESS: dict[str, Callable[[], object]] = {
    "itertools.count": itertools.count,
    "itertools.repeat": lambda: itertools.repeat("SA"),
    "range(10**9)": lambda: range(10**9),
}


def wrong_values() -> dict[str, Callable[[], object]]:
    """Functions that make them, by kind; made anew each time, for some can be read only once."""
    return {**_plain(), **_hostile(), **_long(), **_arrays(), **_frames()}


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
    """What came of a call with one wrong argument: ``accepted``, ``refused``, ``own``, or what broke."""

    target: str
    argument: str
    value: str
    kind: str
    message: str = ""

    @property
    def is_broken(self) -> bool:
        return self.kind not in ("accepted", "refused", "own")


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


def tried(
    tested: Target, argument: str, value: str, make: Callable[[], object], seconds: float = 5
) -> Outcome:
    """What comes of a call with one of its arguments replaced."""
    given = {
        name: valid.make() if isinstance(valid, Fresh) else valid for name, valid in tested.valid.items()
    }
    function = tested.function()
    given[argument] = make()
    kind, message = "accepted", ""
    try:
        with ends_within(seconds):
            function(**given)
    except WhistError as error:
        message = str(error)
        kind = message_fault(message) or "refused"
    except (Own, *tested.errors):
        kind = "own"
    except (ReadWithoutEnd, TookTooLong) as error:
        kind = type(error).__name__
    except Exception as error:
        kind = type(error).__name__
        with suppress(Exception):
            message = str(error)
    return Outcome(tested.name, argument, value, kind, message[:300])


def outcomes(
    targets: list[Target], values: dict[str, Callable[[], object]], seconds: float = 5
) -> Iterator[Outcome]:
    """What comes of each value in the place of each argument."""
    for each in targets:
        for argument, (value, make) in itertools.product(each.valid, values.items()):
            yield tried(each, argument, value, make, seconds)


def _main(words: list[str]) -> int:
    from tests.support.wrong_targets import parts

    every = [each for part in parts().values() for each in part()]
    chosen = [each for each in every if not words or any(word in each.name for word in words)]
    counts: Counter[str] = Counter()
    for outcome in outcomes(chosen, wrong_values(), 3):
        counts[outcome.kind] += 1
        if outcome.is_broken:
            where = f"{outcome.target}({outcome.argument}={outcome.value})"
            print(f"{outcome.kind}: {where}: {outcome.message!a}", flush=True)
    print(dict(counts))
    return int(not set(counts) <= {"accepted", "refused", "own"})


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
