"""Which cards to discard after taking the kitty: `Discards`, and functions for single calls."""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from typing import Final

from whistsolve import _core
from whistsolve._internal.arguments import DEFAULT_MEMORY_MB, Limits, Resources
from whistsolve._internal.reading import read_several, shown
from whistsolve.cancelling import Cancellation, cancellable, end_if_cancelled
from whistsolve.encoding import deal_to_masks, strain_code
from whistsolve.errors import DealError, Interrupted, NotationError
from whistsolve.evaluation.discard_heuristics import lowest_rank_discard
from whistsolve.rules import Rules
from whistsolve.solving.discards.joker_exchange import PICKS, ExchangedDiscards
from whistsolve.solving.discards.position import KittyPosition
from whistsolve.solving.discards.results import BestDiscard
from whistsolve.solving.discards.solvers import (
    DiscardSolver,
    EnumeratedDiscards,
    FoundDiscard,
    SearchedDiscards,
    SurplusHand,
)
from whistsolve.values.cards import Card
from whistsolve.values.deals import Deal
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain

#: More would take hours and gigabytes; the usual kitties have 18,564 discards, with three hands 74,613.
MOST_DISCARDS: Final = 2_000_000


class Discards:
    """The discards of a hand that takes the kitty: the best one, all equally good ones, the value of any.

    After taking the kitty the hand discards as many cards before the first lead. All discards are searched
    with one transposition table, shared between calls, since two discards lead to the same positions once the
    cards in which they differ have been played. Only one thread at a time may use the object.

    Parameters
    ----------
    deal : Deal or str
        Two to six hands of the same size and the kitty: the holder takes its cards and discards as many
        cards.
    strain, declarer, rules
        As for `solve`.
    holder : int or str, optional
        Seat of the declarer's side that takes the kitty: by default the declarer, in dummy whist with four
        hands the dummy opposite.
    leader : int or str, optional
        Seat that leads to the first trick; by default the declarer.
    memory_mb : int
        Cap on the transposition table, 1 to 65536 MiB. No memory is used before the first search.

    Raises
    ------
    DealError
        If the deal has no kitty, if the holder is not of the declarer's side, if more jokers must be
        exchanged or discarded than there are discards, or if there are more than two million discards.
    NotationError, RulesError, WhistError
        If an argument cannot be read.

    Notes
    -----
    Under ``joker_no_trump="removed"`` jokers that are laid aside shorten the play after some discards but
    not after others, so that each discard is searched separately.

    Under ``joker_no_trump="exchanged"`` in no-trump the holder always discards its jokers, and the jokers
    of other hands are exchanged after the discard, in the order of `exchange_jokers`. The value of a discard
    depends on ``exchange_pick``: under ``"random"`` it is the expected number of tricks over all blind draws,
    a float; under ``"bidder_chooses"`` the maximum over all swaps; under ``"holder_chooses_face_up"`` each
    joker's holder takes the card that is best for its own side, so that opponents minimize the declarer's
    tricks. This takes about twenty times as long for one joker, and about three hundred times for two; limits
    are checked between the searches of single swaps.

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
        deal: Deal | str,
        strain: Strain | str,
        declarer: int | str,
        *,
        rules: Rules | None = None,
        holder: int | str | None = None,
        leader: int | str | None = None,
        memory_mb: int = DEFAULT_MEMORY_MB,
    ) -> None:
        position = KittyPosition.read(deal, strain, declarer, holder, leader, rules)
        self._prepare(position, Resources.read(memory_mb=memory_mb).memory_bytes)

    @classmethod
    def at(cls, position: KittyPosition, memory_mb: int = DEFAULT_MEMORY_MB) -> Discards:
        """The discards of a `KittyPosition`; errors are the same as for the class."""
        discards = cls.__new__(cls)
        discards._prepare(position, Resources.read(memory_mb=memory_mb).memory_bytes)
        return discards

    def _prepare(self, position: KittyPosition, memory_bytes: int) -> None:
        self.position: KittyPosition = position
        deal, strain, rules = position.deal, position.strain, position.rules
        engine_rules = position.engine_rules
        masks = list(deal_to_masks(deal))
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
        #: Tricks of the deal; the first counts with its weight.
        self.tricks: int = deal.hand_size - 1 + rules.first_trick_weight
        aside = strain.is_no_trump and rules.joker_no_trump == "removed"
        # Jokers that are laid aside shorten the play after some discards but not after others.
        one_by_one = aside and any(Hand.from_mask(mask).jokers for mask in masks)
        # The engine accepts no surplus under rules that lay jokers aside, even if no hand holds a joker.
        without_jokers = _core.GameRules(first_trick_weight=rules.first_trick_weight)
        core_rules = engine_rules.core_rules if one_by_one or not aside else without_jokers
        trump, ranking = strain_code(strain)

        def problem(hands: list[int]) -> _core.Problem:
            leader = engine_rules.turn(position.leader)
            return _core.Problem(hands, trump, ranking, leader, side, rules=core_rules)

        hand = SurplusHand(
            problem=problem,
            hands=tuple(engine_rules.in_turn(masks)),
            turn=engine_rules.turn(position.holder),
            surplus=self.surplus,
            memory_bytes=memory_bytes,
            tricks=self.tricks,
        )

        def make() -> DiscardSolver:
            if receivers:
                return ExchangedDiscards(hand, receivers)
            return EnumeratedDiscards(hand) if one_by_one else SearchedDiscards(hand)

        self._make = make  # made at the first search, which allocates the table
        self._solver: DiscardSolver | None = None
        if self.total > MOST_DISCARDS:
            raise DealError(
                f"{position.holder_name} gives up {self.surplus} of {self._mask.bit_count()} cards,"
                f" {self.total:,} discards: expected at most {MOST_DISCARDS:,}, so a smaller kitty"
            )

    def _give_up_jokers(self, masks: list[int]) -> list[int]:
        """Take jokers out of all hands; returns the turn of the hand for each joker not held by the holder.

        The holder's jokers go into the discard; the others are exchanged in the order of play from the
        declarer's left, as in `exchange_jokers`.
        """
        position, engine_rules = self.position, self.position.engine_rules
        turns = []
        for step in range(1, position.deal.seats + 1):
            turn = (engine_rules.turn(position.declarer) + step) % position.deal.seats
            seat = engine_rules.turn(turn)
            jokers = Hand.from_mask(masks[seat]).jokers
            bits = sum(1 << joker.index for joker in jokers)
            if seat == position.holder:
                self._forced = bits
                if len(jokers) > self.surplus:
                    raise DealError(
                        f"{position.holder_name} holds {len(jokers)} jokers and gives up {self.surplus}"
                        " cards: expected at least as many, for jokers may not be kept under"
                        " joker_no_trump='exchanged'"
                    )
                self.surplus -= len(jokers)
            else:
                turns += [turn] * len(jokers)
            masks[seat] &= ~bits
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
        """The best discard, or the best so far if a limit was reached; see `BestDiscard`.

        Limits, ``cancel`` and their errors are as for `solve`.

        Raises
        ------
        Interrupted, Stopped
            ``.partial`` is the best discard so far.
        """
        limits = Limits.read(node_limit, time_limit)
        solver = self._solver_in_use()
        try:
            return self._result(solver.best(limits))
        except KeyboardInterrupt as error:
            if solver.last is None:
                raise
            so_far = self._result(solver.last)
            message = f"interrupted: {so_far.low} to {so_far.high} tricks, the discard so far is in .partial"
            raise Interrupted(message, so_far) from error

    @cancellable
    def optimal(self, *, cancel: Cancellation | None = None) -> list[tuple[Card, ...]]:
        """Every discard that wins as many tricks as the best one, in descending order of the cards.

        The cards of each are sorted: spades, hearts, diamonds, clubs, high to low, then jokers. There may be
        thousands of discards; `count` is quicker then.
        """
        solver = self._solver_in_use()
        found = solver.each(solver.best().low)
        discards = []
        for mask in found:
            end_if_cancelled()
            discards.append(self._cards(mask))
        return sorted(discards, reverse=True)

    @cancellable
    def count(self, tricks: float | None = None, *, cancel: Cancellation | None = None) -> int:
        """How many discards win at least ``tricks`` tricks, by default as many as the best discard wins."""
        solver = self._solver_in_use()
        return solver.count(solver.best().low if tricks is None else tricks)

    @cancellable
    def values(
        self, discards: Iterable[Iterable[Card | str]], *, cancel: Cancellation | None = None
    ) -> list[float]:
        """Tricks of the declarer's side after each of the given discards, in the given order.

        Each discard has as many cards as the kitty, dealt to the holder or from the kitty; it may be
        text such as ``"S2 H3"``. The cost of a discard is ``best().tricks`` minus its value.

        Raises
        ------
        NotationError
            If a discard cannot be read, has a card twice, has a card that the holder does not have, or has
            the wrong number of cards. All discards are checked before any search.
        """
        if isinstance(discards, str) or not isinstance(discards, Iterable):
            raise NotationError(f"discards {shown(discards)} are wrong: expected several, each some cards")
        several = read_several(discards, "discards", NotationError)
        masks = [self._read(discard, number) for number, discard in enumerate(several, 1)]
        return [self._solver_in_use().value(mask) for mask in masks]

    def unknown(self) -> BestDiscard:
        """The result without any search: the heuristic discard, with trivial bounds (0 and all tricks)."""
        mask = sum(1 << card.index for card in self.heuristic()) & ~self._forced
        nothing = dict.fromkeys(("nodes", "discards", "relaxed", "refuted"), 0)
        return self._result(FoundDiscard(0, self.tricks, mask, nothing))

    def heuristic(self) -> tuple[Card, ...]:
        """The baseline discard, without a search (see `lowest_rank_discard`), including forced jokers."""
        chosen = lowest_rank_discard(
            Hand.from_mask(self._mask & ~self._forced),
            self.position.strain,
            self.surplus,
            high_jokers=self.position.rules.joker_no_trump == "high_no_suit",
        )
        return self._cards(chosen.mask)

    def _solver_in_use(self) -> DiscardSolver:
        self._solver = self._solver or self._make()
        return self._solver

    def close(self) -> None:
        """Frees the transposition table."""
        self._solver = None

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

    def _read(self, discard: Iterable[Card | str], number: int) -> int:
        """The mask of a given discard for the solver, without forced jokers; ``number`` is for messages."""
        name = f"discard {number}"
        if isinstance(discard, str):
            discard = discard.replace(",", " ").split()
        if not isinstance(discard, Iterable):
            raise NotationError(f"{name} {shown(discard)} is wrong: expected cards")
        mask = 0
        for given in read_several(discard, name, NotationError):
            try:
                card = given if isinstance(given, Card) else Card.from_text(given)
            except NotationError as error:
                raise NotationError(f"{name}: {error}") from None
            if mask >> card.index & 1:
                raise NotationError(f"{name} has {card} twice: expected every card once")
            if not self._mask >> card.index & 1:
                holder = self.position.holder_name
                raise NotationError(f"{name} has {card}, which {holder} does not hold: expected cards of it")
            mask |= 1 << card.index
        if mask & self._forced != self._forced:
            raise NotationError(f"{name} keeps a joker: expected it given up by joker_no_trump='exchanged'")
        wanted = self.surplus + self._forced.bit_count()
        if mask.bit_count() != wanted:
            raise NotationError(f"{name} has {mask.bit_count()} cards: expected {wanted}, as in the kitty")
        return mask & ~self._forced


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
    cancel: Cancellation | None = None,
) -> BestDiscard:
    """The best discard after taking the kitty, and the tricks that the declarer's side then wins.

    Short for ``Discards(...).best(...)``; parameters and errors are as for `Discards` and `Discards.best`.

    Examples
    --------
    >>> best_discard("N:AK... QJ... T9... 87... | 65...", "NT+", "N").tricks
    2
    """
    position = KittyPosition.read(deal, strain, declarer, holder, leader, rules)
    return Discards.at(position, memory_mb).best(node_limit=node_limit, time_limit=time_limit, cancel=cancel)


def optimal_discards(
    deal: Deal | str,
    strain: Strain | str,
    declarer: int | str,
    *,
    rules: Rules | None = None,
    holder: int | str | None = None,
    leader: int | str | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    cancel: Cancellation | None = None,
) -> list[tuple[Card, ...]]:
    """Every discard that wins as many tricks as the best one: short for ``Discards(...).optimal()``."""
    position = KittyPosition.read(deal, strain, declarer, holder, leader, rules)
    return Discards.at(position, memory_mb).optimal(cancel=cancel)
