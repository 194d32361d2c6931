"""`HandVectorEnv`: the environment that `vector` returns, in a module of its own since it needs Gymnasium."""

from __future__ import annotations

import itertools
import secrets
from contextlib import suppress
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from whistsolve._internal.reading import read_integer, shown
from whistsolve.dealing import random_deals, stream_key
from whistsolve.env.numbered_hand import NumberedHand, differences, place, points_of_tricks
from whistsolve.env.numbering import Numbering
from whistsolve.errors import ActError, RulesError, WhistError
from whistsolve.game import PASS, HandState, strains_of
from whistsolve.game.auction.calls import all_bids
from whistsolve.game.hand.acts import Declare, Discard, HandChoice
from whistsolve.game.hand.setup import read_dealer
from whistsolve.game.scoring.hand_result import count_honours
from whistsolve.rules import Rules
from whistsolve.values import Deal, Hand
from whistsolve.values.cards import CARDS, DECK_SIZE, JOKER_MASK

_CARDS: Final = np.arange(DECK_SIZE, dtype=np.uint64)
_ONE: Final = np.uint64(1)


class HandVectorEnv(VectorEnv[Any, Any, Any]):
    """The play of many hands at once; `vector` has the arguments."""

    metadata: Final = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, n: Any, rules: Any, dealer: Any, scores: Any, seed: Any) -> None:
        game, self._scores = Rules.or_default(rules), scores
        all_play = game.joker_no_trump not in ("exchanged", "removed")
        name = "redeal_claim" if all_play else "joker_no_trump"
        if not all_play or (game.redeal_claim != "none" and not game.has_auction):
            raise RulesError(f"{name}={getattr(game, name)!r} is wrong: expected rules that leave only cards")
        self.num_envs, self.rules = read_integer(n, "n", WhistError, 1, 10**6), game
        numbering = Numbering.of(game)
        self.layout, self.acts, acts = numbering.layout, numbering.acts, len(numbering.acts)
        known, masks = ((self.num_envs, numbering.size), np.float32), ((self.num_envs, acts), np.int8)
        self._arrays = (np.zeros(*known), np.zeros(*masks), np.zeros(self.num_envs, np.int32))
        both = {"observation": spaces.Box(-np.inf, np.inf, (numbering.size,), np.float32)}
        both["action_mask"] = spaces.Box(0, 1, (acts,), np.int8)
        self.single_observation_space, self.single_action_space = spaces.Dict(both), spaces.Discrete(acts)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

        dealers = [3] if game.game == "dummy" and not game.has_auction else range(game.players)
        self._dealers = np.array(dealers if dealer is None else [read_dealer(dealer, game)])
        bids = all_bids(game) if game.has_auction else ()
        self._contracts = [(bid, strain) for bid in bids for strain in strains_of(bid, game)]
        stuck = game.all_pass == "dealer_stuck_at_minimum"
        self._lowest = sum(bid.level == bids[0].level or not stuck for bid, _ in self._contracts)
        chooses = game.game == "double_dummy" and game.hand_option != "off"
        self._kept = list(itertools.product((True, False), repeat=2 if chooses else 0))
        # Hands of a kind differ in cards alone. The first goes on a table, and others begin as it did.
        most = max(len(self._contracts), DECK_SIZE)
        self._shape = (max(game.players, 4), len(self._kept), game.players, most)
        self._table, self._kinds = map(numbering.table, (self.num_envs, int(np.prod(self._shape))))
        self._led, self._scored = dict[int, HandState](), dict[Any, list[float]]()
        self.reset(seed=secrets.randbits(64) if seed is None else seed)

    def reset(self, *, seed: int | None = None, options: object = None) -> tuple[Any, dict[str, Any]]:
        """Deal the next hands, or the first of a seed; returns observations and infos."""
        if seed is not None:
            self._seed, self._dealt = read_integer(seed, "seed", WhistError), 0
        self._deal()
        return self._seen()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play a card in every hand. Raises `ActError` if one is not legal; then none is played."""
        acts: NDArray[Any] = np.empty(0)
        with suppress(ValueError):  # of lists of different lengths
            acts = np.asarray(actions)
        if acts.shape != (self.num_envs,) or acts.dtype.kind not in "iu":
            raise ActError(f"actions {shown(actions)} are wrong: expected {self.num_envs} integers")
        wrong = self._table.step(np.ascontiguousarray(acts, np.int64))
        if wrong >= 0:
            legal = ", ".join(f"{act} ({self.acts[act]})" for act in self._table.legal(wrong))
            raise ActError(f"action {acts[wrong]} of hand {wrong} is not legal: expected {legal}")
        rewards, is_over = np.zeros((self.num_envs, self.rules.players)), self._table.to_act(0) < 0
        if is_over:  # so are all others, for they had as many cards
            rewards[:] = [self._rewards(row) for row in range(self.num_envs)]
            self._deal()
        known, infos = self._seen()
        return known, rewards, np.full(self.num_envs, is_over), np.zeros(self.num_envs, bool), infos

    def hand(self, row: int) -> HandState:
        """A copy of one of the hands, with all cards. Raises `WhistError` if there is no such row."""
        play = NumberedHand(self._begin(read_integer(row, "row", WhistError, 0, self.num_envs - 1)))
        for act in self._table.acts_played(row):
            play.push(act)
        return play.hand

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        known, masks, players = self._arrays
        self._table.look(known, masks, players)
        return {"observation": known, "action_mask": masks}, {"player": players}

    def _begin(self, row: int) -> HandState:
        """One of the hands at its first lead."""
        dealer, kept, declarer, which = map(int, np.unravel_index(self._kind[row], self._shape))
        cards, size = [Hand.from_mask(mask) for mask in self._deals[row].tolist()], self.rules.dealt_hands
        turned = CARDS[which] if self.rules.trump_rule == "last_dealt_card" else None
        deal, extra = Deal(cards[:size], *cards[size:]), self._extra[row].tolist()
        more: dict[str, Any] = {"scores": self._scores, "extra": [*map(Hand.from_mask, extra)] or None}
        hand = HandState(deal, self.rules, dealer=dealer, turned=turned, **more)
        bid, strain = self._contracts[which] if self._contracts else (PASS, None)
        while hand.stage != "play":
            if hand.stage == "hand_option":
                hand.push(HandChoice(self._kept[kept][hand.to_act or 0]))
            elif hand.stage == "auction":
                hand.push(PASS if hand.to_act != declarer or (declarer, bid) in hand.calls else bid)
            elif hand.stage == "declaration" and strain is not None:
                hand.push(Declare(strain))
            else:
                hand.push(Discard(Hand.from_mask(int(self._discards[row, hand.hand_to_play or 0]))))
        return hand

    def _deal(self) -> None:
        """Draw new hands for all rows: cards, dealer, choices of hands, contract, discards."""
        game, rows, each = self.rules, self.num_envs, np.arange(self.num_envs)
        bits = np.random.PCG64([stream_key(self._seed), self._dealt])
        self._deals = random_deals(rows, self._seed, game, first=self._dealt)
        self._dealt += rows

        def below(limit: Any) -> NDArray[np.int64]:
            high = bits.random_raw(rows) >> np.uint64(32)
            return (high * np.asarray(limit, np.uint64) >> np.uint64(32)).astype(np.int64)

        dealer, kept = self._dealers[below(len(self._dealers))], below(len(self._kept))
        kitty = self._deals[:, game.dealt_hands :].sum(axis=1)
        hands = self._deals[:, : game.dealt_hands].copy()
        self._extra = np.zeros((rows, 0), np.uint64)
        if game.game == "double_dummy" and kitty.any():
            one = kitty & (~kitty + _ONE)
            one = np.where(below(2), one, kitty ^ one)
            self._extra = np.stack([one, kitty ^ one], axis=1)
            hands[:, 2:] |= self._extra
        declarer, which = np.zeros(rows, np.int64), np.zeros(rows, np.int64)
        if game.has_auction:
            declarer = below(game.players)
            which = below(np.where(declarer == dealer, self._lowest, len(self._contracts)))
            hands[each, 3 if game.game == "dummy" else declarer] |= kitty * np.uint64(not self._extra.any())
        elif game.trump_rule == "last_dealt_card":
            suited = self._deals[each, dealer] & ~np.uint64(JOKER_MASK)
            which = np.argsort(~_bits(suited), axis=1, kind="stable")[each, below(np.bitwise_count(suited))]
        for player in range(2 if len(self._kept) > 1 else 0):
            swaps = ~np.array(self._kept)[kept, player]
            hands[swaps, player], hands[swaps, 2 + player] = hands[swaps, 2 + player], hands[swaps, player]

        # Of the hands in play, those with surplus cards discard any of them.
        self._discards = np.zeros_like(hands)
        for hand in range(2 if game.double_dummy_mode == "two_hands" else game.dealt_hands):
            surplus = np.bitwise_count(hands[:, hand]) - game.dealt_hand_size
            some = np.flatnonzero(surplus)
            keys = bits.random_raw(len(some) * DECK_SIZE).reshape(len(some), DECK_SIZE) >> _ONE
            cards = np.argsort(np.where(_bits(hands[some, hand]), keys, ~np.uint64(0)), axis=1)
            chosen = cards[:, : surplus.max()].astype(np.uint64)
            self._discards[some, hand] = (_ONE << chosen).sum(axis=1)
        hands &= ~self._discards
        self._kind = np.ravel_multi_index((dealer, kept, declarer, which), self._shape)
        for kind, row in zip(*np.unique(self._kind, return_index=True), strict=True):
            if kind not in self._led:
                self._led[kind] = self._begin(row)
                place(self._led[kind], self._kinds, kind)
        self._table.deal(self._kinds, self._kind, hands, self._discards, kitty)

    def _rewards(self, row: int) -> list[float]:
        """The rewards of a hand that is over; hands that score alike are scored once."""
        (tricks, first), led = self._table.tricks(row), self._led[self._kind[row]]
        sides, honours, contract, held = led.seating.sides, self.rules.honours, led.contract, [0] * 6
        won = [0] * len(tricks)
        for number, side in zip(tricks, sides, strict=True):
            won[side] += number
        if honours and led.strain is not None:
            for cards, side in zip(self._deals[row].tolist(), sides, strict=False):
                held[side] += count_honours(Hand.from_mask(cards), led.strain)
        bid = contract and (contract.declarer, contract.level, contract.strain.is_no_trump)
        key = (bid, led.snapshot.kept, sides[first], *won, *held)
        if key not in self._scored or honours == "won":
            if honours:
                self._scored[key] = NumberedHand(self.hand(row)).rewards()
            else:
                self._scored[key] = differences(points_of_tricks(led, tricks, first), sides)
        return self._scored[key]


def _bits(masks: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """A row for each mask: which cards are in it."""
    return (masks[:, None] >> _CARDS & _ONE).astype(bool)
