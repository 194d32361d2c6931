"""Transitions that end the play early: claims and answers to them, resignations, cards dealt again.

Every opponent must answer a claim. The tricks that it gives a side are credited to one hand of that side: the
claimant's own, and on the other side the hand of the first opponent to answer.

A misdeal or redeal makes the hand void. Sources: house rules, among them those of the Columbus Whist Players
Society, by which a wrong deal is void before the bidding. Redeals with jokers are this library's reading.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from whistsolve.errors import ActError
from whistsolve.game.hand.acts import Answer, Claim, DealAgain, Misdeal, Redeal
from whistsolve.game.hand.setup import Setup
from whistsolve.game.hand.snapshot import ClaimMade, HandSnapshot, Stage, changed, put

_ACE: Final = 14
_FACES: Final = (11, 12, 13)


def stage_after_play(setup: Setup, snapshot: HandSnapshot) -> Stage:
    """The stage after the play: the settlement if a renege or honours may be called, otherwise over."""
    reneges = setup.rules.renege_mode == "detect_and_call" and (snapshot.tricks or snapshot.trick)
    return "settlement" if reneges or setup.rules.honours_called else "over"


def claim_made(setup: Setup, snapshot: HandSnapshot, act: Claim) -> ClaimMade:
    """The checked claim: the player who makes it, the number of tricks, and the players who have to agree."""
    if snapshot.stage != "play":
        raise ActError(
            f"act {act} is not of this stage of the hand, {snapshot.stage}: expected a claim during the play"
        )
    seating = snapshot.seating
    player = seating.controllers[snapshot.to_play] if act.player is None else act.player
    left = _tricks_left(setup, snapshot)
    tricks = left if act.tricks is None else act.tricks
    if tricks > left:
        raise ActError(f"{tricks} tricks are claimed: expected {left} at most, as many as are left")
    sides = {seating.sides[hand] for hand in seating.order}
    if tricks < left and len(sides) > 2:
        what = f"{tricks} of {left} tricks are claimed" if tricks else "tricks are conceded"
        why = f"with {len(sides)} sides nobody says who takes the others"
        raise ActError(f"{what}: {why}, expected a claim of all")
    if 0 < tricks < left and setup.rules.honours == "won":
        raise ActError(
            f"{tricks} of the {left} tricks that are left are claimed: under honours='won' nobody says who"
            " wins the honours in them, expected a claim of all"
        )
    if setup.rules.kitty_book == "first_trick_winner" and not snapshot.tricks:
        raise ActError(
            "tricks are claimed before the first is complete: its winner has the kitty's book under"
            " kitty_book='first_trick_winner', expected a card"
        )
    return ClaimMade(player, tricks, left, _opponents(setup, snapshot, player))


def claimed(setup: Setup, snapshot: HandSnapshot, act: Claim) -> HandSnapshot:
    """The snapshot after a claim, which waits for the first answer; the claimant's hand lies open."""
    if setup.rules.claims == "none":
        raise ActError(
            "tricks cannot be claimed or conceded under claims='none': expected every card to be played"
            " (claims='agreed' allows it)"
        )
    claim = claim_made(setup, snapshot, act)
    laid_open = snapshot.laid_open | 1 << claim.player
    return changed(snapshot, stage="claim", claims=(*snapshot.claims, claim), laid_open=laid_open)


def answered(setup: Setup, snapshot: HandSnapshot, act: Answer) -> HandSnapshot:
    """The snapshot after an answer to a claim.

    After a contested claim the play goes on; a claim that all opponents accept ends it.
    """
    *before, claim = snapshot.claims
    claim = replace(claim, answers=(*claim.answers, act.accept))
    snapshot = changed(snapshot, claims=(*before, claim))
    if claim.accepted is None:
        return snapshot
    if not claim.accepted:
        return changed(snapshot, stage="play")
    shares = (claim.player, claim.tricks), (claim.asked[0], claim.left - claim.tricks)
    return changed(snapshot, stage=stage_after_play(setup, snapshot), claimed=_credited(snapshot, *shares))


def resigned(setup: Setup, snapshot: HandSnapshot) -> HandSnapshot:
    """The snapshot after the declarer resigned: the opponents get the tricks not yet completed."""
    if setup.rules.resigning == "none":
        raise ActError(
            "the declarer cannot resign under resigning='none': expected the hand to be played"
            " (resigning='after_kitty' allows it)"
        )
    if not setup.rules.has_auction:
        raise ActError("nobody can resign: without an auction there is no declarer and no contract")
    stage, declarer = snapshot.stage, snapshot.declarer
    ours = () if declarer is None else snapshot.seating.side_hands(declarer)
    dummies = set(setup.dummies).intersection(ours)
    if (
        declarer is None
        or stage not in ("declaration", "discard", "exchange", "play")
        or snapshot.kitty
        or any(not snapshot.seen[hand] >> declarer & 1 for hand in dummies)
    ):
        raise ActError(
            f"the declarer cannot resign at the stage {stage!r}: expected it once they have seen the"
            " kitty or the dummy, before the last card, and while no claim is to be answered"
        )
    rival = _opponents(setup, snapshot, declarer)[0]
    return changed(
        snapshot,
        stage=stage_after_play(setup, snapshot),
        plan=(),
        giving=None,
        resigned_at=stage,
        claimed=_credited(snapshot, (rival, _tricks_left(setup, snapshot))),
    )


def _tricks_left(setup: Setup, snapshot: HandSnapshot) -> int:
    """Tricks still to be completed, including one in progress."""
    return snapshot.hands[snapshot.to_play].bit_count() if snapshot.stage == "play" else setup.size


def _opponents(setup: Setup, snapshot: HandSnapshot, player: int) -> tuple[int, ...]:
    """The opponents of a player, without dummies, in order of play starting after that player."""
    seating = snapshot.seating
    after = [seating.hand_after(player, turn) for turn in range(1, len(seating.order))]
    return tuple(
        hand for hand in after if hand < setup.rules.players and seating.sides[hand] != seating.sides[player]
    )


def _credited(snapshot: HandSnapshot, *shares: tuple[int, int]) -> tuple[int, ...]:
    """Tricks by hand, from pairs (hand, number of tricks)."""
    tricks = [0] * len(snapshot.hands)
    for hand, number in shares:
        tricks[hand] += number
    return tuple(tricks)


def deal_again(setup: Setup, snapshot: HandSnapshot, act: DealAgain, to_act: int | None) -> HandSnapshot:
    """The snapshot after the claim: the hand is over; a hand that entitles to a redeal is shown to all."""
    if isinstance(act, Misdeal):
        why = ""
        if setup.rules.misdeal == "none":
            why = "misdeal='none' allows it to nobody; expected misdeal='same_dealer' or 'next_dealer'"
        elif any(_has_acted(snapshot, player) for player in range(setup.rules.players)):
            why = f"expected before the first {'call' if setup.rules.has_auction else 'card'}"
        if why:
            raise ActError(f"a misdeal cannot be claimed: {why}")
        return changed(snapshot, stage="over", plan=(), dealt_again=act)
    player = to_act if act.player is None else act.player
    why = no_redeal(setup, snapshot, player)
    if player is None or why:
        raise ActError(f"a redeal cannot be claimed: {why}")
    seen = put(snapshot.seen, player, setup.everybody)
    return changed(snapshot, stage="over", plan=(), seen=seen, dealt_again=Redeal(player))


def no_redeal(setup: Setup, snapshot: HandSnapshot, player: int | None) -> str:
    """Why a player cannot claim a redeal; empty if they can."""
    rules, claim = setup.rules, setup.rules.redeal_claim
    if claim == "none":
        return "redeal_claim='none' allows it to nobody; expected another redeal_claim"
    if rules.redeal_claim_when == "first_hand" and not setup.first_hand:
        return "a hand of the game has counted; expected the first, by redeal_claim_when='first_hand'"
    who = "that player" if player is None else setup.name(player, "player")
    if player is None or _has_acted(snapshot, player):
        return f"expected {who} to claim before their first {'call' if rules.has_auction else 'card'}"
    for card in setup.deal.hands[player]:
        if claim == "no_trump_card":
            is_barred = setup.trump == "NT" or str(card)[0] == setup.trump
        else:
            is_barred = (card.rank == _ACE and claim != "no_face") or (
                card.rank in _FACES and claim != "no_ace"
            )
        if card.is_joker or is_barred:
            return f"{who} holds {card}; expected a hand to fit redeal_claim={claim!r}"
    return ""


def _has_acted(snapshot: HandSnapshot, player: int) -> bool:
    """Whether a player has called, played a card of their own or a dummy's, or chosen between two hands."""
    calls = () if snapshot.auction is None else snapshot.auction.calls
    return (
        snapshot.kept[player] is not None
        or any(caller == player for caller, _ in calls)
        or any(snapshot.seating.controllers[played.hand] == player for played in snapshot.plays)
    )
