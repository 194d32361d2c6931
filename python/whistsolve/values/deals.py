"""Deals: two to six hands of one size and perhaps a kitty, before any card is played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, ClassVar

from whistsolve.errors import DealError, SeatError, WhistError
from whistsolve.values.cards import Card
from whistsolve.values.diagrams import is_diagram, read_diagram
from whistsolve.values.hands import Hand
from whistsolve.values.reading import read_several, shown
from whistsolve.values.seats import MAX_SEATS, MIN_SEATS, SEAT_LETTERS, seat_index, seat_name
from whistsolve.values.shown import Shown
from whistsolve.values.words import read_symbols

if TYPE_CHECKING:
    from whistsolve.rules import Rules

__all__ = ["MAX_HAND_SIZE", "Deal"]

MAX_HAND_SIZE = 16


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Deal(Shown):
    """Hands in seat order, clockwise from North (or from seat 0), and perhaps a kitty.

    Parameters
    ----------
    hands : iterable of Hand, str or iterable of Card or str
        Two to six hands, all of 1 to 16 cards and equal in number.
    kitty : Hand, str, iterable of Card or str, or None
        Any number of cards; a kitty without cards is the same as ``None``.

    Attributes
    ----------
    hands : tuple of Hand
    kitty : Hand or None

    Raises
    ------
    DealError
        Where a hand cannot be read, sizes differ, a card stands twice, or there are too few or too many.

    Examples
    --------
    >>> deal = Deal(["A...", "K...", "2.."], kitty=["BJ"])
    >>> print(deal)
    0:A... K... 2... | ....B
    >>> deal = Deal.from_text("E:KQ... .KQ.. ..KQ. ...KQ")
    >>> deal["N"], deal.west.diamonds
    (Hand.from_text('...KQ'), Hand.from_text('..KQ.'))
    """

    hands: tuple[Hand, ...]
    kitty: Hand | None

    def __init__(
        self,
        hands: Iterable[Hand | str | Iterable[Card | str]],
        kitty: Hand | str | Iterable[Card | str] | None = None,
    ) -> None:
        if isinstance(hands, (str, Hand)) or not isinstance(hands, (list, tuple, Iterable)):
            raise DealError(
                f"hands {shown(hands)} are wrong: expected two to six hands;"
                " Deal.from_text('N:...') reads a whole deal from text"
            )
        given = tuple(islice(read_several(hands, "hands", DealError), MAX_SEATS + 1))
        if not MIN_SEATS <= len(given) <= MAX_SEATS:
            count = "no hands" if not given else "only 1 hand" if len(given) == 1 else "more than 6 hands"
            raise DealError(f"the deal has {count}: expected 2 to 6")
        seats = len(given)
        read = tuple([_read_hand(hand, i, seats) for i, hand in enumerate(given)])
        rest = None if kitty is None else _read_hand(kitty, seats, seats)
        _check_sizes(read)
        _check_disjoint(read, rest)
        object.__setattr__(self, "hands", read)
        object.__setattr__(self, "kitty", rest if rest else None)

    @classmethod
    def from_text(cls, text: object) -> Deal:
        """The deal with a text ``N:hand hand hand hand``, and ``| kitty`` where it has one.

        The hands follow clockwise from the seat named: N, E, S or W with four hands, otherwise a number.
        Blanks around and between the parts do not matter; a hand that names its suits has none inside.

        Diagrams are read too, as they are printed: hands round the table, or one a line after its seat, each
        with its suits named, and perhaps a last line ``kitty: ♠AK ♦2``.

        Raises
        ------
        DealError
            Where the text cannot be read, or as for ``Deal(...)``.
        """
        plain = read_symbols(text, "deal", DealError)
        if is_diagram(plain):
            diagram = read_diagram(plain)
            return cls(diagram.hands, diagram.kitty)
        first, colon, rest = plain.partition(":")
        if not colon:
            raise DealError(
                f"deal {shown(plain)} has no ':': expected the seat of the first hand, a ':' and the hands"
            )
        table, bar, kitty = rest.partition("|")
        hands = table.split()
        if not MIN_SEATS <= len(hands) <= MAX_SEATS:
            count = "1 hand" if len(hands) == 1 else f"{len(hands)} hands"
            raise DealError(f"deal {shown(plain)} has {count} after the ':': expected 2 to 6")
        if "|" in kitty:
            raise DealError(f"deal {shown(plain)} has more than one '|': expected one kitty")
        if bar and not kitty.strip():
            raise DealError(f"deal {shown(plain)} has nothing after the '|': expected the kitty, or no '|'")
        try:
            start = seat_index(first, len(hands), "the first seat of the deal")
        except SeatError as error:
            raise DealError(f"{error} (with {len(hands)} hands)") from None
        shift = -start % len(hands)
        return cls(hands[shift:] + hands[:shift], kitty if bar else None)

    @classmethod
    def random(cls, seed: int | None = None, rules: Rules | None = None) -> Deal:
        """A random deal, all deals being equally likely.

        Parameters
        ----------
        seed : int or None
            The same whole number, of any size or sign, gives the same deal on every platform and in every
            version. ``None`` draws a new one each time.
        rules : Rules or None
            Whose deck, number of players and hand size to use. ``None``: all 54 cards, four hands of
            twelve, a kitty of six.

        Raises
        ------
        WhistError
            Where the seed is no whole number.
        RulesError
            Where ``rules`` are no rules.
        """
        # `dealing` imports this module, hence the late import; the method is here since it makes a Deal.
        from whistsolve.dealing import random_deal

        return random_deal(seed, rules)

    @property
    def seats(self) -> int:
        """The number of hands."""
        return len(self.hands)

    @property
    def hand_size(self) -> int:
        """The number of cards of each hand."""
        return self.hands[0].mask.bit_count()

    @property
    def cards(self) -> Hand:
        """All cards that were dealt, those of the kitty among them."""
        masks = [hand.mask for hand in self.hands]
        return Hand.from_mask(sum(masks) | (0 if self.kitty is None else self.kitty.mask))

    def __getitem__(self, seat: str | int) -> Hand:
        """The hand of a seat: ``deal["N"]``, ``deal["North"]``, ``deal[0]``.

        Raises
        ------
        SeatError
            Where there is no such seat; letters are seats of four hands.
        """
        return self.hands[seat_index(seat, self.seats)]

    #: A deal is no sequence of hands: there may be a kitty, and `hands` has them.
    __iter__: ClassVar[None] = None

    @property
    def north(self) -> Hand:
        """The hand of North; a `SeatError` with other than four hands, as for all four."""
        return self._of_four(0)

    @property
    def east(self) -> Hand:
        """The hand of East."""
        return self._of_four(1)

    @property
    def south(self) -> Hand:
        """The hand of South."""
        return self._of_four(2)

    @property
    def west(self) -> Hand:
        """The hand of West."""
        return self._of_four(3)

    def _of_four(self, seat: int) -> Hand:
        if self.seats != 4:
            raise SeatError(
                f"a deal of {self.seats} hands has no seat {SEAT_LETTERS[seat]}: expected four hands, or a"
                f" number, as in deal[0] to deal[{self.seats - 1}]"
            )
        return self.hands[seat]

    def to_text(self, first: str | int = 0) -> str:
        """The text of the deal, its first hand being that of the seat given.

        Raises
        ------
        SeatError
            Where there is no such seat.
        """
        start = seat_index(first, self.seats, "first")
        hands = " ".join(map(str, self.hands[start:] + self.hands[:start]))
        kitty = f" | {self.kitty}" if self.kitty is not None else ""
        return f"{seat_name(start, self.seats)}:{hands}{kitty}"

    def svg(self, *, kitty: str = "kitty") -> str:
        """A picture of the deal for saving: an SVG with nothing but shapes and text, 4 hands as a compass.

        It has the colours of the page that it stands in, and alone those that the viewer prefers.

        Parameters
        ----------
        kitty : str
            What the cards out of the hands are called, such as ``"discards"`` where these lie there.

        Examples
        --------
        >>> picture = Deal.from_text("N:AK... QJ... T9... 87...").svg()
        >>> picture[:4], picture[-6:]
        ('<svg', '</svg>')
        """
        # `show` draws deals, hence the late import.
        from whistsolve.show import html

        return html.deal_svg(self, kitty)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"Deal.from_text({str(self)!r})"


def _holder(index: int, seats: int) -> str:
    """Whose hand is at an index: that of a seat, and after the last seat the kitty."""
    if index == seats:
        return "the kitty"
    return f"the hand of {seat_name(index, seats)}" if seats == 4 else f"the hand of seat {index}"


def _read_hand(hand: object, index: int, seats: int) -> Hand:
    if isinstance(hand, Hand):
        return hand
    try:
        return Hand(hand)  # type: ignore[arg-type]
    except WhistError as error:
        raise DealError(f"{_holder(index, seats)}: {error}") from None


def _check_sizes(hands: tuple[Hand, ...]) -> None:
    seats, sizes = len(hands), [hand.mask.bit_count() for hand in hands]
    if 1 <= sizes[0] <= MAX_HAND_SIZE and sizes.count(sizes[0]) == seats:
        return
    for i, size in enumerate(sizes):
        if not 1 <= size <= MAX_HAND_SIZE:
            raise DealError(f"{_holder(i, seats)} has {_cards(size)}: expected 1 to {MAX_HAND_SIZE}")
    for i, size in enumerate(sizes):
        if size != sizes[0]:
            raise DealError(
                f"{_holder(i, seats)} has {_cards(size)} and {_holder(0, seats)} has {sizes[0]}:"
                " expected equal numbers"
            )


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _check_disjoint(hands: tuple[Hand, ...], kitty: Hand | None) -> None:
    seen = 0
    for i, hand in enumerate(hands if kitty is None else (*hands, kitty)):
        if seen & hand.mask:
            card = next(iter(Hand.from_mask(seen & hand.mask)))
            earlier = next(j for j, other in enumerate(hands) if card in other)
            where = f"{_holder(earlier, len(hands))} and in {_holder(i, len(hands))}"
            raise DealError(f"{card} is in {where}: expected every card once")
        seen |= hand.mask
