"""The protocols of players, a base class with a method for each stage, and players without search."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Final, Literal, Protocol, runtime_checkable

import numpy as np

from whistsolve._internal.reading import read_choice, read_instance, read_integer
from whistsolve.advice.calls.call_model import own_model
from whistsolve.encoding import strain_code
from whistsolve.errors import ActError, WhistError
from whistsolve.evaluation.discard_heuristics import heuristic_discards, lowest_rank_discard
from whistsolve.evaluation.suit_features import count_books
from whistsolve.game import (
    PASS,
    Act,
    Answer,
    Bid,
    Declare,
    Discard,
    Exchange,
    HandChoice,
    HandState,
    HandView,
    Pass,
    Play,
    Settle,
    strains_of,
)
from whistsolve.players.card_heuristics import heuristic_play
from whistsolve.rules import Rules
from whistsolve.solving.results import by_preference
from whistsolve.values import Card, Hand, Strain, Suit

#: Calls are drawn by this power of a uniform number, so that low ones are more likely: otherwise hardly any
#: contract would be made.
_LOW_CALLS: Final = 4
_QUEEN: Final = 12
#: A hand with fewer aces, kings, queens and jokers is swapped.
_HONOURS: Final = 3
#: Books beyond its count that a bid hopes for.
_HOPED: Final = 2


@runtime_checkable
class Player(Protocol):
    """Acts for a seat from what that seat may know.

    Any object with this method is a player. It should decide only by the view and its own fixed settings, so
    that equal views give equal acts: otherwise duplicate matches depend on their order.
    """

    def act(self, view: HandView) -> Act | Card | Strain | Hand | str:
        """The act of the player whose view it is, in any form that `HandState.push` accepts."""


@runtime_checkable
class PeekingPlayer(Protocol):
    """Acts for a seat and sees all hands: a bound on what players can reach, not a model of one.

    `play_matches` passes the `HandState` to a player whose `sees_all_hands` is true.
    """

    @property
    def sees_all_hands(self) -> bool:
        """Whether `act` is passed the state of the hand instead of a view."""

    def act(self, state: HandState) -> Act:
        """The act of the player to act; the state is not changed."""


class BasePlayer(ABC):
    """A player with a method for each stage of a hand; `act` calls the one for the stage of the view.

    Unless a subclass overrides it, it contests every claim but a concession, keeps the hand that it was
    dealt, never reneges or calls a renege, claims nothing, does not resign, and never has the cards dealt
    again.
    """

    def act(self, view: HandView) -> Act:
        """The act of the player whose view it is.

        Raises `ActError` if `view` is not a HandView, it is not the player's turn, or the hand is over.
        """
        stage = read_instance(view, HandView, "view", ActError).stage
        if stage == "settlement":
            return Settle()
        if not view.is_turn:
            who = "nobody is" if view.to_act is None else f"player {view.to_act} is"
            raise ActError(
                f"player {view.player} is not to act, {who} at the stage {stage!r}: expected the view"
                " of the player to act"
            )
        if stage == "hand_option":
            return HandChoice(self.keep(view))
        if stage == "auction":
            return self.call(view)
        if stage == "declaration":
            return Declare(self.name(view))
        if stage == "discard":
            return Discard(Hand(self.discard(view)))
        if stage == "exchange":
            return Exchange(self.exchange(view))
        if stage == "play":
            played = self.play(view)
            return played if isinstance(played, Play) else Play(played)
        return Answer(self.answer(view))

    @abstractmethod
    def call(self, view: HandView) -> Bid | Pass:
        """One of `HandView.legal_calls`."""

    @abstractmethod
    def name(self, view: HandView) -> Strain:
        """One of `HandView.legal_strains`."""

    @abstractmethod
    def discard(self, view: HandView) -> Iterable[Card]:
        """`HandView.discard_number` cards of `hand_to_play`, the forced discards among them."""

    @abstractmethod
    def exchange(self, view: HandView) -> Card:
        """One of `HandView.legal_picks`, for a joker that this or another player exchanges."""

    @abstractmethod
    def play(self, view: HandView) -> Play | Card:
        """One of `HandView.legal_cards`; a led joker with the suit that it names, if any."""

    def keep(self, view: HandView) -> bool:
        """In double dummy whist, whether to keep the hand dealt."""
        return True

    def answer(self, view: HandView) -> bool:
        """Whether to accept the last claim."""
        return view.claims[-1].tricks == 0


class RandomPlayer(BasePlayer):
    """A player that draws its acts at random from the legal ones: a baseline for other players.

    Strains, discards, cards and answers to claims are drawn with equal chances. Low calls, beginning with the
    pass, are more likely: the lower half together have a chance of 84 %. The same seed and the same view give
    the same act. Raises `WhistError` if the seed is not an integer.
    """

    def __init__(self, seed: int = 0) -> None:
        self._seed = read_integer(seed, "seed", WhistError)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(seed={self._seed})"

    def _draw(self, view: HandView) -> random.Random:
        """A generator seeded by the seed and what distinguishes this decision from others."""
        played = " ".join(str(card) for trick in view.tricks for card in trick.cards)
        table = " ".join(map(str, view.trick))
        calls = " ".join(str(call) for _, call in view.calls)
        turn = f"{view.stage} {view.player} {view.hand_to_play} {len(view.claims)} {len(view.exchanges)}"
        return random.Random(f"{self._seed} {turn} {view.hand.mask} {calls} {played} {table}")

    def call(self, view: HandView) -> Bid | Pass:
        calls = view.legal_calls
        return calls[int(len(calls) * self._draw(view).random() ** _LOW_CALLS)]

    def name(self, view: HandView) -> Strain:
        return self._draw(view).choice(view.legal_strains)

    def discard(self, view: HandView) -> Iterable[Card]:
        assert view.hand_to_play is not None
        held, forced = view.hands[view.hand_to_play], list(view.forced_discards)
        assert held is not None
        free = [card for card in held if card not in forced]
        return forced + self._draw(view).sample(free, view.discard_number - len(forced))

    def exchange(self, view: HandView) -> Card:
        return self._draw(view).choice(view.legal_picks)

    def play(self, view: HandView) -> Play:
        draw = self._draw(view)
        card = draw.choice(view.legal_cards)
        return Play(card, draw.choice(list(Suit)) if card.is_joker and view.names_suit else None)

    def keep(self, view: HandView) -> bool:
        return self._draw(view).random() < 0.5

    def answer(self, view: HandView) -> bool:
        return self._draw(view).random() < 0.5


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

    ``bids`` is ``"counted"``, or ``"modelled"``: the likeliest calls of the library's own bidder by its call
    model (`CallModel`), which does not support games with dummies or short decks: for them `act` raises
    `RulesError`. Raises `WhistError` if ``bids`` is neither.

    Examples
    --------
    >>> from whistsolve.game import HandState
    >>> state = HandState("N:A4... K3... Q2... J5...", Rules("bid_whist_no_kitty"), dealer="W")
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
        strain = view.strain if view.strain is not None else self.name(view)
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
