"""DDS, the double-dummy solver of Bo Haglund and Soren Hein, asked through the package endplay.

It counts tricks of a declarer; here they are those of the leader's side, as everywhere in whistsolve.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.rules import Rules

__all__ = ["BRIDGE_RULES", "BRIDGE_STRAINS", "WHY_NOT", "dds_alone", "dds_tables", "has_dds"]

#: Four hands of thirteen, no jokers, partners opposite.
BRIDGE_RULES: Final = Rules.preset("bid_whist_no_kitty")
#: The strains that bridge has.
BRIDGE_STRAINS: Final = ("S+", "H+", "D+", "C+", "NT+")
#: What is said where DDS cannot be asked.
WHY_NOT: Final = "endplay, which brings DDS, is not installed: pip install endplay"


def has_dds() -> bool:
    """Whether DDS can be asked."""
    # endplay is loaded by its name: type checkers need not find it.
    try:
        import_module("endplay.dds")
    except ImportError:
        return False
    return True


@contextmanager
def dds_alone() -> Iterator[None]:
    """DDS with one thread meanwhile; it prepares its memory when that begins.

    Raises
    ------
    ImportError
        Where endplay is not installed.
    """
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
