"""What ``whistsolve bid`` is asked about: a hand in text, a seat of a deal, or a call of a hand in PTN."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import click

from whistsolve.arguments import DEFAULT_RULES, read_player
from whistsolve.cli.options import missing_option, read_scores
from whistsolve.cli.ruleset import read_rules, rules_for
from whistsolve.cli.sources import is_source, read_source
from whistsolve.errors import ActError, WhistError
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import Bid, Pass
from whistsolve.game.match.match_before import match_before
from whistsolve.game.record import PlayedHand
from whistsolve.game.record.heard_calls import auction_of_calls
from whistsolve.rules import Rules
from whistsolve.values import Deal, Hand, seat_name

__all__ = ["CallRequest", "read_call_request"]

_SCORES = re.compile(r"(?P<first>\w):(?P<scores>(?:\s*[-+]?\d{1,4})+)\s*")


@dataclass(frozen=True, slots=True)
class CallRequest:
    """Whose call it is, with which cards, and what was called before.

    Attributes
    ----------
    hand : Hand or str
    seat, dealer : str
        As named by the caller, or by the record.
    calls : str
        Empty where none were made.
    scores : tuple of int
        Before the hand, as `evaluate_bids` takes them.
    won : str or None
        The bid that has won, for the question which strain to name.
    """

    hand: Hand | str
    seat: str
    dealer: str
    scores: tuple[int, ...]
    calls: str = ""
    won: str | None = None


def read_call_request(
    text: str,
    seat: str | None,
    dealer: str | None,
    at: int | None,
    scores: str | None,
    preset: str | None,
    settings: Sequence[str],
    *,
    named: bool,
) -> tuple[CallRequest, Rules | None]:
    """The question in an argument and the options of the command, and its rules, ``None`` for the default.

    Parameters
    ----------
    text : str
        The cards of a hand; or a deal, PTN, the name of a file, or ``-``.
    seat, dealer : str or None
        As the caller named them.
    at : int or None
        Which call of the auction in PTN, from 1 on.
    scores : str or None
        With commas between; those of the hand in PTN, or none made yet, where left out.
    preset, settings : str or None, sequence of str
        As for `rules_for`.
    named : bool
        Whether the question is which strain to name, after the auction.

    Raises
    ------
    WhistError
        Where the source cannot be read.
    click.UsageError
        Where there are several deals, or no such call.
    """
    sources = read_source(text, None) if is_source(text) else []
    if len(sources) > 1:
        raise _usage(f"there are {len(sources)} deals: expected one")
    found = sources[0].hand if sources else None
    if isinstance(found, PlayedHand):
        used = rules_for(found, preset, settings)
        return _of_record(found, seat, dealer, at, scores, used, named), used
    if at is not None:
        raise _usage("--at is given without an auction: expected a hand in PTN")
    if seat is None or dealer is None:
        raise missing_option("--seat" if seat is None else "--dealer")
    rules = read_rules(preset, settings)
    hand = text if found is None else _hand_of(found, seat, rules or DEFAULT_RULES)
    return CallRequest(hand, seat, dealer, (0, 0) if scores is None else read_scores(scores)), rules


def _usage(message: str) -> click.UsageError:
    return click.UsageError(message, click.get_current_context(silent=True))


def _hand_of(deal: Deal, seat: str, rules: Rules) -> Hand:
    player = read_player(seat, rules, "seat")
    if player >= deal.seats:
        raise ActError(f"seat {seat} is wrong: the deal has {deal.seats} hands")
    return deal.hands[player]


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
        raise missing_option("--dealer")
    scores = _scores_of(hand, rules, dealt_by) if given_scores is None else read_scores(given_scores)
    heard = auction_of_calls([call.text for call in hand.calls], rules, dealt_by)
    calls = [call for _, call in heard.calls]
    if named:
        if hand.contract is None:
            raise _usage("there is no contract: expected a hand in PTN that has one")
        declarer = hand.contract.declarer
        kitty = hand.added[declarer] if rules.declare_timing == "after_kitty" else Hand()
        name = seat_name(declarer, hand.seats)
        last = [bid for bid in calls if isinstance(bid, Bid)][-1:]
        won = str(last[0] if last else hand.contract.level)
        return CallRequest(hand.deal.hands[declarer] | kitty, name, dealt_by, scores, won=won)
    auction = Auction.start(rules, dealt_by)
    before = _before(calls, auction, seat, at, rules)
    for call in calls[:before]:
        auction = auction.after(call)
    if auction.to_act is None:
        raise _usage(f"the auction is over after call {before}: expected --at 1 to {len(calls)}")
    name = seat_name(auction.to_act, hand.seats)
    said = " ".join(map(str, calls[:before]))
    return CallRequest(hand.deal.hands[auction.to_act], name, dealt_by, scores, said)


def _before(calls: list[Bid | Pass], auction: Auction, seat: str | None, at: int | None, rules: Rules) -> int:
    """How many calls come before the one that is asked about."""
    if at is not None:
        if not 1 <= at <= len(calls) + 1:
            raise _usage(f"--at {at} is wrong: expected 1 to {len(calls)}, a call of the auction")
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
    bids = [number for number, call in enumerate(calls) if isinstance(call, Bid)]
    for call in calls:
        auction = auction.after(call)
    return len(calls) if auction.to_act is not None else bids[-1] if bids else 0


def _scores_of(hand: PlayedHand, rules: Rules, dealer: str) -> tuple[int, ...]:
    """The scores before the hand by seat, from the tag in which the site has them; else none made yet.

    Raises
    ------
    WhistError
        Where the game would be over at these scores.
    """
    tag = hand.tag("GameScores")
    found = None if tag is None else _SCORES.fullmatch(tag.value)
    if found is None or hand.seats != 4 or found["first"] not in "NESW":
        return (0, 0)
    scores = [int(score) for score in found["scores"].split()]
    if len(scores) != hand.seats:
        return (0, 0)
    shift = -"NESW".index(found["first"]) % hand.seats
    before = tuple(scores[shift:] + scores[:shift])
    try:
        match_before(before, rules, read_player(dealer, rules, "dealer"))
    except WhistError as error:
        raise WhistError(f"{error} by these rules with the scores of the hand: expected --scores") from None
    return before
