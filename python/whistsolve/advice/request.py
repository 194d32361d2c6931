"""Checked requests before the first lead: the player's hand, the auction, the knowledge and the payoffs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, Unpack

from whistsolve._internal.reading import plain_text, read_instance, read_several, shown
from whistsolve.advice.calls.call_model import CallModel
from whistsolve.advice.calls.callers import Caller, after_calls, at_table, callers_of
from whistsolve.advice.calls.self_play import default_model, self_play_equity
from whistsolve.advice.discarding.declarer_solver import refuse_two_dummies
from whistsolve.advice.simulation import AuctionSimulation, Simulation
from whistsolve.dealing import dealt_sizes
from whistsolve.equity.match_equity import MatchEquity
from whistsolve.equity.match_state import MatchState
from whistsolve.equity.payoffs import PayoffTable, kept_payoffs
from whistsolve.equity.score_table import ScoreTable
from whistsolve.errors import ActError, LayoutError, NotationError, RulesError, WhistError, unanswered
from whistsolve.game import CalledHand, HandView, PlayedHand, Standing
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid, Pass, read_calls, strains_of
from whistsolve.game.match.single_hand import match_before
from whistsolve.game.record.calls import called_hand
from whistsolve.inference.knowledge import Knowledge
from whistsolve.inference.posterior import LayoutPosterior
from whistsolve.rules import Rules
from whistsolve.rules.players import player_names, read_player
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain

#: Calls as a sequence, or all in one text.
Calls: TypeAlias = Iterable[Bid | Pass | str] | str


@dataclass(frozen=True, slots=True)
class Situation:
    """Who asks, with which cards, after which calls and at which scores: given one by one, or as a view."""

    hand: Hand
    rules: Rules
    #: As the caller names them.
    seat: int | str
    dealer: int | str
    calls: Calls
    scores: Sequence[int] | Standing
    #: The strain that a view has; ``None`` if it is not named yet.
    strain: Strain | None = None

    @classmethod
    def read(
        cls,
        hand: Hand | str | HandView,
        rules: Rules | None,
        seat: int | str | None,
        dealer: int | str | None,
        calls: Calls,
        scores: Sequence[int] | Standing | None,
    ) -> Situation:
        """Checks that a hand has a seat and a dealer, and a view none; cards discarded count as held."""
        if isinstance(hand, HandView):
            given = {"rules": rules, "seat": seat, "dealer": dealer, "calls": None if calls == () else calls}
            for name, value in given.items():
                if value is not None:
                    raise WhistError(f"{name} {shown(value)} is given with a view: expected the view alone")
            cards = hand.hand | (hand.discards[hand.player] or Hand())
            called = tuple(call for _, call in hand.calls)
            of_hand = hand.standing or hand.scores if scores is None else scores
            return cls(cards, hand.rules, hand.player, hand.dealer, called, of_hand, hand.strain)
        for name, value in (("seat", seat), ("dealer", dealer)):
            if value is None:
                raise ActError(f"{name} is missing: expected such as seat='S', dealer='N', or a HandView")
        assert seat is not None and dealer is not None
        at = (0, 0) if scores is None else scores
        return cls(Hand.of(hand), Rules.or_default(rules), seat, dealer, calls, at)


@dataclass(frozen=True, slots=True)
class _HandRequest:
    """The player to act, their cards, the calls so far, and what is known of the other cards.

    The model of calls and the payoffs of contracts at these scores are ``None`` for discards if neither calls
    nor a bid nor a model nor an equity is given.
    """

    hand: Hand
    rules: Rules
    seat: int
    auction: Auction
    knowledge: Knowledge
    model: CallModel | None
    payoffs: PayoffTable | None

    @property
    def dealer(self) -> int:
        """The seat of the dealer."""
        return self.auction.dealer

    def posterior(self) -> LayoutPosterior:
        """The layouts given what is known and the calls so far."""
        return LayoutPosterior(self.knowledge, self.auction, self.model)

    def callers(self) -> tuple[Caller, ...]:
        """Which kinds of bidders the others are taken to be."""
        if self.model is None:
            return ()
        return callers_of(after_calls(self.model, self.auction, self.seat, self.hand), self.seat)


@dataclass(frozen=True, slots=True)
class AuctionRequest(_HandRequest):
    """A request whose model of calls and payoffs are always known."""

    model: CallModel
    payoffs: PayoffTable


@dataclass(frozen=True, slots=True)
class BidRequest(AuctionRequest):
    """The request of `evaluate_bids`: the player to call."""

    @classmethod
    def read(cls, asked: Situation, **simulation: Unpack[AuctionSimulation[Any]]) -> BidRequest:
        """Checks the arguments of `evaluate_bids`; raises its errors."""
        used, cards = asked.rules, asked.hand
        ScoreTable.of(used)
        if len(cards) != used.dealt_hand_size:
            raise NotationError(
                f"the hand has {len(cards)} cards: expected {used.dealt_hand_size}, before the kitty"
            )
        player = read_player(asked.seat, used, "seat")
        auction = read_auction(used, asked.dealer, asked.calls)
        if auction.to_act != player:
            names, to_act = player_names(asked.seat, used), auction.to_act
            turn = "nobody's, for the auction is over" if to_act is None else f"{names[to_act]}'s"
            heard = ", ".join(f"{names[who]} {call}" for who, call in auction.calls) or "no calls"
            why = f"dealer {names[auction.dealer]}, {heard}"
            raise ActError(f"it is not the turn of {names[player]}: it is {turn} ({why})")
        known = _read_knowledge(cards, None, used, player, simulation.get("knowledge"))
        payoffs = _read_payoffs(auction, player, asked.scores, simulation)
        return cls(cards, used, player, auction, known, *payoffs)


@dataclass(frozen=True, slots=True)
class StrainRequest(AuctionRequest):
    """The request of `evaluate_strains`: the declarer and the winning bid, before or after the kitty."""

    bid: Bid
    kitty_seen: bool

    @classmethod
    def read(
        cls, asked: Situation, bid: Bid | str | None, **simulation: Unpack[AuctionSimulation[Any]]
    ) -> StrainRequest:
        """Checks the arguments of `evaluate_strains`; raises its errors."""
        used, cards = asked.rules, asked.hand
        ScoreTable.of(used)
        size = used.dealt_hand_size
        seen = bool(used.kitty_size) and len(cards) == size + used.kitty_size
        if not seen and len(cards) != size:
            with_kitty = f", or {size + used.kitty_size} with the kitty" if used.kitty_size else ""
            raise NotationError(f"the hand has {len(cards)} cards: expected {size}{with_kitty}")
        player = read_player(asked.seat, used, "seat")
        auction, won = _read_won_auction(asked, bid)
        if won is None:
            raise _not_won(asked.seat, used)
        model, payoffs = _read_payoffs(auction, player, asked.scores, simulation)
        given = simulation.get("knowledge")
        if seen:
            known = _read_knowledge_with_kitty(cards, used, player, given)
        else:
            known = _read_knowledge(cards, None, used, player, given)
        return cls(cards, used, player, auction, known, model, payoffs, won, seen)


@dataclass(frozen=True, slots=True)
class DiscardRequest(_HandRequest):
    """The request of `evaluate_discards`: the declarer's cards with the kitty, the strain, and any bid."""

    strain: Strain
    bid: Bid | None

    @classmethod
    def read(
        cls,
        asked: Situation,
        strain: Strain | str | None,
        bid: Bid | str | None,
        **simulation: Unpack[Simulation[Any]],
    ) -> DiscardRequest:
        """Checks the arguments of `evaluate_discards`; raises its errors."""
        used, cards = asked.rules, asked.hand
        if len(dealt_sizes(used)) == used.dealt_hands:
            raise unanswered("the game has no kitty that a declarer takes", "a game with one")
        refuse_two_dummies(used)
        given = asked.strain if strain is None else strain
        if given is None:
            raise ActError("strain is missing: expected one, or a view in which it is named")
        named = Strain.of(given)
        size = used.dealt_hand_size + dealt_sizes(used)[-1]
        if len(cards) != size:
            raise NotationError(f"the hand has {len(cards)} cards: expected {size}, with the kitty")
        player = read_player(asked.seat, used, "seat")
        auction, won = _read_won_auction(asked, bid)
        if won is not None and named not in strains_of(won, used):
            allowed = ", ".join(map(str, strains_of(won, used)))
            raise ActError(f"strain {named} is wrong after {won}: expected one of {allowed}")
        if used.has_dummies:
            known = _read_knowledge_of_dummy(cards, used, player, simulation.get("knowledge"))
        else:
            known = _read_knowledge_with_kitty(cards, used, player, simulation.get("knowledge"))
        model, payoffs = None, None
        if won is not None or simulation.get("model") is not None or simulation.get("equity") is not None:
            ScoreTable.of(used)
            model, payoffs = _read_payoffs(auction, player, asked.scores, simulation)
        else:
            read_state(asked.scores, used, auction.dealer)
        return cls(cards, used, player, auction, known, model, payoffs, named, won)

    @property
    def most_tricks(self) -> int:
        """The number of tricks in the hand, as `solve` counts them."""
        return self.rules.dealt_hand_size - 1 + self.rules.first_trick_weight


def read_auction(rules: Rules, dealer: int | str, calls: Calls) -> Auction:
    """The auction after the given calls, a sequence or one text."""
    auction = Auction.start(rules, dealer)
    given = read_calls(calls) if isinstance(calls, str) else calls
    for call in read_several(given, "calls", ActError):
        auction = auction.after(call)
    return auction


def _read_won_auction(asked: Situation, bid: Bid | str | None) -> tuple[Auction, Bid | None]:
    """The auction and the bid with which the seat has won it; ``None`` if neither calls nor bid is given."""
    rules, seat = asked.rules, asked.seat
    auction = read_auction(rules, asked.dealer, asked.calls)
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
    auction.after(read)  # raises if these rules have no such bid
    return auction, read


def _not_won(seat: int | str, rules: Rules) -> ActError:
    name = player_names(seat, rules)[read_player(seat, rules, "seat")]
    return ActError(f"{name} has not won the auction: expected calls that end with that, or bid")


def read_state(scores: Sequence[int] | Standing, rules: Rules, dealer: int) -> MatchState:
    """The state of the match before a hand, from scores of all players or of both sides, or a standing."""
    return MatchState.of(match_before(scores, rules, dealer).standing, rules)


def _read_payoffs(
    auction: Auction, seat: int, scores: Sequence[int] | Standing, simulation: Simulation[Any]
) -> tuple[CallModel, PayoffTable]:
    """The model of calls, and a player's payoffs of contracts at the given scores."""
    rules, dealer = auction.rules, auction.dealer
    state = read_state(scores, rules, dealer)
    model = read_model(simulation.get("model"), rules)
    equity = read_equity(simulation.get("equity"), model, rules)
    history = read_history(simulation.get("history", ()), scores, rules)
    model = at_table(model, seat, dealer, state, equity, history)
    return model, kept_payoffs(rules, seat, dealer, state, equity)


def _read_knowledge(
    hand: Hand, kitty: Hand | None, rules: Rules, seat: int, knowledge: Knowledge | None
) -> Knowledge:
    """The checked knowledge of a player with a hand as dealt, and with the kitty if it was seen."""
    if knowledge is None:
        known = Knowledge.of_hand(hand, rules=rules, seat=seat)
        return known if kitty is None else known.with_cards("kitty", kitty)
    read_instance(knowledge, Knowledge, "knowledge", LayoutError)
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
    cards: Hand, rules: Rules, seat: int, knowledge: Knowledge | None
) -> Knowledge:
    """The checked knowledge of a player whose cards include the kitty.

    The given knowledge says which cards were the kitty; without it any are chosen, to the same effect.
    """
    listed = list(cards)
    dealt, kitty = Hand(listed[: rules.dealt_hand_size]), Hand(listed[rules.dealt_hand_size :])
    if isinstance(knowledge, Knowledge) and knowledge.known[seat] | knowledge.known[-1] == cards:
        dealt, kitty = knowledge.known[seat], knowledge.known[-1]
    return _read_knowledge(dealt, kitty, rules, seat, knowledge)


def _read_knowledge_of_dummy(cards: Hand, rules: Rules, seat: int, knowledge: Knowledge | None) -> Knowledge:
    """The checked knowledge of a player who looks at the cards of the dummy, all that it was dealt."""
    if knowledge is None:
        raise LayoutError(
            "knowledge is missing: expected Knowledge.of_view, in which you have a hand beside the dummy"
        )
    if isinstance(knowledge, Knowledge) and knowledge.known[-1] != cards:
        raise LayoutError(f"the knowledge is of a dummy with {knowledge.known[-1]}: expected {cards}")
    return _read_knowledge(knowledge.known[seat], None, rules, seat, knowledge)


def read_history(
    history: Iterable[PlayedHand | CalledHand], scores: Sequence[int] | Standing | None, rules: Rules
) -> tuple[CalledHand, ...]:
    """The calls of earlier hands, from records or as they are, and those of a standing."""
    found = [_read_called(hand, rules) for hand in read_several(history, "history", WhistError)]
    return (*found, *(scores.history if isinstance(scores, Standing) else ()))


def _read_called(hand: object, rules: Rules) -> CalledHand:
    if isinstance(hand, PlayedHand):
        return called_hand(hand, rules)
    if not isinstance(hand, CalledHand):
        raise WhistError(f"a hand of the history, {shown(hand)}, is wrong: expected a PlayedHand")
    if len(hand.hands) != rules.players:
        raise WhistError(f"a hand of the history has {len(hand.hands)} hands: expected {rules.players}")
    return hand


def read_model(model: CallModel | str | None, rules: Rules) -> CallModel:
    """The checked model of calls, by default `default_model`, the population."""
    if model is None or plain_text(model) == "population":
        return default_model(rules)
    if not isinstance(model, CallModel):
        raise WhistError(f"model {shown(model)} is wrong: expected a CallModel, or 'population'")
    if model.rules != rules:
        raise RulesError("the model of calls is of other rules: expected those of the question")
    return model


def read_equity(equity: MatchEquity | None, model: CallModel, rules: Rules) -> MatchEquity | None:
    """The checked match equity, by default that between seats that call by the model."""
    if equity is None:
        return self_play_equity(model, rules)
    read_instance(equity, MatchEquity, "equity", WhistError)
    if equity.rules != rules:
        raise RulesError("the equity is of other rules: expected those of the question")
    return equity
