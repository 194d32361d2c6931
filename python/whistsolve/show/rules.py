"""Rules and their options: presets, the meanings of options, and their values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from whistsolve.rules import Option, Preset, PresetName, Rules, options_in_use, setting_text
from whistsolve.show.document import BLANK, Block, Content, Facts, Line, Part, Styled, Table, bold, dim

_INDENT: Final = 4
#: Prefixes of an option that differs from its default, and of the value in use.
_DIFFERS: Final = "* "
_IN_USE: Final = "> "


def rules(value: Rules) -> list[Block]:
    """The options that differ from the defaults of the game."""
    cards = f"{value.dealt_hand_size} each"
    if value.kitty_size:
        cards += f", a kitty of {value.kitty_size}"
    rows: list[list[Content]] = []
    for used in options_in_use(value):
        option, texts = used.option, (bold(setting_text(used.value)), setting_text(used.default))
        if used.differs and option.name != "game":
            rows.append([option.name, *texts, option.meaning])
    size = f"{value.deck_size}: {cards}"
    return [
        Facts([("game", bold(value.game)), ("players", str(value.players)), ("cards", size)]),
        Table(rows, ["option", "value", "default", "meaning"]),
        dim("the options that differ from their defaults" if rows else "all options have their defaults"),
        *(dim(f"warning: {warning}") for warning in value.warnings()),
    ]


def presets(documents: Mapping[PresetName, Preset]) -> list[Block]:
    """Presets: the name, the game and the source of each."""
    rows: list[list[Content]] = []
    for name, preset in documents.items():
        rows.append([name, preset.about])
        if preset.aliases:
            rows.append(["", f"also called {', '.join(preset.aliases)}"])
        rows.append(["", Styled(preset.source, "dim")])
    return [Line("Presets", "title"), Table(rows)]


def option_documents(documents: Iterable[Option]) -> list[Block]:
    """Options group by group: the meaning, the default and the values of each."""
    blocks: list[Block] = []
    group = ""
    for document in documents:
        blocks += [
            *_heading(document.group, group),
            Line(document.name, "bold"),
            *_explained(document),
            Line(f"default: {document.default_text(setting_text)}", indent=_INDENT),
        ]
        group = document.group
    return blocks


def all_options(value: Rules) -> list[Block]:
    """Every option of the given rules, first those that differ from the default: values and meaning."""
    blocks: list[Block] = [dim(f"{_DIFFERS}differs from the default of the game   {_IN_USE}value in use")]
    group = ""
    for used in sorted(options_in_use(value), key=lambda each: not each.differs):
        setting = bold(f"{used.option.name} = {setting_text(used.value)}")
        line: list[Part] = [setting, Styled("   (default)", "dim")]
        if used.differs:
            line = [Styled(_DIFFERS, "best"), setting, f"   (default {setting_text(used.default)})"]
        blocks += [
            *_heading(title := "Not the default" if used.differs else used.option.group, group),
            Line(line),
            *_explained(used.option, [setting_text(name) for name in used.named]),
        ]
        group = title
    for warning in value.warnings():
        blocks += [BLANK, Line(f"warning: {warning}")]
    return blocks


def _heading(group: str, before: str) -> Iterator[Block]:
    """An empty line before every option, and the title of its group if that begins here."""
    yield BLANK
    if group != before:
        yield Line(group, "title")
        yield BLANK


def _explained(document: Option, in_use: Sequence[str] = ()) -> list[Block]:
    rows: list[list[Content]] = []
    for value, meaning in document.values:
        text = setting_text(value)
        name: Content = f"{' ' * len(_IN_USE)}{text}"
        rows.append([Styled(_IN_USE + text, "best") if text in in_use else name, meaning])
    if document.numbers:
        rows.append([" " * len(_IN_USE) + document.numbers, ""])
    return [Line(document.meaning, indent=_INDENT), Table(rows, indent=_INDENT)]
