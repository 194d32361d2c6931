"""A bidder and a card player as others write them, to measure ours by: plain Monte Carlo."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from benchmarks.strength.bots import ByTricks, Scores
from numpy.typing import NDArray

from whistsolve.advice import CallModel, evaluate_cards
from whistsolve.dealing import random_deals
from whistsolve.game import Auction, HandView, Play, Seating, strains_of
from whistsolve.game.auction.calls import PASS, Bid, Pass
from whistsolve.inference import PlayModel
from whistsolve.players import HeuristicPlayer
from whistsolve.rules import Rules
from whistsolve.solving import solve_rows
from whistsolve.values import Hand, Strain

#: Layouts, and strains that are solved in each.
_LAYOUTS, _STRAINS = 16, 3
#: For solving so few rows.
_MEMORY_MB: Final = 16


def _weight(hand: Hand, strain: Strain) -> int:
    """How long and high a hand is in a strain, for strains that count the same."""
    trumps = sum(card.suit is not None and card.suit.letter == strain.trump for card in hand)
    return 20 * trumps + sum(strain.height(card.rank) for card in hand if card.rank is not None)


class PlainMonteCarlo:
    """Solves a few layouts that are dealt uniformly, and bids what the majority of them makes.

    It ignores the calls of opponents and the scores, and does not overcall its partner.

    The three strains that count the most tricks are solved double dummy in 16 layouts, after the discard of
    `ByTricks` from the hand and the kitty of each. Of the bids that more than half of the layouts make in a
    strain it makes the highest. Where it must bid and none is made, it makes the one that falls short by
    least.
    """

    name = "plain_monte_carlo"

    def __init__(self) -> None:
        self._rule = ByTricks()

    def call(self, hand: Hand, seat: int, auction: Auction, scores: Scores) -> Bid | Pass:
        """The highest bid that the majority of layouts makes, otherwise a pass."""
        rules, legal = auction.rules, auction.legal_calls
        partners = auction.high is not None and (auction.high[0] - seat) % 2 == 0
        if PASS in legal and (partners or len(legal) == 1):
            return PASS
        bids = [call for call in legal if isinstance(call, Bid)]
        named = dict.fromkeys(strain for bid in bids for strain in strains_of(bid, rules))
        books = self._books(hand, seat, list(named), auction)

        def short(bid: Bid) -> tuple[bool, float]:
            """Whether the majority makes it, and the mean of books to spare, in its best strain."""
            found = [books[strain] for strain in strains_of(bid, rules) if strain in books]
            needed = bid.level + rules.bid_base
            return max(
                ((bool((each >= needed).mean() > 0.5), float(each.mean()) - needed) for each in found),
                default=(False, -math.inf),
            )

        worth = {bid: short(bid) for bid in bids}
        made = [bid for bid in bids if worth[bid][0]]
        if made:
            highest = max(bid.level for bid in made)
            return max((bid for bid in made if bid.level == highest), key=worth.__getitem__)
        return PASS if PASS in legal else max(bids, key=worth.__getitem__)

    def strain(self, hand: Hand, bid: Bid, auction: Auction, scores: Scores) -> Strain:
        """The strain with the most tricks on the average of layouts."""
        assert auction.high is not None
        books = self._books(hand, auction.high[0], strains_of(bid, auction.rules), auction)
        return max(books, key=lambda strain: float(books[strain].mean()))

    def discard(self, hand: Hand, strain: Strain, auction: Auction) -> Hand:
        """The cards that are least worth keeping, as `ByTricks` values them."""
        return self._rule.discard(hand, strain, auction)

    def _books(
        self, hand: Hand, seat: int, strains: Sequence[Strain], auction: Auction
    ) -> dict[Strain, NDArray[np.int64]]:
        """Books as declarer in each layout, for the strains that are worth solving."""
        rules = auction.rules
        best = sorted(strains, key=lambda strain: self._promise(hand, strain, rules))[-_STRAINS:]
        rows = np.concatenate([self._layouts(hand, seat, strain, auction) for strain in best])
        leader = Seating.of(rules, seat).first_leader(rules, seat, auction.dealer)
        which = np.repeat(np.arange(len(best)), _LAYOUTS)
        tricks = solve_rows(
            rows, which, leader, seat, columns=best, rules=rules, threads=1, memory_mb=_MEMORY_MB
        )
        books = tricks.astype(np.int64).reshape(len(best), _LAYOUTS) + rules.books_from_kitty
        return dict(zip(best, books, strict=True))

    def _promise(self, hand: Hand, strain: Strain, rules: Rules) -> tuple[float, int]:
        return self._rule.books(hand, strain, rules), _weight(hand, strain)

    def _layouts(self, hand: Hand, seat: int, strain: Strain, auction: Auction) -> NDArray[np.uint64]:
        """Hands of the seats in each layout, after the discard; the same layouts for every strain."""
        rules = auction.rules
        if len(hand) > rules.dealt_hand_size:
            given = self.discard(hand, strain, auction)
            known: dict[str | int, Hand | str] = {seat: hand - given, "kitty": given}
            return random_deals(_LAYOUTS, hand.mask, rules, known=known)[:, : rules.players]
        layouts = random_deals(_LAYOUTS, hand.mask, rules, known={seat: hand})
        rows = layouts[:, : rules.players].copy()
        if rules.kitty_size:
            for number, kitty in enumerate(layouts[:, rules.players].tolist()):
                taken = hand | Hand.from_mask(kitty)
                rows[number, seat] = (taken - self.discard(taken, strain, auction)).mask
        return rows


class PlainCards(HeuristicPlayer):
    """Plays the best card on average over 24 layouts that agree with what was seen, all equally likely.

    `SamplingPlayer` without evidence from calls, strains, discards and cards, and without corrections. All
    else is as `HeuristicPlayer` does it.
    """

    def play(self, view: HandView) -> Play:
        """The card with the most points, double dummy."""
        if len(view.legal_cards) == 1 and not view.names_suit:
            return super().play(view)
        best = evaluate_cards(
            view,
            samples=24,
            seed=sum(len(trick.plays) for trick in view.tricks) + len(view.trick),
            model=_no_evidence(view.rules),
            play_model=PlayModel(trust=0),
            play="double_dummy",
            threads=1,
            memory_mb=_MEMORY_MB,
        ).best
        return Play(best.card, best.named)


@lru_cache
def _no_evidence(rules: Rules) -> CallModel:
    return CallModel(rules, trust=0, declarer_trust=0)
