"""Calls as sites write them, in the form that bids have under the rules of a game."""

from __future__ import annotations

from collections.abc import Iterable

from whistsolve.errors import ActError
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid, Pass, all_bids, read_call
from whistsolve.rules import Rules

__all__ = ["auction_of_calls"]


def auction_of_calls(calls: Iterable[str], rules: Rules, dealer: int | str) -> Auction:
    """The auction of calls that were written down.

    Sites write the whole contract as the last bid, ``4♠↓``, where the player has said ``4-`` only.

    Parameters
    ----------
    calls : iterable of str
        From the player after the dealer on.
    rules : Rules
        Of a game with an auction.
    dealer : int or str

    Raises
    ------
    ActError
        Where a call cannot be read or is not legal under the rules: says which one.
    RulesError
        Where the rules have no auction.

    Examples
    --------
    >>> auction = auction_of_calls(["Pass", "Pass", "3↓", "4♠↓"], Rules.preset("bid_whist"), "S")
    >>> print(*(call for _, call in auction.calls))
    Pass Pass 3- 4-
    """
    auction = Auction.start(rules, dealer)
    for number, text in enumerate(calls, 1):
        try:
            auction = auction.after(_in_form(read_call(text), rules))
        except ActError as error:
            raise ActError(f"call {number} of the hand: {error}") from None
    return auction


def _in_form(call: Bid | Pass, rules: Rules) -> Bid | Pass:
    """A call without what bids of the rules leave open."""
    if isinstance(call, Pass):
        return call
    fitting = [
        bid
        for bid in all_bids(rules)
        if bid.level == call.level
        and (bid.trump == "NT") == (call.trump == "NT")
        and bid.trump in (None, call.trump)
        and bid.direction in (None, call.direction)
    ]
    return fitting[0] if len(fitting) == 1 else call
