"""`RandomPlayer`: random legal acts."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Final

from whistsolve._internal.reading import read_integer
from whistsolve.errors import WhistError
from whistsolve.game import Bid, HandView, Pass, Play
from whistsolve.players.player import BasePlayer
from whistsolve.values import Card, Strain, Suit

#: Calls are drawn by this power of a uniform number, so that low ones are more likely: otherwise hardly any
#: contract would be made.
_LOW_CALLS: Final = 4


class RandomPlayer(BasePlayer):
    """A player that draws its acts at random from the legal ones: a baseline for other players.

    Strains, discards, cards and answers to claims are drawn with equal chances. Low calls, beginning with the
    pass, are more likely: the lower half together have a chance of 84 %.

    Parameters
    ----------
    seed : int
        The same seed and the same view give the same act.

    Raises
    ------
    WhistError
        If the seed is not an integer.
    """

    def __init__(self, seed: int = 0) -> None:
        self._seed = read_integer(seed, "seed", WhistError)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(seed={self._seed})"

    def _draw(self, view: HandView) -> random.Random:
        """A generator seeded by the seed and what distinguishes this decision from others."""
        played = " ".join(str(card) for trick in view.tricks for card in trick.cards)
        table = " ".join(map(str, view.trick))
        calls = " ".join(str(call) for _, call in view.calls)
        turn = f"{view.stage} {view.player} {view.hand_to_play} {len(view.claims)} {len(view.exchanges)}"
        return random.Random(f"{self._seed} {turn} {view.hand.mask} {calls} {played} {table}")

    def call(self, view: HandView) -> Bid | Pass:
        """A call, low ones more likely."""
        calls = view.legal_calls
        return calls[int(len(calls) * self._draw(view).random() ** _LOW_CALLS)]

    def name(self, view: HandView) -> Strain:
        """Any strain."""
        return self._draw(view).choice(view.legal_strains)

    def discard(self, view: HandView) -> Iterable[Card]:
        """Any cards, including forced discards."""
        assert view.hand_to_play is not None
        held, forced = view.hands[view.hand_to_play], list(view.forced_discards)
        assert held is not None
        free = [card for card in held if card not in forced]
        return forced + self._draw(view).sample(free, view.discard_number - len(forced))

    def exchange(self, view: HandView) -> Card:
        """Any card."""
        return self._draw(view).choice(view.legal_picks)

    def play(self, view: HandView) -> Play:
        """Any legal card."""
        draw = self._draw(view)
        card = draw.choice(view.legal_cards)
        return Play(card, draw.choice(list(Suit)) if card.is_joker and view.names_suit else None)

    def keep(self, view: HandView) -> bool:
        """Keep or swap, at random."""
        return self._draw(view).random() < 0.5

    def answer(self, view: HandView) -> bool:
        """Accept or contest, at random."""
        return self._draw(view).random() < 0.5
