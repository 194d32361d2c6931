"""`evaluate_discards`: what to give up by what the declarer sees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from whistsolve.arguments import DEFAULT_MEMORY_MB, read_callback
from whistsolve.bidding.calls.call_model import CallModel
from whistsolve.bidding.discard_sampler import BATCH, DiscardSampler
from whistsolve.bidding.discarding.selection import DiscardSearch
from whistsolve.bidding.monte_carlo import run_until_separated
from whistsolve.bidding.reports.discard_report import DiscardReport, DiscardsInterrupted
from whistsolve.bidding.request import DiscardRequest, SimulationOptions
from whistsolve.cancelling import Cancel, cancellable
from whistsolve.equity.match_equity import MatchEquity
from whistsolve.errors import WhistError
from whistsolve.game import Standing
from whistsolve.game.auction.calls import Bid, Pass
from whistsolve.inference.knowledge import Knowledge
from whistsolve.rules import Rules
from whistsolve.values.hands import Hand
from whistsolve.values.reading import read_integer
from whistsolve.values.strains import Strain

__all__ = ["evaluate_discards"]


@cancellable
def evaluate_discards(
    hand: Hand | str,
    strain: Strain | str,
    *,
    rules: Rules | None = None,
    seat: int | str,
    dealer: int | str,
    calls: Iterable[Bid | Pass | str] | str = (),
    bid: Bid | str | None = None,
    scores: Sequence[int] | Standing = (0, 0),
    knowledge: Knowledge | None = None,
    samples: int = 48,
    seed: int = 0,
    discard_search: DiscardSearch | None = None,
    double_dummy_samples: int = 8,
    model: CallModel | None = None,
    equity: MatchEquity | None = None,
    threads: int | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    progress: Callable[[int, int], object] | None = None,
    on_report: Callable[[DiscardReport], object] | None = None,
    cancel: Cancel | None = None,
) -> DiscardReport:
    """Candidate discards of a declarer who has taken the kitty, with expected tricks and the chance to make.

    Parameters
    ----------
    hand : Hand or str
        All cards of the declarer, those of the kitty among them.
    strain : Strain or str
        What is played.
    rules : Rules, optional
        Of a game with a kitty and without dummies; `Rules.preset("bid_whist")` where left out.
    seat, dealer : int or str
        The declarer, and who dealt.
    calls : iterable of Bid, Pass or str, or text
        The whole auction, which this seat has won: layouts are drawn as likely as the calls make them. All
        are equally likely where it is left out.
    bid : Bid or str, optional
        In place of calls: what was bid, where the calls are not known. Without either there are tricks alone.
    scores : sequence of int, or Standing
        As for `evaluate_bids`.
    knowledge : Knowledge, optional
        As for `evaluate_bids`; of what was dealt, with the kitty as known cards.
    samples : int
        Monte Carlo samples, 1 to 100,000: layouts on which the best candidates are valued; all are used.
        Where there are no more layouts than that, all are enumerated, and the numbers are exact.
    seed : int
        As for `evaluate_bids`.
    discard_search : DiscardSearch, optional
        Effort of the search: candidates by five heuristics and eight swaps, on up to 42 layouts, where left
        out.
    double_dummy_samples : int
        Layouts at most of which the best discard with all hands open is searched too, for comparison; 0 for
        none.
    model : CallModel, optional
        As for `evaluate_bids`; not used without calls or bid.
    equity : MatchEquity, optional
        As for `evaluate_bids`; not used without calls or bid.
    threads, memory_mb : int
        As for `evaluate_bids`.
    progress : callable, optional
        Called with the layouts valued so far and the most there will be.
    on_report : callable, optional
        As for `evaluate_bids`, every 24 layouts; the first comes once candidates were chosen.
    cancel : Cancellation or threading.Event, optional
        Ends the call within a tenth of a second, see `Cancellation`.

    Returns
    -------
    DiscardReport

    Raises
    ------
    DiscardsInterrupted
        A `KeyboardInterrupt` with the report so far, once there is one.
    HandError
        Where there are not as many cards as hand and kitty have.
    ActError
        Where the calls are no auction that this seat has won, there are calls and a bid, or the bid does not
        allow the strain.
    LayoutError
        Where the knowledge is of another hand, seat or game, or no layout agrees with it.
    RulesError
        In a game without a kitty, with dummies, or where jokers are exchanged or laid aside; with calls or a
        bid, where the evaluator does not know the game.
    WhistError
        Where another argument is wrong.
    CallCancelled
        Where `cancel` ended it; ``.partial`` is what was finished.

    Notes
    -----
    Candidates are chosen by expected tricks, by successive halving (`DiscardSearch`), and the best four are
    valued on other layouts that had no part in choosing, so that the estimate of `DiscardReport.best` is
    unbiased. The other candidates keep the estimates from the layouts on which they were eliminated, with
    larger errors.

    Examples
    --------
    >>> report = evaluate_discards("AKQJT987.AK32.32.32.BL", "S+", seat="N", dealer="W", samples=8)
    >>> str(report.best), report.best.tricks
    ('H3 H2 D3 D2 C3 C2', 12.0)
    """
    read_callback(on_report, "on_report", "a report")
    request = DiscardRequest.read(
        hand, strain, rules, seat, dealer, calls, bid, scores, knowledge=knowledge, model=model, equity=equity
    )
    options = SimulationOptions.read(
        samples=samples, seed=seed, discard_search=discard_search, threads=threads, memory_mb=memory_mb,
        progress=progress,
    )  # fmt: skip
    compared = read_integer(double_dummy_samples, "double_dummy_samples", WhistError, 0)
    sampler = DiscardSampler(request, options, compared)
    return run_until_separated(
        *(sampler, options.samples, BATCH, options.progress, DiscardsInterrupted),
        on_report=on_report,
        stops_early=False,
    )
