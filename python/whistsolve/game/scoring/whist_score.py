"""Scores of whist without an auction: odd tricks and honours."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from whistsolve._internal.reading import is_instance, read_integer, shown
from whistsolve._internal.shown import Shown
from whistsolve.errors import RulesError, WhistError
from whistsolve.game.hand.setup import first_target
from whistsolve.game.scoring.contract_score import read_kept
from whistsolve.rules import Rules, RulesLike
from whistsolve.rules.sides import partner_of
from whistsolve.values.seats import seat_value

#: The first tricks of a side, which score nothing; tricks beyond them are odd tricks.
BOOK = 6


@dataclass(frozen=True, slots=True)
class WhistScore(Shown):
    """The score of a hand of whist. The first side is the side of seat 0."""

    #: Points of each seat for odd tricks and honours together, equal for partners.
    points: tuple[int, ...]
    #: Points of each side for tricks above six, or for all under ``made_scoring="per_trick"``.
    odd_tricks: tuple[int, int]
    #: Points of each side for honours.
    honours: tuple[int, int]

    def as_dict(self) -> dict[str, object]:
        """The score by name, for JSON, as ``whistsolve score --json`` prints it; ``seats`` label `points`."""
        seats = len(self.points)
        return {
            "seats": [seat_value(seat, seats) for seat in range(seats)],
            "odd_tricks": list(self.odd_tricks),
            "honours": list(self.honours),
            "points": list(self.points),
        }


def score_whist_hand(
    tricks: int | Sequence[int],
    *,
    rules: RulesLike,
    honours: tuple[int, int] = (0, 0),
    scores: tuple[int, int] = (0, 0),
    target: int | None = None,
    kept: int = 0,
) -> WhistScore:
    """The score of one hand of whist whose trump suit was turned up; reneges are not included.

    Source: the seed rules of whist; ``honours_bar_when="start_of_deal"`` and ``honours_three=2`` are rules of
    the Portland Club, 1900. Tricks count before honours. If with their honours both sides would reach the
    target, honours do not count under ``honours_void_if_both_reach``. Raises `RulesError` if the rules are of
    a game with an auction, `WhistError` if tricks, honours or scores cannot be those of a hand.

    ``tricks`` are those of the side of seat 0, of both sides, or of all seats. ``honours`` are how many of A,
    K, Q, J of trumps were dealt to each side, or won by it under ``honours="won"``; they are used if the
    rules score them, those of a side that has to call them only if it did. ``scores`` of each side before the
    hand decide whether they count, and ``target``, by default that of the first game or session. ``kept`` is
    as for `score_hand`.

    Examples
    --------
    >>> from whistsolve.rules import Rules
    >>> score_whist_hand(9, rules=Rules("whist")).points
    (3, 0, 3, 0)
    """
    rules = Rules.of(rules)
    if rules.has_auction:
        raise RulesError(f"game {rules.game!r} has contracts: expected one without an auction, or score_hand")
    first_side = {0, partner_of(0, rules)}
    played = rules.dealt_hand_size
    if isinstance(tricks, Sequence) and not is_instance(tricks, str):
        numbers = [read_integer(number, "tricks", WhistError, 0, played) for number in tricks]
        if len(numbers) not in (2, rules.dealt_hands) or sum(numbers) != played:
            raise WhistError(
                f"tricks {shown(tricks)} are wrong: expected two or four numbers of sum {played}"
            )
        taken = numbers[0] if len(numbers) == 2 else sum(numbers[seat] for seat in first_side)
    else:
        taken = read_integer(tricks, "tricks", WhistError, 0, played)
    before = _read_pair(scores, "scores", None)
    held = _read_pair(honours, "honours", 4)
    if sum(held) > 4:
        raise WhistError(f"honours {shown(honours)} are wrong: expected no more than four in all")
    aim = first_target(rules) if target is None else read_integer(target, "target", WhistError, 1)
    both, doubled = (taken, played - taken), read_kept(kept, rules)
    return score_whist_books(both, held, before, rules=rules, target=aim, kept=doubled)


def score_whist_books(
    taken: tuple[int, int],
    honours: tuple[int, int],
    scores: tuple[int, int],
    *,
    rules: Rules,
    target: int | None,
    kept: int = 0,
) -> WhistScore:
    """As `score_whist_hand`, from the tricks of both sides after penalties.

    In the second session ``honours_bar`` is as far below the target as in the first: this library's reading.
    """
    book = 0 if rules.made_scoring == "per_trick" else BOOK
    odd = (max(taken[0] - book, 0), max(taken[1] - book, 0))
    after = (scores[0] + odd[0], scores[1] + odd[1])
    counted = [0, 0]
    if rules.honours == "won":
        counted = [*honours]
    elif rules.honours:
        bar = math.inf if target is None else target - 1
        if rules.honours_bar != "target_minus_1":
            bar = rules.honours_bar + (target or 0) - (first_target(rules) or 0)
        looked_at = after if rules.honours_bar_when == "after_tricks" else scores
        worth = {3: rules.honours_three, 4: 4}
        counted = [worth.get(honours[side], 0) if looked_at[side] < bar else 0 for side in (0, 1)]
        reach = [target is not None and after[side] + counted[side] >= target for side in (0, 1)]
        if all(reach) and rules.honours_void_if_both_reach:
            counted = [0, 0]
    first_side = {0, partner_of(0, rules)}
    us, them = ((odd[side] * 2**kept, counted[side] * 2**kept) for side in (0, 1))
    points = tuple(sum(us if seat in first_side else them) for seat in range(rules.dealt_hands))
    return WhistScore(points, (us[0], them[0]), (us[1], them[1]))


def _read_pair(pair: object, what: str, highest: int | None) -> tuple[int, int]:
    if not isinstance(pair, Sequence) or isinstance(pair, str) or len(pair) != 2:
        raise WhistError(f"{what} {shown(pair)} are wrong: expected two numbers, one for each side")
    lowest = None if highest is None else 0
    one, other = (read_integer(number, what, WhistError, lowest, highest) for number in pair)
    return one, other
