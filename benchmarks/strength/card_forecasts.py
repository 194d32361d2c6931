"""Forecasts of `evaluate_cards` in random deals, and what came of them at the table: see card_calibration.py.

Sampling players have all seats. At the first lead and after some tricks the player to lead states the chance
that the contract is made.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from benchmarks.strength.predictions import Estimate, refusal

from whistsolve.bidding import evaluate_cards
from whistsolve.bidding.card_sampler import BATCH, CardSampler
from whistsolve.bidding.cards_request import CardRequest
from whistsolve.bidding.reports.card_report import CardReport
from whistsolve.bidding.request import SimulationOptions
from whistsolve.game import HandState, HandView, Play
from whistsolve.players import Player, SamplingPlayer
from whistsolve.rules import Rules, preset_name
from whistsolve.solving.deadline import Deadline

__all__ = ["MOMENTS", "Played", "Setup", "Stated", "before_play", "play_at_table", "play_deal", "read_played"]

#: The leads at which chances are stated, by the tricks before them.
MOMENTS: Final = (0, 1, 3, 6, 9)
#: Transposition table of a solver.
_MEMORY_MB: Final = 32
#: Independent random streams of a deal: cards, layouts of what is stated, of the reference, of the play.
_DEALT, _STATED, _REFERENCE, _PLAYED = range(4)


@dataclass(frozen=True, slots=True)
class Setup:
    """The settings of a run.

    Attributes
    ----------
    preset : str
        Of the rules.
    seed : int
        Of deals and layouts.
    samples, table_samples : int
        Layouts of a forecast, and of a card that is played.
    reference : int
        The reference of intervals has so many times more layouts.
    checked : int
        In the first so many deals an interval is held against its reference.

    Raises
    ------
    ValueError
        Where the rules do not suit, or a number is wrong.
    """

    preset: str = "bid_whist"
    seed: int = 20270611
    samples: int = 16
    table_samples: int = 8
    reference: int = 8
    checked: int = 400

    def __post_init__(self) -> None:
        if self.seed < 0 or self.samples < 2 or self.table_samples < 1 or self.reference < 1:
            raise ValueError("expected a seed of 0 or above, two layouts or more, one or more at the table")
        if self.checked < 0:
            raise ValueError(f"checked {self.checked} is wrong: expected 0 deals or more")
        why = refusal(self.rules)
        if why is not None:
            raise ValueError(f"{self.preset} cannot be checked: {why}")

    @property
    def rules(self) -> Rules:
        """The rules of the preset."""
        return Rules.preset(preset_name(self.preset))

    def stream(self, number: int, purpose: int) -> int:
        """The seed of one of the random streams of a deal."""
        return int(np.random.PCG64([self.seed, number, purpose]).random_raw())


@dataclass(frozen=True, slots=True)
class Stated:
    """What the player to lead states, and what came.

    Attributes
    ----------
    tricks_before : int
        Whole tricks before it, one of `MOMENTS`.
    declares : bool
        Whether the player is of the declarer's side.
    make, make_error, tricks : float
        Of the best card: the chance that the contract is made, its standard error, and the tricks that the
        player's side still wins.
    tricks_came : int
        How many it won.
    samples : int
    exact : bool
    """

    tricks_before: int
    declares: bool
    make: float
    make_error: float
    tricks: float
    tricks_came: int
    samples: int
    exact: bool


@dataclass(frozen=True, slots=True)
class Played:
    """A deal that was played; `made` is ``None`` where it was thrown in."""

    number: int
    contract: str
    made: bool | None
    seconds: float
    stated: tuple[Stated, ...]
    estimates: tuple[Estimate, ...]


def read_played(line: dict[str, Any]) -> Played:
    """A deal as `dataclasses.asdict` wrote it."""
    parts = {
        "stated": tuple(Stated(**each) for each in line["stated"]),
        "estimates": tuple(Estimate(**each) for each in line["estimates"]),
    }
    return Played(**{**line, **parts})


# ------------------------------------------------------------------------------------------- who plays how


def before_play() -> Player:
    """Who acts for everybody before the first lead."""
    return SamplingPlayer("quick", memory_mb=_MEMORY_MB)


def play_at_table(view: HandView, setup: Setup, seed: int) -> Play:
    """What everybody plays from the first lead on, by his view."""
    return SamplingPlayer("quick", seed=seed, samples=setup.table_samples, memory_mb=_MEMORY_MB).play(view)


def play_deal(setup: Setup, number: int) -> Played:
    """One deal, from the auction to the last card."""
    began, rules = time.process_time(), setup.rules
    state = HandState.random(setup.stream(number, _DEALT), rules, dealer=number % rules.players)
    bidder, drawn = before_play(), setup.stream(number, _PLAYED)
    while not state.is_over and state.stage != "play":
        if state.to_act is None:  # a card is drawn for a joker
            state.push(state.legal_picks[drawn % len(state.legal_picks)])
        else:
            state.push(bidder.act(state.view(state.to_act)))
    if state.is_over:
        return Played(number, "", None, time.process_time() - began, (), ())
    said: list[tuple[HandState, CardReport]] = []
    estimates: tuple[Estimate, ...] = ()
    while not state.is_over:
        assert state.to_act is not None
        view = state.view(state.to_act)
        if len(state.tricks) in MOMENTS and not state.trick:
            report = evaluate_cards(
                view, samples=setup.samples, seed=setup.stream(number, _STATED), threads=1,
                memory_mb=_MEMORY_MB,
            )  # fmt: skip
            said.append((state.copy(), report))
            chosen = len(state.tricks) == MOMENTS[number % len(MOMENTS)]
            if chosen and number < setup.checked and not report.exact:
                estimates = _held_against(report, _reference(view, setup, number))
        state.push(play_at_table(view, setup, drawn))
    result = state.result()
    assert result.made is not None
    stated = tuple(_came(before, report, state) for before, report in said)
    return Played(number, str(state.contract), result.made, time.process_time() - began, stated, estimates)


def _came(before: HandState, report: CardReport, end: HandState) -> Stated:
    """What was stated beside what came."""
    declarer, best = before.declarer, report.best
    assert declarer is not None and best.make is not None and best.make_error is not None
    side = before.seating.side_hands(declarer)
    declares = report.to_play in side
    later = end.tricks[len(before.tricks) :]
    winners = [trick.winner for trick in later]
    if before.rules.kitty_book == "first_trick_winner" and not before.tricks:
        winners.append(winners[0])  # the kitty's book
    own = sum((winner in side) == declares for winner in winners)
    return Stated(
        *(len(before.tricks), declares, best.make, best.make_error, best.tricks, own),
        *(report.samples, report.exact),
    )


def _reference(view: HandView, setup: Setup, number: int) -> CardReport:
    """The same question over other layouts and more of them, without early stopping and its bias."""
    samples = setup.samples * setup.reference
    options = SimulationOptions.read(
        samples=samples, seed=setup.stream(number, _REFERENCE), threads=1, memory_mb=_MEMORY_MB
    )
    sampler = CardSampler(CardRequest.read(view), options, Deadline(None))
    if sampler.exhaustive:
        sampler.enumerate()
    while sampler.statistics.samples < samples and not sampler.exhaustive:
        sampler.sample(min(BATCH, samples - sampler.statistics.samples))
    return sampler.report()


def _held_against(report: CardReport, reference: CardReport) -> tuple[Estimate, ...]:
    """The chances and tricks of every card, beside those of the reference."""
    found = []
    for row, other in zip(report.rows, reference.rows, strict=True):
        assert row.make is not None and row.make_error is not None and row.make_interval is not None
        assert other.make is not None and other.make_error is not None
        head, best = str(row), row.card == report.best.card
        size, other_size = row.effective_sample_size, other.effective_sample_size
        for what, value, error, interval, true, true_error in (
            ("make", row.make, row.make_error, row.make_interval, other.make, other.make_error),
            ("tricks", row.tricks, row.tricks_error, row.tricks_interval, other.tricks, other.tricks_error),
        ):
            found.append(
                Estimate(what, head, best, True, value, error, *interval, size, true, true_error, other_size)
            )
    return tuple(found)
