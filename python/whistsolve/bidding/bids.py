"""`evaluate_bids`: every legal call valued over layouts of the cards that its player cannot see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from whistsolve.arguments import DEFAULT_MEMORY_MB, read_callback, read_rules
from whistsolve.bidding.bid_sampler import BidSampler, batch_of
from whistsolve.bidding.calls.call_model import CallModel
from whistsolve.bidding.discarding.selection import DiscardMethod, DiscardSearch
from whistsolve.bidding.monte_carlo import run_until_separated
from whistsolve.bidding.reports.bid_report import BidReport, BidsInterrupted
from whistsolve.bidding.request import BidRequest, SimulationOptions
from whistsolve.cancelling import Cancel, cancellable
from whistsolve.equity.match_equity import MatchEquity
from whistsolve.evaluation import TablePlay
from whistsolve.evaluation.table_play import read_play
from whistsolve.game import Standing
from whistsolve.game.auction.calls import Bid, Pass
from whistsolve.inference.knowledge import Knowledge
from whistsolve.rules import Rules
from whistsolve.values.hands import Hand

__all__ = ["evaluate_bids"]

#: Layouts at most where no number is given, and the points that are not worth more of them.
_SAMPLES, _TOLERANCE = 96, 0.1


@cancellable
def evaluate_bids(
    hand: Hand | str,
    *,
    rules: Rules | None = None,
    seat: int | str,
    dealer: int | str,
    calls: Iterable[Bid | Pass | str] | str = (),
    scores: Sequence[int] | Standing = (0, 0),
    knowledge: Knowledge | None = None,
    samples: int | None = None,
    tolerance: float | None = None,
    seed: int = 0,
    discards: DiscardMethod | Literal["estimated"] = "sampled",
    discard_search: DiscardSearch | None = None,
    play: Literal["double_dummy", "table"] | TablePlay = "double_dummy",
    model: CallModel | None = None,
    equity: MatchEquity | None = None,
    threads: int | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    progress: Callable[[int, int], object] | None = None,
    on_report: Callable[[BidReport], object] | None = None,
    cancel: Cancel | None = None,
) -> BidReport:
    """Every call that is legal now, with its chance to make, expected points and the chance to win the match.

    Parameters
    ----------
    hand : Hand or str
        The cards of who is to call, before the kitty.
    rules : Rules, optional
        Of a game with an auction and without dummies; `Rules.preset("bid_whist")` where left out.
    seat, dealer : int or str
        Who calls, and who dealt.
    calls : iterable of Bid, Pass or str, or text
        The calls so far, such as ``"pass 3+"``. They make some layouts likelier than others.
    scores : sequence of int, or Standing
        Before the hand, for each side beginning with that of seat 0, or one for each player; then there were
        no hands, missed bids and games before. Or the standing of a match, which has them.
    knowledge : Knowledge, optional
        What more is known of the cards that the player does not see: cards shown, voids, lengths, predicates.
        It is of this seat, with this hand.
    samples : int, optional
        Monte Carlo samples at most, 1 to 100,000: layouts of the cards that the player does not see. Sampling
        ends before that once the best call is separated from the next by three standard errors. Where there
        are no more layouts than that, all are enumerated, with every way in which the auction may go on, and
        the numbers are exact. 96 where it is left out.
    tolerance : float, optional
        Points: sampling also ends once no other call is expected to bring so much more than the best (its
        expected loss, `BidReport.expected_loss`). Where it is left out, a tenth of a point if `samples` is
        left out too and cards are played, otherwise 0, which never ends it.
    seed : int
        The same seed gives the same report, whatever the number of threads.
    discards : str
        How this player's discards are made. ``sampled``: chosen on sampled layouts of what the player cannot
        see. ``double_dummy``: the best with all hands open, an upper bound, slow. ``heuristic``: by the cards
        of the hand alone. ``estimated``: no card is played at all, tricks are what the evaluator gives for
        all hands, so that a thousand layouts take a fraction of a second.
    discard_search : DiscardSearch, optional
        Effort of the search for sampled discards.
    play : str or TablePlay
        How hands are played out after the discards. ``double_dummy``: best play with all hands open.
        ``table``: the same tricks, with the packaged correction for play in which nobody sees the other hands
        (`TablePlay`); then `make` is the chance at the table. Or a correction of your own.
    model : CallModel, optional
        How other seats call; by the packaged evaluator where it is left out.
    equity : MatchEquity, optional
        Chances to win the match; those between seats that call by the model where it is left out.
    threads : int, optional
        As many as there are processors where left out.
    memory_mb : int
        Cap on the transposition tables of all threads together, 1 to 65536 MiB; there are no more threads
        than MiB.
    progress : callable, optional
        Called with the layouts so far and the most there will be.
    on_report : callable, optional
        Called with the report so far after each batch of layouts but the last, whose report is returned:
        every 24 layouts, 240 where tricks are ``estimated``. It is that of a call with so many samples, and
        the one returned is the same with it and without. To make one takes a few milliseconds: some percent
        of a batch whose hands are played, a tenth of one whose tricks are ``estimated``.
    cancel : Cancellation or threading.Event, optional
        Ends the call within a tenth of a second, see `Cancellation`.

    Returns
    -------
    BidReport

    Raises
    ------
    BidsInterrupted
        A `KeyboardInterrupt` with the report so far, once there is one; also where `progress` or `on_report`
        raises one. Their other errors are passed on as they are.
    HandError
        Where there are not as many cards as the rules deal.
    ActError
        Where a call is not legal, or it is not this seat's turn.
    LayoutError
        Where the knowledge is of another hand, seat or game, or no layout agrees with it.
    RulesError
        Where the game has no auction, has dummies, or the evaluator does not know it; with
        ``play="table"`` where it is not one of four partners.
    WhistError
        Where another argument is wrong, such as a score at which the game would be over.
    CallCancelled
        Where `cancel` ended it; ``.partial`` is what was finished.

    Notes
    -----
    Layouts are drawn from the posterior: the prior is uniform over what is known, and the likelihood of the
    calls so far is that of a model of other seats who see only their own cards (`CallModel`). In every layout
    the auction is rolled out by the model, the declarer takes the kitty and discards, and the hand is played
    double dummy. Discards of other declarers are heuristic. Chances to win the match are those of
    `MatchEquity`, over hands between seats that all call by the model. Unless the report is exact or tricks
    are ``estimated``, all numbers are posterior means: shrunk toward a prior, the prediction of ``estimated``
    on other layouts, which counts as 32 of those that were solved (`BidRow.prior`). With ``play="table"`` the
    tricks of every declarer are corrected, in the prior too. Discards are still those of the most
    double-dummy tricks, and of a report that is `exact` the layouts are all there are, but play is a model.
    """
    read_callback(on_report, "on_report", "a report")
    table_play = read_play(play, read_rules(rules))
    request = BidRequest.read(
        hand, rules, seat, dealer, calls, scores, knowledge=knowledge, model=model, equity=equity
    )
    if tolerance is None:
        tolerance = _TOLERANCE if samples is None and discards != "estimated" else 0.0
    options = SimulationOptions.read(
        samples=_SAMPLES if samples is None else samples, seed=seed, discards=discards,
        discard_search=discard_search, threads=threads, memory_mb=memory_mb, progress=progress,
        table_play=table_play, tolerance=tolerance,
    )  # fmt: skip
    sampler = BidSampler(request, options)
    return run_until_separated(
        *(sampler, options.samples, batch_of(options), options.progress, BidsInterrupted),
        on_report=on_report,
        is_settled=lambda: sampler.expected_loss() < options.tolerance,
    )
