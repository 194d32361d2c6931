"""`Knowledge`: the hard constraints that one player knows on where the cards lie."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeAlias, TypeVar

from whistsolve._internal.reading import is_instance, read_instance, read_integer, read_several, shown
from whistsolve.dealing import dealt_sizes
from whistsolve.errors import LayoutError, NotationError
from whistsolve.game import HandView
from whistsolve.inference.card_locations import (
    JOKERS,
    SUIT_AND_JOKER_MASKS,
    SUITS,
    CardLocations,
    card_locations_of,
)
from whistsolve.rules import Rules, RulesLike
from whistsolve.values.cards import Suit, SuitLike
from whistsolve.values.hands import Hand, HandLike
from whistsolve.values.seats import SeatLike, seat_index, seat_name

#: A set of cards: a `Hand`, its text, or an iterable of cards.
Cards: TypeAlias = HandLike
#: One way the cards may lie: the cards of each column.
Layout: TypeAlias = tuple[Hand, ...]
Predicate: TypeAlias = Callable[[Layout], bool]

_Value = TypeVar("_Value")

SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades", "jokers")


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Hard constraints known to one player, by column: a column is a hand or, last, the kitty or discards.

    Make it with `of_hand` or `of_view`; each method named ``with_...`` returns new knowledge with one more
    constraint. A seat is a number, a letter if four hands are dealt, or ``"kitty"`` or ``"discards"``. A
    suit is given as elsewhere, or as ``"jokers"``: whatever the trumps, jokers are a suit of their own here,
    so that a hand without trumps is void in two suits. Cards are a `Hand`, its text, or an iterable of cards.

    Raises `LayoutError`, as do methods that add a constraint, if constraints contradict each other within a
    single column or suit, or cards are not in play; `Layouts` finds contradictions that involve several.
    Methods raise `NotationError` if rules, seat, suit or cards cannot be read, or there is no such column.
    """

    rules: Rules
    #: The player whose knowledge it is, 0-based.
    player: int
    #: The cards still in play; cards played are not.
    deck: Hand
    #: How many cards each column holds: players' hands, then dummies' hands, then the kitty or discards.
    sizes: tuple[int, ...]
    #: The name of the last column if it is not a hand: ``"kitty"``, or ``"discards"`` once the kitty was
    #: taken or dummies discarded their surplus cards. ``None`` if there are no such cards.
    rest: str | None
    #: For each column, the cards that are certain to lie there.
    known: tuple[Hand, ...]
    #: For each column, the cards that cannot lie there.
    barred: tuple[Hand, ...]
    #: For each column the minimum and maximum number of clubs, diamonds, hearts, spades and jokers.
    lengths: tuple[tuple[tuple[int, int], ...], ...]
    #: Called with a tuple of the `Hand` of each column; a layout has to satisfy all predicates.
    predicates: tuple[Predicate, ...] = ()

    def __post_init__(self) -> None:
        expected = self.rules.dealt_hands + (self.rest is not None)
        parts = (self.sizes, self.known, self.barred, self.lengths)
        if any(len(part) != expected for part in parts) or any(len(s) != SUITS for s in self.lengths):
            raise LayoutError(f"the knowledge has parts of different lengths: expected {expected} columns")
        if sum(self.sizes) != len(self.deck):
            raise LayoutError(
                f"there are {len(self.deck)} cards, and the columns hold {sum(self.sizes)}: expected as many"
            )
        self._check_cards()
        self._check_lengths()

    @classmethod
    def of_hand(
        cls,
        hand: Cards,
        *,
        rules: RulesLike | None = None,
        seat: SeatLike,
        deck: Cards | None = None,
        sizes: Iterable[int] | None = None,
    ) -> Knowledge:
        """The knowledge of a player who has seen only their own cards.

        Rules are `Rules("bid_whist")` by default; RulesError if they are not Rules. `deck` is the cards
        dealt, for short deals; the deck of the rules by default. `sizes` are how many cards each hand was
        dealt, and the kitty if there is one; by default as under the rules, and the surplus cards of dummies
        count as the kitty, as in `whistsolve.dealing.random_deals`.

        Examples
        --------
        >>> knowledge = Knowledge.of_hand("AKQJ.T98.765.4.B", seat="N").with_void("E", "S")
        >>> knowledge.sizes, knowledge.lengths[1][3]
        ((12, 12, 12, 12, 6), (0, 0))
        """
        game = Rules.or_default(rules)
        held = Hand.of(hand)
        player = seat_index(seat, game.dealt_hands)
        if player >= game.players:
            raise NotationError(f"seat {shown(seat)} is a dummy's: expected one of {game.players} players'")
        cards = game.deck if deck is None else Hand.of(deck)
        column_sizes = read_sizes(sizes, game)
        if len(held) != column_sizes[player]:
            name = seat_name(player, game.dealt_hands)
            raise LayoutError(f"the hand of {name} has {len(held)} cards: expected {column_sizes[player]}")
        rest = "kitty" if len(column_sizes) > game.dealt_hands else None
        locations = CardLocations(cards.mask, column_sizes, rest)
        locations.known[player] = held.mask
        return cls._of_locations(game, player, locations)

    @classmethod
    def of_view(cls, view: HandView, *, deck: Cards | None = None) -> Knowledge:
        """The knowledge of a player, at any point of a hand, about where the cards lie now.

        The player knows their own cards and discards, hands and cards that lie open, and the card turned up
        for trumps until it is played. A kitty that was turned up lies in the declarer's hand and among the
        discards. Cards played are out of play, and whoever did not follow suit, or did not throw a joker when
        they had to, has shown what they do not hold. If reneges may be played
        (``renege_mode="detect_and_call"``), such cards prove nothing. Jokers that were exchanged lie among
        the discards, and other discards not seen to change hands lie there or in a hand that received one.

        These are only hard constraints: bids and the quality of play are evidence for a likelihood (see
        `LayoutPosterior`) and are not used. `deck` is what was dealt, as for `of_hand`; LayoutError if it
        does not match the view.
        """
        read_instance(view, HandView, "view", LayoutError)
        locations = card_locations_of(view, None if deck is None else Hand.of(deck))
        return cls._of_locations(view.rules, view.player, locations)

    @classmethod
    def _of_locations(cls, rules: Rules, player: int, locations: CardLocations) -> Knowledge:
        deck, sizes = Hand.from_mask(locations.deck), tuple(locations.sizes)
        known, barred = (tuple(map(Hand.from_mask, each)) for each in (locations.known, locations.barred))
        least = zip(sizes, locations.jokers, strict=True)
        lengths = tuple((*((0, size) for _ in range(JOKERS)), (jokers, size)) for size, jokers in least)
        return cls(rules, player, deck, sizes, locations.rest, known, barred, lengths)

    @property
    def columns(self) -> int:
        """How many columns a layout has."""
        return len(self.sizes)

    def column(self, seat: SeatLike) -> int:
        """The column of a seat, or of ``"kitty"`` or ``"discards"``."""
        if isinstance(seat, str) and seat == self.rest:
            return self.columns - 1
        if isinstance(seat, str) and seat in ("kitty", "discards"):
            rest = "" if self.rest is None else f" or {self.rest!r}"
            raise NotationError(f"there is no column {seat!r}: expected a seat{rest}")
        return seat_index(seat, self.rules.dealt_hands)

    def column_name(self, column: int) -> str:
        """A column's name in messages: ``the hand of N``, ``the kitty``; LayoutError if there is none."""
        number = read_integer(column, "column", LayoutError, 0, self.columns - 1)
        hands = self.rules.dealt_hands
        return f"the {self.rest}" if number >= hands else f"the hand of {seat_name(number, hands)}"

    def with_cards(self, seat: SeatLike, cards: Cards) -> Knowledge:
        """New knowledge in which cards lie in a column."""
        column = self.column(seat)
        read = Hand.of(cards)
        for card in read - self.deck:
            raise LayoutError(f"{card} is not among the cards in play: expected some of {self.deck}")
        return replace(self, known=_put(self.known, column, self.known[column] | read))

    def without_cards(self, seat: SeatLike, cards: Cards) -> Knowledge:
        """New knowledge in which cards do not lie in a column. Cards that are out of play are ignored."""
        column = self.column(seat)
        barred = self.barred[column] | (Hand.of(cards) & self.deck)
        return replace(self, barred=_put(self.barred, column, barred))

    def with_void(self, seat: SeatLike, suit: SuitLike) -> Knowledge:
        """New knowledge with a void: a column has no cards of a suit."""
        return self.with_lengths(seat, suit, 0, 0)

    def with_lengths(
        self, seat: SeatLike, suit: SuitLike, low: int = 0, high: int | None = None
    ) -> Knowledge:
        """New knowledge with bounds on a suit, besides earlier bounds: `low` to `high` cards in a column."""
        column, number = self.column(seat), _read_suit(suit)
        least = read_integer(low, "low", LayoutError, 0)
        most = self.sizes[column] if high is None else read_integer(high, "high", LayoutError, 0)
        if most < least:
            raise LayoutError(
                f"lengths from {shown(least)} to {shown(most)} are wrong: expected low not above high"
            )
        before = self.lengths[column][number]
        span = max(before[0], least), min(before[1], most)
        spans = _put(self.lengths[column], number, span)
        return replace(self, lengths=_put(self.lengths, column, spans))

    def where(self, predicate: Predicate) -> Knowledge:
        """New knowledge with a predicate: layouts for which a function returns false are excluded.

        The function is called with a tuple of the `Hand` of every column, and must return the same result
        every time; LayoutError if it is not callable.
        """
        if not callable(predicate):
            raise LayoutError(f"predicate {shown(predicate)} is wrong: expected a function of a layout")
        return replace(self, predicates=(*self.predicates, predicate))

    def allows(self, layout: Sequence[Cards]) -> bool:
        """Whether a layout, the cards of each column, is possible; LayoutError if it is not a sequence."""
        hands = tuple(map(Hand.of, islice(read_several(layout, "layout", LayoutError), self.columns + 1)))
        if tuple(map(len, hands)) != self.sizes or sum(hand.mask for hand in hands) != self.deck.mask:
            return False
        for hand, known, barred, spans in zip(hands, self.known, self.barred, self.lengths, strict=True):
            if known.mask & ~hand.mask or barred.mask & hand.mask:
                return False
            for mask, (low, high) in zip(SUIT_AND_JOKER_MASKS, spans, strict=True):
                if not low <= (hand.mask & mask).bit_count() <= high:
                    return False
        return all(predicate(hands) for predicate in self.predicates)

    def _check_cards(self) -> None:
        seen = Hand()
        for column, (known, size) in enumerate(zip(self.known, self.sizes, strict=True)):
            name = self.column_name(column)
            for card in known - self.deck:
                raise LayoutError(f"{card}, known to be in {name}, is not among the cards in play")
            for card in known & seen:
                raise LayoutError(f"{card}, known to be in {name}, is known to lie elsewhere too")
            for card in known & self.barred[column]:
                raise LayoutError(f"{card} is known to be in {name}, and known not to be there")
            if len(known) > size:
                raise LayoutError(f"{len(known)} cards are known of {name}: it holds {size}")
            seen |= known
        without_column = self.deck - seen
        for room in self._rooms():
            without_column -= Hand.from_mask(room)
        for card in without_column:
            raise LayoutError(f"{card} can lie nowhere: every column is full or known not to hold it")

    def room_for(self, column: int) -> int:
        """The mask of cards of unknown column that may lie in this column; 0 if all its cards are known."""
        return self._rooms()[read_integer(column, "column", LayoutError, 0, self.columns - 1)]

    def _rooms(self) -> list[int]:
        """`room_for` each column."""
        unknown = self.deck.mask & ~sum(known.mask for known in self.known)
        return [
            0 if len(known) == size else unknown & ~barred.mask
            for known, barred, size in zip(self.known, self.barred, self.sizes, strict=True)
        ]

    def span(self, column: int, suit: int) -> tuple[int, int]:
        """Minimum and maximum number of cards of a suit in a column: its bounds, tightened by known cards."""
        column = read_integer(column, "column", LayoutError, 0, self.columns - 1)
        return self._spans()[column][read_integer(suit, "suit", LayoutError, 0, SUITS - 1)]

    def _spans(self) -> list[list[tuple[int, int]]]:
        """`span` of each column and suit."""
        spans: list[list[tuple[int, int]]] = []
        for column, room in enumerate(self._rooms()):
            known, size = self.known[column], self.sizes[column]
            row = []
            for mask, (low, high) in zip(SUIT_AND_JOKER_MASKS, self.lengths[column], strict=True):
                held = (known.mask & mask).bit_count()
                more = min((room & mask).bit_count(), size - len(known))
                row.append((max(low, held), min(high, held + more)))
            spans.append(row)
        return spans

    def _check_lengths(self) -> None:
        spans = self._spans()
        for column, row in enumerate(spans):
            name = self.column_name(column)
            for suit, (low, high) in enumerate(row):
                if low > high:
                    least, most = self.lengths[column][suit]
                    raise LayoutError(
                        f"{name} has from {least} to {most} {SUIT_NAMES[suit]}: with what else is known it"
                        f" has {low} or more and can have no more than {high}"
                    )
            _check_sums(row, self.sizes[column], name)
        for suit, suit_name in enumerate(SUIT_NAMES):
            in_deck = (self.deck.mask & SUIT_AND_JOKER_MASKS[suit]).bit_count()
            _check_sums([row[suit] for row in spans], in_deck, f"the suit of {suit_name}")


def _check_sums(spans: Sequence[tuple[int, int]], size: int, what: str) -> None:
    least, most = sum(low for low, _ in spans), sum(high for _, high in spans)
    if not least <= size <= most:
        raise LayoutError(f"{what} has {size} cards: with the lengths known it has from {least} to {most}")


def _put(values: tuple[_Value, ...], index: int, value: _Value) -> tuple[_Value, ...]:
    """A tuple with one value changed."""
    return (*values[:index], value, *values[index + 1 :])


def _read_suit(suit: object) -> int:
    if isinstance(suit, str) and suit.lower() == "jokers":
        return JOKERS
    try:
        return int(Suit.of(suit))
    except NotationError:
        raise NotationError(f"suit {shown(suit)} is wrong: expected S, H, D, C or 'jokers'") from None


def read_sizes(sizes: Iterable[int] | None, rules: Rules) -> list[int]:
    """How many cards each column holds, by default as dealt under the rules."""
    if sizes is None:
        return dealt_sizes(rules)
    hands = rules.dealt_hands
    given = list(islice(read_several(sizes, "sizes", LayoutError), hands + 2))
    if is_instance(sizes, str) or not hands <= len(given) <= hands + 1:
        raise LayoutError(
            f"sizes {shown(sizes)} are wrong: expected {hands} hands, and one more where there is a kitty"
        )
    return [read_integer(size, "size", LayoutError, 0, 54) for size in given]
