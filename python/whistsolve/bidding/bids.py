"""What to bid: every legal call valued over layouts of the cards that its player does not see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from whistsolve.arguments import DEFAULT_MEMORY_MB
from whistsolve.bidding.bid_sampler import BidSampler
from whistsolve.bidding.calls.call_model import CallModel
from whistsolve.bidding.discarding.selection import DiscardSearch, Kind
from whistsolve.bidding.monte_carlo import run_until_separated
from whistsolve.bidding.reports.bid_report import BidInterrupted, BidReport
from whistsolve.bidding.request import SimulationOptions, read_bid_request
from whistsolve.equity.match_equity import MatchEquity
from whistsolve.errors import WhistError
from whistsolve.game.auction.calls import Bid, Pass
from whistsolve.inference.knowledge import Knowledge
from whistsolve.rules import Rules
from whistsolve.values.hands import Hand
from whistsolve.values.reading import read_integer

__all__ = ["evaluate_bids"]

#: Layouts that are looked at between two looks at whether the best call is separated; of those that are only
#: estimated more.
_CHUNK, _ESTIMATED = 24, 240


def evaluate_bids(
    hand: Hand | str,
    *,
    rules: Rules | None = None,
    seat: int | str,
    dealer: int | str,
    calls: Iterable[Bid | Pass | str] | str = (),
    scores: Sequence[int] = (0, 0),
    knowledge: Knowledge | None = None,
    samples: int = 96,
    seed: int = 0,
    discards: Kind | Literal["estimated"] = "sampled",
    discard_search: DiscardSearch | None = None,
    model: CallModel | None = None,
    equity: MatchEquity | None = None,
    threads: int | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    progress: Callable[[int, int], object] | None = None,
) -> BidReport:
    """Every call that is legal now, with its chance to make, its points and the chance to win the match.

    Parameters
    ----------
    hand : Hand or str
        The cards of who is to call, before the kitty.
    rules : Rules, optional
        Of a game with an auction and without dummies; `Rules.preset("bid_whist_seed")` where left out.
    seat, dealer : int or str
        Who calls, and who dealt.
    calls : iterable of Bid, Pass or str, or text
        The calls so far, such as ``"pass 3+"``.
    scores : sequence of int
        Before the hand, for both sides beginning with that of seat 0, or one for each player.
    knowledge : Knowledge, optional
        What more is known of the cards that the player does not see: cards shown, voids, lengths, predicates.
        It is of this seat, with this hand.
    samples : int
        Layouts to look at, at most: it ends before that once the best call is separated from the next by
        three standard errors. Where there are no more layouts than that, all are looked at, with every
        way in which the auction may go on, and the numbers are exact.
    seed : int
        The same seed gives the same report, whatever the number of threads.
    discards : str
        How this player's discards are made: ``sampled``, ``double_dummy`` (an upper bound, slow) or
        ``heuristic``. ``estimated``: no card is played at all, tricks are what the quick evaluator says of
        all hands, so that a thousand layouts take a fraction of a second.
    discard_search : DiscardSearch, optional
        How hard honest discards are looked for.
    model : CallModel, optional
        How other seats call; by the packaged evaluator where it is left out.
    equity : MatchEquity, optional
        Chances to win the match; those between seats that call by the model where it is left out.
    threads, memory_mb : int
        As for `solve_rows`.
    progress : callable, optional
        Called with the layouts looked at and the most there will be.

    Returns
    -------
    BidReport

    Raises
    ------
    BidInterrupted
        A `KeyboardInterrupt` with the report so far, once there is one.
    HandError
        Where there are not as many cards as the rules deal.
    ActError
        Where a call is not legal, or it is not this seat's turn.
    LayoutError
        Where the knowledge is of another hand, seat or game, or no layout agrees with it.
    RulesError
        Where the game has no auction, has dummies, or the evaluator does not know it.
    WhistError
        Where another argument is wrong, such as a score at which the game would be over.

    Notes
    -----
    Layouts are drawn uniformly, or where others have called by how likely the calls are in each, by a model
    of other seats who see only their own cards (`CallModel`). In every layout the model goes on with the
    auction, the declarer takes the kitty and discards, and the hand is played double dummy. What other seats
    declare is discarded by a rule of thumb. Chances to win the match are those of `MatchEquity`, over hands
    between seats that all call by the model.
    """
    asked = read_bid_request(
        hand, rules, seat, dealer, calls, scores, knowledge=knowledge, model=model, equity=equity
    )
    number = read_integer(samples, "samples", WhistError, 1, 100_000)
    options = SimulationOptions(
        read_integer(seed, "seed", WhistError), discards, discard_search, threads, memory_mb
    )
    chunk = _ESTIMATED if discards == "estimated" else _CHUNK
    return run_until_separated(BidSampler(asked, options, number), number, chunk, progress, BidInterrupted)
