"""Players: who acts for a seat of a hand."""

from whistsolve.players.double_dummy import Machine
from whistsolve.players.interactive import Done, Sitting

__all__ = ["Done", "Machine", "Sitting"]
