"""The parts of the report, each measured and told in markdown.

Times of one thread are processor times, so that other programs on the machine change them little; times of
several threads, and of hard deals, are those of the clock.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from benchmarks.speed.dds import (
    BRIDGE_RULES,
    BRIDGE_STRAINS,
    WHY_NOT,
    dds_alone,
    dds_table,
    has_dds,
    time_bridge_deals,
)
from numpy.typing import NDArray

import whistsolve as ws
from whistsolve._internal.arguments import DEFAULT_MEMORY_MB, Resources
from whistsolve.dealing import random_deals
from whistsolve.encoding import array_to_deals
from whistsolve.rules import PresetName
from whistsolve.solving import CardTricks
from whistsolve.solving.bench.fixed import HARD_DEALS
from whistsolve.solving.bench.timing import Percentiles, TimedCells, solvers_for, time_cells
from whistsolve.solving.engine_rules import EngineRules
from whistsolve.values.strains import read_strains

_SEED: Final = 20261121
#: Caps for the hard deals, in MiB.
_CAPS: Final = (16, 64, 256)


class WrongAnswer(Exception):
    """Two that solved the same deals do not agree."""


def markdown_table(head: list[str], rows: list[list[str]]) -> str:
    """A table: the first column is text, the others numbers."""
    marks = ["---", *["---:"] * (len(head) - 1)]
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, marks, *rows))


def _spread(seconds: NDArray[np.float64]) -> list[str]:
    """Total in seconds; median, the other percentiles and the longest in milliseconds."""
    found = Percentiles.of_seconds(seconds)
    parts = [found.p50, found.p90, found.p99, found.max]
    return [f"{float(seconds.sum()):.2f}", *(f"{part:,.2f}" for part in parts)]


_SPREAD_HEAD: Final = ["total s", "median ms", "p90 ms", "p99 ms", "max ms"]


def _solved(rules: ws.Rules, deals: NDArray[np.uint64], strains: tuple[str, ...]) -> TimedCells:
    """Cells with their processor times, by one thread."""
    solvers = solvers_for(Resources(1, DEFAULT_MEMORY_MB))
    engine_rules = EngineRules(rules, deals.shape[1])
    return time_cells(solvers, engine_rules, deals, read_strains(strains), clock=time.thread_time)


def _dealt(rules: ws.Rules, count: int) -> NDArray[np.uint64]:
    return random_deals(count, _SEED, rules)[:, : rules.dealt_hands]


# ----------------------------------------------------------------------------------------------- bridge deals


def bridge_section(count: int) -> str:
    """Random bridge deals, all 20 results, DDS beside us.

    Raises
    ------
    WrongAnswer
        Where an answer is not that of DDS: names the deal.
    """
    beside = has_dds()
    with dds_alone() if beside else nullcontext():
        times = time_bridge_deals(_dealt(BRIDGE_RULES, count), peer=dds_table if beside else None)
    if times.wrong:
        number = times.wrong[0]
        raise WrongAnswer(
            f"bridge deal {number} ({times.deals[number]}): our answers and those of DDS differ"
        )
    ours, theirs = times.ours, times.theirs
    rows = [["whistsolve", *_spread(ours)]]
    if beside:
        rows.append(["DDS", *_spread(theirs)])
    text = (
        "### Bridge deals\n\n"
        f"{count} random deals of thirteen cards, all 20 results of each, one thread. Times are of a"
        " deal.\n\n" + markdown_table(["solver", *_SPREAD_HEAD], rows)
    )
    if not beside:
        return f"{text}\nDDS is not here: {WHY_NOT}.\n"
    ratios = ours / theirs
    medians = Percentiles.of_seconds(ours).p50 / Percentiles.of_seconds(theirs).p50
    return (
        f"{text}\nwhistsolve takes {ours.sum() / theirs.sum():.2f} of the time of DDS in total,"
        f" {medians:.2f} at the median; deal by deal the median ratio is {np.median(ratios):.2f}, the worst"
        f" {ratios.max():.2f}. All {20 * count} answers agree.\n"
    )


# ------------------------------------------------------------------------------------------------ joker deals

_UP_AND_DOWN: Final = ("NT+", "NT-")
#: What is asked of the joker deals: in words, strains, what jokers are without a trump suit.
_JOKER_KINDS: Final[tuple[tuple[str, tuple[str, ...], dict[str, Any]], ...]] = (
    ("trump suit, uptown", ("S+", "H+", "D+", "C+"), {}),
    ("trump suit, downtown", ("S-", "H-", "D-", "C-"), {}),
    ("trump suit, aces bad", ("S~", "H~", "D~", "C~"), {}),
    ("no trump suit, joker thrown when void", _UP_AND_DOWN, {}),
    ("no trump suit, joker thrown at will", _UP_AND_DOWN, {"joker_no_trump": "free_discard"}),
    ("no trump suit, joker laid aside", _UP_AND_DOWN, {"joker_no_trump": "removed", "hand_size": None}),
    ("no trump suit, joker wins", _UP_AND_DOWN, {"joker_no_trump": "high_no_suit"}),
)


def joker_section(count: int) -> str:
    """Full deals of twelve cards from 54, by kind of strain."""
    rows = []
    for words, strains, options in _JOKER_KINDS:
        rules = ws.Rules.preset("bid_whist", **options)
        timed = _solved(rules, _dealt(ws.Rules.preset("bid_whist"), count), strains)
        rows.append([words, str(timed.seconds.size), *_spread(timed.seconds), _nodes_per_second(timed)])
    return (
        "### Deals with jokers\n\n"
        f"{count} random deals of twelve cards, two jokers in the deck, a kitty of six; partners. A cell is a"
        " deal in a strain with all four leaders; times are of a cell, one thread.\n\n"
        + markdown_table(["kind of strain", "cells", *_SPREAD_HEAD, "nodes/s"], rows)
    )


def _nodes_per_second(timed: TimedCells) -> str:
    return f"{float(timed.nodes.sum() / timed.seconds.sum()) / 1e6:.2f} M"


# ------------------------------------------------------------------------------------------------ other kinds


@dataclass(frozen=True, slots=True)
class _Kind:
    words: str
    preset: PresetName


_KINDS: Final = (
    _Kind("partners, 12 cards, jokers", "bid_whist"),
    _Kind("partners, 13 cards", "bid_whist_no_kitty"),
    _Kind("one against two, 16 cards", "cutthroat_3"),
    _Kind("one against three, 12 cards", "cutthroat_4"),
    _Kind("one against four, 10 cards", "cutthroat_5"),
    _Kind("one against five, 8 cards", "cutthroat_6"),
)


#: Kinds of discards: in words, trump suits, preset.
_KITTIES: Final[tuple[tuple[str, Sequence[str], PresetName], ...]] = (
    ("partners, a trump suit", "SHDC", "bid_whist"),
    ("partners, no trump suit", ("NT",), "bid_whist"),
    ("one against two, a trump suit", "SHDC", "cutthroat_3"),
)


def kitty_section(count: int) -> str:
    """The best discard of the first hand of full joker deals, by kind, and the table with the kitty taken.

    Raises
    ------
    WrongAnswer
        Where the deal after the best discard is not worth as much.
    """
    rows = []
    for words, trumps, preset in _KITTIES:
        rules = ws.Rules.preset(preset)
        seconds = np.zeros((2, count))
        for number in range(count):
            deal = ws.Deal.random(number, rules)
            strain = trumps[number % len(trumps)] + "+-"[number // len(trumps) % 2]
            began = time.process_time()
            found = ws.best_discard(deal, strain, 0, rules=rules)
            between = time.process_time()
            after = ws.Deal((found.hand, *deal.hands[1:]))
            tricks = ws.solve(after, strain, 0, rules=rules).tricks
            seconds[:, number] = between - began, time.process_time() - between
            if tricks != found.tricks:
                raise WrongAnswer(f"{deal}, {strain}: {found.tricks} after the best discard, solved {tricks}")
        rows.append([words, *_spread(seconds[0]), f"{seconds[0].sum() / seconds[1].sum():.1f}"])
    rules = ws.Rules.preset("bid_whist")
    tables = np.zeros(count)
    for number in range(count):
        began = time.process_time()
        ws.table(ws.Deal.random(number, rules), rules=rules, kitty="optimal", threads=1)
        tables[number] = time.process_time() - began
    return (
        "### Discards\n\n"
        f"{count} random deals, two jokers in the deck, a kitty of six; partners have twelve cards each,"
        " three hands sixteen. A row is the best of all discards of one hand, of up to 18,564 and 74,613; the"
        " last column is its total over that of solving the same deals after it, each with a new table.\n\n"
        + markdown_table(["kind", *_SPREAD_HEAD, "solves"], rows)
        + "\nThe table with the kitty taken, forty cells of partners with the best discard in each: median"
        f" {np.median(tables):.2f} s a deal, worst {tables.max():.2f} s, one thread.\n"
    )


def kinds_section(count: int) -> str:
    """Tables of other sizes and sides, beside two against two."""
    rows = []
    usual = 0.0
    for kind in _KINDS:
        rules = ws.Rules.preset(kind.preset)
        timed = _solved(rules, _dealt(rules, count), ("S+", "NT+"))
        each = float(timed.seconds.sum() / timed.nodes.sum())
        usual = usual or each
        spread = _spread(timed.seconds)
        rows.append(
            [kind.words, *spread, _nodes_per_second(timed), f"{each * 1e9:.0f}", f"{each / usual:.2f}"]
        )
    return (
        "### Other tables\n\n"
        f"{count} random deals of each kind in S+ and NT+, every hand leading and its side's tricks counted;"
        " times are of a cell, one thread. The last column is the time of a node against that of the first"
        " row.\n\n" + markdown_table(["kind", *_SPREAD_HEAD, "nodes/s", "ns/node", "ratio"], rows)
    )


# ------------------------------------------------------------------------------------------ from card to card


def kept_section(count: int) -> str:
    """Bridge deals played out: every card valued before each play, by a solver that is kept and by new ones.

    Raises
    ------
    WrongAnswer
        Where the answers differ: names the deal.
    """
    rows = []
    for strain in ("S+", "NT+"):
        seconds, nodes = np.zeros((2, count)), np.zeros((2, count), dtype=np.int64)
        for number, deal in enumerate(array_to_deals(_dealt(BRIDGE_RULES, count))):
            plays = _best_plays(deal, strain)
            answers: list[object] = [None, None]
            for keep in (1, 0) if number % 2 == 0 else (0, 1):
                start = time.process_time()
                answers[keep], nodes[keep, number] = _valued(deal, strain, plays, keep=bool(keep))
                seconds[keep, number] = time.process_time() - start
            if answers[0] != answers[1]:
                raise WrongAnswer(
                    f"bridge deal {number} ({deal}) in {strain}: a kept solver and new ones differ"
                )
        ratios = seconds[0] / seconds[1]
        rows.append(
            [
                strain,
                *(f"{float(np.median(each)) * 1e3:.2f}" for each in seconds),
                f"{np.median(ratios):.2f}",
                f"{ratios.min():.2f}",
                f"{nodes[0].sum() / nodes[1].sum():.2f}",
            ]
        )
    head = ["strain", "new ms", "kept ms", "new/kept", "least", "nodes"]
    return (
        "### From card to card\n\n"
        f"{count} bridge deals played out, `solve_cards` before each of the 52 cards: by a new solver each"
        " time, and by one that is kept for the hand. Times are of a whole hand at the median, one thread;"
        " ratios are of times deal by deal, median and least, and of all nodes. All answers agree.\n\n"
        + markdown_table(head, rows)
    )


def _best_plays(deal: ws.Deal, strain: str) -> list[ws.Card]:
    """Cards of best play on both sides, North leading, the preferred one of equals."""
    solver, played = ws.Solver(), list[ws.Card]()
    while cards := solver.solve_cards(deal, strain, "N", played=played, rules=BRIDGE_RULES):
        played.append(next(iter(cards)))
    return played


def _valued(deal: ws.Deal, strain: str, plays: list[ws.Card], *, keep: bool) -> tuple[list[CardTricks], int]:
    """The values of all legal cards before each play, and the nodes visited."""
    solver, found, nodes = ws.Solver(), [], 0
    for count in range(len(plays)):
        if not keep:
            solver = ws.Solver()
        before = solver.nodes
        found.append(solver.solve_cards(deal, strain, "N", played=plays[:count], rules=BRIDGE_RULES))
        nodes += solver.nodes - before
    return found, nodes


# ---------------------------------------------------------------------------------------------------- threads


def threads_section(count: int) -> str:
    """The bridge deals with one thread and two, alternating.

    Raises
    ------
    WrongAnswer
        Where the answers differ.
    """
    deals = _dealt(BRIDGE_RULES, count)
    best = {1: float("inf"), 2: float("inf")}
    answers = []
    for turn in range(4):
        for threads in (1, 2) if turn % 2 == 0 else (2, 1):
            start = time.perf_counter()
            answers.append(ws.solve_many(deals, BRIDGE_STRAINS, rules=BRIDGE_RULES, threads=threads))
            best[threads] = min(best[threads], time.perf_counter() - start)
    if not all(np.array_equal(each, answers[0]) for each in answers):
        raise WrongAnswer("the answers with one thread and with two differ")
    rows = [
        [str(threads), f"{seconds:.2f}", f"{count / seconds:.1f}", f"{best[1] / seconds:.2f}"]
        for threads, seconds in best.items()
    ]
    return (
        "### Threads\n\n"
        f"The {count} bridge deals in one call of `solve_many`; the best of four turns by the clock,"
        f" {Resources.read(None).threads} processors.\n\n"
        + markdown_table(["threads", "seconds", "deals/s", "speed-up"], rows)
    )


# ------------------------------------------------------------------------------------------------- hard deals


def hard_section() -> str:
    """The hard deals under several caps, each in a fresh process.

    Raises
    ------
    WrongAnswer
        Where an answer is not the known one.
    """
    rows = []
    for hard in HARD_DEALS:
        for cap in _CAPS:
            found = _hard_run(hard.name, cap)
            row = [f"{hard.name}, {cap} MiB", f"{found['seconds']:.1f}", f"{found['nodes'] / 1e6:,.1f} M"]
            rows.append([*row, f"{found['peak_memory_mb']:.0f}"])
    return (
        "### Hard deals\n\n"
        "Bridge deals with many voids, all 20 results, one thread, a fresh process for each row; times by the"
        " clock, memory resident at most in the whole process. All answers are the known ones under every"
        " cap.\n\n" + markdown_table(["deal and cap", "seconds", "nodes", "peak MiB"], rows)
    )


def _hard_run(name: str, cap: int) -> dict[str, Any]:
    command = ["-m", "whistsolve", "bench", "--hard", "--only", name, "--memory-mb", str(cap), "--json"]
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True)
    if done.returncode != 0:
        raise WrongAnswer(done.stderr.strip() or f"the run of {name} ended with {done.returncode}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found
