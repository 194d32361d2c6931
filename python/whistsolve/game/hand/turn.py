"""The turn in a snapshot of a hand: who is to act, what the act changes, and what each player sees."""

from __future__ import annotations

from typing import Final

from whistsolve.errors import ActError
from whistsolve.game.auction.calls import Bid, Pass
from whistsolve.game.hand import before_play, card_play, claims
from whistsolve.game.hand.acts import (
    Act,
    Answer,
    CallHonours,
    CallRenege,
    Claim,
    Correct,
    Declare,
    Discard,
    Exchange,
    HandChoice,
    Misdeal,
    Play,
    Redeal,
    Resign,
    Settle,
)
from whistsolve.game.hand.setup import Setup
from whistsolve.game.hand.snapshot import Exchanged, HandSnapshot, changed
from whistsolve.game.hand.view import HandView
from whistsolve.values import Hand

#: What each stage waits for, in the words of error messages.
_WANTED: Final = {
    "hand_option": "'keep' or 'swap'",
    "auction": "a call",
    "declaration": "a strain",
    "discard": "a discard",
    "exchange": "a card to exchange for",
    "play": "a card",
    "claim": "'accept' or 'contest'",
    "settlement": "a renege or honours called, or 'settle'",
}


def player_to_act(setup: Setup, snapshot: HandSnapshot) -> int | None:
    """The player to act, see `HandState.to_act`."""
    seating = snapshot.seating
    if snapshot.stage == "hand_option":
        return before_play.chooser(setup.dealer, snapshot.kept)
    if snapshot.stage == "auction":
        return None if snapshot.auction is None else snapshot.auction.to_act
    if snapshot.stage == "declaration":
        return snapshot.declarer
    if snapshot.stage == "play":
        return seating.controllers[snapshot.to_play]
    if snapshot.stage == "claim":
        return snapshot.claims[-1].to_answer
    pick = setup.rules.exchange_pick if snapshot.stage == "exchange" else ""
    if snapshot.giving is None or pick == "random":
        return None
    return snapshot.declarer if pick == "bidder_chooses" else seating.controllers[snapshot.giving]


def after_act(setup: Setup, snapshot: HandSnapshot, act: Act) -> HandSnapshot:
    """The snapshot after an act of a hand that is not over; raises `ActError` if it is not legal."""
    match snapshot.stage, act:
        case "play", Play() as played:
            return card_play.play(setup, snapshot, played)
        case _, Misdeal() | Redeal() as claim:
            return claims.deal_again(setup, snapshot, claim, player_to_act(setup, snapshot))
        case _, Resign():
            return claims.resigned(setup, snapshot)
        case "hand_option", HandChoice(keep):
            return before_play.advance(setup, before_play.choose(setup, snapshot, keep))
        case "auction", Bid() | Pass() as call:
            assert snapshot.auction is not None
            return before_play.advance(setup, changed(snapshot, auction=snapshot.auction.after(call)))
        case "declaration", Declare(strain):
            return before_play.advance(setup, before_play.declare(setup, snapshot, strain))
        case "discard", Discard(cards):
            return before_play.advance(setup, before_play.discard(setup, snapshot, cards))
        case "exchange", Exchange(card) | Play(card):
            return before_play.advance(setup, before_play.exchange(snapshot, card))
        case "play" | "settlement", Claim() as made:
            return claims.claimed(setup, snapshot, made)
        case "play" | "settlement", Correct() as correction:
            return card_play.correct(setup, snapshot, correction)
        case "play" | "settlement", CallRenege() as called:
            return card_play.call_renege(setup, snapshot, called)
        case "claim", Answer() as answer:
            return claims.answered(setup, snapshot, answer)
        case "settlement", CallHonours(player):
            return card_play.call_honours(setup, snapshot, player)
        case "settlement", Settle():
            return changed(snapshot, stage="over")
    wanted = _WANTED[snapshot.stage]
    raise ActError(f"act {act} is not of this stage of the hand, {snapshot.stage}: expected {wanted}")


def view_of(setup: Setup, snapshot: HandSnapshot, player: int) -> HandView:
    """The view of a player."""
    rules, stage, auction, declarer = setup.rules, snapshot.stage, snapshot.auction, snapshot.declarer
    bit, to_act = 1 << player, player_to_act(setup, snapshot)
    choosing = rules.hand_option == "simultaneous" and None in snapshot.kept
    sides, turned_up = snapshot.seating.sides, kitty_seen(setup, snapshot, player)
    revealed = stage == "over" and rules.reveal_discards_at_end
    review = () if rules.trick_review == "none" else tuple(range(1, len(snapshot.tricks) + 1))
    if rules.trick_review == "last":
        has_played = any(sides[played.hand] == sides[player] for played in snapshot.trick)
        review = () if has_played else review[-1:]
    lawful = card_play.lawful_cards(snapshot) if to_act == player else 0
    return HandView(
        player=player,
        rules=rules,
        dealer=setup.dealer,
        scores=setup.scores,
        standing=setup.standing,
        stage=stage,
        dealt_again=snapshot.dealt_again,
        hands=tuple(
            Hand.from_mask(held) if seen & bit or snapshot.laid_open >> hand & 1 else None
            for hand, (held, seen) in enumerate(zip(snapshot.hands, snapshot.seen, strict=True))
        ),
        sizes=tuple(held.bit_count() for held in snapshot.hands),
        kept=tuple(None if choosing and each != player else keep for each, keep in enumerate(snapshot.kept)),
        calls=() if auction is None else auction.calls,
        declarer=declarer,
        dummy_of=setup.partner if rules.game == "dummy" and auction is None else None,
        strain=snapshot.strain,
        turned=setup.turned,
        kitty=Hand.from_mask(turned_up) if turned_up else None,
        taken=Hand.from_mask(snapshot.added[player]) if snapshot.added[player] else None,
        discards=tuple(
            Hand.from_mask(cards) if cards and (revealed or seen & bit) else None
            for cards, seen in zip(snapshot.removed, snapshot.removed_seen, strict=True)
        ),
        discard_sizes=tuple(cards.bit_count() for cards in snapshot.removed),
        exchanges=exchanges_seen(setup, snapshot, player),
        hand_to_play=snapshot.to_play if stage == "play" else snapshot.giving,
        to_act=None if choosing and to_act != player else to_act,
        trick=snapshot.trick,
        tricks=snapshot.tricks,
        review=review,
        lying_open=Hand.from_mask(snapshot.lying_open),
        reneges_called=snapshot.called,
        claims=snapshot.claims,
        claimed=snapshot.claimed,
        resigned_at=snapshot.resigned_at,
        legal_cards=tuple(Hand.from_mask(lawful)),
        legal_picks=before_play.legal_picks(snapshot) if to_act == player else (),
        other_acts=_other_acts(setup, snapshot, player, to_act),
        seating=snapshot.seating,
    )


def kitty_seen(setup: Setup, snapshot: HandSnapshot, player: int) -> int:
    """The kitty as a mask if the player saw it without taking it, otherwise 0."""
    sides, declarer, seen = snapshot.seating.sides, snapshot.declarer, snapshot.sported
    if setup.rules.partner_sees_kitty and declarer not in (None, player) and sides[player] == sides[declarer]:
        seen |= snapshot.added[declarer]
    return seen


def _other_acts(setup: Setup, snapshot: HandSnapshot, player: int, to_act: int | None) -> tuple[Act, ...]:
    if snapshot.stage == "settlement":
        calls = player in card_play.sides_to_call_honours(setup, snapshot)
        return (CallHonours(player),) if calls else ()
    if to_act != player:
        return ()
    controllers = snapshot.seating.controllers
    corrections = (
        Correct(card, renege.hand)
        for renege in (card_play.correctable(setup, snapshot) if snapshot.stage == "play" else ())
        if controllers[renege.hand] == player
        for card in Hand.from_mask(renege.lawful)
    )
    return (*corrections, *((Redeal(),) if not claims.no_redeal(setup, snapshot, player) else ()))


def exchanges_seen(setup: Setup, snapshot: HandSnapshot, player: int) -> tuple[Exchanged, ...]:
    """The exchanges, each with the cards that the player may know, otherwise ``None``."""
    pick = setup.rules.exchange_pick
    shown = []
    for done in snapshot.exchanges:
        sees_hand = snapshot.seen[done.hand] >> player & 1 == 1 or pick == "holder_chooses_face_up"
        chose = pick == "bidder_chooses" and player == snapshot.declarer
        joker = done.joker if sees_hand else None
        shown.append(Exchanged(done.hand, joker, done.card if sees_hand or chose else None))
    return tuple(shown)
