"""How often each number of tricks is reached in each strain, over many deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from whistsolve.errors import WhistError
from whistsolve.show.plot.figures import axes_or_new
from whistsolve.values import STRAINS, Strain

__all__ = ["plot_levels"]


def plot_levels(tricks: ArrayLike, strains: Sequence[Strain | str] = STRAINS, ax: Any = None) -> Any:
    """Draw for each strain the share of hands whose side takes at least so many tricks.

    Parameters
    ----------
    tricks : array
        Whole numbers, shape (..., strains): tricks as `solve_many` and `TrickTable.to_numpy` give them. All
        axes but the last are counted together.
    strains : sequence of Strain or str
        The columns.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure where left out.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    WhistError
        Where the array is empty, its numbers are no numbers of tricks, or the last axis is not one of the
        strains.
    ImportError
        Where no axes are given and matplotlib is missing: ``pip install whistsolve[plot]``.
    """
    columns = [Strain.of(strain) for strain in strains]
    given = np.asarray(tricks)
    fits = given.ndim > 0 and given.shape[-1] == len(columns) and given.size > 0
    if not fits or given.dtype.kind not in "iu" or int(given.min()) < 0:
        raise WhistError(
            f"tricks of shape {given.shape} and type {given.dtype} are wrong: expected numbers of tricks"
            f" from 0 on, shape (..., {len(columns)})"
        )
    rows = given.reshape(-1, len(columns))
    levels = range(1, int(rows.max()) + 1)
    ax = axes_or_new(ax, 2 + 0.7 * len(columns), 1.5 + 0.3 * len(levels))
    for at in range(len(columns)):
        for level in levels:
            share = float((rows[:, at] >= level).mean())
            ax.bar([at], [0.94], 0.94, bottom=level - 0.47, color="tab:blue", alpha=0.85 * share)
            ax.text(at, level, f"{share:.0%}", ha="center", va="center", fontsize="small")
    ax.set_xticks(range(len(columns)), labels=[column.symbol for column in columns])
    ax.set_yticks(levels)
    ax.set_xlim(-0.6, len(columns) - 0.4)
    ax.set_ylim(0.4, len(levels) + 0.6)
    ax.set_ylabel("at least so many tricks")
    return ax
