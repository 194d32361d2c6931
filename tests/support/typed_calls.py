"""Calls for type checkers, which nobody runs: those with the comment ``wrong`` have to be found wrong."""

from __future__ import annotations

import asyncio
import threading

import numpy as np
from numpy.typing import NDArray

import whistsolve as ws
from whistsolve import aio
from whistsolve.game import HandView
from whistsolve.inference import TrickInProgress
from whistsolve.players import Player
from whistsolve.rules import RuleOptions, preset_name


def presets_and_options(text: str) -> None:
    ws.Rules.preset("bid_whist")
    ws.Rules.preset("italian", honours=True)
    ws.Rules.preset("wist")  # wrong
    ws.Rules.preset(text)  # wrong
    ws.Rules.preset(preset_name(text))
    ws.Rules.preset("bid_whist", jokers=1, joker_no_trump="free_discard", hand_size=None)
    ws.Rules.preset("bid_whist", joker=1)  # wrong
    ws.Rules.preset("bid_whist", jokers=3)  # wrong
    ws.Rules.preset("bid_whist", joker_no_trump="free")  # wrong
    ws.Rules.preset("bid_whist").with_options(kitty_book="none", nt_multiplier=2)
    ws.Rules.preset("bid_whist").with_options(kitty_book="nobody")  # wrong
    ws.Rules.preset("bid_whist").with_options(kity_book="none")  # wrong
    ws.Rules(game="cutthroat", players=5, session_targets=(5, 10))
    ws.Rules(game="whist_seed")  # wrong
    ws.Rules(boston_bonus="triple")  # wrong
    options: RuleOptions = {"jokers": 0, "claims": "none"}
    ws.Rules.preset("whist", **options)
    more: RuleOptions = {"claims": "never"}  # wrong
    names: tuple[str, ...] = ws.Rules.preset_names()
    print(more, names)


def values(deal: ws.Deal) -> int:
    hand: ws.Hand = deal["N"] | deal[1] | deal.south
    deal[1.5]  # wrong
    for each in deal:  # wrong
        print(each)
    hand[0]  # wrong
    print(hand["spades"].hcp, hand[ws.Suit.SPADES].shape, hand.hcp_in("S-"))
    spades, hearts, diamonds, clubs = hand.lengths
    spades, hearts, diamonds = hand.lengths  # wrong
    ws.Strain("NT", "downtown")
    ws.Strain("N")  # wrong
    ws.Strain("S", "low")  # wrong
    ws.table(deal, kitty="optimal")
    ws.table(deal, kitty="best")  # wrong
    ws.table(deal, cancel=ws.Cancellation())
    ws.table(deal, cancel=threading.Event())
    ws.solve_many([deal], cancel=asyncio.Event())
    ws.table(deal, cancel=0.1)  # wrong
    ws.solve_many([deal], cancel=threading.Event)  # wrong
    return spades + hearts + diamonds + clubs


def advice(view: HandView) -> None:
    if view.stage == "auction":
        ws.evaluate_bids(view.hand, seat=view.player, dealer=0, discards="heuristic")
        ws.evaluate_bids(view.hand, seat=view.player, dealer=0, discards="thumb_rule")  # wrong
    if view.stage == "playing":  # wrong
        ws.evaluate_cards(view)
    ws.evaluate_cards(view, method="alpha_mu")
    ws.evaluate_cards(view, method="beta")  # wrong
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
    return [Good(), Bad()]  # wrong


async def awaited(deals: list[ws.Deal]) -> None:
    tricks: NDArray[np.uint8] = await aio.to_thread(ws.solve_many, deals, ["S+"], threads=1)
    solution: ws.Solution = await aio.to_thread(ws.solve, deals[0], "S+", "N")
    await aio.to_thread(ws.solve, deals[0], "S+")  # wrong
    await aio.to_thread(ws.solve_many, deals, strain=["S+"])  # wrong
    text: str = await aio.to_thread(ws.solve, deals[0], "S+", "N")  # wrong
    async with aio.ThreadPool(2) as pool:
        several = await asyncio.gather(*(pool.run(ws.solve, deal, "S+", "N") for deal in deals))
    print(tricks, solution, text, several[0].tricks)
