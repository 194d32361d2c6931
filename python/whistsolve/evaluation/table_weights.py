"""Fitted weights of `TablePlay`: the fields of `TableWeights` by kind of strain.

Made by ``python -m benchmarks.fitting.table_play`` from 1,298 contracts in 649 deals of
bid_whist, seed 20270715, that four players of kind quick played
(`benchmarks.strength.table_tricks`).
"""

from __future__ import annotations

from typing import Final

__all__ = ["TABLE_WEIGHTS"]

TABLE_WEIGHTS: Final[dict[str, tuple[float, float, float, float]]] = {
    "trump": (-0.0643, -1.0237, -0.4493, 0.5188),
    "no_trump": (0.0218, -0.5486, -0.1483, 0.5875),
}
