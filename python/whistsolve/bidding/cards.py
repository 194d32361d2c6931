"""`evaluate_cards`: which card to play by what the player sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from whistsolve.arguments import DEFAULT_MEMORY_MB, Limits, read_callback
from whistsolve.bidding.alpha_mu_sampler import AlphaMuSampler
from whistsolve.bidding.calls.call_model import CallModel
from whistsolve.bidding.card_sampler import BATCH, CardSampler
from whistsolve.bidding.cards_request import CardRequest, read_depth, read_method
from whistsolve.bidding.monte_carlo import run_until_separated
from whistsolve.bidding.reports.card_report import CardReport, CardsInterrupted
from whistsolve.bidding.request import SimulationOptions
from whistsolve.cancelling import Cancel, cancellable
from whistsolve.equity.match_equity import MatchEquity
from whistsolve.game import HandView
from whistsolve.inference.knowledge import Knowledge
from whistsolve.inference.play_model import PlayModel
from whistsolve.solving.deadline import Deadline

__all__ = ["evaluate_cards"]


@cancellable
def evaluate_cards(
    view: HandView,
    *,
    samples: int = 48,
    seed: int = 0,
    method: Literal["pimc", "alpha_mu"] = "pimc",
    depth: int = 2,
    knowledge: Knowledge | None = None,
    model: CallModel | None = None,
    play_model: PlayModel | None = None,
    equity: MatchEquity | None = None,
    threads: int | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    progress: Callable[[int, int], object] | None = None,
    on_report: Callable[[CardReport], object] | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> CardReport:
    """Every legal card of a hand in play, with expected tricks and the chance that the contract is made.

    Parameters
    ----------
    view : HandView
        What the player whose turn it is may know: ``HandState.view(state.to_act)``. Where a dummy of his is
        to play, the cards are those of the dummy.
    samples : int
        Monte Carlo samples, 1 to 100,000: layouts at most. Where there are no more layouts than that, all
        are enumerated, and the numbers are exact; with a time limit where they are no more than 5,000 a
        second of it too.
    seed : int
        The same seed gives the same report.
    method : "pimc" or "alpha_mu"
        Perfect-information Monte Carlo: each layout is solved with all hands open. Or alpha-mu, from eight
        cards in hand down: for the contract, the player's next cards are the same wherever he has seen the
        same. `CardReport.method` says which was used.
    depth : int
        Under ``"alpha_mu"``: how many cards of the player, and of his dummies, are looked ahead, 1 to 3.
    knowledge : Knowledge, optional
        What is known beside the view: ``Knowledge.of_view(view)`` with more facts, or with the deck of a
        short deal.
    model : CallModel, optional
        How others call, and how declarers name and discard; the usual model of the rules where it is left
        out. With ``CallModel(rules, trust=0)`` calls are no evidence, with ``declarer_trust=0`` neither the
        strain named nor the discard is. Where the rules have no model, and where jokers were exchanged or
        laid aside, none of them is.
    play_model : PlayModel, optional
        How others choose their cards; ``PlayModel()`` where it is left out. With ``PlayModel(trust=0)`` the
        cards played are no evidence.
    equity : MatchEquity, optional
        Chances to win the match from the scores of the view; between seats that call by the model where it is
        left out.
    threads : int, optional
        How many to use; as many as there are processors where it is left out. The report does not depend on
        it.
    memory_mb : int
        Cap on the transposition tables of all threads together, 1 to 65536 MiB; there are no more threads
        than MiB.
    progress : callable, optional
        Called with the layouts valued so far and the most there will be.
    on_report : callable, optional
        As for `evaluate_bids`, every 16 layouts; never under alpha-mu, whose layouts are one batch.
    time_limit : float, optional
        Seconds, above 0: then the report has the layouts that were solved, at least one. Where not even one
        is solved in time, its tricks are halfway between their proven bounds. What the model and the equity
        of some rules take when they are first made does not count.
    cancel : Cancellation or threading.Event, optional
        Ends the call within a tenth of a second, see `Cancellation`.

    Returns
    -------
    CardReport

    Raises
    ------
    CardsInterrupted
        A `KeyboardInterrupt` with the report so far, once there is one.
    ActError
        Where no card is to be played, the hand is over, or it is another player's turn.
    LayoutError
        Where the knowledge is of another player or stage or contradicts the play, or no layout agrees with
        it.
    RulesError
        Where the model or the equity is of other rules, or the game takes none; where the trick in progress
        has a renege that the player can see.
    WhistError
        Where another argument is wrong.
    CallCancelled
        Where `cancel` ended it; ``.partial`` is what was finished.

    Notes
    -----
    Layouts agree with all that was seen: cards shown, own discards, suits that a hand has shown out of,
    jokers that had to be thrown. Where others have called they are as likely as their calls make them, from
    the hands that were dealt: of a declarer's cards and discards any may have been the kitty. The strain that
    another declarer named makes hands likelier that are good in it, and his discard is likely to be that of
    heuristics (`DeclarerModel`). Where others have played layouts are as likely as the cards that they chose
    make them, by a quick policy that is trusted in part (`PlayModel`).

    Sampling ends once the best card is better than every other by three standard errors. All sides are taken
    to play with all hands open from the next card on: that this side will then know what it does not know now
    makes cards look too good that put a guess off (strategy fusion; Frank and Basin, Artificial Intelligence
    100, 1998).

    Alpha-mu mends that for the contract alone (Cazenave and Ventos, 2019): 64 layouts at most and one batch,
    the target what makes or beats the contract, and its value `CardRow.aim` comes first; `make` follows from
    it. Without a contract every number of tricks is a target, and the chances are added up. Cards of equal
    value are compared as under PIMC, by the double-dummy tricks of the same layouts. A partner whose hand is
    not seen plays as in `alpha_mu` under ``partner="double_dummy"``. PIMC takes its place before eight cards
    are left, where a joker that is led names a suit, and where the time is over before depth 2. Exact reports
    are those of all layouts: the value is that of the depth, an upper bound of the best strategy's.

    Where reneges may be played (``renege_mode="detect_and_call"``) a card of another suit proves nothing, and
    the trick in progress is taken to have none. Penalties and points for honours are left out.

    Examples
    --------
    >>> from whistsolve.game import HandState
    >>> from whistsolve.rules import Rules
    >>> state = HandState.random(5, Rules.preset("whist"), dealer="W")
    >>> report = evaluate_cards(state.view(state.to_act), samples=16, seed=1)
    >>> str(report.best), report.best.tricks, round(report.best.tricks_error, 2)
    ('C4', 7.5625, 0.69)
    """
    read_callback(on_report, "on_report", "a report")
    request = CardRequest.read(view, knowledge=knowledge, model=model, equity=equity, play_model=play_model)
    read_method(method)
    ahead = read_depth(depth)
    options = SimulationOptions.read(
        samples=samples, seed=seed, threads=threads, memory_mb=memory_mb, progress=progress
    )
    deadline = Deadline(Limits.read(time_limit=time_limit).seconds)
    if method == "alpha_mu" and AlphaMuSampler.knows(request):
        together = AlphaMuSampler.layouts_for(options)
        return run_until_separated(
            *(AlphaMuSampler(request, options, deadline, ahead), together, together, options.progress),
            CardsInterrupted,
            deadline=deadline,
        )
    return run_until_separated(
        *(CardSampler(request, options, deadline), options.samples, BATCH, options.progress),
        CardsInterrupted,
        on_report=on_report,
        deadline=deadline,
    )
