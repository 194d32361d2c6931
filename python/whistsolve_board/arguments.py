"""`Arguments`: typed access to the arguments of one request, with errors that name the field."""

from __future__ import annotations

from collections.abc import Mapping

from whistsolve._internal.reading import read_integer, shown
from whistsolve.errors import WhistError
from whistsolve.rules import Rules
from whistsolve.rules.reading import rules_from_text
from whistsolve_board.hands import BoardHand


class Arguments:
    """The arguments of a request, as the page sent them.

    Every method raises a `WhistError`, such as the error of a parser, if the field is missing or wrong.
    """

    __slots__ = ("_fields",)

    def __init__(self, fields: Mapping[str, object]) -> None:
        self._fields = fields

    def __contains__(self, name: str) -> bool:
        """Whether a field is given and is not null."""
        return self._fields.get(name) is not None

    def text(self, name: str, default: str | None = None) -> str:
        """A field that is text."""
        value = self._fields.get(name)
        if value is None and default is not None:
            return default
        if not isinstance(value, str):
            raise WhistError(f"{name} {shown(value)} is wrong: expected text")
        return value

    def choice(self, name: str, choices: tuple[str, ...], default: str | None = None) -> str:
        """A field that is one of the given texts."""
        value = self.text(name, default)
        if value not in choices:
            raise WhistError(f"{name} {shown(value)} is wrong: expected {', '.join(choices)}")
        return value

    def integer(self, name: str, low: int, high: int, default: int | None = None) -> int:
        """A field that is an integer in a range."""
        value = self._fields.get(name)
        if value is None and default is not None:
            return default
        return read_integer(value, name, WhistError, low, high)

    def flag(self, name: str, default: bool = False) -> bool:
        """A field that is true or false."""
        value = self._fields.get(name)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise WhistError(f"{name} {shown(value)} is wrong: expected true or false")
        return value

    def texts(self, name: str, most: int) -> list[str]:
        """A field that is a list of at most ``most`` texts."""
        value = self._fields.get(name)
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise WhistError(f"{name} {shown(value)} is wrong: expected a list of texts")
        if len(value) > most:
            raise WhistError(f"{name} has {len(value)} entries: expected at most {most}")
        return value

    def is_list(self, name: str) -> bool:
        """Whether a field is a list, for fields that can be one number or several."""
        return isinstance(self._fields.get(name), list)

    def integers(self, name: str, most: int, low: int | None = None, high: int | None = None) -> list[int]:
        """A field that is a list of at most ``most`` integers in a range."""
        value = self._fields.get(name)
        if not isinstance(value, list) or len(value) > most:
            raise WhistError(
                f"{name} {shown(value)} is wrong: expected a list of at most {most} whole numbers"
            )
        return [read_integer(each, name, WhistError, low, high) for each in value]

    def fields(self, name: str) -> Mapping[str, object]:
        """A field that is a JSON object."""
        value = self._fields.get(name)
        if not isinstance(value, dict):
            raise WhistError(f"{name} {shown(value)} is wrong: expected an object")
        return value

    def rules(self) -> Rules:
        """The rules in the field ``rules``; by default those of bid whist."""
        return rules_from_text(self.text("rules", ""))

    def hand(self) -> BoardHand:
        """The hand in the field ``hand``."""
        return BoardHand.read(self.fields("hand"))
