"""The value that an option has where none is given: by game, and by the options that decide it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from whistsolve.rules.options import MOST_CARDS

if TYPE_CHECKING:
    from whistsolve.rules.rules import Rules

__all__ = [
    "BY_GAME",
    "HAND_SIZES_ALONE",
    "MOST_CARDS",
    "PLAYERS",
    "WITHOUT_KITTY",
    "game_default",
    "hand_size_beside",
]


class _ByGame:
    """Stands for "not given: as the game has it"."""

    def __repr__(self) -> str:
        return "BY_GAME"


BY_GAME: Final[Any] = _ByGame()

#: Players that each game can have, the usual number first.
PLAYERS: Final[dict[str, tuple[int, ...]]] = {
    "bid_whist": (4, 6),
    "cutthroat": (4, 3, 5, 6),
    "whist": (4,),
    "dummy": (3,),
    "double_dummy": (2,),
    "no_kitty_52": (4,),
}

#: Cards each in cutthroat, and with partners in bid whist, whatever the number of jokers: the kitty takes up
#: the difference.
HAND_SIZES_ALONE: Final = {3: 16, 4: 12, 5: 10, 6: 8}

_CUTTHROAT: Final[dict[str, object]] = {
    "auction_rounds": "until_one_left",
    "bid_form": "level_nt_only",
    "bid_base": 0,
    "min_bid": 1,
    "made_scoring": "per_trick",
    "nonbidders_score": "per_trick",
    "target": 30,
    "negative_target": None,
}
_WHIST: Final[dict[str, object]] = {
    "direction_of_play": "counterclockwise",
    "jokers": 0,
    "first_dealer": "low_card",
    "first_leader": "dealer",
    "renege_penalty": "minus_points:2",
    "false_call_penalty": "none",
    "renege_correction": "before_trick_complete",
    "target": 5,
    "negative_target": None,
    "trump_rule": "last_dealt_card",
}
_DUMMY: Final[dict[str, object]] = {
    "jokers": 0,
    "min_bid": 1,
    "declare_timing": "after_dummy",
    "set_scoring": "opponents_gain",
    "target": 21,
    "negative_target": None,
}
#: How a game differs from partnership bid whist with a kitty.
_BY_GAME: Final[dict[str, dict[str, object]]] = {
    "bid_whist": {},
    "cutthroat": _CUTTHROAT,
    "whist": _WHIST,
    "dummy": _DUMMY,
    # "Se sientan uno frente al otro": the players face each other, so that partners sit side by side.
    "double_dummy": {**_DUMMY, "seating": "facing"},
    "no_kitty_52": {"jokers": 0},
}
_BID_WHIST: Final[dict[str, object]] = {
    "direction_of_play": "clockwise",
    "jokers": 2,
    "first_dealer": "random",
    "auction_rounds": "single",
    "bid_form": "level_strain",
    "bid_base": 6,
    "min_bid": 3,
    "declare_timing": "before_kitty",
    "first_leader": "bidder",
    "renege_penalty": "transfer_tricks:3",
    "false_call_penalty": "transfer_tricks:3",
    "renege_correction": "never",
    "made_scoring": "books_over_six",
    "nonbidders_score": "none",
    "set_scoring": "bidder_loses",
    "target": 7,
    "trump_rule": "declared",
    "seating": "alternating",
}
#: Games whose hands are dealt the whole deck.
WITHOUT_KITTY: Final = ("whist", "no_kitty_52")


def game_default(name: str, rules: Rules) -> object:
    """The default of an option, given the options before it in the order of the fields.

    Parameters
    ----------
    name : str
        An option whose default depends on the game.
    rules : Rules
        Rules whose fields before that one hold their final values.
    """
    if name == "players":
        return PLAYERS[rules.game][0]
    if name == "hand_size":
        return _usual_hand_size(rules)
    if name == "kitty_size" and rules.game in WITHOUT_KITTY:
        return 0
    if name == "kitty_size":
        size = rules.hand_size if rules.hand_size is not None else _usual_hand_size(rules)
        # What the dummies get too many is thrown out by the declarer; nothing lies on the table.
        return 0 if rules.has_dummies else max(0, rules.deck_size - rules.players * size)
    if name == "kitty_book":
        return "bidder" if rules.kitty_size else "none"
    if name == "nt_direction_in_bid":
        return rules.bid_form == "named_strain"
    if name == "negative_target" and name not in _BY_GAME[rules.game]:
        # Neither is ever reached where scores stop at zero or none is kept.
        return None if rules.score_floor_zero is True or rules.rise_and_fly == "on_set" else -rules.target
    if name == "negative_tie_break":
        return rules.tie_break
    usual: Any = _BY_GAME[rules.game].get(name, _BID_WHIST.get(name))
    if name == "bid_base":
        return _default_bid_base(rules, usual)
    return _default_min_bid(rules, usual) if name == "min_bid" else usual


def hand_size_beside(rules: Rules) -> object:
    """The hand size where only the size of the kitty is given: what it leaves, if that comes out even.

    Parameters
    ----------
    rules : Rules
        Rules whose fields before ``hand_size`` hold their final values, and whose ``kitty_size`` is as given.
    """
    usual = _usual_hand_size(rules)
    kitty: object = rules.kitty_size
    if rules.has_dummies or not isinstance(kitty, int) or isinstance(kitty, bool):
        return usual
    size, left = divmod(rules.deck_size - kitty, rules.players)
    return size if left == 0 and 0 < size <= MOST_CARDS else usual


def _usual_hand_size(rules: Rules) -> int:
    return HAND_SIZES_ALONE[rules.players] if rules.game in ("bid_whist", "cutthroat") else 13


def _all_books(rules: Rules) -> int:
    kitty_book: object = rules.kitty_book
    if kitty_book is BY_GAME:  # a later field
        kitty_book = game_default("kitty_book", rules)
    return rules.dealt_hand_size + (kitty_book != "none")


def _default_bid_base(rules: Rules, usual: int) -> int:
    """Six; half of all books, so that a bid of one needs more, where there are not as many."""
    books = _all_books(rules)
    return usual if books > usual and not rules.has_teams else books // 2


def _default_min_bid(rules: Rules, usual: int) -> int:
    """A bid that can be made."""
    return min(1 if rules.has_teams else usual, max(_all_books(rules) - rules.bid_base, 0))
