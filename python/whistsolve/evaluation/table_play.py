"""`TablePlay`: tricks at the table, where nobody sees the other hands, given those of double-dummy play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from whistsolve.errors import RulesError, WhistError
from whistsolve.evaluation.table_weights import TABLE_WEIGHTS
from whistsolve.rules import Rules
from whistsolve.rules.sides import plays_with_partners
from whistsolve.values.reading import read_flag, read_integer, shown

__all__ = ["TablePlay", "TableWeights", "knows_table_play", "read_play", "table_features"]

#: Tricks of the deals that the weights are fitted to.
_FITTED_TRICKS: Final = 12
#: The most tricks there are: all cards dealt to two hands.
_MOST_TRICKS: Final = 54 // 2
#: Kinds of strains, by whether they are no-trump.
KINDS: Final = ("trump", "no_trump")


@dataclass(frozen=True, slots=True)
class TableWeights:
    """A multinomial logit model of the difference between tricks at the table and double-dummy tricks.

    The logarithm of the chance of a difference is, but for a constant, the sum of these times the features
    of `table_features`.

    Attributes
    ----------
    shift : float
        Of the difference itself: above 0 where declarers take more than double dummy.
    shift_slope : float
        How much that grows from half of the tricks to all of them.
    spread : float
        Of the square of the difference, below 0: the further below, the smaller the spread.
    none : float
        Of no difference at all, beyond what the others give.
    """

    shift: float
    shift_slope: float
    spread: float
    none: float

    def as_array(self) -> NDArray[np.float64]:
        """The four weights: float64, in the order of the features."""
        return np.array([self.shift, self.shift_slope, self.spread, self.none])


def table_features(tricks: int) -> NDArray[np.float64]:
    """The features of every pair of double-dummy tricks and tricks at the table.

    Parameters
    ----------
    tricks : int
        The most tricks there are.

    Returns
    -------
    ndarray
        float64, shape (tricks + 1, tricks + 1, 4): by double-dummy tricks, tricks at the table and feature.
        Squares are in units of the number of tricks, so that in short deals the spread is smaller: as if
        each trick added the same variance.
    """
    numbers = np.arange(tricks + 1)
    more = (numbers[np.newaxis, :] - numbers[:, np.newaxis]).astype(np.float64)
    share = 2 * numbers[:, np.newaxis] / tricks - 1
    return np.stack([more, more * share, more**2 * (_FITTED_TRICKS / tricks), more == 0], axis=2)


class TablePlay:
    """Tricks of a declarer's side at the table, given what it takes double dummy.

    Fitted to hands of bid whist that four sampling players played, each by the cards that he saw (see
    `benchmarks.fitting.table_play`): its spread has the mistakes and guesses of both sides in it.

    Parameters
    ----------
    weights : mapping of str to TableWeights, optional
        For ``"trump"`` and ``"no_trump"``; those that come with the package where they are left out.

    Raises
    ------
    WhistError
        Where the weights are of other kinds.

    Examples
    --------
    >>> chances = TablePlay().matrix(no_trump=False, tricks=12)
    >>> chances.shape, bool(np.allclose(chances.sum(axis=1), 1)), int(chances[9].argmax())
    ((13, 13), True, 9)
    """

    def __init__(self, weights: Mapping[str, TableWeights] | None = None) -> None:
        used = _packaged() if weights is None else weights
        if (
            not isinstance(used, Mapping)
            or set(used) != set(KINDS)
            or not all(isinstance(each, TableWeights) for each in used.values())
        ):
            raise WhistError(
                f"weights {shown(weights)} are wrong: expected TableWeights for 'trump' and 'no_trump'"
            )
        self.weights = dict(used)
        self._matrices: dict[tuple[bool, int], NDArray[np.float64]] = {}

    def matrix(self, no_trump: bool, tricks: int) -> NDArray[np.float64]:
        """The chance of each number of tricks at the table, by double-dummy tricks.

        Parameters
        ----------
        no_trump : bool
        tricks : int
            The most tricks there are, above 0.

        Returns
        -------
        ndarray
            float64, shape (tricks + 1, tricks + 1), read-only: rows are double-dummy tricks of the
            declarer's side and sum to one, columns tricks at the table. Both count as in `solve`.

        Raises
        ------
        WhistError
            Where an argument is of another kind, or there are not so many tricks.
        """
        no_trump = read_flag(no_trump, "no_trump", WhistError)
        tricks = read_integer(tricks, "tricks", WhistError, 1, _MOST_TRICKS)
        key = no_trump, tricks
        if key not in self._matrices:
            powers = table_features(tricks) @ self.weights[KINDS[no_trump]].as_array()
            chances = np.exp(powers - powers.max(axis=1, keepdims=True))
            chances /= chances.sum(axis=1, keepdims=True)
            chances.setflags(write=False)
            self._matrices[key] = chances
        return self._matrices[key]

    def mean(self, no_trump: bool, tricks: int) -> NDArray[np.float64]:
        """Expected tricks at the table for 0, 1, ... double-dummy tricks: float64, shape (tricks + 1,)."""
        found: NDArray[np.float64] = self.matrix(no_trump, tricks) @ np.arange(int(tricks) + 1)
        return found

    def standard_deviation(self, no_trump: bool, tricks: int) -> NDArray[np.float64]:
        """The standard deviation of the same: float64, shape (tricks + 1,)."""
        squares = self.matrix(no_trump, tricks) @ np.arange(int(tricks) + 1) ** 2
        found: NDArray[np.float64] = np.sqrt(squares - self.mean(no_trump, tricks) ** 2)
        return found


def read_play(play: object, rules: Rules) -> TablePlay | None:
    """How hands are played out, as `evaluate_bids` takes it: ``None`` for double dummy.

    Raises
    ------
    WhistError
        Where it is neither ``double_dummy`` nor ``table`` nor a `TablePlay`.
    RulesError
        Where it is the table's, and the game is not one of four partners.
    """
    if isinstance(play, str) and play == "double_dummy":
        return None
    if not isinstance(play, TablePlay) and not (isinstance(play, str) and play == "table"):
        raise WhistError(f"play {shown(play)} is wrong: expected 'double_dummy', 'table' or a TablePlay")
    if not knows_table_play(rules):
        raise RulesError(
            f"play at the table is not known for {rules.game} of {rules.players} players: expected four with"
            " partners, or play='double_dummy'"
        )
    return play if isinstance(play, TablePlay) else packaged_table_play()


def knows_table_play(rules: Rules) -> bool:
    """Whether the game is one of those that the correction is taken to fit: four partners."""
    return rules.players == 4 and plays_with_partners(rules)


@lru_cache(maxsize=1)
def packaged_table_play() -> TablePlay:
    """The correction that comes with the package, made once."""
    return TablePlay()


def _packaged() -> dict[str, TableWeights]:
    return {kind: TableWeights(*numbers) for kind, numbers in TABLE_WEIGHTS.items()}
