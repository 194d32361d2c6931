"""The result of a played hand: penalties, books after them, and points of each player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from whistsolve._internal.shown import Shown
from whistsolve.game.auction.calls import CalledHand, strains_of
from whistsolve.game.hand.acts import Misdeal
from whistsolve.game.hand.setup import Setup
from whistsolve.game.hand.snapshot import CalledRenege, HandSnapshot
from whistsolve.game.scoring.contract_score import HandScore, score_books
from whistsolve.game.scoring.whist_score import WhistScore, score_whist_books
from whistsolve.rules import Penalty, Rules
from whistsolve.values import Contract, Hand, Strain
from whistsolve.values.seats import seat_value


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


@dataclass(frozen=True, slots=True)
class HandResult(Shown):
    """The result of a hand that is over, with its rules, its dealer and the penalties paid."""

    rules: Rules
    dealer: int
    #: The contract; its declarer is a player's number. ``None`` if there was no auction, or no bid. If the
    #: declarer resigned before naming a strain, the contract has the first that the bid allows: no-trump only
    #: if it was bid.
    contract: Contract | None
    #: Tricks won at the table, by hand, including those claimed or left by a resignation.
    tricks: tuple[int, ...]
    #: Books after penalties, including the kitty's, by side as numbered in `Seating.sides`.
    books: tuple[int, ...]
    #: The score without points for penalties: of a contract by player, like ``score_hand(by="hands")``, of
    #: whist by seat of the table; ``None`` if nothing is scored.
    score: HandScore | WhistScore | None
    #: Total points of each player in this hand, including penalties.
    points: tuple[int, ...]
    #: The part of `points` that each player scored for honours, in whist.
    honours: tuple[int, ...] = ()
    #: The score of each player before the hand.
    scores: tuple[int, ...] = ()
    penalties: tuple[PenaltyPaid, ...] = ()
    #: Players of sides whose renege was called correctly.
    revoked: frozenset[int] = frozenset()
    #: Players of the side that loses the game as a penalty.
    loses_game: frozenset[int] = frozenset()
    #: Players who cannot win the game in this hand, since both sides reneged.
    barred: frozenset[int] = frozenset()
    #: Who deals again if the hand is annulled and nothing is scored: ``same_dealer`` or ``next_dealer``;
    #: empty if the hand counts.
    void: Literal["", "same_dealer", "next_dealer"] = ""
    #: The score that ended the game or session when the hand was played; ``None`` if it is not known.
    target: int | None = None
    #: In whist with one dummy, the player whose dummy it was; ``None`` if it is not known.
    partner: int | None = None
    #: The calls and the cards shown; ``None`` without an auction, or if it is not known. Comparisons leave it
    #: out.
    called: CalledHand | None = field(default=None, compare=False, repr=False)

    @property
    def made(self) -> bool | None:
        """Whether the contract was made; ``None`` if there was none."""
        return self.score.made if isinstance(self.score, HandScore) else None

    def as_dict(self) -> dict[str, object]:
        """All attributes except `rules`, `partner` and `called` by name, for JSON, with ``made``.

        Hands and players are ``N E S W`` if there are four and no dummies, otherwise their numbers;
        `revoked`, `loses_game` and `barred` are lists of them. ``seats`` are the players in the order of
        `points`. ``void`` is ``None`` if the hand counts.
        """
        named, players = self._named, range(self.rules.players)
        return {
            "seats": [named(player) for player in players],
            "dealer": named(self.dealer),
            "contract": None if self.contract is None else self.contract.to_text(self.rules.players),
            "tricks": list(self.tricks),
            "books": list(self.books),
            "score": None if self.score is None else self.score.as_dict(),
            "points": list(self.points),
            "honours": list(self.honours),
            "scores": list(self.scores),
            "made": self.made,
            "penalties": [
                {
                    "player": named(paid.called.player),
                    "trick": paid.called.trick,
                    "accused": None if paid.called.accused is None else named(paid.called.accused),
                    "right": paid.called.right,
                    "penalty": str(paid.penalty),
                    "side": paid.side,
                    "other": paid.other,
                    "tricks": paid.tricks,
                    "points": list(paid.points),
                }
                for paid in self.penalties
            ],
            "revoked": [named(player) for player in players if player in self.revoked],
            "loses_game": [named(player) for player in players if player in self.loses_game],
            "barred": [named(player) for player in players if player in self.barred],
            "void": self.void or None,
            "target": self.target,
        }

    def _named(self, hand: int) -> str | int:
        return hand if self.rules.has_dummies else seat_value(hand, self.rules.players)


def result_of(setup: Setup, snapshot: HandSnapshot) -> HandResult:
    """The result of a hand that is over."""
    rules, sides = setup.rules, snapshot.seating.sides
    contract = None
    bidding = None if snapshot.dealt_again is not None else snapshot.auction
    if bidding is not None and bidding.high is not None:
        declarer, bid = bidding.high
        strain = strains_of(bid, rules)[0] if snapshot.strain is None else snapshot.strain
        contract = Contract(bid.level, strain, declarer)
    thrown_in = contract is None and snapshot.strain is None
    taken = [] if thrown_in or snapshot.dealt_again is not None else _books(setup, snapshot)
    zeros = (0,) * rules.players
    nothing = HandResult(
        rules,
        setup.dealer,
        contract,
        snapshot.tricks_won,
        tuple(taken),
        None,
        zeros,
        scores=setup.scores,
        target=setup.target,
        partner=setup.partner,
        called=_called(setup, snapshot),
    )
    if snapshot.dealt_again is not None or thrown_in:
        again: str = rules.all_pass
        if snapshot.dealt_again is not None:
            again = rules.misdeal if isinstance(snapshot.dealt_again, Misdeal) else rules.redeal_dealer
        return replace(nothing, void="same_dealer" if again.endswith("same_dealer") else "next_dealer")
    immune = setup.dummies if rules.dummy_renege_immune else ()
    called = [each for each in snapshot.called if not (each.right and each.accused in immune)]
    revoking = {sides[each.accused] for each in called if each.right and each.accused is not None}
    revoked = _players(snapshot, revoking)
    both = revoking == {0, 1} and len(taken) == 2
    if both and rules.both_sides_revoke == "new_deal":
        return replace(nothing, revoked=revoked, void="same_dealer")
    cancelled = both and rules.both_sides_revoke == "cancel"
    books = list(taken)
    if cancelled:  # only false calls are penalised
        called = [each for each in called if not each.right]
    penalties = _apply_penalties(called, sides, rules, books)
    score: HandScore | WhistScore
    if contract is None:
        by_player, honours, score = _whist_points(setup, snapshot, books)
    else:
        own = sides[contract.declarer]
        # Of several penalties that decide the contract, the first called does.
        decided = [paid.side != own for paid in penalties if paid.penalty.kind == "lose_contract"]
        score = score_books(
            contract,
            books[own],
            sum(books) - books[own],
            [books[side] for side in sides],
            rules=rules,
            by="hands",
            kept=snapshot.kept.count(True),  # only double dummy whist has the choice
            taken=taken[own],
            by_penalty=decided[0] if decided else None,
            resigned=snapshot.resigned_at is not None,
        )
        by_player, honours = list(score.points), zeros
    for paid in penalties:
        for player in range(rules.players):
            if sides[player] == paid.side:
                by_player[player] += paid.points[0]
            elif sides[player] == paid.other:
                by_player[player] += paid.points[1]
    # If both sides would lose the game, the side whose penalty comes first in order of calls loses it.
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


def _apply_penalties(
    calls: Sequence[CalledRenege], sides: Sequence[int], rules: Rules, books: list[int]
) -> tuple[PenaltyPaid, ...]:
    """The penalties of reneges and false calls in the order called; changes `books` of the sides.

    A side loses no more books than it has then. That the other side gains them is this library's reading of
    the seed rules, by which a renege of the defenders would change nothing. The choice follows Portland Club
    1900, law 75.
    """
    choice = Penalty.alternatives(rules.renege_penalty)
    paid = []
    for called in calls:
        own = sides[called.player]
        accused = 1 - own if called.accused is None else sides[called.accused]
        side, other, penalty = own, accused, Penalty.from_text(rules.false_call_penalty)
        if called.right:
            side, other = accused, own
            penalty = choice[0] if called.penalty is None else Penalty.from_text(called.penalty)
        if penalty.kind != "none":
            kind, amount = penalty.kind, penalty.amount
            number = min(amount, books[side]) if kind in ("transfer_tricks", "remove_tricks") else 0
            books[side] -= number
            books[other] += number if kind == "transfer_tricks" else 0
            loses = amount if kind in ("minus_points", "transfer_points") else 0
            gains = amount if kind in ("plus_points_opp", "transfer_points") else 0
            paid.append(PenaltyPaid(called, penalty, side, other, number, (-loses, gains)))
    return tuple(paid)


def _called(setup: Setup, snapshot: HandSnapshot) -> CalledHand | None:
    """The calls, and what everybody can tell of the hands as dealt."""
    if snapshot.auction is None or snapshot.dealt_again is not None:
        return None
    players = range(setup.rules.players)
    hands: tuple[Hand | None, ...] = (None,) * len(players)
    if not any(snapshot.hands) and not snapshot.exchanges:
        dealt = setup.deal.hands
        hands = tuple(dealt[player] | Hand.from_mask(snapshot.added[player]) for player in players)
    return CalledHand(setup.dealer, setup.scores, snapshot.auction.calls, hands)


def _players(snapshot: HandSnapshot, sides: set[int]) -> frozenset[int]:
    """The players whose own hand belongs to one of the given sides."""
    return frozenset(
        player for player in range(len(snapshot.kept)) if snapshot.seating.sides[player] in sides
    )


def _books(setup: Setup, snapshot: HandSnapshot) -> list[int]:
    """Books by side, before penalties."""
    rules, sides = setup.rules, snapshot.seating.sides
    books = [0] * (max(sides) + 1)
    for hand, number in enumerate(snapshot.tricks_won):
        books[sides[hand]] += number
    if rules.kitty_book == "bidder" and snapshot.declarer is not None:
        books[sides[snapshot.declarer]] += 1
    elif rules.kitty_book == "first_trick_winner":
        # If the declarer resigned before the first trick was complete, the opponents get that trick too.
        claimed = snapshot.claimed
        winner = snapshot.tricks[0].winner if snapshot.tricks else claimed.index(max(claimed))
        books[sides[winner]] += 1
    return books


def _whist_points(
    setup: Setup, snapshot: HandSnapshot, books: Sequence[int]
) -> tuple[list[int], tuple[int, ...], WhistScore]:
    """Points of each player, those for honours alone, and the score by seat of the table."""
    rules, seating = setup.rules, snapshot.seating
    first = seating.sides[seating.chairs[0]]
    before = [setup.scores[min(_players(snapshot, {side}))] for side in (first, 1 - first)]
    held = _honours(setup, snapshot)
    score = score_whist_books(
        (books[first], books[1 - first]),
        (held[first], held[1 - first]),
        (before[0], before[1]),
        rules=rules,
        target=setup.target,
        kept=snapshot.kept.count(True),
    )
    players = range(rules.players)
    honours = tuple(score.honours[seating.sides[player] != first] for player in players)
    return [score.points[seating.chair_of(player)] for player in players], honours, score


def _honours(setup: Setup, snapshot: HandSnapshot) -> list[int]:
    """Honours (A K Q J of trumps) that count for each side: dealt to it, or won by it."""
    counted = [0, 0]
    assert snapshot.strain is not None
    if not setup.rules.honours:
        return counted
    sides, hands = snapshot.seating.sides, list(setup.deal.hands)
    if setup.rules.honours == "won":
        hands = [Hand()] * len(hands)
        for trick in snapshot.tricks:
            hands[trick.winner] |= Hand(trick.cards)
        if snapshot.claimed:  # all tricks that were left went to one hand, and so do the cards in them
            taker = snapshot.claimed.index(max(snapshot.claimed))
            hands[taker] |= Hand([played.card for played in snapshot.trick])
            for hand in snapshot.seating.order:
                hands[taker] |= Hand.from_mask(snapshot.hands[hand])
    calling = {sides[player] for player in snapshot.honours_called}
    for hand, cards in enumerate(hands):
        if sides[hand] in calling or not setup.rules.honours_called:
            counted[sides[hand]] += count_honours(cards, snapshot.strain)
    return counted


def count_honours(cards: Hand, strain: Strain) -> int:
    """How many honours are among cards: A K Q J of trumps."""
    trumps = Hand() if strain.is_no_trump else cards.of_suit(strain.trump)
    return sum(card.rank is not None and card.rank > 10 for card in trumps)
