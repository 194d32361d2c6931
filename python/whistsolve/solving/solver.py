"""`Solver`, which keeps its transposition table between calls; `solve` and `solve_cards`, which keep none."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Concatenate, Final, NoReturn, ParamSpec, TypeVar

from whistsolve import _core
from whistsolve._internal.arguments import DEFAULT_MEMORY_MB, NO_LIMITS, Limits, Resources
from whistsolve.cancelling import Cancellation, cancellable
from whistsolve.rules import RulesLike
from whistsolve.solving.position import PlayedCard, Position
from whistsolve.solving.results import CardTricks, Solution, best_first
from whistsolve.values import Card, CardLike, DealLike, SeatLike, StrainLike
from whistsolve.values.cards import CARDS

_P = ParamSpec("_P")
_Answer = TypeVar("_Answer")

#: A solver with more nodes is not reused; up to this, searches write to a few MiB of the table.
_LITTLE_WORK: Final = 20_000
#: At most one solver for the next call; a list, whose append and pop are safe between threads.
_SPARES: Final[list[Solver]] = []


class Solver:
    """A double-dummy search with its own transposition table.

    Successive positions with the same hands, strain, rules and sides are solved faster, since the table is
    reused. Repeating a call with the same limit gives closer bounds. Only one thread at a time may use a
    solver; a second one gets a `WhistError`. Copying or pickling a solver raises `TypeError`.

    ``memory_mb``, 1 to 65536 MiB, is the cap on the table, which uses memory only as it fills. Raises
    `WhistError` if it is not an integer in this range.
    """

    __slots__ = ("_core", "_resources")

    def __init__(self, *, memory_mb: int = DEFAULT_MEMORY_MB) -> None:
        self._resources = Resources.read(memory_mb=memory_mb)
        self._core = _core.Solver(self._resources.memory_bytes)

    def __reduce__(self) -> NoReturn:
        # A shallow copy would share the table.
        raise TypeError("a Solver cannot be copied or pickled: expected one for each thread")

    @cancellable
    def solve(
        self,
        deal: DealLike,
        strain: StrainLike,
        leader: SeatLike,
        *,
        declarer: SeatLike | None = None,
        played: Iterable[CardLike | PlayedCard] = (),
        rules: RulesLike | None = None,
        node_limit: int | None = None,
        time_limit: float | None = None,
        cancel: Cancellation | None = None,
    ) -> Solution:
        """The number of tricks that the declarer's side still wins double dummy (best play, all hands open).

        Parameters
        ----------
        deal : Deal or str
            Two to six hands of the same size, 1 to 16 cards, before the cards of `played`. A kitty is
            ignored.
        strain : Strain or str
            Trump suit and ranking, such as ``"S+"`` or ``"NT-"``.
        leader : int or str
            The seat that led, or leads, to the first trick.
        declarer : int or str, optional
            The seat whose side's tricks are counted; by default the leader. With four hands in a partnership
            game the side is the declarer and the hand opposite, with six hands in bid whist of six the
            declarer's team, otherwise the declarer alone.
        played : iterable of Card or str
            The cards played so far, in order from the first lead, including any trick in progress; those of a
            `Position` too. If the rules let a led joker name a suit, it is written ``"BJ:H"``.
        rules : Rules, optional
            They decide the sides, the direction of play, how jokers are played in no-trump, and whether the
            first trick counts two. By default `Rules("bid_whist")`.
        node_limit : int, optional
            Maximum number of nodes (cards played in the search), 1 or more. The search ends at the next
            trick, some dozens of nodes later; the same limit gives the same bounds on every machine.
        time_limit : float, optional
            Maximum number of seconds, above 0.
        cancel : Cancellation, optional

        Returns
        -------
        Solution
            ``.tricks`` of the declarer's side from here on. If ``.exact`` is False, since a limit was
            reached, use the bounds ``.low`` and ``.high``, which are certain.

        Raises
        ------
        DealError, NotationError, RulesError, WhistError
            If an argument cannot be read, a limit is invalid, or a joker is left in a no-trump hand
            under ``joker_no_trump="exchanged"``.
        ActError
            If a card of `played` is not legal; the message names the card, the seat and the rule.
        Stopped
            If `cancel` ended the call; ``.partial`` is ``None``.

        Examples
        --------
        >>> solve("N:AK... QJ... T9... 87...", "NT+", "N").tricks
        2
        """
        position = Position.read(deal, strain, leader, declarer, played, rules)
        return self.solve_position(position, Limits.read(node_limit, time_limit))

    @cancellable
    def solve_cards(
        self,
        deal: DealLike,
        strain: StrainLike,
        leader: SeatLike,
        *,
        declarer: SeatLike | None = None,
        played: Iterable[CardLike | PlayedCard] = (),
        rules: RulesLike | None = None,
        node_limit: int | None = None,
        time_limit: float | None = None,
        cancel: Cancellation | None = None,
    ) -> CardTricks:
        """For every legal card of the hand to play, the tricks of the declarer's side if it is played now.

        Parameters and errors are those of `solve`; limits hold for all cards together. The cards are searched
        from the lowest up; once a limit is reached, the remaining cards get bounds that need no search.

        Returns
        -------
        CardTricks
            A mapping of cards to tricks, the trick in progress included; the first key is the card to play.
            Equivalent cards are included. If a led joker names a suit, its value is that of the best suit for
            its leader. Empty after the last card. If ``.exact`` is False, since a limit was reached, use the
            bounds ``.low`` and ``.high``.

        Notes
        -----
        The best card for the side to play comes first: for the defence, the one with the fewest tricks, or
        with the lowest upper, then lower bounds.

        Equally good cards are in the order in which a good player would play them: plain cards, trumps, aces
        (deuces if aces are bad), jokers; within each group the lowest in the ranking of the strain first;
        among cards of one rank that of the longest suit, then clubs, diamonds, hearts, spades.

        Examples
        --------
        >>> cards = solve_cards("N:AQ... K2... JT... 98...", "NT+", "N")
        >>> cards, cards["SA"]
        (<CardTricks: SQ 1, SA 1>, 1)
        """
        position = Position.read(deal, strain, leader, declarer, played, rules)
        return CardTricks(self.bound_cards(position, Limits.read(node_limit, time_limit)))

    def solve_position(self, position: Position, limits: Limits = NO_LIMITS) -> Solution:
        """The double-dummy value of a `Position`, as from `solve`."""
        core, rules = self._core, position.rules
        before = core.nodes
        with position.problem() as problem:
            low, high, won, relevant = core.solve(problem, limits.nodes, limits.seconds)
        kitty_books = rules.books_from_kitty if rules.kitty_size > 0 else 0
        return Solution(low, high, won, kitty_books, core.nodes - before, relevant)

    def bound_cards(self, position: Position, limits: Limits = NO_LIMITS) -> dict[Card, tuple[int, int]]:
        """Bounds of the tricks for each legal card of a `Position`, in the order of `solve_cards`."""
        with position.problem() as problem:
            answers = self._core.solve_cards(problem, limits.nodes, limits.seconds)
        if len(answers) < 2:
            return {CARDS[card]: (low, high) for card, low, high in answers}
        to_play = position.seat_of(CARDS[answers[0][0]])
        return best_first(answers, position.strain, most=to_play in position.side)

    def clear(self) -> None:
        """Empty the transposition table; the next search visits the same nodes as with a new solver."""
        self._core.clear()

    @property
    def memory_mb(self) -> int:
        """Cap on the transposition table, in MiB."""
        return self._resources.memory_mb

    @property
    def nodes(self) -> int:
        """Nodes of all searches so far: the number of cards played in them."""
        return self._core.nodes

    @property
    def stats(self) -> dict[str, int]:
        """Counters of the work of all searches so far.

        ``nodes``: cards played in the search. ``tricks``: positions between tricks; of these, ``table_hits``
        were cut off by the transposition table, ``quick_trick_cutoffs`` were cut off by quick tricks, and
        ``leads`` were searched. ``probes``: positions only looked up, for a more general pattern.
        """
        return self._core.stats


def _by_itself(method: Callable[Concatenate[Solver, _P], _Answer]) -> Callable[_P, _Answer]:
    """A method of `Solver` as a function; a solver that did little work is cleared and used again."""

    @functools.wraps(method)
    def call(*args: _P.args, **kwargs: _P.kwargs) -> _Answer:
        try:
            solver = _SPARES.pop()
        except IndexError:
            solver = Solver()
        before = solver.nodes
        answer = method(solver, *args, **kwargs)
        if solver.nodes - before <= _LITTLE_WORK and not _SPARES:
            solver.clear()
            _SPARES.append(solver)
        return answer

    signature = inspect.signature(method)
    call.__qualname__ = call.__name__
    call.__dict__["__signature__"] = signature.replace(parameters=[*signature.parameters.values()][1:])
    return call


solve = _by_itself(Solver.solve)
solve_cards = _by_itself(Solver.solve_cards)
