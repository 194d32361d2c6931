"""Hands played by a mixture of players, for the fit of `PlayModel`.

Calls, strains and discards are those of the library's bidder. Each seat plays its cards either as
`evaluate_cards` advises or as `HeuristicPlayer` does, half of them each, since people do some of both. Among
touching cards it chooses at random: which one it plays shall tell nothing.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from benchmarks.long_runs import Part, finished

from whistsolve.advice import evaluate_cards
from whistsolve.game import HandState, HandView, Play
from whistsolve.players import HeuristicPlayer
from whistsolve.rules import Rules
from whistsolve.values.cards import Card

#: Games in turn: more of bid whist, which is played most.
GAMES: Final = (
    "bid_whist",
    "bid_whist",
    "whist",
    "bid_whist",
    "bid_whist_no_kitty",
    "bid_whist",
    "bid_whist",
    "cutthroat_4",
    "bid_whist",
    "cutthroat_3",
)
#: Layouts of the players who search.
_SAMPLES: Final = 8


@dataclass(frozen=True, slots=True)
class PlayedHand(Part):
    """One hand: who searches, and all acts as text."""

    searches: tuple[bool, ...]
    acts: tuple[str, ...]


def played_hands(
    seed: int, hands: int, *, processes: int = 1, path: Path | None = None
) -> tuple[list[HandState], int]:
    """The first hands of a seed, played to the end, and the exit status; see `finished`."""
    setup = {"seed": seed, "samples": _SAMPLES}
    work = partial(play_hand, seed)
    found, status = finished("hands", PlayedHand, work, hands, setup, workers=processes, save=path)
    states = []
    for each in found:
        state = _start(seed, each.number)
        for act in each.acts:
            state.push(act)
        states.append(state)
    return states, status


def _start(seed: int, number: int) -> HandState:
    rules = Rules.preset(GAMES[number % len(GAMES)])
    draw = random.Random(f"{seed} {number}")
    return HandState.random(draw.getrandbits(32), rules, dealer=draw.randrange(rules.players))


def play_hand(seed: int, number: int) -> PlayedHand:
    """The hand of a number, played to its end."""
    state = _start(seed, number)
    draw = random.Random(f"{seed} {number} plays")
    searches = [draw.random() < 0.5 for _ in range(state.rules.players)]
    player = HeuristicPlayer(bids="modelled" if state.rules.trump_rule == "declared" else "counted")
    while not state.is_over:
        seat = state.to_act
        assert seat is not None
        view = state.view(seat)
        act = player.act(view)
        if state.stage == "play" and len(view.legal_cards) > 1:
            if searches[seat]:
                best = evaluate_cards(view, samples=_SAMPLES, seed=draw.getrandbits(32), threads=1).best
                act = Play(best.card, best.named)
            assert isinstance(act, Play)
            act = Play(draw.choice(_touching(view, act.card)), act.named)
        state.push(act)
    return PlayedHand(number, tuple(searches), tuple(map(str, state.acts)))


def _touching(view: HandView, card: Card) -> list[Card]:
    """The legal cards that are as good as one: no card of others lies between."""
    if card.suit is None or view.strain is None:
        return [card]
    own = view.hand.mask
    for cards in view.discards:
        own |= 0 if cards is None else cards.mask
    for trick in view.tricks:
        for played in trick.plays:
            own |= 1 << played.card.index
    height = view.strain.height
    suit = sorted(
        (each for each in view.rules.deck if each.suit == card.suit), key=lambda each: height(each.rank or 0)
    )
    place = suit.index(card)
    low = high = place
    while low > 0 and own >> suit[low - 1].index & 1:
        low -= 1
    while high + 1 < len(suit) and own >> suit[high + 1].index & 1:
        high += 1
    return [each for each in suit[low : high + 1] if each in view.legal_cards]
