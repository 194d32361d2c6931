"""Discards worth trying: by rules of thumb that weigh rank, trumps and the length of suits differently.

None of them looks at a card that the hand does not see. Which is best is for the solver to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from whistsolve.rules import Rules
from whistsolve.values.cards import LITTLE_JOKER, SUIT_LETTERS
from whistsolve.values.strains import Strain

__all__ = ["candidate_discards", "swapped_discards"]


@dataclass(frozen=True, slots=True)
class _Thumb:
    """How much a card is worth keeping: rank, and so much for trumps, a long suit, and top cards."""

    trump: float
    length: float
    top: float


#: Tried in this order, after the one rule that `rule_of_thumb_discards` is: short suits made void, more of
#: that, low cards, and low trumps before the tops of plain suits. By mean tricks over 300 random deals and
#: strains: 7.73, 7.49, 7.51 and, where there are trumps, 7.44; the one rule takes 7.88.
_TRUMP_THUMBS: Final = (
    _Thumb(trump=60, length=3, top=12),
    _Thumb(trump=60, length=7, top=4),
    _Thumb(trump=60, length=0, top=6),
    _Thumb(trump=8, length=1, top=12),
)
_NO_TRUMP_THUMBS: Final = (
    _Thumb(trump=0, length=3, top=8),
    _Thumb(trump=0, length=7, top=6),
    _Thumb(trump=0, length=0, top=6),
    _Thumb(trump=0, length=12, top=12),
)


def candidate_discards(
    held: int, number: int, strain: Strain, rules: Rules, most: int, first: int | None = None
) -> list[int]:
    """Discards that rules of thumb make, no two the same.

    Parameters
    ----------
    held : int
        All cards of the hand, the kitty's among them, as in ``Hand.mask``.
    number : int
        How many it gives up.
    strain : Strain
        What is played.
    rules : Rules
        For what jokers are without a trump suit.
    most : int
        How many discards at most, at least one.
    first : int, optional
        A discard that comes before the others.

    Returns
    -------
    list of int
        Sets of cards.
    """
    cards = [index for index in range(54) if held >> index & 1]
    lengths = [sum(card // 13 == suit for card in cards if card < LITTLE_JOKER) for suit in range(4)]
    found = [] if first is None else [first]
    for thumb in _NO_TRUMP_THUMBS if strain.is_no_trump else _TRUMP_THUMBS:
        if len(found) == most:
            break
        prices = dict(zip(cards, _prices(cards, lengths, thumb, strain, rules), strict=True))
        chosen = sorted(cards, key=lambda card, prices=prices: (prices[card], card))[:number]  # type: ignore[misc]
        discard = sum(1 << card for card in chosen)
        if discard not in found:
            found.append(discard)
    return found


def swapped_discards(held: int, discard: int, strain: Strain, rules: Rules, most: int) -> list[int]:
    """Discards that differ from one by a single card, the likeliest first.

    Cards given up that are worth most to the first rule of thumb change places with cards kept that are worth
    least. Of cards of a suit that stand next to each other in the hand, one stands for all.

    Parameters
    ----------
    held, discard : int
        All cards of the hand, and those given up.
    strain, rules
        As for `candidate_discards`.
    most : int
        How many at most.
    """
    if not most:
        return []
    cards = [index for index in range(54) if held >> index & 1]
    lengths = [sum(card // 13 == suit for card in cards if card < LITTLE_JOKER) for suit in range(4)]
    thumb = (_NO_TRUMP_THUMBS if strain.is_no_trump else _TRUMP_THUMBS)[0]
    prices = dict(zip(cards, _prices(cards, lengths, thumb, strain, rules), strict=True))
    given = [card for card in cards if discard >> card & 1 and abs(prices[card]) < 500]
    kept = [card for card in cards if not discard >> card & 1 and abs(prices[card]) < 500]
    pairs = [(one, other) for one in given for other in kept]
    pairs.sort(key=lambda pair: (prices[pair[1]] - prices[pair[0]], pair))
    found: list[int] = []
    seen = set()
    for one, other in pairs:
        pair = (_block(held, one, strain), _block(held, other, strain))
        if pair not in seen and pair[0] != pair[1]:
            seen.add(pair)
            found.append(discard ^ 1 << one ^ 1 << other)
        if len(found) == most:
            break
    return found


def _block(held: int, card: int, strain: Strain) -> int:
    """The lowest of the cards in the hand that touch a card, aces apart where they change their place."""
    first = card - card % 13
    while card > first and held >> card - 1 & 1 and (card % 13 != 12 or strain.ranking == "uptown"):
        card -= 1
    return card


def _prices(
    cards: list[int], lengths: list[int], thumb: _Thumb, strain: Strain, rules: Rules
) -> Iterator[float]:
    trump = None if strain.is_no_trump else SUIT_LETTERS.index(strain.trump)
    high_jokers = trump is not None or rules.joker_no_trump == "high_no_suit"
    for card in cards:
        if card >= LITTLE_JOKER:
            yield 1000 if high_jokers else -1000
            continue
        suit, rank = divmod(card, 13)
        height = strain.height(rank + 2)
        price = height + thumb.top * max(height - 9, 0)
        yield price + (thumb.trump if suit == trump else thumb.length * lengths[suit])
