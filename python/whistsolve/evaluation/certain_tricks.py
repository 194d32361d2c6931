"""Tricks that a declarer's hand wins however the other cards lie."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from whistsolve.evaluation.trick_counting import ranks_in_suit, ranks_in_trumps
from whistsolve.rules import Rules
from whistsolve.values.cards import SUIT_LETTERS
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain


@functools.lru_cache(maxsize=1024)
def certain_tricks(hand: Hand, strain: Strain, rules: Rules, *, leads: bool) -> int:
    """A lower bound on a declarer's tricks from their own cards, before they take the kitty.

    The best trumps from the top down each win a trick, whenever they are played. If they are at least as many
    as the trumps that others may hold, and the declarer leads first, they draw all of these; then the other
    trumps of the declarer win as well, and so do the best cards of every suit from the top down. Cards of
    the kitty are kept only in place of worse ones. Without a trump suit the bound is 0 if the declarer holds
    a joker or does not lead, or if jokers win.

    Examples
    --------
    >>> rules = Rules.preset("bid_whist")
    >>> certain_tricks(Hand.from_text("AKQJT98.A.A.A.BL"), Strain("S", "uptown"), rules, leads=True)
    12
    """
    if strain.is_no_trump:
        if not leads or rules.joker_no_trump == "high_no_suit" or any(card.is_joker for card in hand):
            return 0
        return sum(_run(ranks_in_suit(hand, suit, strain)) for suit in SUIT_LETTERS)
    trumps = ranks_in_trumps(hand, strain, rules)
    top = _run(trumps)
    trump = (card for card in rules.deck if card.suit is None or card.suit.letter == strain.trump)
    others = sum(1 for _ in trump) - len(trumps)
    if not leads or top < others:
        return top
    beside = (suit for suit in SUIT_LETTERS if suit != strain.trump)
    return len(trumps) + sum(_run(ranks_in_suit(hand, suit, strain)) for suit in beside)


def _run(better: Sequence[int]) -> int:
    """How many cards of a suit are held from its best one down, without a gap."""
    return sum(index == above for index, above in enumerate(better))
