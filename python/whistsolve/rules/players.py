"""Players and scores as callers give them, checked against the rules of the game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from whistsolve._internal.reading import read_integer, read_several, shown
from whistsolve._internal.words import read_seat
from whistsolve.errors import ActError, WhistError
from whistsolve.rules.rules import Rules
from whistsolve.rules.sides import plays_with_partners, side_count
from whistsolve.values.seats import SEAT_LETTERS, seats_named_as


def read_player(player: object, rules: Rules, what: str = "player") -> int:
    """The number of a player, from the number or, with four hands, from the seat: ``S``, ``South``."""
    if isinstance(player, str):
        number = read_seat(player, rules.dealt_hands)
        if number is None and player.isascii() and player.strip().isdigit() and len(player) < 10:
            number = int(player)
        if number is None:
            letters = ", ".join(SEAT_LETTERS[: rules.players]) + ", or " if rules.dealt_hands == 4 else ""
            expected = f"{letters}a whole number from 0 to {rules.players - 1}"
            raise ActError(f"{what} {shown(player)} is wrong: expected {expected}")
        player = number
    return read_integer(player, what, ActError, 0, rules.players - 1)


def player_names(player: object, rules: Rules) -> tuple[str, ...]:
    """The names of all players for messages, in the caller's style: ``S``, ``South`` or ``player 2``."""
    return seats_named_as(player, rules.dealt_hands, "player {}")


def each_score(scores: Sequence[int], rules: Rules) -> tuple[int, ...]:
    """The scores before a hand, checked to be one for each player."""
    several = islice(read_several(scores, "scores", WhistError), rules.players + 1)
    given = tuple(read_integer(score, "score", WhistError) for score in several)
    if len(given) != rules.players:
        raise WhistError(f"scores {shown(scores)} are wrong: expected one each for {rules.players} players")
    return given


def read_scores(scores: Sequence[int], rules: Rules) -> tuple[int, ...]:
    """Scores by player, given by player or, with partners, by side; two zeros are valid in any game."""
    given = list(islice(read_several(scores, "scores", WhistError), rules.players + 1))
    if len(given) == 2 and not any(read_integer(score, "score", WhistError) for score in given):
        return (0,) * rules.players
    if len(given) == side_count(rules) and plays_with_partners(rules):
        given *= rules.players // len(given)  # sides repeat in seat order
    return each_score(given, rules)
