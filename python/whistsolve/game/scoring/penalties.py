"""Penalties for reneges and false calls, as they are applied at the end of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from whistsolve.game.hand.setup import Setup
from whistsolve.game.hand.snapshot import CalledRenege, HandSnapshot
from whistsolve.rules import Penalty


@dataclass(frozen=True, slots=True)
class PenaltyPaid:
    """The penalty for a renege or a false call, as it was applied."""

    called: CalledRenege
    #: The penalty of the rules.
    penalty: Penalty
    #: Indices of the side that pays and of the side that gains.
    side: int
    other: int
    #: Books lost, no more than the side had.
    tricks: int
    #: Points added to the score of the paying side (not above 0) and of the gaining side.
    points: tuple[int, int]


def is_immune(setup: Setup, called: CalledRenege) -> bool:
    """Whether a renege costs nothing because the dummy made it."""
    return setup.rules.dummy_renege_immune and called.accused in setup.dummies


def apply_penalties(
    setup: Setup, snapshot: HandSnapshot, books: list[int], cancelled: bool
) -> tuple[PenaltyPaid, ...]:
    """Apply the penalties of reneges and false calls in the order called; changes `books` of the sides.

    A side loses no more books than it has at that point, including the kitty's. Source: seed rules of bid
    whist (three books, also for a false call). That the other side gains them is this library's reading:
    otherwise a renege of the defenders would change nothing. The choice of a penalty follows Portland Club
    1900, law 75. If reneges of both sides have cancelled each other, only false calls are penalised.
    """
    rules, sides = setup.rules, snapshot.seating.sides
    choice = Penalty.alternatives(rules.renege_penalty)
    paid = []
    for called in snapshot.called:
        own = sides[called.player]
        if called.right:
            assert called.accused is not None
            if cancelled or is_immune(setup, called):
                continue
            penalty = choice[0] if called.penalty is None else Penalty.from_text(called.penalty)
            side, other = sides[called.accused], own
        else:
            accused = 1 - own if called.accused is None else sides[called.accused]
            penalty, side, other = Penalty.from_text(rules.false_call_penalty), own, accused
        if penalty.kind != "none":
            number, points = _cost(penalty, books[side])
            books[side] -= number
            books[other] += number if penalty.kind == "transfer_tricks" else 0
            paid.append(PenaltyPaid(called, penalty, side, other, number, points))
    return tuple(paid)


def _cost(penalty: Penalty, held: int) -> tuple[int, tuple[int, int]]:
    """Books lost, at most those that the side has, and points of the paying and of the gaining side."""
    amount = penalty.amount
    if penalty.kind in ("transfer_tricks", "remove_tricks"):
        return min(amount, held), (0, 0)
    loses = amount if penalty.kind in ("minus_points", "transfer_points") else 0
    gains = amount if penalty.kind in ("plus_points_opp", "transfer_points") else 0
    return 0, (-loses, gains)


def contract_by_penalty(penalties: Sequence[PenaltyPaid], declarers: int) -> bool | None:
    """True if a penalty ``lose_contract`` makes the contract, False if it sets it, ``None`` without one.

    Of several such penalties the first called decides. If everybody plays alone, a renege of one opponent
    makes the declarer's contract.
    """
    for paid in penalties:
        if paid.penalty.kind == "lose_contract":
            return paid.side != declarers
    return None
