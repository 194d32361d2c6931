"""Requests for advice, checked: whose hand, at which scores, what is known; and how it is simulated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from whistsolve.arguments import Resources, player_names, read_player, read_progress, read_rules
from whistsolve.bidding.calls.call_model import CallModel
from whistsolve.bidding.calls.self_play import default_model, self_play_equity
from whistsolve.bidding.discarding.selection import DiscardMethod, DiscardSearch, read_discard_method
from whistsolve.equity.match_equity import MatchEquity
from whistsolve.equity.match_state import MatchState
from whistsolve.equity.payoffs import PayoffTable, kept_payoffs
from whistsolve.equity.score_table import ScoreTable
from whistsolve.errors import ActError, HandError, LayoutError, RulesError, WhistError
from whistsolve.evaluation import TablePlay
from whistsolve.game import Standing
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid, Pass, read_calls, strains_of
from whistsolve.game.match.match_before import match_before
from whistsolve.inference.knowledge import Knowledge
from whistsolve.inference.posterior import LayoutPosterior
from whistsolve.rules import Rules
from whistsolve.values.hands import Hand
from whistsolve.values.reading import read_integer, read_several, shown
from whistsolve.values.strains import Strain

__all__ = [
    "BidRequest",
    "Calls",
    "DiscardRequest",
    "SimulationOptions",
    "StrainRequest",
    "read_auction",
    "read_equity",
    "read_model",
    "read_state",
]

#: Calls given one by one, or as text.
Calls = Iterable[Bid | Pass | str] | str

#: Most layouts of a request.
_MOST_SAMPLES = 100_000


@dataclass(frozen=True, slots=True)
class SimulationOptions:
    """How a request is simulated: sample size, seed, discards and resources, as for `evaluate_bids`.

    `table_play` corrects double-dummy tricks; ``None`` where they stand. Once no other candidate is expected
    to bring `tolerance` points more than the best, sampling ends; with 0 it goes on.
    """

    samples: int
    seed: int
    discards: DiscardMethod | Literal["estimated"]
    discard_search: DiscardSearch | None
    resources: Resources
    progress: Callable[[int, int], object] | None
    table_play: TablePlay | None = None
    tolerance: float = 0.0

    @property
    def play(self) -> str:
        """How hands are played out: ``double_dummy`` or ``table``."""
        return "double_dummy" if self.table_play is None else "table"

    @classmethod
    def read(
        cls,
        *,
        samples: int,
        seed: int,
        discards: DiscardMethod | Literal["estimated"] = "sampled",
        discard_search: DiscardSearch | None = None,
        threads: int | None = None,
        memory_mb: int,
        progress: Callable[[int, int], object] | None = None,
        kitty_seen: bool = False,
        table_play: TablePlay | None = None,
        tolerance: float = 0.0,
    ) -> SimulationOptions:
        """The options of a call, checked. With the kitty seen, discards cannot be ``estimated``.

        Raises
        ------
        WhistError
            Where one is wrong.
        """
        number = read_integer(samples, "samples", WhistError, 1, _MOST_SAMPLES)
        if kitty_seen and discards == "estimated":
            raise WhistError(
                "discards 'estimated' are wrong with the kitty: expected sampled, double_dummy or heuristic"
            )
        read_discard_method(discards, *(() if kitty_seen else ("estimated",)), argument="discards")
        if discard_search is not None and not isinstance(discard_search, DiscardSearch):
            raise WhistError(f"discard_search {shown(discard_search)} is wrong: expected a DiscardSearch")
        read_progress(progress)
        resources = Resources.read(threads, memory_mb)
        read_seed = read_integer(seed, "seed", WhistError)
        if isinstance(tolerance, bool) or not isinstance(tolerance, (int, float)) or not tolerance >= 0:
            raise WhistError(f"tolerance {shown(tolerance)} is wrong: expected points, 0 or more")
        return cls(
            *(number, read_seed, discards, discard_search, resources, progress, table_play, float(tolerance))
        )


@dataclass(frozen=True, slots=True)
class _AuctionRequest:
    """What requests with an auction have in common: who asks, at which scores, and the model of calls."""

    hand: Hand
    rules: Rules
    seat: int
    auction: Auction
    state: MatchState
    knowledge: Knowledge
    model: CallModel
    equity: MatchEquity | None

    @property
    def dealer(self) -> int:
        """Who dealt."""
        return self.auction.dealer

    def posterior(self) -> LayoutPosterior:
        """The layouts given what is known and the calls so far."""
        return LayoutPosterior(self.knowledge, self.auction, self.model)

    def payoffs(self) -> PayoffTable:
        """Payoffs of contracts at these scores."""
        return kept_payoffs(self.rules, self.seat, self.dealer, self.state, self.equity)


@dataclass(frozen=True, slots=True)
class BidRequest(_AuctionRequest):
    """Whose call it is, with which cards, at which scores, and by which model others call."""

    @classmethod
    def read(
        cls,
        hand: Hand | str,
        rules: Rules | None,
        seat: int | str,
        dealer: int | str,
        calls: Calls,
        scores: Sequence[int] | Standing,
        *,
        knowledge: Knowledge | None = None,
        model: CallModel | None = None,
        equity: MatchEquity | None = None,
    ) -> BidRequest:
        """The request of a call of `evaluate_bids`, checked; errors are those of that."""
        used = read_rules(rules)
        ScoreTable.of(used)
        cards = Hand.of(hand)
        if len(cards) != used.dealt_hand_size:
            raise HandError(
                f"the hand has {len(cards)} cards: expected {used.dealt_hand_size}, before the kitty"
            )
        player = read_player(seat, used, "seat")
        auction = read_auction(used, dealer, calls)
        if auction.to_act != player:
            names, to_act = player_names(seat, used), auction.to_act
            turn = "nobody's, for the auction is over" if to_act is None else f"{names[to_act]}'s"
            raise ActError(f"it is not the turn of {names[player]}: it is {turn}")
        given = read_state(scores, used, auction.dealer)
        known = _read_knowledge(knowledge, cards, None, used, player)
        calling = read_model(model, used)
        return cls(*(cards, used, player, auction, given, known, calling), read_equity(equity, calling, used))


@dataclass(frozen=True, slots=True)
class StrainRequest(_AuctionRequest):
    """Who has won the auction with which bid, before the kitty is seen or after.

    Attributes
    ----------
    bid : Bid
        The winning bid.
    kitty_seen : bool
        Whether the hand has the kitty in it.
    """

    bid: Bid
    kitty_seen: bool

    @classmethod
    def read(
        cls,
        hand: Hand | str,
        rules: Rules | None,
        seat: int | str,
        dealer: int | str,
        calls: Calls,
        bid: Bid | str | None,
        scores: Sequence[int] | Standing,
        *,
        knowledge: Knowledge | None = None,
        model: CallModel | None = None,
        equity: MatchEquity | None = None,
    ) -> StrainRequest:
        """The request of a call of `evaluate_strains`, checked; errors are those of that."""
        used = read_rules(rules)
        ScoreTable.of(used)
        cards = Hand.of(hand)
        size = used.dealt_hand_size
        seen = bool(used.kitty_size) and len(cards) == size + used.kitty_size
        if not seen and len(cards) != size:
            with_kitty = f", or {size + used.kitty_size} with the kitty" if used.kitty_size else ""
            raise HandError(f"the hand has {len(cards)} cards: expected {size}{with_kitty}")
        player = read_player(seat, used, "seat")
        auction, won = _read_won_auction(used, seat, dealer, calls, bid)
        if won is None:
            raise _not_won(seat, used)
        given = read_state(scores, used, auction.dealer)
        calling = read_model(model, used)
        known = _read_knowledge_with_kitty(knowledge, cards, used, player) if seen else None
        if known is None:
            known = _read_knowledge(knowledge, cards, None, used, player)
        chances = read_equity(equity, calling, used)
        return cls(cards, used, player, auction, given, known, calling, chances, won, seen)


@dataclass(frozen=True, slots=True)
class DiscardRequest:
    """Who discards from which cards, in which strain, and the contract where it is known.

    Attributes
    ----------
    hand : Hand
        With the kitty.
    rules : Rules
    seat : int
        The declarer.
    auction : Auction
        Without calls where none are known.
    strain : Strain
    bid : Bid or None
        The winning bid; ``None`` where it is not known.
    knowledge : Knowledge
    model : CallModel or None
        ``None`` where there are neither calls nor a bid.
    payoffs : PayoffTable or None
        Payoffs of contracts; ``None`` where the bid is not known.
    """

    hand: Hand
    rules: Rules
    seat: int
    auction: Auction
    strain: Strain
    bid: Bid | None
    knowledge: Knowledge
    model: CallModel | None
    payoffs: PayoffTable | None

    @classmethod
    def read(
        cls,
        hand: Hand | str,
        strain: Strain | str,
        rules: Rules | None,
        seat: int | str,
        dealer: int | str,
        calls: Calls,
        bid: Bid | str | None,
        scores: Sequence[int] | Standing,
        *,
        knowledge: Knowledge | None = None,
        model: CallModel | None = None,
        equity: MatchEquity | None = None,
    ) -> DiscardRequest:
        """The request of a call of `evaluate_discards`, checked; errors are those of that."""
        used = read_rules(rules)
        if not used.kitty_size or used.has_dummies:
            raise RulesError(f"{used.game} has no kitty that a declarer takes: expected a game with one")
        named = Strain.of(strain)
        if named.is_no_trump and used.joker_no_trump in ("exchanged", "removed"):
            raise RulesError(
                f"joker_no_trump {used.joker_no_trump!r} is not played here: expected jokers in play"
            )
        cards = Hand.of(hand)
        size = used.dealt_hand_size + used.kitty_size
        if len(cards) != size:
            raise HandError(f"the hand has {len(cards)} cards: expected {size}, with the kitty")
        player = read_player(seat, used, "seat")
        auction, won = _read_won_auction(used, seat, dealer, calls, bid)
        if won is not None and named not in strains_of(won, used):
            allowed = ", ".join(map(str, strains_of(won, used)))
            raise ActError(f"strain {named} is wrong after {won}: expected one of {allowed}")
        known = _read_knowledge_with_kitty(knowledge, cards, used, player)
        given = read_state(scores, used, auction.dealer)
        if won is None and model is None and equity is None:
            return cls(cards, used, player, auction, named, None, known, None, None)
        ScoreTable.of(used)
        calling = read_model(model, used)
        chances = read_equity(equity, calling, used)
        payoffs = None if won is None else PayoffTable(used, player, auction.dealer, given, chances)
        return cls(cards, used, player, auction, named, won, known, calling, payoffs)

    @property
    def dealer(self) -> int:
        """Who dealt."""
        return self.auction.dealer

    @property
    def most_tricks(self) -> int:
        """The most tricks that there are, as `solve` counts them."""
        return self.rules.dealt_hand_size - 1 + self.rules.first_trick_weight

    def posterior(self) -> LayoutPosterior:
        """The layouts given what is known and the calls so far."""
        return LayoutPosterior(self.knowledge, self.auction, self.model)


def read_auction(rules: Rules, dealer: int | str, calls: Calls) -> Auction:
    """The auction after some calls, given one by one or as text."""
    auction = Auction.start(rules, dealer)
    given = read_calls(calls) if isinstance(calls, str) else calls
    for call in read_several(given, "calls", ActError):
        auction = auction.after(call)
    return auction


def _read_won_auction(
    rules: Rules, seat: int | str, dealer: int | str, calls: Calls, bid: Bid | str | None
) -> tuple[Auction, Bid | None]:
    """The auction and the bid with which a seat has won it; no bid where there are no calls either."""
    auction = read_auction(rules, dealer, calls)
    if bid is None:
        if not auction.calls:
            return auction, None
        high = auction.high
        if auction.to_act is not None or high is None or high[0] != read_player(seat, rules, "seat"):
            raise _not_won(seat, rules)
        return auction, high[1]
    if auction.calls:
        raise ActError("there are calls and a bid: expected one of them")
    read = auction.read(bid)
    if not isinstance(read, Bid):
        raise ActError("bid is a pass: expected a bid")
    auction.after(read)  # raises where these rules have no such bid
    return auction, read


def _not_won(seat: int | str, rules: Rules) -> ActError:
    name = player_names(seat, rules)[read_player(seat, rules, "seat")]
    return ActError(f"{name} has not won the auction: expected calls that end with that, or bid")


def read_state(scores: Sequence[int] | Standing, rules: Rules, dealer: int) -> MatchState:
    """The state of the match before a hand, from scores of all players or of two sides, or a standing."""
    return MatchState.of(match_before(scores, rules, dealer).standing, rules)


def _read_knowledge(
    knowledge: Knowledge | None, hand: Hand, kitty: Hand | None, rules: Rules, seat: int
) -> Knowledge:
    """The knowledge of a player with a hand as dealt, and with the kitty where it was seen."""
    if knowledge is None:
        known = Knowledge.of_hand(hand, rules=rules, seat=seat)
        return known if kitty is None else known.with_cards("kitty", kitty)
    if not isinstance(knowledge, Knowledge):
        raise LayoutError(f"knowledge {shown(knowledge)} is wrong: expected Knowledge")
    if knowledge.rules != rules:
        raise LayoutError("the knowledge is of other rules: expected those of the question")
    if knowledge.player != seat:
        raise LayoutError(f"the knowledge is of player {knowledge.player}: expected player {seat}")
    if knowledge.known[seat] != hand:
        raise LayoutError(
            f"the knowledge is of {knowledge.known[seat]}: expected {hand}, the hand asked about"
        )
    if knowledge.rest == "discards":
        raise LayoutError("the knowledge is of a hand in play: expected one before the kitty was taken")
    return knowledge if kitty is None else knowledge.with_cards("kitty", kitty)


def _read_knowledge_with_kitty(
    knowledge: Knowledge | None, cards: Hand, rules: Rules, seat: int
) -> Knowledge:
    """The same of a hand that has the kitty in it.

    Which of the cards were the kitty is told by the knowledge, or is of no account.
    """
    listed = list(cards)
    dealt, kitty = Hand(listed[: rules.dealt_hand_size]), Hand(listed[rules.dealt_hand_size :])
    if isinstance(knowledge, Knowledge) and knowledge.known[seat] | knowledge.known[-1] == cards:
        dealt, kitty = knowledge.known[seat], knowledge.known[-1]
    return _read_knowledge(knowledge, dealt, kitty, rules, seat)


def read_model(model: CallModel | None, rules: Rules) -> CallModel:
    """The model of calls, by default the usual one of the rules."""
    if model is None:
        return default_model(rules)
    if not isinstance(model, CallModel):
        raise WhistError(f"model {shown(model)} is wrong: expected a CallModel")
    if model.rules != rules:
        raise RulesError("the model of calls is of other rules: expected those of the question")
    return model


def read_equity(equity: MatchEquity | None, model: CallModel, rules: Rules) -> MatchEquity | None:
    """Chances to win matches, by default between seats that call by the model."""
    if equity is None:
        return self_play_equity(model, rules)
    if not isinstance(equity, MatchEquity):
        raise WhistError(f"equity {shown(equity)} is wrong: expected a MatchEquity")
    if equity.rules != rules:
        raise RulesError("the equity is of other rules: expected those of the question")
    return equity
