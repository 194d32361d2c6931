"""Numbers of the evaluator: hundredths of a trick, then the spread in tricks and its narrowing.

Made by ``python -m whistsolve.bidding.fit --deals 14000 --seed 20261122``.
"""

from __future__ import annotations

from typing import Final

__all__ = ["NUMBERS"]

NUMBERS: Final[dict[str, tuple[dict[str, int], float, float]]] = {
    "trump": (
        {
            "kitty of 6": 459,
            "kitty of 5": 441,
            "kitty of 4": 423,
            "each trump": 62,
            "fifth trump and each after it": -30,
            "seventh trump and each after it": -8,
            "among the best 1": 25,
            "among the best 2": 32,
            "among the best 3": 10,
            "among the best 4": 18,
            "among the best 5": 11,
            "among the best 7": 7,
            "honours among the best 1": 39,
            "honours among the best 2": 11,
            "honours among the best 3": 2,
            "honours among the best 4": 6,
            "fifth card and each after it": -1,
            "void": 36,
            "singleton": 23,
            "doubleton": 11,
        },
        2.298,
        0.121,
    ),
    "no_trump": (
        {
            "kitty of 6": 566,
            "kitty of 5": 539,
            "kitty of 4": 506,
            "honours among the best 1": 55,
            "honours among the best 2": 23,
            "honours among the best 3": 24,
            "honours among the best 4": 16,
            "fifth card and each after it": -10,
            "void": 7,
            "singleton": 11,
            "doubleton": 13,
            "fifth card and each after it, for each of the best three": 21,
            "joker": -6,
        },
        2.54,
        0.06,
    ),
    "trump_no_kitty": (
        {
            "kitty of 0": 229,
            "each trump": 47,
            "fifth trump and each after it": 18,
            "seventh trump and each after it": -13,
            "among the best 1": 32,
            "among the best 2": 55,
            "among the best 3": 0,
            "among the best 4": 18,
            "among the best 5": 24,
            "among the best 7": 12,
            "honours among the best 1": 31,
            "honours among the best 2": 18,
            "honours among the best 3": 25,
            "honours among the best 4": 21,
            "fifth card and each after it": 12,
            "void": 84,
            "singleton": 43,
            "doubleton": 22,
        },
        2.129,
        0.067,
    ),
    "no_trump_no_kitty": (
        {
            "kitty of 0": 400,
            "honours among the best 1": 44,
            "honours among the best 2": 42,
            "honours among the best 3": 13,
            "honours among the best 4": 35,
            "fifth card and each after it": 1,
            "void": -16,
            "singleton": 0,
            "doubleton": 6,
            "fifth card and each after it, for each of the best three": 16,
            "joker": 0,
        },
        2.335,
        0.035,
    ),
}
