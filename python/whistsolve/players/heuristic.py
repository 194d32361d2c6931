"""`HeuristicPlayer`: counts its tricks, and discards and plays by heuristics, without search."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

import numpy as np

from whistsolve._internal.reading import read_choice
from whistsolve.advice.calls.call_model import own_model
from whistsolve.encoding import strain_code
from whistsolve.errors import WhistError
from whistsolve.evaluation.discard_heuristics import heuristic_discards, lowest_rank_discard
from whistsolve.evaluation.trick_counting import count_books
from whistsolve.game import PASS, Bid, HandView, Pass, Play, strains_of
from whistsolve.players.card_heuristics import heuristic_play
from whistsolve.players.player import BasePlayer
from whistsolve.rules import Rules
from whistsolve.solving.results import by_preference
from whistsolve.values import Card, Hand, Strain

_QUEEN: Final = 12
#: A hand with fewer aces, kings, queens and jokers is swapped.
_HONOURS: Final = 3
#: Books beyond its count that a bid hopes for.
_HOPED: Final = 2


class HeuristicPlayer(BasePlayer):
    """A careful player without search: it counts tricks and remembers the cards played.

    - Calls: the lowest bid that its count of books (`count_books`) and two books more support, in the strain
      with the most; it does not bid over its partner. If it must bid, it makes the bid that falls short by
      least. (In matches higher bids, and those of the bare count, lost to these.)
    - Strain: the one with the most books. Discard: the heuristic one (`heuristic_discards`).
    - Following suit: second hand low unless it wins for certain, third hand only as high as needed; as
      cheaply as possible if an opponent has the trick; it does not ruff or needlessly overtake partner.
    - Leading: on the declarer's side, trumps (with the best or at least four) while opponents may hold some;
      then certain winners, suits that partner can win, the longest suit.
    - Throwing: jokers that win nothing first, then the lowest card of the weakest suit, trumps last.
    - Of equally good cards, the first in the order of preference (`by_preference`).
    - Double dummy whist: it swaps a hand with fewer than three aces, kings, queens and jokers.
    - Claims: it accepts a concession and contests all other claims.

    Parameters
    ----------
    bids : str
        ``"counted"``, or ``"modelled"``: the likeliest calls of the library's own bidder by its call model
        (`CallModel`), which does not support games with dummies or short decks.

    Raises
    ------
    WhistError
        If `bids` is neither.

    Notes
    -----
    With ``bids="modelled"``, `act` raises `RulesError` if the call model does not support the game.

    Examples
    --------
    >>> from whistsolve.game import HandState
    >>> state = HandState("N:A4... K3... Q2... J5...", Rules.preset("bid_whist_no_kitty"), dealer="W")
    >>> print(HeuristicPlayer().act(state.view(0)))
    Pass
    """

    def __init__(self, *, bids: Literal["counted", "modelled"] = "counted") -> None:
        self._modelled = read_choice(bids, "bids", WhistError, ("counted", "modelled")) == "modelled"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({'bids=' + repr('modelled') if self._modelled else ''})"

    def call(self, view: HandView) -> Bid | Pass:
        calls, auction = view.legal_calls, view.auction
        assert auction is not None
        if self._modelled:
            return own_model(view.rules).likeliest_call(auction, view.hand)
        high = auction.high
        sides = view.seating.sides
        if PASS in calls and high is not None and sides[high[0]] == sides[view.player]:
            return PASS
        bids = [call for call in calls if isinstance(call, Bid)]
        strains = {strain for bid in bids for strain in strains_of(bid, view.rules)}
        books = {strain: count_books(view.hand, strain, view.rules) for strain in strains}

        def spare(bid: Bid) -> float:
            """Counted books less the level of the bid."""
            return max(books[strain] for strain in strains_of(bid, view.rules)) - bid.level

        carried = [bid for bid in bids if spare(bid) >= view.rules.bid_base - _HOPED]
        if carried:
            lowest = min(bid.level for bid in carried)
            return max((bid for bid in carried if bid.level == lowest), key=spare)
        return PASS if PASS in calls else max(bids, key=spare)

    def name(self, view: HandView) -> Strain:
        return self._best_strain(view)

    def _best_strain(self, view: HandView) -> Strain:
        """The best of the strains that may be named, now or after the discard."""
        strains, rules = view.possible_strains, view.rules
        surplus = len(view.hand) - min(view.sizes)
        left = {strain: view.hand - _discard(view.hand, strain, rules, surplus) for strain in strains}
        if self._modelled:
            return own_model(rules).best_strain(strains, list(left.values()))

        def value(strain: Strain) -> tuple[float, int]:
            """Counted books, then the trump length and the heights of the hand."""
            hand = left[strain]
            suit = [] if strain.is_no_trump else [card.suit for card in hand if card.suit is not None]
            trumps = sum(each.letter == strain.trump for each in suit)
            heights = sum(strain.height(card.rank) for card in hand if card.rank is not None)
            return count_books(hand, strain, rules, kitty_seen=surplus > 0), 20 * trumps + heights

        return max(strains, key=value)

    def discard(self, view: HandView) -> Iterable[Card]:
        assert view.hand_to_play is not None
        held = view.hands[view.hand_to_play]
        assert held is not None
        strain = view.strain if view.strain is not None else self._best_strain(view)
        forced = view.forced_discards
        return forced | _discard(held - forced, strain, view.rules, view.discard_number - len(forced))

    def exchange(self, view: HandView) -> Card:
        """The best card for a hand of its own side, the cheapest for another."""
        assert view.strain is not None and view.hand_to_play is not None
        sides = view.seating.sides
        order = by_preference(view.legal_picks, view.strain)
        return order[-1 if sides[view.hand_to_play] == sides[view.player] else 0]

    def play(self, view: HandView) -> Play:
        return heuristic_play(view)

    def keep(self, view: HandView) -> bool:
        """Whether the hand has at least three aces, kings, queens and jokers, a fair share."""
        return sum(card.is_joker or (card.rank or 0) >= _QUEEN for card in view.hand) >= _HONOURS


def _discard(held: Hand, strain: Strain, rules: Rules, number: int) -> Hand:
    """The heuristic discard of a number of cards."""
    if number < 1:
        return Hand()
    if strain.is_no_trump and rules.joker_no_trump == "high_no_suit":
        # The fitted table assumes that jokers are worthless in no-trump.
        return lowest_rank_discard(held, strain, number, high_jokers=True)
    masks = np.array([held.mask], dtype=np.uint64)
    return Hand.from_mask(int(heuristic_discards(masks, *strain_code(strain), number)[0]))
