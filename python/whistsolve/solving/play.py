"""Play from a position: legal cards, perft, one line of best play; jokers exchanged before the first lead."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from whistsolve import _core
from whistsolve._internal.reading import read_integer, read_several, shortened
from whistsolve._internal.shown import Shown
from whistsolve.cancelling import Cancellation, cancellable
from whistsolve.errors import DealError, NotationError, WhistError
from whistsolve.game.hand.trick_rules import CardPlayed
from whistsolve.rules import Rules, RulesLike
from whistsolve.rules.sides import turn_step
from whistsolve.solving.position import PlayedCard, Position
from whistsolve.solving.solver import Solver
from whistsolve.values import Card, CardLike, Deal, DealLike, Hand, StrainLike, Suit
from whistsolve.values.seats import SeatLike, seat_index, seat_name, seat_value


def legal_cards(
    deal: DealLike,
    strain: StrainLike,
    leader: SeatLike,
    *,
    played: Iterable[CardLike | PlayedCard] = (),
    rules: RulesLike | None = None,
) -> tuple[Card, ...]:
    """The cards that the hand to play may play, in printed order; none after the last card.

    Parameters and errors are those of `solve`.
    """
    return Position.read(deal, strain, leader, played=played, rules=rules).legal_cards()


@cancellable
def perft(
    deal: DealLike,
    strain: StrainLike,
    leader: SeatLike,
    *,
    played: Iterable[CardLike | PlayedCard] = (),
    rules: RulesLike | None = None,
    depth: int | None = None,
    cancel: Cancellation | None = None,
) -> int:
    """Perft: the number of sequences of legal plays from a position, to check the rules of play.

    A sequence has ``depth`` cards, by default all cards left; other parameters and errors are those of
    `solve`. A led joker that names a suit counts once for each suit. Depth 14 of a whole deal takes seconds.
    """
    position = Position.read(deal, strain, leader, played=played, rules=rules)
    left = position.cards_in_play - len(position.played)
    wanted = left if depth is None else read_integer(depth, "depth", WhistError, 0, left)
    with position.problem() as problem:
        return _core.perft(problem, wanted)


def exchange_jokers(
    deal: DealLike,
    declarer: SeatLike,
    *,
    picks: Sequence[CardLike] | None = None,
    seed: int | None = None,
    rules: RulesLike | None = None,
) -> Deal:
    """The deal after jokers are exchanged for discards, as under ``joker_no_trump="exchanged"``.

    Before the first lead of a no-trump hand each holder of a joker, in the order of play after the
    declarer, exchanges it for a card from the discards that is not a joker. The deal has the hands after the
    declarer discarded, and the discards as its kitty, in which the jokers are afterwards. ``picks`` are the
    cards received, in the order of exchange; by default they are drawn blindly with the ``seed``.

    Raises `NotationError` if a pick is not among the discards, or there are not as many as jokers. Raises
    `DealError` if there are more jokers than other discards, or the declarer holds one, who must discard it;
    under ``exchange_bidder_must_bury=False`` it is exchanged, after all others.
    """
    before = Deal.of(deal)
    first = seat_index(declarer, before.seats, "declarer")
    checked_rules = Rules.or_default(rules)
    hands, kitty = list(before.hands), before.kitty or Hand()
    if checked_rules.exchange_bidder_must_bury and hands[first].jokers:
        raise DealError(
            f"{seat_name(first, before.seats)} holds a joker: expected the declarer to have put it into the"
            " discards"
        )
    wanted = None
    if picks is not None:
        wanted = [Card.of(pick) for pick in read_several(picks, "picks", NotationError)]
    draw = random.Random(None if seed is None else read_integer(seed, "seed", WhistError))
    pile, buried = list(kitty - kitty.jokers), list(kitty.jokers)
    step, turns = turn_step(checked_rules), range(1, before.seats + 1)
    seats = [(first + step * turn) % before.seats for turn in turns]
    holders = [(seat, joker) for seat in seats for joker in hands[seat].jokers]
    if wanted is not None and len(wanted) != len(holders):
        expected = f"expected {len(holders)}, one for each joker held"
        raise NotationError(f"there are {len(wanted)} picks: {expected}")
    for number, (seat, joker) in enumerate(holders):
        if not pile:
            raise DealError(f"there is no discard left for {joker} of {seat_name(seat, before.seats)}")
        card = pile[draw.randrange(len(pile))] if wanted is None else wanted[number]
        if card not in pile:
            raise NotationError(
                f"pick {card} is not among the discards: expected one of {', '.join(map(str, pile))}"
            )
        pile.remove(card)
        buried.append(joker)
        hands[seat] = hands[seat] - [joker] | Hand([card])
    return Deal(hands, pile + buried)


@dataclass(frozen=True, slots=True)
class BestLine(Shown):
    """A line of best play of both sides, all hands open; iterating gives its cards."""

    #: Where it begins.
    position: Position
    #: Tricks of the declarer's side from there on, as from `solve`.
    tricks: int
    #: The cards to the end in order, each with ``hand`` (the seat), ``card``, and the suit ``named``.
    cards: tuple[CardPlayed, ...]
    #: Tricks that the declarer's side still wins after each card, including the trick in progress.
    after: tuple[int, ...]

    @classmethod
    def of(cls, position: Position, solver: Solver) -> BestLine:
        """The line from a `Position`; the solver's table keeps what is found for further questions."""
        cards, values, at = [], [], position
        while bounds := solver.bound_cards(at):
            worth = next(iter(bounds.values()))
            equal = [card for card, tricks in bounds.items() if tricks == worth]
            seat, leads = at.seat_of(equal[0]), len(at.played) % at.deal.seats == 0
            best = equal[-1 if leads and seat in at.side else 0]
            played = CardPlayed(seat, best)
            if leads and best.is_joker and at.engine_rules.names_suit(at.strain):
                each = [replace(played, named=suit) for suit in Suit]
                named = [solver.solve_position(at.followed_by(str(suit))).tricks for suit in each]
                played = each[named.index((max if seat in at.side else min)(named))]
            cards.append(played)
            values.append(worth[0])
            at = at.followed_by(str(played))
        return cls(position, values[0] if values else 0, tuple(cards), (*values[1:], 0)[: len(cards)])

    @property
    def by_trick(self) -> tuple[tuple[CardPlayed, ...], ...]:
        """The cards trick by trick; those of a trick in progress are the rest of it."""
        seats = self.position.deal.seats
        ends = range(-len(self.position.played) % seats, len(self.cards) + 1, seats)
        return tuple(self.cards[start:end] for start, end in pairwise(sorted({0, *ends})))

    def refuting(self, claimed: int, left: int) -> tuple[tuple[CardPlayed, ...], ...]:
        """The tricks up to where the declarer's side can no longer win ``claimed`` of the ``left`` tricks."""
        end, tricks = 0, self.by_trick
        for number, trick in enumerate(tricks, 1):
            end += len(trick)
            if self.tricks - self.after[end - 1] + left - number < claimed:
                return tricks[:number]
        return tricks

    def as_dict(self) -> dict[str, object]:
        """Where the line begins, its tricks, and [seat, card, tricks after it] of each card, for JSON."""
        seats = self.position.deal.seats
        return {
            **self.position.as_dict(),
            "tricks": self.tricks,
            "line": [
                [seat_value(each.hand, seats), str(each), after]
                for each, after in zip(self.cards, self.after, strict=True)
            ],
        }

    def __iter__(self) -> Iterator[CardPlayed]:
        return iter(self.cards)

    def __repr__(self) -> str:
        return shortened(f"<BestLine: {self.tricks} tricks, {self}>", 200)

    def __str__(self) -> str:
        seats = self.position.deal.seats
        return line_text(self.by_trick, [seat_name(seat, seats) for seat in range(seats)])


def line_text(tricks: Iterable[Iterable[CardPlayed]], names: Sequence[str]) -> str:
    """Cards with the names of their hands, trick by trick: ``N SA E S3; N S2 E SK``."""
    return "; ".join(" ".join(f"{names[played.hand]} {played}" for played in trick) for trick in tricks)


@cancellable
def best_line(
    deal: DealLike,
    strain: StrainLike,
    leader: SeatLike,
    *,
    declarer: SeatLike | None = None,
    played: Iterable[CardLike | PlayedCard] = (),
    rules: RulesLike | None = None,
    cancel: Cancellation | None = None,
) -> BestLine:
    """One line of best play of both sides from a position to the end, with the value after each card.

    Parameters and errors are those of `solve`. Every card keeps the value. Of equally good cards it has the
    first in the order of `solve_cards`, the cheapest; where the declarer's side leads the last, so that it
    cashes its winners first.

    Examples
    --------
    >>> line = best_line("N:A2... K3... Q4... J5...", "NT+", "N")
    >>> print(line)
    N SA E S3 S S4 W S5; N S2 E SK S SQ W SJ
    >>> line.tricks, line.after
    (1, (1, 1, 1, 0, 0, 0, 0, 0))
    """
    return BestLine.of(Position.read(deal, strain, leader, declarer, played, rules), Solver())
