"""Calls for mypy, which nobody runs: with ``--strict`` an ignored error that is none is an error."""

import asyncio
import threading

import numpy as np
from numpy.typing import NDArray

import whistsolve as ws
from whistsolve import aio
from whistsolve.game import HandView
from whistsolve.inference import TrickInProgress
from whistsolve.players import Player
from whistsolve.rules import preset_name
from whistsolve.solving import Solution
from whistsolve.values import Suit


def presets_and_options(text: str) -> None:
    ws.Rules.preset("bid_whist")
    ws.Rules.preset("italian", honours=True)
    ws.Rules.preset("wist")  # type: ignore[arg-type]
    ws.Rules.preset(text)  # type: ignore[arg-type]
    ws.Rules.preset(preset_name(text))
    ws.Rules.preset("bid_whist", jokers=1, joker_no_trump="free_discard", hand_size=None)
    ws.Rules.preset("bid_whist", joker=1)  # type: ignore[call-arg]
    ws.Rules.preset("bid_whist", jokers=3)  # type: ignore[arg-type]
    ws.Rules.preset("bid_whist", joker_no_trump="free")  # type: ignore[arg-type]
    ws.Rules.preset("bid_whist").with_options(kitty_book="none", nt_multiplier=2)
    ws.Rules.preset("bid_whist").with_options(kitty_book="nobody")  # type: ignore[arg-type]
    ws.Rules.preset("bid_whist").with_options(kity_book="none")  # type: ignore[call-arg]
    ws.Rules(game="cutthroat", players=5, session_targets=(5, 10))
    ws.Rules(game="whist_seed")  # type: ignore[call-overload]
    ws.Rules(boston_bonus="triple")  # type: ignore[call-overload]
    names: tuple[str, ...] = ws.Rules.preset_names()
    print(names)


def values(deal: ws.Deal) -> int:
    hand: ws.Hand = deal["N"] | deal[1] | deal.south
    deal[1.5]  # type: ignore[index]
    for each in deal:
        print(each)
    hand[0]  # type: ignore[index]
    print(hand["spades"].hcp, hand[Suit.SPADES].shape, hand.hcp_in("S-"))
    spades, hearts, diamonds, clubs = hand.lengths
    spades, hearts, diamonds = hand.lengths  # type: ignore[misc]
    ws.Strain("NT", "downtown")
    ws.Strain("S+")
    ws.Strain("S", "low")  # type: ignore[arg-type]
    ws.table(deal, kitty="optimal")
    ws.table(deal, kitty="best")  # type: ignore[arg-type]
    ws.table(deal, cancel=ws.Cancellation())
    ws.table(deal, cancel=0.1)  # type: ignore[arg-type]
    ws.solve_many([deal], cancel=threading.Event)  # type: ignore[arg-type]
    return spades + hearts + diamonds + clubs


def advice(view: HandView) -> None:
    if view.stage == "auction":
        ws.evaluate_bids(view.hand, seat=view.player, dealer=0, discards="heuristic")
        ws.evaluate_bids(view.hand, seat=view.player, dealer=0, discards="thumb_rule")  # type: ignore[arg-type]
    if view.stage == "playing":  # type: ignore[comparison-overlap]
        ws.evaluate_cards(view)
    ws.evaluate_cards(view, method="alpha_mu")
    ws.evaluate_cards(view, method="beta")  # type: ignore[arg-type]
    trick = TrickInProgress.of_view(view)
    for deal in trick.draw(3, seed=1):
        best: ws.Card = max(ws.solve_cards(deal, **trick.arguments))
        print(best, ws.solve(deal, **trick.arguments).tricks)


class Good:
    def act(self, view: HandView) -> ws.Card:
        return view.legal_cards[0]


class Bad:
    def act(self, view: HandView) -> int:
        return 0


def players() -> list[Player]:
    return [Good(), Bad()]  # type: ignore[list-item]


async def awaited(deals: list[ws.Deal]) -> None:
    tricks: NDArray[np.uint8] = await aio.to_thread(ws.solve_many, deals, ["S+"], threads=1)
    solution: Solution = await aio.to_thread(ws.solve, deals[0], "S+", "N")
    await aio.to_thread(ws.solve, deals[0], "S+")  # type: ignore[call-arg]
    await aio.to_thread(ws.solve_many, deals, strain=["S+"])  # type: ignore[call-arg]
    text: str = await aio.to_thread(ws.solve, deals[0], "S+", "N")  # type: ignore[arg-type]
    async with aio.ThreadPool(2) as pool:
        several = await asyncio.gather(*(pool.run(ws.solve, deal, "S+", "N") for deal in deals))
    print(tricks, solution, text, several[0].tricks)
