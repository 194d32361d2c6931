"""One hand that has taken the kitty, ready to be asked about its discards, and what the answers are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb
from typing import Final

from whistsolve import _core
from whistsolve.arguments import Limits, Resources, read_deal, read_rules
from whistsolve.encoding import deal_to_masks, strain_code
from whistsolve.errors import CardError, DealError, Interrupted, WhistError
from whistsolve.rules import Rules
from whistsolve.rules.sides import partner_of
from whistsolve.solving.discards.joker_exchange import ExchangedDiscards, picks_for
from whistsolve.solving.discards.search import DiscardSearch, Found, Holding, OneByOne
from whistsolve.solving.question import EngineGame
from whistsolve.values.cards import SUIT_LETTERS, Card
from whistsolve.values.deals import Deal
from whistsolve.values.hands import Hand
from whistsolve.values.reading import read_several, shown
from whistsolve.values.seats import seat_index, seat_name
from whistsolve.values.strains import Strain

__all__ = ["BestDiscard", "DiscardInterrupted", "DiscardQuestion"]

#: More would take hours and gigabytes; the usual kitties have 18,564 discards, those of three hands 74,613.
MOST_DISCARDS: Final = 2_000_000


@dataclass(frozen=True, slots=True)
class BestDiscard:
    """The best discard of a hand, or what is certain of it where the search ended early.

    Attributes
    ----------
    low, high : int or float
        Tricks of the declarer's side after the best discard, with best play on both sides: certainly from
        `low` to `high`, which differ only where the search ended early. The kitty's book is not among them;
        under ``kitty_book="first_trick_winner"`` the first trick counts two. A float, the expected number,
        where jokers of others are exchanged for discards drawn blindly.
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

    low: float
    high: float
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
    def tricks(self) -> float:
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
    def books(self) -> float:
        """The same with the kitty's book, where the rules give it to the declarer's side."""
        return self.tricks + self.kitty_books


class DiscardInterrupted(Interrupted[BestDiscard]):
    """An interrupt that ended `best_discard`. Caught as the `KeyboardInterrupt` that it is.

    Attributes
    ----------
    partial : BestDiscard
        The best discard so far, with bounds that are certain.
    """


class DiscardQuestion:
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
        self.game = EngineGame(read_rules(rules), seats)
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
        #: Turns of hands that exchange jokers for discards, one for each joker.
        swaps: list[int] = []
        if self.strain.is_no_trump and self.game.rules.joker_no_trump == "exchanged":
            swaps = self._give_up_jokers(masks)
        trump, ranking = strain_code(self.strain)
        game = self.game
        hands = tuple(game.in_turn(masks))
        aside = self.strain.is_no_trump and game.rules.joker_no_trump == "removed"
        # Jokers that are laid aside shorten the game of some discards and not of others.
        one_by_one = aside and any(Hand.from_mask(hand).jokers for hand in hands)

        # The engine takes no surplus where jokers may be laid aside, also where there are none.
        without_jokers = _core.GameRules(first_trick_weight=game.rules.first_trick_weight)
        core_rules = game.core_rules if one_by_one or not aside else without_jokers

        def problem(hands: list[int]) -> _core.Problem:
            return _core.Problem(
                hands,
                trump,
                ranking,
                game.turn(self.leader),
                side,
                rules=core_rules,
            )

        receivers = [(turn, picks_for(game.rules.exchange_pick, bool(side >> turn & 1))) for turn in swaps]
        #: Whether tricks are an expected number, since jokers are exchanged for cards drawn blindly.
        self.expected = any(pick == "drawn" for _, pick in receivers)
        #: Weighted tricks of the game.
        self.tricks = self.deal.hand_size - 1 + game.rules.first_trick_weight
        holding = Holding(
            problem,
            hands,
            game.turn(self.holder),
            self.surplus,
            Resources.read(memory_mb=memory_mb).memory_bytes,
            self.tricks,
        )

        def make() -> DiscardSearch:
            if receivers:
                return ExchangedDiscards(holding, receivers)
            if one_by_one:
                return OneByOne(holding)
            return _core.DiscardSolver(problem(list(hands)), holding.at, holding.memory)

        self._make = make
        self._core: DiscardSearch | None = None
        self._told_to_stop = False
        if self.all_discards > MOST_DISCARDS:
            raise DealError(
                f"{self._name} gives up {self.surplus} of {self.mask.bit_count()} cards,"
                f" {self.all_discards:,} discards: expected at most {MOST_DISCARDS:,}, so a smaller kitty"
            )

    @property
    def all_discards(self) -> int:
        """How many discards there are."""
        return comb((self.mask & ~self.forced).bit_count(), self.surplus)

    @property
    def core(self) -> DiscardSearch:
        """What answers, made when first asked for."""
        if self._core is None:
            self._core = self._make()
            if self._told_to_stop:
                self._core.stop()
        return self._core

    def close(self) -> None:
        """Gives the memory back."""
        self._core = None

    def stop(self) -> None:
        """Ends the call that is running, or the next one; from any thread."""
        self._told_to_stop = True  # first: whoever makes a core now sees it, or is seen
        core = self._core
        if core is not None:
            core.stop()

    def best(self, limits: Limits) -> BestDiscard:
        """The best discard, or the best so far where a limit is reached.

        Raises
        ------
        DiscardInterrupted
            Has the best so far.
        """
        try:
            return self.answer(self.core.best(limits.nodes, limits.seconds))
        except KeyboardInterrupt as error:
            if self.core.last is None:
                raise
            so_far = self.answer(self.core.last)
            message = f"interrupted: {so_far.low} to {so_far.high} tricks, the discard so far is in .partial"
            raise DiscardInterrupted(message, so_far) from error

    def unknown(self) -> BestDiscard:
        """What is certain before anything is searched: with some discard, from none to all tricks."""
        mask = sum(1 << card.index for card in self.obvious()) & ~self.forced
        return self.answer(
            (0, self.tricks, mask, dict.fromkeys(("nodes", "discards", "relaxed", "refuted"), 0))
        )

    @property
    def _name(self) -> str:
        return seat_name(self.holder, self.deal.seats)

    def _holder(self) -> int:
        """Who gives up cards: the declarer, in dummy whist the dummy."""
        if self.game.rules.game == "dummy" and self.deal.seats == 4:
            return partner_of(self.declarer, self.game.rules)
        return self.declarer

    def _give_up_jokers(self, masks: list[int]) -> list[int]:
        """Takes jokers out of all hands: the holder's go into the discard, the others' turns are given.

        These exchange clockwise from the declarer's left, as in `exchange_jokers`.
        """
        turns = []
        for step in range(1, self.deal.seats + 1):
            turn = (self.game.turn(self.declarer) + step) % self.deal.seats
            seat = self.game.turn(turn)
            jokers = Hand.from_mask(masks[seat]).jokers
            bits = sum(1 << joker.index for joker in jokers)
            if seat == self.holder:
                self.forced = bits
                if len(jokers) > self.surplus:
                    raise DealError(
                        f"{self._name} holds {len(jokers)} jokers and gives up {self.surplus} cards: expected"
                        " at least as many, for jokers may not be kept under joker_no_trump='exchanged'"
                    )
                self.surplus -= len(jokers)
            else:
                turns += [turn] * len(jokers)
            masks[seat] &= ~bits
        if len(turns) > self.surplus:
            raise DealError(
                f"{len(turns)} jokers are exchanged for discards of {self._name}, of which {self.surplus}"
                " are no jokers: expected at least as many"
            )
        return turns

    def cards(self, mask: int) -> tuple[Card, ...]:
        """A discard as cards, those included that are given up in any case."""
        return tuple(Hand.from_mask(mask | self.forced))

    def obvious(self) -> tuple[Card, ...]:
        """The discard at sight: jokers that win nothing, then low cards, plain suits before trumps.

        Of cards of one rank those of the shortest suit go first. It is what players and bots give up by rule
        of thumb.
        """
        cards = list(Hand.from_mask(self.mask & ~self.forced))
        worthless = self.game.rules.joker_no_trump != "high_no_suit"

        def price(card: Card) -> tuple[int, int, int]:
            if card.is_joker:
                return (-1, 0, card.index) if self.strain.is_no_trump and worthless else (2, 0, card.index)
            suit, rank = divmod(card.index, 13)
            trump = not self.strain.is_no_trump and SUIT_LETTERS[suit] == self.strain.trump
            length = sum(not other.is_joker and other.index // 13 == suit for other in cards)
            return int(trump), self.strain.height(rank + 2), length

        chosen = sorted(cards, key=price)[: self.surplus]
        return self.cards(sum(1 << card.index for card in chosen))

    def answer(self, found: Found) -> BestDiscard:
        """What the engine found, in words of the table."""
        low, high, mask, work = found
        return BestDiscard(
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
