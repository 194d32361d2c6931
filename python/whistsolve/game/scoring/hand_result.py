"""The result of a played hand: books after penalties, and points of each player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from whistsolve.game.hand.setup import Setup
from whistsolve.game.hand.snapshot import CalledRenege, HandSnapshot
from whistsolve.game.scoring.contract_score import HandScore, score_books
from whistsolve.game.scoring.whist_score import WhistScore, score_whist_books
from whistsolve.rules import Penalty, Rules
from whistsolve.values.cards import Card
from whistsolve.values.contracts import Contract

__all__ = ["HandResult", "PenaltyPaid", "result_of"]

_HONOURS = (14, 13, 12, 11)


@dataclass(frozen=True, slots=True)
class PenaltyPaid:
    """The penalty for a renege or a false call, as it was applied.

    Attributes
    ----------
    called : CalledRenege
    penalty : Penalty
        The penalty of the rules.
    side, other : int
        Indices of the side that pays and of the side that gains.
    tricks : int
        Books lost, no more than the side had.
    points : tuple of int
        Points of the paying and of the gaining side.
    """

    called: CalledRenege
    penalty: Penalty
    side: int
    other: int
    tricks: int
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class HandResult:
    """The result of a hand that is over.

    Attributes
    ----------
    rules : Rules
    dealer : int
    contract : Contract or None
        With the number of the player who is declarer. ``None`` where there was no auction, or no bid.
    tricks : tuple of int
        Tricks won at the table, by hand.
    books : tuple of int
        After penalties and with the kitty's, by side in the order of `Seating.sides`: that of hand 0 first.
    score : HandScore, WhistScore or None
        As the chairs of the table have it, points for penalties apart; ``None`` where nothing is scored.
    points : tuple of int
        One for each player, everything counted.
    honours : tuple of int
        Of these, what each player scored for honours, in whist.
    scores : tuple of int
        Of each player before the hand.
    penalties : tuple of PenaltyPaid
    revoked : frozenset of int
        Players of sides whose renege was called rightly.
    loses_game : frozenset of int
        Players of the side that loses the game as a penalty.
    barred : frozenset of int
        Players who cannot win the game in this hand, since both sides reneged.
    void : str
        Where nothing is scored and the cards are dealt again, who deals: ``same_dealer`` or ``next_dealer``;
        empty where the hand counts.
    """

    rules: Rules
    dealer: int
    contract: Contract | None
    tricks: tuple[int, ...]
    books: tuple[int, ...]
    score: HandScore | WhistScore | None
    points: tuple[int, ...]
    honours: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    penalties: tuple[PenaltyPaid, ...] = ()
    revoked: frozenset[int] = frozenset()
    loses_game: frozenset[int] = frozenset()
    barred: frozenset[int] = frozenset()
    void: Literal["", "same_dealer", "next_dealer"] = ""

    @property
    def made(self) -> bool | None:
        """Whether the contract was made; ``None`` where there was none."""
        return self.score.made if isinstance(self.score, HandScore) else None


def result_of(setup: Setup, snapshot: HandSnapshot) -> HandResult:
    """The result of a hand that is over."""
    rules, seating = setup.rules, snapshot.seating
    contract = None
    if snapshot.strain is not None and snapshot.auction is not None and snapshot.auction.high is not None:
        declarer, bid = snapshot.auction.high
        contract = Contract(bid.level, snapshot.strain, declarer)
    books = () if snapshot.strain is None else _books(setup, snapshot)
    nothing = HandResult(
        *(rules, setup.dealer, contract, snapshot.tricks_won, tuple(books), None, (0,) * rules.players),
        scores=setup.scores,
    )
    if snapshot.strain is None:  # thrown in
        same = rules.all_pass == "redeal_same_dealer"
        return replace(nothing, void="same_dealer" if same else "next_dealer")
    revoking = {
        seating.sides[called.accused]
        for called in snapshot.called
        if called.right and called.accused is not None and not _immune(setup, called)
    }
    revoked = _players(snapshot, revoking)
    both = revoking == {0, 1} and len(books) == 2
    if both and rules.both_sides_revoke == "new_deal":
        return replace(nothing, revoked=revoked, void="same_dealer")
    cancelled = both and rules.both_sides_revoke == "cancel"
    books = list(books)
    penalties = _penalties(setup, snapshot, books, cancelled)
    by_player, honours, score = _points(setup, snapshot, books, contract)
    for paid in penalties:
        for player in range(rules.players):
            if seating.sides[player] == paid.side:
                by_player[player] += paid.points[0]
            elif seating.sides[player] == paid.other:
                by_player[player] += paid.points[1]
    # Where both sides would lose the game, the side that was called first loses it.
    losing = [paid.side for paid in penalties if paid.penalty.kind == "lose_game"][:1]
    return replace(
        nothing,
        books=tuple(books),
        score=score,
        points=tuple(by_player),
        honours=honours,
        penalties=penalties,
        revoked=revoked,
        loses_game=_players(snapshot, set(losing)),
        barred=revoked if cancelled else frozenset(),
    )


def _players(snapshot: HandSnapshot, sides: set[int]) -> frozenset[int]:
    """The players whose own hand belongs to one of some sides."""
    return frozenset(
        player for player in range(len(snapshot.kept)) if snapshot.seating.sides[player] in sides
    )


def _immune(setup: Setup, called: CalledRenege) -> bool:
    return setup.rules.dummy_renege_immune and called.accused in setup.dummies


def _books(setup: Setup, snapshot: HandSnapshot) -> list[int]:
    """Books by side, before penalties."""
    rules, sides = setup.rules, snapshot.seating.sides
    books = [0] * (max(sides) + 1)
    for hand, number in enumerate(snapshot.tricks_won):
        books[sides[hand]] += number
    if rules.kitty_book == "bidder" and snapshot.declarer is not None:
        books[sides[snapshot.declarer]] += 1
    elif rules.kitty_book == "first_trick_winner" and snapshot.tricks:
        books[sides[snapshot.tricks[0].winner]] += 1
    return books


def _penalties(
    setup: Setup, snapshot: HandSnapshot, books: list[int], cancelled: bool
) -> tuple[PenaltyPaid, ...]:
    """Apply the penalties of reneges and false calls in the order called; changes `books`.

    A side loses no more books than it has at that point, the kitty's among them. Source: seed rules of bid
    whist (three books, also for a false call). That the other side gains them is this library's reading:
    otherwise a renege of the defenders would change nothing.
    """
    rules, sides = setup.rules, snapshot.seating.sides
    paid = []
    for called in snapshot.called:
        own = sides[called.player]
        if called.right:
            assert called.accused is not None
            if cancelled or _immune(setup, called):
                continue
            penalty, side, other = Penalty.from_text(rules.renege_penalty), sides[called.accused], own
        else:
            accused = 1 - own if called.accused is None else sides[called.accused]
            penalty, side, other = Penalty.from_text(rules.false_call_penalty), own, accused
        number, points = 0, (0, 0)
        if penalty.kind in ("transfer_tricks", "remove_tricks"):
            number = min(penalty.amount, books[side])
            books[side] -= number
            books[other] += number if penalty.kind == "transfer_tricks" else 0
        elif penalty.kind == "minus_points":
            points = (-penalty.amount, 0)
        elif penalty.kind == "plus_points_opp":
            points = (0, penalty.amount)
        if penalty.kind != "none":
            paid.append(PenaltyPaid(called, penalty, side, other, number, points))
    return tuple(paid)


def _points(
    setup: Setup, snapshot: HandSnapshot, books: Sequence[int], contract: Contract | None
) -> tuple[list[int], tuple[int, ...], HandScore | WhistScore]:
    """Points of each player, those for honours among them, and the score on the chairs of the table."""
    rules, seating = setup.rules, snapshot.seating
    score: HandScore | WhistScore
    kept = snapshot.kept.count(True)  # only double dummy whist has the choice
    if contract is None:
        first = seating.sides[seating.chairs[0]]
        pair = (books[first], books[1 - first])
        before = [setup.scores[_player_of(snapshot, side)] for side in (first, 1 - first)]
        held = _honours(setup, snapshot)
        score = score_whist_books(
            pair,
            (held[first], held[1 - first]),
            (before[0], before[1]),
            rules=rules,
            target=setup.target,
            kept=kept,
        )
    else:
        declarers = seating.sides[contract.declarer]
        theirs = sum(number for side, number in enumerate(books) if side != declarers)
        chair = seating.chair_of(contract.declarer)
        by_seat = [books[seating.sides[hand]] for hand in seating.chairs]
        score = score_books(
            Contract(contract.level, contract.strain, chair),
            books[declarers],
            theirs,
            by_seat,
            rules=rules,
            kept=kept,
        )
    chairs = [seating.chair_of(player) for player in range(rules.players)]
    if isinstance(score, HandScore):
        return [score.points[chair] for chair in chairs], (0,) * rules.players, score
    first = seating.sides[seating.chairs[0]]
    honours = tuple(score.honours[seating.sides[player] != first] for player in range(rules.players))
    return [score.points[chair] for chair in chairs], honours, score


def _player_of(snapshot: HandSnapshot, side: int) -> int:
    """A player of a side."""
    return next(player for player in range(len(snapshot.kept)) if snapshot.seating.sides[player] == side)


def _honours(setup: Setup, snapshot: HandSnapshot) -> list[int]:
    """Honours (A K Q J of trumps) dealt to each side."""
    counted = [0, 0]
    assert snapshot.strain is not None
    for hand, cards in enumerate(setup.deal.hands):
        for card in cards:
            counted[snapshot.seating.sides[hand]] += _is_honour(card, snapshot.strain.trump)
    return counted


def _is_honour(card: Card, trump: str) -> bool:
    return card.suit is not None and card.suit.letter == trump and card.rank in _HONOURS
