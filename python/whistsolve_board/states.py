"""Converts hands on the board to `HandState`; unknown calls and dealers are assumed as the rules allow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, cast

from whistsolve.errors import ActError, DealError, RulesError, WhistError
from whistsolve.game import HandState
from whistsolve.game.auction.auction import Auction, auction_of_calls
from whistsolve.game.auction.calls import PASS, Bid, all_bids, strains_of
from whistsolve.rules import Rules
from whistsolve.rules.sides import turn_step
from whistsolve.values import Card, Deal, Hand, seat_name
from whistsolve_board.hands import BoardHand, read_at

#: Maximum number of calls of an assumed auction, in which only the declarer bids: enough under all rules.
_MOST_CALLS: Final = 40


@dataclass(frozen=True, slots=True)
class StateOnBoard:
    """A hand as a `HandState`.

    Attributes
    ----------
    state : HandState
    is_assumed : bool
        Whether calls, dealer or the card turned up are unknown, and the state has any that the rules allow;
        these are then no evidence about anybody's cards.
    """

    state: HandState
    is_assumed: bool

    def seat_of(self, hand: int) -> int:
        """The seat on the board for a hand number of the state."""
        return self.state.seating.chair_of(hand)


@dataclass(frozen=True, slots=True)
class AuctionOnBoard:
    """The auction before a call.

    Attributes
    ----------
    rules : Rules
        The rules, with the number of jokers that were dealt.
    before : Auction
        The auction up to the call.
    whole : Auction
        The auction with all calls that were made.
    is_assumed : bool
        Like `StateOnBoard.is_assumed`.
    """

    rules: Rules
    before: Auction
    whole: Auction
    is_assumed: bool

    @property
    def actual(self) -> str | None:
        """The call that was made; ``None`` if it is not known."""
        number = len(self.before.calls)
        return (
            None if self.is_assumed or number == len(self.whole.calls) else str(self.whole.calls[number][1])
        )


def rules_as_dealt(hand: BoardHand) -> Rules:
    """The rules of a hand with the number of jokers dealt; a `DealError` if the rules exclude that."""
    rules, cards = hand.rules, hand.deal.cards
    dealt = len(cards.jokers)
    if dealt == rules.jokers:
        return rules
    try:
        changed = rules.with_options(jokers=cast(Literal[0, 1, 2], dealt))
    except RulesError as error:
        if dealt < rules.jokers:
            return rules  # a partial deal
        raise DealError(f"the deal has {dealt} jokers, and the rules {rules.jokers}: {error}") from None
    return changed if dealt > rules.jokers or len(cards) == changed.deck_size else rules


def state_on_board(hand: BoardHand, at: int | None = None) -> StateOnBoard:
    """The hand after the first `at` cards played, by default after all of them.

    Raises
    ------
    NotationError
        If strain and declarer are not known.
    DealError
        If the cards do not fit the rules, or the hand on the board cannot be played by the rules.
    ActError
        If the leader is not the one by the rules, a card is not legal, or the calls do not lead to the
        contract.
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
    call : int, optional
        The number of calls before it. By default it is the first call of the seat or, if the seat has not
        called, the seat's next call, after all known calls and passes by the seats in between.

    Raises
    ------
    ActError
        If it is not the seat's turn, or a call is not legal.
    RulesError
        If the game has no auction, or has dummies.
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
    """The auction of a hand, or an assumed one; if neither calls nor dealer are known, `seat` calls first."""
    if hand.calls or hand.is_in_play:
        for found in _auctions(hand, rules):
            return found
        raise ActError("no auction of these rules leads to the contract of the hand: expected another")
    if hand.dealer is not None:
        return Auction.start(rules, hand.dealer), False
    return Auction.start(rules, (seat - turn_step(rules)) % rules.players), True


def _before_lead(hand: BoardHand, rules: Rules) -> StateOnBoard:
    """The state of the hand at the first lead."""
    failure: WhistError | None = None
    for acts, dealer, turned, is_assumed in _beginnings(hand, rules):
        try:
            state = HandState(
                _dealt(hand),
                rules,
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
    if not rules.has_auction:
        raise DealError(f"the dealer holds no card that makes {hand.strain} trumps: expected one to turn up")
    raise ActError("no dealer and no auction of these rules leads to the contract of the hand")


def _beginnings(hand: BoardHand, rules: Rules) -> Iterator[tuple[list[str], int, Card | str | None, bool]]:
    """Possible beginnings of the hand: calls, dealer, card turned up or trumps, whether these are assumed."""
    if rules.has_auction:
        for auction, is_assumed in _auctions(hand, rules):
            yield [str(call) for _, call in auction.calls], auction.dealer, None, is_assumed
        return
    strain, _ = hand.required_contract()
    hands = _dealt(hand).hands
    if rules.trump_rule == "fixed_order":
        for dealer in _dealers(hand, rules.dealt_hands):
            yield [], dealer, strain.trump, hand.dealer is None
        return
    if hand.turned is not None:  # the card turned up is the dealer's
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
    """Auctions that lead to the hand's contract, if any, likeliest first, and whether each is assumed."""
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
    """The auction in which the declarer makes the bid and all others pass; ``None`` if it is not legal."""
    auction = Auction.start(rules, dealer)
    while auction.to_act is not None and len(auction.calls) < _MOST_CALLS:
        bids = auction.to_act == declarer and auction.high is None
        if (bid if bids else PASS) not in auction.legal_calls:
            return None
        auction = auction.following(bid if bids else PASS)
    return auction if auction.is_over and auction.high == (declarer, bid) else None


def _dealers(hand: BoardHand, hands: int) -> Iterator[int]:
    """The dealer, or all candidates; with the first candidate as dealer, the declarer calls first."""
    if hand.dealer is not None:
        yield hand.seating.chairs[hand.dealer]
        return
    first = 0 if hand.declarer is None else hand.seating.chairs[hand.declarer]
    step = turn_step(hand.rules)
    for turn in range(1, hands + 1):
        yield (first - step * turn) % hands


def _advance(state: HandState, hand: BoardHand, calls: list[str]) -> None:
    """Pushes acts onto the state until the first card can be led."""
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
    """Raises an `ActError` if strain or leader by the rules differ from those of the hand."""
    if state.strain != hand.strain:
        raise ActError(f"the strain of the hand is {hand.strain}: by the rules it is {state.strain}")
    assert state.hand_to_play is not None
    leader, by_rules = hand.leads, state.seating.chair_of(state.hand_to_play)
    if leader != by_rules:
        raise ActError(
            f"{hand.named(leader)} leads to the first trick: by the rules {hand.named(by_rules)} does"
        )


def _check_contract(auction: Auction, hand: BoardHand) -> None:
    """Raises an `ActError` if the hand has a contract and the auction does not lead to it."""
    if not hand.is_in_play:
        return
    strain, declarer = hand.required_contract()
    high = auction.high
    if not auction.is_over or high is None or high[0] != _player_of(hand):
        raise ActError(f"the calls do not make {hand.named(declarer)} the declarer: expected calls that do")
    if strain not in strains_of(high[1], auction.rules):
        raise ActError(f"the bid {high[1]} does not allow {strain}: expected a strain of the bid")


def _check_playable(hand: BoardHand, rules: Rules) -> None:
    """Raises an error for hands that the board can show but `HandState` does not support."""
    if rules.double_dummy_mode == "two_hands" and rules.game == "double_dummy":
        raise RulesError("two hands are out of play by these rules: expected a game with all hands in play")
    if hand.takes is not None and hand.takes != hand.declarer:
        raise DealError(f"{hand.named(hand.takes)} takes the kitty: expected the declarer, as by the rules")
    if rules.has_dummies and hand.deal.kitty is not None:
        raise DealError("the dummies gave up cards, and the hand does not say which: expected no kitty")


def _dealt(hand: BoardHand) -> Deal:
    """The deal in the hand order of `HandState`: players first, then dummies."""
    chair_of = hand.seating.chair_of
    return Deal([hand.deal.hands[chair_of(each)] for each in range(hand.deal.seats)], hand.deal.kitty)


def _player_of(hand: BoardHand) -> int:
    """The player number of the declarer; a `DealError` if the declarer is a dummy."""
    _, declarer = hand.required_contract()
    player = hand.seating.chairs[declarer]
    if player >= hand.rules.players:
        raise DealError(f"{hand.named(declarer)} is a dummy: expected a player as declarer")
    return player


def _dealer_name(hand: BoardHand, rules: Rules, dealer: int) -> int | str:
    """The dealer in the form in which messages name players."""
    return dealer if rules.has_dummies else seat_name(dealer, rules.players)
