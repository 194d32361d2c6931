"""`DiscardQuestion`: the discards of a hand that has taken the kitty, ready to be searched."""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from typing import Final

from whistsolve import _core
from whistsolve.arguments import NO_LIMITS, Limits, Resources
from whistsolve.cancelling import end_if_cancelled
from whistsolve.encoding import deal_to_masks, strain_code
from whistsolve.errors import CardError, DealError
from whistsolve.evaluation.discard_heuristics import lowest_rank_discard
from whistsolve.solving.discards.joker_exchange import ExchangedDiscards, picks_for
from whistsolve.solving.discards.position import KittyPosition
from whistsolve.solving.discards.results import BestDiscard, BestDiscardInterrupted
from whistsolve.solving.discards.solvers import (
    DiscardSolver,
    EnumeratedDiscards,
    FoundDiscard,
    SearchedDiscards,
    SurplusHand,
)
from whistsolve.values.cards import Card
from whistsolve.values.hands import Hand
from whistsolve.values.reading import read_several, shown

__all__ = ["DiscardQuestion"]

#: More would take hours and gigabytes; the usual kitties have 18,564 discards, those of three hands 74,613.
MOST_DISCARDS: Final = 2_000_000


class DiscardQuestion:
    """The discards of one hand, ready to be searched; the engine takes memory with the first search.

    Parameters
    ----------
    position : KittyPosition
    resources : Resources
        One thread; the cap on the transposition table.

    Attributes
    ----------
    position : KittyPosition
    surplus : int
        Cards to be given up, without the jokers that have to be.
    expected : bool
        Whether tricks are an expected number, since jokers are exchanged for cards drawn blindly.
    tricks : int
        Tricks of the deal, the first one by its weight.

    Raises
    ------
    DealError
        Where there are more jokers to be exchanged or given up than discards, or too many discards.
    """

    def __init__(self, position: KittyPosition, resources: Resources) -> None:
        self.position: KittyPosition = position
        deal, strain, rules = position.deal, position.strain, position.rules
        engine_rules = position.engine_rules
        masks = list(deal_to_masks(deal))
        masks[position.holder] |= position.kitty.mask
        #: The hand with the kitty, and the cards of it that have to be given up.
        self._mask = masks[position.holder]
        self._forced = 0
        self.surplus: int = len(position.kitty)
        #: Turns of hands that exchange jokers for discards, one for each joker.
        swaps: list[int] = []
        if strain.is_no_trump and rules.joker_no_trump == "exchanged":
            swaps = self._give_up_jokers(masks)
        side = engine_rules.side(position.declarer)
        receivers = [(turn, picks_for(rules.exchange_pick, bool(side >> turn & 1))) for turn in swaps]
        self.expected: bool = any(pick == "drawn" for _, pick in receivers)
        self.tricks: int = deal.hand_size - 1 + rules.first_trick_weight
        aside = strain.is_no_trump and rules.joker_no_trump == "removed"
        # Jokers that are laid aside shorten the play after some discards and not after others.
        one_by_one = aside and any(Hand.from_mask(mask).jokers for mask in masks)
        # The engine takes no surplus where jokers may be laid aside, also where there are none.
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
            memory_bytes=resources.memory_bytes,
            tricks=self.tricks,
        )

        def make() -> DiscardSolver:
            if receivers:
                return ExchangedDiscards(hand, receivers)
            return EnumeratedDiscards(hand) if one_by_one else SearchedDiscards(hand)

        self._make = make
        self._solver: DiscardSolver | None = None
        if self.all_discards > MOST_DISCARDS:
            raise DealError(
                f"{position.holder_name} gives up {self.surplus} of {self._mask.bit_count()} cards,"
                f" {self.all_discards:,} discards: expected at most {MOST_DISCARDS:,}, so a smaller kitty"
            )

    def _give_up_jokers(self, masks: list[int]) -> list[int]:
        """Takes jokers out of all hands and returns the turns of the other hands that held them.

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

    # -------------------------------------------------------------------------------------------- the answers

    @property
    def all_discards(self) -> int:
        """How many discards there are."""
        return comb((self._mask & ~self._forced).bit_count(), self.surplus)

    def best(self, limits: Limits = NO_LIMITS) -> BestDiscard:
        """The best discard, or the best so far where a limit is reached.

        Raises
        ------
        BestDiscardInterrupted
            Has the best so far.
        """
        solver = self._solver_in_use()
        try:
            return self._result(solver.best(limits))
        except KeyboardInterrupt as error:
            if solver.last is None:
                raise
            so_far = self._result(solver.last)
            message = f"interrupted: {so_far.low} to {so_far.high} tricks, the discard so far is in .partial"
            raise BestDiscardInterrupted(message, so_far) from error

    def optimal(self) -> list[tuple[Card, ...]]:
        """Every discard that takes as many tricks as the best one, in descending order of the cards."""
        solver = self._solver_in_use()
        found = solver.each(solver.best().low)
        discards = []
        for mask in found:
            end_if_cancelled()
            discards.append(self._cards(mask))
        return sorted(discards, reverse=True)

    def count_optimal(self) -> int:
        """How many discards take as many tricks as the best one."""
        solver = self._solver_in_use()
        return solver.count(solver.best().low)

    def count(self, tricks: float) -> int:
        """How many discards take at least so many tricks."""
        return self._solver_in_use().count(tricks)

    def values(self, discards: Iterable[Iterable[Card | str]]) -> list[float]:
        """Tricks after each of some discards.

        Raises
        ------
        CardError
            Where one is no discard of this hand; all are read before anything is searched.
        """
        if isinstance(discards, str) or not isinstance(discards, Iterable):
            raise CardError(f"discards {shown(discards)} are wrong: expected several, each some cards")
        several = read_several(discards, "discards", CardError)
        masks = [self._read(discard, number) for number, discard in enumerate(several, 1)]
        return [self._solver_in_use().value(mask) for mask in masks]

    def unknown(self) -> BestDiscard:
        """The result without any search: the heuristic discard, with the trivial bounds of its tricks."""
        mask = sum(1 << card.index for card in self.heuristic()) & ~self._forced
        nothing = dict.fromkeys(("nodes", "discards", "relaxed", "refuted"), 0)
        return self._result(FoundDiscard(0, self.tricks, mask, nothing))

    def heuristic(self) -> tuple[Card, ...]:
        """The baseline discard, without a search: see `lowest_rank_discard`; forced cards are in it."""
        chosen = lowest_rank_discard(
            Hand.from_mask(self._mask & ~self._forced),
            self.position.strain,
            self.surplus,
            high_jokers=self.position.rules.joker_no_trump == "high_no_suit",
        )
        return self._cards(chosen.mask)

    # ----------------------------------------------------------------------------------- the solver behind it

    def _solver_in_use(self) -> DiscardSolver:
        """The solver, made when first asked for."""
        if self._solver is None:
            self._solver = self._make()
        return self._solver

    def close(self) -> None:
        """Frees the transposition table."""
        self._solver = None

    # ---------------------------------------------------------------------------------------- masks and cards

    def _cards(self, mask: int) -> tuple[Card, ...]:
        """A discard as cards, those included that are given up in any case."""
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
        """A discard as the solver takes it."""
        name = f"discard {number}"
        if isinstance(discard, str):
            discard = discard.replace(",", " ").split()
        if not isinstance(discard, Iterable):
            raise CardError(f"{name} {shown(discard)} is wrong: expected cards")
        mask = 0
        for given in read_several(discard, name, CardError):
            try:
                card = given if isinstance(given, Card) else Card.from_text(given)
            except CardError as error:
                raise CardError(f"{name}: {error}") from None
            if mask >> card.index & 1:
                raise CardError(f"{name} has {card} twice: expected every card once")
            if not self._mask >> card.index & 1:
                holder = self.position.holder_name
                raise CardError(f"{name} has {card}, which {holder} does not hold: expected cards of it")
            mask |= 1 << card.index
        if mask & self._forced != self._forced:
            raise CardError(f"{name} keeps a joker: expected it given up under joker_no_trump='exchanged'")
        wanted = self.surplus + self._forced.bit_count()
        if mask.bit_count() != wanted:
            raise CardError(f"{name} has {mask.bit_count()} cards: expected {wanted}, as many as the kitty")
        return mask & ~self._forced
