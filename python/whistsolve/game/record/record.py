"""From a `HandState` to a `PlayedHand` and back: record, deal, winners and score under rules."""

from __future__ import annotations

from operator import or_
from typing import Final

from whistsolve._internal.arguments import require_rules
from whistsolve._internal.reading import shown
from whistsolve.errors import ActError, NotationError, RulesError
from whistsolve.game.auction.calls import Bid, Pass
from whistsolve.game.hand.acts import Misdeal
from whistsolve.game.hand.seating import Seating
from whistsolve.game.hand_state import HandState
from whistsolve.game.record import PlayedHand
from whistsolve.game.record.played_hand import Tag
from whistsolve.game.record.replay import Replay
from whistsolve.game.scoring.contract_score import HandScore, score_hand
from whistsolve.rules import Rules
from whistsolve.values import Contract, Deal, Hand, Suit, seat_name

_ARROWS: Final = {"uptown": "↑", "downtown": "↓", None: ""}


def record_hand(state: HandState) -> PlayedHand:
    """The record of a hand as far as it was played, by seat of the table.

    The rules are recorded too. In dummy whist the dummy sits opposite the declarer, the others beside the
    declarer. In double dummy whist the hands are those after the players kept or swapped; the choices are not
    recorded, and hands out of play lie in the kitty. Cards thrown out of a dummy are recorded as taken from
    the kitty and discarded. Where jokers were exchanged or laid aside before the first lead, the deal is that
    of the first lead. Without an auction the contract has level 0, and as declarer the leader or the dummy's
    partner; a tag has the card turned up: ``Turned "H5"``.

    If the hand ended by a claim or a resignation, only the cards played are recorded, and a tag says who gets
    the other tricks: ``Claim "5 by N"``, ``Resigned "N"``. Reneges are recorded as the cards that they are;
    calls of reneges, what they cost, and contested claims are not. `format_ptn` writes the record, whose
    tricks are those of the hand. Raises `NotationError` for a hand that was annulled by a misdeal or redeal,
    and for a led joker that names a suit, since no notation says which.

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
    snapshot, seating = state.snapshot, state.seating
    if snapshot.dealt_again is not None:
        what = "misdeal" if isinstance(snapshot.dealt_again, Misdeal) else "redeal"
        raise NotationError(f"a hand that is void by a {what} cannot be written: expected one that counts")
    first = None
    if snapshot.tricks:
        first = snapshot.tricks[0].leader
    elif snapshot.trick_rules is not None:
        first = snapshot.leader
    seat_of = seating.in_play.index
    deal, added, removed = _cards(state)
    return PlayedHand(
        deal,
        dealer=seat_of(state.dealer),
        calls=[(seat_of(player), _call_text(call)) for player, call in state.calls],
        contract=_contract(state, first),
        added=added,
        removed=removed,
        leader=None if first is None else seat_of(first),
        plays=[played.card for played in snapshot.plays],
        tags=_tags(state),
        rules=state.rules,
    )


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

    Raises `WhistError` if the hand as it is written has other winners or was not played by these rules.
    """
    if not isinstance(hand, PlayedHand):
        raise NotationError(f"hand {shown(hand)} is wrong: expected a PlayedHand")
    rules = require_rules(rules)
    if hand.contract is None:
        raise ActError("the hand has no contract: expected one")
    strain = hand.contract.strain
    if strain.is_no_trump and rules.joker_no_trump == "exchanged":
        for seat, cards in enumerate(hand.deal_in_play.hands):
            if cards.jokers:
                raise ActError(
                    f"{seat_name(seat, hand.seats)} holds {next(iter(cards.jokers))} in {strain}: expected"
                    " no joker under joker_no_trump='exchanged'"
                )
    if hand.leader is None:
        return ()
    game = Replay(hand.deal_in_play.hands, strain, hand.leader, rules)
    winners = []
    for number, trick in enumerate(hand.tricks, 1):
        for card in trick.cards:
            game.play(card)
        if game.reneges:
            raise ActError(
                f"card {game.reneges[0] + 1} of the play is a renege, and records have no penalties: expected"
                " cards played by the rules"
            )
        winner = game.to_play
        if trick.winner is not None and trick.winner != winner:
            raise NotationError(
                f"trick {number} cannot be written: {seat_name(winner, hand.seats)} won it by a rule about"
                f" jokers, and as it is written {seat_name(trick.winner, hand.seats)} did"
            )
        if trick.winner is not None:
            winners.append(winner)
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


def _tags(state: HandState) -> list[Tag]:
    """The tags with the card turned up for trumps, and how the play ended early."""
    snapshot, hands = state.snapshot, state.seating.in_play
    tags = [] if state.setup.turned is None else [Tag("Turned", str(state.setup.turned))]
    if snapshot.resigned_at is not None and state.declarer is not None:
        tags.append(Tag("Resigned", seat_name(hands.index(state.declarer), len(hands))))
    elif snapshot.claimed:
        claim = snapshot.claims[-1]
        tags.append(Tag("Claim", f"{claim.tricks} by {seat_name(hands.index(claim.player), len(hands))}"))
    return tags


def _cards(state: HandState) -> tuple[Deal, list[Hand], list[Hand]]:
    """The deal by seat of the table, and the cards that each seat took and discarded."""
    snapshot, in_play = state.snapshot, state.seating.in_play
    if snapshot.exchanges or snapshot.aside:
        masks = list(snapshot.hands)
        for played in snapshot.plays:
            masks[played.hand] |= 1 << played.card.index
        hands = [Hand.from_mask(masks[hand]) for hand in in_play]
        return Deal(hands, state.deal.cards - Deal(hands).cards), [Hand()] * len(hands), [Hand()] * len(hands)
    dealt, added = (
        list(state.deal.hands),
        list(map(Hand.from_mask, map(or_, snapshot.added, state.setup.extra))),
    )
    for player, keep in enumerate(snapshot.kept):
        if keep is False and None not in snapshot.kept:
            dummy = state.rules.players + player
            dealt[player], dealt[dummy] = dealt[dummy], dealt[player]
            added[player], added[dummy] = added[dummy], added[player]
    hands = [dealt[hand] for hand in in_play]
    # Of several hands that discard, all or none are written as having done so.
    removed = [Hand()] * len(added) if snapshot.stage == "discard" else list(state.discards)
    return (
        Deal(hands, state.deal.cards - Deal(hands).cards),
        [added[hand] for hand in in_play],
        [removed[hand] for hand in in_play],
    )


def _contract(state: HandState, leader: int | None) -> Contract | None:
    """The contract with its declarer's seat of the table; of level 0 in games without an auction."""
    contract, seat_of = state.contract, state.seating.in_play.index
    if contract is not None:
        return Contract(contract.level, contract.strain, seat_of(contract.declarer))
    if state.strain is None or leader is None or state.rules.has_auction:
        return None
    return Contract(0, state.strain, seat_of(state.setup.partner if state.rules.game == "dummy" else leader))


def _call_text(call: Bid | Pass) -> str:
    """A call as bid-whist sites write it: ``Pass``, ``3↓``, ``3NT↑``, ``4♠``."""
    if isinstance(call, Pass):
        return str(call)
    trump = call.trump or ""
    suit = trump if trump in ("", "NT") else Suit.of(trump).symbol
    return f"{call.level}{suit}{_ARROWS[call.direction]}"
