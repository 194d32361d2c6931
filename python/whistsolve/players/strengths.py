"""How many layouts a sampling player looks at for each decision, by its strength."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from whistsolve.advice import DiscardSearch

Strength: TypeAlias = Literal["quick", "normal", "strong"]


@dataclass(frozen=True, slots=True)
class Effort:
    """A strength's effort for each decision: the maximum number of layouts, and the search for discards."""

    calls: int
    #: Before the kitty is seen.
    strains: int
    strain_discards: Literal["estimated", "heuristic"]
    #: 0 for the heuristic discard.
    discards: int
    search: DiscardSearch | None
    cards: int
    claims: int

    def with_samples(self, number: int | None) -> Effort:
        """The effort with the same number of layouts everywhere, if one is given."""
        if number is None:
            return self
        discards = number if self.discards else 0  # a heuristic discard stays heuristic
        return replace(self, calls=number, strains=number, discards=discards, cards=number, claims=number)


EFFORTS: Final[Mapping[str, Effort]] = MappingProxyType(
    {
        "quick": Effort(160, 32, "estimated", 0, None, 24, 16),
        "normal": Effort(480, 24, "heuristic", 12, DiscardSearch(5, 4, (4, 8)), 24, 48),
        "strong": Effort(960, 64, "heuristic", 32, None, 64, 128),
    }
)
