"""Calls that take far longer than a test: of every kind that can be cancelled."""

import itertools
import tempfile
from pathlib import Path

import numpy as np

import whistsolve as ws
from whistsolve import conditions, solving
from whistsolve.advice import BidReport, CardReport, DiscardReport, StrainReport
from whistsolve.dealing import random_deals
from whistsolve.encoding import deals_to_array
from whistsolve.game.record import PlayedHand
from whistsolve.players import DealsResult, MatchesResult, RandomPlayer, SamplingPlayer
from whistsolve.runs import BatchSummary
from whistsolve.solving.bench.fixed import HARD_DEALS

DEALS = [ws.Deal.random(seed) for seed in range(60)]
KITTY = DEALS[1]
ROWS = deals_to_array(DEALS * 50)
HARD = HARD_DEALS[1].deal
RULES = ws.Rules.preset("bid_whist")
#: Hands that one seat sees, all with the same cards of North.
LAYOUTS = random_deals(2000, 5, RULES, known={0: KITTY.hands[0]})[:, :4]
PLAYED = PlayedHand(DEALS[3], contract="4NT+ by N", leader="N", plays=[])
NOTHING = ()
SOLVED = "tricks(N, 'NT+') > 20"
#: Cutthroat with a led joker that nobody need follow: with the smallest table it takes minutes.
FREE_PLAY = ws.Rules.preset("cutthroat_3", joker_no_trump="free_discard", joker_lead_no_trump="free_play")
LONG = ws.Deal.random(29, FREE_PLAY)


def in_play():
    state = ws.HandState.random(5, ws.Rules.preset("whist"), dealer="W")
    state.push(str(state.legal_cards[0]))
    return state


def for_ever(call):
    """A call that is too short to be ended by itself."""
    return lambda **more: [call(**more) for _ in itertools.repeat(None)]


def advice(function, **given):
    return lambda **more: function(rules=RULES, seat=0, dealer=3, samples=20_000, **given, **more)


def run_batch(**more):
    with tempfile.TemporaryDirectory() as folder:
        rows = [{"deal": str(deal)} for deal in DEALS]
        return ws.run_batch(rows, Path(folder) / "rows.jsonl", "kitty", **{"threads": 2, **more})


#: Each with the types that its ``partial`` may have.
CALLS = {
    "solve": (for_ever(lambda **more: ws.solve(HARD, "NT+", 0, **more)), NOTHING),
    "solve_cards": (for_ever(lambda **more: ws.solve_cards(HARD, "NT+", 0, **more)), NOTHING),
    "table": (for_ever(lambda **more: ws.table(HARD, **more)), NOTHING),
    "table, kitty": (
        lambda **more: ws.table(KITTY, kitty="optimal", **{"threads": 2, **more}),
        (solving.KittyTable,),
    ),
    "solve_many": (lambda **more: ws.solve_many(itertools.cycle(DEALS), **more), (solving.PartialBatch,)),
    "solve_rows": (lambda **more: solving.solve_rows(ROWS, "NT+", 0, 0, **more), (np.ma.MaskedArray,)),
    "solve_card_rows": (
        lambda **more: solving.solve_card_rows(LAYOUTS, "NT+", 0, 0, first_trick=True, **more),
        (tuple,),
    ),
    "alpha_mu": (
        for_ever(lambda **more: solving.alpha_mu(LAYOUTS[:64], "NT+", 0, target=6, **more)),
        NOTHING,
    ),
    "best_discard": (
        for_ever(lambda **more: ws.best_discard(KITTY, "NT+", 0, **more)),
        (solving.BestDiscard,),
    ),
    "optimal_discards": (for_ever(lambda **more: ws.optimal_discards(KITTY, "NT+", 0, **more)), NOTHING),
    "Discards.count": (for_ever(lambda **more: ws.Discards(KITTY, "NT+", 0).count(**more)), NOTHING),
    "par": (lambda **more: ws.par(KITTY, 3, **more), NOTHING),
    "check_claim": (for_ever(lambda **more: ws.check_claim(in_play(), "claim 9 by 0", **more)), NOTHING),
    "analyse_play": (for_ever(lambda **more: ws.analyse_play(PLAYED, **more)), NOTHING),
    "evaluate_bids": (advice(ws.evaluate_bids, hand=KITTY.hands[0]), (BidReport,)),
    "evaluate_strains": (advice(ws.evaluate_strains, hand=KITTY.hands[0], bid="4+"), (StrainReport,)),
    "evaluate_discards": (
        advice(
            ws.evaluate_discards,
            hand=KITTY.hands[0] | (KITTY.kitty or ws.Hand()),
            strain="S+",
            calls="4+ pass pass pass",
        ),
        (DiscardReport,),
    ),
    "evaluate_cards": (
        for_ever(lambda **more: ws.evaluate_cards(in_play().view(2), samples=20_000, **more)),
        (CardReport,),
    ),
    "play_deals": (
        lambda **more: ws.play_deals(SamplingPlayer(samples=50), RandomPlayer(), deals=50, seed=1, **more),
        (DealsResult,),
    ),
    "play_matches": (
        lambda **more: ws.play_matches(SamplingPlayer(samples=50), RandomPlayer(), matches=9, seed=1, **more),
        (MatchesResult,),
    ),
    "run_batch": (run_batch, (BatchSummary,)),
    "deals_where": (lambda **more: ws.deals_where("hcp(N) > 20", 10**6, 1, **more), (list,)),
    "deals_where, solved": (
        lambda **more: ws.deals_where(SOLVED, 50, 1, as_array=True, **more),
        (np.ndarray,),
    ),
    "count_deals": (lambda **more: ws.count_deals(SOLVED, samples=10**5, **more), NOTHING),
    "deal_average": (
        lambda **more: ws.deal_average("tricks(N, 'NT+')", random_deals(9999, 1), **more),
        NOTHING,
    ),
    "deal_frequency": (
        lambda **more: ws.deal_frequency("tricks(N, 'NT+')", random_deals(9999, 1), **more),
        NOTHING,
    ),
    "ConditionalDeals.count": (
        lambda **more: conditions.ConditionalDeals(SOLVED).count(samples=10**5, **more),
        NOTHING,
    ),
    "perft": (lambda **more: solving.perft(DEALS[0], "S+", "N", depth=13, **more), NOTHING),
}
