"""The fields of a row: what it says itself, what is given for all rows, what was played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from whistsolve.arguments import Resources
from whistsolve.batch.items import Row
from whistsolve.errors import WhistError
from whistsolve.rules import Rules
from whistsolve.values.strains import Strain

__all__ = ["Fields", "QuestionOptions"]


@dataclass(frozen=True, slots=True)
class QuestionOptions:
    """What is the same for all rows.

    Attributes
    ----------
    rules : Rules
    strains : tuple of Strain
        The columns of tables.
    given : mapping
        Fields that a row has where it does not say otherwise.
    threads : int or None
        As many as there are processors for ``None``.
    memory_mb : int
        Cap on the transposition tables of all threads together, in MiB.
    """

    rules: Rules
    strains: tuple[Strain, ...]
    given: Mapping[str, Any]
    threads: int | None
    memory_mb: int

    @property
    def resources(self) -> Resources:
        """Threads and memory as they are used."""
        return Resources.read(self.threads, self.memory_mb)


class Fields:
    """The fields of one row.

    Parameters
    ----------
    number : int
        That of the item.
    row : Row
    given : mapping
        For rows that do not say otherwise.
    """

    __slots__ = ("_given", "_row", "number")

    def __init__(self, number: int, row: Row, given: Mapping[str, Any]) -> None:
        self.number: int = number
        self._row, self._given = row, given

    def get(self, name: str, default: Any = None) -> Any:
        """The value of a field: of the row, or else given for all rows, or else as it was played."""
        if name == "deal" and "deal" not in self._row.fields and "text" in self._row.fields:
            return self._row.fields["text"]
        for values in (self._row.fields, self._given, self._row.as_played):
            if values.get(name) is not None:
                return values[name]
        return default

    def required(self, name: str) -> Any:
        """The value of a field that has to be there.

        Raises
        ------
        WhistError
            Where it is not.
        """
        value = self.get(name)
        if value is None:
            raise WhistError(
                f"there is no {name}: expected a field {name!r} of the row, or one given for all rows"
            )
        return value

    def says(self, name: str) -> bool:
        """Whether the row or what is given for all rows has a field."""
        return self._row.fields.get(name) is not None or self._given.get(name) is not None

    @property
    def seed_is_its_own(self) -> bool:
        """Whether the row has a seed, and not that of all rows."""
        return self._row.fields.get("seed") is not None

    def replaces(self, name: str) -> bool:
        """Whether a field takes the place of what was played."""
        return self.says(name) and name in self._row.as_played
