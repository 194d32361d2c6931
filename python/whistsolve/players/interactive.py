"""`Sitting`: a hand that a person plays against the machine, or for everybody with all hands open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from whistsolve.errors import ActError
from whistsolve.game import Act, CallRenege, Correct, Discard, Exchange, HandChoice, HandState
from whistsolve.game.hand.acts import read_act
from whistsolve.players.double_dummy import Machine
from whistsolve.values.reading import shown

__all__ = ["Done", "Sitting"]


@dataclass(frozen=True, slots=True)
class Done:
    """Something that was done.

    Attributes
    ----------
    player : int or None
        Who did it; nobody where a card was drawn, or at the end of the hand.
    hand : int or None
        The hand whose card, discard or joker it was.
    act : Act
    hidden : bool
        Whether the person may know only that it was done.
    """

    player: int | None
    hand: int | None
    act: Act
    hidden: bool


class Sitting:
    """One hand, what was taken back of it, and whose turn it is to decide: the person's or the machine's.

    Parameters
    ----------
    state : HandState
        Where it begins. The sitting has its own copy.
    machine : Machine
    seat : int or None
        The player who is the person; all others are the machine. ``None``: the person acts for everybody.

    Raises
    ------
    ActError
        Where there is no such player.

    Examples
    --------
    >>> from whistsolve.rules import Rules
    >>> state = HandState("N:A4... K3... Q2... J5...", Rules.preset("bid_whist_no_kitty"), dealer="W")
    >>> sitting = Sitting(state, Machine(), seat=3)
    >>> [str(done.act) for done in sitting.answers()], sitting.is_turn
    (['Pass', 'Pass', 'Pass'], True)
    >>> done = sitting.do("1-")
    >>> sitting.undo()
    1
    >>> print(sitting.redo()[0].act)
    1-
    """

    __slots__ = ("_mine", "_taken_back", "machine", "seat", "state")

    def __init__(self, state: HandState, machine: Machine, seat: int | None = None) -> None:
        if seat is not None:
            state.view(seat)  # says which players there are
        self.state = state.copy()
        self.machine = machine
        self.seat = seat
        #: For each act, whether the person decided it.
        self._mine = [False] * len(state.acts)
        #: Acts taken back, in the steps they were, the last one taken back at the end.
        self._taken_back: list[list[tuple[Act, bool]]] = []

    @property
    def is_turn(self) -> bool:
        """Whether the person is to decide something."""
        if self.state.is_over:
            return False
        return self.seat is None or self.state.to_act == self.seat or self.state.stage == "settlement"

    def do(self, text: Act | str) -> Done:
        """The person's act, or its text; errors are those of `HandState.push`, and nothing is changed then.

        Raises
        ------
        ActError
            Also where it is another player's turn, renege or call.
        """
        act = read_act(text, self.state.stage)
        if self.seat is not None:
            self._check_person(act, self.seat)
        return self._new(act, mine=True)

    def answers(self) -> Iterator[Done]:
        """What the machine does until it is the person's turn, one act after another."""
        while not self.is_turn and not self.state.is_over:
            yield self._new(self.machine.act(self.state), mine=False)

    def auto(self) -> Done:
        """The machine does what comes next, also where the person would have to decide it.

        Raises
        ------
        ActError
            Where the hand is over.
        """
        return self._new(self.machine.act(self.state), mine=self.is_turn)

    def undo(self) -> int:
        """Back to the person's last decision; gives the number of acts taken back.

        Raises
        ------
        ActError
            Where he has decided nothing yet.
        """
        if True not in self._mine:
            raise ActError("there is nothing to take back: expected something that you have done")
        step: list[tuple[Act, bool]] = []
        mine = False
        while not mine:
            mine = self._mine.pop()
            step.insert(0, (self.state.pop(), mine))
        self._taken_back.append(step)
        return len(step)

    def redo(self) -> list[Done]:
        """Again what was taken back last, up to the next decision.

        Raises
        ------
        ActError
            Where nothing was taken back since something new was done.
        """
        if not self._taken_back:
            raise ActError("there is nothing to do again: expected something that was taken back")
        return [self._push(act, mine) for act, mine in self._taken_back.pop()]

    def _new(self, act: Act, *, mine: bool) -> Done:
        done = self._push(act, mine)
        self._taken_back.clear()
        return done

    def _push(self, act: Act, mine: bool) -> Done:
        player, hand = self.state.to_act, self.state.hand_to_play
        reneges = self.state.snapshot.reneges
        self.state.push(act)
        if isinstance(act, CallRenege):
            player, hand = act.player, None
        if isinstance(act, Correct):
            hand = next(renege.hand for renege in reneges if renege not in self.state.snapshot.reneges)
            player = self._controller(hand)
        self._mine.append(mine)
        return Done(player, hand, act, self._is_hidden(player, hand, act))

    def _is_hidden(self, player: int | None, hand: int | None, act: Act) -> bool:
        """Whether the person sees only that something was done."""
        if self.seat is None:
            return False
        view = self.state.view(self.seat)
        if isinstance(act, HandChoice):
            return player is not None and view.kept[player] is None
        if isinstance(act, Discard):
            return hand is not None and view.discards[hand] is None
        return isinstance(act, Exchange) and view.exchanges[-1].card is None

    def _check_person(self, act: Act, seat: int) -> None:
        """See that the act is the person's to do."""
        if isinstance(act, CallRenege):
            if act.player != seat:
                raise ActError(
                    f"act {shown(str(act))} is wrong: expected a renege called by {seat}, yourself"
                )
        elif isinstance(act, Correct):
            hand = act.hand
            if hand is not None and hand < len(self.state.hands) and self._controller(hand) != seat:
                raise ActError(f"act {shown(str(act))} is wrong: expected a renege of a hand that you play")
        elif not self.is_turn and not self.state.is_over:
            raise ActError(f"it is the turn of player {self.state.to_act}: expected you to wait")

    def _controller(self, hand: int) -> int:
        return self.state.seating.controllers[hand]
