"""The games themselves: what a hand is worth once it is played."""

from whistsolve.game.scores import HandScore, score_hand
from whistsolve.game.whist_scores import WhistScore, score_whist_hand

__all__ = ["HandScore", "WhistScore", "score_hand", "score_whist_hand"]
