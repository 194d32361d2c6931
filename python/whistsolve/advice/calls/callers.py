"""Which kind of bidder sits in each seat: a posterior from the calls of earlier hands and of this auction."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from whistsolve.advice.calls.bid_values import Stakes
from whistsolve.advice.calls.call_model import CallModel
from whistsolve.equity.match_equity import MatchEquity
from whistsolve.equity.transitions import MatchState
from whistsolve.errors import ActError
from whistsolve.game import CalledHand
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid, Pass
from whistsolve.rules import Rules
from whistsolve.rules.sides import are_partners
from whistsolve.values.hands import Hand

#: The kind of the library's own players, and the prior chance that a partner is of it for certain.
OWN: Final = "own"
_PARTNER_IS_OWN: Final = 0.5
#: How much the calls of a seat's partner tell of the seat itself: partners are often of one kind.
_SCHOOL: Final = 0.5
#: The share of calls that follow none of the policies.
_LAPSES: Final = 0.05
#: Hands over which the likelihood of a call is averaged if it is not known from which it was made.
_HANDS: Final = 48


class Caller(NamedTuple):
    """What is believed of a player: the chance of each kind of bidder, by name."""

    player: int
    kinds: tuple[tuple[str, float], ...]

    def as_dict(self) -> dict[str, object]:
        """Both by name, for JSON."""
        return {"player": self.player, "kinds": dict(self.kinds)}


def callers_of(model: CallModel, seat: int) -> tuple[Caller, ...]:
    """What a model believes of all players but one."""
    return tuple(
        Caller(player, tuple(zip(model.kinds, model.weights[player].tolist(), strict=True)))
        for player in range(model.rules.players)
        if player != seat
    )


@functools.lru_cache(maxsize=128)
def at_table(
    model: CallModel,
    seat: int,
    dealer: int,
    state: MatchState,
    equity: MatchEquity | None,
    history: tuple[CalledHand, ...],
) -> CallModel:
    """The model as a seat has it: at the stakes of the score, and with what the calls of earlier hands tell.

    Raises `ActError` if calls of the history are not legal, `WhistError` if a score in it ends the match.
    """
    rules = model.rules
    stakes = Stakes.of_points(rules) if equity is None else Stakes.of(rules, dealer, state, equity)
    weights = model.weights.copy()
    if OWN in model.kinds and len(model.kinds) > 1:
        for partner in (each for each in range(rules.players) if are_partners(each, seat, rules)):
            weights[partner] *= 1 - _PARTNER_IS_OWN
            weights[partner, model.kinds.index(OWN)] += _PARTNER_IS_OWN
    if history and len(model.kinds) > 1:
        evidence = sum((_of_hand(model, hand, equity) for hand in history), np.zeros(weights.shape))
        weights = _posterior(weights, evidence, seat, rules)
    return model.at(stakes, weights)


@functools.lru_cache(maxsize=64)
def after_calls(model: CallModel, auction: Auction, seat: int, hand: Hand) -> CallModel:
    """The model with what the calls of an auction tell a seat with a hand about who made them."""
    rules = model.rules
    if len(model.kinds) == 1 or all(caller == seat for caller, _ in auction.calls):
        return model
    drawn = _drawn(rules.deck - hand, rules)
    hands = {player: drawn for player in range(rules.players) if player != seat}
    evidence = _of_calls(model, auction.dealer, auction.calls, hands)
    return model.at(model.stakes, _posterior(model.weights, evidence, seat, rules))


def _posterior(
    weights: NDArray[np.float64], evidence: NDArray[np.float64], seat: int, rules: Rules
) -> NDArray[np.float64]:
    """The chances of kinds by seat after log-likelihoods of its calls, (players, kinds)."""
    found = evidence.copy()
    for caller in range(rules.players):
        for other in range(rules.players):
            if caller != other and seat not in (caller, other) and are_partners(caller, other, rules):
                found[caller] += _SCHOOL * evidence[other]
    found = weights * np.exp(found - found.max(axis=1, keepdims=True))
    posterior: NDArray[np.float64] = found / found.sum(axis=1, keepdims=True)
    return posterior


@functools.lru_cache(maxsize=4096)
def _of_hand(model: CallModel, hand: CalledHand, equity: MatchEquity | None) -> NDArray[np.float64]:
    """The log-likelihood of each seat's calls in a hand that is over, by kind: float64, (players, kinds)."""
    rules = model.rules
    if equity is not None:
        model = model.at(Stakes.before(hand, rules, equity))
    known = {player: rules.deck if held is None else held for player, held in enumerate(hand.hands)}
    hands = {
        player: _drawn(cards, rules) for player, cards in known.items() if len(cards) >= rules.dealt_hand_size
    }
    found = _of_calls(model, hand.dealer, hand.calls, hands)
    found.setflags(write=False)
    return found


def _of_calls(
    model: CallModel,
    dealer: int,
    calls: Iterable[tuple[int, Bid | Pass]],
    hands: Mapping[int, NDArray[np.uint64]],
) -> NDArray[np.float64]:
    """The log-likelihood of each seat's calls, averaged over hands that it may have had: (players, kinds)."""
    found = np.zeros(model.weights.shape)
    auction = Auction.start(model.rules, dealer)
    for caller, call in calls:
        if caller != auction.to_act:
            raise ActError(f"{call} of player {caller} in a past hand is wrong: expected {auction.to_act}")
        if caller in hands:
            state, values = model.states.of(auction), model.bid_values(hands[caller], caller)
            rows = np.arange(len(hands[caller]))
            column = state.columns[state.calls.index(call)]
            chances = [
                model.chances([state], np.zeros_like(rows), values, rows, weights)[:, column].mean()
                for weights in np.eye(len(model.kinds))
            ]
            found[caller] += np.log((1 - _LAPSES) * np.array(chances) + _LAPSES / len(state.calls))
        auction = auction.after(call)
    return found


def _drawn(cards: Hand, rules: Rules) -> NDArray[np.uint64]:
    """Hands drawn from cards, one if there is no choice: uint64, (hands,)."""
    if len(cards) == rules.dealt_hand_size:
        return np.array([cards.mask], dtype=np.uint64)
    bits = np.array([1 << card.index for card in cards], dtype=np.uint64)
    order = np.random.Generator(np.random.PCG64(0)).random((_HANDS, len(bits))).argsort(axis=1)
    found: NDArray[np.uint64] = bits[order[:, : rules.dealt_hand_size]].sum(axis=1, dtype=np.uint64)
    return found
