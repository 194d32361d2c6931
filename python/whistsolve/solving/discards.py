"""Which cards to give up: the best discard of a hand that took the kitty, all of them, what one costs.

A hand that has more cards than the others gives up the surplus before the first lead. All discards are
searched with one table: two of them come to the same positions once the cards are gone in which they differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Protocol

from whistsolve import _core
from whistsolve.encoding import deal_to_masks, strain_code
from whistsolve.errors import CardError, DealError, WhistError
from whistsolve.rules import Rules
from whistsolve.solving.many import DEFAULT_MEMORY_MB, read_memory
from whistsolve.solving.problem import Game, read_deal, read_limits, read_rules
from whistsolve.values.cards import Card
from whistsolve.values.deals import Deal
from whistsolve.values.hands import Hand
from whistsolve.values.reading import read_several, shown
from whistsolve.values.seats import seat_index, seat_name
from whistsolve.values.strains import Strain

__all__ = [
    "Discard",
    "DiscardInterrupted",
    "KittyHand",
    "best_discard",
    "count_optimal_discards",
    "discard_values",
    "optimal_discards",
]


@dataclass(frozen=True, slots=True)
class Discard:
    """The best discard of a hand, or what is certain of it where the search ended early.

    Attributes
    ----------
    low, high : int
        Tricks of the declarer's side after the best discard, with best play on both sides: certainly from
        `low` to `high`, which differ only where the search ended early. The kitty's book is not among them;
        under ``kitty_book="first_trick_winner"`` the first trick counts two.
    cards : tuple of Card
        A discard that takes `low` tricks: spades, hearts, diamonds, clubs, high to low, then jokers.
    hand : Hand
        What is left of the hand.
    kitty_books : int
        Books that the rules give the declarer's side for the kitty.
    nodes : int
        Cards played in the search.
    discards : int
        Discards that were looked at one by one, some more than once. The others are worth the same as one of
        these, or fell with all at once.
    relaxed, refuted : int
        Searches in which the hand keeps everything and chooses as it goes, which takes at least as much as
        any discard; and those of them that ruled all discards out at once.
    """

    low: int
    high: int
    cards: tuple[Card, ...]
    hand: Hand
    kitty_books: int
    nodes: int
    discards: int
    relaxed: int
    refuted: int

    @property
    def exact(self) -> bool:
        """Whether the number of tricks is known."""
        return self.low == self.high

    @property
    def tricks(self) -> int:
        """Tricks of the declarer's side after the best discard.

        Raises
        ------
        WhistError
            Where the search ended early and only bounds are known.
        """
        if self.exact:
            return self.low
        raise WhistError(
            f"the best discard takes between {self.low} and {self.high} tricks, for the limit was reached"
            " first: take .low and .high, or ask with a larger limit, or with none"
        )

    @property
    def books(self) -> int:
        """The same with the kitty's book, where the rules give it to the declarer's side."""
        return self.tricks + self.kitty_books


class DiscardInterrupted(KeyboardInterrupt):
    """An interrupt that ended `best_discard`. Caught as the `KeyboardInterrupt` that it is.

    Attributes
    ----------
    discard : Discard
        The best discard so far, with bounds that are certain.
    """

    def __init__(self, message: str, discard: Discard) -> None:
        super().__init__(message)
        self.discard = discard

    def __reduce__(self) -> tuple[type[DiscardInterrupted], tuple[str, Discard]]:
        return type(self), (str(self), self.discard)


class _Searcher(Protocol):
    """What answers questions about the discards of one hand: the engine, or `_OneByOne`."""

    @property
    def last(self) -> tuple[int, int, int, dict[str, int]] | None: ...
    def best(
        self, node_limit: int | None = None, time_limit: float | None = None
    ) -> tuple[int, int, int, dict[str, int]]: ...
    def value(
        self, discard: int, node_limit: int | None = None, time_limit: float | None = None
    ) -> tuple[int, int]: ...
    def count(self, tricks: int) -> int: ...
    def each(self, tricks: int) -> list[int]: ...
    def stop(self) -> None: ...


class KittyHand:
    """One hand with its surplus, checked and ready for the engine, which takes memory once it is asked."""

    def __init__(
        self,
        deal: Deal | str,
        strain: Strain | str,
        declarer: int | str,
        *,
        holder: int | str | None,
        leader: int | str | None,
        rules: Rules | None,
        memory_mb: int,
    ) -> None:
        self.deal = read_deal(deal)
        seats = self.deal.seats
        self.game = Game(read_rules(rules), seats)
        self.strain = Strain.of(strain)
        self.declarer = seat_index(declarer, seats, "declarer")
        self.holder = self._holder() if holder is None else seat_index(holder, seats, "holder")
        self.leader = self.declarer if leader is None else seat_index(leader, seats, "leader")
        if self.deal.kitty is None:
            raise DealError(f"the deal has no kitty: expected the cards that {self._name} takes, after a '|'")
        side = self.game.side(self.declarer)
        if not side >> self.game.turn(self.holder) & 1:
            raise DealError(f"{self._name} takes the kitty: expected a hand of the declarer's side")
        self.forced = 0
        masks = list(deal_to_masks(self.deal))
        masks[self.holder] |= self.deal.kitty.mask
        self.surplus = len(self.deal.kitty)
        self.mask = masks[self.holder]
        if self.strain.is_no_trump and self.game.rules.joker_no_trump == "exchanged":
            self._give_up_jokers(masks)
        trump, ranking = strain_code(self.strain)
        hands = self.game.in_turn(masks)
        game = self.game

        def problem(hands: list[int]) -> _core.Problem:
            return _core.Problem(
                hands,
                trump,
                ranking,
                game.turn(self.leader),
                side,
                first_trick_weight=game.rules.first_trick_weight,
                joker_kind=game.joker_kind,
                joker_lead=game.joker_lead,
                must_throw=game.must_throw,
            )

        memory = read_memory(memory_mb)
        at = game.turn(self.holder)
        mask = masks[self.holder]
        aside = self.strain.is_no_trump and game.rules.joker_no_trump == "removed"
        # Jokers that are laid aside shorten the game of some discards and not of others.
        one_by_one = aside and any(Hand.from_mask(hand).jokers for hand in hands)

        def make() -> _Searcher:
            if not one_by_one:
                return _core.DiscardSolver(problem(hands), at, memory)

            def after(discard: int) -> _core.Problem:
                return problem([*hands[:at], mask & ~discard, *hands[at + 1 :]])

            return _OneByOne(after, mask, self.surplus, memory)

        self._make = make
        self._core: _Searcher | None = None

    @property
    def core(self) -> _Searcher:
        """What answers, made when first asked for."""
        if self._core is None:
            self._core = self._make()
        return self._core

    def close(self) -> None:
        """Gives the memory back."""
        self._core = None

    def stop(self) -> None:
        """Ends the call that is running, if there is one; from any thread."""
        if self._core is not None:
            self._core.stop()

    def best(self, node_limit: int | None, seconds: float | None) -> Discard:
        """The best discard, or the best so far where a limit is reached.

        Raises
        ------
        DiscardInterrupted
            Has the best so far.
        """
        try:
            return self.answer(self.core.best(node_limit, seconds))
        except KeyboardInterrupt as error:
            if self.core.last is None:
                raise
            so_far = self.answer(self.core.last)
            message = f"interrupted: {so_far.low} to {so_far.high} tricks, the discard so far is in .discard"
            raise DiscardInterrupted(message, so_far) from error

    @property
    def _name(self) -> str:
        return seat_name(self.holder, self.deal.seats)

    def _holder(self) -> int:
        """Who gives up cards: the declarer, in dummy whist the dummy."""
        if self.game.rules.game == "dummy" and self.deal.seats == 4:
            return (self.declarer + 2) % 4
        return self.declarer

    def _give_up_jokers(self, masks: list[int]) -> None:
        """Jokers that would be exchanged go into the discard; those of other hands are exchanged after it."""
        for seat, mask in enumerate(masks):
            jokers = Hand.from_mask(mask).jokers
            if seat == self.holder:
                self.forced = sum(1 << joker.index for joker in jokers)
                if len(jokers) > self.surplus:
                    raise DealError(
                        f"{self._name} holds {len(jokers)} jokers and gives up {self.surplus} cards: expected"
                        " at least as many, for jokers may not be kept under joker_no_trump='exchanged'"
                    )
                masks[seat] = mask & ~self.forced
                self.surplus -= len(jokers)
            elif jokers:
                raise DealError(
                    f"{seat_name(seat, self.deal.seats)} holds {next(iter(jokers))} in {self.strain}: under"
                    " joker_no_trump='exchanged' it is swapped for a card of the discard; expected hands"
                    " without jokers, or a discard and the hands that exchange_jokers makes of it"
                )

    def cards(self, mask: int) -> tuple[Card, ...]:
        """A discard as cards, those included that are given up in any case."""
        return tuple(Hand.from_mask(mask | self.forced))

    def answer(self, found: tuple[int, int, int, dict[str, int]]) -> Discard:
        """What the engine found, in words of the table."""
        low, high, mask, work = found
        return Discard(
            low,
            high,
            self.cards(mask),
            Hand.from_mask(self.mask & ~mask & ~self.forced),
            self.game.rules.books_from_kitty,
            **work,
        )

    def read(self, discard: Iterable[Card | str], number: int) -> int:
        """A discard as the engine takes it."""
        place = f"discard {number}"
        if isinstance(discard, str):
            discard = discard.replace(",", " ").split()
        if not isinstance(discard, Iterable):
            raise CardError(f"{place} {shown(discard)} is wrong: expected cards")
        mask = 0
        for given in read_several(discard, place, CardError):
            try:
                card = given if isinstance(given, Card) else Card.from_text(given)
            except CardError as error:
                raise CardError(f"{place}: {error}") from None
            if mask >> card.index & 1:
                raise CardError(f"{place} has {card} twice: expected every card once")
            if not self.mask >> card.index & 1:
                raise CardError(f"{place} has {card}, which {self._name} does not hold: expected cards of it")
            mask |= 1 << card.index
        if mask & self.forced != self.forced:
            raise CardError(f"{place} keeps a joker: expected it given up under joker_no_trump='exchanged'")
        wanted = self.surplus + self.forced.bit_count()
        if mask.bit_count() != wanted:
            raise CardError(f"{place} has {mask.bit_count()} cards: expected {wanted}, as many as the kitty")
        return mask & ~self.forced


class _OneByOne:
    """Every discard as a game of its own: slow, and for rules under which discards are not of one game."""

    def __init__(self, problem: Callable[[int], _core.Problem], mask: int, surplus: int, memory: int) -> None:
        self._problem = problem
        self._cards = [1 << card.index for card in Hand.from_mask(mask)]
        self._surplus = surplus
        self._solver = _core.Solver(memory)
        self.last: tuple[int, int, int, dict[str, int]] | None = None

    def _all(self) -> Iterator[int]:
        return map(sum, combinations(reversed(self._cards), self._surplus))

    def best(
        self, node_limit: int | None = None, time_limit: float | None = None
    ) -> tuple[int, int, int, dict[str, int]]:
        before = self._solver.stats["nodes"]
        seen, best, high, found = 0, -1, 0, 0
        for discard in self._all():
            low, most = self.value(discard, node_limit, time_limit)
            seen += 1
            high = max(high, most)
            if low > best:
                best, found = low, discard
        nodes = self._solver.stats["nodes"] - before
        self.last = (best, high, found, {"nodes": nodes, "discards": seen, "relaxed": 0, "refuted": 0})
        return self.last

    def value(
        self, discard: int, node_limit: int | None = None, time_limit: float | None = None
    ) -> tuple[int, int]:
        low, high, _ = self._solver.solve(self._problem(discard), node_limit, time_limit)
        return low, high

    def each(self, tricks: int) -> list[int]:
        return [discard for discard in self._all() if self.value(discard)[0] >= tricks]

    def count(self, tricks: int) -> int:
        return len(self.each(tricks))

    def stop(self) -> None:
        self._solver.stop()


def best_discard(
    deal: Deal | str,
    strain: Strain | str,
    declarer: int | str,
    *,
    rules: Rules | None = None,
    holder: int | str | None = None,
    leader: int | str | None = None,
    node_limit: int | None = None,
    time_limit: float | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
) -> Discard:
    """The most tricks that the declarer's side can take after taking the kitty, over every possible discard.

    Parameters
    ----------
    deal : Deal or str
        Two to six hands of one size and the kitty: the cards that the holder takes, and as many as it gives
        up.
    strain : Strain or str
        Trump suit and ranking, such as ``"S+"`` or ``"NT-"``.
    declarer : int or str
        Seat whose side's tricks are counted, as for `solve`.
    rules : Rules, optional
        As for `solve`.
    holder : int or str, optional
        Seat of the declarer's side that takes the kitty: the declarer where it is left out, in dummy whist
        with four hands the dummy opposite.
    leader : int or str, optional
        Seat that leads to the first trick; the declarer where it is left out.
    node_limit, time_limit : int, float, optional
        As for `solve`.
    memory_mb : int
        Cap on the table, 1 to 65536 MiB.

    Returns
    -------
    Discard
        ``.tricks``, ``.cards`` and ``.hand``; where a limit was reached the best discard so far with ``.low``
        and ``.high``.

    Raises
    ------
    DiscardInterrupted
        A `KeyboardInterrupt` that has the best discard so far.
    DealError
        Where the deal has no kitty, the holder is not of the declarer's side, or another hand holds a joker
        in no-trump under ``joker_no_trump="exchanged"``. Under that rule the holder's jokers are always given
        up.
    StrainError, SeatError, RulesError, WhistError
        Where an argument cannot be read.

    Notes
    -----
    Discards of one game share a table, and with it most of their searches; see `Discard`. Under
    ``joker_no_trump="removed"`` jokers that are laid aside make games of their own, which are solved one by
    one.

    Examples
    --------
    >>> best_discard("N:AK... QJ... T9... 87... | 65...", "NT+", "N").tricks
    2
    """
    table = KittyHand(deal, strain, declarer, holder=holder, leader=leader, rules=rules, memory_mb=memory_mb)
    return table.best(*read_limits(node_limit, time_limit))


def optimal_discards(
    deal: Deal | str,
    strain: Strain | str,
    declarer: int | str,
    *,
    rules: Rules | None = None,
    holder: int | str | None = None,
    leader: int | str | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
) -> list[tuple[Card, ...]]:
    """Every discard that takes as many tricks as the best one.

    Parameters and errors are those of `best_discard`.

    Returns
    -------
    list of tuple of Card
        Each as spades, hearts, diamonds, clubs, high to low, then jokers; there may be thousands.

    Examples
    --------
    >>> optimal_discards("N:A... K... Q... J... | 2...", "NT+", "N")
    [(Card.from_text('S2'),)]
    """
    table = KittyHand(deal, strain, declarer, holder=holder, leader=leader, rules=rules, memory_mb=memory_mb)
    most = table.core.best()[0]
    return sorted((table.cards(mask) for mask in table.core.each(most)), reverse=True)


def count_optimal_discards(
    deal: Deal | str,
    strain: Strain | str,
    declarer: int | str,
    *,
    rules: Rules | None = None,
    holder: int | str | None = None,
    leader: int | str | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
) -> tuple[int, int]:
    """How many discards take as many tricks as the best one, and how many there are in all.

    Parameters and errors are those of `best_discard`. Quicker than `optimal_discards` where there are many.

    Examples
    --------
    >>> count_optimal_discards("N:A... K... Q... J... | 2...", "NT+", "N")
    (1, 2)
    """
    table = KittyHand(deal, strain, declarer, holder=holder, leader=leader, rules=rules, memory_mb=memory_mb)
    most = table.core.best()[0]
    held = (table.mask & ~table.forced).bit_count()
    return table.core.count(most), comb(held, table.surplus)


def discard_values(
    deal: Deal | str,
    strain: Strain | str,
    declarer: int | str,
    discards: Iterable[Iterable[Card | str]],
    *,
    rules: Rules | None = None,
    holder: int | str | None = None,
    leader: int | str | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
) -> list[int]:
    """Tricks of the declarer's side after each of some discards.

    Parameters are those of `best_discard`, and

    discards : iterable of iterable of Card or str
        Each as many cards of the holder as the kitty has, dealt or from the kitty; text such as ``"S2 H3"``
        too.

    Returns
    -------
    list of int
        In the order of the discards. What one costs is the difference to ``best_discard(...).tricks``.

    Raises
    ------
    CardError
        Where a discard cannot be read, has a card twice, a card that the holder does not have, or the wrong
        number; otherwise as `best_discard`.

    Examples
    --------
    >>> discard_values("N:A... K... Q... J... | 2...", "NT+", "N", ["SA", "S2"])
    [0, 1]
    """
    table = KittyHand(deal, strain, declarer, holder=holder, leader=leader, rules=rules, memory_mb=memory_mb)
    if isinstance(discards, str) or not isinstance(discards, Iterable):
        raise CardError(f"discards {shown(discards)} are wrong: expected several, each some cards")
    read = [table.read(discard, number) for number, discard in enumerate(discards, 1)]
    return [table.core.value(mask)[0] for mask in read]
