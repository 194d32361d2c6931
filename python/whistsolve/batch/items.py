"""Items of a batch, one of each row of the input, and chunks of them, which travel to their answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from whistsolve.arguments import DEFAULT_RULES
from whistsolve.dealing import random_deals
from whistsolve.encoding import array_to_deals
from whistsolve.rules import Rules

__all__ = ["Chunk", "DealtChunk", "Item", "ReadChunk", "Row", "deals_of_seed"]


class Row(NamedTuple):
    """What a reader found at one place of a file.

    Attributes
    ----------
    line : int
        From 1; in Parquet the number of the row.
    fields : mapping
        What the row says, by name; ``text`` where it is a deal or a hand alone.
    as_played : mapping
        What PTN or PBN says besides, which options of the batch may replace.
    fault : str
        Why nothing could be read; empty where it could.
    """

    line: int
    fields: Mapping[str, Any] = {}
    as_played: Mapping[str, Any] = {}
    fault: str = ""


class Item(NamedTuple):
    """A row of the input with its number, from 0 over all sources, and the name of its source."""

    number: int
    source: str
    row: Row


class Chunk(Protocol):
    """Consecutive items."""

    @property
    def first(self) -> int:
        """The number of the first item."""

    @property
    def mark(self) -> str:
        """Of input that can be read only once: a digest of all of it up to the last item; otherwise empty."""

    def __len__(self) -> int: ...

    def items(self) -> Sequence[Item]:
        """The items themselves."""


@dataclass(frozen=True, slots=True)
class ReadChunk:
    """Items that were read, at least one."""

    listed: tuple[Item, ...]
    mark: str = ""

    @property
    def first(self) -> int:
        """The number of the first item."""
        return self.listed[0].number

    def __len__(self) -> int:
        return len(self.listed)

    def items(self) -> Sequence[Item]:
        """The items themselves."""
        return self.listed


@dataclass(frozen=True, slots=True)
class DealtChunk:
    """Items that are dealt from a seed where they are answered, so that no deal travels."""

    first: int
    count: int
    seed: int
    rules: Rules
    mark: str = field(default="", init=False)

    def __len__(self) -> int:
        return self.count

    def items(self) -> Sequence[Item]:
        """The deals; their line is their number in the stream of the seed, from 1."""
        deals = deals_of_seed(self.first, self.count, self.seed, self.rules)
        source = f"random:{self.seed}"
        return [
            Item(number, source, Row(number + 1, {"deal": deal}))
            for number, deal in enumerate(deals, self.first)
        ]


def deals_of_seed(first: int, count: int, seed: int, rules: Rules | None) -> list[Any]:
    """Deals of a seed from a number on, as `whistsolve.Deal.random` deals them."""
    used = rules or DEFAULT_RULES
    rows = random_deals(count, seed, used, first=first)
    return array_to_deals(rows, kitty=rows.shape[1] > used.dealt_hands)
