"""Questions about a hand as they are asked, checked: whose it is, at which scores, what is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from whistsolve.arguments import read_player, read_rules
from whistsolve.bidding.calls.call_model import CallModel
from whistsolve.bidding.calls.self_play import default_equity, default_model, self_play_equity
from whistsolve.bidding.discarding.selection import DiscardSearch, Kind
from whistsolve.equity.match_equity import MatchEquity
from whistsolve.equity.score_table import ScoreTable
from whistsolve.errors import ActError, HandError, LayoutError, RulesError, WhistError
from whistsolve.game import Match
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid, Pass
from whistsolve.inference.knowledge import Knowledge
from whistsolve.rules import Rules
from whistsolve.rules.sides import side_count
from whistsolve.values.hands import Hand
from whistsolve.values.reading import read_integer, read_several, shown

__all__ = [
    "BidRequest",
    "SimulationOptions",
    "read_auction",
    "read_bid_request",
    "read_equity",
    "read_knowledge",
    "read_match_scores",
    "read_model",
]


@dataclass(frozen=True, slots=True)
class BidRequest:
    """Whose call it is, with which cards, at which scores, and what is taken for granted of others."""

    hand: Hand
    rules: Rules
    auction: Auction
    scores: tuple[int, ...]
    knowledge: Knowledge
    model: CallModel
    equity: MatchEquity | None

    @property
    def seat(self) -> int:
        """Who is to call."""
        assert self.auction.to_act is not None
        return self.auction.to_act


@dataclass(frozen=True, slots=True)
class SimulationOptions:
    """How discards are made, by which seed, with how much of the machine: as for `evaluate_bids`."""

    seed: int
    discards: Kind | Literal["estimated"]
    discard_search: DiscardSearch | None
    threads: int | None
    memory_mb: int


def read_bid_request(
    hand: Hand | str,
    rules: Rules | None,
    seat: int | str,
    dealer: int | str,
    calls: Iterable[Bid | Pass | str] | str,
    scores: Sequence[int],
    *,
    knowledge: Knowledge | None,
    model: CallModel | None,
    equity: MatchEquity | None,
) -> BidRequest:
    """What `evaluate_bids` was asked; its errors are those of that."""
    used = read_rules(rules)
    ScoreTable.of(used)
    cards = Hand.of(hand)
    if len(cards) != used.dealt_hand_size:
        raise HandError(f"the hand has {len(cards)} cards: expected {used.dealt_hand_size}, before the kitty")
    who = read_player(seat, used)
    auction = read_auction(used, dealer, calls)
    if auction.to_act != who:
        turn = "nobody's, for the auction is over" if auction.to_act is None else f"player {auction.to_act}'s"
        raise ActError(f"it is not the turn of player {who}: it is {turn}")
    given = read_match_scores(scores, used, auction.dealer)
    known = read_knowledge(knowledge, cards, None, used, who)
    calling = read_model(model, used)
    return BidRequest(cards, used, auction, given, known, calling, read_equity(equity, calling, used))


def read_auction(rules: Rules, dealer: int | str, calls: Iterable[Bid | Pass | str] | str) -> Auction:
    """The auction after some calls, given one by one or as text."""
    auction = Auction.start(rules, read_player(dealer, rules))
    said = calls.replace(",", " ").split() if isinstance(calls, str) else calls
    for call in read_several(said, "calls", ActError):
        auction = auction.after(call)
    return auction


def read_match_scores(scores: Sequence[int], rules: Rules, dealer: int) -> tuple[int, ...]:
    """Scores of all players before a hand, given for them or for two sides."""
    given = [read_integer(each, "score", WhistError) for each in read_several(scores, "scores", WhistError)]
    if len(given) == 2 and rules.players != 2:
        if side_count(rules) == 2:
            given *= 2
        elif not any(given):
            given = [0] * rules.players
    if len(given) != rules.players:
        raise WhistError(
            f"scores {shown(scores)} are wrong: expected one for each of {rules.players} players"
        )
    Match(rules, dealer=dealer, scores=given)  # says where the game would be over
    return tuple(given)


def read_knowledge(
    knowledge: Knowledge | None, hand: Hand, kitty: Hand | None, rules: Rules, seat: int
) -> Knowledge:
    """What is known beside the own cards, checked to be of this player.

    With a kitty it is known too, and `hand` is what was dealt.
    """
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
        return default_equity(rules) if model is default_model(rules) else self_play_equity(model, rules)
    if not isinstance(equity, MatchEquity):
        raise WhistError(f"equity {shown(equity)} is wrong: expected a MatchEquity")
    if equity.rules != rules:
        raise RulesError("the equity is of other rules: expected those of the question")
    return equity
