"""`InteractiveHand`: a hand that a person plays with a player of any kind in the other seats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from whistsolve._internal.reading import read_flag, read_instance
from whistsolve.errors import ActError, WhistError
from whistsolve.game import Act, CallHonours, CallRenege, Claim, Correct, HandState, Misdeal, Redeal, Resign
from whistsolve.players.contest import check_own
from whistsolve.players.double_dummy import DoubleDummyPlayer
from whistsolve.players.named import player_of
from whistsolve.players.player import PeekingPlayer, Player
from whistsolve.rules.sides import read_player


@dataclass(frozen=True, slots=True)
class PerformedAct:
    """An act that was performed, with its player and hand."""

    #: The player who acted; ``None`` if a card was drawn, reneges were settled, or a person who acts for all
    #: claimed a misdeal.
    player: int | None
    #: The hand that played, discarded or exchanged a joker.
    hand: int | None
    act: Act
    #: Whether the person may know that an act was performed, but not which one.
    hidden: bool


class InteractiveHand:
    """One hand with undo and redo, played by a person at one seat or at all seats.

    - ``state``: the hand so far; it is copied.
    - ``bot``: a player, or its name as in `player_named`. Plays the other seats, and may act for the person.
    - ``seat``: the person's seat. ``None``: the person acts for all players.
    - ``is_open``: whether a person at one seat is shown all hands.
    - ``double_dummy``: computes double-dummy values of cards, and draws the cards that the rules draw; by
      default the bot if it is one, otherwise a new one.

    Raises `WhistError` if an argument has the wrong type; `ActError` if it is ``state``, or there is no such
    seat.

    Examples
    --------
    >>> from whistsolve.rules import Rules
    >>> state = HandState("N:A4... K3... Q2... J5...", Rules("bid_whist_no_kitty"), dealer="W")
    >>> hand = InteractiveHand(state, DoubleDummyPlayer(), seat=3)
    >>> [str(done.act) for done in hand.answers()], hand.is_turn
    (['Pass', 'Pass', 'Pass'], True)
    >>> done = hand.do("1-")
    >>> hand.undo()
    1
    >>> print(hand.redo()[0].act)
    1-
    """

    __slots__ = ("_by_person", "_taken_back", "bot", "double_dummy", "is_open", "seat", "state")

    def __init__(
        self,
        state: HandState,
        bot: Player | PeekingPlayer | str,
        seat: int | None = None,
        *,
        is_open: bool = False,
        double_dummy: DoubleDummyPlayer | None = None,
    ) -> None:
        self.state: HandState = read_instance(state, HandState, "state", ActError).copy()
        self.bot: Player | PeekingPlayer = player_of(bot, "bot")
        self.seat: int | None = None if seat is None else read_player(seat, state.rules)
        self.is_open: bool = read_flag(is_open, "is_open", WhistError) or seat is None
        if double_dummy is None:
            double_dummy = self.bot if isinstance(self.bot, DoubleDummyPlayer) else DoubleDummyPlayer()
        self.double_dummy: DoubleDummyPlayer = read_instance(
            double_dummy, DoubleDummyPlayer, "double_dummy", WhistError
        )
        #: For each act, whether the person decided it.
        self._by_person = [False] * len(state.acts)
        #: Acts taken back, grouped by call of `undo`, the latest last.
        self._taken_back: list[list[tuple[Act, bool]]] = []

    @property
    def is_turn(self) -> bool:
        """Whether the person has to act."""
        if self.state.is_over:
            return False
        return self.seat is None or self.state.to_act == self.seat or self.state.stage == "settlement"

    @property
    def shown_to(self) -> int | None:
        """The player whose view is shown; ``None`` if all hands are shown."""
        return None if self.is_open else self.seat

    def do(self, text: Act | str) -> PerformedAct:
        """Push the person's act or its text. Errors are those of `HandState.push`; they change nothing.

        Raises `ActError` also if it is another player's turn, or the claim, resignation, redeal, correction
        or call of a renege is not the person's.
        """
        act = self.state.read(text)
        if self.seat is not None:
            self._check_person(act, self.seat)
        return self._new(act, by_person=True)

    def answers(self) -> Iterator[PerformedAct]:
        """Let the bot act until it is the person's turn; yields each act."""
        while not self.is_turn and not self.state.is_over:
            yield self.auto()

    def auto(self) -> PerformedAct:
        """Let the bot perform the next act, even if it is the person's turn.

        Raises `ActError` if the hand is over.
        """
        return self._new(self._act_of_bot(), by_person=self.is_turn)

    def undo(self) -> int:
        """Go back to the person's last decision; returns the number of acts taken back.

        Raises `ActError` if the person has not decided anything yet.
        """
        if True not in self._by_person:
            raise ActError("there is nothing to take back: expected something that you have done")
        step: list[tuple[Act, bool]] = []
        while not step or not step[0][1]:
            step.insert(0, (self.state.pop(), self._by_person.pop()))
        self._taken_back.append(step)
        return len(step)

    def redo(self) -> list[PerformedAct]:
        """Perform again what the last `undo` took back; returns the acts.

        Raises `ActError` if nothing was taken back since the last new act.
        """
        if not self._taken_back:
            raise ActError("there is nothing to do again: expected something that was taken back")
        return [self._push(act, by_person) for act, by_person in self._taken_back.pop()]

    def _act_of_bot(self) -> Act:
        """The bot's act for the player to act; if there is none, a drawn card or the settlement."""
        state, bot = self.state, self.bot
        if state.to_act is None:
            return self.double_dummy.act(state)
        if isinstance(bot, PeekingPlayer):
            return state.read(bot.act(state))
        return state.read(bot.act(state.view(state.to_act)))

    def _new(self, act: Act, *, by_person: bool) -> PerformedAct:
        done = self._push(act, by_person)
        self._taken_back.clear()
        return done

    def _push(self, act: Act, by_person: bool) -> PerformedAct:
        player, hand = self.state.to_act, self.state.hand_to_play
        reneges = self.state.snapshot.reneges
        self.state.push(act)
        match act:
            case CallRenege() | Redeal() | Claim():
                player, hand = player if act.player is None else act.player, None
            case Misdeal() | Resign():
                player, hand = self.seat if isinstance(act, Misdeal) else self.state.declarer, None
            case Correct():
                hand = next(renege.hand for renege in reneges if renege not in self.state.snapshot.reneges)
                player = self.state.seating.controllers[hand]
        self._by_person.append(by_person)
        hidden = self.shown_to is not None and self.state.view(self.shown_to).hides(act, player, hand)
        return PerformedAct(player, hand, act, hidden)

    def _check_person(self, act: Act, seat: int) -> None:
        if isinstance(act, Resign) and self.state.declarer not in (None, seat):
            who = self.state.setup.name(self.state.declarer, "player")
            raise ActError(f"only the declarer resigns: that is {who}, not you")
        if not isinstance(act, CallHonours):  # called for a whole side
            check_own(act, self.state, seat)
        out_of_turn = isinstance(act, (CallRenege, Claim, Correct, Misdeal, Resign))
        out_of_turn |= isinstance(act, Redeal) and act.player is not None
        if not out_of_turn and not self.is_turn and not self.state.is_over:
            who = self.state.setup.name(self.state.to_act, "player")
            raise ActError(f"it is the turn of {who}: expected you to wait")
