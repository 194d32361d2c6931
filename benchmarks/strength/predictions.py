"""Forecasts of `evaluate_bids` in random deals, with their outcomes: see calibration.py.

In every deal a random seat is to call, after calls sampled from `CallModel` with the real hands. Then that
seat declares each bid in the strain that was advised, with the real kitty.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

import numpy as np
from benchmarks.fitting.deal_evaluator import SEED as DEAL_FIT_SEED
from benchmarks.fitting.hand_evaluator import SEED as HAND_FIT_SEED
from benchmarks.long_runs import Part

from whistsolve._internal.arguments import Resources
from whistsolve.advice import evaluate_bids
from whistsolve.advice.answers import BidReport, BidRow
from whistsolve.advice.bid_sampler import BidSampler
from whistsolve.advice.calls.call_model import default_equity, default_model
from whistsolve.advice.calls.rollout import TURNS, sample_winners
from whistsolve.advice.discarding.declarer_solver import DeclarerSolver
from whistsolve.advice.discarding.selection import played_tricks
from whistsolve.advice.request import AuctionRequest
from whistsolve.advice.simulation import SimulationOptions
from whistsolve.dealing import random_deals
from whistsolve.equity.payoffs import PayoffTable
from whistsolve.equity.transitions import MatchState
from whistsolve.game import Auction, Match
from whistsolve.game.auction.calls import Bid
from whistsolve.inference import Knowledge
from whistsolve.inference.posterior import LayoutPosterior
from whistsolve.rules import Rules, preset_name
from whistsolve.values import Hand, Strain

Discards: TypeAlias = Literal["sampled", "heuristic", "estimated"]

#: Seeds of the training deals: `Evaluator`, `DealEvaluator`, calls and match equity. None is a test seed.
_FITTED: Final = (HAND_FIT_SEED, DEAL_FIT_SEED, 0)
#: The estimates of a call; of a pass the first is left out.
_WHAT: Final = ("make", "points", "win")
#: Transposition table of the solver, which has single rows or a few layouts at a time.
_MEMORY_MB: Final = 32
#: Layouts of a reference that are drawn at a time.
_CHUNK: Final = 240
#: Independent random streams of a deal: seat and calls, layouts of the forecast and of the reference, play.
_ASKING, _STATED, _REFERENCE, _REAL = range(1, 5)


@dataclass(frozen=True, slots=True)
class Setup:
    """The settings of a run.

    Attributes
    ----------
    preset : str
        Of the rules.
    seed : int
        Of the deals, calls and layouts.
    samples : int
        Layouts of a forecast, at most.
    discards : str
        How discards are made in them, and in the real deal. Where they are ``estimated``, those of the real
        deal are the heuristic ones, to which the estimates were fitted.
    coverage_discards : str
        The same for the coverage of intervals.
    coverage_deals : int
        The number of deals, the first ones, in which coverage is checked.
    reference : int
        The factor by which the reference of coverage has more layouts.

    Raises
    ------
    ValueError
        Where the rules or the seed do not suit, or a number is wrong.
    """

    preset: str = "bid_whist"
    seed: int = 20270514
    samples: int = 24
    discards: Discards = "sampled"
    coverage_discards: Discards = "heuristic"
    coverage_deals: int = 400
    reference: int = 8

    def __post_init__(self) -> None:
        if self.seed < 0 or self.seed in _FITTED:
            raise ValueError(f"seed {self.seed} is wrong: expected 0 or above, and none that was fitted to")
        if self.samples < 2 or self.reference < 1:
            raise ValueError("expected two layouts or more, and no fewer for the reference")
        for kind in (self.discards, self.coverage_discards):
            if kind not in get_args(Discards):
                raise ValueError(f"discards {kind!r} are wrong: expected {', '.join(get_args(Discards))}")
        why = refusal(self.rules)
        if why is not None:
            raise ValueError(f"{self.preset} cannot be checked: {why}")

    @property
    def rules(self) -> Rules:
        """The rules of the preset."""
        return Rules.preset(preset_name(self.preset))


def refusal(rules: Rules) -> str | None:
    """Why the bids of a game cannot be checked, ``None`` where they can."""
    if rules.trump_rule != "declared" or rules.has_dummies:
        return "expected a game with an auction and without dummies"
    if rules.auction_rounds != "single":
        return "its auction goes round more than once"
    if rules.kitty_size and rules.declare_timing != "before_kitty":
        return "strains are named after the kitty is seen, so that none is stated"
    return None


@dataclass(frozen=True, slots=True)
class Prediction:
    """A forecast of making one bid, and its outcome.

    Attributes
    ----------
    call, level, strain, no_trump
        The bid, and the strain that was advised.
    stated, error : float
        The probability to make it by `evaluate_bids`, and its standard error.
    quick : float
        The probability by `Evaluator`, from the hand alone.
    tricks, made : int, bool
        The outcome.
    """

    call: str
    level: int
    strain: str
    no_trump: bool
    stated: float
    error: float
    quick: float
    tricks: int
    made: bool


@dataclass(frozen=True, slots=True)
class Came:
    """The forecasts of the best call, points and probability to win the match, and their outcomes."""

    call: str
    points: float
    points_came: float
    win: float | None
    win_came: float | None


@dataclass(frozen=True, slots=True)
class Answer:
    """The forecasts of one deal: all bids of the seat to call after some calls, and the best of its calls."""

    number: int
    seat: int
    dealer: int
    calls: tuple[str, ...]
    samples: int
    seconds: float
    predictions: tuple[Prediction, ...]
    best: Came


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate with its interval, and the same estimate from more layouts.

    Attributes
    ----------
    what : str
        ``make``, ``points`` or ``win``.
    best, same : bool
        Whether it is of the best call; whether both name the same strain.
    value, error, low, high : float
        The estimate, its standard error and its 95 % interval.
    layouts, reference_layouts : float
        Effective sample sizes, of the first with the strength of the prior.
    reference, reference_error : float
        The estimate of the reference, and its standard error.
    """

    what: str
    call: str
    best: bool
    same: bool
    value: float
    error: float
    low: float
    high: float
    layouts: float
    reference: float
    reference_error: float
    reference_layouts: float


@dataclass(frozen=True, slots=True)
class Check:
    """All estimates of one deal."""

    number: int
    samples: int
    seconds: float
    estimates: tuple[Estimate, ...]


@dataclass(frozen=True, slots=True)
class Asked(Part):
    """Everything of one deal."""

    answer: Answer
    check: Check | None


class _PlainSampler(BidSampler):
    """Without a prior: plain means, so that no reference is shrunk toward what it is to test."""

    def _has_prior(self) -> bool:
        return False


class Question:
    """A deal, the calls so far, and the seat to call."""

    def __init__(self, setup: Setup, number: int) -> None:
        self.setup, self.number, self.rules = setup, number, setup.rules
        self.model = default_model(self.rules)
        self.deal = random_deals(1, setup.seed, self.rules, first=number)
        self.values = [self.model.bid_values(self.deal[:, seat]) for seat in range(self.rules.players)]
        self.draw = np.random.Generator(np.random.PCG64([setup.seed, number, _ASKING]))
        self.seat, self.dealer = (int(self.draw.random() * self.rules.players) for _ in range(2))
        self.hand = Hand.from_mask(int(self.deal[0, self.seat]))
        auction = Auction.start(self.rules, self.dealer)
        while auction.to_act != self.seat:
            assert auction.to_act is not None
            probabilities = self.model.call_probabilities(auction, self.values[auction.to_act])
            cumulative = probabilities[0].cumsum()
            index = int((cumulative <= self.draw.random() * cumulative[-1]).sum())
            auction = auction.after(auction.legal_calls[min(index, len(cumulative) - 1)])
        self.auction = auction

    def stream(self, purpose: int) -> int:
        """The seed of one of the random streams."""
        return int(np.random.PCG64([self.setup.seed, self.number, purpose]).random_raw())

    def stated(self, discards: Discards) -> BidReport:
        """The report that a player gets."""
        return evaluate_bids(
            self.hand, rules=self.rules, seat=self.seat, dealer=self.dealer,
            calls=[call for _, call in self.auction.calls], samples=self.setup.samples, discards=discards,
            seed=self.stream(_STATED), threads=1, memory_mb=_MEMORY_MB,
        )  # fmt: skip

    def reference(self, discards: Discards) -> BidReport:
        """The same from other layouts and more of them, without early stopping and its bias."""
        calls = [call for _, call in self.auction.calls]
        request = AuctionRequest(self.hand, self.rules, self.seat, self.dealer, calls, (0, 0)).to_call({})
        number = self.setup.samples * self.setup.reference
        options = SimulationOptions.read(
            self.rules,
            number,
            seed=self.stream(_REFERENCE),
            discards=discards,
            threads=1,
            memory_mb=_MEMORY_MB,
        )
        sampler = _PlainSampler(request, options)
        if sampler.exhaustive:
            sampler.enumerate()
        while sampler.statistics.samples < number and not sampler.exhaustive:
            sampler.sample(min(_CHUNK, number - sampler.statistics.samples))
        return sampler.report()

    def tricks(
        self, declarer: int, strains: Sequence[Strain], kind: Literal["sampled", "heuristic"]
    ) -> list[int]:
        """The tricks that a seat takes as declarer of some strains in the real deal."""
        if not strains:
            return []
        posterior = None
        if declarer == self.seat:
            # They know the question alone: their cards, and the calls before their own.
            posterior = LayoutPosterior(
                Knowledge.of_hand(self.hand, rules=self.rules, seat=declarer), self.auction, self.model
            )
        solver = DeclarerSolver(
            self.rules, declarer, self.dealer, strains, posterior, Resources.read(1, _MEMORY_MB)
        )
        found = played_tricks(self.deal, solver, kind, seed=self.stream(_REAL))
        return [int(each) for each in found.tricks[0]]


def predict(setup: Setup, number: int) -> Answer:
    """The forecasts in one deal, and their outcomes."""
    began = time.perf_counter()
    question = Question(setup, number)
    rules, seat, dealer = question.rules, question.seat, question.dealer
    report = question.stated(setup.discards)
    strains = list(dict.fromkeys(row.strain for row in report.rows if row.strain is not None))
    kind: Literal["sampled", "heuristic"] = "sampled" if setup.discards == "sampled" else "heuristic"
    taken = dict(zip(strains, question.tricks(seat, strains, kind), strict=True))
    own_hand = question.deal[:, seat]
    by_hand = question.model.trick_distributions(own_hand, strains)[0] if strains else np.empty(0)
    start = MatchState.of(Match(rules, dealer=dealer).standing, rules)
    payoffs = PayoffTable(rules, seat, dealer, start, default_equity(rules))
    predictions = []
    for row in report.rows:
        if isinstance(row.call, Bid):
            assert row.strain is not None and row.make is not None and row.make_error is not None
            level, made, tricks = row.call.level, payoffs.table.made[row.call.level], taken[row.strain]
            bid = str(row.call), level, str(row.strain), row.strain.is_no_trump
            quick = float(by_hand[strains.index(row.strain)] @ made)
            predictions.append(Prediction(*bid, row.make, row.make_error, quick, tricks, bool(made[tricks])))
    best = _best_call(question, report.best, payoffs, taken)
    calls = tuple(str(call) for _, call in question.auction.calls)
    seconds = time.perf_counter() - began
    return Answer(number, seat, dealer, calls, report.samples, seconds, tuple(predictions), best)


def _best_call(question: Question, best: BidRow, payoffs: PayoffTable, taken: dict[Strain, int]) -> Came:
    """The outcome of the best call in a rollout of the auction by the model."""
    uniforms = question.draw.random((1, TURNS))
    after = question.auction.after(best.call)
    winners, won = sample_winners([after], question.model, question.values, uniforms)
    winning = winners[won[0, 0]]
    if winning is None:
        payoff = payoffs.thrown_in()
    elif winning[0] == question.seat:
        assert best.strain is not None
        payoff = payoffs.of(winning[0], winning[1].level, best.strain.is_no_trump, taken[best.strain])
    else:
        index = question.model.named_strains(winning[1], question.values[winning[0]])[0]
        strain = question.model.strains[index]
        tricks = question.tricks(winning[0], [strain], "heuristic")[0]
        payoff = payoffs.of(winning[0], winning[1].level, strain.is_no_trump, tricks)
    win = payoff.win if payoffs.with_matches else None
    assert best.points is not None
    return Came(str(best.call), best.points, payoff.points, best.equity, win)


def check(setup: Setup, number: int) -> Check:
    """The estimates of one deal, and those of its reference."""
    began = time.perf_counter()
    question = Question(setup, number)
    stated = question.stated(setup.coverage_discards)
    reference = question.reference(setup.coverage_discards)
    estimates: list[Estimate] = []
    for row, other in zip(stated.rows, reference.rows, strict=True):
        head = str(row.call), row.call == stated.best.call, row.strain == other.strain
        bounds = row.make_interval, row.points_interval, row.equity_interval
        size = row.effective_sample_size + (row.prior.strength if row.prior is not None else 0.0)
        for what, mine, true, interval in zip(_WHAT, _pairs(row), _pairs(other), bounds, strict=True):
            if interval is not None:
                estimates.append(
                    Estimate(
                        what,
                        *head,
                        *mine,
                        *interval,
                        size,
                        *true,
                        other.effective_sample_size,
                    )
                )
    return Check(number, stated.samples, time.perf_counter() - began, tuple(estimates))


def _pairs(row: BidRow) -> Iterator[tuple[float, float]]:
    """The estimates of a row with their standard errors; zeros where there are none."""
    for value, error in (
        (row.make, row.make_error), (row.points, row.points_error), (row.equity, row.equity_error)
    ):  # fmt: skip
        yield value or 0.0, error or 0.0


def ask(setup: Setup, number: int) -> Asked:
    """The forecasts of a deal with their outcomes, and in the first deals the coverage."""
    checked = check(setup, number) if number < setup.coverage_deals else None
    return Asked(number, predict(setup, number), checked)
