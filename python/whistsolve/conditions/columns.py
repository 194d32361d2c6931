"""Which cards are dealt to which columns: what seats, cards and kitty in a condition refer to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from whistsolve.arguments import read_rules
from whistsolve.errors import ConditionError, WhistError
from whistsolve.inference.reading import read_sizes
from whistsolve.rules import Rules
from whistsolve.values.cards import Card
from whistsolve.values.hands import Hand
from whistsolve.values.reading import shown
from whistsolve.values.seats import SEAT_LETTERS, seat_index

__all__ = ["KITTY", "Columns"]

#: What the last column is called where cards are left over.
KITTY = "kitty"


@dataclass(frozen=True, slots=True)
class Columns:
    """Hands of some sizes, and perhaps a kitty, dealt from some cards.

    Attributes
    ----------
    rules : Rules
    deck : Hand
        All cards dealt.
    sizes : tuple of int
        How many cards each column gets: hands in seat order, then the kitty where there is one.
    """

    rules: Rules
    deck: Hand
    sizes: tuple[int, ...]

    @classmethod
    def read(
        cls, rules: Rules | None, deck: Hand | str | None = None, sizes: Iterable[int] | None = None
    ) -> Columns:
        """The columns of some rules, or of a short deal.

        Raises
        ------
        RulesError, HandError, CardError, LayoutError
            Where rules, deck or sizes cannot be read.
        ConditionError
            Where the hands differ in size, or hold more or fewer cards than there are.
        """
        game = read_rules(rules)
        cards = game.deck if deck is None else Hand.of(deck)
        read = tuple(read_sizes(sizes, game))
        if sum(read) != len(cards):
            raise ConditionError(
                f"sizes {list(read)} hold {sum(read)} cards and the deck has {len(cards)}: expected as many"
            )
        if not 1 <= read[0] <= 16 or len(set(read[: game.dealt_hands])) > 1:
            raise ConditionError(
                f"hands of {list(read[: game.dealt_hands])} cards are wrong:"
                " expected hands of one size, 1 to 16 cards"
            )
        return cls(game, cards, read if len(read) == game.dealt_hands or read[-1] else read[:-1])

    @property
    def hands(self) -> int:
        """How many columns are hands."""
        return self.rules.dealt_hands

    @property
    def has_kitty(self) -> bool:
        """Whether the last column is the kitty."""
        return len(self.sizes) > self.hands

    @property
    def expected(self) -> str:
        """What may stand for a column, in words."""
        if self.hands == len(SEAT_LETTERS):
            seats = ", ".join(SEAT_LETTERS)
        else:
            seats = f"a seat from 0 to {self.hands - 1}"
        return f"{seats} or {KITTY}" if self.has_kitty else seats

    def column(self, name: str | int) -> int | None:
        """The column of a seat or of the kitty; ``None`` where it is neither."""
        if isinstance(name, str) and name.lower() == KITTY:
            return self.hands if self.has_kitty else None
        try:
            return seat_index(name, self.hands)
        except WhistError:
            return None

    def size_of(self, columns: int) -> int:
        """How many cards some columns, as bits, hold together."""
        return sum(size for column, size in enumerate(self.sizes) if columns >> column & 1)

    def read_cards(self, text: str) -> int:
        """Some cards of the deck as bits: ``SA SK BJ``, or a hand such as ``AK....B``.

        Raises
        ------
        ConditionError
            Where they cannot be read, or are not in the deck.
        """
        try:
            words = text.replace(",", " ").split()
            cards = Hand.from_text(text) if "." in text else Hand([Card.from_text(word) for word in words])
        except WhistError as error:
            raise ConditionError(f"cards {shown(text)} are wrong: {error}") from None
        if not cards:
            raise ConditionError(f"cards {shown(text)} are none: expected cards such as 'SA BJ'")
        for card in cards - self.deck:
            raise ConditionError(f"{card} is not in the deck: expected some of {self.deck}")
        return cards.mask
