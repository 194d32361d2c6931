"""`NumberedHand`: a hand whose acts are numbers, with what each player knows as numbers, and rewards."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.reading import read_integer
from whistsolve.errors import ActError
from whistsolve.game import PASS, Act, Bid, HandState, HandView, Stage, strains_of
from whistsolve.game.auction.calls import all_bids
from whistsolve.game.hand.acts import Declare, Discard, Exchange, HandChoice, Play, Redeal
from whistsolve.rules import Rules
from whistsolve.values import Card, Hand, Strain, Suit
from whistsolve.values.cards import CARDS, DECK_SIZE, LITTLE_JOKER
from whistsolve.values.strains import RANKINGS, TRUMPS


@functools.lru_cache(maxsize=64)
def acts_of(rules: Rules) -> tuple[Act, ...]:
    """The acts under some rules in the order of their numbers, cards by `Card.index` first."""
    named = [Play(joker, suit) for joker in CARDS[LITTLE_JOKER:] for suit in Suit]
    bids = all_bids(rules) if rules.has_auction else ()
    strains = dict.fromkeys(strain for bid in bids for strain in strains_of(bid, rules))
    calls: tuple[Act, ...] = (PASS, *bids) if bids else ()
    other = (HandChoice(True), HandChoice(False), Redeal(), *calls)
    return (*map(Play, CARDS), *named, *other, *map(Declare, strains))


@functools.lru_cache(maxsize=64)
def _numbers(rules: Rules) -> Mapping[Act, int]:
    """The number of each act; a card has the same to play it, to discard it and to take it for a joker."""
    cards = {act: card.index for card in CARDS for act in (Discard(Hand([card])), Exchange(card))}
    return {act: number for number, act in enumerate(acts_of(rules))} | cards


class NumberedHand:
    """A `HandState`, `hand`, in which one player after another chooses the number of one of its `acts`.

    A discard is one card after another, in ascending order of `Card.index`; `chosen` are those chosen so far.
    Claims, resignations, reneges and their calls are left out; honours that have to be called are called for
    both sides.
    """

    def __init__(self, hand: HandState, chosen: Hand | None = None) -> None:
        self.hand, self.acts, self.chosen = hand, acts_of(hand.rules), chosen or Hand()

    def __copy__(self, _: object = None) -> NumberedHand:
        return NumberedHand(self.hand.copy(), self.chosen)

    __deepcopy__ = __copy__

    @property
    def view(self) -> HandView:
        """The view of the player to act, for a `Player`. Raises `ActError` if nobody is."""
        return self.hand.view(-1 if self.hand.to_act is None else self.hand.to_act)

    @property
    def draws(self) -> tuple[Card, ...]:
        """If a card is drawn blindly for a joker now, the cards of which one is to be pushed to `hand`."""
        return self.hand.legal_picks if self.hand.to_act is None else ()

    def legal(self) -> dict[int, Act]:
        """What the player to act may do, by number; nothing if nobody is to act."""
        if self.hand.to_act is None:
            return {}
        acts = self._discards(self.view) if self.hand.stage == "discard" else self.view.legal_acts()
        return {_numbers(self.hand.rules)[act]: act for act in acts}

    def push(self, action: object) -> None:
        """Do an action. Raises `ActError` if it is not legal."""
        number = read_integer(action, "action", ActError, 0, len(self.acts) - 1)
        act = self.legal().get(number)
        if act is None:
            raise self._illegal(f"action {number} ({self.acts[number]})")
        if isinstance(act, Discard):
            self.chosen |= act.cards
            if len(self.chosen) < self.hand.discard_number:
                return
            act, self.chosen = Discard(self.chosen), Hand()
        self.hand.push(act)
        while self.hand.stage == "settlement":
            self.hand.push(next(self.hand.legal_acts()))

    def action(self, act: Act | Card | Strain | Hand | str) -> int:
        """The number of an act in any form that `HandState.push` reads; of a discard, that of its next card.

        Raises `ActError` if it is not legal.
        """
        read = self.hand.read(act)
        parts = [Discard(Hand([card])) for card in read.cards] if isinstance(read, Discard) else [read]
        for number, legal in self.legal().items():
            if legal in parts:
                return number
        raise self._illegal(f"act {read}")

    def observation(self, player: int) -> NDArray[np.float32]:
        """What a player knows: the arrays that `layout` names, one after another."""
        chosen = self.chosen if player == self.hand.to_act else Hand()
        return np.concatenate([each.ravel() for each in observed(self.hand.view(player), chosen).values()])

    def rewards(self) -> list[float]:
        """The points of each player less the mean of the players of other sides; 0 before the end."""
        players = range(self.hand.rules.players)
        points = self.hand.result().points if self.hand.is_over else [0] * len(players)
        sides = self.hand.seating.sides
        others = [[points[other] for other in players if sides[other] != sides[each]] for each in players]
        return [points[each] - sum(others[each]) / len(others[each]) for each in players]

    def _discards(self, view: HandView) -> list[Act]:
        """The cards that may be chosen next, so that the rest can follow in ascending order."""
        held, forced = view.hands[view.hand_to_play or 0] or Hand(), view.forced_discards - self.chosen
        later = [card for card in sorted(held) if not self.chosen or card > max(self.chosen)]
        left = view.discard_number - len(self.chosen)
        cards = sorted(forced)[:1] if left == len(forced) else later[: len(later) - left + 1]  # jokers last
        return [*(Discard(Hand([card])) for card in cards), *view.other_acts]

    def _illegal(self, what: str) -> ActError:
        expected = ", ".join(f"{number} ({self.acts[number]})" for number in sorted(self.legal()))
        return ActError(f"{what} is not legal: expected {expected or 'no more, for nobody is to act'}")


def observed(view: HandView, chosen: Hand) -> dict[str, NDArray[np.float32]]:
    """What a player knows, as arrays by name; `chosen` are their cards chosen so far for a discard."""
    players, hands = range(len(view.scores)), range(len(view.sizes))
    calls = (PASS, *all_bids(view.rules)) if view.rules.has_auction else ()
    strain, levels = view.strain, [call.level for _, call in view.calls if isinstance(call, Bid)]
    jokers = [done.hand for done in view.exchanges]
    plays = [play for trick in view.tricks for play in trick.plays]
    arrays = {
        "player": _mark(view.player, players), "dealer": _mark(view.dealer, hands), "scores": view.scores,
        "stage": _mark(view.stage, get_args(Stage)), "to_act": _mark(view.to_act, players),
        "hand_to_play": _mark(view.hand_to_play, hands), "hands": _cards(view.hands), "sizes": view.sizes,
        "unseen": _cards([view.unseen])[0], "kitty": _cards([view.kitty])[0],
        "turned": _mark(view.turned, CARDS), "kept": [_mark(kept, (True, False)) for kept in view.kept],
        "calls": [[(player, call) in view.calls for call in calls] for player in players],
        "level": levels[-1:] or [0], "declarer": _mark(view.declarer, players),
        "trump": _mark(strain and strain.trump, TRUMPS),
        "ranking": _mark(strain and strain.ranking, RANKINGS), "discards": _cards(view.discards),
        "chosen": _cards([chosen])[0], "exchanges": [jokers.count(hand) for hand in hands],
        "exchanged": _by_hand(view.exchanges, hands), "leader": _mark(view.leader, hands),
        "winning": _mark(view.winning, hands), "named": _mark(view.trick and view.trick[0].named, Suit),
        "trick": _by_hand(view.trick, hands), "played": _by_hand(plays, hands),
        "tricks_won": view.tricks_won, "voids": [[suit in void for suit in Suit] for void in view.voids],
    }  # fmt: skip
    return {name: np.array(values, np.float32) for name, values in arrays.items()}


@functools.lru_cache(maxsize=64)
def layout(rules: Rules) -> np.dtype[np.void]:
    """Names and shapes of what is observed: ``vector.view(layout(rules))[0]["hands"]`` is one array of it."""
    arrays = observed(HandState.random(0, rules).view(0), Hand())
    return np.dtype([(name, np.float32, values.shape) for name, values in arrays.items()])


def _mark(what: object, among: Iterable[object]) -> list[bool]:
    return [what is not None and what == each for each in among]


def _cards(hands: Iterable[Hand | None]) -> NDArray[Any]:
    """A row for each hand with a one for each of its cards, by `Card.index`; zeros for ``None``."""
    masks = np.array([0 if hand is None else hand.mask for hand in hands], np.uint64)
    return masks[:, None] >> np.arange(DECK_SIZE, dtype=np.uint64) & np.uint64(1)


def _by_hand(done: Iterable[Any], hands: range) -> NDArray[Any]:
    """A row for each hand with its cards among those played or exchanged."""
    cards = [(each.hand, each.card) for each in done if each.card is not None]
    return _cards(Hand(card for each, card in cards if each == hand) for hand in hands)
