"""`Solver`, which keeps its transposition table between calls, and functions that make one for one call."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NoReturn, TypeVar

from whistsolve import _core
from whistsolve.arguments import (
    DEFAULT_MEMORY_MB,
    NO_LIMITS,
    Limits,
    Resources,
)
from whistsolve.cancelling import Cancel, cancellable
from whistsolve.rules import Rules
from whistsolve.solving.position import Position
from whistsolve.solving.preference import best_first
from whistsolve.solving.results import Solution
from whistsolve.values.cards import CARDS, Card
from whistsolve.values.deals import Deal
from whistsolve.values.strains import Strain

__all__ = ["Solver", "card_bounds", "solve", "solve_cards"]


_Answer = TypeVar("_Answer")

#: Nodes that write to a few MiB of the table at most.
_LITTLE_WORK: Final = 20_000
#: A solver for the next call of a function, or none: lists are safe between threads.
_SPARES: Final[list[Solver]] = []


class Solver:
    """A double-dummy search with a transposition table of its own.

    Positions of the same hands, strain, rules and sides are solved faster one after another, by what the
    table holds. One thread at a time may use a solver; a second one gets a `WhistError`. `stop` may be
    called from any thread. It can be neither copied nor pickled, which is a `TypeError`.

    Parameters
    ----------
    memory_mb : int
        Cap on the transposition table, 1 to 65536 MiB. Memory is taken only as it fills.

    Raises
    ------
    WhistError
        Where the cap is no such number.
    """

    __slots__ = ("_core", "_resources")

    def __init__(self, *, memory_mb: int = DEFAULT_MEMORY_MB) -> None:
        self._resources = Resources.read(memory_mb=memory_mb)
        self._core = _core.Solver(self._resources.memory_bytes)

    def __reduce__(self) -> NoReturn:
        # A shallow copy would share the table, and one would stop the other.
        raise TypeError("a Solver cannot be copied or pickled: expected one for each thread")

    @cancellable
    def solve(
        self,
        deal: Deal | str,
        strain: Strain | str,
        leader: int | str,
        *,
        declarer: int | str | None = None,
        played: Iterable[Card | str] = (),
        rules: Rules | None = None,
        node_limit: int | None = None,
        time_limit: float | None = None,
        cancel: Cancel | None = None,
    ) -> Solution:
        """The double-dummy value of a position: as the function `solve`.

        Calls share the transposition table, so that a call repeated with the same limit gives closer bounds.

        Raises
        ------
        SolveStopped
            Where `stop` was called: has the bounds that are certain all the same.
        """
        position = Position.read(deal, strain, leader, declarer, played, rules)
        return self._solve(position, Limits.read(node_limit, time_limit))

    @cancellable
    def solve_cards(
        self,
        deal: Deal | str,
        strain: Strain | str,
        leader: int | str,
        *,
        declarer: int | str | None = None,
        played: Iterable[Card | str] = (),
        rules: Rules | None = None,
        cancel: Cancel | None = None,
    ) -> dict[Card, int]:
        """What each legal card leads to: as the function `solve_cards`."""
        return _exact(self._bound_cards(Position.read(deal, strain, leader, declarer, played, rules)))

    @cancellable
    def card_bounds(
        self,
        deal: Deal | str,
        strain: Strain | str,
        leader: int | str,
        *,
        declarer: int | str | None = None,
        played: Iterable[Card | str] = (),
        rules: Rules | None = None,
        node_limit: int | None = None,
        time_limit: float | None = None,
        cancel: Cancel | None = None,
    ) -> dict[Card, tuple[int, int]]:
        """What each legal card leads to, as far as the limits allow: as the function `card_bounds`."""
        position = Position.read(deal, strain, leader, declarer, played, rules)
        return self._bound_cards(position, Limits.read(node_limit, time_limit))

    @cancellable
    def solve_position(
        self, position: Position, limits: Limits = NO_LIMITS, *, cancel: Cancel | None = None
    ) -> Solution:
        """The double-dummy value of a position that was read before.

        Raises
        ------
        PlayError, SolveStopped, CallCancelled
            As `solve`.
        """
        return self._solve(position, limits)

    def _solve(self, position: Position, limits: Limits) -> Solution:
        core, rules = self._core, position.rules
        before = core.nodes
        with position.problem() as problem:
            low, high, won = core.solve(problem, limits.nodes, limits.seconds)
        kitty_books = rules.books_from_kitty if rules.kitty_size > 0 else 0
        return Solution(low, high, won, kitty_books, core.nodes - before)

    @cancellable
    def bound_cards(
        self, position: Position, limits: Limits = NO_LIMITS, *, cancel: Cancel | None = None
    ) -> dict[Card, tuple[int, int]]:
        """What each legal card of a position that was read before leads to, as `card_bounds`.

        Raises
        ------
        PlayError, SolveStopped, CallCancelled
            As `card_bounds`.
        """
        return self._bound_cards(position, limits)

    def _bound_cards(self, position: Position, limits: Limits = NO_LIMITS) -> dict[Card, tuple[int, int]]:
        with position.problem() as problem:
            answers = self._core.solve_cards(problem, limits.nodes, limits.seconds)
        if len(answers) < 2:
            return {CARDS[card]: (low, high) for card, low, high in answers}
        # Whoever holds a legal card is to play.
        return best_first(answers, position.strain, most=position.side_was_dealt(answers[0][0]))

    def clear(self) -> None:
        """Empties the transposition table; the next search visits the same nodes as that of a new solver."""
        self._core.clear()

    def stop(self) -> None:
        """Ends the running call, or the next one, with `SolveStopped`. May be called from any thread.

        It holds until `resume`. What the transposition table holds by then is sound and stays.
        """
        self._core.stop()

    def resume(self) -> None:
        """Allows calls again after `stop`."""
        self._core.resume()

    @property
    def memory_mb(self) -> int:
        """Cap on the transposition table, in MiB."""
        return self._resources.memory_mb

    @property
    def nodes(self) -> int:
        """Nodes of all searches so far: cards played in them."""
        return self._core.nodes

    @property
    def stats(self) -> dict[str, int]:
        """Work of all searches so far.

        ``nodes``: cards played in the search; ``tricks``: positions between tricks, of which ``table_hits``
        ended in a cutoff by the transposition table, ``quick_trick_cutoffs`` in one by quick tricks, and
        ``leads`` were searched.
        """
        return self._core.stats


@cancellable
def solve(
    deal: Deal | str,
    strain: Strain | str,
    leader: int | str,
    *,
    declarer: int | str | None = None,
    played: Iterable[Card | str] = (),
    rules: Rules | None = None,
    node_limit: int | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Solution:
    """The number of tricks that the declarer's side still wins with best play on both sides, all hands open.

    Parameters
    ----------
    deal : Deal or str
        Two to six hands of one size, 1 to 16 cards, before `played`. A kitty is not in play.
    strain : Strain or str
        Trump suit and ranking, such as ``"S+"`` or ``"NT-"``.
    leader : int or str
        Seat that led, or leads, to the first trick.
    declarer : int or str, optional
        Seat whose side's tricks are counted; the leader where it is left out. The side is declarer and the
        hand opposite with four hands in a partnership game, his team with six hands in bid whist of
        six, otherwise the declarer alone.
    played : iterable of Card or str
        Cards in the order played from the first lead on: whole tricks and a trick in progress. Where the
        rules let a led joker name a suit, it is written ``"BJ:H"``.
    rules : Rules, optional
        Decide who is on a side, the direction of play, jokers where there is no trump suit, and whether the
        first trick counts two; `Rules.preset("bid_whist")` where they are left out.
    node_limit : int, optional
        Nodes that the search may visit, each a card played in it, 1 or more; it ends at the next trick, some
        dozens of nodes later. The same limit gives the same bounds on every machine.
    time_limit : float, optional
        Seconds that the search may take, above 0.
    cancel : Cancellation or threading.Event, optional
        Ends the call within a tenth of a second, see `Cancellation`.

    Returns
    -------
    Solution
        ``.tricks`` of the declarer's side from here on. Where a limit was reached ``.low`` and ``.high``,
        which are certain; ``.exact`` tells.

    Raises
    ------
    WhistError
        Where a limit is no such number.
    DealError, StrainError, SeatError, RulesError
        Where an argument cannot be read, or a joker is left in a no-trump hand under
        ``joker_no_trump="exchanged"``.
    PlayError
        Where a card of `played` is not legal: names the card, the seat and the rule.
    CallCancelled
        Where `cancel` ended it; its ``.partial`` is ``None``.

    Examples
    --------
    >>> solve("N:AK... QJ... T9... 87...", "NT+", "N").tricks
    2
    """
    position = Position.read(deal, strain, leader, declarer, played, rules)
    limits = Limits.read(node_limit, time_limit)
    return _in_one_call(lambda solver: solver.solve_position(position, limits))


@cancellable
def solve_cards(
    deal: Deal | str,
    strain: Strain | str,
    leader: int | str,
    *,
    declarer: int | str | None = None,
    played: Iterable[Card | str] = (),
    rules: Rules | None = None,
    cancel: Cancel | None = None,
) -> dict[Card, int]:
    """For every legal card of the hand to play, the tricks of the declarer's side if it is played now.

    Parameters and errors are those of `solve`.

    Returns
    -------
    dict of Card to int
        Best card first for the side that plays, which is the fewest tricks where that is the defence, and
        of equally good cards the cheapest first (see Notes): the first key is the card to play. Equivalent
        cards are included; the trick in progress is counted. Where a led joker names a suit, the value is
        that of the best suit for its leader. Empty after the last card.

    Notes
    -----
    Equally good cards are in the order in which a good player would part with them: plain cards, trumps, aces
    (deuces where aces are bad), jokers; among these the lowest in the ranking of the strain first; of the
    same rank in several suits that of the longest suit, then clubs, diamonds, hearts, spades.

    Examples
    --------
    >>> solve_cards("N:AQ... K2... JT... 98...", "NT+", "N")
    {Card.from_text('SQ'): 1, Card.from_text('SA'): 1}
    """
    position = Position.read(deal, strain, leader, declarer, played, rules)
    return _exact(_in_one_call(lambda solver: solver.bound_cards(position)))


@cancellable
def card_bounds(
    deal: Deal | str,
    strain: Strain | str,
    leader: int | str,
    *,
    declarer: int | str | None = None,
    played: Iterable[Card | str] = (),
    rules: Rules | None = None,
    node_limit: int | None = None,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> dict[Card, tuple[int, int]]:
    """For every legal card, bounds of the tricks of the declarer's side if it is played now.

    Parameters and errors are those of `solve`; the limits are for all cards together. Cards are searched
    from the lowest up: once a limit is reached, the others get bounds that need no search.

    Returns
    -------
    dict of Card to (int, int)
        At least and at most so many tricks, equal where the value is known; otherwise as `solve_cards`. In
        its order as well: the declarer's side looks at the lower bounds before the upper ones, the defence
        at the upper ones before the lower.

    Examples
    --------
    >>> card_bounds("N:AQ... K2... JT... 98...", "NT+", "N", node_limit=1000)
    {Card.from_text('SQ'): (1, 1), Card.from_text('SA'): (1, 1)}
    """
    position = Position.read(deal, strain, leader, declarer, played, rules)
    limits = Limits.read(node_limit, time_limit)
    return _in_one_call(lambda solver: solver.bound_cards(position, limits))


def _in_one_call(ask: Callable[[Solver], _Answer]) -> _Answer:
    """An answer from a solver whose table is empty, as a new one's is.

    To make a solver takes longer than to search an ending; so one that has done little work is kept.
    """
    try:
        solver = _SPARES.pop()
    except IndexError:
        solver = Solver()
    before = solver.nodes
    answer = ask(solver)
    if solver.nodes - before <= _LITTLE_WORK and not _SPARES:
        solver.clear()
        _SPARES.append(solver)
    return answer


def _exact(bounds: dict[Card, tuple[int, int]]) -> dict[Card, int]:
    """Values from bounds that were found without limits, and so are equal."""
    return {card: low for card, (low, _) in bounds.items()}
