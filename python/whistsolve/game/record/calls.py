"""The calls of a recorded hand."""

from __future__ import annotations

from whistsolve.errors import ActError
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.called_hand import CalledHand
from whistsolve.game.auction.calls import Bid, all_bids, read_call
from whistsolve.game.record.named_rules import scores_before
from whistsolve.game.record.played_hand import PlayedHand
from whistsolve.rules import Rules


def called_hand(hand: PlayedHand, rules: Rules) -> CalledHand:
    """The calls of a record, with the hands as dealt; the scores before it are 0 if they are not recorded.

    Raises `ActError` if there is no dealer, or a call is not legal under the rules, and other errors of
    `WhistError` if calls or scores cannot be read.
    """
    if hand.dealer is None or hand.seats != rules.players:
        raise ActError(
            f"a record of {hand.seats} hands, dealer {hand.dealer}, is wrong: expected {rules.players} hands"
            " and the dealer"
        )
    auction = Auction.start(rules, hand.dealer)
    for call in hand.calls:
        if call.seat != auction.to_act:
            raise ActError(f"the call {call.text} is of seat {call.seat}: expected one of {auction.to_act}")
        read = read_call(call.text)
        if isinstance(read, Bid) and read not in all_bids(rules):  # sites write the direction in no-trump
            read = Bid(read.level, read.trump)
        auction = auction.after(read)
    scores = scores_before(hand, rules) or (0,) * rules.players
    return CalledHand(hand.dealer, scores, auction.calls, hand.deal.hands)
