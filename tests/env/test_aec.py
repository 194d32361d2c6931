"""The environment for PettingZoo, by its own tests, and what it adds to them."""

import random
import re

import numpy as np
import pytest
from tests.support.observed import observed
from tests.support.sources import ROOT

from whistsolve.env import aec
from whistsolve.errors import ActError, RulesError, WhistError
from whistsolve.game import Bid, Pass
from whistsolve.rules import Rules
from whistsolve.values import Hand

GAMES = ("bid_whist", "cutthroat", "whist", "dummy", "double_dummy")
pettingzoo_tests = pytest.importorskip("pettingzoo.test", reason="needs PettingZoo")
state_test = pytest.importorskip("pettingzoo.test.state_test", reason="needs PettingZoo")


@pytest.mark.parametrize("name", GAMES)
# It advises against dictionaries, which it wants for masks.
@pytest.mark.filterwarnings("error::UserWarning", "ignore:Observation (is not a|space for each):UserWarning")
def test_pettingzoo_accepts_it(name, capsys):
    env = aec(name, seed=1)
    pettingzoo_tests.api_test(env, num_cycles=120)
    pettingzoo_tests.seed_test(lambda: aec(name), num_cycles=60)
    state_test.test_state_space(env)
    assert "Passed API test" in capsys.readouterr().out
    env.reset(1)
    for agent in env.agent_iter(60):
        known, _, over, _, _ = env.last()
        env.step(None if over else np.flatnonzero(known["action_mask"])[0])
        each = [env.observe(agent)["observation"] for agent in env.possible_agents]
        np.testing.assert_array_equal(env.state(), np.concatenate(each))
        assert env.state_space.contains(env.state())


def test_it_shows_the_hand(capsys):
    """PettingZoo asks for types and shapes; the text is that of the hand, the picture changes with it."""
    pytest.importorskip("matplotlib")
    pettingzoo_tests.render_test(lambda render_mode: aec("bid_whist", seed=1, render_mode=render_mode))
    assert "to act" in capsys.readouterr().out
    env = aec("cutthroat_5", seed=1, render_mode="ansi")
    assert env.render() == str(env.play.hand) and aec().render() is None
    env = aec("double_dummy", seed=1, render_mode="rgb_array")
    before = env.render()
    env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert (before != env.render()).any() and before.shape == (600, 800, 3)


def played(env, count):
    """The hands that the environment deals next, played at random; rewards come once, at the end of each."""
    draw, hands = random.Random(1), []
    for _ in range(count):
        env.reset()
        for agent in env.agent_iter():
            known, reward, over, _, _ = env.last()
            assert reward == env.play.rewards()[env.possible_agents.index(agent)]
            env.step(None if over else draw.choice(np.flatnonzero(known["action_mask"])))
        hands.append(env.play.hand)
    return hands


def test_a_seed_gives_the_same_hands():
    """Cards drawn blindly for jokers among them; without a given dealer, the rules draw one."""
    rules = Rules.preset("bid_whist", joker_no_trump="exchanged", exchange_pick="random")
    one, two, other = (played(aec(rules, seed=seed), 10) for seed in (5, 5, 6))
    assert one == two != other
    assert len({hand.dealer for hand in one}) > 1
    assert any(hand.snapshot.exchanges for hand in one) and any(any(hand.result().points) for hand in one)
    again = aec(rules, seed=6)
    again.reset(5)
    assert again.play.hand.deal == aec(rules, seed=5).play.hand.deal
    hand = aec("whist", dealer=2, scores=[3, 1, 3, 1], seed=1).play.hand
    assert hand.dealer == 2 and hand.scores == (3, 1, 3, 1)


def test_the_table_of_the_page_has_every_array():
    """Names and shapes, in their order, as they are for bid whist."""
    env = aec("bid_whist")
    calls = sum(isinstance(act, (Bid, Pass)) for act in env.play.acts)
    sizes = {"players": 4, "hands": 4, "calls": calls, "actions": len(env.play.acts)}
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", (ROOT / "docs" / "learning.md").read_text("utf-8"), re.M)
    told = {
        name: tuple(int(sizes.get(each, each)) for each in shape.split(" \N{MULTIPLICATION SIGN} "))
        for name, shape in rows
    }
    more = pytest.importorskip("whistsolve.env._openspiel").recalled(env.play.hand.view(0))
    shapes = {name: env.layout[name].shape for name in env.layout.names}
    shapes |= {name: values.shape for name, values in more.items()}
    assert list(told.items()) == list(shapes.items())
    known = env.observe("player_1")["observation"].view(env.layout)[0]
    for name, values in observed(env.play.hand.view(1), Hand()).items():
        np.testing.assert_array_equal(known[name], values)


def test_wrong_calls_are_refused():
    for wrong, error, what in (
        ({"rules": "whits"}, RulesError, "preset 'whits' is wrong"),
        ({"dealer": 7}, ActError, "dealer 7 is wrong"),
        ({"scores": [1]}, WhistError, "scores"),
        ({"seed": 1.5}, WhistError, "seed 1.5 is wrong"),
        ({"render_mode": "png"}, WhistError, "render_mode 'png' is wrong: expected 'ansi', 'human' or"),
    ):
        with pytest.raises(error, match=what):
            aec(**wrong)
    env = aec("whist", seed=1)
    for call in (env.observe, env.action_space, env.observation_space):
        with pytest.raises(ActError, match="agent 'N' is wrong: expected player_0, player_1"):
            call("N")
    masked = int(np.argmin(env.observe(env.agent_selection)["action_mask"]))
    with pytest.raises(ActError, match=f"action {masked} .* is not legal: expected"):
        env.step(masked)
    played(env, 1)
    with pytest.raises(ActError, match=r"the hand is over: expected reset\(\)"):
        env.step(0)
