"""Scores of contracts: bid whist, cutthroat, dummy and double dummy whist."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from whistsolve.arguments import require_rules
from whistsolve.errors import ContractError, RulesError, SeatError, WhistError
from whistsolve.rules import Rules
from whistsolve.rules.sides import declarer_side, plays_with_partners
from whistsolve.values.contracts import Contract
from whistsolve.values.reading import read_integer, read_several, shown
from whistsolve.values.seats import seat_index

__all__ = ["HandScore", "read_kept", "score_books", "score_hand"]

#: Books of a bid-whist hand; all of them are a Boston.
ALL_BOOKS = 13


@dataclass(frozen=True, slots=True)
class HandScore:
    """The score of a contract.

    Attributes
    ----------
    contract : Contract
    books : int
        Books of the declarer's side, the kitty's among them where the rules give it to them.
    needed : int
        Books that the contract needs.
    points : tuple of int
        One for each seat; equal for partners, and 0 for a dummy, which belongs to a player.
    boston : bool
        Whether the declarer's side has all thirteen books; with six players, all there are.
    """

    contract: Contract
    books: int
    needed: int
    points: tuple[int, ...]
    boston: bool

    @property
    def made(self) -> bool:
        """Whether the contract was made."""
        return self.books >= self.needed


def score_hand(
    contract: Contract | str,
    tricks: int | Sequence[int],
    *,
    rules: Rules,
    first_trick: int | str | None = None,
    kept: int = 0,
) -> HandScore:
    """The score of one hand with a contract, reneges apart.

    Parameters
    ----------
    contract : Contract or str
    tricks : int or sequence of int
        Tricks that the declarer's side took at the table, the kitty's book not counted. Where the opponents
        score their tricks too (cutthroat), one number for each seat; partners score those of both.
    rules : Rules
        Of a game with contracts.
    first_trick : int or str, optional
        The winner of the first trick, who has the kitty's book under ``kitty_book="first_trick_winner"``.
    kept : int
        In double dummy whist, how many players play the hand they were dealt: 0, 1 or 2. Each doubles all
        scores.

    Raises
    ------
    RulesError
        Where the rules have no contracts, or score other things than books.
    ContractError
        Where the level cannot be bid under the rules.
    SeatError
        Where the declarer, or the winner of the first trick, is no seat of the table.
    WhistError
        Where the tricks cannot be those of a hand, or `first_trick` is missing.

    Notes
    -----
    Sources: the seed rules of bid whist (its worked scores are tests here), and for other values of options
    the published rules named at the presets. In no-trump under ``nt_multiplier=2`` the odd tricks of the
    opponents are doubled as well; their points for tricks in cutthroat are not, since these do not depend on
    the contract. ``boston_bonus="double"`` applies to the highest bid, the other bonuses to all books taken.

    Examples
    --------
    >>> from whistsolve.rules import Rules
    >>> score_hand("5S+ by N", 11, rules=Rules.preset("bid_whist_seed")).points
    (6, 0, 6, 0)
    """
    if isinstance(contract, str):
        contract = Contract.from_text(contract)
    if not isinstance(contract, Contract):
        raise ContractError(f"contract {shown(contract)} is wrong: expected a contract")
    require_rules(rules)
    if rules.trump_rule != "declared":
        raise RulesError(f"game {rules.game!r} has no contracts: expected a game with an auction")
    if rules.bid_form == "points":
        raise RulesError("bid_form 'points' is not scored: expected bids of books")
    lowest = rules.min_bid
    if not lowest <= contract.level <= rules.max_bid:
        raise ContractError(
            f"level {contract.level} is wrong: expected {lowest} to {rules.max_bid} under these rules"
        )
    seats = rules.dealt_hands
    if contract.declarer >= seats:
        raise SeatError(f"declarer {contract.declarer} is wrong: expected a seat below {seats}")
    sides = _Sides.of(contract.declarer, rules)
    own, by_seat = _read_tricks(tricks, sides, rules)
    if rules.kitty_book != "first_trick_winner":
        own += rules.books_from_kitty
    else:
        winner = _read_first_trick(first_trick, rules)
        own += winner in sides.declarers
        by_seat = [books + (seat == winner) for seat, books in enumerate(by_seat)]
    if by_seat:  # partners score the books of their side
        team_of = [declarer_side(seat, rules, seats) for seat in range(seats)]
        by_seat = [sum(by_seat[other] for other in team) for team in team_of]
    theirs = rules.books - own
    return score_books(contract, own, theirs, by_seat, rules=rules, kept=read_kept(kept, rules))


def score_books(
    contract: Contract, own: int, theirs: int, by_seat: Sequence[int], *, rules: Rules, kept: int = 0
) -> HandScore:
    """The score of a contract from books, after penalties and the kitty's book.

    Parameters
    ----------
    contract : Contract
        With a level and a declarer that the rules allow.
    own, theirs : int
        Books of the declarer's side and of the opponents, the kitty's book among them.
    by_seat : sequence of int
        Books of each seat's side; only those of opponents count, and only under
        ``nonbidders_score="per_trick"``.
    rules : Rules
    kept : int
        As for `score_hand`.
    """
    sides = _Sides.of(contract.declarer, rules)
    needed = contract.level + rules.bid_base
    boston = own == rules.books == rules.boston_books and rules.bid_base > 0
    odd = theirs - rules.bid_base  # of the opponents

    doubled = rules.nt_multiplier if contract.strain.is_no_trump else 1
    others = 0
    if own >= needed:
        ours = _made(contract, own, boston, doubled, rules)
    else:
        lost, gained = contract.level * doubled, max(odd, 0)
        gained *= doubled if rules.nt_doubles == "whole_result" else 1
        ours = -lost if rules.set_scoring in ("bidder_loses", "both", "both_odd") else 0
        if rules.set_scoring in ("opponents_gain", "both"):
            others = lost
        elif rules.set_scoring in ("opponents_odd_tricks", "both_odd"):
            others = gained
    factor = 2**kept
    points = [0] * rules.dealt_hands
    for seat in sides.scoring:
        points[seat] = factor * (ours if seat in sides.declarers else others)
        if rules.nonbidders_score == "per_trick" and seat not in sides.declarers:
            points[seat] += factor * by_seat[seat]
    return HandScore(contract, own, needed, tuple(points), boston)


def _made(contract: Contract, books: int, boston: bool, doubled: int, rules: Rules) -> int:
    """Points of the declarer's side for a contract that was made."""
    if boston and rules.boston_bonus == "fixed_13":
        return ALL_BOOKS * doubled
    if rules.made_scoring == "bid_only":
        value = contract.level * doubled
    else:
        counted = books if rules.made_scoring == "per_trick" else books - rules.bid_base
        beyond = counted - contract.level
        value = contract.level * doubled + beyond * (doubled if rules.nt_doubles == "whole_result" else 1)
    if rules.boston_bonus == "double" and boston and contract.level == rules.max_bid:
        return value * 2
    if rules.boston_bonus == "quadruple" and boston:
        return value * 4
    return value


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


def _read_tricks(tricks: object, sides: _Sides, rules: Rules) -> tuple[int, list[int]]:
    """Tricks of the declarer's side; of every seat too where opponents score theirs."""
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
    return sum(by_seat[seat] for seat in sides.declarers), by_seat


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
