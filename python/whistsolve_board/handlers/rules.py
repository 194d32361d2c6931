"""The rules: the form of their deals, and every preset and option with its meaning."""

from __future__ import annotations

from typing import Any

from whistsolve.game.auction.calls import all_strains
from whistsolve.rules import (
    PRESET_DOCUMENTS,
    OptionInUse,
    Rules,
    options_in_use,
    preset_name,
    rules_to_text,
    setting_text,
)
from whistsolve.values import STRAINS, seat_name
from whistsolve_board.arguments import Arguments
from whistsolve_board.context import RequestContext
from whistsolve_board.handlers import FILES, HANDLERS


def answer_hello(arguments: Arguments, context: RequestContext) -> dict[str, Any]:
    """The version of the package, all strains, what is answered here, and where links lead."""
    from whistsolve import __version__

    return {
        "version": __version__,
        "strains": [str(strain) for strain in STRAINS],
        "answers": list(HANDLERS),
        "files": list(FILES),
        "public": context.public,
    }


def answer_rules(arguments: Arguments, context: RequestContext) -> dict[str, Any]:
    """Rules with all presets and options; the text of the rules begins with the preset in the request."""
    rules, [named, *_] = arguments.rules(), [*arguments.text("rules", "").split(), ""]
    text = rules_to_text(rules, named if named and "=" not in named else None)
    groups: dict[str, list[dict[str, object]]] = {}
    for used in options_in_use(rules):
        groups.setdefault(used.option.group, []).append(_option(used))
    return {
        **_of_deal(rules),
        "rules": text,
        "preset": preset_name(text.split()[0]),
        "presets": [{"name": name, "text": each.about} for name, each in PRESET_DOCUMENTS.items()],
        "groups": [{"title": title, "options": options} for title, options in groups.items()],
    }


def _of_deal(rules: Rules) -> dict[str, Any]:
    seats = rules.dealt_hands
    return {
        "game": rules.game,
        "players": rules.players,
        "seats": [seat_name(seat, seats) for seat in range(seats)],
        "deck": [str(card) for card in rules.deck],
        "hand_size": rules.hand_size,
        "kitty_size": rules.kitty_size,
        "strains": [str(strain) for strain in all_strains(rules)],
        "has_auction": rules.has_auction,
    }


def _option(used: OptionInUse) -> dict[str, object]:
    """An option with its value. ``named`` lists the entries of ``values`` that the value is: several for a
    choice of penalties, none for a number of the ``range``."""
    document = used.option
    values = {setting_text(value): meaning for value, meaning in document.values}
    return {
        "name": document.name,
        "meaning": document.meaning,
        "value": setting_text(used.value),
        "default": setting_text(used.default),
        "differs": used.differs,
        "values": [{"value": value, "meaning": meaning} for value, meaning in values.items()],
        "range": None if document.span is None else list(document.span),
        "form": document.form,
        "named": [text for text in map(setting_text, used.named) if text in values],
        "follows": document.follows,
    }
