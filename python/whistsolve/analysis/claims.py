"""A claim checked double dummy: whether it holds against best defence, or the line that refutes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from whistsolve._internal.arguments import DEFAULT_MEMORY_MB, Resources
from whistsolve._internal.reading import shown
from whistsolve._internal.shown import Shown
from whistsolve.analysis.position_in_play import position_in_play
from whistsolve.cancelling import Cancellation, cancellable
from whistsolve.errors import ActError
from whistsolve.game import Claim, HandState
from whistsolve.game.hand.acts import read_act
from whistsolve.game.hand.claims import read_claim
from whistsolve.game.hand.snapshot import ClaimMade
from whistsolve.game.hand.trick_rules import CardPlayed
from whistsolve.solving import BestLine, Solver
from whistsolve.solving.line import line_text
from whistsolve.values import seat_name


@dataclass(frozen=True, slots=True)
class ClaimCheck(Shown):
    """Whether a claim holds double dummy, that is with all hands open.

    Attributes
    ----------
    player, claimed : int
        The claimant, and the number of tricks claimed for their side.
    left, tricks : int
        The number of tricks still to be completed, including a trick in progress; and the number of these
        that the claimant's side wins with best play on both sides.
    refuting_tricks : tuple of tuple of CardPlayed
        The line that refutes the claim, trick by trick: best play on both sides until the number claimed is
        out of reach. Among equally good cards it has the first in the order of `solve_cards`, or the last
        if the claimant's side leads. If a trick is in progress, the first trick is the rest of it. Empty if
        the claim holds.
    names : tuple of str
        The names of the hands in the text.
    """

    player: int
    claimed: int
    left: int
    tricks: int
    refuting_tricks: tuple[tuple[CardPlayed, ...], ...]
    names: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether the claimant's side wins at least the tricks claimed against best defence."""
        return self.tricks >= self.claimed

    @property
    def refutation(self) -> tuple[CardPlayed, ...]:
        """The cards of the refuting line in order, each with its hand; empty if the claim holds."""
        return tuple(played for trick in self.refuting_tricks for played in trick)

    def as_dict(self, names: Sequence[str] | None = None) -> dict[str, object]:
        """The attributes and ``holds`` by name, for JSON; the line as [hand, card] pairs, trick by trick.

        The hands have the names in the attribute `names`, unless other names are given.
        """
        called = self.names if names is None else names
        return {
            "player": called[self.player],
            "claimed": self.claimed,
            "left": self.left,
            "tricks": self.tricks,
            "holds": self.holds,
            "refutation": [
                [[called[played.hand], str(played)] for played in trick] for trick in self.refuting_tricks
            ],
        }

    def __str__(self) -> str:
        claim = f"{self.claimed} of {self.left} tricks claimed by {self.names[self.player]}"
        if self.holds:
            return f"{claim}: holds"
        return (
            f"{claim}: refuted, {self.tricks} with best play: {line_text(self.refuting_tricks, self.names)}"
        )


@cancellable
def check_claim(
    state: HandState,
    claim: Claim | str | None = None,
    *,
    memory_mb: int = DEFAULT_MEMORY_MB,
    cancel: Cancellation | None = None,
) -> ClaimCheck:
    """Check whether a claim holds double dummy: all hands open, best play on both sides.

    Parameters
    ----------
    state : HandState
        A hand in play, possibly within a trick, or with a claim to be answered. It is not changed.
    claim : Claim or str, optional
        For example ``"claim 5"``, ``"claim"`` or ``"claim 5 by 2"``; the rules need not allow claims. By
        default the claim to be answered.
    memory_mb : int
        Maximum size of the transposition table, 1 to 65536 MiB.

    Returns
    -------
    ClaimCheck
        ``.holds``, ``.tricks`` of the claimant's side, and ``.refutation``; ``str()`` shows them.

    Raises
    ------
    ActError
        If there is no claim; it cannot be made (not in play, more tricks than are left, no such player); or
        the trick in progress contains a renege, after which the hand cannot be solved.
    WhistError
        If ``memory_mb`` is not an integer in its range.

    Examples
    --------
    >>> from whistsolve.rules import Rules
    >>> state = HandState("N:A2... K3... Q4... J5...", Rules.preset("bid_whist_no_kitty"), dealer="W")
    >>> for act in ("2+", "pass", "pass", "pass", "S+"):
    ...     state.push(act)
    >>> print(check_claim(state, "claim 1"))
    1 of 2 tricks claimed by N: holds
    >>> print(check_claim(state, "claim"))
    2 of 2 tricks claimed by N: refuted, 1 with best play: N SA E S3 S S4 W S5; N S2 E SK S SQ W SJ
    """
    if not isinstance(state, HandState):
        raise ActError(f"state {shown(state)} is wrong: expected a HandState")
    at_play = state.copy()
    while at_play.stage == "claim":
        at_play.pop()
    made = _read(state, at_play, claim)
    solver = Solver(memory_mb=Resources.read(memory_mb=memory_mb).memory_mb)
    try:
        position = position_in_play(at_play, made.player)
        tricks = int(solver.solve_position(position).tricks)
    except ActError as error:
        raise ActError(f"nothing can be claimed in a trick with a renege: {error}") from None
    line: tuple[tuple[CardPlayed, ...], ...] = ()
    if tricks < made.tricks:
        in_play = at_play.seating.in_play
        found = BestLine.of(position, solver).refuting(made.tricks, made.left)
        line = tuple(tuple(replace(each, hand=in_play[each.hand]) for each in trick) for trick in found)
    return ClaimCheck(made.player, made.tricks, made.left, tricks, line, _names(state))


def _read(state: HandState, at_play: HandState, claim: object) -> ClaimMade:
    """The claim to be checked, from the argument or the state."""
    if claim is None:
        if state.stage != "claim":
            raise ActError("no claim is to be answered: expected one to check, such as 'claim 5'")
        return state.snapshot.claims[-1]
    act = read_act(claim, "play", state.rules)
    if not isinstance(act, Claim):
        raise ActError(f"claim {shown(claim)} is wrong: expected such as 'claim 5', 'claim' or 'concede'")
    return read_claim(at_play.setup, at_play.snapshot, act)


def _names(state: HandState) -> tuple[str, ...]:
    """The names of the hands: letters if the hands are four players', otherwise numbers."""
    hands = range(len(state.hands))
    return tuple(str(hand) if state.rules.has_dummies else seat_name(hand, len(hands)) for hand in hands)
