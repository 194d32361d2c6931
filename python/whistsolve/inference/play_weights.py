"""Fitted weights of `PlayModel`: for each context of a play one for each trait of a card, in hundredths.

Made by ``python -m benchmarks.fitting.play_policy --hands 420``.
"""

from __future__ import annotations

from typing import Final

__all__ = ["CONTEXTS", "TRAITS", "WEIGHTS"]

#: Contexts and traits in the order of the kernels. Others are opponents of the declarer, and in games without
#: one all; the side is that of the hand that plays.
CONTEXTS: Final = (
    "lead, trumps, declarer's side",
    "lead, trumps, others",
    "lead, no-trump, declarer's side",
    "lead, no-trump, others",
    "second hand",
    "third hand, side's trick",
    "third hand, others' trick",
    "last hand, side's trick",
    "last hand, others' trick",
    "void, side's trick",
    "void, others' trick",
    "void, last hand, side's trick",
    "void, last hand, others' trick",
    "void, no-trump, side's trick",
    "void, no-trump, others' trick",
)
TRAITS: Final = (
    "wins the trick",
    "cheapest that wins",
    "highest left of its suit",
    "second highest left",
    "higher cards unseen / 4",
    "lowest of the suit held",
    "lower ones held / 4",
    "trump",
    "length / 4",
    "single",
    "touching",
    "partner led the suit",
    "opponent led the suit",
    "partner is void",
    "opponent is void",
    "joker without trumps",
    "wins and is highest",
    "highest trump",
    "height / 12",
    "cards unseen / 13",
)

#: By context, in the order of the traits.
WEIGHTS: Final[dict[str, tuple[int, ...]]] = {
    "lead, trumps, declarer's side": (
        *(0, 0, 294, 38, 91, 104, 30, 9, 70, 19),
        *(58, -28, 11, 14, -63, 0, 0, -10, 25, -80),
    ),
    "lead, trumps, others": (
        *(0, 0, 266, 14, -58, 147, 82, -96, -8, -38),
        *(45, 20, -3, 0, -84, 0, 0, -90, -113, 3),
    ),
    "lead, no-trump, declarer's side": (
        *(0, 0, 354, 8, -5, 20, -80, 0, 149, 30),
        *(118, 4, 17, -33, 39, -115, 0, 0, -19, -144),
    ),
    "lead, no-trump, others": (
        *(0, 0, 397, 55, -47, 108, 78, 0, 227, -34),
        *(45, 25, -6, -3, 79, -198, 0, 0, -104, -62),
    ),
    "second hand": (
        *(285, -109, -43, 22, -49, 308, -89, 0, 0, 0),
        *(4, 0, 0, 0, 0, 0, 303, -20, 11, 0),
    ),
    "third hand, side's trick": (
        *(484, -319, 9, 110, 29, 290, -152, 0, 0, 0),
        *(36, 0, 0, 0, 0, 0, 148, 24, 15, 0),
    ),
    "third hand, others' trick": (
        *(518, -190, -48, 20, -43, 220, -105, 0, 0, 0),
        *(-20, 0, 0, 0, 0, 0, 156, -93, 13, 0),
    ),
    "last hand, side's trick": (
        *(17, 33, -9, -86, 81, 284, -88, 0, 0, 0),
        *(-45, 0, 0, 0, 0, 0, 20, -10, -91, 0),
    ),
    "last hand, others' trick": (
        *(319, 330, 23, -52, -30, 359, -58, 0, 0, 0),
        *(7, 0, 0, 0, 0, 0, 17, -51, -69, 0),
    ),
    "void, side's trick": (
        *(54, -212, -24, 48, 140, 267, -56, 54, -72, 1),
        *(26, -27, -26, -25, 30, 0, -21, -21, -94, -105),
    ),
    "void, others' trick": (
        *(375, -41, -59, -34, 27, 251, -21, -98, -115, 39),
        *(46, 21, -18, 13, 4, 0, 40, 25, -141, -99),
    ),
    "void, last hand, side's trick": (
        *(-47, -41, -28, -6, 75, 220, -67, -171, -99, 49),
        *(60, -52, 18, 60, 97, 0, 26, 20, -126, -49),
    ),
    "void, last hand, others' trick": (
        *(263, 281, -54, -8, -20, 318, 65, -81, -101, -1),
        *(6, 41, -4, 15, -5, 0, -54, -94, -136, -71),
    ),
    "void, no-trump, side's trick": (
        *(0, 0, -87, 4, 111, 286, -86, 0, -131, 80),
        *(39, -30, -26, 80, -33, 0, 0, 0, -168, -64),
    ),
    "void, no-trump, others' trick": (
        *(0, 0, -73, -69, 32, 346, -58, 0, -143, 67),
        *(78, 1, -16, -3, 23, 0, 0, 0, -251, -143),
    ),
}
