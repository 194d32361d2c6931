"""Generated documentation of options and presets: in the docstring of `Rules`, and in docs/rules.md."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final

from whistsolve.rules.option import Option
from whistsolve.rules.presets import Preset, PresetName

_INDENT: Final = " " * 4


def parameters_section(options: Iterable[Option]) -> str:
    """The section "Parameters" of the docstring of `Rules`, in NumPy style."""
    lines = ["Parameters", "----------"]
    for option in options:
        default = option.default_text(lambda value: f"``{value}``")
        items = [_wrapped(f"- ``{value}``: {meaning}.", "  ") for value, meaning in option.values]
        lines += [
            f"{option.name} : {_type_text(option)}",
            _wrapped(option.meaning),
            # A list needs an empty line before and after it.
            *(["", *items, ""] if items else []),
            _wrapped(f"Default: {default}."),
        ]
    return "\n".join(lines)


def _wrapped(text: str, hanging: str = "") -> str:
    """Indented text below the name of a parameter."""
    if len(text) <= 96:  # most texts are: to wrap them all would slow down the import of the package
        return _INDENT + text
    return textwrap.fill(text, 100, initial_indent=_INDENT, subsequent_indent=_INDENT + hanging)


def _type_text(option: Option) -> str:
    """The type of an option in the form that NumPy docstrings use."""
    named = [value for value, _ in option.values]
    if option.form in ("pair", "trumps"):
        return f"{'str' if option.form == 'trumps' else 'tuple of int'}, {option.numbers}"
    if option.span is not None:
        return ", ".join([f"int, {option.numbers}", *(f"or {value!r}" for value in named)])
    if option.form != "single":
        return "str or None" if None in named else "str"
    if all(isinstance(value, bool) for value in named):
        return "bool"
    return f"{{{', '.join(map(repr, named))}}}"


def rules_markdown(options: Iterable[Option], presets: Mapping[PresetName, Preset]) -> str:
    """The sections "Presets" and "Options", a table for each group of options as `Rules.options` has them."""
    lines = ["## Presets", ""]
    lines += _table(
        ("preset", "game", "source"),
        [
            ("<br>".join(map(_code, (name, *preset.aliases))), preset.about, preset.source)
            for name, preset in presets.items()
        ],
    )
    lines += ["", "## Options"]
    for title, members in groupby(options, lambda option: option.group):
        lines += ["", f"### {title}", ""]
        lines += _table(("option", "meaning", "values", "default"), map(_row, members))
    return "\n".join(lines) + "\n"


def _row(option: Option) -> tuple[str, str, str, str]:
    values = [f"{_code(value)}: {meaning}" for value, meaning in option.values]
    if option.numbers:
        values.insert(0, option.numbers)
    return _code(option.name), option.meaning, "<br>".join(values), option.default_text(_code)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(cells)} |" for cells in (heads, ["---"] * len(heads), *rows)]


def _code(value: object) -> str:
    return f"`{value}`"
