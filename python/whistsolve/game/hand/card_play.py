"""Transitions between snapshots from the first lead on: cards, reneges corrected and called, settlement.

Claims and resignations, which end the play early, are in `claims`.
"""

from __future__ import annotations

from whistsolve._internal.reading import shown
from whistsolve.errors import ActError
from whistsolve.game.hand.acts import CallRenege, Correct, Play
from whistsolve.game.hand.claims import stage_after_play
from whistsolve.game.hand.setup import Setup
from whistsolve.game.hand.snapshot import CalledRenege, HandSnapshot, Renege, TrickPlayed, changed, put
from whistsolve.game.hand.trick_rules import CardPlayed, TrickRules
from whistsolve.values.hands import Hand


def trick_rules_of(snapshot: HandSnapshot) -> TrickRules:
    """The trick rules of this hand, which are set once play begins."""
    assert snapshot.trick_rules is not None
    return snapshot.trick_rules


def lawful_cards(snapshot: HandSnapshot) -> int:
    """The cards that the hand to play may legally play, as a mask; none at other stages."""
    if snapshot.stage != "play":
        return 0
    return trick_rules_of(snapshot).lawful(snapshot.hands[snapshot.to_play], snapshot.trick)


def play(setup: Setup, snapshot: HandSnapshot, act: Play) -> HandSnapshot:
    hand = snapshot.to_play
    held = snapshot.hands[hand]
    bit = 1 << act.card.index
    if not held & bit:
        name = setup.name(hand)
        raise ActError(f"{name} plays {act.card} and does not hold it: expected a card of its own")
    rules = trick_rules_of(snapshot)
    names_suit = rules.names_suit and act.card.is_joker and not snapshot.trick
    if names_suit and act.named is None:
        raise ActError(f"a joker that is led names the suit: expected for example '{act.card}:H'")
    if act.named is not None and not names_suit:
        raise ActError(
            f"{act} names a suit: only a led joker does, under"
            " joker_lead_no_trump='leader_names_suit'; expected the card alone"
        )
    lawful = rules.lawful(held, snapshot.trick)
    reneges = snapshot.reneges
    if not lawful & bit:
        if setup.rules.renege_mode == "enforce":
            why = rules.why_not(held, snapshot.trick)
            raise ActError(f"{setup.name(hand)} may not play {act.card}: {why}")
        reneges = (*reneges, Renege(len(snapshot.tricks) + 1, hand, act.card, lawful))
    hands = put(snapshot.hands, hand, held ^ bit)
    trick = (*snapshot.trick, CardPlayed(hand, act.card, act.named))
    turn, lying_open = snapshot.seating.hand_after(hand), snapshot.lying_open & ~bit
    snapshot = changed(
        snapshot, hands=hands, trick=trick, reneges=reneges, lying_open=lying_open, to_play=turn
    )
    return snapshot if len(trick) < len(snapshot.seating.order) else _take_trick(setup, snapshot)


def _take_trick(setup: Setup, snapshot: HandSnapshot) -> HandSnapshot:
    """The snapshot after a trick is complete: its winner leads to the next, or the play is over."""
    winner = trick_rules_of(snapshot).winner(snapshot.trick)
    tricks = (*snapshot.tricks, TrickPlayed(snapshot.trick, winner))
    snapshot = changed(snapshot, trick=(), tricks=tricks, leader=winner, to_play=winner)
    if any(snapshot.hands[hand] for hand in snapshot.seating.order):
        return snapshot
    return changed(snapshot, stage=stage_after_play(setup, snapshot))


def correctable(setup: Setup, snapshot: HandSnapshot) -> tuple[Renege, ...]:
    """The reneges that may be corrected now.

    A renege may be corrected until the trick is complete, or under ``before_quitted`` until the next lead. A
    wrong lead may be corrected until the next card is played, since that card had to follow it. A renege that
    was called correctly is penalised and cannot be corrected, nor can any after a claim or a resignation.
    """
    rule = setup.rules.renege_correction
    if rule == "never" or setup.rules.renege_mode == "enforce" or snapshot.claimed:
        return ()
    number = len(snapshot.tricks) + 1
    plays = snapshot.trick
    if not plays and snapshot.tricks and rule == "before_quitted":
        number, plays = number - 1, snapshot.tricks[-1].plays
    proven = {(called.trick, called.accused) for called in snapshot.called if called.right}
    return tuple(
        renege
        for renege in snapshot.reneges
        if renege.trick == number
        and (plays[0].hand != renege.hand or len(plays) == 1)
        and (number, renege.hand) not in proven
    )


def correct(setup: Setup, snapshot: HandSnapshot, act: Correct) -> HandSnapshot:
    open_ones = [each for each in correctable(setup, snapshot) if act.hand in (None, each.hand)]
    if not open_ones:
        raise ActError(
            f"act '{act}' corrects nothing: there is no renege that may be corrected under"
            f" renege_correction={setup.rules.renege_correction!r}"
        )
    if len(open_ones) > 1:
        raise ActError(f"act '{act}' may mean hand {open_ones[0].hand} or {open_ones[1].hand}: say which")
    renege = open_ones[0]
    bit = 1 << act.card.index
    if not renege.lawful & bit:
        expected = " ".join(map(str, Hand.from_mask(renege.lawful)))
        raise ActError(f"hand {renege.hand} may not play {act.card} instead: expected one of {expected}")
    complete = not snapshot.trick
    plays = snapshot.tricks[-1].plays if complete else snapshot.trick
    corrected = tuple(
        CardPlayed(renege.hand, act.card) if played.hand == renege.hand else played for played in plays
    )
    wrong = 1 << renege.card.index
    snapshot = changed(
        snapshot,
        hands=put(snapshot.hands, renege.hand, snapshot.hands[renege.hand] ^ bit | wrong),
        trick=corrected,
        reneges=tuple(each for each in snapshot.reneges if each is not renege),
        lying_open=snapshot.lying_open | wrong,
    )
    if not complete:
        return snapshot
    # The corrected card may change the winner, so the trick is closed again.
    return _take_trick(setup, changed(snapshot, stage="play", tricks=snapshot.tricks[:-1]))


def may_be_called(setup: Setup, snapshot: HandSnapshot) -> bool:
    """Whether reneges may be called now; in games without an auction, only after the last card."""
    if setup.rules.renege_mode == "enforce":
        return False
    return snapshot.stage == "settlement" or (
        snapshot.stage == "play" and setup.rules.has_auction and bool(snapshot.tricks)
    )


def call_renege(setup: Setup, snapshot: HandSnapshot, act: CallRenege) -> HandSnapshot:
    if not may_be_called(setup, snapshot):
        when = "expected at the end of the hand"
        if setup.rules.renege_mode == "enforce":
            when = "under renege_mode='enforce' there are none"
        elif setup.rules.has_auction:
            when = "expected a trick that is complete"
        raise ActError(f"a renege cannot be called now: {when}")
    # In a trick in progress a card may still be corrected, so it can be called only if the play ended there.
    ended = snapshot.stage == "settlement" and bool(snapshot.trick)
    player, number, last = act.player, act.trick, len(snapshot.tricks) + ended
    if not 1 <= number <= last:
        raise ActError(f"trick {number} is wrong: expected a whole number from 1 to {last}")
    sides = snapshot.seating.sides
    own, accused = sides[player], act.accused  # a player is on the side of the hand of the same number
    if accused is not None and (accused not in snapshot.seating.order or sides[accused] == own):
        raise ActError(f"accused {accused} is wrong: expected a hand that player {player} plays against")
    if accused is None and len(set(sides)) > 2:
        raise ActError("nobody is accused: expected which hand reneged, for there are more than two sides")
    found = [
        renege
        for renege in snapshot.reneges
        if renege.trick == number and sides[renege.hand] != own and accused in (None, renege.hand)
    ]
    proven = {(called.trick, called.accused) for called in snapshot.called if called.right}
    left = [renege for renege in found if (number, renege.hand) not in proven]
    if found and not left:
        raise ActError(f"the renege in trick {number} was called already: expected another")
    offender = left[0].hand if left else accused
    allowed = setup.rules.renege_penalty.split("|")
    if act.penalty not in (None, *allowed):
        expected = f"expected {' or '.join(allowed)}, by renege_penalty"
        raise ActError(f"penalty {shown(act.penalty)} is wrong: {expected}")
    called = CalledRenege(player, number, offender, bool(left), act.penalty)
    return changed(snapshot, called=(*snapshot.called, called))


def sides_to_call_honours(setup: Setup, snapshot: HandSnapshot) -> list[int]:
    """The first player of each side that may still call its honours."""
    if not setup.rules.honours_called or snapshot.stage != "settlement":
        return []
    sides = snapshot.seating.sides
    done = {sides[player] for player in snapshot.honours_called}
    players = range(setup.rules.players)
    return [sides.index(side) for side in sorted({sides[player] for player in players} - done)]


def call_honours(setup: Setup, snapshot: HandSnapshot, player: int) -> HandSnapshot:
    sides = snapshot.seating.sides
    if sides[player] not in [sides[each] for each in sides_to_call_honours(setup, snapshot)]:
        why = "their side has called them" if setup.rules.honours_called else "honours_called is False"
        raise ActError(f"honours of player {player} cannot be called: {why}; expected 'settle'")
    return changed(snapshot, honours_called=snapshot.honours_called | {player})
