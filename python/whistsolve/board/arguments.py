"""`Arguments`: the arguments of one question of the page, read with errors that name the field."""

from __future__ import annotations

from collections.abc import Mapping

from whistsolve.board.hands import BoardHand
from whistsolve.errors import WhistError
from whistsolve.rules import Rules
from whistsolve.rules.reading import rules_from_text
from whistsolve.values.reading import read_integer, shown

__all__ = ["Arguments"]


class Arguments:
    """The arguments of a question, as the page sent them.

    Every method raises `WhistError`, or the error of what it reads, where the field is missing or wrong.
    """

    __slots__ = ("_fields",)

    def __init__(self, fields: Mapping[str, object]) -> None:
        self._fields = fields

    def __contains__(self, name: str) -> bool:
        """Whether a field is given; one that is null is not."""
        return self._fields.get(name) is not None

    def text(self, name: str, default: str | None = None) -> str:
        """A text."""
        value = self._fields.get(name)
        if value is None and default is not None:
            return default
        if not isinstance(value, str):
            raise WhistError(f"{name} {shown(value)} is wrong: expected text")
        return value

    def choice(self, name: str, choices: tuple[str, ...], default: str | None = None) -> str:
        """A text of a list."""
        value = self.text(name, default)
        if value not in choices:
            raise WhistError(f"{name} {shown(value)} is wrong: expected {', '.join(choices)}")
        return value

    def integer(self, name: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number of a range."""
        value = self._fields.get(name)
        if value is None and default is not None:
            return default
        return read_integer(value, name, WhistError, low, high)

    def flag(self, name: str, default: bool = False) -> bool:
        """True or false."""
        value = self._fields.get(name)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise WhistError(f"{name} {shown(value)} is wrong: expected true or false")
        return value

    def texts(self, name: str, most: int) -> list[str]:
        """A list of texts."""
        value = self._fields.get(name)
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise WhistError(f"{name} {shown(value)} is wrong: expected a list of texts")
        if len(value) > most:
            raise WhistError(f"{name} has {len(value)} entries: expected at most {most}")
        return value

    def is_list(self, name: str) -> bool:
        """Whether a field that may be one number or several is a list."""
        return isinstance(self._fields.get(name), list)

    def integers(self, name: str, most: int, low: int | None = None, high: int | None = None) -> list[int]:
        """A list of whole numbers of a range."""
        value = self._fields.get(name)
        if not isinstance(value, list) or len(value) > most:
            raise WhistError(
                f"{name} {shown(value)} is wrong: expected a list of at most {most} whole numbers"
            )
        return [read_integer(each, name, WhistError, low, high) for each in value]

    def fields(self, name: str) -> Mapping[str, object]:
        """An object of fields."""
        value = self._fields.get(name)
        if not isinstance(value, dict):
            raise WhistError(f"{name} {shown(value)} is wrong: expected an object")
        return value

    def rules(self) -> Rules:
        """The field ``rules``; those of bid whist where it is left out."""
        return rules_from_text(self.text("rules", ""))

    def hand(self) -> BoardHand:
        """The field ``hand``."""
        return BoardHand.read(self.fields("hand"))
