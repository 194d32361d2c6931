"""`Discards`: which cards to discard after taking the kitty; and functions for single calls."""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from typing import Final

from whistsolve import _core
from whistsolve._internal.arguments import DEFAULT_MEMORY_MB, Limits, Resources
from whistsolve._internal.reading import read_several, shown
from whistsolve.cancelling import Cancellation, cancellable, end_if_cancelled
from whistsolve.encoding import strain_code
from whistsolve.errors import DealError, Interrupted, NotationError
from whistsolve.evaluation.discard_heuristics import lowest_rank_discard
from whistsolve.rules import RulesLike
from whistsolve.solving.discard_solvers import (
    PICKS,
    WORK,
    DiscardSolver,
    EnumeratedDiscards,
    ExchangedDiscards,
    FoundDiscard,
    SearchedDiscards,
)
from whistsolve.solving.position import KittyPosition
from whistsolve.solving.results import BestDiscard
from whistsolve.values import Card, CardLike, DealLike, Hand, SeatLike, StrainLike
from whistsolve.values.cards import JOKER_MASK

#: More would take hours and gigabytes; the usual kitties have 18,564 discards, with three hands 74,613.
MOST_DISCARDS: Final = 2_000_000


class Discards:
    """The discards of a hand that takes the kitty: the best one, all equally good ones, the value of any.

    All discards are searched with one transposition table, shared between calls, since two discards lead to
    the same positions once the cards that differ are played. Only one thread at a time may use the object.

    The holder, by default the declarer, in dummy whist of four hands the dummy opposite, takes the kitty and
    discards as many cards. The leader to the first trick is by default the declarer. Other parameters are as
    for `solve`; ``memory_mb``, as for `Solver`, is not used before the first search.

    Raises `DealError` if the deal has no kitty, the holder is not of the declarer's side, more jokers must be
    exchanged or discarded than there are discards, or there are more than two million discards; other errors
    of `WhistError` if an argument cannot be read.

    Notes
    -----
    Under ``joker_no_trump="removed"`` each discard is searched separately, which is slow.

    Under ``joker_no_trump="exchanged"`` in no-trump the holder always discards its jokers, and the jokers
    of other hands are exchanged after the discard, in the order of `exchange_jokers`. The value of a discard
    depends on ``exchange_pick``: under ``"random"`` it is the expected number of tricks over all blind draws,
    a float; under ``"bidder_chooses"`` the maximum over all swaps; under ``"holder_chooses_face_up"`` each
    joker's holder takes the card that is best for its own side. This takes about twenty times as long for one
    joker, and three hundred times for two; limits are checked between the searches of single swaps.

    Examples
    --------
    >>> discards = Discards("N:A... K... Q... J... | 2...", "NT+", "N")
    >>> discards.best().tricks, discards.count(), discards.total
    (1, 1, 2)
    >>> discards.optimal()
    [(Card.from_text('S2'),)]
    >>> discards.values(["SA", "S2"])
    [0, 1]
    """

    def __init__(
        self,
        deal: DealLike,
        strain: StrainLike,
        declarer: SeatLike,
        *,
        rules: RulesLike | None = None,
        holder: SeatLike | None = None,
        leader: SeatLike | None = None,
        memory_mb: int = DEFAULT_MEMORY_MB,
    ) -> None:
        self._prepare(KittyPosition.read(deal, strain, declarer, holder, leader, rules), memory_mb)

    @classmethod
    def at(cls, position: KittyPosition, memory_mb: int = DEFAULT_MEMORY_MB) -> Discards:
        """The discards of a `KittyPosition`; errors are the same as for the class."""
        discards = cls.__new__(cls)
        discards._prepare(position, memory_mb)
        return discards

    def _prepare(self, position: KittyPosition, memory_mb: int) -> None:
        memory_bytes = Resources.read(memory_mb=memory_mb).memory_bytes
        self.position: KittyPosition = position
        deal, strain, rules = position.deal, position.strain, position.rules
        engine_rules, leader = position.engine_rules, position.engine_rules.turn(position.leader)
        masks = [hand.mask for hand in deal.hands]
        masks[position.holder] |= position.kitty.mask
        #: Masks of the holder's hand with the kitty, and of the jokers in it that must be discarded.
        self._mask = masks[position.holder]
        self._forced = 0
        #: Number of cards to discard, not counting those jokers.
        self.surplus: int = len(position.kitty)
        #: For each joker that is exchanged for a discard, the turn of the hand that holds it.
        swaps: list[int] = []
        if strain.is_no_trump and rules.joker_no_trump == "exchanged":
            swaps = self._give_up_jokers(masks)
        side = engine_rules.side(position.declarer)
        receivers = [(turn, PICKS[rules.exchange_pick][side >> turn & 1]) for turn in swaps]
        #: Whether tricks are an expected number because jokers are exchanged for cards drawn blindly.
        self.expected: bool = any(pick == "drawn" for _, pick in receivers)
        #: Tricks of the deal, the first with its weight.
        self.tricks: int = deal.hand_size - 1 + rules.first_trick_weight
        if self.total > MOST_DISCARDS:
            raise DealError(
                f"{position.holder_name} gives up {self.surplus} of {self._mask.bit_count()} cards,"
                f" {self.total:,} discards: expected at most {MOST_DISCARDS:,}, so a smaller kitty"
            )
        aside = strain.is_no_trump and rules.joker_no_trump == "removed"
        # Jokers that are laid aside shorten the play after some discards but not after others.
        one_by_one = aside and any(mask & JOKER_MASK for mask in masks)
        core_rules = engine_rules.core_rules
        if aside and not one_by_one:  # the engine accepts no surplus under rules that lay jokers aside
            core_rules = _core.GameRules(first_trick_weight=rules.first_trick_weight)
        trump, ranking = strain_code(strain)

        kind: type[DiscardSolver] = EnumeratedDiscards if one_by_one else SearchedDiscards
        # It does not refer to this object, and so its table is freed as soon as this object is dropped.
        self._solver = (ExchangedDiscards if receivers else kind)(
            problem=lambda hands: _core.Problem(hands, trump, ranking, leader, side, rules=core_rules),
            hands=tuple(engine_rules.in_turn(masks)),
            turn=engine_rules.turn(position.holder),
            surplus=self.surplus,
            memory_bytes=memory_bytes,
            tricks=self.tricks,
            receivers=receivers,
        )

    def _give_up_jokers(self, masks: list[int]) -> list[int]:
        """Take jokers out of all hands; returns the turn of each that is exchanged, in order of exchange."""
        position, engine_rules = self.position, self.position.engine_rules
        self._forced = masks[position.holder] & JOKER_MASK
        forced = self._forced.bit_count()
        if forced > self.surplus:
            raise DealError(
                f"{position.holder_name} holds {forced} jokers and gives up {self.surplus} cards: expected at"
                " least as many, for jokers may not be kept under joker_no_trump='exchanged'"
            )
        self.surplus -= forced
        turns = []
        for step in range(1, position.deal.seats + 1):
            turn = (engine_rules.turn(position.declarer) + step) % position.deal.seats
            seat = engine_rules.turn(turn)
            if seat != position.holder:
                turns += [turn] * (masks[seat] & JOKER_MASK).bit_count()
            masks[seat] &= ~JOKER_MASK
        if len(turns) > self.surplus:
            raise DealError(
                f"{len(turns)} jokers are exchanged for discards of {position.holder_name}, of which"
                f" {self.surplus} are no jokers: expected at least as many"
            )
        return turns

    @property
    def total(self) -> int:
        """The number of possible discards."""
        return comb((self._mask & ~self._forced).bit_count(), self.surplus)

    @cancellable
    def best(
        self,
        *,
        node_limit: int | None = None,
        time_limit: float | None = None,
        cancel: Cancellation | None = None,
    ) -> BestDiscard:
        """The best discard, or the best so far if a limit was reached.

        Limits, ``cancel`` and their errors are as for `solve`; `Interrupted` and `Stopped` have the best
        discard so far in ``.partial``.
        """
        limits = Limits.read(node_limit, time_limit)
        try:
            return self._result(self._solver.best(limits))
        except KeyboardInterrupt as error:
            if self._solver.last is None:
                raise
            so_far = self._result(self._solver.last)
            message = f"interrupted: {so_far.low} to {so_far.high} tricks, the discard so far is in .partial"
            raise Interrupted(message, so_far) from error

    @cancellable
    def optimal(self, *, cancel: Cancellation | None = None) -> list[tuple[Card, ...]]:
        """Every discard that wins as many tricks as the best one, in descending order of the cards.

        The cards of each are sorted as in `BestDiscard`. There may be thousands; `count` is quicker then.
        """
        solver = self._solver
        discards = []
        for mask in solver.each(solver.best().low):
            end_if_cancelled()
            discards.append(self._cards(mask))
        return sorted(discards, reverse=True)

    @cancellable
    def count(self, tricks: float | None = None, *, cancel: Cancellation | None = None) -> int:
        """How many discards win at least ``tricks`` tricks, by default as many as the best discard wins."""
        solver = self._solver
        return solver.count(solver.best().low if tricks is None else tricks)

    @cancellable
    def values(
        self, discards: Iterable[Iterable[CardLike]], *, cancel: Cancellation | None = None
    ) -> list[float]:
        """Tricks of the declarer's side after each of the given discards, in the given order.

        Each discard has as many cards as the kitty, dealt to the holder or from the kitty; it may be
        text such as ``"S2 H3"``. The cost of a discard is ``best().tricks`` minus its value.

        Raises `NotationError` if a discard cannot be read, has a card twice, has a card that the holder does
        not have, or has the wrong number of cards. All discards are checked before any search.
        """
        if isinstance(discards, str):
            raise NotationError(f"discards {shown(discards)} are wrong: expected several, each some cards")
        several = enumerate(read_several(discards, "discards", NotationError), 1)
        masks = [self._read(discard, number) for number, discard in several]
        return [self._solver.value(mask) for mask in masks]

    def unknown(self) -> BestDiscard:
        """The result without any search: the heuristic discard, with trivial bounds (0 and all tricks)."""
        mask = Hand(self.heuristic()).mask & ~self._forced
        return self._result(FoundDiscard(0, self.tricks, mask, dict.fromkeys(WORK, 0)))

    def heuristic(self) -> tuple[Card, ...]:
        """The baseline discard, without a search (see `lowest_rank_discard`), including forced jokers."""
        hand, strain = Hand.from_mask(self._mask & ~self._forced), self.position.strain
        high_jokers = self.position.rules.joker_no_trump == "high_no_suit"
        return self._cards(lowest_rank_discard(hand, strain, self.surplus, high_jokers=high_jokers).mask)

    def close(self) -> None:
        """Frees the transposition table."""
        self._solver.close()

    def _cards(self, mask: int) -> tuple[Card, ...]:
        """A discard as cards, including jokers that must be discarded."""
        return tuple(Hand.from_mask(mask | self._forced))

    def _result(self, found: FoundDiscard) -> BestDiscard:
        return BestDiscard(
            found.low,
            found.high,
            self._cards(found.mask),
            Hand.from_mask(self._mask & ~found.mask & ~self._forced),
            self.position.rules.books_from_kitty,
            **found.work,
        )

    def _read(self, discard: Iterable[CardLike], number: int) -> int:
        """The mask of a given discard for the solver, without forced jokers; ``number`` is for messages."""
        name = f"discard {number}"
        try:
            mask = Hand.of(discard).mask
        except NotationError as error:
            raise NotationError(f"{name}: {error}") from None
        for card in Hand.from_mask(mask & ~self._mask):
            holder = self.position.holder_name
            raise NotationError(f"{name} has {card}, which {holder} does not hold: expected cards of it")
        if mask & self._forced != self._forced:
            raise NotationError(f"{name} keeps a joker: expected it given up by joker_no_trump='exchanged'")
        wanted = self.surplus + self._forced.bit_count()
        if mask.bit_count() != wanted:
            raise NotationError(f"{name} has {mask.bit_count()} cards: expected {wanted}, as in the kitty")
        return mask & ~self._forced


def best_discard(
    deal: DealLike,
    strain: StrainLike,
    declarer: SeatLike,
    *,
    rules: RulesLike | None = None,
    holder: SeatLike | None = None,
    leader: SeatLike | None = None,
    node_limit: int | None = None,
    time_limit: float | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    cancel: Cancellation | None = None,
) -> BestDiscard:
    """The best discard after taking the kitty: short for ``Discards(...).best(...)``.

    Parameters and errors are those of `Discards` and `Discards.best`.
    """
    position = KittyPosition.read(deal, strain, declarer, holder, leader, rules)
    return Discards.at(position, memory_mb).best(node_limit=node_limit, time_limit=time_limit, cancel=cancel)


def optimal_discards(
    deal: DealLike,
    strain: StrainLike,
    declarer: SeatLike,
    *,
    rules: RulesLike | None = None,
    holder: SeatLike | None = None,
    leader: SeatLike | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    cancel: Cancellation | None = None,
) -> list[tuple[Card, ...]]:
    """Every discard that wins as many tricks as the best one: short for ``Discards(...).optimal()``."""
    position = KittyPosition.read(deal, strain, declarer, holder, leader, rules)
    return Discards.at(position, memory_mb).optimal(cancel=cancel)
