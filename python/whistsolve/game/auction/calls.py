"""Bids of every form and passes: their texts, which bid beats which, which strains a bid allows."""

from __future__ import annotations

import functools
import itertools
import re
from dataclasses import dataclass
from typing import Final, Literal

from whistsolve._internal.reading import is_instance, read_instance, read_integer, shown
from whistsolve._internal.shown import Brief
from whistsolve._internal.words import (
    DIRECTION_PATTERN,
    GAP_PATTERN,
    NUMBER_PATTERN,
    TRUMP_PATTERN,
    read_direction,
    read_number,
    read_symbols,
    read_trump,
)
from whistsolve.errors import ActError, RulesError
from whistsolve.rules import Rules
from whistsolve.values import Hand
from whistsolve.values.contracts import MAX_LEVEL
from whistsolve.values.strains import RANKINGS, TRUMPS, Ranking, Strain

_LADDER: Final = ("C", "D", "H", "S")
_SUITS: Final = ("S", "H", "D", "C")
_MARKS: Final = {"uptown": "+", "downtown": "-"}
#: A call in upper case: a number, then trump and direction; a direction in words may come before the trump.
_CALL: Final = re.compile(
    rf"(?P<number>{NUMBER_PATTERN}){GAP_PATTERN}"
    rf"(?:(?P<word>{DIRECTION_PATTERN}){GAP_PATTERN}(?P<last>{TRUMP_PATTERN})"
    rf"|(?P<trump>{TRUMP_PATTERN})?{GAP_PATTERN}(?P<direction>[-+↑↓]|{DIRECTION_PATTERN})?)"
    r"|P(?:ASS)?",
    re.ASCII,
)
#: More characters than any call in words; the pattern takes time that grows with the square of the length.
_LONGEST: Final = 100
#: The beginning of a call in a text of several calls.
_START: Final = re.compile(rf"(?<![^\s,])(?:{NUMBER_PATTERN}|P(?:ASS)?(?![^\s,]))", re.ASCII)


@dataclass(frozen=True, slots=True)
class Pass:
    """A pass."""

    def __str__(self) -> str:
        return "Pass"


PASS: Final = Pass()


@dataclass(frozen=True, slots=True, repr=False)
class Bid:
    """A level, and the trump and direction that the form of bidding states with it.

    By ``bid_form``: ``level_strain`` bids are ``4+``, ``4-`` and ``4NT`` (``4NT+``, ``4NT-`` under
    ``nt_direction_in_bid``), where ``4+`` leaves the suit open; ``level_nt_only`` ``4``, which is a suit bid,
    and ``4NT``; ``number_only`` ``4``, which leaves everything open; ``named_suit`` ``4S`` and ``4NT``;
    ``named_strain`` ``4S+``, ``4S-``, ``4NT+`` and ``4NT-``, which leave nothing open but the ace's value.
    Raises `ActError` if level, trump or direction has another value.

    Examples
    --------
    >>> bid = read_call("4NT")
    >>> bid.level, bid.trump, bid.direction
    (4, 'NT', None)
    >>> print(read_call("3↓"), read_call("pass"))
    3- Pass
    """

    #: Books above ``bid_base`` that the bid promises.
    level: int
    #: ``None`` if the bid leaves it open.
    trump: Literal["S", "H", "D", "C", "NT"] | None = None
    #: ``None`` if the bid leaves it open.
    direction: Literal["uptown", "downtown"] | None = None

    def __post_init__(self) -> None:
        if type(self.level) is not int or not 0 <= self.level <= MAX_LEVEL:
            object.__setattr__(self, "level", read_integer(self.level, "level", ActError, 0, MAX_LEVEL))
        if self.trump is not None and not (is_instance(self.trump, str) and self.trump in (*_SUITS, "NT")):
            raise ActError(f"trump {shown(self.trump)} of a bid is wrong: expected S, H, D, C, NT or None")
        if self.direction is not None and not (is_instance(self.direction, str) and self.direction in _MARKS):
            raise ActError(
                f"direction {shown(self.direction)} of a bid is wrong: expected 'uptown', 'downtown' or None"
            )

    def __str__(self) -> str:
        return f"{self.level}{self.trump or ''}{_MARKS[self.direction] if self.direction else ''}"

    def __repr__(self) -> str:
        return f"read_call({str(self)!r})"


def read_call(call: object) -> Bid | Pass:
    """A call from a Bid, a Pass or text: ``pass``, ``4+``, ``4↓``, ``4NT``, ``4NT-``, ``4``, ``4S``, ``4♠-``.

    Also in words, in any case and spacing: ``four low``, ``4 special``, ``4 no trump``, ``4 no-trump high``,
    ``4 spades down``, ``p``. Uptown is also called up, high or straight, downtown also down, low or special.
    Raises `ActError` if it is not a call.
    """
    if isinstance(call, (Bid, Pass)):
        return call
    plain = read_symbols(call, "call", ActError)
    match = _CALL.fullmatch(plain) if len(plain) <= _LONGEST else None
    if match is None:
        raise ActError(f"call {shown(call)} is wrong: expected pass or a bid such as 4+, 4-, 4NT, 4 or 4S")
    if match["number"] is None:
        return PASS
    level = read_number(match["number"])
    trump, direction = match["last"] or match["trump"], match["word"] or match["direction"]
    return Bid(
        0 if level is None else level,
        read_trump(trump) if trump else None,  # type: ignore[arg-type]
        read_direction(direction) if direction else None,
    )


def read_calls(text: object) -> tuple[str, ...]:
    """Splits a text of several calls into one text per call: ``pass 3+``, ``pass, 4 no trump, five low``.

    A call begins with a number or is a pass; commas between calls may be left out.
    """
    read_symbols(text, "calls", ActError)
    plain = str(text)
    starts = [match.start() for match in _START.finditer(plain.upper())]
    if not starts or plain[: starts[0]].strip(" \t\r\n,"):
        starts = [0, *starts]
    pieces = (plain[start:end] for start, end in itertools.zip_longest(starts, starts[1:]))
    return tuple(filter(None, (piece.strip(" \t\r\n,") for piece in pieces)))


@functools.lru_cache(maxsize=256)
def all_bids(rules: Rules) -> tuple[Bid, ...]:
    """Every bid that the rules allow, by ascending level, with no-trump last at each level."""
    suits = _LADDER if rules.bid_form in ("named_suit", "named_strain") else (None,)
    directions = _MARKS if rules.bid_form in ("level_strain", "named_strain") else (None,)
    kinds = list(itertools.product(suits, directions))
    if rules.bid_form != "number_only":
        kinds += itertools.product(("NT",), _MARKS if rules.nt_direction_in_bid else (None,))
    return tuple(
        Bid(level, trump, direction)  # type: ignore[arg-type]
        for level in range(rules.min_bid, rules.max_bid + 1)
        for trump, direction in kinds
    )


def beats(bid: Bid, other: Bid, rules: Rules) -> bool:
    """Whether a bid is strictly higher than another.

    The level decides first. At equal levels no-trump beats a suit under ``nt_beats_suit``, named suits rank C
    D H S, and downtown beats uptown under ``low_beats_high="downtown_over_uptown"``, in no-trump and in named
    suits too if bids state it. Of equal bids neither beats the other. Raises `WhistError` if `bid` or
    `other` is not a Bid, or `rules` is not a Rules.
    """
    read_instance(bid, Bid, "bid", ActError)
    read_instance(other, Bid, "other", ActError)
    read_instance(rules, Rules, "rules", RulesError)
    if bid.level != other.level:
        return bid.level > other.level
    if (bid.trump == "NT") != (other.trump == "NT"):
        return bid.trump == "NT" and rules.nt_beats_suit
    if bid.trump != other.trump and bid.trump in _LADDER and other.trump in _LADDER:
        return _LADDER.index(bid.trump) > _LADDER.index(other.trump)
    downtown_over_uptown = bid.direction == "downtown" and other.direction == "uptown"
    return downtown_over_uptown and rules.low_beats_high == "downtown_over_uptown"


def may_equal(bid: Bid, other: Bid, rules: Rules) -> bool:
    """Whether the dealer may outbid `other` with a bid that only equals it."""
    if rules.dealer_may_equal == "number":
        return bid.level == other.level
    return rules.dealer_may_equal == "number_and_strain" and bid == other


def all_strains(rules: Rules) -> tuple[Strain, ...]:
    """Every strain that may be named under the rules, in the order of trick tables.

    ``downtown_ace`` decides whether aces are good or bad downtown; ``declarer_choice`` allows both.
    Without an auction play is uptown.
    """
    by_ace: dict[str, tuple[Ranking, ...]] = {
        "good": ("uptown", "downtown"),
        "bad": ("uptown", "downtown_aces_bad"),
        "declarer_choice": RANKINGS,
    }
    rankings = by_ace[rules.downtown_ace] if rules.has_auction else RANKINGS[:1]
    return tuple(Strain(trump, ranking) for ranking in rankings for trump in TRUMPS)


def strains_of(bid: Bid, rules: Rules) -> tuple[Strain, ...]:
    """The strains that the declarer may name after a bid, S H D C NT in each ranking.

    Raises `WhistError` if `bid` is not a Bid, or `rules` is not a Rules.
    """
    read_instance(bid, Bid, "bid", ActError)
    read_instance(rules, Rules, "rules", RulesError)
    return _strains_of(bid, rules)


@functools.lru_cache(maxsize=1024)
def _strains_of(bid: Bid, rules: Rules) -> tuple[Strain, ...]:
    trumps: tuple[str, ...] = _SUITS if bid.trump is None else (bid.trump,)
    if bid.trump is None and rules.bid_form == "number_only":
        trumps = TRUMPS
    return tuple(
        strain
        for strain in all_strains(rules)
        if strain.trump in trumps
        and bid.direction in (None, "uptown" if strain.ranking == "uptown" else "downtown")
    )


@dataclass(frozen=True, slots=True)
class CalledHand(Brief):
    """The calls of a hand that is over, and the cards that its play has shown."""

    dealer: int
    #: The score of each player before the hand.
    scores: tuple[int, ...]
    #: The calls in order, each with its player.
    calls: tuple[tuple[int, Bid | Pass], ...]
    #: For each player the cards dealt to them; with the kitty of who took it, since nobody else can tell
    #: these apart. ``None`` if not all cards were played.
    hands: tuple[Hand | None, ...]
