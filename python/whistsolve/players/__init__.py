"""Players: programs that act for a seat of a hand, and hands that a person plays with them."""

from whistsolve.players.double_dummy import DoubleDummyPlayer
from whistsolve.players.interactive import InteractiveHand, PerformedAct

__all__ = ["DoubleDummyPlayer", "InteractiveHand", "PerformedAct"]
