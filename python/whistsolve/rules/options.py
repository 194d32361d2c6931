"""What each option may be set to, and how a value that a caller passes is read."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from types import UnionType
from typing import Final, Literal, Union, get_args, get_origin

from whistsolve.errors import RulesError
from whistsolve.rules.suggestions import is_turned_round, nearest
from whistsolve.values.reading import read_integer, shown

__all__ = ["BOOKS_AT_STAKE", "Game", "Option", "Penalty"]

Game = Literal["bid_whist", "cutthroat", "whist", "dummy", "double_dummy", "no_kitty_52"]

#: Values that rule books know and no game here has, and why.
_NOT_PLAYED: Final = {("bid_form", "points"): "bids of points are counted by no game here"}
#: Books that a contract above six supposes, and what a Boston takes.
BOOKS_AT_STAKE = 13


@dataclass(frozen=True, slots=True)
class Penalty:
    """What a renege or a false call costs.

    Attributes
    ----------
    kind : str
        ``transfer_tricks`` (to the other side), ``remove_tricks``, ``minus_points`` (for the offenders),
        ``plus_points_opp`` (for their opponents), ``lose_game`` or ``none``.
    amount : int
        Tricks or points, 0 for ``lose_game`` and ``none``.
    """

    kind: Literal["transfer_tricks", "remove_tricks", "minus_points", "plus_points_opp", "lose_game", "none"]
    amount: int

    @classmethod
    def from_text(cls, text: object) -> Penalty:
        """The penalty with a text such as ``transfer_tricks:3``, ``lose_game`` or ``none``.

        Raises
        ------
        RulesError
            Where the text is no penalty.
        """
        if text == "lose_game":
            return cls("lose_game", 0)
        if text == "none":
            return cls("none", 0)
        if isinstance(text, str):
            kind, _, number = text.partition(":")
            for known in ("transfer_tricks", "remove_tricks", "minus_points", "plus_points_opp"):
                if kind == known and re.fullmatch("[1-9][0-9]?", number):
                    return cls(known, int(number))
        raise RulesError(
            f"penalty {shown(text)} is wrong: expected transfer_tricks:n, remove_tricks:n, minus_points:n,"
            " plus_points_opp:n (n from 1 to 99), lose_game or none"
        )

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
        ``single``, ``pair`` (two rising numbers of the range), or ``penalty`` (text, see `Penalty`).
    """

    values: tuple[object, ...] = ()
    span: tuple[int, int] | None = None
    form: Literal["single", "pair", "penalty"] = "single"

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
        if self.form == "penalty":
            none = " or none" if "none" in self.values else ""
            return "transfer_tricks:n, remove_tricks:n, minus_points:n, plus_points_opp:n, lose_game" + none
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
        try:
            penalty = Penalty.from_text(value)
        except RulesError:
            penalty = None
        if penalty is None or (penalty.kind == "none" and "none" not in self.values):
            raise RulesError(f"{name} {shown(value)} is wrong: expected {self.described()} (n from 1 to 99)")
        return str(penalty)

    def _read_pair(self, name: str, value: object) -> tuple[int, int]:
        if isinstance(value, (list, tuple)) and len(value) == 2:
            first, second = (self._read_number(part) for part in value)
            if first is not None and second is not None and first < second:
                return first, second
        raise RulesError(f"{name} {shown(value)} is wrong: expected {self.described()}")
