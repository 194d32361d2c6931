"""The functions that conditions may call: their arguments, and the terms that they return."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.reading import shown
from whistsolve.conditions.terms import CHEAP, SOLVED, Apply, Columns, Constant, Count, Opaque, Term, Values
from whistsolve.errors import NotationError, WhistError
from whistsolve.evaluation import Evaluator
from whistsolve.solving.batch.rows import solve_rows
from whistsolve.values.cards import JOKER_MASK, RANK_LETTERS, SUIT_MASKS
from whistsolve.values.strains import Strain

#: Kinds of arguments: mask of deal columns, a seat's column, text, mask of a suit, `Strain`, numeric term.
Kind: TypeAlias = Literal["hand", "seat", "text", "suit", "strain", "number"]

_ALL: Final = (1 << 52) - 1
_RANKS: Final = {
    letter: sum(1 << 13 * suit + rank for suit in range(4)) for rank, letter in enumerate(RANK_LETTERS)
}
_LITTLE, _BIG = JOKER_MASK & -JOKER_MASK, JOKER_MASK & JOKER_MASK << 1
_WEIGHTED: Final = {**_RANKS, "10": _RANKS["T"], "LJ": _LITTLE, "BJ": _BIG}
_WEIGHT: Final = re.compile(
    r"(10|[2-9TJQKA]|BJ|LJ)\s*=\s*(-?(?:[0-9]{1,9}(?:\.[0-9]*)?|\.[0-9]+))", re.IGNORECASE
)
_SHAPES_EXPECTED: Final = (
    "expected lengths of spades, hearts, diamonds and clubs such as 5331, 54xx, any 4440 or 10-1-1-0"
)
_SHAPE: Final = re.compile(r"\s*([+-]?)\s*(any\s+)?([0-9x]{4}|(?:[0-9]+|x)(?:-(?:[0-9]+|x)){3})(?=\s|[+-]|$)")
#: Matches any length.
_ANY: Final = -1


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the language: kinds of arguments, how many are required, an example, what makes the term.

    If ``repeats`` is true, the last argument may be repeated.
    """

    kinds: tuple[Kind, ...]
    needed: int
    usage: str
    make: Callable[..., Term]
    repeats: bool = False


def count_cards(columns: Columns, cards: int, hand: int) -> Term:
    """How many of the cards (bit mask) are in the deal columns `hand` (bit mask); ignores cards not dealt."""
    present = cards & columns.deck.mask
    return Count(present, hand) if present else Constant(0.0)


def _counting(cards: int) -> Callable[..., Term]:
    return lambda columns, hand, suit=_ALL | JOKER_MASK: count_cards(columns, cards & suit, hand)


def _weighted(weights: dict[int, float]) -> Callable[..., Term]:
    """The weighted sum of counts: for each mask of cards, its count times its weight."""

    def make(columns: Columns, hand: int, suit: int = _ALL | JOKER_MASK) -> Term:
        terms = tuple(count_cards(columns, cards & suit, hand) for cards in weights)
        each = np.array(list(weights.values()))
        return Apply(lambda *counts: each @ np.array(counts), terms, False)

    return make


def _points(columns: Columns, hand: int, text: str, suit: int = _ALL | JOKER_MASK) -> Term:
    weights: dict[int, float] = {}
    for word in re.sub(r"\s*=\s*", "=", text).replace(",", " ").split():
        read = _WEIGHT.fullmatch(word)
        if read is None or _WEIGHTED[read[1].upper()] in weights:
            raise NotationError(
                f"points {shown(text)} are wrong at {shown(word)}: expected each rank or joker once,"
                " such as 'A=4 K=3 Q=2 J=1 BJ=5'"
            )
        weights[_WEIGHTED[read[1].upper()]] = float(read[2])
    if not weights:
        raise NotationError("points of no cards are wrong: expected some, such as 'A=4 K=3 Q=2 J=1 BJ=5'")
    return _weighted(weights)(columns, hand, suit)


def _ranks(columns: Columns, hand: int, text: str, suit: int = _ALL) -> Term:
    letters = text.upper().replace("10", "T")
    wrong = [letter for letter in letters if letter not in _RANKS]
    if wrong or not letters or len(set(letters)) < len(letters):
        raise NotationError(f"ranks {shown(text)} are wrong: expected some of {RANK_LETTERS[::-1]} once each")
    return count_cards(columns, reduce(int.__or__, (_RANKS[letter] for letter in letters)) & suit, hand)


def _cards(columns: Columns, hand: int, text: str) -> Term:
    return count_cards(columns, columns.read_cards(text), hand)


def _suit_lengths(columns: Columns, hand: int) -> tuple[Term, ...]:
    """The numbers of spades, hearts, diamonds and clubs."""
    return tuple(count_cards(columns, mask, hand) for mask in reversed(SUIT_MASKS))


def _of_lengths(function: Callable[[NDArray[np.float64]], Values]) -> Callable[..., Term]:
    """Makes terms that apply a function to the array of suit lengths, shape (4, rows)."""

    def make(columns: Columns, hand: int) -> Term:
        return Apply(lambda *lengths: function(np.array(lengths)), _suit_lengths(columns, hand), False)

    return make


def _shape(columns: Columns, hand: int, text: str) -> Term:
    """Whether a hand has one of the shapes: each part of the text includes or excludes hands, in order."""
    size, jokers = columns.size_of(hand), (columns.deck.mask & JOKER_MASK).bit_count()
    patterns: list[tuple[bool, list[tuple[int, ...]]]] = []
    at, plain = 0, text.lower().strip()
    while at < len(plain):
        part = _SHAPE.match(plain, at)
        if part is None or bool(part[1]) == (not patterns):
            where = f": {shown(plain[at:].strip())}" if at else ""
            raise NotationError(f"shape {shown(text)} cannot be read{where}: {_SHAPES_EXPECTED}")
        signs = part[3].split("-") if "-" in part[3] else list(part[3])
        lengths = tuple(_ANY if sign == "x" else int(sign) for sign in signs)
        _check_shape(part[3], lengths, size, jokers)
        orders = set(itertools.permutations(lengths)) if part[2] else {lengths}
        patterns.append((part[1] != "-", sorted(orders)))
        at = part.end()
    if not patterns:
        raise NotationError(f"shape {shown(text)} is empty: {_SHAPES_EXPECTED}")

    def fits(*lengths: Values) -> Values:
        found = np.zeros(len(lengths[0]), dtype=np.bool_)
        for added, orders in patterns:
            for order in orders:
                here = np.ones_like(found)
                for wanted, length in zip(order, lengths, strict=True):
                    if wanted != _ANY:
                        here &= length == wanted
                found = found | here if added else found & ~here
        return found

    return Apply(fits, _suit_lengths(columns, hand), True)


def _check_shape(text: str, lengths: tuple[int, ...], size: int, jokers: int) -> None:
    """Refuse shapes that no hand of this size can have, surely a mistake: 5332 for hands of twelve cards."""
    total = sum(length for length in lengths if length != _ANY)
    least = size - jokers
    if total > size or (_ANY not in lengths and total < least) or max(lengths) > 13:
        cards = f"{least} to {size}" if jokers else f"{size}"
        beside = f", the rest of its {size} being jokers" if jokers else ""
        raise NotationError(
            f"shape {shown(text)} has {total} cards: expected {cards} in the four suits of the hand{beside}"
        )


def _tricks(columns: Columns, seat: int, strain: Strain) -> Term:
    def solved(deals: NDArray[np.uint64]) -> Values:
        hands = np.ascontiguousarray(deals[:, : columns.hands])
        return solve_rows(hands, strain, seat, seat, rules=columns.rules).astype(np.float64)

    return Opaque(solved, False, SOLVED)


def _estimate(columns: Columns, seat: int, strain: Strain) -> Term:
    evaluator = Evaluator()
    try:
        evaluator.means(np.empty(0, dtype=np.uint64), [strain], columns.rules)
    except WhistError as error:
        raise NotationError(f"estimate() cannot be used: {error}") from None

    def predicted(deals: NDArray[np.uint64]) -> Values:
        return evaluator.means(np.ascontiguousarray(deals[:, seat]), [strain], columns.rules)[:, 0]

    return Opaque(predicted, False, CHEAP)


def _extreme(function: np.ufunc) -> Callable[..., Term]:
    return lambda columns, *terms: Apply(lambda *parts: function.reduce(parts), terms, False)


_SUITS: Final = {"clubs": 0, "diamonds": 1, "hearts": 2, "spades": 3}
_HONOURS: Final = {"aces": "A", "kings": "K", "queens": "Q", "jacks": "J", "tens": "T", "honours": "AKQJT"}
#: Functions of the suit lengths, an array of shape (4, rows).
_OF_LENGTHS: Final[dict[str, Callable[[NDArray[np.float64]], Values]]] = {
    "longest": lambda lengths: lengths.max(axis=0),
    "shortest": lambda lengths: lengths.min(axis=0),
    "voids": lambda lengths: (lengths == 0).sum(axis=0, dtype=np.float64),
    "singletons": lambda lengths: (lengths == 1).sum(axis=0, dtype=np.float64),
}

#: All functions by name.
FUNCTIONS: Final[dict[str, Function]] = {
    **{
        name: Function(("hand",), 1, f"{name}(N)", _counting(SUIT_MASKS[suit]))
        for name, suit in _SUITS.items()
    },
    "jokers": Function(("hand",), 1, "jokers(N)", _counting(JOKER_MASK)),
    **{
        name: Function(
            ("hand", "suit"),
            1,
            f"{name}(N) or {name}(N, spades)",
            _counting(sum(_RANKS[letter] for letter in letters)),
        )
        for name, letters in _HONOURS.items()
    },
    "hcp": Function(
        ("hand", "suit"),
        1,
        "hcp(N) or hcp(N, spades)",
        _weighted({_RANKS["A"]: 4, _RANKS["K"]: 3, _RANKS["Q"]: 2, _RANKS["J"]: 1}),
    ),
    "points": Function(("hand", "text", "suit"), 2, "points(N, 'A=4 K=3 BJ=5')", _points),
    "ranks": Function(("hand", "text", "suit"), 2, "ranks(N, 'A23')", _ranks),
    "cards": Function(("hand", "text"), 2, "cards(N, 'SA SK BJ')", _cards),
    **{
        name: Function(("hand",), 1, f"{name}(N)", _of_lengths(function))
        for name, function in _OF_LENGTHS.items()
    },
    "shape": Function(("hand", "text"), 2, "shape(N, 'any 4440 + 54xx')", _shape),
    "estimate": Function(("seat", "strain"), 2, "estimate(N, 'S+')", _estimate),
    "tricks": Function(("seat", "strain"), 2, "tricks(N, 'NT+')", _tricks),
    "min": Function(("number", "number"), 2, "min(spades(N), hearts(N))", _extreme(np.minimum), True),
    "max": Function(("number", "number"), 2, "max(spades(N), hearts(N))", _extreme(np.maximum), True),
    "abs": Function(("number",), 1, "abs(hcp(N) - hcp(S))", lambda _, term: Apply(np.abs, (term,), False)),
}
