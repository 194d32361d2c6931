"""What a player is: an act from a `HandView`, and nothing else of the hand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Protocol, runtime_checkable

from whistsolve._internal.reading import read_instance
from whistsolve.errors import ActError
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
from whistsolve.values import Card, Hand, Strain


@runtime_checkable
class Player(Protocol):
    """Who acts for a seat from what that seat may know.

    Any object with this method is a player. It should decide by the view and by what it was made with alone,
    so that equal views give equal acts: only then do duplicate matches not depend on their order.
    """

    def act(self, view: HandView) -> Act | Card | Strain | Hand | str:
        """The act of the player whose view it is, as itself or as text, as `HandState.push` takes it."""


@runtime_checkable
class PeekingPlayer(Protocol):
    """Who acts for a seat and sees all hands: a bound of what can be reached, and no player at a table.

    `play_matches` passes the `HandState` to a player that has `sees_all_hands`, and true.
    """

    @property
    def sees_all_hands(self) -> bool:
        """Whether it is passed the state of the hand in place of a view."""

    def act(self, state: HandState) -> Act:
        """The act of the player to act; the state is not changed."""


class BasePlayer(ABC):
    """A player with a method for each stage of a hand; `act` calls the one for the stage of the view.

    It contests every claim but a concession, keeps the hand that it was dealt, never reneges or calls a
    renege, claims nothing, does not resign, and never has the cards dealt again, unless a subclass says
    otherwise.
    """

    def act(self, view: HandView) -> Act:
        """The act of the player whose view it is.

        Raises
        ------
        ActError
            If it is not a view, it is not the player's turn, or the hand is over.
        """
        if read_instance(view, HandView, "view", ActError).stage == "settlement":
            return Settle()
        if not view.is_turn:
            who = "nobody is" if view.to_act is None else f"player {view.to_act} is"
            raise ActError(
                f"player {view.player} is not to act, {who} at the stage {view.stage!r}: expected the view"
                " of the player to act"
            )
        if view.stage == "hand_option":
            return HandChoice(self.keep(view))
        if view.stage == "auction":
            return self.call(view)
        if view.stage == "declaration":
            return Declare(self.name(view))
        if view.stage == "discard":
            return Discard(Hand(self.discard(view)))
        if view.stage == "exchange":
            return Exchange(self.exchange(view))
        if view.stage == "play":
            return self.play(view)
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
        """One of `HandView.legal_picks`, for a joker that this or another player gives."""

    @abstractmethod
    def play(self, view: HandView) -> Play:
        """One of `HandView.legal_cards`; a led joker with a suit, where it names one."""

    def keep(self, view: HandView) -> bool:
        """Double dummy whist: whether to keep the hand dealt."""
        return True

    def answer(self, view: HandView) -> bool:
        """Whether to accept the last claim."""
        return view.claims[-1].tricks == 0
