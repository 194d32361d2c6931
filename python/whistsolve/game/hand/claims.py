"""Transitions between snapshots that end the play early: claims, the answers to them, and resignations.

Every opponent must answer a claim. The tricks that it gives a side are credited to one hand of that side: the
claimant's own, and on the other side the hand of the first opponent to answer.
"""

from __future__ import annotations

from dataclasses import replace

from whistsolve._internal.reading import read_integer
from whistsolve.errors import ActError
from whistsolve.game.hand.acts import Answer, Claim
from whistsolve.game.hand.setup import Setup
from whistsolve.game.hand.snapshot import ClaimMade, HandSnapshot, Stage, changed


def stage_after_play(setup: Setup, snapshot: HandSnapshot) -> Stage:
    """The stage after the play: the settlement if a renege or honours may be called, otherwise over."""
    reneges = setup.rules.renege_mode == "detect_and_call" and (snapshot.tricks or snapshot.trick)
    return "settlement" if reneges or setup.rules.honours_called else "over"


def read_claim(setup: Setup, snapshot: HandSnapshot, act: Claim) -> ClaimMade:
    """The checked claim: the player who makes it, the number of tricks, and the players who have to agree."""
    if snapshot.stage != "play":
        raise ActError(
            f"act {act} is not of this stage of the hand, {snapshot.stage}: expected a claim during the play"
        )
    seating = snapshot.seating
    player = seating.controllers[snapshot.to_play]
    if act.player is not None:
        player = read_integer(act.player, "claimant", ActError, 0, setup.rules.players - 1)
    left = _tricks_left(setup, snapshot)
    tricks = left if act.tricks is None else read_integer(act.tricks, "tricks claimed", ActError, 0)
    if tricks > left:
        raise ActError(f"{tricks} tricks are claimed: expected {left} at most, as many as are left")
    sides = {seating.sides[hand] for hand in seating.order}
    if tricks < left and len(sides) > 2:
        what = f"{tricks} of the {left} tricks that are left are claimed" if tricks else "tricks are conceded"
        raise ActError(
            f"{what}: with {len(sides)} sides nobody says who takes the others, expected a claim of all"
        )
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
    claim = read_claim(setup, snapshot, act)
    return changed(
        snapshot,
        stage="claim",
        claims=(*snapshot.claims, claim),
        laid_open=snapshot.laid_open | 1 << claim.player,
    )


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
    return changed(
        snapshot,
        stage=stage_after_play(setup, snapshot),
        claimed=_credited(
            snapshot, (claim.player, claim.tricks), (claim.asked[0], claim.left - claim.tricks)
        ),
    )


def resigned(setup: Setup, snapshot: HandSnapshot) -> HandSnapshot:
    """The snapshot after the declarer resigned: the opponents get the tricks not yet completed."""
    if setup.rules.resigning == "none":
        raise ActError(
            "the declarer cannot resign under resigning='none': expected the hand to be played"
            " (resigning='after_kitty' allows it)"
        )
    if not setup.rules.has_auction:
        raise ActError("nobody can resign: without an auction there is no declarer and no contract")
    stages = ("declaration", "discard", "exchange", "play")
    if snapshot.stage not in stages or not _has_seen_kitty(setup, snapshot):
        raise ActError(
            f"the declarer cannot resign at the stage {snapshot.stage!r}: expected it once they have seen the"
            " kitty or the dummy, before the last card, and while no claim is to be answered"
        )
    assert snapshot.declarer is not None
    rival = _opponents(setup, snapshot, snapshot.declarer)[0]
    return changed(
        snapshot,
        stage=stage_after_play(setup, snapshot),
        plan=(),
        giving=None,
        resigned_at=snapshot.stage,
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


def _has_seen_kitty(setup: Setup, snapshot: HandSnapshot) -> bool:
    """Whether the declarer has taken the kitty, if any, and seen the dummy of their side, if any."""
    assert snapshot.declarer is not None
    dummies = [hand for hand in snapshot.seating.side_hands(snapshot.declarer) if hand in setup.dummies]
    return not snapshot.kitty and all(snapshot.seen[hand] >> snapshot.declarer & 1 for hand in dummies)
