"""A player's agreements with partner: the model of calls by them, and the call that they allow or ask for."""

from __future__ import annotations

import functools

import numpy as np

from whistsolve.advice import BidReport, CallModel
from whistsolve.advice.answers import lowest_of_equals
from whistsolve.advice.calls.conventions import Convention
from whistsolve.game import Act, Bid, HandView
from whistsolve.game.auction.calls import all_bids
from whistsolve.rules import Rules
from whistsolve.rules.sides import are_partners


@functools.lru_cache(maxsize=16)
def model_with(conventions: tuple[Convention, ...], rules: Rules, player: int) -> CallModel:
    """The default model in which a player and their partner follow conventions."""
    own = [each for each in range(rules.players) if each == player or are_partners(each, player, rules)]
    return CallModel.population(rules, conventions=conventions, followed_by=own)


def agreed_call(report: BidReport, view: HandView, model: CallModel) -> Act:
    """The best call that the conventions of a model allow, or one nearly as good that they ask for."""
    auction = view.auction
    assert auction is not None
    own = {row.call: row for row in report.rows}
    later = any(isinstance(call, Bid) and player in model.followed_by for player, call in auction.calls)
    points = model.agreed_points(np.array([view.hand.mask], dtype=np.uint64))[int(later), 0]
    shown = dict(zip(all_bids(view.rules), points.tolist(), strict=True))
    honest = [row for call, row in own.items() if not isinstance(call, Bid) or shown[call] >= 0]
    best = lowest_of_equals(honest or report.rows)
    error = best.points_error if best.equity is None else best.equity_error
    asked = [row for row in honest if isinstance(row.call, Bid) and shown[row.call] > 0]
    near = [row for row in asked if best.value - row.value <= (error or 0.0)]
    return max(near, key=lambda row: row.rank).call if near else best.call
