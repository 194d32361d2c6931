"""`Position`, a deal in play, and `KittyPosition`, one before the discard: read from arguments, checked."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from whistsolve import _core
from whistsolve._internal.reading import is_instance, read_several, shown
from whistsolve._internal.shown import Brief
from whistsolve.encoding import strain_code
from whistsolve.errors import ActError, DealError, NotationError
from whistsolve.rules import Rules, RulesLike
from whistsolve.rules.sides import declarer_side, partner_of
from whistsolve.solving.engine_rules import EngineRules
from whistsolve.values import Card, CardLike, Deal, DealLike, Hand, Strain, StrainLike, Suit
from whistsolve.values.seats import SeatLike, seat_index, seat_name, seat_value, seats_named_as

#: A card played, and the suit that it names if it is a led joker that names a suit by the rules.
PlayedCard: TypeAlias = tuple[Card, Suit | None]


@dataclass(frozen=True, slots=True)
class Position(Brief):
    """A deal in a strain after the cards ``played``. `read` checks the arguments of public functions.

    ``deal`` has the hands before the first card ``played``. Each card played has the suit that it names as a
    led joker, or ``None``; the engine checks that the cards are legal when it searches the position, but for
    ``reneges``, by place among those played, of which it checks only that they were held.
    ``first_trick`` is whether ``leader`` leads to the first trick of the deal, which may count two. Messages
    use ``seat_names``, in the style (such as letters or words) in which the caller named the leader.
    """

    deal: Deal
    strain: Strain
    leader: int
    declarer: int
    played: tuple[PlayedCard, ...]
    rules: Rules
    first_trick: bool = True
    reneges: frozenset[int] = frozenset()
    seat_names: tuple[str, ...] = field(default=(), compare=False, repr=False)

    @classmethod
    def read(
        cls,
        deal: DealLike,
        strain: StrainLike,
        leader: SeatLike,
        declarer: SeatLike | None = None,
        played: Iterable[CardLike | PlayedCard] = (),
        rules: RulesLike | None = None,
    ) -> Position:
        """A position from the arguments of `solve`."""
        cards = Deal.of(deal)
        seats = cards.seats
        engine_rules = EngineRules.of(Rules.or_default(rules), seats)
        in_strain = Strain.of(strain, engine_rules.rules.only_ranking)
        leads = seat_index(leader, seats, "leader")
        declares = leads if declarer is None else seat_index(declarer, seats, "declarer")
        plays = read_played(played, seats * cards.hand_size)
        engine_rules.check_jokers(cards, in_strain)
        names = _names_as(leader if isinstance(leader, str) else None, seats)
        return cls(cards, in_strain, leads, declares, plays, engine_rules.rules, seat_names=names)

    @property
    def engine_rules(self) -> EngineRules:
        """The engine's rules for the number of hands in the deal."""
        return EngineRules.of(self.rules, self.deal.seats)

    @property
    def side(self) -> tuple[int, ...]:
        """The seats of the declarer's side in ascending order."""
        return tuple(sorted(declarer_side(self.declarer, self.rules, self.deal.seats)))

    def seat_of(self, card: Card) -> int:
        """The seat that held a card of the deal before the first card was played."""
        return next(seat for seat, hand in enumerate(self.deal.hands) if card in hand)

    def after(self, count: int) -> Position:
        """The position after only the first ``count`` of the cards played."""
        return replace(self, played=self.played[:count])

    def followed_by(self, card: CardLike) -> Position:
        """The position after one more card; text such as ``"BJ:H"`` for a led joker that names a suit."""
        return replace(self, played=(*self.played, _read_play(card)))

    def legal_cards(self) -> tuple[Card, ...]:
        """The cards that the hand to play may play, in printed order; none after the last card."""
        with self.problem() as problem:
            _, mask = _core.legal_cards(problem)
        return tuple(Hand.from_mask(mask))

    def as_dict(self) -> dict[str, object]:
        """Deal, strain, seats and the cards played as a dict for JSON."""
        seats = self.deal.seats
        return {
            "deal": str(self.deal),
            "strain": str(self.strain),
            "leader": seat_value(self.leader, seats),
            "declarer": seat_value(self.declarer, seats),
            "played": [str(card) if suit is None else f"{card}:{suit.letter}" for card, suit in self.played],
        }

    def problem(self) -> Position:
        """A context manager that yields the engine's problem, for calls that search the position."""
        return self

    def __enter__(self) -> _core.Problem:
        # Positional arguments: keywords would double the time of this call.
        engine_rules = self.engine_rules
        played: list[tuple[int, int]] = []
        for number, (card, named) in enumerate(self.played):
            code = -2 if number in self.reneges else -1 if named is None else int(named)
            played.append((card.index, code))
        return _core.Problem(
            engine_rules.in_turn([hand.mask for hand in self.deal.hands]),
            *strain_code(self.strain),
            engine_rules.turn(self.leader),
            engine_rules.side(self.declarer),
            played,
            engine_rules.core_rules if self.first_trick else engine_rules.core_rules_later,
        )

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, _core.IllegalPlay):
            raise ActError(self._illegal_play(error)) from None

    @property
    def cards_in_play(self) -> int:
        """The number of cards played in the whole deal, not counting jokers that are laid aside."""
        aside = 0
        if self.strain.is_no_trump and self.rules.joker_no_trump == "removed":
            aside = min(sum(card.is_joker for card in hand) for hand in self.deal.hands)
        return self.deal.seats * (self.deal.hand_size - aside)

    def _illegal_play(self, error: _core.IllegalPlay) -> str:
        """The message for an illegal card of `played`."""
        reason, index, turn, card = error.args
        names = self.seat_names or seats_named_as(None, self.deal.seats)
        seat = names[self.engine_rules.turn(turn)]
        or_joker = " or a joker" if self.strain.is_no_trump and self.rules.joker_any_time else ""
        why = {
            "game_over": "every card has been played already",
            "not_held": f"{seat} does not hold it (any more); expected a card of {seat}",
            "must_follow": f"{seat} holds cards of the suit led; expected one of them{or_joker}",
            "must_throw": f"{seat} cannot follow and holds a joker; expected the joker",
            "joker_kept_back": f"{seat} holds other cards; expected one of them before the joker",
            "needs_name": "a joker that is led names the suit; expected for example 'BJ:H'",
            "no_name": "only a led joker names a suit, where the rules say so; expected the card alone",
        }[reason]
        played = f"card {index + 1} of those played, {Card.from_index(card)} by {seat}"
        return f"{played}, is not legal: {why}"


#: Seats are said in few ways, and names are needed for messages alone.
_names_as = functools.lru_cache(maxsize=64)(seats_named_as)


@dataclass(frozen=True, slots=True)
class KittyPosition(Brief):
    """A deal in a strain in which the ``holder`` takes the kitty and discards as many cards.

    `read` checks the arguments of public functions.
    """

    deal: Deal
    strain: Strain
    declarer: int
    holder: int
    leader: int
    rules: Rules

    @classmethod
    def read(
        cls,
        deal: DealLike,
        strain: StrainLike,
        declarer: SeatLike,
        holder: SeatLike | None = None,
        leader: SeatLike | None = None,
        rules: RulesLike | None = None,
    ) -> KittyPosition:
        """A position from the arguments of `best_discard`."""
        cards = Deal.of(deal)
        seats = cards.seats
        checked_rules = Rules.or_default(rules)
        in_strain = Strain.of(strain, checked_rules.only_ranking)
        declares = seat_index(declarer, seats, "declarer")
        if holder is not None:
            takes = seat_index(holder, seats, "holder")
        else:
            dummy_takes = checked_rules.game == "dummy" and seats == 4
            takes = partner_of(declares, checked_rules) if dummy_takes else declares
        leads = declares if leader is None else seat_index(leader, seats, "leader")
        given = declarer if holder is None else holder
        name = seats_named_as(given if isinstance(given, str) else None, seats)[takes]
        if cards.kitty is None:
            raise DealError(f"the deal has no kitty: expected the cards that {name} takes, after a '|'")
        if takes not in declarer_side(declares, checked_rules, seats):
            raise DealError(f"{name} takes the kitty: expected a hand of the declarer's side")
        return cls(cards, in_strain, declares, takes, leads, checked_rules)

    @property
    def engine_rules(self) -> EngineRules:
        """The engine's rules for the number of hands in the deal."""
        return EngineRules.of(self.rules, self.deal.seats)

    @property
    def holder_name(self) -> str:
        """The name of the holder's seat."""
        return seat_name(self.holder, self.deal.seats)

    def as_dict(self) -> dict[str, object]:
        """Deal, strain and seats as a dict for JSON."""
        seats = self.deal.seats
        return {
            "deal": str(self.deal),
            "strain": str(self.strain),
            "declarer": seat_value(self.declarer, seats),
            "holder": seat_value(self.holder, seats),
            "leader": seat_value(self.leader, seats),
        }

    @property
    def kitty(self) -> Hand:
        """The cards that the holder takes."""
        assert self.deal.kitty is not None
        return self.deal.kitty


def read_played(played: Iterable[CardLike | PlayedCard], most: int) -> tuple[PlayedCard, ...]:
    """The cards played, in order, each with the suit that a led joker names; at most ``most`` cards."""
    if isinstance(played, str):
        played = played.split()
    if isinstance(played, tuple) and not played:
        return ()
    if not isinstance(played, Iterable):
        raise ActError(f"played {shown(played)} is wrong: expected cards in the order of play")
    cards: list[PlayedCard] = []
    for number, card in enumerate(read_several(played, "played", ActError), 1):
        if number > most:
            raise ActError(f"more than {most} cards were played: expected at most as many as were dealt")
        try:
            cards.append(_read_play(card))
        except NotationError as error:
            raise ActError(f"card {number} of those played cannot be read: {error}") from None
    return tuple(cards)


def _read_play(card: CardLike | PlayedCard) -> PlayedCard:
    """One card played; for a led joker the text may name a suit, as in ``BJ:H``."""
    if isinstance(card, Card):
        return card, None
    if isinstance(card, tuple) and len(card) == 2:
        return Card.of(card[0]), None if card[1] is None else Suit.of(card[1])
    if is_instance(card, str) and ":" in card:
        text, _, suit = card.partition(":")
        return Card.from_text(text), Suit.of(suit)
    return Card.from_text(card), None
