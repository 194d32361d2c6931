"""Fitted weights of `TablePlay`: the fields of `TableWeights` by kind of strain.

Made by ``python -m benchmarks.fitting.table_play`` from 1,499 contracts in 750 deals of
bid_whist, seed 20270715, that four players of kind quick played
(`benchmarks.strength.table_tricks`).
"""

from __future__ import annotations

from typing import Final

__all__ = ["TABLE_WEIGHTS"]

TABLE_WEIGHTS: Final[dict[str, tuple[float, float, float, float]]] = {
    "trump": (-0.0465, -1.0591, -0.4492, 0.5352),
    "no_trump": (0.0298, -0.5485, -0.1478, 0.5627),
}
