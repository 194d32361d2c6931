"""Alpha-mu against PIMC in the endings of the same deals: same contracts, same cards before; see README.md.

Heuristic players call, discard and play until each hand has eight cards. One side then plays by
`evaluate_cards` against heuristic players: once by each method, and each side of each deal in turn. Layouts
are chosen so that both take about the same time, which is printed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

import numpy as np

# Run as a file it finds its neighbours, and the package of this checkout or the installed one.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from whistsolve import evaluate_cards
from whistsolve.game import HandState, HandView, Play
from whistsolve.players import HeuristicPlayer
from whistsolve.rules import Rules

__all__ = ["Way", "main", "play_ending"]

Method = Literal["pimc", "alpha_mu"]
_CARDS: Final = 8


@dataclass
class Way:
    """A method with its options, and the time that its decisions took."""

    method: Method
    samples: int
    depth: int = 2
    seconds: list[float] = field(default_factory=list)

    def choose(self, view: HandView) -> Play:
        """The best card."""
        if len(view.legal_cards) == 1:
            return Play(view.legal_cards[0])
        began = time.perf_counter()
        best = evaluate_cards(
            view, samples=self.samples, method=self.method, depth=self.depth, threads=1, memory_mb=64
        ).best
        self.seconds.append(time.perf_counter() - began)
        return Play(best.card, best.named)


def ending(seed: int, rules: Rules, player: HeuristicPlayer) -> HandState | None:
    """A deal played until each hand has eight cards; ``None`` where it is passed out or conceded before."""
    state = HandState.random(seed, rules, dealer=seed % rules.players)
    while state.to_act is not None:
        hand = state.hand_to_play
        if (
            state.stage == "play"
            and not state.trick
            and hand is not None
            and len(state.hands[hand]) == _CARDS
        ):
            return state
        state.push(player.act(state.view(state.to_act)))
    return None


def play_ending(state: HandState, side: set[int], way: Way, player: HeuristicPlayer) -> tuple[int, bool]:
    """Tricks that a side takes in all where it plays one way, and whether the contract is made."""
    state = deepcopy(state)
    while state.to_act is not None:
        view = state.view(state.to_act)
        by_way = state.stage == "play" and state.to_act in side
        state.push(way.choose(view) if by_way else player.act(view))
    assert state.contract is not None
    declarers = state.seating.side_hands(state.contract.declarer)
    taken = sum(state.tricks_won[hand] for hand in declarers)
    needed = state.contract.level + state.rules.bid_base - state.rules.books_from_kitty
    return sum(state.tricks_won[seat] for seat in side), taken >= needed


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints what alpha-mu wins more than PIMC, by side."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="of the first deal")
    parser.add_argument("--preset", default="bid_whist")
    parser.add_argument("--pimc", type=int, default=64, metavar="LAYOUTS")
    parser.add_argument("--alpha-mu", type=int, default=64, metavar="LAYOUTS")
    parser.add_argument("--depth", type=int, default=2)
    parser.add_argument("--seconds", type=float, help="no new deal after so many")
    given = parser.parse_args(arguments)
    rules, player = Rules.preset(given.preset), HeuristicPlayer(bids="modelled")
    ways = [Way("pimc", given.pimc), Way("alpha_mu", given.alpha_mu, given.depth)]
    more: dict[str, list[tuple[float, float]]] = defaultdict(list)
    began = time.monotonic()
    for seed in range(given.seed, given.seed + given.deals):
        if given.seconds is not None and time.monotonic() - began > given.seconds:
            break
        state = ending(seed, rules, player)
        if state is None or state.contract is None:
            continue
        declarers = set(state.seating.side_hands(state.contract.declarer))
        for name, side in (("declarer", declarers), ("defenders", set(range(rules.players)) - declarers)):
            (tricks, made), (other_tricks, other_made) = (
                play_ending(state, side, way, player) for way in ways
            )
            sign = 1 if name == "declarer" else -1
            more[name].append((other_tricks - tricks, 100 * sign * (other_made - made)))
    for way in ways:
        mean = 1000 * sum(way.seconds) / max(len(way.seconds), 1)
        print(f"{way.method:9} {way.samples} layouts: {mean:.0f} ms a decision, {len(way.seconds)} decisions")
    for name, rows in more.items():
        values = np.array(rows)
        means, errors = values.mean(axis=0), 1.96 * values.std(axis=0, ddof=1) / len(values) ** 0.5
        print(
            f"{name:9} {len(values)} endings: alpha-mu {means[0]:+.3f} ± {errors[0]:.3f} tricks,"
            f" contracts {means[1]:+.1f} ± {errors[1]:.1f} % (for its side)"
        )


if __name__ == "__main__":
    main()
