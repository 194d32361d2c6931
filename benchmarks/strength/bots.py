"""Bots for duplicate matches: they call, name the strain and discard, by heuristics or by this library.

A bot sees its own cards, the calls and the scores, and is a function of these alone, with random numbers
seeded by them, so that it does the same at both tables of a duplicate match.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whistsolve.advice import evaluate_bids, evaluate_strains
from whistsolve.advice.calls.call_model import own_model
from whistsolve.encoding import strain_code
from whistsolve.evaluation.discard_heuristics import heuristic_discards
from whistsolve.evaluation.suit_features import count_books, ranks_in_suit, ranks_in_trumps
from whistsolve.game import Standing
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import PASS, Bid, Pass, all_strains, strains_of
from whistsolve.rules import Rules
from whistsolve.rules.sides import are_partners
from whistsolve.values import Card, Hand, Strain

#: The scores of all players before a hand, or the standing of a match, which has the calls so far too.
Scores: TypeAlias = Sequence[int] | Standing
_SUITS: Final = "SHDC"
#: Layouts that are solved by default.
SOLVED: Final = 12


class Bot(Protocol):
    """A policy that calls, names a strain and discards, with no sight of the other hands."""

    @property
    def name(self) -> str:
        """What the bot is called."""

    def call(self, hand: Hand, seat: int, auction: Auction, scores: Scores) -> Bid | Pass:
        """A legal call of the seat that is to act; `scores` are those of all players, or the match so far."""

    def strain(self, hand: Hand, bid: Bid, auction: Auction, scores: Scores) -> Strain:
        """What to name after a bid has won; the hand is with the kitty where the rules show it before."""

    def discard(self, hand: Hand, strain: Strain, auction: Auction) -> Hand:
        """As many cards as the kitty had, of the hand with the kitty."""


class RuleBot(ABC):
    """Bids as high as its estimate of books supports, or as low as will do, not over its partner by default.

    It uses neither the score nor the calls of others. Where it must bid and no bid is supported, it makes the
    one that falls short by least.

    Parameters
    ----------
    hoped : float
        Books that it adds to its estimate.
    lowest : bool
        Whether it makes the lowest bid that is supported.
    raises : bool
        Whether it also bids over its partner.

    Notes
    -----
    Parameters that the heuristics leave open were chosen among a few by matches against `Quick`. So was
    bidding as high as supported rather than as low as suffices.
    """

    name: str

    def __init__(self, hoped: float = 0.0, *, lowest: bool = False, raises: bool = False) -> None:
        self._hoped, self._lowest, self._raises = hoped, lowest, raises

    @abstractmethod
    def books(self, hand: Hand, strain: Strain, rules: Rules) -> float:
        """Books that the side is to win with this hand as declarer, before or after the kitty is seen."""

    @abstractmethod
    def keep(self, hand: Hand, strain: Strain, rules: Rules) -> Callable[[Card], float]:
        """The value of keeping each card."""

    def call(self, hand: Hand, seat: int, auction: Auction, scores: Scores) -> Bid | Pass:
        """The highest or lowest bid that the estimate carries, otherwise a pass."""
        rules, legal = auction.rules, auction.legal_calls
        partners = auction.high is not None and are_partners(auction.high[0], seat, rules)
        if partners and PASS in legal and not self._raises:
            return PASS
        books = {strain: self.books(hand, strain, rules) for strain in all_strains(rules)}

        def spare(bid: Bid) -> float:
            """Books beyond those needed, by the estimate."""
            return (
                max(books[strain] for strain in strains_of(bid, rules))
                + self._hoped
                - bid.level
                - rules.bid_base
            )

        bids = [call for call in legal if isinstance(call, Bid)]
        carried = [bid for bid in bids if spare(bid) >= 0]
        if carried:
            level = (min if self._lowest else max)(bid.level for bid in carried)
            return max((bid for bid in carried if bid.level == level), key=spare)
        return PASS if PASS in legal else max(bids, key=spare)

    def strain(self, hand: Hand, bid: Bid, auction: Auction, scores: Scores) -> Strain:
        """The strain with the most books by the estimate."""
        rules = auction.rules
        return max(strains_of(bid, rules), key=lambda strain: self.books(hand, strain, rules))

    def discard(self, hand: Hand, strain: Strain, auction: Auction) -> Hand:
        """The cards with the lowest values to keep."""
        value = self.keep(hand, strain, auction.rules)
        cards = sorted(hand, key=lambda card: (value(card), card.index))
        return Hand(cards[: auction.rules.kitty_size])


# ------------------------------------------------------------------------------------------- cards of a suit


def _suit(card: Card) -> str:
    return "" if card.suit is None else card.suit.letter


def _height(card: Card, strain: Strain) -> int:
    """How high a card stands in its suit; jokers lower than any."""
    return -1 if card.rank is None else strain.height(card.rank)


# --------------------------------------------------------------------------------------------- heuristics


class ByTricks(RuleBot):
    """Counts its own tricks and adds constants: three for the partner, one for the cards of the kitty.

    The kitty's book is one more where the rules give it to the declarer. A trump suit has four cards or is
    none. No-trump is nothing unless every suit is stopped. It throws away short weak suits first and does not
    think of stoppers.
    """

    name = "by_tricks"

    def books(self, hand: Hand, strain: Strain, rules: Rules) -> float:
        """Own tricks and the constants."""
        return count_books(hand, strain, rules)

    def keep(self, hand: Hand, strain: Strain, rules: Rules) -> Callable[[Card], float]:
        """Trumps, then cards that win, then long suits before short ones."""
        lengths = {suit: len(ranks_in_suit(hand, suit, strain)) for suit in _SUITS}

        def value(card: Card) -> float:
            if card.is_joker:
                return -1.0 if strain.is_no_trump else 1000.0
            height = _height(card, strain)
            if _suit(card) == strain.trump:
                return 500.0 + height
            return (200.0 if height >= 11 else 0.0) + 13.0 * lengths[_suit(card)] + height

        return value


class ByRuns(RuleBot):
    """Reads books from a table by the cards at the top of the trump suit, with two of them missing at most.

    In no-trump it needs nine cards in such runs in all suits together. It gives up the cards of the lowest
    ranks, whatever the direction.
    """

    name = "by_runs"
    gaps = 2
    #: Books by the cards of the run.
    table = (0, 10, 10, 11, 11, 12, 13)
    no_trump = 9

    def books(self, hand: Hand, strain: Strain, rules: Rules) -> float:
        """What the table has for the run; ten for nine cards in no-trump, and one more for each beyond."""
        if strain.is_no_trump:
            cards = sum(self._run(ranks_in_suit(hand, suit, strain)) for suit in _SUITS)
            return 10.0 + cards - self.no_trump if cards >= self.no_trump else 0.0
        run = self._run(ranks_in_trumps(hand, strain, rules))
        return float(self.table[min(run, len(self.table) - 1)])

    def _run(self, better: list[int]) -> int:
        """Cards from the top down to where too many are missing."""
        return sum(count - number <= self.gaps for number, count in enumerate(better))

    def keep(self, hand: Hand, strain: Strain, rules: Rules) -> Callable[[Card], float]:
        """By rank."""
        return lambda card: 15.0 if card.rank is None else float(card.rank)


class ByPoints(RuleBot):
    """Adds up honours, a joker as one and three quarters of an ace; knows of no direction, and bids uptown.

    Trumps are its longest suit. It gives up the cards with the fewest points, plain ones first.
    """

    name = "by_points"
    points: Final[Mapping[int, float]] = MappingProxyType({14: 1.0, 13: 0.75, 12: 0.5, 11: 0.25})
    joker = 1.75
    #: Books without any points, and for each.
    base, slope = 9.0, 0.5

    def books(self, hand: Hand, strain: Strain, rules: Rules) -> float:
        """By points; fewer in a suit that is not the longest, none in no-trump with a short suit."""
        if strain.ranking != "uptown":
            return 0.0
        lengths = [len(ranks_in_suit(hand, suit, strain)) for suit in _SUITS]
        total = sum(self._points(card) for card in hand)
        if strain.is_no_trump:
            return self.base + self.slope * total if min(lengths) >= 2 else 0.0
        total += self.joker * len(hand.jokers)
        # The longest suit, so that the others are named only where a bid asks for them.
        return self.base + self.slope * total - max(lengths) + lengths[_SUITS.index(strain.trump)]

    def _points(self, card: Card) -> float:
        return 0.0 if card.rank is None else self.points.get(card.rank, 0.0)

    def keep(self, hand: Hand, strain: Strain, rules: Rules) -> Callable[[Card], float]:
        """Trumps, then honours, then by rank."""

        def value(card: Card) -> float:
            if card.rank is None:
                return -1.0 if strain.is_no_trump else 100.0
            trump = 50.0 if _suit(card) == strain.trump else 0.0
            return trump + 10 * self._points(card) + card.rank / 100

        return value


class AtRandom:
    """Any legal call, any strain that the bid allows, any cards."""

    name = "at_random"

    def call(self, hand: Hand, seat: int, auction: Auction, scores: Scores) -> Bid | Pass:
        """Any legal call."""
        return self._draw(hand, len(auction.calls)).choice(auction.legal_calls)

    def strain(self, hand: Hand, bid: Bid, auction: Auction, scores: Scores) -> Strain:
        """Any that may be named."""
        return self._draw(hand, -1).choice(strains_of(bid, auction.rules))

    def discard(self, hand: Hand, strain: Strain, auction: Auction) -> Hand:
        """Any cards."""
        return Hand(self._draw(hand, -2).sample(list(hand), auction.rules.kitty_size))

    def _draw(self, hand: Hand, turn: int) -> random.Random:
        """A generator seeded by the cards held and the turn, so that both tables get the same calls."""
        return random.Random(f"{hand.mask} {turn}")


#: Bidders without search by kind, as call policies are fitted to them: each values hands in two ways.
KINDS: Final[Mapping[str, tuple[RuleBot, ...]]] = MappingProxyType(
    {
        "counting": (ByTricks(), ByPoints()),
        "lowest": (ByTricks(2, lowest=True), ByPoints(2, lowest=True)),
        "passive": (ByTricks(lowest=True), ByPoints(lowest=True)),
        "bold": (ByTricks(2), ByPoints(2)),
        "quiet": (ByTricks(lowest=True), ByTricks(-1, lowest=True)),
        "silent": (ByTricks(-2, lowest=True), ByTricks(-3, lowest=True)),
        "raising": (ByTricks(lowest=True, raises=True), ByTricks(-1, lowest=True, raises=True)),
    }
)


# ------------------------------------------------------------------------------------------------ the library


class Quick:
    """The likeliest call of our own bidder, the strain of the most tricks, and heuristic discards.

    It samples no layouts and ignores the scores.
    """

    name = "quick"

    def __init__(self, rules: Rules) -> None:
        self._model = own_model(rules)

    def call(self, hand: Hand, seat: int, auction: Auction, scores: Scores) -> Bid | Pass:
        """The likeliest call."""
        return self._model.likeliest_call(auction, hand)

    def strain(self, hand: Hand, bid: Bid, auction: Auction, scores: Scores) -> Strain:
        """The strain with the most expected points; with the kitty, the most tricks after discarding."""
        rules, model = auction.rules, self._model
        if len(hand) == rules.dealt_hand_size:
            named = model.named_strains(bid, model.bid_values(_masks(hand)))
            return model.strains[int(named[0])]
        allowed = strains_of(bid, rules)
        return model.best_strain(allowed, [hand - self.discard(hand, each, auction) for each in allowed])

    def discard(self, hand: Hand, strain: Strain, auction: Auction) -> Hand:
        """The heuristic discard."""
        return first_discard(hand, strain, auction.rules)


class Sampled:
    """Calls and strains by `evaluate_bids` and `evaluate_strains`: the best chance to win the match.

    Parameters
    ----------
    name : str
    samples : int
        Layouts to sample.
    discards : str
        As for `evaluate_bids`, in the sampled layouts. The bot's own discard is the heuristic one.
    """

    def __init__(self, name: str, samples: int, discards: Literal["estimated", "heuristic"]) -> None:
        self.name, self._samples, self._discards = name, samples, discards

    def call(self, hand: Hand, seat: int, auction: Auction, scores: Scores) -> Bid | Pass:
        """The best call."""
        if len(auction.legal_calls) == 1:
            return auction.legal_calls[0]
        return evaluate_bids(
            hand,
            rules=auction.rules,
            seat=seat,
            dealer=auction.dealer,
            calls=[call for _, call in auction.calls],
            scores=scores,
            samples=self._samples,
            discards=self._discards,
            play="double_dummy",  # as the hand is played out
            threads=1,
        ).best.call

    def strain(self, hand: Hand, bid: Bid, auction: Auction, scores: Scores) -> Strain:
        """The best strain; where the kitty was seen, from a few layouts that are solved."""
        assert auction.high is not None
        seen = len(hand) > auction.rules.dealt_hand_size
        return evaluate_strains(
            hand,
            rules=auction.rules,
            seat=auction.high[0],
            dealer=auction.dealer,
            calls=[call for _, call in auction.calls],
            scores=scores,
            samples=min(self._samples, SOLVED) if seen else self._samples,
            discards="heuristic" if seen else self._discards,
            play="double_dummy",
            threads=1,
        ).best.strain

    def discard(self, hand: Hand, strain: Strain, auction: Auction) -> Hand:
        """The heuristic discard."""
        return first_discard(hand, strain, auction.rules)


def _masks(*hands: Hand) -> NDArray[np.uint64]:
    return np.array([hand.mask for hand in hands], dtype=np.uint64)


def first_discard(hand: Hand, strain: Strain, rules: Rules) -> Hand:
    """The heuristic discard of a hand with the kitty."""
    trump, ranking = (np.array([code]) for code in strain_code(strain))
    return Hand.from_mask(int(heuristic_discards(_masks(hand), trump, ranking, rules.kitty_size)[0]))
