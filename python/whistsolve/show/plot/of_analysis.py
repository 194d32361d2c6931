"""Played hands: the tricks of the declarer's side after every card, with the cards that changed them."""

from __future__ import annotations

from typing import Any

from whistsolve.analysis import PlayAnalysis
from whistsolve.show.plot.figures import axes_or_new
from whistsolve.show.plot.registered import drawing
from whistsolve.values import seat_name

__all__: list[str] = []


@drawing.register(PlayAnalysis)
def _trace(analysis: PlayAnalysis, ax: Any, what: str) -> Any:
    ax = axes_or_new(ax, 8, 3.6)
    seats, cards = analysis.hand.seats, analysis.cards
    ax.plot(
        range(len(cards) + 1),
        [analysis.start, *(card.after for card in cards)],
        drawstyle="steps-post",
        label="with best play from there on",
    )
    if analysis.discard is not None and analysis.discard.lost:
        ax.plot([0], [analysis.best], "*", color="tab:green", label="after the best discard")
    for ours, mark, label in (
        (True, "v", "lost by the declarer's side"),
        (False, "^", "lost by the defence"),
    ):
        lost = [card for card in analysis.losses if card.by_declarer == ours]
        if lost:
            ax.plot([card.number for card in lost], [card.after for card in lost], mark, label=label)
    for card in analysis.losses:
        name = f"{seat_name(card.seat, seats)} {card.card}"
        ax.annotate(
            name, (card.number, card.after), xytext=(3, 5), textcoords="offset points", fontsize="small"
        )
    contract = analysis.hand.contract
    needed = None
    if contract is not None:
        needed = contract.level + analysis.rules.bid_base - analysis.rules.books_from_kitty
        ax.axhline(needed, linestyle="--", color="gray", label=f"needed for {contract.to_text(seats)}")
    tricks = range(0, len(cards) + 1, seats)
    ax.set_xticks(tricks, labels=[str(start // seats) for start in tricks])
    ax.set_xlabel("tricks played")
    ax.set_ylabel("tricks of the declarer's side")
    values = [analysis.best, analysis.start, *(card.after for card in cards)]
    values += [] if needed is None else [needed]
    ax.set_yticks(range(max(min(values) - 1, 0), max(values) + 2))
    ax.grid(alpha=0.3)
    ax.legend(fontsize="small")
    return ax
