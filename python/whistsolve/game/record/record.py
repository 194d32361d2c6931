"""From a `HandState` to a `PlayedHand` and back: record, deal, winners and score under rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from whistsolve._internal.arguments import require_rules
from whistsolve._internal.reading import shown
from whistsolve.errors import ActError, NotationError, RulesError
from whistsolve.game.auction.calls import Bid, Pass
from whistsolve.game.hand.acts import Misdeal
from whistsolve.game.hand.seating import Seating
from whistsolve.game.hand.trick_rules import CardPlayed, TrickRules
from whistsolve.game.hand_state import HandState
from whistsolve.game.record import PlayedHand
from whistsolve.game.record.played_hand import Tag
from whistsolve.game.scoring.contract_score import HandScore, score_hand
from whistsolve.rules import Rules
from whistsolve.values import Contract, Deal, Hand, Suit, seat_name

_ARROWS: Final = {"uptown": "↑", "downtown": "↓", None: ""}


def record_hand(state: HandState) -> PlayedHand:
    """The record of a hand as far as it was played, by seat of the table.

    In dummy whist the dummy sits opposite the declarer, the others beside the declarer. In double dummy whist
    the hands are those after the players kept or swapped; the choices are not recorded. If the hand ended
    by a claim or a resignation, only the cards played are recorded, and a tag says who gets the other
    tricks: ``Claim "5 by N"``, ``Resigned "N"``. Contested claims are not recorded. `format_ptn` writes the
    record, whose tricks are those of the hand. Raises `NotationError` if PTN cannot express one of these, and
    says which: a game without an auction, counterclockwise play, hands out of play, hands annulled
    by a misdeal or redeal, cards discarded from a dummy, jokers exchanged, laid aside, led with a suit named
    or winning tricks in no-trump, reneges that stand or were called.

    Examples
    --------
    >>> state = HandState("N:A4... K3... Q2... J5...", Rules.preset("bid_whist_no_kitty"), dealer="W")
    >>> for act in ("2+", "pass", "pass", "pass", "S+", "SA"):
    ...     state.push(act)
    >>> hand = record_hand(state)
    >>> print(hand.contract, [call.text for call in hand.calls], hand.plays)
    2S+ by N ['2↑', 'Pass', 'Pass', 'Pass'] (Card.from_text('SA'),)
    """
    if not isinstance(state, HandState):
        raise ActError(f"state {shown(state)} is wrong: expected a HandState")
    for what, expected in _unwritable(state):
        raise NotationError(f"{what} cannot be written: expected {expected}")
    snapshot, seating = state.snapshot, state.seating
    first = None
    if snapshot.tricks:
        first = seating.chair_of(snapshot.tricks[0].leader)
    elif snapshot.trick_rules is not None:
        first = seating.chair_of(snapshot.leader)
    try:
        hand = PlayedHand(
            _deal(state),
            dealer=seating.chair_of(state.dealer),
            calls=[(seating.chair_of(player), _call_text(call)) for player, call in state.calls],
            contract=_contract(state),
            added=[Hand.from_mask(cards) for cards in seating.on_chairs(snapshot.added)],
            removed=[Hand.from_mask(cards) for cards in seating.on_chairs(snapshot.removed)],
            leader=first,
            plays=[played.card for played in snapshot.plays],
            tags=_tags(state),
        )
    except ActError as error:
        # After a led joker the rules may allow any card where a replay requires a suit.
        raise NotationError(f"the play cannot be written, for a joker changed it: {error}") from None
    winners = [seating.chair_of(trick.winner) for trick in snapshot.tricks]
    _compare([trick.winner for trick in hand.tricks], winners, hand.seats)
    return hand


def dealt_hands(hand: PlayedHand, rules: Rules) -> tuple[Deal, int | None]:
    """The deal of a recorded hand in the order of hands of `HandState`, and the dealer.

    In games with dummies the hands by seat are reordered: those of players first, then those of dummies.
    """
    if not rules.has_dummies or hand.seats != rules.dealt_hands:
        return hand.deal, hand.dealer
    declarer = 0 if hand.contract is None else hand.contract.declarer
    if rules.game == "dummy" and declarer >= rules.players:
        raise NotationError(
            f"the declarer sits on chair {declarer}: expected a player, 0 to {rules.players - 1}"
        )
    seating = Seating.of(rules, declarer if rules.game == "dummy" else 0)
    hands = [hand.deal.hands[seating.chair_of(number)] for number in range(hand.seats)]
    dealer = None if hand.dealer is None else seating.chairs[hand.dealer]
    return Deal(hands, hand.deal.kitty), dealer


def winners_under(hand: PlayedHand, rules: Rules) -> tuple[int, ...]:
    """Winners of the complete tricks of a recorded hand under the rules of a game.

    `PlayedHand.tricks` assumes fixed rules, in which for example no joker wins in no-trump.
    """
    if not isinstance(hand, PlayedHand):
        raise NotationError(f"hand {shown(hand)} is wrong: expected a PlayedHand")
    require_rules(rules)
    if hand.contract is None:
        raise ActError("the hand has no contract: expected one")
    if rules.direction_of_play != "clockwise":
        raise RulesError("direction_of_play 'counterclockwise' is wrong: hands are written clockwise")
    strain = hand.contract.strain
    held = [cards.mask for cards in hand.deal_in_play.hands]
    if strain.is_no_trump and rules.joker_no_trump == "exchanged":
        for seat, cards in enumerate(hand.deal_in_play.hands):
            if cards.jokers:
                raise ActError(
                    f"{seat_name(seat, hand.seats)} holds {next(iter(cards.jokers))} in {strain}: expected"
                    " no joker under joker_no_trump='exchanged'"
                )
    trick_rules = TrickRules(rules, strain)
    winners = []
    for number, trick in enumerate(hand.tricks, 1):
        played: list[CardPlayed] = []
        for turn, card in enumerate(trick.cards):
            seat = (trick.leader + turn) % hand.seats
            if trick_rules.names_suit and card.is_joker and not played:
                raise NotationError(
                    f"{card} is led to trick {number}, and the hand does not say which suit it names:"
                    " expected another joker_lead_no_trump"
                )
            if not trick_rules.lawful(held[seat], played) >> card.index & 1:
                why = trick_rules.why_not(held[seat], played)
                raise ActError(f"{seat_name(seat, hand.seats)} may not play {card} to trick {number}: {why}")
            held[seat] ^= 1 << card.index
            played.append(CardPlayed(seat, card))
        if len(played) == hand.seats:
            winners.append(trick_rules.winner(played))
    _compare([trick.winner for trick in hand.tricks], winners, hand.seats)
    return tuple(winners)


def score_played(hand: PlayedHand, rules: Rules, *, kept: int = 0) -> HandScore:
    """The score of a recorded hand; ``kept`` and errors are those of `score_hand`.

    `ActError` if it has no contract or is not complete, `RulesError` if the rules are of other hands.
    """
    if hand.contract is None:
        raise ActError("the hand has no contract: expected one, and its play")
    if len(hand.plays) < hand.seats * hand.deal.hand_size:
        early = [f", {tag.name} {tag.text}" for tag in hand.tags if tag.name in ("Claim", "Resigned")]
        played = f"{len(hand.plays)} cards were played{''.join(early[:1])}"
        raise ActError(f"the hand is not complete: {played}, expected {hand.seats * hand.deal.hand_size}")
    if (hand.seats, hand.deal.hand_size) != (rules.dealt_hands, rules.dealt_hand_size):
        raise RulesError(
            f"the rules are of {rules.dealt_hands} hands of {rules.dealt_hand_size} cards: expected"
            f" {hand.seats} of {hand.deal.hand_size} as in the hand"
        )
    winners = winners_under(hand, rules)
    by_seat = [winners.count(seat) for seat in range(hand.seats)]
    first = winners[0] if rules.kitty_book == "first_trick_winner" else None
    return score_hand(hand.contract, by_seat, rules=rules, first_trick=first, kept=kept)


def _compare(written: list[int | None], winners: list[int], seats: int) -> None:
    """Check that the record (`written`) has the same winners as the hand."""
    for number, (one, other) in enumerate(zip(written, winners, strict=False), 1):
        if one is not None and one != other:
            raise NotationError(
                f"trick {number} cannot be written: {seat_name(other, seats)} won it by a rule about jokers,"
                f" and as it is written {seat_name(one, seats)} did"
            )


def _unwritable(state: HandState) -> Iterator[tuple[str, str]]:
    """For each feature of the hand that PTN cannot express, its name and what was expected instead."""
    snapshot, rules = state.snapshot, state.rules
    if not rules.has_auction:
        yield f"a hand of {rules.game} without an auction", "a game that has contracts"
    if rules.direction_of_play != "clockwise":
        yield "play that goes counterclockwise", "direction_of_play='clockwise'"
    if len(state.seating.order) != rules.dealt_hands:
        yield "a hand that is out of play", "all hands that were dealt in play"
    if any(state.setup.extra):
        yield "cards thrown out of a dummy", "dummies dealt as many cards as the others"
    if snapshot.dealt_again is not None:
        what = "misdeal" if isinstance(snapshot.dealt_again, Misdeal) else "redeal"
        yield f"a hand that is void by a {what}", "a hand that was not dealt again"
    if snapshot.exchanges:
        yield "a joker exchanged for a discard", "jokers played by who was dealt them"
    if snapshot.aside:
        yield "jokers laid aside before the first lead", "every card played"
    for renege in snapshot.reneges[:1]:
        yield f"the renege {renege.card} in trick {renege.trick}", "cards played by the rules"
    if snapshot.called:
        yield "a renege called", "a hand in which nobody calls one"
    for play in snapshot.plays:
        if play.named is not None:
            yield f"{play}, a joker that names the suit to follow,", "no joker led where it does"


def _tags(state: HandState) -> list[Tag]:
    """The tag that says how the play ended early, if it did."""
    snapshot, seats = state.snapshot, len(state.seating.chairs)
    if snapshot.resigned_at is not None and state.declarer is not None:
        return [Tag("Resigned", seat_name(state.seating.chair_of(state.declarer), seats))]
    if snapshot.claimed:
        claim = snapshot.claims[-1]
        return [Tag("Claim", f"{claim.tricks} by {seat_name(state.seating.chair_of(claim.player), seats)}")]
    return []


def _deal(state: HandState) -> Deal:
    """The deal by seat of the table, in double dummy whist after the players kept or swapped."""
    hands = list(state.deal.hands)
    for player, keep in enumerate(state.snapshot.kept):
        if keep is False and None not in state.snapshot.kept:
            dummy = state.rules.players + player
            hands[player], hands[dummy] = hands[dummy], hands[player]
    return Deal(state.seating.on_chairs(hands), state.deal.kitty)


def _contract(state: HandState) -> Contract | None:
    """The contract with its declarer's seat of the table."""
    contract = state.contract
    if contract is None:
        return None
    return replace(contract, declarer=state.seating.chair_of(contract.declarer))


def _call_text(call: Bid | Pass) -> str:
    """A call as bid-whist sites write it: ``Pass``, ``3↓``, ``3NT↑``, ``4♠``."""
    if isinstance(call, Pass):
        return str(call)
    trump = call.trump or ""
    suit = trump if trump in ("", "NT") else Suit.of(trump).symbol
    return f"{call.level}{suit}{_ARROWS[call.direction]}"
