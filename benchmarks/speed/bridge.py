"""Deals as bridge deals, and DDS (through endplay) beside us, with one thread.

DDS is the double-dummy solver of Bo Haglund and Soren Hein. It counts tricks of a declarer; here they
are those of the leader's side, as everywhere in whistsolve.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import whistsolve as ws

__all__ = [
    "BRIDGE_RULES",
    "BRIDGE_STRAINS",
    "WHY_NOT",
    "dds_alone",
    "dds_tables",
    "has_dds",
    "told_as_bridge",
]

#: Four hands of thirteen, no jokers, partners opposite.
BRIDGE_RULES: Final = ws.Rules.preset("bid_whist_no_kitty")
#: The strains that bridge has.
BRIDGE_STRAINS: Final = ("S+", "H+", "D+", "C+", "NT+")
#: What is said where DDS cannot be asked.
WHY_NOT: Final = "endplay, which brings DDS, is not installed: pip install endplay"

_SUITS: Final = "SHDC"
#: Ranks of a suit, best first, by the mark of the ranking.
_BEST_FIRST: Final = {"+": "AKQJT98765432", "-": "A23456789TJQK", "~": "23456789TJQKA"}


def has_dds() -> bool:
    """Whether DDS can be asked."""
    try:
        import endplay.dds  # noqa: F401
    except ImportError:
        return False
    return True


def told_as_bridge(deal: ws.Deal, strain: str) -> str | None:
    """A bridge deal with the same play in the strain's suit, or ``None`` where there is none.

    The order within each suit is kept, jokers on top of the trumps; ranks are dealt again from the ace down.
    A suit may have at most thirteen cards in play, and jokers have no place where there is no trump suit.
    """
    order = _BEST_FIRST[strain[-1]]
    hands = [[str(card) for card in hand] for hand in deal.hands]
    told: dict[str, str] = {}
    for suit in _SUITS:
        best_first = [suit + rank for rank in order]
        if suit == strain[0]:
            best_first = ["BJ", "LJ", *best_first]
        present = [card for card in best_first if any(card in hand for hand in hands)]
        if len(present) > 13:
            return None
        told.update(zip(present, (suit + rank for rank in _BEST_FIRST["+"]), strict=False))
    if any(card not in told for hand in hands for card in hand):
        return None
    return "N:" + " ".join(_bridge_hand({told[card] for card in hand}) for hand in hands)


def _bridge_hand(cards: set[str]) -> str:
    return ".".join("".join(rank for rank in _BEST_FIRST["+"] if suit + rank in cards) for suit in _SUITS)


@contextmanager
def dds_alone() -> Iterator[None]:
    """DDS with one thread meanwhile; it prepares its memory when that begins.

    Raises
    ------
    ImportError
        Where endplay is not installed.
    """
    from endplay import _dds

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
    from endplay import dds, types

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
