"""Whatever is wrong with a call is a WhistError that says so; nothing else gets out, and nothing crashes."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import whistsolve as ws
from whistsolve.solving import exchange_jokers, legal_cards, perft

DEAL = "N:AK.Q.. QJ.2.. T9.J.. 87.3.."
WITH_JOKERS = "N:A.4...B Q.2...L T9.J.. 87.3.."
TO_EXCHANGE = "N:AK....B QJ..2. T9....L 87..3. | ..4567."


class Silent:
    """Something whose text cannot be had."""

    def __repr__(self) -> str:
        raise RuntimeError("no text")


#: Values of types that no argument of any call has, or that stand for nothing.
NOTHING_OF_THE_KIND: dict[str, Any] = {
    "a float": 1.5,
    "infinity": math.inf,
    "not a number": math.nan,
    "NumPy's not a number": np.float64("nan"),
    "a fraction": Fraction(1, 2),
    "bytes": b"N:A K Q J",
    "a bool": True,
    "an object": object(),
    "an object without text": Silent(),
    "a class": object,
    "a complex number": 1j,
    "a huge number": 10**5000,
    "a number below zero": -1,
    "text that is nothing": "nonsense",
    "text with a null": "N\0",
    "text beyond Unicode": "\ud800",
    "digits of another script": "²",
    "long text": "N:" + "A" * 100_000,
    "a list in a list": [[[]]],
    "an array without axes": np.array(1.5),
}


def call(name: str, value: Any) -> object:
    """The call with the value in one place and everything else right."""
    calls: dict[str, Callable[[], object]] = {
        "deal of solve": lambda: ws.solve(value, "S+", "N"),
        "deal of solve_cards": lambda: ws.solve_cards(value, "S+", "N"),
        "deal of table": lambda: ws.table(value),
        "deal of exchange_jokers": lambda: exchange_jokers(value, "N"),
        "strain": lambda: ws.solve(DEAL, value, "N"),
        "leader": lambda: ws.solve(DEAL, "S+", value),
        "leader of legal_cards": lambda: legal_cards(DEAL, "S+", value),
        "declarer": lambda: ws.solve(DEAL, "S+", "N", declarer=value),
        "played": lambda: ws.solve(DEAL, "S+", "N", played=value),
        "card of played": lambda: ws.solve(DEAL, "S+", "N", played=["SA", value]),
        "card of played of legal_cards": lambda: legal_cards(DEAL, "S+", "N", played=[value]),
        "rules of solve": lambda: ws.solve(DEAL, "S+", "N", rules=value),
        "rules of table": lambda: ws.table(DEAL, rules=value),
        "rules of solve_many": lambda: ws.solve_many([DEAL], rules=value),
        "rules of exchange_jokers": lambda: exchange_jokers(TO_EXCHANGE, "E", rules=value),
        "strains of table": lambda: ws.table(DEAL, strains=value),
        "strain of table": lambda: ws.table(DEAL, strains=["S+", value]),
        "strains of solve_many": lambda: ws.solve_many([DEAL], value),
        "deals": lambda: ws.solve_many(value),
        "deal of deals": lambda: ws.solve_many([DEAL, value]),
        "threads of table": lambda: ws.table(DEAL, threads=value),
        "threads of solve_many": lambda: ws.solve_many([DEAL], threads=value),
        "memory_mb of Solver": lambda: ws.Solver(memory_mb=value),
        "memory_mb of solve_many": lambda: ws.solve_many([DEAL], memory_mb=value),
        "depth": lambda: perft(DEAL, "S+", "N", depth=value),
        "cell of a table": lambda: ws.table(DEAL, strains=["S+"])[value],
        "leader of a cell": lambda: ws.table(DEAL, strains=["S+"])[value, "S+"],
        "strain of a cell": lambda: ws.table(DEAL, strains=["S+"])["N", value],
        "declarer of exchange_jokers": lambda: exchange_jokers(TO_EXCHANGE, value),
        "picks of exchange_jokers": lambda: exchange_jokers(TO_EXCHANGE, "E", picks=value),
        "pick of exchange_jokers": lambda: exchange_jokers(TO_EXCHANGE, "E", picks=["D4", value]),
    }
    return calls[name]() if name else calls


RANK_ORDER = list(call("", None))  # type: ignore[call-overload]
#: Where None stands for a default.
OPTIONAL = ("declarer", "rules", "threads", "depth", "picks of", "strains of")


def said(error: ws.WhistError) -> str:
    """The message: words on one line, and not too many of them."""
    message = str(error)
    assert 20 <= len(message) < 500 and "\n" not in message, message
    assert re.search("expected|wrong|is no |cannot|has |holds|there (is|are)|more than", message), message
    return message


@pytest.mark.parametrize("what", NOTHING_OF_THE_KIND)
@pytest.mark.parametrize("place", RANK_ORDER)
def test_nothing_of_the_kind(place: str, what: str) -> None:
    with pytest.raises(ws.WhistError) as caught:
        call(place, NOTHING_OF_THE_KIND[what])
    assert said(caught.value)


@pytest.mark.parametrize("place", [place for place in RANK_ORDER if not place.startswith(OPTIONAL)])
def test_none_where_something_is_needed(place: str) -> None:
    with pytest.raises(ws.WhistError) as caught:
        call(place, None)
    assert said(caught.value)


@pytest.mark.parametrize("progress", [1, "print", b"", 1.5, [], object()])
def test_progress_that_cannot_be_called(progress: Any) -> None:
    with pytest.raises(ws.WhistError, match=r"^progress .* expected a function of two numbers$"):
        ws.solve_many([DEAL], progress=progress)


@pytest.mark.parametrize("seed", [1.5, "1", b"1", True, [], math.nan])
def test_seeds_of_an_exchange_are_whole_numbers(seed: Any) -> None:
    with pytest.raises(ws.WhistError, match=r"^seed .* expected a whole number$"):
        exchange_jokers(TO_EXCHANGE, "E", seed=seed)


@pytest.mark.parametrize(
    ("name", "values", "range_of_it"),
    [
        ("threads", (0, -1, 257, 10**30, "2", 1.0, True, math.nan), "from 1 to 256"),
        ("memory_mb", (0, -1, 65537, 10**30, "2", 1.0, True, None, math.nan), "from 1 to 65536"),
    ],
)
def test_numbers_out_of_range(name: str, values: tuple[Any, ...], range_of_it: str) -> None:
    for value in values:
        with pytest.raises(ws.WhistError, match=rf"^{name} .* expected a whole number {range_of_it}$"):
            ws.solve_many([DEAL], ["S+"], **{name: value})
        if name == "threads":
            with pytest.raises(ws.WhistError, match=r"^threads "):
                ws.table(DEAL, threads=value)
        else:
            with pytest.raises(ws.WhistError, match=r"^memory_mb "):
                ws.Solver(memory_mb=value)


def test_numbers_of_other_integer_types_are_numbers() -> None:
    assert ws.solve(DEAL, "NT+", np.int8(0), declarer=np.uint64(2)).tricks == 3
    assert ws.solve_many([DEAL], ["NT+"], threads=np.int64(2), memory_mb=np.uint16(1))[0, 0, 0] == 3


# ------------------------------------------------------------------------------------------------------ deals

DEALS = {
    "a card twice": ("N:AK Q2 A3 J4", "SA is in the hand of N and in the hand of S"),
    "a card in hand and kitty": ("N:A K Q J | A", "SA is in the hand of N and in the kitty"),
    "a card twice in a hand": ("N:AA K2 Q3 J4", "the hand of N: .* names SA twice"),
    "unequal hands": ("N:AK Q2 3 J4", "the hand of S has 1 card and the hand of N has 2"),
    "a hand without cards": ("N:A K ... J", "the hand of S has 0 cards: expected 1 to 16"),
    "seventeen cards": (
        "0:AKQJT98765432.AKQJ.. ..AKQJT98765432.AKQJ",
        "the hand of seat 0 has 17 cards: expected 1 to 16",
    ),
    "one hand": ("0:A", "1 hand"),
    "seven hands": ("0:A K Q J T 9 8", "7 hands"),
    "no seat": ("A K Q J", "no ':'"),
    "a letter with three hands": ("N:A K Q", "with 3 hands"),
    "a rank that is none": ("N:1 K Q J", "'1' among the spades"),
    "a sixth field": ("N:A..... K Q J", "6 parts"),
    "nothing": ("", "no ':'"),
}


@pytest.mark.parametrize("name", DEALS)
def test_hands_that_make_no_deal(name: str) -> None:
    text, words = DEALS[name]
    calls: list[Callable[[], object]] = [
        lambda: ws.solve(text, "S+", 0),
        lambda: ws.solve_cards(text, "S+", 0),
        lambda: ws.table(text),
        lambda: ws.solve_many([text]),
        lambda: exchange_jokers(text, 0),
    ]
    for each in calls:
        with pytest.raises(ws.DealError, match=words):
            each()


@pytest.mark.parametrize(
    ("deals", "words"),
    [
        (np.zeros((2, 4), dtype=np.uint64), "deal 0 of the array .* 0 cards"),
        (np.array([[1, 2, 4, 8], [1, 2, 4, 1]], dtype=np.uint64), "deal 1 of the array .* C2 is in"),
        (np.array([[1, 2, 4, 24]], dtype=np.uint64), "deal 0 of the array .* 2 cards"),
        (np.array([[1, 2, 4, 1 << 54]], dtype=np.uint64), "deal 0 of the array .* hand mask"),
        (np.array([[2**17 - 1, (2**17 - 1) << 17]], dtype=np.uint64), "deal 0 .* 17 cards"),
        (np.zeros((2, 7), dtype=np.uint64), "7 columns"),
        (np.zeros((2, 1), dtype=np.uint64), "1 columns"),
        (np.zeros(4, dtype=np.uint64), "1 axes"),
        (np.zeros((1, 4), dtype=np.int64), "int64"),
        (np.zeros((1, 4)), "float64"),
        (np.array([["N:A K Q J"]]), "dtype"),
    ],
)
def test_arrays_that_are_no_deals(deals: Any, words: str) -> None:
    with pytest.raises(ws.DealError, match=words):
        ws.solve_many(deals, ["S+"])


@pytest.mark.parametrize(
    ("strains", "words"),
    [
        ([], "there are no strains"),
        ((), "there are no strains"),
        ("S+", "strains 'S\\+' are wrong: expected several"),
        (ws.Strain("S"), "expected several"),
        (["S+", "NT-", "S↑"], "strain S\\+ is given twice"),
        (["S+", "S"], "strain 'S' is wrong"),
        (["X+"], "strain 'X\\+' is wrong"),
        (["NT"], "strain 'NT' is wrong"),
        ([None], "strain None is wrong"),
        (5, "strains 5 are wrong"),
    ],
)
def test_strains_that_make_no_columns(strains: Any, words: str) -> None:
    with pytest.raises(ws.StrainError, match=words):
        ws.table(DEAL, strains=strains)
    with pytest.raises(ws.StrainError, match=words):
        ws.solve_many([DEAL], strains)
    with pytest.raises(ws.StrainError, match=words):
        ws.solve_many([], strains)


@pytest.mark.parametrize(
    "seat", ["X", "NE", "", "4", 4, -1, "-1", True, None, 0.0, b"N", np.float64(0), (0,)]
)
def test_seats_that_are_none(seat: Any) -> None:
    with pytest.raises(
        ws.SeatError, match=r"^leader .* no seat: expected N, E, S or W, or a number from 0 to 3$"
    ):
        ws.solve(DEAL, "S+", seat)
    if seat is not None:
        with pytest.raises(ws.SeatError, match=r"^declarer .* no seat: expected"):
            ws.solve(DEAL, "S+", "N", declarer=seat)


@pytest.mark.parametrize("seat", ["N", "S", 3, "3"])
def test_seats_that_three_hands_do_not_have(seat: Any) -> None:
    with pytest.raises(ws.SeatError, match=r"^leader .* expected a number from 0 to 2$"):
        ws.solve("0:A K Q", "S+", seat)


def test_cells_that_a_table_does_not_have() -> None:
    table = ws.table(DEAL, strains=["S+", "NT-"])
    assert table["N", "S+"] == table[0, ws.Strain("S")]
    with pytest.raises(ws.StrainError, match=r"^strain H\+ is not in the table: expected one of S\+, NT-$"):
        table["N", "H+"]
    with pytest.raises(ws.SeatError, match=r"^leader 4 is no seat"):
        table[4, "S+"]
    for cell in ("N", 0, ("N",), ("N", "S+", 1), slice(None), None):
        with pytest.raises(ws.WhistError, match=r"expected a leader and a strain, as in table\['N', 'S\+'\]"):
            table[cell]  # type: ignore[index]


# ----------------------------------------------------------------------------------------------- cards played


def rules(**options: str) -> ws.Rules:
    size = {"hand_size": None} if options.get("joker_no_trump") == "removed" else {}
    return ws.Rules.preset("bid_whist_seed", **options, **size)


NAMES = {"joker_lead_no_trump": "leader_names_suit"}
ALONE = {"joker_lead_no_trump": "forbidden_unless_only_jokers"}
VOID = "N:A.4...B Q..2..L T9.J.. 87.3.."
ILLEGAL: dict[str, tuple[str, str, str, dict[str, str], str]] = {
    "not held": (DEAL, "NT+", "SQ", {}, "card 1 .*, SQ by N, .* N does not hold it"),
    "in nobody's hand": (DEAL, "NT+", "SA CQ", {}, "card 2 .*, CQ by E, .* E does not hold it"),
    "already played": (DEAL, "NT+", "SA SQ ST S8 SA", {}, "card 5 .*, SA by N, .* N does not hold it"),
    "of the hand after": (DEAL, "NT+", "SA SQ S8", {}, "card 3 .*, S8 by S, .* S does not hold it"),
    "of who does not lead": (DEAL, "NT+", "HQ H2 HJ H3 SQ", {}, "card 5 .*, SQ by N, .* N does not hold it"),
    "a revoke": (DEAL, "NT+", "SA H2", {}, "card 2 .*, H2 by E, .* E holds cards of the suit led"),
    "a revoke of trumps": (
        "N:A2 .AK K3 Q4", "H+", "SA HA SK H2", {}, "card 4 .*, H2 by W, .* W does not hold it",
    ),
    "a revoke with a joker in hand": (
        "N:A2... 34... 5....B 67...", "S+", "SA S3 CA", {}, "card 3 .*, CA by S, .* does not hold it",
    ),
    "a trump kept back by its joker": (
        "N:A2... 34... .5...B 67...", "S+", "SA S3 H5", {}, "card 3 .*, H5 by S, .* S holds .* the suit led",
    ),
    "a joker kept by who must throw it": (
        VOID, "NT+", "H4 D2", {}, "card 2 .*, D2 by E, .* E cannot follow and holds a joker",
    ),
    "a joker thrown by who can follow": (
        WITH_JOKERS, "NT+", "H4 LJ", {}, "card 2 .*, LJ by E, .* E holds cards of the suit led",
    ),
    "a joker led that may not be": (
        WITH_JOKERS, "NT+", "BJ", ALONE, "card 1 .*, BJ by N, .* N holds other cards",
    ),
    "a joker laid aside, led": (
        WITH_JOKERS, "NT+", "BJ", {"joker_no_trump": "removed"}, "card 1 .*, BJ by N, .* N holds other cards",
    ),
    "a joker without the suit it must name": (
        WITH_JOKERS, "NT+", "BJ", NAMES, "card 1 .*, BJ by N, .* names the suit; expected for example 'BJ:H'",
    ),
    "a joker that need not name a suit": (
        WITH_JOKERS, "NT+", "BJ:H", {}, "card 1 .*, BJ by N, .* only a led joker names a suit",
    ),
    "a joker that names a suit as a trump": (
        WITH_JOKERS, "S+", "BJ:S", NAMES, "card 1 .*, BJ by N, .* only a led joker names a suit",
    ),
    "a suited card that names a suit": (
        WITH_JOKERS, "NT+", "SA:S", NAMES, "card 1 .*, SA by N, .* only a led joker names a suit",
    ),
    "a thrown joker that names a suit": (
        VOID, "NT+", "H4 LJ:H", NAMES, "card 2 .*, LJ by E, .* only a led joker names a suit",
    ),
    "a suit that is none": (WITH_JOKERS, "NT+", "BJ:X", NAMES, "card 1 .* cannot be read: suit 'X' is wrong"),
    "the suit of no-trump": (WITH_JOKERS, "NT+", "BJ:NT", NAMES, "card 1 .* cannot be read: suit 'NT'"),
    "a suit that is missing": (WITH_JOKERS, "NT+", "BJ:", NAMES, "card 1 .* cannot be read: suit ''"),
    "a card that is none": (DEAL, "NT+", "SA S1", {}, "card 2 .* cannot be read: 'S1' is no card"),
    "its rank first": (DEAL, "NT+", "AS", {}, "card 1 .* write the suit first: SA"),
    "a card too many": (
        DEAL, "NT+", "SA SQ ST S8 SK SJ S9 S7 HQ H2 HJ H3 SA", {}, "more than 12 cards were played",
    ),
    "a card after the jokers that are laid aside": (
        "0:A....B 2....L", "NT+", "SA S2 BJ", {"joker_no_trump": "removed"}, "every card has been played",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ILLEGAL)
def test_cards_that_could_not_be_played(name: str) -> None:
    deal, strain, played, options, words = ILLEGAL[name]
    asked: dict[str, Any] = {"played": played.split(), "rules": rules(**options)}
    calls: list[Callable[[], object]] = [
        lambda: ws.solve(deal, strain, 0, **asked),
        lambda: ws.solve_cards(deal, strain, 0, **asked),
        lambda: legal_cards(deal, strain, 0, **asked),
        lambda: perft(deal, strain, 0, **asked),
    ]
    for each in calls:
        with pytest.raises(ws.PlayError, match=words) as caught:
            each()
        assert said(caught.value)
        assert caught.value.__cause__ is None
        assert caught.value.__context__ is None or caught.value.__suppress_context__


def test_plays_without_an_end_are_not_read_to_the_end() -> None:
    with pytest.raises(ws.PlayError, match="more than 12 cards were played"):
        ws.solve(DEAL, "S+", "N", played=itertools.repeat("SA"))


def test_a_failed_call_leaves_the_solver_as_it_was() -> None:
    solver = ws.Solver()
    before = solver.solve(DEAL, "NT+", "N")
    for _, (deal, strain, played, options, _) in ILLEGAL.items():
        with pytest.raises(ws.WhistError):
            solver.solve(deal, strain, 0, played=played.split(), rules=rules(**options))
    again = solver.solve(DEAL, "NT+", "N")
    assert (again.tricks, again.won) == (before.tricks, before.won)


# ------------------------------------------------------------------------------------------------------ rules


@pytest.mark.parametrize(
    ("preset", "options", "words"),
    [
        ("bid_whist_no_kitty", {"joker_no_trump": "exchanged"}, "no discards to exchange with"),
        ("bid_whist_no_kitty", {"kitty_book": "bidder"}, "there is no kitty, expected 'none'"),
        ("bid_whist_seed", {"joker_no_trump": "removed"}, "give hand_size=None as well"),
        ("bid_whist_seed", {"hand_size": None}, "hands stay of one size"),
        ("bid_whist_seed", {"hand_size": 17}, "hand_size 17 is wrong"),
        ("cutthroat_3", {"kitty_size": 7}, "a kitty of 7 do not use them up"),
        ("cutthroat_3", {"players": 2}, "players 2 is wrong"),
        ("double_dummy_seed", {"swap_effect": "discard"}, "expected 'swap'"),
        ("bid_whist_seed", {"joker_no_trump": "burned"}, "joker_no_trump 'burned' is wrong"),
        ("bid_whist_seed", {"jokers": True}, "jokers True is wrong"),
        ("bid_whist_seed", {"back_door": True}, "set_scoring='both'"),
        ("bid_wist", {}, "did you mean"),
    ],
)
def test_options_that_cannot_be(preset: str, options: dict[str, Any], words: str) -> None:
    with pytest.raises(ws.RulesError, match=words):
        ws.Rules.preset(preset, **options)


@pytest.mark.parametrize("strain", ["NT+", "NT-", "NT~"])
def test_jokers_that_should_have_been_exchanged(strain: str) -> None:
    exchanged = rules(joker_no_trump="exchanged")
    words = f"N holds BJ in {re.escape(strain)}: .*joker_no_trump='exchanged'.*exchange_jokers"
    for function in (ws.solve, ws.solve_cards, legal_cards, perft):
        with pytest.raises(ws.DealError, match=f"^{words}"):
            function(WITH_JOKERS, strain, "N", rules=exchanged)
    with pytest.raises(ws.DealError, match=f"^deal 1: {words}"):
        ws.solve_many([DEAL, WITH_JOKERS], ["S+", strain], rules=exchanged)
    with pytest.raises(ws.DealError, match=words):
        ws.table(WITH_JOKERS, strains=[strain], rules=exchanged)
    with pytest.raises(ws.DealError, match=f"^1 holds LJ in {re.escape(strain)}"):
        ws.solve("0:A2 K....L Q3", strain, 0, rules=exchanged)
    assert ws.solve(WITH_JOKERS, "S+", "N", rules=exchanged) == ws.solve(WITH_JOKERS, "S+", "N")
