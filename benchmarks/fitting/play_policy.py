"""Fit the weights of `PlayModel` to hands that were played.

``python -m benchmarks.fitting.play_policy`` has hands played by a mixture of players
(`benchmarks.fitting.played_hands`), fits the policy of plays to three quarters of them (conditional logit
with a ridge penalty, by Newton's method), and prints the log loss on the others and the weights.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Final

import numpy as np
from benchmarks.fitting.played_hands import played_hands
from benchmarks.long_runs import add_run_options

from whistsolve.inference.play_model import CONTEXTS, TRAITS, choices_of

#: Seed of the hands, other than those of every other fit and test.
SEED: Final = 20270815
#: Hands of which every fourth is held out.
HELD_OUT: Final = 4


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit, and print the weights for play_weights.json, to standard error the log loss by context."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fitting.play_policy", description=__doc__)
    parser.add_argument("--hands", type=int, default=420)
    parser.add_argument("--seed", type=int, default=SEED)
    add_run_options(parser)
    options = parser.parse_args(arguments)
    hands, status = played_hands(
        options.seed, options.hands, processes=options.processes, path=options.resume
    )
    if status:
        return status
    fitted = choices_of(hand for number, hand in enumerate(hands) if number % HELD_OUT)
    others = choices_of(hands[::HELD_OUT])
    fits = [choices.fit() for choices in fitted]
    for name, weights, choices in zip(CONTEXTS, fits, others, strict=True):
        if len(choices.chosen):
            chance, found = choices.log_loss(np.zeros(len(TRAITS))), choices.log_loss(weights)
            print(
                f"{name}: {len(choices.chosen)} plays held out, log loss {found:.3f}, by chance {chance:.3f}",
                file=sys.stderr,
            )
    rounded = [(100 * weights).round().astype(int).tolist() for weights in fits]
    rows = [dict(zip(TRAITS, row, strict=True)) for row in rounded]
    made_by = f"python -m benchmarks.fitting.play_policy --hands {options.hands}"
    print(json.dumps({"made by": made_by, "weights": dict(zip(CONTEXTS, rows, strict=True))}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
