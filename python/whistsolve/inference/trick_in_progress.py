"""`TrickInProgress`: the cards on the table and what one player knows, as problems for the solver."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.reading import is_instance, read_instance, read_list, read_several, shown
from whistsolve.cancelling import Cancellation, cancellable
from whistsolve.errors import ActError, LayoutError
from whistsolve.game import HandView
from whistsolve.inference.card_locations import voids_shown_in
from whistsolve.inference.knowledge import Cards, Knowledge
from whistsolve.inference.layouts import Layouts
from whistsolve.rules import Rules
from whistsolve.values.deals import Deal
from whistsolve.values.hands import Hand
from whistsolve.values.strains import Strain


class SolverArguments(TypedDict):
    """Arguments of `solve` and `solve_cards` other than the deal."""

    strain: Strain
    leader: int
    declarer: int
    played: tuple[str, ...]
    rules: Rules


@dataclass(frozen=True, slots=True)
class TrickInProgress:
    """The trick in progress, or the next one, and what a player knows, as arguments for the solver.

    A layout has the cards as they lie now, when some hands may already have played to the trick; the solver
    needs the hands before the trick, and the cards played to it. `draw` returns deals of those hands, and
    `arguments` all other arguments of `solve` and `solve_cards`::

        trick = TrickInProgress.of_view(view)
        tricks = [solve_cards(deal, **trick.arguments) for deal in trick.draw(20, seed=1)]

    Seats of the deals are numbered clockwise round the table, dummies in their places, without hands that are
    out of play. A seat of the deals may therefore differ from its hand's number in the view: see `hands`.
    """

    #: The player's view.
    view: HandView
    #: What the player knows of the cards now, assuming that there is no renege in the trick in progress.
    knowledge: Knowledge
    strain: Strain
    #: For each seat of the deals, the number of its hand in the view.
    hands: tuple[int, ...]
    #: A hand of the side whose tricks are counted: the declarer's, or in games without an auction the hand
    #: that plays next.
    counted_hand: int

    @classmethod
    def of_view(
        cls, view: HandView, *, knowledge: Knowledge | None = None, deck: Cards | None = None
    ) -> TrickInProgress:
        """The trick in progress of the view of any player, whether it is their turn or not.

        The knowledge is the player's, by default what `Knowledge.of_view` returns for the view and the deck.

        Raises `ActError` if `view` is not a HandView, or no card is to be played in it. Raises `LayoutError`
        if the knowledge is not about the cards of this view, the deck is not what was dealt, or a card on the
        table is certain to be a renege: the solver cannot continue such a trick.
        """
        read_instance(view, HandView, "view", ActError)
        if view.stage != "play" or view.strain is None or view.hand_to_play is None:
            raise ActError(f"the hand is at the stage {view.stage!r}: expected a card to be played")
        seen = Knowledge.of_view(view, deck=deck) if knowledge is None else knowledge
        if not is_instance(seen, Knowledge) or seen.sizes[: len(view.sizes)] != view.sizes:
            raise LayoutError(
                f"knowledge {shown(knowledge)} is wrong: expected that of hands of {view.sizes} cards, as"
                " Knowledge.of_view(view) makes it"
            )
        counted = view.hand_to_play if view.declarer is None else view.declarer
        return cls(view, without_renege(seen, view), view.strain, view.seating.in_play, counted)

    @property
    def to_play(self) -> int:
        """The seat that plays the next card."""
        assert self.view.hand_to_play is not None
        return self.hands.index(self.view.hand_to_play)

    @property
    def declares(self) -> bool:
        """Whether the hand that plays next is of the side whose tricks are counted, and maximizes them."""
        return self.view.hand_to_play in self.view.seating.side_hands(self.counted_hand)

    @property
    def arguments(self) -> SolverArguments:
        """The keyword arguments of `solve` and `solve_cards` other than the deal.

        The strain; the seats of leader and declarer; the cards on the table, with the suit that a led joker
        names; and the rules, which count a trick as two only if it is the first. The tricks solved for are
        those of `counted_hand`'s side from this trick on, this trick included.
        """
        leader = self.view.leader
        assert leader is not None
        return {
            "strain": self.strain,
            "leader": self.hands.index(leader),
            "declarer": self.hands.index(self.counted_hand),
            "played": tuple(map(str, self.view.trick)),
            "rules": rules_of_trick(self.view.rules, len(self.view.tricks)),
        }

    @cancellable
    def draw(self, count: int, seed: int | None = None, *, cancel: Cancellation | None = None) -> list[Deal]:
        """Deals drawn uniformly among those that the knowledge allows: the hands before the trick.

        Kitty and discards are left out. Parameters and errors are those of `Layouts.draw`.
        """
        return self.deals(Layouts(self.knowledge).draw(count, seed))

    def deals(self, layouts: NDArray[np.uint64] | Iterable[Sequence[Hand]]) -> list[Deal]:
        """The deals of given layouts, such as those of `Layouts.all` or a `LayoutPosterior`.

        A layout has the current cards of each column of the knowledge, as masks (uint64, shape (layouts,
        columns)) or hands; LayoutError if one is not a layout, or its columns are not the knowledge's.
        """
        columns = self.knowledge.columns
        if isinstance(layouts, np.ndarray):
            masks = layouts
        else:
            rows = []
            for layout in read_several(layouts, "layouts", LayoutError):
                hands = read_list(layout, "hands of a layout", LayoutError, columns)
                if len(hands) != columns:
                    raise LayoutError(f"the layout has hands for {len(hands)} columns: expected {columns}")
                rows.append([Hand.of(hand).mask for hand in hands])
            masks = np.array(rows, dtype=np.uint64).reshape(len(rows), columns)
        # Row by row: converting all rows to one list takes seconds in which no signal is handled.
        return [Deal(map(Hand.from_mask, row.tolist())) for row in self.with_trick(masks)]

    def with_trick(self, layouts: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Hands in play before the trick: uint64, shape (layouts, seats), from layouts of the cards now.

        LayoutError unless the layouts are uint64, shape (layouts, columns).
        """
        columns, kind = self.knowledge.columns, ""
        if isinstance(layouts, np.ndarray):
            if layouts.dtype == np.uint64 and layouts.shape[1:] == (columns,):
                hands: NDArray[np.uint64] = layouts[:, self.hands]  # a copy
                for played in self.view.trick:
                    hands[:, self.hands.index(played.hand)] |= np.uint64(1 << played.card.index)
                return np.ascontiguousarray(hands)
            kind = f"of dtype {layouts.dtype} and shape {layouts.shape}"
        raise LayoutError(f"layouts {kind or shown(layouts)} are wrong: expected uint64 of {columns} columns")


def rules_of_trick(rules: Rules, tricks: int) -> Rules:
    """The rules from a position after `tricks` tricks: only the first trick may count two."""
    if rules.kitty_book == "first_trick_winner" and tricks:
        return rules.with_options(kitty_book="bidder")
    return rules


def without_renege(known: Knowledge, view: HandView) -> Knowledge:
    """What a player knows if no card of the trick in progress is a renege, as the solver requires."""
    if view.rules.renege_mode == "enforce" or view.strain is None:
        return known
    try:
        for hand, cards in voids_shown_in(tuple(view.trick), view.rules, view.strain):
            known = known.without_cards(hand, Hand.from_mask(cards))
    except LayoutError as error:
        raise LayoutError(f"a trick in progress with a renege cannot be solved: {error}") from None
    return known
