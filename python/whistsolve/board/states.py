"""Hands on the board as `HandState` has them; where calls or dealer are not known, with some of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, cast

from whistsolve.board.hands import BoardHand, read_at
from whistsolve.errors import ActError, DealError, PlayError, RulesError, WhistError
from whistsolve.game import HandState
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import PASS, Bid, all_bids, strains_of
from whistsolve.game.record.heard_calls import auction_of_calls
from whistsolve.rules import Rules
from whistsolve.rules.sides import turn_step
from whistsolve.values import Card, Deal, Hand, seat_name

__all__ = ["AuctionOnBoard", "StateOnBoard", "auction_on_board", "rules_as_dealt", "state_on_board"]

#: Rounds of passes after which an auction that was assumed has ended under all rules.
_MOST_CALLS: Final = 40


@dataclass(frozen=True, slots=True)
class StateOnBoard:
    """A hand with what its players may know.

    Attributes
    ----------
    state : HandState
    is_assumed : bool
        Whether the calls, the dealer or the card that was turned up are not those of the hand, but such as
        the rules allow: then they say nothing about the cards of anyone.
    """

    state: HandState
    is_assumed: bool

    def seat_of(self, hand: int) -> int:
        """The seat on the board of a hand of the state."""
        return self.state.seating.chair_of(hand)


@dataclass(frozen=True, slots=True)
class AuctionOnBoard:
    """The auction before a call.

    Attributes
    ----------
    rules : Rules
        With as many jokers as were dealt.
    before : Auction
        Up to the call.
    whole : Auction
        As far as it went.
    is_assumed : bool
        As for `StateOnBoard`.
    """

    rules: Rules
    before: Auction
    whole: Auction
    is_assumed: bool

    @property
    def actual(self) -> str | None:
        """The call that was made then; ``None`` where it is not known."""
        number = len(self.before.calls)
        return (
            None if self.is_assumed or number == len(self.whole.calls) else str(self.whole.calls[number][1])
        )


def rules_as_dealt(hand: BoardHand) -> Rules:
    """The rules of a hand with the jokers that were dealt, as they have them where nobody names any.

    Raises
    ------
    DealError
        Where there are more jokers than the rules can have.
    """
    rules, cards = hand.rules, hand.deal.cards
    dealt = len(cards.jokers)
    if dealt == rules.jokers:
        return rules
    try:
        changed = rules.with_options(jokers=cast(Literal[0, 1, 2], dealt))
    except RulesError as error:
        if dealt < rules.jokers:
            return rules  # a part of a deal
        raise DealError(f"the deal has {dealt} jokers, and the rules {rules.jokers}: {error}") from None
    return changed if dealt > rules.jokers or len(cards) == changed.deck_size else rules


def state_on_board(hand: BoardHand, at: int | None = None) -> StateOnBoard:
    """The hand after some of the cards played.

    Parameters
    ----------
    hand : BoardHand
    at : int, optional
        How many cards; all where left out.

    Raises
    ------
    ContractError
        Where strain and declarer are not known.
    DealError
        Where the cards do not fit the rules, or the hand cannot be played by them as the board has it.
    PlayError
        Where another seat leads than by the rules, or a card is not legal.
    ActError
        Where the calls do not lead to the contract.
    """
    hand.required_contract()
    rules = rules_as_dealt(hand)
    plays = hand.played if at is None else hand.played[: read_at(at, len(hand.played))]
    _check_playable(hand, rules)
    found = _before_lead(hand, rules)
    for card in plays:
        found.state.push(card)
    return found


def auction_on_board(hand: BoardHand, seat: int, call: int | None = None) -> AuctionOnBoard:
    """The auction before a call of a seat.

    Parameters
    ----------
    hand : BoardHand
    seat : int
    call : int, optional
        How many of the calls were heard. Where left out, those before the first call of the seat; where it
        has not called, all of them and passes of those between.

    Raises
    ------
    ActError
        Where the seat has no call to make then, or a call is not legal.
    RulesError
        Where there is no auction, or with dummies.
    """
    rules = rules_as_dealt(hand)
    if rules.has_dummies:
        raise RulesError(f"game {rules.game!r} has dummies: expected a game in which every hand calls")
    if hand.deal.seats != rules.players:
        raise DealError(f"the deal has {hand.deal.seats} hands: expected {rules.players} in {rules.game}")
    whole, is_assumed = _whole_auction(hand, rules, seat)
    calls = whole.calls
    if call is None:
        own = [number for number, (player, _) in enumerate(calls) if player == seat]
        call = own[0] if own else len(calls)
    if call > len(calls):
        raise ActError(f"call {call} is wrong: expected 0 to {len(calls)}, as many as the hand has")
    before = Auction.start(rules, whole.dealer)
    for _, made in calls[:call]:
        before = before.after(made)
    while call == len(calls) and before.to_act not in (None, seat) and PASS in before.legal_calls:
        before, is_assumed = before.after(PASS), True
    if before.to_act != seat:
        turn = "the auction is over" if before.to_act is None else f"{hand.named(before.to_act)} calls"
        raise ActError(f"{hand.named(seat)} has no call to make after {call} calls: {turn}")
    return AuctionOnBoard(rules, before, whole if len(before.calls) <= len(calls) else before, is_assumed)


def _whole_auction(hand: BoardHand, rules: Rules, seat: int) -> tuple[Auction, bool]:
    """The auction of a hand, or one that is assumed; before any call and any dealer the seat calls first."""
    if hand.calls or hand.is_in_play:
        for found in _auctions(hand, rules):
            return found
        raise ActError("no auction of these rules leads to the contract of the hand: expected another")
    if hand.dealer is not None:
        return Auction.start(rules, hand.dealer), False
    return Auction.start(rules, (seat - turn_step(rules)) % rules.players), True


# ------------------------------------------------------------------------------------- before the first lead


def _before_lead(hand: BoardHand, rules: Rules) -> StateOnBoard:
    """The hand at the first lead."""
    failure: WhistError | None = None
    for acts, dealer, turned, is_assumed in _beginnings(hand, rules):
        try:
            state = HandState(
                *(_dealt(hand), rules),
                dealer=dealer,
                turned=turned,
                scores=hand.scores or None,
                partner=_player_of(hand) if rules.game == "dummy" else 0,
            )
            _advance(state, hand, acts)
            _check_begun(state, hand)
        except WhistError as error:
            failure = failure or error
            continue
        return StateOnBoard(state, is_assumed)
    if failure is not None:
        raise failure
    if rules.trump_rule != "declared":
        raise DealError(f"the dealer holds no card that makes {hand.strain} trumps: expected one to turn up")
    raise ActError("no dealer and no auction of these rules leads to the contract of the hand")


def _beginnings(hand: BoardHand, rules: Rules) -> Iterator[tuple[list[str], int, Card | None, bool]]:
    """How the hand may have begun: calls, dealer, the card turned up, and whether these are assumed."""
    if rules.trump_rule == "declared":
        for auction, is_assumed in _auctions(hand, rules):
            yield [str(call) for _, call in auction.calls], auction.dealer, None, is_assumed
        return
    strain, _ = hand.required_contract()
    hands = _dealt(hand).hands
    if hand.turned is not None:  # the dealer's
        holder = next((each for each, held in enumerate(hands) if hand.turned in held), None)
        if holder is None:
            raise DealError(f"no hand holds the card turned up, {hand.turned}: expected the dealer's")
        yield [], holder, hand.turned, False
        return
    for dealer in _dealers(hand, rules.dealt_hands):
        held = [card for card in hands[dealer] if card.suit is not None and card.suit.letter == strain.trump]
        if held:
            yield [], dealer, held[-1], True


def _auctions(hand: BoardHand, rules: Rules) -> Iterator[tuple[Auction, bool]]:
    """Auctions that lead to the contract of a hand, if it has one, the likeliest first."""
    dealers = list(_dealers(hand, rules.players))
    if hand.calls:
        fitting, failure = [], None
        for dealer in dealers:
            try:
                auction = auction_of_calls(hand.calls, rules, _dealer_name(hand, rules, dealer))
                _check_contract(auction, hand)
                fitting.append(auction)
            except WhistError as error:
                failure = failure or error
        if not fitting and failure is not None:
            raise failure
        for auction in fitting:
            yield auction, len(fitting) > 1
        return
    strain, _ = hand.required_contract()
    declarer = _player_of(hand)
    for bid in all_bids(rules):
        if hand.level in (None, bid.level) and strain in strains_of(bid, rules):
            for dealer in dealers:
                found = _assumed_auction(rules, dealer, declarer, bid)
                if found is not None:
                    yield found, True


def _assumed_auction(rules: Rules, dealer: int, declarer: int, bid: Bid) -> Auction | None:
    """The auction in which the declarer makes a bid and all others pass; ``None`` where it is not legal."""
    auction = Auction.start(rules, dealer)
    while auction.to_act is not None and len(auction.calls) < _MOST_CALLS:
        bids = auction.to_act == declarer and auction.high is None
        if (bid if bids else PASS) not in auction.legal_calls:
            return None
        auction = auction.following(bid if bids else PASS)
    return auction if auction.is_over and auction.high == (declarer, bid) else None


def _dealers(hand: BoardHand, hands: int) -> Iterator[int]:
    """The dealer, or those who may be, he first after whom the declarer calls at once."""
    if hand.dealer is not None:
        yield hand.seating.chairs[hand.dealer]
        return
    first = 0 if hand.declarer is None else hand.seating.chairs[hand.declarer]
    step = turn_step(hand.rules)
    for turn in range(1, hands + 1):
        yield (first - step * turn) % hands


def _advance(state: HandState, hand: BoardHand, calls: list[str]) -> None:
    """Push acts until the first card can be led."""
    strain, _ = hand.required_contract()
    waiting = iter(calls)
    while state.stage not in ("play", "over"):
        if state.stage == "hand_option":
            state.push("keep")
        elif state.stage == "auction":
            state.push(next(waiting))
        elif state.stage == "declaration":
            state.push(strain)
        elif state.stage == "discard":
            state.push(hand.deal.kitty or Hand() if hand.discard is None else hand.discard)
        else:
            raise DealError(
                f"a joker is exchanged in {strain} by these rules, and the hand does not say for which card"
            )


def _check_begun(state: HandState, hand: BoardHand) -> None:
    """Check that the strain is that of the hand, and the leader."""
    if state.strain != hand.strain:
        raise ActError(f"the strain of the hand is {hand.strain}: by the rules it is {state.strain}")
    assert state.hand_to_play is not None
    leader, by_rules = hand.leads, state.seating.chair_of(state.hand_to_play)
    if leader != by_rules:
        raise PlayError(
            f"{hand.named(leader)} leads to the first trick: by the rules {hand.named(by_rules)} does"
        )


def _check_contract(auction: Auction, hand: BoardHand) -> None:
    """Check that an auction leads to the contract of the hand, if there is one."""
    if not hand.is_in_play:
        return
    strain, declarer = hand.required_contract()
    high = auction.high
    if not auction.is_over or high is None or high[0] != _player_of(hand):
        raise ActError(f"the calls do not make {hand.named(declarer)} the declarer: expected calls that do")
    if strain not in strains_of(high[1], auction.rules):
        raise ActError(f"the bid {high[1]} does not allow {strain}: expected a strain of the bid")


def _check_playable(hand: BoardHand, rules: Rules) -> None:
    """Check what the board can show and a hand by the rules cannot be."""
    if rules.double_dummy_mode == "two_hands" and rules.game == "double_dummy":
        raise RulesError("two hands are out of play by these rules: expected a game with all hands in play")
    if hand.takes is not None and hand.takes != hand.declarer:
        raise DealError(f"{hand.named(hand.takes)} takes the kitty: expected the declarer, as by the rules")
    if rules.has_dummies and hand.deal.kitty is not None:
        raise DealError("the dummies gave up cards, and the hand does not say which: expected no kitty")


# --------------------------------------------------------------------------------------------- small things


def _dealt(hand: BoardHand) -> Deal:
    """The deal by numbers of hands: players first, then dummies."""
    chair_of = hand.seating.chair_of
    return Deal([hand.deal.hands[chair_of(each)] for each in range(hand.deal.seats)], hand.deal.kitty)


def _player_of(hand: BoardHand) -> int:
    """The number of the declarer.

    Raises
    ------
    DealError
        Where he is a dummy.
    """
    _, declarer = hand.required_contract()
    player = hand.seating.chairs[declarer]
    if player >= hand.rules.players:
        raise DealError(f"{hand.named(declarer)} is a dummy: expected a player as declarer")
    return player


def _dealer_name(hand: BoardHand, rules: Rules, dealer: int) -> int | str:
    """The dealer as messages call players."""
    return dealer if rules.has_dummies else seat_name(dealer, rules.players)
