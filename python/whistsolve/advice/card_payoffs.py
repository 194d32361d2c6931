"""`CardPayoffs`: points and match equity of a player by the number of tricks still to be won."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from whistsolve.equity.payoffs import PayoffTable
from whistsolve.game import HandView
from whistsolve.game.hand.setup import first_target
from whistsolve.game.scoring.contract_score import score_books_by_hand
from whistsolve.game.scoring.whist_score import score_whist_books
from whistsolve.values.contracts import Contract


@dataclass(frozen=True, slots=True, eq=False)
class CardPayoffs:
    """The outcome of a hand by the tricks that one side still wins: the declarer's, or else the player's.

    Tricks already won count; penalties for reneges and points for honours do not. All are float64, shape
    (tricks + 1,): `made` is 1 if the contract is made, 0 if not, and ``None`` without a contract; `points`
    are those of the player's side less those of the other side, or less the mean of the other sides; `equity`
    is the player's chance of winning the match, ``None`` if it is not known.
    """

    made: NDArray[np.float64] | None
    points: NDArray[np.float64]
    equity: NDArray[np.float64] | None

    @classmethod
    def of_view(cls, view: HandView, contract: Contract | None, table: PayoffTable | None) -> CardPayoffs:
        """The outcomes of a hand in play; `table` is ``None`` in games without contracts or with dummies."""
        assert view.hand_to_play is not None
        counted = view.hand_to_play if contract is None else contract.declarer
        won, left = _tricks_won(view, counted), _tricks_left(view)
        totals = np.arange(won, won + left + 1)
        if contract is None:
            return cls(None, np.array([_whist_margin(view, counted, int(n)) for n in totals]), None)
        if table is None:
            scored = [_dummy_margin(view, contract, int(n)) for n in totals]
            return cls(np.array([made for made, _ in scored]), np.array([each for _, each in scored]), None)
        totals = np.minimum(totals, table.table.tricks)
        terms = contract.declarer, contract.level, contract.strain.is_no_trump
        payoffs = np.array([table.of(*terms, int(number)) for number in totals])
        made = table.table.made[contract.level][totals].astype(np.float64)
        return cls(made, payoffs[:, 0], payoffs[:, 1] if table.with_matches else None)


def _tricks_won(view: HandView, hand: int) -> int:
    """Tricks that a hand's side has won, as `solve` counts them: the first one may count two."""
    own = view.seating.side_hands(hand)
    won = sum(view.tricks_won[each] for each in own)
    if view.tricks and view.tricks[0].winner in own:
        won += view.rules.first_trick_weight - 1
    return won


def _tricks_left(view: HandView) -> int:
    """Tricks still to be won, including the one in progress."""
    assert view.hand_to_play is not None
    return view.sizes[view.hand_to_play] + (0 if view.tricks else view.rules.first_trick_weight - 1)


def all_tricks(view: HandView) -> int:
    """All tricks of the hand, as `solve` counts them."""
    first = view.rules.first_trick_weight - 1 if view.tricks else 0
    return len(view.tricks) + first + _tricks_left(view)


def _dummy_margin(view: HandView, contract: Contract, tricks: int) -> tuple[float, float]:
    """Whether a contract with a dummy is made, and the margin of points, given all tricks of the declarer."""
    rules = view.rules
    own = tricks + rules.books_from_kitty
    theirs = all_tricks(view) + rules.books_from_kitty - own
    score = score_books_by_hand(contract, own, theirs, (), rules=rules, kept=view.kept.count(True))
    return float(score.made), _margin(view, score.points)


def _whist_margin(view: HandView, hand: int, tricks: int) -> float:
    """The margin of points for odd tricks, given all tricks of a hand's side."""
    seating = view.seating
    sides = seating.sides
    first = sides[seating.chairs[0]]
    taken = [all_tricks(view) - tricks] * 2
    taken[int(sides[hand] != first)] = tricks
    score = score_whist_books(
        (taken[0], taken[1]),
        (0, 0),
        (0, 0),
        rules=view.rules,
        target=first_target(view.rules),
        kept=view.kept.count(True),
    )
    players = range(view.rules.players)
    return _margin(view, [score.points[seating.chair_of(player)] for player in players])


def _margin(view: HandView, points: tuple[int, ...] | list[int]) -> float:
    """Points of the player less the mean points of the players of other sides."""
    sides, own = view.seating.sides, view.player
    others = [each for player, each in enumerate(points) if sides[player] != sides[own]]
    return points[own] - sum(others) / len(others)
