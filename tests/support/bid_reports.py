"""Reports on bids, strains and discards with numbers that can be checked by hand."""

from __future__ import annotations

import dataclasses
from typing import Any

import whistsolve as ws
from whistsolve.bidding.reports.discard_report import DiscardReport, DiscardRow
from whistsolve.bidding.reports.strain_report import StrainReport, StrainRow
from whistsolve.game.auction.calls import read_call

HAND = ws.Hand("AKQJ.T9.32.9876")
#: With a kitty of three.
KITTY_HAND = ws.Hand("AKQJ.T93.32.987.B")
BURIED = tuple(map(ws.Card.from_text, ("S2", "H3", "D5", "D4", "C2", "BJ")))


def bid_row(call: str, **changes: Any) -> ws.BidRow:
    """A row with round numbers."""
    row = ws.BidRow(read_call(call), None, None, None, (), 0.0, 0.5, 0.1, 0.5, 0.02, 0.0, 80.0)
    if call != "pass":
        strain, tricks = ws.Strain.from_text("S+"), (0.25, 0.75)
        row = dataclasses.replace(row, strain=strain, make=0.75, make_error=0.05, tricks=tricks, contract=0.6)
    return dataclasses.replace(row, **changes)


def bid_report(*rows: ws.BidRow, **changes: Any) -> ws.BidReport:
    rows = rows or (bid_row("pass"), bid_row("4+", equity=0.6, points=1.5), bid_row("4NT", equity=0.4))
    return dataclasses.replace(ws.BidReport(HAND, 2, 3, rows, 96, 80.0, "sampled", False), **changes)


def strain_row(strain: str, **changes: Any) -> StrainRow:
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


def strain_report(*rows: StrainRow, **changes: Any) -> StrainReport:
    report = StrainReport(
        hand=HAND,
        seat=2,
        dealer=3,
        bid=read_call("4+"),  # type: ignore[arg-type]
        kitty_seen=True,
        rows=rows or (strain_row("S+"), strain_row("NT-", make=0.75, equity=0.625), strain_row("H-")),
        samples=48,
        effective_sample_size=40.0,
        discards="heuristic",
        separated=True,
        exact=False,
    )
    return dataclasses.replace(report, **changes)


def discard_row(cards: str, **changes: Any) -> DiscardRow:
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


def discard_report(*rows: DiscardRow, **changes: Any) -> DiscardReport:
    report = DiscardReport(
        hand=KITTY_HAND,
        seat=2,
        dealer=3,
        strain=ws.Strain.from_text("S+"),
        bid=read_call("4+"),  # type: ignore[arg-type]
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
