"""The game, its states and what players observe, in a module of its own since it needs OpenSpiel."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import islice
from typing import Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray

from whistsolve._internal.arguments import seed_text
from whistsolve.dealing import dealt_sizes
from whistsolve.env.numbered_hand import NumberedHand
from whistsolve.env.numbering import Numbering, acts_of, layout, number_of_play
from whistsolve.env.resampling import other_histories
from whistsolve.errors import LayoutError, WhistError
from whistsolve.game import HandState, HandView
from whistsolve.game.hand.setup import read_dealer
from whistsolve.game.scoring.contract_score import score_books
from whistsolve.rules import Rules, rules_from_text, rules_to_text
from whistsolve.values import Contract, Deal, Hand, Strain
from whistsolve.values.cards import CARDS, DECK_SIZE

_KIND: Final = pyspiel.GameType
_TYPE: Final = pyspiel.GameType(
    short_name="python_whistsolve", long_name="Whist family", min_num_players=2, max_num_players=6,
    dynamics=_KIND.Dynamics.SEQUENTIAL, chance_mode=_KIND.ChanceMode.EXPLICIT_STOCHASTIC,
    information=_KIND.Information.IMPERFECT_INFORMATION, utility=_KIND.Utility.GENERAL_SUM,
    reward_model=_KIND.RewardModel.TERMINAL, parameter_specification={"rules": "bid_whist", "dealer": 0},
    provides_information_state_string=True, provides_information_state_tensor=True,
    provides_observation_string=True, provides_observation_tensor=True,
)  # fmt: skip
_CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
_TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)


class WhistGame(pyspiel.Game):
    """One hand under some rules, as OpenSpiel asks for it: chance deals card by card, then players act."""

    def __init__(self, params: Mapping[str, Any]) -> None:
        # In a game's text = and , part parameters: the option target=7 is target:7 there, and S,H is S/H.
        words = [word if "=" in word else word.replace(":", "=", 1) for word in str(params["rules"]).split()]
        rules = self.rules = rules_from_text(" ".join(words).replace("/", ","))
        self.dealer = read_dealer(params["dealer"], rules)
        acts, most = len(acts_of(rules)), 2.0 * _most_points(rules)
        # More than any auction has: a round of calls for each bid, and one for a dealer who equals it.
        longest = 2 * acts * rules.players + 2 * rules.deck_size
        info = pyspiel.GameInfo(acts, DECK_SIZE, rules.players, -most, most, max_game_length=longest)
        text = rules_to_text(rules).replace("=", ":").replace(",", "/")
        self.deck = sorted(card.index for card in rules.deck)
        super().__init__(_TYPE, info, {"rules": text, "dealer": self.dealer})

    def new_initial_state(self) -> WhistState:
        return WhistState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.rules.deck_size + 1 + self.rules.jokers  # dealt, turned up, drawn for jokers

    def make_py_observer(self, kind: Any = None, params: Mapping[str, Any] | None = None) -> Any:
        if kind and not (kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER):
            return None  # there is no view that has only what is public, or private
        return WhistObserver(self.rules, kind is not None and kind.perfect_recall, **params or {})


class WhistState(pyspiel.State):
    """A hand that is dealt or played. Chance outcomes are cards by `Card.index`."""

    def __init__(self, game: WhistGame) -> None:
        super().__init__(game)
        self._rules, self._dealer, self._deck = game.rules, game.dealer, game.deck
        self._left = list(game.deck)
        #: The cards dealt so far, hand by hand, the kitty last; then the one turned up.
        self.dealt: tuple[int, ...] = ()
        self.play: NumberedHand | None = None

    def current_player(self) -> int:
        if self.play is None:
            return _CHANCE
        to_act = self.play.to_act
        if to_act is not None:
            return to_act
        return _TERMINAL if self.play.is_over else _CHANCE

    # As pyspiel's own, which ask for the player and the actions through C++.
    def is_chance_node(self) -> bool:
        return self.current_player() == _CHANCE

    def legal_actions(self, *player: int) -> list[int]:
        numbers = [] if player or self.play is None else self.play.numbers()
        return [*numbers] or list(super().legal_actions(*player))

    def is_terminal(self) -> bool:
        return self.play is not None and self.play.is_over

    def returns(self) -> list[float]:
        return [0.0] * self._rules.players if self.play is None else self.play.rewards()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        cards = self._left if self.play is None else [card.index for card in sorted(self.play.draws)]
        chance = 1 / len(cards)
        return [(card, chance) for card in cards]

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.play is None else self.play.numbers()

    def _apply_action(self, action: int) -> None:
        if self.play is None:
            self.dealt = (*self.dealt, action)
            self._left.remove(action)
            if len(self.dealt) >= len(self._deck):
                self._finish_deal()
        elif self.play.draws:
            self.play.hand.push(CARDS[action])
        else:
            self.play.push(action)

    def _finish_deal(self) -> None:
        """Begin the hand, or have the trump card turned up first."""
        rules, cards, extra, turned = self._rules, iter(self.dealt), None, None
        rows = [Hand.from_mask(sum(1 << card for card in islice(cards, size))) for size in dealt_sizes(rules)]
        if rules.trump_rule == "last_dealt_card":
            if len(self.dealt) == len(self._deck):
                self._left = sorted(card.index for card in rows[self._dealer] - rules.deck.jokers)
                return
            turned = CARDS[self.dealt[-1]]
        if rules.game == "double_dummy" and rows[4:]:
            extra = [[CARDS[card]] for card in self.dealt[len(self._deck) - 2 : len(self._deck)]]
        deal = Deal(rows[: rules.dealt_hands], *rows[rules.dealt_hands :])
        self.play = NumberedHand(HandState(deal, rules, dealer=self._dealer, turned=turned, extra=extra))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> WhistState:
        """A state that the player cannot tell from this one: all that they have not seen is drawn anew.

        Each layout of the cards that the view allows is as likely. One number of the sampler's, from 0 to
        below 1, decides the draw. Raises `ActError` if there is no such player; `LayoutError` if 1,000
        draws look otherwise, as they may if acts were pushed that are no actions.
        """
        draw, deck = random.Random(seed_text(int(sampler() * 2**53))), self._rules.deck
        cards = [card.index for card in draw.sample(list(deck), min(len(self.dealt), len(deck)))]
        others = [cards] if self.play is None else other_histories(self.play, player, draw)
        for actions in islice(others, 1000):
            state: WhistState = self.get_game().new_initial_state()
            with suppress(WhistError):  # an act that would not have been legal
                for action in actions:
                    state.apply_action(action)
                views = [each.play and each.play.hand.view(player) for each in (self, state)]
                if views[0] == views[1]:
                    return state
        raise LayoutError(f"no other hand was found that looks the same to player {player}")

    def _action_to_string(self, player: int, action: int) -> str:
        return str(acts_of(self._rules)[action])

    def __str__(self) -> str:
        if self.play is None:
            return " ".join(str(CARDS[card]) for card in self.dealt)
        return f"{self.play.hand.deal}; {' '.join(map(str, self.play.hand.acts))}; {self.play.chosen}"


class WhistObserver:
    """A player's numbers, and view as text; with perfect recall the numbers are exactly those of the text."""

    def __init__(self, rules: Rules, perfect_recall: bool) -> None:
        size = layout(rules).itemsize // 4
        self._recalled = recalled if perfect_recall else lambda view: {}
        more = self._recalled(HandState.random(0, rules).view(0))
        self.tensor = np.zeros(size + sum(each.size for each in more.values()), np.float32)
        self.dict = {"observation": self.tensor[:size]}
        for name, each in more.items():
            self.dict[name] = self.tensor[size : size + each.size].reshape(each.shape)
            size += each.size

    def set_from(self, state: WhistState, player: int) -> None:
        self.tensor[:] = 0
        if state.play is not None:
            self.dict["observation"][:] = state.play.observation(player)
            for name, values in self._recalled(state.play.hand.view(player)).items():
                self.dict[name][:] = values

    def string_from(self, state: WhistState, player: int) -> str:
        if state.play is None:
            return ""  # nobody sees cards before all are dealt
        chosen = str(state.play.chosen) if player == state.current_player() else None
        return json.dumps({**state.play.hand.view(player).as_dict(), "rules": None, "chosen": chosen})


def recalled(view: HandView) -> dict[str, NDArray[np.float32]]:
    """What a player has seen and the observation leaves out: the order of all, from 1, and cards taken."""
    numbering = Numbering.of(view.rules)
    plays = [play for trick in view.tricks for play in trick.plays]
    order = np.zeros((len(view.sizes), len(numbering.acts)), np.float32)
    for turn, (player, call) in enumerate(view.calls, 1):
        order[player, numbering.number[call]] = turn
    for turn, play in enumerate((*plays, *view.trick), 1):
        order[play.hand, number_of_play(play)] = turn
    taken, picks, exchanged = np.zeros((3, DECK_SIZE), np.float32)
    taken[[card.index for card in view.taken or ()]] = 1
    picks[[card.index for card in view.legal_picks]] = 1
    for number, done in enumerate(view.exchanges, 1):
        exchanged[[card.index for card in (done.joker, done.card) if card is not None]] = number
    return {"order": order, "taken": taken, "picks": picks, "exchange_order": exchanged}


def _most_points(rules: Rules) -> int:
    """At least the points that a player may win or lose in a hand: those of the highest bid, made or set."""
    books, kept = rules.books, 2 if rules.game == "double_dummy" and rules.hand_option != "off" else 0
    if not rules.has_auction:
        return (books + 4) << kept  # with all honours
    bid, each = Contract(rules.max_bid, Strain("NT", "uptown"), 0), [books] * rules.dealt_hands
    scores = [score_books(bid, won, books - won, each, rules=rules, kept=kept) for won in (0, books)]
    return max(abs(points) for score in scores for points in score.points)


pyspiel.register_game(_TYPE, WhistGame)
