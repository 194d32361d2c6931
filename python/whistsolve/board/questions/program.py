"""What the page asks about the program: its version, and the rules with what every option means."""

from __future__ import annotations

from typing import Any

from whistsolve.board.arguments import Arguments
from whistsolve.board.context import AnswerContext
from whistsolve.board.rule_texts import LANGUAGES, rule_document
from whistsolve.dealing import whole_deck
from whistsolve.game.auction.calls import all_strains
from whistsolve.rules import Rules
from whistsolve.values import STRAINS, seat_name

__all__ = ["answer_hello", "answer_rules"]


def answer_hello(arguments: Arguments, context: AnswerContext) -> dict[str, Any]:
    """The version of the package, and all strains."""
    from whistsolve import __version__

    return {"version": __version__, "strains": [str(strain) for strain in STRAINS]}


def answer_rules(arguments: Arguments, context: AnswerContext) -> dict[str, Any]:
    """Rules in words, with all presets and options."""
    rules, [named, *_] = arguments.rules(), [*arguments.text("rules", "").split(), ""]
    language = arguments.choice("language", LANGUAGES, "en")
    preset = named if named and "=" not in named else None
    return {**_of_table(rules), **rule_document(rules, language, preset)}


def _of_table(rules: Rules) -> dict[str, Any]:
    """What a deal by the rules looks like."""
    seats = rules.dealt_hands
    return {
        "game": rules.game,
        "players": rules.players,
        "seats": [seat_name(seat, seats) for seat in range(seats)],
        "deck": [str(card) for card in whole_deck(rules)],
        "hand_size": rules.hand_size,
        "kitty_size": rules.kitty_size,
        "strains": [str(strain) for strain in all_strains(rules)],
        "has_auction": rules.trump_rule == "declared",
    }
