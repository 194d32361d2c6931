"""Environments for learning: a hand of any game for PettingZoo here, and for OpenSpiel in `openspiel`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from whistsolve._internal.reading import read_choice
from whistsolve.env.numbered_hand import NumberedHand
from whistsolve.env.numbering import layout
from whistsolve.errors import WhistError
from whistsolve.rules import Rules
from whistsolve.values.seats import SeatLike

if TYPE_CHECKING:
    from whistsolve.env._aec import HandEnv
    from whistsolve.env._vector import HandVectorEnv

__all__ = ["NumberedHand", "aec", "layout", "vector"]


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
    ``render()`` shows it if the ``render_mode`` is ``ansi``, ``human`` or ``rgb_array``.

    Raises `WhistError` if an argument is wrong or PettingZoo is missing: ``whistsolve[pettingzoo]``; for
    ``rgb_array`` matplotlib too: ``whistsolve[plot]``.
    """
    if render_mode is not None:
        render_mode = read_choice(render_mode, "render_mode", WhistError, ("ansi", "human", "rgb_array"))
    try:
        from whistsolve.env._aec import HandEnv

        return HandEnv(rules, dealer, scores, seed, render_mode)
    except ImportError as error:
        extra = "plot" if "matplotlib" in str(error) else "pettingzoo"
        raise WhistError(f"{error}: expected pip install 'whistsolve[{extra}]'") from error


def vector(
    n: int,
    rules: Rules | str | None = None,
    *,
    dealer: int | str | None = None,
    scores: Sequence[int] | None = None,
    seed: int | None = None,
) -> HandVectorEnv:
    """A vector environment of Gymnasium that steps the play of `n` hands at once: a ``VectorEnv``.

    Arguments as for `aec`. Hands begin at the first lead: dealer, contract and discards are drawn at random.
    ``step`` takes an action for each hand, int64 of shape (n,), and returns

    - observations of the players to act: ``observation``, float32 of shape (n, numbers), and ``action_mask``,
      int8 of shape (n, acts). Both are written in place: copy what you keep;
    - rewards of all players, float64 of shape (n, players), 0 before the end of a hand;
    - terminations and truncations, bool of shape (n,). A hand that ends is replaced in the same step;
    - infos: ``player``, int32 of shape (n,), who is to act; written in place.

    All hands have as many cards, so they end together. ``hand(row)`` is a copy of one as a `HandState`.

    Raises `WhistError` if an argument is wrong or Gymnasium is missing: ``whistsolve[pettingzoo]``. Raises
    `RulesError` if jokers are exchanged or laid aside, or cards may be dealt again at the first lead.
    """
    try:
        from whistsolve.env._vector import HandVectorEnv
    except ImportError as error:
        raise WhistError(f"{error}: expected pip install 'whistsolve[pettingzoo]'") from error
    return HandVectorEnv(n, rules, dealer, scores, seed)
