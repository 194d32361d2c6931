"""Penalties for a renege, or for calling a renege that did not happen."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, cast, get_args

from whistsolve._internal.reading import shown
from whistsolve.errors import RulesError

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
#: Kinds without an amount, and kinds with one, such as ``transfer_tricks:3``.
_WITHOUT_NUMBER: Final = ("lose_contract", "lose_game", "none")
_WITH_NUMBER: Final = tuple(kind for kind in get_args(PenaltyKind) if kind not in _WITHOUT_NUMBER)
#: The forms of a penalty other than ``none``, for messages.
PENALTY_FORMS: Final = ", ".join([*(f"{kind}:n" for kind in _WITH_NUMBER), "lose_contract", "lose_game"])


@dataclass(frozen=True, slots=True)
class Penalty:
    """The penalty for a renege or a false call of one.

    Attributes
    ----------
    kind : str
        ``transfer_tricks`` (to the other side), ``remove_tricks``, ``transfer_points`` (from the offenders'
        score to that of the other side), ``minus_points`` (for the offenders), ``plus_points_opp`` (for their
        opponents), ``lose_contract`` (it counts as set if the declarer's side offends, as made if the
        defence does), ``lose_game`` or ``none``.
    amount : int
        Number of tricks or points; 0 for ``lose_contract``, ``lose_game`` and ``none``.
    """

    kind: PenaltyKind
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
        raise RulesError(f"penalty {shown(text)} is wrong: expected {PENALTY_FORMS} or none (n from 1 to 99)")

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
