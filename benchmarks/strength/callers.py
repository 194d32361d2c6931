"""Players whose calls are those of a bidder, and how well what comes of a call beside them is known.

``python -m benchmarks.strength.callers --hands 400`` has the quick sampling player play matches against
players who bid as each kind of bidder and play their cards as it does, 50 hands with the same ones, whose
calls it remembers. Of each bid that it makes it notes the stated chances that the bid becomes the contract,
and that it is made then, and what came.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Final, NamedTuple

from benchmarks.speed.sections import markdown_table
from benchmarks.strength.bots import KINDS, Bot, LowestLegal
from benchmarks.strength.reliability import mean_interval, off_by

from whistsolve.game import Bid, CalledHand, HandView, Match, Pass
from whistsolve.players import HeuristicPlayer, Player, SamplingPlayer
from whistsolve.rules import Rules

#: Seed of the deals; nothing is fitted to them.
SEED: Final = 20270922
#: Hands after which opponents are taken to be known.
_KNOWN: Final = 10


class Bidding(SamplingPlayer):
    """A quick sampling player whose calls are those of a bot."""

    def __init__(self, bot: Bot | LowestLegal, seed: int = 0) -> None:
        super().__init__("quick", seed=seed)
        self._bot = bot

    def __repr__(self) -> str:
        return f"Bidding({self._bot.name})"

    def call(self, view: HandView) -> Bid | Pass:
        """The bot's call."""
        assert view.auction is not None
        return self._bot.call(view.hand, view.player, view.auction, view.standing or view.scores)


class LowestBidder(HeuristicPlayer):
    """A heuristic player that always makes the lowest legal bid (`LowestLegal`)."""

    def call(self, view: HandView) -> Bid | Pass:
        """The bot's call."""
        assert view.auction is not None
        return LowestLegal(view.rules).call(
            view.hand, view.player, view.auction, view.standing or view.scores
        )


def opponents(rules: Rules) -> Mapping[str, Sequence[Callable[[], Player]]]:
    """The players of each kind, in turn one for each match."""
    found: dict[str, Sequence[Callable[[], Player]]] = {"own": [partial(SamplingPlayer, "quick", seed=1)]}
    for kind, bots in KINDS.items():
        found[kind] = [partial(Bidding, bot) for bot in bots]
    return found


class Forecast(NamedTuple):
    """Of a bid: its match, whether opponents were known by then, and contract and make, stated and come."""

    match: int
    known: bool
    contract: float
    became: bool
    make: float
    made: bool | None


def forecasts(kind: str, hands: int, first: int) -> list[Forecast]:
    """Of each bid of players 0 and 2 in some hands against the same opponents."""
    rules = Rules.preset("bid_whist")
    several = opponents(rules)[kind]
    theirs = several[first % len(several)]()
    found: list[Forecast] = []
    heard: list[CalledHand] = []
    number = 1000 * first
    while len(heard) < hands:
        match, number = Match(rules, dealer=number % 4), number + 1
        before = tuple(heard)
        while not match.is_over and len(heard) < hands:
            ours = SamplingPlayer("quick", history=before)
            state = match.new_hand(seed=SEED + 100 * number + len(match.results))
            stated: dict[int, tuple[float, float]] = {}
            while not state.is_over:
                assert state.to_act is not None  # nothing is drawn in these rules
                view = state.view(state.to_act)
                if view.player % 2:
                    state.push(theirs.act(view))
                    continue
                advice = ours.advise(view)
                if state.stage == "auction" and advice.report is not None and isinstance(advice.act, Bid):
                    best = advice.report.best
                    stated[view.player] = best.contract, best.make  # type: ignore[union-attr, assignment]
                state.push(advice.act)
            result = state.result()
            for player, (contract, make) in stated.items():
                became = result.contract is not None and result.contract.declarer == player
                made = result.made if became else None
                found.append(Forecast(number, len(heard) >= _KNOWN, contract, became, make, made))
            match.add(result)
            assert result.called is not None
            heard.append(result.called)
    return found


def main() -> int:
    """Plays, and prints a table with a row for each kind and question."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=400, help="beside each kind [400]")
    parser.add_argument("--processes", type=int, default=1, help="[1]")
    options = parser.parse_args()
    rows, part = [], 50
    with ProcessPoolExecutor(options.processes) as pool:
        for kind in opponents(Rules.preset("bid_whist")):
            jobs = [pool.submit(forecasts, kind, part, number) for number in range(-(-options.hands // part))]
            done = [each for job in jobs for each in job.result()]
            questions = {
                f"becomes the contract, {when}": [
                    (each.match, each.contract, each.became) for each in done if each.known == known
                ]
                for when, known in ((f"first {_KNOWN} hands", False), ("later", True))
            }
            questions["is made"] = [
                (each.match, each.make, each.made) for each in done if each.made is not None
            ]
            for what, some in questions.items():
                stated, came = [each[1] for each in some], [float(each[2]) for each in some]
                mean, off = mean_interval(
                    [each[0] for each in some], [a - b for a, b in zip(stated, came, strict=True)]
                )
                base = sum(came) / len(came)
                brier = sum((a - b) ** 2 for a, b in zip(stated, came, strict=True)) / len(came)
                cells = f"{sum(stated) / len(stated):.1%}", f"{base:.1%}", off_by(100 * mean, 100 * off, 1)
                rows.append([kind, what, str(len(some)), *cells, f"{brier:.3f}", f"{base * (1 - base):.3f}"])
                print(*rows[-1], file=sys.stderr, flush=True)
    head = ["beside", "call", "calls", "stated", "came", "too high by, %", "Brier score", "of the base rate"]
    print(markdown_table(head, rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
