"""Values that no argument is meant to have: of other types, broken, endless, with methods that raise."""

import datetime
import decimal
import functools
from collections import UserDict, UserString, deque
from fractions import Fraction
from pathlib import PurePosixPath
from unittest import mock

import numpy as np

#: What a reader of several things may take at most before it says that they are too many.
MOST_READ = 200_000


class Own(Exception):
    """An exception of the caller's own objects."""


class ReadWithoutEnd(BaseException):
    """An endless iterator was read too far."""


class Endless:
    """An iterator without end, which counts what is taken."""

    def __init__(self, item=1):
        self.item = item
        self.taken = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.taken += 1
        if self.taken > MOST_READ:
            raise ReadWithoutEnd
        return self.item


class Billion:
    """A sequence of a billion numbers, which notices when it is read whole."""

    def __len__(self):
        return 10**9

    def __iter__(self):
        for number in range(10**9):
            if number > MOST_READ:
                raise ReadWithoutEnd
            yield number

    def __getitem__(self, index):
        return range(10**9)[index]


def raising(method):
    """An object one method of which raises an exception of the caller's own."""

    def raises(*_):
        raise Own("of the caller")

    return type("Hostile", (), {method: raises})()


def _deep():
    found = []
    for _ in range(5000):
        found = [found]
    return found


def _loop():
    found = []
    found.append(found)
    return found


@functools.cache
def _plain():
    """Values that can be used again."""
    import pandas

    return (
        *(None, True, False, 0, -1, 10**18, 2**64, 1.5, -0.0, 1e300, 1j, Fraction(1), Fraction(10**50, 3)),
        *(float("nan"), float("inf"), -float("inf"), decimal.Decimal("1.5"), decimal.Decimal("sNaN")),
        *(b"N:A... K... Q... J...", bytearray(b"SA"), memoryview(b"SA"), "", "   ", "\udc80", "٣", "²"),
        *(
            "A\ud800K...",
            "\x1b[2J\x00\x07\x08\x7f\x9b",
            "a\nb\rc\x0bd\x0ce\x85f\u2028g\u2029h",
            "\u202eSA\u200b",
        ),
        *({"a": 1}, {}, {None: None, 1: None}, {"N": [["S", None]], "E": {}}, {1, 2}, frozenset({None}), ()),
        *([None, None], ["\x00", "\udc80"], [[1], [2, [3]]], [float("nan")] * 2, [b"SA", b"HK"], range(3)),
        *(Own, object(), ..., NotImplemented, ValueError("x"), slice(None), datetime.datetime(2020, 1, 1)),
        *(UserDict(N="SA"), UserString("SA"), deque(["SA", None]), PurePosixPath("x\x00y"), mock.Mock()),
        *(np.int8(1), np.uint64(1), np.float16(1), np.bool_(1), np.str_("SA"), np.bytes_(b"SA")),
        np.ma.masked,
        *(pandas.NA, pandas.NaT, pandas.Series([1, 2]), pandas.DataFrame({"a": [1, 2]})),
    )


def wrong_values():
    """What makes each of them anew, since some can be read only once, by a name."""
    found = {
        f"{number}: {type(value).__name__}": lambda value=value: value
        for number, value in enumerate(_plain())
    }
    for shape in ((), (0,), (4,), (13,), (3, 5)):
        for kind in ("int64", "float64", "object", "U3"):
            found[f"array {kind} {shape}"] = lambda s=shape, k=kind: np.ones(s, dtype="int64").astype(k)
    return {
        **found,
        **{
            f"{method} raises": lambda method=method: raising(method)
            for method in ("__eq__", "__iter__", "__repr__", "__str__", "__index__", "__len__", "__array__")
        },
        "5000 digits": lambda: 10**5000,
        "-5000 digits in a list": lambda: [-(10**5000)] * 2,
        "5000 digits as text": lambda: "9" * 5000,
        "1 MB": lambda: "x" * 10**6,
        "1 MB of A": lambda: "A" * 10**6,
        "1 MB of blanks": lambda: " " * 10**6 + "x",
        "1 MB of points": lambda: "." * 10**6,
        "1 MB of lines": lambda: "\n" * 10**6,
        "list of itself": _loop,
        "deep list": _deep,
        "array structured": lambda: np.zeros(2, dtype=[("a", "i4"), ("b", "U2")]),
        "endless numbers": Endless,
        "endless text": lambda: Endless("SA"),
        "endless None": lambda: Endless(None),
        "endless lists": lambda: Endless([1, 2]),
        "endless inside": lambda: [Endless(), Endless()],
        "a billion": Billion,
    }
