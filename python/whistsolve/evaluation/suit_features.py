"""Features of the regression of tricks on cards, by holding of a suit, and tricks counted from one hand.

A holding is a bit pattern whose bit 0 is the best card of the suit. Among trumps bits 0 and 1 are the jokers,
whether these are in the deck or not. Tricks are counted without fitted weights: as bidders do, and those that
are certain.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.encoding import strain_code
from whistsolve.rules import Rules
from whistsolve.rules.sides import declarer_side
from whistsolve.values.cards import BIG_JOKER, SUIT_LETTERS
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain

RANKS: Final = 13
#: Lowest bit of the jokers in a mask: the little joker's.
JOKERS: Final = 52

#: uint8, shape (3, 13): for each ranking (uptown, downtown, aces bad; as in `encoding.strain_code`) and each
#: rank, 2 to ace, how many cards of the suit are better.
RANK_ORDER: Final[NDArray[np.uint8]] = np.array(
    [
        [12 - rank for rank in range(RANKS)],
        [0 if rank == 12 else rank + 1 for rank in range(RANKS)],
        list(range(RANKS)),
    ],
    dtype=np.uint8,
)


def _best_first() -> NDArray[np.uint16]:
    patterns = np.arange(1 << RANKS)
    table = np.zeros((len(RANK_ORDER), 1 << RANKS), dtype=np.uint16)
    for ranking, order in enumerate(RANK_ORDER.tolist()):
        for rank, better in enumerate(order):
            table[ranking] |= ((patterns >> rank & 1) << better).astype(np.uint16)
    return table


#: uint16, shape (3, 8192): for each ranking and each pattern of a suit with the deuce as bit 0, the pattern
#: of the same cards with the best one as bit 0.
BEST_FIRST: Final = _best_first()


def suit_patterns(hands: NDArray[np.uint64]) -> NDArray[np.uint16]:
    """The cards of each suit, clubs first, then the jokers, with the deuce and the little joker as bit 0.

    uint16, shape (5, hands); `hands` are masks: uint64, shape (hands,).
    """
    shifts = np.arange(0, JOKERS + 1, RANKS, dtype=np.uint64)[:, np.newaxis]
    return (hands >> shifts & np.uint64((1 << RANKS) - 1)).astype(np.uint16)


#: Features of a side suit in a trump contract. A card is guarded if at least as many other cards of its suit
#: are held as there are better ones; "honours among the best n" counts the guarded ones of the suit's n best.
SIDE_FEATURES: Final = (
    *(f"honours among the best {number}" for number in (1, 2, 3, 4)),
    *("fifth card and each after it", "void", "singleton", "doubleton"),
)
#: Features of a suit in no-trump: those of a side suit, and two for long suits that run. "best ones in a
#: row" counts the cards held from the suit's best one down, without a gap.
NO_TRUMP_FEATURES: Final = (
    *SIDE_FEATURES,
    "fifth card and each after it, for each of the best three",
    "best ones in a row",
)
#: Features of trumps. "among the best n" counts the trumps held among the n best trumps of the deck.
_AMONG: Final = (1, 2, 3, 4, 5, 7)
TRUMP_FEATURES: Final = (
    *("each trump", "fifth trump and each after it", "seventh trump and each after it"),
    *(f"among the best {number}" for number in _AMONG),
)


def plain_suit_features() -> NDArray[np.int64]:
    """Features of all holdings of a plain suit: int64, shape (8192, 10), columns `NO_TRUMP_FEATURES`."""
    patterns = np.arange(1 << 13)
    length = np.bitwise_count(patterns).astype(np.int64)
    guarded = [(patterns >> better & 1) * (length > better) for better in range(4)]
    honours = np.stack(guarded).cumsum(axis=0)
    beyond = np.maximum(length - 4, 0)
    in_a_row = (patterns[:, np.newaxis] + 1 & (2 << np.arange(13)) - 1 == 0).sum(axis=1)
    of_three = beyond * np.bitwise_count(patterns & 0b111)
    shapes = [beyond, length == 0, length == 1, length == 2, of_three, in_a_row]
    return np.stack([*honours, *shapes], axis=1).astype(np.int64)


def trump_features(jokers: int) -> NDArray[np.int64]:
    """Features of all holdings of trumps and jokers: int64, shape (32768, 9), columns `TRUMP_FEATURES`.

    `jokers` is how many the deck has; a single joker is the big one, bit 0.
    """
    patterns = np.arange(1 << 15)
    length = np.bitwise_count(patterns).astype(np.int64)
    # Without a joker in the deck the cards below it are ranked one higher.
    big, little = patterns & (jokers > 0), patterns >> 1 & (jokers > 1)
    ranked = (patterns >> 2) << jokers | big | little << 1
    among = [np.bitwise_count(ranked & (1 << best) - 1).astype(np.int64) for best in _AMONG]
    return np.stack([length, np.maximum(length - 4, 0), np.maximum(length - 6, 0), *among], axis=1)


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
    >>> count_tricks(Hand.from_text("AK32.AK32.432.2"), Strain("S", "uptown"), Rules("bid_whist"))
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
    """`certain_of` for one hand.

    Examples
    --------
    >>> rules = Rules("bid_whist")
    >>> certain_tricks(Hand.from_text("AKQJT98.A.A.A.BL"), Strain("S", "uptown"), rules, leads=True)
    12
    """
    return int(certain_of(np.array([hand.mask], dtype=np.uint64), strain, rules, leads=leads)[0])


def certain_of(
    hands: NDArray[np.uint64], strain: Strain, rules: Rules, *, leads: bool, nearly: bool = False
) -> NDArray[np.intp]:
    """Lower bounds on a declarer's tricks by their own cards, before they take the kitty or after: (hands,).

    Each trump that another may hold beats one of the declarer's at most. If the best trumps are at least as
    many as those that others may hold, and the declarer leads first, they draw all of these: then the
    declarer's other trumps win as well, and so do the best cards of every suit. Without a trump suit those
    win if the declarer leads, or holds the best card of every suit; worthless jokers are played last, and
    jokers that win must all be the declarer's.

    With `nearly`, also tricks that only an unlikely layout takes away: trumps are drawn if half as many as
    others may hold win, since these are not all in one hand. None of 93 declarers at the table lost one.
    """
    (trump, ranking), deck, (top, unbeaten) = strain_code(strain), rules.deck, _certain_tables()
    *plain, jokers = suit_patterns(hands)
    suits = BEST_FIRST[ranking][np.stack(plain)]
    outside = np.array([len(deck.of_suit(suit)) for suit in SUIT_LETTERS])[:, np.newaxis]
    outside = outside - np.bitwise_count(suits)
    run = np.where(top[suits] < outside, top[suits], np.bitwise_count(suits)).astype(np.intp)
    if strain.is_no_trump:
        wins = run.sum(axis=0) if leads else np.where((suits & 1).all(axis=0), run.sum(axis=0), 0)
        if rules.joker_no_trump != "high_no_suit":
            return np.asarray(wins)
        every = np.bitwise_count(jokers) == rules.jokers
        return np.asarray(np.where(every, wins + rules.jokers, jokers >> 1))
    big_first = jokers >> 1 | (jokers & 1) << 1
    trumps = suits[trump].astype(np.intp) << rules.jokers | big_first & (1 << rules.jokers) - 1
    others = outside[trump] + rules.jokers - np.bitwise_count(big_first)
    beside = run.sum(axis=0) - run[trump]
    wins = unbeaten[trumps]
    if nearly:
        wins = wins + beside * (leads & (2 * wins >= others))
    drawn = leads & (top[trumps] >= others)
    return np.asarray(np.where(drawn, np.bitwise_count(trumps) + beside, wins))


@functools.cache
def _certain_tables() -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """By pattern of trumps, the best card as bit 0: how many are held from the best down without a gap, and
    how many are left if each better one that is missing beats one.
    """
    patterns = np.arange(1 << 15)
    top, unbeaten = np.zeros((2, len(patterns)), dtype=np.intp)
    for number in range(1, 16):
        held = np.bitwise_count(patterns & (1 << number) - 1).astype(np.intp)
        top[held == number] = number
        unbeaten = np.maximum(unbeaten, 2 * held - number)
    return top, unbeaten
