"""Hands as numbers: which actions there are, what they come to, and what a player is shown of a hand."""

import copy
import itertools
import pickle
import random
import sys
from importlib.util import find_spec

import numpy as np
import pytest
from tests.support.no_peeking import moments
from tests.support.observed import observed
from tests.support.other_layouts import with_other_layout
from tests.support.random_rules import random_rules
from tests.support.thorough import by_default

from whistsolve.env import NumberedHand, aec, layout
from whistsolve.errors import ActError, WhistError
from whistsolve.game import HandState
from whistsolve.game.hand.acts import Discard
from whistsolve.players import HeuristicPlayer
from whistsolve.rules import Rules
from whistsolve.values import Hand

GAMES = ("bid_whist", "cutthroat_5", "whist", "dummy", "double_dummy")
#: Rules with every kind of act, and honours that have to be called at the end.
UNUSUAL = (
    Rules.preset("bid_whist", joker_no_trump="exchanged", exchange_pick="random"),
    Rules.preset("bid_whist", joker_no_trump="exchanged", exchange_pick="bidder_chooses"),
    Rules.preset("bid_whist", joker_lead_no_trump="leader_names_suit"),
    Rules.preset("bid_whist", redeal_claim="no_ace", declare_timing="after_discard"),
    Rules.preset("whist_portland", honours_called=True),
    Rules.preset("double_dummy", jokers=2, seating="facing"),
    *map(random_rules, range(6)),
)


def test_random_actions_end_every_hand():
    expected = {"joker_no_trump": "Exchange", "redeal_claim": "Redeal", "honours_called": "CallHonours"}
    for rules in UNUSUAL:
        kinds = set()
        for seed in range(8):
            play, draw = NumberedHand(HandState.random(seed, rules)), random.Random(seed)
            while not play.hand.is_over:
                if play.draws:
                    play.hand.push(draw.choice(play.draws))
                else:
                    play.push(draw.choice(list(play.legal())))
            kinds |= {type(act).__name__ for act in play.hand.acts}
            assert len(play.rewards()) == rules.players
        wanted = {kind for option, kind in expected.items() if option in rules.overrides()}
        assert wanted <= kinds, rules.overrides()


@pytest.mark.parametrize("seed", by_default(1, range(400)))
def test_the_numbers_are_those_of_the_state(seed):
    """At every moment, what each player observes and may do; and the rewards, before `hand` was asked for."""
    draw = random.Random(seed)
    for rules in (
        *map(Rules.preset, GAMES),
        Rules.preset("humbug"),
        *UNUSUAL,
        random_rules(f"numbers {seed}"),
    ):
        state = HandState.random(seed, rules, scores=[seed % 3] * rules.players)
        play = NumberedHand(state.copy())
        while not state.is_over:
            assert play.to_act == state.to_act and not play.is_over
            for player in range(rules.players):
                known = observed(state.view(player), play.chosen if player == state.to_act else None)
                found = play.observation(player).view(layout(rules))[0]
                for name, values in known.items():
                    assert np.array_equal(found[name], values), name
            if play.draws:
                card = draw.choice(state.legal_picks)
                state.push(card)
                play.hand.push(card)
                continue
            legal = play.legal()
            if state.stage != "discard":
                acts = state.view(state.to_act).legal_acts()
                assert sorted(map(str, legal.values())) == sorted(map(str, acts))
            number = draw.choice(play.numbers())
            chosen = Hand() if state.stage != "discard" else play.chosen | legal[number].cards
            play.push(number)
            if len(chosen) == state.discard_number:
                state.push(Discard(chosen) if chosen else legal[number])
            while state.stage == "settlement":
                state.push(next(state.legal_acts()))
        assert play.is_over and play.to_act is None and play.numbers() == []
        rewards = play.rewards()
        known = observed(state.view(0))
        assert (
            play.observation(0).tolist() == np.concatenate([each.ravel() for each in known.values()]).tolist()
        )
        assert play.hand == state and play.rewards() == rewards


def test_a_player_acts_the_same_by_numbers():
    """Act by act, discards card by card; and the rewards are the differences of points between sides."""
    player = HeuristicPlayer()
    for rules, seed in itertools.product(map(Rules.preset, GAMES), range(4)):
        state = HandState.random(seed, rules)
        play = NumberedHand(state.copy())
        while state.to_act is not None:
            state.push(player.act(state.view(state.to_act)))
        while play.hand.to_act is not None:
            play.push(play.action(player.act(play.view)))
        assert play.hand == state
        points, sides = state.result().points, state.seating.sides
        for one, other in itertools.combinations(range(rules.players), 2):
            if rules.is_partnership and sides[one] != sides[other]:
                assert play.rewards()[one] == points[one] - points[other]


@pytest.mark.parametrize("forced", [False, True])
def test_each_discard_is_one_row_of_actions(forced):
    """One after another in ascending order reach every legal discard once, forced jokers among them."""
    rules = Rules.preset("bid_whist", joker_no_trump="exchanged")
    state = HandState("N:AK.2.3..B QJ.3.4.9 T9.4.5.J 87.5.6.Q | .A.K..L", rules, dealer="W")
    for act in ("7NT", "pass", "pass", "pass", "NT+") if forced else ("7+", "pass", "pass", "pass", "S+"):
        state.push(act)
    assert state.stage == "discard" and len(state.forced_discards) == (2 if forced else 0)
    found, todo = [], [NumberedHand(state.copy())]
    while todo:
        play = todo.pop()
        for action in play.legal():
            after = copy.deepcopy(play)
            after.push(action)
            if after.hand.stage == "discard":
                todo.append(after)
            else:
                found.append(after.hand.acts[-1])
    assert len(found) == len(set(found)) and set(found) == set(state.legal_acts())


def test_what_a_player_cannot_see_changes_no_number():
    for name in GAMES:
        changed = 0
        for seed, state in enumerate(itertools.islice(moments(Rules.preset(name), 3), 12)):
            other = with_other_layout(state, state.to_act, seed)
            one, two = NumberedHand(state), NumberedHand(other)
            np.testing.assert_array_equal(one.observation(state.to_act), two.observation(state.to_act))
            assert list(one.legal()) == list(two.legal())
            changed += other.deal != state.deal
        assert changed, name


def test_what_is_seen_is_in_the_arrays_and_what_is_chosen_for_a_discard_is_not_shown():
    state = HandState.random(4, Rules.preset("bid_whist"), dealer="W")
    for act in ("4-", "pass", "pass", "pass", "S-"):
        state.push(act)
    play = NumberedHand(state)
    before = [play.observation(player) for player in range(4)]
    card = play.action(HeuristicPlayer().act(state.view(0)))
    play.push(card)
    after = [play.observation(player) for player in range(4)]
    assert play.chosen.mask == 1 << card
    for player in (1, 2, 3):
        np.testing.assert_array_equal(before[player], after[player])
    known, view = after[0].view(layout(state.rules))[0], state.view(0)
    assert known["chosen"].nonzero()[0].tolist() == [card]
    assert Hand.from_mask(sum(1 << int(at) for at in known["hands"][0].nonzero()[0])) == view.hand
    assert not known["hands"][1:].any() and known["level"].tolist() == [4]
    assert known["unseen"].sum() == len(view.unseen) and known["kitty"].sum() == 6
    assert known["ranking"].tolist() == [0, 1, 0] and known["trump"].tolist() == [1, 0, 0, 0, 0]
    assert known["calls"].sum() == 4 and known["declarer"].tolist() == [1, 0, 0, 0]


def test_wrong_actions_are_refused():
    play = NumberedHand(HandState.random(1, Rules.preset("bid_whist")))
    for wrong in (-1, 10**6, 1.5, None):
        with pytest.raises(ActError, match=r"action .* is wrong: expected a whole number from 0 to 90"):
            play.push(wrong)
    with pytest.raises(ActError, match=r"action 0 \(C2\) is not legal: expected 65 \(Pass\), 66 \(3\+\)"):
        play.push(0)
    with pytest.raises(ActError, match="player 4 is wrong"):
        play.observation(4)
    with pytest.raises(ActError, match="act claim is not legal: expected 65"):
        play.action("claim")


def test_copies_and_pickles_go_their_own_way():
    play = NumberedHand(HandState.random(1, Rules.preset("whist")))
    for again in (copy.copy(play), copy.deepcopy(play), pickle.loads(pickle.dumps(play))):
        assert again.hand == play.hand and again.acts == play.acts
        again.push(next(iter(again.legal())))
        assert again.hand != play.hand


def test_what_is_missing_is_named(monkeypatch):
    if find_spec("pettingzoo") is not None:
        monkeypatch.delitem(sys.modules, "whistsolve.env.picture", raising=False)
        with monkeypatch.context() as without:
            without.setitem(sys.modules, "matplotlib.figure", None)
            with pytest.raises(WhistError, match=r".: expected pip install 'whistsolve\[plot\]'"):
                aec(render_mode="rgb_array")
    monkeypatch.delitem(sys.modules, "whistsolve.env._aec", raising=False)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(WhistError, match=r".: expected pip install 'whistsolve\[pettingzoo\]'"):
        aec()
