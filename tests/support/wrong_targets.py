"""The public functions, each with valid values for all of its arguments, small enough to be called often."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from tests.support.wrong_calls import Target, target
from tests.support.wrong_targets_of_games import TOY, advice, games, inferences, records
from tests.support.wrong_targets_of_rooms import parts_of_rooms

import whistsolve as ws
from whistsolve import dealing, encoding, rules

DEAL = "N:AK... QJ... T9... 87..."
KITTY = "N:AK... QJ... T9... 87... | .A2..."
_SEARCH: dict[str, object] = {
    **{"deal": DEAL, "strain": "S+", "leader": "N", "declarer": None, "played": (), "rules": None},
    "cancel": None,
}
_LIMITS: dict[str, object] = {"node_limit": None, "time_limit": None}
_KITTY: dict[str, object] = {
    **{"deal": KITTY, "strain": "S+", "declarer": "N", "rules": None, "holder": None, "leader": None},
    **{"memory_mb": 1, "cancel": None},
}


def _values() -> list[Target]:
    hand = ws.Hand("AK.Q..")
    return [
        target("Card", ws.Card, index=1),
        target("Card.from_index", ws.Card.from_index, index=1),
        target("Card.from_text", ws.Card.from_text, text="SA"),
        target("Card.of", ws.Card.of, card="SA"),
        target("Suit.of", ws.Suit.of, suit="S"),
        target("Strain", ws.Strain, trump="S", ranking="uptown"),
        target("Strain.from_text", ws.Strain.from_text, text="S+"),
        target("Strain.of", ws.Strain.of, strain="S+"),
        target("Strain.height", ws.Strain.of("S+").height, rank=3),
        target("Hand", ws.Hand, cards="AK..."),
        target("Hand.from_mask", ws.Hand.from_mask, mask=1),
        target("Hand.from_text", ws.Hand.from_text, text="AK..."),
        target("Hand.of", ws.Hand.of, hand="AK..."),
        target("Hand.of_suit", hand.of_suit, suit="S"),
        target("Hand.hcp_in", hand.hcp_in, strain="S+"),
        target("Hand.__getitem__", lambda suit: hand[suit], suit="S"),
        target("Hand.__contains__", lambda card: card in hand, card="SA"),
        target("Hand.__or__", lambda other: hand | other, other="SA"),
        target("Hand.__and__", lambda other: hand & other, other="SA"),
        target("Hand.__sub__", lambda other: hand - other, other="SA"),
        target("Contract", ws.Contract, level=1, strain="S+", declarer="N"),
        target("Contract.from_text", ws.Contract.from_text, text="4S- by N", declarer=None),
        target("Contract.to_text", ws.Contract.from_text("4S- by N").to_text, seats=4),
        target("Deal", ws.Deal, hands=["A...", "K...", "Q...", "J..."], kitty="T..."),
        target("Deal.from_text", ws.Deal.from_text, text=DEAL),
        target("Deal.random", ws.Deal.random, seed=1, rules=None),
        target("Deal.svg", ws.Deal(["A...", "K..."]).svg, kitty="kitty"),
        target("Deal.to_text", ws.Deal.from_text(DEAL).to_text, first=0),
        target("Deal.__getitem__", lambda seat: ws.Deal.from_text(DEAL)[seat], seat="N"),
    ]


def _rules() -> list[Target]:
    options = ws.Rules.preset("bid_whist")
    values = {each.name: getattr(options, each.name) for each in ws.Rules.options()}
    return [
        target("Rules", ws.Rules, **values),
        target("Rules.preset", ws.Rules.preset, name="bid_whist"),
        target("Rules.from_dict", ws.Rules.from_dict, options={}),
        target("Rules.from_dict value", lambda value: ws.Rules.from_dict({"target": value}), value=7),
        target("Rules.default_of", options.default_of, name="target"),
        target("Rules.with_options", options.with_options, target=7, renege_penalty="transfer_tricks:3"),
        target("preset_name", rules.preset_name, name="bid_whist"),
        target("read_settings", rules.read_settings, settings=["target=7"]),
        target("rules_from_text", rules.rules_from_text, text="bid_whist"),
        target("rules_to_text", rules.rules_to_text, rules=options, preset=None),
        target("Penalty.from_text", rules.Penalty.from_text, text="none"),
        target("Penalty.alternatives", rules.Penalty.alternatives, text="none"),
    ]


def _solving() -> list[Target]:
    deals = [DEAL, DEAL]
    array = encoding.deals_to_array([ws.Deal.from_text(DEAL)] * 2)
    kitty = ws.table(KITTY, kitty="optimal", strains=["S+"], memory_mb=1)
    table = ws.table(DEAL, strains=["S+"], memory_mb=1)
    low = table.to_numpy()
    cap = {"memory_mb": 1}
    solver = ws.Solver(memory_mb=1)
    return [
        target("solve", ws.solve, **_SEARCH, **_LIMITS),
        target("solve_cards", ws.solve_cards, **_SEARCH),
        target("card_bounds", ws.card_bounds, **_SEARCH, **_LIMITS),
        target("Solver", ws.Solver, **cap),
        target("Solver.solve", solver.solve, **_SEARCH, **_LIMITS),
        target("Solver.solve_cards", solver.solve_cards, **_SEARCH),
        target("Solver.card_bounds", solver.card_bounds, **_SEARCH, **_LIMITS),
        target(
            "table",
            ws.table,
            deal=DEAL,
            strains=["S+"],
            rules=None,
            threads=1,
            memory_mb=1,
            time_limit=None,
            kitty=None,
            progress=None,
            cancel=None,
        ),
        target(
            "solve_many",
            ws.solve_many,
            deals=deals,
            strains=["S+"],
            rules=None,
            threads=1,
            progress=None,
            memory_mb=1,
            time_limit=None,
            resume=None,
            cancel=None,
        ),
        target("best_discard", ws.best_discard, **_KITTY, **_LIMITS),
        target("optimal_discards", ws.optimal_discards, **_KITTY),
        target("count_optimal_discards", ws.count_optimal_discards, **_KITTY),
        target("discard_values", ws.discard_values, **_KITTY, discards=[["HA", "H2"]]),
        target("KittyTable.discard", kitty.discard, declarer="N", strain="S+"),
        target("KittyTable.bounds", kitty.bounds, leader="N", strain="S+"),
        target("KittyTable.__getitem__", lambda cell: kitty[cell], cell=("N", "S+")),
        target(
            "KittyTable",
            ws.KittyTable,
            discards=[[kitty.discard(i, "S+")] for i in range(4)],
            strains=(ws.Strain.of("S+"),),
        ),
        target("TrickTable", ws.TrickTable, low=low, strains=(ws.Strain.of("S+"),), high=None),
        target("TrickTable.bounds", table.bounds, leader="N", strain="S+"),
        target("TrickTable.__getitem__", lambda cell: table[cell], cell=("N", "S+")),
        target("DealFrame", ws.DealFrame, deals=deals, kitty=False),
        target(
            "TrickFrame",
            ws.TrickFrame,
            deals=deals,
            tricks=np.zeros((2, 4, 1), dtype=np.uint8),
            strains=["S+"],
            kitty=False,
            wide=False,
        ),
        target("array_to_deals", encoding.array_to_deals, array=array, kitty=False),
        target("deals_to_array", encoding.deals_to_array, deals=[ws.Deal.from_text(DEAL)]),
        target("deal_to_masks", encoding.deal_to_masks, deal=ws.Deal.from_text(DEAL)),
        target("check_deal_array", encoding.check_deal_array, array=array, kitty=False, first=0),
        target("suit_lengths", encoding.suit_lengths, array=array),
        target("strain_code", encoding.strain_code, strain="S+"),
        target("random_deal", dealing.random_deal, seed=1, rules=None),
        target(
            "random_deals",
            dealing.random_deals,
            count=1,
            seed=1,
            rules=None,
            known=None,
            first=0,
            cancel=None,
        ),
        target("random_deals known", lambda key: dealing.random_deals(1, 1, known={"N": key}), key="AK..."),
        target("whole_deck", dealing.whole_deck, rules=TOY),
        target("dealt_sizes", dealing.dealt_sizes, rules=TOY),
    ]


def _conditions() -> list[Target]:
    given: dict[str, object] = {"rules": TOY, "deck": None, "sizes": None, "progress": None, "cancel": None}
    array = dealing.random_deals(3, 1, TOY)
    deals = ws.ConditionalDeals("hcp(N) >= 0", TOY)
    return [
        target(
            "ConditionalDeals",
            ws.ConditionalDeals,
            where="hcp(N) >= 3",
            rules=TOY,
            deck=None,
            sizes=None,
            cancel=None,
        ),
        target("ConditionalDeals.count", deals.count, samples=5, seed=1, progress=None, cancel=None),
        target(
            "ConditionalDeals.draw",
            deals.draw,
            count=1,
            seed=1,
            first=0,
            tries=10,
            progress=None,
            cancel=None,
        ),
        target("count_deals", ws.count_deals, where="hcp(N) >= 3", samples=5, seed=1, **given),
        target(
            "deals_where", ws.deals_where, count=1, where="hcp(N) >= 0", seed=1, first=0, tries=10, **given
        ),
        target("deal_average", ws.deal_average, expression="hcp(N)", deals=array, **given),
        target("deal_frequency", ws.deal_frequency, expressions=["hcp(N)"], deals=array, **given),
    ]


def parts() -> dict[str, Callable[[], list[Target]]]:
    """All of them, by what they are about."""
    return {
        "values": _values,
        "rules": _rules,
        "solving": _solving,
        "conditions": _conditions,
        "game": games,
        "records": records,
        "inference": inferences,
        "advice": advice,
        **parts_of_rooms(),
    }
