"""Hands that four sampling players bid and played, for docs/numbers.md, as JSON lines.

``python -m benchmarks.numbers.played FILE --deals N`` plays each deal of a seed; a deal with trumps once more
with the same calls and discard and a kitty that nobody else was shown. It goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from benchmarks.long_runs import Part, finished, positive

from whistsolve.game import Discard, HandState, Settle
from whistsolve.players import SamplingPlayer
from whistsolve.rules import Rules


@dataclass(frozen=True, slots=True)
class Setup:
    """What the hands of a file depend on."""

    seed: int
    strength: str = "quick"


@dataclass(frozen=True, slots=True)
class HandPlayed(Part):
    """One deal; all but the deal and the calls are empty if nobody bid.

    Attributes
    ----------
    deal : str
    dealer : int
    calls : tuple of str
        From the player after the dealer on.
    declarer : int or None
    strain : str or None
    tricks : int or None
        Of the declarer's side, without the kitty's book.
    made : bool or None
    tricks_unshown : int or None
        The same with a kitty that only the declarer saw; ``None`` too if it was not shown in the first place.
    """

    deal: str
    dealer: int
    calls: tuple[str, ...]
    declarer: int | None
    strain: str | None
    tricks: int | None
    made: bool | None
    tricks_unshown: int | None

    @property
    def level(self) -> int:
        """The level of the contract."""
        return max(int(call[0]) for call in self.calls if call != "Pass")


def play(setup: Setup, number: int) -> HandPlayed:
    """The deal of a number."""
    rules = Rules.preset("bid_whist")
    state = HandState.random(setup.seed * 1_000_000 + number, rules, dealer=number % 4)
    player = SamplingPlayer(setup.strength)  # type: ignore[arg-type]  # read from a file
    _finish(state, player)
    calls = tuple(str(call) for _, call in state.calls)
    contract, declarer = state.contract, state.declarer
    deal = str(state.deal)
    if contract is None or declarer is None:
        return HandPlayed(number, deal, state.dealer, calls, None, None, None, None, None)
    unshown = None
    if not contract.strain.is_no_trump:
        hidden = HandState(state.deal, rules.with_options(sport_kitty="never"), dealer=state.dealer)
        for act in state.acts:
            hidden.push(act)
            if isinstance(act, Discard):
                break
        _finish(hidden, player)
        unshown = _tricks(hidden, declarer)
    made = bool(state.result().made)
    tricks = _tricks(state, declarer)
    return HandPlayed(
        number, deal, state.dealer, calls, declarer, str(contract.strain), tricks, made, unshown
    )


def _finish(state: HandState, player: SamplingPlayer) -> None:
    while not state.is_over:
        state.push(Settle() if state.to_act is None else player.act(state.view(state.to_act)))


def _tricks(state: HandState, declarer: int) -> int:
    return sum(state.result().tricks[hand] for hand in state.seating.side_hands(declarer))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--deals", type=positive, default=1_000)
    parser.add_argument("--seed", type=int, default=2027)
    parser.add_argument("--processes", type=positive, default=1)
    options = parser.parse_args(arguments)
    setup = Setup(options.seed)
    return finished(
        "hands",
        HandPlayed,
        partial(play, setup),
        options.deals,
        asdict(setup),
        workers=options.processes,
        save=options.file,
    )[1]


if __name__ == "__main__":
    sys.exit(main())
