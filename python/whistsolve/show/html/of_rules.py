"""Rules: the options that differ from those of the game."""

from __future__ import annotations

from whistsolve.rules import Rules, options_in_use, setting_text
from whistsolve.show.html.forms import form
from whistsolve.show.html.markup import block, bold, caption, facts, grid, text

__all__: list[str] = []


@form.register(Rules)
def _rules(rules: Rules) -> str:
    changed = [
        option for option in options_in_use(rules) if option.differs and option.document.name != "game"
    ]
    table = [
        (
            text(option.document.name),
            bold(text(setting_text(option.value))),
            text(setting_text(option.default)),
            text(option.document.meaning),
        )
        for option in changed
    ]
    cards = f"{rules.dealt_hand_size} each"
    if rules.kitty_size:
        cards += f", a kitty of {rules.kitty_size}"
    return block(
        facts(
            [
                ("game", bold(text(rules.game))),
                ("players", str(rules.players)),
                ("cards", f"{rules.deck_size}: {cards}"),
            ]
        ),
        grid(table, head=("option", "value", "default", "meaning")) if table else "",
        caption(
            "the options that differ from their defaults" if table else "all options have their defaults"
        ),
        *(caption(f"warning: {text(warning)}") for warning in rules.warnings()),
    )
