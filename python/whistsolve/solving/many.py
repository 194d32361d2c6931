"""Many deals at once: threads, chunks, progress."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from whistsolve import _core
from whistsolve.encoding import check_deal_array, deals_to_array, strain_code
from whistsolve.errors import DealError, StrainError, WhistError
from whistsolve.rules import Rules
from whistsolve.solving.problem import Game, read_deal, read_rules
from whistsolve.values.deals import Deal
from whistsolve.values.reading import read_integer, read_several, shown
from whistsolve.values.strains import STRAINS, Strain

__all__ = ["DEFAULT_MEMORY_MB", "read_strains", "solve_chunk", "solve_many"]

#: Called with the number of deals done and their number in all, ``None`` while that is not known.
Progress = Callable[[int, int | None], object]

#: Deals that are packed and handed to the engine at a time: enough to keep threads busy, and small.
CHUNK = 512
#: Cap on the memory of tables in a process where the caller names none, in MiB.
DEFAULT_MEMORY_MB = 256
#: All strains that there are.
_MOST_STRAINS = 15


def read_strains(strains: Iterable[Strain | str] | None) -> tuple[Strain, ...]:
    """The strains given, or the default ten for ``None``.

    Raises
    ------
    StrainError
        Where one cannot be read, none is given, or one is given twice.
    """
    if strains is None:
        return STRAINS
    if isinstance(strains, (str, Strain)) or not isinstance(strains, Iterable):
        raise StrainError(f"strains {shown(strains)} are wrong: expected several, such as ['S+', 'NT-']")
    several = read_several(strains, "strains", StrainError)
    read = tuple(Strain.of(strain) for strain in islice(several, _MOST_STRAINS + 1))
    if not read:
        raise StrainError("there are no strains: expected at least one, such as ['S+']")
    if len(set(read)) < len(read):
        twice = next(strain for strain in read if read.count(strain) > 1)
        raise StrainError(f"strain {twice} is given twice: expected each once")
    return read


def solve_many(
    deals: Iterable[Deal | str] | NDArray[np.uint64],
    strains: Iterable[Strain | str] | None = None,
    *,
    rules: Rules | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
) -> NDArray[np.uint8]:
    """Tricks of the leader's side for every deal, leader and strain.

    Parameters
    ----------
    deals : iterable of Deal or str, or ndarray
        Deals of any size, all with the same number of hands; a generator is read as it goes. An array is
        uint64, shape (deals, seats), as `whistsolve.encoding.deals_to_array` makes it.
    strains : iterable of Strain or str, optional
        S+ H+ D+ C+ NT+ S- H- D- C- NT- where they are left out.
    rules : Rules, optional
        As for `solve`.
    threads : int, optional
        How many to use; as many as there are processors where it is left out. The answers do not depend on
        it.
    progress : callable, optional
        Called now and then from the calling thread with the number of deals done and the number of deals in
        all, ``None`` where that is not known. What it raises ends the call.
    memory_mb : int
        Cap on the tables of all threads together, in MiB.

    Returns
    -------
    ndarray
        uint8, shape (deals, seats, strains): tricks of the leader's side. (0, 4, strains) for no deals.
        Memory does not grow with the number of deals beyond this array.

    Raises
    ------
    DealError
        Where a deal cannot be read, or has another number of hands than the first: names its place.
    StrainError, RulesError, WhistError
        Where another argument cannot be read.
    KeyboardInterrupt
        Within a fraction of a second of an interrupt.

    Notes
    -----
    Threads run in the engine, without the GIL.
    """
    columns = read_strains(strains)
    checked_rules = read_rules(rules)
    if progress is not None and not callable(progress):
        raise WhistError(f"progress {shown(progress)} is wrong: expected a function of two numbers")
    workers = _read_threads(threads)
    cap = read_integer(memory_mb, "memory_mb", WhistError, 1, 65536) << 20
    batch = _core.Batch(workers, cap)
    if isinstance(deals, np.ndarray):
        deals = check_deal_array(deals)
    total = len(deals) if isinstance(deals, (list, tuple, np.ndarray)) else None
    parts: list[NDArray[np.uint8]] = []
    done = 0
    game: Game | None = None
    for chunk in _chunks(deals):
        if game is None:
            game = Game(checked_rules, chunk.shape[1])
        elif chunk.shape[1] != game.seats:
            raise DealError(
                f"deal {done} has {chunk.shape[1]} hands and deal 0 has {game.seats}: expected as many"
            )
        parts.append(
            solve_chunk(batch, game, chunk, columns, _counter(progress, done, total, len(columns)), done)
        )
        done += len(chunk)
    if progress is not None:
        progress(done, done)
    if not parts:
        return np.zeros((0, 4, len(columns)), dtype=np.uint8)
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def solve_chunk(
    batch: _core.Batch,
    game: Game,
    deals: NDArray[np.uint64],
    strains: tuple[Strain, ...],
    progress: Callable[[int], object] | None,
    first: int,
) -> NDArray[np.uint8]:
    """Tricks (deals, seats, strains) of packed deals; `first` is the number of the first, for messages."""
    _check_jokers(game, deals, strains, first)
    turns = [game.turn(turn) for turn in range(game.seats)]
    tricks = np.zeros((len(deals), game.seats, len(strains)), dtype=np.uint8)
    done = np.zeros((len(deals), len(strains)), dtype=np.uint8)
    batch.run(
        np.ascontiguousarray(deals[:, turns]),
        [strain_code(strain) for strain in strains],
        [game.side(turn) for turn in turns],
        first_trick_weight=game.rules.first_trick_weight,
        joker_kind=game.joker_kind,
        joker_lead=game.joker_lead,
        must_throw=game.must_throw,
        low=tricks,
        high=np.zeros_like(tricks),
        done=done,
        progress=progress,
    )
    return np.ascontiguousarray(tricks[:, turns])


def _check_jokers(game: Game, deals: NDArray[np.uint64], strains: tuple[Strain, ...], first: int) -> None:
    no_trump = next((strain for strain in strains if strain.is_no_trump), None)
    if no_trump is None or game.rules.joker_no_trump != "exchanged":
        return
    from whistsolve.encoding import array_to_deals  # only on the way to an error

    jokers = np.uint64(3 << 52)
    for row in np.nonzero((deals & jokers).any(axis=1))[0][:1]:
        try:
            game.check_jokers(array_to_deals(deals[row : row + 1])[0], no_trump)
        except DealError as error:
            raise DealError(f"deal {first + int(row)}: {error}") from None


def _chunks(deals: Iterable[Deal | str] | NDArray[np.uint64]) -> Iterator[NDArray[np.uint64]]:
    if isinstance(deals, np.ndarray):
        checked = check_deal_array(deals)
        for start in range(0, len(checked), CHUNK):
            yield checked[start : start + CHUNK]
        return
    if isinstance(deals, (str, Deal)) or not isinstance(deals, Iterable):
        raise DealError(f"deals {shown(deals)} are wrong: expected several deals, such as [deal]")
    source = iter(deals)
    number = 0
    while part := list(islice(source, CHUNK)):
        read = []
        for deal in part:
            try:
                read.append(read_deal(deal))
            except DealError as error:
                raise DealError(f"deal {number}: {error}") from None
            if read[-1].seats != read[0].seats:
                sizes = f"deal {number} has {read[-1].seats} hands and those before have {read[0].seats}"
                raise DealError(f"{sizes}: expected as many in each")
            number += 1
        yield deals_to_array(read)


def _read_threads(threads: int | None) -> int:
    if threads is None:
        try:
            return min(len(os.sched_getaffinity(0)), 256)
        except AttributeError:  # not on every platform
            return min(os.cpu_count() or 1, 256)
    return read_integer(threads, "threads", WhistError, 1, 256)


def _counter(
    progress: Progress | None, before: int, total: int | None, strains: int
) -> Callable[[int], object] | None:
    if progress is None:
        return None
    return lambda cells: progress(before + cells // strains, total)
