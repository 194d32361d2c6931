"""Fitted weights of `TablePlay`: the fields of `TableWeights` by kind of strain.

Made by ``python -m benchmarks.fitting.table_play`` from 420 contracts in 210 deals of
bid_whist, seed 20270715, that four players of kind layouts_8 played
(`benchmarks.strength.table_tricks`).
"""

from __future__ import annotations

from typing import Final

__all__ = ["TABLE_WEIGHTS"]

TABLE_WEIGHTS: Final[dict[str, tuple[float, float, float, float]]] = {
    "trump": (-0.0171, -0.9947, -0.3993, 0.4566),
    "no_trump": (0.0893, -0.5892, -0.135, 0.3724),
}
