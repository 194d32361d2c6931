"""Deals: two to six hands of one size and perhaps a kitty, before any card is played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from whistsolve._internal.reading import is_instance, read_integer, read_several, shown
from whistsolve._internal.shown import GuessedType, Shown, rendering
from whistsolve._internal.words import read_symbols
from whistsolve.errors import DealError, NotationError, WhistError
from whistsolve.values.hands import Hand, HandLike
from whistsolve.values.seats import MAX_SEATS, MIN_SEATS, SeatLike, seat_index, seat_name
from whistsolve.values.strains import StrainLike
from whistsolve.values.written_deals import read_deal

if TYPE_CHECKING:
    import whistsolve
    from whistsolve.rules.rules import RulesLike

MAX_HAND_SIZE = 16


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Deal(Shown, metaclass=GuessedType):
    """Hands in seat order, clockwise from North (or from seat 0), and perhaps a kitty.

    It is made from text as in :meth:`from_text`, or two to six hands of one size, 1 to 16 cards. A deal is a
    sequence of its hands, without the kitty: ``len(deal)``, ``for hand in deal``, ``deal["E"]``. Raises
    `DealError` if a hand cannot be read, sizes differ, a card occurs twice, or there are too few or too many
    hands or cards.

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
    #: Any number of cards; an empty kitty is the same as ``None``.
    kitty: Hand | None

    def __init__(self, hands: DealLike | Iterable[HandLike], kitty: HandLike | None = None) -> None:
        if isinstance(hands, Deal):
            kitty = hands.kitty if kitty is None else kitty
            hands = hands.hands
        if isinstance(hands, str):
            hands, named = read_deal(read_symbols(hands, "deal", DealError, strip=False))
            if named is not None and kitty is not None:
                raise DealError(
                    f"kitty {shown(kitty)} is given beside that of the text: expected one of them"
                )
            kitty = named if kitty is None else kitty
        if is_instance(hands, Hand) or not is_instance(hands, Iterable):
            raise DealError(f"hands {shown(hands)} are wrong: expected two to six hands, or text of a deal")
        given = tuple(islice(read_several(hands, "hands", DealError), MAX_SEATS + 1))
        if not MIN_SEATS <= len(given) <= MAX_SEATS:
            count = "no hands" if not given else "only 1 hand" if len(given) == 1 else "more than 6 hands"
            raise DealError(f"the deal has {count}: expected 2 to 6")
        seats = len(given)
        read = tuple([_read_hand(hand, i, seats) for i, hand in enumerate(given)])
        rest = None if kitty is None else _read_hand(kitty, seats, seats)
        _check_sizes([hand.mask.bit_count() for hand in read])
        _check_disjoint(read if rest is None else (*read, rest), seats)
        object.__setattr__(self, "hands", read)
        object.__setattr__(self, "kitty", rest if rest else None)

    @classmethod
    def from_text(cls, text: object) -> Deal:
        """The deal written as ``N:hand hand hand hand``, followed by ``| kitty`` if it has a kitty.

        The hands follow clockwise from the seat named: N, E, S or W with four hands, otherwise a number.
        Deals are also read as people and programs write them: a line for each hand after its seat, in any
        order, ``North: ♠AK ♥Q``; hands below their seats, a line for each suit; four hands round the table,
        with the names of the seats or without, as ``pprint`` of endplay and newspapers print them; tables in
        Markdown, CSV or TSV; ``Me``, ``LHO``, ``Partner`` and ``RHO`` as seats, with ``Me`` at South; a line
        ``kitty: ♠AK ♦2`` anywhere; the tag ``[Deal "N:..."]``. Hands are read as in :meth:`Hand.from_text`.

        Raises `DealError` if the text cannot be read, or as ``Deal(...)`` does.
        """
        if not isinstance(text, str):
            raise DealError(
                f"deal {shown(text)} is wrong: expected a Deal, or such as 'N:AK... QJ... T9... 87...'"
            )
        return cls(text)

    @classmethod
    def of(cls, deal: object) -> Deal:
        """The deal given as a `Deal` or as text. Raises `DealError` if it is neither."""
        return deal if isinstance(deal, Deal) else cls.from_text(deal)

    @classmethod
    def random(cls, seed: int | None = None, rules: RulesLike | None = None) -> Deal:
        """A random deal, uniform over all deals.

        The same seed, an integer of any size or sign, gives the same deal on every platform and in every
        version; ``None`` draws a new deal each time. The rules determine the deck and the number of players
        and cards; ``None`` means all 54 cards, four hands of twelve, a kitty of six. Raises `WhistError` if
        the seed is not an integer, `RulesError` if ``rules`` cannot be read.
        """
        from whistsolve.dealing import random_hands  # with NumPy, which reading deals does not need

        hands, kitty = random_hands(seed, rules)
        return cls(hands, kitty)

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
        """All cards that were dealt, including the kitty."""
        masks = [hand.mask for hand in self.hands]
        return Hand.from_mask(sum(masks) | (0 if self.kitty is None else self.kitty.mask))

    def __getitem__(self, seat: SeatLike) -> Hand:
        """The hand of a seat: ``deal["N"]``, ``deal["North"]``, ``deal[0]``."""
        return self.hands[seat_index(seat, self.seats)]

    def __iter__(self) -> Iterator[Hand]:
        return iter(self.hands)

    def __len__(self) -> int:
        return len(self.hands)

    @property
    def north(self) -> Hand:
        """The hand of North. Like the other three, raises `NotationError` unless there are four hands."""
        return self["N"]

    @property
    def east(self) -> Hand:
        """The hand of East."""
        return self["E"]

    @property
    def south(self) -> Hand:
        """The hand of South."""
        return self["S"]

    @property
    def west(self) -> Hand:
        """The hand of West."""
        return self["W"]

    def to_text(self, first: SeatLike = 0) -> str:
        """The text of the deal, beginning with the hand of the given seat.

        Raises `NotationError` if there is no such seat.
        """
        start = seat_index(first, self.seats, "first")
        hands = " ".join(map(str, self.hands[start:] + self.hands[:start]))
        kitty = f" | {self.kitty}" if self.kitty is not None else ""
        return f"{seat_name(start, self.seats)}:{hands}{kitty}"

    def to_pbn(self, first: SeatLike = 0) -> str:
        """The deal as in PBN's tag ``Deal``, beginning with the hand of the given seat.

        Raises `NotationError` unless it has four hands, no jokers and no kitty: PBN cannot say these.
        """
        if self.seats != 4 or self.cards.jokers or self.kitty is not None:
            raise NotationError("the deal cannot be written in PBN: expected four hands, no jokers, no kitty")
        return self.to_text(first)

    def rotate(self, seats: int) -> Deal:
        """The deal with every hand moved so many seats clockwise; the kitty stays.

        Raises `DealError` if the number is not an integer.
        """
        by = read_integer(seats, "seats", DealError) % self.seats
        return Deal(self.hands[-by:] + self.hands[:-by], self.kitty)

    def with_hand(self, seat: SeatLike, hand: HandLike) -> Deal:
        """The deal with another hand at a seat. Raises `NotationError` for no such seat, errors of `Deal`."""
        at = seat_index(seat, self.seats)
        return Deal((*self.hands[:at], Hand.of(hand), *self.hands[at + 1 :]), self.kitty)

    def solve(self, strain: StrainLike, leader: SeatLike, **options: Any) -> whistsolve.solving.Solution:
        """``solve(deal, strain, leader, ...)``: see `whistsolve.solve`."""
        found: whistsolve.solving.Solution = rendering("solving").solve(self, strain, leader, **options)
        return found

    def table(self, **options: Any) -> whistsolve.solving.TrickTable:
        """``table(deal, ...)``: see `whistsolve.table`."""
        found: whistsolve.solving.TrickTable = rendering("solving").table(self, **options)
        return found

    def diagram(self, *, kitty: str = "kitty") -> str:
        """The deal as commands print it, as text; see `svg`.

        Examples
        --------
        >>> print(Deal("0:AK... QJ...").diagram())
        0  ♠ AK  ♥ —  ♦ —  ♣ —
        1  ♠ QJ  ♥ —  ♦ —  ♣ —
        """
        show = rendering("show")
        return str(show.to_text(show.Diagram.of_deal(self, kitty))).rstrip()

    def svg(self, *, kitty: str = "kitty") -> str:
        """A picture of the deal for saving: SVG with only shapes and text; four hands form a compass.

        In a page it takes the page's colours; as a file, the viewer's light or dark scheme. ``kitty``
        is the label of the cards that are in no hand, for instance ``"discards"`` after the discard.
        """
        return str(rendering("show").Diagram.of_deal(self, kitty).svg())

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"Deal.from_text({str(self)!r})"


#: A deal or its text.
DealLike: TypeAlias = Deal | str


def _holder(index: int, seats: int) -> str:
    """The name, for messages, of the hand at an index; the index after the last seat is the kitty's."""
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


def _check_sizes(sizes: list[int]) -> None:
    first, seats = sizes[0], len(sizes)
    if 1 <= first <= MAX_HAND_SIZE and sizes.count(first) == seats:
        return
    for i, size in enumerate(sizes):
        held = f"{_holder(i, seats)} has {size} card{'' if size == 1 else 's'}"
        if not 1 <= size <= MAX_HAND_SIZE:
            raise DealError(f"{held}: expected 1 to {MAX_HAND_SIZE}")
        if size != first:
            raise DealError(f"{held} and {_holder(0, seats)} has {first}: expected equal numbers")


def _check_disjoint(hands: tuple[Hand, ...], seats: int) -> None:
    seen = 0
    for i, hand in enumerate(hands):
        if seen & hand.mask:
            card = next(iter(Hand.from_mask(seen & hand.mask)))
            earlier = next(j for j, other in enumerate(hands) if card in other)
            where = f"{_holder(earlier, seats)} and in {_holder(i, seats)}"
            raise DealError(f"{card} is in {where}: expected every card once")
        seen |= hand.mask
