"""Hands: sets of cards, and their text ``spades.hearts.diamonds.clubs[.jokers]``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from whistsolve import _kernels
from whistsolve._internal.reading import is_instance, read_integer, read_several, shown
from whistsolve._internal.shown import Shown
from whistsolve._internal.words import read_symbols
from whistsolve.errors import NotationError
from whistsolve.values.cards import (
    BIG_JOKER,
    CARDS,
    DECK_SIZE,
    JOKER_MASK,
    LITTLE_JOKER,
    SUIT_MASKS,
    Card,
    CardLike,
    Suit,
    SuitLike,
)
from whistsolve.values.strains import Strain, StrainLike
from whistsolve.values.written import hand_mask

#: Card indices in printed order: spades, hearts, diamonds, clubs, each A to 2, then big and little joker.
_PRINTED_ORDER = (*range(LITTLE_JOKER - 1, -1, -1), BIG_JOKER, LITTLE_JOKER)
#: Mask of the four deuces; shifted left by n bits, the mask of the four cards n ranks higher.
_ONE_OF_EACH_SUIT = sum(1 << 13 * suit for suit in range(4))


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Hand(Shown):
    """An immutable set of cards, made from them, or text as in :meth:`from_text`; a kitty is a `Hand` too.

    Raises `NotationError` if the text cannot be read, a card occurs twice, an item is not a card, or the
    argument has another type.

    Examples
    --------
    >>> hand = Hand("AK.Q..T98765432.BL")
    >>> len(hand), "SA" in hand, str(hand.of_suit("S"))
    (14, True, 'AK...')
    >>> str(hand.clubs), str(hand["jokers"]), hand.shape, hand.hcp
    ('...T98765432', '....BL', (9, 2, 1, 0), 9)
    >>> str(Hand(["D2", "BJ"]) | Hand(["DA"]))
    '..A2..B'
    """

    #: The set as an integer: bit ``card.index`` is set for each card.
    mask: int

    def __init__(self, cards: HandLike = ()) -> None:
        if isinstance(cards, Hand):
            mask = cards.mask
        elif isinstance(cards, str):
            printed = _kernels.mask_of_hand(cards)  # fast, for text as it is printed
            mask = hand_mask(read_symbols(cards, "hand", NotationError)) if printed is None else printed
        elif not is_instance(cards, Iterable):
            expected = "expected a Hand, text such as 'AKQ.JT9.876.5432', or the cards"
            raise NotationError(f"{shown(cards)} is no hand: {expected}")
        else:
            mask = 0
            for each in read_several(cards, "cards", NotationError):
                card = Card.of(each)
                if mask >> card.index & 1:
                    raise NotationError(f"the hand holds {card} twice: expected every card once")
                mask |= 1 << card.index
        object.__setattr__(self, "mask", mask)

    @classmethod
    def from_text(cls, text: object) -> Hand:
        """The hand written as ``spades.hearts.diamonds.clubs``, with ``.jokers`` added if it has any.

        Ranks are A K Q J T (or 10) 9 ... 2 in any order, jokers are B (big) and L (little). A void is ``-``
        or nothing. Void fields at the end may be left out with their dots.

        Hands are also read as people write them, in upper or lower case: with suits before their ranks,
        ``♠AKQ ♥T9 ♦- ♣2 BJ`` or ``spades: A K Q, hearts: 10 9``, where a suit that is not named is void; card
        by card, ``AS 10H`` or ``SA HT``; in words, ``ace of spades, big joker``; in four lines or groups,
        spades first. Raises `NotationError` if the text cannot be read, can be read in two ways, or names a
        card twice.
        """
        if not isinstance(text, str):
            raise NotationError(f"hand {shown(text)} is wrong: expected text such as 'AKQ.JT9.876.5432'")
        return cls(text)

    @classmethod
    def from_mask(cls, mask: object) -> Hand:
        """The hand whose cards are the bits set in an integer.

        Raises `NotationError` if ``mask`` is not an integer, or has a bit that is not a card.
        """
        hand = object.__new__(cls)
        object.__setattr__(
            hand, "mask", read_integer(mask, "hand mask", NotationError, 0, (1 << DECK_SIZE) - 1)
        )
        return hand

    @classmethod
    def of(cls, hand: object) -> Hand:
        """The hand given as a `Hand`, text or cards. Raises `NotationError` as ``Hand(...)`` does."""
        return hand if isinstance(hand, Hand) else cls(hand)  # type: ignore[arg-type]

    def of_suit(self, suit: SuitLike) -> Hand:
        """The cards of one suit; jokers belong to no suit. Raises `NotationError` if it is not a suit."""
        return Hand.from_mask(self.mask & SUIT_MASKS[Suit.of(suit)])

    @property
    def jokers(self) -> Hand:
        """The jokers among the cards."""
        return Hand.from_mask(self.mask & JOKER_MASK)

    @property
    def spades(self) -> Hand:
        """The spades among the cards."""
        return self.of_suit(Suit.SPADES)

    @property
    def hearts(self) -> Hand:
        """The hearts among the cards."""
        return self.of_suit(Suit.HEARTS)

    @property
    def diamonds(self) -> Hand:
        """The diamonds among the cards."""
        return self.of_suit(Suit.DIAMONDS)

    @property
    def clubs(self) -> Hand:
        """The clubs among the cards."""
        return self.of_suit(Suit.CLUBS)

    def __getitem__(self, suit: Suit | str) -> Hand:
        """The cards of one suit, or the jokers: ``hand["spades"]``, ``hand["♠"]``, ``hand["jokers"]``."""
        if isinstance(suit, str) and suit.strip().lower() == "jokers":
            return self.jokers
        if not isinstance(suit, (Suit, str)):
            raise NotationError(f"suit {shown(suit)} of a hand is wrong: expected S, H, D, C or 'jokers'")
        return self.of_suit(suit)

    @property
    def lengths(self) -> tuple[int, int, int, int]:
        """The numbers of spades, hearts, diamonds and clubs."""
        clubs, diamonds, hearts, spades = ((self.mask & suit).bit_count() for suit in SUIT_MASKS)
        return spades, hearts, diamonds, clubs

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """The lengths of the four suits, longest first: ``(5, 4, 3, 0)``; jokers belong to no suit."""
        first, second, third, fourth = sorted(self.lengths, reverse=True)
        return first, second, third, fourth

    @property
    def hcp(self) -> int:
        """High-card points as in bridge: four for an ace, three for a king, two for a queen, one for a jack.

        Jokers count nothing: they are trumps whichever suit is named and win nothing in no-trump. For
        downtown see `hcp_in`.
        """
        return self._points((12, 11, 10, 9))

    def hcp_in(self, strain: StrainLike) -> int:
        """High-card points in a strain: 4, 3, 2 and 1 for the best four cards of each suit.

        Uptown they are `hcp`. Downtown the best four cards are A 2 3 4 or, if aces are bad, 2 3 4 5. Trumps
        count like any other suit, jokers nothing. Raises `NotationError` if ``strain`` is not a strain.
        """
        height = Strain.of(strain).height
        return self._points(sorted(range(13), key=lambda rank: height(rank + 2), reverse=True)[:4])

    def _points(self, best: Sequence[int]) -> int:
        """Sum of 4, 3, 2 and 1 points for cards of the four given ranks (deuce = 0), in every suit."""
        return sum(
            points * (self.mask >> rank & _ONE_OF_EACH_SUIT).bit_count()
            for points, rank in zip((4, 3, 2, 1), best, strict=True)
        )

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __iter__(self) -> Iterator[Card]:
        """The cards as printed: spades, hearts, diamonds, clubs, each A to 2, then big and little joker."""
        return (CARDS[index] for index in _PRINTED_ORDER if self.mask >> index & 1)

    def __contains__(self, card: object) -> bool:
        return bool(self.mask >> Card.of(card).index & 1)

    def __or__(self, other: object) -> Hand:
        return Hand.from_mask(self.mask | Hand.of(other).mask)

    def __and__(self, other: object) -> Hand:
        return Hand.from_mask(self.mask & Hand.of(other).mask)

    def __sub__(self, other: object) -> Hand:
        return Hand.from_mask(self.mask & ~Hand.of(other).mask)

    def to_pbn(self) -> str:
        """The hand as in PBN: ``AKQ.JT9.876.5432``. Raises `NotationError` if it has jokers."""
        if self.jokers:
            raise NotationError(f"the hand {self} cannot be written in PBN: expected no jokers")
        return str(self)

    def __str__(self) -> str:
        return _kernels.text_of_hand(self.mask)

    def __repr__(self) -> str:
        return f"Hand.from_text({str(self)!r})"


#: A hand, its text or its cards.
HandLike: TypeAlias = Hand | str | Iterable[CardLike]
