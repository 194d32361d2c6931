"""What each option may be set to, and how a value that a caller passes is read."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from types import UnionType
from typing import Final, Literal, Union, get_args, get_origin

from whistsolve.errors import RulesError, WhistError
from whistsolve.rules.suggestions import is_turned_round, nearest
from whistsolve.values.hands import Hand
from whistsolve.values.reading import read_integer, shown

__all__ = ["BOOKS_AT_STAKE", "MOST_CARDS", "SPANS", "Game", "Option", "Penalty"]

Game = Literal["bid_whist", "cutthroat", "whist", "dummy", "double_dummy", "no_kitty_52"]

#: Values that rule books know and no game here has, and why.
_NOT_PLAYED: Final = {("bid_form", "points"): "bids of points are counted by no game here"}
#: Books that a contract above six supposes, and what a Boston takes.
BOOKS_AT_STAKE = 13

#: Most cards that a hand in play can have.
MOST_CARDS = 16

#: Ranges of the options that are numbers.
SPANS: Final[dict[str, tuple[int, int]]] = {
    "players": (2, 6),
    "lowest_rank": (2, 14),
    "hand_size": (1, MOST_CARDS),
    "kitty_size": (0, 54),
    "bid_base": (0, 6),
    "min_bid": (0, 7),
    "target": (1, 1000),
    "negative_target": (-1000, -1),
    "boston_bonus": (1, 1000),
    "lies_limit": (1, 100),
    "hand_limit": (1, 1000),
    "time_limit": (1, 1000),
    "best_of": (1, 99),
    "game_points": (0, 1000),
    "first_hand_bonus": (0, 1000),
    "forfeit_bonus": (0, 1000),
    "honours_bar": (0, 1000),
}


PenaltyKind = Literal[
    "transfer_tricks",
    "remove_tricks",
    "transfer_points",
    "minus_points",
    "plus_points_opp",
    "lose_contract",
    "lose_game",
    "none",
]
#: Kinds with a number, as ``transfer_tricks:3``, and kinds without one.
_OF_NUMBERS: Final = (
    "transfer_tricks",
    "remove_tricks",
    "transfer_points",
    "minus_points",
    "plus_points_opp",
)
_WITHOUT_NUMBER: Final = ("lose_contract", "lose_game")
_PENALTIES: Final = ", ".join([*(f"{kind}:n" for kind in _OF_NUMBERS), *_WITHOUT_NUMBER])


@dataclass(frozen=True, slots=True)
class Penalty:
    """What a renege or a false call costs.

    Attributes
    ----------
    kind : str
        ``transfer_tricks`` (to the other side), ``remove_tricks``, ``transfer_points`` (from the offenders'
        score to that of the other side), ``minus_points`` (for the offenders), ``plus_points_opp`` (for their
        opponents), ``lose_contract`` (set for the declarer's side, made for the defence), ``lose_game`` or
        ``none``.
    amount : int
        Tricks or points, 0 for ``lose_contract``, ``lose_game`` and ``none``.
    """

    kind: PenaltyKind
    amount: int

    @classmethod
    def from_text(cls, text: object) -> Penalty:
        """The penalty with a text such as ``transfer_tricks:3``, ``lose_game`` or ``none``.

        Raises
        ------
        RulesError
            Where the text is no penalty, or leaves a choice of several.
        """
        if isinstance(text, str):
            for alone in (*_WITHOUT_NUMBER, "none"):
                if text == alone:
                    return cls(alone, 0)
            kind, _, number = text.partition(":")
            for known in _OF_NUMBERS:
                if kind == known and re.fullmatch("[1-9][0-9]?", number):
                    return cls(known, int(number))
        raise RulesError(f"penalty {shown(text)} is wrong: expected {_PENALTIES} or none (n from 1 to 99)")

    @classmethod
    def alternatives(cls, text: object) -> tuple[Penalty, ...]:
        """The penalties that a text leaves the choice of: ``transfer_tricks:3|minus_points:3`` has two.

        Raises
        ------
        RulesError
            Where one of them is no penalty, the same is there twice, or ``none`` is one of several.
        """
        if not isinstance(text, str) or "|" not in text:
            return (cls.from_text(text),)
        found = tuple(cls.from_text(part) for part in text.split("|"))
        if len(set(found)) < len(found) or any(penalty.kind == "none" for penalty in found):
            raise RulesError(
                f"penalty {shown(text)} is wrong: expected different ones, and none not among them"
            )
        return found

    def __str__(self) -> str:
        return f"{self.kind}:{self.amount}" if self.amount else self.kind


@dataclass(frozen=True, slots=True)
class Option:
    """One option's values: words and numbers named one by one, a range, a pair of numbers, or a penalty.

    Attributes
    ----------
    values : tuple
        Single values, matched by type too, so that ``True`` is not 1.
    span : tuple of int, or None
        Lowest and highest of a range of whole numbers that is allowed as well.
    form : str
        ``single``, ``pair`` (two rising numbers of the range), ``penalty`` (text, see
        `Penalty.alternatives`), or ``cards`` (text: cards of suits with blanks between).
    """

    values: tuple[object, ...] = ()
    span: tuple[int, int] | None = None
    form: Literal["single", "pair", "penalty", "cards"] = "single"

    @classmethod
    def of_type(cls, annotation: object, span: tuple[int, int] | None) -> Option:
        """The option for the type of a field: ``bool``, ``Literal``, ``int``, ``None`` or a union of them."""
        is_union = get_origin(annotation) in (Union, UnionType)
        parts = get_args(annotation) if is_union else (annotation,)
        values: list[object] = []
        for part in parts:
            if part is bool:
                values += [False, True]
            elif part is type(None):
                values.append(None)
            elif part is not int:
                values += get_args(part)
        return cls(tuple(values), span)

    def read(self, name: str, value: object, words: Collection[str] = ()) -> object:
        """The value to keep for one that a caller passes.

        Parameters
        ----------
        name : str
            Of the option.
        value : object
        words : collection of str
            Words that names of options and values are made of, see `nearest`.

        Raises
        ------
        RulesError
            Where the option cannot have it: names the option, the value and what was expected.
        """
        if self.form == "penalty":
            return self._read_penalty(name, value)
        if self.form == "pair":
            return self._read_pair(name, value)
        if self.form == "cards":
            return _read_cards(name, value)
        for known in self.values:
            if known is value or (isinstance(known, str) and isinstance(value, str) and known == value):
                return known
        number = self._read_number(value)
        if number is not None:
            return number
        why = _NOT_PLAYED.get((name, value)) if isinstance(value, str) else None
        if why is None and any(is_turned_round(value, str(known)) for known in self.values):
            # Naming the opposite here would propose it.
            why = "only the opposite of it is a value"
        if why is not None:
            raise RulesError(f"{name} {shown(value)} is wrong: {why}; expected {self.described(value)}")
        hint = nearest(value, [known for known in self.values if isinstance(known, str)], words)
        raise RulesError(f"{name} {shown(value)} is wrong: expected {self.described()}{hint}")

    def described(self, given: object = None) -> str:
        """The values in words, for a message, but for one that turns round what was given."""
        if self.form == "cards":
            return "cards of suits, such as 'D2 C2', or None"
        if self.form == "penalty":
            none = " or none" if "none" in self.values else ""
            return f"{_PENALTIES}{none} (n from 1 to 99)"
        words = [str(value) for value in self.values]
        words = [word for word in words if not is_turned_round(given, word)] or words
        if self.span is not None:
            words.append(f"a whole number from {self.span[0]} to {self.span[1]}")
        text = " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
        return f"two rising numbers, each {text}" if self.form == "pair" else text

    def _read_number(self, value: object) -> int | None:
        """The value as one of the numbers allowed, of any integer type but bool."""
        numbers = [known for known in self.values if isinstance(known, int) and not isinstance(known, bool)]
        low, high = (
            self.span if self.span is not None else (min(numbers, default=0), max(numbers, default=-1))
        )
        try:
            number = read_integer(value, "value", RulesError, low, high)
        except RulesError:
            return None
        return number if self.span is not None or number in numbers else None

    def _read_penalty(self, name: str, value: object) -> str:
        """Penalties, several joined with ``|``; see `Penalty`."""
        try:
            penalties = Penalty.alternatives(value)
        except RulesError:
            penalties = ()
        if not penalties or (penalties[0].kind == "none" and "none" not in self.values):
            several = "" if "none" in self.values else ", or several different ones joined with |"
            raise RulesError(f"{name} {shown(value)} is wrong: expected {self.described()}{several}")
        return "|".join(map(str, penalties))

    def _read_pair(self, name: str, value: object) -> tuple[int, int]:
        if isinstance(value, (list, tuple)) and len(value) == 2:
            first, second = (self._read_number(part) for part in value)
            if first is not None and second is not None and first < second:
                return first, second
        raise RulesError(f"{name} {shown(value)} is wrong: expected {self.described()}")


def _read_cards(name: str, value: object) -> str | None:
    """Cards of suits as text, in the order of a hand: ``D2 C2``."""
    if value is None or (isinstance(value, str) and value == ""):
        return None
    if isinstance(value, (str, Hand)):
        try:
            words = value.replace(",", " ").split() if isinstance(value, str) else value
            cards = Hand(words)
        except WhistError as error:
            raise RulesError(f"{name} {shown(value)} is wrong: {error}") from None
        if not cards.jokers:
            return " ".join(map(str, cards))
    raise RulesError(f"{name} {shown(value)} is wrong: expected cards of suits, such as 'D2 C2', or None")
