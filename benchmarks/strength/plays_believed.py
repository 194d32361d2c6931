"""What it brings at the table to believe the cards that others play.

``python -m benchmarks.strength.plays_believed`` has the same contracts played three times, after the same
discards: by `evaluate_cards` with the cards played as no evidence on both sides, and with each side in turn
that takes them as evidence. Tricks more for the side that does, with intervals by deals, and the time of a
decision.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence
from functools import partial
from typing import Final

from benchmarks.strength.reliability import mean_interval

from whistsolve.bidding import evaluate_cards
from whistsolve.game import HandState, Play
from whistsolve.inference import PlayModel
from whistsolve.players import HeuristicPlayer
from whistsolve.players.processes import in_processes
from whistsolve.rules import Rules

__all__ = ["SEED", "declarer_tricks", "main"]

#: Seed of the deals, other than those of every fit and test.
SEED: Final = 20270911


def declarer_tricks(
    seed: int, samples: int, rules: Rules, number: int
) -> tuple[int, tuple[int, int, int], tuple[float, float]] | None:
    """One deal: tricks of the declarer's side where nobody, he, or the others believe cards; and seconds.

    The seconds are those of a decision without and with. ``None`` where nobody bids.
    """
    draw = random.Random(f"{seed} {number}")
    start = HandState.random(draw.getrandbits(32), rules, dealer=draw.randrange(rules.players))
    bidder = HeuristicPlayer(bids="modelled")
    while not start.is_over and start.stage != "play":
        assert start.to_act is not None
        start.push(bidder.act(start.view(start.to_act)))
    if start.is_over or start.declarer is None:
        return None
    declares = start.seating.side_hands(start.declarer)
    tricks, seconds, decisions = [], [0.0, 0.0], [0, 0]
    for believing in ((), declares, tuple(hand for hand in start.seating.order if hand not in declares)):
        state = start.copy()
        while not state.is_over:
            assert state.to_act is not None
            view, believes = state.view(state.to_act), state.to_act in believing
            if len(view.legal_cards) == 1:
                state.push(view.legal_cards[0])
                continue
            began = time.process_time()
            model = PlayModel() if believes else PlayModel(trust=0)
            best = evaluate_cards(view, samples=samples, seed=number, play_model=model, threads=1).best
            seconds[believes] += time.process_time() - began
            decisions[believes] += 1
            state.push(Play(best.card, best.named))
        tricks.append(sum(state.tricks_won[hand] for hand in declares))
    mean = seconds[0] / decisions[0], seconds[1] / max(decisions[1], 1)
    return number, (tricks[0], tricks[1], tricks[2]), mean


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, and print tricks more by side."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength.plays_believed", description=__doc__)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--samples", type=int, default=16)
    parser.add_argument("--rules", default="bid_whist")
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args(arguments)
    work = partial(declarer_tricks, options.seed, options.samples, Rules.preset(options.rules))
    rows = []
    for row in in_processes(work, range(options.deals), options.processes):
        if row is not None:
            rows.append(row)
            if len(rows) % 10 == 0:
                _print(rows)
    _print(rows)
    return 0


def _print(rows: Sequence[tuple[int, tuple[int, int, int], tuple[float, float]]]) -> None:
    deals = [number for number, _, _ in rows]
    declarer = mean_interval(deals, [float(own - nobody) for _, (nobody, own, _), _ in rows])
    others = mean_interval(deals, [float(nobody - own) for _, (nobody, _, own), _ in rows])
    both = mean_interval(deals, [(own - theirs) / 2 for _, (_, own, theirs), _ in rows])
    times = [sum(each[index] for _, _, each in rows) / len(rows) for index in (0, 1)]
    print(
        f"{len(rows)} deals; tricks more: declarer's side {declarer[0]:+.2f} ± {declarer[1]:.2f}, others"
        f" {others[0]:+.2f} ± {others[1]:.2f}, mean of both {both[0]:+.3f} ± {both[1]:.3f};"
        f" a decision {times[0]:.3f} s without, {times[1]:.3f} s with",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
