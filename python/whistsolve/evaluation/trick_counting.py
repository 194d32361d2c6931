"""Tricks counted from one hand, without fitted weights: as bidders do, and those that are certain."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Final

from whistsolve.rules import Rules
from whistsolve.rules.sides import declarer_side
from whistsolve.values.cards import BIG_JOKER, SUIT_LETTERS
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain

#: Tricks that the kitty adds before it is seen.
_KITTY_TRICKS: Final = 1.0
#: Minimum number of trumps for a suit to be named; each trump beyond it counts as a trick.
_TRUMPS: Final = 4
#: How many of the best cards of a suit count as tricks: of trumps, beside trumps, in no-trump.
_TOP_TRUMPS, _TOP_SIDE, _TOP_NO_TRUMP = 4, 2, 3


def ranks_in_suit(hand: Hand, suit: str, strain: Strain) -> list[int]:
    """For each card held of a suit, best first, how many cards of the suit are better; jokers left out."""
    return sorted(12 - strain.height(card.rank or 0) for card in hand.of_suit(suit))


def ranks_in_trumps(hand: Hand, strain: Strain, rules: Rules) -> list[int]:
    """For each trump held, best first, how many trumps are better; the jokers are the best trumps."""
    jokers = [int(card.index != BIG_JOKER) for card in hand.jokers]
    return sorted(jokers + [rules.jokers + better for better in ranks_in_suit(hand, strain.trump, strain)])


def count_tricks(hand: Hand, strain: Strain, rules: Rules) -> int | None:
    """The tricks that a hand counts for itself as declarer; ``None`` if it would not name the strain.

    With trumps: the best four trumps if guarded, a trick for each trump beyond four, and guarded aces and
    kings of plain suits; a suit of fewer than four is not named. In no-trump: guarded aces, kings and queens,
    and cards beyond the fourth of a suit with two of its best three, if every suit is stopped.

    Examples
    --------
    >>> count_tricks(Hand.from_text("AK32.AK32.432.2"), Strain("S", "uptown"), Rules.preset("bid_whist"))
    4
    """
    suits = [ranks_in_suit(hand, suit, strain) for suit in SUIT_LETTERS if suit != strain.trump]
    if strain.is_no_trump:
        if any(not _guarded(suit, _TOP_NO_TRUMP) for suit in suits):
            return None
        # Long cards count only in suits with two of the three best cards, which can establish them.
        long = sum(max(len(suit) - 4, 0) for suit in suits if sum(better < 3 for better in suit) >= 2)
        return sum(_guarded(suit, _TOP_NO_TRUMP) for suit in suits) + long
    trumps = ranks_in_trumps(hand, strain, rules)
    if len(trumps) < _TRUMPS:
        return None
    tops = _guarded(trumps, _TOP_TRUMPS)
    return min(tops + len(trumps) - _TRUMPS, len(trumps)) + sum(_guarded(suit, _TOP_SIDE) for suit in suits)


def count_books(hand: Hand, strain: Strain, rules: Rules, *, kitty_seen: bool = False) -> float:
    """Books that a hand expects as declarer: its own tricks, and constants for what it does not see.

    Each partner wins a share of the tricks, three with four hands; the kitty is worth one trick until it is
    seen, and its book one more if the rules give it to the declarer. 0 if the hand would not name the strain.
    """
    own = count_tricks(hand, strain, rules)
    if own is None:
        return 0.0
    seats = rules.dealt_hands
    partners = len(declarer_side(0, rules, seats)) - 1
    helped = round(partners * rules.dealt_hand_size / seats)
    kitty = _KITTY_TRICKS if rules.kitty_size and not kitty_seen else 0.0
    return own + helped + kitty + rules.books_from_kitty


def _guarded(better: Sequence[int], best: int) -> int:
    """How many of a suit's best cards are held and guarded: by as many others held as there are better."""
    return sum(count < min(best, len(better)) for count in better)


@functools.lru_cache(maxsize=1024)
def certain_tricks(hand: Hand, strain: Strain, rules: Rules, *, leads: bool) -> int:
    """A lower bound on a declarer's tricks from their own cards, before they take the kitty.

    The best trumps from the top down each win a trick. If they are at least as many as the trumps that others
    may hold, and the declarer leads first, they draw all of these: then the declarer's other trumps win as
    well, and so do the best cards of every suit. Cards of the kitty replace worse ones alone. Without a trump
    suit the bound is 0 if the declarer holds a joker or does not lead, or if jokers win.

    Examples
    --------
    >>> rules = Rules.preset("bid_whist")
    >>> certain_tricks(Hand.from_text("AKQJT98.A.A.A.BL"), Strain("S", "uptown"), rules, leads=True)
    12
    """
    if strain.is_no_trump:
        if not leads or rules.joker_no_trump == "high_no_suit" or hand.jokers:
            return 0
        return sum(_run(ranks_in_suit(hand, suit, strain)) for suit in SUIT_LETTERS)
    trumps = ranks_in_trumps(hand, strain, rules)
    top = _run(trumps)
    others = len(rules.deck.of_suit(strain.trump)) + len(rules.deck.jokers) - len(trumps)
    if not leads or top < others:
        return top
    beside = (suit for suit in SUIT_LETTERS if suit != strain.trump)
    return len(trumps) + sum(_run(ranks_in_suit(hand, suit, strain)) for suit in beside)


def _run(better: Sequence[int]) -> int:
    """How many cards of a suit are held from its best one down, without a gap."""
    return sum(index == above for index, above in enumerate(better))
