"""Suits and cards, and the numbering of cards that the whole package uses."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Literal, TypeAlias

from whistsolve._internal.reading import read_integer, shown
from whistsolve._internal.shown import Shown
from whistsolve._internal.words import read_suit, read_symbols
from whistsolve.errors import NotationError
from whistsolve.values.written import card_text

#: Letters of the ranks 2 to 14, lowest first.
RANK_LETTERS = "23456789TJQKA"
#: Letters of the suits 0 to 3.
SUIT_LETTERS = "CDHS"
_SUIT_LETTERS: Final[tuple[Literal["C", "D", "H", "S"], ...]] = ("C", "D", "H", "S")
LITTLE_JOKER = 52
BIG_JOKER = 53
DECK_SIZE = 54
#: Bit masks of cards, bit i for card i: the ranks of one suit, each suit by its number, both jokers.
RANK_MASK = 0x1FFF
SUIT_MASKS = tuple(RANK_MASK << 13 * suit for suit in range(4))
JOKER_MASK = 3 << LITTLE_JOKER


class Suit(Shown, IntEnum):
    """The four suits, numbered as in the engine."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    __str__ = int.__repr__

    @property
    def letter(self) -> Literal["C", "D", "H", "S"]:
        """``C``, ``D``, ``H`` or ``S``."""
        return _SUIT_LETTERS[self]

    @property
    def symbol(self) -> str:
        """``♣``, ``♦``, ``♥`` or ``♠``."""
        return "♣♦♥♠"[self]

    @classmethod
    def of(cls, suit: object) -> Suit:
        """The suit given as a `Suit`, number, letter, symbol or name: ``S``, ``♠``, ``spades``, ``Spade``.

        Raises `NotationError` if the argument is not a suit.
        """
        if isinstance(suit, str):
            letter = read_suit(read_symbols(suit, "suit", NotationError))
            if letter is not None:
                return cls(SUIT_LETTERS.index(letter))
            raise NotationError(f"suit {shown(suit)} is wrong: expected S, H, D or C")
        return cls(read_integer(suit, "suit", NotationError, 0, 3))


#: A suit, its number, letter, symbol or name.
SuitLike: TypeAlias = Suit | str | int


@dataclass(frozen=True, slots=True, order=True, init=False, repr=False)
class Card(Shown):
    """One card of the 54, ordered by its index; made from the index, or text as in :meth:`from_text`.

    Raises `NotationError` if the index is not an integer from 0 to 53, or text is not a card.

    Examples
    --------
    >>> card = Card.from_text("HT")
    >>> card.suit.name, card.rank, card.index
    ('HEARTS', 10, 34)
    >>> str(Card.from_text("BJ")), Card.from_text("BJ").suit
    ('BJ', None)
    """

    #: ``13 * suit + rank - 2`` for clubs, diamonds, hearts, spades (0-3) and ranks 2-14 (ace 14), 52 for the
    #: little joker, 53 for the big joker.
    index: int

    def __init__(self, index: int | str) -> None:
        if isinstance(index, str):
            index = Card.from_text(index).index
        number = read_integer(index, "card index", NotationError, 0, DECK_SIZE - 1)
        object.__setattr__(self, "index", number)

    @property
    def is_joker(self) -> bool:
        """Whether the card is the big or the little joker."""
        return self.index >= LITTLE_JOKER

    @property
    def suit(self) -> Suit | None:
        """The suit, ``None`` for a joker."""
        return None if self.is_joker else Suit(self.index // 13)

    @property
    def rank(self) -> int | None:
        """2 to 14 (jack 11, queen 12, king 13, ace 14), ``None`` for a joker."""
        return None if self.is_joker else self.index % 13 + 2

    @classmethod
    def from_index(cls, index: object) -> Card:
        """The card with this index. Raises `NotationError` if it is not an integer from 0 to 53."""
        return CARDS[read_integer(index, "card index", NotationError, 0, DECK_SIZE - 1)]

    @classmethod
    def from_text(cls, text: object) -> Card:
        """The card written as text such as ``SA``, ``HT`` (or ``H10``), ``♠A``, ``D2``, ``BJ``, ``LJ``.

        Suit and rank come in either order, in letters of either case or in words: ``10h``, ``ace of spades``,
        ``big joker``. Raises `NotationError` if the text is not a card.
        """
        known = _CARDS_BY_TEXT.get(text) if isinstance(text, str) else None
        if known is not None:
            return known
        plain = read_symbols(text, "card", NotationError)
        name = card_text(plain)
        if name is not None:
            return _CARDS_BY_TEXT[name]
        if plain == "JOKER":
            raise NotationError("the joker may be BJ or LJ: expected the big joker or the little joker")
        raise NotationError(
            f"{shown(text)} is no card: expected a suit S, H, D or C and a rank A K Q J T 9 8 7 6 5 4 3 2 in"
            " either order, or BJ or LJ for a joker"
        )

    @classmethod
    def of(cls, card: object) -> Card:
        """The card given as a `Card` or as text. Raises `NotationError` if it is neither."""
        if isinstance(card, Card):
            return card
        if isinstance(card, str):
            return cls.from_text(card)
        raise NotationError(f"{shown(card)} is no card: expected a Card or text such as 'SA', 'BJ' or 'LJ'")

    def __str__(self) -> str:
        return _TEXTS[self.index]

    def __repr__(self) -> str:
        return f"Card.from_text({str(self)!r})"


#: A card or its text.
CardLike: TypeAlias = Card | str

_TEXTS = (*(suit + rank for suit in SUIT_LETTERS for rank in RANK_LETTERS), "LJ", "BJ")
#: Every card, by its index.
CARDS = tuple(Card(index) for index in range(DECK_SIZE))
_CARDS_BY_TEXT = dict(zip(_TEXTS, CARDS, strict=True))
