"""What a player observes in an environment, from their view alone: the arrays of docs/learning.md by name."""

from typing import get_args

import numpy as np

from whistsolve.game import PASS, Bid, Stage
from whistsolve.game.auction.calls import all_bids
from whistsolve.values import Suit
from whistsolve.values.cards import CARDS, DECK_SIZE
from whistsolve.values.strains import RANKINGS, TRUMPS


def observed(view, chosen=None):
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


def _mark(what, among):
    return [what is not None and what == each for each in among]


def _cards(hands):
    """A row for each hand with a one for each of its cards, by `Card.index`; zeros for ``None``."""
    masks = np.array([0 if hand is None else hand.mask for hand in hands], np.uint64)
    return masks[:, None] >> np.arange(DECK_SIZE, dtype=np.uint64) & np.uint64(1)


def _by_hand(done, hands):
    """A row for each hand with its cards among those played or exchanged."""
    rows = np.zeros((len(hands), DECK_SIZE))
    for each in done:
        if each.card is not None:
            rows[each.hand, each.card.index] = 1
    return rows
