"""`table`: tricks of one deal for every leader and strain, or after the best discard for the kitty."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import DTypeLike, NDArray

from whistsolve import _core
from whistsolve._internal.arguments import (
    DEFAULT_MEMORY_MB,
    Deadline,
    Limits,
    Progress,
    Resources,
    read_progress,
)
from whistsolve._internal.reading import is_instance, read_choice, shown
from whistsolve._internal.shown import Plotted
from whistsolve.cancelling import Cancellation, cancellable, in_threads
from whistsolve.encoding import deals_to_array
from whistsolve.errors import DealError, Interrupted, NotationError, WhistError
from whistsolve.rules import Rules, RulesLike
from whistsolve.solving.batch.cells import CellBounds, solve_cells
from whistsolve.solving.discards import Discards
from whistsolve.solving.engine_rules import EngineRules
from whistsolve.solving.position import KittyPosition
from whistsolve.solving.results import BestDiscard
from whistsolve.tabular import Column, Tabular, small, texts
from whistsolve.values import Deal, DealLike, Hand, SeatLike, Strain, StrainLike, seat_index, seat_name
from whistsolve.values.strains import read_strains


class TrickTable(Plotted, Tabular):
    """Tricks of the leader's side, for every leader and strain.

    ``table[leader, strain]`` is the number of tricks if that hand leads to the first trick. It raises a
    WhistError if only bounds are known, because a time limit was reached.

    As a table (see `Tabular`) it has a row for each cell, leader by leader, and the columns ``leader``,
    ``strain`` (text), ``tricks``, ``low`` and ``high`` (uint8). ``tricks`` is null if only bounds are known.

    It is made from the lower bounds, the strains of the columns, and the upper bounds, by default equal to
    the lower. Bounds are uint8, shape (seats, strains). Raises `WhistError` if dtype or shape is wrong, or a
    lower bound is above the upper one.
    """

    __slots__ = ("_high", "_low", "_strains")
    #: The name of the first column: the seat of each row.
    _row: ClassVar[str] = "leader"

    def __init__(
        self, low: NDArray[np.uint8], strains: tuple[Strain, ...], high: NDArray[np.uint8] | None = None
    ) -> None:
        if not is_instance(strains, tuple) or not all(is_instance(strain, Strain) for strain in strains):
            raise WhistError(f"strains {shown(strains)} are wrong: expected a tuple of Strain")
        self._low = _bounds(low, (*np.shape(low)[:1], len(strains)))
        self._high = self._low if high is None else _bounds(high, self._low.shape)
        self._strains = strains
        if (self._low > self._high).any():
            raise WhistError("the lower bounds are wrong: expected none above the upper one")

    @property
    def seats(self) -> int:
        """The number of hands."""
        return int(self._low.shape[0])

    @property
    def strains(self) -> tuple[Strain, ...]:
        """The columns."""
        return self._strains

    @property
    def leaders(self) -> tuple[str, ...]:
        """The rows: ``N E S W`` with four hands, otherwise numbers."""
        return tuple(seat_name(seat, self.seats) for seat in range(self.seats))

    @property
    def low(self) -> NDArray[np.uint8]:
        """Lower bounds of the tricks: uint8, shape (seats, strains), read-only."""
        return self._low

    @property
    def high(self) -> NDArray[np.uint8]:
        """Upper bounds of the tricks: uint8, shape (seats, strains), read-only."""
        return self._high

    @property
    def exact(self) -> bool:
        """Whether the tricks of every cell are known."""
        return bool((self._low == self._high).all())

    def bounds(self, leader: SeatLike, strain: StrainLike) -> tuple[int, int]:
        """The lower and upper bound of the tricks; NotationError if there is no such leader or strain."""
        cell = seat_index(leader, self.seats, "leader"), self._column(strain)
        return int(self._low[cell]), int(self._high[cell])

    def _column(self, strain: StrainLike) -> int:
        uptown = all(each.ranking == "uptown" for each in self._strains)
        read = Strain.of(strain, "uptown" if uptown else None)
        if read not in self._strains:
            have = ", ".join(map(str, self._strains))
            raise NotationError(f"strain {read} is not in the table: expected one of {have}")
        return self._strains.index(read)

    def __getitem__(self, cell: tuple[SeatLike, StrainLike]) -> int:
        """Tricks of the leader's side."""
        if not is_instance(cell, tuple) or len(cell) != 2:
            raise WhistError(
                f"cell {shown(cell)} is wrong: expected a leader and a strain, as in table['N', 'S+']"
            )
        low, high = self.bounds(*cell)
        if low < high:
            leader = seat_name(seat_index(cell[0], self.seats, "leader"), self.seats)
            raise WhistError(
                f"tricks of {leader}'s side in {Strain.of(cell[1])} are between {low} and {high}, for the"
                " limit was reached first: take .bounds(leader, strain), or ask with a larger time_limit or"
                " with none"
            )
        return low

    def __iter__(self) -> Iterator[tuple[tuple[str, Strain], int]]:
        """Each cell as ((leader, strain), tricks), row by row; errors as for ``table[leader, strain]``."""
        for leader in self.leaders:
            for strain in self._strains:
                yield (leader, strain), self[leader, strain]

    def to_numpy(self) -> NDArray[np.uint8]:
        """A copy of the tricks: uint8, shape (seats, strains); WhistError if a cell has only bounds."""
        open_cells = int((self._low != self._high).sum())
        if open_cells:
            cells = f"of {open_cells} of the {self._low.size} cells only bounds are known"
            raise WhistError(f"{cells}: take .low and .high, or ask with a larger time_limit or none")
        return self._low.copy()

    def __array__(self, dtype: DTypeLike | None = None, *, copy: bool | None = None) -> NDArray[Any]:
        return np.asarray(self.to_numpy(), dtype)

    def _columns(self) -> Mapping[str, Column]:
        low, high = self._low.ravel(), self._high.ravel()
        known = zip(low.tolist(), high.tolist(), strict=True)
        tricks = low if self.exact else [least if least == most else None for least, most in known]
        return {
            self._row: texts([leader for leader in self.leaders for _ in self._strains]),
            "strain": texts([strain for _ in self.leaders for strain in self._strains]),
            "tricks": small(tricks),
            "low": small(low),
            "high": small(high),
        }

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TrickTable):
            return NotImplemented
        same = np.array_equal(self._low, other._low) and np.array_equal(self._high, other._high)
        return self._strains == other._strains and same

    def __hash__(self) -> int:
        return hash((self._strains, self._low.tobytes(), self._high.tobytes()))

    def __str__(self) -> str:
        rows = [
            [str(low) if low == high else f"{low}-{high}" for low, high in zip(*row, strict=True)]
            for row in zip(self._low.tolist(), self._high.tolist(), strict=True)
        ]
        width = max((len(text) for row in (*rows, map(str, self._strains)) for text in row), default=0)
        head = "  ".join(f"{strain!s:>{width}}" for strain in self._strains)
        lines = (
            f"{leader}  " + "  ".join(f"{text:>{width}}" for text in row)
            for leader, row in zip(self.leaders, rows, strict=True)
        )
        return "\n".join((f"   {head}", *lines))

    def plot(self, ax: Any = None) -> Any:
        """Draw the tricks as bars: a group for each strain, a bar for each row, pale between its bounds.

        Draws on ``ax`` (``matplotlib.axes.Axes``), by default in a new figure, and returns the axes; nothing
        is shown on the screen. ImportError if no axes are given and matplotlib is missing: ``pip install
        whistsolve[plot]``.
        """
        return self._plotted(ax)

    def __repr__(self) -> str:
        return f"<TrickTable of {self.seats} leaders and {len(self._strains)} strains>"


def _bounds(array: NDArray[np.uint8], shape: tuple[int, ...]) -> NDArray[np.uint8]:
    if not isinstance(array, np.ndarray):
        raise WhistError(f"tricks {shown(array)} are wrong: expected an array of uint8")
    if array.dtype != np.uint8 or array.shape != shape:
        raise WhistError(f"tricks of shape {array.shape} are wrong: expected uint8, (seats, {shape[-1]})")
    copy = array.copy()
    copy.flags.writeable = False
    return copy


class KittyTable(TrickTable):
    """Tricks of the declarer's side after the best discard, for every strain and declarer, who also leads.

    ``table[declarer, strain]`` is the number of tricks, with the same errors as in `TrickTable`.

    As a table (see `Tabular`) it has the columns ``declarer``, ``strain``, ``tricks``, ``low`` and ``high``
    as in `TrickTable`, and ``discard`` (text of a hand): a discard that wins at least ``low`` tricks.
    """

    __slots__ = ("_discards",)
    _row = "declarer"

    def __init__(self, discards: list[list[BestDiscard]], strains: tuple[Strain, ...]) -> None:
        if not is_instance(discards, list) or not all(is_instance(row, list) for row in discards):
            raise WhistError(f"discards {shown(discards)} are wrong: expected a list for each declarer")
        wrong = [each for row in discards for each in row if not is_instance(each, BestDiscard)]
        if wrong or len({len(row) for row in discards}) > 1:
            raise WhistError(f"discards {shown(discards)} are wrong: expected a BestDiscard for each strain")
        low = np.array([[each.low for each in row] for row in discards], dtype=np.uint8)
        high = np.array([[each.high for each in row] for row in discards], dtype=np.uint8)
        super().__init__(low, strains, high)
        self._discards = tuple(tuple(row) for row in discards)

    def discard(self, declarer: SeatLike, strain: StrainLike) -> BestDiscard:
        """The best discard of one cell; NotationError if there is no such declarer or strain."""
        return self._discards[seat_index(declarer, self.seats, "declarer")][self._column(strain)]

    def _columns(self) -> Mapping[str, Column]:
        discards = [Hand(each.cards) for row in self._discards for each in row]
        return {**super()._columns(), "discard": texts(discards)}


@cancellable
def table(
    deal: DealLike,
    *,
    strains: Iterable[StrainLike] | None = None,
    rules: RulesLike | None = None,
    threads: int | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    time_limit: float | None = None,
    kitty: Literal["optimal"] | None = None,
    progress: Progress | None = None,
    cancel: Cancellation | None = None,
) -> TrickTable:
    """Tricks of the leader's side for every leader and strain.

    Parameters
    ----------
    deal : Deal or str
        Two to six hands of one size; a kitty is not in play.
    strains, rules, threads, memory_mb, cancel : see `solve_many`
    time_limit : float, optional
        Seconds, above 0, for the whole table; strains are solved one after another. Cells that are not done
        in time get bounds.
    kitty : "optimal", optional
        If given, every leader is the declarer, who first takes the kitty and makes the best discard.
    progress : callable, optional
        With ``kitty``: called with the number of cells done and the total. Not called otherwise.

    Returns
    -------
    TrickTable
        ``t[leader, strain]``; ``t.to_numpy()`` is uint8, shape (seats, strains). If the limit was reached
        (``t.exact`` is False), use ``t.bounds(leader, strain)``, ``t.low`` and ``t.high``. With ``kitty`` it
        is a `KittyTable`, in which ``t.discard(declarer, strain)`` is the best discard.

    Raises
    ------
    Interrupted, Stopped
        ``.partial`` is the table so far with ``kitty``, otherwise ``None``.
    DealError, NotationError, RulesError, WhistError
        If an argument cannot be read, if the deal has no kitty to take, or if a cell would be an expected
        (fractional) number because jokers are exchanged for discards drawn blindly.
    """
    read, used = Deal.of(deal), Rules.or_default(rules)
    columns = read_strains(strains, used.only_ranking)
    engine_rules = EngineRules(used, read.seats)
    seconds, resources = Limits.read(time_limit=time_limit).seconds, Resources.read(threads, memory_mb)
    read_progress(progress)
    if kitty is not None:
        read_choice(kitty, "kitty", WhistError, ["optimal"])
        return _kitty_table(read, columns, engine_rules.rules, resources, Deadline(seconds), progress)
    for strain in columns:
        engine_rules.check_jokers(read, strain)
    batch = _core.Batch(resources.threads, resources.memory_bytes)
    cells = CellBounds.unknown(1, read.seats, len(columns))
    solve_cells(batch, engine_rules, deals_to_array([read]), columns, cells, time_limit=seconds)
    return TrickTable(cells.low[0], columns, cells.high[0])


def _kitty_table(
    deal: Deal,
    strains: tuple[Strain, ...],
    rules: Rules,
    resources: Resources,
    deadline: Deadline,
    progress: Progress | None,
) -> KittyTable:
    """The table, each cell by a search for the best discard; cells not done in time have bounds."""
    share = resources.of_one_thread().memory_mb
    # All cells are checked before any search, so that errors are raised at once.
    rows = [
        [Discards.at(KittyPosition.read(deal, strain, declarer, rules=rules), share) for strain in strains]
        for declarer in range(deal.seats)
    ]
    cells = [question for row in rows for question in row]
    for question in cells:
        if question.expected:
            raise DealError(
                f"tricks in {question.position.strain} are an expected number, since jokers are exchanged for"
                " discards drawn blindly: expected another exchange_pick, or best_discard"
            )
    done: dict[Discards, BestDiscard] = {}

    def solve(question: Discards) -> None:
        try:
            done[question] = question.best(time_limit=deadline.seconds_left())
        except Interrupted as interrupt:
            done[question] = interrupt.partial
            raise
        finally:
            question.close()

    def so_far() -> KittyTable:
        return KittyTable([[done.get(each) or each.unknown() for each in row] for row in rows], strains)

    try:
        with in_threads(solve, resources.threads) as begin:
            for number, solved in enumerate([begin(question) for question in cells], 1):
                solved.result()
                if progress is not None:
                    progress(number, len(cells))
    except KeyboardInterrupt as interrupt:
        finished = sum(discard.exact for discard in done.values())
        message = f"interrupted: {finished} of {len(cells)} cells are known, the table so far is in .partial"
        raise Interrupted(message, so_far()) from interrupt
    return so_far()
