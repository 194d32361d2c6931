"""The four advice functions: what to call, which strain to name, what to discard, which card to play.

All work in the same steps: the request is checked, layouts of the cards that the player does not see are
sampled and evaluated batch by batch, and the estimates become a report.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, Unpack

from whistsolve._internal.reading import is_instance, read_choice, read_integer, shown
from whistsolve.advice.answers import BidReport, CardReport, DiscardReport, StrainReport
from whistsolve.advice.bid_sampler import BidSampler
from whistsolve.advice.card_sampler import AlphaMuSampler, CardSampler
from whistsolve.advice.cards_request import CardRequest
from whistsolve.advice.declarer_samplers import DiscardSampler, StrainSampler
from whistsolve.advice.discarding.selection import DiscardSearch
from whistsolve.advice.request import AuctionRequest, Calls
from whistsolve.advice.simulation import AuctionSimulation, Simulation, SimulationOptions, simulated
from whistsolve.errors import WhistError
from whistsolve.evaluation.table_play import TablePlay
from whistsolve.game import HandView, Standing
from whistsolve.game.auction.calls import Bid
from whistsolve.inference.play_model import PlayModel
from whistsolve.rules import RulesLike
from whistsolve.values.hands import HandLike
from whistsolve.values.seats import SeatLike
from whistsolve.values.strains import StrainLike

#: Default maximum number of layouts: for bids and strains, and for discards and cards.
_MANY, _FEW = 96, 48
#: Default tolerance, in points, if the number of samples is not given either.
_TOLERANCE: Final = 0.1
#: How layouts of a hand in play are evaluated.
_METHODS: Final = ("pimc", "alpha_mu")
#: Maximum search depth of alpha-mu, in cards of the player: each takes several times as long as the last.
_MOST_DEPTH: Final = 3
_DEPTH: Final = 2
#: Cards in hand from which on alpha-mu is the default where all layouts can be listed.
_END: Final = 4


@simulated(AuctionSimulation)
def evaluate_bids(
    hand: HandLike | HandView,
    *,
    rules: RulesLike | None = None,
    seat: SeatLike | None = None,
    dealer: SeatLike | None = None,
    calls: Calls = (),
    scores: Sequence[int] | Standing | None = None,
    tolerance: float | None = None,
    **simulation: Unpack[AuctionSimulation[BidReport]],
) -> BidReport:
    """Every legal call, with its chance to make, expected points and the chance of winning the match.

    Parameters
    ----------
    hand : Hand, str or HandView
        The cards of the player to call, before the kitty. Or what the player to act may know, as
        ``HandState.view(state.to_act)``, in place of hand, rules, seat, dealer, calls and scores.
    rules : Rules, optional
        The rules of a game with an auction; `Rules("bid_whist")` by default.
    seat, dealer : int or str
        The seat to call, and the dealer; only a view needs neither.
    calls : str or iterable of Bid, Pass or str
        The calls so far, such as ``"pass 3+"``. They make some layouts likelier than others.
    scores : sequence of int, or Standing, optional
        Scores before the hand, one per side beginning with that of seat 0, or one per player; earlier hands,
        missed bids and games then count as 0. Or the standing of a match, which includes them. By default 0,
        or those of the view.
    tolerance : float, optional
        Points: sampling also ends once the expected loss of the best call against any other call
        (`BidReport.expected_loss`) is below this. By default a tenth of a point if `samples` is not given
        either and tricks are not ``estimated``, otherwise 0, which never ends sampling.
    **simulation
        How the deals are simulated, see `AuctionSimulation`.

    Raises
    ------
    NotationError
        If the hand does not have as many cards as the rules deal.
    ActError
        If a call is not legal, or it is not this seat's turn.
    LayoutError
        If the knowledge is for another hand, seat or game, or no layout agrees with it.
    RulesError
        If the game has no auction, or both dummies throw cards out; with ``play="table"`` if it is not a game
        of four players in partnerships.
    WhistError
        If another argument is wrong, such as a score at which the game would be over.
    Interrupted, Stopped
        If the function ended early; the error has the report so far, see `Simulation`.

    Notes
    -----
    Layouts are drawn from the posterior: the prior is uniform over the layouts that agree with the knowledge,
    and the likelihood of the calls so far is that of a model of seats that see only their own cards
    (`CallModel`). In every layout the auction is rolled out by the model, the declarer takes the kitty and
    discards, and the hand is played double dummy. Other declarers discard by a heuristic. If all layouts are
    enumerated, so are all continuations of the auction. Chances of winning the match are those of
    `MatchEquity`, over deals between seats that all call by the model. Unless the report is exact or tricks
    are ``estimated``, all numbers are posterior means, shrunk toward the prediction of ``estimated`` on other
    layouts, which counts as 32 solved layouts (`BidRow.prior`).
    With ``play="table"`` the tricks of every declarer are corrected, in the prior too; discards still
    maximise double-dummy tricks, and an `exact` report covers all layouts, but the play remains a model.

    A dummy is a hand that is not seen yet, and discards by heuristic. Jokers that are exchanged in no-trump
    are exchanged in every layout, for cards drawn blindly or chosen by rank. In games that `Evaluator` has no
    weights for, as for six players or short decks, the model of calls is fitted to solved deals
    (`SolvedEvaluator`), and there is no prior.
    """
    request = AuctionRequest(hand, rules, seat, dealer, calls, scores).to_call(simulation)
    options = SimulationOptions.read(request.rules, _MANY, **simulation)
    if tolerance is None:
        by_default = simulation.get("samples") is None and options.discards != "estimated"
        tolerance = _TOLERANCE if by_default else 0.0
    if is_instance(tolerance, bool) or not is_instance(tolerance, (int, float)) or not tolerance >= 0:
        raise WhistError(f"tolerance {shown(tolerance)} is wrong: expected points, 0 or more")
    return BidSampler(request, options, float(min(tolerance, 1e9))).run()  # integers may be too large


@simulated(AuctionSimulation)
def evaluate_strains(
    hand: HandLike | HandView,
    *,
    rules: RulesLike | None = None,
    seat: SeatLike | None = None,
    dealer: SeatLike | None = None,
    calls: Calls = (),
    bid: Bid | str | None = None,
    scores: Sequence[int] | Standing | None = None,
    **simulation: Unpack[AuctionSimulation[StrainReport]],
) -> StrainReport:
    """Every strain that the winner of an auction may name, with its estimates, before or after the kitty.

    Parameters
    ----------
    hand : Hand, str or HandView
        The declarer's cards: as many as were dealt, or together with the kitty once it was seen. Then each
        row has the discard. Or a view, as for `evaluate_bids`, in which cards already discarded count.
    rules, scores
        As for `evaluate_bids`.
    seat, dealer : int or str
        The declarer, and the dealer.
    calls : str or iterable of Bid, Pass or str
        The whole auction, which this seat has won; the calls make some layouts likelier than others.
    bid : Bid or str, optional
        The winning bid, in place of `calls`, if the calls are not known.
    **simulation
        As for `evaluate_bids`.

    Raises
    ------
    NotationError
        If the number of cards is neither that which the rules deal nor that with the kitty.
    ActError
        If the calls are not an auction that this seat has won, or not exactly one of calls and bid is given.
    LayoutError, RulesError, WhistError, Interrupted, Stopped
        As for `evaluate_bids`.

    Notes
    -----
    Layouts, discards, play and estimates are as in `evaluate_bids`. Once the kitty is seen there is one
    discard for each strain, and estimates are not shrunk.

    Examples
    --------
    >>> report = evaluate_strains("AKQJT98.A.A.A.BL", seat="S", dealer="E", bid="5+", samples=8)
    >>> str(report.best.strain), round(report.best.make, 2)
    ('S+', 1.0)
    """
    request = AuctionRequest(hand, rules, seat, dealer, calls, scores).to_name(bid, simulation)
    options = SimulationOptions.read(request.rules, _MANY, **simulation)
    if request.kitty_seen and options.discards == "estimated":
        raise WhistError(
            "discards 'estimated' are wrong with the kitty: expected sampled, double_dummy or heuristic"
        )
    return StrainSampler(request, options).run()


@simulated(Simulation)
def evaluate_discards(
    hand: HandLike | HandView,
    strain: StrainLike | None = None,
    *,
    rules: RulesLike | None = None,
    seat: SeatLike | None = None,
    dealer: SeatLike | None = None,
    calls: Calls = (),
    bid: Bid | str | None = None,
    scores: Sequence[int] | Standing | None = None,
    discard_search: DiscardSearch | None = None,
    double_dummy_samples: int = 8,
    **simulation: Unpack[Simulation[DiscardReport]],
) -> DiscardReport:
    """Candidate discards of a declarer who has taken the kitty, with expected tricks and the chance to make.

    Parameters
    ----------
    hand : Hand, str or HandView
        All cards of the declarer, including the kitty, or in dummy whist with jokers all cards of the dummy;
        or a view, as for `evaluate_bids`.
    strain : Strain or str, optional
        The strain of the contract; with a view by default the one that was named.
    rules : Rules, optional
        The rules of a game with a kitty, or of dummy whist with jokers; by default
        `Rules("bid_whist")`.
    seat, dealer, calls, bid, scores
        As for `evaluate_strains`. Without calls all layouts are equally likely; with neither calls nor bid
        the report has only tricks, and neither model nor equity is used.
    discard_search : DiscardSearch, optional
        Effort of the search: by default candidates by five heuristics and eight swaps, on up to 42 layouts.
    double_dummy_samples : int
        Maximum number of layouts for which the double-dummy discard, the best one if all hands are known, is
        searched too, for comparison; 0 for none, as always in no-trump if jokers are laid aside.
    **simulation
        How the deals are simulated, see `Simulation`. Samples are the layouts on which the best candidates
        are evaluated; the first report comes after the candidates were chosen. For a dummy's cards
        ``knowledge=Knowledge.of_view(view)`` has the declarer's own hand.

    Raises
    ------
    NotationError
        If the number of cards is not that of a hand and the kitty together.
    ActError
        If the calls are not an auction that this seat has won, both calls and a bid are given, or the bid
        does not allow the strain.
    RulesError
        If no cards are discarded in the game, or from both dummies.
    LayoutError, WhistError, Interrupted, Stopped
        As for `evaluate_bids`.

    Notes
    -----
    Candidates are chosen by expected tricks, by successive halving (`DiscardSearch`), and the best four are
    evaluated on other layouts that had no part in choosing, so that the estimate of `DiscardReport.best` is
    unbiased. The other candidates have the estimates from the layouts on which they were eliminated, with
    larger errors.

    Examples
    --------
    >>> report = evaluate_discards("AKQJT987.AK32.32.32.BL", "S+", seat="N", dealer="W", samples=8)
    >>> str(report.best), report.best.tricks
    ('H3 H2 D3 D2 C3 C2', 12.0)
    """
    request = AuctionRequest(hand, rules, seat, dealer, calls, scores, discarding=True).to_discard(
        strain, bid, simulation
    )
    options = SimulationOptions.read(request.rules, _FEW, discard_search=discard_search, **simulation)
    compared = read_integer(double_dummy_samples, "double_dummy_samples", WhistError, 0)
    return DiscardSampler(request, options, compared).run()


@simulated(Simulation)
def evaluate_cards(
    view: HandView,
    *,
    method: Literal["pimc", "alpha_mu"] | None = None,
    depth: int | None = None,
    play_model: PlayModel | None = None,
    play: Literal["double_dummy", "table"] | TablePlay | None = None,
    **simulation: Unpack[Simulation[CardReport]],
) -> CardReport:
    """Every legal card of a hand in play, with expected tricks and the chance that the contract is made.

    Parameters
    ----------
    view : HandView
        What the player to act may know: ``HandState.view(state.to_act)``. If their dummy is to play, the
        cards of the report are those of the dummy.
    method : "pimc" or "alpha_mu", optional
        ``"pimc"``, perfect-information Monte Carlo: each layout is solved double dummy. ``"alpha_mu"``, from
        eight cards in hand down: to make or beat the contract, the player's next cards are the same in all
        layouts that look the same to them. By default alpha-mu of depth 3 with at most four cards in hand
        and 128 layouts in all, otherwise PIMC. `CardReport.method` says which was used.
    depth : int, optional
        For alpha-mu: the search depth in cards of the player and of their dummies, 1 to 3; by default 2 if
        the method is asked for.
    play_model : PlayModel, optional
        How the other players choose their cards; ``PlayModel()`` by default. With ``PlayModel(trust=0)`` the
        cards played are no evidence.
    play : "double_dummy", "table" or TablePlay, optional
        How a declarer who sees no other hand takes tricks with the rest of their cards, as for
        `evaluate_strains`; other players' tricks are double dummy, and so are those of exact reports and of
        alpha-mu.
    **simulation
        How the deals are simulated, see `Simulation`. If there is no call model for the rules, or jokers were
        exchanged or laid aside, calls, strains and discards are no evidence.

    Raises
    ------
    ActError
        If no card is to be played, the hand is over, or it is another player's turn.
    LayoutError
        If the knowledge is for another player or stage or contradicts the play, or no layout agrees with
        it.
    RulesError
        If the model or the equity is for other rules, or the game supports neither; if the trick in progress
        has a renege that the player can see.
    WhistError, Interrupted, Stopped
        As for `evaluate_bids`.

    Notes
    -----
    Layouts agree with all that was seen: cards shown, own discards, suits that a hand has shown out of,
    jokers that had to be thrown. Layouts are weighted by the likelihood of the calls of other seats with the
    hands that were dealt; any of a declarer's cards and discards may have come from the kitty. The strain
    that another declarer named makes hands likelier that are good in it, and their discard is likely to be
    the heuristic one (`DeclarerModel`). Layouts are also weighted by the likelihood of the cards that others
    chose to play, under a fast policy that is trusted in part (`PlayModel`).

    From the next card on, play is double dummy. The player's side would then see cards that it does not see
    in real play, so that cards which postpone a guess look too good (strategy fusion; Frank and Basin,
    Artificial Intelligence 100, 1998). With ``play="table"`` the tricks of the declarer's own cards are
    corrected for that (`TablePlay`), in proportion to the share of all tricks that is left and within the
    range of double-dummy tricks of each card, of which the fewest are not at stake.

    Alpha-mu corrects that for the contract alone (Cazenave and Ventos, 2019), over all layouts if there are
    at most 128, otherwise over a sample of at most 64. The target is what makes or beats the contract; cards
    are compared first by the chance of reaching it, `CardRow.aim`, which gives `make`. Without a contract
    every number of tricks is a target, and the chances are added up. Cards of equal value are compared as
    under PIMC, by the double-dummy tricks of the same layouts. A partner whose hand is not seen plays as in
    `alpha_mu` with ``partner="double_dummy"``. PIMC is used instead if more than eight cards are left, if a
    led joker names a suit, or if the time is over before depth 2. In exact reports `aim` is exact for the
    depth, an upper bound on the best strategy.

    If reneges may be played (``renege_mode="detect_and_call"``) a card of another suit proves nothing, and
    the trick in progress is assumed to have none. Penalties and points for honours are left out.

    Examples
    --------
    >>> from whistsolve.game import HandState
    >>> from whistsolve.rules import Rules
    >>> state = HandState.random(5, Rules("whist"), dealer="W")
    >>> report = evaluate_cards(state.view(state.to_act), samples=16, seed=1)
    >>> str(report.best), report.best.tricks, round(report.best.tricks_error, 2)
    ('C4', 7.5625, 0.69)
    """
    request = CardRequest(view, play_model, simulation)
    if method is not None:
        read_choice(method, "method", WhistError, _METHODS)
    usual = _MOST_DEPTH if method is None else _DEPTH
    ahead = usual if depth is None else read_integer(depth, "depth", WhistError, 1, _MOST_DEPTH)
    options = SimulationOptions.read(view.rules, _FEW, play=play, **simulation)
    is_end = method is None and len(request.hand) <= _END
    if (method == "alpha_mu" or is_end) and AlphaMuSampler.knows(request):
        sampler = AlphaMuSampler(request, options, ahead)
        if sampler.exhaustive or not is_end:
            return sampler.run()
    return CardSampler(request, options).run()
