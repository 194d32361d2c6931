"""Rows of the input of a batch, their fields, and chunks of rows, which are sent to workers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.arguments import Resources
from whistsolve.dealing import random_deals
from whistsolve.encoding import array_to_deals
from whistsolve.errors import WhistError
from whistsolve.rules import Rules
from whistsolve.rules.sides import read_player
from whistsolve.values.deals import Deal
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain


class Row(NamedTuple):
    """A row of a file as read, or the reason why it could not be read."""

    #: The line, from 1; in Parquet the row, in LIN the board.
    line: int
    #: By name; a deal or a hand as a line of text is ``text``.
    fields: Mapping[str, Any] = {}
    #: The recorded auction and contract of PTN or PBN, which fields given for the batch override.
    as_played: Mapping[str, Any] = {}
    #: Why the row could not be read; empty if it could.
    fault: str = ""


class Item(NamedTuple):
    """A row of the input with its number, from 0 across all sources, and the name of its source."""

    number: int
    source: str
    row: Row


@dataclass(frozen=True, slots=True)
class ReadChunk:
    """Items that were read, one or more; `mark` is a digest up to the last, if they can be read only once."""

    listed: tuple[Item, ...]
    mark: str = ""

    @property
    def first(self) -> int:
        return self.listed[0].number

    def items(self) -> Sequence[Item]:
        return self.listed


@dataclass(frozen=True, slots=True)
class DealtChunk:
    """Consecutive items that are dealt from a seed by the worker itself, so that no deals are sent."""

    first: int
    count: int
    seed: int
    rules: Rules
    mark: str = ""
    #: How many deals of the seed come before those of the batch.
    skipped: int = 0

    def deals(self) -> NDArray[np.uint64]:
        """The deals as an array, with the kitty, or none, in the last column."""
        deals = random_deals(self.count, self.seed, self.rules, first=self.skipped + self.first)
        kitties = self.rules.dealt_hands + 1 - deals.shape[1]
        return np.pad(deals, ((0, 0), (0, kitties))) if kitties else deals

    def items(self) -> Sequence[Item]:
        return [
            Item(number, f"random:{self.seed}", Row(self.skipped + number + 1, {"deal": deal}))
            for number, deal in enumerate(array_to_deals(self.deals(), kitty=True), self.first)
        ]


Chunk: TypeAlias = ReadChunk | DealtChunk
#: The answer to a row, by field name or as a line of the output, or the reason why there is none.
Answer: TypeAlias = dict[str, object] | bytes | WhistError


@dataclass(frozen=True, slots=True)
class QuestionOptions:
    rules: Rules
    strains: tuple[Strain, ...]
    given: Mapping[str, Any]
    resources: Resources


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of one row: its own, those given for all rows, and those of a recorded hand."""

    number: int
    row: Row
    given: Mapping[str, Any]

    def get(self, name: str, default: Any = None) -> Any:
        """The value of a field: of the row itself, else given for all rows, else of the recorded hand."""
        if name == "deal" and self.row.fields.get("deal") is None and "text" in self.row.fields:
            return self.row.fields["text"]
        for values in (self.row.fields, self.given, self.row.as_played):
            if values.get(name) is not None:
                return values[name]
        return default

    def required(self, name: str) -> Any:
        """The value of a field; a `WhistError` if there is none, or if the row could not be read."""
        if self.row.fault:
            raise WhistError(self.row.fault)
        value = self.get(name)
        if value is None:
            expected = f"expected a field {name!r} of the row, or one given for all rows"
            raise WhistError(f"there is no {name}: {expected}")
        return value

    def has(self, name: str) -> bool:
        """Whether the row itself has a field or it is given for all rows."""
        return self.row.fields.get(name) is not None or self.given.get(name) is not None

    def turn(self, rules: Rules) -> tuple[int, Any]:
        """The seat to call and the calls before it; in a recorded auction, those before its first call."""
        # A field called auction is not one.
        auction: Sequence[tuple[int, str]] = self.row.as_played.get("auction", ())
        if auction and not self.has("seat") and not self.has("calls"):
            return auction[0][0], ()
        seat = read_player(self.required("seat"), rules, "seat")
        if self.has("calls") or not auction:
            return seat, self.get("calls", ())
        callers = [caller for caller, _ in auction]
        end = callers.index(seat) if seat in callers else len(callers)
        return seat, tuple(text for _, text in auction[:end])

    def hand_of(self, player: int) -> Hand:
        """The hand of the player who calls: given as such, or that of their seat in a deal."""
        given = None if self.has("hand") else self.get("dealt") or self.get("deal")
        if given is None:
            return Hand.of(self.required("hand"))
        if isinstance(given, str) and ":" not in given:
            return Hand.of(given)
        deal = Deal.of(given)
        if player >= deal.seats:
            raise WhistError(f"seat {player} is not in the deal: expected one of its {deal.seats} hands")
        return deal.hands[player]


def fields_of(chunk: Chunk, options: QuestionOptions) -> list[Fields]:
    return [Fields(item.number, item.row, options.given) for item in chunk.items()]
