"""Fits the packaged policies of call models to self-play of bidders of several kinds, in rounds.

``python -m benchmarks.fitting.call_policies > python/whistsolve/advice/calls/policies.json``

Matches are played without cards: a contract wins tricks that are drawn from what all hands are expected to
take. Both seats of a side are mostly of one kind, as in matches. The library's own bidder uses the
policies of the round before.
"""

from __future__ import annotations

import argparse
import functools
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Final

import numpy as np
from benchmarks.strength.bots import KINDS, Bot, RuleBot, Scores
from numpy.typing import NDArray

from whistsolve.advice import CallModel, evaluate_bids
from whistsolve.advice.calls.bid_values import Stakes
from whistsolve.advice.calls.call_features import (
    FEATURES,
    GROUPS,
    Choice,
    fit_policy,
    named_weights,
    packaged_policies,
)
from whistsolve.advice.calls.rollout import self_play_equity
from whistsolve.advice.request import read_state
from whistsolve.dealing import random_deals
from whistsolve.equity.match_equity import MatchEquity
from whistsolve.equity.payoffs import ScoreTable
from whistsolve.evaluation.deal_evaluator import with_kitty
from whistsolve.evaluation.table_play import TablePlay, knows_table_play
from whistsolve.game import Auction, Bid, Pass
from whistsolve.rules import Rules
from whistsolve.rules.sides import side_of
from whistsolve.values import Hand

#: Seed of the deals; no test uses it.
SEED: Final = 20261126
#: The presets of each family of policies, which stand for all games of the family.
FAMILIES: Final = {
    "partners": ("bid_whist",),
    "alone": ("cutthroat_3", "cutthroat_4", "cutthroat_5"),
}
#: Matches end after this many hands at the latest, and layouts of the own bidder.
_MOST_HANDS, _LAYOUTS = 12, 96
#: The shares of sides that sample layouts, of these that do so with the naive model, and of matches in which
#: partners are of different kinds.
_SAMPLERS, _NAIVE_SHARE, _MIXED = 0.55, 0.3, 0.25
#: Others bid where the points of the bid itself, by double-dummy play, are worth more than a constant.
_NAIVE: Final = {"points": 5.7, "pass": 4.3}


class Sampler:
    """`evaluate_bids` with a model of the others."""

    def __init__(self, name: str, model: CallModel, equity: MatchEquity | None) -> None:
        self.name, self._model, self._equity = name, model, equity

    def call(self, hand: Hand, seat: int, auction: Auction, scores: Scores) -> Bid | Pass:
        """The best call."""
        return evaluate_bids(
            hand,
            rules=auction.rules,
            seat=seat,
            dealer=auction.dealer,
            calls=[call for _, call in auction.calls],
            scores=scores,
            samples=_LAYOUTS,
            seed=hand.mask % 1_000_003,
            discards="estimated",
            model=self._model,
            equity=self._equity,
            threads=1,
        ).best.call


@dataclass(frozen=True)
class Table:
    """The rules of a game, its call model and match equity, and the bidders that sample layouts."""

    rules: Rules
    model: CallModel
    equity: MatchEquity | None
    samplers: tuple[Sampler, Sampler]

    @classmethod
    def of(cls, preset: str, policies: Mapping[str, list[list[float]]]) -> Table:
        """The table of a preset, whose model has these policies."""
        rules = Rules.preset(preset)  # type: ignore[arg-type]  # a name of this file
        model = CallModel(rules, policies=policies)
        equity = self_play_equity(model)
        naive = CallModel(
            rules, policies={"naive": [[_NAIVE.get(name, 0.0) for name in FEATURES]] * len(GROUPS)}
        )
        return cls(rules, model, equity, (Sampler("own", model, equity), Sampler("sampling", naive, equity)))

    def bots(self, draw: np.random.Generator) -> list[tuple[str, Bot | Sampler]]:
        """A kind and a bidder for each player."""
        sides = [self._kind(draw) for _ in range(self.rules.side_count)]
        seats = [sides[side_of(seat, self.rules)] for seat in range(self.rules.players)]
        return [self._kind(draw) for _ in seats] if draw.random() < _MIXED else seats

    def _kind(self, draw: np.random.Generator) -> tuple[str, Bot | Sampler]:
        if draw.random() < _SAMPLERS:
            sampler = self.samplers[int(draw.random() < _NAIVE_SHARE)]
            return sampler.name, sampler
        kind = list(KINDS)[int(draw.integers(len(KINDS)))]
        several: Sequence[RuleBot] = KINDS[kind]
        return kind, several[int(draw.integers(len(several)))]

    def calls(self, hands: int, first: int) -> Iterator[tuple[str, Choice]]:
        """The kind of the caller and the choice, of all calls."""
        rules, deals = self.rules, random_deals(hands, SEED, self.rules, first=first)
        draw = np.random.Generator(np.random.PCG64([SEED, first]))
        played, scores, bots = 0, [0] * rules.side_count, self.bots(draw)
        for number, row in enumerate(deals):
            dealer = number % rules.players
            by_player = tuple(scores[side_of(seat, rules)] for seat in range(rules.players))
            model = self.model
            if self.equity is not None:
                state = read_state(by_player, rules, dealer)
                model = model.at(Stakes.of(rules, dealer, state, self.equity))
            auction = Auction.start(rules, dealer)
            while (seat := auction.to_act) is not None:
                kind, bot = bots[seat]
                hand, legal = Hand.from_mask(int(row[seat])), auction.legal_calls
                call = legal[0] if len(legal) == 1 else bot.call(hand, seat, auction, by_player)
                if len(legal) > 1:
                    yield kind, model.choice(auction, int(row[seat]), call)
                auction = auction.after(call)
            played += 1
            for side, points in enumerate(self._points(auction, row, draw)):
                scores[side] += points
            low, high = rules.negative_target, rules.target
            over = any((high and each >= high) or (low is not None and each <= low) for each in scores)
            if over or played == _MOST_HANDS:
                played, scores, bots = 0, [0] * rules.side_count, self.bots(draw)

    def _points(self, auction: Auction, row: NDArray[np.uint64], draw: np.random.Generator) -> list[int]:
        """The points of each side, with tricks drawn from what all hands are expected to take."""
        rules, model = self.rules, self.model
        if auction.high is None:
            return [0] * rules.side_count
        declarer, bid = auction.high
        values = [model.bid_values(row[seat : seat + 1], seat) for seat in range(rules.dealt_hands)]
        strain = model.named_strains(bid, values[declarer])[0]
        means = np.stack([each.means for each in values], axis=1)
        held = with_kitty(row[np.newaxis], declarer, rules)
        [[chances]] = model.deal_evaluator.of_strains(means, held, declarer, [strain])
        no_trump, scores = model.strains[strain].is_no_trump, ScoreTable.of(rules)
        if knows_table_play(rules):
            chances = chances @ TablePlay().matrix(no_trump, scores.tricks)
        tricks = min(int((chances.cumsum() < draw.random()).sum()), scores.tricks)
        found: list[int] = scores.all_points(side_of(declarer, rules))[
            bid.level, int(no_trump), tricks
        ].tolist()
        return found


def _calls(job: tuple[str, Mapping[str, list[list[float]]], int, int]) -> list[tuple[str, Choice]]:
    preset, policies, hands, first = job
    return list(_table(preset, json.dumps(policies)).calls(hands, first))


@functools.lru_cache(maxsize=8)
def _table(preset: str, policies: str) -> Table:
    return Table.of(preset, json.loads(policies))


def fitted(choices: Sequence[Choice]) -> tuple[list[list[float]], float]:
    """The weights of one kind, and the mean log-likelihood of every fifth choice given the others."""
    prior = np.zeros((len(GROUPS), len(FEATURES)))
    weights = fit_policy([each for number, each in enumerate(choices) if number % 5], prior)
    total = 0.0
    for each in choices[::5]:
        utilities = each.features @ weights[each.group]
        total += float(utilities[each.made] - np.logaddexp.reduce(utilities))
    return fit_policy(choices, prior).round(3).tolist(), total / len(choices[::5])


def main() -> int:
    """Plays, fits, and prints the policies; progress goes to the standard error."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=6000, help="of each preset and round [6000]")
    parser.add_argument("--family", choices=list(FAMILIES), action="append", help="[all]")
    parser.add_argument("--rounds", type=int, default=2, help="[2]")
    parser.add_argument("--processes", type=int, default=1, help="[1]")
    options = parser.parse_args()
    found = {}
    for family, presets in FAMILIES.items():
        if options.family and family not in options.family:
            continue
        policies: Mapping[str, list[list[float]]] = {
            kind: weights.tolist()
            for kind, weights in packaged_policies(Rules.preset(presets[0])).items()  # type: ignore[arg-type]
        }
        for played in range(options.rounds):
            part = 250
            jobs = [
                (preset, policies, part, ((played * len(presets) + index) * options.hands) + first)
                for index, preset in enumerate(presets)
                for first in range(0, options.hands, part)
            ]
            choices: dict[str, list[Choice]] = {kind: [] for kind in ("own", "sampling", *KINDS)}
            with ProcessPoolExecutor(options.processes) as pool:
                for several in pool.map(_calls, jobs):
                    for kind, choice in several:
                        choices[kind].append(choice)
            policies = {}
            for kind, some in choices.items():
                policies[kind], likelihood = fitted(some)
                print(family, played, kind, len(some), f"{likelihood:.3f}", file=sys.stderr, flush=True)
        found[family] = {kind: named_weights(weights) for kind, weights in policies.items()}
    print(json.dumps(found, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
