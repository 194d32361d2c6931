"""The protocols of players, a base class with a method for each stage, and random legal acts."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Final, Protocol, runtime_checkable

from whistsolve._internal.reading import read_instance, read_integer
from whistsolve.errors import ActError, WhistError
from whistsolve.game import (
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
)
from whistsolve.values import Card, Hand, Strain, Suit

#: Calls are drawn by this power of a uniform number, so that low ones are more likely: otherwise hardly any
#: contract would be made.
_LOW_CALLS: Final = 4


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
        return self.play(view) if stage == "play" else Answer(self.answer(view))

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
    def play(self, view: HandView) -> Play:
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
    pass, are more likely: the lower half together have a chance of 84 %.

    Parameters
    ----------
    seed : int
        The same seed and the same view give the same act.

    Raises
    ------
    WhistError
        If the seed is not an integer.
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
