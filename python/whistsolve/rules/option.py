"""Options of `Rules`: their values, among them penalties, meanings and defaults, and when they matter."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeVar, cast, get_args

from whistsolve._internal.reading import read_integer, shown
from whistsolve._internal.words import read_trump
from whistsolve.errors import RulesError, WhistError
from whistsolve.rules.conditions import ALWAYS, AnyRules, Condition
from whistsolve.rules.suggestions import is_turned_round, nearest
from whistsolve.values.hands import Hand

_T = TypeVar("_T")
Game = Literal["bid_whist", "cutthroat", "whist", "dummy", "double_dummy", "no_kitty_52"]
_Form = Literal["single", "pair", "penalty", "cards", "trumps"]

_Counted = Literal["transfer_tricks", "remove_tricks", "transfer_points", "minus_points", "plus_points_opp"]
_Plain = Literal["lose_contract", "lose_game", "none"]
PenaltyKind = Literal[_Counted, _Plain]
#: Kinds without an amount, and kinds with one, such as ``transfer_tricks:3``.
_WITHOUT_NUMBER: Final = get_args(_Plain)
_WITH_NUMBER: Final = get_args(_Counted)
#: The forms of a penalty other than ``none``, for messages.
_PENALTIES: Final = ", ".join([*(f"{kind}:n" for kind in _WITH_NUMBER), "lose_contract", "lose_game"])

#: Maximum number of cards of a hand in play.
MOST_CARDS: Final = 16


class _ByGame:
    """The type of `BY_GAME`, the value of options that are not given: the default of the game replaces it."""

    def __repr__(self) -> str:
        return "BY_GAME"


BY_GAME: Final[Any] = _ByGame()


@dataclass(frozen=True, slots=True)
class Penalty:
    """The penalty for a renege or a false call of one; `Rules` explains each kind at ``renege_penalty``."""

    kind: PenaltyKind
    #: Number of tricks or points; 0 for ``lose_contract``, ``lose_game`` and ``none``.
    amount: int

    @classmethod
    def from_text(cls, text: object) -> Penalty:
        """The penalty with a text such as ``transfer_tricks:3``, ``lose_game`` or ``none``.

        Raises `RulesError` if the text is not a penalty, or leaves a choice of several.
        """
        if isinstance(text, str):
            kind, _, number = text.partition(":")
            if text in _WITHOUT_NUMBER:
                return cls(cast(PenaltyKind, kind), 0)
            if kind in _WITH_NUMBER and re.fullmatch("[1-9][0-9]?", number):
                return cls(cast(PenaltyKind, kind), int(number))
        raise RulesError(f"penalty {shown(text)} is wrong: expected {_PENALTIES} or none (n from 1 to 99)")

    @classmethod
    def alternatives(cls, text: object) -> tuple[Penalty, ...]:
        """The penalties to choose from in a text: ``transfer_tricks:3|minus_points:3`` has two.

        Raises `RulesError` if one of them is not a penalty, one occurs twice, or ``none`` is one of several.
        """
        if not isinstance(text, str) or "|" not in text:
            return (cls.from_text(text),)
        found = tuple(cls.from_text(part) for part in text.split("|"))
        if len(set(found)) < len(found) or any(penalty.kind == "none" for penalty in found):
            raise RulesError(f"penalty {shown(text)} is wrong: expected different penalties, without 'none'")
        return found

    def __str__(self) -> str:
        return f"{self.kind}:{self.amount}" if self.amount else self.kind


@dataclass(frozen=True, slots=True)
class Option:
    """The definition of one option of `Rules`."""

    name: str
    #: Title of the group of options to which it belongs.
    group: str
    #: One or more sentences, the source last if it is given.
    meaning: str
    #: The values that are listed one by one, each with its meaning. Those of penalties with a number end in
    #: ``:n``.
    values: tuple[tuple[object, str], ...]
    #: The default, or a function that computes it from rules.
    default: object
    #: The default in each game, with all other options at their defaults.
    by_game: Mapping[str, object]
    #: The lowest and highest integer of a range that is allowed besides `values`.
    span: tuple[int, int] | None
    #: ``single``; ``pair``, two rising numbers of the range; or text: ``penalty`` (`Penalty.alternatives`),
    #: ``cards`` without jokers, with blanks between them, ``trumps``, suits and NT with commas between them.
    form: _Form
    #: What the default depends on besides the game; empty for most options.
    follows: str
    #: The condition that rules must satisfy for the option to change anything.
    matters_if: Condition
    #: The origin of the rule, if it is neither a preset nor the seed rules (see docs/rules.md).
    source: str

    def default_in(self, rules: AnyRules) -> object:
        """The default, given the game and the options before this one in the order of the fields."""
        if callable(self.default):
            return self.default(rules)
        return self.by_game.get(rules.game, self.default)

    @property
    def numbers(self) -> str:
        """The range of numbers allowed, in words; empty if there is none."""
        if self.form == "trumps":
            return "some of S, H, D, C and NT, in any order and number, with commas between"
        if self.span is None:
            return ""
        low, high = self.span
        return f"two rising numbers from {low} to {high}" if self.form == "pair" else f"{low} to {high}"

    def default_text(self, text: Callable[[object], str] = str) -> str:
        """The default in words: in bid whist, in games where it differs, and what it depends on.

        ``text`` converts a value to text.

        Examples
        --------
        >>> from whistsolve.rules import Rules
        >>> {option.name: option.default_text() for option in Rules.options()}["first_leader"]
        'bidder; dealer in whist'
        """
        games: dict[object, list[str]] = {}
        for game, default in self.by_game.items():
            games.setdefault(default, []).append(game)
        (usual, _), *others = games.items()
        parts = [text(usual), *(f"{text(value)} in {_listed(names, 'and')}" for value, names in others)]
        words = "; ".join(parts)
        return f"{words} ({self.follows})" if self.follows else words

    def as_dict(self) -> dict[str, object]:
        """The option as a dict for JSON; ``range`` is `span`, and ``default`` is in words."""
        return {
            "group": self.group,
            "meaning": self.meaning,
            "values": [{"value": value, "meaning": meaning} for value, meaning in self.values],
            "range": self.span,
            "default": self.default_text(setting_text),
            "default_by_game": dict(self.by_game),
        }

    def read(self, value: object) -> object:
        """The value that a caller passed, validated and in normal form.

        Raises `RulesError` if the option cannot have it: the message names option and value, and says what
        was expected.
        """
        for known, _ in self.values if self.form != "penalty" else ():
            # Text by equality, anything else by identity, so that 1 is not taken for True.
            if known is value or (isinstance(known, str) and isinstance(value, str) and known == value):
                return known
        read = _READERS[self.form](self, value)
        if read is not None:
            return read or None if self.form == "cards" else read  # None for no cards
        known_texts = [known for known, _ in self.values if isinstance(known, str)]
        hint = "" if self.form == "penalty" else nearest(value, known_texts)
        why = ""
        if any(is_turned_round(value, known) for known in known_texts):
            # The same words in another order mean the opposite: `_expected` leaves this value out.
            why = "only the opposite of it is a value; "
        raise RulesError(f"{self.name} {shown(value)} is wrong: {why}expected {self._expected(value)}{hint}")

    def _expected(self, given: object) -> str:
        """The possible values in words, for a message, except one with the words of ``given`` reordered."""
        if self.form == "cards":
            return "cards of suits, such as 'D2 C2', or None"
        if self.form == "trumps":
            return f"{self.numbers}, such as {self.default!r}"
        if self.form == "penalty":
            if self._allows_no_penalty:
                return f"{_PENALTIES} or none (n from 1 to 99)"
            return f"{_PENALTIES} (n from 1 to 99), or several different ones joined with |"
        words = [str(known) for known, _ in self.values if not is_turned_round(given, str(known))]
        if self.span is not None:
            words.append(f"a whole number from {self.span[0]} to {self.span[1]}")
        return f"two rising numbers, each {words[0]}" if self.form == "pair" else _listed(words, "or")

    def _number(self, value: object) -> int | None:
        """The value as an allowed int, from any integer type except bool; ``None`` if it is not allowed."""
        numbers = [known for known, _ in self.values if type(known) is int]
        low, high = self.span or (min(numbers, default=0), max(numbers, default=-1))
        try:
            number = read_integer(value, self.name, RulesError, low, high)
        except RulesError:
            return None
        return number if self.span is not None or number in numbers else None

    def _penalty(self, value: object) -> str | None:
        """Penalties in normal form, alternatives joined with ``|``; ``None`` if they are not allowed."""
        try:
            penalties = Penalty.alternatives(value)
        except RulesError:
            return None
        if penalties[0].kind == "none" and not self._allows_no_penalty:
            return None
        return "|".join(map(str, penalties))

    @property
    def _allows_no_penalty(self) -> bool:
        return any(known == "none" for known, _ in self.values)

    def _pair(self, value: object) -> tuple[int, int] | None:
        if isinstance(value, (list, tuple)) and len(value) == 2:
            first, second = (self._number(part) for part in value)
            if first is not None and second is not None and first < second:
                return first, second
        return None

    def _trumps(self, value: object) -> str | None:
        """Trumps as text: ``NT,S,H,D,C``."""
        words = value.upper().replace(",", " ").split() if isinstance(value, str) else []
        trumps = [read_trump(word) for word in words]
        return ",".join(map(str, trumps)) if trumps and None not in trumps else None

    def _cards(self, value: object) -> str | None:
        """Cards as text, in the order of a hand: ``D2 C2``; ``None`` for another type or with jokers."""
        if not isinstance(value, (str, Hand)):
            return None
        try:
            cards = Hand(value.replace(",", " ").split() if isinstance(value, str) else value)
        except WhistError as error:
            raise RulesError(f"{self.name} {shown(value)} is wrong: {error}") from None
        return None if cards.jokers else " ".join(map(str, cards))


_READERS: Final[dict[_Form, Callable[[Option, object], object]]] = {
    "single": Option._number,
    "pair": Option._pair,
    "penalty": Option._penalty,
    "cards": Option._cards,
    "trumps": Option._trumps,
}


@dataclass(frozen=True, slots=True)
class Group:
    """A group of related options; its method `option` defines the fields of `Rules`."""

    title: str
    #: What each of them needs to matter.
    matters_if: Condition = ALWAYS

    def option(
        self,
        meaning: str,
        values: Mapping[_T, str] | None = None,
        *,
        default: _T | Callable[[Any], object] = BY_GAME,
        by_game: Mapping[Game, _T] | None = None,
        span: tuple[int, int] | None = None,
        form: _Form = "single",
        follows: str = "",
        matters_if: Condition = ALWAYS,
        source: str = "",
    ) -> _T:
        """A field of `Rules`; arguments as in `Option`, but ``by_game`` only has games with another default.

        The first value is the default, unless another is given. Meanings of values have no initial capital
        and no full stop. The option's name is that of the field.
        """
        if default is BY_GAME:
            default = next(iter(values or {}))
        option = Option(
            name="",
            group=self.title,
            meaning=f"{meaning} Source: {source}." if source else meaning,
            values=tuple((values or {}).items()),
            default=default,
            by_game={str(game): usual for game, usual in (by_game or {}).items()},
            span=span,
            form=form,
            follows=follows,
            matters_if=self.matters_if & matters_if,
            source=source,
        )
        fixed = not callable(default) and not by_game
        return cast(_T, field(default=default if fixed else BY_GAME, metadata={"option": option}))


def setting_text(value: object) -> str:
    """A value as one word that `read_settings` reads: ``true``, ``none``, ``5,10``, ``D2,C2``, ``bidder``."""
    if value is None or isinstance(value, bool):
        return str(value).lower()
    parts = value if isinstance(value, tuple) else str(value).split()
    return ",".join(map(str, parts))


def _listed(names: list[str], last: str) -> str:
    """Names as a list in words: commas between them, and ``last`` before the last one."""
    return f" {last} ".join(filter(None, (", ".join(names[:-1]), names[-1])))
