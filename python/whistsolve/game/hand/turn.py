"""The turn in a snapshot of a hand: who is to act, which acts are legal, and what each player sees."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from whistsolve.game.hand.acts import (
    Act,
    Answer,
    CallHonours,
    Correct,
    Declare,
    Discard,
    Exchange,
    HandChoice,
    Play,
    Redeal,
    Settle,
)
from whistsolve.game.hand.before_play import chooser, discard_terms, legal_picks, legal_strains
from whistsolve.game.hand.card_play import correctable, lawful_cards, sides_to_call_honours
from whistsolve.game.hand.claims import may_claim_redeal
from whistsolve.game.hand.setup import Setup
from whistsolve.game.hand.snapshot import Exchanged, HandSnapshot
from whistsolve.game.hand.view import HandView
from whistsolve.values import Hand, Suit


def player_to_act(setup: Setup, snapshot: HandSnapshot) -> int | None:
    """The player to act, see `HandState.to_act`."""
    seating = snapshot.seating
    if snapshot.stage == "hand_option":
        return chooser(setup, snapshot)
    if snapshot.stage == "auction":
        return None if snapshot.auction is None else snapshot.auction.to_act
    if snapshot.stage == "declaration":
        return snapshot.declarer
    if snapshot.stage == "play":
        return seating.controllers[snapshot.to_play]
    if snapshot.stage == "claim":
        return snapshot.claims[-1].to_answer
    if snapshot.giving is None:
        return None
    if snapshot.stage == "exchange":
        pick = setup.rules.exchange_pick
        if pick == "random":
            return None
        return snapshot.declarer if pick == "bidder_chooses" else seating.controllers[snapshot.giving]
    return seating.controllers[snapshot.giving]


def legal_acts(setup: Setup, snapshot: HandSnapshot) -> Iterator[Act]:
    """The legal acts, one by one; see `HandState.legal_acts`."""
    stage = snapshot.stage
    if stage == "hand_option":
        yield from (HandChoice(True), HandChoice(False))
    if stage == "auction" and snapshot.auction is not None:
        yield from snapshot.auction.legal_calls
    if stage == "declaration":
        yield from map(Declare, legal_strains(setup, snapshot))
    if stage == "discard":
        _, held, number, must = discard_terms(setup, snapshot)
        free = list(Hand.from_mask(held & ~must))
        for chosen in combinations(free, number - must.bit_count()):
            yield Discard(Hand(chosen) | Hand.from_mask(must))
    if stage == "exchange":
        yield from map(Exchange, legal_picks(snapshot))
    if stage == "play":
        for card in Hand.from_mask(lawful_cards(snapshot)):
            if (
                card.is_joker
                and not snapshot.trick
                and snapshot.trick_rules
                and snapshot.trick_rules.names_suit
            ):
                yield from (Play(card, suit) for suit in Suit)
            else:
                yield Play(card)
    if stage == "claim":
        yield from (Answer(True), Answer(False))
    if stage in ("play", "settlement"):
        for renege in correctable(setup, snapshot):
            yield from (Correct(card, renege.hand) for card in Hand.from_mask(renege.lawful))
    if stage == "settlement":
        yield from map(CallHonours, sides_to_call_honours(setup, snapshot))
        yield Settle()
    turn = player_to_act(setup, snapshot)
    if turn is not None and may_claim_redeal(setup, snapshot, turn):
        yield Redeal()


def view_of(setup: Setup, snapshot: HandSnapshot, player: int) -> HandView:
    """The view of a player."""
    rules = setup.rules
    bit, to_act = 1 << player, player_to_act(setup, snapshot)
    lawful = lawful_cards(snapshot) if snapshot.stage == "play" and to_act == player else 0
    hands = tuple(
        Hand.from_mask(held) if seen & bit or snapshot.laid_open >> hand & 1 else None
        for hand, (held, seen) in enumerate(zip(snapshot.hands, snapshot.seen, strict=True))
    )
    auction = snapshot.auction
    choosing = rules.hand_option == "simultaneous" and None in snapshot.kept
    kept = tuple(None if choosing and each != player else keep for each, keep in enumerate(snapshot.kept))
    return HandView(
        player=player,
        rules=rules,
        dealer=setup.dealer,
        scores=setup.scores,
        standing=setup.standing,
        stage=snapshot.stage,
        dealt_again=snapshot.dealt_again,
        hands=hands,
        sizes=tuple(held.bit_count() for held in snapshot.hands),
        kept=kept,
        calls=() if auction is None else auction.calls,
        declarer=snapshot.declarer,
        dummy_of=setup.partner if rules.game == "dummy" and auction is None else None,
        strain=snapshot.strain,
        turned=setup.turned,
        kitty=_kitty(setup, snapshot, player),
        taken=Hand.from_mask(snapshot.added[player]) if snapshot.added[player] else None,
        discards=_discards(setup, snapshot, bit),
        discard_sizes=tuple(cards.bit_count() for cards in snapshot.removed),
        exchanges=_exchanges(setup, snapshot, player),
        hand_to_play=snapshot.to_play if snapshot.stage == "play" else snapshot.giving,
        to_act=None if choosing and to_act != player else to_act,
        trick=snapshot.trick,
        tricks=snapshot.tricks,
        review=_review(setup, snapshot, player),
        lying_open=Hand.from_mask(snapshot.lying_open),
        reneges_called=snapshot.called,
        claims=snapshot.claims,
        claimed=snapshot.claimed,
        resigned_at=snapshot.resigned_at,
        legal_cards=tuple(Hand.from_mask(lawful)),
        legal_picks=legal_picks(snapshot) if snapshot.stage == "exchange" and to_act == player else (),
        other_acts=_other_acts(setup, snapshot, player, to_act),
        seating=snapshot.seating,
    )


def _other_acts(setup: Setup, snapshot: HandSnapshot, player: int, to_act: int | None) -> tuple[Act, ...]:
    if snapshot.stage == "settlement":
        return tuple(CallHonours(each) for each in sides_to_call_honours(setup, snapshot) if each == player)
    if to_act != player:
        return ()
    controllers = snapshot.seating.controllers
    corrections = (
        Correct(card, renege.hand)
        for renege in (correctable(setup, snapshot) if snapshot.stage == "play" else ())
        if controllers[renege.hand] == player
        for card in Hand.from_mask(renege.lawful)
    )
    return (*corrections, *((Redeal(),) if may_claim_redeal(setup, snapshot, player) else ()))


def _kitty(setup: Setup, snapshot: HandSnapshot, player: int) -> Hand | None:
    """The kitty if it was turned up for all, or if a partner took it and this player may see it."""
    sides, declarer = snapshot.seating.sides, snapshot.declarer
    shown = snapshot.sported
    if setup.rules.partner_sees_kitty and declarer not in (None, player) and sides[player] == sides[declarer]:
        shown |= snapshot.added[declarer]
    return Hand.from_mask(shown) if shown else None


def _discards(setup: Setup, snapshot: HandSnapshot, bit: int) -> tuple[Hand | None, ...]:
    revealed = snapshot.stage == "over" and setup.rules.reveal_discards_at_end
    return tuple(
        Hand.from_mask(cards) if cards and (revealed or seen & bit) else None
        for cards, seen in zip(snapshot.removed, snapshot.removed_seen, strict=True)
    )


def _exchanges(setup: Setup, snapshot: HandSnapshot, player: int) -> tuple[Exchanged, ...]:
    """The exchanges, each with the cards that the player may know, otherwise ``None``."""
    pick = setup.rules.exchange_pick
    shown = []
    for done in snapshot.exchanges:
        sees_hand = snapshot.seen[done.hand] >> player & 1 == 1 or pick == "holder_chooses_face_up"
        chose = pick == "bidder_chooses" and player == snapshot.declarer
        joker = done.joker if sees_hand else None
        shown.append(Exchanged(done.hand, joker, done.card if sees_hand or chose else None))
    return tuple(shown)


def _review(setup: Setup, snapshot: HandSnapshot, player: int) -> tuple[int, ...]:
    number = len(snapshot.tricks)
    if setup.rules.trick_review == "none" or not number:
        return ()
    if setup.rules.trick_review == "all":
        return tuple(range(1, number + 1))
    sides = snapshot.seating.sides
    has_played = any(sides[played.hand] == sides[player] for played in snapshot.trick)
    return () if has_played else (number,)
