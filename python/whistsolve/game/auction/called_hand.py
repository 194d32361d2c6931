"""`CalledHand`: what everybody knows of the calls of a hand that is over."""

from __future__ import annotations

from dataclasses import dataclass

from whistsolve.game.auction.calls import Bid, Pass
from whistsolve.values import Hand


@dataclass(frozen=True, slots=True)
class CalledHand:
    """The calls of a hand that is over, and the cards that its play has shown.

    Attributes
    ----------
    dealer : int
    scores : tuple of int
        The score of each player before the hand.
    calls : tuple of (int, Bid or Pass)
        The calls in order, each with its player.
    hands : tuple of Hand or None
        For each player the cards dealt to them; with the kitty of who took it, since nobody else can tell
        these apart. ``None`` if not all cards were played.
    """

    dealer: int
    scores: tuple[int, ...]
    calls: tuple[tuple[int, Bid | Pass], ...]
    hands: tuple[Hand | None, ...]
