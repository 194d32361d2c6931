"""Duplicate matches of bid whist between two bots; see README.md.

A bot calls, names the strain and discards for both seats of its side. The play is double dummy, so that
bidding and discards alone are compared. Every match is played twice on the same deals with the sides
exchanged, which cancels most of the luck of the deal.
"""

from __future__ import annotations

import argparse
import functools
import operator
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, field, replace
from pathlib import Path
from typing import Final

import numpy as np

# Run as a file it finds its neighbours, and the package of this checkout or the installed one.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.long_runs import Part, finished, positive
from benchmarks.speed.sections import markdown_table
from benchmarks.strength.bots import SOLVED, AtRandom, Bot, ByPoints, ByRuns, ByTricks, Quick, Sampled
from benchmarks.strength.plain_monte_carlo import PlainMonteCarlo

from whistsolve.dealing import random_deals
from whistsolve.game import Auction, CalledHand, HandResult, Match, Seating, Standing, strains_of
from whistsolve.game.scoring.contract_score import score_books
from whistsolve.players.matches_result import interval_by_pairs
from whistsolve.rules import PRESETS, Rules, preset_name
from whistsolve.solving import solve_rows
from whistsolve.values import Contract, Hand

#: Every bot by its name: a constructor from the rules and the number of layouts, ``None`` for its default.
#: Those of others take no number.
BOTS: Final[Mapping[str, Callable[[Rules, int | None], Bot]]] = {
    "quick": lambda rules, _: Quick(rules),
    "estimated": lambda _, samples: Sampled("estimated", samples or 240, "estimated"),
    "sampled": lambda _, samples: Sampled("sampled", samples or SOLVED, "heuristic"),
    "plain_monte_carlo": lambda *_: PlainMonteCarlo(),
    "by_tricks": lambda *_: ByTricks(),
    "by_runs": lambda *_: ByRuns(),
    "by_points": lambda *_: ByPoints(),
    "at_random": lambda *_: AtRandom(),
}
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


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of what a bot did; they are added.

    Attributes
    ----------
    hands, points : int
        Hands played, and the score of its side in them.
    made, missed : int
        Its contracts.
    levels : int
        The numbers of its contracts, added.
    calls : int
        How often it was to call.
    seconds : float
        The time that all calls took.
    """

    hands: int = 0
    points: int = 0
    made: int = 0
    missed: int = 0
    levels: int = 0
    calls: int = 0
    seconds: float = field(default=0.0, compare=False)

    def __add__(self, other: Tally) -> Tally:
        return Tally(*map(operator.add, astuple(self), astuple(other)))


@dataclass(frozen=True, slots=True)
class PairResult(Part):
    """Two matches on the same deals.

    Attributes
    ----------
    won : float
        Matches won by ours, 0 to 2; one that both sides win counts half.
    ours, against : Tally
    """

    won: float
    ours: Tally
    against: Tally


# ---------------------------------------------------------------------------------------------------- playing


def play_pair(setup: Setup, number: int) -> PairResult:
    """Two matches on the same deals with the same first dealer: ours is seats 0 and 2, then 1 and 3."""
    ours, against = (_bot(name, setup.preset, setup.samples) for name in (setup.ours, setup.against))
    first, own, others = _play_match(setup, number, (ours, against))
    second, others_exchanged, own_exchanged = _play_match(setup, number, (against, ours))
    return PairResult(number, first + 1 - second, own + own_exchanged, others + others_exchanged)


@functools.lru_cache
def _bot(name: str, preset: str, samples: int | None) -> Bot:
    return BOTS[name](_rules(preset), samples)


def _play_match(setup: Setup, number: int, sides: tuple[Bot, Bot]) -> tuple[float, Tally, Tally]:
    """One match from nothing: what the side of seats 0 and 2 won of it, and the tallies of both."""
    # A limit of time ends no match: results must not depend on how fast the bots are.
    match = Match(setup.rules, dealer=number % setup.rules.players, clock=lambda: 0.0)
    tallies = [Tally(), Tally()]
    for hands in _stream(setup, number):
        result, found = play_hand(match, hands, sides)
        match.add(result)
        tallies = [tally + more for tally, more in zip(tallies, found, strict=True)]
        if match.is_over:
            winning = {seat % 2 for seat in match.winners}
            return (0 in winning) / len(winning), tallies[0], tallies[1]
    raise RuntimeError(f"a match of {setup} is not over after {_DEALS} hands")


def _stream(setup: Setup, number: int) -> Iterator[list[Hand]]:
    """The deals of a pair, one after another, the kitty last where there is one."""
    for first in range(0, _DEALS, _DEALT):
        deals = random_deals(_DEALT, setup.seed, setup.rules, first=number * _DEALS + first)
        yield from ([Hand.from_mask(mask) for mask in row] for row in deals.tolist())


def play_hand(
    match: Match, hands: Sequence[Hand], sides: tuple[Bot, Bot]
) -> tuple[HandResult, tuple[Tally, Tally]]:
    """The next hand of a match: called, declared and discarded by bots, then solved double dummy.

    Parameters
    ----------
    match : Match
        Of four players, partners. The result is not added to it.
    hands : sequence of Hand
        Of the seats, and the kitty where there is one.
    sides : tuple of Bot
        Of seats 0 and 2, and of seats 1 and 3, as the tallies are.

    Raises
    ------
    ActError
        Where a call is not legal.
    WrongAct
        Where a strain or a discard is not.
    """
    rules, standing = match.rules, match.standing
    auction = Auction.start(rules, match.dealer)
    calls, seconds = [0, 0], [0.0, 0.0]
    while auction.to_act is not None:
        seat = auction.to_act
        began = time.perf_counter()
        call = sides[seat % 2].call(hands[seat], seat, auction, standing)
        seconds[seat % 2] += time.perf_counter() - began
        calls[seat % 2] += 1
        auction = auction.after(call)
    shown = list(hands[: rules.players])
    if auction.high is not None and rules.kitty_size:
        shown[auction.high[0]] |= hands[rules.players]
    called = CalledHand(match.dealer, match.scores, auction.calls, tuple(shown))
    if auction.high is None:
        points = (0,) * rules.players
        nothing = HandResult(
            rules, match.dealer, None, (), (), None, points, scores=match.scores, called=called
        )
        same = rules.all_pass == "redeal_same_dealer"
        result = replace(nothing, void="same_dealer" if same else "next_dealer")
        first, second = (Tally(1, calls=calls[side], seconds=seconds[side]) for side in (0, 1))
        return result, (first, second)
    declarer, bid = auction.high
    contract, held = _declared(auction, hands, sides[declarer % 2], standing)
    leader = Seating.of(rules, declarer).first_leader(rules, declarer, match.dealer)
    row = np.array([[hand.mask for hand in hands[: rules.players]]], dtype=np.uint64)
    row[0, declarer] = held.mask
    tricks = solve_rows(
        row, contract.strain, leader, declarer, rules=rules, threads=1, memory_mb=_MEMORY_MB
    )  # the first counts two where its winner has the kitty's book
    own = int(tricks[0]) + rules.books_from_kitty
    score = score_books(contract, own, rules.books - own, (), rules=rules)
    first, second = (
        Tally(
            1,
            score.points[side],
            made=bool(score.made) if side == declarer % 2 else 0,
            missed=not score.made if side == declarer % 2 else 0,
            levels=bid.level if side == declarer % 2 else 0,
            calls=calls[side],
            seconds=seconds[side],
        )
        for side in (0, 1)
    )
    result = HandResult(
        rules, match.dealer, contract, (), (), score, score.points, scores=match.scores, called=called
    )
    return result, (first, second)


def _declared(auction: Auction, hands: Sequence[Hand], bot: Bot, standing: Standing) -> tuple[Contract, Hand]:
    """The contract, and the cards that the declarer plays with."""
    assert auction.high is not None
    rules, (declarer, bid) = auction.rules, auction.high
    taken = hands[declarer] | hands[rules.players] if rules.kitty_size else hands[declarer]
    # Hands lie open afterwards, so that it does not matter whether others see the strain before the discard.
    held = hands[declarer] if rules.declare_timing == "before_kitty" else taken
    strain = bot.strain(held, bid, auction, standing)
    if strain not in strains_of(bid, rules):
        raise WrongAct(f"{bot.name} named {strain} after {bid}")
    contract = Contract(bid.level, strain, declarer)
    if not rules.kitty_size:
        return contract, taken
    discard = bot.discard(taken, strain, auction)
    if len(discard) != rules.kitty_size or discard.mask & ~taken.mask:
        raise WrongAct(f"{bot.name} gave up {discard} of {taken}")
    return contract, taken - discard


# ------------------------------------------------------------------------------------------------- the report


def interval(won: Sequence[float]) -> tuple[float, float, float]:
    """The share of matches won by ours, and its 95 % interval, from the matches won of each pair."""
    shares = [each / 2 for each in won]
    return statistics.fmean(shares), *interval_by_pairs(shares)


def report(results: Mapping[Setup, Sequence[PairResult]]) -> str:
    """A table with a row for each bot of every setup."""
    rows = []
    for setup, pairs in results.items():
        if not pairs:
            continue
        won = [pair.won for pair in pairs]
        ours = [setup.ours, setup.against, *_numbers(won, [pair.ours for pair in pairs])]
        theirs = [setup.against, setup.ours]
        theirs += _numbers([2 - each for each in won], [pair.against for pair in pairs])
        rows += [ours, theirs]
    head = ["bot", "against", "matches", "won", "share", "95 %", "points a hand"]
    return markdown_table([*head, "contracts", "made", "mean bid", "ms a call"], rows)


def _numbers(won: Sequence[float], tallies: Sequence[Tally]) -> list[str]:
    share, low, high = interval(won)
    tally = functools.reduce(operator.add, tallies)
    contracts = tally.made + tally.missed
    return [
        str(2 * len(won)),
        f"{sum(won):g}",
        f"{share:.1%}",
        f"{low:.1%} - {high:.1%}",
        f"{tally.points / max(tally.hands, 1):+.2f}",
        str(contracts),
        str(tally.made),
        f"{tally.levels / max(contracts, 1):.2f}",
        f"{1000 * tally.seconds / max(tally.calls, 1):.2f}",
    ]


# ------------------------------------------------------------------------------------------------ the command


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print the table, and return the exit status: 130 after an interrupt, with the results so far.

    Parameters
    ----------
    arguments : sequence of str or None
        Of the command line; those of the process where they are left out.
    """
    parser = argparse.ArgumentParser(description="Duplicate matches between bots that call and discard.")
    add = parser.add_argument
    add("--matches", type=positive, default=200, help="against each, twice those dealt [200]")
    add("--ours", choices=list(BOTS), default="quick", help="the bot measured [quick]")
    add("--against", choices=list(BOTS), action="append", help="may be repeated [the baselines]")
    add("--samples", type=positive, help="layouts that are sampled [as the bot has it]")
    add("--preset", choices=presets(), default="bid_whist", help="[bid_whist]")
    add("--seed", type=int, default=1, help="of the deals [1]")
    add("--processes", type=positive, default=1, help="that share the matches [1]")
    options = parser.parse_args(arguments)
    results: dict[Setup, list[PairResult]] = {}
    status = 0
    for name in options.against or BASELINES:
        setup = Setup(options.ours, name, options.preset, options.seed, options.samples)
        work, pairs = functools.partial(play_pair, setup), -(-options.matches // 2)
        results[setup], status = finished(
            "pairs", PairResult, work, pairs, asdict(setup), workers=options.processes
        )
        if status:
            break
    print(f"{options.preset}, seed {options.seed}\n")
    print(report(results), end="", flush=True)
    return status


def presets() -> list[str]:
    """Rules that such a match can be played by: an auction, four players, partners."""
    games = ((name, Rules.preset(name)) for name in PRESETS)
    return [name for name, rules in games if rules.game in ("bid_whist", "no_kitty_52")]


if __name__ == "__main__":
    sys.exit(main())
