"""`evaluate_strains`: every strain that a bid allows, before the kitty is seen or after."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from whistsolve.arguments import DEFAULT_MEMORY_MB, read_callback, read_rules
from whistsolve.bidding.calls.call_model import CallModel
from whistsolve.bidding.discarding.selection import DiscardMethod, DiscardSearch
from whistsolve.bidding.monte_carlo import run_until_separated
from whistsolve.bidding.reports.strain_report import StrainReport, StrainsInterrupted
from whistsolve.bidding.request import SimulationOptions, StrainRequest
from whistsolve.bidding.strain_sampler import BATCH, StrainSampler
from whistsolve.cancelling import Cancel, cancellable
from whistsolve.equity.match_equity import MatchEquity
from whistsolve.evaluation import TablePlay
from whistsolve.evaluation.table_play import read_play
from whistsolve.game import Standing
from whistsolve.game.auction.calls import Bid, Pass
from whistsolve.inference.knowledge import Knowledge
from whistsolve.rules import Rules
from whistsolve.values.hands import Hand

__all__ = ["evaluate_strains"]


@cancellable
def evaluate_strains(
    hand: Hand | str,
    *,
    rules: Rules | None = None,
    seat: int | str,
    dealer: int | str,
    calls: Iterable[Bid | Pass | str] | str = (),
    bid: Bid | str | None = None,
    scores: Sequence[int] | Standing = (0, 0),
    knowledge: Knowledge | None = None,
    samples: int = 96,
    seed: int = 0,
    discards: DiscardMethod | Literal["estimated"] = "sampled",
    discard_search: DiscardSearch | None = None,
    play: Literal["double_dummy", "table"] | TablePlay = "double_dummy",
    model: CallModel | None = None,
    equity: MatchEquity | None = None,
    threads: int | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    progress: Callable[[int, int], object] | None = None,
    on_report: Callable[[StrainReport], object] | None = None,
    cancel: Cancel | None = None,
) -> StrainReport:
    """Every strain that the winner of an auction may name, with its estimates, before the kitty or after.

    Parameters
    ----------
    hand : Hand or str
        The declarer's cards: as many as were dealt, or with those of the kitty where it was seen. Then each
        row has the discard.
    rules : Rules, optional
        As for `evaluate_bids`.
    seat, dealer : int or str
        The declarer, and who dealt.
    calls : iterable of Bid, Pass or str, or text
        The whole auction, which this seat has won: layouts are drawn as likely as the calls make them.
    bid : Bid or str, optional
        In place of calls: what was bid, where the calls are not known.
    scores : sequence of int, or Standing
        As for `evaluate_bids`.
    knowledge : Knowledge, optional
        As for `evaluate_bids`; with the kitty seen, of what was dealt, with the kitty as known cards.
    samples : int
        As for `evaluate_bids`; sampling ends early once the best strain is separated.
    seed : int
        As for `evaluate_bids`.
    discards : str
        As for `evaluate_bids`; ``estimated`` only before the kitty is seen.
    discard_search : DiscardSearch, optional
        As for `evaluate_bids`.
    play : str or TablePlay
        As for `evaluate_bids`.
    model : CallModel, optional
        As for `evaluate_bids`.
    equity : MatchEquity, optional
        As for `evaluate_bids`.
    threads, memory_mb : int
        As for `evaluate_bids`.
    progress : callable, optional
        As for `evaluate_bids`.
    on_report : callable, optional
        As for `evaluate_bids`, every 24 layouts.
    cancel : Cancellation or threading.Event, optional
        Ends the call within a tenth of a second, see `Cancellation`.

    Returns
    -------
    StrainReport

    Raises
    ------
    StrainsInterrupted
        A `KeyboardInterrupt` with the report so far, once there is one.
    HandError
        Where there are neither as many cards as the rules deal nor as many as with the kitty.
    ActError
        Where the calls are no auction that this seat has won, or there is neither calls nor bid, or both.
    LayoutError
        Where the knowledge is of another hand, seat or game, or no layout agrees with it.
    RulesError
        Where the game has no auction, has dummies, or the evaluator does not know it; with
        ``play="table"`` where it is not one of four partners.
    WhistError
        Where another argument is wrong.
    CallCancelled
        Where `cancel` ended it; ``.partial`` is what was finished.

    Notes
    -----
    As in `evaluate_bids` the discard depends on what the declarer sees, and the hand is played double dummy.
    Before the kitty is seen there is a kitty in every layout, and a discard for each; after it, one discard
    for each strain. Before the kitty is seen numbers are posterior means, shrunk toward a prior, as in
    `evaluate_bids`.

    Examples
    --------
    >>> report = evaluate_strains("AKQJT98.A.A.A.BL", seat="S", dealer="E", bid="5+", samples=8)
    >>> str(report.best.strain), round(report.best.make, 2)
    ('S+', 1.0)
    """
    read_callback(on_report, "on_report", "a report")
    table_play = read_play(play, read_rules(rules))
    request = StrainRequest.read(
        hand, rules, seat, dealer, calls, bid, scores, knowledge=knowledge, model=model, equity=equity
    )
    options = SimulationOptions.read(
        samples=samples, seed=seed, discards=discards, discard_search=discard_search, threads=threads,
        memory_mb=memory_mb, progress=progress, kitty_seen=request.kitty_seen,
        table_play=table_play,
    )  # fmt: skip
    return run_until_separated(
        *(StrainSampler(request, options), options.samples, BATCH, options.progress, StrainsInterrupted),
        on_report=on_report,
    )
