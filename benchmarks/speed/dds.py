"""DDS, the double-dummy solver of Bo Haglund and Soren Hein, called through the package endplay.

It counts tricks of a declarer; here they are those of the leader's side, as everywhere in whistsolve.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from whistsolve._internal.arguments import DEFAULT_MEMORY_MB, Resources
from whistsolve.encoding import array_to_deals
from whistsolve.rules import Rules
from whistsolve.solving.bench.timing import solvers_for, time_cells
from whistsolve.solving.engine_rules import EngineRules
from whistsolve.values.strains import read_strains

if sys.platform != "win32":
    import resource

#: Four hands of thirteen, no jokers, partners opposite.
BRIDGE_RULES: Final = Rules.preset("bid_whist_no_kitty")
#: The strains that bridge has.
BRIDGE_STRAINS: Final = ("S+", "H+", "D+", "C+", "NT+")
#: What is said where DDS cannot be asked.
WHY_NOT: Final = "endplay, which brings DDS, is not installed: pip install endplay"


def has_dds() -> bool:
    """Whether DDS can be asked."""
    return find_spec("endplay") is not None


@contextmanager
def dds_alone() -> Iterator[None]:
    """DDS with one thread meanwhile; it prepares its memory when that begins.

    Raises
    ------
    ImportError
        Where endplay is not installed.
    """
    # By its name: type checkers need not find it.
    _dds: Any = import_module("endplay._dds")
    _dds.SetMaxThreads(1)
    try:
        yield
    finally:
        _dds.SetMaxThreads(0)


def dds_tables(deals: Iterable[str], strains: Sequence[str] = BRIDGE_STRAINS) -> NDArray[np.uint8]:
    """Tricks of the leader's side by DDS, with as many threads as it has.

    Parameters
    ----------
    deals : iterable of str
        Bridge deals, of thirteen cards a hand or less.
    strains : sequence of str
        The columns.

    Returns
    -------
    ndarray
        uint8, shape (deals, 4, strains): leaders N E S W.

    Raises
    ------
    ImportError
        Where endplay is not installed.
    """
    dds: Any = import_module("endplay.dds")
    types: Any = import_module("endplay.types")
    denoms: dict[str, Any] = {
        "S": types.Denom.spades,
        "H": types.Denom.hearts,
        "D": types.Denom.diamonds,
        "C": types.Denom.clubs,
        "N": types.Denom.nt,
    }
    players = [types.Player.find(seat) for seat in "NESW"]
    wanted = [denoms[strain[0]] for strain in strains]
    others = [denom for denom in denoms.values() if denom not in wanted]
    tables = list(dds.calc_all_tables([types.Deal(deal) for deal in deals], exclude=others))
    # Bridge counts the declarer's tricks, and the hand at the declarer's left leads. With shorter hands the
    # declarer has won the tricks that are missing.
    return np.array(
        [
            [[13 - table[denom, players[seat - 1]] for denom in wanted] for seat in range(4)]
            for table in tables
        ],
        dtype=np.uint8,
    )


def dds_table(deal: str) -> NDArray[np.uint8]:
    """The same of one deal in all strains, shape (4, strains)."""
    table: NDArray[np.uint8] = dds_tables([deal])[0]
    return table


@dataclass(frozen=True, slots=True, eq=False)
class PairedTimes:
    """Bridge deals with the times of both.

    Attributes
    ----------
    deals : tuple of str
    ours, theirs : ndarray
        Processor time of each deal, all 20 results, in seconds; float64. Those of a peer are 0 without one.
    wrong : tuple of int
        Deals of which our answers and those of the peer differ.
    """

    deals: tuple[str, ...]
    ours: NDArray[np.float64]
    theirs: NDArray[np.float64]
    wrong: tuple[int, ...]


def time_bridge_deals(
    rows: NDArray[np.uint64], *, peer: Callable[[str], NDArray[np.uint8]] | None, turns: int = 1
) -> PairedTimes:
    """Times of bridge deals, the one who is first being second in the next turn.

    Parameters
    ----------
    rows : ndarray
        uint64, shape (deals, 4): bridge deals.
    peer : callable or None
        Solves the text of a deal too: the tricks of the leader's side, shape (leaders N E S W, strains).
    turns : int
        How often each solves a deal; its least time counts.
    """
    texts = tuple(map(str, array_to_deals(rows)))
    solvers, strains = solvers_for(Resources(1, DEFAULT_MEMORY_MB)), read_strains(BRIDGE_STRAINS)
    rules = EngineRules(BRIDGE_RULES, 4)
    times = {"ours": np.full(len(texts), np.inf), "theirs": np.full(len(texts), np.inf if peer else 0.0)}
    wrong = []

    def tricks_by(who: str, number: int) -> NDArray[np.uint8]:
        start = _processor_seconds()
        if who == "ours" or peer is None:
            tricks: NDArray[np.uint8] = time_cells(solvers, rules, rows[[number]], strains).tricks[0]
        else:
            tricks = peer(texts[number])
        times[who][number] = min(times[who][number], _processor_seconds() - start)
        return tricks

    for number in range(len(texts)):
        pair = ("ours", "theirs") if peer else ("ours",)
        order = [pair[:: -1 if turn % 2 else 1] for turn in range(number, number + turns)]
        answers = [tricks_by(who, number) for turn in order for who in turn]
        if not all(np.array_equal(answers[0], answer) for answer in answers):
            wrong.append(number)
    return PairedTimes(texts, times["ours"], times["theirs"], tuple(wrong))


def _processor_seconds() -> float:
    """Of this process and of those that it has waited for."""
    mine = time.process_time()
    if sys.platform == "win32":
        return mine
    theirs = resource.getrusage(resource.RUSAGE_CHILDREN)
    return mine + theirs.ru_utime + theirs.ru_stime
