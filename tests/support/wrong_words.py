"""The words by which messages name arguments that they refuse."""

from __future__ import annotations

import re

#: Besides the name of an argument itself, or its singular, in words.
WORDS: dict[str, tuple[str, ...]] = {
    "act": ("call", "plays"),
    "added": ("takes", "card"),
    "array": ("deals",),
    "auction": ("call",),
    "claim": ("act",),
    "dealer": ("player",),
    "declarers": ("outcomes",),
    "equity": ("numbers",),
    "given": ("question",),
    "save": ("file",),
    "source": ("file",),
    "resume": ("file",),
    "hand": ("line", "tag", "card"),
    "layout": ("hand", "card"),
    "layouts": ("hand", "card"),
    "made": ("outcomes",),
    "probabilities": ("chances",),
    "removed": ("takes", "card"),
    "seat": ("player",),
    "two_games": ("outcomes",),
    "cards": ("hand",),
    "hands": ("count", "leader", "card"),
    "leader": ("card",),
    "plays": ("card",),
    "points": ("chances",),
    "rules": ("game",),
    "state": ("hand",),
    "cell": ("declarer", "leader", "strain"),
    "deck": ("hand", "card"),
    "hand_size": ("kitty size",),
    "holder": ("hand", "seat"),
    "jokers": ("kitty size",),
    "key": ("hand", "card"),
    "kitty": ("cards",),
    "kitty_size": ("jokers",),
    "known": ("hand", "card"),
    "low": ("tricks",),
    "high": ("tricks",),
    "name": ("preset", "option", "there is", "player"),
    "other": ("hand", "card"),
    "settings": ("option",),
    "strains": ("tricks",),
    "text": ("card", "strain", "hand", "deal", "contract", "penalty", "rules", "call", "act"),
    "value": ("target",),
    "where": ("condition",),
}


def names_argument(message: str, argument: str) -> bool:
    """Whether a message says which argument is wrong."""
    said = message.lower().replace("-", " ").replace("_", " ")
    plain = argument.replace("_", " ").lower()
    words = (
        plain,
        plain.removesuffix("s"),
        *WORDS.get(argument, ()),
    )
    return any(re.search(rf"\b{re.escape(word)}", said) for word in words)
