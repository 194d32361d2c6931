"""What the samples behind docs/numbers.md say: every number with its 95 % interval, clustered by deals."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from benchmarks.numbers.played import HandPlayed
from benchmarks.strength.reliability import mean_interval
from numpy.typing import NDArray

from whistsolve.encoding import suit_lengths
from whistsolve.evaluation import TablePlay
from whistsolve.evaluation.suit_features import certain_of
from whistsolve.runs import Atlas
from whistsolve.values.strains import Strain

#: What the ten strains are grouped by.
KINDS: Final[Mapping[str, Callable[[Strain], bool]]] = {
    "suit uptown": lambda strain: not strain.is_no_trump and strain.ranking == "uptown",
    "suit downtown": lambda strain: not strain.is_no_trump and strain.ranking != "uptown",
    "no-trump uptown": lambda strain: strain.is_no_trump and strain.ranking == "uptown",
    "no-trump downtown": lambda strain: strain.is_no_trump and strain.ranking != "uptown",
}
LEVELS: Final = (3, 4, 5, 6, 7)
#: Trumps in the hand as it was dealt, jokers counted; points of the four best ranks, 4 to 1, in no-trump.
LENGTHS: Final = range(3, 9)
POINTS: Final = ((0, 8), (9, 11), (12, 14), (15, 17), (18, 30))
#: Minimum number of hands for a row.
_LEAST: Final = 20
_TRICKS: Final = 12
#: Books beside those of a level: six, of which the kitty is one.
_BOOKS: Final = 5


@dataclass(frozen=True, slots=True)
class Finding:
    """A mean, and half the width of its 95 % interval."""

    value: float
    error: float

    def __format__(self, spec: str) -> str:
        """As tricks, ``1.79 ± 0.05``, or with ``%`` as a percentage."""
        factor, decimals, sign = (100, 1, " %") if spec == "%" else (1, 2, "")
        if factor * self.error < 0.5 * 10.0**-decimals:
            decimals += 1
        value = round(factor * self.value, decimals) + 0.0  # not -0.0
        return f"{value:.{decimals}f} ± {factor * self.error:.{decimals}f}{sign}"

    def __str__(self) -> str:
        return format(self)


Findings = dict[str, Finding]


class _Hands:
    """The deals with best discards: tricks of each hand as declarer, without the kitty and with it."""

    def __init__(self, atlas: Atlas) -> None:
        self.strains = atlas.strains
        self.hands = atlas.deals[atlas.kitty_rows, :4]
        self.before = atlas.tricks[atlas.kitty_rows].astype(float)
        self.after = atlas.kitty_tricks.astype(float)
        lengths = suit_lengths(np.ascontiguousarray(self.hands)).astype(int)
        self.jokers = lengths[:, :, 4]
        places = ["CDHS".index(strain.trump) for strain in self.strains if not strain.is_no_trump]
        self.trumps = lengths[:, :, places] + self.jokers[:, :, np.newaxis]
        taken = self.hands | atlas.deals[atlas.kitty_rows, 4:]
        every = [
            certain_of(taken.ravel(), strain, atlas.rules, leads=True, nearly=True) for strain in self.strains
        ]
        #: Tricks that the declarer's own cards are nearly certain of: (deals, 4, strains).
        self.certain = np.stack(every, axis=1).clip(max=_TRICKS).reshape(self.after.shape)

    def at_table(self, level: int) -> NDArray[np.float64]:
        """The chance of each hand to make a level at the table, by strain: (deals, 4, strains)."""
        needed = level + _BOOKS
        chances = np.ones((2, _TRICKS + 1, _TRICKS + 1))
        for kind, sure in itertools.product((0, 1), range(_TRICKS)):
            matrix = TablePlay().matrix(bool(kind), _TRICKS - sure)
            chances[kind, sure, sure:] = matrix[:, max(needed - sure, 0) :].sum(axis=1)
        none = np.array([int(strain.is_no_trump) for strain in self.strains])
        return np.asarray(chances[none, self.certain, self.after.astype(int)])

    def columns(self, wanted: Callable[[Strain], bool]) -> list[int]:
        return [column for column, strain in enumerate(self.strains) if wanted(strain)]


def _mean(deals: NDArray[np.int64], values: NDArray[Any]) -> Finding:
    mean, error = mean_interval(deals.tolist(), values.astype(float).tolist())
    if error == 0:  # all or none: the rule of three (Hanley and Lippman-Hand, JAMA 249, 1983)
        error = 3 / len(np.unique(deals))
    return Finding(mean, error)


def points_of(hands: NDArray[np.uint64], strain: Strain) -> NDArray[np.int64]:
    """4 for the best card of each suit by the ranking of a strain, 3, 2 and 1 for the next: as `hands`."""
    found = np.zeros(hands.shape, dtype=np.int64)
    for index in range(52):
        worth = max(0, strain.height(index % 13 + 2) - 8)
        found += worth * ((hands >> np.uint64(index)) & np.uint64(1)).astype(np.int64)
    return found


def from_atlas(atlas: Atlas) -> Findings:
    """Everything that is double dummy, and chances at the table by `TablePlay`."""
    hands, found = _Hands(atlas), {}

    def add(name: str, values: NDArray[Any], some: NDArray[np.bool_] | None = None) -> None:
        """The mean over all hands, or some, of values by hand: (deals, 4) or (deals, 4, strains)."""
        chosen = np.ones(values.shape, dtype=np.bool_) if some is None else some
        if chosen.sum() >= _LEAST:
            deals = np.broadcast_to(atlas.kitty_rows.reshape(-1, *[1] * (values.ndim - 1)), values.shape)
            found[name] = _mean(deals[chosen], values[chosen])

    every = np.repeat(np.arange(len(atlas.tricks)), 4)
    for kind, wanted in KINDS.items():
        columns = hands.columns(wanted)
        leads = _mean(every, atlas.tricks[:, :, columns].mean(axis=2).ravel())
        found[f"leads {kind}"] = leads
        found[f"lead in {kind}"] = Finding(leads.value - 6, leads.error)
        add(f"kitty {kind}", (hands.after - hands.before)[:, :, columns].mean(axis=2))
    best = hands.after.max(axis=2)
    add("kitty best", best - hands.before.max(axis=2))
    up = np.array([strain.ranking == "uptown" for strain in hands.strains])
    none = np.array([strain.is_no_trump for strain in hands.strains])
    lead = hands.after[:, :, up].max(axis=2) - hands.after[:, :, ~up].max(axis=2)
    add("uptown more", lead)
    add("uptown is best", (lead > 0) + 0.5 * (lead == 0))
    suits, tricks = hands.after[:, :, ~none], hands.after[:, :, none]
    add("no-trump is best", tricks.max(axis=2) > suits.max(axis=2))
    for number in range(3):
        add(f"{number} jokers", suits.max(axis=2), hands.jokers == number)
    # Of equal strains a suit: its tricks are surer at the table.
    picked = (2 * hands.after + ~none).argmax(axis=2)[:, :, np.newaxis]
    at_table = {level: hands.at_table(level) for level in LEVELS}
    for level in LEVELS:
        made, needed = best >= level + _BOOKS, level + _BOOKS
        add(f"makes {level}", made)
        add(f"makes {level} at the table", np.take_along_axis(at_table[level], picked, axis=2)[:, :, 0])
        add(f"side makes {level}", best.reshape(-1, 2, 2).max(axis=1) >= needed)
        add(f"anyone makes {level}", made.any(axis=1))
    for length in LENGTHS:
        some = hands.trumps >= length if length == LENGTHS[-1] else hands.trumps == length
        add(f"{length} trumps", suits, some)
        for level in (4, 5):
            add(f"{length} trumps make {level}", suits >= level + _BOOKS, some)
            add(f"{length} trumps make {level} at the table", at_table[level][:, :, ~none], some)
    points = np.stack(
        [points_of(hands.hands, hands.strains[column]) for column in np.flatnonzero(none)], axis=2
    )
    for low, high in POINTS:
        some, name = (points >= low) & (points <= high), f"{low}-{high} points"
        add(name, tricks, some)
        add(f"{name} make 4", tricks >= 4 + _BOOKS, some)
        add(f"{name} make 4 at the table", at_table[4][:, :, none], some)
    bits = np.uint64(12) + np.uint64(13) * np.arange(4, dtype=np.uint64)
    aces = (hands.hands[:, :, np.newaxis] >> bits & np.uint64(1)).sum(axis=2)
    uptown = hands.after[:, :, hands.columns(KINDS["no-trump uptown"])[0]]
    for number in range(4):
        add(f"{number} aces", uptown, aces >= 3 if number == 3 else aces == number)
    return found


def from_played(played: Sequence[HandPlayed]) -> Findings:
    """Everything that was seen when four players bid and played."""
    found: Findings = {}

    def add(name: str, values: Sequence[float]) -> None:
        if values:
            found[name] = _mean(np.arange(len(values)), np.array(values, dtype=np.float64))

    contracts = [hand for hand in played if hand.declarer is not None]
    first = [next(call for call in hand.calls if call != "Pass") for hand in contracts]
    add("opens", [hand.calls[0] != "Pass" for hand in played])
    for level in LEVELS:
        add(f"opens at {level}", [bid[0] == str(level) for bid in first])
        some = [hand for hand in contracts if hand.level == level]
        if len(some) >= _LEAST:
            add(f"of {level} made", [bool(hand.made) for hand in some])
    add("first bid stands", [sum(call != "Pass" for call in hand.calls) == 1 for hand in contracts])
    add("contract made", [bool(hand.made) for hand in contracts])
    add("no-trump contract", [str(hand.strain).startswith("NT") for hand in contracts])
    add("downtown contract", [str(hand.strain).endswith("-") for hand in contracts])
    add("dealer declares", [hand.declarer == hand.dealer for hand in contracts])
    shown = [hand for hand in contracts if hand.tricks_unshown is not None]
    add("sporting costs", [float(hand.tricks_unshown or 0) - float(hand.tricks or 0) for hand in shown])
    return found
