"""Presets and options of `Rules` as Markdown tables: the generated part of docs/rules.md."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from whistsolve.rules.documents import OptionDocument
from whistsolve.rules.presets import Preset
from whistsolve.rules.typed import PresetName

__all__ = ["rules_markdown"]


def rules_markdown(documents: Iterable[OptionDocument], presets: Mapping[PresetName, Preset]) -> str:
    """The sections "Presets" and "Options", a table for each group of options.

    Parameters
    ----------
    documents : iterable of OptionDocument
        As `Rules.options` gives them: options of a group stand together.
    presets : mapping from str to Preset
    """
    lines = ["## Presets", ""]
    lines += _table(
        ("preset", "game", "source"),
        [
            ("<br>".join(map(_code, (name, *preset.aliases))), preset.about, preset.source)
            for name, preset in presets.items()
        ],
    )
    lines += ["", "## Options"]
    groups: dict[str, list[OptionDocument]] = {}
    for document in documents:
        groups.setdefault(document.group, []).append(document)
    for title, members in groups.items():
        lines += ["", f"### {title}", ""]
        lines += _table(("option", "meaning", "values", "default"), [_row(member) for member in members])
    return "\n".join(lines) + "\n"


def _row(document: OptionDocument) -> tuple[str, str, str, str]:
    values = [f"{_code(value)}: {meaning}" for value, meaning in document.values]
    if document.numbers:
        values.insert(0, document.numbers)
    return _code(document.name), document.meaning, "<br>".join(values), document.default_text(_code)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(cells)} |" for cells in (heads, ["---"] * len(heads), *rows)]


def _code(value: object) -> str:
    return f"`{value}`"
