"""`ConditionalDeals`: the deals that satisfy conditions, counted, and drawn uniformly at random."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Final, Literal, TypeAlias, TypedDict, Unpack, overload

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.arguments import Progress, read_progress
from whistsolve._internal.reading import read_integer, read_list, shown
from whistsolve._internal.shown import Shown
from whistsolve.cancelling import Cancellation, cancellable, end_if_cancelled
from whistsolve.conditions.language import read_condition
from whistsolve.conditions.proposals import Proposal, propose
from whistsolve.conditions.terms import CHEAP, SOLVED, Columns, Deals, Opaque, Term, Values, cost_of
from whistsolve.dealing import MOST_ROWS, STRIDE, Rejection, stream_key
from whistsolve.encoding import array_to_deals
from whistsolve.errors import Interrupted, LayoutError, NotationError, Stopped, WhistError
from whistsolve.inference.count_tree import ways_to_deal
from whistsolve.rules import Rules, RulesLike
from whistsolve.values.deals import Deal
from whistsolve.values.hands import HandLike

#: Maximum number of conditions, so that an infinite iterable is not read for ever.
_MOST_CONDITIONS: Final = 1_000
#: A condition: text, or a function of a deal.
Condition: TypeAlias = str | Callable[[Deal], bool]
#: One condition, or several that must all hold.
Where: TypeAlias = Condition | Iterable[Condition]

#: Default maximum number of proposals for one deal.
_MOST_TRIES: Final = 1_000_000
#: Deals sampled at a time for an estimate, and if they are solved.
_SAMPLED_AT_ONCE: Final = 1 << 15
_SOLVED_AT_ONCE: Final = 64
#: Default sample sizes of an estimate: for conditions on cards, and for conditions that solve deals.
_SAMPLES: Final = 100_000
_SOLVED_SAMPLES: Final = 1_000


@dataclass(frozen=True, slots=True)
class DealCount(Shown):
    """How many deals satisfy conditions."""

    #: The exact number; ``None`` for an estimate.
    count: int | None
    #: The number of deals without the conditions.
    total: int
    #: The probability that a random deal satisfies the conditions.
    probability: float
    #: The standard error of the probability; 0 if it is exact.
    standard_error: float
    #: The number of sampled deals; 0 if the count is exact.
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

    ``where`` is one or several conditions that must all hold: text as in docs/dealing.md, or functions that
    take a `Deal` and return true or false, always the same for the same deal. ``rules`` are as for
    :meth:`whistsolve.Deal.random`, ``deck`` and ``sizes`` as for `Knowledge.of_hand`.

    Raises `WhistError` if a condition, rules, deck or sizes cannot be read, `DealError` if the sizes do not
    fit the deck, `LayoutError` if counting cards shows that no deal satisfies all conditions.

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
    >>> long_spades.draw(2, seed=1).shape
    (2, 5)
    """

    __slots__ = ("_columns", "_proposal", "_total")

    @cancellable
    def __init__(
        self,
        where: Where,
        rules: RulesLike | None = None,
        *,
        deck: HandLike | None = None,
        sizes: Iterable[int] | None = None,
        cancel: Cancellation | None = None,
    ) -> None:
        self._columns = Columns.read(rules, deck, sizes)
        several: list[object] = [where]
        if isinstance(where, Iterable) and not (isinstance(where, str) or callable(where)):
            several = read_list(where, "conditions", NotationError, _MOST_CONDITIONS)
        terms = [term for each in several for term in _read(each, self._columns)]
        proposal = propose(self._columns, terms)
        self._total = ways_to_deal(self._columns.sizes)
        if proposal is None:
            raise LayoutError(
                "no deal satisfies the conditions: together they leave no way to deal the cards;"
                " expected conditions that can hold at once"
            )
        self._proposal: Proposal = proposal

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

        ``samples`` of an estimate are by default 100,000, or 1,000 with ``tricks(...)``; the same ``seed``
        gives the same estimate. ``progress`` is called with the number of samples done and the total number.
        Raises `WhistError` if one of them cannot be read.
        """
        searched = any(cost_of(term) == SOLVED for term in self._proposal.left)
        usual, block = (_SOLVED_SAMPLES, _SOLVED_AT_ONCE) if searched else (_SAMPLES, _SAMPLED_AT_ONCE)
        rows = usual if samples is None else read_integer(samples, "samples", WhistError, 2, MOST_ROWS)
        key = stream_key(seed)
        read_progress(progress)
        share = self._proposal.total / self._total
        if not self._proposal.left:
            return DealCount(self._proposal.total, self._total, share, 0.0, 0)
        good = 0
        for start in range(0, rows, block):
            end_if_cancelled()
            size = min(block, rows - start)
            deals = self._proposal.drawer.draw_rows(np.arange(start, start + size, dtype=np.uint64), key)
            good += int(self._fits(deals, self._proposal.left).sum())
            if progress is not None:
                progress(start + size, rows)
        found = good / rows
        # If none or all fit, the sample error would be 0, as if exact: use Laplace's rule of succession.
        bounded = (good + 1) / (rows + 2) if good in (0, rows) else found
        error = sqrt(bounded * (1 - bounded) / rows)
        return DealCount(None, self._total, share * found, share * error, rows)

    @cancellable
    def draw(
        self,
        count: int,
        seed: int | None = None,
        *,
        first: int = 0,
        tries: int = _MOST_TRIES,
        progress: Progress | None = None,
        cancel: Cancellation | None = None,
    ) -> NDArray[np.uint64]:
        """Independent random deals that satisfy the conditions.

        An array: uint64, shape (count, hands), with one more column for the kitty if there is one. ``count``,
        ``seed`` and ``first`` are as for `whistsolve.dealing.random_deals`, ``tries`` is the maximum number
        of proposals for one deal. ``progress`` is called with the number of deals found and the total number.

        Raises `LayoutError` if none of the proposals for a deal satisfies the conditions (the message says
        how many did), `WhistError` if another argument cannot be read, and `Interrupted` or `Stopped`, whose
        ``.partial`` has the deals found until then.
        """
        rows = read_integer(count, "count", WhistError, 0, MOST_ROWS)
        start = read_integer(first, "first", WhistError, 0, STRIDE - MOST_ROWS)
        most = read_integer(tries, "tries", WhistError, 1, 2**23)
        read_progress(progress)
        key, left = stream_key(seed), self._proposal.left
        cheap, dear = ([term for term in left if bool(cost_of(term)) is kind] for kind in (False, True))
        sampling = Rejection(
            lambda numbers: self._proposal.drawer.draw_rows(numbers, key),
            lambda drawn: self._fits(drawn, cheap),
            (lambda drawn: self._fits(drawn, dear)) if dear else None,
            most,
            "deal",
        )
        deals = np.empty((rows, len(self._columns.sizes)), dtype=np.uint64)
        try:
            sampling.fill(deals, start, progress)
        except KeyboardInterrupt:
            done = sampling.done
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


class _Drawing(TypedDict, total=False):
    """The other arguments of `deals_where`."""

    first: int
    tries: int
    deck: HandLike | None
    sizes: Iterable[int] | None
    progress: Progress | None
    cancel: Cancellation | None


@overload
def deals_where(
    where: Where,
    count: int,
    seed: int | None = None,
    rules: RulesLike | None = None,
    *,
    as_array: Literal[False] = False,
    **drawing: Unpack[_Drawing],
) -> list[Deal]: ...
@overload
def deals_where(
    where: Where,
    count: int,
    seed: int | None = None,
    rules: RulesLike | None = None,
    *,
    as_array: Literal[True],
    **drawing: Unpack[_Drawing],
) -> NDArray[np.uint64]: ...
def deals_where(
    where: Where,
    count: int,
    seed: int | None = None,
    rules: RulesLike | None = None,
    *,
    as_array: bool = False,
    first: int = 0,
    tries: int = _MOST_TRIES,
    deck: HandLike | None = None,
    sizes: Iterable[int] | None = None,
    progress: Progress | None = None,
    cancel: Cancellation | None = None,
) -> list[Deal] | NDArray[np.uint64]:
    """Random deals that satisfy conditions, drawn uniformly from all such deals.

    A list of `Deal`, or with ``as_array`` the array that ``ConditionalDeals(where, rules, deck=deck,
    sizes=sizes).draw(count, seed, ...)`` gives; parameters and errors are described there. ``.partial`` is of
    the same type.

    Examples
    --------
    >>> deals = deals_where("shape(N, 'any 4440') and 'BJ' in S", 3, seed=1)
    >>> len(deals), deals[0]["N"].shape
    (3, (4, 4, 4, 0))
    """
    source = ConditionalDeals(where, rules, deck=deck, sizes=sizes, cancel=cancel)
    try:
        drawn = source.draw(count, seed, first=first, tries=tries, progress=progress, cancel=cancel)
    except (Interrupted, Stopped) as early:
        if early.partial is not None and not as_array:
            early.partial = array_to_deals(early.partial, kitty=source.has_kitty)
        raise
    return drawn if as_array else array_to_deals(drawn, kitty=source.has_kitty)


def count_deals(
    where: Where,
    rules: RulesLike | None = None,
    *,
    samples: int | None = None,
    seed: int | None = None,
    deck: HandLike | None = None,
    sizes: Iterable[int] | None = None,
    progress: Progress | None = None,
    cancel: Cancellation | None = None,
) -> DealCount:
    """The number of deals that satisfy conditions: exact if it can be counted, otherwise an estimate.

    Short for ``ConditionalDeals(where, rules, deck=deck, sizes=sizes).count(...)``; parameters, result and
    errors are described there.

    Examples
    --------
    >>> found = count_deals("'BJ' in N and 'LJ' in N")
    >>> round(found.probability, 4), found.exact
    (0.0461, True)
    """
    found = ConditionalDeals(where, rules, deck=deck, sizes=sizes, cancel=cancel)
    return found.count(samples=samples, seed=seed, progress=progress, cancel=cancel)


def _read(condition: object, columns: Columns) -> list[Term]:
    if isinstance(condition, str):
        return read_condition(condition, columns)
    if not callable(condition):
        raise NotationError(
            f"condition {shown(condition)} is wrong: expected text such as 'spades(N) >= 6',"
            " or a function of a deal"
        )

    def values(deals: NDArray[np.uint64]) -> Values:
        read = array_to_deals(deals, kitty=columns.has_kitty)
        return np.array([bool(condition(deal)) for deal in read], dtype=np.bool_)

    return [Opaque(values, True, CHEAP)]
