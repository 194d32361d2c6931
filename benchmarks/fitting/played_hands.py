"""Hands played by a mixture of players, for the fit of `PlayModel`.

Calls, strains and discards are those of the library's bidder. Each seat plays its cards either as
`evaluate_cards` advises or as `HeuristicPlayer` does, half of them each, since people do some of both. Among
touching cards it chooses at random: which one it plays shall tell nothing.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from whistsolve.bidding import evaluate_cards
from whistsolve.game import HandState, HandView, Play
from whistsolve.players import HeuristicPlayer
from whistsolve.rules import Rules
from whistsolve.values.cards import Card

__all__ = ["GAMES", "play_hand", "played_hands"]

#: Games in turn: more of bid whist, which is played most.
GAMES: Final = (
    *("bid_whist", "bid_whist", "whist", "bid_whist", "bid_whist_no_kitty"),
    *("bid_whist", "bid_whist", "cutthroat_4", "bid_whist", "cutthroat_3"),
)
#: Layouts of the players who search.
_SAMPLES: Final = 8


def played_hands(
    seed: int, numbers: Sequence[int], *, processes: int = 1, path: Path | None = None
) -> Iterator[HandState]:
    """Hands of a seed by their numbers, played to the end; those in a file are read from there.

    Parameters
    ----------
    seed : int
    numbers : sequence of int
    processes : int
    path : Path, optional
        A file of lines of JSON, a hand each, to which hands that are not there are added.
    """
    known: dict[int, dict[str, Any]] = {}
    if path is not None and path.exists():
        known = {row["number"]: row for row in map(json.loads, path.read_text("utf-8").splitlines())}
    missing = [number for number in numbers if number not in known]
    if missing:
        with get_context("spawn").Pool(processes) as pool:
            for row in pool.imap_unordered(partial(play_hand, seed), missing):
                known[row["number"]] = row
                if path is not None:
                    with path.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(row) + "\n")
    for number in numbers:
        state = _start(seed, number)
        for act in known[number]["acts"]:
            state.push(act)
        yield state


def _start(seed: int, number: int) -> HandState:
    rules = Rules.preset(GAMES[number % len(GAMES)])
    draw = random.Random(f"{seed} {number}")
    return HandState.random(draw.getrandbits(32), rules, dealer=draw.randrange(rules.players))


def play_hand(seed: int, number: int) -> dict[str, Any]:
    """One hand: its number, who searches, and all acts as text."""
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
    return {"number": number, "searches": searches, "acts": [str(act) for act in state.acts]}


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
