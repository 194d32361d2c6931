"""The strain: which may still be named after a bid, and the declarer naming one."""

from __future__ import annotations

from dataclasses import replace

from whistsolve.errors import ActError
from whistsolve.game.auction.calls import strains_of
from whistsolve.game.hand.setup import Setup
from whistsolve.game.hand.snapshot import HandSnapshot
from whistsolve.values.strains import Strain

__all__ = ["declare", "is_certainly_trump", "legal_strains"]


def legal_strains(setup: Setup, snapshot: HandSnapshot) -> tuple[Strain, ...]:
    """The strains that the declarer may name; the strain alone once it is known."""
    if snapshot.strain is not None:
        return (snapshot.strain,)
    if snapshot.auction is None or snapshot.auction.high is None:
        return ()
    return strains_of(snapshot.auction.high[1], setup.rules)


def is_certainly_trump(setup: Setup, snapshot: HandSnapshot) -> bool:
    """Whether every strain that is still possible has a trump suit."""
    return not any(strain.is_no_trump for strain in legal_strains(setup, snapshot))


def declare(setup: Setup, snapshot: HandSnapshot, strain: Strain) -> HandSnapshot:
    """The snapshot once the declarer has named the strain.

    Raises
    ------
    ActError
        Where his bid does not allow it.
    """
    allowed = legal_strains(setup, snapshot)
    if strain not in allowed:
        assert snapshot.auction is not None and snapshot.auction.high is not None
        expected = ", ".join(map(str, allowed))
        raise ActError(
            f"strain {strain} is not what was bid: after {snapshot.auction.high[1]} under"
            f" downtown_ace={setup.rules.downtown_ace!r} expected one of {expected}"
        )
    return replace(snapshot, strain=strain)
