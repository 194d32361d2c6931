"""`ConditionalDeals`: the deals that satisfy conditions, counted, and drawn uniformly at random."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.arguments import Progress, read_progress
from whistsolve._internal.reading import read_integer, read_list, shown
from whistsolve._internal.shown import Shown
from whistsolve.cancelling import Cancellation, cancellable, end_if_cancelled
from whistsolve.conditions.columns import Columns
from whistsolve.conditions.language import read_condition
from whistsolve.conditions.proposals import Proposal, known_cards, propose
from whistsolve.conditions.terms import CHEAP, SOLVED, Deals, Opaque, Term, Values, opaque_of
from whistsolve.dealing import stream_key
from whistsolve.encoding import array_to_deals
from whistsolve.errors import Interrupted, LayoutError, NotationError, WhistError
from whistsolve.inference.count_tree import ways_to_deal
from whistsolve.rules import Rules
from whistsolve.values.deals import Deal
from whistsolve.values.hands import Hand

#: Maximum number of conditions, so that an infinite iterable is not read for ever.
_MOST_CONDITIONS: Final = 1_000
#: A condition: text, or a function of a deal.
Condition: TypeAlias = str | Callable[[Deal], bool]
#: One condition, or several that must all hold.
Where: TypeAlias = Condition | Iterable[Condition]

_MOST_ROWS: Final = 10**8
#: Proposal t for row r is row r + t * _STRIDE of the random stream, so that no two rows share a proposal.
_STRIDE: Final = 2**40
#: Default maximum number of proposals for one deal.
MOST_TRIES: Final = 1_000_000
#: Rows drawn at a time: few at first, so that conditions that hardly any deal satisfies fail early.
_FIRST_BLOCK: Final = 4
_MOST_BLOCK: Final = 1 << 15
#: Maximum number of proposals per batch, which takes a few hundredths of a second.
_MOST_TRIED_AT_ONCE: Final = 1 << 15
#: Default sample sizes of an estimate: for conditions on cards, and for conditions that solve deals.
_SAMPLES: Final = 100_000
_SOLVED_SAMPLES: Final = 1_000


@dataclass(frozen=True, slots=True)
class DealCount(Shown):
    """How many deals satisfy conditions.

    Attributes
    ----------
    count : int or None
        The exact number; ``None`` for an estimate.
    total : int
        The number of deals without the conditions.
    probability, standard_error : float
        The probability that a random deal satisfies the conditions, and its standard error (0 if exact).
    samples : int
        The number of sampled deals; 0 if the count is exact.
    """

    count: int | None
    total: int
    probability: float
    standard_error: float
    samples: int

    @property
    def exact(self) -> bool:
        """Whether the count is exact, not an estimate."""
        return self.count is not None

    def as_dict(self) -> dict[str, object]:
        """All fields by name, for JSON."""
        names = ("count", "total", "probability", "standard_error", "exact", "samples")
        return {name: getattr(self, name) for name in names}


class ConditionalDeals:
    """All deals that satisfy conditions: their number, and random ones drawn uniformly.

    Parameters
    ----------
    where : str, callable, or iterable of them
        Conditions that must all hold: text as in docs/dealing.md, or functions that take a `Deal` and
        return true or false, always the same for the same deal.
    rules : Rules or None
        The rules whose deck, number of players and hand size to use. ``None``: all 54 cards, four hands of
        twelve, a kitty of six.
    deck, sizes
        The cards dealt, and the sizes of the hands and the kitty, as for `Knowledge.of_hand`.

    Raises
    ------
    NotationError, RulesError, DealError
        If a condition, rules, deck or sizes cannot be read, or the sizes do not fit the deck.
    LayoutError
        If counting cards shows that no deal satisfies all conditions.

    Notes
    -----
    Conditions on suits, ranks and single cards are counted exactly if possible, and proposals are drawn
    from the deals that satisfy them. The other conditions are left to rejection sampling: proposals are
    drawn until one satisfies all. Either way every deal that satisfies the conditions is equally likely.

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
        cancel: Cancellation | None = None,
    ) -> None:
        self._columns = Columns.read(rules, deck, sizes)
        terms = [term for each in _conditions(where) for term in _read(each, self._columns)]
        self._known, terms = known_cards(self._columns, terms)
        self._proposal: Proposal = propose(self._columns, self._known, terms)
        self._total = ways_to_deal(self._columns.sizes)
        if self._proposal.drawer is None:
            raise LayoutError(
                "no deal satisfies the conditions: together they leave no way to deal the cards;"
                " expected conditions that can hold at once"
            )

    @property
    def rules(self) -> Rules:
        """The rules under which cards are dealt."""
        return self._columns.rules

    @property
    def has_kitty(self) -> bool:
        """Whether the last column of deals is a kitty."""
        return self._columns.has_kitty

    @property
    def proposed(self) -> float:
        """The share of all deals that can be proposed, before rejection."""
        return self._proposal.total / self._total

    # --------------------------------------------------------------------------------------------- counting

    @cancellable
    def count(
        self,
        *,
        samples: int | None = None,
        seed: int | None = None,
        progress: Progress | None = None,
        cancel: Cancellation | None = None,
    ) -> DealCount:
        """The number of deals that satisfy the conditions: exact if it can be counted, else estimated.

        Parameters
        ----------
        samples : int or None
            Sample size of an estimate; by default 100,000, or 1,000 with ``tricks(...)``.
        seed : int or None
            Seed of an estimate; the same integer gives the same estimate.
        progress : callable or None
            Called with the number of samples done and the total number.

        Raises
        ------
        WhistError
            If samples or seed is not an integer in its range, or progress cannot be called.
        """
        searched = any(part.cost == SOLVED for term in self._proposal.left for part in opaque_of(term))
        usual, block = (_SOLVED_SAMPLES, 64) if searched else (_SAMPLES, _MOST_TRIED_AT_ONCE)
        rows = usual if samples is None else read_integer(samples, "samples", WhistError, 2, _MOST_ROWS)
        key = stream_key(seed)
        read_progress(progress)
        share = self._proposal.total / self._total
        if not self._proposal.left:
            return DealCount(self._proposal.total, self._total, share, 0.0, 0)
        good = 0
        for start in range(0, rows, block):
            end_if_cancelled()
            size = min(block, rows - start)
            deals = self._proposal.draw_rows(np.arange(start, start + size, dtype=np.uint64), key)
            good += int(self._fits(deals, self._proposal.left).sum())
            if progress is not None:
                progress(start + size, rows)
        found = good / rows
        # If none or all fit, the sample error would be 0, as if exact: use Laplace's rule of succession.
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
        cancel: Cancellation | None = None,
    ) -> NDArray[np.uint64]:
        """Independent random deals that satisfy the conditions.

        Parameters
        ----------
        count, seed, first
            As for `whistsolve.dealing.random_deals`.
        tries : int
            Maximum number of proposals for one deal.
        progress : callable or None
            Called with the number of deals found and the total number.

        Returns
        -------
        ndarray
            uint64, shape (count, hands), with one more column for the kitty if there is one.

        Raises
        ------
        LayoutError
            If none of the proposals for a deal satisfies the conditions; the message says how many did.
        WhistError
            If another argument is not an integer in its range, or progress cannot be called.
        Interrupted, Stopped
            If the call is interrupted or cancelled; ``.partial`` has the deals found until then.
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
            raise Interrupted(f"interrupted: {done} of {rows} deals were drawn", deals[:done]) from None
        return deals

    def _fits(self, deals: NDArray[np.uint64], terms: Iterable[Term]) -> NDArray[np.bool_]:
        """Which deals satisfy all terms; each is evaluated for those that satisfy the terms before it."""
        rows = np.arange(len(deals))
        for term in terms:
            end_if_cancelled()
            if len(rows):
                rows = rows[term.values(Deals(deals[rows])).astype(np.bool_)]
        good = np.zeros(len(deals), dtype=np.bool_)
        good[rows] = True
        return good


class _Drawing:
    """Rejection sampling: for every row the first proposal that satisfies all remaining conditions."""

    def __init__(self, deals: ConditionalDeals, key: int, tries: int) -> None:
        self._deals = deals
        self._key = key
        self._most = tries
        left = deals._proposal.left
        #: Terms evaluated for all proposals at once, and terms evaluated for one proposal per row at a time,
        #: because functions of deals and searches should not be called more often than needed.
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
        """For each row the index of its first proposal that satisfies all terms; -1 if none does."""
        chosen = np.where(good.any(axis=1), good.argmax(axis=1), -1)
        if not self._dear:
            return chosen
        found = np.full(len(good), -1, dtype=np.int64)
        waiting = np.flatnonzero(chosen >= 0)
        while len(waiting):
            end_if_cancelled()
            fits = self._deals._fits(drawn[waiting, chosen[waiting]], self._dear)
            found[waiting[fits]] = chosen[waiting[fits]]
            waiting = waiting[~fits]
            good[waiting, chosen[waiting]] = False
            chosen[waiting] = good[waiting].argmax(axis=1)
            waiting = waiting[good[waiting].any(axis=1)]
        return found

    def _given_up(self, row: int, tries: int) -> LayoutError:
        rate = f"{self._found} of {self._tried} tried in all fit"
        if self._found:
            rate += f", {self._found / self._tried:.1e} of them"
        return LayoutError(
            f"hardly any deal satisfies the conditions: none of {tries} tried for deal {row} does,"
            f" and {rate}; expected conditions that leave more of them, or more tries"
        )


def _conditions(where: object) -> list[object]:
    """The conditions as a list, from one condition or several."""
    if isinstance(where, str) or callable(where) or not isinstance(where, Iterable):
        return [where]
    return read_list(where, "conditions", NotationError, _MOST_CONDITIONS)


def _read(condition: object, columns: Columns) -> list[Term]:
    if isinstance(condition, str):
        return read_condition(condition, columns)
    if not callable(condition):
        raise NotationError(
            f"condition {shown(condition)} is wrong: expected text such as 'spades(N) >= 6',"
            " or a function of a deal"
        )
    function = condition

    def values(deals: NDArray[np.uint64]) -> Values:
        read = array_to_deals(deals, kitty=columns.has_kitty)
        return np.array([bool(function(deal)) for deal in read], dtype=np.bool_)

    return [Opaque(values, True, CHEAP)]
