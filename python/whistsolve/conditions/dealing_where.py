"""Deals that satisfy conditions in one call: `deals_where` draws them, `count_deals` counts them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from whistsolve.arguments import Progress
from whistsolve.cancelling import Cancel, cancellable
from whistsolve.conditions.conditional_deals import MOST_TRIES, ConditionalDeals, DealCount, Where
from whistsolve.rules import Rules
from whistsolve.values.hands import Hand

__all__ = ["count_deals", "deals_where"]


@cancellable
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
    cancel: Cancel | None = None,
) -> NDArray[np.uint64]:
    """Random deals that satisfy conditions, each such deal being as likely as the others.

    Parameters
    ----------
    count : int
        How many.
    where : str, callable, or iterable of them
        Conditions that all have to hold: text such as ``"spades(N) >= 6 and hcp(N) + hcp(S) >= 20"``
        (docs/dealing.md has the language), or functions that take a `Deal` and return true or false.
    seed : int or None
        The same whole number, of any size or sign, gives the same deals everywhere. ``None`` draws new ones
        each time.
    rules : Rules or None
        Whose deck, number of players and hand size to use. ``None``: all 54 cards, four hands of twelve, a
        kitty of six.
    first : int
        The number of the first deal in the stream of the seed.
    tries : int
        Proposals for one deal before it is given up.
    deck : Hand, str or None
        The cards dealt, for short deals; the deck of the rules where it is left out.
    sizes : iterable of int or None
        How many cards each hand gets, and the kitty where there is one; as under the rules where they are
        left out.
    progress : callable or None
        Called with the number of deals found and in all.
    cancel : Cancellation or threading.Event, optional
        Ends the call within a tenth of a second, see `Cancellation`.

    Returns
    -------
    ndarray
        uint64, shape (count, hands), and one column more for the kitty where there is one, as from
        `whistsolve.dealing.random_deals`; `whistsolve.encoding.array_to_deals` makes deals of them.

    Raises
    ------
    ConditionError
        Where a condition cannot be read, no deal satisfies them all, or none of so many tries does.
    RulesError, HandError, CardError, LayoutError
        Where rules, deck or sizes cannot be read.
    WhistError
        Where another argument is no whole number of its range, or progress cannot be called.
    DrawInterrupted
        A `KeyboardInterrupt`; ``.partial`` has the deals found until then.
    CallCancelled
        Where `cancel` ended it; ``.partial`` has the deals found until then.

    Examples
    --------
    >>> deals = deals_where(3, "shape(N, 'any 4440') and 'BJ' in S", seed=1)
    >>> deals.shape
    (3, 5)
    """
    found = ConditionalDeals(where, rules, deck=deck, sizes=sizes)
    return found.draw(count, seed, first=first, tries=tries, progress=progress)


@cancellable
def count_deals(
    where: Where,
    rules: Rules | None = None,
    *,
    samples: int | None = None,
    seed: int | None = None,
    deck: Hand | str | None = None,
    sizes: Iterable[int] | None = None,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> DealCount:
    """How many deals satisfy conditions: exactly where that can be counted, otherwise an estimate.

    Parameters
    ----------
    where, rules, deck, sizes
        As for `deals_where`.
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
    ConditionError
        Where a condition cannot be read, or no deal satisfies them all, as far as cards can tell.
    RulesError, HandError, CardError, LayoutError, WhistError
        Where another argument cannot be read.
    CallCancelled
        Where `cancel` ended it.

    Examples
    --------
    >>> round(count_deals("'BJ' in N and 'LJ' in N").probability, 4)
    0.0461
    >>> count_deals("'BJ' in N and 'LJ' in N").exact
    True
    """
    found = ConditionalDeals(where, rules, deck=deck, sizes=sizes)
    return found.count(samples=samples, seed=seed, progress=progress)
