"""Each reader of arguments with values that no argument is meant to have: a clear error, or none.

The values are of other libraries, broken, endless, or have methods that raise.
"""

import datetime
import decimal
import enum
import functools
import io
import itertools
import tracemalloc
from collections import UserDict, UserString, deque
from fractions import Fraction
from pathlib import PurePosixPath
from unittest import mock

import numpy as np
import pytest

import whistsolve as ws
from whistsolve import dealing, encoding, equity, inference, notation, rules
from whistsolve._internal.reading import read_integer, shown
from whistsolve.conditions import ConditionalDeals
from whistsolve.game import Auction, Play, read_call
from whistsolve.players import RandomPlayer

DEAL = "N:AK... QJ... T9... 87..."
TOY = ws.Rules.preset("bid_whist_seed", lowest_rank=13, hand_size=2, bid_base=0, min_bid=1, target=4)
#: What a message may quote at most of what was given, and what it says besides.
LONGEST_MESSAGE = 600
#: What a reader of several things may take at most before it says that they are too many.
MOST_READ = 200_000


class Own(Exception):
    """An exception of the caller's own objects."""


class ReadWithoutEnd(BaseException):
    """An endless iterator was read too far."""


def endless(item=1):
    yield from itertools.repeat(item, MOST_READ)
    raise ReadWithoutEnd


class Billion:
    """A sequence of a billion numbers, which notices when it is read whole."""

    def __len__(self):
        return 10**9

    def __iter__(self):
        return endless()

    def __getitem__(self, index):
        return range(10**9)[index]


class SuitOfOthers(enum.Enum):
    SPADES = "S"


def raises(*_, **__):
    raise Own("of the caller")


def raising(*methods, base=object, given=()):
    """An object some methods of which raise an exception of the caller's own."""
    body = dict.fromkeys(methods, raises)
    if "__eq__" in methods:
        body.setdefault("__hash__", base.__hash__)
    return type("Hostile" + methods[0].strip("_").title(), (base,), body)(*given)


def hostile():
    methods = """
        __eq__ __iter__ __repr__ __str__ __hash__ __index__ __len__ __bool__ __float__ __next__ __getitem__
        __contains__ __array__ __fspath__ __lt__ __format__ __arrow_c_stream__ __getattr__
    """
    kinds = [
        (object, (), methods),
        (str, ("SA",), "__eq__ __repr__ __str__ __hash__ __iter__ __len__ __getitem__"),
        (int, (1,), "__eq__ __repr__ __str__ __hash__ __index__ __lt__ __bool__"),
        (list, ([1, 2],), "__eq__ __repr__ __iter__ __len__ __getitem__"),
        (dict, ({"N": "SA"},), "__eq__ __repr__ __iter__ __len__ __getitem__"),
        (tuple, ((1, 2),), "__iter__ __getitem__"),
    ]
    return {
        f"{base.__name__}, {method} raises": functools.partial(raising, method, base=base, given=given)
        for base, given, names in kinds
        for method in names.split()
    } | {
        "all methods raise": lambda: raising(*methods.split()[:-1]),
        "iterator that raises later": lambda: (raises() if i else "SA" for i in range(2)),
    }


@functools.cache
def plain():
    """Values that can be used again."""
    import pandas
    import polars
    import pyarrow

    return (
        *(None, True, False, 0, -1, 10**18, 2**64, 1.5, -0.0, 1e300, 1j, Fraction(1), Fraction(10**50, 3)),
        *(float("nan"), float("inf"), -float("inf"), decimal.Decimal("1.5"), decimal.Decimal("sNaN")),
        *(b"N:A... K... Q... J...", bytearray(b"SA"), memoryview(b"SA"), "", "   ", "\udc80", "٣", "²"),
        *("A\ud800K...", "\x1b[2J\x00\x07\x08\x7f\x9b", "a\nb\rc\x0bd\x0ce\x85f\u2028g\u2029h"),
        *(
            "\u202eSA\u200b",
            "9" * 5000,
            "x" * 10**6,
            "A" * 10**6,
            " " * 10**6 + "x",
            "." * 10**6,
            "\n" * 10**6,
        ),
        *({"a": 1}, {}, {None: None, 1: None}, {"N": [["S", None]], "E": {}}, {1, 2}, frozenset({None}), ()),
        *([None, None], ["\x00", "\udc80"], [[1], [2, [3]]], [float("nan")] * 2, [b"SA", b"HK"], range(3)),
        *(Own, object(), ..., NotImplemented, ValueError("x"), slice(None), datetime.datetime(2020, 1, 1)),
        *(UserDict(N="SA"), UserString("SA"), deque(["SA", None]), PurePosixPath("x\x00y"), mock.Mock()),
        *(np.int8(1), np.uint64(1), np.float16(1), np.bool_(1), np.str_("SA"), np.bytes_(b"SA")),
        *(
            np.ma.masked,
            np.zeros(2, dtype=[("a", "i4"), ("b", "U2")]),
            10**5000,
            [-(10**5000)] * 2,
            Billion(),
        ),
        *(SuitOfOthers.SPADES, pandas.NA, pandas.NaT, pandas.Series([1, 2]), pandas.DataFrame({"a": [1, 2]})),
        *(pandas.Series(["SA", "HK"], index=[5, 7]), pandas.Categorical(["SA", None])),
        *(polars.Series([1, None]), polars.Series(["SA"]), polars.DataFrame({"a": [1]}), polars.col("a")),
        *(pyarrow.scalar("SA"), pyarrow.scalar(None), pyarrow.array([1, None]), pyarrow.table({"a": [1]})),
        *(pyarrow.chunked_array([[1], [2]]), [-(10**5000)] * 2),
        functools.reduce(lambda inner, _: [inner], range(5000), []),
        np.array([raising("__eq__", "__str__"), None], dtype=object),
    )


def list_of_itself():
    found = []
    found.append(found)
    return found


def wrong_values():
    """What makes each of them anew, since some can be read only once, by a name."""
    values = {f"{number}: {type(value).__name__}": value for number, value in enumerate(plain())}
    for shape in ((), (0,), (4,), (13,), (3, 5)):
        for kind in ("int64", "float64", "object", "U3"):
            values[f"array {kind} {shape}"] = np.ones(shape, dtype="int64").astype(kind)
    return {
        **{name: functools.partial(lambda value: value, value) for name, value in values.items()},
        **hostile(),
        "list of itself": list_of_itself,
        **{
            f"endless {item!r}": functools.partial(endless, item)
            for item in (0, 1, "SA", None, "hcp(N) > 3", [1, 2])
        },
        "endless inside": lambda: [endless(), endless()],
    }


def ends_call(done, total):
    """A progress that ends a call as soon as it begins its work, all arguments read."""
    raise Own


def playing():
    hand = ws.HandState.random(1, TOY)
    while hand.stage != "play":
        hand.push(next(iter(hand.legal_acts())))
    return hand


def knowledge(**given):
    return inference.Knowledge.of_hand("AK...", rules=TOY, seat="N", **given)


def bids(**given):
    given = {"hand": "AK...", "rules": TOY, "seat": 1, "dealer": 0, "samples": 1, **given}
    return ws.evaluate_bids(**given, progress=ends_call, threads=1, memory_mb=1)


def batch(**given):
    given = {"source": [DEAL], "output": io.BytesIO(), **given}
    return ws.run_batch(**given, strains=["S+"], threads=1)


def matches(**given):
    given = {"a": RandomPlayer(), **given}
    return ws.play_matches(**given, b=RandomPlayer(), rules=TOY, progress=ends_call, matches=1)


#: Calls, and arguments by name.
NAMED = [
    (functools.partial(ws.solve, DEAL, "S+", "N"), "played rules node_limit time_limit cancel"),
    (lambda **given: ws.table(DEAL, **{"strains": ["S+"], **given}), "strains threads memory_mb"),
    (functools.partial(ws.HandState.random, 1, TOY), "scores first_hand"),
    (bids, "calls samples tolerance discards equity knowledge"),
    (knowledge, "deck sizes"),
    (batch, "question"),
]
#: A call for each way to read an argument, by what is read; one call stands for all that read alike.
READERS = {
    "card": ws.Card.of,
    "card of an index": ws.Card.from_index,
    "suit": ws.Hand("AK.Q..").of_suit,
    "rank": ws.Strain.of("S+").height,
    "hand": ws.Hand.of,
    "cards": ws.Hand,
    "mask": ws.Hand.from_mask,
    "strain": ws.Strain.of,
    "contract": ws.Contract.from_text,
    "hands of a deal": ws.Deal,
    "deal": lambda value: ws.solve(value, "S+", "N"),
    "seat": lambda value: ws.Deal.from_text(DEAL)[value],
    "seed": ws.Deal.random,
    "count": lambda value: dealing.random_deals(value, 1),
    "known cards": lambda value: dealing.random_deals(1, 1, known={"N": value}),
    "array of deals": encoding.array_to_deals,
    "preset": ws.Rules.preset,
    "options": ws.Rules.from_dict,
    "value of an option": lambda value: ws.Rules.from_dict({"target": value}),
    "settings": rules.read_settings,
    "penalty": rules.Penalty.from_text,
    "deals": lambda value: ws.solve_many(value, ["S+"], progress=ends_call),
    "progress": lambda value: ws.solve_many([DEAL], ["S+"], progress=value),
    "condition": lambda value: ConditionalDeals(value, TOY),
    "player": lambda value: ws.HandState.random(1, TOY).view(value),
    "act": lambda value: playing().push(value),
    "card of an act": lambda value: playing().push(Play(value)),
    "call": read_call,
    "call of an auction": Auction.start(TOY, 0).after,
    "result": lambda value: ws.Match(TOY, seed=1).add(value),
    "scores of a match": lambda value: ws.Match(TOY, scores=value),
    "sides": ws.Session.of,
    "tricks": lambda value: ws.score_hand("4S+ by N", value, rules=ws.Rules.preset("bid_whist")),
    "honours": lambda value: ws.score_whist_hand((7, 6), rules=ws.Rules.preset("whist"), honours=value),
    "predicate": lambda value: inference.Layouts(knowledge().where(value)),
    "layout": lambda value: knowledge().allows(value),
    "points": lambda value: equity.HandOutcomes(value, np.array([1.0])),
    "player of a match": lambda value: matches(a=value),
    "path": lambda value: matches(save=value),
    "source": lambda value: batch(source=[value]),
    "output": lambda value: batch(output=value, overwrite=True),
    "ptn": notation.read_ptn,
    **{
        name: lambda value, call=call, name=name: call(**{name: value})
        for call, names in NAMED
        for name in names.split()
    },
}


def refused(call, value):
    """Whether a call refuses a value, with a message; other errors but those of the value pass through."""
    try:
        call(value)
    except ws.WhistError as error:
        message = str(error)
        assert 10 <= len(message) <= LONGEST_MESSAGE and message.isprintable(), ascii(message)
        return True
    except (Own, OSError):
        pass
    return False


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", READERS)
def test_wrong_values(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    values = wrong_values()
    found = {kind: refused(READERS[name], make()) for kind, make in values.items()}
    assert any(found.values())


def test_quoted_values_are_printable_and_short():
    unprintable = type("T", (), {"__repr__": lambda _: "\x9b\n" * 99})()
    for value in ("\x1b[2J\x07", "\udc80", "x" * 10**6, raising("__repr__"), unprintable):
        assert shown(value).isprintable() and len(shown(value)) < 100
        assert len(shown([[value] * 9] * 9)) <= 200
        with pytest.raises(ws.WhistError, match=r"number .* is wrong: expected a whole number$") as caught:
            read_integer(value, "number", ws.WhistError)
        assert str(caught.value).isprintable()
    assert shown(10**6000) == "a value of type int" and "HostileRepr" in shown(raising("__repr__"))


def test_of_many_bytes_no_more_is_quoted_than_is_shown():
    for kind in (bytes, bytearray):
        value = kind(b"a" * 1_000_000 + b"z")
        tracemalloc.start()
        try:
            text = shown(value)
            assert tracemalloc.get_traced_memory()[1] < 100_000
        finally:
            tracemalloc.stop()
        assert "aaa...aaa" in text and "z'" in text and len(text) <= 60


def test_exceptions_of_the_caller_pass_through():
    for call in (ws.Hand, ws.Deal, ws.Session.of, ws.solve_many):
        with pytest.raises(Own):
            call(raising("__iter__"))
