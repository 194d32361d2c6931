"""InteractiveHand: the person acts only where they may. `tests.cli.test_play_cli` undoes and does again."""

import pytest
from tests.support.hands_played import pushed, short_hand
from tests.support.random_matches import WITH_RENEGES

from whistsolve.errors import ActError
from whistsolve.game import HandState
from whistsolve.players import DoubleDummyPlayer, InteractiveHand
from whistsolve.rules import Rules


def refused(hand, act, words):
    with pytest.raises(ActError, match=words):
        hand.do(act)


def test_a_person_decides_only_what_is_theirs():
    state = short_hand(Rules.preset("bid_whist_seed"), 2)
    hand = InteractiveHand(state, DoubleDummyPlayer(), seat=1)
    list(hand.answers())
    assert hand.is_turn and hand.state.to_act == 1 and not state.acts
    refused(hand, "9+", "is not legal")
    hand.do("7NT")
    refused(hand, "pass", f"turn of player {hand.state.to_act}")
    with pytest.raises(ActError, match="player"):
        InteractiveHand(state, DoubleDummyPlayer(), seat=4)


def test_reneges_are_called_and_corrected_by_whose_business_it_is():
    rules = Rules.preset("bid_whist_no_kitty", renege_correction="before_quitted", **WITH_RENEGES)
    state = HandState("N:A.2.. 2.3.. J3... T4...", rules, dealer=3)
    hand = InteractiveHand(state, DoubleDummyPlayer(), seat=1)
    assert list(hand.answers())
    hand.do("7NT")
    list(hand.answers())
    while hand.state.stage != "play":
        hand.auto()
    refused(hand, "renege 1 by 0", "expected one of player 1")
    refused(hand, "correct S2 of 0", "expected one of player 1's hands")
    hand = InteractiveHand(state, DoubleDummyPlayer())
    for act in ("1+", "pass", "pass", "pass", "S+", "SA", "H3"):
        hand.do(act)
    corrected = hand.do("correct S2")
    assert (corrected.player, corrected.hand, corrected.hidden) == (1, 1, False)
    refused(hand, "correct S2 of 9", "corrects nothing")
    for act in ("SJ", "ST"):
        hand.do(act)
    called = hand.do("renege 1 by 2")
    assert (called.player, called.hand) == (2, None)


def test_claims_and_resignations_are_of_the_person_alone():
    rules = Rules.preset("bid_whist_no_kitty", resigning="after_kitty")
    state = HandState("N:A4... K3... Q2... J5...", rules, dealer=3)
    pushed(state, "2+", "pass", "pass", "pass", "S+", "SA")
    hand = InteractiveHand(state, DoubleDummyPlayer(), seat=1)
    refused(hand, "claim 1 by 0", "expected one of player 1")
    refused(hand, "resign", "only the declarer resigns: that is player 0, not you")
    done = hand.do("claim")
    assert (done.player, done.hand, done.hidden) == (1, None, False) and not hand.is_turn
    answer = list(hand.answers())  # the first who contests ends it
    assert [(each.player, str(each.act)) for each in answer] == [(2, "contest")] and hand.is_turn
    assert hand.undo() == 2 and hand.state.snapshot.claims == ()
    hand.do("claim 1 by 1")
    with pytest.raises(ActError, match="nothing to do again"):
        hand.redo()
    assert [str(each.act) for each in hand.answers()] == ["accept", "accept"] and hand.state.is_over
    declarer = InteractiveHand(state, DoubleDummyPlayer())
    done = declarer.do("resign")
    assert (done.player, done.hand, declarer.state.is_over) == (0, None, True)
