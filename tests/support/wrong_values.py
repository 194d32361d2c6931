"""Values of other libraries and hostile objects, put in the place of arguments by `wrong_calls`."""

from __future__ import annotations

import datetime
import decimal
import enum
import itertools
import math
import sys
import types
import uuid
import weakref
from collections import OrderedDict, UserDict, UserString, defaultdict, deque
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import PurePosixPath
from types import SimpleNamespace
from typing import Any
from unittest import mock

import numpy as np

#: What a reader of several things may take at most before it says that they are too many.
MOST_READ = 200_000


class Own(Exception):
    """An exception of the caller's own objects."""


class ReadWithoutEnd(BaseException):
    """An endless iterator was read too far."""


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
    scalars = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32")
    for scalar in (*scalars, "float64", "longdouble", "bool_", "str_", "bytes_", "complex128", "void"):
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


class _Colour(enum.Enum):
    RED = "S"


class _Number(enum.IntEnum):
    ONE = 1


class _Referred:
    """An object that a weak reference may refer to."""


_KEPT = _Referred()


@types.coroutine
def _coroutine() -> Iterator[None]:
    """A generator that passes for a coroutine, and does not complain that nobody awaits it."""
    yield


def lying(claimed: type) -> object:
    """An object that says that it is of another class."""
    return type("Claiming", (), {"__class__": property(lambda _: claimed)})()


def _uncommon() -> dict[str, Callable[[], object]]:
    """Of the standard library."""
    found: dict[str, Callable[[], object]] = {
        "Decimal": lambda: decimal.Decimal("1.5"),
        "Decimal 1": lambda: decimal.Decimal(1),
        "Decimal sNaN": lambda: decimal.Decimal("sNaN"),
        "-0.0": lambda: -0.0,
        "Fraction 1": lambda: Fraction(1),
        "datetime": lambda: datetime.datetime(2020, 1, 1),
        "timedelta": lambda: datetime.timedelta(1),
        "enum member": lambda: _Colour.RED,
        "number of an enum": lambda: _Number.ONE,
        "coroutine": _coroutine,
        "module": lambda: math,
        "uuid": lambda: uuid.UUID(int=1),
        "path": lambda: PurePosixPath("x\x00y"),
        "weak proxy": lambda: weakref.proxy(_KEPT),
        "dead weak proxy": lambda: weakref.proxy(_Referred()),
        "mock of anything": mock.MagicMock,
        "mock": mock.Mock,
        "mock of a text": lambda: mock.MagicMock(spec=str),
        "defaultdict": lambda: defaultdict(list),
        "ordered dict": lambda: OrderedDict(N=1),
        "user dict": lambda: UserDict(N="SA"),
        "user text": lambda: UserString("SA"),
        "deque": lambda: deque(["SA", None]),
        "frozenset": lambda: frozenset({None}),
        "bytes in a list": lambda: [b"SA", b"HK"],
        "slice": lambda: slice(None),
        "dict with None": lambda: {None: None, 1: None},
        "dict of lists": lambda: {"N": [["S", None]], "E": {}},
        "mapping that raises": lambda: type("Raising", (UserDict,), {"__getitem__": _raises})({"N": "SA"}),
        "text, methods give nothing": lambda: type("Odd", (str,), dict.fromkeys(_TEXT_METHODS, _nothing))(
            "SA"
        ),
        "text, methods raise": lambda: type("Odd", (str,), dict.fromkeys(_TEXT_METHODS, _raises))("SA"),
        "number, methods give nothing": lambda: type(
            "Odd",
            (int,),
            dict.fromkeys(("__index__", "__int__", "__add__", "__lt__", "bit_length"), _nothing),
        )(1),
        "pair that raises": lambda: raising("__iter__", "__getitem__", base=tuple, arguments=((1, 2),)),
    }
    for claimed in (str, int, bool, float, list, tuple, dict, np.ndarray):
        found[f"says it is {claimed.__name__}"] = lambda c=claimed: lying(c)  # type: ignore[misc]
    return found


_TEXT_METHODS = ("strip", "split", "upper", "isascii", "isprintable", "replace", "encode", "lower", "isdigit")


_NUMBER_METHODS = ("__index__", "__int__", "__add__", "__lt__", "bit_length")


def _odd(base: type, methods: tuple[str, ...], method: Callable[..., object]) -> type:
    return type("Odd", (base,), dict.fromkeys(methods, method))


def _nothing(*_: object, **__: object) -> None:
    return None


def _of_arrow_and_polars() -> dict[str, Callable[[], object]]:
    import pandas
    import polars
    import pyarrow

    return {
        "arrow scalar": lambda: pyarrow.scalar(1),
        "arrow text": lambda: pyarrow.scalar("SA"),
        "arrow null": lambda: pyarrow.scalar(None),
        "arrow array": lambda: pyarrow.array([1, None]),
        "arrow texts": lambda: pyarrow.array(["SA", None]),
        "arrow chunks": lambda: pyarrow.chunked_array([[1], [2]]),
        "arrow table": lambda: pyarrow.table({"a": [1]}),
        "polars Series": lambda: polars.Series([1, None]),
        "polars texts": lambda: polars.Series(["SA"]),
        "polars frame": lambda: polars.DataFrame({"a": [1]}),
        "polars expression": lambda: polars.col("a"),
        "pandas Categorical": lambda: pandas.Categorical(["SA", None]),
        "pandas Int64": lambda: pandas.array([1, None], dtype="Int64"),
        "pandas Period": lambda: pandas.Period("2020"),
        "pandas Interval": lambda: pandas.Interval(0, 1),
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
    return {
        **{**_plain(), **_uncommon(), **_hostile(), **_long()},
        **{**_arrays(), **_frames(), **_of_arrow_and_polars()},
    }
