"""How objects display themselves: their text, HTML, pictures and plots, each loaded when first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from whistsolve.advice.advice_report import AdviceReport
    from whistsolve.game.record import PlayedHand
    from whistsolve.values import Deal


def text_of(value: object, width: int | None = None) -> str:
    """The text that commands print, wrapped at the width if one is given."""
    from whistsolve.show import document, terminal

    return terminal.to_text(document.describe(value), width=width).rstrip()


def html_of(value: object) -> str:
    """The HTML that a notebook displays."""
    from whistsolve.show import html

    return html.html_of(value)


def plot_of(value: object, ax: Any, what: str) -> Any:
    """The plot of a result on the given axes or new ones; ``what`` names it."""
    from whistsolve.show import plot

    return plot.plot_of(value, ax, what)


def diagram_of(deal: Deal, kitty: str) -> str:
    """The text of `Deal.diagram`."""
    from whistsolve.show import diagram, terminal

    return terminal.to_text(diagram.Diagram.of_deal(deal, kitty)).rstrip()


def svg_of(deal: Deal, kitty: str) -> str:
    """The picture of `Deal.svg`."""
    from whistsolve.show import diagram

    return diagram.Diagram.of_deal(deal, kitty).svg()


def ptn_of(hand: PlayedHand) -> str:
    """The hand in PTN."""
    from whistsolve.notation import format_ptn

    return format_ptn(hand)


def report_of(report: AdviceReport[Any]) -> str:
    """The text of a report of advice."""
    from whistsolve.show import advice

    return advice.report_text(report)


def reason_of(report: AdviceReport[Any]) -> str:
    """The sentences of `AdviceReport.reason`."""
    from whistsolve.show import advice

    return advice.reason(report)
