"""Broken inputs without a fuzzer: samples that are cut, repeated, joined and strewn with odd characters."""

import itertools
import random
import re

#: Signs of the notations and cards.
_NOTATION = """
    N: | . - + ~ : # % [ ] " = , / ( ) ' & ** { } {} [] not and null true NaN 1e999 \\u0000 %00
    AKQJT98765432 10 SA BJ LJ D10 NT NT- pass 4NT 5+ 0 -1 99999999999 ♠ ♥ ♦ ♣ ↑ ↓
"""
#: Characters that surprise: letters whose upper case is longer, digits that are not ASCII, blanks unseen.
_ODD = "\u00e9 \u0130 \u00df \u017f \u00b2 \u0663 \uff11 \u2167 \U0001d7d8 \u2028 \ufeff \u200d \u0301"
#: No text at all, or the end of some.
_BYTES = (b"\x00", b"\x0b", b"\x1b[31m", b"\x7f", b"\x80", b"\xff", b"\xed\xa0\x80", b"\xc0\xaf", b"\xc2\xa0")
PIECES = (
    *(_NOTATION.encode().split()),
    *(_ODD.encode().split(b" ")),
    *_BYTES,
    *(b" ", b"\t", b"\n", b"\r\n", b"\x0c"),
)
LONGEST = 4000


def mutations(samples, number, seed):
    """A number of broken samples, the same ones for the same seed."""
    draw = random.Random(seed)
    for _ in range(number):
        data = draw.choice(samples)
        for _ in range(draw.choice((1, 1, 2, 3, 5, 8))):
            data = _changed(draw, data, samples)
        yield data[:LONGEST]


def long_fields(sample):
    """The sample with each of its first words in turn longer than any message, also by tabs and escapes."""
    for word in itertools.islice(re.finditer(rb"[^][{}()\"',:;|.=\s]+", sample), 40):
        for long in (word[0] * (LONGEST // len(word[0])), word[0] + b"\t\x1b[31m" * 500):
            yield sample[: word.start()] + long + sample[word.end() :]


def _changed(draw, data, samples):
    start = draw.randint(0, len(data))
    end = min(len(data), start + draw.choice((1, 1, 1, 2, 5, 20)))
    part, rest, piece, other = data[start:end], data[end:], draw.choice(PIECES), draw.choice(samples)
    ends = (
        rest,
        bytes([draw.randrange(256)]) + rest,
        part * draw.choice((2, 2, 3, 50, 3000)) + rest,
        part.swapcase() + rest,
        piece + rest,
        piece + part + rest,
        data[draw.randint(0, len(data)) :],
        other[draw.randint(0, len(other)) :],
    )
    return data[:start] + draw.choice(ends)
