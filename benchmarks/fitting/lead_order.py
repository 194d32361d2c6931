"""The weights by which the engine orders leads of two against two, fitted to the nodes that leads cost.

A lead that fails before the one that cuts costs the nodes below it, and of several that cut one may be cheap.
So the weights do not learn which lead cuts, which makes the search slower: they make the expected number of
nodes until the cut small, where leads are drawn one after the other with odds that grow with their scores
(Plackett-Luce). The program ``sample_leads`` solves deals, takes some nodes and searches all leads there, in
random order.

Costs depend on the order of the search that sampled them, so this is done in rounds, each with the engine
that has the last round's weights, and rows of earlier rounds kept::

    cmake -S csrc -B build/leads -D CMAKE_BUILD_TYPE=Release
    cmake --build build/leads --target sample_leads
    python -m benchmarks.fitting.lead_order sample --program build/leads/fitting/sample_leads \
        --rows round1.bin --round 1
    python -m benchmarks.fitting.lead_order fit round1.bin > csrc/whistsolve/lead_weights.hpp

The deals are random, from seeds that nothing else uses: `SEED` and up.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.dealing import random_deals
from whistsolve.rules import Rules

#: Seed of the first round's deals.
SEED: Final = 881_001
#: Jokers without a trump suit: ``JokerKind``, must be thrown, may be thrown at any time.
JOKERS: Final = ((0, 0, 0), (0, 1, 0), (0, 0, 1), (2, 0, 0))
#: Columns of a row of ``LeadSample``.
_COLUMNS: Final = 9
#: Places for ruffs, as in ``lead_features.hpp``.
_RUFFS: Final = 512
_NAMES: Final = ("kLeadTops", "kLeadLengths", "kLeadRuffs", "kLeadTrumps")
#: Penalties of the squares of weights, in nodes sampled: of single places of a table, and of what they share.
_PENALTY_OF_PLACE: Final = 60.0
_PENALTY: Final = 15.0
#: Costs are raised to this power: few nodes have most of the cost.
_POWER: Final = 0.8
_SCALE: Final = 100

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Sample:
    """Leads of nodes that were sampled, those of one node together.

    Attributes
    ----------
    node : ndarray
        Shape (leads,): number of the node.
    cost : ndarray
        Shape (leads,): nodes searched below, relative to the mean.
    cut : ndarray
        Shape (leads,): whether the lead caused a cutoff.
    places : tuple of ndarray
        Shape (leads,): places in each of the four tables.
    """

    node: Ints
    cost: Floats
    cut: NDArray[np.bool_]
    places: tuple[Ints, ...]


class Latents:
    """Weights that places of the tables share: each place's weight is a sum of them.

    Attributes
    ----------
    count : int
        How many there are.
    rows : tuple of ndarray
        For each table, shape (places, n): the latent weights of a place, `count` for none.
    penalty : ndarray
        Shape (count,).
    """

    def __init__(self) -> None:
        self._ids: dict[tuple[object, ...], int] = {}
        tables = (self._tops(), self._lengths(), self._ruffs(), self._trumps())
        self.count = len(self._ids)
        single = np.array([key[-1] == "place" for key in self._ids])
        self.penalty = np.where(single, _PENALTY_OF_PLACE, _PENALTY)
        self.rows = tuple(self._array(table) for table in tables)

    def tables(self, weights: Floats) -> list[Floats]:
        """Return the four tables."""
        padded = np.append(weights, 0.0)
        return [padded[rows].sum(axis=1) for rows in self.rows]

    def gradient(self, by_place: Sequence[Floats]) -> Floats:
        """Return the gradient of the latent weights from those of the tables' places."""
        total = np.zeros(self.count + 1)
        for rows, values in zip(self.rows, by_place, strict=True):
            spread = np.repeat(values, rows.shape[1])
            total += np.bincount(rows.ravel(), spread, self.count + 1)
        return total[: self.count]

    def _row(self, *keys: tuple[object, ...]) -> list[int]:
        return [self._ids.setdefault(key, len(self._ids)) for key in keys]

    def _array(self, table: list[list[int]]) -> Ints:
        array = np.full((len(table), max(map(len, table))), self.count)
        for row, latents in zip(array, table, strict=True):
            row[: len(latents)] = latents
        return array

    def _tops(self) -> list[list[int]]:
        table = []
        layouts = [
            [2 * (high >> bit & 1) + (low >> bit & 1) for bit in reversed(range(cards))]
            for cards in range(5)
            for high in range(1 << cards)
            for low in range(1 << cards)
        ]
        for kind in range(3):
            for owners in layouts:
                for above in range(5):
                    at = ("tops", kind, above)
                    keys: list[tuple[object, ...]] = [(*at, len(owners), "cards")]
                    keys += [(*at, rank, owner, "one") for rank, owner in enumerate(owners)]
                    if len(owners) > 1:
                        keys.append((*at, *owners[:2], "two"))
                    if len(owners) > 2:
                        keys += [(*at, *owners[:3], "three"), (*at, *owners[1:3], "middle")]
                    table.append(self._row(*keys, (*at, *owners, "place")))
        return [*table, self._row(("joker",))]

    def _lengths(self) -> list[list[int]]:
        table = []
        for kind in range(3):
            for place in range(256):
                lengths = [place >> 2 * turn & 3 for turn in range(4)]
                for sort in range(4):
                    at = ("lengths", kind)
                    keys: list[tuple[object, ...]] = [(*at, sort, "sort")]
                    keys += [(*at, sort, turn, length, "one") for turn, length in enumerate(lengths)]
                    keys += [(*at, a, b, lengths[a], lengths[b], "two") for a in range(4) for b in range(a)]
                    table.append(self._row(*keys, (*at, sort, place, "place")))
        return [*table, self._row(("joker",))]

    def _ruffs(self) -> list[list[int]]:
        table = []
        for place in range(_RUFFS):
            voids, trumps = place >> 6, [place >> 2 * turn & 3 for turn in range(3)]
            keys: list[tuple[object, ...]] = [("ruffs", voids, "voids")]
            for turn in range(3):
                keys.append(("ruffs", turn, voids >> turn & 1, trumps[turn], "one"))
                keys.append(("ruffs", turn, voids, trumps[turn], "two"))
            table.append(self._row(*keys, ("ruffs", place, "place")))
        return [*table, []]

    def _trumps(self) -> list[list[int]]:
        table: list[list[int]] = [[]]
        for place in range(256):
            mine, my_trumps, partners, partners_trumps = (place >> 2 * i & 3 for i in range(4))
            table.append(
                self._row(
                    ("side", mine, my_trumps, "mine"),
                    ("side", partners, partners_trumps, "partner's"),
                    ("side", mine, partners_trumps, "mine, partner's"),
                    ("side", partners, my_trumps, "partner's, mine"),
                    ("side", place, "place"),
                )
            )
        for place in range(64):
            keys = [("short", bit, place >> bit & 1, "bit") for bit in range(6)]
            table.append(
                self._row(
                    *keys,
                    ("short", place & 5, "ours"),
                    ("short", place & 10, "theirs"),
                    ("short", place & 15, "voids"),
                    ("short", place, "place"),
                )
            )
        return table


def read_samples(paths: Sequence[Path]) -> Sample:
    """Read rows that ``sample_leads`` wrote, of several rounds.

    Costs of a cell are divided by the root of their sum, so that the hardest deals do not count for most.
    """
    parts = []
    for number, path in enumerate(paths):
        part = np.fromfile(path, dtype=np.int32).reshape(-1, _COLUMNS).astype(np.int64)
        part[:, 0] += number << 32
        parts.append(part)
    rows = np.concatenate(parts)
    node = np.cumsum(np.append(True, (np.diff(rows[:, 0]) != 0) | (np.diff(rows[:, 1]) != 0))) - 1
    nodes = rows[:, 7] * rows[:, 2].astype(np.float64)
    cell = np.unique(rows[:, 0], return_inverse=True)[1]
    cost = (nodes / np.sqrt(np.bincount(cell, nodes))[cell]) ** _POWER
    return Sample(node, cost / cost.mean(), rows[:, 8] == 1, tuple(rows[:, 3 + table] for table in range(4)))


def expected_cost(latents: Latents, weights: Floats, sample: Sample) -> tuple[float, Floats]:
    """Return the mean cost of a node until its cut, and the gradient.

    A failed lead of odds e comes before all that cut, of odds S together, with the chance e / (e + S); the
    first to cut is one of odds e with the chance e / S.
    """
    tables = latents.tables(weights)
    score: Floats = np.zeros(len(sample.node))
    for table, places in zip(tables, sample.places, strict=True):
        score = score + table[places]
    nodes = int(sample.node[-1]) + 1
    top = np.full(nodes, -np.inf)
    np.maximum.at(top, sample.node, score)
    odds = np.exp(np.clip(score - top[sample.node], -30, 0))
    cutting = np.where(sample.cut, odds, 0)
    total = np.bincount(sample.node, cutting, nodes)[sample.node]
    before = np.where(sample.cut, 0, odds / (odds + total))
    of_cut = np.bincount(sample.node, cutting * sample.cost / total, nodes)
    cost = (float(before @ sample.cost) + float(of_cut.sum())) / nodes
    slope = sample.cost * before * (1 - before)
    by_total = np.bincount(sample.node, -sample.cost * before / (odds + total), nodes)[sample.node]
    slope += cutting * (by_total + (sample.cost - of_cut[sample.node]) / total)
    by_place = [
        np.bincount(places, slope, len(table)) / nodes
        for table, places in zip(tables, sample.places, strict=True)
    ]
    return cost, latents.gradient(by_place)


def fit(sample: Sample, latents: Latents, steps: int = 60) -> list[Floats]:
    """Return the four tables, by L-BFGS from zero."""
    nodes = int(sample.node[-1]) + 1

    def penalised(weights: Floats) -> tuple[float, Floats]:
        cost, gradient = expected_cost(latents, weights, sample)
        pull = latents.penalty * weights / nodes
        return cost + float(pull @ weights) / 2, gradient + pull

    weights = np.zeros(latents.count)
    value, gradient = penalised(weights)
    pairs: list[tuple[Floats, Floats]] = []
    for step in range(steps):
        direction = -_newton(gradient, pairs)
        length = 1.0 if pairs else 0.5 / float(np.abs(direction).max())
        while True:
            new_value, new_gradient = penalised(weights + length * direction)
            if new_value <= value + 1e-4 * length * float(gradient @ direction):
                break
            length /= 3
            if length < 1e-6:
                return latents.tables(weights)
        moved, turned = length * direction, new_gradient - gradient
        if float(moved @ turned) > 1e-10 * float(turned @ turned):
            pairs = [*pairs[-14:], (moved, turned)]
        weights, value, gradient = weights + moved, new_value, new_gradient
        print(f"step {step}: {value:.4f}", file=sys.stderr)
    return latents.tables(weights)


def _newton(gradient: Floats, pairs: Sequence[tuple[Floats, Floats]]) -> Floats:
    """Return the gradient times the inverse Hessian that the last steps tell of."""
    result = gradient.copy()
    factors = []
    for moved, turned in reversed(pairs):
        factor = float(moved @ result) / float(moved @ turned)
        factors.append(factor)
        result -= factor * turned
    if pairs:
        moved, turned = pairs[-1]
        result *= float(moved @ turned) / float(turned @ turned)
    for (moved, turned), factor in zip(pairs, reversed(factors), strict=True):
        result += moved * (factor - float(turned @ result) / float(moved @ turned))
    return result


def header(
    tables: Sequence[Floats],
    names: Sequence[str] = _NAMES,
    program: str = "lead_order",
    places: str = "lead_features",
) -> str:
    """Return the text of ``lead_weights.hpp``, or of another header of weights."""
    lines = [
        f"// Weights of leads, written by benchmarks/fitting/{program}.py; {places}.hpp has the places.",
        "#pragma once",
        "",
        "#include <cstdint>",
        "",
        "namespace whistsolve {",
        "",
        "// clang-format off",
    ]
    for name, table in zip(names, tables, strict=True):
        values = np.clip(np.round(table * _SCALE), -2000, 2000).astype(int).tolist()
        lines.append(f"inline constexpr std::int16_t {name}[] = {{")
        line = ""
        for value in values:
            if len(line) + len(f"{value},") > 126:
                lines.append(line)
                line = ""
            line += f"{value},"
        lines += [line, "};"]
    return "\n".join([*lines, "// clang-format on", "", "}  // namespace whistsolve", ""])


def deals_as_text(deals: int, seed: int) -> Iterator[str]:
    """Yield bridge deals, and as many with jokers: a line for each strain, as ``sample_leads`` reads it."""
    for jokers, rules in enumerate((Rules.preset("bid_whist_no_kitty"), Rules.preset("bid_whist"))):
        for number, deal in enumerate(random_deals(deals, seed + jokers, rules)[:, :4]):
            hands = " ".join(str(hand) for hand in deal.tolist())
            kind = JOKERS[number % len(JOKERS) if jokers else 0]
            for trump in range(5):
                yield f"4 {trump} {kind[0]} {kind[1]} {kind[2]} {hands}\n"


def run(
    arguments: Sequence[str] | None,
    description: str | None,
    deals: int,
    lines: Callable[[int, int], Iterator[str]],
    fitted: Callable[[Sample], str],
) -> int:
    """Sample, or fit: the command line of a program of leads.

    `deals` is how many are sampled where nothing is said, `lines(deals, round)` yields what ``sample_leads``
    reads, and `fitted(sample)` is the text of the header.
    """
    parser = argparse.ArgumentParser(description=description)
    verbs = parser.add_subparsers(dest="verb", required=True)
    sample = verbs.add_parser("sample")
    sample.add_argument("--program", type=Path, required=True)
    sample.add_argument("--rows", type=Path, required=True)
    sample.add_argument("--round", type=int, required=True)
    sample.add_argument("--deals", type=int, default=deals)
    fitting = verbs.add_parser("fit")
    fitting.add_argument("rows", type=Path, nargs="+")
    asked = parser.parse_args(arguments)
    if asked.verb == "sample":
        text = "".join(lines(asked.deals, asked.round))
        subprocess.run([asked.program, asked.rows], input=text, text=True, check=True)
    else:
        sys.stdout.write(fitted(read_samples(asked.rows)))
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Sample or fit."""
    return run(
        arguments,
        __doc__.split("\n")[0] if __doc__ else None,
        500,
        lambda deals, number: deals_as_text(deals, SEED + 2 * number),
        lambda sample: header(fit(sample, Latents())),
    )


if __name__ == "__main__":
    sys.exit(main())
