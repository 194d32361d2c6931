"""Environments for learning: a hand of any game for PettingZoo here, and for OpenSpiel in `openspiel`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from whistsolve.env.numbered_hand import NumberedHand
from whistsolve.env.numbering import layout
from whistsolve.errors import WhistError
from whistsolve.rules import Rules
from whistsolve.values.seats import SeatLike

if TYPE_CHECKING:
    from whistsolve.env._aec import HandEnv

__all__ = ["NumberedHand", "aec", "layout"]


def aec(
    rules: Rules | str | None = None,
    *,
    dealer: SeatLike | None = None,
    scores: Sequence[int] | None = None,
    seed: int | None = None,
    render_mode: str | None = None,
) -> HandEnv:
    """An environment of PettingZoo that deals random hands: an ``AECEnv`` with agents ``player_0`` and so on.

    Rules, dealer and scores are those of `HandState`; without a dealer, the rules say who deals each hand.
    The same seed and actions give the same hands. Its attribute ``play`` is the `NumberedHand` of the moment.
    With a ``render_mode``, ``render()`` shows it: ``ansi``, ``human`` or ``rgb_array``.

    Raises `WhistError` if an argument is wrong or PettingZoo is missing: ``whistsolve[pettingzoo]``; for
    ``rgb_array`` matplotlib too: ``whistsolve[pettingzoo,plot]``.
    """
    extras = "pettingzoo,plot" if render_mode == "rgb_array" else "pettingzoo"
    try:
        from whistsolve.env._aec import HandEnv

        if render_mode == "rgb_array":
            import matplotlib  # noqa: F401
    except ImportError as error:
        raise WhistError(f"{error}: expected pip install 'whistsolve[{extras}]'") from error
    return HandEnv(rules, dealer, scores, seed, render_mode)
