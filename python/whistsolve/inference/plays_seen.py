"""`PlaysSeen`: the cards that others chose to play and what all players saw then, as arrays for kernels."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.game import HandView
from whistsolve.game.hand.trick_rules import CardPlayed, TrickRules
from whistsolve.inference.card_locations import JOKERS, cards_played
from whistsolve.values.cards import BIG_JOKER, CARDS, JOKER_MASK, LITTLE_JOKER, SUIT_LETTERS
from whistsolve.values.strains import Strain

#: Contexts of a play, each with its own weights. Leads: whether there are trumps, and the declarer's side
#: leads. Other plays: whether the hand is last, and a partner is winning; `_VOID` if it cannot follow suit.
_LEAD: Final = {(True, True): 0, (True, False): 1, (False, True): 2, (False, False): 3}
_SECOND: Final = 4
_FOLLOWING: Final = {(False, True): 5, (False, False): 6, (True, True): 7, (True, False): 8}
_VOID: Final = {(False, True): 9, (False, False): 10, (True, True): 11, (True, False): 12}
_VOID_NO_TRUMP: Final = {True: 13, False: 14}
#: Flags for jokers in no-trump: playable instead of following suit; forced if void; only as last cards.
_ANY_TIME, _DUTY, _LAST = 1, 2, 4
_RANKS: Final = 13


@dataclass(frozen=True, slots=True, eq=False)
class PlaysSeen:
    """The cards that others chose to play, with what all players saw at the time.

    Plays of hands that the player sees, such as their own, are left out, since these hands are the same in
    every layout; so are, if reneges may be played, cards that did not follow suit.
    """

    #: uint64, shape (plays, 4): cards that the hand has played from this play on; cards that had not been
    #: played before; cards on the table; cards that would have won the trick as it was.
    masks: NDArray[np.uint64]
    #: uint8, shape (plays, 4): sets of suits, jokers the fifth: led before by a partner; by an opponent; in
    #: which a partner, or an opponent, has shown a void.
    suits: NDArray[np.uint8]
    #: int8, shape (plays, 7): the hand; the column of discards that it knows, the suit to follow, -1 for
    #: none; the context if it can follow suit, and if it cannot; the flags of jokers; the card.
    numbers: NDArray[np.int8]
    #: uint16, shape (8192,): for each set of ranks, the same cards as a set of heights.
    heights: NDArray[np.uint16]
    #: The suit of trumps, or -1.
    trump: int

    def __len__(self) -> int:
        return len(self.masks)

    @property
    def arguments(
        self,
    ) -> tuple[NDArray[np.uint64], NDArray[np.uint8], NDArray[np.int8], NDArray[np.uint16], int]:
        """All attributes, in the order in which the kernels take them."""
        return self.masks, self.suits, self.numbers, self.heights, self.trump

    @classmethod
    def of_view(cls, view: HandView, left: int) -> PlaysSeen:
        """The plays of the hands that a player does not see; `left` is the mask of cards not played yet."""
        strain = view.strain
        assert strain is not None
        reader = _Reader(view, strain, left)
        for plays in (*(trick.plays for trick in view.tricks), view.trick):
            reader.read(plays)
        masks, suits, numbers = zip(*reader.found, strict=True) if reader.found else ((), (), ())
        return cls(
            np.array(masks, dtype=np.uint64).reshape(-1, 4),
            np.array(suits, dtype=np.uint8).reshape(-1, 4),
            np.array(numbers, dtype=np.int8).reshape(-1, 7),
            _heights(strain),
            -1 if strain.is_no_trump else SUIT_LETTERS.index(strain.trump),
        )


_Row = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


class _Reader:
    """Reads the tricks in order, and keeps track of what all players know."""

    def __init__(self, view: HandView, strain: Strain, left: int) -> None:
        self.found: list[_Row] = []
        self._seen = [hand is not None for hand in view.hands]
        self._rules = TrickRules(view.rules, strain)
        self._no_trump = strain.is_no_trump
        ranks = sorted(range(_RANKS), key=lambda rank: strain.height(rank + 2))
        self._by_height = [[_RANKS * suit + rank for rank in ranks] for suit in range(4)]
        self._enforced = view.rules.renege_mode == "enforce"
        self._order, self._sides = view.seating.order, view.seating.sides
        hands = len(view.sizes)
        self._declarer = view.declarer
        self._aside = hands if any(view.discard_sizes) else -1
        #: Cards that each hand will still play, all cards not yet played, and suits led and suits not held.
        self._later = cards_played(view)
        self._left = reduce(or_, self._later, left)
        self._led, self._void = [0] * hands, [0] * hands

    def read(self, plays: Sequence[CardPlayed]) -> None:
        """Read the plays of the next trick."""
        table = 0
        for number, played in enumerate(plays):
            trick, hand, card = plays[:number], played.hand, 1 << played.card.index
            follow = self._rules.suit_to_follow(trick)
            suit = self._rules.suit_of(played.card)
            follows = follow is None or suit == follow
            if not self._seen[hand] and (follows or self._enforced):
                self.found.append(self._row(trick, played, table, follow))
            if not follows and not (self._no_trump and suit is None):
                assert follow is not None
                self._void[hand] |= 1 << follow
            if not trick:
                self._led[hand] |= 1 << (JOKERS if suit is None else suit)
            self._later[hand] &= ~card
            table |= card
            self._left &= ~card

    def _row(self, trick: Sequence[CardPlayed], played: CardPlayed, table: int, follow: int | None) -> _Row:
        hand, sides = played.hand, self._sides
        partners = [other for other in self._order if other != hand and sides[other] == sides[hand]]
        opponents = [other for other in self._order if sides[other] != sides[hand]]
        declaring = self._declarer is not None and sides[hand] == sides[self._declarer]
        suits = (_union(self._led, partners), _union(self._led, opponents))
        voids = (_union(self._void, partners), _union(self._void, opponents))
        masks = self._later[hand], self._left, table, 0
        following = otherwise = _LEAD[not self._no_trump, declaring]
        if trick:
            masks = *masks[:3], _winning(self._rules, trick, hand, self._by_height)
            ours = self._rules.winner(trick) in partners
            last = len(trick) == len(self._order) - 1
            following = _SECOND if len(trick) == 1 and not last else _FOLLOWING[last, ours]
            otherwise = _VOID_NO_TRUMP[ours] if self._no_trump else _VOID[last, ours]
        numbers = (
            hand,
            self._aside if hand == self._declarer else -1,
            -1 if follow is None else follow,
            following if follow is not None or not trick else otherwise,
            otherwise,
            self._jokers(trick, follow),
            played.card.index,
        )
        return masks, (*suits, *voids), numbers

    def _jokers(self, trick: Sequence[CardPlayed], follow: int | None) -> int:
        """The flags of jokers under the rules of play."""
        if not self._no_trump:
            return 0
        if follow is None:
            cards = 1 | JOKER_MASK
            return 0 if self._rules.lawful(cards, trick) & JOKER_MASK else _LAST
        same, other = 1 << _RANKS * follow, 1 << _RANKS * ((follow + 1) % 4)
        found = _ANY_TIME if self._rules.lawful(same | JOKER_MASK, trick) & JOKER_MASK else 0
        if not self._rules.lawful(other | JOKER_MASK, trick) & other:
            found |= _DUTY
        elif not self._rules.lawful(other | JOKER_MASK, trick) & JOKER_MASK:
            found |= _LAST
        return found


def _union(suits: Sequence[int], hands: Sequence[int]) -> int:
    return reduce(or_, (suits[hand] for hand in hands), 0)


def _winning(
    rules: TrickRules, trick: Sequence[CardPlayed], hand: int, suits: Sequence[Sequence[int]]
) -> int:
    """The cards with which a hand would win a trick as it is: in each suit, all from some height up."""
    found = 0
    for cards in (*suits, (LITTLE_JOKER,), (BIG_JOKER,)):
        if _wins(rules, trick, hand, cards[-1]):
            least = bisect_left(cards, True, key=lambda card: _wins(rules, trick, hand, card))
            found |= sum(1 << card for card in cards[least:])
    return found


def _wins(rules: TrickRules, trick: Sequence[CardPlayed], hand: int, card: int) -> bool:
    return rules.winner((*trick, CardPlayed(hand, CARDS[card]))) == hand


@cache
def _heights(strain: Strain) -> NDArray[np.uint16]:
    """For each set of ranks, the same cards as a set of heights."""
    bits = np.arange(1 << _RANKS)[:, np.newaxis] >> np.arange(_RANKS) & 1
    heights = np.array([strain.height(rank + 2) for rank in range(_RANKS)])
    return np.asarray((bits << heights).sum(axis=1), dtype=np.uint16)
