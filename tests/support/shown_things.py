"""One thing of every public class that notebooks display, made quickly."""

import functools
from pathlib import Path

import numpy as np
from tests.support import bid_reports
from tests.support.bid_reports import (
    bid_report,
    bid_row,
    card_row,
    discard_report,
    strain_report,
    strain_row,
)

import whistsolve as ws
from whistsolve.advice import CardReport
from whistsolve.analysis import ContractValue, ContractVerdict, PlayAnalysis, perfect_moments, report_hands
from whistsolve.game.record import PlayedHand
from whistsolve.players import HeuristicPlayer, RandomPlayer, play_round_robin
from whistsolve.runs import BatchSummary
from whistsolve.solving import DealFrame, PartialBatch, TrickFrame
from whistsolve.values import Suit

PTN = Path(__file__).resolve().parents[1] / "data" / "ptn" / "trickster-327.ptn"
NO_TRUMP = PTN.with_name("trickster-241.ptn")
FULL = "N:Q3.QJ743.T64.73 4.985.KJ873.962 AJ752..A.KQJT85 KT986.AK6.95.A4 | .T2.Q2."
SHORT = "N:AK.Q.J.5 QJ.A.2.6 T9.K.3.7 87.J.4.8 | 2.2.A."


@functools.cache
def analysis() -> PlayAnalysis:
    """A short hand with a discard and cards of both sides that cost tricks."""
    hand = PlayedHand(
        SHORT,
        dealer="W",
        contract="1NT+ by N",
        added={"N": "2.2.A."},
        removed={"N": "2.2..5"},
        leader="N",
        plays="HQ HA HK HJ SQ ST S8 SA",
        tags=[("Event", "Club night"), ("North", "Ann")],
    )
    return ws.analyse_play(hand)


def hand_state(acts: int = 9) -> ws.HandState:
    """A hand in its first tricks."""
    state = ws.HandState(
        "N:A4... K3... Q2... J5...", ws.Rules.preset("bid_whist_no_kitty"), dealer="W", scores=(3, 1, 3, 1)
    )
    for act in ("2+", "pass", "pass", "pass", "S+", "SA", "SK", "SQ", "SJ", "S4", "S3", "S2", "S5")[:acts]:
        state.push(act)
    return state


def match() -> ws.Match:
    """A match after one hand."""
    state = hand_state(13)
    found = ws.Match(state.rules, dealer="W", scores=(3, 1, 3, 1))
    found.add(state.result())
    return found


def card_report() -> CardReport:
    """Two cards without a contract, so that tricks have the bars."""
    return bid_reports.card_report("A.2..", "S+", card_row("SA"), card_row("H2", tricks=1.75))


@functools.cache
def things() -> dict[str, object]:
    """A thing of each public class, by the name of the class."""
    deal, rules = ws.Deal.from_text(FULL), ws.Rules.preset("bid_whist_no_kitty", bid_base=0)
    found, state = analysis(), hand_state()
    score = ws.score_hand("3S+ by N", 9, rules=ws.Rules.preset("bid_whist"))
    par = ws.par("N:AK... QJ... T9... 87...", "W", rules=rules)
    dealt = ws.deals_where(20, "spades(N) >= 5", seed=1)
    session = ws.Session.of(["Ann and Bob", "Cy and Di", "Ed and Fay"])
    tricks, done = np.zeros((4, 4, 2), np.uint8), np.array([[True, True], [True, False]] * 2)
    assert found.discard is not None
    played, better = (ws.Contract.from_text(text) for text in ("1NT+ by N", "4S+ by N"))
    verdict = ContractVerdict(ContractValue(played, 5, -1), (ContractValue(better, 10, 4),), 0)
    report = report_hands([NO_TRUMP, PTN], sources=["<b>club</b>.ptn, hand 1", "2"])
    return {
        "Auction": state.view(0).auction,
        "BatchSummary": BatchSummary(9, 8, 1, 3, "deals.txt, line 4: <b>wrong</b>"),
        "BestDiscard": ws.best_discard(SHORT, "S+", "N"),
        "BestLine": ws.best_line(SHORT, "S+", "N"),
        "BidReport": bid_report(),
        "BidRow": bid_row("4+"),
        "Card": ws.Card.from_text("HA"),
        "CardReport": card_report(),
        "CardRow": card_report().rows[0],
        "CardValue": found.cards[0],
        "CardValues": found.losses,
        "ClaimCheck": ws.check_claim(hand_state(8), "claim"),
        "Contract": ws.Contract.from_text("4S- by N"),
        "ContractValue": verdict.played,
        "ContractVerdict": verdict,
        "Deal": deal,
        "DealAverage": ws.deal_average("hcp(N)", dealt),
        "DealCount": ws.count_deals("spades(N) >= 5"),
        "DealFrame": DealFrame([deal]),
        "DealFrequency": ws.deal_frequency(["spades(N)", "hearts(N)"], dealt),
        "DealsResult": ws.play_deals(HeuristicPlayer(), RandomPlayer(), deals=4, seed=1),
        "DiscardReport": discard_report(),
        "DiscardRow": discard_report().rows[0],
        "DiscardVerdict": found.discard,
        "Hand": deal.hands[0],
        "HandResult": hand_state(13).result(),
        "HandScore": score,
        "HandsReport": report,
        "HandState": state,
        "HandView": state.view(1),
        "KittyTable": ws.table(SHORT, strains=["S+", "H-"], kitty="optimal"),
        "Match": match(),
        "MatchesResult": ws.play_matches(HeuristicPlayer(), RandomPlayer(), matches=2, seed=1),
        "Par": par,
        "ParContract": par.contracts[0],
        "PartialBatch": PartialBatch(tricks, done, (ws.Strain.of("S+"), ws.Strain.of("NT-"))),
        "PerfectMoment": perfect_moments(found.hand)[0],
        "PlayAnalysis": found,
        "PlayedHand": found.hand,
        "ReportedHand": report.hands[0],
        "Rules": ws.Rules.preset("bid_whist", jokers=1),
        "RoundRobinResult": play_round_robin(["random", "random"], matches=2),
        "Session": session,
        "Solution": ws.solve(SHORT, "S+", "N"),
        "Strain": ws.Strain.from_text("S-"),
        "StrainReport": strain_report(),
        "StrainRow": strain_row("S+"),
        "Suit": Suit.HEARTS,
        "TrickFrame": TrickFrame([SHORT], tricks[:1], ["S+", "NT-"]),
        "TrickTable": ws.table(SHORT),
        "WhistScore": ws.score_whist_hand(9, rules=ws.Rules.preset("whist")),
    }
