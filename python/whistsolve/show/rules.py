"""Rules and their options: presets, what options mean, and what they are set to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from whistsolve.rules import OptionDocument, Preset, PresetName, Rules, options_in_use, setting_text

__all__ = ["OptionLines", "PresetLines", "RulesLines"]

_INDENT = 4
_GAP = 2
#: What stands before an option that differs from its default, and before the value in use.
_DIFFERS = "* "
_IN_USE = "> "


class PresetLines:
    """Presets: the name of each, what game it is, from which source.

    Parameters
    ----------
    presets : mapping from str to Preset
    """

    def __init__(self, presets: Mapping[PresetName, Preset]) -> None:
        self._presets = presets

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text("Presets", style="bold underline")
        grid = _grid()
        for name, preset in self._presets.items():
            grid.add_row(Text(name, style="bold"), preset.about)
            if preset.aliases:
                grid.add_row("", f"also called {', '.join(preset.aliases)}")
            grid.add_row("", Text(preset.source, style="dim"))
        yield grid


class OptionLines:
    """Options group by group: the meaning, the default and the values of each.

    Parameters
    ----------
    documents : iterable of OptionDocument
        As `Rules.options` gives them.
    """

    def __init__(self, documents: Iterable[OptionDocument]) -> None:
        self._documents = tuple(documents)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        group = ""
        for document in self._documents:
            yield from _heading(document.group, group)
            group = document.group
            yield Text(document.name, style="bold")
            yield from _explained(document)
            yield _indented(Text(f"default: {document.default_text(setting_text)}"))


class RulesLines:
    """Every option of some rules: its value, and the default where that is another; meaning and values.

    Parameters
    ----------
    rules : Rules
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(f"{_DIFFERS}differs from the default of the game   {_IN_USE}value in use", style="dim")
        group = ""
        for option in options_in_use(self._rules):
            yield from _heading(option.document.group, group)
            group = option.document.group
            value, default = setting_text(option.value), setting_text(option.default)
            line = Text.assemble((f"{option.document.name} = {value}", "bold"))
            if option.differs:
                line = Text.assemble((_DIFFERS, "green"), line, f"   (default {default})")
            else:
                line.append("   (default)", style="dim")
            yield line
            yield from _explained(option.document, [setting_text(name) for name in option.named])
        for warning in self._rules.warnings():
            yield Text()
            yield Text(f"warning: {warning}")


def _heading(group: str, before: str) -> Iterator[RenderableType]:
    """The title of a group where it begins, and an empty line before every option."""
    yield Text()
    if group != before:
        yield Text(group, style="bold underline")
        yield Text()


def _explained(document: OptionDocument, in_use: Sequence[str] = ()) -> Iterator[RenderableType]:
    """The meaning of an option and its values, those in use marked."""
    yield _indented(Text(document.meaning))
    values = [(setting_text(value), meaning) for value, meaning in document.values]
    grid = _grid()
    for value, meaning in values:
        used = value in in_use
        mark = _IN_USE if used else " " * len(_IN_USE)
        grid.add_row(Text(mark + value, style="green" if used else ""), meaning)
    if document.numbers:
        grid.add_row(Text(" " * len(_IN_USE) + document.numbers), "")
    yield _indented(grid)


def _grid() -> Table:
    """Two columns that are folded, never cut off."""
    grid = Table.grid(padding=(0, _GAP, 0, 0))
    grid.add_column(overflow="fold")
    grid.add_column(overflow="fold")
    return grid


def _indented(renderable: RenderableType) -> Padding:
    return Padding(renderable, (0, 0, 0, _INDENT))
