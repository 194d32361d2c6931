"""Reports on bids, strains and discards with numbers that can be checked by hand."""

import dataclasses

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


def bid_row(call, **changes):
    """A row with round numbers."""
    row = BidRow(
        call=read_call(call),
        strain=None,
        make=None,
        make_error=None,
        tricks=(),
        contract=0.0,
        points=0.5,
        points_error=0.1,
        equity=0.5,
        equity_error=0.02,
        games=0.0,
        effective_sample_size=80.0,
    )
    if call != "pass":
        strain, tricks = ws.Strain.from_text("S+"), (0.25, 0.75)
        row = dataclasses.replace(row, strain=strain, make=0.75, make_error=0.05, tricks=tricks, contract=0.6)
    return dataclasses.replace(row, **changes)


def bid_report(*rows, **changes):
    rows = rows or (bid_row("pass"), bid_row("4+", equity=0.6, points=1.5), bid_row("4NT", equity=0.4))
    report = BidReport(
        hand=HAND,
        seat=2,
        dealer=3,
        rows=rows,
        samples=96,
        effective_sample_size=80.0,
        discards="sampled",
        separated=False,
    )
    return dataclasses.replace(report, **changes)


def card_row(card, **changes):
    row = CardRow(
        card=ws.Card.from_text(card),
        named=None,
        tricks=2.5,
        tricks_error=0.25,
        make=None,
        make_error=None,
        points=1.0,
        points_error=0.5,
        equity=None,
        equity_error=None,
        effective_sample_size=40.0,
        most_tricks=4,
    )
    return dataclasses.replace(row, **changes)


def card_report(hand, strain, *rows):
    """Without a contract, so that tricks have the bars."""
    return CardReport(
        hand=ws.Hand(hand),
        seat=0,
        to_play=0,
        dealer=3,
        strain=ws.Strain.from_text(strain),
        contract=None,
        method="pimc",
        rows=rows,
        samples=40,
        effective_sample_size=40.0,
        separated=False,
    )


def strain_row(strain, **changes):
    row = StrainRow(
        strain=ws.Strain.from_text(strain),
        make=0.5,
        make_error=0.1,
        tricks=(0.0, 0.5, 0.5),
        points=1.0,
        points_error=0.25,
        equity=0.5,
        equity_error=0.02,
        effective_sample_size=40.0,
        discard=BURIED,
    )
    return dataclasses.replace(row, **changes)


def strain_report(*rows, **changes):
    report = StrainReport(
        hand=HAND,
        seat=2,
        dealer=3,
        bid=read_call("4+"),
        kitty_seen=True,
        rows=rows or (strain_row("S+"), strain_row("NT-", make=0.75, equity=0.625), strain_row("H-")),
        samples=48,
        effective_sample_size=40.0,
        discards="heuristic",
        separated=True,
        exact=False,
    )
    return dataclasses.replace(report, **changes)


def discard_row(cards, **changes):
    given_up = ws.Hand(cards.split())
    row = DiscardRow(
        cards=given_up,
        hand=KITTY_HAND - given_up,
        tricks=9.5,
        tricks_error=0.25,
        make=0.5,
        make_error=0.1,
        points=1.0,
        points_error=0.25,
        equity=None,
        equity_error=None,
        samples=48,
        effective_sample_size=40.0,
        most_tricks=12,
    )
    return dataclasses.replace(row, **changes)


def discard_report(*rows, **changes):
    report = DiscardReport(
        hand=KITTY_HAND,
        seat=2,
        dealer=3,
        strain=ws.Strain.from_text("S+"),
        bid=read_call("4+"),
        rows=rows or (discard_row("H3 D2 BJ"), discard_row("H3 D3 D2", tricks=9.75, samples=6)),
        samples=48,
        effective_sample_size=40.0,
        separated=True,
        exact=False,
        double_dummy_samples=4,
        double_dummy_tricks=10.25,
        kept={card: 0.25 if str(card) in ("H3", "D2", "D3") else 1.0 for card in KITTY_HAND},
    )
    return dataclasses.replace(report, **changes)
