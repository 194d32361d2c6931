"""A view as JSON types and back, by the types of its fields: what players in other processes are sent."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from whistsolve._internal.reading import shown
from whistsolve.errors import WhistError
from whistsolve.game.auction.calls import Bid, Pass, read_call
from whistsolve.game.hand.acts import Act, read_act
from whistsolve.rules import Rules
from whistsolve.values import Card, Hand, Strain, Suit

#: Classes whose values are text.
_TEXTS = (Card, Hand, Strain, Bid, Pass, *get_args(Act))


def plain(value: object) -> Any:
    """A field of a view as JSON types."""
    if isinstance(value, Suit):  # an integer too
        return value.letter
    if value is None or isinstance(value, (int, str, float)):
        return value
    if isinstance(value, Rules):
        return value.overrides()
    if isinstance(value, _TEXTS):
        return str(value)
    if is_dataclass(value):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, (tuple, frozenset)):
        return [plain(each) for each in (value if isinstance(value, tuple) else sorted(value))]
    return value  # perhaps wrong, for an error


def read_plain(kind: Any, value: Any, where: str) -> Any:
    """A value of a type from what `plain` made of it. Raises `WhistError` with ``where`` it is wrong."""
    parts, origin = get_args(kind), get_origin(kind)
    if origin in (Union, types.UnionType):
        if value is None and type(None) in parts:
            return None
        kinds = [part for part in parts if part is not type(None)]
        return read_plain(kinds[0], value, where) if len(kinds) == 1 else _text(kinds, value, where)
    if origin in (tuple, frozenset):
        check(isinstance(value, list), value, where, "a list")
        kinds = list(parts) if origin is tuple and parts[-1] is not ... else [parts[0]] * len(value)
        check(len(value) == len(kinds), value, where, f"a list of {len(kinds)}")
        pairs = enumerate(zip(kinds, value, strict=True))
        return origin(read_plain(part, one, f"{where}[{i}]") for i, (part, one) in pairs)
    if origin is Literal:
        check(value in parts, value, where, " or ".join(map(repr, parts)))
        return value
    return _text(kind, value, where)


def _text(kind: Any, value: Any, where: str) -> Any:
    """A value of a plain type, of a class whose values are text, or of a dataclass."""
    try:
        if kind is Rules:
            return Rules.from_dict(value)
        if isinstance(kind, list) or kind in _TEXTS:
            check(isinstance(value, str), value, where, "text")
            if kind in (Card, Hand, Strain):
                return kind(value)
            if kind == [Bid, Pass]:
                return read_call(value)
            return read_act(value, "play")  # the same at every stage of a view
        if kind is Suit:
            return Suit.of(value)
    except WhistError as error:
        raise type(error)(f"{where}: {error}") from None
    if hints := _hints(kind):
        check(isinstance(value, Mapping) and value.keys() == hints.keys(), value, where, ", ".join(hints))
        return kind(
            **{name: read_plain(part, value[name], f"{where}.{name}") for name, part in hints.items()}
        )
    check(type(value) is kind or (kind is float and type(value) is int), value, where, kind.__name__)
    return value


def check(is_right: object, value: object, where: str, expected: object) -> None:
    """Raise `WhistError` unless a value that was read is right."""
    if not is_right:
        raise WhistError(f"{where} {shown(plain(value))} is wrong: expected {expected}")


@lru_cache(maxsize=32)
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind) if is_dataclass(kind) else {}
