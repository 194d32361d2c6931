"""Claims checked double dummy, with all hands open or over layouts; positions of a hand in play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from whistsolve._internal.arguments import DEFAULT_MEMORY_MB
from whistsolve._internal.reading import read_instance, shown
from whistsolve._internal.shown import Shown
from whistsolve.cancelling import Cancellation, cancellable
from whistsolve.errors import ActError, LayoutError
from whistsolve.game import Claim, HandState, HandView, Seating
from whistsolve.game.hand.acts import read_act
from whistsolve.game.hand.claims import claim_made
from whistsolve.game.hand.trick_rules import CardPlayed
from whistsolve.inference.knowledge import Cards, Knowledge
from whistsolve.inference.posterior import LayoutPosterior
from whistsolve.inference.trick_in_progress import rules_of_trick
from whistsolve.rules import Rules
from whistsolve.solving import BestLine, Position, Solver
from whistsolve.solving.play import line_text
from whistsolve.values import Deal, Hand, Strain, seat_name


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
        The line that refutes the claim, trick by trick: best play on both sides, as in `best_line`, until the
        number claimed is out of reach. If a trick is in progress, the first trick is the rest of it. Empty if
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
        """The attributes and ``holds``, for JSON, with `names` or others; the line as [hand, card] pairs."""
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

    The state is a hand in play, possibly within a trick, or with a claim to be answered, the default; it is
    not changed. Claims are such as ``"claim 5"``, ``"claim"`` or ``"claim 5 by 2"``; the rules need not allow
    them. The transposition table has at most `memory_mb`, 1 to 65536 MiB.

    Raises
    ------
    ActError
        If there is no claim, it cannot be made, or the trick in progress contains a renege, after which the
        hand cannot be solved.
    WhistError
        If ``memory_mb`` is not an integer in its range.

    Examples
    --------
    >>> from whistsolve.rules import Rules
    >>> state = HandState("N:A2... K3... Q4... J5...", Rules("bid_whist_no_kitty"), dealer="W")
    >>> for act in ("2+", "pass", "pass", "pass", "S+"):
    ...     state.push(act)
    >>> print(check_claim(state, "claim 1"))
    1 of 2 tricks claimed by N: holds
    >>> print(check_claim(state, "claim"))
    2 of 2 tricks claimed by N: refuted, 1 with best play: N SA E S3 S S4 W S5; N S2 E SK S SQ W SJ
    """
    at_play = read_instance(state, HandState, "state", ActError).copy()
    while at_play.stage == "claim":
        at_play.pop()
    if claim is not None:
        act = read_act(claim, "play", state.rules)
        if not isinstance(act, Claim):
            expected = "expected such as 'claim 5', 'claim' or 'concede'"
            raise ActError(f"claim {shown(claim)} is wrong: {expected}")
        made = claim_made(at_play.setup, at_play.snapshot, act)
    elif state.stage == "claim":
        made = state.snapshot.claims[-1]
    else:
        raise ActError("no claim is to be answered: expected one to check, such as 'claim 5'")
    solver = Solver(memory_mb=memory_mb)
    try:
        position = position_in_play(at_play, made.player)
        tricks = solver.solve_position(position).tricks
    except ActError as error:
        raise ActError(f"nothing can be claimed in a trick with a renege: {error}") from None
    line: tuple[tuple[CardPlayed, ...], ...] = ()
    if tricks < made.tricks:
        in_play = at_play.seating.in_play
        found = BestLine.of(position, solver).refuting(made.tricks, made.left)
        line = tuple(tuple(replace(each, hand=in_play[each.hand]) for each in trick) for trick in found)
    hands = range(len(state.hands))
    dummies = state.rules.has_dummies
    names = tuple(str(hand) if dummies else seat_name(hand, len(hands)) for hand in hands)
    return ClaimCheck(made.player, made.tricks, made.left, tricks, line, names)


def position_in_play(state: HandState, hand: int) -> Position:
    """The position from the first lead on, for the side of ``hand``; after a renege, that of the trick."""
    snapshot, rules = state.snapshot, state.rules
    assert snapshot.strain is not None
    plays = snapshot.plays
    if snapshot.reneges:
        plays, rules = snapshot.trick, rules_of_trick(rules, len(snapshot.tricks))
    return _position(rules, state.seating, snapshot.strain, snapshot.hands, plays, snapshot.to_play, hand)


def claim_holds(
    view: HandView, *, layouts: int, seed: int, memory_mb: int, deck: Cards | None = None
) -> bool:
    """Whether the last claim holds in all, or that many, layouts that fit the view; false if unproved."""
    claim, strain, leader = view.claims[-1], view.strain, view.leader
    assert strain is not None and leader is not None
    try:
        posterior = LayoutPosterior(Knowledge.of_view(view, deck=deck))
    except LayoutError:
        return False
    found = posterior.enumerate() if posterior.is_enumerable(layouts) else posterior.draw(layouts, seed)
    solver, rules = Solver(memory_mb=memory_mb), rules_of_trick(view.rules, len(view.tricks))
    for layout in found.layouts.tolist():
        hands = layout[: len(view.sizes)]
        position = _position(rules, view.seating, strain, hands, view.trick, leader, claim.player)
        try:
            if solver.solve_position(position).low < claim.tricks:
                return False
        except ActError:
            return False
    return True


def _position(
    rules: Rules,
    seating: Seating,
    strain: Strain,
    hands: Sequence[int],
    plays: Sequence[CardPlayed],
    to_lead: int,
    hand: int,
) -> Position:
    """The position after some plays; ``to_lead`` leads if there are none."""
    in_play = seating.in_play
    masks = list(hands)
    for played in plays:
        masks[played.hand] |= 1 << played.card.index
    return Position(
        Deal([Hand.from_mask(masks[each]) for each in in_play]),
        strain,
        in_play.index(plays[0].hand if plays else to_lead),
        in_play.index(hand),
        tuple((each.card, each.named) for each in plays),
        rules,
    )
