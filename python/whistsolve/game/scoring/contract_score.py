"""Scores of contracts: bid whist, cutthroat, dummy and double dummy whist."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from whistsolve.arguments import require_rules
from whistsolve.errors import ContractError, RulesError, SeatError, WhistError
from whistsolve.game.hand.seating import Seating
from whistsolve.rules import Rules
from whistsolve.rules.sides import declarer_side, plays_with_partners
from whistsolve.values.contracts import Contract
from whistsolve.values.reading import read_integer, read_several, shown
from whistsolve.values.seats import seat_index, seat_value
from whistsolve.values.shown import Shown

__all__ = ["HandScore", "read_kept", "score_books", "score_books_by_hand", "score_hand"]

#: Books of a bid-whist hand; all of them are a Boston.
ALL_BOOKS = 13


@dataclass(frozen=True, slots=True)
class HandScore(Shown):
    """The score of a contract.

    Attributes
    ----------
    contract : Contract
        The declarer is numbered as `points` are.
    books : int
        Books of the declarer's side after penalties, the kitty's among them where the rules give it to them.
    needed : int
        Books that the contract needs.
    points : tuple of int
        One for each seat; equal for partners, and 0 for a dummy, which belongs to a player. Of
        ``score_hand(by="hands")``, and in a `HandResult`, one for each player.
    boston : bool
        Whether the contract was made with all thirteen books (with six players all there are), those lost or
        gained by penalties counted as ``boston_counts_penalties`` says.
    by_penalty : bool or None
        Whether a penalty has the contract made or set, whatever the books; ``None`` where books decide.
    resigned : bool
        Whether the declarer resigned, which sets the contract whatever its books.
    """

    contract: Contract
    books: int
    needed: int
    points: tuple[int, ...]
    boston: bool
    by_penalty: bool | None = None
    resigned: bool = False

    @property
    def made(self) -> bool:
        """Whether the contract was made: by the books, or by a penalty. One that was resigned is set."""
        if self.resigned:
            return False
        return self.books >= self.needed if self.by_penalty is None else self.by_penalty

    def as_dict(self) -> dict[str, object]:
        """The score by name, for JSON, as ``whistsolve score --json`` prints it, with ``made``.

        ``seats`` says whose `points` are whose, and the contract is text with one of them: ``N E S W`` where
        they are four, otherwise numbers.
        """
        seats = len(self.points)
        return {
            "seats": [seat_value(seat, seats) for seat in range(seats)],
            "contract": self.contract.to_text(seats),
            "books": self.books,
            "needed": self.needed,
            "made": self.made,
            "boston": self.boston,
            "points": list(self.points),
        }


def score_hand(
    contract: Contract | str,
    tricks: int | Sequence[int],
    *,
    rules: Rules,
    first_trick: int | str | None = None,
    kept: int = 0,
    by: Literal["seats", "hands"] = "seats",
) -> HandScore:
    """The score of one hand with a contract, reneges apart.

    Seats are those of the table, as the cards lie in play: in dummy whist the dummy is opposite the declarer,
    in double dummy whist where ``seating`` has it. ``by="hands"`` counts as `HandState` does instead: players
    first, then dummies.

    Parameters
    ----------
    contract : Contract or str
    tricks : int or sequence of int
        Tricks that the declarer's side took at the table, the kitty's book not counted. Where the opponents
        score their tricks too (cutthroat), one number for each seat, or each hand; partners score those of
        all of them.
    rules : Rules
        Of a game with contracts.
    first_trick : int or str, optional
        The winner of the first trick, who has the kitty's book under ``kitty_book="first_trick_winner"``.
    kept : int
        In double dummy whist, how many players play the hand they were dealt: 0, 1 or 2. Each doubles all
        scores.
    by : str
        What declarer, `first_trick` and `tricks` count by: ``seats`` of the table, or ``hands`` as in
        `HandState`, where hand 3 is the dummy of dummy whist, and hands 2 and 3 are those of players 0 and 1
        in double dummy whist. By hands, the points are one for each player, as in `HandResult`. Without
        dummies both are the same.

    Raises
    ------
    RulesError
        Where the rules have no contracts.
    ContractError
        Where the level cannot be bid under the rules.
    SeatError
        Where the declarer, or the winner of the first trick, is no seat of the table, or the declarer is a
        dummy of double dummy whist, or by hands any dummy.
    WhistError
        Where the tricks cannot be those of a hand, `first_trick` is missing, or `by` is another word.

    Notes
    -----
    Sources: the seed rules of bid whist (its worked scores are tests here), and for other values of options
    the published rules named at the presets. In no-trump ``nt_multiplier`` applies to the odd tricks of the
    opponents too, unless ``nt_doubles`` leaves them out; it never applies to their points for tricks in
    cutthroat, since these do not depend on the contract. ``boston_bonus="double"`` applies to the highest
    bid, the other bonuses to all books taken.

    Examples
    --------
    >>> from whistsolve.rules import Rules
    >>> score_hand("5S+ by N", 11, rules=Rules.preset("bid_whist")).points
    (6, 0, 6, 0)
    >>> dummy = Rules.preset("dummy")  # where player 2 declares, the dummy is seat 0, and hand 3
    >>> score_hand("5S+ by 2", 9, rules=dummy).points
    (0, 5, 0, 5)
    >>> score_hand("5S+ by 2", 9, rules=dummy, by="hands").points
    (5, 5, 0)
    """
    if not isinstance(by, str) or by not in ("seats", "hands"):
        raise WhistError(f"by {shown(by)} is wrong: expected 'seats' or 'hands'")
    if isinstance(contract, str):
        contract = Contract.from_text(contract)
    if not isinstance(contract, Contract):
        raise ContractError(f"contract {shown(contract)} is wrong: expected a contract")
    require_rules(rules)
    if rules.trump_rule != "declared":
        raise RulesError(f"game {rules.game!r} has no contracts: expected a game with an auction")
    lowest = rules.min_bid
    if not lowest <= contract.level <= rules.max_bid:
        raise ContractError(
            f"level {contract.level} is wrong: expected {lowest} to {rules.max_bid} under these rules"
        )
    numbers = _declarers(contract.declarer, rules, by)
    own, each = _read_tricks(tricks, numbers, rules)
    if rules.kitty_book != "first_trick_winner":
        own += rules.books_from_kitty
    else:
        winner = _read_first_trick(first_trick, rules)
        own += winner in numbers
        each = [books + (number == winner) for number, books in enumerate(each)]
    if each and rules.has_teams:
        each = [
            sum(each[other] for other in declarer_side(seat, rules, rules.players))
            for seat in range(rules.players)
        ]
    score = score_books if by == "seats" else score_books_by_hand
    return score(contract, own, rules.books - own, each, rules=rules, kept=read_kept(kept, rules))


def _declarers(declarer: int, rules: Rules, by: str) -> frozenset[int]:
    """The seats of the declarer's side, or the hands."""
    most = rules.dealt_hands if by == "seats" else rules.players
    if declarer >= most:
        what = "seat" if by == "seats" else "player"
        raise SeatError(f"declarer {declarer} is wrong: expected a {what} below {most}")
    if by == "seats":
        return _Sides.of(declarer, rules).declarers
    sides = Seating.of(rules, declarer).sides
    return frozenset(hand for hand, side in enumerate(sides) if side == sides[declarer])


def score_books(
    contract: Contract,
    own: int,
    theirs: int,
    by_seat: Sequence[int],
    *,
    rules: Rules,
    kept: int = 0,
    taken: int | None = None,
    by_penalty: bool | None = None,
    resigned: bool = False,
) -> HandScore:
    """The score of a contract from books, after penalties and the kitty's book, by seat of the table.

    Parameters
    ----------
    contract : Contract
        With a level and a declarer that the rules allow.
    own, theirs : int
        Books of the declarer's side and of the opponents, the kitty's book among them.
    by_seat : sequence of int
        Books of each seat's side; only those of opponents count, and only under
        ``nonbidders_score="per_trick"`` where there are more than two sides. Two sides score all their books.
    rules : Rules
    kept : int
        As for `score_hand`.
    taken : int, optional
        Books of the declarer's side before penalties; `own` where there were none.
    by_penalty : bool or None
        ``True`` where a penalty has the contract made, at least exactly, ``False`` where it has it set. Books
        beyond those needed, and odd tricks of the opponents, count as they are.
    resigned : bool
        Whether the declarer resigned: the contract is set whatever its books.
    """
    needed = contract.level + rules.bid_base
    score = HandScore(contract, own, needed, (), False, by_penalty, resigned)
    counted = own if taken is None or rules.boston_counts_penalties else taken
    boston = score.made and counted == rules.books == rules.boston_books and rules.bid_base > 0
    times = _Multipliers.of(contract, rules)
    others = 0
    if score.made:
        ours = _made(contract, max(own, needed), boston, times, rules)
    else:
        lost, odd = contract.level * times.lost, max(theirs - rules.bid_base, 0) * times.odd_tricks
        ours = -lost if rules.set_scoring in ("bidder_loses", "both", "both_odd") else 0
        if rules.set_scoring in ("opponents_gain", "both"):
            others = lost
        elif rules.set_scoring in ("opponents_odd_tricks", "both_odd"):
            others = odd
    factor = 2**kept
    two_sides = plays_with_partners(rules, rules.dealt_hands) and rules.teams == 2
    points = [0] * rules.dealt_hands
    sides = _Sides.of(contract.declarer, rules)
    for seat in sides.scoring:
        points[seat] = factor * (ours if seat in sides.declarers else others)
        if rules.nonbidders_score == "per_trick" and seat not in sides.declarers:
            points[seat] += factor * (theirs if two_sides else by_seat[seat])
    return replace(score, points=tuple(points), boston=boston)


def score_books_by_hand(
    contract: Contract,
    own: int,
    theirs: int,
    by_hand: Sequence[int],
    *,
    rules: Rules,
    kept: int = 0,
    taken: int | None = None,
    by_penalty: bool | None = None,
    resigned: bool = False,
) -> HandScore:
    """The same numbered as `HandState` numbers hands: the declarer, `by_hand`, and a score for each player.

    The one place where hands are put on the seats of the table to be scored.
    """
    seating = Seating.of(rules, contract.declarer)
    seated = replace(contract, declarer=seating.chair_of(contract.declarer))
    by_seat = seating.on_chairs(by_hand) if by_hand else by_hand
    score = score_books(
        *(seated, own, theirs, by_seat),
        rules=rules,
        kept=kept,
        taken=taken,
        by_penalty=by_penalty,
        resigned=resigned,
    )
    points = tuple(score.points[seating.chair_of(player)] for player in range(rules.players))
    return replace(score, contract=contract, points=points)


class _Multipliers(NamedTuple):
    """What the parts of a score are multiplied by: by more than one in no-trump alone."""

    #: The number bid and overtricks of a contract made.
    made: int
    overtricks: int
    #: The number bid and the opponents' odd tricks of a contract set.
    lost: int
    odd_tricks: int

    @classmethod
    def of(cls, contract: Contract, rules: Rules) -> _Multipliers:
        times = rules.nt_multiplier if contract.strain.is_no_trump else 1
        if rules.nt_doubles == "bid_only":
            return cls(times, 1, times, 1)
        if rules.nt_doubles == "gain_only":
            return cls(times, times, 1, 1)
        if rules.nt_doubles == "penalty_only":
            return cls(1, 1, times, times)
        return cls(times, times, times, times)


def _made(contract: Contract, books: int, boston: bool, times: _Multipliers, rules: Rules) -> int:
    """Points of the declarer's side for a contract that was made."""
    if boston and rules.boston_bonus == "fixed_13":
        return ALL_BOOKS * times.made
    value = contract.level * times.made
    if rules.made_scoring != "bid_only":
        counted = books if rules.made_scoring == "per_trick" else books - rules.bid_base
        value += (counted - contract.level) * times.overtricks
    if not boston:
        return value
    if isinstance(rules.boston_bonus, int):
        return value + rules.boston_bonus
    if rules.boston_bonus == "double" and contract.level == rules.max_bid:
        return value * 2
    return value * 4 if rules.boston_bonus == "quadruple" else value


@dataclass(frozen=True, slots=True)
class _Sides:
    """Seats of the declarer's side, and seats that score: those of players, not of dummies."""

    declarers: frozenset[int]
    scoring: frozenset[int]

    @classmethod
    def of(cls, declarer: int, rules: Rules) -> _Sides:
        everybody = frozenset(range(rules.dealt_hands))
        declarers = declarer_side(declarer, rules, rules.dealt_hands)
        if not plays_with_partners(rules, rules.dealt_hands):
            # Every seat plays and scores for itself.
            return cls(declarers, everybody)
        if rules.game == "dummy":
            return cls(declarers, everybody - declarers | {declarer})
        if rules.game == "double_dummy":
            # Alternating in order of play: A, B, dummy A, dummy B. Facing: A, dummy B, B, dummy A.
            players = {0, 2} if rules.seating == "facing" else {0, 1}
            if declarer not in players:
                raise SeatError(
                    f"declarer {declarer} is a dummy: expected seat {min(players)} or {max(players)}"
                )
            return cls(declarers, frozenset(players))
        return cls(declarers, everybody)


def _read_tricks(tricks: object, declarers: Collection[int], rules: Rules) -> tuple[int, list[int]]:
    """Tricks of the declarer's side; of every seat, or hand, too where opponents score theirs."""
    each = rules.nonbidders_score == "per_trick"
    played = rules.dealt_hand_size
    if not each and not isinstance(tricks, Sequence):
        return read_integer(tricks, "tricks", WhistError, 0, played), []
    if not isinstance(tricks, Sequence) or isinstance(tricks, str):
        raise WhistError(f"tricks {shown(tricks)} are wrong: expected one for each seat, for all score")
    by_seat = [
        read_integer(number, f"tricks of seat {seat}", WhistError, 0, played)
        for seat, number in enumerate(read_several(tricks, "tricks", WhistError))
    ]
    if len(by_seat) != rules.dealt_hands or sum(by_seat) != played:
        raise WhistError(
            f"tricks {shown(tricks)} are wrong: expected {rules.dealt_hands} numbers with the sum {played}"
        )
    return sum(by_seat[seat] for seat in declarers), by_seat


def _read_first_trick(first_trick: int | str | None, rules: Rules) -> int:
    """The seat that has the kitty's book."""
    if first_trick is None:
        raise WhistError(
            "first_trick is missing: expected who won the first trick, which has the kitty's book under"
            " kitty_book='first_trick_winner'"
        )
    return seat_index(first_trick, rules.dealt_hands, "first_trick")


def read_kept(kept: int, rules: Rules) -> int:
    """How many players of double dummy whist keep the hand they were dealt.

    Raises
    ------
    WhistError
        Where it is not 0, 1 or 2, or not 0 and the rules have no hand option.
    """
    number = read_integer(kept, "kept", WhistError, 0, 2)
    if number and (rules.game != "double_dummy" or rules.hand_option == "off"):
        raise WhistError(f"kept {number} is wrong: expected 0, for these rules have no hand option")
    return number
