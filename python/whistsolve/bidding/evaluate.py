"""What to bid: every legal call valued over layouts of the cards that its player does not see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from whistsolve.bidding.equity import sides_of
from whistsolve.bidding.honest import Kind, Look
from whistsolve.bidding.report import BidInterrupted, BidReport
from whistsolve.bidding.sampling import Asked, BidSampling
from whistsolve.bidding.worth import ScoreTable
from whistsolve.errors import ActError, HandError, WhistError
from whistsolve.game import Match
from whistsolve.game.auction import Auction
from whistsolve.game.calls import Bid, Pass
from whistsolve.game.setup import read_player
from whistsolve.rules import Rules
from whistsolve.solving.many import DEFAULT_MEMORY_MB
from whistsolve.solving.problem import read_rules
from whistsolve.values.hands import Hand
from whistsolve.values.reading import read_integer, read_several, shown

__all__ = ["evaluate_bids"]

#: Layouts that are looked at between two looks at whether the best call is separated.
_CHUNK = 24


def evaluate_bids(
    hand: Hand | str,
    *,
    rules: Rules | None = None,
    seat: int | str,
    dealer: int | str,
    calls: Iterable[Bid | Pass | str] | str = (),
    scores: Sequence[int] = (0, 0),
    samples: int = 96,
    seed: int = 0,
    discards: Kind = "honest",
    look: Look | None = None,
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
    samples : int
        Layouts to look at, at most: it ends before that once the best call is separated from the next by
        three standard errors.
    seed : int
        The same seed gives the same report, whatever the number of threads.
    discards : str
        How this player's discards are made: ``honest``, ``clairvoyant`` (an upper bound, slow) or ``thumb``.
    look : Look, optional
        How hard honest discards are looked for.
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
    RulesError
        Where the game has no auction, or has dummies.
    WhistError
        Where another argument is wrong, such as a score at which the game would be over.

    Notes
    -----
    Layouts are drawn uniformly, or where others have called by how likely the calls are in each, by a model
    of other seats who see only their own cards (`CallModel`). In every layout the model goes on with the
    auction, the declarer takes the kitty and discards, and the hand is played double dummy. What other seats
    declare is discarded by a rule of thumb. Chances to win the match are those of `MatchEquity`, over hands
    between seats that all call by the model; with more than two sides only points are given.
    """
    asked = _read(hand, rules, seat, dealer, calls, scores)
    number = read_integer(samples, "samples", WhistError, 1, 100_000)
    sampling = BidSampling(asked, read_integer(seed, "seed", WhistError), discards, look, threads, memory_mb)
    while sampling.done < number:
        try:
            sampling.add(min(_CHUNK, number - sampling.done))
            if progress is not None:
                progress(sampling.done, number)
        except KeyboardInterrupt as interrupt:
            if not sampling.done:
                raise
            message = f"interrupted after {sampling.done} of {number} layouts: what is known is in .report"
            raise BidInterrupted(message, sampling.report()) from interrupt
        if sampling.separated():
            break
    return sampling.report()


def _read(
    hand: Hand | str,
    rules: Rules | None,
    seat: int | str,
    dealer: int | str,
    calls: Iterable[Bid | Pass | str] | str,
    scores: Sequence[int],
) -> Asked:
    used = read_rules(rules)
    ScoreTable.of(used)
    cards = Hand.of(hand)
    if len(cards) != used.dealt_hand_size:
        raise HandError(f"the hand has {len(cards)} cards: expected {used.dealt_hand_size}, before the kitty")
    who = read_player(seat, used)
    auction = Auction.start(used, read_player(dealer, used))
    said = calls.replace(",", " ").split() if isinstance(calls, str) else calls
    for call in read_several(said, "calls", ActError):
        auction = auction.after(call)
    if auction.to_act != who:
        turn = "nobody's, for the auction is over" if auction.to_act is None else f"player {auction.to_act}'s"
        raise ActError(f"it is not the turn of player {who}: it is {turn}")
    given = [read_integer(each, "score", WhistError) for each in read_several(scores, "scores", WhistError)]
    if len(given) == 2 and used.players != 2:
        if sides_of(used) == 2:
            given *= 2
        elif not any(given):
            given = [0] * used.players
    if len(given) != used.players:
        raise WhistError(f"scores {shown(scores)} are wrong: expected one for each of {used.players} players")
    Match(used, dealer=auction.dealer, scores=given)  # says where the game would be over
    return Asked(cards, used, auction, tuple(given))
