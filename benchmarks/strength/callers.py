"""How well the quick sampling player knows what comes of its bids, beside strangers of several populations.

``python -m benchmarks.strength.callers --matches 200 --into docs/bidding.md`` has it play matches with a
partner like itself against each population. Of each bid it notes the stated chances that the bid becomes the
contract, and that it is made then, and what came. Players of a population but its own kind and the heuristic
player call as the bots of `KINDS`, and play their cards as the quick sampling player does.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from benchmarks.pages import put_between
from benchmarks.speed.sections import markdown_table
from benchmarks.strength.bots import KINDS, Bot
from benchmarks.strength.reliability import mean_interval, off_by

from whistsolve.advice import BidReport
from whistsolve.game import Bid, HandView, Match, Pass
from whistsolve.players import HeuristicPlayer, Player, SamplingPlayer
from whistsolve.rules import Rules

#: Seed of the deals; nothing is fitted to them.
SEED: Final = 20270922
#: Parts of the matches, each in a process.
_PARTS: Final = 10
_FIFTHS: Final = 5
_COMPARED: Final = "number", "stated", "came", "too high by, %", "Brier score", "of the base rate"


class Bidding(SamplingPlayer):
    """A quick sampling player whose calls are those of a bot."""

    def __init__(self, bot: Bot, seed: int = 0) -> None:
        super().__init__("quick", seed=seed)
        self._bot = bot

    def __repr__(self) -> str:
        return f"Bidding({self._bot.name})"

    def call(self, view: HandView) -> Bid | Pass:
        """The bot's call."""
        assert view.auction is not None
        return self._bot.call(view.hand, view.player, view.auction, view.standing or view.scores)


def _bidders(*kinds: str) -> list[Player]:
    return [Bidding(bot, 1) for kind in kinds for bot in KINDS[kind]]


_QUIET: Final = ("quiet", "silent")
_ACTIVE: Final = ("counting", "bold", "lowest", "passive", "raising")
#: The players of each population: those at one opponent's place, and those at the other's.
POPULATIONS: Final[Mapping[str, Callable[[], tuple[list[Player], list[Player]]]]] = {
    "quiet": lambda: (_bidders(*_QUIET), _bidders(*_QUIET)),
    "own": lambda: ([SamplingPlayer("quick", seed=1)], [SamplingPlayer("quick", seed=2)]),
    "active": lambda: (_bidders(*_ACTIVE), _bidders(*_ACTIVE)),
    "mixed": lambda: (_bidders(*_QUIET), _bidders(*_ACTIVE)),
    "heuristic": lambda: ([HeuristicPlayer()], [HeuristicPlayer()]),
}


class Forecast(NamedTuple):
    """Of a bid: its match, whether it is the first call, and contract and make, stated and come."""

    match: int
    is_first: bool
    contract: float
    became: bool
    make: float
    #: Of the contract that it became.
    made: bool | None
    no_trump: bool


def forecasts(population: str, numbers: Iterable[int]) -> list[Forecast]:
    """Of each bid of players 0 and 2 in some matches, each against other players of the population."""
    rules, found = Rules.preset("bid_whist"), list[Forecast]()
    right, left = POPULATIONS[population]()
    for number in numbers:
        match, ours = Match(rules, dealer=number % 4), SamplingPlayer("quick", seed=number)
        seats = ours, right[number % len(right)], ours, left[number // len(right) % len(left)]
        while not match.is_over:
            state = match.new_hand(seed=SEED + 1000 * number + len(match.results))
            stated: dict[int, tuple[bool, float, float]] = {}
            while not state.is_over:
                assert state.to_act is not None  # nothing is drawn in these rules
                view = state.view(state.to_act)
                if seats[view.player] is not ours:
                    state.push(seats[view.player].act(view))
                    continue
                advice = ours.advise(view)
                if isinstance(advice.report, BidReport) and isinstance(advice.act, Bid):
                    best = advice.report.best
                    stated[view.player] = not view.calls, best.contract, best.make or 0.0
                state.push(advice.act)
            result = state.result()
            contract = result.contract
            for seat, (is_first, chance, make) in stated.items():
                declared = contract if contract is not None and contract.declarer == seat else None
                became, made = declared is not None, result.made if declared else None
                no_trump = declared is not None and declared.strain.is_no_trump
                found.append(Forecast(number, is_first, chance, became, make, made, no_trump))
            match.add(result)
    return found


def contracts(found: Mapping[str, Sequence[Forecast]]) -> str:
    """A table: beside each population, how often bids become the contract."""
    rows = []
    for population, every in found.items():
        for which, some in (("all", every), ("first calls", [each for each in every if each.is_first])):
            rows.append(
                [population, which, *_compared([(each.match, each.contract, each.became) for each in some])]
            )
    return markdown_table(["opponents", "bids", *_COMPARED], rows)


def makes(found: Mapping[str, Sequence[Forecast]]) -> str:
    """A table: beside each population, how often contracts are made, by fifths of the chances stated."""
    rows = []
    for population, every in found.items():
        for no_trump, strains in ((False, "trumps"), (True, "no-trump")):
            some = [
                (each.match, each.make, each.made)
                for each in every
                if each.became and each.no_trump == no_trump
            ]
            some.sort(key=lambda each: each[1])
            ends = [fifth * len(some) // _FIFTHS for fifth in range(_FIFTHS + 1)]
            parts = [some[begin:end] for begin, end in itertools.pairwise(ends)]
            names = [strains, *(f"- fifth {number}" for number in range(1, _FIFTHS + 1))]
            rows += [
                [population, name, *_compared(part)]
                for name, part in zip(names, [some, *parts], strict=True)
                if part
            ]
    return markdown_table(["opponents", "contracts", *_COMPARED], rows)


def _compared(some: Sequence[tuple[int, float, bool | None]]) -> list[str]:
    """Number, means, their difference clustered by matches, and Brier scores."""
    matches, stated, came = (list(each) for each in zip(*some, strict=True))
    forecast, outcome = np.array(stated), np.array(came, dtype=np.float64)
    mean, off = mean_interval(matches, (forecast - outcome).tolist())
    brier, base = float(((forecast - outcome) ** 2).mean()), float(outcome.mean())
    means = f"{100 * forecast.mean():.1f} %", f"{100 * base:.1f} %"
    return [
        str(len(some)),
        *means,
        off_by(100 * mean, 100 * off, 1),
        f"{brier:.3f}",
        f"{base * (1 - base):.3f}",
    ]


def main() -> int:
    """Plays, and prints the tables or writes them into a page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100, help="against each population [100]")
    parser.add_argument("--processes", type=int, default=2, help="[2]")
    parser.add_argument("--into", type=Path, help="a page with a place for the tables")
    options = parser.parse_args()
    found = {}
    with ProcessPoolExecutor(options.processes) as pool:
        for population in POPULATIONS:
            parts = [range(first, options.matches, _PARTS) for first in range(_PARTS)]
            done = pool.map(forecasts, [population] * _PARTS, parts)
            found[population] = [each for part in done for each in part]
            print(population, len(found[population]), file=sys.stderr, flush=True)
    command = f"python -m benchmarks.strength.callers --matches {options.matches}"
    head = f"{options.matches} matches of `bid_whist` against each (`{command}`)."
    text = "\n".join(
        [f"{head}\n", contracts(found), makes({each: found[each] for each in ("own", "heuristic")})]
    )
    if options.into is None:
        print(text)
    else:
        options.into.write_text(put_between(options.into.read_text("utf-8"), text, "callers"), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
