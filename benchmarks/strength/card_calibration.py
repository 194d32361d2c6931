"""What the report on a chosen card states, beside what comes at the table, as markdown.

``python -m benchmarks.strength.card_calibration --resume FILE`` has four sampling players play the cards of
bid whist, after the calls and discards of the players named. Each report on a card states how many tricks its
side still wins, and the chance that the contract is made: the tables say, by the seat of the player and by
trick, how far the means are off.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Final

# Run as a file it finds its neighbours, and the package of this checkout or the installed one.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.long_runs import Part, add_run_options, finished, positive
from benchmarks.speed.sections import markdown_table
from benchmarks.strength.reliability import mean_interval

from whistsolve.advice import CardReport
from whistsolve.game import HandState
from whistsolve.players import BasePlayer, HeuristicPlayer, SamplingPlayer
from whistsolve.rules import Rules

#: Seed of the hands, other than those of every fit and test.
SEED: Final = 20270911
#: Tricks before which decisions are listed.
TRICKS: Final = (1, 3, 6, 9)
#: Seats, by their places after the declarer.
SEATS: Final = ("declarer", "left of the declarer", "partner of the declarer", "right of the declarer")
#: Who calls, names the strain and discards.
BIDDERS: Final[dict[str, Callable[[], BasePlayer]]] = {
    "heuristic": lambda: HeuristicPlayer(bids="modelled"),
    "quick": lambda: SamplingPlayer("quick"),
}


@dataclass(frozen=True, slots=True)
class Setup:
    """What the hands of a run depend on."""

    seed: int
    bidder: str
    strength: str


@dataclass(frozen=True, slots=True)
class Decision:
    """One card: where and when, what was stated of it, and what came."""

    seat: int
    trick: int
    tricks: float
    make: float
    tricks_came: int
    made: bool


@dataclass(frozen=True, slots=True)
class HandDone(Part):
    """The decisions of one hand, and all its acts as text."""

    decisions: tuple[Decision, ...]
    acts: tuple[str, ...]


def play_hand(setup: Setup, number: int) -> HandDone:
    """Play the hand of a number; cards are dealt again until somebody bids."""
    draw = random.Random(f"{setup.seed} {number}")
    rules, bidder = Rules.preset("bid_whist"), BIDDERS[setup.bidder]()
    player = SamplingPlayer(setup.strength, seed=number)  # type: ignore[arg-type]  # read from a file
    state = HandState.random(draw.getrandbits(32), rules, dealer=number % 4)
    while state.stage != "play":
        if state.is_over:
            state = HandState.random(draw.getrandbits(32), rules, dealer=number % 4)
        assert state.to_act is not None
        state.push(bidder.act(state.view(state.to_act)))
    stated: list[tuple[int, int, float, float, int]] = []
    contract = state.contract
    assert contract is not None
    while not state.is_over:
        assert state.to_act is not None
        view = state.view(state.to_act)
        advice = player.advise(view)
        trick = len(view.tricks) + 1
        if isinstance(advice.report, CardReport) and trick in TRICKS:
            best, own = advice.report.best, view.seating.side_hands(view.player)
            won = sum(view.tricks_won[hand] for hand in own)
            assert best.make is not None
            place = (view.player - contract.declarer) % 4
            stated.append((place, trick, best.tricks + won, best.make, view.player))
        state.push(advice.act)
    result = state.result()
    decisions = [
        Decision(
            place,
            trick,
            tricks,
            make,
            sum(result.tricks[hand] for hand in state.seating.side_hands(player)),
            bool(result.made),
        )
        for place, trick, tricks, make, player in stated
    ]
    return HandDone(number, tuple(decisions), tuple(map(str, state.acts)))


def tables(setup: Setup, hands: Iterable[HandDone]) -> str:
    """Means by seat and trick, of all seats first; intervals are clustered by hands."""
    done = [(hand.number, each) for hand in hands for each in hand.decisions]
    rows = []
    for seats in (range(4), *([seat] for seat in range(4))):
        for trick in TRICKS:
            some = [(number, each) for number, each in done if each.seat in seats and each.trick == trick]
            if some:
                rows.append(_row("all" if len(seats) > 1 else SEATS[seats[0]], trick, some))
    head = ["seat", "trick", "decisions", "tricks, stated less came", "make", "made", "difference", "Brier"]
    about = f"Calls by {setup.bidder}, cards by SamplingPlayer({setup.strength!r}), seed {setup.seed}."
    return f"{about}\n\n{markdown_table(head, rows)}\n"


def _row(seat: str, trick: int, some: Sequence[tuple[int, Decision]]) -> list[str]:
    numbers = [number for number, _ in some]
    tricks = mean_interval(numbers, [each.tricks - each.tricks_came for _, each in some])
    off = mean_interval(numbers, [each.make - each.made for _, each in some])
    stated, came, brier = (
        sum(values) / len(some)
        for values in (
            [each.make for _, each in some],
            [each.made for _, each in some],
            [(each.make - each.made) ** 2 for _, each in some],
        )
    )
    return [
        *(seat, str(trick), str(len(some)), f"{tricks[0]:+.2f} ± {tricks[1]:.2f}"),
        *(f"{100 * stated:.1f} %", f"{100 * came:.1f} %", f"{100 * off[0]:+.1f} ± {100 * off[1]:.1f}"),
        f"{brier:.3f}",
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=positive, default=600)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--bidder", choices=BIDDERS, default="heuristic")
    parser.add_argument("--strength", choices=("quick", "normal", "strong"), default="normal")
    add_run_options(parser)
    options = parser.parse_args(arguments)
    setup = Setup(options.seed, options.bidder, options.strength)
    work = partial(play_hand, setup)
    run = {"workers": options.processes, "save": options.resume}
    hands, status = finished("hands", HandDone, work, options.hands, asdict(setup), **run)
    print(tables(setup, hands), end="")
    return status


if __name__ == "__main__":
    sys.exit(main())
