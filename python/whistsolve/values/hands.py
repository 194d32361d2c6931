"""Hands: sets of cards, and their text ``spades.hearts.diamonds.clubs[.jokers]``."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from whistsolve.errors import CardError, HandError
from whistsolve.values.cards import (
    BIG_JOKER,
    CARDS,
    DECK_SIZE,
    JOKER_MASK,
    LITTLE_JOKER,
    RANK_LETTERS,
    SUIT_MASKS,
    Card,
    Suit,
)
from whistsolve.values.reading import read_integer, read_several, shown
from whistsolve.values.shown import Shown
from whistsolve.values.strains import Strain
from whistsolve.values.words import read_symbols

__all__ = ["Hand", "names_suits"]

_FIELDS = ("spades", "hearts", "diamonds", "clubs", "jokers")
_RANK_BITS = {letter: 1 << i for i, letter in enumerate(RANK_LETTERS)}
#: For each field of the text, the bit of each letter that it may hold.
_BITS: tuple[dict[str, int], ...] = (
    *({letter: bit << 13 * suit for letter, bit in _RANK_BITS.items()} for suit in (3, 2, 1, 0)),
    {"L": 1 << LITTLE_JOKER, "B": 1 << BIG_JOKER},
)
#: The same the other way round, in printed order.
_LETTERS = tuple(tuple((bit, letter) for letter, bit in reversed(bits.items())) for bits in _BITS)
_PRINTED_ORDER = tuple(bit.bit_length() - 1 for field in _LETTERS for bit, _ in field)
_PRINTED_JOKERS = {"": 0, **_BITS[4], **dict.fromkeys(("BL", "LB"), JOKER_MASK)}
#: The deuces; other ranks are so many bits higher.
_ONE_OF_EACH_SUIT = sum(1 << 13 * suit for suit in range(4))
#: All cards, and the dots between the fields.
_LONGEST_PRINTED = DECK_SIZE + 4


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Hand(Shown):
    """An unchangeable set of cards; a kitty is one too.

    Parameters
    ----------
    cards : Hand, str or iterable of Card or str
        Text as in :meth:`from_text`, or the cards. Nothing makes a hand without cards.

    Attributes
    ----------
    mask : int
        The set as a number: bit ``card.index`` is set for each card.

    Raises
    ------
    HandError
        Where the text cannot be read, a card stands twice, or the argument is something else.
    CardError
        Where one of the cards is none.

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

    mask: int

    def __init__(self, cards: Hand | str | Iterable[Card | str] = ()) -> None:
        if isinstance(cards, Hand):
            mask = cards.mask
        elif isinstance(cards, str):
            printed = _mask_as_printed(cards)
            mask = _mask_of_text(cards) if printed is None else printed
        else:
            mask = _mask_of_cards(cards)
        object.__setattr__(self, "mask", mask)

    @classmethod
    def from_text(cls, text: object) -> Hand:
        """The hand with a text ``spades.hearts.diamonds.clubs`` and ``.jokers`` where it has any.

        Ranks are A K Q J T (or 10) 9 ... 2 in any order, jokers are B (big) and L (little), all also in
        lower case. A void is ``-`` or nothing. Void fields at the end may be left out with their dots.

        Text without dots may name the suits, in any order, by symbol or letter: ``♠AKQ ♥T9 ♦- ♣2 BJ``,
        ``SA HT BJ``; a suit not named is void.

        Raises
        ------
        HandError
            Where the text cannot be read or names a card twice.
        """
        if not isinstance(text, str):
            raise HandError(f"hand {shown(text)} is wrong: expected text such as 'AKQ.JT9.876.5432'")
        return cls(text)

    @classmethod
    def from_mask(cls, mask: object) -> Hand:
        """The hand whose cards are the bits of a number.

        Raises
        ------
        HandError
            Where it is no whole number, or has a bit that is no card.
        """
        hand = object.__new__(cls)
        object.__setattr__(hand, "mask", read_integer(mask, "hand mask", HandError, 0, (1 << DECK_SIZE) - 1))
        return hand

    @classmethod
    def of(cls, hand: object) -> Hand:
        """A hand from itself, its text or its cards.

        Raises
        ------
        HandError, CardError
            As for ``Hand(...)``.
        """
        return hand if isinstance(hand, Hand) else cls(hand)  # type: ignore[arg-type]

    def of_suit(self, suit: Suit | str | int) -> Hand:
        """The cards of one suit; jokers belong to none.

        Raises
        ------
        CardError
            Where the suit is none.
        """
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
        """The cards of one suit, or the jokers: ``hand["spades"]``, ``hand["♠"]``, ``hand["jokers"]``.

        Raises
        ------
        CardError
            Where it is no suit. Numbers are none: the cards of a hand have no places.
        """
        if isinstance(suit, str) and suit.strip().lower() == "jokers":
            return self.jokers
        if not isinstance(suit, (Suit, str)):
            raise CardError(f"suit {shown(suit)} of a hand is wrong: expected S, H, D, C or 'jokers'")
        return self.of_suit(suit)

    @property
    def lengths(self) -> tuple[int, int, int, int]:
        """How many spades, hearts, diamonds and clubs there are."""
        clubs, diamonds, hearts, spades = ((self.mask & suit).bit_count() for suit in SUIT_MASKS)
        return spades, hearts, diamonds, clubs

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """The lengths of the four suits, longest first: ``(5, 4, 3, 0)``; jokers belong to none."""
        first, second, third, fourth = sorted(self.lengths, reverse=True)
        return first, second, third, fourth

    @property
    def hcp(self) -> int:
        """High-card points as in bridge: four for an ace, three for a king, two for a queen, one for a jack.

        Jokers count nothing, being trumps of every suit or, in no-trump, no winners at all. For downtown
        see `hcp_in`.
        """
        return self._points((12, 11, 10, 9))

    def hcp_in(self, strain: Strain | str) -> int:
        """High-card points in a strain: four for the best card of each suit, three, two and one for the next.

        Uptown they are `hcp`. Downtown the best four are A 2 3 4, where aces are bad 2 3 4 5. Trumps count as
        other suits, jokers nothing.

        Raises
        ------
        StrainError
            Where it is no strain.
        """
        height = Strain.of(strain).height
        return self._points(sorted(range(13), key=lambda rank: height(rank + 2), reverse=True)[:4])

    def _points(self, best: Sequence[int]) -> int:
        """4, 3, 2 and 1 for cards of some ranks, the deuce being 0, of every suit."""
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

    def __str__(self) -> str:
        fields = ["".join(letter for bit, letter in field if self.mask & bit) for field in _LETTERS]
        return ".".join(fields if self.mask & JOKER_MASK else fields[:4])

    def __repr__(self) -> str:
        return f"Hand.from_text({str(self)!r})"


def _mask_of_cards(cards: object) -> int:
    if not isinstance(cards, Iterable):
        raise HandError(
            f"{shown(cards)} is no hand: expected a Hand, text such as 'AKQ.JT9.876.5432', or the cards"
        )
    mask = 0
    for each in read_several(cards, "cards", HandError):
        card = Card.of(each)
        if mask >> card.index & 1:
            raise HandError(f"the hand holds {card} twice: expected every card once")
        mask |= 1 << card.index
    return mask


def _mask_as_printed(text: str) -> int | None:
    """The cards of text as hands are printed, ranks in any order; ``None`` for any other, right or wrong."""
    if len(text) > _LONGEST_PRINTED:
        return None
    fields = text.split(".")
    jokers = _PRINTED_JOKERS.get(fields.pop(), -1) if len(fields) == 5 else 0
    if len(fields) != 4:
        return None
    spades, hearts, diamonds, clubs = map(_printed_ranks, fields)
    mask = spades << 39 | hearts << 26 | diamonds << 13 | clubs | jokers  # below 0 where one of them is
    return mask if mask >= 0 else None


@functools.lru_cache(maxsize=8192)
def _printed_ranks(field: str) -> int:
    """The ranks of a suit as bits, from letters as printed; -1 for any other text. Holdings recur often."""
    try:
        ranks = sum(map(_RANK_BITS.__getitem__, field))
    except KeyError:
        return -1
    # Of powers of two no two of which are the same, the sum has as many bits.
    return ranks if ranks.bit_count() == len(field) else -1


def _mask_of_text(text: str) -> int:
    plain = read_symbols(text, "hand", HandError)
    if not plain:
        raise HandError("the hand is empty text: expected such as 'AKQ.JT9.876.5432', or '...' without cards")
    if names_suits(plain):
        return _mask_by_suits(plain)
    fields = plain.split(".")
    if len(fields) > len(_FIELDS):
        raise HandError(
            f"hand {shown(plain)} has {len(fields)} parts between dots:"
            " expected spades.hearts.diamonds.clubs and, with jokers, .jokers"
        )
    mask = 0
    for name, bits, field in zip(_FIELDS, _BITS, fields, strict=False):
        if field == "-":
            continue
        for letter in field.replace("10", "T"):
            bit = bits.get(letter)
            if bit is None:
                expected = "B or L" if name == "jokers" else "A K Q J T 9 8 7 6 5 4 3 2 or, for none, '-'"
                raise HandError(
                    f"{letter!r} among the {name} of hand {shown(plain)} is wrong: expected {expected}"
                )
            mask = _with_card(mask, bit, plain)
    return mask


def _with_card(mask: int, bit: int, plain: str) -> int:
    if mask & bit:
        card = CARDS[bit.bit_length() - 1]
        raise HandError(f"hand {shown(plain)} names {card} twice: expected every card once")
    return mask | bit


# Text that names its suits: "♠AKQ ♥T9 ♦- ♣2 BJ", "SAKQ HT9", "SA HT BJ". No rank has the letter of a suit.

_RANKS = r"(?:10|[2-9TJQKA])"
_DASH = r"[-—]"
_GROUP = re.compile(rf"([SHDC♠♥♦♣])({_DASH}|{_RANKS}+)")
_WORD = re.compile(rf"(?P<groups>(?:{_GROUP.pattern})+)|(?P<suit>[SHDC♠♥♦♣])|(?P<rest>{_RANKS}+|{_DASH})")
_JOKERS = re.compile(r"(?:BJ|LJ|B|L)+")
_RANK_FIRST = re.compile(rf"({_RANKS})([SHDC♠♥♦♣])")


def names_suits(text: str) -> bool:
    """Whether the text of a hand, in upper case, is one of suits and no fields between dots."""
    return "." not in text and (text[:1] in set("SHDCBL") or not set("♠♥♦♣ ").isdisjoint(text))


def _mask_by_suits(plain: str) -> int:
    """The cards of text that names each suit before its ranks, in any order of suits."""
    groups: list[tuple[str, str]] = []
    jokers = ""
    open_suit = ""  # a suit whose ranks may go on in the next word
    waiting = False  # whether it has none yet
    for word in plain.replace(",", " ").split():
        match = _WORD.fullmatch(word)
        if _JOKERS.fullmatch(word) and not waiting:
            jokers, open_suit = jokers + word.replace("J", ""), ""
        elif match is None or (waiting and not match["rest"]):
            raise _wrong_word(word, plain)
        elif match["suit"]:
            open_suit, waiting = word, True
        elif match["rest"]:
            if not open_suit or (word in "-—" and not waiting):
                raise _wrong_word(word, plain)
            groups.append((open_suit, word))
            open_suit, waiting = "" if word in "-—" else open_suit, False
        else:
            found = _GROUP.findall(word)
            groups += found
            open_suit = "" if found[-1][1] in "-—" else found[-1][0]
    if waiting:
        raise HandError(f"hand {shown(plain)} has nothing after {open_suit}: expected ranks, or '-' for none")
    mask = 0
    for suit, ranks in groups:
        index = Suit.of(suit)
        voids = [other for other, dash in groups if dash in "-—" and Suit.of(other) is index]
        if voids and [Suit.of(other) for other, _ in groups].count(index) > 1:
            raise HandError(f"hand {shown(plain)} names {suit} twice, once without cards: expected it once")
        if not voids:
            for letter in ranks.replace("10", "T"):
                mask = _with_card(mask, 1 << (13 * index + RANK_LETTERS.index(letter)), plain)
    for letter in jokers:
        mask = _with_card(mask, _BITS[-1][letter], plain)
    return mask


def _wrong_word(word: str, plain: str) -> HandError:
    match = _RANK_FIRST.fullmatch(word)
    if match is not None:
        card = CARDS[13 * Suit.of(match[2]) + RANK_LETTERS.index(match[1].replace("10", "T"))]
        return HandError(f"{word!r} in hand {shown(plain)} has its rank first; write the suit first: {card}")
    return HandError(
        f"{word!r} in hand {shown(plain)} is wrong: expected each suit before its ranks, jokers last, such as"
        " '♠AKQ ♥T9 ♦- ♣2 BJ'"
    )
