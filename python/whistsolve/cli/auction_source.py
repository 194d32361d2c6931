"""The call that ``whistsolve bid`` evaluates, for a hand as text, a seat of a deal, or a hand in PTN."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from whistsolve.cli import options
from whistsolve.cli.notes import note
from whistsolve.cli.sources import read_hand
from whistsolve.errors import ActError, WhistError
from whistsolve.rules import DEFAULT_RULES, Rules
from whistsolve.rules.players import read_player
from whistsolve.rules.sides import turn_step
from whistsolve.values import Deal, Hand, seat_name

if TYPE_CHECKING:
    from whistsolve.game.auction.auction import Auction
    from whistsolve.game.auction.calls import Bid, Pass
    from whistsolve.game.record import PlayedHand


@dataclass(frozen=True, slots=True)
class CallRequest:
    """A call to evaluate: whose it is, with which cards, and the calls before it.

    ``won`` is the bid that won the auction, if the question is which strain to name.
    """

    hand: Hand
    seat: str
    dealer: str
    scores: tuple[int, ...]
    rules: Rules | None
    calls: str = ""
    won: str | None = None


def read_call_request(
    text: str,
    seat: str | None,
    dealer: str | None,
    at: int | None,
    scores: str | None,
    given_rules: options.RulesOptions,
    *,
    is_opening: bool,
    named: bool,
) -> CallRequest:
    """The call that the argument and the options of the command describe.

    Omitted options are taken from a hand in PTN; ``at`` numbers the calls of its auction from 1. A hand
    without seat and dealer is that of the first to call if ``is_opening``; ``named`` requests which strain to
    name after the auction.
    """
    found, named_seat = read_hand(text)
    if not isinstance(found, (Deal, Hand)):
        return _of_record(found, seat, dealer, at, scores, given_rules.for_hand(found), named)
    if at is not None:
        raise options.usage_error("--at is given without an auction: expected a hand in PTN")
    rules = given_rules.read()
    if is_opening and isinstance(found, Hand) and seat is None and dealer is None:
        used = rules or DEFAULT_RULES
        step = turn_step(used)
        first = read_player(named_seat, used, "seat") if named_seat else step
        seat, dealer = (seat_name(each % used.players, used.players) for each in (first, first - step))
        note(f"read as the first to call: --seat {seat} --dealer {dealer}")
    seat = seat or named_seat
    if seat is None or dealer is None:
        raise options.missing(*["--seat"] * (seat is None), *["--dealer"] * (dealer is None))
    hand = found if isinstance(found, Hand) else found[seat]
    return CallRequest(hand, seat, dealer, (0, 0) if scores is None else options.read_scores(scores), rules)


def _of_record(
    hand: PlayedHand,
    seat: str | None,
    dealer: str | None,
    at: int | None,
    given_scores: str | None,
    rules: Rules,
    named: bool,
) -> CallRequest:
    dealt_by = dealer or (None if hand.dealer is None else seat_name(hand.dealer, hand.seats))
    if dealt_by is None:
        raise options.missing("--dealer")
    scores = _scores_of(hand, rules, dealt_by) if given_scores is None else options.read_scores(given_scores)
    from whistsolve.game.auction.auction import Auction, auction_of_calls
    from whistsolve.game.auction.calls import Bid

    heard = auction_of_calls([call.text for call in hand.calls], rules, dealt_by)
    calls = [call for _, call in heard.calls]
    if named:
        if hand.contract is None:
            raise options.usage_error("there is no contract: expected a hand in PTN that has one")
        declarer = hand.contract.declarer
        kitty = hand.added[declarer] if rules.declare_timing == "after_kitty" else Hand()
        name = seat_name(declarer, hand.seats)
        last = [bid for bid in calls if isinstance(bid, Bid)][-1:]
        won = str(last[0] if last else hand.contract.level)
        return CallRequest(hand.deal.hands[declarer] | kitty, name, dealt_by, scores, rules, won=won)
    auction = Auction.start(rules, dealt_by)
    before = _before(calls, auction, seat, at, rules)
    for call in calls[:before]:
        auction = auction.after(call)
    if auction.to_act is None:
        raise options.usage_error(f"the auction is over after call {before}: expected --at 1 to {len(calls)}")
    name = seat_name(auction.to_act, hand.seats)
    called = " ".join(map(str, calls[:before]))
    return CallRequest(hand.deal.hands[auction.to_act], name, dealt_by, scores, rules, called)


def _before(calls: list[Bid | Pass], auction: Auction, seat: str | None, at: int | None, rules: Rules) -> int:
    """How many calls precede call ``at``, else the seat's first, else the next call or the winning bid."""
    if at is not None:
        if not 1 <= at <= len(calls) + 1:
            message = f"--at {at} is wrong: expected 1 to {len(calls)}, a call of the auction"
            raise options.usage_error(message)
        return at - 1
    if seat is not None:
        player = read_player(seat, rules, "seat")
        for number, call in enumerate(calls):
            if auction.to_act == player:
                return number
            auction = auction.after(call)
        if auction.to_act == player:
            return len(calls)
        raise ActError(f"{seat} does not call in the hand: expected a seat that does")
    from whistsolve.game.auction.calls import Bid

    bids = [number for number, call in enumerate(calls) if isinstance(call, Bid)]
    for call in calls:
        auction = auction.after(call)
    return len(calls) if auction.to_act is not None else bids[-1] if bids else 0


def _scores_of(hand: PlayedHand, rules: Rules, dealer: str) -> tuple[int, ...]:
    """The scores before the hand by seat, as its tags have them; zeros if they have none."""
    from whistsolve.game.match.single_hand import match_before
    from whistsolve.game.record.named_rules import scores_before

    before = scores_before(hand, rules)
    if before is None:
        return (0, 0)
    try:
        match_before(before, rules, read_player(dealer, rules, "dealer"))
    except WhistError as error:
        raise WhistError(f"{error} by these rules with the scores of the hand: expected --scores") from None
    return before
