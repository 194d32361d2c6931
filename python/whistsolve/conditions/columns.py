"""The deck and the columns (hands and kitty) of a deal, to which names in conditions refer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from whistsolve._internal.reading import shown
from whistsolve.errors import DealError, NotationError, WhistError
from whistsolve.inference.reading import read_sizes
from whistsolve.rules import Rules
from whistsolve.values.cards import Card
from whistsolve.values.hands import Hand
from whistsolve.values.seats import SEAT_LETTERS, seat_index

#: Name of the last column if there is a kitty.
KITTY = "kitty"


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a deal: hands in seat order, then the kitty if there is one; their sizes and deck."""

    rules: Rules
    deck: Hand
    sizes: tuple[int, ...]

    @classmethod
    def read(
        cls, rules: Rules | None, deck: Hand | str | None = None, sizes: Iterable[int] | None = None
    ) -> Columns:
        """The columns of a deal under the rules, or of a short deal with this deck and sizes."""
        game = Rules.or_default(rules)
        cards = game.deck if deck is None else Hand.of(deck)
        read = tuple(read_sizes(sizes, game))
        if sum(read) != len(cards):
            raise DealError(
                f"sizes {list(read)} hold {sum(read)} cards and the deck has {len(cards)}: expected that many"
            )
        if not 1 <= read[0] <= 16 or len(set(read[: game.dealt_hands])) > 1:
            raise DealError(
                f"hands of {list(read[: game.dealt_hands])} cards are wrong:"
                " expected hands of one size, 1 to 16 cards"
            )
        return cls(game, cards, read if len(read) == game.dealt_hands or read[-1] else read[:-1])

    @property
    def hands(self) -> int:
        """The number of columns that are hands."""
        return self.rules.dealt_hands

    @property
    def has_kitty(self) -> bool:
        """Whether the last column is the kitty."""
        return len(self.sizes) > self.hands

    @property
    def expected(self) -> str:
        """The valid names of columns, for messages."""
        if self.hands == len(SEAT_LETTERS):
            seats = ", ".join(SEAT_LETTERS)
        else:
            seats = f"a seat from 0 to {self.hands - 1}"
        return f"{seats} or {KITTY}" if self.has_kitty else seats

    def column(self, name: str | int) -> int | None:
        """The column of a seat or of the kitty; ``None`` if the name is neither."""
        if isinstance(name, str) and name.lower() == KITTY:
            return self.hands if self.has_kitty else None
        try:
            return seat_index(name, self.hands)
        except WhistError:
            return None

    def size_of(self, columns: int) -> int:
        """The total number of cards in the given columns (a bit mask)."""
        return sum(size for column, size in enumerate(self.sizes) if columns >> column & 1)

    def read_cards(self, text: str) -> int:
        """Parse cards of the deck, ``SA SK BJ`` or a hand such as ``AK....B``, to a bit mask."""
        try:
            words = text.replace(",", " ").split()
            cards = Hand.from_text(text) if "." in text else Hand([Card.from_text(word) for word in words])
        except WhistError as error:
            raise NotationError(f"cards {shown(text)} are wrong: {error}") from None
        if not cards:
            raise NotationError(f"text {shown(text)} names no card: expected cards such as 'SA BJ'")
        for card in cards - self.deck:
            raise NotationError(f"{card} is not in the deck: expected some of {self.deck}")
        return cards.mask
