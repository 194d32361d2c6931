"""Simulation options: the arguments that all advice functions share, documented and checked once."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, Generic, Literal, ParamSpec, TypedDict, TypeVar, Unpack

from whistsolve._internal.arguments import (
    DEFAULT_MEMORY_MB,
    Deadline,
    Limits,
    Resources,
    read_callback,
    read_progress,
)
from whistsolve._internal.reading import read_choice, read_integer, shown
from whistsolve.advice.calls.call_model import CallModel
from whistsolve.advice.discarding.selection import DiscardSearch
from whistsolve.cancelling import Cancellation, cancellable
from whistsolve.equity.match_equity import MatchEquity
from whistsolve.errors import Interrupted, WhistError
from whistsolve.evaluation import TablePlay
from whistsolve.evaluation.table_play import read_play
from whistsolve.game import CalledHand, PlayedHand
from whistsolve.inference.knowledge import Knowledge
from whistsolve.rules import Rules

P = ParamSpec("P")
R = TypeVar("R")

#: Maximum number of layouts of a request.
_MOST_SAMPLES: Final = 100_000
#: How discards are made.
_DISCARDS: Final = ("sampled", "double_dummy", "heuristic", "estimated")
#: Defaults of arguments; the others default to ``None``.
_DEFAULTS: Final = {"seed": 0, "memory_mb": DEFAULT_MEMORY_MB, "history": (), "discards": "sampled"}


class Simulation(TypedDict, Generic[R], total=False):
    """How deals are simulated: keyword arguments of all four advice functions, each optional.

    Attributes
    ----------
    samples : int or None
        Maximum number of Monte Carlo samples, 1 to 100,000: layouts of the cards that the player does not
        see. If there are no more layouts than that, all are enumerated, and the estimates are exact.
        ``None``, the default, means 96 layouts in `evaluate_bids` and `evaluate_strains`, 48 in the others.
        Sampling ends earlier once the best candidate is better than every other by three standard errors;
        `evaluate_discards` uses all samples.
    seed : int
        The same seed gives the same report, whatever the number of threads; 0 by default.
    knowledge : Knowledge
        What else is known of the cards that the player does not see: cards shown, voids, lengths, predicates.
        It must be for this seat with this hand as it was dealt, and if the hand includes the kitty, have the
        kitty as known cards. For `evaluate_cards`, ``Knowledge.of_view(view)`` with more facts, or with the
        deck of a short deal.
    model : CallModel or "population"
        How other seats call, which makes some layouts likelier than others, and during play how declarers
        name strains and discard. By default the packaged population of bidders (`CallModel.population`), of
        which `AdviceReport.callers` says who is taken to sit where. Calls are no evidence with ``trust=0``,
        strains and discards of declarers with ``declarer_trust=0``.
    history : iterable of PlayedHand or CalledHand
        Hands that the same players bid before, in the same seats: what they called tells of which kind they
        are. The hands of a match so far, which a view and a standing have, are added to them.
    equity : MatchEquity
        Chances of winning the match; by default those between seats that call by the model.
    time_limit : float
        Seconds, above 0, after which the report has the layouts evaluated by then; typically 4 ms late, at
        most 10 ms on a machine that is not busy. Before the first of them it is the quick estimate, for which
        0.05 s are enough: tricks are predicted, ``estimated``, or for cards halfway between proven
        ``bounds``. With a limit, batches of layouts are smaller at first, and layouts are enumerated only if
        there is time for all. Building the model and the equity of rules
        used for the first time, half a second or so, does not count (`default_equity` does it beforehand).
    threads : int
        Number of threads; by default the number of processors.
    memory_mb : int
        Maximum size of the transposition tables of all threads together, 1 to 65536 MiB, 256 by default; each
        thread needs at least one MiB, which limits their number.
    progress : callable
        Called with the number of layouts so far and its maximum.
    on_report : callable
        Called with the report so far after each batch of layouts except the last, whose report is returned;
        with a time limit first with the quick estimate.
        Batches have 24 layouts, 16 in `evaluate_cards`, 240 in `evaluate_bids` with ``discards="estimated"``.
        The report so far equals that of a simulation with only these samples; the callback cannot change the
        returned report. Making one takes a few milliseconds. Alpha-mu has one batch and never calls it.
    cancel : Cancellation
        Ends the function within a tenth of a second with `Stopped`. The ``.partial`` of that error, or of
        `Interrupted` if the keyboard or a callback interrupts, is the report of the layouts evaluated by
        then; before the end of the first batch ``None`` or, with a time limit, the quick estimate. Other
        errors of callbacks are passed on.
    """

    samples: int | None
    seed: int
    knowledge: Knowledge | None
    model: CallModel | Literal["population"] | None
    history: Iterable[PlayedHand | CalledHand]
    equity: MatchEquity | None
    time_limit: float | None
    threads: int | None
    memory_mb: int
    progress: Callable[[int, int], object] | None
    on_report: Callable[[R], object] | None
    cancel: Cancellation | None


class AuctionSimulation(Simulation[R], Generic[R], total=False):
    """How hands are played out after an auction: a `Simulation` with three more arguments, each optional.

    Attributes
    ----------
    discards : str
        How this player's discards are made. ``sampled``, the default: chosen on sampled layouts of what the
        player cannot see. ``double_dummy``: the best if all hands were known, an upper bound, slow.
        ``heuristic``: by the cards of the hand alone. ``estimated``, only before the kitty is seen: no card
        is played, tricks are predicted from all hands by the evaluator, so that a thousand layouts take a
        fraction of a second.
    discard_search : DiscardSearch
        Effort of the search for sampled discards.
    play : str or TablePlay
        How hands are played out after the discards. ``table``, the default for four players with partners:
        double-dummy tricks with the packaged correction for real play, in which nobody sees the other hands
        (`TablePlay`); then `make` is the chance in real play. ``double_dummy``, the default in other games:
        best play if all hands are known. Or a correction of your own.
    """

    discards: Literal["sampled", "double_dummy", "heuristic", "estimated"]
    discard_search: DiscardSearch | None
    play: Literal["double_dummy", "table"] | TablePlay | None


def simulated(kind: type) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Makes a function cancellable and adds the arguments of a kind of `Simulation` to its signature.

    An interrupt before there is a report becomes an `Interrupted` without a report.
    """

    def decorated(function: Callable[P, R]) -> Callable[P, R]:
        *own, _ = inspect.signature(function).parameters.values()
        shared = [
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                default=_DEFAULTS.get(name),
                annotation=getattr(annotation, "__forward_arg__", annotation),
            )
            for name, annotation in kind.__annotations__.items()
        ]
        signature = inspect.signature(function).replace(parameters=[*own, *shared])

        @functools.wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            for name in kwargs:
                if name not in signature.parameters:
                    raise TypeError(f"{function.__name__}() got an unexpected keyword argument {shown(name)}")
            try:
                return function(*args, **kwargs)
            except Interrupted:
                raise
            except KeyboardInterrupt as interrupt:
                raise Interrupted("interrupted before the first layouts were done", None) from interrupt

        question = cancellable(call)
        question.__signature__ = signature  # type: ignore[attr-defined]  # read by inspect
        return question

    return decorated


@dataclass(frozen=True, slots=True)
class SimulationOptions:
    """A checked `Simulation` or `AuctionSimulation`, without knowledge, model and equity (see the requests).

    `table_play` corrects double-dummy tricks; ``None`` if they are not corrected.
    """

    samples: int
    seed: int
    resources: Resources
    deadline: Deadline
    progress: Callable[[int, int], object] | None
    on_report: Callable[[Any], object] | None
    discards: Literal["sampled", "double_dummy", "heuristic", "estimated"]
    discard_search: DiscardSearch | None
    table_play: TablePlay | None

    @property
    def play(self) -> str:
        """How hands are played out: ``double_dummy`` or ``table``."""
        return "double_dummy" if self.table_play is None else "table"

    @classmethod
    def read(cls, rules: Rules, most: int, **simulation: Unpack[AuctionSimulation[Any]]) -> SimulationOptions:
        """The checked options of a simulation; `most` is the default number of samples."""
        given = simulation.get("samples")
        discards = simulation.get("discards", "sampled")
        search = simulation.get("discard_search")
        progress, on_report = simulation.get("progress"), simulation.get("on_report")
        read_choice(discards, "discards", WhistError, _DISCARDS)
        if search is not None and not isinstance(search, DiscardSearch):
            raise WhistError(f"discard_search {shown(search)} is wrong: expected a DiscardSearch")
        read_progress(progress)
        read_callback(on_report, "on_report", "a report")
        return cls(
            samples=read_integer(most if given is None else given, "samples", WhistError, 1, _MOST_SAMPLES),
            seed=read_integer(simulation.get("seed", 0), "seed", WhistError),
            resources=Resources.read(
                simulation.get("threads"), simulation.get("memory_mb", DEFAULT_MEMORY_MB)
            ),
            deadline=Deadline(Limits.read(time_limit=simulation.get("time_limit")).seconds),
            progress=progress,
            on_report=on_report,
            discards=discards,
            discard_search=search,
            table_play=read_play(simulation.get("play"), rules),
        )
