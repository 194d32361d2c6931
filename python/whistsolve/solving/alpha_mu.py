"""`alpha_mu`: the value of each card to a player who does not see all hands, over possible layouts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from whistsolve import _core
from whistsolve._internal.arguments import DEFAULT_MEMORY_MB, Limits, Resources
from whistsolve._internal.reading import read_choice, read_flag, read_integer, read_several, shown
from whistsolve.cancelling import Cancellation, cancellable
from whistsolve.encoding import array_to_deals, check_deal_array
from whistsolve.errors import LayoutError, NotationError, WhistError
from whistsolve.rules import RulesLike
from whistsolve.solving.position import PlayedCard, Position
from whistsolve.solving.results import by_preference
from whistsolve.values import Card, CardLike, SeatLike, StrainLike, Suit, seat_index, seat_name
from whistsolve.values.cards import CARDS

#: Maximum number of layouts in one call.
MAX_LAYOUTS: Final = 128
#: Maximum depth: two hands (the player's and a dummy's) of 16 cards each.
_MOST_DEPTH: Final = 32
#: Maximum target: 17 is possible if the first of 16 tricks counts two; 18 is an impossible target.
_MOST_TRICKS: Final = 18


@dataclass(frozen=True, slots=True, eq=False)
class AlphaMuCard:
    """The value of a card to a player who must play the same card in layouts that look the same."""

    card: Card
    #: The suit that a led joker names.
    suit: Suit | None
    #: Probability of making the target, from 0 to 1: the total weight of the layouts in `made`.
    value: float
    #: bool, shape (layouts,): whether the player's best strategy after this card makes the target.
    made: NDArray[np.bool_]
    #: Whether `value` is exact for the requested depth. Otherwise it is an upper bound.
    exact: bool

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AlphaMuCard) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def _values(self) -> tuple[object, ...]:
        return self.card, self.suit, self.value, self.made.tobytes(), self.exact


@dataclass(frozen=True, slots=True)
class AlphaMuValues:
    """The result of `alpha_mu`."""

    #: Every legal card, best first; equally good cards are in the order of `solve_cards`, cheapest first.
    cards: tuple[AlphaMuCard, ...]
    #: The last depth that was completed: less than requested only if the time limit was reached, 0 if none.
    depth: int
    #: Nodes of the double-dummy searches: the number of cards played in them.
    nodes: int

    @property
    def best(self) -> AlphaMuCard | None:
        """The best card; ``None`` when play is over."""
        return self.cards[0] if self.cards else None


@cancellable
def alpha_mu(
    layouts: NDArray[np.uint64],
    strain: StrainLike,
    leader: SeatLike,
    *,
    declarer: SeatLike | None = None,
    played: Iterable[CardLike | PlayedCard] = (),
    target: int,
    depth: int = 2,
    controls: Iterable[SeatLike] | None = None,
    weights: Sequence[float] | NDArray[np.floating] | None = None,
    partner: Literal["ally", "double_dummy"] = "ally",
    best_only: bool = False,
    rules: RulesLike | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    time_limit: float | None = None,
    cancel: Cancellation | None = None,
) -> AlphaMuValues:
    """Each legal card's probability of making a target, for a player who does not see all hands.

    Alpha-mu looks ahead over the player's next `depth` cards, playing the same card in all layouts that look
    the same to the player; only then is each layout solved double dummy. Values never rise with depth. Depth
    1 is perfect-information Monte Carlo (PIMC), which plays as if the player could tell the layouts apart
    later. At the number of the player's cards values are exact, against opponents who see all hands.

    ``layouts`` are uint64, shape (layouts, seats), 1 to 128 layouts: the hands before the first card of
    ``played``, in the form of `whistsolve.encoding.deals_to_array`. ``strain``, ``leader``, ``declarer``,
    ``played``, ``rules`` and ``cancel`` are as for `solve`: the declarer determines which seats form a side,
    and the cards played must be legal in every layout. ``target`` is the number of tricks that the player's
    side is to win from here on, including the trick in progress, 0 to 18: for defenders the number that
    defeats the contract. The first trick counts two if the rules say so.

    ``depth`` is the number of cards to look ahead, 1 to 32: those played from the hands of ``controls``,
    dummies included. These are the seats whose hands the player sees and plays, by default the one to play,
    which must be among them; their hands must be the same in all layouts. ``weights`` of the layouts are
    numbers from 0 on, by default equal. ``partner`` says how an unseen partner, who sees all hands, plays in
    each layout: ``"ally"`` the card that suits the player's strategy best, which is too optimistic;
    ``"double_dummy"`` the cheapest card that still makes the target double dummy.

    With ``best_only`` cards that cannot be best may get only an upper bound, which takes less time.
    ``memory_mb`` is the cap on the transposition tables of all layouts together, in MiB; each has at least
    192 KiB. ``time_limit`` is in seconds, above 0, and exceeded by at most a tenth of a second. If it is
    reached, values are those of the last completed depth, which are upper bounds.

    Raises `DealError` if a row of ``layouts`` is not a deal, or has a joker that should have been exchanged;
    `LayoutError` if there are no layouts or too many, a hand of ``controls`` differs, or the weights are
    wrong; `ActError`, which names the layout, if a card of ``played`` is not legal in it; `NotationError`,
    `RulesError` or `WhistError` if ``controls`` are not seats of one side with the seat to play, or another
    argument cannot be read.

    Notes
    -----
    T. Cazenave and V. Ventos, *The alpha-mu Search Algorithm for the Game of Bridge*, 2019. The same
    arguments give the same result on every machine, unless the time limit was reached.

    Examples
    --------
    Either opponent may hold the queen of spades. PIMC expects to win; the player has to guess.

    >>> from whistsolve.encoding import deals_to_array
    >>> from whistsolve.values.deals import Deal
    >>> texts = ["N:AJ2... Q53... KT4... 76..2.", "N:AJ2... 53..2. KT4... Q76..."]
    >>> layouts = deals_to_array(map(Deal.from_text, texts))
    >>> for depth in (1, 4):
    ...     found = alpha_mu(layouts, "NT+", "N", target=3, depth=depth, controls="NS")
    ...     print(found.best.value)
    1.0
    0.5
    """
    hands = check_deal_array(layouts)
    count, table = hands.shape
    if not 1 <= count <= MAX_LAYOUTS:
        raise LayoutError(f"there are {count} layouts: expected 1 to {MAX_LAYOUTS}")
    deals = array_to_deals(hands)
    position = Position.read(deals[0], strain, leader, declarer, played, rules)
    engine_rules = position.engine_rules
    aim = read_integer(target, "target", WhistError, 0, _MOST_TRICKS)
    ahead = read_integer(depth, "depth", WhistError, 1, _MOST_DEPTH)
    ally = read_choice(partner, "partner", WhistError, ("ally", "double_dummy")) == "ally"
    only_best = read_flag(best_only, "best_only", WhistError)
    shares = _read_weights(weights, count)
    memory = Resources.read(1, memory_mb).memory_bytes
    seconds = Limits.read(time_limit=time_limit).seconds
    for number, deal in enumerate(deals):  # before other checks: errors name the layout
        try:
            engine_rules.check_jokers(deal, position.strain)
            replace(position, deal=deal).legal_cards()
        except WhistError as error:
            raise type(error)(f"layout {number}: {error}") from None
    seats = _read_controls(controls, position)
    for seat in seats:
        for number in np.nonzero(hands[:, seat] != hands[0, seat])[0][:1].tolist():
            raise LayoutError(
                f"layout {number}: the hand of {seat_name(seat, table)} is not that of layout 0: expected the"
                " same cards, since the player sees them"
            )
    with position.problem() as problem:
        found, finished, nodes = _core.alpha_mu(
            problem,
            np.ascontiguousarray(hands[:, engine_rules.turns]),
            weights=shares,
            controls=sum(1 << engine_rules.turn(seat) for seat in seats),
            target=aim,
            depth=ahead,
            best_only=only_best,
            ally=ally,
            table_bytes=memory,
            time_limit=seconds,
        )
    cards = {}
    for index, named, mask, weight, exact in found:
        card, suit = CARDS[index], None if named < 0 else Suit(named)
        made = np.array([mask >> layout & 1 for layout in range(count)], dtype=bool)
        cards[card] = AlphaMuCard(card, suit, min(weight, 1.0), made, exact)
    ordered = [cards[card] for card in by_preference(cards, position.strain)]
    ordered.sort(key=lambda each: (-each.value, not each.exact))
    return AlphaMuValues(tuple(ordered), finished, nodes)


def _read_weights(weights: object, count: int) -> list[float]:
    """The weights of the layouts, scaled to a sum of one; equal weights for ``None``."""
    if weights is None:
        return [1 / count] * count
    try:
        read = np.asarray(weights, dtype=np.float64)
    except (TypeError, ValueError):
        raise LayoutError(f"weights {shown(weights)} are wrong: expected numbers from 0 on") from None
    if read.shape != (count,):
        raise LayoutError(
            f"weights of shape {read.shape} are wrong: expected {(count,)}, one for each layout"
        )
    for bad in np.nonzero(~(np.isfinite(read) & (read >= 0)))[0][:1].tolist():
        raise LayoutError(f"the weight of layout {bad} is {read[bad]}: expected a number from 0 on")
    if not read.max() > 0:
        raise LayoutError("all weights are 0: expected a layout with a greater weight")
    scaled = read / read.max()  # scaled first: the sum of large weights might overflow
    return list((scaled / scaled.sum()).tolist())


def _read_controls(controls: object, position: Position) -> tuple[int, ...]:
    """The checked seats whose cards the player plays: of one side, including the seat to play."""
    table = position.deal.seats
    with position.problem() as problem:
        to_play = position.engine_rules.turn(_core.legal_cards(problem)[0])
    if controls is None:
        return (to_play,)
    if not isinstance(controls, Iterable):
        raise NotationError(f"controls {shown(controls)} are wrong: expected seats, such as ['N', 'S']")
    several = read_several(controls, "controls", NotationError)
    seats = {seat_index(seat, table, "controls") for seat in several}
    if not seats:
        raise NotationError("controls name no seat: expected at least the seat to play")
    names = ", ".join(seat_name(seat, table) for seat in sorted(seats))
    if 0 < len(seats & set(position.side)) < len(seats):
        raise NotationError(f"controls {names} are on both sides: expected seats of one side")
    if to_play not in seats and len(position.played) < position.cards_in_play:
        expected = f"expected {seat_name(to_play, table)} among them, whose turn it is"
        raise NotationError(f"controls {names} are wrong: {expected}")
    return tuple(sorted(seats))
