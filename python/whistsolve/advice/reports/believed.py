"""What layouts say of the hands that a player does not see, beside chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from whistsolve.game import HandView
from whistsolve.inference.card_locations import JOKERS
from whistsolve.inference.knowledge import SUIT_NAMES, Knowledge
from whistsolve.values.hands import Hand
from whistsolve.values.seats import seat_name


@dataclass(frozen=True, slots=True)
class Believed:
    """What the layouts say of one suit in a hand that the player does not see.

    Attributes
    ----------
    hand : int
    name : str
        Of the hand: its seat, such as ``W``, or beside dummies ``hand 2``.
    suit : str
        ``clubs``, ``diamonds``, ``hearts``, ``spades`` or ``jokers``.
    cards : float
        The mean number of cards of the suit in the layouts.
    by_chance : float
        The number if each unseen card of the suit were as likely in every place of a hand that may hold it.
    """

    hand: int
    name: str
    suit: str
    cards: float
    by_chance: float

    def as_dict(self) -> dict[str, object]:
        """The fields by name, for JSON."""
        return asdict(self)


def beliefs(view: HandView, known: Knowledge, means: NDArray[np.float64]) -> Iterator[Believed]:
    """What is believed of each suit of which cards are unseen, hand by hand.

    `means` has the mean number of cards of each suit in the columns of layouts: float64, (columns, suits).
    """
    number, dummies = len(view.hands), view.rules.has_dummies
    hidden = [column for column in range(known.columns) if column >= number or view.hands[column] is None]
    seen = sum(hand.mask for hand in view.hands if hand is not None)
    chances = np.zeros((len(hidden), len(SUIT_NAMES)))
    for card in known.deck - Hand.from_mask(seen & known.deck.mask):
        holders = [row for row, column in enumerate(hidden) if card in known.known[column]]
        holders = holders or [row for row, column in enumerate(hidden) if card not in known.barred[column]]
        places = np.array([known.sizes[hidden[row]] for row in holders])
        chances[holders, JOKERS if card.suit is None else card.suit] += places / places.sum()
    for row, hand in enumerate(hidden):
        for suit, name in enumerate(SUIT_NAMES):
            if hand < number and chances[:, suit].any():
                seat = f"hand {hand}" if dummies else seat_name(hand, number)
                yield Believed(hand, seat, name, float(means[hand, suit]), float(chances[row, suit]))
