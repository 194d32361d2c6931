"""Deals that satisfy conditions in one call: `deals_where` draws them, `count_deals` counts them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.arguments import Progress
from whistsolve.cancelling import Cancellation
from whistsolve.conditions.conditional_deals import MOST_TRIES, ConditionalDeals, DealCount, Where
from whistsolve.rules import Rules
from whistsolve.values.hands import Hand


def deals_where(
    count: int,
    where: Where,
    seed: int | None = None,
    rules: Rules | None = None,
    *,
    first: int = 0,
    tries: int = MOST_TRIES,
    deck: Hand | str | None = None,
    sizes: Iterable[int] | None = None,
    progress: Progress | None = None,
    cancel: Cancellation | None = None,
) -> NDArray[np.uint64]:
    """Random deals that satisfy conditions, drawn uniformly from all such deals.

    Short for ``ConditionalDeals(where, rules, deck=deck, sizes=sizes).draw(count, seed, ...)``; parameters,
    result and errors are described there.

    Examples
    --------
    >>> deals = deals_where(3, "shape(N, 'any 4440') and 'BJ' in S", seed=1)
    >>> deals.shape
    (3, 5)
    """
    found = ConditionalDeals(where, rules, deck=deck, sizes=sizes, cancel=cancel)
    return found.draw(count, seed, first=first, tries=tries, progress=progress, cancel=cancel)


def count_deals(
    where: Where,
    rules: Rules | None = None,
    *,
    samples: int | None = None,
    seed: int | None = None,
    deck: Hand | str | None = None,
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
