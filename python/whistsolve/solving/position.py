"""`Position`: a deal in play, read from a caller's arguments, checked and packed for the engine."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from whistsolve import _core
from whistsolve.arguments import read_deal, read_rules
from whistsolve.encoding import deal_to_masks, strain_code
from whistsolve.errors import CardError, PlayError
from whistsolve.rules import Rules
from whistsolve.rules.sides import declarer_side
from whistsolve.solving.engine_rules import EngineRules
from whistsolve.values.cards import Card, Suit
from whistsolve.values.deals import Deal
from whistsolve.values.hands import Hand
from whistsolve.values.reading import read_several, shown
from whistsolve.values.seats import seat_index, seat_value, seats_named_as
from whistsolve.values.strains import Strain

__all__ = ["PlayedCard", "Position", "read_played"]

#: A card played, and the suit that it names where it is a joker led under rules that have it name one.
PlayedCard: TypeAlias = tuple[Card, Suit | None]


@dataclass(frozen=True, slots=True)
class Position:
    """A deal in a strain after some cards were played. `read` checks the arguments of public functions.

    Attributes
    ----------
    deal : Deal
        The hands before the first of the cards played.
    strain : Strain
    leader : int
        Seat that led, or leads, to the first trick.
    declarer : int
        Seat whose side's tricks are counted.
    played : tuple of (Card, Suit or None)
        In order from the first lead on, each with the suit that a led joker names. The engine checks, when
        the position is searched, that they are legal.
    rules : Rules
    first_trick : bool
        Whether `leader` leads to the first trick of the hand, which may count two; ``False`` where the deal
        is what was left after some tricks.
    seat_names : tuple of str
        How messages call the seats: as the caller named the leader.
    """

    deal: Deal
    strain: Strain
    leader: int
    declarer: int
    played: tuple[PlayedCard, ...]
    rules: Rules
    first_trick: bool = True
    seat_names: tuple[str, ...] = field(default=(), compare=False, repr=False)

    @classmethod
    def read(
        cls,
        deal: Deal | str,
        strain: Strain | str,
        leader: int | str,
        declarer: int | str | None = None,
        played: Iterable[Card | str] = (),
        rules: Rules | None = None,
    ) -> Position:
        """A position from the arguments of `solve`.

        Raises
        ------
        DealError, StrainError, SeatError, RulesError, PlayError
            Where an argument cannot be read, or a joker is left in a no-trump hand under
            ``joker_no_trump="exchanged"``.
        """
        cards = read_deal(deal)
        seats = cards.seats
        engine_rules = EngineRules.of(read_rules(rules), seats)
        in_strain = Strain.of(strain)
        leads = seat_index(leader, seats, "leader")
        declares = leads if declarer is None else seat_index(declarer, seats, "declarer")
        plays = read_played(played, seats * cards.hand_size)
        engine_rules.check_jokers(cards, in_strain)
        names = seats_named_as(leader if isinstance(leader, str) else None, seats)
        return cls(cards, in_strain, leads, declares, plays, engine_rules.rules, seat_names=names)

    @property
    def engine_rules(self) -> EngineRules:
        """The rules at a table of as many hands as the deal has."""
        return EngineRules.of(self.rules, self.deal.seats)

    @property
    def side(self) -> tuple[int, ...]:
        """The seats of the declarer's side, ascending."""
        return tuple(sorted(declarer_side(self.declarer, self.rules, self.deal.seats)))

    def side_was_dealt(self, card: int) -> bool:
        """Whether a hand of the declarer's side held a card, by its index, before the first one played."""
        for seat in declarer_side(self.declarer, self.rules, self.deal.seats):
            if self.deal.hands[seat].mask >> card & 1:
                return True
        return False

    def after(self, count: int) -> Position:
        """The position after the first so many of the cards played."""
        return replace(self, played=self.played[:count])

    def followed_by(self, card: Card | str) -> Position:
        """The position once one more card is played; a led joker with the suit that it names, as text."""
        return replace(self, played=(*self.played, _read_play(card)))

    def legal_cards(self) -> tuple[Card, ...]:
        """The cards that the hand to play may play, in printed order; none after the last card.

        Raises
        ------
        PlayError
            As `problem`.
        """
        with self.problem() as problem:
            _, mask = _core.legal_cards(problem)
        return tuple(Hand.from_mask(mask))

    def as_dict(self) -> dict[str, object]:
        """Deal, strain and seats by name, for JSON; cards that were played have a form for each purpose."""
        seats = self.deal.seats
        return {
            "deal": str(self.deal),
            "strain": str(self.strain),
            "leader": seat_value(self.leader, seats),
            "declarer": seat_value(self.declarer, seats),
        }

    def problem(self) -> _Asking:
        """The position as the engine takes it, for a block of calls that search it.

        Raises
        ------
        PlayError
            Where the engine finds that a card played is not legal: names the card, the seat and the rule.
        """
        return _Asking(self)

    def _core_problem(self) -> _core.Problem:
        # By position: arguments by name cost the binding as much as all else.
        engine_rules = self.engine_rules
        return _core.Problem(
            engine_rules.in_turn(deal_to_masks(self.deal)),
            *strain_code(self.strain),
            engine_rules.turn(self.leader),
            engine_rules.side(self.declarer),
            [(card.index, -1 if named is None else int(named)) for card, named in self.played],
            engine_rules.core_rules if self.first_trick else engine_rules.core_rules_later,
        )

    @property
    def cards_in_play(self) -> int:
        """Cards played from the first lead to the last trick, without jokers that are laid aside."""
        aside = 0
        if self.strain.is_no_trump and self.rules.joker_no_trump == "removed":
            aside = min(sum(card.is_joker for card in hand) for hand in self.deal.hands)
        return self.deal.seats * (self.deal.hand_size - aside)

    def _illegal_play(self, error: _core.IllegalPlay) -> str:
        """The message for an illegal card among those played."""
        reason, index, turn, card = error.args
        names = self.seat_names or seats_named_as(None, self.deal.seats)
        seat = names[self.engine_rules.turn(turn)]
        what = f"card {index + 1} of those played, {Card.from_index(card)} by {seat}, is not legal"
        at_any_time = self.strain.is_no_trump and self.rules.joker_any_time
        or_joker = " or a joker" if at_any_time else ""
        why = {
            "game_over": "every card has been played already",
            "not_held": f"{seat} does not hold it (any more); expected a card of {seat}",
            "must_follow": f"{seat} holds cards of the suit led; expected one of them{or_joker}",
            "must_throw": f"{seat} cannot follow and holds a joker; expected the joker",
            "joker_kept_back": f"{seat} holds other cards; expected one of them before the joker",
            "needs_name": "a joker that is led names the suit; expected for example 'BJ:H'",
            "no_name": "only a led joker names a suit, where the rules say so; expected the card alone",
        }[reason]
        return f"{what}: {why}"


class _Asking:
    """A block of calls that search a position: what the engine says of an illegal card, it says in words."""

    __slots__ = ("_position",)

    def __init__(self, position: Position) -> None:
        self._position = position

    def __enter__(self) -> _core.Problem:
        return self._position._core_problem()

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, _core.IllegalPlay):
            raise PlayError(self._position._illegal_play(error)) from None


def read_played(played: Iterable[Card | str], most: int) -> tuple[PlayedCard, ...]:
    """Cards in the order of play, each with the suit that a led joker names.

    Raises
    ------
    PlayError
        Where one cannot be read, or there are more than `most`, the cards dealt.
    """
    if isinstance(played, str):
        played = played.split()
    if isinstance(played, tuple) and not played:
        return ()
    if not isinstance(played, Iterable):
        raise PlayError(f"played {shown(played)} is wrong: expected cards in the order of play")
    cards: list[PlayedCard] = []
    for number, card in enumerate(read_several(played, "played", PlayError), 1):
        if number > most:
            raise PlayError(f"more than {most} cards were played: expected at most as many as were dealt")
        try:
            cards.append(_read_play(card))
        except CardError as error:
            raise PlayError(f"card {number} of those played cannot be read: {error}") from None
    return tuple(cards)


def _read_play(card: Card | str) -> PlayedCard:
    """A card, or a led joker with the suit that it names, as in ``BJ:H``."""
    if isinstance(card, Card):
        return card, None
    if isinstance(card, str) and ":" in card:
        text, _, suit = card.partition(":")
        return Card.from_text(text), Suit.of(suit)
    return Card.from_text(card), None
