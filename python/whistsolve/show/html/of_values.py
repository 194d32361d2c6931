"""Cards, suits, strains, contracts, hands and deals."""

from __future__ import annotations

from whistsolve.show.html.cards import card, cards, contract, hand, strain, suit
from whistsolve.show.html.diagram import deal_svg
from whistsolve.show.html.forms import form
from whistsolve.show.html.markup import block, caption, span
from whistsolve.values import Card, Contract, Deal, Hand, Strain, Suit
from whistsolve.values.strains import RANKINGS

__all__: list[str] = []

_CARD = (
    "display:inline-block;border:1px solid;border-radius:.3em;padding:.1em .45em;font-size:1.15em;"
    "font-weight:bold"
)
_RANKED = dict(zip(RANKINGS, ("A K Q … 2", "A 2 3 … K", "2 3 4 … A"), strict=True))


@form.register(Card)
def _card(value: Card) -> str:
    return block(span(card(value), _CARD))


@form.register(Suit)
def _suit(value: Suit) -> str:
    return block(f"{suit(value)} {value.name.lower()}")


@form.register(Strain)
def _strain(value: Strain) -> str:
    ranked = f"{value.ranking.replace('_', ' ')}, {_RANKED[value.ranking]}, best first"
    return block(f"{strain(value)} {span(f'({ranked})', 'opacity:.8')}")


@form.register(Contract)
def _contract(value: Contract) -> str:
    return block(contract(value))


@form.register(Hand)
def _hand(value: Hand) -> str:
    number = "no cards" if not value else "1 card" if len(value) == 1 else f"{len(value)} cards"
    return block(
        f'<div style="padding:.1em .6em">{hand(value) if value else cards(())}</div>', caption(number)
    )


@form.register(Deal)
def _deal(value: Deal) -> str:
    return block(deal_svg(value))
