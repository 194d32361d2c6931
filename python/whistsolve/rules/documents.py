"""The options of `Rules` with their values, meanings and defaults: for help, tables and the command line."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from whistsolve.rules.meanings import GROUPS, Meaning
from whistsolve.rules.options import Option

if TYPE_CHECKING:
    from whistsolve.rules.rules import Rules

__all__ = [
    "OptionDocument",
    "OptionInUse",
    "document_options",
    "parameters_section",
    "setting_text",
]

_INDENT = " " * 4


@dataclass(frozen=True, slots=True)
class OptionDocument:
    """What is known of one option of `Rules`.

    Attributes
    ----------
    name : str
    group : str
        Title of the group of options that it belongs to.
    meaning : str
    values : tuple of (value, str)
        The values that are named one by one, with what each means. For penalties a value ends in ``:n``,
        for a number of tricks or points.
    span : tuple of int, or None
        Lowest and highest of a range of whole numbers that is allowed as well.
    is_pair : bool
        Whether the value is a pair of rising numbers of the range.
    by_game : mapping from str to value
        The default in each game, with all other options at theirs.
    follows : str
        What the default depends on beyond the game, in words; empty for most.
    """

    name: str
    group: str
    meaning: str
    values: tuple[tuple[object, str], ...]
    span: tuple[int, int] | None
    is_pair: bool
    by_game: Mapping[str, object]
    follows: str

    @property
    def numbers(self) -> str:
        """The range of numbers allowed, in words; empty where there is none."""
        if self.span is None:
            return ""
        low, high = self.span
        return f"two rising numbers from {low} to {high}" if self.is_pair else f"{low} to {high}"

    def default_text(self, text: Callable[[object], str] = str) -> str:
        """The default in words: that of bid whist, games that have another one, what it follows from.

        Parameters
        ----------
        text : callable
            Writes a value.

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
        parts = [text(usual), *(f"{text(value)} in {_and(names)}" for value, names in others)]
        words = "; ".join(parts)
        return f"{words} ({self.follows})" if self.follows else words

    def as_dict(self) -> dict[str, object]:
        """The same for JSON; the keys are those of the attributes, ``range`` and ``default`` in words."""
        return {
            "group": self.group,
            "meaning": self.meaning,
            "values": [{"value": value, "meaning": meaning} for value, meaning in self.values],
            "range": self.span,
            "default": self.default_text(setting_text),
            "default_by_game": dict(self.by_game),
        }


@dataclass(frozen=True, slots=True)
class OptionInUse:
    """The value that one option has in some rules.

    Attributes
    ----------
    document : OptionDocument
    value, default : object
        The value, and the one that follows from the game and from the other options.
    """

    document: OptionDocument
    value: object
    default: object

    @property
    def differs(self) -> bool:
        """Whether the value is another than the default."""
        return self.value != self.default

    @property
    def named(self) -> tuple[object, ...]:
        """The value as the option's document names it, ``transfer_tricks:n`` for ``transfer_tricks:3``.

        More than one where it is a choice of penalties.
        """
        if not isinstance(self.value, str):
            return (self.value,)
        parts = [part.partition(":") for part in self.value.split("|")]
        return tuple(dict.fromkeys(f"{kind}:n" if colon else kind for kind, colon, _ in parts))

    def as_dict(self) -> dict[str, object]:
        """For JSON: ``value``, ``default`` and ``differs``, and what the option's document has."""
        document = self.document.as_dict()
        del document["default"]
        return {"value": self.value, "default": self.default, "differs": self.differs, **document}


def document_options(options: Mapping[str, Option], games: Mapping[str, Rules]) -> tuple[OptionDocument, ...]:
    """Every option with its document, in the order in which they are shown.

    Parameters
    ----------
    options : mapping from str to Option
        What each option may be set to.
    games : mapping from str to Rules
        Each game with all defaults, bid whist first.
    """
    return tuple(
        _document(name, group.title, meaning, options[name], games)
        for group in GROUPS
        for name, meaning in group.options.items()
    )


def _document(
    name: str, group: str, meaning: Meaning, option: Option, games: Mapping[str, Rules]
) -> OptionDocument:
    return OptionDocument(
        name=name,
        group=group,
        meaning=meaning.text,
        values=tuple(meaning.values.items()),
        span=option.span,
        is_pair=option.form == "pair",
        by_game={game: rules.default_of(name) for game, rules in games.items()},
        follows=meaning.follows,
    )


def setting_text(value: object) -> str:
    """A value as `read_settings` reads it, one word: ``true``, ``none``, ``5,10``, ``D2,C2``, ``bidder``."""
    if value is None or isinstance(value, bool):
        return str(value).lower()
    parts = value if isinstance(value, tuple) else str(value).split()
    return ",".join(map(str, parts))


def parameters_section(documents: tuple[OptionDocument, ...]) -> str:
    """The section "Parameters" of the docstring of `Rules`, in NumPy style."""
    lines = ["Parameters", "----------"]
    for document in documents:
        default = document.default_text(lambda value: f"``{value}``")
        items = [_wrapped(f"- ``{value}``: {meaning}.", "  ") for value, meaning in document.values]
        lines += [
            f"{document.name} : {_type_text(document)}",
            _wrapped(document.meaning),
            # A list stands between empty lines.
            *(["", *items, ""] if items else []),
            _wrapped(f"Default: {default}."),
        ]
    return "\n".join(lines)


def _wrapped(text: str, hanging: str = "") -> str:
    """Text below the name of a parameter."""
    if len(text) <= 96:  # most are: filling them all would be felt when the package is imported
        return _INDENT + text
    return textwrap.fill(text, 100, initial_indent=_INDENT, subsequent_indent=_INDENT + hanging)


def _type_text(document: OptionDocument) -> str:
    """The type of an option as a docstring names it."""
    named = [value for value, _ in document.values]
    if document.is_pair:
        return f"tuple of int, {document.numbers}"
    if document.span is not None:
        return ", ".join([f"int, {document.numbers}", *(f"or {value!r}" for value in named)])
    if document.name == "removed_cards":
        return "str or None"
    if all(isinstance(value, bool) for value in named):
        return "bool"
    if any(isinstance(value, str) and value.endswith(":n") for value in named):
        return "str"
    return f"{{{', '.join(map(repr, named))}}}"


def _and(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
