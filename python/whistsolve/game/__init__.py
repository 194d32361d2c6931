"""The games themselves: what a hand is worth once it is played."""

from whistsolve.game.scores import HandScore, score_hand

__all__ = ["HandScore", "score_hand"]
