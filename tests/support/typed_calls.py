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
from whistsolve.rules import RulesLike, preset_name
from whistsolve.solving import Solution
from whistsolve.values import CardLike, Suit


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
    print(view.stage == "playing")  # type: ignore[comparison-overlap]
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


def text(deal: ws.Deal) -> int:
    """Whatever takes text says so."""
    rules: RulesLike = "bid_whist jokers=1"
    cards: tuple[CardLike, ...] = "SA", ws.Card("SK"), ws.Card(3)
    ws.Deal.random(1, rules).solve("S+", "N", rules=rules)
    ws.Deal(deal, kitty=["SA"]).rotate(1).with_hand("E", "AK...").table(strains=["NT+"], rules="whist")
    ws.HandState.random(1, rules).view().legal_acts()
    ws.HandState(deal, "bid_whist", dealer="W", turned="S2")
    ws.Match("cutthroat_3", dealer=0).new_hand(deal="0:A... K... Q...")
    ws.evaluate_bids("AKQJ.T9.32.9876", seat="S", dealer="E", rules="trickster")
    ws.evaluate_strains(["SA", ws.Card("SK")], seat="S", dealer="E", rules=rules)
    ws.evaluate_discards("AKQJ.T9.32.9876", "S+", seat="S", dealer="E", rules="trickster")
    ws.play_matches("heuristic", "quick", matches=1, rules="trickster")
    ws.play_deals("heuristic", "random", deals=1, rules="trickster")
    ws.run_batch([str(deal)], "tricks.jsonl", strains=["S"], rules="whist")
    ws.solve_many(["N:A... K... Q... J...", deal], ["S+"], rules="trickster")
    ws.best_discard(str(deal), "S+", "N", rules="trickster", leader=0)
    ws.par(str(deal), "N", rules="trickster")
    ws.score_hand("4S+ by N", 10, rules="trickster", first_trick="E")
    ws.score_whist_hand(9, rules="whist")
    ws.count_deals("hcp(N) > 9", "whist", deck="AKQJ...", sizes=(1, 1, 1, 1))
    ws.Knowledge.of_hand("AKQJ.T9.32.9876", rules="trickster", seat="N").with_cards("E", ["SA", ws.Card(1)])
    ws.Discards(deal, "S+", "N", rules="trickster").values([["SA", "SK"]])
    ws.evaluate_cards(ws.HandState.random(1).view("N"))
    drawn: list[ws.Deal] = ws.deals_where("hcp(N) > 9", 5, rules="whist")
    rows: NDArray[np.uint64] = ws.deals_where("hcp(N) > 9", 5, as_array=True)
    ws.deal_average("hcp(N)", drawn, "whist")
    ws.deal_frequency(["hcp(N)"], rows)
    print(ws.best_line(deal, "S+", "N", played=cards).tricks)
    return ws.solve_cards(deal, "S+", "N", played=cards)["SA"] + ws.table(deal)["N", "S+"]
