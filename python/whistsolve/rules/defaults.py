"""Defaults that depend on several options: functions of rules in which all earlier fields are already set."""

from __future__ import annotations

from typing import Any, Final, cast

from whistsolve.rules.conditions import AnyRules
from whistsolve.rules.option import BY_GAME, MOST_CARDS

#: In all other games the whole deck is dealt to the hands.
GAMES_WITH_KITTY: Final = ("bid_whist", "cutthroat")
#: Hand sizes by number of players, in cutthroat and in bid whist with partners, for any number of jokers: the
#: kitty is what is left.
HAND_SIZES_ALONE: Final = {3: 16, 4: 12, 5: 10, 6: 8}


def hand_size(rules: AnyRules) -> int:
    """The default hand size, for any size of the kitty."""
    return HAND_SIZES_ALONE[rules.players] if rules.game in GAMES_WITH_KITTY else 13


def hand_size_beside_kitty(rules: AnyRules) -> int:
    """The hand size if none is given: what a given kitty leaves, if that divides evenly, else the default."""
    usual, kitty = hand_size(rules), cast(object, rules.kitty_size)
    if rules.has_dummies or not isinstance(kitty, int) or isinstance(kitty, bool):
        return usual
    size, left = divmod(rules.deck_size - kitty, rules.players)
    return size if left == 0 and 0 < size <= MOST_CARDS else usual


def kitty_size(rules: AnyRules) -> Any:
    """The cards that the hands leave; extra cards of dummies are thrown out and do not make a kitty."""
    if rules.game not in GAMES_WITH_KITTY:
        return 0
    size = rules.hand_size if rules.hand_size is not None else hand_size(rules)
    return max(0, rules.deck_size - rules.players * size)


def kitty_book(rules: AnyRules) -> str:
    return "bidder" if rules.kitty_size else "none"


def nt_direction_in_bid(rules: AnyRules) -> Any:
    return rules.bid_form == "named_strain"


def bid_base(rules: AnyRules) -> int:
    """Six, 0 in cutthroat; half of all books for teams or few books, so that a bid of one needs more."""
    usual = 0 if rules.game == "cutthroat" else 6
    books = _all_books(rules)
    return usual if books > usual and not rules.has_teams else books // 2


def min_bid(rules: AnyRules) -> Any:
    """The usual lowest bid, or the highest possible bid if that is lower."""
    usual = 1 if rules.has_teams or rules.has_dummies or rules.game == "cutthroat" else 3
    return min(usual, max(_all_books(rules) - rules.bid_base, 0))


def negative_target(rules: AnyRules) -> Any:
    """Minus the target in bid whist; ``None`` in other games, or if no score can fall to it."""
    never = rules.score_floor_zero is True or rules.rise_and_fly == "on_set"
    if never or rules.target is None or rules.game not in ("bid_whist", "no_kitty_52"):
        return None
    return -rules.target


def negative_tie_break(rules: AnyRules) -> Any:
    return rules.tie_break


def _all_books(rules: AnyRules) -> Any:
    # kitty_book is a later field than the bids, so it may not be set yet.
    book: object = kitty_book(rules) if rules.kitty_book is BY_GAME else rules.kitty_book
    return rules.dealt_hand_size + (book != "none")
