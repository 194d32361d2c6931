"""Reports on bids, strains, discards and cards with numbers that can be checked by hand."""

import whistsolve as ws
from whistsolve.advice import (
    BidReport,
    BidRow,
    CardReport,
    CardRow,
    DiscardReport,
    DiscardRow,
    StrainReport,
    StrainRow,
)
from whistsolve.game.auction.calls import read_call

HAND = ws.Hand("AKQJ.T9.32.9876")
#: With a kitty of three.
KITTY_HAND = ws.Hand("AKQJ.T93.32.987.B")
BURIED = tuple(map(ws.Card.from_text, ("S2", "H3", "D5", "D4", "C2", "BJ")))

#: What kinds of rows and reports have in common.
OF_CARDS = {"points": 1.0, "make": None, "make_error": None, "equity": None, "equity_error": None}
OF_CALLS = {"equity": 0.5, "equity_error": 0.02, "tricks": (), "make": None, "make_error": None}
ASKED = {"seat": 2, "dealer": 3, "separated": False}


def bid_row(call, **changes):
    """A row with round numbers."""
    row = {"call": read_call(call), "strain": None, "contract": 0.0, "games": 0.0, **OF_CALLS}
    row |= {"points": 0.5, "points_error": 0.1, "effective_sample_size": 80.0}
    if call != "pass":
        made = {"make": 0.75, "make_error": 0.05, "tricks": (0.25, 0.75)}
        row |= {"strain": ws.Strain.from_text("S+"), "contract": 0.6, **made}
    return BidRow(**row | changes)


def bid_report(*rows, **changes):
    rows = rows or (bid_row("pass"), bid_row("4+", equity=0.6, points=1.5), bid_row("4NT", equity=0.4))
    report = {**ASKED, "hand": HAND, "rows": rows, "samples": 96, "discards": "sampled"}
    return BidReport(**report | {"effective_sample_size": 80.0} | changes)


def card_row(card, **changes):
    row = {**OF_CARDS, "card": ws.Card.from_text(card), "named": None, "tricks": 2.5, "tricks_error": 0.25}
    row |= {"points_error": 0.5, "effective_sample_size": 40.0, "most_tricks": 4}
    return CardRow(**row | changes)


def card_report(hand, strain, *rows):
    """Without a contract, so that tricks have the bars."""
    report = {**ASKED, "seat": 0, "to_play": 0, "contract": None, "method": "pimc", "samples": 40}
    report |= {"hand": ws.Hand(hand), "strain": ws.Strain.from_text(strain), "rows": rows}
    return CardReport(**report, effective_sample_size=40.0)


def strain_row(strain, **changes):
    row = {**OF_CALLS, "strain": ws.Strain.from_text(strain), "make": 0.5, "make_error": 0.1}
    row |= {"tricks": (0.0, 0.5, 0.5), "points": 1.0, "points_error": 0.25, "discard": BURIED}
    return StrainRow(**row | {"effective_sample_size": 40.0} | changes)


def strain_report(*rows, **changes):
    rows = rows or (strain_row("S+"), strain_row("NT-", make=0.75, equity=0.625), strain_row("H-"))
    report = {**ASKED, "hand": HAND, "bid": read_call("4+"), "kitty_seen": True, "rows": rows, "samples": 48}
    report |= {"effective_sample_size": 40.0, "discards": "heuristic", "separated": True, "exact": False}
    return StrainReport(**report | changes)


def discard_row(cards, **changes):
    given_up = ws.Hand(cards.split())
    row = {**OF_CARDS, "cards": given_up, "hand": KITTY_HAND - given_up, "tricks": 9.5, "tricks_error": 0.25}
    row |= {"make": 0.5, "make_error": 0.1, "points_error": 0.25, "samples": 48}
    return DiscardRow(**row | {"effective_sample_size": 40.0, "most_tricks": 12} | changes)


def discard_report(*rows, **changes):
    rows = rows or (discard_row("H3 D2 BJ"), discard_row("H3 D3 D2", tricks=9.75, samples=6))
    report = {**ASKED, "hand": KITTY_HAND, "strain": ws.Strain.from_text("S+"), "bid": read_call("4+")}
    report |= {"rows": rows, "samples": 48, "effective_sample_size": 40.0, "separated": True, "exact": False}
    report |= {"double_dummy_samples": 4, "double_dummy_tricks": 10.25}
    report["kept"] = {card: 0.25 if str(card) in ("H3", "D2", "D3") else 1.0 for card in KITTY_HAND}
    return DiscardReport(**report | changes)
