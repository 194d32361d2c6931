"""The vector environment: each of its hands is the `HandState` that it stands for."""

import re
import sys

import numpy as np
import pytest
from tests.support.observed import observed
from tests.support.thorough import by_default

from whistsolve.env import NumberedHand, vector
from whistsolve.errors import ActError, RulesError, WhistError
from whistsolve.rules import Rules

gymnasium = pytest.importorskip("gymnasium", reason="needs Gymnasium")

GAMES = ("bid_whist", "cutthroat_5", "whist", "dummy", "double_dummy")
#: Rules under which jokers, dummies, kitties and scores differ from those of the presets.
UNUSUAL = (
    Rules.preset("bid_whist", joker_lead_no_trump="leader_names_suit", partner_sees_kitty=True),
    Rules.preset("bid_whist", joker_no_trump="high_no_suit", joker_lead_no_trump="free_play"),
    Rules.preset("bid_whist", joker_any_time=True, joker_lead_no_trump="forbidden_unless_only_jokers"),
    Rules.preset("bid_whist", declare_timing="after_discard", renege_mode="detect_and_call"),
    Rules.preset("bid_whist", players=6),
    Rules.preset("double_dummy", jokers=2, seating="facing", declare_timing="after_discard"),
    Rules.preset("dummy", jokers=2),
    Rules.preset("whist_portland", honours_called=True),
    Rules.preset("whist", honours="won"),
    Rules.preset("whist", trump_rule="fixed_order", trump_order="NT,S,H,D,C"),
)


def drawn(masks, draw):
    """A legal action for each row."""
    counts = np.cumsum(masks, axis=1, dtype=np.int64)
    return (counts > (draw.random(len(masks)) * counts[:, -1])[:, None]).argmax(axis=1)


@pytest.mark.parametrize("hands", by_default(1, (16, 400)))
@pytest.mark.parametrize("rules", [*map(Rules.preset, Rules.preset_names()), *UNUSUAL], ids=str)
def test_its_hands_are_those_of_the_state(rules, hands):
    """At every card who plays, what they observe and may do; at the end the rewards of all players."""
    env, draw = vector(8, rules, scores=[1] * rules.players, seed=hands), np.random.default_rng(hands)
    known, infos = env.reset(seed=hands)
    assert env.observation_space.contains(known)
    contracts, dealers = set(), set()
    for _ in range(hands // 8):
        plays = [NumberedHand(env.hand(row)) for row in range(8)]
        assert all(not play.hand.snapshot.plays for play in plays)
        contracts |= {play.hand.contract and str(play.hand.contract) for play in plays}
        dealers |= {play.hand.dealer for play in plays}
        over = np.zeros(8, bool)
        while not over.any():
            for row, play in enumerate(plays):
                state = play.hand
                assert state.to_act == infos["player"][row]
                arrays = observed(state.view(state.to_act)).values()
                np.testing.assert_array_equal(
                    known["observation"][row], np.concatenate([*map(np.ravel, arrays)])
                )
                assert known["action_mask"][row].nonzero()[0].tolist() == play.numbers()
            actions = drawn(known["action_mask"], draw)
            known, rewards, over, cut, infos = env.step(actions)
            for play, action in zip(plays, actions, strict=True):
                play.push(action)
            assert over.all() == over.any() == plays[0].is_over and not cut.any()
            assert over.any() or not rewards.any()
        for row, play in enumerate(plays):
            hand = play.hand
            assert rewards[row].tolist() == NumberedHand(hand.copy()).rewards()
    assert len(contracts) > 8 or not rules.has_auction
    assert len(dealers) > 1 or (rules.game == "dummy" and not rules.has_auction)


def test_a_seed_gives_the_same_hands():
    envs = [vector(4, "bid_whist", seed=seed) for seed in (3, 3, 4)]
    one, two, other = ([env.hand(row) for row in range(4)] for env in envs)
    assert one == two != other
    envs[0].reset()
    assert [envs[0].hand(row) for row in range(4)] != one
    envs[2].reset(seed=3)
    assert [envs[2].hand(row) for row in range(4)] == one
    assert vector(1, "whist", dealer=2, seed=1).hand(0).dealer == 2


def test_wrong_arguments_are_refused(monkeypatch):
    for wrong, error, what in (
        ({"n": 0}, WhistError, "n 0 is wrong"),
        ({"rules": "bid_whist joker_no_trump=exchanged"}, RulesError, "joker_no_trump='exchanged' is wrong"),
        ({"rules": "whist redeal_claim=no_ace"}, RulesError, "redeal_claim='no_ace' is wrong"),
        ({"dealer": 7}, ActError, "dealer 7"),
    ):
        with pytest.raises(error, match=what):
            vector(**{"n": 2, **wrong})
    env = vector(2, "whist", seed=1)
    known, _ = env.reset(seed=1)
    good = known["action_mask"].argmax(axis=1)
    before = known["observation"].copy()
    for wrong, what in (
        ([good[0]], "are wrong: expected 2 integers"),
        ([1.5, 2], "actions [1.5, 2] are wrong: expected 2 integers"),
        ([[1], [1, 2]], "expected 2 integers"),
        ([good[0], 70], "action 70 of hand 1 is not legal: expected"),
        ([good[0], known["action_mask"][1].argmin()], "of hand 1 is not legal: expected"),
    ):
        with pytest.raises(ActError, match=re.escape(what)):
            env.step(wrong)
    np.testing.assert_array_equal(known["observation"], before)
    with pytest.raises(WhistError, match="row 2 is wrong"):
        env.hand(2)
    monkeypatch.delitem(sys.modules, "whistsolve.env._vector", raising=False)
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(WhistError, match=r".: expected pip install 'whistsolve\[pettingzoo\]'"):
        vector(2)
