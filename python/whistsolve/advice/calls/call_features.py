"""The features of a call in a conditional logit policy: what the auction and the caller's hand say of it."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.advice.calls.auction_states import AuctionKind
from whistsolve.advice.calls.stakes import Stakes
from whistsolve.game.auction.calls import Bid, Pass
from whistsolve.rules import Rules

#: Of bids, by the hand: points as the contract, gains at the score, tricks short of the bid, and to spare.
HAND_FEATURES: Final = ("points", "gain", "short", "spare")
#: Of bids, by the auction: levels above the lowest legal one, these times the share of players still to call,
#: no-trump, and levels above the lowest of the game by one. Of passes: itself, whether nobody calls after,
#: whether the high bid is in no-trump, its level, what it is expected to gain if it stands; and by the hand
#: its strength in tricks above the mean.
FEATURES: Final = (
    *HAND_FEATURES,
    *("jump", "jump_early", "no_trump", "level"),
    *("pass", "pass_last", "pass_no_trump", "pass_level", "pass_gain", "pass_strength"),
)
#: Each has weights of its own: calls if nobody has bid, over a bid of the others, and over a partner's.
GROUPS: Final = ("nobody", "theirs", "ours")
_BID, _PASS = len(HAND_FEATURES), FEATURES.index("pass")


def group_of(kind: AuctionKind) -> int:
    """The index in `GROUPS` of states of a kind."""
    return 0 if kind.high is None else 1 + kind.ours


def auction_features(
    kind: AuctionKind, calls: tuple[Bid | Pass, ...], side: int, stakes: Stakes, rules: Rules
) -> NDArray[np.float64]:
    """The features of all legal calls, 0 where the hand decides them: float64, shape (calls, features)."""
    found = np.zeros((len(calls), len(FEATURES)))
    lowest = min((call.level for call in calls if isinstance(call, Bid)), default=0)
    base, high = rules.min_bid + 1, kind.high
    # Where the auction goes round again, all others may still call.
    behind = (
        (rules.players - 1 - kind.turn) / (rules.players - 1) if rules.auction_rounds == "single" else 1.0
    )
    for row, call in zip(found, calls, strict=True):
        if isinstance(call, Bid):
            jump = call.level - lowest
            row[_BID:_PASS] = jump, jump * behind, call.trump == "NT", call.level - base
            continue
        row[_PASS : _PASS + 2] = 1, behind == 0
        if high is not None:
            gains = stakes.partner if kind.ours else stakes.others
            row[_PASS + 2 : -1] = high.trump == "NT", high.level - base, gains[side, high.level]
    return found


def hand_slopes(policies: NDArray[np.float64]) -> NDArray[np.float64]:
    """The slopes of policies of a group, (policies, features), on the features of hands: (policies, 2, 4).

    Of passes, whose only feature is the strength, then of bids.
    """
    found = np.zeros((len(policies), 2, len(HAND_FEATURES)))
    found[:, 0, 0], found[:, 1] = policies[:, -1], policies[:, :_BID]
    return found


def with_hand(by_auction: NDArray[np.float64], by_hand: NDArray[np.float64]) -> NDArray[np.float64]:
    """Features of legal calls by the auction with those by the hand, (calls, 4), filled in."""
    found = by_auction.copy()
    is_pass = found[:, _PASS] == 1
    found[~is_pass, :_BID] = by_hand[~is_pass]
    found[is_pass, -1] = by_hand[is_pass, 0]
    return found
