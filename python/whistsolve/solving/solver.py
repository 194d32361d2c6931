"""`Solver`, which keeps its memory from call to call, and the functions that make one for a single call."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from whistsolve import _core
from whistsolve.arguments import DEFAULT_MEMORY_MB, Limits, Resources, read_deal, read_rules, read_strains
from whistsolve.encoding import deals_to_array
from whistsolve.errors import WhistError
from whistsolve.rules import Rules
from whistsolve.solving.batch.cells import Cells, solve_cells
from whistsolve.solving.discards.table import solve_kitty_table
from whistsolve.solving.question import EngineGame, Question
from whistsolve.solving.results import Solution, TrickTable
from whistsolve.values.cards import Card
from whistsolve.values.deals import Deal
from whistsolve.values.reading import shown
from whistsolve.values.strains import Strain

__all__ = ["Solver", "card_bounds", "solve", "solve_cards", "table"]


class Solver:
    """A search with its own table.

    Positions of the same hands, strain, rules and sides are solved faster one after another, for what the
    table knows. One thread at a time may use a solver; a second one gets a `WhistError`. `stop` may be
    called from any.

    Parameters
    ----------
    memory_mb : int
        Cap on the table, 1 to 65536 MiB. Memory is taken only as the table fills.

    Raises
    ------
    WhistError
        Where the cap is no such number.
    """

    __slots__ = ("_core",)

    def __init__(self, *, memory_mb: int = DEFAULT_MEMORY_MB) -> None:
        self._core = _core.Solver(Resources.read(memory_mb=memory_mb).memory_bytes)

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
    ) -> Solution:
        """The double-dummy value of a position: as the function `solve`.

        What one call learnt the next one builds on, so that a call repeated with the same limit comes closer.

        Raises
        ------
        SolveStopped
            Where `stop` was called: has the bounds that are certain all the same.
        """
        question = Question(deal, strain, leader, declarer=declarer, played=played, rules=rules)
        limits = Limits.read(node_limit, time_limit)
        before = self.nodes
        try:
            low, high, won = self._core.solve(question.problem, limits.nodes, limits.seconds)
        except _core.IllegalPlay as error:
            question.explain(error)
        has_kitty = question.game.rules.kitty_size > 0
        kitty_books = question.game.rules.books_from_kitty if has_kitty else 0
        return Solution(low, high, won, kitty_books, self.nodes - before)

    def solve_cards(
        self,
        deal: Deal | str,
        strain: Strain | str,
        leader: int | str,
        *,
        declarer: int | str | None = None,
        played: Iterable[Card | str] = (),
        rules: Rules | None = None,
    ) -> dict[Card, int]:
        """What each legal card leads to: as the function `solve_cards`."""
        question = Question(deal, strain, leader, declarer=declarer, played=played, rules=rules)
        try:
            answers = self._core.solve_cards(question.problem)
        except _core.IllegalPlay as error:
            question.explain(error)
        return {Card.from_index(card): tricks for card, tricks, _ in reversed(answers)}

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
    ) -> dict[Card, tuple[int, int]]:
        """What each legal card leads to, as far as the limits allow: as the function `card_bounds`."""
        question = Question(deal, strain, leader, declarer=declarer, played=played, rules=rules)
        limits = Limits.read(node_limit, time_limit)
        try:
            answers = self._core.solve_cards(question.problem, limits.nodes, limits.seconds)
        except _core.IllegalPlay as error:
            question.explain(error)
        return {Card.from_index(card): (low, high) for card, low, high in reversed(answers)}

    def clear(self) -> None:
        """Forgets everything; the next search does the same work as that of a new solver."""
        self._core.clear()

    def stop(self) -> None:
        """Ends the running call, or the next one, with `SolveStopped`. May be called from any thread.

        It holds until `resume`. What the solver knows by then is sound and stays.
        """
        self._core.stop()

    def resume(self) -> None:
        """Allows calls again after `stop`."""
        self._core.resume()

    @property
    def nodes(self) -> int:
        """Cards played in all searches so far."""
        return self._core.stats["nodes"]

    @property
    def stats(self) -> dict[str, int]:
        """Work of all searches so far.

        ``nodes``: cards played; ``tricks``: positions between tricks looked at, of which ``table_hits`` were
        answered by the table, ``quick_trick_cutoffs`` by quick tricks and ``leads`` searched.
        """
        return self._core.stats


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
        hand opposite with four hands in a partnership game, otherwise the declarer alone.
    played : iterable of Card or str
        Cards in the order played from the first lead on: whole tricks and a trick in progress. Where the
        rules let a led joker name a suit, it is written ``"BJ:H"``.
    rules : Rules, optional
        Decide who is on a side, the direction of play, jokers where there is no trump suit, and whether the
        first trick counts two; `Rules.preset("bid_whist_seed")` where they are left out.
    node_limit : int, optional
        Cards that the search may play, 1 or more; it ends at the next trick, some dozens of cards later.
        The same limit gives the same bounds on every machine.
    time_limit : float, optional
        Seconds that the search may take, above 0.

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

    Examples
    --------
    >>> solve("N:AK... QJ... T9... 87...", "NT+", "N").tricks
    2
    """
    return Solver().solve(
        deal,
        strain,
        leader,
        declarer=declarer,
        played=played,
        rules=rules,
        node_limit=node_limit,
        time_limit=time_limit,
    )


def solve_cards(
    deal: Deal | str,
    strain: Strain | str,
    leader: int | str,
    *,
    declarer: int | str | None = None,
    played: Iterable[Card | str] = (),
    rules: Rules | None = None,
) -> dict[Card, int]:
    """For every legal card of the hand to play, the tricks of the declarer's side if it is played now.

    Parameters and errors are those of `solve`.

    Returns
    -------
    dict of Card to int
        Highest card first, equivalent cards included; the trick in progress is counted. Where a led joker
        names a suit, the value is that of the best suit for its leader. Empty after the last card.

    Examples
    --------
    >>> solve_cards("N:AQ... K2... JT... 98...", "NT+", "N")
    {Card.from_text('SA'): 1, Card.from_text('SQ'): 1}
    """
    return Solver().solve_cards(deal, strain, leader, declarer=declarer, played=played, rules=rules)


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
) -> dict[Card, tuple[int, int]]:
    """For every legal card, bounds of the tricks of the declarer's side if it is played now.

    Parameters and errors are those of `solve`; the limits are for all cards together. Cards are searched
    from the lowest up: once a limit is reached, the others get what is seen at a glance.

    Returns
    -------
    dict of Card to (int, int)
        At least and at most so many tricks, equal where the value is known; otherwise as `solve_cards`.

    Examples
    --------
    >>> card_bounds("N:AQ... K2... JT... 98...", "NT+", "N", node_limit=1000)
    {Card.from_text('SA'): (1, 1), Card.from_text('SQ'): (1, 1)}
    """
    return Solver().card_bounds(
        deal,
        strain,
        leader,
        declarer=declarer,
        played=played,
        rules=rules,
        node_limit=node_limit,
        time_limit=time_limit,
    )


def table(
    deal: Deal | str,
    *,
    strains: Iterable[Strain | str] | None = None,
    rules: Rules | None = None,
    threads: int | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    time_limit: float | None = None,
    kitty: Literal["optimal"] | None = None,
) -> TrickTable:
    """Tricks of the leader's side for every leader and strain.

    Parameters
    ----------
    deal : Deal or str
        Two to six hands of one size; a kitty is not in play.
    strains : iterable of Strain or str, optional
        The columns; S+ H+ D+ C+ NT+ S- H- D- C- NT- where they are left out.
    rules : Rules, optional
        As for `solve`.
    threads : int, optional
        How many to use; as many as there are processors where it is left out.
    memory_mb : int
        Cap on the tables of all threads together, 1 to 65536 MiB.
    time_limit : float, optional
        Seconds, above 0, for the whole table; strains are solved one after another. Cells that are not done
        by then have bounds.
    kitty : "optimal", optional
        Every leader is a declarer who takes the kitty first and makes the best discard.

    Returns
    -------
    TrickTable
        ``t[leader, strain]``; ``t.to_numpy()`` is uint8, shape (seats, strains). Where the time was over,
        ``t.bounds(leader, strain)``, ``t.low`` and ``t.high``; ``t.exact`` tells. With a kitty taken it is a
        `KittyTable`, where ``t.discard(declarer, strain)`` is the best discard.

    Raises
    ------
    TableInterrupted
        A `KeyboardInterrupt` with the table so far, where a kitty is taken.
    DealError, StrainError, RulesError, WhistError
        Where an argument cannot be read, or there is no kitty to be taken.
    """
    columns = read_strains(strains)
    read = read_deal(deal)
    game = EngineGame(read_rules(rules), read.seats)
    seconds = Limits.read(time_limit=time_limit).seconds
    if kitty is not None:
        if kitty != "optimal":
            raise WhistError(f"kitty {shown(kitty)} is wrong: expected 'optimal', or None to leave it alone")
        return solve_kitty_table(
            read,
            columns,
            rules,
            resources=Resources.read(threads, memory_mb),
            seconds=seconds,
        )
    for strain in columns:
        game.check_jokers(read, strain)
    resources = Resources.read(threads, memory_mb)
    batch = _core.Batch(resources.threads, resources.memory_bytes)
    cells = Cells.unknown(1, read.seats, len(columns))
    solve_cells(batch, game, deals_to_array([read]), columns, cells, time_limit=seconds)
    return TrickTable(cells.low[0], columns, cells.high[0])
