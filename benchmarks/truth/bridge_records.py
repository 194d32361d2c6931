"""Bridge deals solved and played elsewhere, as the distribution of DDS has them: read, and compared.

Two files are read. ``sol100000.txt`` has a deal a line with its double-dummy table. ``masterDD.txt`` has
hands from tournaments, each in lines of a word and values: PBN (dealer, vulnerability, trump, leader, deal),
FUT (the tricks of every card that may be led), TABLE (declarer's tricks), PAR and PAR2, PLAY (the cards as
they were played) and TRACE (declarer's tricks before the first and after each card). Par is that of bridge,
with its scores and doubles: no game of this package has it, so that it is not compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from benchmarks.speed.dds import BRIDGE_RULES, BRIDGE_STRAINS

from whistsolve.analysis import analyse_play
from whistsolve.game.record import PlayedHand
from whistsolve.solving import solve_cards, solve_many
from whistsolve.values import Card, Deal

#: Strains in the tables of solved deals, and who leads in each column, the hands being N E S W as they stand.
_SOLVED_STRAINS: Final = ("NT+", "S+", "H+", "D+", "C+")
_SOLVED_LEADERS: Final = (3, 2, 1, 0)
_SUITS: Final = "SHDC"
_RANKS: Final = "23456789TJQKA"


@dataclass(frozen=True, slots=True)
class SolvedDeal:
    """A deal with its table.

    Attributes
    ----------
    deal : str
    tricks : tuple of tuple of int
        For the strains S+ H+ D+ C+ NT+ and the leaders N E S W, tricks of the leader's side.
    """

    deal: str
    tricks: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class PlayedRecord:
    """A played hand, with what DDS found.

    Attributes
    ----------
    solved : SolvedDeal
    strain : str
    leader : int
    leads : dict of str to int
        For every card that may be led, the tricks of the leader's side.
    plays : tuple of str
        Cards in the order played; none for a hand that was not.
    trace : tuple of int
        Tricks of the declarer's side before the first card and after the others.
    """

    solved: SolvedDeal
    strain: str
    leader: int
    leads: dict[str, int]
    plays: tuple[str, ...]
    trace: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the engine says something else: of which deal, what, and both answers."""

    deal: str
    what: str
    expected: object
    found: object


def read_solved(lines: Iterable[str]) -> Iterator[SolvedDeal]:
    """Deals of ``sol100000.txt``.

    Hexadecimal digits are tricks of the side of the second and the fourth hand, by strain and leader.
    """
    for line in lines:
        hands, digits = line.strip().split(":")
        rows = [digits[4 * at : 4 * at + 4] for at in range(5)]
        by_strain = {}
        for strain, row in zip(_SOLVED_STRAINS, rows, strict=True):
            side = {leader: int(digit, 16) for leader, digit in zip(_SOLVED_LEADERS, row, strict=True)}
            by_strain[strain] = tuple(
                side[leader] if leader % 2 else 13 - side[leader] for leader in range(4)
            )
        yield SolvedDeal(f"N:{hands}", tuple(by_strain[strain] for strain in BRIDGE_STRAINS))


def read_played(lines: Iterable[str]) -> Iterator[PlayedRecord]:
    """Hands of ``masterDD.txt``."""
    record: dict[str, str] = {}
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        if word == "NUMBER" or not word:
            continue
        record[word] = rest
        if word == "TRACE":
            yield _played(record)
            record = {}


def _played(record: dict[str, str]) -> PlayedRecord:
    _, _, trump, leader = map(int, record["PBN"].split()[:4])
    deal = re.findall(r'"(.*)"', record["PBN"])[0]
    declared = list(map(int, record["TABLE"].split()))
    # The leader sits at the declarer's left, and the leader's side takes the other tricks.
    tricks = tuple(
        tuple(13 - declared[4 * strain + (leads - 1) % 4] for leads in range(4)) for strain in range(5)
    )
    count, *numbers = map(int, record["FUT"].split())
    suits, ranks, equals, scores = (numbers[count * at : count * (at + 1)] for at in range(4))
    leads: dict[str, int] = {}
    for suit, rank, equal, score in zip(suits, ranks, equals, scores, strict=True):
        same = [rank, *(low for low in range(2, 15) if equal >> low & 1)]
        leads |= {_SUITS[suit] + _RANKS[each - 2]: score for each in same}
    cards = re.findall(r'"(.*)"', record["PLAY"])[0]
    plays = tuple(cards[at : at + 2] for at in range(0, len(cards), 2))
    trace = tuple(map(int, record["TRACE"].split()[1:]))
    return PlayedRecord(SolvedDeal(deal, tricks), BRIDGE_STRAINS[trump], leader, leads, plays, trace)


def compare_solved(deals: list[SolvedDeal], threads: int | None = None) -> tuple[int, list[Difference]]:
    """How many numbers of tables were compared, and those that differ."""
    found = solve_many([each.deal for each in deals], BRIDGE_STRAINS, rules=BRIDGE_RULES, threads=threads)
    expected = np.array([each.tricks for each in deals], dtype=np.uint8).transpose(0, 2, 1)
    differences = [
        Difference(
            deals[deal].deal,
            f"table {'NESW'[leader]} {BRIDGE_STRAINS[strain]}",
            int(expected[deal, leader, strain]),
            int(found[deal, leader, strain]),
        )
        for deal, leader, strain in np.argwhere(found != expected).tolist()
    ]
    return found.size, differences


def compare_played(records: list[PlayedRecord], threads: int | None = None) -> tuple[int, list[Difference]]:
    """How many numbers of tables, leads and traces were compared, and those that differ."""
    compared, differences = compare_solved([record.solved for record in records], threads)
    for record in records:
        deal = Deal.from_text(record.solved.deal)
        expected = {Card.from_text(card): tricks for card, tricks in record.leads.items()}
        found = solve_cards(deal, record.strain, record.leader, rules=BRIDGE_RULES)
        compared += len(expected)
        if found != expected:
            differences.append(Difference(record.solved.deal, "leads", expected, found))
        if record.plays:
            trace = _trace(record, deal)
            compared += len(record.trace)
            if trace[: len(record.trace)] != record.trace:
                differences.append(Difference(record.solved.deal, "trace", record.trace, trace))
    return compared, differences


def _trace(record: PlayedRecord, deal: Deal) -> tuple[int, ...]:
    """Tricks of the declarer's side before the first card and after each."""
    declarer = "NESW"[(record.leader - 1) % 4]
    contract = f"1{record.strain} by {declarer}"
    hand = PlayedHand(deal, contract=contract, leader=record.leader, plays=record.plays)
    cards = analyse_play(hand, rules=BRIDGE_RULES).cards
    return (cards[0].before, *(card.after for card in cards))
