"""How far the model of calls is to be trusted: how well mixtures with it predict hands from one call.

``python -m benchmarks.fitting.call_trust`` has several players call on deals that had no part in the model.
For each call it compares the likelihood of the hand that made it with that of random hands at the same point
of the auction, and prints by player and trust the mean logarithm of the mixture likelihood that posteriors
use, ``trust * model / mean + (1 - trust)``: how many nats likelier the true hand becomes. The trust with the
highest mean is the maximum-likelihood estimate for those players.
"""

from __future__ import annotations

import argparse
import functools
import sys
from collections.abc import Sequence
from typing import Final

import numpy as np
from benchmarks.strength.reliability import mean_interval
from numpy.typing import NDArray

from whistsolve.bidding.calls.self_play import default_model
from whistsolve.dealing import random_deals
from whistsolve.game import Auction, HandState, Pass
from whistsolve.players import BasePlayer, HeuristicPlayer, SamplingPlayer
from whistsolve.players.processes import in_processes
from whistsolve.rules import Rules

__all__ = ["GRID", "PLAYERS", "ratios_of"]

#: Trusts that are tried.
GRID: Final = (0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1.0)
PLAYERS: Final[dict[str, BasePlayer]] = {
    "heuristic": HeuristicPlayer(),
    "modelled": HeuristicPlayer(bids="modelled"),
    "sampling": SamplingPlayer("quick"),
}
#: Random hands that a caller is compared with.
_OTHERS: Final = 1500


def ratios_of(player: str, rules: Rules, seed: int) -> list[tuple[str, float]]:
    """For each call of one auction with a choice: ``"bid"`` or ``"pass"``, and its likelihood ratio.

    The ratio is that of the hand that made the call to the mean of random hands.
    """
    model = default_model(rules)
    state = HandState.random(seed, rules, dealer=seed % rules.players)
    auction = Auction.start(rules, seed % rules.players)
    found = []
    while state.stage == "auction":
        assert state.to_act is not None
        view = state.view(state.to_act)
        call = PLAYERS[player].call(view)
        if len(view.legal_calls) > 1:
            hands = np.concatenate([[np.uint64(view.hand.mask)], _others(rules, seed % 16)])
            likelihood = model.likelihood(auction, call, hands)
            kind = "pass" if isinstance(call, Pass) else "bid"
            found.append((kind, float(likelihood[0] / likelihood[1:].mean())))
        state.push(call)
        auction = auction.after(call)
    return found


@functools.lru_cache(maxsize=16)
def _others(rules: Rules, seed: int) -> NDArray[np.uint64]:
    hands: NDArray[np.uint64] = random_deals(_OTHERS, seed, rules)[:, 0]
    return hands


def _row(ratios: Sequence[tuple[int, float]]) -> str:
    """Nats gained for each trust, the highest with its 95 % interval by deals."""
    deals = [deal for deal, _ in ratios]
    values = np.array([ratio for _, ratio in ratios])
    logarithms = {trust: np.log(trust * values + 1 - trust) for trust in GRID}
    best = max(GRID, key=lambda trust: float(logarithms[trust].mean()))
    mean, off = mean_interval(deals, logarithms[best].tolist())
    means = " ".join(f"{logarithms[trust].mean():+.3f}" for trust in GRID)
    return f"{means}   best {best:.2f}: {mean:+.3f} ± {off:.3f}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a row for bids and one for passes of each player."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fitting.call_trust", description=__doc__)
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--seed", type=int, default=900_000, help="of the first deal")
    parser.add_argument("--preset", default="bid_whist")
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args(arguments)
    rules = Rules.preset(options.preset)
    print(" " * 24 + " ".join(f"{trust:6.2f}" for trust in GRID))
    for player in PLAYERS:
        seeds = range(options.seed, options.seed + options.deals)
        found = list(in_processes(functools.partial(ratios_of, player, rules), seeds, options.processes))
        for kind in ("bid", "pass"):
            ratios = [(deal, ratio) for deal, row in enumerate(found) for call, ratio in row if call == kind]
            print(f"{player:10} {kind:6} {len(ratios):5}  {_row(ratios)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
