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
        *(0, 0, 284, 38, 88, 99, 25, 12, 76, 20),
        *(59, -10, 1, 26, -50, 0, 0, -10, 36, -76),
    ),
    "lead, trumps, others": (
        *(0, 0, 266, 11, -77, 152, 79, -102, -1, -32),
        *(52, 21, 0, 19, -86, 0, 0, -97, -114, 15),
    ),
    "lead, no-trump, declarer's side": (
        *(0, 0, 373, 26, -3, 35, -48, 0, 172, 38),
        *(109, 22, 5, -33, 49, -117, 0, 0, -27, -127),
    ),
    "lead, no-trump, others": (
        *(0, 0, 407, 54, -63, 108, 69, 0, 241, -41),
        *(35, 36, 9, -32, 71, -240, 0, 0, -104, -66),
    ),
    "second hand": (
        *(292, -108, -39, 21, -89, 307, -83, 0, 0, 0),
        *(8, 0, 0, 0, 0, 0, 277, -36, -23, 0),
    ),
    "third hand, side's trick": (
        *(498, -335, 40, 93, 25, 318, -164, 0, 0, 0),
        *(30, 0, 0, 0, 0, 0, 140, 8, 35, 0),
    ),
    "third hand, others' trick": (
        *(580, -221, -43, 48, -35, 224, -121, 0, 0, 0),
        *(-20, 0, 0, 0, 0, 0, 176, -90, -10, 0),
    ),
    "last hand, side's trick": (
        *(22, 37, -10, -83, 84, 300, -93, 0, 0, 0),
        *(-38, 0, 0, 0, 0, 0, 29, -12, -97, 0),
    ),
    "last hand, others' trick": (
        *(312, 322, 14, -55, -25, 368, -43, 0, 0, 0),
        *(-4, 0, 0, 0, 0, 0, -17, -41, -21, 0),
    ),
    "void, side's trick": (
        *(49, -214, -20, 33, 149, 282, -52, 49, -89, 0),
        *(32, -41, -14, -27, 26, 0, -10, -10, -106, -91),
    ),
    "void, others' trick": (
        *(402, -49, -60, -51, 9, 262, -1, -127, -104, 33),
        *(47, 25, -19, 11, 2, 0, 65, 44, -148, -88),
    ),
    "void, last hand, side's trick": (
        *(-50, -45, -33, -8, 90, 230, -70, -187, -111, 26),
        *(52, -56, 18, 48, 69, 0, 24, 16, -109, -74),
    ),
    "void, last hand, others' trick": (
        *(316, 246, -66, -12, 3, 318, 55, -94, -101, 9),
        *(13, 47, 4, 22, -10, 0, -80, -119, -124, -85),
    ),
    "void, no-trump, side's trick": (
        *(0, 0, -103, 20, 79, 314, -94, 0, -138, 72),
        *(40, -32, -39, 82, -34, 0, 0, 0, -179, -15),
    ),
    "void, no-trump, others' trick": (
        *(0, 0, -61, -64, 52, 368, -63, 0, -151, 70),
        *(70, -22, -22, 4, 27, 0, 0, 0, -252, -176),
    ),
}
