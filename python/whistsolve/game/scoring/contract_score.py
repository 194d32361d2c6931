"""Scores of contracts: bid whist, cutthroat, dummy and double dummy whist."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from whistsolve._internal.reading import read_choice, read_instance, read_integer, read_several, shown
from whistsolve._internal.shown import Shown
from whistsolve.errors import NotationError, RulesError, WhistError
from whistsolve.game.hand.seating import Seating
from whistsolve.rules import Rules, RulesLike
from whistsolve.rules.sides import declarer_side, plays_with_partners
from whistsolve.values import Contract, ContractLike, SeatLike, seat_index
from whistsolve.values.seats import seat_value

#: Books of a bid-whist hand; all of them are a Boston.
ALL_BOOKS = 13


@dataclass(frozen=True, slots=True)
class HandScore(Shown):
    """The score of a contract."""

    #: The declarer is numbered as `points` are.
    contract: Contract
    #: Books of the declarer's side after penalties, including the kitty's if the rules give it to them.
    books: int
    #: Books that the contract needs.
    needed: int
    #: Points of each seat; equal for partners, and 0 for a dummy, which belongs to a player. From
    #: ``score_hand(by="hands")``, and in a `HandResult`, points of each player.
    points: tuple[int, ...]
    #: Whether the contract was made with all thirteen books (with six players, with all books that there
    #: are). ``boston_counts_penalties`` says whether books lost or gained by penalties count.
    boston: bool
    #: True if a penalty makes the contract whatever the books, False if one sets it; otherwise ``None``.
    by_penalty: bool | None = None
    #: Whether the declarer resigned, which sets the contract whatever its books.
    resigned: bool = False

    @property
    def made(self) -> bool:
        """Whether the contract was made: by the books, or by a penalty. A resigned contract is set."""
        if self.resigned:
            return False
        return self.books >= self.needed if self.by_penalty is None else self.by_penalty

    def as_dict(self) -> dict[str, object]:
        """The score by name, for JSON, as ``whistsolve score --json`` prints it, with ``made``.

        ``seats`` lists the seats in the order of `points`, and the contract is text that names one of them:
        ``N E S W`` if there are four seats, otherwise numbers.
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
    contract: ContractLike,
    tricks: int | Sequence[int],
    *,
    rules: RulesLike | None = None,
    first_trick: SeatLike | None = None,
    kept: int = 0,
    by: Literal["seats", "hands"] = "seats",
    resigned: bool = False,
) -> HandScore:
    """The score of one hand with a contract, without penalties for reneges.

    Seats are those of the table in play: in dummy whist the dummy is opposite the declarer; in double dummy
    whist the rule ``seating`` says where the dummies are.

    Sources: the seed rules of bid whist, and the published rules named at the presets. In no-trump
    ``nt_multiplier`` also applies to the odd tricks of the opponents, unless ``nt_doubles`` leaves them out.
    It never applies to their points for tricks in cutthroat. ``boston_bonus="double"`` applies to the highest
    bid, the other bonuses to all books taken.

    Raises `RulesError` if the rules have no contracts. Raises `NotationError` if the level cannot be bid, or
    if the declarer or the winner of the first trick is no seat, or is a dummy that cannot declare. Raises
    `WhistError` if the tricks cannot be those of a hand, `first_trick` is missing or won none of them, or
    `by` is another value.

    ``tricks`` are those that the declarer's side won at the table, without the kitty's book. If the opponents
    score their tricks too (cutthroat), they are one number for each seat, or for each hand; partners score
    their sum. ``first_trick`` is its winner, who has the book under ``kitty_book="first_trick_winner"``. In
    double dummy whist 0, 1 or 2 players have ``kept`` the hand they were dealt; each doubles all scores. A
    declarer who has ``resigned`` is set whatever the books. ``by`` says how declarer, `first_trick` and
    `tricks` are numbered: by ``seats`` of the table, or by ``hands`` as in `HandState`, with one number of
    points for each player. Without dummies both are the same.

    Examples
    --------
    >>> score_hand("5S+ by N", 11).points
    (6, 0, 6, 0)
    >>> score_hand("5S+ by 2", 9, rules="dummy").points  # the dummy is seat 0, and hand 3
    (0, 5, 0, 5)
    >>> score_hand("5S+ by 2", 9, rules="dummy", by="hands").points
    (5, 5, 0)
    """
    read_choice(by, "by", WhistError, ("seats", "hands"))
    if isinstance(contract, str):
        contract = Contract.from_text(contract)
    read_instance(contract, Contract, "contract", NotationError)
    rules = Rules.or_default(rules)
    if not rules.has_auction:
        raise RulesError(f"game {rules.game!r} has no contracts: expected a game with an auction")
    lowest = rules.min_bid
    if not lowest <= contract.level <= rules.max_bid:
        raise NotationError(
            f"level {contract.level} is wrong: expected {lowest} to {rules.max_bid} under these rules"
        )
    declarer, most = contract.declarer, rules.dealt_hands if by == "seats" else rules.players
    if declarer >= most:
        what = "seat" if by == "seats" else "player"
        raise NotationError(f"declarer {declarer} is wrong: expected a {what} below {most}")
    players = _scoring(declarer, rules, by)
    if declarer not in players:
        raise NotationError(f"declarer {declarer} is a dummy: expected {min(players)} or {max(players)}")
    numbers = _declarers(declarer, rules, by)
    own, each = _read_tricks(tricks, numbers, rules)
    if rules.kitty_book != "first_trick_winner":
        own += rules.books_from_kitty
    else:
        if first_trick is None:
            raise WhistError(
                "first_trick is missing: expected who won the first trick, which has the kitty's book under"
                " kitty_book='first_trick_winner'"
            )
        winner = seat_index(first_trick, rules.dealt_hands, "first_trick")
        if not (each[winner] if each else own if winner in numbers else rules.dealt_hand_size - own):
            raise WhistError(f"first_trick {winner} is wrong: expected a side that won a trick")
        own += winner in numbers
        each = [books + (number == winner) for number, books in enumerate(each)]
    if each and rules.has_teams:
        each = [
            sum(each[other] for other in declarer_side(seat, rules, rules.players))
            for seat in range(rules.players)
        ]
    theirs, doubled = rules.books - own, read_kept(kept, rules)
    return score_books(contract, own, theirs, each, rules=rules, by=by, kept=doubled, resigned=resigned)


def _declarers(declarer: int, rules: Rules, by: str) -> frozenset[int]:
    """The seats of the declarer's side, or its hands if `by` is ``hands``."""
    if by == "seats":
        return declarer_side(declarer, rules, rules.dealt_hands)
    sides = Seating.of(rules, declarer).sides
    return frozenset(hand for hand, side in enumerate(sides) if side == sides[declarer])


def _scoring(declarer: int, rules: Rules, by: str) -> frozenset[int]:
    """The seats or hands that score: those of players, not of dummies."""
    everybody = frozenset(range(rules.dealt_hands))
    if by == "hands":
        return frozenset(range(rules.players))
    if rules.game == "dummy":
        return everybody - declarer_side(declarer, rules, rules.dealt_hands) | {declarer}
    if rules.game == "double_dummy":
        # Alternating in order of play: A, B, dummy A, dummy B. Facing: A, dummy B, B, dummy A.
        return frozenset({0, 2} if rules.seating == "facing" else {0, 1})
    return everybody


def score_books(
    contract: Contract,
    own: int,
    theirs: int,
    each: Sequence[int],
    *,
    rules: Rules,
    by: str = "seats",
    kept: int = 0,
    taken: int | None = None,
    by_penalty: bool | None = None,
    resigned: bool = False,
) -> HandScore:
    """The score of a contract that the rules allow, from books after penalties; see `score_hand`.

    `each` has the books of each seat's (or hand's) side, for opponents who score their tricks. `taken` are
    the declarer's side's before penalties, if there were any. `by_penalty` is as in `HandScore`.
    """
    needed = contract.level + rules.bid_base
    score = HandScore(contract, own, needed, (), False, by_penalty, resigned)
    counted = own if taken is None or rules.boston_counts_penalties else taken
    boston = score.made and counted == rules.books == rules.boston_books and rules.bid_base > 0
    others = 0
    if score.made:
        ours = _made(contract, max(own, needed), boston, rules)
    else:
        times, odd_times = _multipliers(contract, rules, "gain_only")
        lost, odd = contract.level * times, max(theirs - rules.bid_base, 0) * odd_times
        ours = -lost if rules.set_scoring in ("bidder_loses", "both", "both_odd") else 0
        if rules.set_scoring in ("opponents_gain", "both"):
            others = lost
        elif rules.set_scoring in ("opponents_odd_tricks", "both_odd"):
            others = odd
    two_sides = plays_with_partners(rules, rules.dealt_hands) and rules.teams == 2
    declarers = _declarers(contract.declarer, rules, by)
    points = [0] * (rules.players if by == "hands" else rules.dealt_hands)
    for number in _scoring(contract.declarer, rules, by):
        gained = ours if number in declarers else others
        if rules.nonbidders_score == "per_trick" and number not in declarers:
            gained += theirs if two_sides else each[number]
        points[number] = gained * 2**kept
    return replace(score, points=tuple(points), boston=boston)


def _multipliers(contract: Contract, rules: Rules, spared: str) -> tuple[int, int]:
    """Multipliers of the number bid and of further tricks: 1 in suits, or if ``nt_doubles`` is `spared`."""
    times = rules.nt_multiplier if contract.strain.is_no_trump and rules.nt_doubles != spared else 1
    return times, 1 if rules.nt_doubles == "bid_only" else times


def _made(contract: Contract, books: int, boston: bool, rules: Rules) -> int:
    """Points of the declarer's side for a contract that was made."""
    times, overtrick_times = _multipliers(contract, rules, "penalty_only")
    if boston and rules.boston_bonus == "fixed_13":
        return ALL_BOOKS * times
    value = contract.level * times
    if rules.made_scoring != "bid_only":
        counted = books if rules.made_scoring == "per_trick" else books - rules.bid_base
        value += (counted - contract.level) * overtrick_times
    if not boston:
        return value
    if isinstance(rules.boston_bonus, int):
        return value + rules.boston_bonus
    if rules.boston_bonus == "double" and contract.level == rules.max_bid:
        return value * 2
    return value * 4 if rules.boston_bonus == "quadruple" else value


def _read_tricks(tricks: object, declarers: Collection[int], rules: Rules) -> tuple[int, list[int]]:
    """Tricks of the declarer's side, and of every seat or hand if the opponents score their tricks too."""
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


def read_kept(kept: int, rules: Rules) -> int:
    """How many players of double dummy whist keep the hand they were dealt."""
    number = read_integer(kept, "kept", WhistError, 0, 2)
    if number and (rules.game != "double_dummy" or rules.hand_option == "off"):
        raise WhistError(f"kept {number} is wrong: expected 0, for these rules have no hand option")
    return number
