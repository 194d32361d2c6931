"""`Knowledge`: hard constraints on how the cards lie, as one player knows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeAlias

from whistsolve.arguments import read_rules
from whistsolve.dealing import whole_deck
from whistsolve.errors import LayoutError, SeatError
from whistsolve.game import HandView
from whistsolve.inference.card_locations import (
    JOKERS,
    SUIT_AND_JOKER_MASKS,
    SUITS,
    CardLocations,
    card_locations_of,
)
from whistsolve.inference.reading import read_player, read_sizes, read_suit
from whistsolve.rules import Rules
from whistsolve.values.cards import Card, Suit
from whistsolve.values.hands import Hand
from whistsolve.values.reading import read_integer, read_several, shown
from whistsolve.values.seats import seat_index, seat_name

__all__ = ["Cards", "Knowledge", "Layout", "Predicate"]

#: A set of cards, or its text, or its cards.
Cards: TypeAlias = Hand | str | Iterable[Card | str]
#: One way the cards may lie: the hand of each column.
Layout: TypeAlias = tuple[Hand, ...]
Predicate: TypeAlias = Callable[[Layout], bool]

_SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades", "jokers")


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Hard constraints of one player on how the cards lie, by column: the hands, then kitty or discards.

    Make it with `of_hand` or `of_view`; each method named ``with_...`` returns new knowledge with one more
    constraint. Seats are numbers, letters where four hands are dealt, and ``"kitty"`` or ``"discards"``.
    Suits are as elsewhere, and ``"jokers"``: whatever the trumps, jokers are a suit of their own here, so
    that to be without trumps is to be void of two suits.

    Attributes
    ----------
    rules : Rules
    player : int
        Whose knowledge it is, 0-based.
    deck : Hand
        The cards still in play; cards played are not.
    sizes : tuple of int
        How many cards each column holds: the hands of players, then those of dummies, then kitty or discards.
    rest : str or None
        What the last column is, if it is no hand: ``"kitty"``, ``"discards"`` once the kitty was taken or
        dummies gave up their surplus cards, ``None`` where there are no such cards.
    known : tuple of Hand
        For each column, cards that are certain to lie there.
    barred : tuple of Hand
        For each column, cards that cannot lie there.
    lengths : tuple of tuple of (int, int)
        For each column the fewest and the most clubs, diamonds, hearts, spades and jokers.
    predicates : tuple of callable
        Called with the `Hand` of each column; a layout has to satisfy all.

    Raises
    ------
    LayoutError
        Where the constraints contradict each other within single columns or suits. Contradictions across
        several of them are found by `Layouts`.
    """

    rules: Rules
    player: int
    deck: Hand
    sizes: tuple[int, ...]
    rest: str | None
    known: tuple[Hand, ...]
    barred: tuple[Hand, ...]
    lengths: tuple[tuple[tuple[int, int], ...], ...]
    predicates: tuple[Predicate, ...] = ()

    def __post_init__(self) -> None:
        self._check_columns()
        self._check_cards()
        self._check_lengths()

    @classmethod
    def of_hand(
        cls,
        hand: Cards,
        *,
        rules: Rules | None = None,
        seat: str | int,
        deck: Cards | None = None,
        sizes: Iterable[int] | None = None,
    ) -> Knowledge:
        """The knowledge of a player who has seen only his own cards.

        Parameters
        ----------
        hand : Hand, str or iterable of Card or str
            His cards.
        rules : Rules or None
            `Rules.preset("bid_whist")` where they are left out.
        seat : str or int
            His seat.
        deck : Hand, str or iterable of Card or str, or None
            The cards dealt, for short deals; the deck of the rules where it is left out.
        sizes : iterable of int or None
            How many cards each hand was dealt, and the kitty where there is one; as under the rules where
            they are left out. As in `whistsolve.dealing.random_deals`, the surplus cards of dummies count as
            the kitty then.

        Raises
        ------
        LayoutError
            Where the numbers of cards do not agree, or a card of the hand is not in the deck.
        RulesError, SeatError, HandError, CardError
            Where rules, seat or cards cannot be read.

        Examples
        --------
        >>> knowledge = Knowledge.of_hand("AKQJ.T98.765.4.B", seat="N").with_void("E", "S")
        >>> knowledge.sizes, knowledge.lengths[1][3]
        ((12, 12, 12, 12, 6), (0, 0))
        """
        game = read_rules(rules)
        held = Hand.of(hand)
        player = read_player(seat, game)
        cards = whole_deck(game) if deck is None else Hand.of(deck)
        column_sizes = read_sizes(sizes, game)
        if len(held) != column_sizes[player]:
            name = seat_name(player, game.dealt_hands)
            raise LayoutError(f"the hand of {name} has {len(held)} cards: expected {column_sizes[player]}")
        rest = "kitty" if len(column_sizes) > game.dealt_hands else None
        locations = CardLocations.unknown(cards.mask, column_sizes, rest)
        locations.known[player] = held.mask
        return cls._of_locations(game, player, locations)

    @classmethod
    def of_view(cls, view: HandView, *, deck: Cards | None = None) -> Knowledge:
        """The knowledge of a player at any point of a hand, of the cards as they lie now.

        He knows his own cards and discards, hands and cards that lie open, and the card turned up for trumps
        while it is not played. A kitty that was turned up lies in the declarer's hand and among the discards.
        Cards played are out of play, and whoever could not follow suit, or could not throw a joker where he
        had to, has shown what he does not hold. Where reneges may be played
        (``renege_mode="detect_and_call"``) such cards prove nothing. Where jokers are exchanged, they lie
        among the discards, and a discard that he did not see change hands lies there or in a hand that got
        one.

        These are hard constraints alone: bids and the quality of play are evidence for a likelihood (see
        `LayoutPosterior`) and are not used.

        Parameters
        ----------
        view : HandView
        deck : Hand, str or iterable of Card or str, or None
            The cards dealt, for short deals; the deck of the rules where it is left out.

        Raises
        ------
        LayoutError
            Where it is no view, or the deck is not what was dealt.
        HandError, CardError
            Where the deck cannot be read.
        """
        if not isinstance(view, HandView):
            raise LayoutError(f"view {shown(view)} is wrong: expected a HandView, as HandState.view gives it")
        return cls._of_locations(
            view.rules, view.player, card_locations_of(view, None if deck is None else Hand.of(deck))
        )

    @classmethod
    def _of_locations(cls, rules: Rules, player: int, locations: CardLocations) -> Knowledge:
        lengths = tuple(
            tuple((jokers if suit == JOKERS else 0, size) for suit in range(SUITS))
            for size, jokers in zip(locations.sizes, locations.jokers, strict=True)
        )
        return cls(
            rules,
            player,
            Hand.from_mask(locations.deck),
            tuple(locations.sizes),
            locations.rest,
            tuple(map(Hand.from_mask, locations.known)),
            tuple(map(Hand.from_mask, locations.barred)),
            lengths,
        )

    # ------------------------------------------------------------------------------------------------ columns

    @property
    def columns(self) -> int:
        """How many columns a layout has."""
        return len(self.sizes)

    def column(self, seat: str | int) -> int:
        """The column of a seat, or of kitty or discards.

        Raises
        ------
        SeatError
            Where there is none.
        """
        if isinstance(seat, str) and seat == self.rest:
            return self.columns - 1
        if isinstance(seat, str) and seat in ("kitty", "discards"):
            rest = "" if self.rest is None else f" or {self.rest!r}"
            raise SeatError(f"there is no column {seat!r}: expected a seat{rest}")
        return seat_index(seat, self.rules.dealt_hands)

    def column_name(self, column: int) -> str:
        """The name of a column in messages: ``the hand of N``, ``the kitty``.

        Raises
        ------
        LayoutError
            Where there is no such column.
        """
        number = read_integer(column, "column", LayoutError, 0, self.columns - 1)
        hands = self.rules.dealt_hands
        return f"the {self.rest}" if number >= hands else f"the hand of {seat_name(number, hands)}"

    # -------------------------------------------------------------------------------------------------- facts

    def with_cards(self, seat: str | int, cards: Cards) -> Knowledge:
        """New knowledge with cards that lie in a column.

        Raises
        ------
        LayoutError
            Where they cannot: they lie elsewhere, are too many, out of play or known not to lie there.
        SeatError, HandError, CardError
            Where seat or cards cannot be read.
        """
        column = self.column(seat)
        read = Hand.of(cards)
        for card in read - self.deck:
            raise LayoutError(f"{card} is not among the cards in play: expected some of {self.deck}")
        return replace(self, known=_put(self.known, column, self.known[column] | read))

    def without_cards(self, seat: str | int, cards: Cards) -> Knowledge:
        """New knowledge with cards that do not lie in a column. Cards that are out of play are ignored.

        Raises
        ------
        LayoutError
            Where one is known to lie there, or can lie nowhere now.
        SeatError, HandError, CardError
            Where seat or cards cannot be read.
        """
        column = self.column(seat)
        barred = self.barred[column] | (Hand.of(cards) & self.deck)
        return replace(self, barred=_put(self.barred, column, barred))

    def with_void(self, seat: str | int, suit: Suit | str | int) -> Knowledge:
        """New knowledge with a void: a column has no cards of a suit.

        Raises
        ------
        LayoutError
            Where it is known to have one, or the others have no room for them.
        SeatError, CardError
            Where seat or suit cannot be read.
        """
        return self.with_lengths(seat, suit, 0, 0)

    def with_lengths(
        self, seat: str | int, suit: Suit | str | int, low: int = 0, high: int | None = None
    ) -> Knowledge:
        """New knowledge with bounds on a suit: from `low` to `high` cards in a column, within earlier bounds.

        Raises
        ------
        LayoutError
            Where that cannot be: with what is known, with the cards there are, or with earlier ranges.
        SeatError, CardError
            Where seat or suit cannot be read.
        """
        column, number = self.column(seat), read_suit(suit)
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

        Parameters
        ----------
        predicate : callable
            Called with a tuple of the `Hand` of every column. It must give the same answer every time.

        Raises
        ------
        LayoutError
            Where it cannot be called.
        """
        if not callable(predicate):
            raise LayoutError(f"predicate {shown(predicate)} is wrong: expected a function of a layout")
        return replace(self, predicates=(*self.predicates, predicate))

    def allows(self, layout: Sequence[Cards]) -> bool:
        """Whether the cards may lie so.

        Parameters
        ----------
        layout : sequence of Hand, str or iterable of Card or str
            What each column holds.

        Raises
        ------
        LayoutError
            Where it is no sequence.
        HandError, CardError
            Where a hand cannot be read.
        """
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

    # ------------------------------------------------------------------------------------------------- checks

    def _check_columns(self) -> None:
        hands = self.rules.dealt_hands
        expected = hands + (self.rest is not None)
        parts = (self.sizes, self.known, self.barred, self.lengths)
        if any(len(part) != expected for part in parts) or any(len(s) != SUITS for s in self.lengths):
            raise LayoutError(f"the knowledge has parts of different lengths: expected {expected} columns")
        if sum(self.sizes) != len(self.deck):
            raise LayoutError(
                f"there are {len(self.deck)} cards, and the columns hold {sum(self.sizes)}: expected as many"
            )

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
        for column in range(self.columns):
            without_column -= Hand.from_mask(self.room_for(column))
        for card in without_column:
            raise LayoutError(f"{card} can lie nowhere: every column is full or known not to hold it")

    def room_for(self, column: int) -> int:
        """The unlocated cards that may lie in a column, as in ``Hand.mask``; none where it is full."""
        column = read_integer(column, "column", LayoutError, 0, self.columns - 1)
        if len(self.known[column]) == self.sizes[column]:
            return 0
        locations = sum(known.mask for known in self.known)
        return self.deck.mask & ~locations & ~self.barred[column].mask

    def span(self, column: int, suit: int) -> tuple[int, int]:
        """The fewest and the most cards of a suit in a column: its bounds, tightened by its known cards."""
        column = read_integer(column, "column", LayoutError, 0, self.columns - 1)
        suit = read_integer(suit, "suit", LayoutError, 0, SUITS - 1)
        low, high = self.lengths[column][suit]
        known = (self.known[column].mask & SUIT_AND_JOKER_MASKS[suit]).bit_count()
        free = (self.room_for(column) & SUIT_AND_JOKER_MASKS[suit]).bit_count()
        more = min(free, self.sizes[column] - len(self.known[column]))
        return max(low, known), min(high, known + more)

    def _check_lengths(self) -> None:
        spans = [[self.span(column, suit) for suit in range(SUITS)] for column in range(self.columns)]
        for column, row in enumerate(spans):
            name = self.column_name(column)
            for suit, (low, high) in enumerate(row):
                if low > high:
                    least, most = self.lengths[column][suit]
                    raise LayoutError(
                        f"{name} has from {least} to {most} {_SUIT_NAMES[suit]}: with what else is known it"
                        f" has {low} or more and can have no more than {high}"
                    )
            _check_sums(row, self.sizes[column], name)
        for suit, suit_name in enumerate(_SUIT_NAMES):
            in_deck = (self.deck.mask & SUIT_AND_JOKER_MASKS[suit]).bit_count()
            _check_sums([row[suit] for row in spans], in_deck, f"the suit of {suit_name}")


def _check_sums(spans: Sequence[tuple[int, int]], size: int, what: str) -> None:
    least, most = sum(low for low, _ in spans), sum(high for _, high in spans)
    if not least <= size <= most:
        raise LayoutError(f"{what} has {size} cards: with the lengths known it has from {least} to {most}")


def _put(values: tuple, index: int, value: object) -> tuple:  # type: ignore[type-arg]
    """A tuple with one value changed."""
    return (*values[:index], value, *values[index + 1 :])
