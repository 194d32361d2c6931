"""From one moment of a hand to the next while cards are played, and reneges corrected and called."""

from __future__ import annotations

from dataclasses import replace

from whistsolve.errors import ActError, PlayError
from whistsolve.game.hand.acts import Act, CallRenege, Correct, Play, Settle
from whistsolve.game.hand.setup import Setup
from whistsolve.game.hand.snapshot import CalledRenege, HandSnapshot, Renege, TrickPlayed
from whistsolve.game.hand.trick_rules import CardPlayed, TrickRules
from whistsolve.values.hands import Hand
from whistsolve.values.reading import read_integer

__all__ = ["correctable", "following_of", "go_on", "lawful_cards", "may_be_called"]


def following_of(moment: HandSnapshot) -> TrickRules:
    """The rules of following suit in this hand."""
    assert moment.following is not None
    return moment.following


def lawful_cards(moment: HandSnapshot) -> int:
    """The cards that the hand to play may play."""
    return following_of(moment).lawful(moment.hands[moment.to_play], moment.trick)


def go_on(setup: Setup, moment: HandSnapshot, act: Act) -> HandSnapshot:
    """The moment after an act in play, or after the last card before the hand is settled.

    Raises
    ------
    PlayError
        Where a card is not held, or may not be played.
    ActError
        Where the act is not of this stage, or a rule forbids it.
    """
    if isinstance(act, Play) and moment.stage == "play":
        return _play(setup, moment, act)
    if isinstance(act, Correct):
        return _correct(setup, moment, act)
    if isinstance(act, CallRenege):
        return _call(setup, moment, act)
    if isinstance(act, Settle) and moment.stage == "settlement":
        return replace(moment, stage="over")
    wanted = "a card" if moment.stage == "play" else "a renege called, or 'settle'"
    raise ActError(f"act {act} is not of this stage of the hand, {moment.stage}: expected {wanted}")


# ---------------------------------------------------------------------------------------------------- cards


def _play(setup: Setup, moment: HandSnapshot, act: Play) -> HandSnapshot:
    hand = moment.to_play
    held = moment.hands[hand]
    bit = 1 << act.card.index
    if not held & bit:
        raise PlayError(f"hand {hand} plays {act.card} and does not hold it: expected a card of its own")
    rules = following_of(moment)
    _check_name(rules, moment, act)
    lawful = rules.lawful(held, moment.trick)
    reneges = moment.reneges
    if not lawful & bit:
        if setup.rules.renege_mode == "enforce":
            raise PlayError(f"hand {hand} may not play {act.card}: {rules.why_not(held, moment.trick)}")
        reneges = (*reneges, Renege(len(moment.tricks) + 1, hand, act.card, lawful))
    hands = (*moment.hands[:hand], held ^ bit, *moment.hands[hand + 1 :])
    trick = (*moment.trick, CardPlayed(hand, act.card, act.named))
    moment = replace(moment, hands=hands, trick=trick, reneges=reneges, lying_open=moment.lying_open & ~bit)
    if len(trick) < len(moment.seating.order):
        return replace(moment, to_play=moment.seating.following(hand))
    return _take_trick(setup, moment)


def _take_trick(setup: Setup, moment: HandSnapshot) -> HandSnapshot:
    """A trick is complete: its winner leads to the next, or the play is over."""
    winner = following_of(moment).winner(moment.trick)
    tricks = (*moment.tricks, TrickPlayed(moment.trick, winner))
    stage = moment.stage
    if not any(moment.hands[hand] for hand in moment.seating.order):
        stage = "over" if setup.rules.renege_mode == "enforce" else "settlement"
    return replace(moment, stage=stage, trick=(), tricks=tricks, leader=winner, to_play=winner)


def _check_name(rules: TrickRules, moment: HandSnapshot, act: Play) -> None:
    wanted = rules.names_suit and act.card.is_joker and not moment.trick
    if wanted and act.named is None:
        raise PlayError(f"a joker that is led names the suit: expected for example '{act.card}:H'")
    if act.named is not None and not wanted:
        raise PlayError(
            f"{act} names a suit: only a led joker does, under"
            " joker_lead_no_trump='leader_names_suit'; expected the card alone"
        )


# -------------------------------------------------------------------------------------------------- reneges


def correctable(setup: Setup, moment: HandSnapshot) -> tuple[Renege, ...]:
    """The reneges that may be taken back now.

    Until the trick is complete, or under ``before_quitted`` until the next lead. A wrong lead can be taken
    back until another card is played to it, for those who followed were bound by it. What was called rightly
    is paid for and stands.
    """
    rule = setup.rules.renege_correction
    if rule == "never" or setup.rules.renege_mode == "enforce":
        return ()
    number = len(moment.tricks) + 1
    plays = moment.trick
    if not plays and moment.tricks and rule == "before_quitted":
        number, plays = number - 1, moment.tricks[-1].plays
    proven = {(called.trick, called.accused) for called in moment.called if called.right}
    return tuple(
        renege
        for renege in moment.reneges
        if renege.trick == number
        and (plays[0].hand != renege.hand or len(plays) == 1)
        and (number, renege.hand) not in proven
    )


def _correct(setup: Setup, moment: HandSnapshot, act: Correct) -> HandSnapshot:
    open_ones = [each for each in correctable(setup, moment) if act.hand in (None, each.hand)]
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
        raise PlayError(f"hand {renege.hand} may not play {act.card} instead: expected one of {expected}")
    complete = not moment.trick
    plays = moment.tricks[-1].plays if complete else moment.trick
    changed = tuple(
        CardPlayed(renege.hand, act.card) if played.hand == renege.hand else played for played in plays
    )
    wrong = 1 << renege.card.index
    hands = list(moment.hands)
    hands[renege.hand] = hands[renege.hand] ^ bit | wrong
    moment = replace(
        moment,
        hands=tuple(hands),
        trick=changed,
        reneges=tuple(each for each in moment.reneges if each is not renege),
        lying_open=moment.lying_open | wrong,
    )
    if not complete:
        return moment
    # The trick is taken anew: another hand may have won it.
    return _take_trick(setup, replace(moment, stage="play", tricks=moment.tricks[:-1]))


def may_be_called(setup: Setup, moment: HandSnapshot) -> bool:
    """Whether reneges may be called now: in games with a turned-up trump once the last card is played."""
    if setup.rules.renege_mode == "enforce":
        return False
    return moment.stage == "settlement" or (
        moment.stage == "play" and setup.rules.trump_rule == "declared" and bool(moment.tricks)
    )


def _call(setup: Setup, moment: HandSnapshot, act: CallRenege) -> HandSnapshot:
    if not may_be_called(setup, moment):
        when = (
            "under renege_mode='enforce' there are none"
            if setup.rules.renege_mode == "enforce"
            else (
                "expected a trick that is complete"
                if setup.rules.trump_rule == "declared"
                else "expected at the end of the hand"
            )
        )
        raise ActError(f"a renege cannot be called now: {when}")
    player = read_integer(act.player, "player", ActError, 0, setup.rules.players - 1)
    number = read_integer(act.trick, "trick", ActError, 1, len(moment.tricks))
    sides, own = moment.seating.sides, _side(moment, player)
    accused = act.accused
    if accused is not None and (accused not in moment.seating.order or sides[accused] == own):
        raise ActError(f"accused {accused} is wrong: expected a hand that player {player} plays against")
    if accused is None and len(set(sides)) > 2:
        raise ActError("nobody is accused: expected which hand reneged, for everybody plays for himself")
    found = [
        renege
        for renege in moment.reneges
        if renege.trick == number and sides[renege.hand] != own and accused in (None, renege.hand)
    ]
    proven = {(called.trick, called.accused) for called in moment.called if called.right}
    left = [renege for renege in found if (number, renege.hand) not in proven]
    if found and not left:
        raise ActError(f"the renege in trick {number} was called already: expected another")
    offender = left[0].hand if left else accused
    called = CalledRenege(player, number, offender, bool(left))
    return replace(moment, called=(*moment.called, called))


def _side(moment: HandSnapshot, player: int) -> int:
    """The side of a player, which is that of his own hand."""
    return moment.seating.sides[player]
