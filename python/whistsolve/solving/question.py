"""From what a caller says to what the engine is asked: sides, order of play, jokers, cards played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NoReturn

from whistsolve import _core
from whistsolve.arguments import read_deal, read_rules
from whistsolve.encoding import deal_to_masks, strain_code
from whistsolve.errors import CardError, DealError, PlayError
from whistsolve.rules import Rules
from whistsolve.rules.sides import declarer_side
from whistsolve.values.cards import Card, Suit
from whistsolve.values.deals import Deal
from whistsolve.values.reading import read_several, shown
from whistsolve.values.seats import seat_index, seat_name
from whistsolve.values.strains import Strain

__all__ = ["EngineGame", "Question"]

_JOKER_KINDS: Final = {
    "must_discard_first_void": 0,
    "free_discard": 0,
    "exchanged": 0,
    "high_no_suit": 1,
    "removed": 2,
}
_JOKER_LEADS: Final = {
    "first_suited_card": 0,
    "free_play": 1,
    "forbidden_unless_only_jokers": 2,
    "leader_names_suit": 3,
}


@dataclass(frozen=True, slots=True)
class EngineGame:
    """Rules at a table of so many hands, as far as solving needs them.

    The engine counts seats in order of play. Where play goes counterclockwise they are the seats of the table
    read backwards.
    """

    rules: Rules
    seats: int

    def turn(self, seat: int) -> int:
        """The place of a seat in order of play, and the other way round."""
        return seat if self.rules.direction_of_play == "clockwise" else -seat % self.seats

    def side(self, declarer: int) -> int:
        """Bits of the turns that are on the declarer's side.

        See `declarer_side`.
        """
        return sum(1 << self.turn(seat) for seat in declarer_side(declarer, self.rules, self.seats))

    def in_turn(self, by_seat: Sequence[int]) -> list[int]:
        """Things of the seats in order of play."""
        return [by_seat[self.turn(turn)] for turn in range(self.seats)]

    @property
    def core_rules(self) -> _core.GameRules:
        """The rules as the engine takes them."""
        return _core.GameRules(
            first_trick_weight=self.rules.first_trick_weight,
            joker_kind=_JOKER_KINDS[self.rules.joker_no_trump],
            joker_lead=_JOKER_LEADS[self.rules.joker_lead_no_trump],
            must_throw=self.rules.joker_no_trump == "must_discard_first_void",
        )

    def check_jokers(self, deal: Deal, strain: Strain) -> None:
        """Where jokers are exchanged before play, none may be left in a no-trump hand.

        Raises
        ------
        DealError
            Names the first seat that holds one.
        """
        if not strain.is_no_trump or self.rules.joker_no_trump != "exchanged":
            return
        for seat, hand in enumerate(deal.hands):
            for card in hand:
                if card.is_joker:
                    raise DealError(
                        f"{seat_name(seat, self.seats)} holds {card} in {strain}: under"
                        " joker_no_trump='exchanged' jokers are given up for discards before the first lead;"
                        " expected the hands after that (exchange_jokers makes them)"
                    )


class Question:
    """One position to be solved, checked and ready for the engine."""

    def __init__(
        self,
        deal: Deal | str,
        strain: Strain | str,
        leader: int | str,
        *,
        declarer: int | str | None = None,
        played: Iterable[Card | str] = (),
        rules: Rules | None = None,
    ) -> None:
        self.deal = read_deal(deal)
        self.game = EngineGame(read_rules(rules), self.deal.seats)
        self.strain = Strain.of(strain)
        self.leader = seat_index(leader, self.deal.seats, "leader")
        self.declarer = self.leader if declarer is None else seat_index(declarer, self.deal.seats, "declarer")
        self.played = _read_played(played, self.deal)
        self.game.check_jokers(self.deal, self.strain)
        trump, ranking = strain_code(self.strain)
        self.problem = _core.Problem(
            self.game.in_turn(deal_to_masks(self.deal)),
            trump,
            ranking,
            self.game.turn(self.leader),
            self.game.side(self.declarer),
            played=[(card.index, -1 if named is None else int(named)) for card, named in self.played],
            rules=self.game.core_rules,
        )

    @property
    def cards_in_play(self) -> int:
        """Cards played from the first lead to the last trick, without jokers that are laid aside."""
        aside = 0
        if self.strain.is_no_trump and self.game.rules.joker_no_trump == "removed":
            aside = min(sum(card.is_joker for card in hand) for hand in self.deal.hands)
        return self.deal.seats * (self.deal.hand_size - aside)

    def explain(self, error: Exception) -> NoReturn:
        """Puts an illegal play that the engine found into words.

        Raises
        ------
        PlayError
            Names the card, its place among those played, the seat, and the rule.
        """
        reason, index, turn, card = error.args
        seat = seat_name(self.game.turn(turn), self.deal.seats)
        what = f"card {index + 1} of those played, {Card.from_index(card)} by {seat}, is not legal"
        why = {
            "game_over": "every card has been played already",
            "not_held": f"{seat} does not hold it (any more); expected a card of {seat}",
            "must_follow": f"{seat} holds cards of the suit led; expected one of them",
            "must_throw": f"{seat} cannot follow and holds a joker; expected the joker",
            "joker_kept_back": f"{seat} holds other cards; expected one of them before the joker",
            "needs_name": "a joker that is led names the suit; expected for example 'BJ:H'",
            "no_name": "only a led joker names a suit, where the rules say so; expected the card alone",
        }[reason]
        raise PlayError(f"{what}: {why}") from None


def _read_played(played: Iterable[Card | str], deal: Deal) -> tuple[tuple[Card, Suit | None], ...]:
    if isinstance(played, str):
        played = played.split()
    if not isinstance(played, Iterable):
        raise PlayError(f"played {shown(played)} is wrong: expected cards in the order of play")
    cards: list[tuple[Card, Suit | None]] = []
    most = deal.seats * deal.hand_size
    for number, card in enumerate(read_several(played, "played", PlayError), 1):
        if number > most:
            raise PlayError(f"more than {most} cards were played: expected at most as many as were dealt")
        try:
            cards.append(_read_play(card))
        except CardError as error:
            raise PlayError(f"card {number} of those played cannot be read: {error}") from None
    return tuple(cards)


def _read_play(card: Card | str) -> tuple[Card, Suit | None]:
    """A card, or a led joker with the suit that it names, as in ``BJ:H``."""
    if isinstance(card, Card):
        return card, None
    if isinstance(card, str) and ":" in card:
        text, _, suit = card.partition(":")
        return Card.from_text(text), Suit.of(suit)
    return Card.from_text(card), None
