"""`TrickInProgress`: the cards on the table and what one player knows, as questions to the solver."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from whistsolve.cancelling import Cancel, cancellable
from whistsolve.errors import ActError, LayoutError
from whistsolve.game import HandView
from whistsolve.game.hand.trick_rules import CardPlayed, TrickRules
from whistsolve.inference.card_locations import voids_shown_in
from whistsolve.inference.knowledge import Cards, Knowledge
from whistsolve.inference.layouts import Layouts
from whistsolve.rules import Rules
from whistsolve.values.deals import Deal
from whistsolve.values.hands import Hand
from whistsolve.values.reading import read_list, read_several, shown
from whistsolve.values.strains import Strain

__all__ = ["SolverArguments", "TrickInProgress", "hands_before_trick", "rules_of_trick", "without_renege"]


class SolverArguments(TypedDict):
    """Arguments of `solve` and `solve_cards` beside the deal."""

    strain: Strain
    leader: int
    declarer: int
    played: tuple[str, ...]
    rules: Rules


@dataclass(frozen=True, slots=True)
class TrickInProgress:
    """The trick in progress, or the next one, as the solver takes it: what a player knows and is to ask.

    Layouts are of the cards as they lie now, when some hands have played to the trick and some have not; the
    solver takes the hands before the trick, and the cards played to it. `draw` gives such deals, and
    `arguments` all else that `solve` and `solve_cards` are passed::

        trick = TrickInProgress.of_view(view)
        tricks = [solve_cards(deal, **trick.arguments) for deal in trick.draw(20, seed=1)]

    Seats of the deals are numbered clockwise round the table. Dummies lie where they do in play, and hands
    out of play are left out, so that seats may be other numbers than hands: see `hands`.

    Attributes
    ----------
    view : HandView
        Of the player.
    knowledge : Knowledge
        What he knows of the cards as they lie now, and that there is no renege in the trick in progress.
    strain : Strain
    hands : tuple of int
        For each seat of the deals, the number of its hand in the view.
    counted_hand : int
        A hand of the side whose tricks are counted: the declarer's, or in games without an auction the hand
        that plays next.
    """

    view: HandView
    knowledge: Knowledge
    strain: Strain
    hands: tuple[int, ...]
    counted_hand: int

    @classmethod
    def of_view(
        cls, view: HandView, *, knowledge: Knowledge | None = None, deck: Cards | None = None
    ) -> TrickInProgress:
        """The trick in progress of a view.

        Parameters
        ----------
        view : HandView
            Of any player, whether it is his turn or not.
        knowledge : Knowledge, optional
            What he knows besides, made with `Knowledge.of_view`.
        deck : Hand, str or iterable of Card or str, optional
            The cards dealt, for short deals; the deck of the rules where it is left out.

        Raises
        ------
        ActError
            Where it is no view, or not one in which a card is to be played.
        LayoutError
            Where the knowledge is not of the cards of this view, the deck is not what was dealt, or a card on
            the table is certain to be a renege: no solver plays on after that.
        """
        if not isinstance(view, HandView):
            raise ActError(f"view {shown(view)} is wrong: expected a HandView, as HandState.view gives it")
        if view.stage != "play" or view.strain is None or view.hand_to_play is None:
            raise ActError(f"the hand is at the stage {view.stage!r}: expected a card to be played")
        seen = Knowledge.of_view(view, deck=deck) if knowledge is None else knowledge
        if not isinstance(seen, Knowledge) or seen.sizes[: len(view.sizes)] != view.sizes:
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
        """Whether the hand that plays next is of the side whose tricks are counted: the more the better."""
        return self.view.hand_to_play in self.view.seating.side_hands(self.counted_hand)

    @property
    def arguments(self) -> SolverArguments:
        """What `solve` and `solve_cards` are passed after the deal, by name.

        Strain; leader and declarer, seats of the deal; the cards on the table, a led joker with the suit that
        it names; the rules, of which those of the first trick are over once it is. Tricks that they
        count are those from this trick on, it included, of the side of `counted_hand`.
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
    def draw(self, count: int, seed: int | None = None, *, cancel: Cancel | None = None) -> list[Deal]:
        """Deals that agree with all that is known, each as likely as another, as `Layouts.draw`.

        Parameters
        ----------
        count : int
            How many.
        seed : int or None
            The same whole number gives the same deals; ``None`` draws new ones each time.
        cancel : Cancellation or threading.Event, optional
            Ends the call.

        Returns
        -------
        list of Deal
            The hands in play before the trick in progress. Kitty and discards are left out.

        Raises
        ------
        LayoutError, WhistError, CallCancelled
            As for `Layouts.draw`.
        """
        return self.deals(Layouts(self.knowledge).draw(count, seed))

    def deals(self, layouts: NDArray[np.uint64] | Iterable[Sequence[Hand]]) -> list[Deal]:
        """The same of layouts that are there already, such as `Layouts.all` or a `LayoutPosterior` gives.

        Parameters
        ----------
        layouts : ndarray or iterable of sequence of Hand
            What each column of the knowledge holds now: uint64, shape (layouts, columns), or hands.

        Raises
        ------
        LayoutError
            Where a layout has other columns than the knowledge, or is none.
        """
        rows = layouts if isinstance(layouts, np.ndarray) else self._masks(layouts)
        # Row by row: one list of them all takes seconds in which no signal is handled.
        return [Deal(map(Hand.from_mask, row.tolist())) for row in self.with_trick(rows)]

    def with_trick(self, layouts: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Hands in play before the trick: uint64, shape (layouts, seats), from the columns of layouts.

        Raises
        ------
        LayoutError
            Where dtype or shape are others than uint64, (layouts, columns).
        """
        columns = self.knowledge.columns
        if (
            not isinstance(layouts, np.ndarray)
            or layouts.dtype != np.uint64
            or layouts.shape[1:] != (columns,)
        ):
            kind = (
                f"of dtype {layouts.dtype} and shape {layouts.shape}"
                if isinstance(layouts, np.ndarray)
                else shown(layouts)
            )
            raise LayoutError(f"layouts {kind} are wrong: expected uint64 with {columns} columns")
        return hands_before_trick(layouts[:, self.hands], self.hands, self.view.trick)

    def _masks(self, layouts: Iterable[Sequence[Hand]]) -> NDArray[np.uint64]:
        """The same array of layouts given as hands."""
        columns, rows = self.knowledge.columns, []
        for layout in read_several(layouts, "layouts", LayoutError):
            hands = read_list(layout, "hands of a layout", LayoutError, columns)
            if len(hands) != columns:
                raise LayoutError(
                    f"layouts have different numbers of columns: one has {len(hands)}, expected {columns}"
                )
            rows.append([Hand.of(hand).mask for hand in hands])
        return np.array(rows, dtype=np.uint64).reshape(len(rows), columns)


def hands_before_trick(
    hands: NDArray[np.uint64], numbers: Sequence[int], trick: Sequence[CardPlayed]
) -> NDArray[np.uint64]:
    """Hands with the cards that they have played to a trick.

    Parameters
    ----------
    hands : ndarray
        uint64, shape (layouts, seats), as they are now.
    numbers : sequence of int
        The hand of each seat.
    trick : sequence of CardPlayed
        On the table.
    """
    masks: NDArray[np.uint64] = np.ascontiguousarray(hands).copy()
    for played in trick:
        masks[:, numbers.index(played.hand)] |= np.uint64(1 << played.card.index)
    return masks


def rules_of_trick(rules: Rules, tricks: int) -> Rules:
    """The rules of a position that begins after so many tricks: the first may count two, and may be over."""
    if rules.kitty_book == "first_trick_winner" and tricks:
        return rules.with_options(kitty_book="bidder")
    return rules


def without_renege(known: Knowledge, view: HandView) -> Knowledge:
    """What a player knows where the trick in progress has no renege: only such a trick can be played on.

    Raises
    ------
    LayoutError
        Where one of its cards is certain to be a renege.
    """
    if view.rules.renege_mode == "enforce" or view.strain is None:
        return known
    try:
        for hand, cards in voids_shown_in(view.trick, TrickRules(view.rules, view.strain)):
            known = known.without_cards(hand, Hand.from_mask(cards))
    except LayoutError as error:
        raise LayoutError(f"a trick with a renege in it cannot be played on: {error}") from None
    return known
