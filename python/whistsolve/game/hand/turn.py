"""The turn in a snapshot of a hand: who is to act, and what each player sees."""

from __future__ import annotations

from whistsolve.game.hand.acts import Act, CallHonours, Correct, Redeal
from whistsolve.game.hand.before_play import chooser, legal_picks
from whistsolve.game.hand.card_play import correctable, lawful_cards, sides_to_call_honours
from whistsolve.game.hand.claims import may_claim_redeal
from whistsolve.game.hand.setup import Setup
from whistsolve.game.hand.snapshot import Exchanged, HandSnapshot
from whistsolve.game.hand.view import HandView
from whistsolve.values import Hand


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
    pick = setup.rules.exchange_pick if snapshot.stage == "exchange" else ""
    if snapshot.giving is None or pick == "random":
        return None
    return snapshot.declarer if pick == "bidder_chooses" else seating.controllers[snapshot.giving]


def view_of(setup: Setup, snapshot: HandSnapshot, player: int) -> HandView:
    """The view of a player."""
    rules, stage, auction, declarer = setup.rules, snapshot.stage, snapshot.auction, snapshot.declarer
    bit, to_act = 1 << player, player_to_act(setup, snapshot)
    choosing = rules.hand_option == "simultaneous" and None in snapshot.kept
    sides, turned_up = snapshot.seating.sides, snapshot.sported
    if rules.partner_sees_kitty and declarer not in (None, player) and sides[player] == sides[declarer]:
        turned_up |= snapshot.added[declarer]
    revealed = stage == "over" and rules.reveal_discards_at_end
    review = () if rules.trick_review == "none" else tuple(range(1, len(snapshot.tricks) + 1))
    if rules.trick_review == "last":
        has_played = any(sides[played.hand] == sides[player] for played in snapshot.trick)
        review = () if has_played else review[-1:]
    lawful = lawful_cards(snapshot) if to_act == player else 0
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
        exchanges=_exchanges(setup, snapshot, player),
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
        legal_picks=legal_picks(snapshot) if to_act == player else (),
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
