"""Fitted weights of `TablePlay`: the fields of `TableWeights` by kind of strain.

Made by ``python -m benchmarks.fitting.table_play`` from 183 contracts in 92 deals of
bid_whist, seed 20270715, that four players of kind layouts_8 played
(`benchmarks.strength.table_tricks`).
"""

from __future__ import annotations

from typing import Final

__all__ = ["TABLE_WEIGHTS"]

TABLE_WEIGHTS: Final[dict[str, tuple[float, float, float, float]]] = {
    "trump": (-0.2087, -0.9753, -0.488, 0.5981),
    "no_trump": (0.0982, -0.7786, -0.1514, 0.7462),
}
