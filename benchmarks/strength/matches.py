"""Duplicate matches of bid whist between two bots; see README.md.

A bot calls, names the strain and discards for both seats of its side. The play is double dummy, so that
bidding and discards alone are compared. Every match is played twice on the same deals with the sides
exchanged, which cancels most of the luck of the deal.
"""

from __future__ import annotations

import argparse
import functools
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import numpy as np

# Run as a file it finds its neighbours, and the package of this checkout or the installed one.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.strength.bots import Bot
from benchmarks.strength.registry import BOTS
from benchmarks.strength.result_files import keep_results

from whistsolve.dealing import random_deals
from whistsolve.game import Auction, HandResult, Match, Seating, strains_of
from whistsolve.game.scoring.contract_score import score_books
from whistsolve.players.matches_result import interval_by_pairs
from whistsolve.players.processes import in_processes
from whistsolve.rules import PRESETS, Rules, preset_name
from whistsolve.solving import solve_rows
from whistsolve.values import Contract, Hand

__all__ = ["PairResult", "Setup", "Tally", "WrongAct", "interval", "main", "play_hand", "play_pair", "played"]

#: The default opponents: heuristic bidders, and random calls.
BASELINES: Final = ("by_tricks", "by_runs", "by_points", "at_random")
#: Deals of a pair of matches in the stream of the seed; a match that is not over by then is none.
_DEALS: Final = 1000
#: How many of them are dealt at once.
_DEALT: Final = 16
#: For solving a single row.
_MEMORY_MB: Final = 16


class WrongAct(Exception):
    """A bot named a strain or gave up cards that it may not."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Who plays whom, and how.

    Attributes
    ----------
    ours, against : str
        Names of bots.
    preset : str
        Of the rules.
    seed : int
        Of the deals.
    samples : int or None
        Layouts that a bot samples, where it does; its own number for ``None``.
    """

    ours: str
    against: str
    preset: str = "bid_whist"
    seed: int = 1
    samples: int | None = None

    @property
    def rules(self) -> Rules:
        """The rules of the preset."""
        return _rules(self.preset)


@functools.lru_cache
def _rules(preset: str) -> Rules:
    return Rules.preset(preset_name(preset))


@dataclass(slots=True)
class Tally:
    """Counts of what a bot did.

    Attributes
    ----------
    hands, points : int
        Hands played, and what its side scored in them.
    contracts : Counter of (int, bool, bool)
        Its contracts by number, whether without trumps, and whether made.
    scored : Counter of (int, bool)
        Points of its side in them, by number and whether without trumps.
    calls : int
        How often it was to call.
    seconds : float
        The time that all calls took.
    """

    hands: int = 0
    points: int = 0
    contracts: Counter[tuple[int, bool, bool]] = field(default_factory=Counter)
    scored: Counter[tuple[int, bool]] = field(default_factory=Counter)
    calls: int = 0
    seconds: float = 0.0

    def add(self, other: Tally) -> None:
        """Add the counts of the same bot in other hands."""
        self.hands += other.hands
        self.points += other.points
        self.contracts.update(other.contracts)
        self.scored.update(other.scored)
        self.calls += other.calls
        self.seconds += other.seconds

    def count(self, made: bool) -> int:
        """How many contracts were made, or set."""
        return sum(number for (*_, was_made), number in self.contracts.items() if was_made == made)


@dataclass(frozen=True, slots=True)
class PairResult:
    """Two matches on the same deals.

    Attributes
    ----------
    number : int
        Which pair of the stream.
    won : float
        Matches won by ours, 0 to 2; one that both sides win counts half.
    ours, against : Tally
    """

    number: int
    won: float
    ours: Tally
    against: Tally


# ---------------------------------------------------------------------------------------------------- playing


def play_pair(setup: Setup, number: int) -> PairResult:
    """Two matches on the same deals with the same first dealer: ours is seats 0 and 2, then 1 and 3."""
    ours, against = (_bot(name, setup.preset, setup.samples) for name in (setup.ours, setup.against))
    tallies = (Tally(), Tally())
    won = _play_match(setup, number, (ours, against), tallies)[0]
    won += _play_match(setup, number, (against, ours), tallies[::-1])[1]
    return PairResult(number, won, *tallies)


@functools.lru_cache
def _bot(name: str, preset: str, samples: int | None) -> Bot:
    return BOTS[name](_rules(preset), samples)


def _play_match(
    setup: Setup, number: int, sides: tuple[Bot, Bot], tallies: tuple[Tally, ...]
) -> tuple[float, float]:
    """One match from nothing: what the side of seats 0 and 2, and the other, won of it."""
    # A limit of time ends no match: results must not depend on how fast the bots are.
    match = Match(setup.rules, dealer=number % setup.rules.players, clock=lambda: 0.0)
    for hands in _stream(setup, number):
        match.add(play_hand(match, hands, sides, tallies))
        if match.is_over:
            winning = {seat % 2 for seat in match.winners}
            return (0 in winning) / len(winning), (1 in winning) / len(winning)
    raise RuntimeError(f"a match of {setup} is not over after {_DEALS} hands")


def _stream(setup: Setup, number: int) -> Iterator[list[Hand]]:
    """The deals of a pair, one after another, the kitty last where there is one."""
    for first in range(0, _DEALS, _DEALT):
        deals = random_deals(_DEALT, setup.seed, setup.rules, first=number * _DEALS + first)
        yield from ([Hand.from_mask(mask) for mask in row] for row in deals.tolist())


def play_hand(
    match: Match, hands: Sequence[Hand], sides: tuple[Bot, Bot], tallies: tuple[Tally, ...]
) -> HandResult:
    """The next hand of a match: called, declared and discarded by bots, then solved double dummy.

    Parameters
    ----------
    match : Match
        Of four players, partners. The result is not added to it.
    hands : sequence of Hand
        Of the seats, and the kitty where there is one.
    sides : tuple of Bot
        Of seats 0 and 2, and of seats 1 and 3.
    tallies : tuple of Tally
        Of these, to be added to.

    Raises
    ------
    ActError
        Where a call is not legal.
    WrongAct
        Where a strain or a discard is not.
    """
    rules, scores = match.rules, match.scores
    auction = Auction.start(rules, match.dealer)
    while auction.to_act is not None:
        seat = auction.to_act
        began = time.perf_counter()
        call = sides[seat % 2].call(hands[seat], seat, auction, scores)
        tallies[seat % 2].seconds += time.perf_counter() - began
        tallies[seat % 2].calls += 1
        auction = auction.after(call)
    for tally in tallies:
        tally.hands += 1
    if auction.high is None:
        nothing = HandResult(rules, match.dealer, None, (), (), None, (0,) * rules.players, scores=scores)
        same = rules.all_pass == "redeal_same_dealer"
        return replace(nothing, void="same_dealer" if same else "next_dealer")
    declarer, bid = auction.high
    contract, held = _declared(auction, hands, sides[declarer % 2], scores)
    leader = Seating.of(rules, declarer).first_leader(rules, declarer, match.dealer)
    row = np.array([[hand.mask for hand in hands[: rules.players]]], dtype=np.uint64)
    row[0, declarer] = held.mask
    tricks = solve_rows(
        row, contract.strain, leader, declarer, rules=rules, threads=1, memory_mb=_MEMORY_MB
    )  # the first counts two where its winner has the kitty's book
    own = int(tricks[0]) + rules.books_from_kitty
    score = score_books(contract, own, rules.books - own, (), rules=rules)
    kind = bid.level, contract.strain.is_no_trump
    tallies[declarer % 2].contracts[bid.level, contract.strain.is_no_trump, score.made] += 1
    tallies[declarer % 2].scored[kind] += score.points[declarer]
    for side, tally in enumerate(tallies):
        tally.points += score.points[side]
    return HandResult(rules, match.dealer, contract, (), (), score, score.points, scores=scores)


def _declared(
    auction: Auction, hands: Sequence[Hand], bot: Bot, scores: tuple[int, ...]
) -> tuple[Contract, Hand]:
    """The contract, and the cards that the declarer plays with."""
    assert auction.high is not None
    rules, (declarer, bid) = auction.rules, auction.high
    taken = hands[declarer] | hands[rules.players] if rules.kitty_size else hands[declarer]
    # Hands lie open afterwards, so that it does not matter whether others see the strain before the discard.
    held = hands[declarer] if rules.declare_timing == "before_kitty" else taken
    strain = bot.strain(held, bid, auction, scores)
    if strain not in strains_of(bid, rules):
        raise WrongAct(f"{bot.name} named {strain} after {bid}")
    contract = Contract(bid.level, strain, declarer)
    if not rules.kitty_size:
        return contract, taken
    discard = bot.discard(taken, strain, auction)
    if len(discard) != rules.kitty_size or discard.mask & ~taken.mask:
        raise WrongAct(f"{bot.name} gave up {discard} of {taken}")
    return contract, taken - discard


# ----------------------------------------------------------------------------------------------- many matches


def played(setups: Sequence[Setup], pairs: int, processes: int = 1) -> Iterator[tuple[Setup, PairResult]]:
    """Pairs of matches of each setup, as they are done; they do not depend on the number of processes."""
    tasks = [(setup, number) for setup in setups for number in range(pairs)]
    yield from in_processes(_play_task, tasks, processes)


def _play_task(task: tuple[Setup, int]) -> tuple[Setup, PairResult]:
    return task[0], play_pair(*task)


def interval(won: Sequence[float]) -> tuple[float, float, float]:
    """The share of matches won by ours, and its 95 % interval, from the matches won of each pair."""
    shares = [each / 2 for each in won]
    return statistics.fmean(shares), *interval_by_pairs(shares)


# ------------------------------------------------------------------------------------------------- the report

_HEAD: Final = (
    *("bot", "against", "matches", "won", "share", "95 %", "points a hand"),
    *("contracts", "made", "set", "mean bid", "ms a call"),
)


def report(results: dict[Setup, list[PairResult]], *, contracts: bool = False) -> str:
    """A table with a row for each bot of every setup, and one of their contracts by level, where wanted."""
    rows, kinds = [list(_HEAD)], [["bot", "against", "bid", "contracts", "made", "points each"]]
    for setup, pairs in results.items():
        if not pairs:
            continue
        pairs = sorted(pairs, key=lambda pair: pair.number)
        won = [pair.won for pair in pairs]
        names = setup.ours, setup.against
        for mine, (name, other) in enumerate((names, names[::-1])):
            tally = Tally()
            for pair in pairs:
                tally.add(pair.against if mine else pair.ours)
            won = [2 - each for each in won] if mine else won
            rows.append([name, other, str(2 * len(pairs)), f"{sum(won):g}", *_shares(won), *_counts(tally)])
            kinds += [[name, other, *row] for row in _by_kind(tally)]
    return _aligned(rows) + ("\n" + _aligned(kinds) if contracts else "")


def _shares(won: Sequence[float]) -> list[str]:
    share, low, high = interval(won)
    return [f"{share:.1%}", f"{low:.1%} - {high:.1%}"]


def _counts(tally: Tally) -> list[str]:
    made, missed = tally.count(True), tally.count(False)
    levels = sum(level * number for (level, *_), number in tally.contracts.items())
    return [
        f"{tally.points / max(tally.hands, 1):+.2f}",
        *(str(number) for number in (made + missed, made, missed)),
        f"{levels / max(made + missed, 1):.2f}",
        f"{1000 * tally.seconds / max(tally.calls, 1):.2f}",
    ]


def _by_kind(tally: Tally) -> Iterator[list[str]]:
    for level, no_trump in sorted(tally.scored):
        made = tally.contracts[level, no_trump, True]
        number = made + tally.contracts[level, no_trump, False]
        name = f"{level}{'NT' if no_trump else ''}"
        yield [name, str(number), f"{made / number:.0%}", f"{tally.scored[level, no_trump] / number:+.2f}"]


def _aligned(rows: Sequence[Sequence[str]]) -> str:
    """Lines with columns under each other: names to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "".join(
        "  ".join(
            text.ljust(width) if column < 2 else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        + "\n"
        for row in rows
    )


# ------------------------------------------------------------------------------------------------ the command


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print the table, and return the exit status: 130 after an interrupt, with the results so far.

    Parameters
    ----------
    arguments : sequence of str or None
        Of the command line; those of the process where they are left out.
    """
    options = _read(arguments)
    setups = [
        Setup(options.ours, name, options.preset, options.seed, options.samples)
        for name in options.against or BASELINES
    ]
    results: dict[Setup, list[PairResult]] = {setup: [] for setup in setups}
    pairs = -(-options.matches // 2)
    status = keep_results(
        played(setups, pairs, options.processes),
        lambda found: results[found[0]].append(found[1]),
        lambda: f"{2 * sum(map(len, results.values()))} of {2 * pairs * len(setups)} matches",
    )
    print(f"{options.preset}, seed {options.seed}\n")
    print(report(results, contracts=options.contracts), end="", flush=True)
    return status


def presets() -> list[str]:
    """Rules that such a match can be played by: an auction, four players, partners."""
    games = ((name, Rules.preset(name)) for name in PRESETS)
    return [name for name, rules in games if rules.game in ("bid_whist", "no_kitty_52")]


def _read(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Duplicate matches between bots that call and discard.")
    parser.add_argument("--matches", type=_whole, default=200, help="against each, twice those dealt [200]")
    parser.add_argument("--ours", choices=list(BOTS), default="quick", help="the bot measured [quick]")
    parser.add_argument(
        "--against", choices=list(BOTS), action="append", help="may be repeated [the baselines]"
    )
    parser.add_argument("--samples", type=_whole, help="layouts that are sampled [as the bot has it]")
    parser.add_argument("--preset", choices=presets(), default="bid_whist", help="[bid_whist]")
    parser.add_argument("--seed", type=int, default=1, help="of the deals [1]")
    parser.add_argument("--processes", type=_whole, default=1, help="that share the matches [1]")
    parser.add_argument("--contracts", action="store_true", help="another table: contracts by what was bid")
    return parser.parse_args(arguments)


def _whole(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


if __name__ == "__main__":
    sys.exit(main())
