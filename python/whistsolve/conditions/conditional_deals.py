"""`ConditionalDeals`: all deals that satisfy conditions, counted and drawn, each as likely as the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whistsolve.arguments import Progress, read_progress
from whistsolve.cancelling import Cancel, cancellable, end_if_cancelled
from whistsolve.conditions.columns import Columns
from whistsolve.conditions.language import read_condition
from whistsolve.conditions.proposals import Proposal, deals_in_all, known_cards, propose
from whistsolve.conditions.terms import CHEAP, SOLVED, Deals, Opaque, Term, Values, opaque_of
from whistsolve.dealing import stream_key
from whistsolve.encoding import array_to_deals
from whistsolve.errors import ConditionError, Interrupted, WhistError
from whistsolve.rules import Rules
from whistsolve.values.deals import Deal
from whistsolve.values.hands import Hand
from whistsolve.values.reading import read_integer, read_list, shown
from whistsolve.values.shown import Shown

__all__ = ["Condition", "ConditionalDeals", "DealCount", "DrawInterrupted", "Where"]

#: Conditions at most, so that what has no end is not read on.
_MOST_CONDITIONS: Final = 1_000
#: A condition: text, or a function of a deal.
Condition: TypeAlias = str | Callable[[Deal], bool]
#: One condition, or several that all have to hold.
Where: TypeAlias = Condition | Iterable[Condition]

_MOST_ROWS: Final = 10**8
#: Proposal t of row r is row r + t * _STRIDE of the stream, so that no two rows share a proposal.
_STRIDE: Final = 2**40
#: Proposals for one deal before it is given up, where a caller does not say.
MOST_TRIES: Final = 1_000_000
#: Rows that are drawn at a time: few at first, so that what hardly any deal satisfies is found out early.
_FIRST_BLOCK: Final = 4
_MOST_BLOCK: Final = 1 << 15
#: Proposals made at once, a few hundredths of a second.
_MOST_TRIED_AT_ONCE: Final = 1 << 15
#: Deals that an estimate looks at, where a caller does not say: of conditions on cards, and of solved ones.
_SAMPLES: Final = 100_000
_SOLVED_SAMPLES: Final = 1_000


class DrawInterrupted(Interrupted[NDArray[np.uint64]]):
    """An interrupt while deals were drawn; ``.partial`` has those that were found, from the first on."""


@dataclass(frozen=True, slots=True)
class DealCount(Shown):
    """How many deals satisfy conditions.

    Attributes
    ----------
    count : int or None
        Their number, where it is exact; ``None`` for an estimate.
    total : int
        How many deals there are without the conditions.
    probability : float
        The chance that a random deal satisfies them.
    standard_error : float
        Of the probability; 0 where it is exact.
    samples : int
        Deals that were looked at for an estimate; 0 where it is exact.
    """

    count: int | None
    total: int
    probability: float
    standard_error: float
    samples: int

    @property
    def exact(self) -> bool:
        """Whether it is no estimate."""
        return self.count is not None

    def as_dict(self) -> dict[str, object]:
        """All fields by name, for JSON."""
        return {
            "count": self.count,
            "total": self.total,
            "probability": self.probability,
            "standard_error": self.standard_error,
            "exact": self.exact,
            "samples": self.samples,
        }


class ConditionalDeals:
    """All deals that satisfy conditions: how many there are, and random ones, each as likely as the others.

    Parameters
    ----------
    where : str, callable, or iterable of them
        Conditions that all have to hold: text as in docs/dealing.md, or functions that take a `Deal` and
        return true or false, always the same for the same deal.
    rules : Rules or None
        Whose deck, number of players and hand size to use. ``None``: all 54 cards, four hands of twelve, a
        kitty of six.
    deck : Hand, str or None
        The cards dealt, for short deals; the deck of the rules where it is left out.
    sizes : iterable of int or None
        How many cards each hand gets, and the kitty where there is one; as under the rules where they are
        left out.
    cancel : Cancellation or threading.Event, optional
        Ends the call within a tenth of a second, see `Cancellation`.

    Raises
    ------
    ConditionError
        Where a condition cannot be read, or no deal satisfies them all, as far as cards can tell.
    RulesError, HandError, CardError, LayoutError
        Where rules, deck or sizes cannot be read.
    CallCancelled
        Where `cancel` ended it.

    Notes
    -----
    What conditions say of suits, ranks and single cards is counted exactly where it can be, and deals are
    drawn from those that satisfy it. The rest is for rejection: deals are drawn until one satisfies all.
    Either way every deal that satisfies the conditions has the same probability.

    Examples
    --------
    >>> long_spades = ConditionalDeals("spades(N) >= 10")
    >>> f"{long_spades.count().probability:.3e}"
    '6.931e-07'
    >>> deals = long_spades.draw(2, seed=1)
    >>> [len(Hand.from_mask(int(mask)).of_suit("S")) for mask in deals[:, 0]]
    [10, 10]
    """

    __slots__ = ("_columns", "_known", "_proposal", "_total")

    @cancellable
    def __init__(
        self,
        where: Where,
        rules: Rules | None = None,
        *,
        deck: Hand | str | None = None,
        sizes: Iterable[int] | None = None,
        cancel: Cancel | None = None,
    ) -> None:
        self._columns = Columns.read(rules, deck, sizes)
        terms = [term for each in _conditions(where) for term in _read(each, self._columns)]
        self._known, terms = known_cards(self._columns, terms)
        self._proposal: Proposal = propose(self._columns, self._known, terms)
        self._total = deals_in_all(self._columns)
        if self._proposal.drawer is None:
            raise ConditionError(
                "no deal satisfies the conditions: together they leave no way to deal the cards;"
                " expected conditions that can hold at once"
            )

    @property
    def rules(self) -> Rules:
        """The rules by which cards are dealt."""
        return self._columns.rules

    @property
    def has_kitty(self) -> bool:
        """Whether the last column of deals is a kitty."""
        return self._columns.has_kitty

    @property
    def proposed(self) -> float:
        """The share of all deals from which deals are drawn before any is rejected."""
        return self._proposal.total / self._total

    # --------------------------------------------------------------------------------------------- counting

    @cancellable
    def count(
        self,
        *,
        samples: int | None = None,
        seed: int | None = None,
        progress: Progress | None = None,
        cancel: Cancel | None = None,
    ) -> DealCount:
        """How many deals satisfy the conditions: exactly where that can be counted, else estimated.

        Parameters
        ----------
        samples : int or None
            Deals to look at for an estimate; 100,000, or 1,000 where ``tricks(...)`` is asked for.
        seed : int or None
            Of an estimate; the same whole number gives the same estimate.
        progress : callable or None
            Called with the number of samples done and in all.
        cancel : Cancellation or threading.Event, optional
            Ends the call within a tenth of a second, see `Cancellation`.

        Raises
        ------
        WhistError
            Where samples or seed are no whole numbers of their range, or progress cannot be called.
        CallCancelled
            Where `cancel` ended it.
        """
        usual = _SOLVED_SAMPLES if self._needs_search() else _SAMPLES
        rows = usual if samples is None else read_integer(samples, "samples", WhistError, 2, _MOST_ROWS)
        key = stream_key(seed)
        read_progress(progress)
        share = self._proposal.total / self._total
        if not self._proposal.left:
            return DealCount(self._proposal.total, self._total, share, 0.0, 0)
        good, block = 0, self._most_at_once()
        for start in range(0, rows, block):
            end_if_cancelled()
            size = min(block, rows - start)
            deals = self._proposal.draw_rows(np.arange(start, start + size, dtype=np.uint64), key)
            good += int(self._fits(deals, self._proposal.left).sum())
            if progress is not None:
                progress(start + size, rows)
        found = good / rows
        # Where none or all fit, the error of Laplace's rule of succession: not certain, only unseen.
        bounded = (good + 1) / (rows + 2) if good in (0, rows) else found
        error = sqrt(bounded * (1 - bounded) / rows)
        return DealCount(None, self._total, share * found, share * error, rows)

    # --------------------------------------------------------------------------------------------- sampling

    @cancellable
    def draw(
        self,
        count: int,
        seed: int | None = None,
        *,
        first: int = 0,
        tries: int = MOST_TRIES,
        progress: Progress | None = None,
        cancel: Cancel | None = None,
    ) -> NDArray[np.uint64]:
        """Independent random deals that satisfy the conditions.

        Parameters
        ----------
        count : int
            How many.
        seed : int or None
            The same whole number, of any size or sign, gives the same deals everywhere. ``None`` draws new
            ones each time.
        first : int
            The number of the first deal in the stream of the seed: ``draw(5, seed, first=10)`` are the deals
            10 to 14 of ``draw(15, seed)``.
        tries : int
            Proposals for one deal before it is given up.
        progress : callable or None
            Called with the number of deals found and in all.
        cancel : Cancellation or threading.Event, optional
            Ends the call within a tenth of a second, see `Cancellation`.

        Returns
        -------
        ndarray
            uint64, shape (count, hands), and one column more for the kitty where there is one.

        Raises
        ------
        ConditionError
            Where none of so many tries for a deal satisfies the conditions: says how many did of all.
        WhistError
            Where another argument is no whole number of its range, or progress cannot be called.
        DrawInterrupted
            A `KeyboardInterrupt`; ``.partial`` has the deals found until then.
        CallCancelled
            Where `cancel` ended it; ``.partial`` has the deals found until then.
        """
        rows = read_integer(count, "count", WhistError, 0, _MOST_ROWS)
        start = read_integer(first, "first", WhistError, 0, _STRIDE - _MOST_ROWS)
        most = read_integer(tries, "tries", WhistError, 1, 2**23)
        read_progress(progress)
        drawing = _Drawing(self, stream_key(seed), most)
        deals = np.empty((rows, len(self._columns.sizes)), dtype=np.uint64)
        done, block = 0, _FIRST_BLOCK
        try:
            while done < rows:
                size = min(block, rows - done)
                drawing.fill(deals[done : done + size], start + done)
                done, block = done + size, min(4 * block, _MOST_BLOCK)
                if progress is not None:
                    progress(done, rows)
        except KeyboardInterrupt:
            raise DrawInterrupted(f"interrupted: {done} of {rows} deals were drawn", deals[:done]) from None
        return deals

    def _needs_search(self) -> bool:
        return any(part.cost == SOLVED for term in self._proposal.left for part in opaque_of(term))

    def _most_at_once(self) -> int:
        return 64 if self._needs_search() else _MOST_TRIED_AT_ONCE

    def _fits(self, deals: NDArray[np.uint64], terms: Iterable[Term]) -> NDArray[np.bool_]:
        """Which deals satisfy some conditions, each asked about those alone that satisfy the ones before."""
        rows = np.arange(len(deals))
        for term in terms:
            end_if_cancelled()
            if len(rows):
                rows = rows[term.values(Deals(deals[rows])).astype(np.bool_)]
        good = np.zeros(len(deals), dtype=np.bool_)
        good[rows] = True
        return good


class _Drawing:
    """Rejection sampling: the first proposal of every row that satisfies all conditions that are left."""

    def __init__(self, deals: ConditionalDeals, key: int, tries: int) -> None:
        self._deals = deals
        self._key = key
        self._most = tries
        left = deals._proposal.left
        #: What is asked of all proposals at once, and what of one proposal a row at a time: functions of
        #: deals and searches are not asked more often than needed.
        self._cheap = [term for term in left if not opaque_of(term)]
        self._dear = [term for term in left if opaque_of(term)]
        self._tried = self._found = 0

    def fill(self, rows: NDArray[np.uint64], start: int) -> None:
        waiting = np.arange(len(rows), dtype=np.int64)
        tries, at_once = 0, 1
        while len(waiting):
            end_if_cancelled()
            if tries >= self._most:
                raise self._given_up(start + int(waiting[0]), tries)
            at_once = min(at_once, self._most - tries, max(1, _MOST_TRIED_AT_ONCE // len(waiting)))
            steps = np.arange(tries, tries + at_once, dtype=np.uint64) * np.uint64(_STRIDE)
            numbers = (waiting.astype(np.uint64) + np.uint64(start))[:, None] + steps
            drawn = self._deals._proposal.draw_rows(numbers.reshape(-1), self._key)
            good = self._deals._fits(drawn, self._cheap).reshape(numbers.shape)
            chosen = self._first(drawn.reshape(*numbers.shape, -1), good)
            found = chosen >= 0
            rows[waiting[found]] = drawn.reshape(*numbers.shape, -1)[found, chosen[found]]
            self._tried += numbers.size
            self._found += int(found.sum())
            tries += at_once
            waiting, at_once = waiting[~found], 2 * at_once

    def _first(self, drawn: NDArray[np.uint64], good: NDArray[np.bool_]) -> NDArray[np.int64]:
        """For each row the first of its proposals that satisfies everything; -1 where none does."""
        chosen = np.where(good.any(axis=1), good.argmax(axis=1), -1)
        if not self._dear:
            return chosen
        found = np.full(len(good), -1, dtype=np.int64)
        asked = np.flatnonzero(chosen >= 0)
        while len(asked):
            end_if_cancelled()
            fits = self._deals._fits(drawn[asked, chosen[asked]], self._dear)
            found[asked[fits]] = chosen[asked[fits]]
            asked = asked[~fits]
            good[asked, chosen[asked]] = False
            chosen[asked] = good[asked].argmax(axis=1)
            asked = asked[good[asked].any(axis=1)]
        return found

    def _given_up(self, row: int, tries: int) -> ConditionError:
        rate = f"{self._found} of {self._tried} tried in all fit"
        if self._found:
            rate += f", {self._found / self._tried:.1e} of them"
        return ConditionError(
            f"hardly any deal satisfies the conditions: none of {tries} tried for deal {row} does,"
            f" and {rate}; expected conditions that leave more of them, or more tries"
        )


def _conditions(where: object) -> list[object]:
    """One condition, or several."""
    if isinstance(where, str) or callable(where):
        return [where]
    if not isinstance(where, Iterable):
        raise ConditionError(
            f"condition {shown(where)} is wrong: expected text such as 'spades(N) >= 6',"
            " or a function of a deal"
        )
    return read_list(where, "conditions", ConditionError, _MOST_CONDITIONS)


def _read(condition: object, columns: Columns) -> list[Term]:
    if isinstance(condition, str):
        return read_condition(condition, columns)
    if not callable(condition):
        raise ConditionError(
            f"condition {shown(condition)} is wrong: expected text such as 'spades(N) >= 6',"
            " or a function of a deal"
        )
    function = condition

    def asked(deals: NDArray[np.uint64]) -> Values:
        read = array_to_deals(deals, kitty=columns.has_kitty)
        return np.array([bool(function(deal)) for deal in read], dtype=np.bool_)

    return [Opaque(asked, True, CHEAP)]
