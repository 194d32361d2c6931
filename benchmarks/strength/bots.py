"""Bots for duplicate matches: they call, name the strain and discard, by rules of thumb or by this library.

A bot sees its own cards, the calls and the scores. What it does follows from these alone, also where it is
left to chance, so that it does the same at both tables of a duplicate match.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from whistsolve.bidding.bids import evaluate_bids
from whistsolve.bidding.calls.self_play import usual_model
from whistsolve.bidding.discarding.heuristic import heuristic_discards
from whistsolve.bidding.strains import evaluate_strains
from whistsolve.encoding import strain_code
from whistsolve.game.auction.auction import Auction
from whistsolve.game.auction.calls import PASS, Bid, Pass, all_strains, strains_of
from whistsolve.rules import Rules
from whistsolve.values import Card, Hand, Strain
from whistsolve.values.cards import BIG_JOKER

__all__ = ["BOTS", "AtRandom", "Bot", "ByPoints", "ByRuns", "ByTricks", "Quick", "RuleBot", "Sampled"]

_SUITS: Final = "SHDC"
#: Layouts that are played where none are asked for.
_PLAYED: Final = 12


class Bot(Protocol):
    """Who calls, names a strain and discards. Nothing of the other hands is shown to it."""

    @property
    def name(self) -> str:
        """What the bot is called."""

    def call(self, hand: Hand, seat: int, auction: Auction, scores: tuple[int, ...]) -> Bid | Pass:
        """A legal call of the seat that is to act; `scores` are those of all players before the hand."""

    def strain(self, hand: Hand, bid: Bid, auction: Auction, scores: tuple[int, ...]) -> Strain:
        """What to name after a bid has won; the hand is with the kitty where the rules show it before."""

    def discard(self, hand: Hand, strain: Strain, auction: Auction) -> Hand:
        """As many cards as the kitty had, of the hand with the kitty."""


class RuleBot(ABC):
    """Bids as high as an estimate of books carries, and leaves its partner's bid alone.

    It thinks neither of the score nor of what others said. Where it must bid and nothing is carried, it makes
    the bid that lacks least.

    Notes
    -----
    Numbers that the rules of thumb leave open are those that won most against `Quick`, of a few tried. So is
    bidding as high as carried: bidding as low as is enough won less.
    """

    name: str

    @abstractmethod
    def books(self, hand: Hand, strain: Strain, rules: Rules) -> float:
        """Books that the side is to win with this hand as declarer, before or after the kitty is seen."""

    @abstractmethod
    def keep(self, hand: Hand, strain: Strain, rules: Rules) -> Callable[[Card], float]:
        """How much a card is worth keeping."""

    def call(self, hand: Hand, seat: int, auction: Auction, scores: tuple[int, ...]) -> Bid | Pass:
        """The highest bid that the estimate carries, otherwise a pass."""
        rules, legal = auction.rules, auction.legal_calls
        partners = auction.high is not None and (auction.high[0] - seat) % 2 == 0
        if partners and PASS in legal:
            return PASS
        books = {strain: self.books(hand, strain, rules) for strain in all_strains(rules)}

        def spare(bid: Bid) -> float:
            """Books beyond those needed, by the estimate."""
            return max(books[strain] for strain in strains_of(bid, rules)) - bid.level - rules.bid_base

        bids = [call for call in legal if isinstance(call, Bid)]
        carried = [bid for bid in bids if spare(bid) >= 0]
        if carried:
            highest = max(bid.level for bid in carried)
            return max((bid for bid in carried if bid.level == highest), key=spare)
        return PASS if PASS in legal else max(bids, key=spare)

    def strain(self, hand: Hand, bid: Bid, auction: Auction, scores: tuple[int, ...]) -> Strain:
        """The strain with the most books by the estimate."""
        rules = auction.rules
        return max(strains_of(bid, rules), key=lambda strain: self.books(hand, strain, rules))

    def discard(self, hand: Hand, strain: Strain, auction: Auction) -> Hand:
        """The cards that are worth least to keep."""
        worth = self.keep(hand, strain, auction.rules)
        cards = sorted(hand, key=lambda card: (worth(card), card.index))
        return Hand(cards[: auction.rules.kitty_size])


# ------------------------------------------------------------------------------------- what a hand looks like


def suit_places(hand: Hand, suit: str, strain: Strain) -> list[int]:
    """The cards of a suit, best first, as how many cards of the suit are better; jokers left out."""
    return sorted(12 - _height(card, strain) for card in hand if _suit(card) == suit)


def trump_places(hand: Hand, strain: Strain, rules: Rules) -> list[int]:
    """The same for the trump suit, with the jokers on top of it."""
    jokers = [0 if card.index == BIG_JOKER else 1 for card in hand if card.is_joker]
    return sorted(jokers + [rules.jokers + place for place in suit_places(hand, strain.trump, strain)])


def _suit(card: Card) -> str:
    return "" if card.suit is None else card.suit.letter


def _height(card: Card, strain: Strain) -> int:
    """How high a card stands in its suit; jokers lower than any."""
    return -1 if card.rank is None else strain.height(card.rank)


def _guarded(places: list[int], best: int) -> int:
    """How many of the best cards of a suit are held with as many below them as better ones are missing."""
    return sum(place < min(best, len(places)) for place in places)


def _plain_suits(strain: Strain) -> Iterable[str]:
    return (suit for suit in _SUITS if suit != strain.trump)


# --------------------------------------------------------------------------------------------- rules of thumb


class ByTricks(RuleBot):
    """Counts its own tricks and takes the rest for granted: three of the partner, one of the kitty's cards.

    The kitty's book is one more where the rules give it to the declarer. A trump suit has four cards or is
    none. No-trump is nothing unless every suit is stopped. It throws away short weak suits first and does not
    think of stoppers.
    """

    name = "by_tricks"
    partner = 3.0
    kitty = 1.0

    def books(self, hand: Hand, strain: Strain, rules: Rules) -> float:
        """Own tricks, and what is taken for granted."""
        own = self._tricks(hand, strain, rules)
        if own is None:
            return 0.0
        return own + self.partner + self.kitty * (rules.kitty_size > 0) + rules.books_from_kitty

    def _tricks(self, hand: Hand, strain: Strain, rules: Rules) -> int | None:
        suits = [suit_places(hand, suit, strain) for suit in _plain_suits(strain)]
        if strain.is_no_trump:
            if any(not _guarded(places, 3) for places in suits):
                return None
            # Length counts where two of the three best cards can bring it in.
            long = sum(max(len(places) - 4, 0) for places in suits if sum(p < 3 for p in places) >= 2)
            return sum(_guarded(places, 3) for places in suits) + long
        trumps = trump_places(hand, strain, rules)
        if len(trumps) < 4:
            return None
        tops = _guarded(trumps, 4)
        return min(tops + len(trumps) - 4, len(trumps)) + sum(_guarded(places, 2) for places in suits)

    def keep(self, hand: Hand, strain: Strain, rules: Rules) -> Callable[[Card], float]:
        """Trumps, then cards that win, then long suits before short ones."""
        lengths = {suit: len(suit_places(hand, suit, strain)) for suit in _SUITS}

        def worth(card: Card) -> float:
            if card.is_joker:
                return -1.0 if strain.is_no_trump else 1000.0
            height = _height(card, strain)
            if _suit(card) == strain.trump:
                return 500.0 + height
            return (200.0 if height >= 11 else 0.0) + 13.0 * lengths[_suit(card)] + height

        return worth


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
            cards = sum(self._run(suit_places(hand, suit, strain)) for suit in _SUITS)
            return 10.0 + cards - self.no_trump if cards >= self.no_trump else 0.0
        run = self._run(trump_places(hand, strain, rules))
        return float(self.table[min(run, len(self.table) - 1)])

    def _run(self, places: list[int]) -> int:
        """Cards from the top down to where too many are missing."""
        return sum(place - number <= self.gaps for number, place in enumerate(places))

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
        lengths = [len(suit_places(hand, suit, strain)) for suit in _SUITS]
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

        def worth(card: Card) -> float:
            if card.rank is None:
                return -1.0 if strain.is_no_trump else 100.0
            trump = 50.0 if _suit(card) == strain.trump else 0.0
            return trump + 10 * self._points(card) + card.rank / 100

        return worth


class AtRandom:
    """Any legal call, any strain that the bid allows, any cards."""

    name = "at_random"

    def call(self, hand: Hand, seat: int, auction: Auction, scores: tuple[int, ...]) -> Bid | Pass:
        """Any legal call."""
        return self._draw(hand, len(auction.calls)).choice(auction.legal_calls)

    def strain(self, hand: Hand, bid: Bid, auction: Auction, scores: tuple[int, ...]) -> Strain:
        """Any that may be named."""
        return self._draw(hand, -1).choice(strains_of(bid, auction.rules))

    def discard(self, hand: Hand, strain: Strain, auction: Auction) -> Hand:
        """Any cards."""
        return Hand(self._draw(hand, -2).sample(list(hand), auction.rules.kitty_size))

    def _draw(self, hand: Hand, turn: int) -> random.Random:
        """Chance that is the same wherever the same cards are held at the same turn."""
        return random.Random(f"{hand.mask} {turn}")


# ------------------------------------------------------------------------------------------------ the library


class Quick:
    """Calls and strains by what the model of calls expects of them, and discards by rule of thumb.

    No layouts are looked at, and no scores.
    """

    name = "quick"

    def __init__(self, rules: Rules) -> None:
        self._model = usual_model(rules)

    def call(self, hand: Hand, seat: int, auction: Auction, scores: tuple[int, ...]) -> Bid | Pass:
        """The call that most points are expected of."""
        values = self._model.values(auction, self._model.opinion(_masks(hand)))
        return auction.legal_calls[int(values[0].argmax())]

    def strain(self, hand: Hand, bid: Bid, auction: Auction, scores: tuple[int, ...]) -> Strain:
        """The strain that most points are expected of; with the kitty by the cards that would be left."""
        rules, model = auction.rules, self._model
        if len(hand) == rules.dealt_hand_size:
            return model.strains[model.named(bid, model.opinion(_masks(hand)), 0)]
        allowed = strains_of(bid, rules)
        left = [hand - self.discard(hand, strain, auction) for strain in allowed]
        means = model.opinion(_masks(*left)).means[:, [model.strains.index(strain) for strain in allowed]]
        return allowed[int(means.diagonal().argmax())]

    def discard(self, hand: Hand, strain: Strain, auction: Auction) -> Hand:
        """By rule of thumb."""
        return _first_discard(hand, strain, auction.rules)


class Sampled:
    """Calls and strains by `evaluate_bids` and `evaluate_strains`: the best chance to win the match.

    Parameters
    ----------
    name : str
    samples : int
        Layouts to look at.
    discards : str
        How, as for `evaluate_bids`. What is given up in the end is by rule of thumb.
    """

    def __init__(self, name: str, samples: int, discards: Literal["estimated", "heuristic"]) -> None:
        self.name, self._samples, self._discards = name, samples, discards

    def call(self, hand: Hand, seat: int, auction: Auction, scores: tuple[int, ...]) -> Bid | Pass:
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
            threads=1,
        ).best.call

    def strain(self, hand: Hand, bid: Bid, auction: Auction, scores: tuple[int, ...]) -> Strain:
        """The best strain; where the kitty was seen a few layouts are played."""
        assert auction.high is not None
        seen = len(hand) > auction.rules.dealt_hand_size
        return evaluate_strains(
            hand,
            rules=auction.rules,
            seat=auction.high[0],
            dealer=auction.dealer,
            calls=[call for _, call in auction.calls],
            scores=scores,
            samples=min(self._samples, _PLAYED) if seen else self._samples,
            discards="heuristic" if seen else self._discards,
            threads=1,
        ).best.strain

    def discard(self, hand: Hand, strain: Strain, auction: Auction) -> Hand:
        """By rule of thumb."""
        return _first_discard(hand, strain, auction.rules)


def _masks(*hands: Hand) -> NDArray[np.uint64]:
    return np.array([hand.mask for hand in hands], dtype=np.uint64)


def _first_discard(hand: Hand, strain: Strain, rules: Rules) -> Hand:
    trump, ranking = (np.array([code]) for code in strain_code(strain))
    return Hand.from_mask(int(heuristic_discards(_masks(hand), trump, ranking, rules.kitty_size)[0]))


#: Every bot by its name, from the rules and how many layouts to look at, where that is given.
BOTS: Final[Mapping[str, Callable[[Rules, int | None], Bot]]] = MappingProxyType(
    {
        "quick": lambda rules, _: Quick(rules),
        "estimated": lambda _, samples: Sampled("estimated", samples or 240, "estimated"),
        "sampled": lambda _, samples: Sampled("sampled", samples or _PLAYED, "heuristic"),
        "by_tricks": lambda *_: ByTricks(),
        "by_runs": lambda *_: ByRuns(),
        "by_points": lambda *_: ByPoints(),
        "at_random": lambda *_: AtRandom(),
    }
)
