"""`alpha_mu`: the value of each card to a player who does not see all hands, over layouts of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from whistsolve import _core
from whistsolve.arguments import DEFAULT_MEMORY_MB, Limits, Resources
from whistsolve.cancelling import Cancel, cancellable
from whistsolve.encoding import array_to_deals, check_deal_array
from whistsolve.errors import LayoutError, SeatError, WhistError
from whistsolve.rules import Rules
from whistsolve.rules.sides import declarer_side
from whistsolve.solving.position import Position
from whistsolve.solving.preference import by_preference
from whistsolve.values.cards import CARDS, Card, Suit
from whistsolve.values.reading import read_integer, read_several, shown
from whistsolve.values.seats import seat_index, seat_name
from whistsolve.values.strains import Strain

__all__ = ["MAX_LAYOUTS", "AlphaMuCard", "AlphaMuValues", "alpha_mu"]

#: The most layouts of one question.
MAX_LAYOUTS: Final = 64
#: No player has more cards to look ahead: two hands of sixteen.
_MOST_DEPTH: Final = 32
#: One more than sixteen tricks the first of which counts two: a target that cannot be made is still one.
_MOST_TRICKS: Final = 18


@dataclass(frozen=True, slots=True, eq=False)
class AlphaMuCard:
    """What a card is worth to a player who must play the same wherever he has seen the same.

    Attributes
    ----------
    card : Card
    suit : Suit or None
        The suit to name, where the card is a joker that is led and names one.
    value : float
        The chance that the target is made, from 0 to 1: the weight of `made`.
    made : ndarray
        bool, shape (layouts,): where the target is made by the player's best strategy after this card.
    exact : bool
        Whether `value` is that of the depth asked. Otherwise it is an upper bound.
    """

    card: Card
    suit: Suit | None
    value: float
    made: NDArray[np.bool_]
    exact: bool


@dataclass(frozen=True, slots=True)
class AlphaMuValues:
    """The answer of `alpha_mu`.

    Attributes
    ----------
    cards : tuple of AlphaMuCard
        Every legal card, best first; of equally good ones the cheapest first, as for `solve_cards`.
    depth : int
        The last depth that was finished; less than the depth asked only where the time was over, and 0
        where it was over at once.
    nodes : int
        Nodes of the double-dummy searches: cards played in them.
    """

    cards: tuple[AlphaMuCard, ...]
    depth: int
    nodes: int

    @property
    def best(self) -> AlphaMuCard | None:
        """The best card; ``None`` when play is over."""
        return self.cards[0] if self.cards else None


@cancellable
def alpha_mu(
    layouts: NDArray[np.uint64],
    strain: Strain | str,
    leader: int | str,
    *,
    declarer: int | str | None = None,
    played: Iterable[Card | str] = (),
    target: int,
    depth: int = 2,
    controls: Iterable[int | str] | None = None,
    weights: Sequence[float] | NDArray[np.floating] | None = None,
    partner: Literal["ally", "double_dummy"] = "ally",
    best_only: bool = False,
    rules: Rules | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> AlphaMuValues:
    """The chance of each legal card to make a target, for a player who does not see all hands.

    Perfect-information Monte Carlo (PIMC) solves each layout for itself, as if the player could tell them
    apart later (strategy fusion). Here some of his own cards are looked ahead, and he must play the same card
    in all layouts in which he has seen the same; only then is each layout solved double dummy. Values never
    rise with depth. Depth 1 is PIMC; as deep as the player has cards, the value is exact for these layouts
    and rivals who see all hands.

    Parameters
    ----------
    layouts : ndarray
        uint64, shape (layouts, seats), 1 to 64 layouts: hands before the first of the cards played, as
        `whistsolve.encoding.deals_to_array` makes them. The cards of `controls` are the same in all.
    strain : Strain or str
    leader : int or str
        Seat that led, or leads, to the first trick.
    declarer : int or str, optional
        Says which seats are a side; the leader where it is left out.
    played : iterable of Card or str, optional
        Cards played so far, legal in every layout. A led joker may name a suit: ``BJ:H``.
    target : int
        Tricks that the side of the player is to take from here on, the trick in progress included, 0 to 18;
        to defeat a contract, what defenders need. Where the first trick of the deal counts two, so it does
        here.
    depth : int
        Cards of `controls` to look ahead, 1 to 32; a dummy's cards count too.
    controls : iterable of int or str, optional
        Seats that the player plays for and sees, the one to play among them: his own and a dummy's. The seat
        to play where it is left out.
    weights : sequence of float, optional
        Of the layouts, 0 or more; all equal where they are left out.
    partner : str
        How a partner plays whose hand the player does not see; both see all hands. ``"ally"``: in each layout
        as suits the player's strategy best. That flatters their side, for such a partner tells by his cards
        how the others lie, and little of strategy fusion is mended. ``"double_dummy"``: in each layout the
        cheapest card after which the target is still made double dummy.
    best_only : bool
        Whether cards that cannot be best may be left with an upper bound, which takes less time.
    rules : Rules, optional
        As for `solve`.
    memory_mb : int
        Cap on the tables of all layouts together, in MiB; each has 192 KiB at least.
    time_limit : float, optional
        Seconds, above 0, within a tenth of a second. Values are then those of the last depth finished, and
        upper bounds.
    cancel : Cancellation or threading.Event, optional
        Ends the call within a tenth of a second, see `Cancellation`.

    Returns
    -------
    AlphaMuValues

    Raises
    ------
    DealError
        Where a row of layouts is no deal, or has a joker that should have been exchanged.
    LayoutError
        Where there are no layouts or too many, or one has another hand at a seat of `controls`; weights that
        are wrong.
    PlayError
        Where a card played is not legal in a layout: names the layout.
    SeatError
        Where there is no such seat, `controls` are not of one side, or the seat to play is not among them.
    StrainError, RulesError, WhistError
        Where another argument cannot be read.
    CallCancelled
        Where `cancel` ended it.

    Notes
    -----
    T. Cazenave and V. Ventos, *The alpha-mu Search Algorithm for the Game of Bridge*, 2019. The same question
    has the same answer on every machine, unless its time was over.

    Examples
    --------
    The queen of spades lies with either rival. PIMC plays on, since in each layout it knows the finesse that
    wins; in truth it is a guess.

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
    if not 1 <= len(hands) <= MAX_LAYOUTS:
        raise LayoutError(f"there are {len(hands)} layouts: expected 1 to {MAX_LAYOUTS}")
    position = Position.read(array_to_deals(hands[:1])[0], strain, leader, declarer, played, rules)
    aim = read_integer(target, "target", WhistError, 0, _MOST_TRICKS)
    ahead = read_integer(depth, "depth", WhistError, 1, _MOST_DEPTH)
    if partner not in ("ally", "double_dummy"):
        raise WhistError(f"partner {shown(partner)} is wrong: expected 'ally' or 'double_dummy'")
    if not isinstance(best_only, bool):
        raise WhistError(f"best_only {shown(best_only)} is wrong: expected True or False")
    shares = _read_weights(weights, len(hands))
    memory = Resources.read(1, memory_mb).memory_bytes
    seconds = Limits.read(time_limit=time_limit).seconds
    deals = array_to_deals(hands)
    for number, deal in enumerate(deals):  # before the hands are compared: an error of a layout names it
        _check_layout(replace(position, deal=deal), number)
    seats = _read_controls(controls, position)
    _check_seen(hands, seats)
    engine_rules = position.engine_rules
    with position.problem() as problem:
        found, finished, nodes = _core.alpha_mu(
            problem,
            np.ascontiguousarray(hands[:, [engine_rules.turn(turn) for turn in range(engine_rules.seats)]]),
            weights=shares,
            controls=sum(1 << engine_rules.turn(seat) for seat in seats),
            target=aim,
            depth=ahead,
            best_only=best_only,
            ally=partner == "ally",
            table_bytes=memory,
            time_limit=seconds,
        )
    cards = {
        CARDS[card]: AlphaMuCard(
            CARDS[card],
            None if named < 0 else Suit(named),
            min(weight, 1.0),
            np.array([made >> layout & 1 for layout in range(len(hands))], dtype=bool),
            exact,
        )
        for card, named, made, weight, exact in found
    }
    ordered = [cards[card] for card in by_preference(cards, position.strain)]
    ordered.sort(key=lambda each: (-each.value, not each.exact))
    return AlphaMuValues(tuple(ordered), finished, nodes)


def _read_weights(weights: object, count: int) -> list[float]:
    """Weights that add up to one, one for each layout."""
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
    bad = np.nonzero(~(np.isfinite(read) & (read >= 0)))[0]
    if bad.size:
        raise LayoutError(f"the weight of layout {bad[0]} is {read[bad[0]]}: expected a number from 0 on")
    if not read.max() > 0:
        raise LayoutError("all weights are 0: expected a layout with a greater weight")
    scaled = read / read.max()  # sums of large numbers have no bound
    return list((scaled / scaled.sum()).tolist())


def _check_layout(position: Position, number: int) -> None:
    """The cards played must be legal in each layout, and no joker left that should have been exchanged."""
    try:
        position.engine_rules.check_jokers(position.deal, position.strain)
        position.legal_cards()
    except WhistError as error:
        raise type(error)(f"layout {number}: {error}") from None


def _read_controls(controls: object, position: Position) -> tuple[int, ...]:
    """The seats that the player plays for: all of one side, the one to play among them."""
    table = position.deal.seats
    with position.problem() as problem:
        to_play = position.engine_rules.turn(_core.legal_cards(problem)[0])
    if controls is None:
        return (to_play,)
    if not isinstance(controls, Iterable):
        raise SeatError(f"controls {shown(controls)} are wrong: expected seats, such as ['N', 'S']")
    seats = {seat_index(seat, table, "controls") for seat in read_several(controls, "controls", SeatError)}
    if not seats:
        raise SeatError("controls are no seats: expected at least the seat to play")
    side = declarer_side(position.declarer, position.rules, table)
    names = ", ".join(seat_name(seat, table) for seat in sorted(seats))
    if seats & set(side) and seats - set(side):
        raise SeatError(f"controls {names} are of both sides: expected seats of one side")
    if to_play not in seats and len(position.played) < position.cards_in_play:
        expected = f"expected {seat_name(to_play, table)} among them, whose turn it is"
        raise SeatError(f"controls {names} are wrong: {expected}")
    return tuple(sorted(seats))


def _check_seen(hands: NDArray[np.uint64], seats: tuple[int, ...]) -> None:
    """A hand that the player sees is the same in all layouts."""
    for seat in seats:
        for number in np.nonzero(hands[:, seat] != hands[0, seat])[0][:1].tolist():
            name = seat_name(seat, hands.shape[1])
            raise LayoutError(
                f"layout {number}: the hand of {name} is not that of layout 0: expected the same cards, since"
                " the player sees them"
            )
