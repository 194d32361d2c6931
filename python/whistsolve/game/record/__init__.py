"""Played hands as data: recorded from a state, replayed, and checked against the rules of a game."""

from whistsolve.game.record.parts import Call, Tag, Trick, replay, trick_winner
from whistsolve.game.record.played_hand import PlayedHand
from whistsolve.game.record.record import record_hand

__all__ = ["Call", "PlayedHand", "Tag", "Trick", "record_hand", "replay", "trick_winner"]
