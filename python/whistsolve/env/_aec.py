"""`HandEnv`: the environment that `aec` returns, in a module of its own since it needs PettingZoo."""

from __future__ import annotations

import random
from typing import Any, Final, SupportsIndex

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from whistsolve._internal.arguments import seed_text
from whistsolve._internal.reading import shown
from whistsolve.env.numbered_hand import NumberedHand
from whistsolve.env.numbering import acts_of, layout
from whistsolve.errors import ActError
from whistsolve.game import HandState, first_dealer
from whistsolve.rules import Rules


class HandEnv(AECEnv):
    """One hand of any game, from the deal to its score; `aec` has the arguments."""

    metadata: Final = {
        "name": "whistsolve_v0",
        "render_modes": ["ansi", "human", "rgb_array"],
        "is_parallelizable": False,
    }

    def __init__(self, rules: Any, dealer: Any, scores: Any, seed: Any, render_mode: Any) -> None:
        super().__init__()
        self.render_mode = render_mode
        if render_mode == "rgb_array":
            import whistsolve.env.picture  # noqa: F401, matplotlib is missing now or never
        self.rules, self._dealer, self._scores = Rules.or_default(rules), dealer, scores
        self.layout = layout(self.rules)
        self.possible_agents = [f"player_{player}" for player in range(self.rules.players)]
        acts, known = len(acts_of(self.rules)), self.layout.itemsize // 4
        both = {"observation": spaces.Box(-np.inf, np.inf, (known,), np.float32)}
        both["action_mask"] = spaces.Box(0, 1, (acts,), np.int8)
        self._known = [spaces.Dict(both) for _ in self.possible_agents]
        most = np.finfo(np.float32).max
        self.state_space = spaces.Box(-most, most, (known * self.rules.players,), np.float32)
        self._actions = [spaces.Discrete(acts) for _ in self.possible_agents]
        self._draw = random.Random()
        self.reset(seed)

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of ``observe(agent)``."""
        return self._known[self._player(agent)]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The numbers of all acts; ``sample(mask)`` draws a legal one."""
        return self._actions[self._player(agent)]

    def reset(self, seed: int | None = None, options: object = None) -> None:
        """Deal the next hand, or the first of a seed. PettingZoo's ``options`` are not looked at."""
        if seed is not None:
            self._draw = random.Random(seed_text(seed))
        number = self._draw.getrandbits(62)
        dealer = first_dealer(self.rules, number) if self._dealer is None else self._dealer
        self.play = NumberedHand(HandState.random(number, self.rules, dealer=dealer, scores=self._scores))
        self.agents = list(self.possible_agents)
        self.rewards, self._cumulative_rewards = ({agent: 0.0 for agent in self.agents} for _ in range(2))
        self.terminations, self.truncations = ({agent: False for agent in self.agents} for _ in range(2))
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.play.to_act or 0]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent knows: ``observation``, and the ``action_mask``, all 0 if others are to act."""
        player = self._player(agent)
        mask = np.zeros(len(self.play.acts), np.int8)
        mask[self.play.numbers() if player == self.play.to_act else []] = 1
        return {"observation": self.play.observation(player), "action_mask": mask}

    def step(self, action: SupportsIndex | None) -> None:
        """Do an action, once the hand is over ``None``. Raises `ActError` if it is not legal."""
        if not self.agents:
            raise ActError("the hand is over: expected reset()")
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self.play.push(action)
        while self.play.draws:
            self.play.hand.push(self._draw.choice(self.play.draws))
        self.agent_selection = self.agents[self.play.to_act or 0]
        if self.play.is_over:
            self.rewards = dict(zip(self.agents, self.play.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def state(self) -> NDArray[np.float32]:
        """The whole hand: the observations of all players, one after another."""
        return np.concatenate([self.play.observation(player) for player in range(self.rules.players)])

    def render(self) -> str | NDArray[np.uint8] | None:
        """The hand with all cards: text in mode ``ansi``, a picture of shape (600, 800, 3) in ``rgb_array``.

        ``human`` prints the text, also after every step. Without a mode there is nothing.
        """
        if self.render_mode == "rgb_array":
            from whistsolve.env.picture import picture  # needs matplotlib

            return picture(self.play.hand)
        if self.render_mode == "human":
            print(self.play.hand)
        return str(self.play.hand) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing: no window is open."""

    def _player(self, agent: object) -> int:
        if agent not in self.possible_agents:
            raise ActError(f"agent {shown(agent)} is wrong: expected {', '.join(self.possible_agents)}")
        return self.possible_agents.index(str(agent))
